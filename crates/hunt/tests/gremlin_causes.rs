//! Wrong rules of Gremlin that an engine follows are found by hunting it, and each is told as one bug with its cause.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Gremlin, Language};
use graphlance_engines::Target;
use graphlance_engines::reference::ReferenceTarget;
use graphlance_generate::Profile;
use graphlance_hunt::bug_file::{BUG_FILE, BugFile};
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::store::bug_folders;
use graphlance_hunt::{Budget, Deadlines, Progress, Store, hunt};
use graphlance_machine::Quirk;
use graphlance_oracles::{Reference, languages};

/// The causes that a hunt finds of an engine with some wrong rules; of a bug without one its title.
fn causes(rules: &[Quirk], checks: u64) -> Vec<String> {
    let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(Gremlin.standard(), None).with_quirks(rules.to_vec()));
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        languages: languages(),
        budget: Budget::Queries(checks),
        seed: 1,
        deadlines: Deadlines::of_query(Duration::from_secs(2)),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let summary =
        hunt(&target, &Reference, &config, &store, &Silent, &Progress::start(), &Arc::default()).expect("a hunt");
    assert_eq!((summary.counts.denied, summary.counts.flaky), (0, 0), "{:?}", summary.counts);
    let folders = bug_folders(store.root()).expect("bugs");
    let bugs = folders.iter().map(|folder| {
        let text = std::fs::read_to_string(folder.join(BUG_FILE)).expect("a file of the bug");
        serde_json::from_str::<BugFile>(&text).expect("a bug")
    });
    let told = |bug: BugFile| bug.findings.and_then(|findings| findings.cause).map_or(bug.title, |cause| cause.told());
    let mut causes: Vec<String> = bugs.map(told).collect();
    causes.sort();
    causes
}

#[track_caller]
fn check(rules: &[Quirk], checks: u64) {
    let mut wanted: Vec<_> = rules.iter().map(|rule| rule.sentence().to_owned()).collect();
    wanted.sort();
    assert_eq!(causes(rules, checks), wanted);
}

#[test]
fn a_wrong_rule_is_one_bug_that_it_explains() {
    check(&[Quirk::UnionDropsDuplicates], 1_500);
    check(&[Quirk::GtIsGte], 1_500);
    check(&[Quirk::BothLosesLabels], 1_500);
}

#[test]
fn wrong_rules_at_once_are_told_apart() {
    check(&[Quirk::TailIsLimit, Quirk::OtherIsIn, Quirk::LoopMetOnce], 4_000);
}
