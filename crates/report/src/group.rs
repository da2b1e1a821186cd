//! What `report.md` says of statements that rewrites made of one another, and of answers that contradict each other.

use std::fmt::Write;

use graphlance_case::{Derivation, FailureClass, Response};

use super::ReportInput;
use super::markdown::{counted, promise};
use super::rows::marked_table;
use crate::quote::{self, fenced};

/// Whether it is about answers that contradict each other, of which none is claimed.
pub(super) fn is_one(input: &ReportInput) -> bool {
    input.evidence.class == FailureClass::Disagreement
}

/// Why the answers must agree: what was made of what, by which rewrites.
pub(super) fn why_they_agree(text: &mut String, input: &ReportInput) {
    if input.case.lineage.derivations.is_empty() {
        return;
    }
    text.push_str("## Why the answers must agree\n\n");
    let _ = write!(text, "{}\n\n", input.case.claim.wanted_of_steps());
    for Derivation { base, rewrites, derived } in &input.case.lineage.derivations {
        let made = statements(derived);
        let _ = match (rewrites.as_slice(), derived.as_slice()) {
            ([], _) => writeln!(text, "{made} repeats statement {}: nothing is rewritten.", base + 1),
            (_, [_]) => writeln!(text, "{made} is made of statement {}:\n", base + 1),
            _ => writeln!(text, "{made} are made of statement {}:\n", base + 1),
        };
        let mut seen = Vec::new();
        for applied in rewrites {
            let known = input.rewrites.iter().find(|(name, _)| *name == *applied.rewrite);
            let sentence = known.map_or("", |(_, sentence)| sentence);
            if !seen.contains(&&applied.rewrite) {
                let _ = writeln!(text, "- {}: {}", quote::code(&applied.rewrite), quote::markdown(sentence));
                seen.push(&applied.rewrite);
            }
        }
        text.push('\n');
    }
}

/// How a single statement was found out, when others that rewrites made of it took part; nothing when none did.
pub(super) fn origin(input: &ReportInput) -> Option<String> {
    if !input.case.lineage.derivations.is_empty() || input.rewrites.is_empty() {
        return None;
    }
    let names: Vec<String> = input.rewrites.iter().map(|(name, _)| quote::code(name)).collect();
    let oracle = quote::code(&input.case.lineage.oracle);
    Some(format!("Found by {oracle}: the answer disagreed with those to other statements, by {}", names.join(", ")))
}

/// The answers to all statements that the claim is about.
pub(super) fn answers(text: &mut String, input: &ReportInput) {
    text.push_str("## Actual: answers that do not agree\n\n");
    for step in input.case.claim.steps(input.case) {
        let Some(Response::Table(table)) = input.responses.get(step) else { continue };
        let rows = marked_table(&table.columns, &table.rows, &[], ' ');
        let _ = write!(text, "Statement {}: {}\n\n{}\n", step + 1, counted(table.rows.len()), fenced("text", &rows));
    }
    match input.accused {
        Some((step, returns)) => {
            let columns: Vec<_> = returns.columns.iter().map(|column| column.name.clone()).collect();
            let rows = marked_table(&columns, &returns.rows, &[], ' ');
            let _ = write!(
                text,
                "By the reference, the answer to statement {} is wrong. It must return {}:\n\n{}\n",
                step + 1,
                promise(returns),
                fenced("text", &rows)
            );
        }
        None => text.push_str("Which of them is wrong cannot be told.\n\n"),
    }
}

/// `Statement 2`, or `Statements 1, 3 and 4`.
fn statements(steps: &[usize]) -> String {
    let numbers: Vec<String> = steps.iter().map(|step| (step + 1).to_string()).collect();
    match numbers.as_slice() {
        [] => "No statement".to_owned(),
        [one] => format!("Statement {one}"),
        [first @ .., last] => format!("Statements {} and {last}", first.join(", ")),
    }
}
