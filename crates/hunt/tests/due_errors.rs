//! An error of a statement that has an answer is a bug only where no engine may raise one.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Dialect, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::Graph;
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::store::bug_folders;
use graphlance_hunt::{Budget, Deadlines, Progress, Store, hunt};

use crate::support::told::Told;

/// Another statement that is asked first.
type Before = fn(&str) -> Option<String>;

/// The reference, which raises the errors of another statement first.
struct Raising(ReferenceTarget, Before);

struct RaisingDriver(Box<dyn Driver>, Before);

impl Target for Raising {
    fn name(&self) -> &str {
        "raising"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.0.dialect()
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        Ok(Box::new(RaisingDriver(self.0.open(worker)?, self.1)))
    }
}

impl Driver for RaisingDriver {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.0.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        match (self.1)(statement).map(|before| self.0.run(&before, deadline)) {
            Some(error @ Response::Error(_)) => error,
            _ => self.0.run(statement, deadline),
        }
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.0.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.0.read_graph(deadline)
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        self.0.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.0.restart()
    }

    fn log_tail(&mut self, _: usize) -> Vec<String> {
        Vec::new()
    }
}

/// The statement without its WHERE: an engine that computes before it filters.
fn unfiltered(statement: &str) -> Option<String> {
    let (before, rest) = statement.split_once(" WHERE ")?;
    Some(format!("{before} RETURN {}", rest.split_once(" RETURN ")?.1))
}

/// An error wherever there is a division.
fn without_division(statement: &str) -> Option<String> {
    statement.contains('/').then(|| "RETURN 1 / 0 AS x".to_owned())
}

/// An error wherever rows are to be distinct.
fn without_distinct(statement: &str) -> Option<String> {
    statement.contains("DISTINCT").then(|| "RETURN 1 / 0 AS x".to_owned())
}

/// Asks an engine that raises the errors of another statement; how many bugs are filed, and how many failures are errors that may be due.
#[track_caller]
fn check(text: &'static [&'static str], before: Before, expected: (usize, u64)) {
    let target: Arc<dyn Target> = Arc::new(Raising(ReferenceTarget::new(Cypher.standard(), None), before));
    let config = Config {
        budget: Budget::Queries(1),
        deadlines: Deadlines::of_query(Duration::from_secs(5)),
        ..Config::new(Profile::built_in("default").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let summary = hunt(&target, &Told(text), &config, &store, &Silent, &Progress::start(), &Arc::default());
    let counts = summary.expect("a hunt").counts;
    let due = counts.skipped.iter().filter(|(reason, _)| reason.starts_with("an error that may be due"));
    let due = due.map(|(_, count)| *count).sum();
    assert_eq!((bug_folders(store.root()).expect("bugs").len(), due), expected, "{text:?}: {counts:?}");
}

#[test]
fn an_error_of_an_expression_that_raises_one_for_some_node_is_no_bug() {
    // No row has a node with k = 2, of which the division is by zero.
    check(&["MATCH (n:A) WHERE n.k = 1 RETURN 7 / (n.k - 2) AS x"], unfiltered, (0, 1));
}

#[test]
fn an_error_of_an_expression_that_raises_none_is_one() {
    check(&["MATCH (n:A) WHERE n.k = 1 RETURN 7 / (n.k + 2) AS x"], without_division, (1, 0));
}

#[test]
fn an_error_that_does_not_need_what_raises_one_is_one() {
    check(&["MATCH (n:A) WHERE n.k = 1 RETURN DISTINCT 7 / (n.k - 2) AS x"], without_distinct, (1, 0));
}
