//! When two failures are of one sort: a reduction stays inside it.

use std::collections::BTreeSet;

use graphlance_case::{Case, Evaluator, Evidence, FailureClass, Response, Statement, TOO_LARGE};
use graphlance_graph::{Name, Renaming};

use crate::template::{NAME, TYPES, template};

/// The text of an answer that is no JSON, whatever a decoder of JSON expected in which place.
pub const NO_JSON: &str = "an answer that is no JSON";

/// A case that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The case.
    pub case: Case,
    /// Why it failed.
    pub evidence: Evidence,
    /// What the target answered.
    pub responses: Vec<Response>,
}

impl Failure {
    /// Its family.
    pub fn family(&self) -> Family {
        Family::of(&self.case, &self.evidence, &self.responses)
    }

    /// Whether it is an error that may be due: an engine may evaluate an expression on elements that the right order never meets,
    /// or look at types before it runs at all. A claim that judges errors has taken care of that.
    pub fn may_be_due(&self, evaluator: &dyn Evaluator) -> bool {
        let Failure { case, evidence, .. } = self;
        let careful = |statement: &Statement| {
            evaluator.raises_nowhere(&case.graph, statement) && !evaluator.may_be_refused(statement)
        };
        evidence.class == FailureClass::UnexpectedError
            && !case.claim.judges_errors()
            && !case.statements().all(careful)
    }
}

/// The families of failure: a reduction stays inside one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// A wrong table, with rows lost, extra or wrong, or a wrong graph behind a statement.
    WrongAnswer,
    /// The right rows in a wrong order or under wrong columns, a graph that was not loaded, no answer in time.
    Other(FailureClass),
    /// An error, a death or an answer that cannot be decoded, with this text template.
    Text(FailureClass, String),
}

impl Family {
    /// The family of a failure of a case, given the answers that came with it.
    pub fn of(case: &Case, evidence: &Evidence, responses: &[Response]) -> Family {
        match evidence.class {
            FailureClass::LostRows | FailureClass::ExtraRows | FailureClass::WrongRows | FailureClass::State => {
                Family::WrongAnswer
            }
            FailureClass::WrongColumns if is_without_columns(responses.get(evidence.step)) => {
                Family::Text(evidence.class, "no columns".to_owned())
            }
            FailureClass::WrongOrder
            | FailureClass::WrongColumns
            | FailureClass::Disagreement
            | FailureClass::Load
            | FailureClass::Counters
            | FailureClass::Slow
            | FailureClass::Estimate
            | FailureClass::Hang => Family::Other(evidence.class),
            class => {
                let cited = case.statement(evidence.step).map(|statement| statement.text().to_string());
                let text = without_statement(&text_of(evidence, responses), &cited.unwrap_or_default());
                let text = without_pattern(&without_column(&text));
                Family::Text(class, template(&without_names(&text, &names_of(case))))
            }
        }
    }

    /// The family with the names of types taken out of its text: `got Long` and `got String` are then the same, and so is an error
    /// whether or not the engine takes the blame, which may depend on where in it the error is told.
    pub fn as_told(&self) -> Family {
        match self {
            Family::Text(class, text) => {
                let words = text.split(' ').map(|word| {
                    let letters = word.trim_matches(|letter: char| !letter.is_alphabetic());
                    // Java says the package of a class, too.
                    let letters = letters.rsplit('.').next().unwrap_or(letters);
                    if TYPES.iter().any(|name| name.eq_ignore_ascii_case(letters)) { "TYPE" } else { word }
                });
                Family::Text(class.as_told(), words.collect::<Vec<_>>().join(" "))
            }
            other => other.clone(),
        }
    }

    /// Whether each try costs a restart of the engine, or as much time.
    pub fn is_costly(&self) -> bool {
        matches!(self, Family::Text(FailureClass::Crash, _) | Family::Other(FailureClass::Hang | FailureClass::Slow))
    }

    /// Whether a wrong table or graph came, which the reference can judge; not an error, a death or silence.
    pub fn is_about_answers(&self) -> bool {
        matches!(self, Family::WrongAnswer) || matches!(self, Family::Other(class) if *class != FailureClass::Hang)
    }
}

/// Which stage of an engine says it, in front of what it says.
const STAGES: &[&str] =
    &["Failed to evaluate the read prefix of a write pipeline: ", "MATCH SQL prepare failed: ", "SQL prepare failed: "];

/// What an error says, whichever stage says it: of a JSON object the texts of its members, which else were nothing but quoted text.
fn said(text: &str) -> String {
    STAGES.iter().fold(members_of(text), |text, stage| text.replace(stage, ""))
}

fn members_of(text: &str) -> String {
    let Ok(members) = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text) else {
        return text.to_owned();
    };
    let texts: Vec<&str> = members.values().filter_map(|member| member.as_str()).collect();
    if texts.is_empty() { text.to_owned() } else { texts.join(" ") }
}

/// Whether a table without any column came, whatever was asked.
fn is_without_columns(response: Option<&Response>) -> bool {
    matches!(response, Some(Response::Table(table)) if table.columns.is_empty())
}

/// A text of SQLite without what is looked for in a table whose name was made up, as one with `_` in front is: which column that
/// is depends on what stands behind the fault.
fn without_column(text: &str) -> String {
    let Some((before, column)) = text.split_once("no such column: _") else { return text.to_owned() };
    let table = column.split(|letter: char| letter == '.' || letter.is_whitespace()).next().unwrap_or(column);
    format!("{before}no such column: _{table}")
}

/// A text that cites so many characters of a statement's beginning cites the statement.
const CITED: usize = 12;

/// A text without the statement that it cites, and without what follows where that is cited in another form from some place on.
fn without_statement(text: &str, statement: &str) -> String {
    if let Some((before, after)) = text.split_once(statement).filter(|_| statement.len() >= CITED) {
        return format!("{before}STATEMENT{after}");
    }
    let beginning = statement.get(..CITED).and_then(|beginning| text.find(beginning));
    beginning.map_or_else(|| text.to_owned(), |place| format!("{}STATEMENT", &text[..place]))
}

/// A text without the pattern of the statement that it cites, or the steps of its plan, from the first parenthesis to the last.
fn without_pattern(text: &str) -> String {
    let cites = ["-[", "]-", "-->", "<--", ")--(", "Step("].iter().any(|arrow| text.contains(arrow));
    match (text.find(['(', '[']), text.rfind([')', ']'])) {
        (Some(start), Some(end)) if cites && start < end => format!("{}PATTERN{}", &text[..start], &text[end + 1..]),
        _ => text.to_owned(),
    }
}

/// A text without the names of a case, and without single letters, as which reduction writes them; digits are left to [`template`].
fn without_names(text: &str, names: &BTreeSet<Name>) -> String {
    let mut result = String::new();
    let mut word = String::new();
    for character in text.chars().chain([' ']) {
        if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        let is_name = is_letter || !word.is_empty() && names.contains(word.as_str());
        result.push_str(if is_name { NAME } else { &word });
        word.clear();
        result.push(character);
    }
    result.pop();
    result
}

fn text_of(evidence: &Evidence, responses: &[Response]) -> String {
    match responses.get(evidence.step) {
        // Which of our limits an answer met first depends on how it is told.
        Some(Response::Error(error)) if error.message.contains(TOO_LARGE) => TOO_LARGE.to_owned(),
        _ if evidence.class == FailureClass::Garbage && is_of_json(&evidence.summary) => NO_JSON.to_owned(),
        Some(Response::Error(error)) => said(&error.message),
        Some(Response::Crash { how }) => how.clone(),
        _ => evidence.summary.clone(),
    }
}

/// Whether a decoder of JSON says what it expected and did not find, in Python's words.
fn is_of_json(summary: &str) -> bool {
    summary.contains("Expecting ") && summary.contains(": line ")
}

/// Every name that a case gives: variables, labels, types, keys. Not those of its loading script, whose maps have words for keys
/// ("start") that errors use as well.
fn names_of(case: &Case) -> BTreeSet<Name> {
    let mut names = Renaming::default();
    case.statements().for_each(|statement| statement.collect_names(&mut names, true));
    names.graph(&case.graph);
    names.into_known()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, EngineError, ErrorClass, Lineage, Load, Step};

    use super::*;

    #[test]
    fn names_of_a_case_do_not_tell_texts_apart() {
        let names = BTreeSet::from(["n4".into(), "r7".into(), "L2".into()]);
        let text = |text| without_names(text, &names);
        assert_eq!(text("locate a value with alias n4."), "locate NAME value with alias NAME.");
        assert_eq!(text("locate a value with alias a."), "locate NAME value with alias NAME.");
        assert_eq!(text("_AR_EXP: no L2_x"), "_AR_EXP: no L2_x");
        assert_eq!(text("got 1 of 12"), "got 1 of 12");
        assert_eq!(template(&text("no comparison with 'n4'")), template(&text("no comparison with ''")));
    }

    #[test]
    fn a_statement_that_is_cited_does_not_tell_texts_apart() {
        let check = |text: &str, statement: &str, expected: &str| {
            assert_eq!(without_statement(text, statement), expected);
        };
        check("broken: MERGE (a {k: 1}) RETURN a; sorry", "MERGE (a {k: 1}) RETURN a", "broken: STATEMENT; sorry");
        check("broken: MERGE (a {k: 1}) return a", "MERGE (a {k: 1}) RETURN a", "broken: STATEMENT");
        check("MERGE is broken", "MERGE (a {k: 1}) RETURN a", "MERGE is broken");
        check("1 is broken", "RETURN 1", "1 is broken");
        check("nothing", "", "nothing");
    }

    #[test]
    fn what_an_answer_that_is_too_large_has_too_much_of_does_not_tell_texts_apart() {
        let of = |message: &str| {
            let (class, message) = (ErrorClass::Protocol, message.to_owned());
            let evidence =
                Evidence { class: FailureClass::Garbage, step: 0, summary: message.clone(), difference: None };
            text_of(&evidence, &[Response::Error(EngineError { class, message })])
        };
        let too_large = |what: &str| of(&format!("response: {TOO_LARGE}: {what}"));
        assert_eq!(too_large("more than 64 bytes in memory"), too_large("12 values"));
        assert_ne!(too_large("12 values"), of("response: 12 values"));
    }

    #[test]
    fn a_column_of_a_table_that_an_engine_made_up_does_not_tell_texts_apart() {
        let of = |column: &str| without_column(&format!("no such column: {column}"));
        assert_eq!(of("_prev.value"), of("_prev.a"));
        assert_ne!(of("_prev.a"), of("_with_0.a.id"));
        assert_ne!(of("a.id"), of("a.k"));
    }

    #[test]
    fn words_of_a_loading_script_are_no_names() {
        let parse = |text: &str| Cypher.parse(text).unwrap_or_else(|error| panic!("{error}"));
        let script = vec![parse("UNWIND [{start: 1}] AS row CREATE ({k: row.start})")];
        let case = Case {
            load: Load::Script(Arc::new(script)),
            steps: vec![Step::run(parse("MATCH (word) RETURN word.k AS x"))],
            ..Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default())
        };
        assert_eq!(names_of(&case), ["k", "word", "x"].map(Name::from).into());
    }

    #[test]
    fn the_class_of_a_value_is_a_type_by_its_last_name() {
        let of = |text: &str| Family::Text(FailureClass::UnexpectedError, text.to_owned()).as_told();
        let cast = |from: &str, to: &str| of(&format!("class java.lang.{from} cannot be cast to class java.lang.{to}"));
        assert_eq!(cast("Integer", "Long"), cast("Short", "Integer"));
        assert_ne!(cast("Integer", "Long"), cast("Object", "Long"));
    }

    #[test]
    fn a_pattern_that_an_engine_cites_does_not_tell_texts_apart() {
        let cited = without_pattern("no value with alias [(n7)<-[r8]-(n9) | n9.k] within the record");
        assert_eq!(cited, "no value with alias PATTERN within the record");
        assert_eq!(cited, without_pattern("no value with alias (a)-->(:L) within the record"));
        let unsolvable = |steps: &str| without_pattern(&format!("The provided match pattern is unsolvable: {steps}"));
        assert_eq!(unsolvable("[[MatchStartStep(a), MatchEndStep(null)]]"), unsolvable("[[IdStep, MatchEndStep(b)]]"));
        assert_eq!(without_pattern("expected f(x) or [1]"), "expected f(x) or [1]");
    }

    #[test]
    fn errors_that_come_as_json_are_told_apart_by_what_they_say() {
        assert_eq!(
            said(r#"{"error":"no such column: x","code":"EXECUTION_ERROR","line":1}"#),
            "EXECUTION_ERROR no such column: x"
        );
        assert_eq!(
            said(r#"{"error":"SQL prepare failed: no such column: x","code":"EXECUTION_ERROR"}"#),
            "EXECUTION_ERROR no such column: x"
        );
        assert_eq!(said("{1}"), "{1}");
        assert_eq!(said("{}"), "{}");
        assert_eq!(said("no such column"), "no such column");
    }

    #[test]
    fn what_a_decoder_expected_in_an_answer_that_is_no_json_does_not_tell_answers_apart() {
        let case = Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default());
        let of = |summary: &str| {
            let class = FailureClass::Garbage;
            let error = EngineError { class: ErrorClass::Protocol, message: summary.to_owned() };
            let evidence = Evidence { class, step: 0, summary: summary.to_owned(), difference: None };
            Family::of(&case, &evidence, &[Response::Error(error)])
        };
        let no_json = of("Expecting ',' delimiter: line 1 column 9 (char 8)");
        assert_eq!(no_json, of("Expecting property name enclosed in double quotes: line 1 column 8 (char 7)"));
        assert_ne!(no_json, of("an object has a name twice: 'id'"));
    }
}
