//! Reduction: a smaller case that fails in the same way.
//!
//! Passes edit the graph, the way it is loaded, the statements and the values. The expectation of a candidate is made
//! again by the reference, so a reduced case is never a guess. A candidate counts only when it fails in the same family;
//! one that fails otherwise is kept for the hunt. Cases are ordered by [`Weight`]: fewest switches and loading statements,
//! then nodes, then clauses, then the rest, and last what stands out of order, so that one bug tends to end at one form.

mod graph;
mod load;
mod names;
mod order;
mod plans;
mod statement;
mod target;
mod values;
mod weight;

use std::cell::Cell;
use std::collections::HashSet;
use std::time::{Duration, Instant};

use graphlance_case::{Case, Evidence, Load, Response, Statement};
use graphlance_cypher::edit::Stage;
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Returns};

use crate::bounds;
use crate::fingerprint::Family;

pub(crate) use names::names_of;
pub use target::OnTarget;
pub use weight::Weight;
use weight::{Scales, hash_of};

/// How much a reduction may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cases run.
    pub runs: u64,
    /// Time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { runs: 6_000, time: Duration::from_secs(20) }
    }
}

impl Limits {
    /// The limits in a hunt that lasts so long: a slow engine needs more time for a reduction, a short hunt has none.
    pub fn within(hunt: Option<Duration>) -> Limits {
        let usual = Limits::default();
        let share = hunt.map_or(MOST_TIME, |hunt| hunt / 20);
        Limits { time: share.clamp(usual.time, MOST_TIME), ..usual }
    }
}

/// What the reduction of one finding may take, however long the hunt.
const MOST_TIME: Duration = Duration::from_secs(180);

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

/// A case that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The case.
    pub case: Case,
    /// Why it failed.
    pub evidence: Evidence,
    /// What the target answered.
    pub responses: Vec<Response>,
}

impl Failure {
    /// Its family.
    pub fn family(&self) -> Family {
        Family::of(&self.case, &self.evidence, &self.responses)
    }
}

/// Tries candidates.
pub trait Trial {
    /// Runs a candidate. Errors: the target is not usable any more.
    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError>;
    /// What the reference returns for a statement; none when it has no answer.
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns>;
    /// The graph that the reference has after a script; none when it has none, or when that depends on chance.
    fn after_script(&self, script: &[Statement]) -> Option<Graph>;
}

/// The end of a reduction.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// Accepted cases from the original to the smallest, so that a caller can step back from one that does not hold.
    pub trail: Vec<Failure>,
    /// Failures of another family met on the way, at most a few.
    pub others: Vec<Failure>,
    /// Cases run.
    pub runs: u64,
    /// Time spent.
    pub time: Duration,
    /// Whether it ended before it had tried everything, for want of runs or time or because it was stopped.
    pub cut_short: bool,
}

/// Says that a reduction did not try everything. None when it did.
pub fn cut_short_note(cut_short: bool, runs: u64, seconds: f64) -> Option<String> {
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
    cut_short.then(|| format!("reduction was cut short after {runs}, {seconds:.1} s"))
}

/// Failures of another family kept per reduction.
const MOST_OTHERS: usize = 4;

/// Reduces a failed case. When the target's clock runs out, what has been reached until then is the result. Errors: the
/// target is not usable any more.
pub fn reduce(original: Failure, trial: &mut dyn Trial, limits: Limits) -> Result<Reduced, TargetError> {
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

struct Reducer<'a> {
    best: Failure,
    weight: Weight,
    scales: Scales,
    trail: Vec<Failure>,
    others: Vec<Failure>,
    seen: HashSet<u64>,
    trial: &'a mut dyn Trial,
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
    plans::drop_switches,
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
        values::simplify(self)?;
        // What is named first gets the first name, and names decide about order where nothing else does.
        for _ in 0..2 {
            names::rename(self)?;
            order::sort(self)?;
        }
        names::rename(self)
    }

    /// Whether nothing more may be run. Asked while something is left to try: then the reduction is cut short.
    fn is_over(&self) -> bool {
        let over = self.stopped || self.runs >= self.limits.runs || self.started.elapsed() >= self.limits.time;
        self.cut_short.set(self.cut_short.get() || over);
        over
    }

    /// The best case so far.
    fn case(&self) -> &Case {
        &self.best.case
    }

    /// Tries an edit of the best case. True when the edited case is lighter and fails in the same way; it is then the
    /// best. The edit returns false when it does not apply.
    fn attempt(&mut self, edit: impl FnOnce(&mut Case) -> bool) -> Result<bool, TargetError> {
        self.attempt_under(edit, true)
    }

    /// Like `attempt`, for edits that make nothing lighter (renaming).
    fn attempt_even(&mut self, edit: impl FnOnce(&mut Case) -> bool) -> Result<bool, TargetError> {
        self.attempt_under(edit, false)
    }

    /// Whether a candidate was left untried for want of runs or time.
    fn is_cut_short(&self) -> bool {
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
        bounds::slim(&mut previous.responses);
        self.trail.push(previous);
    }

    /// What tells candidates apart: graph, script, switches and statements.
    fn key(&mut self, candidate: &Case) -> u64 {
        let script = match &candidate.load {
            Load::Create => None,
            Load::Script(script) => Some(script),
        };
        let steps: Vec<Option<&Statement>> = (0..candidate.steps.len()).map(|step| candidate.statement(step)).collect();
        hash_of(&(self.scales.hash(&candidate.graph), script, &candidate.plan, steps))
    }
}
