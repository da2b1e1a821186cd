//! A cause that explains an engine's wrong answers is withdrawn when the engine answers rightly where it foretells a wrong answer,
//! and what was counted as it is looked into again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Dialect, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::Graph;
use graphlance_hunt::campaign::{Config, Observer};
use graphlance_hunt::event::Event;
use graphlance_hunt::store::bug_folders;
use graphlance_hunt::{Budget, Deadlines, Progress, Store, hunt};
use graphlance_oracles::Gqs;
use graphlance_reference::Departures;
use graphlance_reference::departures::WrongRule;

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

/// The reference under a wrong rule, until it is mended.
struct Mended(Arc<Mending>);

impl Target for Mended {
    fn name(&self) -> &str {
        "mended"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let rule = WrongRule::find(RULE).expect("a departure");
        let right = ReferenceTarget::new(Cypher.standard(), None);
        let wrong = ReferenceTarget::new(Cypher.standard(), None).departing(Departures::of([rule]));
        let (right, wrong) = (right.open(worker)?, wrong.open(worker)?);
        Ok(Box::new(MendedDriver { right, wrong, mending: Arc::clone(&self.0) }))
    }
}

struct MendedDriver {
    right: Box<dyn Driver>,
    wrong: Box<dyn Driver>,
    mending: Arc<Mending>,
}

impl Driver for MendedDriver {
    fn identity(&self) -> &Identity {
        self.right.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.wrong.wipe(deadline)?;
        self.right.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        let wrong = self.wrong.run(statement, deadline);
        let right = self.right.run(statement, deadline);
        if self.mending.is_mended() { right } else { wrong }
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.wrong.await_indexes(deadline)?;
        self.right.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.right.read_graph(deadline)
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        self.right.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.wrong.restart()?;
        self.right.restart()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.right.log_tail(count)
    }
}

#[test]
fn a_cause_that_a_right_answer_refutes_is_withdrawn_and_its_cases_are_looked_into_again() {
    let mending = Arc::new(Mending::default());
    let target: Arc<dyn Target> = Arc::new(Mended(Arc::clone(&mending)));
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        budget: Budget::Queries(CHECKS),
        seed: 1,
        deadlines: Deadlines::of_query(Duration::from_secs(2)),
        ..Config::new(Profile::built_in("gqs").expect("a built-in profile"))
    };
    let (progress, stop) = (Progress::start(), Arc::default());
    let summary = hunt(&target, &Gqs, &config, &store, &Hears(mending), &progress, &stop).expect("a hunt");
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
    assert_eq!(bug_folders(store.root()).expect("bugs").len(), 1);
}
