//! The embedded engine in its worker process: values, errors, plans, loading.

use std::path::PathBuf;
use std::time::Duration;

use graphlance_case::language::LoadTexts;
use graphlance_case::{Dialect, ErrorClass, Load, Response};
use graphlance_engines::{Driver, Target, TargetOptions, load, resolve};
use graphlance_graph::random_graph::{GraphSizes, random_graph};
use graphlance_graph::{Graph, Random, Value};

const DEADLINE: Duration = Duration::from_secs(20);

fn target() -> Box<dyn Target> {
    let worker = PathBuf::from(env!("CARGO_BIN_EXE_graphlance-fake-worker"));
    resolve("grafeo", &TargetOptions { worker: Some(worker), ..TargetOptions::default() }).expect("a target")
}

fn open() -> Box<dyn Driver> {
    target().open(0).expect("grafeo starts")
}

#[track_caller]
fn check(statement: &str, expected: &str) {
    match open().run(statement, DEADLINE) {
        Response::Table(table) => {
            assert_eq!(serde_json::to_string(&table.rows).expect("values are serialisable"), expected);
        }
        other => panic!("{statement}: {other:?}"),
    }
}

#[test]
fn it_says_what_it_is() {
    let driver = open();
    assert_eq!((driver.identity().engine.as_str(), driver.identity().version.as_str()), ("grafeo", "0.5.44"));
}

#[test]
fn values_keep_their_types() {
    check("RETURN 1 AS a, 1.0 AS b, 'x' AS c, true AS d, null AS e", r#"[[1,{"float":1.0},"x",true,null]]"#);
    check("RETURN [1, 'x', [true]] AS a, {k: 1.5} AS b", r#"[[[1,"x",[true]],{"map":{"k":{"float":1.5}}}]]"#);
    check("RETURN date('2020-01-02') AS a", r#"[[{"temporal":{"kind":"date","text":"2020-01-02"}}]]"#);
    check("CREATE (a:A:B {x: 1}) RETURN a", r#"[[{"node":{"key":0,"labels":["A","B"],"properties":{"x":1}}}]]"#);
    check(
        "CREATE (a)-[r:T {w: 'x'}]->(b) RETURN r",
        r#"[[{"relationship":{"key":0,"start":0,"end":1,"type":"T","properties":{"w":"x"}}}]]"#,
    );
}

#[test]
fn a_statement_that_is_no_cypher_is_a_syntax_error() {
    match open().run("FOO", DEADLINE) {
        Response::Error(error) => assert_eq!(error.class, ErrorClass::Syntax, "{}", error.message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_plan_is_text() {
    let plan = open().explain("MATCH (n:A) RETURN n", DEADLINE).expect("a plan");
    assert!(plan.contains("NodeScan"), "{plan}");
}

#[test]
fn a_wipe_leaves_nothing() {
    let mut driver = open();
    driver.run("CREATE (:A)-[:T]->(:B)", DEADLINE);
    assert_eq!(driver.read_graph(DEADLINE).map(|graph| graph.node_count()).ok(), Some(2));
    driver.wipe(DEADLINE).expect("it answers");
    assert_eq!(driver.read_graph(DEADLINE).ok(), Some(Graph::new()));
}

#[test]
fn health_tells_memory_and_time() {
    let mut driver = open();
    let health = driver.health();
    assert!(health.alive && health.memory_bytes > Some(1 << 20) && health.cpu_seconds.is_some(), "{health:?}");
}

#[test]
fn generated_graphs_load_and_read_back() {
    let target = target();
    let dialect = target.dialect().expect("a dialect");
    let mut driver = target.open(0).expect("grafeo starts");
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let graph = random_graph(&mut random, &GraphSizes::default(), dialect.values(), &dialect.index_support());
        load::load(driver.as_mut(), &graph, &Load::Create, &dialect, DEADLINE)
            .unwrap_or_else(|error| panic!("seed {seed}: {error:?}"));
    }
}

#[test]
fn long_statements_are_cut_where_nodes_have_ids() {
    let target = target();
    let known = target.dialect().expect("a dialect");
    let mut dialect = known.data::<graphlance_cypher::Dialect>().expect("one of Cypher").clone();
    let mut random = Random::new(1);
    let sizes = GraphSizes { relationships: [60, 60], ..GraphSizes::default() };
    let graph = random_graph(&mut random, &sizes, &dialect.values, &dialect.index_support());
    dialect.limits.statement_bytes = 2000;
    let dialect = Dialect::from(dialect);
    assert!(LoadTexts::of(&graph, &Load::Create, &dialect).data.len() > 2);
    let mut driver = target.open(0).expect("grafeo starts");
    load::load(driver.as_mut(), &graph, &Load::Create, &dialect, DEADLINE).expect("the whole graph");
}

#[test]
fn a_graph_that_is_not_all_there_is_noticed() {
    let target = target();
    let mut driver = target.open(0).expect("grafeo starts");
    let mut graph = Graph::new();
    graph.add_node(["A".into()], [("x".into(), Value::Integer(1))].into());
    let outcome = load::load(
        driver.as_mut(),
        &graph,
        &Load::Script(Default::default()),
        &target.dialect().expect("a dialect"),
        DEADLINE,
    );
    assert!(matches!(outcome, Err(load::LoadError::Different { .. })), "{outcome:?}");
}
