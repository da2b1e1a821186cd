//! Several statements in flight on one connection.

use std::time::{Duration, Instant};

use graphlance_case::Response;

use super::Broken;

/// At most so many bytes of statements are in flight: so few that they fit into the buffers between here and a server that does not
/// read on before its answer is taken.
const WINDOW: usize = 32 << 10;

/// A driver whose protocol takes a statement before the last one is answered.
pub trait Pipelined {
    /// So much longer than its deadline an answer is waited for.
    const PATIENCE: Duration;

    /// Sees to it that there is a connection; else what that means for a statement.
    fn ready(&mut self, deadline: Duration) -> Result<(), Response>;

    /// Puts a statement behind those in flight; it is sent by the next [`Pipelined::flush`].
    fn queue(&mut self, statement: &str, deadline: Duration) -> Result<(), Broken>;

    /// Sends what was queued.
    fn flush(&mut self, deadline: Duration) -> Result<(), Broken>;

    /// The answer to the first of those in flight, until `end`.
    fn receive(&mut self, deadline: Duration, end: Instant) -> Result<Answered, Broken>;

    /// What the end of the connection means for the first of those in flight.
    fn broke(&mut self, broken: Broken, deadline: Duration) -> Response;

    /// Runs statements that only read, as [`crate::Driver::run_all`] has it.
    fn respond_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        let mut responses = Vec::with_capacity(statements.len());
        let mut last = Instant::now();
        let mut took = || std::mem::replace(&mut last, Instant::now()).elapsed();
        let mut flight = Flight { statements, answered: 0, sent: 0, lost: false };
        while flight.answered < statements.len() {
            if flight.sent == 0
                && let Err(response) = self.ready(deadline)
            {
                responses.push((response, took()));
                break;
            }
            let sent = if flight.lost { Ok(()) } else { self.top_up(&mut flight, deadline) };
            // What was answered before the connection was lost can still be read; then its end is read, too.
            flight.lost |= matches!(sent, Err(Broken::Lost(_)));
            let answered = match sent {
                Ok(()) | Err(Broken::Lost(_)) => self.receive(deadline, Instant::now() + deadline + Self::PATIENCE),
                Err(broken) => Err(broken),
            };
            match answered {
                Ok(Answered { response, rest }) => {
                    responses.push((response, took()));
                    flight.answered += 1;
                    if rest == Rest::NotRun {
                        flight.sent = flight.answered;
                    }
                }
                Err(broken) => {
                    responses.push((self.broke(broken, deadline), took()));
                    break;
                }
            }
        }
        responses
    }

    /// Sends statements until so many bytes are in flight; one at least, if none is.
    fn top_up(&mut self, flight: &mut Flight<'_>, deadline: Duration) -> Result<(), Broken> {
        let mut bytes: usize = flight.statements[flight.answered..flight.sent].iter().map(String::len).sum();
        while let Some(next) = flight.statements.get(flight.sent)
            && (flight.sent == flight.answered || bytes + next.len() <= WINDOW)
        {
            bytes += next.len();
            self.queue(next, deadline)?;
            flight.sent += 1;
        }
        self.flush(deadline + Self::PATIENCE)
    }
}

/// Statements, and how far they are.
pub struct Flight<'a> {
    statements: &'a [String],
    answered: usize,
    sent: usize,
    /// Whether nothing more can be sent.
    lost: bool,
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
    /// There will be none: they are sent again.
    NotRun,
}
