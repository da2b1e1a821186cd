//! What a reduction costs beside the engine: candidates made, weighed and told apart, and fed to a trial that asks nobody.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use divan::Bencher;
use divan::counter::ItemsCount;
use graphlance_case::claim::after_script;
use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Claim, Evaluator, Evidence, FailureClass, Load, Statement, Step};
use graphlance_engines::TargetError;
use graphlance_generate::Profile;
use graphlance_generate::adaptation::Adaptation;
use graphlance_graph::{Graph, Returns};
use graphlance_oracles::{Gqs, Oracle, RoundContext};
use graphlance_reference::Options;
use graphlance_shrink::{Failure, Limits, Outcome, Trial, reduce};

fn main() {
    divan::main();
}

/// Cases of a standard engine; their graphs are loaded by scripts with this probability.
fn cases(scripts: f64) -> Vec<Case> {
    let mut profile = Profile::built_in("quick").expect("a built-in profile");
    profile.graph.script_load = scripts;
    let context = RoundContext::new(5, Cypher.standard(), Arc::new(profile));
    let of_round = |round| {
        let mut round = Gqs.round(&RoundContext { round, ..context.clone() });
        let case = round.next_case(&Adaptation::default())?;
        Some(Case { claim: Claim::Survives, ..case })
    };
    (0..20).filter_map(of_round).collect()
}

/// Fails where a hash of the case says so: for one candidate of seven.
struct Dice(Options);

impl Trial for Dice {
    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
        let mut case = candidate.clone();
        if let Load::Script(script) = &case.load {
            let Ok(mut graph) = after_script(script, &self.0) else { return Ok(Outcome::Rejected) };
            graph.schema = case.graph.schema.clone();
            case.graph = Arc::new(graph);
        }
        if !case.statements().all(|statement| self.0.is_valid(statement)) {
            return Ok(Outcome::Rejected);
        }
        let mut hasher = DefaultHasher::new();
        (&case.graph, case.steps.iter().map(Step::statement).collect::<Vec<_>>()).hash(&mut hasher);
        let fails = hasher.finish().is_multiple_of(7);
        Ok(if fails { Outcome::Same(Box::new(failure(case))) } else { Outcome::Gone })
    }

    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
        Evaluator::evaluate(&self.0, graph, statement).ok().map(|answer| answer.returns)
    }

    fn after_script(&self, script: &[Statement]) -> Option<Graph> {
        after_script(script, &self.0).ok()
    }

    fn graph_before(&self, _: &Case, _: usize) -> Option<Graph> {
        None
    }
}

fn failure(case: Case) -> Failure {
    let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
    Failure { case, evidence, responses: Vec::new() }
}

/// Reduces them all; how many candidates were run.
fn reduce_all(cases: &[Case]) -> u64 {
    let limits = Limits { runs: 1_000, time: Duration::from_secs(600) };
    let reduced = |case: &Case| reduce(failure(case.clone()), &mut Dice(Options::default()), limits);
    cases.iter().map(|case| reduced(case).expect("a die is always usable").runs).sum()
}

#[divan::bench(args = [0.0, 1.0], sample_count = 10)]
fn candidates(bencher: Bencher<'_, '_>, scripts: f64) {
    let cases = cases(scripts);
    let runs = reduce_all(&cases);
    bencher.counter(ItemsCount::new(runs)).bench(|| reduce_all(divan::black_box(&cases)));
}
