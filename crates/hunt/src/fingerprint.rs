//! When two findings are one bug.
//!
//! A fingerprint is a hash of what stays of a reduced case when names and values are taken away: its statements with
//! variables, labels, types and keys numbered by first use and literals replaced by their kind, and the kind of failure.
//! For errors and deaths it is the template of the text alone: the engine itself says what is one bug, unless it only hands on what
//! a standard library says. The graph is left
//! out: two reductions of one bug often end at different graphs. A wrong answer that departures from the language explain,
//! as experiments showed, is known by these alone ([`crate::experiment`]).

use graphlance_case::{Act, Case, Evidence, Response};
use graphlance_engines::Identity;
use graphlance_shrink::Family;
use xxhash_rust::xxh3::xxh3_64;

use crate::cause::Cause;

/// Texts of a standard library, which say nothing of what went wrong: the clauses of the statement do then.
const LIBRARY_TEXTS: &[&str] =
    &["map::at", "_Map_base::at", "_M_range_check", "bad_alloc", "bad optional access", "basic_string"];

/// The fingerprint of a reduced case, as 16 hexadecimal digits. `cause`: what explains it, if anything does.
pub fn fingerprint(
    case: &Case,
    evidence: &Evidence,
    responses: &[Response],
    engine: &Identity,
    cause: Option<&Cause>,
) -> String {
    let family = Family::of(case, evidence, responses);
    let mut key = format!("{}\n{family:?}\n", engine.engine);
    if let Some(Cause { sentence, .. }) = cause {
        // Rows, graphs and errors that come of one wrong rule are one bug.
        return format!("{:016x}", xxh3_64(format!("{}\ncause: {sentence}", engine.engine).as_bytes()));
    }
    let steps = if matches!(family, Family::Text(..)) { &[] } else { case.steps.as_slice() };
    if let Family::Text(_, text) = &family
        && LIBRARY_TEXTS.iter().any(|of_library| text.contains(of_library))
    {
        case.statements().for_each(|statement| key += &format!("{}\n", statement.skeleton()));
    }
    // Whether rows are wrong or the graph that is looked at behind them, is the statement's doing in either case.
    let is_look = |act: &Act| family == Family::WrongAnswer && matches!(act, Act::Snapshot | Act::Counters);
    for step in steps.iter().filter(|step| !is_look(&step.act)) {
        if let Some(database) = &step.database {
            key += &format!("on {database}: ");
        }
        match &step.act {
            Act::Run(statement) => key += &statement.normal_text(),
            other => key += other.name(),
        }
        key.push('\n');
    }
    format!("{:016x}", xxh3_64(key.as_bytes()))
}
