//! `graphlance hunt --resume`: a hunt goes on in its folder. No server, no network.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

const FAULTY: &str = "reference:unwind-first-row-after-match";

fn hunt(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.current_dir(folder).env("NO_COLOR", "1").args(["hunt", "--profile", "quick"]).args(arguments);
    command.output().expect("the program starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Hunts in a folder; the exit code, and what must be said.
#[track_caller]
fn check(folder: &Path, arguments: &[&str], code: i32, part: &str) {
    let output = hunt(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{}", said(&output));
    assert!(said(&output).contains(part), "{arguments:?} does not say `{part}`:\n{}", said(&output));
}

fn run_file(folder: &Path) -> Json {
    let text = std::fs::read_to_string(folder.join("graphlance.out/run.json")).expect("a run file");
    serde_json::from_str(&text).expect("JSON")
}

fn number(run: &Json, counter: &str) -> u64 {
    run["counts"][counter].as_u64().unwrap_or_else(|| panic!("{counter}"))
}

#[test]
fn a_hunt_goes_on_with_its_counters_and_files_no_bug_again() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    check(folder, &[FAULTY, "--budget", "600q"], 2, "NEW BUG");
    let first = run_file(folder);
    check(folder, &[FAULTY, "--budget", "1200q", "--resume"], 2, "graphs");
    let both = run_file(folder);
    assert!(number(&first, "cases") >= 590 && number(&both, "cases") >= 1190, "{both}");
    assert!(number(&both, "cases") <= 1300 && number(&both, "graphs") > number(&first, "graphs"), "{both}");
    let fingerprints = |run: &Json| -> Vec<String> {
        let bugs = run["bugs"].as_array().expect("bugs").iter();
        bugs.filter_map(|bug| Some(bug["fingerprint"].as_str()?.to_owned())).collect()
    };
    let (before, after) = (fingerprints(&first), fingerprints(&both));
    assert!(!before.is_empty() && after.starts_with(&before), "{before:?} {after:?}");
    let mut distinct = after.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), after.len());
    let learned = |run: &Json| run["adaptation"].as_array().map_or(0, Vec::len);
    assert!(learned(&both) >= learned(&first), "what was learned stays");
    assert!(!folder.join("graphlance.out.1").exists(), "the folder is the same");
}

#[test]
fn what_was_told_something_else_is_not_gone_on_with() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    check(folder, &["reference", "--budget", "50q", "--resume"], 1, "graphlance.out");
    check(folder, &["reference", "--budget", "50q"], 0, "graphs");
    check(folder, &["reference", "--budget", "90q", "--resume", "--seed", "2"], 1, "told another seed (1)");
    check(folder, &["reference", "--budget", "90q", "--resume", "--oracle", "gqs"], 1, "told another oracle");
    check(folder, &["reference", "--budget", "90q", "--resume", "--no-adapt"], 1, "told another no-adapt (false)");
    check(folder, &[FAULTY, "--budget", "90q", "--resume"], 1, "told another target (reference)");
    check(folder, &["reference", "--budget", "90q", "--resume"], 0, "graphs");
}
