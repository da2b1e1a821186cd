//! The feature suite of Apache TinkerPop on the reference of Gremlin.

mod graphs;
mod notation;
mod scope;
mod trial;

use graphlance_machine::{Budget, Options};

use crate::outcome::{Conformance, Scored};
use crate::suite::Suite;

/// Runs every scenario of the feature suite on the reference of Gremlin. `after_each` is told how many are done.
pub fn run_gremlin(suite: &Suite, after_each: impl FnMut(usize)) -> Conformance {
    run_gremlin_in(suite, 0, after_each)
}

/// Like [`run_gremlin`], in another arrangement of what the language leaves open: what the suite demands holds in each.
pub fn run_gremlin_in(suite: &Suite, arrangement: u64, mut after_each: impl FnMut(usize)) -> Conformance {
    let mut graphs = graphs::Graphs::new(suite.folder());
    let mut outcomes = Vec::with_capacity(suite.scenarios.len());
    for (done, scenario) in suite.scenarios.iter().enumerate() {
        let options = Options {
            // Some scenarios count millions of paths.
            budget: Budget { work: 300_000_000, ..Budget::default() },
            null_properties: scenario.tags.iter().any(|tag| tag == "@AllowNullPropertyValues"),
            ..Options::default()
        };
        let verdict = trial::run(scenario, arrangement, &mut graphs, options);
        let folder = scenario.path.trim_end_matches(".feature").to_owned();
        outcomes.push(Scored { id: scenario.id(), folder, kind: scope::kind(scenario), verdict });
        after_each(done + 1);
    }
    Conformance { outcomes }
}
