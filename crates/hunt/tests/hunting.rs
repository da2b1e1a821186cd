//! Whole hunts on the reference itself, with planted faults and scripted misbehaviour. No server, no network.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Claim, EngineError, ErrorClass, FailureClass, Load, Response};
use graphlance_cypher::names::Names;
use graphlance_cypher::{Statement, parse};
use graphlance_engines::Target;
use graphlance_engines::reference::{ReferenceTarget, Script};
use graphlance_generate::Profile;
use graphlance_graph::Table;
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::event::{Entry, Event};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_oracles::{Equivalence, Gamera, Gqs, Oracle};
use graphlance_reference::Fault;
use graphlance_reference::languages;
use graphlance_shrink::Limits;

struct Hunted {
    summary: Summary,
    bugs: Vec<Found>,
    flaky: usize,
    unconfirmed: usize,
}

fn config(budget: Budget) -> Config {
    Config {
        budget,
        adapt: false,
        deadlines: Deadlines::of_query(Duration::from_millis(200)),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    }
}

fn run(target: &ReferenceTarget, config: &Config) -> Hunted {
    run_oracle(&Gqs, target, config)
}

fn run_oracle(oracle: &dyn Oracle, target: &ReferenceTarget, config: &Config) -> Hunted {
    let target: Arc<dyn Target> = Arc::new(target.clone());
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let progress = Progress::start();
    let summary =
        hunt(&target, oracle, config, &store, &Silent, &progress, &Arc::default()).expect("a hunt to its end");
    let folders = |kind: &str| {
        let mut folders: Vec<_> = std::fs::read_dir(place.path().join(kind))
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        folders.sort();
        folders
    };
    let bugs =
        folders("bugs").iter().map(|folder| read_found(folder, &languages()).expect("a whole finding")).collect();
    Hunted { summary, bugs, flaky: folders("flaky").len(), unconfirmed: folders("unconfirmed").len() }
}

fn reference(fault: Option<Fault>) -> ReferenceTarget {
    ReferenceTarget::new(Cypher.standard(), fault)
}

/// Hunts a planted fault; the first bug must be reduced to something small.
fn check(fault: Fault) {
    let config = Config { stop_at_first: true, ..config(Budget::Queries(20_000)) };
    let hunted = run(&reference(Some(fault)), &config);
    let counts = &hunted.summary.counts;
    assert_eq!(counts.denied, 0, "{fault:?}");
    let bug = hunted.bugs.first().unwrap_or_else(|| panic!("{fault:?} was not found in {} checks", counts.checks));
    let size = bug.discovery.reduced;
    assert!(size.nodes <= 5 && size.clauses <= 5, "{fault:?}: {size:?}\n{}", bug.text);
    assert_eq!(bug.replayed, [5, 5]);
    println!(
        "{fault:?}: after {} checks, {} runs, {:.2} s: {}",
        bug.discovery.checks, bug.discovery.reduction_runs, bug.discovery.reduction_seconds, bug.text
    );
}

#[test]
fn a_lost_optional_row_is_found_and_reduced() {
    check(Fault::OptionalMatchLosesRow);
}

#[test]
fn an_ignored_second_label_is_found_and_reduced() {
    check(Fault::SecondLabelIgnored);
}

#[test]
fn collapsed_parallel_relationships_are_found_and_reduced() {
    check(Fault::ParallelRelationshipsCollapsed);
}

#[test]
fn a_limit_before_the_sort_is_found_and_reduced() {
    check(Fault::LimitBeforeSort);
}

#[test]
fn the_reference_itself_has_no_bug() {
    let hunted = run(&reference(None), &config(Budget::Queries(1_000)));
    let counts = &hunted.summary.counts;
    assert_eq!((counts.findings, counts.denied, counts.invalid), (0, 0, 0), "{counts:?}");
    assert!(counts.checks > 500, "{counts:?}");
}

#[test]
fn a_budget_of_rounds_is_spent_when_so_many_graphs_were_asked_all_of_their_groups() {
    let mut config = Config { workers: 2, ..config(Budget::Rounds(3)) };
    Arc::make_mut(&mut config.profile).round.groups = [7; 2];
    let counts = run_oracle(&Gamera, &reference(None), &config).summary.counts;
    assert_eq!(counts.graphs, 3, "{counts:?}");
    // A graph may have nothing to ask for a relation.
    assert!((15..=21).contains(&counts.cases), "{counts:?}");
}

#[test]
fn the_number_of_workers_changes_no_case_and_no_verdict() {
    let verdicts = |workers| {
        let config = Config { workers, ..config(Budget::Queries(600)) };
        let counts = run(&reference(Some(Fault::DistinctDropsNulls)), &config).summary.counts;
        (counts.cases, counts.checks, counts.non_empty, counts.vacuous, counts.findings)
    };
    assert_eq!(verdicts(1), verdicts(3));
}

fn scripted(script: Script) -> ReferenceTarget {
    reference(None).with_script(script)
}

fn is_query(text: &str) -> bool {
    text.contains("RETURN")
}

#[test]
fn a_death_is_told_from_a_hang_and_both_are_reduced() {
    for (answer, class) in [
        (Response::Crash { how: "signal 11 (SIGSEGV)".to_owned() }, FailureClass::Crash),
        (Response::Hang { deadline_ms: 200 }, FailureClass::Hang),
    ] {
        let script: Script =
            Arc::new(move |text, _| (is_query(text) && text.contains("MATCH")).then(|| answer.clone()));
        let config = Config { stop_at_first: true, ..config(Budget::Queries(200)) };
        let hunted = run(&scripted(script), &config);
        let bug = hunted.bugs.first().unwrap_or_else(|| panic!("no {class}"));
        assert_eq!(bug.evidence.class, class);
        assert!(bug.discovery.reduced.clauses <= 2, "{}", bug.text);
    }
}

#[test]
fn a_round_in_which_nothing_is_answered_is_left_for_the_next() {
    let hang = |text: &str| (is_query(text) && text.contains("MATCH")).then_some(Response::Hang { deadline_ms: 200 });
    let hunted = run(&scripted(Arc::new(move |text, _| hang(text))), &config(Budget::Queries(400)));
    let counts = &hunted.summary.counts;
    assert!(counts.graphs > 3 && counts.hangs >= counts.graphs, "{counts:?}");
    assert!(counts.hangs <= 2 * counts.graphs, "{counts:?}");
}

/// Hunts an engine that does not answer one kind of statement, and goes on behind it; each bug filed, when it is a hang.
#[track_caller]
fn check_behind_a_hang(budget: Budget, filed: bool) {
    let hangs = |text: &str| is_query(text) && text.contains("OPTIONAL MATCH");
    let script: Script = Arc::new(move |text, _| hangs(text).then_some(Response::Hang { deadline_ms: 2_000 }));
    let config = Config { deadlines: Deadlines::of_query(Duration::from_secs(2)), ..config(budget) };
    let Hunted { summary, bugs, unconfirmed, .. } = run(&scripted(script), &config);
    let (counts, classes) = (&summary.counts, bugs.iter().map(|bug| bug.evidence.class).collect::<Vec<_>>());
    assert!(counts.hangs > 0 && counts.checks > 4 * counts.hangs, "{counts:?}");
    assert_eq!(classes, if filed { vec![FailureClass::Hang] } else { Vec::new() }, "{counts:?}");
    // Nobody waits for it again while there is something else to ask.
    assert!(bugs.iter().all(|bug| bug.discovery.checks == counts.checks && hangs(&bug.text)), "{counts:?}");
    let untried: u64 =
        counts.skipped.iter().filter(|(why, _)| why.starts_with("no answer within")).map(|(_, count)| count).sum();
    assert!(filed || untried > 0 && unconfirmed > 0, "{unconfirmed} {counts:?}");
}

#[test]
fn a_hunt_goes_on_behind_a_hang_and_files_it_at_its_end_when_there_is_time_for_its_deadlines() {
    check_behind_a_hang(Budget::Queries(2_000), true);
    check_behind_a_hang(Budget::Time(Duration::from_secs(2)), false);
}

#[test]
fn an_engine_that_dies_of_everything_is_given_up_and_its_case_is_kept() {
    let script: Script = Arc::new(|_, _| Some(Response::Crash { how: "signal 6 (SIGABRT)".to_owned() }));
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = config(Budget::Queries(5_000));
    let target: Arc<dyn Target> = Arc::new(scripted(script));
    let ended = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let error = ended.expect_err("nothing was ever answered").to_string();
    assert!(error.contains("times in a row"), "{error}");
    let kept = |kind: &str| std::fs::read_dir(place.path().join(kind)).map_or(0, Iterator::count);
    assert!(kept("bugs") + kept("unconfirmed") > 0);
}

/// An engine that finds nothing any more once it has been asked for a pattern since it was loaded.
fn exhausted_by_a_query() -> Script {
    let exhausted = AtomicBool::new(false);
    Arc::new(move |text, _| {
        if !is_query(text) {
            exhausted.store(false, Ordering::Relaxed);
            return None;
        }
        if !text.contains("MATCH") || !exhausted.swap(true, Ordering::Relaxed) {
            return None;
        }
        let Ok(Statement::Query(query)) = parse(text) else { return None };
        let columns = Names::after([], &query.first.clauses).iter().map(Into::into).collect();
        Some(Response::Table(Table { columns, rows: Vec::new() }))
    })
}

#[test]
fn an_answer_that_is_wrong_after_another_statement_alone_is_reduced_with_that_statement() {
    let config = Config { stop_at_first: true, ..config(Budget::Queries(400)) };
    let hunted = run_oracle(&Equivalence, &scripted(exhausted_by_a_query()), &config);
    let bug = hunted.bugs.first().unwrap_or_else(|| panic!("{:?}", hunted.summary.counts));
    assert_eq!(bug.replayed, [5, 5]);
    let texts: Vec<String> = bug.case.statements().map(|statement| statement.text()).collect();
    assert_eq!(texts, ["MATCH () RETURN 1 AS x", "MATCH () RETURN 1 AS x"]);
    assert_eq!((bug.discovery.reduced.nodes, bug.discovery.reduced.relationships), (1, 0));
    assert!(matches!(&bug.case.claim, Claim::Returns(claim) if claim.step == 1), "{:?}", bug.case.claim);
}

#[test]
fn what_is_asked_and_found_does_not_depend_on_how_much_is_in_flight() {
    let hunt = |in_flight| {
        let config = Config { in_flight, ..config(Budget::Queries(600)) };
        let script: Script = Arc::new(|text, number| {
            // Slow at first, so that the window grows while the hunt goes on.
            std::thread::sleep(Duration::from_millis(u64::from(number < 20) * 30));
            text.contains("UNWIND").then(|| Response::Crash { how: "UNWIND kills it".to_owned() })
        });
        let target = reference(Some(Fault::OptionalMatchLosesRow)).with_script(script);
        let hunted = run(&target, &config);
        let counts = &hunted.summary.counts;
        let bugs: Vec<_> = hunted.bugs.iter().map(|bug| (bug.fingerprint.clone(), bug.case.lineage.clone())).collect();
        assert!(counts.crashes > 0 && bugs.len() > 1, "{counts:?}");
        (counts.cases, counts.checks, counts.findings, counts.crashes, counts.flaky, counts.non_empty, bugs)
    };
    assert_eq!(hunt(1), hunt(32));
}

#[test]
fn what_never_comes_back_is_flaky() {
    let script: Script = Arc::new(|text, number| {
        (is_query(text) && number % 50 == 49).then(|| Response::Crash { how: "once".to_owned() })
    });
    let hunted = run(&scripted(script), &config(Budget::Queries(150)));
    assert!(hunted.summary.counts.flaky > 0 && hunted.flaky > 0);
    assert_eq!(hunted.summary.counts.new_bugs, 0);
}

#[test]
fn a_refused_statement_is_counted_as_invalid_and_is_no_bug() {
    let refusal = Response::Error(EngineError { class: ErrorClass::Syntax, message: "what?".to_owned() });
    let script: Script = Arc::new(move |text, _| is_query(text).then(|| refusal.clone()));
    let hunted = run(&scripted(script), &config(Budget::Queries(50)));
    let counts = &hunted.summary.counts;
    assert!(counts.invalid > 0 && counts.checks == 0 && counts.findings == 0, "{counts:?}");
    let said = hunted.summary.nothing_checked().expect("there was no check");
    assert!(said.contains("refused by the target's parser") && said.contains("cases made"), "{said}");
}

#[test]
fn what_is_never_compared_is_no_check() {
    let late = Response::Error(EngineError { class: ErrorClass::Timeout, message: "too slow".to_owned() });
    let script: Script = Arc::new(move |text, _| is_query(text).then(|| late.clone()));
    let summary = run(&scripted(script), &config(Budget::Queries(50))).summary;
    assert!(summary.counts.cases > 0 && summary.counts.checks == 0, "{:?}", summary.counts);
    let said = summary.nothing_checked().expect("there was no check");
    assert!(said.contains("the target's own time-out"), "{said}");
    assert_eq!(run(&reference(None), &config(Budget::Queries(50))).summary.nothing_checked(), None);
}

#[test]
fn an_error_that_no_rule_asks_for_is_a_bug() {
    let failure =
        Response::Error(EngineError { class: ErrorClass::Internal, message: "assertion 12 failed".to_owned() });
    let script: Script = Arc::new(move |text, _| (is_query(text) && text.contains("WHERE")).then(|| failure.clone()));
    let config = Config { stop_at_first: true, ..config(Budget::Queries(500)) };
    let hunted = run(&scripted(script), &config);
    let bug = hunted.bugs.first().expect("the internal error");
    assert!(bug.title.contains("internal error"), "{}", bug.title);
}

/// A bug of a target that does nothing where `ignores` says so of a text and the one before it, in a hunt that loads by scripts.
fn found_by_scripts(ignores: fn(&str, &str) -> bool) -> Found {
    let last = Mutex::new(String::new());
    let script: Script = Arc::new(move |text, _| {
        let before = std::mem::replace(&mut *last.lock().expect("one worker"), text.to_owned());
        ignores(&before, text).then(|| Response::Table(Table::default()))
    });
    let mut config = Config { stop_at_first: true, ..config(Budget::Queries(5_000)) };
    let mut profile = Profile::clone(&config.profile);
    profile.graph.script_load = 1.0;
    config.profile = Arc::new(profile);
    run(&scripted(script), &config).bugs.into_iter().next().expect("the statement that is ignored")
}

#[test]
fn a_loading_script_is_reduced_to_the_statements_that_matter() {
    let bug = found_by_scripts(|before, text| before.contains(" SET ") && text.contains("REMOVE"));
    let Load::Script(statements) = &bug.case.load else { panic!("{:?}", bug.case.load) };
    assert!(statements.len() <= 4, "{statements:#?}");
    assert!(bug.case.graph.node_count() <= 2, "{:?}", bug.case.graph);
}

#[test]
fn a_statement_of_a_loading_script_that_is_wrong_alone_is_a_case_of_its_own() {
    let bug = found_by_scripts(|_, text| text.contains("REMOVE"));
    assert_eq!(bug.case.load, Load::Create);
    let texts: Vec<String> = bug.case.statements().map(|statement| statement.text()).collect();
    assert!(matches!(texts.as_slice(), [text] if text.contains("REMOVE")), "{texts:?}");
    assert!(bug.case.graph.node_count() <= 2, "{:?}", bug.case.graph);
}

#[test]
fn events_and_the_run_file_speak_of_a_bug_in_the_same_words() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = config(Budget::Queries(3_000));
    let target = reference(Some(Fault::OptionalMatchLosesRow));
    let target: Arc<dyn Target> = Arc::new(target.clone());
    hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &Arc::default()).expect("a hunt to its end");
    let text = std::fs::read_to_string(place.path().join("events.jsonl")).expect("events");
    let entries: Vec<Entry> = text.lines().map(|line| serde_json::from_str(line).expect("an event")).collect();
    let run = std::fs::read_to_string(place.path().join("run.json")).expect("run.json");
    let run: serde_json::Value = serde_json::from_str(&run).expect("JSON");
    let bugs = run["bugs"].as_array().expect("bugs");
    let filed: Vec<&Event> =
        entries.iter().map(|entry| &entry.event).filter(|event| event.name() == "new_bug").collect();
    assert!(!bugs.is_empty() && bugs.len() == filed.len(), "{text}");
    for (bug, event) in bugs.iter().zip(filed) {
        let event = serde_json::to_value(event).expect("JSON");
        for field in ["fingerprint", "title", "class", "folder"] {
            assert_eq!(bug[field], event[field], "{field}");
        }
        let folder = place.path().join(bug["folder"].as_str().expect("a folder"));
        let found = read_found(&folder, &languages()).expect("a whole finding");
        assert_eq!((bug["class"].as_str(), bug["state"].as_str()), (Some(found.evidence.class.name()), Some("new")));
    }
    let again = entries.iter().filter(|entry| matches!(entry.event, Event::BugAgain { .. })).count() as u64;
    assert_eq!(again, bugs.iter().filter_map(|bug| bug["count"].as_u64()).map(|count| count - 1).sum::<u64>());
    assert!(again > 0, "{text}");
}

#[test]
fn a_finding_says_whether_its_reduction_was_cut_short() {
    let cut_short = |runs| {
        let limits = Limits { runs, ..Limits::default() };
        let config = Config { stop_at_first: true, limits, ..config(Budget::Queries(3_000)) };
        let bug = run(&reference(Some(Fault::OptionalMatchLosesRow)), &config).bugs.remove(0).discovery;
        assert!(bug.reduction_runs <= runs, "{bug:?}");
        (bug.reduction_cut_short, bug.cut_short_note().is_some_and(|note| note.contains("after 3 runs")))
    };
    assert_eq!(cut_short(3), (true, true));
    assert_eq!(cut_short(100_000), (false, false));
}
