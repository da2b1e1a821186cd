//! Statements in flight: two connections share them.

use std::time::{Duration, Instant};

use graphlance_case::Response;

use super::BoltDriver;
use crate::bolt::plan::plan_text;
use crate::bolt::session::Session;
use crate::wire::{Answered, Broken, Paired, Pipelined, Rest, Wired};

impl Paired for BoltDriver {
    fn second(&mut self) -> &mut Option<Session> {
        &mut self.second
    }
}

impl Pipelined for BoltDriver {
    const PATIENCE: Duration = Self::GRACE;
    /// Neo4j plans a text on the thread of its connection, which takes it most of its time.
    const CONNECTIONS: usize = 2;

    fn ready(&mut self, connections: usize, deadline: Duration) -> Result<(), Response> {
        self.connect_both(connections, deadline)
    }

    fn broke(&mut self, broken: Broken, deadline: Duration) -> Response {
        self.end_both(broken, deadline)
    }

    fn queue(&mut self, connection: usize, statement: &str, deadline: Duration) -> Result<(), Broken> {
        Ok(self.numbered(connection)?.queue(statement, deadline)?)
    }

    fn flush(&mut self, connection: usize, deadline: Duration) -> Result<(), Broken> {
        Ok(self.numbered(connection)?.flush(deadline)?)
    }

    fn receive(&mut self, connection: usize, deadline: Duration, end: Instant) -> Result<Answered, Broken> {
        self.awaited = connection;
        let session = self.numbered(connection)?;
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
