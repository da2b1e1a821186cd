//! A Bolt server that dies, hangs, or talks nonsense is told apart, and never brings the driver down.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use graphlance_case::Dialect;
use graphlance_case::language::{Cypher, Language};
use graphlance_case::{ErrorClass, Response};
use graphlance_engines::bolt::packstream::Pack;
use graphlance_engines::bolt::{Access, BoltDriver, BoltTarget, Home, Who};
use graphlance_engines::launcher::Engines;
use graphlance_engines::{Driver, Target, TargetError};
use graphlance_graph::Value;

use crate::support::bolt::{failure, failure_of, message, receive, rows, success};

const DEADLINE: Duration = Duration::from_millis(800);

/// What the server does when a statement comes that is none of the driver's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behaviour {
    /// One row: 1.
    Answer,
    /// An error.
    Fail,
    /// These bytes, and then the connection stays open.
    Send(&'static [u8]),
    /// The first row, and then the connection ends.
    HalfAnswer,
    /// Rows without end.
    Flood,
    /// The connection ends and nobody listens any more.
    Die,
    /// Nothing, not even to RESET.
    Silence,
}

fn start(version: [u8; 4], behaviour: Behaviour, nodes: i64) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            if serve(stream, version, behaviour, nodes).is_none() && behaviour == Behaviour::Die {
                return;
            }
        }
    });
    address
}

/// Reads messages and answers them; none when the connection is to end.
fn serve(mut stream: TcpStream, version: [u8; 4], behaviour: Behaviour, nodes: i64) -> Option<()> {
    let mut hello = [0; 20];
    stream.read_exact(&mut hello).ok()?;
    stream.write_all(&version).ok()?;
    loop {
        let (tag, fields) = receive(&mut stream)?;
        let answer = match tag {
            0x01 | 0x6A | 0x0F => success(Pack::map([("server", Pack::string("Neo4j/5.0.0"))])),
            0x10 => {
                receive(&mut stream)?;
                match fields.first().and_then(Pack::text).unwrap_or_default() {
                    text if text.contains("count(n)") => rows(&["nodes"], &[nodes]),
                    // As ArcadeDB says it.
                    text if text.starts_with("CALL db.") => failure_of(
                        "Neo.DatabaseError.General.UnknownError",
                        "Unknown procedure/function: db.awaitIndexes",
                    ),
                    text if text.starts_with("SHOW") || text.starts_with("CALL") => failure("no such thing"),
                    text if text.contains("DELETE") => rows(&[], &[]),
                    _ => misbehave(&mut stream, behaviour)?,
                }
            }
            _ => return None,
        };
        stream.write_all(&answer).ok()?;
    }
}

fn misbehave(stream: &mut TcpStream, behaviour: Behaviour) -> Option<Vec<u8>> {
    match behaviour {
        Behaviour::Answer => Some(rows(&["x"], &[1])),
        Behaviour::Fail => Some(failure("/ by zero")),
        Behaviour::Send(bytes) => Some(bytes.to_vec()),
        Behaviour::HalfAnswer => {
            let whole = rows(&["x"], &[1]);
            stream.write_all(&whole[..whole.len() - 8]).ok()?;
            None
        }
        Behaviour::Flood => {
            stream.write_all(&success(Pack::map([("fields", Pack::List(vec![Pack::string("x")]))]))).ok()?;
            loop {
                stream.write_all(&message(0x71, vec![Pack::List(vec![Pack::Integer(1)])])).ok()?;
            }
        }
        Behaviour::Die => None,
        Behaviour::Silence => {
            std::thread::sleep(Duration::from_secs(30));
            None
        }
    }
}

const V4: [u8; 4] = [0, 0, 4, 4];
const V5: [u8; 4] = [0, 0, 8, 5];

fn open(address: String) -> Result<BoltDriver, TargetError> {
    BoltDriver::open(Access { address, ..Access::default() }, Home::Foreign, Who::default())
}

#[track_caller]
fn run(behaviour: Behaviour) -> Response {
    let mut driver = open(start(V5, behaviour, 0)).unwrap_or_else(|error| panic!("{error}"));
    let begun = Instant::now();
    let response = driver.run("RETURN 1 AS x", DEADLINE);
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    response
}

#[track_caller]
fn check_garbage(behaviour: Behaviour, part: &str) {
    match run(behaviour) {
        Response::Error(error) if error.class == ErrorClass::Protocol => {
            assert!(error.message.contains(part), "{}", error.message);
        }
        other => panic!("{behaviour:?}: {other:?}"),
    }
}

#[test]
fn a_right_answer_is_a_table_in_both_generations_of_the_protocol() {
    for version in [V4, V5] {
        let mut driver = open(start(version, Behaviour::Answer, 0)).unwrap_or_else(|error| panic!("{error}"));
        let Response::Table(table) = driver.run("RETURN 1 AS x", DEADLINE) else { panic!("no table") };
        assert_eq!((table.columns, table.rows), (vec!["x".into()], vec![vec![Value::Integer(1)]]));
        assert_eq!(driver.identity().engine, "Neo4j");
    }
}

#[test]
fn an_error_keeps_code_and_text_and_the_connection_goes_on() {
    let mut driver = open(start(V5, Behaviour::Fail, 0)).unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..3 {
        let Response::Error(error) = driver.run("RETURN 1 / 0", DEADLINE) else { panic!("no error") };
        assert_eq!(error.class, ErrorClass::Runtime);
        assert_eq!(error.message, "Neo.ClientError.Statement.ArithmeticError: / by zero");
    }
}

#[test]
fn nonsense_is_a_protocol_error() {
    check_garbage(Behaviour::Send(&[0, 1, 0xC7, 0, 0]), "byte 0: no value begins with 0xc7");
    check_garbage(Behaviour::Send(&[0, 1, 0x01, 0, 0]), "no structure");
    check_garbage(Behaviour::Send(&[0, 2, 0xB0, 0x55, 0, 0]), "message 0x55");
    check_garbage(Behaviour::Send(&[0, 7, 0xB1, 0x70, 0xD6, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0]), "items announced");
}

#[test]
fn a_connection_that_ends_in_the_middle_is_an_error_when_the_server_lives() {
    check_garbage(Behaviour::HalfAnswer, "the server lives");
}

#[test]
fn silence_is_a_hang_and_rows_without_end_are_that_or_too_many() {
    assert_eq!(run(Behaviour::Silence), Response::Hang { deadline_ms: 800 });
    match run(Behaviour::Flood) {
        Response::Hang { deadline_ms: 800 } => {}
        Response::Error(error) if error.class == ErrorClass::Protocol && error.message.contains("too large") => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_server_that_goes_away_has_crashed() {
    match run(Behaviour::Die) {
        Response::Crash { how } => assert!(how.contains("no new connection is accepted"), "{how}"),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_refusal(address: String, part: &str) {
    let error = open(address).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains(part), "{error}");
}

#[test]
fn what_is_no_empty_database_is_left_alone() {
    check_refusal(start(V5, Behaviour::Answer, 7), "is not empty (Integer(7) nodes)");
    check_refusal(start(*b"HTTP", Behaviour::Answer, 0), "HTTP answers on this port");
    check_refusal(start([0, 0, 0, 0], Behaviour::Answer, 0), "speaks no Bolt");
    check_refusal("127.0.0.1:1".to_owned(), "bolt://127.0.0.1:1");
}

#[test]
fn one_database_is_for_one_worker() {
    let target = BoltTarget::at(Cypher.standard(), &start(V5, Behaviour::Answer, 0)).expect("an address");
    assert!(target.open(1).err().is_some_and(|error| error.to_string().contains("one worker")));
}

fn driver(behaviour: Behaviour) -> BoltDriver {
    open(start(V5, behaviour, 0)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_happens_while_reading_back_is_told_as_what_it_is() {
    let read = |behaviour| driver(behaviour).read_graph(DEADLINE).expect_err("no graph");
    for behaviour in [Behaviour::Send(&[0, 1, 0xC7, 0, 0]), Behaviour::HalfAnswer] {
        let error = read(behaviour);
        assert!(matches!(error, TargetError::Protocol(_)), "{behaviour:?}: {error:?}");
    }
    assert!(matches!(read(Behaviour::Die), TargetError::Unreachable(_)));
    assert!(matches!(read(Behaviour::Silence), TargetError::Timeout(_)));
    assert!(matches!(read(Behaviour::Fail), TargetError::Answered(_)));
}

#[test]
fn a_server_without_a_procedure_to_wait_for_indexes_is_not_blamed_for_that() {
    let mut driver = driver(Behaviour::Answer);
    assert!(matches!(driver.run("CREATE INDEX i FOR (n:A) ON (n.x)", DEADLINE), Response::Table(_)));
    driver.await_indexes(DEADLINE).expect("the server lacks all ways to wait");
    driver.await_indexes(DEADLINE).expect("and still does");
}

/// An HTTP server that says that it is this release of ArcadeDB; its port.
fn arcadedb(version: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let mut request = [0; 4096];
            let body = format!("{{\"version\": \"{version}\"}}");
            let asked = stream.read(&mut request).map(|count| String::from_utf8_lossy(&request[..count]).into_owned());
            let status = if asked.is_ok_and(|asked| asked.starts_with("GET ")) { "200 OK" } else { "500 Touched" };
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    port
}

#[track_caller]
fn check_dialect(target: Result<BoltTarget, TargetError>, wanted: &str) {
    let dialect = target.and_then(|target| target.dialect()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(dialect.name(), wanted);
}

#[test]
fn the_dialect_is_that_of_the_server_that_answers() {
    // It holds 7 nodes: meeting it asks for no empty database, and deletes nothing.
    let neo4j = start(V5, Behaviour::Die, 7);
    check_dialect(BoltTarget::at(None::<Dialect>, &neo4j), "neo4j-5.18.1");
    check_dialect(BoltTarget::at(Cypher.standard(), "127.0.0.1:1"), "opencypher9");
    let http = arcadedb("26.10.2 (build 1)");
    let engines = Engines::default();
    let engine = engines.named("arcadedb").expect("it comes with graphlance");
    check_dialect(BoltTarget::of_engine(engine, None::<Dialect>, &format!("127.0.0.1:1?http={http}")), "arcadedb");
    let nobody = BoltTarget::at(None::<Dialect>, "127.0.0.1:1").and_then(|target| target.dialect());
    assert!(matches!(nobody, Err(TargetError::Unreachable(_))), "{nobody:?}");
}
