//! A WebSocket to a Gremlin Server, on which requests are answered as they are done, in any order.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use graphlance_case::EngineError;
use graphlance_gremlin::{Value, Version};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Bytes, Error, Message as Frame, WebSocket};

use super::bounded::Bounded;
use super::errors::classify;
use super::request::Asked;
use super::response::{AUTHENTICATE, Message, NO_CONTENT, PARTIAL, SUCCESS};
use super::ways::Ways;
use crate::driver::TargetError;
use crate::limits::{self, Meter};
use crate::socket::left;
use crate::wire::{Broken, protocol};

/// How to reach a server.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `host:port`
    pub address: String,
    /// The source of traversals, where it is another than the engine's first.
    pub source: Option<String>,
}

impl Access {
    /// The target's name for people.
    pub fn name(&self) -> String {
        format!("gremlin://{}", self.address)
    }
}

/// The path of Gremlin Server's WebSocket.
const PATH: &str = "/gremlin";

/// What was given, or the server's error.
pub type Results = Result<Vec<Value>, EngineError>;

/// A connection.
pub struct Session {
    socket: WebSocket<Bounded>,
    version: Version,
    /// The session of the server's that all that is asked belongs to; none: each request is by itself.
    bound: Option<String>,
    /// How many requests were made.
    count: u64,
    /// Requests without an answer, in the order in which they were made.
    waiting: VecDeque<u64>,
    /// What came of them so far.
    partial: BTreeMap<u64, Partial>,
}

/// An answer that is not complete, or not asked for yet.
#[derive(Default)]
struct Partial {
    results: Vec<Value>,
    meter: Meter,
    done: Option<Result<(), EngineError>>,
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Session")
            .field("count", &self.count)
            .field("waiting", &self.waiting)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Connects within `deadline`. `version`: in which bytecode is written. Errors: nobody listens, or it is no WebSocket.
    pub fn open(access: &Access, version: Version, deadline: Duration) -> Result<Session, TargetError> {
        let (name, end) = (access.name(), Instant::now() + deadline);
        let unreachable =
            |why: String| TargetError::Unreachable(format!("cannot reach {name}: {why}; is the server running there?"));
        let stream = connect(&access.address, end).map_err(|error| unreachable(error.to_string()))?;
        let request = format!("ws://{}{PATH}", access.address);
        let request = request.into_client_request().map_err(|error| unreachable(error.to_string()))?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(limits::RESPONSE_BYTES))
            .max_frame_size(Some(limits::RESPONSE_BYTES));
        match tungstenite::client::client_with_config(request, Bounded::new(stream, end), Some(config)) {
            Ok((socket, _)) => Ok(Session {
                socket,
                version,
                bound: None,
                count: 0,
                waiting: VecDeque::new(),
                partial: BTreeMap::new(),
            }),
            Err(HandshakeError::Interrupted(_)) => {
                Err(TargetError::Timeout(format!("{name} does not answer within {} ms", deadline.as_millis())))
            }
            Err(HandshakeError::Failure(Error::Http(response))) => {
                let status = response.status();
                let refused = matches!(status.as_u16(), 401 | 403);
                let text = format!("{name} answers {status} where a Gremlin Server opens a WebSocket");
                Err(if refused { TargetError::Refused(text) } else { TargetError::Protocol(text) })
            }
            Err(HandshakeError::Failure(Error::Io(error))) => Err(unreachable(error.to_string())),
            Err(HandshakeError::Failure(error)) => Err(TargetError::Protocol(format!("{name}: {error}"))),
        }
    }

    /// In which version bytecode is written from now on.
    pub fn speak(&mut self, version: Version) {
        self.version = version;
    }

    /// All that is asked from now on belongs to a session of the server's, which ends with the connection and is called by where
    /// that comes from.
    pub fn bind(&mut self) {
        let port = self.socket.get_ref().port();
        self.bound = Some(format!("graphlance-{}-{port}", std::process::id()));
    }

    /// Whether what is asked belongs to a session of the server's.
    pub fn is_bound(&self) -> bool {
        self.bound.is_some()
    }

    /// Asks one thing and waits for its answer until `deadline` and `grace` are over; the server is given `deadline`. What else is
    /// in flight stays so. The outer error is the connection's end.
    pub(super) fn ask(
        &mut self,
        asked: &Asked<'_>,
        ways: &Ways,
        deadline: Duration,
        grace: Duration,
    ) -> Result<Results, Broken> {
        let number = match self.send(asked, deadline)? {
            Ok(number) => number,
            Err(error) => return Ok(Err(error)),
        };
        let end = Instant::now() + deadline + grace;
        self.flush_until(end, deadline + grace)?;
        self.answer(number, ways, end, deadline + grace)
    }

    /// Puts a request behind those in flight; [`Session::flush`] sends it.
    pub(super) fn queue(&mut self, asked: &Asked<'_>, deadline: Duration) -> Result<(), Broken> {
        let number = match self.send(asked, deadline)? {
            Ok(number) => number,
            Err(error) => {
                self.count += 1;
                self.partial.insert(self.count, Partial { done: Some(Err(error)), ..Partial::default() });
                self.count
            }
        };
        self.waiting.push_back(number);
        Ok(())
    }

    /// Sends what was queued.
    pub(super) fn flush(&mut self, patience: Duration) -> Result<(), Broken> {
        self.flush_until(Instant::now() + patience, patience)
    }

    fn flush_until(&mut self, end: Instant, patience: Duration) -> Result<(), Broken> {
        self.socket.get_mut().until(end);
        self.socket.flush().map_err(|error| broken(error, patience))
    }

    /// The answer to the first request in flight.
    pub(super) fn receive(&mut self, ways: &Ways, end: Instant, patience: Duration) -> Result<Results, Broken> {
        let number = self.waiting.pop_front().ok_or_else(|| Broken::Lost("nothing is in flight".to_owned()))?;
        self.answer(number, ways, end, patience)
    }

    /// The number of a request that was written. The inner error: it cannot be said.
    fn send(&mut self, asked: &Asked<'_>, deadline: Duration) -> Result<Result<u64, EngineError>, Broken> {
        self.count += 1;
        let message = match asked.message(&identity(self.count), self.bound.as_deref(), deadline, self.version) {
            Ok(message) => message,
            Err(why) => return Ok(Err(EngineError { class: graphlance_case::ErrorClass::Syntax, message: why })),
        };
        self.partial.insert(self.count, Partial::default());
        self.socket.get_mut().until(Instant::now() + deadline);
        self.socket.write(Frame::Binary(Bytes::from(message))).map_err(|error| broken(error, deadline))?;
        Ok(Ok(self.count))
    }

    fn answer(&mut self, number: u64, ways: &Ways, end: Instant, patience: Duration) -> Result<Results, Broken> {
        loop {
            if self.partial.get(&number).is_some_and(|partial| partial.done.is_some())
                && let Some(Partial { results, done: Some(done), .. }) = self.partial.remove(&number)
            {
                return Ok(done.map(|()| results));
            }
            let bytes = self.frame(end, patience)?;
            self.take(&bytes, ways)?;
        }
    }

    /// Takes a message to the request that it is of.
    fn take(&mut self, bytes: &[u8], ways: &Ways) -> Result<(), Broken> {
        let message = Message::read(bytes).map_err(Broken::Garbage)?;
        let number = message.id.as_deref().and_then(number);
        let known = number.and_then(|number| self.partial.get_mut(&number));
        let partial = known.ok_or_else(|| Broken::Garbage(unasked(&message)))?;
        if partial.done.is_some() {
            return Err(Broken::Garbage("an answer behind the end of an answer".to_owned()));
        }
        partial.meter.received(bytes.len()).map_err(|error| Broken::Garbage(error.to_string()))?;
        match message.code {
            SUCCESS | PARTIAL | NO_CONTENT => {
                partial.results.extend(message.results);
                limits::at_most(partial.results.len(), limits::ROWS, "rows")
                    .map_err(|error| Broken::Garbage(error.to_string()))?;
                partial.done = (message.code != PARTIAL).then_some(Ok(()));
            }
            AUTHENTICATE => {
                let why = "the server wants user and password, which this build does not send".to_owned();
                partial.done = Some(Err(EngineError { class: graphlance_case::ErrorClass::Other, message: why }));
            }
            400.. => partial.done = Some(Err(classify(&message, ways))),
            code => partial.done = Some(Err(protocol(format!("an answer of the code {code}")))),
        }
        Ok(())
    }

    /// The next message.
    fn frame(&mut self, end: Instant, patience: Duration) -> Result<Bytes, Broken> {
        self.socket.get_mut().until(end);
        loop {
            match self.socket.read() {
                Ok(Frame::Binary(bytes)) => return Ok(bytes),
                Ok(Frame::Text(text)) => return Ok(text.into()),
                Ok(Frame::Close(why)) => {
                    let why = why.map(|why| limits::cut(format!(": {} {}", why.code, why.reason))).unwrap_or_default();
                    return Err(Broken::Lost(format!("closed by the server{why}")));
                }
                Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_)) => {}
                Err(error) => return Err(broken(error, patience)),
            }
        }
    }
}

fn connect(address: &str, end: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for candidate in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&candidate, left(end)) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// What a message says that belongs to no request.
fn unasked(message: &Message) -> String {
    match message.code {
        400.. => format!("an error of no request: {} {}", message.code, message.text),
        _ => "an answer to no request".to_owned(),
    }
}

/// The identity of a request of a connection: a UUID with its number in it.
fn identity(number: u64) -> String {
    format!("00000000-0000-4000-8{:03x}-{:012x}", number >> 48 & 0xfff, number & 0xffff_ffff_ffff)
}

/// The number of a request in its identity.
fn number(identity: &str) -> Option<u64> {
    let (front, last) = identity.strip_prefix("00000000-0000-4000-8")?.split_once('-')?;
    Some(u64::from_str_radix(front, 16).ok()? << 48 | u64::from_str_radix(last, 16).ok()?)
}

fn broken(error: Error, patience: Duration) -> Broken {
    match error {
        Error::Io(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
            Broken::Deadline(format!("no answer within {} ms", patience.as_millis()))
        }
        Error::Io(error) => Broken::Lost(error.to_string()),
        Error::ConnectionClosed | Error::AlreadyClosed => Broken::Lost("closed by the server".to_owned()),
        Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
            Broken::Lost("closed by the server".to_owned())
        }
        other => Broken::Garbage(limits::cut(other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_of_a_request_says_its_number() {
        for count in [0, 1, 77, u64::from(u32::MAX) + 5, (1 << 60) - 1] {
            assert_eq!(number(&identity(count)), Some(count));
            assert_eq!(identity(count).len(), 36);
        }
        for other in ["", "x", "00000000-0000-4000-8", "11111111-0000-4000-8000-000000000001"] {
            assert_eq!(number(other), None, "{other}");
        }
    }
}
