//! Several statements in flight: each answer belongs to its statement, and where the server dies, hangs or talks nonsense, the
//! responses end with the statement at which it did.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use graphlance_case::{ErrorClass, Response};
use graphlance_engines::Driver;
use graphlance_engines::bolt::packstream::Pack;
use graphlance_engines::bolt::{self, BoltDriver, Home, Who};
use graphlance_engines::falkordb::{FalkorDriver, session};
use graphlance_engines::worker::{WorkerCommand, WorkerDriver};
use graphlance_graph::Value;

use crate::support::bolt::{failure, message, receive, rows, success};

const DEADLINE: Duration = Duration::from_millis(700);

/// As many statements as are asked at once.
const COUNT: usize = 8;

/// What the server does when it comes to a statement for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// The connection ends and nobody listens any more.
    Die,
    /// Nothing for a long time.
    Hang,
    /// What is no answer.
    Garbage,
    /// An error.
    Fail,
    /// A node with a label that was never listed before.
    NewLabel,
}

/// A server that answers `RETURN n AS x` with n, and does something else once; with what it ran.
#[derive(Clone, Default)]
struct Script {
    act: Arc<Mutex<Option<(usize, Act)>>>,
    ran: Arc<Mutex<Vec<usize>>>,
    relabelled: Arc<AtomicBool>,
    /// Whether what hung was told to stop.
    told: Arc<AtomicBool>,
    pace: Duration,
}

impl Script {
    fn new(at: usize, act: Act) -> Script {
        Script { act: Arc::new(Mutex::new(Some((at, act)))), ..Script::default() }
    }

    /// The number in a statement, and what is to be done about it if not to answer.
    fn comes(&self, statement: &str) -> (usize, Option<Act>) {
        std::thread::sleep(self.pace);
        let number = statement.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_default();
        self.ran.lock().expect("no panic").push(number);
        let mut act = self.act.lock().expect("no panic");
        (number, act.take_if(|(at, _)| *at == number).map(|(_, act)| act))
    }

    /// Serves connections, each on a thread of its own. When the server dies all of them end, and nobody listens any more.
    fn start(self, serve: impl Fn(TcpStream, &Script) -> Option<Act> + Clone + Send + 'static) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let (dead, waker) = (Arc::new(AtomicBool::new(false)), address.clone());
        std::thread::spawn(move || {
            let connections = Arc::new(Mutex::new(Vec::new()));
            while let Ok((stream, _)) = listener.accept()
                && !dead.load(Ordering::SeqCst)
            {
                connections.lock().expect("no panic").push(stream.try_clone().expect("another handle"));
                let (script, serve, waker) = (self.clone(), serve.clone(), waker.clone());
                let (dead, connections) = (Arc::clone(&dead), Arc::clone(&connections));
                std::thread::spawn(move || {
                    if serve(stream, &script) == Some(Act::Die) {
                        dead.store(true, Ordering::SeqCst);
                        let _ = TcpStream::connect(waker);
                        for connection in connections.lock().expect("no panic").drain(..) {
                            let _ = connection.shutdown(Shutdown::Both);
                        }
                    }
                });
            }
        });
        address
    }
}

/// A FalkorDB that takes commands as they come.
fn resp(mut stream: TcpStream, script: &Script) -> Option<Act> {
    let mut words = Words { stream: stream.try_clone().ok()?, buffer: VecDeque::new() };
    loop {
        let command = words.command()?;
        let has = |word: &str| command.iter().any(|other| other == word);
        let answer = if has("CALL db.labels()") {
            let labels = 1 + usize::from(script.relabelled.load(Ordering::SeqCst));
            table(&(0..labels).map(|number| format!("*1\r\n*2\r\n:2\r\n$2\r\nL{number}\r\n")).collect::<Vec<_>>())
        } else if has("CALL db.relationshipTypes()") || has("CALL db.propertyKeys()") {
            table(&[])
        } else if has("GRAPH.QUERY") {
            let (number, act) = script.comes(&command[2]);
            match act {
                None => table(&[format!("*1\r\n*2\r\n:3\r\n:{number}\r\n")]),
                Some(Act::Fail) => "-Division by zero\r\n".to_owned(),
                Some(Act::NewLabel) => {
                    script.relabelled.store(true, Ordering::SeqCst);
                    table(&["*1\r\n*2\r\n:8\r\n*3\r\n:0\r\n*1\r\n:1\r\n*0\r\n".to_owned()])
                }
                Some(Act::Garbage) => "what?\r\n".to_owned(),
                Some(Act::Hang) => {
                    // Until the other side gives up.
                    while words.command().is_some() {}
                    return Some(Act::Hang);
                }
                Some(Act::Die) => return Some(Act::Die),
            }
        } else if has("PING") {
            "+PONG\r\n".to_owned()
        } else if has("MODULE") {
            "*1\r\n*4\r\n$4\r\nname\r\n$5\r\ngraph\r\n$3\r\nver\r\n:42201\r\n".to_owned()
        } else if has("INFO") {
            "$36\r\nredis_version:8.6.2\r\nrun_id:abcdefgh\r\n".to_owned()
        } else if has("EXISTS") {
            ":0\r\n".to_owned()
        } else if has("GRAPH.CONFIG") || has("GRAPH.LIST") {
            "*0\r\n".to_owned()
        } else {
            "+OK\r\n".to_owned()
        };
        stream.write_all(answer.as_bytes()).ok()?;
    }
}

/// A result of one column `x`, compact.
fn table(rows: &[String]) -> String {
    format!("*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*{}\r\n{}*0\r\n", rows.len(), rows.concat())
}

struct Words {
    stream: TcpStream,
    buffer: VecDeque<u8>,
}

impl Words {
    fn command(&mut self) -> Option<Vec<String>> {
        let count: usize = self.line()?.strip_prefix('*')?.parse().ok()?;
        let mut words = Vec::new();
        for _ in 0..count {
            let length: usize = self.line()?.strip_prefix('$')?.parse().ok()?;
            let word: Option<Vec<u8>> = (0..length + 2).map(|_| self.byte()).collect();
            words.push(String::from_utf8_lossy(&word?[..length]).into_owned());
        }
        Some(words)
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        while !line.ends_with("\r\n") {
            line.push(char::from(self.byte()?));
        }
        Some(line.trim_end().to_owned())
    }

    fn byte(&mut self) -> Option<u8> {
        if self.buffer.is_empty() {
            let mut piece = [0; 4096];
            let count = self.stream.read(&mut piece).ok()?;
            self.buffer.extend(&piece[..count]);
        }
        self.buffer.pop_front()
    }
}

/// A server of Bolt that passes over what stands behind a failure until it is reset.
fn bolt(mut stream: TcpStream, script: &Script) -> Option<Act> {
    stream.read_exact(&mut [0; 20]).ok()?;
    stream.write_all(&[0, 0, 8, 5]).ok()?;
    let mut failed = false;
    loop {
        let (tag, fields) = receive(&mut stream)?;
        let text = fields.first().and_then(Pack::text).unwrap_or_default();
        let answer = match tag {
            0x0F => {
                failed = false;
                success(Pack::Map(Vec::new()))
            }
            _ if failed => message(0x7E, Vec::new()),
            0x10 => {
                receive(&mut stream)?;
                if !text.starts_with("RETURN") {
                    rows(&["nodes"], if text.contains("count") { &[0] } else { &[] })
                } else {
                    let (number, act) = script.comes(text);
                    failed = act == Some(Act::Fail);
                    match act {
                        None | Some(Act::NewLabel) => rows(&["x"], &[number as i64]),
                        Some(Act::Fail) => failure("/ by zero"),
                        Some(Act::Garbage) => message(0x55, Vec::new()),
                        Some(Act::Hang) => {
                            while receive(&mut stream)?.0 != 0x0F {}
                            script.told.store(true, Ordering::SeqCst);
                            // It does not even let itself be stopped.
                            std::thread::sleep(Duration::from_secs(1));
                            return Some(Act::Hang);
                        }
                        Some(Act::Die) => return Some(Act::Die),
                    }
                }
            }
            _ => success(Pack::map([("server", Pack::string("Neo4j/5.0.0"))])),
        };
        stream.write_all(&answer).ok()?;
    }
}

/// A driver of each protocol, with the name of the protocol.
fn drivers(script: impl Fn() -> Script) -> Vec<(&'static str, Script, Box<dyn Driver>)> {
    let (one, other) = (script(), script());
    let address = one.clone().start(resp);
    let access = session::Access { address, run_id: "abcdefgh".to_owned(), ..session::Access::default() };
    let falkordb = FalkorDriver::open(access, None, 0).unwrap_or_else(|error| panic!("{error}"));
    let access = bolt::Access { address: other.clone().start(bolt), ..bolt::Access::default() };
    let bolt = BoltDriver::open(access, Home::Foreign, Who::default()).unwrap_or_else(|error| panic!("{error}"));
    vec![("RESP", one, Box::new(falkordb)), ("Bolt", other, Box::new(bolt))]
}

fn worker(behaviour: &str) -> WorkerDriver {
    let command = WorkerCommand {
        program: env!("CARGO_BIN_EXE_graphlance-fake-worker").into(),
        arguments: vec!["fake".to_owned(), behaviour.to_owned()],
        memory: None,
        ready: WorkerCommand::READY,
    };
    WorkerDriver::open(command).unwrap_or_else(|error| panic!("{error}"))
}

fn statements() -> Vec<String> {
    (0..COUNT).map(|number| format!("RETURN {number} AS x")).collect()
}

#[track_caller]
fn check_number(response: &Response, number: usize, who: &str) {
    match response {
        Response::Table(table) => assert_eq!(table.rows, [[Value::Integer(number as i64)]], "{who}"),
        other => panic!("{who}, statement {number}: {other:?}"),
    }
}

/// The responses to statements in flight together.
fn answers(driver: &mut dyn Driver, statements: &[String], deadline: Duration) -> Vec<Response> {
    driver.run_all(statements, deadline).into_iter().map(|(response, _)| response).collect()
}

/// What is expected of the statement at which the server does something; and whether the responses end with it.
#[track_caller]
fn check(act: Act, ends: bool, expected: impl Fn(&Response) -> bool) {
    for at in [0, 3, COUNT - 1] {
        let name = format!("{act:?}").to_lowercase();
        let servers = drivers(|| Script::new(at, act)).into_iter().map(|(protocol, _, driver)| (protocol, driver));
        let worker: Box<dyn Driver> = Box::new(worker(&format!("ahead-{name}-{at}")));
        for (protocol, mut driver) in servers.chain([("JSON lines", worker)]) {
            let who = format!("{protocol}, {act:?} at {at}");
            let begun = Instant::now();
            let responses = answers(driver.as_mut(), &statements(), DEADLINE);
            assert!(begun.elapsed() < Duration::from_secs(5), "{who}: {:?}", begun.elapsed());
            // Where connections share the statements, a server that dies of one may not have come to those before it.
            let last = if act == Act::Die && protocol != "JSON lines" { responses.len() - 1 } else { at };
            assert!(last <= at, "{who}: {responses:?}");
            assert_eq!(responses.len(), if ends { last + 1 } else { COUNT }, "{who}: {responses:?}");
            for (number, response) in responses.iter().enumerate() {
                match number == last {
                    true => assert!(expected(response), "{who}: {response:?}"),
                    false => check_number(response, number, &who),
                }
            }
            if act != Act::Die {
                // What was not answered is asked again, and nothing late is taken for its answer.
                let _ = driver.restart();
                let rest = answers(driver.as_mut(), &statements()[responses.len()..], DEADLINE);
                assert_eq!(rest.len(), COUNT - responses.len(), "{who}: {rest:?}");
                for (number, response) in rest.iter().enumerate() {
                    check_number(response, responses.len() + number, &who);
                }
            }
        }
    }
}

#[test]
fn a_crash_is_that_of_a_statement_without_an_answer() {
    check(Act::Die, true, |response| matches!(response, Response::Crash { .. }));
}

#[test]
fn a_hang_ends_the_responses() {
    check(Act::Hang, true, |response| *response == Response::Hang { deadline_ms: 700 });
}

#[test]
fn what_hangs_is_told_to_stop_on_whichever_connection_it_is() {
    for at in [0, 3, COUNT - 1] {
        for (protocol, script, mut driver) in drivers(|| Script::new(at, Act::Hang)) {
            answers(driver.as_mut(), &statements(), DEADLINE);
            // FalkorDB has no way to say so.
            assert_eq!(script.told.load(Ordering::SeqCst), protocol == "Bolt", "{protocol} at {at}");
        }
    }
}

#[test]
fn nonsense_ends_the_responses() {
    let is_garbage =
        |response: &Response| matches!(response, Response::Error(error) if error.class == ErrorClass::Protocol);
    check(Act::Garbage, true, is_garbage);
}

#[test]
fn an_error_is_an_answer_like_any_other() {
    let is_error =
        |response: &Response| matches!(response, Response::Error(error) if error.class == ErrorClass::Runtime);
    check(Act::Fail, false, is_error);
}

#[test]
fn what_stands_behind_an_error_is_run_once() {
    for (protocol, script, mut driver) in drivers(|| Script::new(3, Act::Fail)) {
        answers(driver.as_mut(), &statements(), DEADLINE);
        // Connections that share the statements run them beside one another.
        let mut ran = script.ran.lock().expect("no panic").clone();
        ran.sort_unstable();
        assert_eq!(ran, (0..COUNT).collect::<Vec<_>>(), "{protocol}");
    }
}

#[test]
fn names_that_are_new_are_asked_for_in_between() {
    let script = Script::new(3, Act::NewLabel);
    let access = session::Access { address: script.start(resp), run_id: "abcdefgh".to_owned(), ..Default::default() };
    let mut driver = FalkorDriver::open(access, None, 0).unwrap_or_else(|error| panic!("{error}"));
    let responses = answers(&mut driver, &statements(), DEADLINE);
    assert_eq!(responses.len(), COUNT, "{responses:?}");
    for (number, response) in responses.iter().enumerate().filter(|(number, _)| *number != 3) {
        check_number(response, number, "RESP");
    }
    let Response::Table(table) = &responses[3] else { panic!("{:?}", responses[3]) };
    assert!(matches!(&table.rows[0][0], Value::Node(node) if node.labels.contains("L1")), "{table:?}");
}

#[test]
fn each_statement_has_the_whole_deadline() {
    for (protocol, _, mut driver) in drivers(|| Script { pace: DEADLINE / 2, ..Script::default() }) {
        let responses = answers(driver.as_mut(), &statements(), DEADLINE);
        assert_eq!(responses.len(), COUNT, "{protocol}: {responses:?}");
        responses.iter().enumerate().for_each(|(number, response)| check_number(response, number, protocol));
    }
}

#[test]
fn long_statements_do_not_block_one_another() {
    let long: Vec<String> = (0..200).map(|number| format!("RETURN {number} AS x // {}", "x".repeat(20_000))).collect();
    for (protocol, _, mut driver) in drivers(Script::default) {
        let responses = answers(driver.as_mut(), &long, Duration::from_secs(10));
        assert_eq!(responses.len(), long.len(), "{protocol}");
        responses.iter().enumerate().for_each(|(number, response)| check_number(response, number, protocol));
    }
    let responses = answers(&mut worker("ahead"), &long, Duration::from_secs(10));
    assert_eq!(responses.len(), long.len());
    responses.iter().enumerate().for_each(|(number, response)| check_number(response, number, "JSON lines"));
}

#[test]
fn a_worker_that_reads_nothing_ahead_is_asked_one_by_one_and_ends_the_responses_when_it_dies() {
    let count = |behaviour: &str| answers(&mut worker(behaviour), &statements(), DEADLINE).len();
    assert_eq!((count("right"), count("abort"), count("garbage")), (COUNT, 1, 1));
}
