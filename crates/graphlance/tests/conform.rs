//! `graphlance conform` with a suite of four scenarios: no server, no network. Tests that are marked as ignored install and start
//! engines of Gremlin, and ask them the whole feature suite of TinkerPop:
//! `cargo test -p graphlance --test all conform:: -- --ignored --nocapture`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// One that passes, one that fails, one error, one with a parameter.
const SUITE: &str = r#"{"path":"clauses/return/A.feature","name":"[1] one","row":0,"steps":[{"t":"any graph"},{"t":"executing query:","doc":"RETURN 1 AS x"},{"t":"the result should be, in any order:","table":[["x"],["1"]]},{"t":"no side effects"}]}
{"path":"clauses/create/B.feature","name":"[1] wrong on purpose","row":0,"steps":[{"t":"an empty graph"},{"t":"executing query:","doc":"CREATE (a:A {k: 1}) RETURN a"},{"t":"the result should be, in any order:","table":[["a"],["(:A {k: 1})"]]},{"t":"the side effects should be:","table":[["+nodes","2"]]}]}
{"path":"clauses/return/A.feature","name":"[2] an error","row":0,"steps":[{"t":"any graph"},{"t":"executing query:","doc":"RETURN y"},{"t":"a SyntaxError should be raised at compile time: UndefinedVariable"}]}
{"path":"expressions/map/C.feature","name":"[1] a parameter","row":2,"steps":[{"t":"any graph"},{"t":"parameters are:","table":[["p","{a: 'it'}"]]},{"t":"executing query:","doc":"RETURN $p.a AS x"},{"t":"the result should be, in any order:","table":[["x"],["'it'"]]}]}
"#;

fn conform(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.current_dir(folder).env("NO_COLOR", "1").env_remove("GRAPHLANCE_CONFORMANCE");
    command.arg("conform").args(arguments).output().expect("the program starts")
}

/// Runs it beside the suite and compares exit code and text.
fn check(arguments: &[&str], code: i32, said: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [
        ("suite.jsonl", SUITE),
        ("known.txt", "# fails on purpose\nclauses/create/B.feature [1] wrong on purpose #0\n"),
        ("broken.jsonl", "{\"path\":\"x\"}\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let output = conform(folder.path(), arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    for part in said {
        assert!(text.contains(part), "{arguments:?} does not say `{part}`:\n{text}");
    }
}

#[test]
fn a_failure_ends_with_2_unless_the_baseline_lists_it() {
    let suite = ["reference", "--suite", "suite.jsonl"];
    check(&suite, 2, &["all                                           4       3       1        0     75.0"]);
    check(&[&suite[..], &["--failures"]].concat(), 2, &["failed clauses/create/B.feature", "+nodes"]);
    check(&[&suite[..], &["--baseline", "known.txt"]].concat(), 0, &["write"]);
    check(&[&suite[..], &["--json"]].concat(), 2, &["\"failed\":1", "\"failed_ids\":[\"clauses/create/B"]);
    check(&[&suite[..], &["--only", "A.feature"]].concat(), 0, &["clauses/return"]);
}

/// One that passes, one that fails, an error, one that is out of scope.
const GREMLIN_SUITE: &str = r#"{"path":"map/A.feature","name":"passes","row":0,"tags":["@StepMap"],"steps":[{"t":"the empty graph"},{"t":"using the parameter x defined as \"d[2].i\""},{"t":"the traversal of","doc":"g.inject(1).union(__.identity(), __.constant(x))"},{"t":"iterated to list"},{"t":"the result should be unordered","table":[["result"],["d[2].i"],["d[1].i"]]}]}
{"path":"map/A.feature","name":"fails","row":0,"tags":[],"steps":[{"t":"the empty graph"},{"t":"the traversal of","doc":"g.inject(1)"},{"t":"iterated to list"},{"t":"the result should be unordered","table":[["result"],["d[1].l"]]}]}
{"path":"map/B.feature","name":"error","row":0,"tags":[],"steps":[{"t":"the empty graph"},{"t":"the traversal of","doc":"g.inject('a').sum()"},{"t":"iterated to list"},{"t":"the traversal will raise an error"}]}
{"path":"map/C.feature","name":"rank","row":0,"tags":["@GraphComputerOnly"],"steps":[{"t":"the empty graph"},{"t":"the traversal of","doc":"g.V().pageRank()"},{"t":"iterated to list"},{"t":"the result should be empty"}]}
"#;

#[test]
fn the_feature_suite_of_gremlin_runs_on_its_reference() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("suite.jsonl"), GREMLIN_SUITE).expect("a file");
    let output = conform(folder.path(), &["--language", "gremlin", "--suite", "suite.jsonl", "--failures"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    for part in [
        "all                                           4       2       1        1     66.7",
        "skipped 1: graph computers (OLAP)",
        "failed map/A.feature fails #0",
        "these came: 1:int",
    ] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
    let output = conform(folder.path(), &["neo4j", "--language", "gremlin", "--suite", "suite.jsonl"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn targets_are_run_through_their_drivers() {
    // The reference behind a driver, with a fault that the suite does not see.
    check(&["reference:limit-before-sort", "--suite", "suite.jsonl"], 2, &["4       3       1        0"]);
}

#[test]
fn a_worker_of_less_than_a_hundred_lines_attaches_an_engine() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/worker.py");
    let text = std::fs::read_to_string(&example).expect("the example");
    assert!(text.lines().count() < 100, "{}", text.lines().count());
    if Command::new("python3").arg("--version").output().is_err() {
        println!("SKIPPED: there is no python3");
        return;
    }
    let target = format!("exec:python3 '{}'", example.display());
    // What it knows passes, what it does not know is an error, and one scenario asks for an error.
    check(&[&target, "--suite", "suite.jsonl"], 2, &["toy 1.0", "4       2       2        0"]);
    check(&["exec:./missing-worker", "--suite", "suite.jsonl"], 4, &["missing-worker"]);
}

#[test]
fn what_cannot_be_read_is_named() {
    check(&["reference"], 1, &["--suite", "GRAPHLANCE_CONFORMANCE"]);
    check(&["reference", "--suite", "missing.jsonl"], 1, &["missing.jsonl"]);
    check(&["reference", "--suite", "broken.jsonl"], 1, &["broken.jsonl", "line 1"]);
    check(&["reference", "--suite", "suite.jsonl", "--only", "nothing"], 1, &["nothing"]);
    check(&["mysql", "--suite", "suite.jsonl"], 1, &["mysql", "grafeo"]);
}

/// All that an engine fails in the feature suite is in the list that says why, and all in the list fails.
#[track_caller]
fn check_engine(target: &str, list: &str) {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let folder = std::env::var_os("GRAPHLANCE_CONFORMANCE").map_or(beside, PathBuf::from);
    let suite = folder.join("gremlin-public.jsonl");
    if !suite.is_file() {
        println!("THE FEATURE SUITE IS SKIPPED on {target}");
        return;
    }
    let baseline = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conform/tests/baseline").join(list);
    let out = tempfile::tempdir().expect("a temporary folder");
    let (suite, baseline) = (suite.display().to_string(), baseline.display().to_string());
    // Some scenarios count millions of paths, and the machine may be busy.
    let output = conform(out.path(), &[target, "--suite", &suite, "--baseline", &baseline, "--deadline", "60"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    println!("{text}");
    assert_eq!(output.status.code(), Some(0), "{target}\n{text}");
    assert!(!text.contains("in the baseline, but passes"), "{target}\n{text}");
}

#[test]
#[ignore = "installs and starts TinkerGraph"]
fn tinkergraph_of_each_version_fails_of_the_feature_suite_what_is_listed() {
    for version in ["3.8.1", "3.7.5", "3.6.2"] {
        check_engine(&format!("tinkergraph@{version}"), &format!("tinkergraph-{version}.txt"));
    }
}

#[test]
#[ignore = "installs and starts JanusGraph"]
fn janusgraph_fails_of_the_feature_suite_what_is_listed() {
    check_engine("janusgraph@1.1.0", "janusgraph-1.1.0.txt");
}

#[test]
#[ignore = "installs and starts ArcadeDB"]
fn arcadedb_fails_of_the_feature_suite_of_gremlin_what_is_listed() {
    check_engine("arcadedb-gremlin@25.3.1", "arcadedb-gremlin-25.3.1.txt");
}
