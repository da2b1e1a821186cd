//! A blocking connection to a PostgreSQL server, by the simple query protocol
//! (<https://www.postgresql.org/docs/current/protocol-flow.html>).

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_protocol::authentication::md5_hash;
use postgres_protocol::authentication::sasl::{ChannelBinding, SCRAM_SHA_256, ScramSha256};
use postgres_protocol::message::backend::{DataRowBody, ErrorResponseBody, Header, Message};
use postgres_protocol::message::frontend;
use thiserror::Error;

use crate::driver::TargetError;
use crate::limits::{self, Meter, RESPONSE_BYTES, TooLarge, at_most};
use crate::socket::{Socket, SocketError};
use crate::wire::Broken;

/// What a server may send at any time: notices, parameters, notifications, and the error with which it ends.
const ANY_TIME: &[u8] = b"NSAE";

/// How to reach a database. Its `Debug` form hides the password.
#[derive(Clone, Default)]
pub struct Access {
    /// `host:port`
    pub address: String,
    /// The user.
    pub user: String,
    /// The password, never printed.
    pub password: Option<String>,
    /// The database.
    pub database: String,
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
        format!("postgres://{}@{}/{}", self.user, self.address, self.database)
    }
}

/// A connection that is logged in. After an error it has no meaning any more and is to be dropped.
pub struct Connection {
    socket: Socket,
    incoming: BytesMut,
    piece: Vec<u8>,
    /// The time-out of a statement that the server was told, in milliseconds.
    pub(super) timeout: u128,
}

/// Why a connection fails.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// It was lost, or the deadline passed.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// What came is no PostgreSQL.
    #[error("the answer is not PostgreSQL's: {0}")]
    Garbage(String),
    /// What came is more than is taken.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Something came between the answer to a query and the next query.
    #[error("the server sent more than the answer to an earlier query")]
    Late,
}

impl From<io::Error> for ConnectionError {
    fn from(error: io::Error) -> ConnectionError {
        ConnectionError::Garbage(error.to_string())
    }
}

/// The rows of the last statement of a query: the text of each cell, none for NULL.
pub type Rows = Vec<Vec<Option<String>>>;

/// An error that the server reports: SQLSTATE and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// SQLSTATE, five characters.
    pub state: String,
    /// The server's own text.
    pub message: String,
}

impl From<ConnectionError> for Broken {
    fn from(error: ConnectionError) -> Broken {
        match error {
            ConnectionError::Socket(error) => error.into(),
            garbage => Broken::Garbage(garbage.to_string()),
        }
    }
}

impl Connection {
    /// Connects and logs in. Errors: unreachable, no PostgreSQL, refused.
    pub fn open(access: &Access, deadline: Duration) -> Result<Connection, TargetError> {
        let name = access.name();
        let socket = Socket::connect(&access.address, deadline).map_err(|error| {
            TargetError::Unreachable(format!("cannot reach {name}: {error}; is the server running there?"))
        })?;
        let mut connection = Connection { socket, incoming: BytesMut::new(), piece: vec![0; 1 << 16], timeout: 0 };
        match connection.log_in(access, deadline) {
            Ok(Ok(())) => Ok(connection),
            Ok(Err(refusal)) => {
                let Refusal { state, message } = refusal;
                let advice = "are user, database and GRAPHLANCE_PASSWORD right?";
                Err(match state.as_str() {
                    "57P03" => TargetError::Unreachable(format!("{name}: {state}: {message}")),
                    _ => TargetError::Refused(format!("{name} refuses: {state}: {message}; {advice}")),
                })
            }
            Err(ConnectionError::Socket(SocketError::Deadline(_))) => {
                Err(TargetError::Timeout(format!("{name} does not answer within {deadline:?}")))
            }
            Err(error @ (ConnectionError::Socket(_) | ConnectionError::Late)) => {
                Err(TargetError::Unreachable(format!("{name}: {error}")))
            }
            Err(error) => Err(TargetError::Protocol(format!("{name}: {error}"))),
        }
    }

    fn log_in(&mut self, access: &Access, deadline: Duration) -> Result<Result<(), Refusal>, ConnectionError> {
        let end = Instant::now() + deadline;
        let meter = &mut Meter::default();
        let mut out = BytesMut::new();
        let parameters =
            [("user", access.user.as_str()), ("database", access.database.as_str()), ("client_encoding", "UTF8")];
        frontend::startup_message(parameters, &mut out)?;
        self.socket.send(&out, deadline)?;
        let password = access.password.as_deref().unwrap_or_default().as_bytes();
        let mut scram = None;
        loop {
            let mut out = BytesMut::new();
            match self.message(end, deadline, meter)? {
                Message::ErrorResponse(body) => return Ok(Err(refusal(&body)?)),
                Message::AuthenticationCleartextPassword => frontend::password_message(password, &mut out)?,
                Message::AuthenticationMd5Password(body) => {
                    let hash = md5_hash(access.user.as_bytes(), password, body.salt());
                    frontend::password_message(hash.as_bytes(), &mut out)?;
                }
                Message::AuthenticationSasl(body) => {
                    if !body.mechanisms().any(|mechanism| Ok(mechanism == SCRAM_SHA_256))? {
                        return Err(ConnectionError::Garbage("the server offers no SCRAM-SHA-256".to_owned()));
                    }
                    let made = ScramSha256::new(password, ChannelBinding::unsupported());
                    frontend::sasl_initial_response(SCRAM_SHA_256, made.message(), &mut out)?;
                    scram = Some(made);
                }
                Message::AuthenticationSaslContinue(body) => {
                    let made = scram.as_mut().ok_or_else(|| unexpected("SASL"))?;
                    made.update(body.data())?;
                    frontend::sasl_response(made.message(), &mut out)?;
                }
                Message::AuthenticationSaslFinal(body) => {
                    scram.as_mut().ok_or_else(|| unexpected("SASL"))?.finish(body.data())?;
                }
                Message::AuthenticationOk | Message::ParameterStatus(_) | Message::BackendKeyData(_) => {}
                Message::NoticeResponse(_) => {}
                Message::ReadyForQuery(_) => return Ok(Ok(())),
                _ => return Err(unexpected("the log-in")),
            }
            if !out.is_empty() {
                self.socket.send(&out, deadline)?;
            }
        }
    }

    /// Runs SQL text; the rows of its last statement. The inner error is the server's.
    pub fn query(&mut self, sql: &str, deadline: Duration) -> Result<Result<Rows, Refusal>, ConnectionError> {
        let end = Instant::now() + deadline;
        let meter = &mut Meter::default();
        self.insist_on_silence()?;
        let mut out = BytesMut::new();
        frontend::query(sql, &mut out)?;
        self.socket.send(&out, deadline)?;
        let mut outcome = Ok(Rows::new());
        let mut columns = None;
        loop {
            match self.message(end, deadline, meter)? {
                Message::RowDescription(body) => {
                    columns = Some(body.fields().count()?);
                    limits::columns(columns.unwrap_or_default())?;
                    if outcome.is_ok() {
                        outcome = Ok(Rows::new());
                    }
                }
                Message::DataRow(body) => {
                    let row = row(&body, columns, meter)?;
                    if let Ok(rows) = &mut outcome {
                        rows.push(row);
                    }
                }
                Message::ErrorResponse(body) => outcome = Err(refusal(&body)?),
                Message::ReadyForQuery(_) if !self.incoming.first().is_none_or(|kind| ANY_TIME.contains(kind)) => {
                    return Err(ConnectionError::Garbage("the server sends more than the answer".to_owned()));
                }
                Message::ReadyForQuery(_) => return Ok(outcome),
                Message::CommandComplete(_) | Message::EmptyQueryResponse => columns = None,
                Message::NoticeResponse(_) | Message::ParameterStatus(_) | Message::NotificationResponse(_) => {}
                _ => return Err(unexpected("a query")),
            }
        }
    }

    /// Makes sure that nothing lies there before something is asked, but for what a server may say at any time.
    fn insist_on_silence(&mut self) -> Result<(), ConnectionError> {
        let waiting = self.socket.waiting(&mut self.piece)?;
        self.incoming.extend_from_slice(&self.piece[..waiting]);
        while let Some(message) = self.parse(&mut Meter::default())? {
            match message {
                Message::NoticeResponse(_) | Message::ParameterStatus(_) | Message::NotificationResponse(_) => {}
                // A server that is shut down says so.
                Message::ErrorResponse(body) => {
                    let Refusal { state, message } = refusal(&body)?;
                    return Err(SocketError::Lost(format!("{state}: {message}")).into());
                }
                _ => return Err(ConnectionError::Late),
            }
        }
        match self.incoming.first() {
            Some(kind) if !ANY_TIME.contains(kind) => Err(ConnectionError::Late),
            _ => Ok(()),
        }
    }

    fn message(&mut self, end: Instant, deadline: Duration, meter: &mut Meter) -> Result<Message, ConnectionError> {
        loop {
            if let Some(message) = self.parse(meter)? {
                return Ok(message);
            }
            let count = self.socket.receive(&mut self.piece, end, deadline)?;
            self.incoming.extend_from_slice(&self.piece[..count]);
        }
    }

    /// The next message, if all of it has come. The library makes room for as many bytes as a message claims to have, so
    /// it sees whole ones only.
    fn parse(&mut self, meter: &mut Meter) -> Result<Option<Message>, ConnectionError> {
        let Some(header) = Header::parse(&self.incoming)? else { return Ok(None) };
        let length = usize::try_from(header.len()).unwrap_or_default() + 1;
        at_most(length, RESPONSE_BYTES, "bytes")?;
        if self.incoming.len() < length {
            return Ok(None);
        }
        meter.received(length)?;
        Ok(Message::parse(&mut self.incoming)?)
    }
}

/// The cells of a row, of which there are as many as the description says that went before.
fn row(body: &DataRowBody, columns: Option<usize>, meter: &mut Meter) -> Result<Vec<Option<String>>, ConnectionError> {
    let Some(columns) = columns else {
        return Err(ConnectionError::Garbage("a row without a description of rows".to_owned()));
    };
    meter.row()?;
    meter.items(columns, size_of::<Option<String>>())?;
    meter.memory(body.buffer().len())?;
    let mut cells = Vec::new();
    let mut ranges = body.ranges();
    while let Some(range) = ranges.next()? {
        if cells.len() == columns {
            return Err(ConnectionError::Garbage(format!("a row of more than {columns} cells")));
        }
        cells.push(match range {
            None => None,
            Some(range) => {
                let bytes = body.buffer().get(range).ok_or_else(|| unexpected("a row"))?;
                limits::string(bytes.len())?;
                let text = std::str::from_utf8(bytes);
                Some(text.map_err(|error| ConnectionError::Garbage(format!("a cell: {error}")))?.to_owned())
            }
        });
    }
    match cells.len() == columns {
        true => Ok(cells),
        false => Err(ConnectionError::Garbage(format!("a row of {} cells for {columns} columns", cells.len()))),
    }
}

fn refusal(body: &ErrorResponseBody) -> Result<Refusal, ConnectionError> {
    let mut refusal = Refusal { state: String::new(), message: String::new() };
    let mut fields = body.fields();
    while let Some(field) = fields.next()? {
        let text = limits::cut(String::from_utf8_lossy(field.value_bytes()));
        match field.type_() {
            b'C' => refusal.state = text,
            b'M' => refusal.message = text,
            _ => {}
        }
    }
    Ok(refusal)
}

fn unexpected(where_to: &str) -> ConnectionError {
    ConnectionError::Garbage(format!("a message that has no place in {where_to}"))
}
