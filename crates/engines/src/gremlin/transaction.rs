//! Transactions of several statements: each is a session of the server's, on a connection of its own, with which it ends.

use std::time::Duration;

use graphlance_case::Response;

use super::driver::GremlinDriver;
use crate::driver::done;
use crate::wire::{Wired, protocol};

/// What is said of a statement behind the end of its transaction's connection.
pub(super) const LOST: &str = "the connection of a transaction was lost, and the transaction with it";

impl GremlinDriver {
    /// Begins a transaction, to which all that is asked belongs from now on.
    pub(super) fn begin(&mut self, deadline: Duration) -> Response {
        let bound = self.session().map(drop).and_then(|()| self.dial(deadline)).map(|mut session| {
            session.bind();
            session
        });
        match bound {
            Ok(session) => {
                self.resting = Some(self.session.replace(session));
                let response = self.graph_is_to("open", deadline);
                if !matches!(response, Response::Table(_)) {
                    self.leave();
                }
                response
            }
            Err(error) => self.unreached(error, deadline),
        }
    }

    /// Ends the transaction in one way or the other. One whose connection was lost is rolled back without complaint.
    pub(super) fn finish(&mut self, how: &str, deadline: Duration) -> Response {
        let lost = self.session.as_ref().is_none_or(|session| !session.is_bound());
        let response = match (lost, how) {
            (true, "rollback") => done(),
            (true, _) => Response::Error(protocol(LOST.to_owned())),
            (false, _) => self.graph_is_to(how, deadline),
        };
        self.leave();
        response
    }

    /// Goes back to the connection of what is asked outside of a transaction.
    fn leave(&mut self) {
        if let Some(resting) = self.resting.take() {
            self.session = resting;
        }
    }

    /// Has the graph do something with its transaction.
    fn graph_is_to(&mut self, what: &str, deadline: Duration) -> Response {
        match self.respond(&format!("(g).getGraph().tx().{what}(); true"), deadline) {
            Response::Table(_) => done(),
            other => other,
        }
    }
}
