//! Soundness: whether an evaluator with no wrong rule agrees with the cases of an oracle, told apart by the relations and rewrites
//! that take part in them. A case that is denied is a defect of ours.

use std::collections::BTreeMap;

use graphlance_case::{Case, Claim, Dialect, Evaluator, Opinion, Verdict, judge};

use crate::disassembly::{Disassembly, STRATEGIES};
use crate::planted::answered_by;
use crate::produced::produced;
use crate::refinement::staying::KINDS;
use crate::relations::RELATIONS;
use crate::rewrites::every;
use crate::traversal_relations::TRAVERSAL_RELATIONS;
use crate::traversals::is_gremlin;
use crate::{Oracle, RoundContext};

/// The names of relations and rewrites of which alone cases can be made, where an oracle makes any of them.
pub fn drawn_names() -> impl Iterator<Item = &'static str> {
    let relations = RELATIONS.iter().map(|relation| relation.name);
    let staying = KINDS.iter().map(|kind| kind.name);
    let between_traversals = TRAVERSAL_RELATIONS.iter().map(|relation| relation.name);
    let apart = STRATEGIES.iter().map(|strategy| strategy.name);
    relations.chain(between_traversals).chain(staying).chain(apart).chain(every().map(|rewrite| rewrite.name))
}

/// The oracles that make cases of some relations or rewrites alone, in the language of a dialect.
pub fn drawing_oracles(dialect: &Dialect) -> Vec<&'static str> {
    if !is_gremlin(dialect) {
        return vec!["gamera", "refinement", "mutation", "equivalence", "disassembly"];
    }
    let relations = TRAVERSAL_RELATIONS.iter().map(|relation| relation.oracle);
    let mut drawing: Vec<&str> = relations.chain([Disassembly.name()]).collect();
    drawing.sort_unstable();
    drawing.dedup();
    drawing
}

/// From the first round of a worker to that of the next.
const BETWEEN_WORKERS: u64 = 1 << 40;
/// Denied cases that are kept.
const MOST_DENIED: usize = 10;

/// What an evaluator says of the cases of an oracle.
#[derive(Debug, Default)]
pub struct Soundness {
    /// All of its cases.
    pub whole: Tally,
    /// The cases in which a relation or rewrite of this name takes part.
    pub parts: BTreeMap<String, Tally>,
    /// The first cases that are denied.
    pub denied: Vec<Case>,
}

/// How many of some cases hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there are.
    pub cases: u64,
    /// Those that hold.
    pub held: u64,
    /// Those that hold and say nothing, for example because no side has a row.
    pub vacuous: u64,
    /// Those that the evaluator denies.
    pub denied: u64,
}

impl Tally {
    /// Those of which the evaluator says nothing: what is asked is left open by the language, or is beyond its budget.
    pub fn undecided(self) -> u64 {
        self.cases - self.held - self.denied
    }

    fn add(&mut self, other: Tally) {
        self.cases += other.cases;
        self.held += other.held;
        self.vacuous += other.vacuous;
        self.denied += other.denied;
    }
}

/// What is asked, and of whom.
pub struct Soak<'a> {
    /// The first round.
    pub context: RoundContext,
    /// Cases of an oracle.
    pub cases: u64,
    /// How many workers share them. Each has rounds of its own, one after the other: what a round is about goes by its number.
    pub workers: u64,
    /// The evaluator.
    pub asked: &'a dyn Evaluator,
    /// Called after each case.
    pub after_each: &'a (dyn Fn() + Sync),
}

impl Soak<'_> {
    /// Asks what a worker has of the cases of an oracle, the first worker being 0.
    pub fn ask(&self, oracle: &dyn Oracle, worker: u64) -> Soundness {
        let share = self.cases / self.workers + u64::from(worker < self.cases % self.workers);
        let round = self.context.round.wrapping_add(worker.wrapping_mul(BETWEEN_WORKERS));
        let context = RoundContext { round, ..self.context.clone() };
        let mut soundness = Soundness::default();
        for case in produced(oracle, context).take(usize::try_from(share).unwrap_or(usize::MAX)) {
            soundness.take(case, &self.context.dialect, self.asked);
            (self.after_each)();
        }
        soundness
    }
}

impl Soundness {
    /// Takes a case.
    fn take(&mut self, case: Case, dialect: &Dialect, asked: &dyn Evaluator) {
        let mut tally = Tally { cases: 1, ..Tally::default() };
        match told(&case, dialect, asked) {
            Told::Holds { vacuous } => (tally.held, tally.vacuous) = (1, u64::from(vacuous)),
            Told::Denied => tally.denied = 1,
            Told::Nothing => {}
        }
        self.whole.add(tally);
        for name in case.lineage.rewrite_names() {
            self.parts.entry(name.to_string()).or_default().add(tally);
        }
        if tally.denied > 0 && self.denied.len() < MOST_DENIED {
            self.denied.push(case);
        }
    }

    /// Adds what another worker asked.
    pub fn add(&mut self, other: Soundness) {
        self.whole.add(other.whole);
        for (name, tally) in other.parts {
            self.parts.entry(name).or_default().add(tally);
        }
        let left = MOST_DENIED - self.denied.len();
        self.denied.extend(other.denied.into_iter().take(left));
    }
}

/// What is told of a case.
enum Told {
    Holds { vacuous: bool },
    Denied,
    Nothing,
}

/// What an evaluator says of a case: its own answers are judged where the claim relates answers, and it is asked for its opinion of
/// a claim that states one, which must promise no more than the evaluator does.
fn told(case: &Case, dialect: &Dialect, asked: &dyn Evaluator) -> Told {
    let states = matches!(case.claim, Claim::Returns(_) | Claim::Answers(_) | Claim::IndexAgrees(_));
    let evaluate = |graph: &_, statement: &_| asked.evaluate(graph, statement).ok();
    let answered = if states { None } else { answered_by(case, case.steps.len(), &evaluate) };
    if let Some(answered) = answered {
        return match judge(case, &answered.responses, dialect) {
            Verdict::Pass { vacuous } => Told::Holds { vacuous },
            Verdict::Fail(_) => Told::Denied,
            _ => Told::Nothing,
        };
    }
    let reread =
        |step: usize| case.statement(step).cloned().ok_or_else(|| format!("step {} runs no statement", step + 1));
    let vacuous = || case.claim.table().is_some_and(|(_, returns)| returns.rows.is_empty());
    match case.claim.opinion(case, &reread, asked) {
        Opinion::Confirmed => Told::Holds { vacuous: vacuous() },
        Opinion::Denied(_) => Told::Denied,
        Opinion::Unconfirmed(_) => Told::Nothing,
    }
}
