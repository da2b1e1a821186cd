use std::sync::Arc;

use graphlance_graph::{Graph, Returns, Table, Value};

use super::*;
use crate::language::{Cypher, Language};
use crate::{Answer, EngineError, ErrorClass, Lineage, Statement, Step, judge};

/// Knows that `RETURN 1 AS x` and the like return one row of that number.
struct Numbers;

impl Evaluator for Numbers {
    fn evaluate(&self, _: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let text = statement.text();
        let mut words = text.split_whitespace().skip(1);
        let number = words.next().and_then(|word| word.parse().ok());
        let number = number.ok_or_else(|| NoAnswer::Undecided(text.clone()))?;
        let name = words.nth(1).unwrap_or_default();
        Ok(Answer { returns: Returns::bag([name.into()], vec![vec![Value::Integer(number)]]), graph: None })
    }
}

fn case(texts: &[&str]) -> Case {
    let statement = |text: &&str| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    let claim = Claim::SameRows(SameRows {
        columns: vec![Column::exact("x")],
        left: vec![0],
        right: (1..texts.len()).collect(),
    });
    let case = Case::new(&Cypher.standard(), Arc::new(Graph::new()), claim, Lineage::default());
    Case { steps: texts.iter().map(statement).collect(), ..case }
}

fn rows(values: &[i64]) -> Response {
    let rows = values.iter().map(|value| vec![Value::Integer(*value)]).collect();
    Response::Table(Table { columns: vec!["x".into()], rows })
}

fn error(class: ErrorClass) -> Response {
    Response::Error(EngineError { class, message: "?".to_owned() })
}

#[track_caller]
fn check(responses: &[Response], outcome: &str) {
    let texts = ["RETURN 1 AS x"; 3];
    let verdict = judge(&case(&texts[..responses.len()]), responses, &Cypher.standard());
    let word = match &verdict {
        Verdict::Pass { vacuous: true } => "vacuous",
        Verdict::Pass { vacuous: false } => "pass",
        Verdict::Fail(evidence) => evidence.class.name(),
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => "undecided",
    };
    assert_eq!(word, outcome, "{verdict:?}");
}

#[test]
fn sides_are_compared_as_bags() {
    check(&[rows(&[1, 2]), rows(&[2, 1])], "pass");
    check(&[rows(&[1, 2, 2]), rows(&[2]), rows(&[2, 1])], "pass");
    check(&[rows(&[]), rows(&[])], "vacuous");
    check(&[rows(&[1, 2]), rows(&[1])], "disagreement");
    check(&[rows(&[1]), rows(&[1, 1])], "disagreement");
}

#[test]
fn an_ordinary_error_proves_nothing_and_an_internal_one_does() {
    check(&[rows(&[1]), error(ErrorClass::Runtime)], "undecided");
    check(&[rows(&[1]), error(ErrorClass::Syntax)], "undecided");
    check(&[rows(&[1]), error(ErrorClass::Internal)], "internal_error");
    check(&[rows(&[1]), Response::Crash { how: "signal 11".to_owned() }], "crash");
}

/// The statement and the kind of the claim of the cases that are made of the wrong answer, and how many steps each has.
fn accused(texts: &[&str], responses: &[Response]) -> Option<(String, &'static str, Vec<usize>)> {
    let case = case(texts);
    let accused = case.claim.accused(&case, responses, &Cypher.standard(), &Numbers);
    let lengths = accused.iter().map(|case| case.steps.len()).collect();
    let about = |case: &Case| {
        assert_eq!(case.claim.steps(case).last(), Some(&(case.steps.len() - 1)));
        let text = case.claimed_statement().map(|statement| statement.text());
        (text.unwrap_or_default(), if case.claim == Claim::Survives { "survives" } else { "returns" })
    };
    let first = accused.first().map(about)?;
    assert!(accused.iter().all(|case| about(case) == first));
    Some((first.0, first.1, lengths))
}

#[test]
fn the_wrong_answer_is_accused_and_no_other() {
    let one = "RETURN 1 AS x";
    let returned = |text: &str, lengths: &[usize]| Some((text.to_owned(), "returns", lengths.to_vec()));
    assert_eq!(accused(&[one, one], &[rows(&[1]), rows(&[2])]), returned(one, &[1, 2]));
    assert_eq!(accused(&["RETURN 2 AS x", one], &[rows(&[1]), rows(&[1])]), returned("RETURN 2 AS x", &[1]));
    assert_eq!(accused(&[one, one], &[rows(&[1]), rows(&[1])]), None);
    let crash = Response::Crash { how: "signal 11".to_owned() };
    let survives = Some(("RETURN 2 AS x".to_owned(), "survives", vec![1, 2]));
    assert_eq!(accused(&[one, "RETURN 2 AS x"], &[rows(&[1]), crash]), survives);
}

#[test]
fn statements_of_other_columns_are_not_the_same() {
    let restated = |texts: &[&str]| {
        let case = case(texts);
        case.claim.restated(&case, &Numbers).is_ok()
    };
    assert!(restated(&["RETURN 1 AS x", "RETURN 1 AS x"]));
    assert!(!restated(&["RETURN 1 AS x", "RETURN 1 AS y"]));
    assert!(!restated(&["RETURN 1 AS x", "RETURN 2 AS x"]));
}

#[test]
fn what_the_evaluator_cannot_tell_follows_from_the_lineage_and_what_it_denies_does_not() {
    let stated = |texts: &[&str], follows| {
        let case = case(texts);
        match case.claim.stated_anew(&case, &Numbers, follows) {
            Ok(Claim::SameRows(claim)) => Some(claim.columns.iter().map(|column| column.name.to_string()).collect()),
            _ => None,
        }
    };
    let names = |name: &str| Some(vec![name.to_owned()]);
    assert_eq!(stated(&["RETURN 1 AS x", "RETURN 1 AS x"], false), names("x"));
    let unknown = ["RETURN null AS y", "RETURN null AS y"];
    assert_eq!((stated(&unknown, false), stated(&unknown, true)), (None, names("y")));
    assert_eq!(stated(&["RETURN 1 AS x", "RETURN 2 AS x"], true), None);
    assert_eq!(stated(&["RETURN null AS x", "RETURN null AS y"], true), None);
}
