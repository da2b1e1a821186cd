//! `repro.sh` and `repro.py` for engines whose own client is a Python package.

use graphlance_graph::{Returns, Value};

use super::super::ReportInput;
use super::{Check, comment, is_literal, is_ordered, row_count};

/// How an engine is reached from Python: what to install, what it is told, and code that defines `run(statement)`.
struct Client {
    needs: String,
    usage: &'static str,
    code: &'static str,
}

fn client(input: &ReportInput) -> Option<Client> {
    let version = &input.identity.version;
    Some(match input.identity.engine.to_ascii_lowercase().as_str() {
        "kuzu" => Client { needs: format!("pip install kuzu=={version}"), usage: "repro.sh", code: KUZU },
        "ladybug" => Client { needs: format!("pip install ladybug=={version}"), usage: "repro.sh", code: KUZU },
        "neo4j" => Client {
            needs: "pip install neo4j, and an empty database".to_owned(),
            usage: "repro.sh [bolt://HOST:PORT [USER PASSWORD]]",
            code: BOLT,
        },
        "arcadedb" => Client {
            needs: "pip install neo4j, and a server with the Bolt plugin and an empty database".to_owned(),
            usage: "repro.sh [bolt://HOST:PORT [USER PASSWORD [DATABASE]]]",
            code: BOLT,
        },
        "apache age" => Client {
            needs: "pip install 'psycopg[binary]', and a PostgreSQL with the extension age".to_owned(),
            usage: "repro.sh [\"host=.. port=.. user=.. dbname=..\"]",
            code: AGE,
        },
        "graphqlite" => Client {
            needs: format!("pip install graphqlite=={version} pysqlite3-binary"),
            usage: "repro.sh",
            code: GRAPHQLITE,
        },
        _ => return None,
    })
}

/// The programs; none for an engine without such a client.
pub(super) fn programs(input: &ReportInput) -> Vec<(String, String)> {
    let Some(Client { needs, usage, code }) = client(input) else { return Vec::new() };
    let (before, checks) = super::plan(input);
    let mut python = comment("#", &format!("{}\n{} {}", input.title(), input.identity.engine, input.identity.version));
    python += HEAD;
    python += code;
    python += COMPARISON;
    python += "\nbefore = [\n";
    before.iter().for_each(|statement| python += &format!("    {},\n", text_literal(statement)));
    python += "]\nchecks = [\n";
    checks.iter().for_each(|check| python += &format!("    {},\n", checked(check)));
    python += "]\n";
    python += TAIL;
    let mut shell = String::from("#!/bin/sh\n");
    shell += &comment("#", &format!("{}\n\n  usage: {usage}\n", input.title()));
    shell += &format!("# Needs: {needs} (PYTHON names the Python that has it).\n");
    shell += "# Exits with 0 when the answer is right, 1 when the bug shows, 2 when it cannot tell.\n";
    shell += "\"${PYTHON:-python3}\" \"$(dirname \"$0\")/repro.py\" \"$@\"\ncode=$?\n";
    shell += "[ \"$code\" -le 2 ] || { echo \"the engine died: exit code $code\"; exit 1; }\nexit \"$code\"\n";
    vec![("repro.sh".to_owned(), shell), ("repro.py".to_owned(), python)]
}

/// A tuple of query, expected rows (none: any answer), whether only their number counts, whether they are ordered, and
/// the error that must not come.
fn checked(check: &Check) -> String {
    let (rows, literal, ordered) = match &check.expected {
        Some(expected) => (rows_literal(expected), is_literal(expected), is_ordered(expected)),
        None => ("None".to_owned(), true, false),
    };
    let error =
        check.error.as_deref().map_or("None".to_owned(), |text| text_literal(text.lines().next().unwrap_or("")));
    format!("({}, {rows}, {}, {}, {error})", text_literal(&check.query), python_bool(literal), python_bool(ordered))
}

fn rows_literal(expected: &Returns) -> String {
    if !is_literal(expected) {
        return format!("[None] * {}", row_count(expected));
    }
    let row = |row: &Vec<Value>| format!("[{}]", row.iter().map(value_literal).collect::<Vec<_>>().join(", "));
    format!("[{}]", expected.rows.iter().map(row).collect::<Vec<_>>().join(", "))
}

fn value_literal(value: &Value) -> String {
    match value {
        Value::Boolean(value) => python_bool(*value).to_owned(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) if value.is_finite() => format!("{value:?}"),
        Value::Float(value) => format!("float('{value}')"),
        Value::String(text) => text_literal(text),
        Value::List(items) => format!("[{}]", items.iter().map(value_literal).collect::<Vec<_>>().join(", ")),
        _ => "None".to_owned(),
    }
}

fn python_bool(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// JSON's strings are Python's, but for characters beyond the basic plane, which stand for themselves here.
fn text_literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

const HEAD: &str = "import math
import sys

";

const KUZU: &str = "try:
    import kuzu as engine
except ImportError:
    import ladybug as engine

import tempfile

memory = engine.__name__ != 'kuzu' or [int(part) for part in engine.version.split('.')[:2]] >= [0, 7]
where = ':memory:' if memory else tempfile.mkdtemp() + '/database'
connection = engine.Connection(engine.Database(where, max_db_size=1 << 30), num_threads=1)


def run(statement):
    result = connection.execute(statement)
    result = result[-1] if isinstance(result, list) else result
    rows = []
    while result.has_next():
        rows.append(result.get_next())
    return rows
";

const BOLT: &str = "import neo4j

arguments = sys.argv[1:] + [None] * 4
credentials = (arguments[1], arguments[2]) if arguments[1] else None
driver = neo4j.GraphDatabase.driver(arguments[0] or 'bolt://127.0.0.1:7687', auth=credentials)
session = driver.session(database=arguments[3])


def run(statement):
    return [list(record.values()) for record in session.run(statement)]


if run('MATCH (n) RETURN count(n)') != [[0]]:
    print('the database is not empty')
    sys.exit(2)
";

const AGE: &str = "import json

import psycopg

connection = psycopg.connect(sys.argv[1] if len(sys.argv) > 1 else 'host=127.0.0.1 user=postgres', autocommit=True)
connection.execute(\"LOAD 'age'\")
connection.execute('SET search_path = ag_catalog, \"$user\", public')
connection.execute(\"SELECT create_graph('graphlance_repro')\")


def value(text):
    return None if text is None else json.loads(text)


def run(statement):
    # As many columns as RETURN has: more are tried until they fit.
    for width in range(1, 60):
        columns = ', '.join(f'c{number} agtype' for number in range(width))
        try:
            rows = connection.execute(f\"SELECT * FROM cypher('graphlance_repro', $gl${statement}$gl$) AS ({columns})\")
            return [[value(cell) for cell in row] for row in rows.fetchall()]
        except psycopg.errors.DatatypeMismatch:
            pass


import atexit
atexit.register(lambda: connection.execute(\"SELECT drop_graph('graphlance_repro', true)\"))
";

const GRAPHQLITE: &str = "import json
import os

import graphqlite
import pysqlite3 as sqlite3

connection = sqlite3.connect(':memory:', isolation_level=None)
connection.enable_load_extension(True)
extension = os.path.join(os.path.dirname(graphqlite.__file__), 'graphqlite.so')
connection.execute(\"SELECT load_extension(?, 'sqlite3_graphqlite_init')\", (extension,))


def run(statement):
    text = connection.execute('SELECT cypher(?)', (statement,)).fetchone()[0]
    answer = json.loads(text)
    return [list(row.values()) for row in answer] if isinstance(answer, list) else []
";

const COMPARISON: &str = "

def same(one, other):
    if isinstance(one, list) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return one == other or math.isnan(one) and math.isnan(other)
    return type(one) is type(other) and one == other


def agree(expected, actual, ordered):
    if ordered:
        return same(expected, actual)
    left = list(actual)
    for row in expected:
        place = next((place for place, other in enumerate(left) if same(row, other)), None)
        if place is None:
            return False
        del left[place]
    return not left

";

const TAIL: &str = "
for statement in before:
    try:
        run(statement)
    except Exception as error:
        print('this statement was not carried out:', statement, error, sep='\\n')
        sys.exit(1 if not checks else 2)
for query, expected, literal, ordered, message in checks:
    try:
        actual = run(query)
    except Exception as error:
        if expected is not None or message is not None and message in str(error):
            print('an error came instead of an answer:', error, sep='\\n')
            sys.exit(1)
        print('another error came than was reported:', error, sep='\\n')
        sys.exit(2)
    if expected is None:
        continue
    if not literal:
        print(f'{len(actual)} rows came, {len(expected)} are right:', *actual, sep='\\n')
        sys.exit(2 if len(actual) == len(expected) else 1)
    if not agree(expected, actual, ordered):
        print('the answer is wrong; expected:', *expected, 'actual:', *actual, sep='\\n')
        sys.exit(1)
print('the answer is right')
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_python_has_them() {
        let items = vec![
            Value::Null,
            Value::Boolean(true),
            Value::Float(-0.0),
            Value::Float(f64::NEG_INFINITY),
            Value::string("a\"'\n\u{1}é"),
        ];
        assert_eq!(value_literal(&Value::list(items)), r#"[None, True, -0.0, float('-inf'), "a\"'\n\u0001é"]"#);
    }
}
