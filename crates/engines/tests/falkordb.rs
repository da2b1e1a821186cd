//! A FalkorDB server that dies, hangs, or talks nonsense is told apart, and never brings the driver down.

use std::time::{Duration, Instant};

use crate::support::{self, Behaviour, PASSWORD};
use graphlance_case::Dialect;
use graphlance_case::language::{Cypher, Language};
use graphlance_case::{EngineError, ErrorClass, Response};
use graphlance_engines::falkordb::session::Access;
use graphlance_engines::falkordb::{FalkorDriver, FalkorTarget};
use graphlance_engines::owner::Owner;
use graphlance_engines::{Driver, Target, TargetError};
use graphlance_graph::Value;

const DEADLINE: Duration = Duration::from_millis(1500);

fn target(behaviour: Behaviour) -> Box<dyn Driver> {
    let address = support::start(behaviour, false, false);
    let target = FalkorTarget::at(Cypher.standard(), &address).expect("an address");
    target.open(0).expect("a driver")
}

#[track_caller]
fn run(behaviour: Behaviour) -> Response {
    let start = Instant::now();
    let response = target(behaviour).run("RETURN 1 AS x", DEADLINE);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    response
}

#[track_caller]
fn check_garbage(behaviour: Behaviour, part: &str) {
    match run(behaviour) {
        Response::Error(EngineError { class: ErrorClass::Protocol, message }) => {
            assert!(message.contains(part), "{message}");
        }
        other => panic!("{behaviour:?}: {other:?}"),
    }
}

#[test]
fn a_right_answer_is_a_table() {
    let rows = b"*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*1\r\n*1\r\n*2\r\n:3\r\n:1\r\n*0\r\n";
    let Response::Table(table) = run(Behaviour::Send(rows)) else { panic!("no table") };
    assert_eq!((table.columns, table.rows), (vec!["x".into()], vec![vec![Value::Integer(1)]]));
}

#[test]
fn errors_of_the_server_keep_their_text() {
    let Response::Error(error) = run(Behaviour::Send(b"-Division by zero\r\n")) else { panic!("no error") };
    assert_eq!(error, EngineError { class: ErrorClass::Runtime, message: "Division by zero".to_owned() });
}

#[test]
fn nonsense_is_a_protocol_error() {
    check_garbage(Behaviour::Send(b"HTTP/1.1 200 OK\r\n\r\n"), "no message of the protocol");
    check_garbage(Behaviour::Send(b"$9223372036854775807\r\n"), "bytes of one string");
    check_garbage(Behaviour::Send(b"*2147483647\r\n"), "items of one array");
    check_garbage(Behaviour::Send(b":1\r\n"), "an answer is no array");
    check_garbage(Behaviour::Send(b"*2\r\n*0\r\n*0\r\n"), "2 parts instead of");
    check_garbage(Behaviour::Send(b"+\xff\r\n"), "UTF-8");
    check_garbage(Behaviour::Flood(b'$'), "bytes of one line");
    check_garbage(Behaviour::Send(b"*0\r\n*0\r\n"), "more than the answer");
}

#[test]
fn deep_nesting_is_a_protocol_error() {
    static DEEP: [u8; 4000] = {
        let mut bytes = [0; 4000];
        let mut at = 0;
        while at < 4000 {
            bytes[at] = b"*1\r\n"[at % 4];
            at += 1;
        }
        bytes
    };
    check_garbage(Behaviour::Send(&DEEP), "arrays within one another");
}

#[test]
fn numbers_without_names_are_a_protocol_error() {
    // A node with label 0: the list of labels that the driver then asks for has the same answer, so no label is known.
    let rows = b"*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*1\r\n*1\r\n*2\r\n:8\r\n*3\r\n:0\r\n*1\r\n:0\r\n*0\r\n*0\r\n";
    check_garbage(Behaviour::Send(rows), "does not list");
}

#[test]
fn silence_is_a_hang() {
    assert_eq!(run(Behaviour::Silence), Response::Hang { deadline_ms: 1500 });
    assert_eq!(run(Behaviour::Send(b"*3\r\n:1\r\n")), Response::Hang { deadline_ms: 1500 });
}

#[test]
fn a_server_that_goes_away_has_crashed() {
    match run(Behaviour::Die) {
        Response::Crash { how } => assert!(how.contains("no new connection is accepted"), "{how}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_connection_that_ends_in_the_middle_is_an_error_when_the_server_lives() {
    check_garbage(Behaviour::SendAndClose(b"*3\r\n:1\r\n"), "the server lives");
    check_garbage(Behaviour::SendAndClose(b""), "the server lives");
}

#[test]
fn after_nonsense_the_next_statement_has_a_fresh_connection() {
    let mut driver = target(Behaviour::Send(b"nonsense\r\n"));
    for _ in 0..3 {
        let response = driver.run("RETURN 1 AS x", DEADLINE);
        assert!(matches!(response, Response::Error(ref error) if error.class == ErrorClass::Protocol), "{response:?}");
    }
    driver.restart().expect("a fresh connection");
    assert!(driver.wipe(DEADLINE).is_ok());
}

#[track_caller]
fn check_refusal(outcome: Result<FalkorDriver, TargetError>, part: &str) {
    let error = outcome.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains(part), "{error}");
    assert!(!error.contains(PASSWORD) && !error.contains("wrong one"), "{error}");
}

fn open(address: String, password: Option<&str>) -> Result<FalkorDriver, TargetError> {
    let access = Access { address, password: password.map(str::to_owned), ..Access::default() };
    FalkorDriver::open(access, None, 0)
}

#[test]
fn passwords_are_wanted_taken_and_never_told() {
    let address = support::start(Behaviour::Silence, true, false);
    check_refusal(open(address.clone(), None), "GRAPHLANCE_PASSWORD");
    check_refusal(open(address.clone(), Some("wrong one")), "refuses the password");
    let driver = open(address, Some(PASSWORD)).expect("the right password");
    assert_eq!(driver.identity().version, "4.18.3");
}

#[test]
fn a_graph_that_is_there_already_is_not_touched() {
    check_refusal(open(support::start(Behaviour::Silence, false, true), None), "already has a key `graphlance_");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    check_refusal(open("127.0.0.1:1".to_owned(), None), "falkordb://127.0.0.1:1");
}

#[test]
fn what_happens_while_reading_back_is_told_as_what_it_is() {
    let read = |behaviour| target(behaviour).read_graph(DEADLINE).expect_err("no graph");
    for behaviour in [
        Behaviour::Send(b"nonsense\r\n"),
        Behaviour::SendAndClose(b"*3\r\n"),
        Behaviour::SendAndClose(b""),
        Behaviour::Send(b"*1000000000\r\n"),
    ] {
        let error = read(behaviour);
        assert!(matches!(error, TargetError::Protocol(_)), "{behaviour:?}: {error:?}");
    }
    assert!(matches!(read(Behaviour::Die), TargetError::Unreachable(_)));
    assert!(matches!(read(Behaviour::Silence), TargetError::Timeout(_)));
    match read(Behaviour::Send(b"-Division by zero\r\n")) {
        TargetError::Answered(error) => assert_eq!(error.class, ErrorClass::Runtime),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_server_that_does_not_tell_the_state_of_its_indexes_is_not_waited_for() {
    let mut driver = target(Behaviour::Send(b"-Procedure `db.indexes` is not registered\r\n"));
    driver.await_indexes(DEADLINE).expect("nothing to wait for");
    let error = target(Behaviour::SendAndClose(b"*3\r\n")).await_indexes(DEADLINE).expect_err("half an answer");
    assert!(matches!(error, TargetError::Protocol(_)), "{error:?}");
}

#[test]
fn a_long_error_is_cut_and_one_without_end_is_refused() {
    static LONG: [u8; 1 << 20] = {
        let mut bytes = [b'x'; 1 << 20];
        bytes[0] = b'-';
        bytes[(1 << 20) - 2] = b'\r';
        bytes[(1 << 20) - 1] = b'\n';
        bytes
    };
    let Response::Error(error) = run(Behaviour::Send(&LONG)) else { panic!("no error") };
    assert!(error.message.len() < 70_000 && error.message.ends_with("[cut here: 1048573 bytes in all]"));
    check_garbage(Behaviour::Flood(b'-'), "more than 4194304 bytes of one line");
}

#[test]
fn only_graphs_that_dead_processes_of_this_machine_left_are_removed() {
    let mut child = std::process::Command::new("true").spawn().expect("a process");
    let mine = Owner::here(7, 0).to_string();
    let process = format!("_{}_", std::process::id());
    let dead = mine.replace(&process, &format!("_{}_", child.id()));
    child.wait().expect("it ends");
    let elsewhere = format!("graphlance_00000001{}", &mine["graphlance_00000000".len()..]);
    let graphs = [dead.clone(), mine, elsewhere, "graphlance_0_1".to_owned(), "customers".to_owned()];
    let (address, deleted) = support::start_with_graphs(&graphs);
    let driver = open(address, None).expect("a driver");
    let own = driver.graph_key().to_owned();
    drop(driver);
    assert_eq!(*deleted.lock().expect("no panic"), [dead, own]);
}

#[test]
fn the_dialect_is_that_of_the_server_that_answers() {
    let target = FalkorTarget::at(None::<Dialect>, &support::start(Behaviour::Die, false, true)).expect("an address");
    let dialect = target.dialect().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(dialect.name(), "falkordb");
    let nobody = FalkorTarget::at(None::<Dialect>, "127.0.0.1:1").and_then(|target| target.dialect());
    assert!(matches!(nobody, Err(TargetError::Unreachable(_))), "{nobody:?}");
}
