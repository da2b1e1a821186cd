//! The openCypher TCK and the feature suite of Apache TinkerPop, run on a target or on the reference.
//!
//! The scenarios are no part of graphlance. They are read from feature files, or expanded, one JSON object a line, with an
//! `ERRATA.json` beside them: where two readings of a scenario exist, either counts.

mod feature;
mod gremlin;
mod notation;
mod on_reference;
mod outcome;
mod subject;
mod suite;
mod trial;

pub use gremlin::{GremlinSubject, Told, gremlin_version, run_gremlin, run_gremlin_in, run_gremlin_on};
pub use on_reference::OnReference;
pub use outcome::{Conformance, Ruling, Scored};
pub use subject::{Brought, Raised, Subject, Unusable};
pub use suite::{Kind, Scenario, Step, Suite, SuiteError};

/// Runs every scenario of a suite on a subject. `after_each` is told how many are done. Errors: the subject cannot be
/// used any more.
pub fn run(
    suite: &Suite,
    subject: &mut dyn Subject,
    mut after_each: impl FnMut(usize),
) -> Result<Conformance, Unusable> {
    let mut outcomes = Vec::with_capacity(suite.scenarios.len());
    for (done, scenario) in suite.scenarios.iter().enumerate() {
        let verdict = trial::run(scenario, suite, subject)?;
        outcomes.push(Scored {
            id: scenario.id(),
            folder: scenario.folder().to_owned(),
            kind: scenario.kind(),
            verdict,
        });
        after_each(done + 1);
    }
    Ok(Conformance { outcomes })
}
