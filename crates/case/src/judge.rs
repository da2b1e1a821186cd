//! The judge: from a case and its answers to a verdict, and nothing else.

use graphlance_cypher::Dialect;
use graphlance_graph::table::{self, CompareOptions, Difference};
use graphlance_graph::{Graph, Returns, Table, graph_compare};

use crate::{Case, Claim, EngineError, ErrorClass, Evidence, FailureClass, Response, Verdict};

/// The reason of a [`Verdict::Skipped`] whose statement the target's parser refused: a defect of ours or of its dialect.
pub const REFUSED: &str = "refused by the target's parser";

/// The verdict on a case. `responses` holds one answer per step, and ends at the step that killed or hung the target.
pub fn judge(case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
    let survives = matches!(case.claim, Claim::Survives);
    for (step, response) in responses.iter().enumerate() {
        if let Some(verdict) = failure_of(step, response, survives, dialect) {
            return verdict;
        }
    }
    if responses.len() < case.steps.len() {
        return Verdict::Inconclusive(format!("step {} has no answer", responses.len() + 1));
    }
    match &case.claim {
        Claim::Returns { step, returns } => match responses.get(*step) {
            Some(Response::Table(actual)) => judge_table(*step, returns, actual, dialect),
            _ => Verdict::Inconclusive(format!("step {} returned no table", step + 1)),
        },
        Claim::Loads => match responses.first() {
            Some(Response::Graph(actual)) => judge_graph(&case.graph, actual, dialect),
            _ => Verdict::Inconclusive("step 1 read no graph".to_owned()),
        },
        Claim::Survives => Verdict::Pass { vacuous: false },
    }
}

/// How stored values are compared with loaded ones under a dialect.
fn compare_options(dialect: &Dialect) -> CompareOptions {
    CompareOptions { float_digits: dialect.deviations.float_digits, negative_zero: dialect.values.negative_zero }
}

/// The verdict that an answer which is no answer forces, if it does.
fn failure_of(step: usize, response: &Response, survives: bool, dialect: &Dialect) -> Option<Verdict> {
    let fail = |class, summary: String| Some(Verdict::Fail(Evidence { class, step, summary, difference: None }));
    match response {
        Response::Table(_) | Response::Graph(_) => None,
        Response::Crash { how } => ignored(how, dialect).or_else(|| fail(FailureClass::Crash, first_line(how))),
        Response::Hang { deadline_ms } => fail(FailureClass::Hang, format!("no answer within {deadline_ms} ms")),
        Response::Error(EngineError { class, message }) => {
            let class = match class {
                ErrorClass::Internal => FailureClass::InternalError,
                ErrorClass::Protocol => FailureClass::Garbage,
                _ if survives => return None,
                ErrorClass::Timeout => return Some(Verdict::Skipped("the target's own time-out".to_owned())),
                ErrorClass::Memory => return Some(Verdict::Skipped("the target's memory limit".to_owned())),
                ErrorClass::Syntax => return ignored(message, dialect).or(Some(Verdict::Skipped(REFUSED.to_owned()))),
                ErrorClass::Runtime | ErrorClass::Other => FailureClass::UnexpectedError,
            };
            ignored(message, dialect).or_else(|| fail(class, first_line(message)))
        }
    }
}

fn ignored(message: &str, dialect: &Dialect) -> Option<Verdict> {
    let entry = dialect.ignored.iter().find(|entry| message.contains(&entry.message))?;
    Some(Verdict::Skipped(format!("ignored by the dialect: {}", entry.reason)))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

fn judge_table(step: usize, expected: &Returns, actual: &Table, dialect: &Dialect) -> Verdict {
    let named;
    let actual = if dialect.leaves_unnamed(actual) {
        let columns = expected.columns.iter().map(|column| column.name.clone()).collect();
        named = Table { columns, rows: Vec::new() };
        &named
    } else {
        actual
    };
    // No document says what sign a computed zero has: where -x is computed as 0 - x, -(0.0) is 0.0.
    let options = CompareOptions { negative_zero: false, ..compare_options(dialect) };
    match table::compare(expected, actual, &options) {
        Ok(()) => Verdict::Pass { vacuous: expected.rows.is_empty() && actual.rows.is_empty() },
        Err(difference) => {
            let class = class_of(&difference);
            let summary = summary_of(class, &difference, expected, actual);
            Verdict::Fail(Evidence { class, step, summary, difference: Some(difference) })
        }
    }
}

fn class_of(difference: &Difference) -> FailureClass {
    match (difference.missing.is_empty(), difference.superfluous.is_empty()) {
        _ if difference.columns.is_some() => FailureClass::WrongColumns,
        (true, true) => FailureClass::WrongOrder,
        (false, true) => FailureClass::LostRows,
        (true, false) => FailureClass::ExtraRows,
        (false, false) => FailureClass::WrongRows,
    }
}

fn summary_of(class: FailureClass, difference: &Difference, expected: &Returns, actual: &Table) -> String {
    let wanted = expected.any.unwrap_or(expected.rows.len());
    let came = actual.rows.len();
    match class {
        FailureClass::WrongColumns => "other columns than asked for".to_owned(),
        FailureClass::WrongOrder => format!("{came} rows in a wrong order"),
        FailureClass::LostRows => format!("{came} of {wanted} rows returned"),
        FailureClass::ExtraRows => format!("{came} rows returned instead of {wanted}"),
        _ => format!("{} of {came} rows are wrong", difference.superfluous.len()),
    }
}

fn judge_graph(expected: &Graph, actual: &Graph, dialect: &Dialect) -> Verdict {
    match graph_compare::same_graph(expected, actual, &compare_options(dialect)) {
        Ok(()) => Verdict::Pass { vacuous: expected.node_count() == 0 && actual.node_count() == 0 },
        Err(difference) => {
            let summary = first_line(&difference.to_string());
            Verdict::Fail(Evidence { class: FailureClass::Load, step: 0, summary, difference: None })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_cypher::dialect::Ignored;
    use graphlance_cypher::{SingleQuery, Statement};
    use graphlance_graph::{Order, Value};

    use super::*;
    use crate::{Lineage, Load, Step};

    fn case(claim: Claim) -> Case {
        let step = match claim {
            Claim::Loads => Step::Snapshot,
            _ => Step::Run(Statement::from(SingleQuery::default())),
        };
        Case {
            version: crate::case::CASE_VERSION,
            dialect: "opencypher9".into(),
            graph: Arc::new(Graph::new()),
            load: Load::Create,
            plan: Vec::new(),
            steps: vec![step],
            claim,
            lineage: Lineage::default(),
        }
    }

    fn rows(values: &[i64]) -> Vec<Vec<Value>> {
        values.iter().map(|value| vec![Value::Integer(*value)]).collect()
    }

    fn returns(values: &[i64]) -> Claim {
        Claim::Returns { step: 0, returns: Returns::bag(["x".into()], rows(values)) }
    }

    fn sorted(values: &[i64]) -> Claim {
        let ties = vec![1; values.len()];
        let order = Order::Sorted { ties };
        Claim::Returns { step: 0, returns: Returns { order, ..Returns::bag(["x".into()], rows(values)) } }
    }

    fn table(column: &str, values: &[i64]) -> Response {
        Response::Table(Table { columns: vec![column.into()], rows: rows(values) })
    }

    fn error(class: ErrorClass, message: &str) -> Response {
        Response::Error(EngineError { class, message: message.to_owned() })
    }

    /// Judges `claim` against one answer and compares the outcome, written as one word.
    fn check(claim: Claim, response: Response, outcome: &str) {
        let mut dialect = Dialect::standard();
        dialect.ignored.push(Ignored { message: "known quirk".to_owned(), reason: "documented".to_owned() });
        let verdict = judge(&case(claim), &[response], &dialect);
        let word = match &verdict {
            Verdict::Pass { vacuous: true } => "vacuous".to_owned(),
            Verdict::Pass { vacuous: false } => "pass".to_owned(),
            Verdict::Skipped(why) => format!("skipped: {why}"),
            Verdict::Inconclusive(_) => "inconclusive".to_owned(),
            Verdict::Fail(evidence) => evidence.class.to_string(),
        };
        assert_eq!(word, outcome, "{verdict:?}");
    }

    #[test]
    fn tables_are_told_apart_by_what_is_missing_and_what_is_superfluous() {
        check(returns(&[1, 2]), table("x", &[2, 1]), "pass");
        check(returns(&[]), table("x", &[]), "vacuous");
        check(returns(&[1, 2]), table("x", &[1]), "lost_rows");
        check(returns(&[1, 2]), table("x", &[1, 2, 2]), "extra_rows");
        check(returns(&[1, 2]), table("x", &[1, 3]), "wrong_rows");
        check(returns(&[1, 2]), table("y", &[1, 2]), "wrong_columns");
        check(sorted(&[1, 2]), table("x", &[2, 1]), "wrong_order");
    }

    #[test]
    fn a_death_a_hang_and_each_kind_of_error_have_their_own_class() {
        let expected = || returns(&[1]);
        check(expected(), Response::Crash { how: "signal 11".to_owned() }, "crash");
        check(expected(), Response::Hang { deadline_ms: 5 }, "hang");
        check(expected(), error(ErrorClass::Internal, "panic"), "internal_error");
        check(expected(), error(ErrorClass::Protocol, "?"), "garbage");
        check(expected(), error(ErrorClass::Runtime, "type mismatch"), "unexpected_error");
        check(expected(), error(ErrorClass::Syntax, "unexpected token"), "skipped: refused by the target's parser");
        check(expected(), error(ErrorClass::Timeout, "too slow"), "skipped: the target's own time-out");
    }

    #[test]
    fn what_the_dialect_lists_is_skipped_with_its_reason() {
        check(
            returns(&[1]),
            error(ErrorClass::Other, "a known quirk here"),
            "skipped: ignored by the dialect: documented",
        );
    }

    #[test]
    fn an_ordinary_error_is_survived_and_an_internal_one_is_not() {
        check(Claim::Survives, error(ErrorClass::Runtime, "type mismatch"), "pass");
        check(Claim::Survives, error(ErrorClass::Internal, "assertion"), "internal_error");
        check(Claim::Survives, Response::Hang { deadline_ms: 5 }, "hang");
    }

    #[test]
    fn a_loaded_graph_is_compared_with_the_wanted_one() {
        let mut other = Graph::new();
        other.add_node(["A".into()], Default::default());
        check(Claim::Loads, Response::Graph(Box::new(Graph::new())), "vacuous");
        check(Claim::Loads, Response::Graph(Box::new(other)), "load");
        check(Claim::Loads, table("x", &[]), "inconclusive");
    }
}
