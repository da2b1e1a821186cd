//! When two findings are one bug.
//!
//! A fingerprint is a hash of what stays of a reduced case when names and values are taken away: its statements with
//! variables, labels, types and keys numbered by first use and literals replaced by their kind, and the kind of failure.
//! For errors and deaths it is the template of the text alone: the engine itself says what is one bug. The graph is left
//! out: two reductions of one bug often end at different graphs. A wrong answer that one departure from the language
//! explains is known by that departure alone ([`crate::cause`]).

use graphlance_case::{Act, Case, Departure, Evidence, Response};
use graphlance_engines::Identity;
use graphlance_shrink::Family;
use xxhash_rust::xxh3::xxh3_64;

/// The fingerprint of a reduced case, as 16 hexadecimal digits. `cause`: the departure that explains it, if one does.
pub fn fingerprint(
    case: &Case,
    evidence: &Evidence,
    responses: &[Response],
    engine: &Identity,
    cause: Option<&Departure>,
) -> String {
    let family = Family::of(case, evidence, responses);
    let mut key = format!("{}\n{family:?}\n", engine.engine);
    if let Some(Departure { sentence, .. }) = cause {
        return format!("{:016x}", xxh3_64(format!("{key}cause: {sentence}").as_bytes()));
    }
    let steps = if matches!(family, Family::Text(..)) { &[] } else { case.steps.as_slice() };
    for step in steps {
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
