//! Lines of JSON to a worker and back, each answer matched to its request.

use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use graphlance_graph::{Table, Value};

use super::protocol::{Numbered, Payload, Reply, Request};
use crate::limits::{self, Meter, TooLarge};
use crate::socket::{Socket, SocketError};
use crate::wire::Broken;

/// The stream to a worker. After a failure it has no meaning any more.
#[derive(Debug)]
pub struct Channel {
    socket: Socket<UnixStream>,
    piece: Vec<u8>,
    /// What came and is not read yet.
    incoming: Vec<u8>,
    /// What is written by the next [`Channel::flush`].
    outgoing: Vec<u8>,
    /// The number of the last request.
    number: u64,
    /// How many requests wait for their answers.
    in_flight: u64,
    /// Whether the worker wants requests to have numbers, and puts them into its answers.
    numbered: bool,
    /// Whether it takes a request before the last one is answered.
    ahead: bool,
}

/// Why a request has no answer.
#[derive(Debug)]
pub enum NoReply {
    /// The worker closed its output.
    Ended,
    /// The deadline passed.
    Deadline,
    /// What came is no answer.
    Garbage(String),
}

impl From<SocketError> for NoReply {
    fn from(error: SocketError) -> NoReply {
        match error {
            SocketError::Lost(_) => NoReply::Ended,
            SocketError::Deadline(_) => NoReply::Deadline,
        }
    }
}

impl From<NoReply> for Broken {
    fn from(failure: NoReply) -> Broken {
        match failure {
            NoReply::Ended => Broken::Lost("the worker closed its output".to_owned()),
            NoReply::Deadline => Broken::Deadline("no answer".to_owned()),
            NoReply::Garbage(what) => Broken::Garbage(what),
        }
    }
}

impl From<TooLarge> for NoReply {
    fn from(error: TooLarge) -> NoReply {
        NoReply::Garbage(error.to_string())
    }
}

impl Channel {
    /// A channel over a connected stream.
    pub fn new(stream: UnixStream) -> Channel {
        let piece = vec![0; 1 << 16];
        let (incoming, outgoing) = (Vec::new(), Vec::new());
        let socket = Socket::new(stream);
        Channel { socket, piece, incoming, outgoing, number: 0, in_flight: 0, numbered: false, ahead: false }
    }

    /// Whether the worker takes a request before the last one is answered.
    pub fn takes_ahead(&self) -> bool {
        self.numbered && self.ahead
    }

    /// Sends a request and waits for its answer until `patience` is over.
    pub fn exchange(&mut self, request: &Request, patience: Duration) -> Result<Payload, NoReply> {
        let end = Instant::now() + patience;
        self.queue(request)?;
        self.flush(patience)?;
        self.receive(end, patience)
    }

    /// Puts a request into the next [`Channel::flush`].
    pub fn queue(&mut self, request: &Request) -> Result<(), NoReply> {
        self.insist_on_silence()?;
        self.number += 1;
        let id = self.numbered.then_some(self.number);
        serde_json::to_writer(&mut self.outgoing, &Numbered { request, id })
            .map_err(|error| NoReply::Garbage(format!("the request: {error}")))?;
        self.outgoing.push(b'\n');
        self.in_flight += 1;
        Ok(())
    }

    /// Sends what was queued.
    pub fn flush(&mut self, patience: Duration) -> Result<(), NoReply> {
        let sent = match self.outgoing.is_empty() {
            true => Ok(()),
            false => self.socket.send(&self.outgoing, patience),
        };
        self.outgoing.clear();
        Ok(sent?)
    }

    /// The answer to the first request that waits for one, until `end`; `patience` is what an error says.
    pub fn receive(&mut self, end: Instant, patience: Duration) -> Result<Payload, NoReply> {
        let id = self.numbered.then_some((self.number + 1).saturating_sub(self.in_flight));
        self.in_flight = self.in_flight.saturating_sub(1);
        let meter = &mut Meter::default();
        loop {
            let line = self.line(end, patience, meter)?;
            let Reply { id: answered, answer } = decode(&line)?;
            match (answered, id) {
                (Some(answered), Some(id)) if answered == id => return Ok(self.checked(answer)),
                // Too late: its request has its outcome already.
                (Some(answered), Some(id)) if answered < id => {}
                (None, None) if self.incoming.is_empty() => return Ok(self.checked(answer)),
                (None, None) => return Err(more(&self.incoming)),
                (answered, _) => return Err(NoReply::Garbage(wrong_number(answered, id))),
            }
        }
    }

    /// What a worker says of itself decides how it is spoken to.
    fn checked(&mut self, answer: Payload) -> Payload {
        if let Payload::Hello(hello) = &answer {
            self.numbered = hello.ids;
            self.ahead = hello.ahead;
        }
        answer
    }

    /// Without numbers, a line that lies there before anything is asked would be taken for the answer.
    fn insist_on_silence(&mut self) -> Result<(), NoReply> {
        if self.numbered {
            return Ok(());
        }
        let count = self.socket.waiting(&mut self.piece)?;
        self.incoming.extend_from_slice(&self.piece[..count]);
        if self.incoming.is_empty() { Ok(()) } else { Err(more(&self.incoming)) }
    }

    /// The next line, without its end.
    fn line(&mut self, end: Instant, patience: Duration, meter: &mut Meter) -> Result<Vec<u8>, NoReply> {
        let mut searched = 0;
        loop {
            if let Some(offset) = self.incoming[searched..].iter().position(|byte| *byte == b'\n') {
                let rest = self.incoming.split_off(searched + offset + 1);
                let mut line = std::mem::replace(&mut self.incoming, rest);
                line.pop();
                meter.received(line.len())?;
                return Ok(line);
            }
            searched = self.incoming.len();
            Meter::default().received(searched)?;
            let count = self.socket.receive(&mut self.piece, end, patience)?;
            self.incoming.extend_from_slice(&self.piece[..count]);
        }
    }
}

fn decode(line: &[u8]) -> Result<Reply, NoReply> {
    limits::json(line)?;
    let reply: Reply = serde_json::from_slice(line).map_err(|error| {
        let error = limits::cut(error.to_string());
        NoReply::Garbage(format!("the worker's answer is none of the protocol: {error}: \"{}\"", shown(line)))
    })?;
    if let Payload::Table(table) = &reply.answer {
        check(table)?;
    }
    Ok(reply)
}

/// Whether a table holds together.
fn check(table: &Table) -> Result<(), NoReply> {
    let width = table.columns.len();
    limits::columns(width)?;
    limits::at_most(table.rows.len(), limits::ROWS, "rows")?;
    if let Some(row) = table.rows.iter().find(|row| row.len() != width) {
        return Err(NoReply::Garbage(format!("the worker gives a row of {} values under {width} columns", row.len())));
    }
    match table.rows.iter().flatten().all(holds_together) {
        true => Ok(()),
        false => {
            Err(NoReply::Garbage("the worker gives a path that has not one node more than relationships".to_owned()))
        }
    }
}

fn holds_together(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().all(holds_together),
        Value::Map(entries) => entries.values().all(holds_together),
        Value::Path(path) => path.nodes.len() == path.relationships.len() + 1,
        _ => true,
    }
}

fn more(bytes: &[u8]) -> NoReply {
    NoReply::Garbage(format!("the worker wrote more than its answer to a request: \"{}\"", shown(bytes)))
}

fn wrong_number(answered: Option<u64>, asked: Option<u64>) -> String {
    let name = |id: Option<u64>| id.map_or_else(|| "without an id".to_owned(), |id| format!("with id {id}"));
    format!("the worker's answer comes {} to a request {}", name(answered), name(asked))
}

fn shown(bytes: &[u8]) -> impl std::fmt::Display {
    bytes[..bytes.len().min(60)].escape_ascii()
}
