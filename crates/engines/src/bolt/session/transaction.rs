//! Transactions of several statements, by messages of their own.

use std::time::{Duration, Instant};

use graphlance_case::Boundary;

use super::{Brought, Session, first, tag, unexpected};
use crate::bolt::connection::ConnectionError;
use crate::bolt::packstream::Pack;
use crate::limits::Meter;

/// What has become of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transaction {
    /// There is none.
    Absent,
    /// It is open.
    Open,
    /// A statement of it failed, and the server has rolled it back.
    Failed,
}

/// What is said of a transaction that is committed after one of its statements has failed.
const FAILED: &str = "a statement of the transaction failed, which has ended it";

impl Session {
    /// Begins or ends a transaction, within which the server gives every statement what is left of `deadline`. One that has ended
    /// with an error is rolled back without complaint, and cannot be committed.
    pub fn transact(
        &mut self,
        boundary: Boundary,
        deadline: Duration,
        grace: Duration,
    ) -> Result<Brought, ConnectionError> {
        match (boundary, self.transaction) {
            (Boundary::RollBack, Transaction::Failed) => {
                self.transaction = Transaction::Absent;
                return Ok(done());
            }
            (Boundary::Commit, Transaction::Failed) => {
                self.transaction = Transaction::Absent;
                return Ok(Brought::Failure(Pack::map([
                    ("code", Pack::string("graphlance")),
                    ("message", Pack::string(FAILED)),
                ])));
            }
            _ => {}
        }
        let (patience, begun) = (deadline + grace, Instant::now());
        self.connection.insist_on_silence()?;
        let (tag, fields) = match boundary {
            Boundary::Begin => (tag::BEGIN, vec![self.extra(deadline)]),
            Boundary::Commit => (tag::COMMIT, Vec::new()),
            Boundary::RollBack => (tag::ROLLBACK, Vec::new()),
            Boundary::Reset => (tag::RESET, Vec::new()),
        };
        self.connection.queue(tag, fields);
        self.connection.flush(patience)?;
        let (end, meter) = (begun + patience, &mut Meter::default());
        match self.connection.message(end, patience, meter)? {
            (tag::SUCCESS, _) => {
                let open = boundary == Boundary::Begin;
                self.transaction = if open { Transaction::Open } else { Transaction::Absent };
                Ok(done())
            }
            (tag::FAILURE, fields) => {
                self.reset(end, patience, meter)?;
                self.transaction = Transaction::Absent;
                Ok(Brought::Failure(first(fields)))
            }
            (other, _) => Err(unexpected(other)),
        }
    }

    /// What goes with a statement or a transaction: how long it may take, and its database.
    pub(super) fn extra(&self, deadline: Duration) -> Pack {
        let timeout = Pack::Integer(deadline.as_millis().max(1) as i64);
        match &self.database {
            None => Pack::map([("tx_timeout", timeout)]),
            Some(database) => Pack::map([("tx_timeout", timeout), ("db", Pack::string(database.as_str()))]),
        }
    }

    /// The server has ended whatever was open.
    pub(super) fn transaction_failed(&mut self) {
        if self.transaction == Transaction::Open {
            self.transaction = Transaction::Failed;
        }
    }
}

fn done() -> Brought {
    Brought::Rows { columns: Vec::new(), rows: Vec::new(), summary: Pack::Null }
}
