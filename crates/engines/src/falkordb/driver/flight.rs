//! Statements in flight: two connections share them.

use std::time::{Duration, Instant};

use graphlance_case::{EngineError, ErrorClass, Response};
use graphlance_graph::Table;

use super::FalkorDriver;
use crate::driver::{Driver, TargetError};
use crate::falkordb::compact::{self, CompactError};
use crate::falkordb::session::Session;
use crate::wire::{Answered, Broken, Paired, Pipelined, Rest, Wired};

impl Paired for FalkorDriver {
    fn second(&mut self) -> &mut Option<Session> {
        &mut self.second
    }
}

impl FalkorDriver {
    /// The answers to statements that only read and must not fail, which are in flight together.
    pub(super) fn tables<const COUNT: usize>(
        &mut self,
        statements: [&str; COUNT],
        deadline: Duration,
    ) -> Result<[Table; COUNT], TargetError> {
        let texts = statements.map(str::to_owned);
        let mut tables = Vec::with_capacity(COUNT);
        for (text, (response, _)) in texts.iter().zip(self.run_all(&texts, deadline)) {
            tables.push(match response {
                Response::Table(table) => table,
                Response::Error(EngineError { class: ErrorClass::Protocol, message }) => {
                    return Err(TargetError::Protocol(format!("`{text}`: {message}")));
                }
                Response::Error(error) => return Err(TargetError::answered(text, error)),
                Response::Crash { how } => return Err(TargetError::Unreachable(how)),
                Response::Hang { .. } => {
                    return Err(TargetError::Timeout(format!("`{text}`: no answer within {deadline:?}")));
                }
                other => return Err(TargetError::Protocol(format!("`{text}`: {other:?} in place of a table"))),
            });
        }
        let lacking = |_| TargetError::Protocol("a statement that reads the graph has no answer".to_owned());
        <[Table; COUNT]>::try_from(tables).map_err(lacking)
    }
}

impl Pipelined for FalkorDriver {
    const PATIENCE: Duration = Self::GRACE;
    /// The server takes the next statement of a connection only when the last is answered, and a thread of it is idle meanwhile.
    const CONNECTIONS: usize = 2;

    fn ready(&mut self, connections: usize, deadline: Duration) -> Result<(), Response> {
        self.connect_both(connections, deadline)
    }

    fn broke(&mut self, broken: Broken, deadline: Duration) -> Response {
        self.end_both(broken, deadline)
    }

    fn queue(&mut self, connection: usize, statement: &str, deadline: Duration) -> Result<(), Broken> {
        let graph = self.graph.clone();
        Ok(self.numbered(connection)?.queue(&graph, statement, deadline)?)
    }

    fn flush(&mut self, connection: usize, deadline: Duration) -> Result<(), Broken> {
        Ok(self.numbered(connection)?.flush(deadline)?)
    }

    fn receive(&mut self, connection: usize, deadline: Duration, end: Instant) -> Result<Answered, Broken> {
        let patience = deadline + Self::GRACE;
        let answer = self.numbered(connection)?.receive(end, patience)?;
        let mut rest = Rest::Follows;
        let told = compact::table(&answer, &self.names);
        if let Err(CompactError::UnknownName(..)) = told {
            // The names can be asked for only when nothing else is under way; what is, is asked again.
            for session in self.session.iter_mut().chain(&mut self.second) {
                while session.in_flight() > 0 {
                    rest = Rest::Void;
                    session.receive(Instant::now() + patience, patience)?;
                }
            }
        }
        let decoded = self.decoded(told, &answer, deadline, end.max(Instant::now() + patience))?;
        let response = decoded.map_or_else(Response::Error, Response::Table);
        Ok(Answered { response, rest })
    }
}
