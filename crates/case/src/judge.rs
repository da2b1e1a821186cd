//! The judge: from a case and its answers to a verdict, and nothing else.

use graphlance_graph::Name;

use crate::{
    Case, Dialect, Doubt, EngineError, ErrorClass, Evidence, FailureClass, Response, Skip, TOO_LARGE, Verdict,
};

/// The verdict on a case. `responses` holds one answer per step, and ends at the step that killed or hung the target.
pub fn judge(case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
    for (step, response) in responses.iter().enumerate() {
        if is_too_large(response) && case.claim.counted_rows().is_some_and(|due| due > FEW) {
            return Verdict::Skipped(Skip::TooLarge);
        }
        if let Some(verdict) = failure_of(step, response, case.claim.forgives_error(step), dialect) {
            return verdict;
        }
    }
    if responses.len() < case.steps.len() {
        return Verdict::Inconclusive(Doubt::NoAnswer(responses.len()));
    }
    match with_ordered_columns(case, responses) {
        Some(responses) => case.claim.judge(case, &responses, dialect),
        None => case.claim.judge(case, responses, dialect),
    }
}

/// The answers with the columns of `RETURN *` in the order in which they are claimed: the language leaves it open. None where they
/// stand so, or where the claim names none.
fn with_ordered_columns(case: &Case, responses: &[Response]) -> Option<Vec<Response>> {
    let (step, returns) = case.claim.table()?;
    case.statement(step).filter(|statement| statement.has_columns_in_any_order())?;
    let Some(Response::Table(table)) = responses.get(step) else { return None };
    let names: Vec<Name> = returns.columns.iter().map(|column| column.name.clone()).collect();
    let ordered = if table.columns == names { None } else { table.in_order(&names) }?;
    let mut responses = responses.to_vec();
    responses[step] = Response::Table(ordered);
    Some(responses)
}

/// Rows of which an answer that is too large to be kept is certainly wrong.
const FEW: usize = 1_000;

/// Whether more was answered than is kept: a limit of ours, which says of the target only that it answered much.
fn is_too_large(response: &Response) -> bool {
    matches!(response, Response::Error(error) if error.class == ErrorClass::Protocol && error.message.contains(TOO_LARGE))
}

/// The verdict that an answer which is no answer forces, if it does.
pub(crate) fn failure_of(step: usize, response: &Response, forgiving: bool, dialect: &Dialect) -> Option<Verdict> {
    let fail = |class, summary: String| Some(Verdict::Fail(Evidence { class, step, summary, difference: None }));
    match response {
        Response::Table(_)
        | Response::Graph(_)
        | Response::Counters(_)
        | Response::Times(_)
        | Response::Estimate(_) => None,
        Response::Unsupported(ability) => Some(Verdict::Skipped(Skip::Unsupported(*ability))),
        Response::Crash { how } => ignored(how, dialect).or_else(|| fail(FailureClass::Crash, first_line(how))),
        Response::Hang { deadline_ms } => fail(FailureClass::Hang, format!("no answer within {deadline_ms} ms")),
        Response::Error(error) => {
            let breakdown = matches!(error.class, ErrorClass::Internal | ErrorClass::Protocol);
            (breakdown || !forgiving).then(|| verdict_on_error(step, error, dialect))
        }
    }
}

/// The verdict on an error that came where none was due.
pub(crate) fn verdict_on_error(step: usize, error: &EngineError, dialect: &Dialect) -> Verdict {
    let EngineError { class, message } = error;
    let class = match class {
        ErrorClass::Internal => FailureClass::InternalError,
        ErrorClass::Protocol => FailureClass::Garbage,
        ErrorClass::Timeout => return Verdict::Skipped(Skip::TimedOut),
        ErrorClass::Memory => return Verdict::Skipped(Skip::OutOfMemory),
        ErrorClass::Syntax => return ignored(message, dialect).unwrap_or(Verdict::Skipped(Skip::Refused)),
        ErrorClass::Runtime | ErrorClass::Other => FailureClass::UnexpectedError,
    };
    let summary = first_line(message);
    ignored(message, dialect).unwrap_or(Verdict::Fail(Evidence { class, step, summary, difference: None }))
}

fn ignored(message: &str, dialect: &Dialect) -> Option<Verdict> {
    let entry = dialect.ignored().iter().find(|entry| message.contains(&entry.message))?;
    Some(Verdict::Skipped(Skip::Ignored(entry.reason.clone())))
}

pub(crate) fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_cypher::{SingleQuery, Statement};
    use graphlance_graph::{Graph, Order, Returns, Table, Value};

    use super::*;
    use crate::language::Ignored;
    use crate::{Ability, Act, Bag, Claim, Lineage, Related, Relation, Step};

    fn case(claim: Claim) -> Case {
        let step = match claim {
            Claim::Loads => Act::Snapshot.into(),
            _ => Step::run(Statement::from(SingleQuery::default()).into()),
        };
        let standard = graphlance_cypher::Dialect::standard().into();
        let case = Case::new(&standard, Arc::new(Graph::new()), claim, Lineage::default());
        Case { steps: vec![step], ..case }
    }

    fn rows(values: &[i64]) -> Vec<Vec<Value>> {
        values.iter().map(|value| vec![Value::Integer(*value)]).collect()
    }

    fn returns(values: &[i64]) -> Claim {
        Claim::returns(0, Returns::bag(["x".into()], rows(values)))
    }

    fn sorted(values: &[i64]) -> Claim {
        let ties = vec![1; values.len()];
        let order = Order::Sorted { ties };
        Claim::returns(0, Returns { order, ..Returns::bag(["x".into()], rows(values)) })
    }

    fn table(column: &str, values: &[i64]) -> Response {
        Response::Table(Table { columns: vec![column.into()], rows: rows(values) })
    }

    fn error(class: ErrorClass, message: &str) -> Response {
        Response::Error(EngineError { class, message: message.to_owned() })
    }

    /// Judges `claim` against one answer and compares the outcome, written as one word.
    fn check(claim: Claim, response: Response, outcome: &str) {
        let mut dialect = graphlance_cypher::Dialect::standard();
        dialect.ignored.push(Ignored { message: "known quirk".to_owned(), reason: "documented".to_owned() });
        let dialect = Dialect::from(dialect);
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
    fn more_than_is_kept_of_an_answer_is_wrong_where_little_was_due_and_says_nothing_elsewhere() {
        let too_large = || error(ErrorClass::Protocol, "the answer is too large: more than 9 rows");
        check(returns(&[1]), too_large(), "garbage");
        check(returns(&[1; FEW + 1]), too_large(), "skipped: an answer beyond what is kept of one");
        let related = Related { columns: Vec::new(), relation: Relation::Same(vec![Bag::Rows(0)]) };
        check(Claim::Related(related), too_large(), "skipped: an answer beyond what is kept of one");
        // How much is due is known of a graph, and nothing is of what need only survive.
        check(Claim::Loads, too_large(), "garbage");
        check(Claim::Survives, too_large(), "garbage");
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
    fn what_a_target_cannot_do_is_skipped_whatever_is_claimed() {
        for claim in [returns(&[1]), Claim::Survives, Claim::Loads] {
            let told = "skipped: the target does not have transactions of several statements";
            check(claim, Response::Unsupported(Ability::Transactions), told);
        }
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
