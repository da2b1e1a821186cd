//! What `repro.sh` says of an engine that is right, wrong, absent, of another version, dying, hanging or refusing: run with
//! fake clients (`tests/stubs`) and judged by its exit code. Needs sh and python3, no network.

mod support {
    pub mod report;
}

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use graphlance_case::{FailureClass, Response};
use graphlance_graph::{Column, Graph, Latitude, NodeKey, Order, Properties, Returns, Value};
use serde_json::{Value as Json, json};
use support::report::Finding;

/// Engine, version, dialect.
const ENGINES: &[(&str, &str, &str)] = &[
    ("Kuzu", "0.11.3", "kuzu"),
    ("Ladybug", "0.22.0", "ladybug"),
    ("grafeo", "0.6.0", "grafeo"),
    ("GraphQLite", "0.12.0", "graphqlite"),
    ("FalkorDB", "4.22.1", "falkordb"),
    ("Neo4j", "5.26.30", "neo4j"),
    ("ArcadeDB", "26.10.2", "arcadedb"),
    ("Apache AGE", "1.5.0", "age"),
];

const RIGHT: i32 = 0;
const BUG: i32 = 1;
const UNTOLD: i32 = 2;

const QUERY: &str = "MATCH (n) RETURN n.k AS x, n.l AS y";

fn stubs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stubs")
}

/// A fake server, which ends with the test.
struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended itself, as it was told.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn server(kind: &str, state: &Path) -> Server {
    let mut command = Command::new("python3");
    command.arg(stubs().join("server.py")).arg(kind).env("STUB", state).env("PYTHONDONTWRITEBYTECODE", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python3");
    let mut port = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut port).expect("a port");
    Server(child, port.trim().to_owned())
}

/// Runs a finding's `repro.sh` against a fake engine: exit code and output.
fn run(finding: &Finding, state: Json, present: bool, more: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    finding.write(folder.path());
    let file = folder.path().join("stub.json");
    std::fs::write(&file, state.to_string()).expect("a file");
    let kind = finding.identity.engine.to_lowercase();
    let server = ["falkordb", "arcadedb"].contains(&kind.as_str()).then(|| server(&kind, &file));
    // On port 1 nobody listens.
    let port = server.as_ref().filter(|_| present).map_or("1", |server| server.1.as_str());
    let address: Vec<&str> = match kind.as_str() {
        "falkordb" => vec!["127.0.0.1", port],
        "arcadedb" => vec!["bolt://127.0.0.1:7687", "root", "secret", port],
        _ => Vec::new(),
    };
    let modules = stubs().join(if present { "present" } else { "absent" });
    let output = Command::new("sh")
        .arg(folder.path().join("repro.sh"))
        .args(more)
        .args(&address)
        .env("PYTHONPATH", modules)
        .env("STUB", &file)
        .env("REPRO_SECONDS", "2")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("sh");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

#[track_caller]
fn check(what: &str, ran: (Option<i32>, String), code: i32) -> String {
    assert_eq!(ran.0, Some(code), "{what}:\n{}", ran.1);
    assert!(!ran.1.contains("Traceback"), "{what}:\n{}", ran.1);
    ran.1
}

fn two(rows: Vec<Vec<Value>>) -> Returns {
    Returns::bag(["x".into(), "y".into()], rows)
}

fn row(x: impl Into<Value>, y: impl Into<Value>) -> Vec<Value> {
    vec![x.into(), y.into()]
}

fn sample(engine: &(&str, &str, &str)) -> Finding {
    let rows = vec![row(1, "a'b\"\\"), vec![Value::Float(1.5), Value::Null], row(1, "a'b\"\\")];
    let mut finding = Finding::new(engine.0, engine.1, engine.2, QUERY, two(rows));
    finding.graph.add_node(["A".into()], [("k".into(), Value::Integer(1))].into());
    finding
}

fn right_rows() -> Json {
    json!([[1.5, null], [1, "a'b\"\\"], [1, "a'b\"\\"]])
}

fn state(version: &str, answer: Json) -> Json {
    json!({ "version": version, "answers": { QUERY: answer } })
}

fn table(rows: Json) -> Json {
    json!({ "columns": ["x", "y"], "rows": rows })
}

#[test]
fn each_script_tells_a_right_from_a_wrong_from_an_absent_engine() {
    for engine in ENGINES {
        let (name, version, _) = *engine;
        let finding = sample(engine);
        let said = check(name, run(&finding, state(version, table(right_rows())), true, &[]), RIGHT);
        assert!(said.contains(version) && said.contains("the answer is right"), "{said}");
        let wrong = json!([[1.5, null], [1, "a'b\"\\"], [1, "a'b"]]);
        check(name, run(&finding, state(version, table(wrong)), true, &[]), BUG);
        let fewer = json!([[1, "a'b\"\\"], [1.5, null]]);
        check(name, run(&finding, state(version, table(fewer)), true, &[]), BUG);
        let absent = check(name, run(&finding, state(version, table(right_rows())), false, &[]), UNTOLD);
        assert!(absent.contains("pip install") || absent.contains("Start "), "{name}: {absent}");
    }
}

#[test]
fn each_script_asks_the_version_of_the_report_or_says_that_it_cannot() {
    for engine in ENGINES {
        let finding = sample(engine);
        let other = state("9.9.9", table(right_rows()));
        let said = check(engine.0, run(&finding, other.clone(), true, &[]), UNTOLD);
        assert!(said.contains("9.9.9") && said.contains(engine.1) && said.contains("--any-version"), "{said}");
        check(engine.0, run(&finding, other, true, &["--any-version"]), RIGHT);
    }
}

#[test]
fn each_script_tells_a_death_and_a_hang_while_asked_from_one_before() {
    for engine in ENGINES {
        let (name, version, _) = *engine;
        let finding = sample(engine);
        check(name, run(&finding, state(version, json!({ "crash": true })), true, &[]), BUG);
        let hang = run(&finding, state(version, json!({ "hang": true })), true, &[]);
        assert!(check(name, hang, BUG).contains("no answer within 2 s"));
        let load = "CREATE (n0:A {k: 1})";
        let dies = json!({ "version": version, "answers": { load: { "crash": true }, QUERY: table(right_rows()) } });
        check(name, run(&finding, dies, true, &[]), UNTOLD);
    }
}

#[test]
fn each_script_cannot_tell_when_something_is_refused_that_was_not_reported() {
    for engine in ENGINES {
        let (name, version, _) = *engine;
        let finding = sample(engine);
        check(name, run(&finding, state(version, json!({ "error": "syntax error" })), true, &[]), UNTOLD);
        let refuses = json!({ "version": version, "answers": { "CREATE (n0:A {k: 1})": { "error": "no" } } });
        check(name, run(&finding, refuses, true, &[]), UNTOLD);
        let reported = sample(engine).with_error("internal error 17 at 0xdeadbeef");
        let again = json!({ "error": "internal error 4 at 0xbeef" });
        check(name, run(&reported, state(version, again), true, &[]), BUG);
        check(name, run(&reported, state(version, json!({ "error": "another one" })), true, &[]), UNTOLD);
        check(name, run(&reported, state(version, table(right_rows())), true, &[]), RIGHT);
    }
}

/// A graph of two nodes and one relationship.
fn pair() -> (Graph, [Value; 3]) {
    let mut graph = Graph::new();
    let one = graph.add_node(["A".into()], [("k".into(), Value::Integer(1))].into());
    let other = graph.add_node(["B".into()], Properties::new());
    let relationship = graph.add_relationship(one, "T".into(), other, [("w".into(), Value::Float(0.5))].into());
    let relationship = relationship.map(|key| graph.relationship(key).cloned().expect("it was added"));
    let relationship = relationship.expect("its ends exist");
    let nodes: Vec<_> = [one, other].iter().filter_map(|key: &NodeKey| graph.node(*key).cloned()).collect();
    let path = graphlance_graph::Path { nodes: nodes.clone(), relationships: vec![relationship.clone()] };
    let values = [Value::Node(nodes[0].clone()), Value::Relationship(relationship), Value::Path(Arc::new(path))];
    (graph, values)
}

#[test]
fn each_script_compares_nodes_relationships_and_paths() {
    let query = "MATCH p = (a:A)-[r]->(b) RETURN a AS x, r AS y, p AS z";
    for (name, version, dialect) in ENGINES {
        let columns = ["x".into(), "y".into(), "z".into()];
        let (_, values) = pair();
        let finding = Finding::new(name, version, dialect, query, Returns::bag(columns, vec![values.to_vec()]));
        let node = json!({ "node": [7, ["A"], { "k": 1 }] });
        let other = json!({ "node": [9, ["B"], {}] });
        let relationship = |start, end| json!({ "relationship": [3, start, end, "T", { "w": 0.5 }] });
        let answer = |x: &Json, y: &Json, turn: &Json| {
            let path = json!({ "path": [[node, other], [turn]] });
            let rows = json!([[x, y, path]]);
            json!({ "version": version, "answers": { query: { "columns": ["x", "y", "z"], "rows": rows } } })
        };
        let (there, back) = (relationship(7, 9), relationship(9, 7));
        check(name, run(&finding, answer(&node, &there, &there), true, &[]), RIGHT);
        check(name, run(&finding, answer(&other, &there, &there), true, &[]), BUG);
        check(name, run(&finding, answer(&node, &json!(null), &there), true, &[]), BUG);
        check(name, run(&finding, answer(&node, &there, &back), true, &[]), BUG);
        let text = json!({ "relationship": [3, 7, 9, "T", { "w": "0.5" }] });
        check(name, run(&finding, answer(&node, &text, &there), true, &[]), BUG);
    }
}

/// Runs the script of Kuzu with one expected and one actual table.
#[track_caller]
fn check_table(expected: Returns, actual: Json, code: i32) {
    let finding = Finding::new("Kuzu", "0.11.3", "kuzu", QUERY, expected);
    let what = format!("{:?} against {actual}", finding.expected);
    check(&what, run(&finding, state("0.11.3", table(actual)), true, &[]), code);
}

#[test]
fn values_of_different_types_are_different() {
    let one = |value: Value| two(vec![vec![value, Value::Null]]);
    check_table(one(Value::Null), json!([[0, null]]), BUG);
    check_table(one(Value::Integer(0)), json!([[null, null]]), BUG);
    check_table(one(Value::Integer(1)), json!([[1.0, null]]), BUG);
    check_table(one(Value::Integer(1)), json!([[true, null]]), BUG);
    check_table(one(Value::Float(0.3)), json!([[0.30000000000000004, null]]), BUG);
    check_table(one(Value::Float(-0.0)), json!([[0.0, null]]), RIGHT);
    check_table(one(Value::list(vec![1.into(), Value::Null])), json!([[[1, null], null]]), RIGHT);
    check_table(one(Value::list(vec![1.into(), Value::Null])), json!([[[1, 0], null]]), BUG);
    check_table(one(Value::list(vec![1.into(), 2.into()])), json!([[[2, 1], null]]), BUG);
    check_table(one(Value::map([("a".into(), 1.into())].into())), json!([[{"map": {"a": 1}}, null]]), RIGHT);
    check_table(two(Vec::new()), json!([]), RIGHT);
    check_table(two(Vec::new()), json!([[null, null]]), BUG);
}

#[test]
fn what_may_differ_may_differ() {
    let column = |latitude, unordered_lists| Column { name: "x".into(), latitude, unordered_lists };
    let near =
        |column, value| Returns { columns: vec![column, Column::exact("y")], ..two(vec![vec![value, 1.into()]]) };
    check_table(near(column(Latitude::Ulps(4), false), Value::Float(0.3)), json!([[0.30000000000000004, 1]]), RIGHT);
    check_table(near(column(Latitude::Ulps(4), false), Value::Float(0.3)), json!([[0.31, 1]]), BUG);
    check_table(near(column(Latitude::Unspecified, false), Value::Null), json!([["any", 1]]), RIGHT);
    let list = Value::list(vec![1.into(), 2.into()]);
    check_table(near(column(Latitude::Exact, true), list), json!([[[2, 1], 1]]), RIGHT);
    let any = Returns { any: Some(1), ..two(vec![row(1, 1), row(2, 2)]) };
    check_table(any.clone(), json!([[2, 2]]), RIGHT);
    check_table(any.clone(), json!([[3, 3]]), BUG);
    check_table(any, json!([[1, 1], [2, 2]]), BUG);
}

#[test]
fn the_order_counts_up_to_ties() {
    let sorted = |ties| Returns { order: Order::Sorted { ties }, ..two(vec![row(1, 1), row(1, 2), row(2, 3)]) };
    check_table(sorted(vec![2, 1]), json!([[1, 2], [1, 1], [2, 3]]), RIGHT);
    check_table(sorted(vec![1, 1, 1]), json!([[1, 2], [1, 1], [2, 3]]), BUG);
    check_table(sorted(vec![2, 1]), json!([[2, 3], [1, 1], [1, 2]]), BUG);
}

#[test]
fn other_columns_are_the_bug_where_they_were_reported() {
    let mut finding = Finding::new("Kuzu", "0.11.3", "kuzu", QUERY, two(vec![row(1, 2)]));
    let other = json!({ "version": "0.11.3", "answers": { QUERY: { "columns": ["n.k", "y"], "rows": [[1, 2]] } } });
    check("rows", run(&finding, other.clone(), true, &[]), RIGHT);
    finding.class = FailureClass::WrongColumns;
    check("columns", run(&finding, other, true, &[]), BUG);
    check("columns", run(&finding, state("0.11.3", table(json!([[1, 2]]))), true, &[]), RIGHT);
}

#[test]
fn a_refused_load_is_the_bug_where_it_was_reported_and_data_is_read_back() {
    let load = "CREATE (n0:A {k: 1}), (n1:B), (n0)-[:T {w: 0.5}]->(n1)";
    let reads = [
        ("MATCH (n) RETURN count(n)", json!([[2]])),
        ("MATCH ()-[r]->() RETURN count(r)", json!([[1]])),
        ("MATCH (n) RETURN n.k", json!([[null], [1]])),
        ("MATCH (n:A) RETURN count(n)", json!([[1]])),
        ("MATCH (n:B) RETURN count(n)", json!([[1]])),
        ("MATCH (a)-[r:T]->(b) RETURN a.k, r.w, b.k", json!([[1, 0.5, null]])),
    ];
    let answers = |refused: Option<&str>, last: Json| {
        let mut answers = serde_json::Map::new();
        for (query, rows) in &reads {
            answers.insert((*query).to_owned(), json!({ "columns": ["x", "y", "z"], "rows": rows }));
        }
        answers.insert(reads[5].0.to_owned(), json!({ "columns": ["x", "y", "z"], "rows": last }));
        if let Some(message) = refused {
            answers.insert(load.to_owned(), json!({ "error": message }));
        }
        json!({ "version": "5.26.30", "answers": answers })
    };
    let mut finding = Finding::new("Neo4j", "5.26.30", "neo4j", QUERY, two(Vec::new()));
    (finding.graph, finding.query, finding.expected) = (pair().0, None, None);
    let wrong = finding.with(FailureClass::Load, Response::Graph(Box::default()));
    let right = json!([[1, 0.5, null]]);
    check("read back", run(&wrong, answers(None, right.clone()), true, &[]), RIGHT);
    check("turned round", run(&wrong, answers(None, json!([[null, 0.5, 1]])), true, &[]), BUG);
    check("refused", run(&wrong, answers(Some("no"), right.clone()), true, &[]), UNTOLD);
    let refused = wrong.with_error("the key 5 is taken");
    check("refused", run(&refused, answers(Some("the key 6 is taken"), right.clone()), true, &[]), BUG);
    check("otherwise", run(&refused, answers(Some("out of luck"), right.clone()), true, &[]), UNTOLD);
    check("accepted", run(&refused, answers(None, right), true, &[]), RIGHT);
}

#[test]
fn a_database_that_is_not_empty_is_left_alone() {
    let finding = sample(&("Neo4j", "5.26.30", "neo4j"));
    let mut full = state("5.26.30", table(right_rows()));
    full["nodes"] = json!(3);
    let said = check("full", run(&finding, full, true, &[]), UNTOLD);
    assert!(said.contains("not empty"), "{said}");
}

#[test]
fn a_missing_or_old_python_is_told() {
    let finding = sample(ENGINES.first().expect("an engine"));
    let folder = tempfile::tempdir().expect("a folder");
    finding.write(folder.path());
    let run = |python: &str| {
        let output = Command::new("sh").arg(folder.path().join("repro.sh")).env("PYTHON", python).output().expect("sh");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for python in ["/nowhere/python", "false"] {
        assert!(check(python, run(python), UNTOLD).contains("PYTHON can name one"));
    }
}

#[test]
fn an_engine_without_a_client_has_its_statements_alone() {
    let finding = Finding::new("my engine", "1", "opencypher9", QUERY, two(vec![row(1, 2)]));
    let names: Vec<String> = finding.files().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["report.md", "graph.svg", "repro.cypher", "scenario.feature"]);
}

/// Runs Python in the folder of the scripts that come with the findings.
fn python(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new("python3");
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/repros"));
    command.env("PYTHONPATH", stubs().join("absent")).env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.output().expect("python3");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
    )
}

#[test]
fn scripts_of_the_documents_have_the_same_exit_codes() {
    for (program, code) in [
        ("import verdict; verdict.of(True, 1)", RIGHT),
        ("import verdict; verdict.of(True, 1); verdict.of(False, 1)", BUG),
        ("import verdict", UNTOLD),
        ("import verdict; verdict.of(False, 1); raise ValueError('x')", UNTOLD),
        ("import verdict; verdict.survives('import os; os.kill(os.getpid(), 11)', 2)", BUG),
        ("import verdict; verdict.survives('raise ValueError()', 2)", UNTOLD),
        ("import verdict; verdict.survives('pass', 2)", RIGHT),
    ] {
        let (ended, said) = python(&["-c", program]);
        assert_eq!(ended, Some(code), "{program}:\n{said}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/repros");
    for entry in std::fs::read_dir(folder).expect("the scripts").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        if name != "verdict.py" && name.ends_with(".py") {
            // Of servers, none listens on port 1.
            let argument = if name.contains("kuzu") { "kuzu" } else { "1" };
            check(&name, python(&[&name, argument]), UNTOLD);
        }
    }
}
