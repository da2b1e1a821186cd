//! A target that falls silent somewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use graphlance_case::{Dialect, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_graph::Graph;
use graphlance_reference::Fault;

use super::reference;

/// Where a stubborn target falls silent, whatever deadline it is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Silence {
    Open,
    Wipe,
    Loading,
    Indexes,
    ReadBack,
    Query,
    Restart,
    Health,
    /// From this statement on: while replaying, reducing or writing a report.
    From(u64),
    /// Its end is silent.
    Drop,
}

/// The reference behind a driver that falls silent for an hour.
pub struct Stubborn {
    silence: Silence,
    inner: ReferenceTarget,
    statements: Arc<AtomicU64>,
}

struct StubbornDriver {
    silence: Silence,
    inner: Box<dyn Driver>,
    statements: Arc<AtomicU64>,
}

pub fn stubborn(silence: Silence) -> Stubborn {
    let inner = match silence {
        Silence::Restart => reference(None).with_script(Arc::new(|text, _| {
            text.contains("RETURN").then(|| Response::Crash { how: "signal 11".to_owned() })
        })),
        _ => reference(Some(Fault::OptionalMatchLosesRow)),
    };
    Stubborn { silence, inner, statements: Arc::default() }
}

pub fn an_hour() {
    std::thread::sleep(Duration::from_secs(3600));
}

impl Target for Stubborn {
    fn name(&self) -> &str {
        "stubborn"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.inner.dialect()
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        if self.silence == Silence::Open {
            an_hour();
        }
        let (inner, statements) = (self.inner.open(worker)?, Arc::clone(&self.statements));
        Ok(Box::new(StubbornDriver { silence: self.silence, inner, statements }))
    }
}

impl StubbornDriver {
    fn at(&self, place: Silence) {
        if self.silence == place {
            an_hour();
        }
    }
}

impl Drop for StubbornDriver {
    fn drop(&mut self) {
        self.at(Silence::Drop);
    }
}

impl Driver for StubbornDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.at(Silence::Wipe);
        self.inner.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        let number = self.statements.fetch_add(1, Ordering::Relaxed);
        if matches!(self.silence, Silence::From(first) if number >= first) {
            an_hour();
        }
        self.at(if statement.contains("RETURN") { Silence::Query } else { Silence::Loading });
        self.inner.run(statement, deadline)
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.at(Silence::Indexes);
        self.inner.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.at(Silence::ReadBack);
        self.inner.read_graph(deadline)
    }

    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String> {
        self.inner.explain(statement, deadline)
    }

    fn health(&mut self) -> Health {
        self.at(Silence::Health);
        self.inner.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.at(Silence::Restart);
        self.inner.restart()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.inner.log_tail(count)
    }
}

pub const SILENCES: [Silence; 13] = [
    Silence::Open,
    Silence::Wipe,
    Silence::Loading,
    Silence::Indexes,
    Silence::ReadBack,
    Silence::Query,
    Silence::Restart,
    Silence::Health,
    Silence::Drop,
    Silence::From(40),
    Silence::From(150),
    Silence::From(400),
    Silence::From(1000),
];
