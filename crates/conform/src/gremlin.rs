//! The feature suite of Apache TinkerPop, on the reference of Gremlin or on an engine.

mod binding;
mod engine;
mod graphs;
mod ground;
mod loading;
mod notation;
mod scope;
mod stored;
mod trial;

use graphlance_case::Dialect;
use graphlance_gremlin::Version;

use crate::outcome::{Conformance, Ruling, Scored};
use crate::subject::Unusable;
use crate::suite::{Scenario, Suite};
use engine::Engine;
use graphs::Graphs;
use ground::Machine;
use trial::Stop;

pub use engine::{GremlinSubject, Told};

/// The version of TinkerPop that a dialect speaks. Errors: it is a dialect of another language.
pub fn gremlin_version(dialect: &Dialect) -> Result<Version, Unusable> {
    of_gremlin(dialect).map(|dialect| dialect.tinkerpop)
}

fn of_gremlin(dialect: &Dialect) -> Result<&graphlance_gremlin::Dialect, Unusable> {
    dialect.data().ok_or_else(|| Unusable(format!("{} is no dialect of Gremlin", dialect.name())))
}

/// Runs every scenario of the feature suite on the reference of Gremlin. `after_each` is told how many are done.
pub fn run_gremlin(suite: &Suite, version: Version, after_each: impl FnMut(usize)) -> Conformance {
    run_gremlin_in(suite, version, 0, after_each)
}

/// Like [`run_gremlin`], in another arrangement of what the language leaves open: what the suite demands holds in each.
///
/// Under the rules of a version before the suite's, what cannot be said in it is skipped.
pub fn run_gremlin_in(
    suite: &Suite,
    version: Version,
    arrangement: u64,
    mut after_each: impl FnMut(usize),
) -> Conformance {
    let mut graphs = Graphs::new(suite.folder());
    let mut outcomes = Vec::with_capacity(suite.scenarios.len());
    for (done, scenario) in suite.scenarios.iter().enumerate() {
        let verdict = on_machine(scenario, version, arrangement, &mut graphs);
        outcomes.push(scored(scenario, verdict));
        after_each(done + 1);
    }
    Conformance { outcomes }
}

/// Runs every scenario of the feature suite on an engine of a dialect. `after_each` is told how many are done. Errors: the engine
/// cannot be used any more.
///
/// What cannot be said in the engine's version of TinkerPop is skipped, what has another answer under the rules of that
/// version, and what needs graphs with something that the engine's do not have.
pub fn run_gremlin_on(
    suite: &Suite,
    subject: &mut dyn GremlinSubject,
    dialect: &Dialect,
    mut after_each: impl FnMut(usize),
) -> Result<Conformance, Unusable> {
    let dialect = of_gremlin(dialect)?;
    let mut graphs = Graphs::new(suite.folder());
    let mut order: Vec<usize> = (0..suite.scenarios.len()).collect();
    // A graph that was only read need not be loaded again.
    order.sort_by_key(|place| graph_of(&suite.scenarios[*place]));
    let mut verdicts: Vec<Option<Ruling>> = vec![None; order.len()];
    let mut engine = Engine::new(subject, dialect);
    for (done, place) in order.into_iter().enumerate() {
        let scenario = &suite.scenarios[place];
        let verdict = match scope::beyond(scenario, dialect) {
            Some(why) => Ruling::Skipped(why),
            None => match before_its_time(scenario, dialect.tinkerpop, &mut graphs) {
                Some(why) => Ruling::Skipped(why),
                None => on_engine(scenario, &mut engine, &mut graphs)?,
            },
        };
        verdicts[place] = Some(verdict);
        after_each(done + 1);
    }
    let outcomes = suite.scenarios.iter().zip(verdicts.into_iter().flatten());
    Ok(Conformance { outcomes: outcomes.map(|(scenario, verdict)| scored(scenario, verdict)).collect() })
}

fn on_machine(scenario: &Scenario, version: Version, arrangement: u64, graphs: &mut Graphs) -> Ruling {
    if let Some(why) = scope::out_of_scope(scenario) {
        return Ruling::Skipped(why.to_owned());
    }
    let null_properties = scope::has_tag(scenario, scope::NULL_PROPERTIES);
    match trial::run(scenario, &mut Machine::new(version, arrangement, null_properties), graphs) {
        Ok(()) => Ruling::Passed,
        Err(Stop::Failed(why)) => Ruling::Failed(why),
        Err(Stop::Skipped(why)) => Ruling::Skipped(why),
        Err(Stop::Unusable(error)) => Ruling::Failed(error.to_string()),
    }
}

fn on_engine(scenario: &Scenario, engine: &mut Engine<'_>, graphs: &mut Graphs) -> Result<Ruling, Unusable> {
    match trial::run(scenario, engine, graphs) {
        Ok(()) => Ok(Ruling::Passed),
        Err(Stop::Failed(why)) => {
            // Whatever is there now, nothing follows from it.
            engine.forget();
            Ok(Ruling::Failed(why))
        }
        Err(Stop::Skipped(why)) => Ok(Ruling::Skipped(why)),
        Err(Stop::Unusable(error)) => Err(error),
    }
}

/// Why an earlier version than the suite's is not asked a scenario, if it is not: it cannot be said there, or its rules give
/// another answer, which is so when the reference gives what the suite demands under the rules of the suite's own version alone.
fn before_its_time(scenario: &Scenario, version: Version, graphs: &mut Graphs) -> Option<String> {
    if version == scope::OWN {
        return None;
    }
    match on_machine(scenario, version, 0, graphs) {
        Ruling::Skipped(why) => (why == scope::unsayable(version)).then_some(why),
        Ruling::Failed(_) => {
            let fails_in_its_time = matches!(on_machine(scenario, scope::OWN, 0, graphs), Ruling::Failed(_));
            (!fails_in_its_time).then(|| scope::altered(version))
        }
        Ruling::Passed => None,
    }
}

fn scored(scenario: &Scenario, verdict: Ruling) -> Scored {
    let folder = scenario.path.trim_end_matches(".feature").to_owned();
    Scored { id: scenario.id(), folder, kind: scope::kind(scenario), verdict }
}

/// The name of the graph on which a scenario begins; empty where it has none.
fn graph_of(scenario: &Scenario) -> &str {
    scenario.steps.iter().find_map(|step| trial::graph_named(&step.text)).unwrap_or_default()
}
