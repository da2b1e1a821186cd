//! An ArcadeDB's HTTP side that answers anything.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use graphlance_case::ErrorClass;
use graphlance_engines::TargetError;
use graphlance_engines::bolt::{Access, Admin, Ways};
use graphlance_engines::launcher::Engines;
use graphlance_graph::{Random, Table, Value};

use super::answer::{Answer, Kind, Label, Outcome};
use super::server::{Fate, Slot, play, start};
use super::{DEADLINE, Protocol};

/// As long as other drivers wait beyond the deadline.
const GRACE: Duration = Duration::from_millis(700);

pub struct Http {
    slot: Slot,
    admin: Admin,
}

impl Protocol for Http {
    fn start(_number: u64) -> Http {
        let slot = Slot::default();
        let address = start(slot.clone(), serve);
        let engines = Engines::default();
        let arcadedb = engines.named("arcadedb").map(Ways::of).expect("it comes with graphlance");
        let http = arcadedb.ok().and_then(|ways| ways.http).expect("its databases are made over HTTP");
        let admin = Admin::new(address, &Access::default(), &http);
        Http { slot, admin }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        let version = format!("26.{}.{} (build {})", random.below(99), random.below(99), random.word());
        let body = serde_json::json!({ "version": version, "more": [1, {"a": null}] }).to_string();
        let whole = framed(body.as_bytes(), random);
        match Kind::random(random) {
            Kind::Valid => Answer::new(Label::Valid(one(version)), "a version", whole),
            Kind::Refusal => {
                let status = ["404 Not Found", "500 Internal Server Error", "302 Found"][random.below(3)];
                let bytes = response(status, "Location: http://127.0.0.1:1/\r\n", b"no such thing");
                Answer::new(Label::Refusal(ErrorClass::Other), "a refusal", bytes)
            }
            Kind::Garbage => garbage(random),
            kind @ (Kind::CutOff | Kind::Death | Kind::Silent) => {
                // All but the last byte at most: with a length in the header, nothing less is whole.
                let whole = response("200 OK", "", body.as_bytes());
                Answer::broken_off(kind, &whole, random)
            }
            Kind::Endless => endless(random),
            Kind::Damaged => Answer::damaged(whole, random),
        }
    }

    fn ask(&mut self, answer: &Answer) -> Outcome {
        self.slot.put(answer);
        let outcome = match self.admin.version(DEADLINE + GRACE) {
            Ok(version) => Outcome::Table(one(version)),
            Err(TargetError::Answered(error)) => Outcome::Error(error.class, error.message),
            Err(TargetError::Refused(message)) => Outcome::Error(ErrorClass::Other, message),
            Err(TargetError::Protocol(message)) => Outcome::Error(ErrorClass::Protocol, message),
            Err(TargetError::Timeout(_)) => Outcome::Hang,
            Err(error) => Outcome::Crash(error.to_string()),
        };
        self.slot.revive();
        outcome
    }
}

fn one(version: String) -> Table {
    Table { columns: vec!["version".into()], rows: vec![vec![Value::string(version)]] }
}

/// Reads requests and answers them; a connection is for one request.
fn serve(mut stream: TcpStream, slot: &Slot) -> Option<Fate> {
    let mut request = Vec::new();
    let mut piece = [0; 4096];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let count = stream.read(&mut piece).ok().filter(|count| *count > 0)?;
        request.extend(&piece[..count]);
    }
    if String::from_utf8_lossy(&request).contains("/api/v1/ready") {
        stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").ok()?;
        return None;
    }
    play(&mut stream, slot)
}

fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// A body with its length, or in chunks.
fn framed(body: &[u8], random: &mut Random) -> Vec<u8> {
    if random.chance(0.5) {
        return response("200 OK", "Content-Type: application/json\r\n", body);
    }
    let mut bytes = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n".to_vec();
    for chunk in body.chunks(random.between(1, 60)) {
        bytes.extend(format!("{:x}\r\n", chunk.len()).bytes());
        bytes.extend(chunk);
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"0\r\n\r\n");
    bytes
}

fn garbage(random: &mut Random) -> Answer {
    let ok = |body: &[u8]| response("200 OK", "", body);
    let (how, bytes) = match random.below(110) {
        0 => ("a body of more than a megabyte", ok(&b" ".repeat(2 << 20))),
        1..10 => ("another protocol", b"SSH-2.0-OpenSSH_9.6\r\n\r\n".to_vec()),
        10..20 => ("a status that is no number", b"HTTP/1.1 abc OK\r\n\r\n".to_vec()),
        20..30 => ("a header without a colon", b"HTTP/1.1 200 OK\r\nwhat\r\n\r\n".to_vec()),
        30..40 => ("a length that is no number", b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}".to_vec()),
        40..50 => ("a chunk without a size", {
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n".to_vec()
        }),
        50..60 => ("no JSON", ok(b"<html>hello</html>")),
        60..70 => ("half of JSON", ok(b"{\"version\": \"26")),
        70..80 => ("lists in lists", ok(&b"[".repeat(100_000))),
        80..90 => ("no version", ok(b"{\"release\": \"26\"}")),
        90..100 => ("a version that is no text", ok(b"{\"version\": 26}")),
        _ => ("no UTF-8", ok(b"{\"version\": \"\xFF\"}")),
    };
    Answer { then: super::answer::Then::Close, ..Answer::new(Label::Garbage, how, bytes) }
}

fn endless(random: &mut Random) -> Answer {
    let head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n";
    match random.below(3) {
        0 => Answer::endless("a body", [&head[..], b"\r\n"].concat(), b" "),
        1 => Answer::endless("headers", head.to_vec(), b"X-Header: hello\r\n"),
        _ => {
            let head = [&head[..], b"Transfer-Encoding: chunked\r\n\r\n"].concat();
            Answer::endless("chunks", head, b"1\r\n \r\n")
        }
    }
}
