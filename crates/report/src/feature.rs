//! `scenario.feature`: a test in the form of the openCypher TCK.

use std::fmt::Write;

use graphlance_case::Line;
use graphlance_graph::{Name, Order, Returns, Row, Value};

use super::statements::{load_texts, pretty_texts};
use super::value_text::value_text;
use super::{ReportInput, group};
use crate::quote;

/// Rows of a table at most.
const MOST_ROWS: usize = 200;

/// The feature file; none where the language has no tests of this form. Writing to a string cannot fail, so results of `write!` are
/// dropped.
///
/// Statements are in openCypher 9, indexes in the target's own form, for which the TCK has none.
pub(super) fn scenario(input: &ReportInput) -> Option<String> {
    // A scenario says what is right, and that is.
    let wrong = !input.evidence.class.is_of_right_answers();
    let queries = input.dialect.language().scenario_queries().filter(|_| wrong)?;
    let title = input.title().replace('`', "");
    let title = quote::line(&title);
    let mut text = format!("Feature: Found by graphlance\n\n  Scenario: [1] {title}\n    Given an empty graph\n");
    let standard = input.dialect.language().standard();
    let schema = load_texts(input.case, input.dialect).schema;
    let own = load_texts(input.case, &standard);
    let (own_schema, data) = (own.schema.len(), pretty_texts(&own, &standard));
    for statement in schema.iter().chain(data.get(own_schema..).unwrap_or_default()) {
        doc(&mut text, "And having executed:", statement);
    }
    let lines = input.case.lines(input.evidence.step, &standard, |statement| statement.print_lines(&standard));
    let (failing, before) = match lines.split_last() {
        Some((Line::Statement(query), before)) => (Some(query), before),
        // What is read back is asked for below.
        Some((Line::Command(_), before)) => (None, before),
        None => (None, lines.as_slice()),
    };
    before.iter().for_each(|line| given(&mut text, line));
    match (failing, input.expected) {
        (None, _) => loaded(&mut text, input, queries),
        (Some(query), expected) => {
            doc(&mut text, "When executing query:", query);
            match expected {
                Some(expected) => result(&mut text, expected),
                None if group::is_one(input) => {
                    let _ = writeln!(text, "    # {}", input.case.claim.wanted_of_steps());
                }
                None => text.push_str("    # Any answer will do that is no internal error.\n"),
            }
        }
    }
    Some(text)
}

/// A step before the one that fails. The TCK has words for statements alone.
fn given(text: &mut String, line: &Line) {
    match line {
        Line::Statement(statement) => doc(text, "And having executed:", statement),
        Line::Command(command) => {
            let _ = writeln!(text, "    # {}", quote::line(command.trim_start_matches("// ")));
        }
    }
}

/// What the database must hold after loading.
fn loaded(text: &mut String, input: &ReportInput, queries: [(&str, &str); 2]) {
    let graph = input.case.claim.graph(input.case, input.responses).unwrap_or(&input.case.graph);
    let nodes = graph.nodes().map(|node| vec![Value::Node(node.clone())]).collect();
    let relationships = graph.relationships().map(|r| vec![Value::Relationship(r.clone())]).collect();
    for ((column, query), rows) in queries.into_iter().zip([nodes, relationships]) {
        doc(text, "When executing query:", query);
        result(text, &Returns::bag([column.into()], rows));
    }
}

fn doc(text: &mut String, step: &str, statement: &str) {
    let _ = writeln!(text, "    {step}\n      \"\"\"");
    for line in quote::gherkin_doc(statement).lines() {
        let _ = writeln!(text, "      {line}");
    }
    text.push_str("      \"\"\"\n");
}

fn result(text: &mut String, expected: &Returns) {
    if let Some(any) = expected.any.filter(|any| *any < expected.rows.len()) {
        let _ = writeln!(text, "    # Any {any} of these rows, which the TCK has no words for.");
    }
    if expected.columns.iter().any(|column| column.latitude != graphlance_graph::Latitude::Exact) {
        text.push_str("    # The last digits of floats may differ.\n");
    }
    let columns: Vec<&Name> = expected.columns.iter().map(|column| &column.name).collect();
    if expected.rows.is_empty() && columns.is_empty() {
        text.push_str("    Then the result should be empty\n");
    } else {
        let order = match &expected.order {
            Order::Sorted { ties } if ties.iter().all(|length| *length <= 1) => "in order",
            _ => "in any order",
        };
        let lists = if expected.columns.iter().any(|column| column.unordered_lists) {
            " (ignoring element order for lists)"
        } else {
            ""
        };
        let _ = writeln!(text, "    Then the result should be, {order}{lists}:");
        table(text, &columns, &expected.rows);
    }
    text.push_str("    And no side effects\n");
}

fn table(text: &mut String, columns: &[&Name], rows: &[Row]) {
    if rows.len() > MOST_ROWS {
        let _ = writeln!(text, "      # The first {MOST_ROWS} of {} rows; all of them are in case.json.", rows.len());
    }
    let header = columns.iter().map(|name| quote::gherkin_cell(name)).collect::<Vec<_>>();
    let cells = rows
        .iter()
        .take(MOST_ROWS)
        .map(|row| row.iter().map(|value| quote::gherkin_cell(&value_text(value))).collect());
    let lines: Vec<Vec<String>> = std::iter::once(header).chain(cells).collect();
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns.len()).map(|column| width(column).unwrap_or_default()).collect();
    for line in &lines {
        let padded = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(text, "      | {} |", padded.collect::<Vec<_>>().join(" | "));
    }
}
