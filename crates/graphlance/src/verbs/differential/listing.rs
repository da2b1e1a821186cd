//! What a run of random statements came to: how many statements the reference decided, and the differences.

use std::collections::BTreeMap;
use std::io::Write;

use graphlance_case::{Response, Stated};
use graphlance_graph::{Name, Row};
use graphlance_hunt::campaign::Summary;
use graphlance_hunt::run_file::{BugEntry, BugState, RunFile};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Found, Store};
use graphlance_oracles::languages;
use graphlance_report::value_text;
use serde::Serialize;

use crate::exit::Problem;
use crate::terminal;

/// Rows shown of an answer.
const MOST_ROWS: usize = 5;

/// What is printed for programs.
#[derive(Serialize)]
struct Listing<'a> {
    version: u32,
    target: &'a str,
    engine: String,
    seed: u64,
    /// Statements compared.
    statements: u64,
    /// By kind of statement and what the reference says: `answer`, `error`, or why neither.
    stated: &'a BTreeMap<Name, BTreeMap<String, u64>>,
    /// Whether it was ended before all statements were compared.
    interrupted: bool,
    denied: u64,
    flaky: u64,
    differences: Vec<Difference>,
}

/// Statements on which reference and target differ, by one cause.
#[derive(Serialize)]
struct Difference {
    fingerprint: String,
    title: String,
    class: String,
    /// Whether a folder named by `--known` has it.
    known: bool,
    /// Findings that were reduced to it.
    count: u64,
    /// Findings that look like it and were not reduced.
    likely: u64,
    kind: String,
    /// The reduced statement, as it is sent.
    statement: String,
    /// Nodes and relationships of the reduced graph.
    elements: usize,
    reference: String,
    target: String,
    /// The departure from the language that alone would give the target's answer.
    cause: Option<String>,
    folder: String,
}

/// Prints the run.
pub fn print(run: &RunFile, summary: &Summary, store: &Store, json: bool) -> Result<(), Problem> {
    let differences = run.bugs.iter().map(|bug| difference(bug, store)).collect::<Result<Vec<_>, _>>()?;
    let engine = format!("{} {} {}", run.engine.engine, run.engine.version, run.engine.build);
    let statements = run.stated.values().flat_map(BTreeMap::values).sum();
    let listing = Listing {
        version: 1,
        target: &run.target,
        engine: engine.trim_end().to_owned(),
        seed: run.seed,
        statements,
        stated: &run.stated,
        interrupted: summary.interrupted,
        denied: summary.counts.denied,
        flaky: summary.counts.flaky,
        differences,
    };
    let mut out = terminal::out();
    if json {
        let text = serde_json::to_string(&listing).map_err(|error| Problem::internal(error.to_string()))?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    writeln!(out, "{}\n\n{}", listing.engine, table(&run.stated))?;
    for (number, difference) in listing.differences.iter().enumerate() {
        writeln!(out, "{}", told(number + 1, difference))?;
    }
    writeln!(out, "{}", counted(&listing))?;
    Ok(())
}

fn counted(listing: &Listing<'_>) -> String {
    let end = if listing.interrupted { "; interrupted: --resume goes on" } else { "" };
    match listing.differences.len() {
        0 => format!("no difference in {} statements{end}", listing.statements),
        1 => format!("1 difference in {} statements{end}", listing.statements),
        more => format!("{more} differences in {} statements{end}", listing.statements),
    }
}

fn difference(bug: &BugEntry, store: &Store) -> Result<Difference, Problem> {
    let found = read_found(&store.root().join(&bug.folder), &languages())?;
    Ok(Difference {
        fingerprint: bug.fingerprint.clone(),
        title: bug.title.clone(),
        class: bug.class.to_string(),
        known: bug.state == BugState::Known,
        count: bug.count,
        likely: bug.likely,
        kind: found.case.lineage.oracle.to_string(),
        elements: found.case.graph.node_count() + found.case.graph.relationship_count(),
        reference: by_reference(&found),
        target: by_target(&found),
        statement: found.text,
        cause: bug.cause.clone(),
        folder: bug.folder.clone(),
    })
}

fn by_reference(found: &Found) -> String {
    match found.case.claim.stated() {
        Some(Stated::Rows(returns)) => rows(&returns.rows),
        Some(Stated::Error(error)) => format!("error: {error}"),
        Some(Stated::Nothing(why)) => why.clone(),
        None => found.case.claim.wanted().to_owned(),
    }
}

fn by_target(found: &Found) -> String {
    match found.responses.get(found.evidence.step) {
        Some(Response::Error(error)) => format!("error: {}", error.message),
        Some(Response::Table(table)) if found.evidence.difference.is_some() => rows(&table.rows),
        _ => found.evidence.summary.clone(),
    }
}

/// The first rows of an answer.
fn rows(rows: &[Row]) -> String {
    let row = |row: &Row| format!("({})", row.iter().map(value_text).collect::<Vec<_>>().join(", "));
    let shown: Vec<String> = rows.iter().take(MOST_ROWS).map(row).collect();
    match rows.len() {
        0 => "no rows".to_owned(),
        more if more > MOST_ROWS => format!("{} .. ({more} rows)", shown.join(" ")),
        _ => shown.join(" "),
    }
}

fn told(number: usize, difference: &Difference) -> String {
    let Difference { title, class, count, likely, kind, statement, reference, target, folder, .. } = difference;
    let known = if difference.known { ", known" } else { "" };
    let likely = if *likely > 0 { format!(", {likely} more look like it") } else { String::new() };
    let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
    let cause = difference.cause.as_ref().map(|cause| format!("    cause:     {cause}\n")).unwrap_or_default();
    format!(
        "{number}. {title}\n    {kind}, {class}, {times}{likely}{known}\n    statement: {statement}\n    \
         reference: {reference}\n    target:    {target}\n{cause}    folder:    {folder}\n"
    )
}

/// How many statements of each kind the reference decided, and why not the others.
fn table(stated: &BTreeMap<Name, BTreeMap<String, u64>>) -> String {
    let mut text = format!("{:<14}{:>9}{:>9}{:>9}{:>12}\n", "statements", "all", "answer", "error", "undecided");
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for (kind, words) in stated {
        let count = |word: &str| words.get(word).copied().unwrap_or_default();
        let all: u64 = words.values().sum();
        let (answer, error) = (count("answer"), count("error"));
        text += &format!("{kind:<14}{all:>9}{answer:>9}{error:>9}{:>12}\n", all - answer - error);
        for (word, count) in words.iter().filter(|(word, _)| !["answer", "error"].contains(&word.as_str())) {
            *reasons.entry(word).or_default() += count;
        }
    }
    let mut reasons: Vec<(u64, &str)> = reasons.into_iter().map(|(reason, count)| (count, reason)).collect();
    reasons.sort_by(|one, other| other.cmp(one));
    if !reasons.is_empty() {
        text += "\nundecided, by the reason that the reference gives:\n";
    }
    for (count, reason) in reasons {
        text += &format!("{count:>7} {reason}\n");
    }
    text
}
