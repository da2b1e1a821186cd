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

/// A bug as it stands under another name and fingerprint.
fn copied(bug: &Path, name: &str, fingerprint: &str) {
    let other = bug.with_file_name(name);
    std::fs::create_dir(&other).expect("a folder");
    for file in ["case.json", "bug.json", "original.json"] {
        let text = std::fs::read_to_string(bug.join(file)).expect("a file of the bug");
        std::fs::write(other.join(file), text.replace(fingerprint, name)).expect("a copy");
    }
}

#[test]
fn what_was_merged_into_another_bug_is_not_filed_again() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    check(folder, &[FAULTY, "--budget", "300q"], 2, "NEW BUG");
    let run = run_file(folder);
    let bugs: Vec<(&str, &str)> = run["bugs"]
        .as_array()
        .expect("bugs")
        .iter()
        .map(|bug| {
            let text = |key: &str| bug[key].as_str().expect("a text");
            (text("folder"), text("fingerprint"))
        })
        .collect();
    for (number, (bug, fingerprint)) in bugs.iter().enumerate() {
        let bug = folder.join("graphlance.out").join(bug);
        let name = format!("other-{number}");
        copied(&bug, &name, fingerprint);
        let mut merge = Command::new(env!("CARGO_BIN_EXE_graphlance"));
        merge.current_dir(folder).args(["bugs", "merge"]).arg(bug.file_name().expect("a name")).args(["--into", &name]);
        assert!(merge.output().expect("the program starts").status.success());
    }
    check(folder, &[FAULTY, "--budget", "600q", "--resume"], 2, "graphs");
    let after = run_file(folder);
    let again = |fingerprint: &str| {
        let bugs = after["bugs"].as_array().expect("bugs").iter();
        bugs.filter(|bug| bug["fingerprint"] == fingerprint).count()
    };
    for (_, fingerprint) in &bugs {
        assert_eq!(again(fingerprint), 1, "{after}");
    }
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
