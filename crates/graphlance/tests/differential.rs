//! `graphlance conform --random`: the reference against targets on random statements. No server, no network.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

const FAULTY: &str = "reference:second-label-ignored";
/// What then explains wrong answers.
const CAUSE: &str = "only the first of several labels is checked";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.current_dir(folder).env("NO_COLOR", "1").arg("conform").args(arguments);
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Runs it in a folder and compares the exit code; the output must contain each of `parts`.
#[track_caller]
fn check(folder: &Path, arguments: &[&str], code: i32, parts: &[&str]) {
    let output = command(folder, arguments).output().expect("the program starts");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    for part in parts {
        assert!(text.contains(part), "{arguments:?} does not say `{part}`:\n{text}");
    }
}

/// What it prints for programs.
#[track_caller]
fn listing(folder: &Path, arguments: &[&str], code: i32) -> Json {
    let output = command(folder, arguments).arg("--json").output().expect("the program starts");
    assert_eq!(output.status.code(), Some(code), "{}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", said(&output)))
}

fn place() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The fingerprints of bugs, sorted.
fn fingerprints(bugs: &Json) -> Vec<String> {
    let all = bugs.as_array().expect("a list").iter();
    let mut all: Vec<String> = all.filter_map(|each| Some(each["fingerprint"].as_str()?.to_owned())).collect();
    all.sort();
    all
}

#[test]
fn the_reference_does_what_it_says() {
    let place = place();
    let kinds = ["synthesis  ", "reads  ", "writes  ", "expressions  ", "temporal  "];
    check(place.path(), &["reference", "--random", "400", "--seed", "3"], 0, &kinds);
    let listing = listing(place.path(), &["reference", "--random", "200", "--kind", "writes", "--workers", "2"], 0);
    assert_eq!((&listing["statements"], &listing["denied"]), (&Json::from(200), &Json::from(0)));
    let kinds: Vec<&String> = listing["stated"].as_object().into_iter().flat_map(|kinds| kinds.keys()).collect();
    assert_eq!(kinds, ["writes"]);
    assert!(place.path().join("conform.out.1/run.json").exists(), "an older folder is kept");
}

#[test]
fn a_planted_fault_is_found_reduced_and_grouped() {
    let place = place();
    let run = [FAULTY, "--random", "400", "--out", "out"];
    let found = listing(place.path(), &run, 2);
    let differences = found["differences"].as_array().expect("a list");
    // Rows and graphs that are wrong for one cause are one difference.
    let explained: Vec<&Json> = differences.iter().filter(|each| each["cause"] == CAUSE).collect();
    let [read] = explained[..] else { panic!("not one cause: {found:#}") };
    assert!(read["statement"].as_str().is_some_and(|text| text.contains("(:A:B)")), "{read:#}");
    assert!(read["count"].as_u64() > Some(1), "{read:#}");
    assert!(differences.len() < 6, "{found:#}");
    let folder = read["folder"].as_str().expect("a folder");
    let report = std::fs::read_to_string(place.path().join("out").join(folder).join("report.md")).expect("a report");
    assert!(report.contains("(:A:B)"), "{report}");
    // The same ones are known then, and a folder of them can be replayed.
    let known = [FAULTY, "--random", "400", "--out", "again", "--known", "out"];
    check(place.path(), &known, 3, &["known"]);
    let mut replay = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    let replay =
        replay.current_dir(place.path()).args(["replay", &format!("out/{folder}")]).output().expect("it starts");
    assert_eq!(replay.status.code(), Some(2), "{}", said(&replay));
}

#[test]
fn errors_that_do_not_come_and_other_graphs_are_differences_with_causes() {
    let place = place();
    let run = ["reference:comma-patterns-with-filter-empty", "--random", "600", "--kind", "writes"];
    let found = listing(place.path(), &run, 2);
    let differences = found["differences"].as_array().expect("a list");
    let cause = "a MATCH of several patterns with a WHERE has no match";
    let explained: Vec<&Json> = differences.iter().filter(|each| each["cause"] == cause).collect();
    let [one] = explained[..] else { panic!("not one cause: {found:#}") };
    assert_eq!(one["class"], "missing_error", "{one:#}");
    assert!(one["reference"].as_str().is_some_and(|text| text.starts_with("error: ")), "{one:#}");
    assert!(one["count"].as_u64() > Some(9), "{one:#}");
}

#[test]
fn a_run_that_was_ended_goes_on_to_the_same_end() {
    let place = place();
    let run = |out: &'static str| [FAULTY, "--random", "3000", "--seed", "5", "--out", out];
    let whole = listing(place.path(), &run("whole"), 2);
    let mut child = command(place.path(), &run("parts"));
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let events: PathBuf = place.path().join("parts/events.jsonl");
    let begun = Instant::now();
    while std::fs::metadata(&events).map_or(0, |file| file.len()) == 0 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success(), "it had ended before it found anything");
    assert_eq!(child.wait().expect("an end").code(), Some(2));
    let part: Json =
        serde_json::from_str(&std::fs::read_to_string(place.path().join("parts/run.json")).expect("a run"))
            .expect("JSON");
    assert!(part["reached"]["next"].as_u64() < Some(75), "it was not ended early: {}", part["reached"]);
    let resumed = listing(place.path(), &[&run("parts")[..], &["--resume"]].concat(), 2);
    assert_eq!(resumed["stated"], whole["stated"]);
    // What the first part filed is still there, once. Which bugs reductions tell apart is a matter of time.
    let fingerprints = fingerprints(&resumed["differences"]);
    assert!(fingerprints.windows(2).all(|pair| pair[0] != pair[1]), "{fingerprints:?}");
    for filed in self::fingerprints(&part["bugs"]) {
        assert!(fingerprints.contains(&filed), "{filed} is lost: {fingerprints:?}");
    }
}

#[test]
fn what_cannot_be_gone_on_with_is_said() {
    let place = place();
    check(place.path(), &["reference", "--random", "10", "--resume"], 1, &["conform.out", "there is no such folder"]);
    check(place.path(), &["reference", "--random", "10", "--kind", "gossip"], 1, &["gossip", "temporal"]);
    check(place.path(), &["reference", "--random", "0"], 1, &["--random"]);
    check(place.path(), &["reference", "--seed", "2"], 1, &["--random"]);
    check(place.path(), &["reference", "--random", "40", "--seed", "2"], 0, &["no difference in 40 statements"]);
    check(place.path(), &["reference", "--random", "40", "--seed", "3", "--resume"], 1, &["told something else"]);
    // More statements than before are what a longer run would have had.
    check(place.path(), &["reference", "--random", "80", "--seed", "2", "--resume"], 0, &["no difference in 80"]);
    let running = ["falkordb://127.0.0.1:1", "--random", "10"];
    check(place.path(), &running, 1, &["--use-database"]);
}
