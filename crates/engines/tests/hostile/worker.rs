//! A worker that answers anything: a statement tells it what to write. It is a process, and for the many cases a thread
//! behind the same channel, since to start a process takes longer than all the rest.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use graphlance_case::ErrorClass;
use graphlance_engines::worker::channel::{Channel, NoReply};
use graphlance_engines::worker::{PROTOCOL, Payload as Reply, Request, WorkerCommand, WorkerDriver};
use graphlance_engines::{Driver, limits};
use graphlance_graph::{Random, Table};
use serde_json::{Value as Json, json};

use super::answer::{Answer, Kind, Label, Outcome, Then};
use super::values::table;
use super::{DEADLINE, Protocol};

/// Stands in an answer for the number of its request.
const ID: &str = "@ID@";

/// An answer that ends, beyond all limits.
const LARGE: &str = "many empty rows";

/// As long as a driver waits beyond the deadline.
const GRACE: Duration = Duration::from_millis(300);

/// A process.
pub struct Worker {
    driver: WorkerDriver,
    script: Script,
}

/// A thread.
pub struct Pipe {
    channel: Channel,
    script: Script,
}

/// Makes answers.
#[derive(Clone, Copy)]
struct Script {
    /// Whether requests have numbers.
    numbered: bool,
}

impl Protocol for Worker {
    // Most answers end a process.
    const COST: u64 = 10;

    fn start(number: u64) -> Worker {
        let numbered = number % 2 == 1;
        let behaviour = if numbered { "numbered" } else { "scripted" };
        let driver = WorkerDriver::open(WorkerCommand {
            program: PathBuf::from(env!("CARGO_BIN_EXE_graphlance-fake-worker")),
            arguments: vec!["fake".to_owned(), behaviour.to_owned()],
            memory: None,
            ready: Duration::from_secs(60),
        });
        Worker { driver: driver.unwrap_or_else(|error| panic!("{error}")), script: Script { numbered } }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        self.script.answer(random)
    }

    fn ask(&mut self, answer: &Answer) -> Outcome {
        match self.driver.run(&script(answer), DEADLINE).into() {
            // It died, as it was told.
            Outcome::Crash(how) if matches!(answer.label, Label::Damaged) && how == "exit code 0" => {
                Outcome::Error(ErrorClass::Protocol, how)
            }
            outcome => outcome,
        }
    }

    fn recover(&mut self) {
        if !self.driver.health().alive {
            self.driver.restart().unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

impl Protocol for Pipe {
    // How a thread ends is not to be told apart.
    const LACKS: &str = "cut off";

    fn start(number: u64) -> Pipe {
        let script = Script { numbered: number % 2 == 1 };
        Pipe { channel: script.connect(), script }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        let answer = self.script.answer(random);
        match answer.label {
            Label::CutOff => Answer { label: Label::Death, ..answer },
            _ => answer,
        }
    }

    fn ask(&mut self, answer: &Answer) -> Outcome {
        let deadline_ms = DEADLINE.as_millis() as u64;
        let request = Request::Run { statement: script(answer), deadline_ms };
        let protocol = |message| Outcome::Error(ErrorClass::Protocol, message);
        let failure = match self.channel.exchange(&request, DEADLINE + GRACE) {
            Ok(Reply::Table(table)) => return Outcome::Table(table),
            Ok(Reply::Error(error)) => return Outcome::Error(error.class, limits::cut(error.message)),
            Ok(_) => return protocol("another answer".to_owned()),
            Err(failure) => failure,
        };
        self.channel = self.script.connect();
        match failure {
            NoReply::Ended if matches!(answer.label, Label::Damaged) => protocol("the end".to_owned()),
            NoReply::Ended => Outcome::Crash("the end".to_owned()),
            NoReply::Deadline => Outcome::Hang,
            NoReply::Garbage(what) => protocol(what),
        }
    }
}

/// Does what requests say, until they end.
fn serve(stream: UnixStream, numbered: bool) -> io::Result<()> {
    let mut out = stream.try_clone()?;
    for line in BufReader::new(stream).lines() {
        let request: Json = serde_json::from_str(&line?)?;
        let statement = request.get("statement").and_then(Json::as_str).unwrap_or_default();
        if statement.is_empty() {
            let identity = json!({ "engine": "fake", "version": "1" });
            let hello = json!({ "hello": { "protocol": PROTOCOL, "identity": identity, "ids": numbered } });
            out.write_all(format!("{hello}\n").as_bytes())?;
            continue;
        }
        let script: Json = serde_json::from_str(statement)?;
        let bytes = |value: &Json| -> Vec<u8> {
            value.as_str().unwrap_or_default().chars().map(|character| character as u8).collect()
        };
        let mut answer = bytes(&script["bytes"]);
        let placeholder = format!("\"{ID}\"").into_bytes();
        if let Some(place) = answer.windows(placeholder.len()).position(|part| part == placeholder) {
            answer.splice(place..place + placeholder.len(), request["id"].to_string().into_bytes());
        }
        out.write_all(&answer)?;
        match script["then"].as_str() {
            Some("serve") => {}
            // Nothing comes until nobody listens any more.
            Some("mute") => return out.read(&mut [0]).map(drop),
            Some(_) => return Ok(()),
            None => loop {
                out.write_all(&bytes(&script["then"]["repeat"]))?;
            },
        }
    }
    Ok(())
}

impl Script {
    /// A channel to a thread that has said hello.
    fn connect(self) -> Channel {
        let (ours, theirs) = UnixStream::pair().expect("a pipe");
        // It ends when nobody listens any more.
        std::thread::spawn(move || serve(theirs, self.numbered));
        let mut channel = Channel::new(ours);
        let hello = channel.exchange(&Request::Hello { protocol: PROTOCOL }, Duration::from_secs(60));
        assert!(matches!(hello, Ok(Reply::Hello(_))), "{hello:?}");
        channel
    }

    fn answer(self, random: &mut Random) -> Answer {
        let table = table(random);
        let whole = self.line(json!({ "table": &table }));
        match Kind::random(random) {
            Kind::Valid => self.valid(random, table, whole),
            Kind::Refusal => self.refusal(random),
            Kind::Garbage => self.garbage(random, &table, whole),
            Kind::Death | Kind::CutOff => {
                let answer = Answer::broken_off(Kind::Death, &whole, random);
                // It takes a second to see that a worker lives that says nothing.
                match random.below(100) {
                    0 => Answer { label: Label::CutOff, then: Then::Close, ..answer },
                    _ => answer,
                }
            }
            Kind::Silent => Answer::broken_off(Kind::Silent, &whole, random),
            Kind::Endless => endless(random),
            Kind::Damaged => Answer::damaged(whole, random),
        }
    }

    /// A line with an answer; with a number where the worker has them.
    fn line(&self, mut answer: Json) -> Vec<u8> {
        if self.numbered
            && let Some(members) = answer.as_object_mut()
        {
            members.insert("id".to_owned(), json!(ID));
        }
        format!("{answer}\n").into_bytes()
    }

    fn valid(&self, random: &mut Random, table: Table, whole: Vec<u8>) -> Answer {
        let late = match self.numbered && random.chance(0.2) {
            true => b"{\"id\":0,\"table\":{\"columns\":[\"late\"],\"rows\":[]}}\n".to_vec(),
            false => Vec::new(),
        };
        Answer::new(Label::Valid(table), "a table", [late, whole].concat())
    }

    fn refusal(&self, random: &mut Random) -> Answer {
        let long = "x".repeat(random.below(200_000));
        let (name, text, class) = match random.below(40) {
            0 => ("runtime", long.as_str(), ErrorClass::Runtime),
            1..14 => ("syntax", "what?", ErrorClass::Syntax),
            14..27 => ("internal", "a bug", ErrorClass::Internal),
            _ => ("runtime", "Division by zero", ErrorClass::Runtime),
        };
        let bytes = self.line(json!({ "error": { "class": name, "message": text } }));
        Answer::new(Label::Refusal(class), "an error", bytes)
    }

    fn garbage(&self, random: &mut Random, table: &Table, whole: Vec<u8>) -> Answer {
        let cell = |cell: Json| self.line(json!({ "table": { "columns": ["x"], "rows": [[cell]] } }));
        let node = json!({ "key": 0, "labels": [], "properties": {} });
        let mut ragged = table.clone();
        ragged.rows[0].push(1.into());
        let mut many = self.line(json!({ "table": { "columns": [], "rows": [] } }));
        let place = many.windows(8).position(|part| part == b"\"rows\":[").expect("rows") + 8;
        let (how, bytes) = match random.below(401) {
            0 => (LARGE, {
                many.splice(place..place, format!("{}[]", "[],".repeat(300_000)).into_bytes());
                many
            }),
            1..25 => ("no JSON", b"hello\n".to_vec()),
            25..50 => ("no UTF-8", b"{\"plan\":\"\xFF\"}\n".to_vec()),
            50..75 => ("an empty line", b"\n".to_vec()),
            75..100 => ("an unknown answer", self.line(json!({ "tables": [] }))),
            100..125 => ("two answers in one", self.line(json!({ "plan": null, "table": table }))),
            125..150 => ("an answer to another question", self.line(json!({ "plan": null }))),
            150..175 => ("rows of another width", self.line(json!({ "table": ragged }))),
            175..200 => ("a table without rows", self.line(json!({ "table": { "columns": [] } }))),
            200..225 => ("a value without a kind", cell(json!({}))),
            225..250 => ("a value of an unknown kind", cell(json!({ "money": 1 }))),
            250..275 => ("a value of two kinds", cell(json!({ "float": 1.0, "map": {} }))),
            275..300 => ("a number of more than 64 bits", cell(json!(u64::MAX))),
            300..325 => ("a float that is none", cell(json!({ "float": "many" }))),
            325..350 => {
                ("a path of two nodes", cell(json!({ "path": { "nodes": [node, node], "relationships": [] } })))
            }
            350..375 => ("lists in lists", b"[".repeat(1_000).into_iter().chain(*b"\n").collect()),
            // The second line is there as soon as the first, and would be the answer to the next question.
            _ if !self.numbered => ("two lines", whole.repeat(2)),
            _ => ("the number of another question", {
                let text = String::from_utf8_lossy(&whole).replace(ID, "1000000000");
                text.replace("\"1000000000\"", "1000000000").into_bytes()
            }),
        };
        // What is large may also be late.
        let label = if how == LARGE { Label::Endless } else { Label::Garbage };
        Answer::new(label, how, bytes)
    }
}

/// What a statement says of an answer.
fn script(answer: &Answer) -> String {
    let then = match &answer.then {
        Then::Serve => json!("serve"),
        Then::Mute => json!("mute"),
        // A damaged answer may be right, or may lack the end of its line.
        Then::Close if matches!(answer.label, Label::Damaged) => json!("die"),
        Then::Close => json!("close"),
        Then::Die => json!("die"),
        Then::Repeat(piece) => json!({ "repeat": latin(piece) }),
    };
    json!({ "bytes": latin(&answer.bytes), "then": then }).to_string()
}

/// Bytes as text, a character for each.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn endless(random: &mut Random) -> Answer {
    match random.below(4) {
        0 => Answer::endless("a line", Vec::new(), b"x"),
        1 => Answer::endless("lists", Vec::new(), b"["),
        2 => Answer::endless("rows", b"{\"table\":{\"columns\":[],\"rows\":[".into(), b"[],"),
        _ => Answer::endless("empty lines", Vec::new(), b"\n"),
    }
}
