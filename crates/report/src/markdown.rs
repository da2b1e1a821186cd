//! `report.md`.

use std::fmt::Write;

use graphlance_case::{FailureClass, Line, Response};
use graphlance_graph::{Order, Returns};

use super::rows::marked_table;
use super::statements::{Texts, texts};
use super::{ReportInput, feature, group, severity};
use crate::quote::{self, fenced};

/// The report. Writing to a string cannot fail, so results of `write!` are dropped.
pub(super) fn report(input: &ReportInput) -> String {
    let mut text = format!("# {}\n\n", input.markdown_title());
    summary(&mut text, input);
    let texts = texts(input);
    let language = input.language();
    graph(&mut text, &texts, language);
    query(&mut text, input, &texts, language);
    group::why_they_agree(&mut text, input);
    answer(&mut text, input);
    why(&mut text, input);
    if let Some(experiments) = input.experiments {
        let _ = write!(text, "## Experiments\n\n{experiments}\n");
    }
    plan(&mut text, input);
    if let Some(table) = input.elsewhere {
        let _ = write!(text, "## On other targets\n\n{table}\n");
    }
    engine(&mut text, input);
    reproduce(&mut text, input);
    size(&mut text, input);
    if let Some(scenario) = feature::scenario(input) {
        let _ = write!(text, "## Test\n\n{}", fenced("gherkin", &scenario));
    }
    text
}

fn summary(text: &mut String, input: &ReportInput) {
    let [failed, of] = input.replayed;
    let _ = writeln!(text, "- Severity: {}", severity(input.evidence.class));
    let _ = writeln!(text, "- Engine: {}", named(input));
    let _ = match of {
        0 => writeln!(text, "- Not replayed and not reduced: the target did not come back after it"),
        _ => writeln!(text, "- Replayed on a fresh database: fails {failed} of {of} times"),
    };
    if let Some(origin) = group::origin(input) {
        let _ = writeln!(text, "- {origin}");
    }
    if let Some(second) = input.second {
        let _ = writeln!(text, "- {}", quote::markdown(second));
    }
    if let Some(note) = input.cut_short {
        let _ = writeln!(text, "- The {note}: a smaller case may show it too (`graphlance reduce`, below)");
    }
    let _ = writeln!(text, "- Fingerprint: {}\n", quote::code(input.fingerprint));
}

fn graph(text: &mut String, texts: &Texts, language: &str) {
    if texts.load.is_empty() {
        text.push_str("## Graph\n\nThe database is empty.\n\n");
        return;
    }
    let _ = write!(text, "## Graph\n\n![the graph](graph.svg)\n\n{}\n", fenced(language, &terminated(&texts.load)));
}

fn query(text: &mut String, input: &ReportInput, texts: &Texts, language: &str) {
    match texts.steps.as_slice() {
        [] => text.push_str("## Query\n\nNone: the loaded graph is read back and compared.\n\n"),
        [Line::Statement(one)] => {
            let _ = write!(text, "## Query\n\n{}\n", fenced(language, one));
        }
        several => {
            let said = match input.evidence.class {
                class if class.is_of_right_answers() => "The answers are right.",
                _ if group::is_one(input) => "Their answers do not agree.",
                _ => "The last one fails.",
            };
            let steps: String = several.iter().map(|line| format!("{}{}\n", line.text(), line.end())).collect();
            let only_statements = several.iter().all(|line| matches!(line, Line::Statement(_)));
            let heading = if only_statements { "Queries" } else { "Steps" };
            let _ = write!(text, "## {heading}\n\n{said}\n\n{}\n", fenced(language, &steps));
        }
    }
    if let Some(note) = texts.note() {
        let _ = write!(text, "{note}\n\n");
    }
}

fn answer(text: &mut String, input: &ReportInput) {
    if group::is_one(input) {
        return group::answers(text, input);
    }
    if input.evidence.class.is_of_right_answers() {
        return figures(text, input);
    }
    let counters = input.case.claim.counters().filter(|_| input.evidence.class == FailureClass::Counters);
    if let Some(counters) = counters {
        let _ = write!(text, "## Expected: the statement says what it changed\n\n{counters}\n\n");
    } else if let Some(expected) = input.expected {
        let missing = input.evidence.difference.as_ref().map(|d| d.missing.as_slice()).unwrap_or_default();
        let columns: Vec<_> = expected.columns.iter().map(|column| column.name.clone()).collect();
        let table = marked_table(&columns, &expected.rows, missing, '-');
        let _ = write!(text, "## Expected: {}\n\n{}\n", promise(expected), fenced("diff", &table));
    } else {
        let _ = write!(text, "## Expected\n\n{}\n\n", input.case.claim.wanted());
    }
    actual(text, input);
}

/// What was measured of two statements whose answers are right.
fn figures(text: &mut String, input: &ReportInput) {
    let steps = input.case.claim.steps(input.case);
    let of = |place: usize| steps.get(place).map_or(0, |step| step + 1);
    let _ = write!(text, "## Expected\n\n{}\n\n## Measured\n\n", input.case.claim.wanted());
    let _ = write!(text, "| | statement {} | statement {} |\n|---|---|---|\n", of(0), of(1));
    for [what, one, other] in input.case.claim.figures(input.case, input.responses) {
        let _ = writeln!(text, "| {what} | {one} | {other} |");
    }
    text.push('\n');
}

fn actual(text: &mut String, input: &ReportInput) {
    match input.answer() {
        _ if input.evidence.class == FailureClass::State => {
            let _ =
                write!(text, "## Actual: another graph afterwards\n\n{}\n\n", quote::markdown(&input.evidence.summary));
        }
        _ if input.evidence.class == FailureClass::Counters => {
            let told = input.responses.iter().rev().find_map(|response| match response {
                Response::Counters(counters) => Some(counters.to_string()),
                _ => None,
            });
            let told = told.unwrap_or_default();
            let _ = write!(text, "## Actual: other counters\n\n{told}\n\nRows and graph are right.\n\n");
        }
        Some(Response::Table(table)) => {
            let superfluous = input.evidence.difference.as_ref().map(|d| d.superfluous.as_slice()).unwrap_or_default();
            let rows = marked_table(&table.columns, &table.rows, superfluous, '+');
            let _ = write!(text, "## Actual: {}\n\n{}\n", counted(table.rows.len()), fenced("diff", &rows));
        }
        Some(Response::Error(error)) => {
            let _ = write!(text, "## Actual: an error\n\n{}\n", fenced("text", &error.message));
        }
        Some(Response::Crash { how }) => {
            let _ = write!(text, "## Actual: the engine dies\n\n{}\n", fenced("text", how));
        }
        Some(Response::Hang { deadline_ms }) => {
            let _ = write!(text, "## Actual\n\nNo answer within {} s.\n\n", seconds(*deadline_ms));
        }
        _ => {
            let _ = write!(text, "## Actual\n\n{}\n\n", quote::markdown(&input.evidence.summary));
        }
    }
}

/// How many rows are expected and what is promised of their order.
pub(super) fn promise(expected: &Returns) -> String {
    let rows = match expected.any {
        Some(any) if any < expected.rows.len() => format!("{any} of these {}", counted(expected.rows.len())),
        _ => counted(expected.rows.len()),
    };
    match &expected.order {
        Order::Sorted { ties } if ties.iter().all(|length| *length <= 1) => format!("{rows}, in this order"),
        Order::Sorted { ties } => {
            let groups: Vec<String> = ties.iter().map(usize::to_string).collect();
            format!("{rows}, sorted; groups of rows that tie: {}", groups.join(", "))
        }
        Order::Bag => rows,
    }
}

fn why(text: &mut String, input: &ReportInput) {
    // Where the answers are right, nobody asks how they come about.
    if input.traces.is_empty() || input.evidence.class.is_of_right_answers() {
        return;
    }
    text.push_str("## Why\n\nThe rows after each clause, by the reference evaluator:\n\n");
    for trace in input.traces {
        let table = marked_table(&trace.columns, &trace.rows, &[], ' ');
        let table = if trace.columns.is_empty() { format!("  ({})\n", counted(trace.rows.len())) } else { table };
        let mut shown = format!("{}\n{table}", trace.clause);
        if let Some(values) = &trace.values {
            shown += &format!("\n  computed:\n{}", marked_table(&values.expressions, &values.rows, &[], ' '));
        }
        let _ = writeln!(text, "{}", fenced("text", &shown));
    }
}

fn plan(text: &mut String, input: &ReportInput) {
    if let Some(plan) = input.explain.filter(|plan| !plan.trim().is_empty()) {
        let _ = write!(text, "## Plan\n\nThe engine's own (EXPLAIN):\n\n{}\n", fenced("text", plan));
    }
    if !input.plans.is_empty() {
        text.push_str(
            "Under what may change the plan and must not change the answer:\n\n| the case | answer |\n|---|---|\n",
        );
        for (what, fails) in input.plans {
            let _ = writeln!(text, "| {} | {} |", quote::cell(what), if *fails { "wrong" } else { "right" });
        }
        text.push('\n');
    }
}

/// Engine and version, as plain words where they are that.
fn named(input: &ReportInput) -> String {
    quote::markdown(format!("{} {}", input.identity.engine, input.identity.version).trim_end())
}

fn engine(text: &mut String, input: &ReportInput) {
    let identity = input.identity;
    let _ = write!(text, "## Engine\n\n{}\n", named(input));
    if !identity.build.is_empty() {
        let _ = write!(text, "\nBuild: {}\n", quote::markdown(&identity.build));
    }
    if !identity.settings.is_empty() {
        let settings: Vec<String> = identity.settings.iter().map(|setting| quote::code(setting)).collect();
        let _ = write!(text, "\nSettings: {}\n", settings.join(", "));
    }
    text.push('\n');
}

fn reproduce(text: &mut String, input: &ReportInput) {
    text.push_str("## Reproduce\n\n");
    if super::repro::programs(input).iter().any(|(name, _)| name == "repro.sh") {
        text.push_str(
            "`./repro.sh` needs only the engine's own client, and says which; it exits with 1 while the bug shows, with 0\n",
        );
        let _ = writeln!(
            text,
            "when the answer is right, with 2 when it cannot tell. `repro.{}` has the statements alone. With",
            input.language()
        );
        text.push_str("graphlance:\n\n");
    } else {
        let _ = write!(text, "`repro.{}` has the statements. With graphlance:\n\n", input.language());
    }
    let commands: Vec<String> = input.commands.iter().map(|(what, command)| format!("{command}    # {what}")).collect();
    let _ = writeln!(text, "{}", fenced("sh", &commands.join("\n")));
}

fn size(text: &mut String, input: &ReportInput) {
    if input.sizes.is_empty() {
        return;
    }
    text.push_str("## Size\n\n| | reduced | as generated |\n|---|---:|---:|\n");
    for (name, reduced, original) in input.sizes {
        let _ = writeln!(text, "| {name} | {reduced} | {original} |");
    }
    text.push('\n');
}

fn terminated(statements: &[String]) -> String {
    statements.iter().map(|statement| format!("{statement};\n")).collect()
}

pub(super) fn counted(rows: usize) -> String {
    match rows {
        0 => "no rows".to_owned(),
        1 => "1 row".to_owned(),
        more => format!("{more} rows"),
    }
}

pub(super) fn seconds(milliseconds: u64) -> String {
    format!("{}", milliseconds as f64 / 1000.0)
}
