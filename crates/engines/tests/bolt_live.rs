//! Real servers of Bolt, installed and started by graphlance. Run with `cargo test -p graphlance-engines -- --ignored`.

use std::time::{Duration, Instant};

use graphlance_case::{ErrorClass, Response};
use graphlance_engines::{Driver, TargetOptions, resolve};
use graphlance_graph::Value;

const DEADLINE: Duration = Duration::from_secs(20);

fn open(name: &str) -> Box<dyn Driver> {
    let target = resolve(name, &TargetOptions::default()).expect("a target");
    target.open(0).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn check(name: &str) {
    let mut driver = open(name);
    for _ in 0..2 {
        // The same index again: the first one was dropped.
        let made = driver.run("CREATE INDEX one FOR (n:A) ON (n.x)", DEADLINE);
        assert!(matches!(made, Response::Table(_)), "{made:?}");
        driver.await_indexes(DEADLINE).expect("it can be waited for");
        driver.wipe(DEADLINE).expect("it can be dropped");
    }
    let mut statements: Vec<String> = (0..40).map(|number| format!("RETURN {number} AS x")).collect();
    statements[7] = "RETURN 1 / 0 AS x".to_owned();
    statements[20] = "nonsense".to_owned();
    let begun = Instant::now();
    let responses: Vec<Response> =
        driver.run_all(&statements, DEADLINE).into_iter().map(|(response, _)| response).collect();
    println!("{name}: {} statements in {:?}", responses.len(), begun.elapsed());
    assert_eq!(responses.len(), statements.len());
    for (number, response) in responses.iter().enumerate() {
        match (number, response) {
            (7, Response::Error(error)) => assert_ne!(error.class, ErrorClass::Protocol, "{}", error.message),
            (20, Response::Error(error)) => assert_eq!(error.class, ErrorClass::Syntax, "{}", error.message),
            (_, Response::Table(table)) => assert_eq!(table.rows, [[Value::Integer(number as i64)]]),
            other => panic!("{name}: {other:?}"),
        }
    }
    let slow = "UNWIND range(1, 1000000) AS a UNWIND range(1, 100000) AS b WITH a + b AS c RETURN sum(c)".to_owned();
    let batch = ["RETURN 1 AS x".to_owned(), slow, "RETURN 2 AS x".to_owned()];
    let responses: Vec<Response> =
        driver.run_all(&batch, Duration::from_millis(500)).into_iter().map(|(response, _)| response).collect();
    println!("{name}: {:?}", &responses[1..]);
    assert!(matches!(responses[0], Response::Table(_)), "{responses:?}");
    // It ends the statement itself and goes on, or does not answer.
    let ended = match &responses[1] {
        Response::Error(error) => error.class == ErrorClass::Timeout && responses.len() == 3,
        other => matches!(other, Response::Hang { .. }) && responses.len() == 2,
    };
    assert!(ended, "{responses:?}");
    driver.restart().expect("it goes on");
    assert!(matches!(driver.run("RETURN 1 AS x", DEADLINE), Response::Table(_)));
}

#[test]
#[ignore = "installs and starts Neo4j"]
fn neo4j_is_asked_in_its_own_ways() {
    check("neo4j");
}

#[test]
#[ignore = "installs and starts ArcadeDB"]
fn arcadedb_is_asked_in_its_own_ways() {
    check("arcadedb");
}
