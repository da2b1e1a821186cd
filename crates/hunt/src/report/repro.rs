//! Reproductions without graphlance: statements as plain text, and programs that need only the engine's own client.

mod client;
mod python;
mod rust;

use std::collections::BTreeSet;

use graphlance_case::{Claim, FailureClass, Response};
use graphlance_cypher::print::print_expression;
use graphlance_cypher::{Clause, Dialect, Statement, build};
use graphlance_engines::launcher::Language;
use graphlance_graph::{Graph, Name, Order, Properties, Relationship, Returns, Row, Value};

use super::ReportInput;
use super::statements::{LoadTexts, steps, texts};
use crate::quote;

/// The comment of every script on its exit codes.
const CODES: &str = "# Exits with 0 when the answer is right, 1 when the bug shows, 2 when it cannot tell.\n";

/// How long a statement may take before it counts as hanging, in seconds.
const PATIENCE: u64 = 60;

/// `repro.cypher`: all statements, each ended by a semicolon.
pub(super) fn plain(input: &ReportInput) -> String {
    let texts = texts(input);
    let mut text = quote::comment("//", &heading(input));
    text += "// In an empty database:\n";
    if let Some(note) = texts.note() {
        text += &quote::comment("//", note);
    }
    text.push('\n');
    let statements = texts.load.iter().chain(&texts.queries);
    statements.for_each(|statement| text += &format!("{};\n\n", quote::visible(statement)));
    text
}

/// Title, engine and version.
fn heading(input: &ReportInput) -> String {
    let engine = format!("{} {}", input.identity.engine, input.identity.version);
    format!("{}\n{}", input.title(), quote::line(engine.trim_end()))
}

/// The programs for the engine, if there is a form for it.
pub(super) fn programs(input: &ReportInput) -> Vec<(String, String)> {
    match client::Client::of(input.identity) {
        Ok(Some(client)) if client.needs.language == Language::Python => python::programs(input, &client),
        Ok(Some(client)) => rust::programs(input, &client),
        Ok(None) => Vec::new(),
        // Whoever reads the report learns why there is no program in it.
        Err(problem) => vec![("repro.missing.txt".to_owned(), format!("{}\n", quote::visible(&problem)))],
    }
}

/// A version that can stand in a command or a file as it is; none for what a server made up.
fn plain_version(version: &str) -> Option<&str> {
    let plain = |character: char| character.is_ascii_alphanumeric() || ".+-_".contains(character);
    (version.starts_with(|first: char| first.is_ascii_digit()) && version.chars().all(plain)).then_some(version)
}

/// How the failure shows that was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reported {
    /// Wrong rows, or a wrong order of them.
    Rows,
    /// Wrong columns.
    Columns,
    /// An error.
    Error,
    /// The engine's end.
    Crash,
    /// No answer.
    Hang,
}

/// A query and what must come of it.
struct Check {
    query: String,
    /// How many columns it returns.
    width: usize,
    /// The rows; none when any answer will do.
    expected: Option<Returns>,
}

/// What a program does.
struct Plan {
    /// Statements that prepare, as they are sent, and how many columns each returns.
    before: Vec<(String, usize)>,
    /// What is asked then.
    checks: Vec<Check>,
    reported: Reported,
    /// Whether it was a preparing statement that failed.
    fails_loading: bool,
    /// The error that was reported.
    error: Option<String>,
    /// How long an answer may take.
    seconds: u64,
}

/// The statements as they are sent: those that prepare, and the last one with what must come of it. For a failure to
/// load, queries that read the graph back.
fn plan(input: &ReportInput) -> Plan {
    let load = LoadTexts::of(input.case, input.dialect);
    let mut before: Vec<(String, usize)> = load.all().map(|text| (text.clone(), 0)).collect();
    let sent = |statement: &Statement| (input.case.sent(statement, input.dialect), width(statement));
    let mut queries: Vec<(String, usize)> = steps(input.case, input.evidence.step).map(sent).collect();
    let checks = match queries.pop() {
        Some((query, width)) => vec![Check { query, width, expected: input.expected.cloned() }],
        None => read_back(&input.case.graph, input.dialect),
    };
    before.append(&mut queries);
    let answer = input.answer();
    let reported = match (answer, input.evidence.class) {
        (Some(Response::Error(_)), _) => Reported::Error,
        (_, FailureClass::Crash) => Reported::Crash,
        (_, FailureClass::Hang) => Reported::Hang,
        (_, FailureClass::WrongColumns) => Reported::Columns,
        _ => Reported::Rows,
    };
    let deadline = match answer {
        Some(Response::Hang { deadline_ms }) => deadline_ms / 1000,
        _ => 0,
    };
    let error = match answer {
        Some(Response::Error(error)) => Some(error.message.lines().next().unwrap_or_default().to_owned()),
        _ => None,
    };
    let fails_loading = input.case.claim == Claim::Loads && reported != Reported::Rows;
    Plan { before, checks, reported, fails_loading, error, seconds: PATIENCE.max(4 * deadline) }
}

/// How many columns a statement returns.
fn width(statement: &Statement) -> usize {
    let Statement::Query(query) = statement else { return 0 };
    match query.first.clauses.last() {
        Some(Clause::Return(projection)) => projection.items.len(),
        _ => 0,
    }
}

/// Queries for the properties of all nodes, the labels, and of each type the properties of all relationships and of the
/// nodes at their ends.
fn read_back(graph: &Graph, dialect: &Dialect) -> Vec<Check> {
    let keys: BTreeSet<&Name> = graph.nodes().flat_map(|node| node.properties.keys()).collect();
    let values = |properties: &Properties, keys: &BTreeSet<&Name>| -> Row {
        keys.iter().map(|key| properties.get(*key).cloned().unwrap_or(Value::Null)).collect()
    };
    let property = |variable: &str, key: &&Name| printed(&build::property(variable, (*key).clone()));
    let properties = |variable: &str, keys: &BTreeSet<&Name>| -> Vec<String> {
        keys.iter().map(|key| property(variable, key)).collect()
    };
    let mut checks = Vec::new();
    // A database with typed tables refuses to look for elements of which it has no table.
    if graph.node_count() > 0 || dialect.tables.is_none() {
        checks.push(counted("MATCH (n) RETURN count(n)", graph.node_count()));
    }
    if graph.relationship_count() > 0 || dialect.tables.is_none() {
        checks.push(counted("MATCH ()-[r]->() RETURN count(r)", graph.relationship_count()));
    }
    if !keys.is_empty() {
        let rows = graph.nodes().map(|node| values(&node.properties, &keys)).collect();
        checks.push(check(format!("MATCH (n) RETURN {}", properties("n", &keys).join(", ")), rows));
    }
    let labels: BTreeSet<&Name> = graph.nodes().flat_map(|node| &node.labels).collect();
    for label in labels {
        let count = graph.nodes().filter(|node| node.labels.contains(label)).count();
        checks.push(counted(&format!("MATCH (n:{}) RETURN count(n)", name(label)), count));
    }
    let kinds: BTreeSet<&Name> = graph.relationships().map(|relationship| &relationship.kind).collect();
    for kind in kinds {
        let all: Vec<&Relationship> =
            graph.relationships().map(AsRef::as_ref).filter(|r: &&Relationship| r.kind == *kind).collect();
        let own: BTreeSet<&Name> = all.iter().flat_map(|relationship| relationship.properties.keys()).collect();
        let items = [properties("a", &keys), properties("r", &own), properties("b", &keys)].concat();
        let pattern = format!("MATCH (a)-[r:{}]->(b) RETURN", name(kind));
        if items.is_empty() {
            checks.push(counted(&format!("{pattern} count(r)"), all.len()));
            continue;
        }
        let end = |key| graph.node(key).map(|node| values(&node.properties, &keys)).unwrap_or_default();
        let row = |r: &&Relationship| [end(r.start), values(&r.properties, &own), end(r.end)].concat();
        checks.push(check(format!("{pattern} {}", items.join(", ")), all.iter().map(row).collect()));
    }
    checks
}

fn printed(expression: &graphlance_cypher::Expression) -> String {
    print_expression(expression, &Dialect::standard())
}

/// A label or type as it is written in a pattern.
fn name(name: &Name) -> String {
    printed(&graphlance_cypher::Expression::Variable(name.clone()))
}

fn counted(query: &str, count: usize) -> Check {
    check(query.to_owned(), vec![vec![Value::Integer(count as i64)]])
}

fn check(query: String, rows: Vec<Row>) -> Check {
    let width = rows.first().map_or(0, Vec::len);
    // The programs do not compare the names of these columns.
    let columns: Vec<Name> = (0..width).map(|index| format!("c{index}").into()).collect();
    Check { query, width, expected: Some(Returns::bag(columns, rows)) }
}

/// How many rows must come.
fn row_count(expected: &Returns) -> usize {
    expected.any.unwrap_or(expected.rows.len()).min(expected.rows.len())
}

/// Lengths of groups of rows that tie, in order.
fn ties(expected: &Returns) -> &[usize] {
    match &expected.order {
        Order::Sorted { ties } => ties,
        Order::Bag => &[],
    }
}
