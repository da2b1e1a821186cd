//! The command line as a user meets it: exit codes, messages, interrupted and killed hunts. No server, no network.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn graphlance(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.args(arguments).env_remove("RUST_BACKTRACE").env("NO_COLOR", "1");
    command
}

fn output(arguments: &[&str]) -> Output {
    graphlance(arguments).output().expect("the program starts")
}

/// Runs the program and compares its exit code; the output must contain each of `said`.
fn check(arguments: &[&str], code: i32, said: &[&str]) {
    let output = output(arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    for part in said {
        assert!(text.contains(part), "{arguments:?} does not say `{part}`:\n{text}");
    }
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a temporary path is text")
}

const FAULTY: &str = "reference:optional-match-loses-row";

#[test]
fn wrong_usage_ends_with_1_and_says_what_is_known() {
    check(&["hunt", "--budget", "60"], 1, &["60s", "5000q"]);
    check(&["frobnicate"], 1, &["frobnicate"]);
    check(&[], 1, &["hunt"]);
    check(&["hunt", "mysql"], 1, &["mysql", "falkordb", "grafeo"]);
    check(&["hunt", "--profile", "vast"], 1, &["vast", "quick", "gqs"]);
    check(&["hunt", "--dialect", "klingon"], 1, &["klingon", "opencypher9"]);
    check(&["hunt", "--workers", "0"], 1, &["--workers"]);
    check(&["hunt", "reference:gremlins"], 1, &["gremlins", "second-label-ignored"]);
    check(&["oracles", "explain", "tarot"], 1, &["tarot", "gqs"]);
    check(&["replay", "/nonexistent/case.json"], 1, &["/nonexistent/case.json"]);
    check(&["bugs", "list", "--out", "/nonexistent"], 1, &["/nonexistent"]);
}

#[test]
fn help_teaches_and_shows_the_exit_codes() {
    check(&["--help"], 0, &["Examples:", "graphlance hunt falkordb", "130", "replay: still fails"]);
    check(&["hunt", "--help"], 0, &["--no-adapt", "Ctrl-C", "70"]);
    check(&["hunt", "--help"], 0, &["--load-deadline", "nothing was decided"]);
    check(&["replay", "--help"], 0, &["--dialect", "--times"]);
    check(&["--version"], 0, &[env!("CARGO_PKG_VERSION")]);
}

#[test]
fn the_oracles_explain_themselves() {
    check(&["oracles", "list"], 0, &["gqs", "reference", "partition", "equivalence"]);
    check(&["generate", "--oracle", "partition", "--dialect", "kuzu", "--count", "1"], 0, &["MATCH"]);
    check(&["oracles", "explain", "gqs"], 0, &["bug"]);
    check(&["oracles", "explain", "de_morgan"], 0, &["NOT (NOT p OR NOT q)"]);
}

#[test]
fn soundness_is_told_by_relation_and_wants_a_second_evaluator_where_it_is_asked() {
    let partition = ["oracles", "soundness", "partition", "--cases", "50", "--workers", "2"];
    check(&partition, 0, &["vacuous", "  partition_rows", "a second"]);
    check(&[&partition[..], &["--naive", "--profile", "quick"]].concat(), 0, &["  partition_rows"]);
    check(&["oracles", "soundness", "gqs", "--dialect", "tinkergraph"], 1, &["gqs cannot be asked in tinkergraph"]);
    let only = ["--cases", "20", "--profile", "quick", "--only", "spouses"];
    check(&[&["oracles", "soundness", "gamera"], &only[..]].concat(), 0, &["  spouses", " 20 "]);
    check(&[&["oracles", "soundness", "partition"], &only[..]].concat(), 1, &["--only says nothing to partition"]);
    check(&["oracles", "soundness", "gamera", "--only", "spouse"], 1, &["no relation or rewrite `spouse`"]);
    let gremlin = ["--dialect", "tinkerpop3.8", "--only", "parts_by_a_key"];
    check(&[&["oracles", "soundness", "partition", "--cases", "9"], &gremlin[..]].concat(), 0, &["  parts_by_a_key"]);
    let apart =
        ["oracles", "soundness", "disassembly", "--cases", "20", "--dialect", "tinkerpop3.8", "--only", "barrier"];
    check(&apart, 0, &["  barrier                                             20          20"]);
    check(&["oracles", "power", "equivalence", "--cases", "2", "--only", "foreach_nothing"], 0, &["  foreach_nothing"]);
    check(&["oracles", "power", "disassembly", "--cases", "2", "--only", "pattern_by_ids"], 0, &["  pattern_by_ids"]);
}

#[test]
fn an_unreachable_server_ends_with_4_and_is_named() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let hunt = ["hunt", "falkordb://127.0.0.1:1", "--use-database", "--out", path(&out), "--budget", "1s"];
    check(&hunt, 4, &["127.0.0.1:1"]);
}

#[test]
fn a_sound_target_ends_with_0() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    check(
        &["hunt", "reference", "--profile", "quick", "--budget", "100q", "--out", path(&out)],
        0,
        &["checks", "100.0 % valid", "0 new"],
    );
    check(&["bugs", "list", "--out", path(&out)], 0, &["no bugs"]);
    check(&["reduce", "--all", path(&out)], 0, &["nothing is left to be reduced"]);
    check(&["reduce", "--all", path(place.path())], 1, &["nothing to reduce"]);
}

#[test]
fn the_self_check_finds_its_planted_fault() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let hunt = ["hunt", "reference", "--self-check", "--profile", "quick", "--budget", "10q", "--out", path(&out)];
    check(&hunt, 0, &["a planted fault was found"]);
}

#[test]
fn a_bug_is_reported_listed_shown_and_replayed() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let hunt = ["hunt", FAULTY, "--profile", "quick", "--budget", "600q", "--no-adapt", "--out", path(&out)];
    check(&hunt, 2, &["NEW BUG", "graphlance replay ", "graphlance reduce "]);
    let bug = first_bug(&out);
    for file in ["report.md", "graph.svg", "case.json", "original.json", "repro.cypher", "scenario.feature"] {
        assert!(bug.join(file).exists(), "{file}");
    }
    check(&["bugs", "list", "--out", path(&out)], 0, &["failed 5 of 5 replays"]);
    check(&["bugs", "show", path(bug.file_name().unwrap().as_ref()), "--out", path(&out)], 0, &["OPTIONAL MATCH"]);
    check(&["replay", path(&bug)], 2, &["still fails"]);
    check(&["replay", path(&bug), "--target", "reference"], 0, &["no longer fails"]);
    check(&["reduce", path(&bug), "--budget", "20s"], 2, &["written to"]);
    assert!(bug.join("reduced.json").exists());
    // The same hunt again, with the bugs known.
    let again = place.path().join("again");
    let mut hunt = hunt.to_vec();
    *hunt.last_mut().unwrap() = path(&again);
    hunt.extend(["--known", path(&out)]);
    check(&hunt, 3, &["known"]);
}

#[test]
fn a_case_of_another_version_is_refused_by_both_numbers() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("case.json");
    std::fs::write(&file, "{\"version\": 99}").unwrap();
    check(&["replay", path(&file)], 1, &["case.json", "99", "version 1"]);
    std::fs::write(&file, "{\"version\": 1}").unwrap();
    check(&["replay", path(&file)], 1, &["case.json", "missing field"]);
    std::fs::write(&file, "nonsense").unwrap();
    check(&["replay", path(&file)], 1, &["case.json", "no JSON"]);
}

#[test]
fn a_broken_config_file_is_refused_with_its_name() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("hunt.toml");
    std::fs::write(&file, "budgett = '60s'").unwrap();
    check(&["hunt", "--config", path(&file)], 1, &["hunt.toml", "budgett"]);
}

#[test]
fn an_unwritable_folder_is_refused() {
    check(
        &["hunt", "reference", "--out", "/proc/graphlance.out", "--budget", "10q"],
        1,
        &["/proc/graphlance.out", "--out"],
    );
}

#[test]
fn generated_cases_are_one_json_object_a_line() {
    let output = output(&["generate", "--profile", "quick", "--count", "5", "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 5);
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in ["graph", "load", "statement", "text", "claim"] {
            assert!(!case[field].is_null(), "{field}: {line}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let stats = || {
        let text = String::from_utf8(output(&["generate", "--profile", "quick", "--count", "200", "--stats"]).stdout);
        text.unwrap().lines().filter(|line| line.starts_with("hash")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(stats(), stats());
    assert_eq!(stats().len(), 1);
}

#[test]
fn measures_are_read_from_files() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("q.cypher");
    std::fs::write(&file, "MATCH (a)-[r]->(b) WHERE a.k = 1 RETURN b.k AS x;\nRETURN 1 AS x;\n").unwrap();
    check(&["measure", path(&file)], 0, &["relationship patterns 1", "clauses 2"]);
    let made = "CREATE (a) SET a.k = 1;\n// returns nothing\n:begin\nRETURN 1 AS x;\nRETURN 1 AS x;\nCREATE ();\n";
    std::fs::write(&file, made).unwrap();
    let [writing, reading] = ["2 statements that write: patterns 1.00", "1 statements that read: patterns 0.00"];
    check(&["measure", "--means", path(&file)], 0, &[writing, reading, "clauses 1.50"]);
    std::fs::write(&file, "MATCH (").unwrap();
    check(&["measure", path(&file)], 1, &["q.cypher"]);
}

#[test]
fn an_interrupted_hunt_ends_in_good_order() {
    for (target, code) in [("reference", 130), (FAULTY, 2)] {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("out");
        let mut hunt = start(target, &out);
        wait_for(|| if code == 2 { has_bug(&out) } else { out.join("run.json").exists() });
        std::thread::sleep(Duration::from_millis(200));
        signal(&hunt, "INT");
        assert_eq!(hunt.wait().unwrap().code(), Some(code), "{target}");
        let run: serde_json::Value = serde_json::from_slice(&std::fs::read(out.join("run.json")).unwrap()).unwrap();
        assert_eq!(run["running"], false);
    }
}

#[test]
fn a_killed_hunt_leaves_whole_findings_and_the_next_one_moves_them_aside() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let mut hunt = start(FAULTY, &out);
    wait_for(|| has_bug(&out));
    // A second hunt in the same folder is refused while the first runs.
    check(&["hunt", "reference", "--budget", "10q", "--out", path(&out)], 1, &["another hunt"]);
    signal(&hunt, "KILL");
    hunt.wait().unwrap();
    check(&["replay", path(&first_bug(&out))], 2, &["still fails"]);
    check(&["bugs", "list", "--out", path(&out)], 0, &["fingerprint"]);
    check(&["hunt", "reference", "--profile", "quick", "--budget", "10q", "--out", path(&out)], 0, &[]);
    assert!(has_bug(&place.path().join("out.1")) && !has_bug(&out));
}

#[test]
fn numbers_out_of_bounds_are_refused_by_their_flag() {
    for bad in ["0", "-1", "1e19", "nan", "inf", "-inf", "1e-30"] {
        let flag = |name: &str| format!("--{name}={bad}");
        check(&["hunt", "reference", &flag("deadline")], 1, &["--deadline must be 0.001 to 86400"]);
        check(&["hunt", "reference", &flag("load-deadline")], 1, &["--load-deadline must be"]);
        check(&["hunt", "reference", &flag("target-latency")], 1, &["--target-latency must be 0.001 to 60000"]);
        check(&["bench", "reference", &flag("seconds")], 1, &["--seconds must be"]);
    }
    for bad in ["0s", "0q", "-5s", "999999999999h", "nan", "99999999999999999q"] {
        check(&["hunt", "reference", &format!("--budget={bad}")], 1, &["budget"]);
    }
    for bad in ["0", "257", "-1", "1e3"] {
        check(&["hunt", "reference", &format!("--workers={bad}")], 1, &["--workers"]);
    }
    for bad in ["0", "-1", "100000001"] {
        check(&["generate", &format!("--count={bad}")], 1, &["--count"]);
    }
    check(&["hunt", "reference", "--restart=0"], 1, &["restart"]);
}

#[test]
fn numbers_in_a_settings_file_have_the_same_bounds() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("hunt.toml");
    for (line, said) in [
        ("deadline = 1e19", "--deadline must be"),
        ("deadline = nan", "not NaN"),
        ("load-deadline = -1.0", "--load-deadline must be"),
        ("target-latency = inf", "--target-latency must be"),
        ("workers = 0", "--workers must be 1 to 256"),
        ("workers = -1", "line 1"),
        ("budget = '0s'", "budget"),
    ] {
        std::fs::write(&file, line).unwrap();
        check(&["hunt", "reference", "--config", path(&file)], 1, &[said]);
    }
    let profile = place.path().join("mine.toml");
    let quick = include_str!("../../../profiles/quick.toml");
    std::fs::write(&profile, quick.replace("nodes = [1, 6]", "nodes = [1, 60000000]")).unwrap();
    check(&["hunt", "reference", "--profile", path(&profile)], 1, &["mine.toml", "graph.nodes"]);
}

/// A target of which nothing comes: a worker that does what a line of shell says after its greeting.
fn worker(then: &str) -> String {
    let hello = r#"{"hello":{"protocol":1,"identity":{"engine":"mute","version":"1"}}}"#;
    format!("exec:sh -c 'read x; echo \"$0\"; {then}' '{hello}'")
}

const REFUSES: &str = r#"while read x; do case $x in *run*) echo "{\"error\":{\"class\":\"syntax\",\"message\":\"what?\"}}";; *) echo "\"done\"";; esac; done"#;

#[test]
fn nothing_checked_is_no_success() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let target = worker(REFUSES);
    let standard = ["--dialect", "opencypher9"];
    let hunt = ["hunt", &target, "--profile", "quick", "--budget", "20q", "--out", path(&out)];
    check(&[&hunt[..], &standard].concat(), 4, &["nothing was checked", "refused by the target's parser"]);
    check(
        &[&["bench", &target, "--seconds", "0.5"][..], &standard].concat(),
        4,
        &["no query was answered", "could not be loaded"],
    );
    let bug = a_bug(place.path());
    let replay = [&["replay", path(&bug), "--target", &target][..], &standard].concat();
    check(&replay, 5, &["undecided", "cannot be told: no run was decided"]);
    check(&[&replay[..], &["--target", &target]].concat(), 5, &["lacks it"]);
    check(&["replay", path(&bug), "--times", "0"], 1, &["--times must be 1 to 10000"]);
    check(&[&["reduce", path(&bug), "--target", &target][..], &standard].concat(), 5, &["cannot be told"]);
}

/// The folder of a bug of the faulty reference.
fn a_bug(place: &Path) -> PathBuf {
    let out = place.join("found");
    check(&["hunt", FAULTY, "--profile", "quick", "--budget", "600q", "--no-adapt", "--out", path(&out)], 2, &[]);
    first_bug(&out)
}

#[test]
fn a_corrupt_case_is_told_and_the_rest_goes_on() {
    let place = tempfile::tempdir().unwrap();
    let bug = a_bug(place.path());
    let found = place.path().join("found");
    let corrupt = found.join("bugs/corrupt");
    std::fs::create_dir(&corrupt).unwrap();
    std::fs::write(corrupt.join("case.json"), "{\"version\": 1, ").unwrap();
    let name = bug.file_name().unwrap().to_str().unwrap();
    check(&["bugs", "list", "--out", path(&found)], 1, &["corrupt/case.json", name, "failed 5 of 5 replays"]);
    let known = |target: &str, folder: &Path, code: i32, said: &[&str]| {
        let out = place.path().join("again");
        let hunt = ["hunt", target, "--profile", "quick", "--budget", "600q", "--no-adapt", "--out", path(&out)];
        check(&[&hunt[..], &["--known", path(folder)]].concat(), code, said);
    };
    known(FAULTY, &found, 3, &["corrupt/case.json", "known"]);
    // Nothing was found, but not everything was read.
    known("reference", &found, 1, &["corrupt/case.json"]);
    known("reference", &place.path().join("missing"), 1, &["missing", "no such folder"]);
    known("reference", &bug, 1, &["no output folder"]);
}

#[test]
fn every_verb_ends_soon_after_one_ctrl_c_whatever_the_target_does() {
    let place = tempfile::tempdir().unwrap();
    let bug = a_bug(place.path());
    let suite = place.path().join("suite.jsonl");
    let scenario = r#"{"path":"a.feature","name":"[1]","row":0,"steps":[{"t":"an empty graph"},{"t":"executing query:","doc":"RETURN 1 AS x"}]}"#;
    std::fs::write(&suite, scenario).unwrap();
    let (bug, suite, out) = (path(&bug), path(&suite), place.path().join("out"));
    // One never greets, the other never does anything after it.
    let standard: &[&str] = &["--dialect", "opencypher9"];
    // What answers without a dialect of its own is refused at once, unless one is given.
    for (target, dialect) in [("exec:sleep 3600".to_owned(), [].as_slice()), (worker("exec sleep 3600"), standard)] {
        // Each with the seconds that it gives a query.
        let verbs: [(&[&str], u64); 8] = [
            (&["hunt", &target, "--deadline", "1", "--out", path(&out)], 1),
            (&["replay", bug, "--target", &target, "--deadline", "1"], 1),
            (&["replay", bug, "--target", &target, "--target", "reference", "--deadline", "1"], 1),
            (&["reduce", bug, "--target", &target, "--deadline", "1"], 1),
            (&["conform", &target, "--suite", suite, "--deadline", "1"], 1),
            (&["bench", &target], 3),
            (&["doctor", &target], 3),
            (&["probe", &target], 5),
        ];
        let running: Vec<(Child, &[&str], u64)> = verbs
            .into_iter()
            .map(|(verb, seconds)| {
                let quiet = graphlance(&[verb, dialect].concat()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
                (quiet.expect("the program starts"), verb, seconds)
            })
            .collect();
        std::thread::sleep(Duration::from_secs(3));
        let asked = Instant::now();
        for (child, ..) in &running {
            signal(child, "INT");
        }
        for (mut child, verb, seconds) in running {
            assert_eq!(child.wait().unwrap().code(), Some(130), "{verb:?}");
            // Ending a process takes its time on a busy machine.
            assert!(asked.elapsed() < Duration::from_secs(seconds + 3), "{verb:?}: {:?}", asked.elapsed());
        }
    }
}

#[test]
fn a_folder_of_someone_else_is_never_moved() {
    let place = tempfile::tempdir().unwrap();
    let mine = place.path().join("training");
    std::fs::create_dir(&mine).unwrap();
    std::fs::write(mine.join("run.json"), "{\"kilometres\": 12}").unwrap();
    check(&["hunt", "reference", "--budget", "10q", "--out", path(&mine)], 1, &["training", "not made by graphlance"]);
    assert!(mine.join("run.json").exists() && !mine.join("lock").exists());
}

fn start(target: &str, out: &Path) -> Child {
    graphlance(&["hunt", target, "--profile", "quick", "--budget", "10m", "--out", path(out)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().expect("kill runs");
    assert!(status.success());
}

fn wait_for(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing happened for a minute");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn bugs(out: &Path) -> Vec<PathBuf> {
    let mut bugs: Vec<_> = std::fs::read_dir(out.join("bugs"))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    bugs.retain(|path: &PathBuf| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')));
    bugs.sort();
    bugs
}

fn has_bug(out: &Path) -> bool {
    !bugs(out).is_empty()
}

fn first_bug(out: &Path) -> PathBuf {
    bugs(out).into_iter().next().expect("a bug")
}
