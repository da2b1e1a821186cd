//! The second opinion: the reference evaluates what was printed and parsed again, and agrees with the claim or denies it.

use graphlance_case::{Case, Dialect, Evaluator, Opinion, Statement};

/// What the reference says about a case as it is sent in a dialect. `text`: the claimed statement in that dialect, printed
/// already and without switches.
pub fn opinion(case: &Case, text: &str, dialect: &Dialect, evaluator: &dyn Evaluator) -> Opinion {
    let claimed = case.claim.steps(case).last().copied();
    let parsed =
        |statement: &Statement, text: &str| statement.language().parse(text).map_err(|error| error.to_string());
    let reread = |step: usize| match case.statement(step) {
        Some(statement) if Some(step) == claimed => parsed(statement, text),
        Some(statement) => parsed(statement, &statement.print(dialect)),
        None => Err(format!("step {} runs no statement", step + 1)),
    };
    case.claim.opinion(case, &reread, evaluator)
}

/// The text of the statement a claim is about, as it is sent; none when it is about no statement.
pub fn claimed_text(case: &Case, dialect: &Dialect) -> Option<String> {
    case.claimed_statement().map(|statement| case.sent(statement, dialect))
}
