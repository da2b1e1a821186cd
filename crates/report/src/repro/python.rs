//! `repro.sh` and `repro.py` for engines that are asked from Python.
//!
//! The program runs itself a second time: one process asks the engine and keeps a journal, the other waits. So the end of an
//! engine, a hang, a missing client and an absent server are told apart, and only what was asked about counts as the bug.

use graphlance_case::Language;
use graphlance_graph::{Latitude, Name, Order, Properties, Returns, Value};

use super::super::ReportInput;
use super::client::Client;
use super::{Before, Check, Plan, Reported};
use crate::quote;

const VALUES: &str = include_str!("python/values.py");
const GIVEN: &str = include_str!("python/given.py");
const JUDGE: &str = include_str!("python/judge.py");

/// The oldest minor version of Python 3 that a script may be run by.
const OLDEST: u32 = 8;

/// The programs.
pub(super) fn programs(input: &ReportInput, client: &Client) -> Vec<(String, String)> {
    let needs = Needs::of(input, client);
    vec![("repro.sh".to_owned(), shell(input, client, &needs)), ("repro.py".to_owned(), python(input, client, &needs))]
}

/// What must be there.
struct Needs {
    /// The packages as pip takes them.
    packages: Vec<String>,
    /// What to start first.
    start: Vec<String>,
}

impl Needs {
    fn of(input: &ReportInput, client: &Client) -> Needs {
        let version = super::plain_version(&input.identity.version);
        let filled = |text: &str| match version {
            Some(version) => text.replace("{version}", version),
            None => text.replace("=={version}", "").replace("v{version}", "VERSION").replace("{version}", "VERSION"),
        };
        Needs {
            packages: client.needs.packages.iter().map(|package| filled(package)).collect(),
            start: client.needs.start.iter().map(|line| filled(line)).collect(),
        }
    }

    fn install(&self, python: u32) -> String {
        let words: Vec<String> = self.packages.iter().map(|package| quote::shell_word(package)).collect();
        match words.as_slice() {
            [] => format!("Python 3.{python} or newer, and no package"),
            words => format!("Python 3.{python} or newer, with: pip install {}", words.join(" ")),
        }
    }
}

fn shell(input: &ReportInput, client: &Client, needs: &Needs) -> String {
    let mut shell = String::from("#!/bin/sh\n");
    shell += &quote::comment("#", &super::heading(input));
    let install = if needs.packages.is_empty() { "" } else { "[--install] " };
    let usage = format!("{install}[--any-version] {}", client.needs.arguments);
    shell += &quote::comment("#", &format!("\n  usage: repro.sh {}\n", usage.trim_end()));
    shell += &quote::comment(
        "#",
        &format!("Needs: {} (PYTHON names the Python).", needs.install(client.needs.python.unwrap_or(OLDEST))),
    );
    if !needs.packages.is_empty() {
        shell += "#   --install      makes a virtual environment with that beside this script, and uses it\n";
    }
    shell += "#   --any-version  asks whatever version is there; without it another one than the report's is refused\n";
    shell += &quote::comment("#", &needs.start.join("\n"));
    shell += super::CODES;
    let packages: Vec<String> = needs.packages.iter().map(|package| quote::shell_word(package)).collect();
    shell += &SHELL.replace("{packages}", &packages.join(" "));
    shell
}

const SHELL: &str = r#"set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
python=${PYTHON:-python3}
if [ "${1-}" = --install ]; then
  shift
  { "$python" -m venv "$here/venv" && "$here/venv/bin/python" -m pip install --quiet pip {packages}; } || {
    echo 'cannot tell: what is needed cannot be installed'
    exit 2
  }
fi
[ -n "${PYTHON-}" ] || [ ! -x "$here/venv/bin/python" ] || python=$here/venv/bin/python
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' || {
  echo "cannot tell: $python is no Python 3.8 or newer; PYTHON can name one"
  exit 2
}
"$python" "$here/repro.py" "$@"
code=$?
[ "$code" -le 1 ] || exit 2
exit "$code"
"#;

fn python(input: &ReportInput, client: &Client, needs: &Needs) -> String {
    let Plan { before, checks, reported, fails_loading, error, seconds } = super::plan(input);
    // A comment on one of the first two lines could choose another encoding.
    let mut text = String::from("#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n");
    text += &quote::comment("#", &super::heading(input));
    text += super::CODES;
    text.push('\n');
    text += VALUES;
    text += "\n\n# --- the report\n\n";
    let start: Vec<String> = needs.start.iter().map(|line| quote::python(line)).collect();
    let digits = input.dialect.comparison().float_digits.map_or("None".to_owned(), |digits| digits.to_string());
    let named: [(&str, String); 10] = [
        ("ENGINE", quote::python(&input.identity.engine)),
        ("VERSION", quote::python(&input.identity.version)),
        ("PACKAGE", quote::python(&client.needs.module)),
        ("NEEDS", quote::python(&needs.install(client.needs.python.unwrap_or(OLDEST)))),
        ("START", format!("[{}]", start.join(", "))),
        ("DIGITS", digits),
        ("LIMIT", format!("float(os.environ.get('REPRO_SECONDS') or {seconds})")),
        ("REPORTED", quote::python(word(reported))),
        ("FAILS_LOADING", truth(fails_loading).to_owned()),
        ("ERROR", error.as_deref().map_or("None".to_owned(), quote::python)),
    ];
    named.iter().for_each(|(name, value)| text += &format!("{name} = {value}\n"));
    let language = input.dialect.language();
    let gives = |text: &str| language.given(text).is_some();
    let prepares = |step: &Before| matches!(step, Before::Statement(text, ..) if gives(text));
    if before.iter().any(prepares) || checks.iter().any(|check| gives(&check.query)) {
        text += GIVEN;
    }
    text += "BEFORE = [\n";
    before.iter().for_each(|step| text += &format!("    {},\n", prepared(step, language)));
    text += "]\nCHECKS = [\n";
    checks.iter().for_each(|check| text += &format!("    {},\n", checked(check, language)));
    text += "]\n\n\n# --- the client\n\n\n";
    text += &client.code.join("\n\n");
    text + JUDGE
}

fn word(reported: Reported) -> &'static str {
    match reported {
        Reported::Rows => "rows",
        Reported::Columns => "columns",
        Reported::Error => "error",
        Reported::Answer => "answer",
        Reported::Crash => "crash",
        Reported::Hang => "hang",
    }
}

/// A statement with the number of its columns, and perhaps a word that it may fail; or what begins or ends a transaction.
fn prepared(step: &Before, language: &dyn Language) -> String {
    match step {
        Before::Statement(text, width, false) => format!("({}, {width})", asked(text, language)),
        Before::Statement(text, width, true) => format!("({}, {width}, 'may fail')", asked(text, language)),
        Before::Boundary(boundary) => quote::python(boundary.name()),
    }
}

/// A statement; one that gives values to parameters has with it what protocols send that send them apart.
fn asked(text: &str, language: &dyn Language) -> String {
    match language.given(text) {
        None => quote::python(text),
        Some((parameters, behind)) => {
            let parameters: Properties = parameters.into_iter().collect();
            format!("Given({}, {}, {})", quote::python(text), quote::python(behind), map(&parameters))
        }
    }
}

/// A dictionary of `query`, the number of its columns, and what must come; `rows` is `None` when any answer will do.
fn checked(check: &Check, language: &dyn Language) -> String {
    let Check { query, width, expected } = check;
    let head = format!("{{'query': {}, 'width': {width}", asked(query, language));
    let Some(Returns { columns, rows, order, any }) = expected else { return format!("{head}, 'rows': None}}") };
    let names: Vec<String> = columns.iter().map(|column| quote::python(&column.name)).collect();
    let latitude: Vec<String> = columns
        .iter()
        .map(|column| {
            let ulps = match column.latitude {
                Latitude::Exact => "0".to_owned(),
                Latitude::Ulps(units) => units.to_string(),
                Latitude::Unspecified => "None".to_owned(),
            };
            format!("({ulps}, {})", truth(column.unordered_lists))
        })
        .collect();
    let rows: Vec<String> = rows.iter().map(|row| list(row)).collect();
    let ties = match order {
        Order::Bag => Vec::new(),
        Order::Sorted { ties } => ties.iter().map(usize::to_string).collect(),
    };
    let any = any.map_or("None".to_owned(), |any| any.to_string());
    format!(
        "{head}, 'columns': [{}], 'latitude': [{}], 'rows': [{}], 'ties': [{}], 'any': {any}}}",
        names.join(", "),
        latitude.join(", "),
        rows.join(", "),
        ties.join(", ")
    )
}

fn list(values: &[Value]) -> String {
    format!("[{}]", values.iter().map(value_literal).collect::<Vec<_>>().join(", "))
}

fn value_literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Boolean(value) => truth(*value).to_owned(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) if value.is_finite() => format!("{value:?}"),
        Value::Float(value) => format!("float('{value}')"),
        Value::String(text) => quote::python(text),
        Value::List(items) => list(items),
        Value::Map(entries) => map(entries),
        Value::Node(node) => {
            let labels: Vec<String> = node.labels.iter().map(|label| quote::python(label)).collect();
            format!("Node({}, [{}], {})", node.key.0, labels.join(", "), map(&node.properties))
        }
        Value::Relationship(one) => {
            let (kind, properties) = (quote::python(&one.kind), map(&one.properties));
            format!("Relationship({}, {}, {}, {kind}, {properties})", one.key.0, one.start.0, one.end.0)
        }
        Value::Path(path) => {
            let nodes: Vec<Value> = path.nodes.iter().cloned().map(Value::Node).collect();
            let relationships: Vec<Value> = path.relationships.iter().cloned().map(Value::Relationship).collect();
            format!("Path({}, {})", list(&nodes), list(&relationships))
        }
        Value::Temporal(temporal) => format!("Other({})", quote::python(&temporal.text)),
        Value::Point(point) => format!("Other({})", quote::python(&format!("point of {}", point.srid))),
    }
}

fn map(entries: &Properties) -> String {
    let entry = |(key, value): (&Name, &Value)| format!("{}: {}", quote::python(key), value_literal(value));
    let entries: Vec<String> = entries.iter().map(entry).collect();
    format!("{{{}}}", entries.join(", "))
}

fn truth(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

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
