//! The second opinion: the reference evaluates what was printed and parsed again, and agrees with the claim or denies it.

use graphlance_case::{Case, Opinion};
use graphlance_cypher::{Dialect, parse, print};
use graphlance_reference::Options;

/// The reference's settings for a dialect.
pub fn options(dialect: &Dialect) -> Options {
    Options { deviations: dialect.deviations.clone(), ..Options::default() }
}

/// What the reference says about a case as it is sent in a dialect. `text`: the claimed statement in that dialect, printed
/// already and without switches.
pub fn opinion(case: &Case, text: &str, dialect: &Dialect, options: &Options) -> Opinion {
    let claimed = case.claim.steps(case).last().copied();
    let reread = |step: usize| match case.statement(step) {
        Some(_) if Some(step) == claimed => parse(text).map_err(|error| error.to_string()),
        Some(statement) => parse(&print(statement, dialect)).map_err(|error| error.to_string()),
        None => Err(format!("step {} runs no statement", step + 1)),
    };
    case.claim.opinion(case, &reread, options)
}

/// The text of the statement a claim is about, as it is sent; none when it is about no statement.
pub fn claimed_text(case: &Case, dialect: &Dialect) -> Option<String> {
    case.claimed_statement().map(|statement| case.sent(statement, dialect))
}
