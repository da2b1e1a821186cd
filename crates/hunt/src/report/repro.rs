//! Reproductions without graphlance: statements as plain text, and programs that need only the engine's own client.

mod falkordb;
mod grafeo;
mod python;

use std::collections::BTreeSet;

use graphlance_cypher::print::print_expression;
use graphlance_cypher::{Dialect, build};
use graphlance_graph::{Graph, Latitude, Name, Properties, Relationship, Returns, Row, Value};
use graphlance_oracles::Response;

use super::ReportInput;
use super::statements::{LoadTexts, pretty, steps};

/// `repro.cypher`: all statements, each ended by a semicolon.
pub(super) fn plain(input: &ReportInput) -> String {
    let load = LoadTexts::of(input.case, input.dialect).pretty(input.dialect);
    let queries = steps(input.case, input.evidence.step).map(|s| input.case.prefixed(&pretty(s, input.dialect)));
    let mut text = comment("//", &input.title());
    text += &comment("//", &format!("{} {}", input.identity.engine, input.identity.version));
    text += "// In an empty database:\n\n";
    load.into_iter().chain(queries).for_each(|statement| text += &format!("{statement};\n\n"));
    text
}

/// The programs for the engine, if there is a form for it.
pub(super) fn programs(input: &ReportInput) -> Vec<(String, String)> {
    match input.identity.engine.to_ascii_lowercase().as_str() {
        "falkordb" => falkordb::programs(input),
        "grafeo" => grafeo::programs(input),
        _ => python::programs(input),
    }
}

/// A query and what must come of it.
struct Check {
    query: String,
    /// The rows; none when any answer will do.
    expected: Option<Returns>,
    /// The text of the error that came and must not.
    error: Option<String>,
}

/// The statements as they are sent: those that prepare, and the last one with what must come of it. For a failure to
/// load, queries that read the graph back.
fn plan(input: &ReportInput) -> (Vec<String>, Vec<Check>) {
    let load = LoadTexts::of(input.case, input.dialect);
    let mut before: Vec<String> = load.all().cloned().collect();
    let mut queries: Vec<String> =
        steps(input.case, input.evidence.step).map(|s| input.case.sent(s, input.dialect)).collect();
    let Some(query) = queries.pop() else { return (before, read_back(&input.case.graph)) };
    before.append(&mut queries);
    let error = match input.answer() {
        Some(Response::Error(error)) => Some(error.message.clone()),
        _ => None,
    };
    (before, vec![Check { query, expected: input.expected.cloned(), error }])
}

/// Queries for the properties of all nodes, the labels, and types and properties of all relationships.
fn read_back(graph: &Graph) -> Vec<Check> {
    let keys: BTreeSet<&Name> = graph.nodes().flat_map(|node| node.properties.keys()).collect();
    let values = |properties: &Properties, keys: &BTreeSet<&Name>| -> Row {
        keys.iter().map(|key| properties.get(*key).cloned().unwrap_or(Value::Null)).collect()
    };
    let property = |variable: &str, key: &&Name| {
        print_expression(&build::property(variable, (*key).clone()), &Dialect::standard())
    };
    let mut checks = Vec::new();
    let mut check = |query: String, rows: Vec<Row>| {
        checks.push(Check { query, expected: Some(Returns::bag(columns(&rows), rows)), error: None });
    };
    if !keys.is_empty() {
        let items: Vec<String> = keys.iter().map(|key| property("n", key)).collect();
        check(
            format!("MATCH (n) RETURN {}", items.join(", ")),
            graph.nodes().map(|node| values(&node.properties, &keys)).collect(),
        );
    }
    let labels: BTreeSet<&Name> = graph.nodes().flat_map(|node| &node.labels).collect();
    for label in labels {
        let count = graph.nodes().filter(|node| node.labels.contains(label)).count();
        check(format!("MATCH (n:{label}) RETURN count(n)"), vec![vec![Value::Integer(count as i64)]]);
    }
    let keys: BTreeSet<&Name> = graph.relationships().flat_map(|r| r.properties.keys()).collect();
    let items: Vec<String> =
        std::iter::once("type(r)".to_owned()).chain(keys.iter().map(|key| property("r", key))).collect();
    let row = |r: &Relationship| {
        let kind = std::iter::once(Value::String(r.kind.clone()));
        kind.chain(values(&r.properties, &keys)).collect()
    };
    check(
        format!("MATCH ()-[r]->() RETURN {}", items.join(", ")),
        graph.relationships().map(|relationship| row(relationship)).collect(),
    );
    checks
}

/// Names for columns, which the programs do not compare.
fn columns(rows: &[Row]) -> Vec<Name> {
    (0..rows.first().map_or(0, Vec::len)).map(|index| format!("c{index}").into()).collect()
}

/// Whether a client can compare the rows literally: no value whose text holds the engine's own numbers, none that may
/// differ.
fn is_literal(expected: &Returns) -> bool {
    fn plain(value: &Value) -> bool {
        match value {
            Value::Null | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_) => true,
            Value::List(items) => items.iter().all(plain),
            _ => false,
        }
    }
    let exact = expected.columns.iter().all(|c| c.latitude == Latitude::Exact && !c.unordered_lists);
    exact && expected.any.is_none_or(|any| any >= expected.rows.len()) && expected.rows.iter().flatten().all(plain)
}

/// How many rows must come.
fn row_count(expected: &Returns) -> usize {
    expected.any.unwrap_or(expected.rows.len()).min(expected.rows.len())
}

/// Whether the order of rows is promised without ties.
fn is_ordered(expected: &Returns) -> bool {
    matches!(&expected.order, graphlance_graph::Order::Sorted { ties } if ties.iter().all(|length| *length <= 1))
}

/// A text as comment lines.
fn comment(mark: &str, text: &str) -> String {
    text.lines().map(|line| format!("{mark} {line}\n")).collect()
}
