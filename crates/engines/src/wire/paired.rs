//! Two connections that share the statements in flight.

use std::time::Duration;

use graphlance_case::Response;

use super::{Broken, Wired};

/// The driver of a server that runs the statements of a connection one after the other, with a second one beside the first.
pub trait Paired: Wired {
    /// The second connection: there is none without the first.
    fn second(&mut self) -> &mut Option<Self::Session>;

    /// A connection by its number, from 0.
    fn numbered(&mut self, connection: usize) -> Result<&mut Self::Session, Broken> {
        match connection {
            0 => self.connected(),
            _ => self.second().as_mut().ok_or_else(|| Broken::Lost("there is no second connection".to_owned())),
        }
    }

    /// Sees to it that there are so many; else what that means for a statement.
    fn connect_both(&mut self, connections: usize, deadline: Duration) -> Result<(), Response> {
        if self.slot().is_none() {
            *self.second() = None;
        }
        let mut ready = self.connect(deadline + Self::GRACE).map(drop);
        if ready.is_ok() && connections > 1 && self.second().is_none() {
            ready = self.dial(deadline + Self::GRACE).map(|session| *self.second() = Some(session));
        }
        ready.map_err(|error| self.unreached(error, deadline))
    }

    /// What the end of one means for the statement that is answered next; the second is no more.
    fn end_both(&mut self, broken: Broken, deadline: Duration) -> Response {
        let response = self.end(broken, deadline);
        *self.second() = None;
        response
    }
}
