//! Statements in flight: two connections share them.

use std::time::{Duration, Instant};

use graphlance_case::Response;

use super::BoltDriver;
use crate::bolt::plan::plan_text;
use crate::bolt::session::Session;
use crate::wire::{Answered, Broken, Pipelined, Rest, Wired};

impl BoltDriver {
    /// A connection of statements in flight.
    fn connection(&mut self, number: usize) -> Result<&mut Session, Broken> {
        match number {
            0 => self.connected(),
            _ => self.second.as_mut().ok_or_else(|| Broken::Lost("there is no second connection".to_owned())),
        }
    }
}

impl Pipelined for BoltDriver {
    const PATIENCE: Duration = Self::GRACE;
    /// Neo4j plans a text on the thread of its connection, which takes it most of its time.
    const CONNECTIONS: usize = 2;

    fn ready(&mut self, connections: usize, deadline: Duration) -> Result<(), Response> {
        if self.session.is_none() {
            self.second = None;
        }
        let mut ready = self.connect(deadline + Self::GRACE).map(drop);
        if ready.is_ok() && connections > 1 && self.second.is_none() {
            ready = self.dial(deadline + Self::GRACE).map(|session| self.second = Some(session));
        }
        ready.map_err(|error| self.unreached(error, deadline))
    }

    fn broke(&mut self, broken: Broken, deadline: Duration) -> Response {
        self.second = None;
        self.end(broken, deadline)
    }

    fn queue(&mut self, connection: usize, statement: &str, deadline: Duration) -> Result<(), Broken> {
        Ok(self.connection(connection)?.queue(statement, deadline)?)
    }

    fn flush(&mut self, connection: usize, deadline: Duration) -> Result<(), Broken> {
        Ok(self.connection(connection)?.flush(deadline)?)
    }

    fn receive(&mut self, connection: usize, deadline: Duration, end: Instant) -> Result<Answered, Broken> {
        let session = self.connection(connection)?;
        let others = session.in_flight() > 1;
        let answer = session.receive(end, deadline + Self::GRACE)?;
        let rest = if others && session.in_flight() == 0 { Rest::NotRun } else { Rest::Follows };
        let (response, plan) = match self.decoded(answer) {
            Ok((table, summary)) => (Response::Table(table), plan_text(&summary)),
            Err(error) => (Response::Error(error), None),
        };
        self.told_plans.push(plan);
        Ok(Answered { response, rest })
    }
}
