//! `reduce --all`: what a short hunt left to be reduced. No server, no network.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use graphlance_engines::Target;
use graphlance_engines::targets::{self, TargetOptions};
use graphlance_generate::Profile;
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Progress, Store, UNREDUCED, hunt};
use graphlance_oracles::{Gqs, languages};

const FAULTY: &str = "reference:optional-match-loses-row";

/// Findings that are left to the command; each takes seconds.
const LEFT: usize = 3;

/// Too short for a reduction when the hunt is over.
const OVERTIME: Duration = Duration::from_secs(7);

/// A hunt that reduces nothing when it is over: the folders of what it left.
fn unreduced(out: &Path) -> Vec<PathBuf> {
    let target: Arc<dyn Target> =
        targets::resolve(FAULTY, &TargetOptions::default()).expect("a target by its name").into();
    let store = Store::create(out).expect("a fresh folder");
    let budget = Budget::Time(Duration::from_secs(4));
    // What has a cause would be counted as it.
    let quick = Profile::built_in("quick").expect("a built-in profile");
    let config = Config { budget, adapt: false, overtime: OVERTIME, ..Config::new(quick) };
    let summary = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let counts = summary.unwrap_or_else(|failure| panic!("{failure}")).counts;
    let folders = std::fs::read_dir(out.join(UNREDUCED)).unwrap_or_else(|error| panic!("{error}: {counts:?}"));
    let mut folders: Vec<PathBuf> = folders.flatten().map(|entry| entry.path()).collect();
    assert!(counts.unreduced > 0 && folders.len() as u64 >= counts.unreduced, "{counts:?}");
    folders.sort();
    folders
}

#[test]
fn what_a_short_hunt_left_unreduced_is_reduced_all_at_once() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let out = place.path().join("out");
    let folders = unreduced(&out);
    folders.iter().skip(LEFT).for_each(|folder| std::fs::remove_dir_all(folder).expect("a folder less"));
    let check = |said: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
        command.env("NO_COLOR", "1").args(["reduce", "--all", "--budget", "500q"]).arg(&out);
        let output = command.output().expect("the program starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        said.iter().for_each(|part| assert!(text.contains(part), "`{part}` is not said:\n{text}"));
        text
    };
    let left = folders.len().min(LEFT);
    let all = format!("{left} of {left} findings still fail: 1 bugs");
    check(&[&all, "cause: OPTIONAL MATCH loses its row when its WHERE is never true", "written to"]);
    for folder in folders.iter().take(LEFT) {
        let read = |name: &str| read_found(&folder.join(name), &languages()).expect("a whole finding");
        let (before, after) = (read("case.json"), read("reduced.json"));
        assert!(after.text.len() < before.text.len(), "{}\n{}", before.text, after.text);
        assert!(after.discovery.reduced.clauses <= 4 && after.text.contains("OPTIONAL MATCH"), "{}", after.text);
    }
    // What is reduced is not reduced again.
    assert!(!check(&[&all]).contains("written to"));
}
