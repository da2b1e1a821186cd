//! `doctor`, `probe`, `engines` and `known` on a good, a broken and a missing engine. No server, no network.

use std::path::Path;
use std::process::{Command, Output};

/// A worker that says hello and then fails at everything.
const BROKEN: &str = r#"exec:sh -c 'while read line; do case "$line" in *hello*) echo "{\"hello\":{\"protocol\":1,\"identity\":{\"engine\":\"Broken\",\"version\":\"0.1\"}}}";; *) echo "{\"error\":{\"class\":\"runtime\",\"message\":\"out of order\"}}";; esac; done'"#;

const MISSING: &str = "exec:./no-such-worker";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.current_dir(folder).env("NO_COLOR", "1").env("GRAPHLANCE_ENGINES", folder.join("engines"));
    command.env("GRAPHLANCE_LAUNCHERS", folder).args(arguments).output().expect("the program starts")
}

/// What is said, with each number replaced by `#`, so that times do not matter.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let mut plain = String::new();
    for character in text.chars() {
        let number = character.is_ascii_digit() || (character == '.' && plain.ends_with('#'));
        if !number {
            plain.push(character);
        } else if !plain.ends_with('#') {
            plain.push('#');
        }
    }
    plain
}

#[track_caller]
fn check(arguments: &[&str], code: i32) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = run(folder.path(), arguments);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    text
}

#[test]
fn doctor_finds_a_good_engine_good() {
    insta::assert_snapshot!(check(&["doctor", "reference"], 0));
}

#[test]
fn doctor_names_what_is_broken_and_what_to_do() {
    insta::assert_snapshot!(check(&["doctor", BROKEN], 4));
}

#[test]
fn doctor_says_when_there_is_nobody() {
    insta::assert_snapshot!(check(&["doctor", MISSING], 4));
}

#[test]
fn probe_writes_what_it_learned() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let good = run(folder.path(), &["probe", "reference", "--out", "good.toml"]);
    assert_eq!(good.status.code(), Some(0), "{}", said(&good));
    let bad = run(folder.path(), &["probe", "reference:distinct-drops-nulls", "--out", "bad.toml"]);
    assert_eq!(bad.status.code(), Some(2), "{}", said(&bad));
    insta::assert_snapshot!("probe_of_a_faulty_engine", said(&bad));
    let text = std::fs::read_to_string(folder.path().join("bad.toml")).expect("the dialect");
    insta::assert_snapshot!("dialect_of_a_faulty_engine", text);
    let used = run(folder.path(), &["generate", "--dialect", "bad.toml", "--count", "1"]);
    assert_eq!(used.status.code(), Some(0), "{}", said(&used));
}

#[test]
fn probe_of_a_broken_or_missing_engine_ends_with_4() {
    insta::assert_snapshot!(check(&["probe", BROKEN], 4) + &check(&["probe", MISSING], 4));
}

#[test]
fn engines_are_listed_and_unknown_ones_are_named() {
    let list = check(&["engines"], 0);
    for part in ["Neo#j (cypher): community edition", "can be installed", "built in", "and others, by kuzu@VERSION"] {
        assert!(list.contains(part), "{part}\n{list}");
    }
    assert!(check(&["engines", "install", "neo5j"], 1).contains("known are age, arcadedb,"));
    assert!(check(&["engines", "install", "falkordb@1.0"], 1).contains("has no version"));
}

#[test]
fn a_broken_launcher_is_refused_by_file_and_key() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("mine.toml"), "name = 'mine'\nspeling = 1\n").expect("a file");
    let output = run(folder.path(), &["engines"]);
    let text = said(&output);
    assert!(output.status.code() == Some(1) && text.contains("mine.toml") && text.contains("speling"), "{text}");
}

#[test]
fn known_bugs_are_listed_and_files_checked() {
    assert!(check(&["known", "list"], 0).contains("github.com/apache/age/issues"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("mine.toml"), "[[bug]]\nid = 'x'\n").expect("a file");
    let output = run(folder.path(), &["known", "list", "--file", "mine.toml"]);
    assert!(output.status.code() == Some(1) && said(&output).contains("mine.toml"), "{}", said(&output));
}

#[test]
fn a_database_of_others_is_not_hunted_without_leave() {
    assert!(check(&["hunt", "bolt://127.0.0.1:1"], 1).contains("--use-database"));
}

/// Hunts grafeo in a process with these variables, of which an empty one is not set.
#[track_caller]
fn check_hunts_with(environment: &[(&str, &str)], limit: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit}; exec \"$0\" hunt grafeo --budget 20q --profile quick --seed 3 --out out")]);
    command.arg(env!("CARGO_BIN_EXE_graphlance")).current_dir(folder.path()).env_remove("GRAPHLANCE_ENGINES");
    for (name, value) in environment {
        if value.is_empty() {
            command.env_remove(name)
        } else {
            command.env(name, value)
        };
    }
    let output = command.output().expect("it starts");
    assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{environment:?} {limit}: {}", said(&output));
}

#[test]
fn the_embedded_engine_needs_no_home_no_temporary_folder_and_little_memory() {
    check_hunts_with(&[("HOME", ""), ("XDG_CACHE_HOME", ""), ("XDG_CONFIG_HOME", "")], "true");
    check_hunts_with(&[("HOME", "/dev/null"), ("TMPDIR", "/nonexistent")], "true");
    check_hunts_with(&[], "ulimit -v 800000");
}

#[test]
fn a_missing_temporary_folder_is_named_where_one_is_needed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let launcher = "name = 'mine'\nproduct = 'Mine'\ndescription = ''\nlanguages = ['cypher']\nprotocol = 'bolt'\n\
                    default = '1'\nversions = { '1' = '1' }\n[start]\ncommand = ['true']\nports = ['one']\n";
    std::fs::write(folder.path().join("mine.toml"), launcher).expect("a launcher");
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.args(["doctor", "mine", "--dialect", "opencypher9"]).env("GRAPHLANCE_LAUNCHERS", folder.path());
    let output = command.env("TMPDIR", "/nonexistent").output().expect("it starts");
    let text = said(&output);
    assert!(text.contains("/nonexistent") && text.contains("set TMPDIR"), "{text}");
}
