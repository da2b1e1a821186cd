//! Reproductions without graphlance: statements as plain text, and programs that need only the engine's own client.

mod client;
mod python;
mod rust;

use graphlance_case::language::ReadBack;
use graphlance_case::{Ability, Act, Boundary, FailureClass, Response};
use graphlance_engines::launcher::Language;
use graphlance_graph::{Name, Order, Returns};

use super::ReportInput;
use super::statements::{load_texts, texts};
use crate::quote;

/// The comment of every script on its exit codes.
const CODES: &str = "# Exits with 0 when the answer is right, 1 when the bug shows, 2 when it cannot tell.\n";

/// How long a statement may take before it counts as hanging, in seconds.
const PATIENCE: u64 = 60;

/// `repro.cypher`, or under the name of another language: all statements, each ended by a semicolon.
pub(super) fn plain(input: &ReportInput) -> String {
    let texts = texts(input);
    let mut text = quote::comment("//", &heading(input));
    text += "// In an empty database:\n";
    if let Some(note) = texts.note() {
        text += &quote::comment("//", note);
    }
    text.push('\n');
    texts.load.iter().for_each(|statement| text += &format!("{};\n\n", quote::visible(statement)));
    texts.steps.iter().for_each(|line| text += &format!("{}{}\n\n", quote::visible(line.text()), line.end()));
    text
}

/// Title, engine and version.
fn heading(input: &ReportInput) -> String {
    let engine = format!("{} {}", input.identity.engine, input.identity.version);
    format!("{}\n{}", input.title(), quote::line(engine.trim_end()))
}

/// The programs for the engine, if there is a form for it.
pub(super) fn programs(input: &ReportInput) -> Vec<(String, String)> {
    let needs = input.case.needs();
    let told = [Ability::Databases, Ability::Counters, Ability::Estimates].iter().any(|one| needs.contains(one));
    if told || input.evidence.class == FailureClass::Slow {
        // The clients have one database, and each its own names for what is counted; none of them holds a watch.
        return Vec::new();
    }
    match client::Client::of(input.identity) {
        // The programs in Rust know no transactions.
        Ok(Some(client)) if client.needs.language != Language::Python && !needs.is_empty() => Vec::new(),
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
    /// An answer in place of an error.
    Answer,
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

/// What prepares.
enum Before {
    /// A statement as it is sent, how many columns it returns, and whether it may end in an error.
    Statement(String, usize, bool),
    /// A transaction begins or ends.
    Boundary(Boundary),
}

/// What a program does.
struct Plan {
    before: Vec<Before>,
    /// What is asked then; nothing when the end of a transaction was refused.
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
    let load = load_texts(input.case, input.dialect);
    let mut before: Vec<Before> = load.all().map(|text| Before::Statement(text.clone(), 0, false)).collect();
    let mut checks = Vec::new();
    for (number, step) in input.case.steps.iter().enumerate().take(input.evidence.step + 1) {
        let fails = number == input.evidence.step;
        match &step.act {
            Act::Run(statement) => {
                let (query, width) = (input.case.sent(statement, input.dialect), statement.width());
                // What is wrong may be the graph that a statement left.
                let reads = fails && input.evidence.class == FailureClass::State;
                if fails && !reads {
                    checks = vec![Check { query, width, expected: input.expected.cloned() }];
                    continue;
                }
                let refused = matches!(input.responses.get(number), Some(Response::Error(_)));
                before.push(Before::Statement(query, width, refused));
                if reads {
                    checks = read_back(input);
                }
            }
            Act::Refresh => {
                before.extend(input.dialect.statistics().map(|text| Before::Statement(text.to_owned(), 0, false)));
            }
            Act::Boundary(boundary) => before.push(Before::Boundary(*boundary)),
            Act::Snapshot if fails => checks = read_back(input),
            Act::Snapshot | Act::Counters | Act::Race | Act::Estimate => {}
        }
    }
    let answer = input.answer();
    let reported = match (answer, input.evidence.class) {
        (Some(Response::Error(_)), _) => Reported::Error,
        (_, FailureClass::Crash) => Reported::Crash,
        (_, FailureClass::Hang) => Reported::Hang,
        (_, FailureClass::WrongColumns) => Reported::Columns,
        (_, FailureClass::MissingError) => Reported::Answer,
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
    let fails_loading = input.case.claim.is_about_loading() && reported != Reported::Rows;
    Plan { before, checks, reported, fails_loading, error, seconds: PATIENCE.max(4 * deadline) }
}

/// Queries that read the graph back which the claim is about. The programs do not compare the names of their columns.
fn read_back(input: &ReportInput) -> Vec<Check> {
    let check = |part: ReadBack| {
        let width = part.rows.first().map_or(0, Vec::len);
        let columns: Vec<Name> = (0..width).map(|index| format!("c{index}").into()).collect();
        Check { query: part.query, width, expected: Some(Returns::bag(columns, part.rows)) }
    };
    let graph = input.case.claim.graph(input.case, input.responses).unwrap_or(&input.case.graph);
    let came = input.responses.iter().rev().find_map(|response| match response {
        Response::Graph(found) => Some(found.as_ref()),
        _ => None,
    });
    let language = input.dialect.language();
    language.read_back(graph, came.unwrap_or(graph), input.dialect).into_iter().map(check).collect()
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
