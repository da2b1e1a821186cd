//! A cause that explains an engine's wrong answers is withdrawn when the engine answers rightly where it foretells a wrong answer,
//! and what was counted as it is looked into again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use graphlance_engines::Target;
use graphlance_generate::Profile;
use graphlance_hunt::bug_file::{BUG_FILE, BugFile};
use graphlance_hunt::campaign::{Config, Observer};
use graphlance_hunt::event::Event;
use graphlance_hunt::store::bug_folders;
use graphlance_hunt::{Budget, Deadlines, Progress, Store, Summary, hunt};
use graphlance_oracles::Gqs;

use crate::support::twofold::Twofold;

const RULE: &str = "not-of-null-is-true";
/// Statements after the explanation, from which on the engine answers rightly.
const MENDED_AFTER: u64 = 500;
const CHECKS: u64 = 1_200;

/// When the engine is mended.
#[derive(Default)]
struct Mending {
    explained: AtomicBool,
    asked: AtomicU64,
}

impl Mending {
    fn is_mended(&self) -> bool {
        self.explained.load(Ordering::Relaxed) && self.asked.fetch_add(1, Ordering::Relaxed) >= MENDED_AFTER
    }
}

/// Hears that a cause was found.
struct Hears(Arc<Mending>);

impl Observer for Hears {
    fn event(&self, event: &Event) {
        if let Event::Explained { .. } = event {
            self.0.explained.store(true, Ordering::Relaxed);
        }
    }
}

/// A hunt on an engine that follows a rule until it is mended, and others from then on.
fn hunted(store: &Store, otherwise: &'static [&'static str], checks: u64) -> Summary {
    let mending = Arc::new(Mending::default());
    let until = Arc::clone(&mending);
    let target: Arc<dyn Target> =
        Arc::new(Twofold { rule: RULE, otherwise, is_wrong: Arc::new(move |_: &str| !until.is_mended()) });
    let config = Config {
        budget: Budget::Queries(checks),
        seed: 1,
        deadlines: Deadlines::of_query(Duration::from_secs(2)),
        ..Config::new(Profile::built_in("gqs").expect("a built-in profile"))
    };
    let (progress, stop) = (Progress::start(), Arc::default());
    hunt(&target, &Gqs, &config, store, &Hears(mending), &progress, &stop).expect("a hunt")
}

#[test]
fn a_cause_that_a_right_answer_refutes_is_withdrawn_and_its_cases_are_looked_into_again() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let summary = hunted(&store, &[], CHECKS);
    let events = store.read_events().expect("events").into_iter().map(|entry| entry.event);
    let withdrawn: Vec<u64> = events
        .filter_map(|event| match event {
            Event::Withdrawn { explained, .. } => Some(explained),
            _ => None,
        })
        .collect();
    let [explained] = withdrawn[..] else { panic!("{withdrawn:?}") };
    assert!(explained > 0 && summary.counts.known_causes >= explained, "{explained}");
    // None of them fails any more.
    assert!(summary.counts.flaky >= explained, "{} of {explained}", summary.counts.flaky);
    let folders = bug_folders(store.root()).expect("bugs");
    assert_eq!(folders.len(), 1);
    let bug = std::fs::read_to_string(folders[0].join(BUG_FILE)).expect("a file of the bug");
    let bug: BugFile = serde_json::from_str(&bug).expect("a bug");
    assert!(bug.withdrawn.is_some());
    let report = std::fs::read_to_string(folders[0].join("report.md")).expect("a report");
    assert!(report.contains("\n\n> The rule that this report gives as the cause was withdrawn "), "{report}");
}

#[test]
fn a_withdrawn_cause_may_come_back_when_another_one_is_found() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    hunted(&store, &["optional-match-loses-row"], 2 * CHECKS);
    let events = store.read_events().expect("events").into_iter().map(|entry| entry.event);
    let told = events.filter_map(|event| match event {
        Event::Explained { fingerprint, .. } => Some((true, fingerprint)),
        Event::Withdrawn { fingerprint, .. } => Some((false, fingerprint)),
        _ => None,
    });
    let told: Vec<(bool, String)> = told.collect();
    let [(true, first), (false, withdrawn), (true, other), (true, back), ..] = &told[..] else { panic!("{told:?}") };
    assert!(first == withdrawn && first == back && first != other, "{told:?}");
    assert_eq!(bug_folders(store.root()).expect("bugs").len(), 2);
}
