//! The table by which a dialect is learned: tiny statements over a small graph, each about one feature, one function,
//! one property of values, or one behaviour in which engines are known to differ. The expected answers are the
//! reference's; asking and judging is not done here.

mod features;
mod functions;

use graphlance_graph::schema::{PropertyKey, PropertyKind};
use graphlance_graph::{Graph, NodeKey, Properties, Schema, Value};

use crate::features::Feature;

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Names it in dialect files: `feature optional_match`, `function abs(-2.5)`, `value nan`, `behaviour 1 / 0`.
    pub id: String,
    /// What it is about.
    pub about: About,
    /// Statements in openCypher, run one after the other on [`probe_graph`]; the last one's answer counts.
    pub statements: Vec<String>,
}

/// What a probe is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A feature of the language.
    Feature(Feature),
    /// A function, by its name.
    Function(&'static str),
    /// A field of [`graphlance_graph::ValueDomain`].
    Value(&'static str),
    /// A behaviour in which engines differ; a deviation may explain it.
    Behaviour,
}

/// All rows: features, functions, values, behaviours.
pub fn table() -> Vec<Probe> {
    let mut table = features::rows();
    table.extend(functions::rows());
    let value = |(field, statement): &(&'static str, &str)| row("value", field, About::Value(field), &[statement]);
    table.extend(VALUES.iter().map(value));
    table.extend(
        BEHAVIOURS.iter().map(|text| row("behaviour", text, About::Behaviour, &[&format!("RETURN {text} AS x")])),
    );
    table.extend(PATTERN_BEHAVIOURS.iter().map(|(name, text)| row("behaviour", name, About::Behaviour, &[text])));
    table
}

/// The graph that probes run on: three nodes with one label each, a chain of two relationships, a self-loop.
pub fn probe_graph() -> Graph {
    let mut graph = Graph::new();
    let kinds = [
        ("id", PropertyKind::Integer),
        ("i", PropertyKind::Integer),
        ("f", PropertyKind::Float),
        ("s", PropertyKind::String),
        ("b", PropertyKind::Boolean),
    ];
    graph.schema = Schema {
        labels: vec!["A".into(), "B".into()],
        types: vec!["R".into(), "S".into()],
        keys: kinds.map(|(name, kind)| PropertyKey { name: name.into(), kind }).into(),
        indexes: Vec::new(),
    };
    let id = |number| ("id".into(), Value::Integer(number));
    let a = Properties::from([
        id(0),
        ("i".into(), Value::Integer(7)),
        ("f".into(), Value::Float(2.5)),
        ("s".into(), Value::string("abc")),
        ("b".into(), Value::Boolean(true)),
    ]);
    let b = Properties::from([id(1), ("i".into(), Value::Integer(-3)), ("s".into(), Value::string("b"))]);
    graph.add_node(vec!["A".into()], a);
    graph.add_node(vec!["B".into()], b);
    graph.add_node(vec!["B".into()], Properties::from([id(2)]));
    for (number, start, kind, end) in [(3, 0, "R", 1), (4, 1, "R", 2), (5, 0, "S", 0)] {
        // The nodes are there, so that the graph cannot refuse.
        let _ = graph.add_relationship(NodeKey(start), kind.into(), NodeKey(end), Properties::from([id(number)]));
    }
    graph
}

fn row(kind: &str, name: &str, about: About, statements: &[&str]) -> Probe {
    let statements = statements.iter().map(|text| (*text).to_owned()).collect();
    Probe { id: format!("{kind} {name}"), about, statements }
}

/// Values, each through a property.
const VALUES: &[(&str, &str)] = &[
    ("nan", "CREATE (n:A {id: 10, f: 0.0 / 0.0}) RETURN n.f AS x"),
    ("infinity", "CREATE (n:A {id: 10, f: 1.0 / 0.0}) RETURN n.f AS x"),
    ("negative_zero", "CREATE (n:A {id: 10, f: -0.0}) RETURN 1.0 / n.f AS x"),
    ("least_integer_literal", "RETURN -9223372036854775808 AS x"),
    ("unicode", "RETURN size('é\u{1F600}') AS x"),
    ("list_properties", "CREATE (n:A {id: 10, l: [1, 2]}) RETURN n.l AS x"),
    ("points", "CREATE (n:A {id: 10, p: point({x: 1.5, y: -2.0})}) RETURN n.p AS x"),
    ("date", "CREATE (n:A {id: 10, t: date('2020-02-29')}) RETURN n.t AS x"),
    ("local_time", "CREATE (n:A {id: 10, t: localtime('12:31:14')}) RETURN n.t AS x"),
    ("time", "CREATE (n:A {id: 10, t: time('12:31:14Z')}) RETURN n.t AS x"),
    ("local_date_time", "CREATE (n:A {id: 10, t: localdatetime('2020-02-29T12:31:14')}) RETURN n.t AS x"),
    ("date_time", "CREATE (n:A {id: 10, t: datetime('2020-02-29T12:31:14Z')}) RETURN n.t AS x"),
    ("duration", "CREATE (n:A {id: 10, t: duration('P14D')}) RETURN n.t AS x"),
];

/// Expressions on which engines differ, from the research of this project and the TCK.
const BEHAVIOURS: &[&str] = &[
    "1 / 0",
    "1 % 0",
    "1.0 / 0.0",
    "-7 / 2",
    "-7 % 3",
    "2 ^ 3",
    "9223372036854775807 + 1",
    "9223372036854775807 * 2",
    "-(-9223372036854775807) + 0",
    "0.1 + 0.2",
    "1e300 * 1e300",
    "'a' + 1",
    "1 + 'a'",
    "[1] + 2",
    "1 = 1.0",
    "1 = '1'",
    "1 < 'a'",
    "null = null",
    "null IN []",
    "null IN [1]",
    "1 IN [null]",
    "[1, null] = [1, null]",
    "[1, null] = [1, 2, null]",
    "[1, 2] < [1, 3]",
    "{a: 1} = {a: 1}",
    "{a: null} = {a: null}",
    "0.0 / 0.0 = 0.0 / 0.0",
    "0.0 = -0.0",
    "true < false",
    "true AND null",
    "false AND null",
    "true OR null",
    "NOT null",
    "null XOR true",
    "null STARTS WITH 'a'",
    "'abc' STARTS WITH null",
    "'abc' CONTAINS ''",
    "1 STARTS WITH 'a'",
    "any(x IN [1, null] WHERE x = 2)",
    "all(x IN [1, null] WHERE x = 1)",
    "none(x IN [null] WHERE x = 1)",
    "single(x IN [1, null] WHERE x = 1)",
    "[1, 2, 3][-1]",
    "[1, 2, 3][5]",
    "[1, 2, 3][1..]",
    "[1, 2, 3][..-1]",
    "size('')",
    "CASE null WHEN null THEN 1 ELSE 2 END",
    "CASE WHEN null THEN 1 ELSE 2 END",
    "'it\\'s'",
    "'tab\\tline\\nend'",
    "'\\u00e9'",
    "1 < 2 < 3",
];

/// Behaviours that need rows or the graph.
const PATTERN_BEHAVIOURS: &[(&str, &str)] = &[
    ("one relationship twice in a pattern", "MATCH (a)-[r]-(b)-[q]-(c) RETURN count(*) AS x"),
    ("one relationship twice over a comma", "MATCH (a)-[r]->(b), (c)-[q]->(d) RETURN count(*) AS x"),
    ("one relationship twice in a variable length", "MATCH (a:A)-[r*1..3]-(c) RETURN count(*) AS x"),
    ("an undirected self-loop", "MATCH (a)-[r:S]-(b) RETURN count(*) AS x"),
    ("an unnamed relationship", "MATCH (a)-[]-(b) RETURN count(*) AS x"),
    ("nulls in ORDER BY", "UNWIND [2, null, 1] AS v RETURN v AS x ORDER BY v"),
    ("nulls in ORDER BY DESC", "UNWIND [2, null, 1] AS v RETURN v AS x ORDER BY v DESC"),
    ("NaN in ORDER BY", "UNWIND [2.0, 0.0 / 0.0, 1.0] AS v RETURN v AS x ORDER BY v"),
    ("types in ORDER BY", "UNWIND [1, 'a', true, 1.5] AS v RETURN v AS x ORDER BY v"),
    ("DISTINCT of nulls", "UNWIND [null, 1, null] AS v RETURN DISTINCT v AS x"),
    ("1 and 1.0 in DISTINCT", "UNWIND [1, 2] AS v RETURN DISTINCT v AS x"),
    ("count of nulls", "UNWIND [null, 1] AS v RETURN count(v) AS x, count(*) AS y"),
    ("sum of nothing", "UNWIND [] AS v RETURN sum(v) AS x, collect(v) AS y, min(v) AS z"),
    ("UNWIND of null", "UNWIND null AS v RETURN v AS x"),
    ("a missing property", "MATCH (n:B {id: 2}) RETURN n.i AS x, n.i IS NULL AS y"),
    ("a property of null", "OPTIONAL MATCH (n:A {id: 99}) RETURN n.i AS x"),
    ("columns keep their order", "RETURN 1 AS z, 2 AS y, 3 AS x, 4 AS w"),
    ("grouping by null", "UNWIND [null, null, 1] AS v RETURN v AS x, count(*) AS y"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use graphlance_graph::ValueDomain;

    use super::*;
    use crate::{functions as known, parse};

    #[test]
    fn every_statement_parses_and_no_id_stands_twice() {
        let mut ids = BTreeSet::new();
        for probe in table() {
            for statement in &probe.statements {
                parse(statement).unwrap_or_else(|error| panic!("{}: {error}", probe.id));
            }
            assert!(ids.insert(probe.id.clone()), "{} stands twice", probe.id);
        }
    }

    #[test]
    fn every_value_that_is_probed_for_is_one_of_the_domain() {
        for probe in table() {
            if let About::Value(field) = probe.about {
                let mut domain = ValueDomain::full();
                assert!(domain.lacks(field), "there is no value {field}");
                assert_ne!(domain, ValueDomain::full(), "{field}");
            }
        }
    }

    #[test]
    fn every_feature_and_every_function_is_probed() {
        let table = table();
        for feature in Feature::ALL {
            assert!(table.iter().any(|probe| probe.about == About::Feature(*feature)), "{feature}");
        }
        for function in known::TABLE.iter().filter(|function| function.determinism != known::Determinism::Never) {
            assert!(table.iter().any(|probe| probe.about == About::Function(function.name)), "{}", function.name);
        }
    }
}
