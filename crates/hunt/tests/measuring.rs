//! The oracles about what an engine takes and expects, not about what it answers.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Ability, Act, Claim, FailureClass};
use graphlance_engines::Target;
use graphlance_engines::reference::{Defect, ReferenceTarget};
use graphlance_generate::Profile;
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_oracles::{Estimate, Oracle, Slow};
use graphlance_reference::languages;

fn run(oracle: &'static dyn Oracle, seed: u64, target: ReferenceTarget, cases: u64) -> (Summary, Vec<Found>, String) {
    let config = Config {
        budget: Budget::Queries(cases),
        seed,
        deadlines: Deadlines::of_query(Duration::from_secs(20)),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let target: Arc<dyn Target> = Arc::new(target);
    let summary = hunt(&target, oracle, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let folders = bug_folders(store.root()).expect("bugs");
    let reports = folders.iter().map(|folder| std::fs::read_to_string(folder.join("report.md")).expect("a report"));
    let reports = reports.collect();
    let bugs = folders.iter().map(|folder| read_found(folder, &languages()).expect("a whole finding")).collect();
    (summary.unwrap_or_else(|error| panic!("{error}")), bugs, reports)
}

fn reference() -> ReferenceTarget {
    ReferenceTarget::new(Cypher.standard(), None)
}

#[test]
fn an_engine_that_is_slow_at_subqueries_is_found_to_be_and_nothing_else() {
    let (summary, bugs, report) = run(&Slow, 1, reference().with_defect(Defect::SlowSubqueries), 25);
    let bug = bugs.first().unwrap_or_else(|| panic!("{:?}", summary.counts));
    assert_eq!(bug.evidence.class, FailureClass::Slow, "{:?}", bug.evidence);
    let Claim::KeepsPace(claim) = &bug.case.claim else { panic!("{:?}", bug.case.claim) };
    assert!(claim.races.iter().all(|race| bug.case.steps[*race].act == Act::Race));
    let slow = bug.case.statement(bug.evidence.step).expect("a statement").text();
    assert!(slow.contains("CALL"), "{slow}");
    assert!(report.contains("## Measured") && report.contains("| race at step "), "{report}");
}

#[test]
fn an_engine_that_keeps_pace_is_not_accused() {
    let (summary, bugs, _) = run(&Slow, 2, reference(), 40);
    assert!(bugs.is_empty() && summary.counts.checks > 0, "{:?}", summary.counts);
    assert_eq!(summary.counts.denied, 0);
}

#[test]
fn an_estimate_that_grows_with_labels_is_found_and_one_that_is_right_is_not_accused() {
    let (summary, bugs, report) = run(&Estimate, 1, reference().with_defect(Defect::LabelsRaiseEstimates), 200);
    let bug = bugs.first().unwrap_or_else(|| panic!("{:?}", summary.counts));
    assert_eq!(bug.evidence.class, FailureClass::Estimate, "{:?}", bug.evidence);
    assert!(bug.case.needs().contains(&Ability::Estimates));
    assert!(report.contains("| expected rows | "), "{report}");
    let (summary, bugs, _) = run(&Estimate, 1, reference(), 100);
    assert!(bugs.is_empty() && summary.counts.checks > 70, "{:?}", summary.counts);
}
