//! Engines in worker processes, installed and started by graphlance. Run with `cargo test -p graphlance-engines -- --ignored`.

use std::time::{Duration, Instant};

use graphlance_case::{ErrorClass, Response};
use graphlance_engines::{TargetOptions, resolve};
use graphlance_graph::Value;

const DEADLINE: Duration = Duration::from_secs(20);

/// Statements in flight have the answers that they have one by one.
#[track_caller]
fn check(name: &str) {
    let worker = Some(env!("CARGO_BIN_EXE_graphlance-fake-worker").into());
    let target = resolve(name, &TargetOptions { worker, ..TargetOptions::default() }).expect("a target");
    let mut driver = target.open(0).unwrap_or_else(|error| panic!("{error}"));
    driver.wipe(DEADLINE).expect("it can be emptied");
    let mut statements: Vec<String> = (0..200).map(|number| format!("RETURN {number} AS x")).collect();
    statements[20] = "nonsense".to_owned();
    let begun = Instant::now();
    let alone: Vec<Response> = statements.iter().map(|statement| driver.run(statement, DEADLINE)).collect();
    let (one_by_one, begun) = (begun.elapsed(), Instant::now());
    let responses: Vec<Response> =
        driver.run_all(&statements, DEADLINE).into_iter().map(|(response, _)| response).collect();
    println!("{name}: {one_by_one:?} one by one, {:?} in flight", begun.elapsed());
    assert_eq!(responses, alone, "{name}");
    for (number, response) in responses.iter().enumerate() {
        match response {
            Response::Table(table) => assert_eq!(table.rows, [[Value::Integer(number as i64)]], "{name}"),
            Response::Error(error) => assert_eq!((number, error.class), (20, ErrorClass::Syntax), "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
#[ignore = "installs and starts engines"]
fn workers_are_asked_ahead() {
    for name in ["grafeo", "kuzu", "ladybug", "graphqlite"] {
        check(name);
    }
}
