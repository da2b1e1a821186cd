//! The symptom in one line, in the words of the manual.

use graphlance_case::language::Word;
use graphlance_case::{Act, Boundary, Case, Evidence, FailureClass, Response};
use graphlance_graph::{Returns, Table, Value};

use super::markdown::{counted, seconds};
use super::value_text::value_text;
use crate::quote;

/// Longest quotation of an error or value, in characters.
const LONGEST: usize = 80;
/// Characters before the first difference of two values that begin alike.
const LEAD: usize = 20;
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
        FailureClass::Load | FailureClass::State => {
            format!("leaves another graph: {}", foreign(&quoted(&evidence.summary)))
        }
        FailureClass::Counters => format!("miscounts what it changes: {}", evidence.summary),
        FailureClass::Slow | FailureClass::Estimate => evidence.summary.clone(),
        FailureClass::LostRows => lost(expected, table),
        FailureClass::ExtraRows => extra(expected, table),
        FailureClass::WrongRows => wrong(evidence, expected, table, foreign),
        FailureClass::WrongOrder => "returns rows in the wrong order".to_owned(),
        FailureClass::MissingError => format!("has {}", foreign(&quoted(&evidence.summary))),
        FailureClass::Disagreement => "disagrees with a statement that has the same rows".to_owned(),
        FailureClass::WrongColumns => "returns other columns than asked for".to_owned(),
        FailureClass::InternalError => format!("ends in an internal error{}", cause(response, foreign)),
        FailureClass::UnexpectedError => format!("is refused{}", cause(response, foreign)),
        FailureClass::Garbage => format!("has an answer that cannot be decoded{}", cause(response, foreign)),
    };
    format!("{subject} {symptom}")
}

/// The title of a bug that a wrong rule explains: the sentence, with a capital letter unless it begins with a function.
pub fn of_rule(sentence: &str) -> String {
    if sentence.split_whitespace().next().is_some_and(|word| word.contains('(')) {
        return sentence.to_owned();
    }
    let mut characters = sentence.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
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

/// What fails, in the words of its language.
fn subject(case: &Case, step: usize) -> String {
    let statement = match case.steps.get(step).map(|step| &step.act) {
        Some(Act::Run(statement)) => statement,
        Some(Act::Boundary(boundary)) => return deed(*boundary).to_owned(),
        _ => return case.claim.subject(case).to_owned(),
    };
    let word = |word: Word| match word {
        Word::Ours(words) => words,
        Word::Code(text) => quote::code(&text),
    };
    statement.caption().into_iter().map(word).collect()
}

fn deed(boundary: Boundary) -> &'static str {
    match boundary {
        Boundary::Begin => "The beginning of a transaction",
        Boundary::Commit => "A commit",
        Boundary::RollBack => "A rollback",
        Boundary::Reset => "A reset of the connection",
    }
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
            let texts = [value_text(came), value_text(wanted)];
            let [one, other] = quoted_apart(&texts).map(|text| foreign(&text));
            match texts[0] != texts[1] {
                true => format!("returns {one} instead of {other}"),
                // Both are written alike: a time, and its text.
                false if came.type_name() != wanted.type_name() => {
                    format!("returns {one} as a {}, not as a {}", came.type_name(), wanted.type_name())
                }
                false => format!("returns {one} with a value of another type in it"),
            }
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

/// Two texts, shortened; from where they begin to differ where they are alike as far as that.
fn quoted_apart(texts: &[String; 2]) -> [String; 2] {
    let short = texts.each_ref().map(|text| quoted(text));
    if short[0] != short[1] || texts[0] == texts[1] {
        return short;
    }
    let alike = texts[0].chars().zip(texts[1].chars()).take_while(|(one, other)| one == other).count();
    let skipped = alike.saturating_sub(LEAD);
    texts.each_ref().map(|text| {
        let behind: String = text.chars().skip(skipped).take(LONGEST).collect();
        quoted(&format!("…{}", quote::line(&behind)))
    })
}

/// The first line of a text, shortened.
fn quoted(text: &str) -> String {
    let line = quote::line(text.split(['\n', '\r']).next().unwrap_or_default());
    if line.chars().count() <= LONGEST {
        return line.into_owned();
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, EngineError, ErrorClass, Lineage, Step};
    use graphlance_graph::Order;
    use graphlance_graph::table::Difference;

    use super::*;

    #[test]
    fn a_transaction_that_does_not_end_is_called_by_how_it_was_to_end() {
        let case = Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default());
        let steps = vec![Step::from(Boundary::Begin), Boundary::RollBack.into()];
        let case = Case { steps, ..case };
        let class = FailureClass::InternalError;
        let evidence = Evidence { class, step: 1, summary: String::new(), difference: None };
        let message = "no index".to_owned();
        let refused = Response::Error(EngineError { class: ErrorClass::Internal, message });
        let responses = [Response::Table(Table::default()), refused];
        let told = title(&case, &evidence, &responses, None);
        assert_eq!(told, "A rollback ends in an internal error: no index");
    }

    /// The title of one row of one value in the place of another.
    #[track_caller]
    fn check_value(came: Value, wanted: Value, told: &str) {
        let case = Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default());
        let difference = Some(Difference { missing: vec![0], superfluous: vec![0], ..Difference::default() });
        let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference };
        let expected = Returns { columns: Vec::new(), rows: vec![vec![wanted]], order: Order::default(), any: None };
        let actual = Table { rows: vec![vec![came]], ..Table::default() };
        let title = title(&case, &evidence, &[Response::Table(actual)], Some(&expected));
        assert_eq!(title.split_once("returns ").map(|(_, value)| value), Some(told), "{title}");
    }

    #[test]
    fn a_value_is_told_beside_the_one_in_whose_place_it_stands() {
        check_value(Value::Integer(1), Value::Integer(2), "1 instead of 2");
        let long = |last: i64| Value::List((0..60).chain([last]).map(Value::Integer).collect::<Vec<_>>().into());
        check_value(long(1), long(2), "…55, 56, 57, 58, 59, 1] instead of …55, 56, 57, 58, 59, 2]");
    }
}
