//! The reducer: passes over the case, candidate by candidate.

use std::cell::Cell;
use std::collections::HashSet;
use std::time::Instant;

use graphlance_case::language::Stage;
use graphlance_case::{Case, Load, Response, Statement, Step};
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Returns};

use crate::weight::{Scales, hash_of};
use crate::{
    Failure, Limits, Reduced, Weight, formula, graph, lineage, load, names, order, statement, steps, switches, values,
};

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It fails in the same family. The case is the candidate with the claim that the reference makes for it.
    Same(Box<Failure>),
    /// It fails otherwise.
    Other(Box<Failure>),
    /// It does not fail.
    Gone,
    /// It was not run: the reference has no answer for it, or it is no valid statement.
    Rejected,
    /// It was not run: no more is to be.
    Stopped,
}

/// Tries candidates.
pub trait Trial {
    /// A candidate with its derived statements made again: in one way, in several where an edit leaves open at which places, in
    /// none when the preconditions of a rewrite do not hold any more, or when nobody can.
    fn derived(&self, candidate: Case) -> Vec<Case> {
        vec![candidate]
    }
    /// Runs a candidate. Errors: the target is not usable any more.
    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError>;
    /// What the reference returns for a statement; none when it has no answer.
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns>;
    /// The graph that the reference has after a script; none when it has none, or when that depends on chance.
    fn after_script(&self, script: &[Statement]) -> Option<Graph>;
    /// The graph that the reference finds before a step of a case in the step's database; none when it cannot tell.
    fn graph_before(&self, case: &Case, step: usize) -> Option<Graph>;
}

/// Failures of another family kept per reduction.
const MOST_OTHERS: usize = 4;

/// Reduces a failed case. When the target's clock runs out, what has been reached until then is the result. Errors: the
/// target is not usable any more.
pub fn reduce(mut original: Failure, trial: &mut dyn Trial, limits: Limits) -> Result<Reduced, TargetError> {
    if trial.derived(original.case.clone()).is_empty() {
        // Nobody can make its derived statements again: each is for itself.
        original.case.lineage = original.case.lineage.loosened();
    }
    let mut scales = Scales::default();
    let mut reducer = Reducer {
        weight: scales.weigh(&original.case),
        scales,
        best: original,
        trail: Vec::new(),
        others: Vec::new(),
        seen: HashSet::new(),
        trial,
        limits,
        runs: 0,
        started: Instant::now(),
        stopped: false,
        cut_short: Cell::new(false),
    };
    match reducer.run() {
        Ok(()) => {}
        Err(TargetError::Stopped) => reducer.cut_short.set(true),
        Err(error) => return Err(error),
    }
    let time = reducer.started.elapsed();
    let mut trail = reducer.trail;
    trail.push(reducer.best);
    Ok(Reduced { trail, others: reducer.others, runs: reducer.runs, time, cut_short: reducer.cut_short.get() })
}

/// A reduction under way.
pub(crate) struct Reducer<'a> {
    best: Failure,
    weight: Weight,
    scales: Scales,
    trail: Vec<Failure>,
    others: Vec<Failure>,
    seen: HashSet<u64>,
    pub(crate) trial: &'a mut dyn Trial,
    limits: Limits,
    runs: u64,
    started: Instant,
    /// Whether the trial runs nothing any more.
    stopped: bool,
    /// Whether a candidate was left untried.
    cut_short: Cell<bool>,
}

type Pass = fn(&mut Reducer<'_>) -> Result<(), TargetError>;

/// Passes in the order they are run, again and again until none helps: large cuts first.
const PASSES: &[Pass] = &[
    formula::shrink,
    switches::drop_switches,
    steps::begin_later,
    steps::drop_steps,
    steps::drop_databases,
    lineage::drop_rewrites,
    load::simplify,
    |reducer| statement::run_passes(reducer, Stage::Large),
    graph::drop_elements,
    |reducer| statement::run_passes(reducer, Stage::Small),
    graph::drop_details,
];

impl Reducer<'_> {
    fn run(&mut self) -> Result<(), TargetError> {
        loop {
            let before = self.weight.clone();
            for pass in PASSES {
                pass(self)?;
            }
            if self.weight >= before || self.is_over() {
                break;
            }
        }
        if self.is_by_formula() {
            return Ok(());
        }
        values::simplify(self)?;
        // What is named first gets the first name, and names decide about order where nothing else does.
        for _ in 0..2 {
            names::rename(self)?;
            order::sort(self)?;
        }
        names::rename(self)
    }

    /// Whether the graph of the best case is by a formula: then its elements stay as they are.
    pub(crate) fn is_by_formula(&self) -> bool {
        self.case().graph.formula().is_some()
    }

    /// Whether nothing more may be run. Asked while something is left to try: then the reduction is cut short.
    pub(crate) fn is_over(&self) -> bool {
        let over = self.stopped || self.runs >= self.limits.runs || self.started.elapsed() >= self.limits.time;
        self.cut_short.set(self.cut_short.get() || over);
        over
    }

    /// The best case so far.
    pub(crate) fn case(&self) -> &Case {
        &self.best.case
    }

    /// Tries an edit of the best case. True when the edited case is lighter and fails in the same way; it is then the
    /// best. The edit returns false when it does not apply.
    pub(crate) fn attempt(&mut self, edit: impl FnOnce(&mut Case) -> bool) -> Result<bool, TargetError> {
        self.attempt_under(edit, true)
    }

    /// Like `attempt`, for edits that make nothing lighter (renaming).
    pub(crate) fn attempt_even(&mut self, edit: impl FnOnce(&mut Case) -> bool) -> Result<bool, TargetError> {
        self.attempt_under(edit, false)
    }

    /// Whether a candidate was left untried for want of runs or time.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.cut_short.get()
    }

    fn attempt_under(&mut self, edit: impl FnOnce(&mut Case) -> bool, lighter: bool) -> Result<bool, TargetError> {
        if self.cut_short.get() {
            return Ok(false);
        }
        let mut candidate = self.best.case.clone();
        if !edit(&mut candidate) {
            return Ok(false);
        }
        for candidate in self.trial.derived(candidate) {
            if self.try_candidate(candidate, lighter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn try_candidate(&mut self, candidate: Case, lighter: bool) -> Result<bool, TargetError> {
        if lighter && self.scales.weigh(&candidate) >= self.weight {
            return Ok(false);
        }
        let key = self.key(&candidate);
        if !self.seen.insert(key) {
            return Ok(false);
        }
        if self.is_over() {
            return Ok(false);
        }
        match self.trial.try_case(&candidate)? {
            Outcome::Rejected => Ok(false),
            Outcome::Stopped => {
                self.stopped = true;
                self.is_over();
                Ok(false)
            }
            Outcome::Gone => {
                self.runs += 1;
                Ok(false)
            }
            Outcome::Other(failure) => {
                self.runs += 1;
                if self.others.len() < MOST_OTHERS {
                    self.others.push(*failure);
                }
                Ok(false)
            }
            Outcome::Same(failure) => {
                self.runs += 1;
                // A script that lost a statement may leave a larger graph.
                let weight = self.scales.weigh(&failure.case);
                if lighter && weight >= self.weight {
                    return Ok(false);
                }
                self.accept(*failure, weight);
                Ok(true)
            }
        }
    }

    fn accept(&mut self, failure: Failure, weight: Weight) {
        self.weight = weight;
        let mut previous = std::mem::replace(&mut self.best, failure);
        // Its case may be tried again; the answers, which may be long, are not asked for.
        slim(&mut previous.responses);
        self.trail.push(previous);
    }

    /// What tells candidates apart: graph, script, switches and statements.
    fn key(&mut self, candidate: &Case) -> u64 {
        let script = match &candidate.load {
            Load::Create => None,
            Load::Script(script) => Some(script),
        };
        let step = |step: &'_ Step| (step.database.clone(), step.act.name(), step.statement().cloned());
        let steps: Vec<_> = candidate.steps.iter().map(step).collect();
        // Rewrites that undo each other lead to the same statements.
        let derivations = &candidate.lineage.derivations;
        let rewrites: Vec<_> = derivations.iter().flat_map(|one| &one.rewrites).map(|one| &one.rewrite).collect();
        hash_of(&(self.scales.hash(&candidate.graph), script, &candidate.plan, steps, rewrites))
    }
}

/// Rows of an answer that is kept though nobody asks for it.
const MOST_ROWS: usize = 20;

/// Makes answers that are not needed whole any more small in memory.
fn slim(responses: &mut [Response]) {
    for response in responses {
        match response {
            Response::Table(table) => {
                table.rows.truncate(MOST_ROWS);
                table.rows.shrink_to_fit();
            }
            Response::Graph(graph) => **graph = Graph::new(),
            Response::Error(_)
            | Response::Crash { .. }
            | Response::Hang { .. }
            | Response::Counters(_)
            | Response::Times(_)
            | Response::Estimate(_)
            | Response::Unsupported(_) => {}
        }
    }
}
