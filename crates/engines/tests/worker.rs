//! A worker process that crashes, hangs or talks nonsense is told apart, and can be started again.

use std::path::PathBuf;
use std::time::Duration;

use graphlance_case::{EngineError, ErrorClass, Response};
use graphlance_engines::worker::{WorkerCommand, WorkerDriver};
use graphlance_engines::{Driver, TargetError};

const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(20);

fn open(behaviour: &str) -> Result<WorkerDriver, TargetError> {
    WorkerDriver::open(WorkerCommand {
        program: PathBuf::from(env!("CARGO_BIN_EXE_graphlance-fake-worker")),
        arguments: vec!["fake".to_owned(), behaviour.to_owned()],
        memory: Some(1 << 30),
        ready: LONG,
    })
}

#[track_caller]
fn run(behaviour: &str, deadline: Duration) -> Response {
    let mut driver = open(behaviour).expect("the worker starts");
    let response = driver.run("RETURN 1 AS x", deadline);
    driver.restart().expect("the worker starts again");
    assert!(driver.health().alive);
    driver.wipe(deadline).expect("the fresh worker answers");
    response
}

#[track_caller]
fn check_crash(behaviour: &str, expected: &str) {
    match run(behaviour, LONG) {
        Response::Crash { how } => assert!(how.starts_with(expected), "{how}"),
        other => panic!("{behaviour}: {other:?}"),
    }
}

#[track_caller]
fn check_garbage(behaviour: &str, part: &str) {
    match run(behaviour, LONG) {
        Response::Error(EngineError { class: ErrorClass::Protocol, message }) => {
            assert!(message.contains(part), "{message}");
        }
        other => panic!("{behaviour}: {other:?}"),
    }
}

#[test]
fn answers_arrive() {
    let Response::Table(table) = run("right", LONG) else { panic!("no table") };
    assert_eq!((table.columns.len(), table.rows.len()), (1, 1));
    let Response::Error(error) = run("error", LONG) else { panic!("no error") };
    assert_eq!(error, EngineError { class: ErrorClass::Runtime, message: "Division by zero".to_owned() });
}

#[test]
fn ways_to_die_are_told_apart() {
    check_crash("panic", "panic: thread 'main' panicked at ");
    check_crash("abort", "signal 6 (SIGABRT");
    check_crash("overflow", "stack overflow");
    check_crash("memory", "out of memory: memory allocation of");
    check_crash("exit", "exit code 3");
    check_crash("half", "exit code 0");
}

#[test]
fn silence_is_a_hang() {
    assert_eq!(run("silent", SHORT), Response::Hang { deadline_ms: 300 });
}

#[test]
fn an_answer_without_end_is_no_answer() {
    match run("endless", LONG) {
        Response::Error(error) => assert!(error.message.contains("too large"), "{}", error.message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn garbage_is_an_error() {
    check_garbage("garbage", "none of the protocol");
    check_garbage("deep", "too large");
}

#[test]
fn a_late_line_is_no_answer_to_the_next_question() {
    let mut driver = open("late").expect("the worker starts");
    assert!(matches!(driver.run("RETURN 1 AS x", LONG), Response::Table(_)));
    std::thread::sleep(Duration::from_millis(500));
    match driver.run("RETURN 1 AS x", LONG) {
        Response::Error(EngineError { class: ErrorClass::Protocol, message }) => {
            assert!(message.contains("more than its answer"), "{message}");
        }
        other => panic!("{other:?}"),
    }
    assert!(!driver.health().alive, "what was loaded is gone, and the driver says so");
    check_garbage("two", "more than its answer");
}

#[test]
fn a_worker_that_closes_its_output_and_lives_has_not_crashed() {
    let mut driver = open("scripted").expect("the worker starts");
    match driver.run(r#"{"bytes":"{\"table\"","then":"close"}"#, LONG) {
        Response::Error(EngineError { class: ErrorClass::Protocol, message }) => {
            assert!(message.contains("but lives"), "{message}");
        }
        other => panic!("{other:?}"),
    }
    driver.wipe(LONG).expect("a fresh worker");
}

#[test]
fn a_worker_that_numbers_its_answers_may_be_late() {
    let mut driver = open("numbered").expect("the worker starts");
    let answer =
        |id: &str, value: i64| format!(r#"{{\"id\":{id},\"table\":{{\"columns\":[\"x\"],\"rows\":[[{value}]]}}}}\n"#);
    let script = |lines: &[String]| format!(r#"{{"bytes":"{}","then":"serve"}}"#, lines.concat());
    let asked = r#"\"@ID@\""#;
    let Response::Table(table) = driver.run(&script(&[answer("0", 1), answer(asked, 2)]), LONG) else {
        panic!("no table")
    };
    assert_eq!(table.rows, [[graphlance_graph::Value::Integer(2)]]);
    let response = driver.run(&script(&[answer("77", 1)]), LONG);
    assert!(matches!(response, Response::Error(ref error) if error.message.contains("id 77")), "{response:?}");
}

#[test]
fn a_worker_that_cannot_start_is_an_error_that_names_it() {
    let command = WorkerCommand { program: "/no/such/program".into(), arguments: vec![], memory: None, ready: LONG };
    let error = WorkerDriver::open(command).err().expect("an error").to_string();
    assert!(error.contains("/no/such/program"), "{error}");
    let command = WorkerCommand {
        program: "sh".into(),
        arguments: vec!["-c".into(), "echo cannot do that >&2; exit 5".into()],
        memory: None,
        ready: LONG,
    };
    let error = WorkerDriver::open(command).err().expect("an error").to_string();
    assert!(error.contains("exit code 5") && error.contains("cannot do that"), "{error}");
}
