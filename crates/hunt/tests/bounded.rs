//! A wrong rule that an engine follows in some statements alone is one bug, and its cause says in which.

use std::sync::Arc;
use std::time::Duration;

use graphlance_engines::Target;
use graphlance_generate::Profile;
use graphlance_hunt::bug_file::{BUG_FILE, BugFile};
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::store::bug_folders;
use graphlance_hunt::{Budget, Deadlines, Progress, Store, hunt};
use graphlance_oracles::Gqs;

use crate::support::twofold::Twofold;

/// The causes that a hunt finds of an engine that is wrong by a rule where it is wrong.
fn causes(rule: &'static str, is_wrong: fn(&str) -> bool) -> Vec<Option<String>> {
    let target: Arc<dyn Target> = Arc::new(Twofold { rule, otherwise: &[], is_wrong: Arc::new(is_wrong) });
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        budget: Budget::Queries(1_000),
        seed: 1,
        deadlines: Deadlines::of_query(Duration::from_secs(2)),
        ..Config::new(Profile::built_in("default").expect("a built-in profile"))
    };
    let summary = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &Arc::default()).expect("a hunt");
    assert_eq!((summary.counts.denied, summary.counts.flaky), (0, 0), "{:?}", summary.counts);
    let folders = bug_folders(store.root()).expect("bugs");
    let bugs = folders.iter().map(|folder| {
        let text = std::fs::read_to_string(folder.join(BUG_FILE)).expect("a file of the bug");
        serde_json::from_str::<BugFile>(&text).expect("a bug")
    });
    bugs.map(|bug| Some(bug.findings?.cause?.told())).collect()
}

#[track_caller]
fn check(rule: &'static str, is_wrong: fn(&str) -> bool, wanted: &str) {
    assert_eq!(causes(rule, is_wrong), [Some(wanted.to_owned())]);
}

#[test]
fn a_rule_that_holds_in_some_statements_alone_is_one_cause_with_its_bounds() {
    check("optional-match-loses-row", |_| true, "OPTIONAL MATCH loses its row when its WHERE is never true");
    check("not-of-null-is-true", |text| !text.contains("UNION"), "NOT of null is true (but not with union, union_all)");
}
