//! Explanation by experiment: the departures that would give an engine's wrong answer are put to the test. Variants of the
//! case are asked, and each departure foretells what comes. One whose foretelling is wrong once is no cause; the one that
//! is left after many is believed. What was asked, what failed and what did not stand in the bug's folder and in its
//! report.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::language::FeatureSet;
use graphlance_case::{Case, Dialect, Evaluator, FailureClass, Response, Verdict};
use graphlance_engines::TargetError;
use graphlance_report::quote;
use graphlance_shrink::{Asked, Change, Failure, OnTarget, variants};
use serde::{Deserialize, Serialize};

use crate::cause::{Cause, Foretold, causes, foretold, is_explainable};
use crate::reach::{Made, Reach};

/// Variants that are asked at most.
const MOST_ASKED: usize = 72;
/// The answers that a cause must have foretold.
pub const ENOUGH: u32 = 20;
/// The wrong answers among them.
const ENOUGH_WRONG: u32 = 2;
/// Failures of another cause that are handed on at most.
const MOST_OTHERS: usize = 2;

/// How an experiment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Upshot {
    /// The answer is right, as it was foretold, where there is a cause.
    Right,
    /// The answer is wrong, and just so as it was foretold.
    WrongAsForetold,
    /// The answer is wrong, and no cause foretold it.
    Wrong,
    /// An answer came of which nothing was foretold.
    Untold,
    /// No answer: an error, or a breakdown.
    NoAnswer,
}

impl Upshot {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Upshot::Right => "right",
            Upshot::WrongAsForetold => "wrong, as foretold",
            Upshot::Wrong => "wrong",
            Upshot::Untold => "not foretold",
            Upshot::NoAnswer => "no answer",
        }
    }
}

/// A variant that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    /// What it changes.
    pub change: String,
    /// The statement, in the standard of its language.
    pub text: String,
    /// What came of it.
    pub outcome: Upshot,
}

/// What experiments showed of a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The cause whose foretelling held, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Other departures that foretold the same of every experiment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<Cause>,
    /// How many of those that explained the case alone an experiment refuted.
    pub refuted: usize,
    /// Answers that the cause foretold.
    pub foretold: u32,
    /// Wrong ones among them.
    pub foretold_wrong: u32,
    /// The features, functions and operators without which the case does not fail, as far as variants show: each failing one has
    /// them, and some that does not fail lacks them.
    pub necessary: BTreeSet<String>,
    /// What was asked.
    pub experiments: Vec<Experiment>,
}

/// Rows of the table of a report at most.
const MOST_TOLD: usize = 40;

impl Findings {
    /// What they tell, as a section of a report.
    pub fn report(&self) -> String {
        let mut text = String::new();
        match &self.cause {
            Some(cause) => {
                let _ = writeln!(
                    text,
                    "Of {} variants of the case, {} were answered just as this rule foretells, {} of them wrongly: {}.\n",
                    self.experiments.len(),
                    self.foretold,
                    self.foretold_wrong,
                    quote::markdown(&cause.sentence)
                );
            }
            None => {
                let _ = writeln!(
                    text,
                    "{} variants of the case were asked; no known rule explains the answers.\n",
                    self.experiments.len()
                );
            }
        }
        if !self.necessary.is_empty() {
            let all: Vec<String> = self.necessary.iter().map(|feature| quote::code(feature)).collect();
            let _ = writeln!(text, "What fails has {}; variants without do not fail.\n", all.join(", "));
        }
        text.push_str("| variant | statement | answer |\n|---|---|---|\n");
        for Experiment { change, text: statement, outcome } in self.experiments.iter().take(MOST_TOLD) {
            let _ =
                writeln!(text, "| {change} | {} | {} |", quote::code(&statement.replace('|', "\\|")), outcome.words());
        }
        text
    }
}

/// Where the variants come from: first those of the reduced case; where they are few, variants of variants, and those of
/// larger cases that failed on the way to it.
struct Source<'a> {
    waiting: VecDeque<Variant>,
    trail: &'a [Failure],
    stage: usize,
}

/// A case to be asked.
struct Variant {
    change: Change,
    case: Case,
    /// Whether it is a variant of the reduced case itself. What fails on the way there may have another cause.
    own: bool,
}

/// Variants of each further case at most.
const MOST_FURTHER: usize = 10;
/// Further cases at most, of each sort.
const FURTHER: usize = 8;

impl<'a> Source<'a> {
    fn new(case: &Case, trail: &'a [Failure]) -> Source<'a> {
        let mut source = Source { waiting: VecDeque::new(), trail, stage: 0 };
        source.add(case, true, usize::MAX);
        source
    }

    fn add(&mut self, case: &Case, own: bool, most: usize) {
        let all = variants(case).into_iter().take(most);
        self.waiting.extend(all.map(|(change, case)| Variant { change, case, own }));
    }

    /// The next variant; `asked` are those before it.
    fn next(&mut self, asked: &[Trial]) -> Option<Variant> {
        while self.waiting.is_empty() && self.stage < 2 {
            self.stage += 1;
            match self.stage {
                2 => self.trail.iter().rev().skip(1).take(FURTHER).for_each(|failure| {
                    self.add(&failure.case, false, MOST_FURTHER);
                }),
                _ => {
                    let own = asked.iter().filter(|trial| trial.own);
                    let spread = asked.len().div_ceil(FURTHER * 2).max(1);
                    own.step_by(spread).for_each(|trial| self.add(&trial.asked.case, true, MOST_FURTHER));
                }
            }
        }
        self.waiting.pop_front()
    }
}

/// A variant with its answer.
struct Trial {
    change: Change,
    own: bool,
    asked: Asked,
}

/// The experiments on a failure.
pub struct Experiments {
    /// What they showed.
    pub findings: Findings,
    /// Failures that the cause does not explain: findings of their own.
    pub others: Vec<Failure>,
    /// What was asked, for the test of another cause.
    pub asked: Vec<Failure>,
    /// Which variants failed in the same way, and which did not fail.
    pub reach: Reach,
}

/// Asks variants of a reduced failure, to which the cases of `trail` were reduced one after the other, until one cause is
/// left that foretold enough, or `time` is over. `known` says whether a failure is of a cause that is known already, and
/// shows nothing.
pub fn experiment(
    failure: &Failure,
    trail: &[Failure],
    target: &mut OnTarget<'_>,
    (dialect, evaluator): (&Dialect, &dyn Evaluator),
    known: &dyn Fn(&Failure) -> bool,
    time: Duration,
) -> Result<Experiments, TargetError> {
    let begun = Instant::now();
    let Failure { case, responses, .. } = failure;
    let mut candidates: Vec<Candidate> = causes(case, responses, dialect, evaluator)
        .into_iter()
        .filter_map(|cause| Some(Candidate::new(cause.evaluator(evaluator)?, cause)))
        .collect();
    let explained = candidates.len();
    let (mut trials, mut seen): (Vec<Trial>, Vec<Case>) = (Vec::new(), Vec::new());
    let mut source = Source::new(case, trail);
    while let Some(Variant { change, case: variant, own }) = source.next(&trials) {
        if trials.len() >= MOST_ASKED || begun.elapsed() > time || is_decided(&candidates, trials.len()) {
            break;
        }
        let Some(asked) = target.ask(&variant)? else { continue };
        if seen.contains(&asked.case) || as_failure(&asked).as_ref().is_some_and(known) {
            continue;
        }
        seen.push(asked.case.clone());
        candidates.retain_mut(|candidate| candidate.survives(&asked, own, dialect));
        trials.push(Trial { change, own, asked });
    }
    Ok(conclude(failure, candidates, explained, trials, dialect))
}

/// A cause under test.
struct Candidate {
    cause: Cause,
    departing: Arc<dyn Evaluator>,
    foretold: u32,
    wrong: u32,
    /// Wrong answers in which it plays no part.
    unexplained: u32,
}

impl Candidate {
    fn new(departing: Arc<dyn Evaluator>, cause: Cause) -> Candidate {
        Candidate { cause, departing, foretold: 0, wrong: 0, unexplained: 0 }
    }

    /// Whether an answer leaves it standing. `own`: to a variant of the reduced case itself.
    fn survives(&mut self, asked: &Asked, own: bool, dialect: &Dialect) -> bool {
        if !is_explainable(&asked.case, &asked.responses) {
            return true;
        }
        let failed = match asked.verdict {
            Verdict::Fail(_) => true,
            Verdict::Pass { .. } => false,
            _ => return true,
        };
        match foretold(&asked.case, &asked.responses, dialect, self.departing.as_ref()) {
            Foretold::This => {
                self.foretold += 1;
                self.wrong += u32::from(failed);
                true
            }
            Foretold::Other { .. } if failed && !own => true,
            Foretold::Other { right: true } => {
                self.unexplained += 1;
                true
            }
            Foretold::Other { right: false } => false,
            Foretold::Nothing => true,
        }
    }

    fn is_believed(&self) -> bool {
        self.foretold >= ENOUGH && self.wrong >= ENOUGH_WRONG
    }
}

/// Whether more experiments would tell nothing new: one cause is left, which foretold more than enough.
fn is_decided(candidates: &[Candidate], asked: usize) -> bool {
    let enough = |candidate: &Candidate| candidate.foretold >= ENOUGH * 2 && candidate.wrong >= ENOUGH_WRONG * 3;
    asked >= 48 && candidates.len() == 1 && candidates.iter().all(enough)
}

fn as_failure(asked: &Asked) -> Option<Failure> {
    let Verdict::Fail(evidence) = &asked.verdict else { return None };
    Some(Failure { case: asked.case.clone(), evidence: evidence.clone(), responses: asked.responses.clone() })
}

fn conclude(
    failure: &Failure,
    candidates: Vec<Candidate>,
    explained: usize,
    trials: Vec<Trial>,
    dialect: &Dialect,
) -> Experiments {
    let refuted = explained - candidates.len();
    let mut believed: Vec<Candidate> = candidates.into_iter().filter(Candidate::is_believed).collect();
    // The sort keeps the order of the catalogue among equals.
    believed.sort_by_key(|candidate| (candidate.unexplained, std::cmp::Reverse(candidate.wrong)));
    let mut believed = believed.into_iter();
    let best = believed.next();
    let alike = match &best {
        Some(best) => {
            let same = |other: &Candidate| (other.unexplained, other.wrong) == (best.unexplained, best.wrong);
            believed.filter(same).map(|candidate| candidate.cause).collect()
        }
        None => Vec::new(),
    };
    let mut experiments = Vec::with_capacity(trials.len());
    let mut others: Vec<Failure> = Vec::new();
    for Trial { change, own, asked } in &trials {
        let outcome = outcome(asked, best.as_ref(), dialect);
        let text = asked.case.claimed_statement().map(|statement| statement.text()).unwrap_or_default();
        experiments.push(Experiment { change: change.name().to_owned(), text, outcome });
        let telling = best.is_some() || is_breakdown(asked) && !failure.family().is_costly();
        if *own && telling && matches!(outcome, Upshot::Wrong | Upshot::NoAnswer) && others.len() < MOST_OTHERS {
            others.extend(as_failure(asked).filter(|other| other.family() != failure.family() || best.is_some()));
        }
    }
    let findings = Findings {
        refuted,
        foretold: best.as_ref().map_or(0, |best| best.foretold),
        foretold_wrong: best.as_ref().map_or(0, |best| best.wrong),
        necessary: necessary(failure, &trials),
        cause: best.map(|best| best.cause),
        alike,
        experiments,
    };
    let asked = trials.iter().filter_map(|trial| as_failure(&trial.asked)).collect();
    Experiments { findings, others, asked, reach: reach(failure, &trials) }
}

fn is_breakdown(asked: &Asked) -> bool {
    asked.responses.iter().any(Response::is_breakdown)
}

fn outcome(asked: &Asked, best: Option<&Candidate>, dialect: &Dialect) -> Upshot {
    let failed = match &asked.verdict {
        Verdict::Fail(evidence) if evidence.class == FailureClass::UnexpectedError => return Upshot::NoAnswer,
        Verdict::Fail(_) => true,
        Verdict::Pass { .. } => false,
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => return Upshot::NoAnswer,
    };
    let Some(best) = best else { return if failed { Upshot::Wrong } else { Upshot::Right } };
    if !is_explainable(&asked.case, &asked.responses) {
        return if failed { Upshot::Wrong } else { Upshot::Right };
    }
    match foretold(&asked.case, &asked.responses, dialect, best.departing.as_ref()) {
        Foretold::This if failed => Upshot::WrongAsForetold,
        Foretold::This => Upshot::Right,
        Foretold::Other { .. } => Upshot::Wrong,
        Foretold::Nothing => Upshot::Untold,
    }
}

/// The features that every failing variant has, and that some variant lacks which does not fail.
fn necessary(failure: &Failure, trials: &[Trial]) -> BTreeSet<String> {
    let family = failure.family();
    let mut needed = features(&failure.case).names();
    let mut spared: BTreeSet<String> = BTreeSet::new();
    for Trial { asked, .. } in trials.iter().filter(|trial| trial.own) {
        let has = features(&asked.case).names();
        match as_failure(asked) {
            Some(other) if other.family() == family => needed.retain(|feature| has.contains(feature)),
            Some(_) => {}
            None if matches!(asked.verdict, Verdict::Pass { .. }) => {
                spared.extend(needed.iter().filter(|feature| !has.contains(*feature)).cloned());
            }
            None => {}
        }
    }
    needed.retain(|feature| spared.contains(feature));
    needed
}

fn features(case: &Case) -> FeatureSet {
    case.claimed_statement().map(|statement| statement.feature_set()).unwrap_or_default()
}

/// Which variants failed just as the case did, and which did not though there were rows to be seen.
fn reach(failure: &Failure, trials: &[Trial]) -> Reach {
    let mut reach = Reach::default();
    reach.add(Made::of(&failure.case), true);
    for Trial { asked, .. } in trials.iter().filter(|trial| trial.own) {
        let shows = asked.case.claim.table().is_none_or(|(_, returns)| !returns.rows.is_empty());
        match &asked.verdict {
            Verdict::Fail(evidence) if evidence.class == failure.evidence.class => {
                reach.add(Made::of(&asked.case), true);
            }
            Verdict::Pass { .. } if shows => reach.add(Made::of(&asked.case), false),
            _ => {}
        }
    }
    reach
}
