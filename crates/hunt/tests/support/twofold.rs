//! An engine that follows a wrong rule for some statements, and the language, or another wrong rule, for the others.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Dialect, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_graph::Graph;
use graphlance_reference::Departures;
use graphlance_reference::departures::WrongRule;

/// The reference, under the wrong rule of this name for the texts that it is wrong for, and under those for the others.
pub struct Twofold<F> {
    pub rule: &'static str,
    pub otherwise: &'static [&'static str],
    pub is_wrong: Arc<F>,
}

impl<F: Fn(&str) -> bool + Send + Sync + 'static> Target for Twofold<F> {
    fn name(&self) -> &str {
        "twofold"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let under = |names: &[&str]| {
            let rules = names.iter().map(|name| WrongRule::find(name).expect("a departure"));
            ReferenceTarget::new(Cypher.standard(), None).departing(Departures::of(rules)).open(worker)
        };
        let (right, wrong) = (under(self.otherwise)?, under(&[self.rule])?);
        Ok(Box::new(TwofoldDriver { right, wrong, is_wrong: Arc::clone(&self.is_wrong) }))
    }
}

struct TwofoldDriver<F> {
    right: Box<dyn Driver>,
    wrong: Box<dyn Driver>,
    is_wrong: Arc<F>,
}

impl<F: Fn(&str) -> bool + Send + Sync> Driver for TwofoldDriver<F> {
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
        if (self.is_wrong)(statement) { wrong } else { right }
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
