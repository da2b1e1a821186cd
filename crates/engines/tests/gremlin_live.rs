//! Engines of Gremlin, installed and started by graphlance. Run with
//! `cargo test -p graphlance-engines --test all gremlin_live:: -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use graphlance_case::{ErrorClass, Load, Response};
use graphlance_engines::{Driver, Target, TargetOptions, load, resolve};
use graphlance_graph::Random;
use graphlance_graph::random_graph::{GraphSizes, random_graph};

const DEADLINE: Duration = Duration::from_secs(20);

fn named(name: &str) -> Box<dyn Target> {
    resolve(name, &TargetOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rows(driver: &mut dyn Driver, statement: &str) -> String {
    match driver.run(statement, DEADLINE) {
        Response::Table(table) => serde_json::to_string(&table.rows).expect("values are serialisable"),
        other => format!("{other:?}"),
    }
}

/// What an engine answers to statements of every channel, errors and a deadline; random graphs that are loaded; the rate of
/// statements that differ, in flight and one by one.
fn check(name: &str, graphs: u64) {
    let target = named(name);
    let dialect = target.dialect().unwrap_or_else(|error| panic!("{error}"));
    let mut driver = target.open(0).unwrap_or_else(|error| panic!("{error}"));
    println!("{name}: {:?}", driver.identity());
    assert_eq!(rows(driver.as_mut(), "g.inject(1, 2.5d, \"x\")"), r#"[[1],[{"float":2.5}],["x"]]"#);
    for channel in ["channel=bytecode ", "channel=gremlin-groovy ", ""] {
        assert_eq!(rows(driver.as_mut(), &format!("{channel}g.inject(3).map(__.identity())")), "[[3]]", "{channel}");
    }
    let typed = match driver.run_verbatim("g.inject(1, 2L)", DEADLINE) {
        Response::Table(table) => serde_json::to_string(&table.rows).expect("values are serialisable"),
        other => panic!("{other:?}"),
    };
    assert!(typed.contains("g:Int32") && typed.contains("g:Int64"), "{typed}");
    let class = |response: Response| match response {
        Response::Error(error) => error.class,
        other => panic!("{other:?}"),
    };
    assert_eq!(class(driver.run("g.V().nonsense()", DEADLINE)), ErrorClass::Syntax);
    assert_eq!(class(driver.run("g.inject(\"x\").math(\"_ + 1\")", DEADLINE)), ErrorClass::Runtime);
    let slow = "g.inject(1).repeat(__.union(__.math(\"_ + 1\"), __.math(\"_ * 3\"))).times(100).count()";
    assert_eq!(class(driver.run(slow, Duration::from_millis(300))), ErrorClass::Timeout);
    for seed in 0..graphs {
        let mut random = Random::new(seed);
        let graph = random_graph(&mut random, &GraphSizes::default(), dialect.values(), &dialect.index_support());
        load::load(driver.as_mut(), &graph, &Load::Create, &dialect, DEADLINE)
            .unwrap_or_else(|error| panic!("seed {seed}: {error:?}"));
        let path = rows(driver.as_mut(), "g.V().limit(1).path()");
        assert!(path.contains("\"id\""), "an element of a path has no properties: {path}");
    }
    let statements: Vec<String> =
        (0..2_000).map(|n| format!("g.V().has(\"id\", P.gt({n}L)).out().dedup().values(\"id\").count()")).collect();
    driver.run_all(&statements, DEADLINE);
    for _ in 0..2 {
        let begun = Instant::now();
        let responses = driver.run_all(&statements, DEADLINE);
        assert!(responses.iter().all(|(response, _)| matches!(response, Response::Table(_))), "{:?}", responses.last());
        println!("{name}: {:.0} statements/s in flight", 2_000.0 / begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        statements.iter().take(500).for_each(|text| drop(driver.run(text, DEADLINE)));
        println!("{name}: {:.0} statements/s one by one", 500.0 / begun.elapsed().as_secs_f64());
    }
    driver.wipe(DEADLINE).expect("it answers");
    assert_eq!(driver.read_graph(DEADLINE).map(|graph| graph.node_count()).ok(), Some(0));
    driver.restart().expect("it starts again");
    assert_eq!(rows(driver.as_mut(), "g.V().count()"), "[[0]]");
}

#[test]
#[ignore = "installs and starts TinkerGraph"]
fn tinkergraph_of_each_version_is_loaded_asked_and_emptied() {
    for version in ["3.8.1", "3.7.5", "3.6.2"] {
        check(&format!("tinkergraph@{version}"), 30);
    }
}

#[test]
#[ignore = "installs and starts JanusGraph"]
fn janusgraph_is_loaded_asked_and_emptied() {
    check("janusgraph", 10);
}
