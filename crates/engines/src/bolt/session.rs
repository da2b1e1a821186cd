//! A Bolt connection that is logged in.

mod transaction;

use std::fmt;
use std::time::{Duration, Instant};

use transaction::Transaction;

use super::connection::{Connection, ConnectionError, Version};
use super::packstream::Pack;
use super::parameters;
use crate::driver::TargetError;
use crate::limits::{self, Meter};
use crate::socket::{SocketError, left};

/// Tags of the messages.
mod tag {
    pub const HELLO: u8 = 0x01;
    pub const LOGON: u8 = 0x6A;
    pub const RESET: u8 = 0x0F;
    pub const BEGIN: u8 = 0x11;
    pub const COMMIT: u8 = 0x12;
    pub const ROLLBACK: u8 = 0x13;
    pub const RUN: u8 = 0x10;
    pub const PULL: u8 = 0x3F;
    pub const SUCCESS: u8 = 0x70;
    pub const RECORD: u8 = 0x71;
    pub const IGNORED: u8 = 0x7E;
    pub const FAILURE: u8 = 0x7F;
}

/// How to reach a server. Its `Debug` form hides the password.
#[derive(Clone, Default)]
pub struct Access {
    /// `host:port`
    pub address: String,
    /// The user; none: without authentication.
    pub user: Option<String>,
    /// The password, never printed.
    pub password: Option<String>,
    /// The database; none: the user's own.
    pub database: Option<String>,
}

impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Access { address, user, database, .. } = self;
        let mut shown = formatter.debug_struct("Access");
        shown.field("address", address).field("user", user).field("database", database).finish_non_exhaustive()
    }
}

impl Access {
    /// The target's name for people.
    pub fn name(&self) -> String {
        let user = self.user.as_ref().map(|user| format!("{user}@")).unwrap_or_default();
        let database = self.database.as_ref().map(|database| format!("/{database}")).unwrap_or_default();
        format!("bolt://{user}{}{database}", self.address)
    }
}

/// A connection that is logged in.
#[derive(Debug)]
pub struct Session {
    connection: Connection,
    database: Option<String>,
    server: String,
    /// How many statements wait for their answers.
    in_flight: usize,
    transaction: Transaction,
}

/// What a statement gave.
#[derive(Clone, Debug, PartialEq)]
pub enum Brought {
    /// Rows.
    Rows {
        /// Names in the order of RETURN.
        columns: Vec<Pack>,
        /// One list per row.
        rows: Vec<Vec<Pack>>,
        /// The metadata behind the last row: counters, plan, notifications, as the server has it.
        summary: Pack,
    },
    /// The server refused or failed: the metadata of its FAILURE.
    Failure(Pack),
}

impl Session {
    /// Connects and logs in. Errors: unreachable, no Bolt, refused.
    pub fn open(access: &Access, deadline: Duration) -> Result<Session, TargetError> {
        let name = access.name();
        let end = Instant::now() + deadline;
        let connection = Connection::open(&access.address, deadline).map_err(|error| match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => TargetError::Timeout(format!("{name}: {error}")),
            ConnectionError::Garbage(_) => TargetError::Protocol(format!("{name}: {error}")),
            _ => TargetError::Unreachable(format!("cannot reach {name}: {error}; is the server running there?")),
        })?;
        let mut session = Session {
            connection,
            database: access.database.clone(),
            server: String::new(),
            in_flight: 0,
            transaction: Transaction::Absent,
        };
        session.log_in(access, end)?;
        Ok(session)
    }

    /// What follows acts on this database.
    pub fn enter(&mut self, database: &str) {
        self.database = Some(database.to_owned());
    }

    /// What the server calls itself.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The version of the protocol.
    pub fn version(&self) -> Version {
        self.connection.version()
    }

    fn log_in(&mut self, access: &Access, end: Instant) -> Result<(), TargetError> {
        let credentials = credentials(access);
        let mut greeting = vec![("user_agent".into(), Pack::string("graphlance/1"))];
        let version = self.version();
        if version >= (Version { major: 5, minor: 3 }) {
            let agent = Pack::map([("product", Pack::string("graphlance/1"))]);
            greeting.push(("bolt_agent".into(), agent));
        }
        if version >= (Version { major: 5, minor: 2 }) {
            // Hints about style cost time with every statement.
            greeting.push(("notifications_minimum_severity".into(), Pack::string("OFF")));
        }
        let separate = version >= Version { major: 5, minor: 1 };
        if !separate && let Pack::Map(entries) = &credentials {
            greeting.extend(entries.clone());
        }
        let answered = self.exchange(tag::HELLO, vec![Pack::Map(greeting)], access, end)?;
        self.server = answered.get("server").and_then(Pack::text).unwrap_or_default().to_owned();
        if separate {
            self.exchange(tag::LOGON, vec![credentials], access, end)?;
        }
        Ok(())
    }

    /// One message of the greeting and its SUCCESS.
    fn exchange(&mut self, kind: u8, fields: Vec<Pack>, access: &Access, end: Instant) -> Result<Pack, TargetError> {
        let (name, deadline, mut meter) = (access.name(), left(end), Meter::default());
        self.connection.queue(kind, fields);
        let sent = self.connection.flush(deadline);
        let answer = sent.and_then(|()| self.connection.message(end, deadline, &mut meter));
        let (tag, fields) = answer.map_err(|error| match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => TargetError::Timeout(format!("{name}: {error}")),
            ConnectionError::Socket(SocketError::Lost(_)) => TargetError::Unreachable(format!("{name}: {error}")),
            _ => TargetError::Protocol(format!("{name}: {error}")),
        })?;
        let metadata = fields.into_iter().next().unwrap_or(Pack::Null);
        match tag {
            tag::SUCCESS => Ok(metadata),
            tag::FAILURE => {
                let advice = match (&access.user, &access.password) {
                    (None, _) => "name a user as bolt://user@host:port, and put the password into GRAPHLANCE_PASSWORD",
                    (_, None) => "put the password into the environment variable GRAPHLANCE_PASSWORD",
                    _ => "are user and GRAPHLANCE_PASSWORD right?",
                };
                let message = super::ways::shown(&metadata);
                Err(TargetError::Refused(format!("{name} refuses: {message}; {advice}")))
            }
            other => Err(TargetError::Protocol(format!("{name} answers the greeting with message {other:#04x}"))),
        }
    }

    /// Runs a statement. The server gets `deadline` as its time-out, the connection waits `grace` longer.
    pub fn query(&mut self, statement: &str, deadline: Duration, grace: Duration) -> Result<Brought, ConnectionError> {
        let patience = deadline + grace;
        let end = Instant::now() + patience;
        self.queue(statement, deadline)?;
        self.flush(patience)?;
        self.receive(end, patience)
    }

    /// Puts a statement into the next [`Session::flush`], which may come before others are answered.
    pub fn queue(&mut self, statement: &str, deadline: Duration) -> Result<(), ConnectionError> {
        if self.in_flight == 0 {
            self.connection.insist_on_silence()?;
        }
        // Within a transaction it is the beginning that said it.
        let extra = if self.transaction == Transaction::Open { Pack::map([]) } else { self.extra(deadline) };
        let (statement, parameters) = parameters::apart(statement);
        self.connection.queue(tag::RUN, vec![Pack::string(statement), parameters, extra]);
        self.connection.queue(tag::PULL, vec![Pack::map([("n", Pack::Integer(-1))])]);
        self.in_flight += 1;
        Ok(())
    }

    /// Sends what was queued.
    pub fn flush(&mut self, patience: Duration) -> Result<(), ConnectionError> {
        self.connection.flush(patience)
    }

    /// How many statements wait for their answers. After a failure none does: the server passes over those behind it.
    pub fn in_flight(&self) -> usize {
        self.in_flight
    }

    /// The answer to the first statement that waits for one, until `end`; `patience` is what an error says.
    pub fn receive(&mut self, end: Instant, patience: Duration) -> Result<Brought, ConnectionError> {
        let meter = &mut Meter::default();
        let columns = match self.connection.message(end, patience, meter)? {
            (tag::SUCCESS, fields) => match fields.first().and_then(|metadata| metadata.get("fields")) {
                Some(Pack::List(columns)) => columns.clone(),
                None => Vec::new(),
                Some(other) => return Err(ConnectionError::Garbage(format!("{} as names of columns", other.kind()))),
            },
            (tag::FAILURE, fields) => {
                self.expect_ignored(end, patience, meter)?;
                self.recover(end, patience, meter)?;
                return Ok(Brought::Failure(first(fields)));
            }
            (other, _) => return Err(unexpected(other)),
        };
        limits::columns(columns.len())?;
        let mut rows = Vec::new();
        loop {
            match self.connection.message(end, patience, meter)? {
                (tag::RECORD, fields) => match first(fields) {
                    Pack::List(row) if row.len() == columns.len() => {
                        meter.row()?;
                        rows.push(row);
                    }
                    Pack::List(row) => {
                        let (found, wanted) = (row.len(), columns.len());
                        return Err(ConnectionError::Garbage(format!(
                            "a row of {found} values under {wanted} columns"
                        )));
                    }
                    _ => return Err(ConnectionError::Garbage("a record without a list".to_owned())),
                },
                (tag::SUCCESS, _) if self.in_flight <= 1 && self.connection.has_more() => {
                    return Err(ConnectionError::Garbage("the server sends more than the answer".to_owned()));
                }
                (tag::SUCCESS, fields) => {
                    self.in_flight = self.in_flight.saturating_sub(1);
                    return Ok(Brought::Rows { columns, rows, summary: first(fields) });
                }
                (tag::FAILURE, fields) => {
                    self.recover(end, patience, meter)?;
                    return Ok(Brought::Failure(first(fields)));
                }
                (other, _) => return Err(unexpected(other)),
            }
        }
    }

    /// Stops whatever runs on this connection; true when the server did so within `patience`.
    pub fn cancel(&mut self, patience: Duration) -> bool {
        if self.connection.is_torn() {
            return false;
        }
        let end = Instant::now() + patience;
        self.connection.queue(tag::RESET, Vec::new());
        if self.connection.flush(patience).is_err() {
            return false;
        }
        // Answers to what was stopped come first; the last SUCCESS without rows behind it is RESET's.
        let (mut stopped, mut meter) = (false, Meter::default());
        while let Ok((tag, _)) = self.connection.message(end, patience, &mut meter) {
            match tag {
                tag::FAILURE | tag::IGNORED => stopped = true,
                tag::SUCCESS if stopped => {
                    self.in_flight = 0;
                    self.transaction_failed();
                    return self.connection.insist_on_silence().is_ok();
                }
                _ => {}
            }
        }
        false
    }

    fn expect_ignored(&mut self, end: Instant, patience: Duration, meter: &mut Meter) -> Result<(), ConnectionError> {
        match self.connection.message(end, patience, meter)? {
            (tag::IGNORED, _) => Ok(()),
            (other, _) => Err(unexpected(other)),
        }
    }

    /// After a FAILURE nothing is answered until a RESET: neither RUN nor PULL of the statements behind it.
    fn recover(&mut self, end: Instant, patience: Duration, meter: &mut Meter) -> Result<(), ConnectionError> {
        for _ in 1..self.in_flight {
            self.expect_ignored(end, patience, meter)?;
            self.expect_ignored(end, patience, meter)?;
        }
        self.in_flight = 0;
        self.transaction_failed();
        self.reset(end, patience, meter)
    }

    fn reset(&mut self, end: Instant, patience: Duration, meter: &mut Meter) -> Result<(), ConnectionError> {
        self.connection.queue(tag::RESET, Vec::new());
        self.connection.flush(patience)?;
        match self.connection.message(end, patience, meter)? {
            (tag::SUCCESS, _) => Ok(()),
            (other, _) => Err(unexpected(other)),
        }
    }
}

fn credentials(access: &Access) -> Pack {
    match &access.user {
        None => Pack::map([("scheme", Pack::string("none"))]),
        Some(user) => Pack::map([
            ("scheme", Pack::string("basic")),
            ("principal", Pack::string(user.as_str())),
            ("credentials", Pack::string(access.password.as_deref().unwrap_or_default())),
        ]),
    }
}

fn first(fields: Vec<Pack>) -> Pack {
    fields.into_iter().next().unwrap_or(Pack::Null)
}

fn unexpected(tag: u8) -> ConnectionError {
    ConnectionError::Garbage(format!("message {tag:#04x} where another was due"))
}
