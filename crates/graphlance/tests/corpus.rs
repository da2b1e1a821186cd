//! `replay corpus`: published bugs on a sound, a faulty and a missing engine. No server, no network.

use std::path::Path;
use std::process::Command;

/// A bug that the planted fault shows, one that it does not, and one whose answer the language leaves open.
const MINE: &str = "paper = 'Some | paper'\nlink = 'https://example.org'\n\
    [[case]]\nname = 'nulls'\nengine = 'X'\nversion = '1'\nissue = 'x/y#7'\nstatements = ['UNWIND [1, null] AS x RETURN DISTINCT x']\n\
    [[case]]\nname = 'pair'\nengine = 'X'\nstatements = ['CREATE ()']\ntwin = ['WITH 1 AS x CREATE ()']\n\
    [[case]]\nname = 'open'\nengine = 'X'\nstatements = ['RETURN rand() AS x']\n";

/// Runs the verb in a folder with the file above; gives what it printed, and compares the exit code.
#[track_caller]
fn check(arguments: &[&str], code: i32) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("mine.toml"), MINE).expect("a file");
    run(folder.path(), arguments, code)
}

#[track_caller]
fn run(folder: &Path, arguments: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.current_dir(folder).env("NO_COLOR", "1").env_remove("RUST_BACKTRACE").arg("replay").args(arguments);
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}{errors}");
    if code == 1 { errors.into_owned() } else { text }
}

#[test]
fn the_table_says_which_bug_shows_on_which_target() {
    let on = ["mine.toml", "--target", "reference", "--target", "reference:distinct-drops-nulls"];
    insta::assert_snapshot!(check(&on, 2));
}

#[test]
fn as_json_there_is_what_each_statement_must_do_and_what_it_did() {
    let text = check(&["mine.toml", "--target", "reference:distinct-drops-nulls", "--only", "nulls", "--json"], 2);
    let told: serde_json::Value = serde_json::from_str(&text).expect("one JSON object");
    let case = &told["cases"][0];
    assert_eq!(case["must_be"][0], "x: 1; null; then 0 nodes, 0 relationships");
    assert_eq!((&case["on"][0]["shown"], &case["on"][0]["shows"]), (&"WRONG".into(), &true.into()));
}

#[test]
fn what_comes_with_graphlance_shows_nothing_on_the_reference() {
    let text = check(&["corpus", "--target", "reference", "--times", "1"], 0);
    for part in ["dinkel-mismatch2 |", "gdsmith-uniqueness |", "gqs-falkordb-731 |", "**right**"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn where_nothing_is_decided_or_nobody_answers_the_exit_code_says_so() {
    check(&["mine.toml", "--only", "open", "--target", "reference"], 5);
    let gone = ["mine.toml", "--target", "exec:./no-such-worker", "--dialect", "opencypher9"];
    assert!(check(&gone, 4).contains("not tried"));
}

#[test]
fn wrong_usage_is_told() {
    assert!(check(&["corpus", "--only", "no such bug", "--target", "reference"], 1).contains("no such bug"));
    assert!(check(&["graphlance.out", "--json"], 1).contains("replay corpus"));
    assert!(check(&["nowhere.toml"], 1).contains("nowhere.toml"));
}
