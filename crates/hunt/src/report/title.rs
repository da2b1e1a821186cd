//! The symptom in one line, in the words of the manual.

use graphlance_case::{Case, Evidence, FailureClass, Response, Step};
use graphlance_cypher::ast::{Clause, Projection, Query};
use graphlance_cypher::features::features_of;
use graphlance_cypher::functions::find;
use graphlance_cypher::measure::measure;
use graphlance_cypher::{Feature, Statement};
use graphlance_graph::{Returns, Table, Value};

use super::markdown::{counted, seconds};
use super::outline::{only_predicate, outline_of};
use super::value_text::value_text;
use crate::quote;

/// Longest quotation of an error or value, in characters.
const LONGEST: usize = 80;
/// Longest slug, in characters.
const LONGEST_SLUG: usize = 60;

/// The symptom of a failed case: which clauses, and what goes wrong with them. On one line; keywords and functions are in
/// backticks, what the target said is as it said it.
pub fn title(case: &Case, evidence: &Evidence, responses: &[Response], expected: Option<&Returns>) -> String {
    worded(case, evidence, responses, expected, |foreign| quote::line(foreign).into_owned())
}

/// The same as Markdown, in which what the target said is code.
pub(super) fn markdown_title(
    case: &Case,
    evidence: &Evidence,
    responses: &[Response],
    expected: Option<&Returns>,
) -> String {
    worded(case, evidence, responses, expected, quote::code)
}

/// The title; what is not graphlance's own words goes through `foreign`.
fn worded(
    case: &Case,
    evidence: &Evidence,
    responses: &[Response],
    expected: Option<&Returns>,
    foreign: fn(&str) -> String,
) -> String {
    let subject = subject(case, evidence.step);
    let response = responses.get(evidence.step);
    let table = match response {
        Some(Response::Table(table)) => Some(table),
        _ => None,
    };
    let symptom = match evidence.class {
        FailureClass::Crash => format!("crashes the engine{}", cause(response, foreign)),
        FailureClass::Hang => format!("gives no answer{}", cause(response, foreign)),
        FailureClass::Load => format!("leaves another graph: {}", foreign(&quoted(&evidence.summary))),
        FailureClass::LostRows => lost(expected, table),
        FailureClass::ExtraRows => extra(expected, table),
        FailureClass::WrongRows => wrong(evidence, expected, table, foreign),
        FailureClass::WrongOrder => "returns rows in the wrong order".to_owned(),
        FailureClass::Disagreement => "disagrees with a statement that has the same rows".to_owned(),
        FailureClass::WrongColumns => "returns other columns than asked for".to_owned(),
        FailureClass::InternalError => format!("ends in an internal error{}", cause(response, foreign)),
        FailureClass::UnexpectedError => format!("is refused{}", cause(response, foreign)),
        FailureClass::Garbage => format!("has an answer that cannot be decoded{}", cause(response, foreign)),
    };
    format!("{subject} {symptom}")
}

/// A title as the name of a folder: lower-case words joined by hyphens.
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for word in title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if slug.len() + word.len() + 1 > LONGEST_SLUG {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug += &word.to_ascii_lowercase();
    }
    if slug.is_empty() { "finding".to_owned() } else { slug }
}

fn subject(case: &Case, step: usize) -> String {
    match case.steps.get(step) {
        Some(Step::Run(statement @ Statement::Query(query))) => of_statement(query, statement),
        Some(Step::Run(Statement::Schema(_))) => "An index command".to_owned(),
        Some(Step::Snapshot) | None => case.claim.subject().to_owned(),
    }
}

/// The clauses, and what tells the statement apart from others of the same clauses.
fn of_statement(query: &Query, statement: &Statement) -> String {
    let (clauses, details) = (of_query(query), details(statement));
    match only_predicate(statement) {
        // Between backticks nothing else may stand.
        Some(predicate) if details.is_empty() && !predicate.contains('`') && quote::line(&predicate) == predicate => {
            clauses.replacen(".. WHERE`", &format!(".. WHERE {predicate}`"), 1)
        }
        _ => clauses + &details,
    }
}

/// The last clause that says something, after the one before it.
fn of_query(query: &Query) -> String {
    let mut words: Vec<String> = query.first.clauses.iter().flat_map(of_clause).collect();
    if let Some(union) = query.unions.last() {
        words.push(if union.all { "`UNION ALL`" } else { "`UNION`" }.to_owned());
    }
    words.dedup();
    match words.as_slice() {
        [] => "`RETURN`".to_owned(),
        [only] => only.clone(),
        [.., before, last] => format!("{last} after {before}"),
    }
}

/// Features worth a word, the most telling ones first.
const TELLING: &[Feature] = &[
    Feature::ShortestPath,
    Feature::PathSelector,
    Feature::QuantifiedPath,
    Feature::VariableLength,
    Feature::PatternComprehension,
    Feature::PatternPredicate,
    Feature::ExistsSubquery,
    Feature::CountSubquery,
    Feature::CollectSubquery,
    Feature::Quantifier,
    Feature::Reduce,
    Feature::ListComprehension,
    Feature::MapProjection,
    Feature::BoundRelationship,
    Feature::Undirected,
    Feature::TypeAlternatives,
    Feature::MultipleLabels,
    Feature::LabelPredicate,
    Feature::Case,
    Feature::ComparisonChain,
    Feature::Regex,
    Feature::ListSlice,
    Feature::ListIndex,
    Feature::Xor,
    Feature::Power,
    Feature::Modulo,
];

/// Most details named beside the clauses.
const MOST_DETAILS: usize = 2;

/// `, with this and that,`: the telling features and functions of a statement; expressions in outline.
fn details(statement: &Statement) -> String {
    let features = features_of(statement);
    let features = TELLING.iter().filter(|feature| features.contains(feature));
    let functions = measure(statement).functions;
    let functions = functions
        .iter()
        .map(|name| quote::code(&format!("{}()", find(name).map_or(name.as_str(), |known| known.name))));
    let feature = |feature: &Feature| match outline_of(statement, *feature) {
        Some(outline) => quote::code(&outline),
        None => feature.description().to_owned(),
    };
    let all: Vec<String> = features.map(feature).chain(functions).take(MOST_DETAILS).collect();
    if all.is_empty() { String::new() } else { format!(", with {},", all.join(" and ")) }
}

/// What a clause is called; nothing for a plain RETURN after other clauses.
fn of_clause(clause: &Clause) -> Vec<String> {
    let words: Vec<&str> = match clause {
        Clause::Match(clause) if clause.optional => match clause.predicate {
            Some(_) => vec!["`OPTIONAL MATCH .. WHERE`"],
            None => vec!["`OPTIONAL MATCH`"],
        },
        Clause::Match(clause) => match (clause.patterns.len() > 1, &clause.predicate) {
            (true, Some(_)) => vec!["`MATCH .. WHERE` of several patterns"],
            (true, None) => vec!["`MATCH` of several patterns"],
            (false, Some(_)) => vec!["`MATCH .. WHERE`"],
            (false, None) => vec!["`MATCH`"],
        },
        Clause::Unwind(_) => vec!["`UNWIND`"],
        Clause::With(clause) => {
            let mut words = of_projection(&clause.projection);
            words.insert(0, if clause.predicate.is_some() { "`WITH .. WHERE`" } else { "`WITH`" });
            words
        }
        Clause::Return(projection) => of_projection(projection),
        Clause::Call(_) => vec!["`CALL` of a procedure"],
        Clause::Subquery(_) => vec!["`CALL { }`"],
        Clause::Create(_) => vec!["`CREATE`"],
        Clause::Merge(_) => vec!["`MERGE`"],
        Clause::Set(_) => vec!["`SET`"],
        Clause::Remove(_) => vec!["`REMOVE`"],
        Clause::Delete(delete) if delete.detach => vec!["`DETACH DELETE`"],
        Clause::Delete(_) => vec!["`DELETE`"],
        Clause::Foreach(_) => vec!["`FOREACH`"],
    };
    words.into_iter().map(str::to_owned).collect()
}

fn of_projection(projection: &Projection) -> Vec<&'static str> {
    let parts = [
        (projection.distinct, "`DISTINCT`"),
        (!projection.order.is_empty(), "`ORDER BY`"),
        (projection.skip.is_some(), "`SKIP`"),
        (projection.limit.is_some(), "`LIMIT`"),
    ];
    parts.into_iter().filter(|(there, _)| *there).map(|(_, word)| word).collect()
}

fn lost(expected: Option<&Returns>, actual: Option<&Table>) -> String {
    match (expected.map(wanted), actual.map(|table| table.rows.len())) {
        (Some(wanted), Some(0)) => format!("returns no rows instead of {wanted}"),
        (Some(wanted), Some(came)) => format!("loses rows: {came} of {wanted} returned"),
        _ => "loses rows".to_owned(),
    }
}

fn extra(expected: Option<&Returns>, actual: Option<&Table>) -> String {
    match (expected.map(wanted), actual.map(|table| table.rows.len())) {
        (Some(0), Some(came)) => format!("returns {} instead of none", counted(came)),
        (Some(wanted), Some(came)) => format!("returns extra rows: {came} instead of {wanted}"),
        _ => "returns extra rows".to_owned(),
    }
}

/// One wrong cell is told, more are counted.
fn wrong(
    evidence: &Evidence,
    expected: Option<&Returns>,
    actual: Option<&Table>,
    foreign: fn(&str) -> String,
) -> String {
    let (Some(expected), Some(actual)) = (expected, actual) else { return "returns wrong rows".to_owned() };
    let cells = evidence.difference.as_ref().and_then(|d| match (d.missing.as_slice(), d.superfluous.as_slice()) {
        ([missing], [superfluous]) => single_cell(expected.rows.get(*missing)?, actual.rows.get(*superfluous)?),
        _ => None,
    });
    match cells {
        Some((wanted, came)) => {
            let shown = |value| foreign(&quoted(&value_text(value)));
            format!("returns {} instead of {}", shown(came), shown(wanted))
        }
        None if wanted(expected) != actual.rows.len() => {
            format!("returns wrong rows: {} instead of {}", actual.rows.len(), wanted(expected))
        }
        None => "returns wrong rows".to_owned(),
    }
}

/// The one cell in which two rows differ.
fn single_cell<'v>(expected: &'v [Value], actual: &'v [Value]) -> Option<(&'v Value, &'v Value)> {
    let mut differing = expected.iter().zip(actual).filter(|(e, a)| e != a);
    let only = differing.next()?;
    (differing.next().is_none() && expected.len() == actual.len()).then_some(only)
}

fn wanted(expected: &Returns) -> usize {
    expected.any.unwrap_or(expected.rows.len()).min(expected.rows.len())
}

fn cause(response: Option<&Response>, foreign: fn(&str) -> String) -> String {
    match response {
        Some(Response::Error(error)) => format!(": {}", foreign(&quoted(&error.message))),
        Some(Response::Crash { how }) => format!(": {}", foreign(&quoted(how))),
        Some(Response::Hang { deadline_ms }) => format!(" within {} s", seconds(*deadline_ms)),
        _ => String::new(),
    }
}

/// The first line of a text, shortened.
fn quoted(text: &str) -> String {
    let line = quote::line(text.split(['\n', '\r']).next().unwrap_or_default());
    if line.chars().count() <= LONGEST {
        return line.into_owned();
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}
