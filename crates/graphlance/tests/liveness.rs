//! `graphlance generate --liveness` as a user meets it.

use std::process::Command;

/// What the program prints, on standard output or, when it fails, on standard error, and its exit code.
fn run(arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    let output = command.arg("generate").args(arguments).env("NO_COLOR", "1").output().expect("the program starts");
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (String::from_utf8(text).expect("output is text"), output.status.code())
}

#[test]
fn the_tables_say_of_each_kind_how_many_matter() {
    let (text, code) = run(&["--liveness", "60", "--seed", "1", "--profile", "quick"]);
    assert_eq!(code, Some(0), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn the_same_is_one_json_object() {
    let (text, code) = run(&["--liveness", "20", "--profile", "quick", "--json"]);
    assert_eq!(code, Some(0), "{text}");
    let object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        object["statements"].as_u64().zip(object["undecided_statements"].as_u64()).map(|(a, b)| a + b),
        Some(20)
    );
    let rows = object["rows"].as_object().expect("an object");
    assert_eq!(rows.values().filter_map(serde_json::Value::as_u64).sum::<u64>(), object["statements"]);
    for (kind, tally) in object["parts"].as_object().expect("an object") {
        let count = |field: &str| tally[field].as_u64().unwrap_or_else(|| panic!("{kind} has no {field}"));
        assert!(count("live") + count("undecided") <= count("all"), "{kind}: {tally}");
    }
}

/// Checks that arguments are refused with a message that has this in it.
#[track_caller]
fn refused(arguments: &[&str], said: &str) {
    let (text, code) = run(arguments);
    assert_eq!(code, Some(1), "{arguments:?}: {text}");
    assert!(text.contains(said), "{arguments:?}: {text}");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    refused(&["--liveness", "0"], "--liveness must be 1 to");
    refused(&["--liveness", "10", "--stats"], "--stats");
    refused(&["--liveness", "10", "--count", "10"], "--count");
    refused(&["--liveness", "10", "--oracle", "tarot"], "gqs");
}
