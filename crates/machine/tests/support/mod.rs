//! The graph of TinkerPop's documentation, and answers as text.

use graphlance_gremlin::{Version, parse};
use graphlance_machine::value::text;
use graphlance_machine::{Answer, Failure, Options, PropertyGraph, evaluate, evaluate_in};

/// The graph `modern` of TinkerPop's documentation: six vertices, six edges, identities from 1 to 12.
pub fn modern() -> PropertyGraph {
    let text = r#"g.addV("person").property(T.id, 1).property("name", "marko").property("age", 29).as("marko").
        addV("person").property(T.id, 2).property("name", "vadas").property("age", 27).as("vadas").
        addV("software").property(T.id, 3).property("name", "lop").property("lang", "java").as("lop").
        addV("person").property(T.id, 4).property("name", "josh").property("age", 32).as("josh").
        addV("software").property(T.id, 5).property("name", "ripple").property("lang", "java").as("ripple").
        addV("person").property(T.id, 6).property("name", "peter").property("age", 35).as("peter").
        addE("knows").from("marko").to("vadas").property(T.id, 7).property("weight", 0.5d).
        addE("knows").from("marko").to("josh").property(T.id, 8).property("weight", 1.0d).
        addE("created").from("marko").to("lop").property(T.id, 9).property("weight", 0.4d).
        addE("created").from("josh").to("ripple").property(T.id, 10).property("weight", 1.0d).
        addE("created").from("josh").to("lop").property(T.id, 11).property("weight", 0.4d).
        addE("created").from("peter").to("lop").property(T.id, 12).property("weight", 0.2d)"#;
    let statement = parse(text).expect("a statement of the tests parses");
    let (_, graph) = evaluate_in(0, &statement, &PropertyGraph::new(), &Options::default()).expect("it makes a graph");
    graph
}

/// The answer of a text in a version.
pub fn answer(text: &str, graph: &PropertyGraph, version: Version) -> Result<Answer, Failure> {
    let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    evaluate(&statement, graph, &Options { version, ..Options::default() })
}

/// The values of a text in a version as they come, as one text: each with a comma behind it, or why there are none.
pub fn values(query: &str, graph: &PropertyGraph, version: Version) -> String {
    let statement = parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let options = Options { version, ..Options::default() };
    match evaluate_in(0, &statement, graph, &options) {
        Ok((values, after)) => values.iter().map(|value| text::text(&after, value)).collect::<Vec<_>>().join(", "),
        Err(failure) => failure.to_string(),
    }
}
