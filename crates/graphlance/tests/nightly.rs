//! The nightly job of docs/ci.md, run step by step over several nights. No server, no network.

use std::path::{Path, PathBuf};
use std::process::Command;

const FAULTY: &str = "reference:unwind-first-row-after-match";

/// The shell steps of the workflow, in order: name and script.
fn steps() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ci/nightly.yml");
    let text = std::fs::read_to_string(path).expect("the workflow");
    let mut steps: Vec<(String, String)> = Vec::new();
    let (mut name, mut within) = (String::new(), false);
    for line in text.lines() {
        if let Some(found) = line.trim_start().strip_prefix("- name: ") {
            (name, within) = (found.to_owned(), false);
        } else if line.trim_start() == "run: |" {
            steps.push((std::mem::take(&mut name), String::new()));
            within = true;
        } else if within && line.starts_with("          ") {
            let script = &mut steps.last_mut().expect("a step").1;
            script.push_str(line.trim_start());
            script.push('\n');
        } else {
            within = false;
        }
    }
    steps
}

/// A team's repository, and the engine of the night.
struct Team {
    place: tempfile::TempDir,
}

impl Team {
    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn run(&self, engine: &str, script: &str) -> (bool, String) {
        let program = Path::new(env!("CARGO_BIN_EXE_graphlance")).parent().expect("a folder").display().to_string();
        let path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("bash");
        shell.args(["-e", "-c", script]).current_dir(self.place.path()).env("PATH", path).env("NO_COLOR", "1");
        shell.envs([("ENGINE", engine), ("BUDGET", "600q"), ("KNOWN", "graphlance-known"), ("GITHUB_RUN_NUMBER", "1")]);
        let output = shell.output().expect("bash");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.success(), said)
    }

    /// A night: each step with whether it succeeds. The first runs where there are bugs of before.
    fn check(&self, engine: &str, wanted: &[(&str, bool)]) {
        let _ = std::fs::remove_dir_all(self.path("night"));
        let before = std::fs::read_dir(self.path("graphlance-known/bugs")).is_ok_and(|mut bugs| bugs.next().is_some());
        let nightly = steps().into_iter().filter(|(name, _)| before || name != "The bugs of before");
        let ran: Vec<(String, bool, String)> = nightly
            .map(|(name, script)| {
                let (success, said) = self.run(engine, &script);
                (name, success, said)
            })
            .collect();
        let found: Vec<(&str, bool)> = ran.iter().map(|(name, success, _)| (&**name, *success)).collect();
        assert_eq!(found, wanted, "{ran:#?}");
    }

    fn tell(&self, script: &str) -> String {
        let (success, said) = self.run("", script);
        assert!(success, "{script}: {said}");
        said
    }
}

#[test]
fn a_new_bug_fails_a_night_a_known_or_mended_one_does_not_and_one_that_comes_back_does() {
    let team = Team { place: tempfile::tempdir().expect("a folder") };
    let [before, hunt, results] = ["The bugs of before", "A new hunt", "Results"];
    team.check(FAULTY, &[(hunt, false), (results, true)]);
    let page = std::fs::read_to_string(team.path("night/index.html")).expect("the page of the hunt");
    assert!(page.contains("<svg") && page.contains("1 new") || page.contains(" new</span>"), "{page}");

    team.tell("cp -r night/bugs/* graphlance-known/bugs/");
    team.tell(
        "for bug in graphlance-known/bugs/*; do graphlance bugs mark $bug known --link https://example.org/7; done",
    );
    team.check(FAULTY, &[(before, true), (hunt, true), (results, true)]);
    let junit = std::fs::read_to_string(team.path("replay.xml")).expect("results");
    assert!(
        junit.contains("skipped") && junit.contains("https://example.org/7") && !junit.contains("<failure"),
        "{junit}"
    );

    team.check("reference", &[(before, true), (hunt, true), (results, true)]);
    let listed = team.tell("graphlance bugs list graphlance-known");
    assert!(listed.contains(" fixed") && !listed.contains("known)"), "{listed}");

    team.check(FAULTY, &[(before, false), (hunt, false), (results, true)]);
    let listed = team.tell("graphlance bugs list graphlance-known --state regressed");
    assert!(listed.contains("regressed"), "{listed}");
    let junit = std::fs::read_to_string(team.path("replay.xml")).expect("results");
    assert!(junit.contains("<failure message=\"regressed: "), "{junit}");
    let again = team.tell("graphlance bugs list night --json");
    assert!(again.contains("\"state\": \"regressed\""), "{again}");
}

#[test]
fn bugs_are_exported_in_every_form_and_merged_and_split() {
    let team = Team { place: tempfile::tempdir().expect("a folder") };
    let (_, said) = team.run(FAULTY, "graphlance hunt $ENGINE --profile quick --budget 2000q --no-adapt --out night");
    let names: Vec<String> = std::fs::read_dir(team.path("night/bugs"))
        .unwrap_or_else(|error| panic!("{error}: {said}"))
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let bug = names.first().expect("a bug");
    for (form, part) in
        [("github", "Found by graphlance (fingerprint `"), ("markdown", "## Expected"), ("feature", "Scenario: ")]
    {
        let said = team.tell(&format!("graphlance bugs export {bug} --out night --format {form}"));
        assert!(said.contains(part), "{form}: {said}");
        team.tell(&format!("graphlance bugs export --out night --format {form} --to all-{form}"));
        let files = std::fs::read_dir(team.path(&format!("all-{form}"))).map_or(1, Iterator::count);
        assert_eq!(files, names.len(), "{form}");
    }
    let sarif: serde_json::Value =
        serde_json::from_str(&team.tell("graphlance bugs export --out night --format sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map_or(0, Vec::len), names.len(), "{sarif}");
    let (success, said) = team.run("", "graphlance bugs show nothing --out night");
    assert!(!success && said.contains("no bug of this name"), "{said}");

    let merged = |listed: &str| -> usize {
        let counts =
            listed.lines().filter_map(|line| line.trim().strip_prefix("with ")?.strip_suffix(" merged into it"));
        counts.filter_map(|count| count.parse::<usize>().ok()).sum()
    };
    let before = merged(&team.tell("graphlance bugs list night"));
    team.tell(&format!("cp -r night/bugs/{bug} night/bugs/other"));
    team.tell(&format!("graphlance bugs merge other --into {bug} --out night"));
    let listed = team.tell("graphlance bugs list night");
    // With it comes what was merged into it, since it is a copy.
    assert!(merged(&listed) == 2 * before + 1 && !listed.contains("other ("), "{before} {listed}");
    // What was merged stands where its bug stands: it is no known bug once that is mended.
    team.tell(&format!("graphlance bugs mark {bug} fixed --out night"));
    team.run(FAULTY, "graphlance hunt $ENGINE --profile quick --budget 600q --no-adapt --known night --out again");
    let listed = team.tell("graphlance bugs list again --state regressed");
    assert!(listed.contains("regressed"), "{listed}");
    team.tell("graphlance bugs split other --out night");
    assert!(team.tell("graphlance bugs list night").contains("other ("));
}
