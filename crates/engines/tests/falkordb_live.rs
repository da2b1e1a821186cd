//! A real FalkorDB, installed and started by graphlance. Run with `cargo test -p graphlance-engines -- --ignored`.

use std::time::Duration;

use graphlance_case::{ErrorClass, Load, Response};
use graphlance_engines::{Driver, Target, TargetOptions, load, resolve};
use graphlance_graph::Random;
use graphlance_graph::random_graph::{GraphSizes, random_graph};

const DEADLINE: Duration = Duration::from_secs(20);

fn target() -> Box<dyn Target> {
    named("falkordb")
}

fn named(name: &str) -> Box<dyn Target> {
    resolve(name, &TargetOptions::default()).expect("a target")
}

fn rows(driver: &mut dyn Driver, statement: &str) -> String {
    match driver.run(statement, DEADLINE) {
        Response::Table(table) => serde_json::to_string(&table.rows).expect("values are serialisable"),
        other => format!("{other:?}"),
    }
}

#[test]
#[ignore = "installs and starts FalkorDB"]
fn values_indexes_plans_and_time_outs() {
    let mut driver = target().open(0).expect("FalkorDB starts");
    assert_eq!(driver.identity().version, "4.22.1");
    let create = "CREATE (a:A {x: 1})-[r:T {y: 1.5}]->(:B) RETURN a, r, [null, 'é', true]";
    let expected = r#"[[{"node":{"key":0,"labels":["A"],"properties":{"x":1}}},{"relationship":{"key":0,"start":0,"end":1,"type":"T","properties":{"y":{"float":1.5}}}},[null,"é",true]]]"#;
    assert_eq!(rows(driver.as_mut(), create), expected);
    assert_eq!(rows(driver.as_mut(), "CREATE INDEX FOR (n:A) ON (n.x)"), "[]");
    driver.await_indexes(DEADLINE).expect("an index");
    let plan = driver.explain("MATCH (n:A {x: 1}) RETURN n", DEADLINE).expect("a plan");
    assert!(plan.contains("Index Scan"), "{plan}");
    let slow = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*)";
    let response = driver.run(slow, Duration::from_millis(200));
    assert!(matches!(response, Response::Error(ref error) if error.class == ErrorClass::Timeout), "{response:?}");
    assert!(driver.health().memory_bytes > Some(1 << 20));
    driver.wipe(DEADLINE).expect("it answers");
    assert_eq!(driver.read_graph(DEADLINE).map(|graph| graph.node_count()).ok(), Some(0));
}

#[test]
#[ignore = "installs and starts FalkorDB"]
fn generated_graphs_load_and_read_back() {
    let target = target();
    let dialect = target.dialect().expect("a dialect");
    let mut driver = target.open(1).expect("FalkorDB starts");
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let graph = random_graph(&mut random, &GraphSizes::default(), dialect.values(), &dialect.index_support());
        load::load(driver.as_mut(), &graph, &Load::Create, &dialect, DEADLINE)
            .unwrap_or_else(|error| panic!("seed {seed}: {error:?}"));
    }
}

#[test]
#[ignore = "installs and starts FalkorDB"]
fn a_killed_server_is_a_crash_and_can_be_started_again() {
    // The last version with https://github.com/FalkorDB/FalkorDB/issues/1981
    let mut driver = named("falkordb@4.18.3").open(2).expect("FalkorDB starts");
    driver.run("CREATE (:A), (:B)", DEADLINE);
    match driver.run("MATCH (a:A), (b:B) OPTIONAL MATCH (a), (b) RETURN count(*)", DEADLINE) {
        Response::Crash { how } => assert!(how.starts_with("signal 11 (SIGSEGV) in "), "{how}"),
        other => panic!("{other:?}"),
    }
    assert!(!driver.health().alive);
    assert!(driver.log_tail(200)[0].contains("BUG REPORT"));
    driver.restart().expect("it starts again");
    assert_eq!(rows(driver.as_mut(), "MATCH (n) RETURN count(n)"), "[[0]]");
}

#[test]
#[ignore = "installs and starts FalkorDB"]
fn a_crash_among_several_statements_is_named() {
    let mut driver = named("falkordb@4.18.3").open(3).expect("FalkorDB starts");
    driver.run("CREATE (:A), (:B)", DEADLINE);
    let mut statements: Vec<String> = (0..8).map(|number| format!("RETURN {number} AS x")).collect();
    statements[5] = "MATCH (a:A), (b:B) OPTIONAL MATCH (a), (b) RETURN count(*)".to_owned();
    let answered = driver.run_all(&statements, DEADLINE);
    let responses: Vec<Response> = answered.into_iter().map(|(response, _)| response).collect();
    let crash = responses.last().expect("a response");
    assert!(matches!(crash, Response::Crash { how } if how.contains("SIGSEGV")), "{responses:?}");
    // What was answered just before may be lost with the server.
    assert!((1..=6).contains(&responses.len()), "{responses:?}");
}

/// `cargo test --release -p graphlance-engines --test all -- --ignored --nocapture in_flight`
#[test]
#[ignore = "installs and starts FalkorDB, and measures"]
fn statements_per_second_one_by_one_and_in_flight() {
    let mut driver = target().open(4).expect("FalkorDB starts");
    driver.run("UNWIND range(1, 10) AS i CREATE (:A {x: i})-[:T {y: i}]->(:B {x: i})", DEADLINE);
    // Each text is new to the server, as those of a hunt are.
    let mut next = 0;
    let mut texts = |count: usize| -> Vec<String> {
        let first = next;
        next += count;
        let text = |n| {
            format!(
                "MATCH (a:A)-[r:T]->(b) WHERE a.x + {n} > {n} WITH a, r.y AS y ORDER BY y RETURN a.x + y AS z, {n} AS n"
            )
        };
        (first..next).map(text).collect()
    };
    for in_flight in [1, 8, 32, 1, 8, 32] {
        let begun = std::time::Instant::now();
        let mut answered = 0;
        while begun.elapsed() < Duration::from_secs(5) {
            let batch = texts(in_flight);
            let responses = match in_flight {
                1 => vec![driver.run(&batch[0], DEADLINE)],
                _ => driver.run_all(&batch, DEADLINE).into_iter().map(|(response, _)| response).collect(),
            };
            assert!(
                responses.iter().all(|response| matches!(response, Response::Table(table) if table.rows.len() == 10))
            );
            answered += responses.len();
        }
        println!("{in_flight:3} in flight: {:6.0} statements/s", answered as f64 / begun.elapsed().as_secs_f64());
    }
}
