//! Several statements in flight, on one connection or on several that share them.

use std::time::{Duration, Instant};

use graphlance_case::Response;

use super::Broken;

/// At most so many bytes of statements are in flight on a connection: so few that they fit into the buffers between here
/// and a server that does not read on before its answer is taken.
const WINDOW: usize = 32 << 10;

/// A driver whose protocol takes a statement before the last one is answered.
pub trait Pipelined {
    /// So much longer than its deadline an answer is waited for.
    const PATIENCE: Duration;

    /// So many connections share the statements, which are dealt to them in turn. Where a server runs those of one connection one
    /// after the other, and leaves its processor idle between them, more than one keep it at work.
    const CONNECTIONS: usize = 1;

    /// Sees to it that there are so many connections; else what that means for a statement.
    fn ready(&mut self, connections: usize, deadline: Duration) -> Result<(), Response>;

    /// Puts a statement behind those in flight on a connection (counted from 0); it is sent by the next [`Pipelined::flush`].
    fn queue(&mut self, connection: usize, statement: &str, deadline: Duration) -> Result<(), Broken>;

    /// Sends what was queued for a connection.
    fn flush(&mut self, connection: usize, deadline: Duration) -> Result<(), Broken>;

    /// The answer to the first of those in flight on a connection, until `end`.
    fn receive(&mut self, connection: usize, deadline: Duration, end: Instant) -> Result<Answered, Broken>;

    /// What the end of a connection means for the first of those in flight. No answer is taken from any connection any more.
    fn broke(&mut self, broken: Broken, deadline: Duration) -> Response;

    /// Runs statements that only read, as [`crate::Driver::run_all`] has it.
    fn respond_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        let mut responses = Vec::with_capacity(statements.len());
        let mut last = Instant::now();
        let mut took = || std::mem::replace(&mut last, Instant::now()).elapsed();
        let connections = Self::CONNECTIONS.clamp(1, statements.len().max(1));
        if !statements.is_empty()
            && let Err(response) = self.ready(connections, deadline)
        {
            return vec![(response, took())];
        }
        let mut flight = Flight { statements, answered: 0, next: (0..connections).collect(), lost: false };
        while flight.answered < statements.len() {
            let sent = if flight.lost { Ok(()) } else { self.top_up(&mut flight, deadline) };
            // What was answered before the connection was lost can still be read; then its end is read, too.
            flight.lost |= matches!(sent, Err(Broken::Lost(_)));
            let answered = match sent {
                Ok(()) | Err(Broken::Lost(_)) => {
                    let end = Instant::now() + deadline + Self::PATIENCE;
                    self.receive(flight.answered % connections, deadline, end)
                }
                Err(broken) => Err(broken),
            };
            match answered {
                Ok(Answered { response, rest }) => {
                    responses.push((response, took()));
                    flight.answer(rest);
                }
                Err(broken) => {
                    responses.push((self.broke(broken, deadline), took()));
                    break;
                }
            }
        }
        responses
    }

    /// Sends statements until so many bytes are in flight on each connection; one at least, if none is.
    fn top_up(&mut self, flight: &mut Flight<'_>, deadline: Duration) -> Result<(), Broken> {
        let connections = flight.next.len();
        for connection in 0..connections {
            while let Some(next) = flight.statements.get(flight.next[connection])
                && flight.has_room_for(next, connection)
            {
                self.queue(connection, next, deadline)?;
                flight.next[connection] += connections;
            }
        }
        (0..connections).try_for_each(|connection| self.flush(connection, deadline + Self::PATIENCE))
    }
}

/// Statements, and how far they are. Those of a connection are every so many, from its number on.
pub struct Flight<'a> {
    statements: &'a [String],
    answered: usize,
    /// Of each connection the statement that is sent next.
    next: Vec<usize>,
    /// Whether nothing more can be sent.
    lost: bool,
}

impl Flight<'_> {
    /// The first of those in flight is answered.
    fn answer(&mut self, rest: Rest) {
        let (connections, answered) = (self.next.len(), self.answered);
        self.answered += 1;
        match rest {
            Rest::Follows => {}
            Rest::NotRun => self.next[answered % connections] = answered + connections,
            Rest::Void => {
                for number in self.answered..self.answered + connections {
                    self.next[number % connections] = number;
                }
            }
        }
    }

    /// Whether a statement may go out on a connection before others there are answered.
    fn has_room_for(&self, next: &str, connection: usize) -> bool {
        let connections = self.next.len();
        let before = (self.answered..self.next[connection]).filter(|number| number % connections == connection);
        let bytes: usize = before.map(|number| self.statements[number].len()).sum();
        bytes == 0 || bytes + next.len() <= WINDOW
    }
}

/// What came of the first statement in flight.
pub struct Answered {
    /// The answer.
    pub response: Response,
    /// What becomes of the others.
    pub rest: Rest,
}

/// What becomes of the statements in flight behind one that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Their answers follow.
    Follows,
    /// There will be none of those on the same connection: they are sent again.
    NotRun,
    /// No answers are left on any connection: all are sent again.
    Void,
}
