//! A reduction that is cut short goes on later, as the reduction of what was found.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_engines::Target;
use graphlance_engines::reference::ReferenceTarget;
use graphlance_generate::Profile;
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::event::Event;
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_reference::{Fault, languages};
use graphlance_shrink::Limits;

use crate::support::told::Told;

const LONG: &str =
    "MATCH (n) WHERE NOT n.k = 1 OR n.k > 7 OR n.k < -7 RETURN n.k AS x, n AS y, 1 + 2 AS z, [1, 2] AS u";
const OTHER: &str = "RETURN 1 AS x";

#[test]
fn what_is_cut_short_goes_on_and_stays_the_finding_that_it_was() {
    let most = 20;
    let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(Cypher.standard(), Some(Fault::NotOfNullIsTrue)));
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        budget: Budget::Queries(5),
        deadlines: Deadlines::of_query(Duration::from_secs(5)),
        limits: Limits { runs: most, ..Limits::default() },
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let asked = Told(&[LONG, OTHER, OTHER, OTHER, OTHER]);
    hunt(&target, &asked, &config, &store, &Silent, &Progress::start(), &Arc::default()).expect("a hunt to its end");
    let folders = bug_folders(store.root()).expect("bugs");
    assert_eq!(folders.len(), 1, "{folders:?}");
    let text = |found: Found| found.case.claimed_statement().expect("a statement").text();
    let read = |name: &str| text(read_found(&folders[0].join(name), &languages()).expect("a whole finding"));
    assert_eq!(read("original.json"), LONG);
    assert!(read("case.json").len() < LONG.len() / 2, "{}", read("case.json"));
    let runs = store.read_events().expect("events").into_iter().find_map(|entry| match entry.event {
        Event::NewBug { reduction_runs, .. } => Some(reduction_runs),
        _ => None,
    });
    assert!(runs.is_some_and(|runs| runs > most), "{runs:?}");
    let left = std::fs::read_dir(store.root().join("unreduced")).map_or(0, Iterator::count);
    assert_eq!(left, 0);
}
