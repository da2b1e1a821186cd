//! A bug of which nothing explained the answers to all variants has a cause once the causes of others are known.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_engines::Target;
use graphlance_engines::reference::ReferenceTarget;
use graphlance_generate::Profile;
use graphlance_hunt::bug_file::{BUG_FILE, BugFile};
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::event::Event;
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Deadlines, Progress, Store, hunt};
use graphlance_reference::departures::WrongRule;
use graphlance_reference::{Departures, languages};

use crate::support::told::Told;

/// What a hunt that asks these statements files of an engine that takes NOT of null for true and unwinds the first item of a list
/// alone, and what happened.
fn hunted(texts: &'static [&'static str]) -> (Vec<BugFile>, Vec<Event>) {
    // One rule may hold beside a cause: two others hide it. The third shows in variants alone, since no statement merges rows.
    let rules = ["not-of-null-is-true", "unwind-only-first-item", "union-all-merges"];
    let rules = rules.map(|name| WrongRule::find(name).expect("a departure"));
    let target: Arc<dyn Target> =
        Arc::new(ReferenceTarget::new(Cypher.standard(), None).departing(Departures::of(rules)));
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        budget: Budget::Queries(texts.len() as u64),
        deadlines: Deadlines::of_query(Duration::from_secs(5)),
        ..Config::new(Profile::built_in("default").expect("a built-in profile"))
    };
    let summary = hunt(&target, &Told(texts), &config, &store, &Silent, &Progress::start(), &Arc::default());
    let counts = summary.expect("a hunt").counts;
    let folders = bug_folders(store.root()).expect("bugs");
    assert_eq!((counts.denied, counts.flaky, counts.new_bugs), (0, 0, folders.len() as u64), "{counts:?}");
    let bugs = folders.iter().map(|folder| {
        let text = std::fs::read_to_string(folder.join(BUG_FILE)).expect("a file of the bug");
        let bug: BugFile = serde_json::from_str(&text).expect("a bug");
        assert_eq!(read_found(folder, &languages()).expect("a whole finding").fingerprint, bug.fingerprint);
        bug
    });
    let bugs = bugs.collect();
    (bugs, store.read_events().expect("events").into_iter().map(|entry| entry.event).collect())
}

fn causes(bugs: &[BugFile]) -> Vec<Option<String>> {
    let cause = |bug: &BugFile| bug.findings.as_ref().and_then(|findings| findings.cause.as_ref()).map(|it| it.told());
    bugs.iter().map(cause).collect()
}

const NOT: &str = "MATCH (n) WHERE NOT n.k = 1 RETURN n.k AS x";
const UNWIND: &str = "UNWIND [1, 2, 3] AS y RETURN y";

#[test]
fn a_bug_without_a_cause_is_filed_anew_when_what_hid_its_cause_is_known() {
    let (bugs, _) = hunted(&[NOT]);
    assert_eq!(causes(&bugs), [None]);
    let was = bugs[0].fingerprint.clone();
    let (bugs, events) = hunted(&[NOT, UNWIND]);
    let all = ["NOT of null is true", "UNION ALL merges equal rows", "UNWIND yields only the first item of each list"];
    assert_eq!(causes(&bugs), all.map(|cause| Some(cause.to_owned())));
    let anew: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::FiledAnew { fingerprint, was, .. } => Some((fingerprint.as_str(), was.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(anew, [(bugs[0].fingerprint.as_str(), was.as_str())]);
}
