//! Explanation by experiment: the departures that would give an engine's wrong answer are put to the test. Variants of the
//! case are asked, and each departure foretells what comes. One whose foretelling is wrong once is no cause; the one that
//! is left after many is believed. What was asked, what failed and what did not stand in the bug's folder and in its
//! report.

mod candidate;
mod condition;
mod findings;
mod made;
mod source;
#[cfg(test)]
mod tests;
mod trial;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{Case, Claim, Dialect, Evaluator, FailureClass, Lineage, Response, Step, Verdict};
use graphlance_engines::TargetError;
use graphlance_graph::Returns;
use graphlance_shrink::{Asked, Change, Failure, Family, OnTarget};

use crate::cause::{Cause, Foretold, causes, foretold, is_explainable};
use crate::reach::{Made, Reach};
use candidate::Candidate;
use condition::Learner;
use source::{Source, Variant};

pub use condition::Condition;
pub use findings::{Experiment, Findings, Near, Upshot};
pub use trial::Trial;

/// Variants that are asked at most, and where no departure explains the answers: it takes more to learn where a failure comes.
const MOST_ASKED: usize = 72;
const MOST_ASKED_TO_LEARN: usize = 192;
/// The answers that a cause must have foretold.
pub const ENOUGH: u32 = 20;
/// Candidates that are tried beside another departure at most, when answers are against each by itself.
const MOST_NEAREST: usize = 4;
/// Departures of which an example is asked at most.
const MOST_EXAMPLES: usize = 6;
/// Failures of another cause that are handed on at most.
const MOST_OTHERS: usize = 2;

/// What is known of a target already.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Whether a failure is of a cause that is known, and shows nothing.
    pub explained: &'a dyn Fn(&Failure) -> bool,
    /// Whether a bug has been filed by a cause.
    pub filed: &'a dyn Fn(&Cause) -> bool,
    /// Whether a cause was withdrawn: the engine answered rightly where it foretold a wrong answer.
    pub withdrawn: &'a dyn Fn(&Cause) -> bool,
}

impl Known<'static> {
    /// Nothing.
    pub const NOTHING: Known<'static> = Known { explained: &|_| false, filed: &|_| false, withdrawn: &|_| false };
}

/// The experiments on a failure.
pub struct Experiments {
    /// What they showed.
    pub findings: Findings,
    /// Failures that the cause does not explain: findings of their own.
    pub others: Vec<Failure>,
    /// What was asked, for the test of another cause.
    pub trials: Vec<Trial>,
    /// Which variants failed in the same way, and which did not fail.
    pub reach: Reach,
}

/// Asks variants of a reduced failure, to which the cases of `trail` were reduced one after the other, until one cause is
/// left that foretold enough, or `time` is over. Causes are held against the answers under each of some evaluators: that of the
/// language, and one that follows what is known of the target already.
pub fn experiment(
    failure: &Failure,
    trail: &[Failure],
    target: &mut OnTarget<'_>,
    (dialect, evaluators): (&Dialect, &[Arc<dyn Evaluator>]),
    known: &Known<'_>,
    time: Duration,
) -> Result<Experiments, TargetError> {
    let begun = Instant::now();
    let mut candidates = candidates(failure, (dialect, evaluators));
    let (mut trials, mut seen): (Vec<Trial>, Vec<Case>) = (Vec::new(), Vec::new());
    let mut source = Source::new(&failure.case, trail);
    let mut learner = Learner::of(failure);
    while let Some(variant) = source.next(&trials) {
        let Variant { change, case: variant, own } = variant.tabled(dialect);
        if trials.len() >= MOST_ASKED_TO_LEARN
            || begun.elapsed() > time
            || is_decided(&candidates, trials.len())
            || trials.len() >= MOST_ASKED && is_learned(&candidates, &trials, &learner)
        {
            break;
        }
        let Some(asked) = target.ask(&variant)? else { continue };
        let trial = Trial::new(change, own, asked);
        if seen.contains(&trial.asked.case) || trial.failure().as_ref().is_some_and(known.explained) {
            continue;
        }
        seen.push(trial.asked.case.clone());
        candidates.iter_mut().for_each(|candidate| candidate.hear(&trial.asked, own, dialect));
        learner.hear(&trial);
        trials.push(trial);
    }
    for name in examined(&candidates) {
        let Some(asked) = example(&name, dialect, evaluators).map(|case| target.ask(&case)).transpose()?.flatten()
        else {
            continue;
        };
        let trial = Trial::new(Change::Example, false, asked);
        candidates.iter_mut().for_each(|candidate| candidate.hear(&trial.asked, false, dialect));
        trials.push(trial);
    }
    let (findings, others) = conclude(failure, candidates, &trials.iter().collect::<Vec<_>>(), dialect, known);
    Ok(Experiments { findings, others, reach: reach(failure, &trials), trials })
}

/// Looks again at what was asked about a failure, when more is known of the target: holds causes against the answers without asking
/// anything. As [`experiment`].
pub fn reconsider(
    failure: &Failure,
    trials: &[Trial],
    (dialect, evaluators): (&Dialect, &[Arc<dyn Evaluator>]),
    known: &Known<'_>,
) -> Findings {
    let mut candidates = candidates(failure, (dialect, evaluators));
    if candidates.is_empty() {
        return Findings::default();
    }
    let telling = |trial: &&Trial| !trial.failure().as_ref().is_some_and(known.explained);
    let telling: Vec<&Trial> = trials.iter().filter(telling).collect();
    for Trial { own, asked, .. } in &telling {
        candidates.iter_mut().for_each(|candidate| candidate.hear(asked, *own, dialect));
    }
    conclude(failure, candidates, &telling, dialect, known).0
}

/// What may explain a failure, under each of some evaluators.
fn candidates(failure: &Failure, (dialect, evaluators): (&Dialect, &[Arc<dyn Evaluator>])) -> Vec<Candidate> {
    let Failure { case, responses, .. } = failure;
    let under = |evaluator: &Arc<dyn Evaluator>| -> Vec<Candidate> {
        let evaluator = evaluator.as_ref();
        let all = causes(case, responses, dialect, evaluator).into_iter();
        all.filter_map(|cause| Some(Candidate::new(cause.evaluator(evaluator)?, cause, failure))).collect()
    };
    evaluators.iter().flat_map(under).collect()
}

/// The departures that stand alone for a cause, nothing against them, and of which an example is asked.
fn examined(candidates: &[Candidate]) -> BTreeSet<String> {
    let alone = candidates.iter().filter(|candidate| candidate.stands()).filter_map(|candidate| {
        let [name] = candidate.cause.names.as_slice() else { return None };
        Some(name.clone())
    });
    alone.take(MOST_EXAMPLES).collect()
}

/// The case of an example: the claim is stated when it is asked. None on a target with a schema, which the graph does not follow.
fn example(name: &str, dialect: &Dialect, evaluators: &[Arc<dyn Evaluator>]) -> Option<Case> {
    let (graph, statement) = evaluators.first().filter(|_| !dialect.has_tables())?.example(name)?;
    let claim = Claim::returns(0, Returns::bag([], Vec::new()));
    let case = Case::new(dialect, Arc::new(graph), claim, Lineage::default());
    Some(Case { steps: vec![Step::run(statement)], ..case })
}

/// Whether more experiments would tell nothing new: one cause is left, which foretold more than enough.
fn is_decided(candidates: &[Candidate], asked: usize) -> bool {
    let mut standing = candidates.iter().filter(|candidate| candidate.stands());
    asked >= 48 && standing.next().is_some_and(Candidate::is_decided) && standing.next().is_none()
}

/// Whether enough has been asked: a cause is left, or what tells where the failure comes has foretold enough.
fn is_learned(candidates: &[Candidate], trials: &[Trial], learner: &Learner<'_>) -> bool {
    candidates.iter().any(Candidate::stands) || trials.len().is_multiple_of(8) && learner.learned().is_some()
}

/// What the answers showed, and failures that the cause does not explain.
fn conclude(
    failure: &Failure,
    candidates: Vec<Candidate>,
    trials: &[&Trial],
    dialect: &Dialect,
    known: &Known<'_>,
) -> (Findings, Vec<Failure>) {
    let (standing, fallen): (Vec<&Candidate>, Vec<&Candidate>) =
        candidates.iter().partition(|candidate| candidate.stands());
    let causes = |those: Vec<&Candidate>| those.iter().map(|it| it.cause.clone()).collect::<BTreeSet<Cause>>();
    let refuted = causes(fallen).difference(&causes(standing)).count();
    let Choice { best, alike, nearest } =
        choose(candidates, known, |candidate| candidate.accompanied(failure, trials, dialect));
    let mut experiments = Vec::with_capacity(trials.len());
    let mut others: Vec<Failure> = Vec::new();
    for trial in trials {
        let Trial { change, own, asked, .. } = trial;
        let outcome = outcome(trial, &failure.family(), best.as_ref(), dialect);
        experiments.push(Experiment { change: change.name().to_owned(), text: text(&asked.case), outcome });
        let within = best.as_ref().is_some_and(|best| best.cause.covers(&asked.case));
        let telling = within || is_breakdown(asked) && !failure.family().is_costly();
        if *own
            && telling
            && matches!(outcome, Upshot::Wrong | Upshot::WrongOtherwise | Upshot::NoAnswer)
            && others.len() < MOST_OTHERS
        {
            others.extend(trial.failure().filter(|other| other.family() != failure.family() || best.is_some()));
        }
    }
    let findings = Findings {
        refuted,
        nearest,
        foretold: best.as_ref().map_or(0, |best| best.foretold),
        foretold_wrong: best.as_ref().map_or(0, |best| best.wrong),
        necessary: necessary(failure, trials),
        condition: if best.is_some() { None } else { Condition::of(failure, trials) },
        beside: best.as_ref().and_then(|best| best.beside.clone()),
        cause: best.map(|best| best.cause),
        alike,
        experiments,
    };
    (findings, others)
}

/// What candidates come to.
struct Choice {
    /// The one that is believed.
    best: Option<Candidate>,
    /// Others that are as good.
    alike: Vec<Cause>,
    /// The one that explains most, where none is believed.
    nearest: Option<Near>,
}

/// Of those that nothing was against the one that explains most, one that tells the words of errors before others, one that
/// explains a bug already before others, and one that was withdrawn behind them; else the one that explains most beside another
/// one, or within bounds.
fn choose(
    candidates: Vec<Candidate>,
    known: &Known<'_>,
    accompanied: impl Fn(&Candidate) -> Option<Candidate>,
) -> Choice {
    let (mut believed, mut others): (Vec<Candidate>, Vec<Candidate>) =
        candidates.into_iter().partition(Candidate::is_believed);
    // The sorts keep the order of the catalogue among equals.
    let doubt = |cause: &Cause| ((known.withdrawn)(cause), !(known.filed)(cause));
    believed.sort_by_key(|it| (it.unexplained, Reverse(it.wrong), Reverse(it.exact), doubt(&it.cause)));
    let mut believed = believed.into_iter();
    if let Some(best) = believed.next() {
        let same = |other: &Candidate| {
            (other.unexplained, other.wrong, other.exact) == (best.unexplained, best.wrong, best.exact)
        };
        // The same cause may stand under several evaluators.
        let mut alike: Vec<Cause> = Vec::new();
        for Candidate { cause, .. } in believed.filter(same) {
            if cause != best.cause && !alike.contains(&cause) {
                alike.push(cause);
            }
        }
        return Choice { best: Some(best), alike, nearest: None };
    }
    others.sort_by_key(|candidate| Reverse(candidate.worth()));
    let nearest = others.first().filter(|candidate| candidate.is_near()).map(Candidate::near);
    let beside = others.iter().take(MOST_NEAREST).find_map(accompanied);
    let best = beside.or_else(|| others.iter().find_map(Candidate::bounded));
    Choice { nearest: nearest.filter(|_| best.is_none()), best, alike: Vec::new() }
}

/// Whether a target refused what it must only survive.
fn is_refused(asked: &Asked) -> bool {
    let error = |response: &Response| matches!(response, Response::Error(_));
    matches!(asked.case.claim, Claim::Survives) && asked.responses.iter().any(error)
}

fn is_breakdown(asked: &Asked) -> bool {
    asked.responses.iter().any(Response::is_breakdown)
}

/// How a variant was answered. An error is no answer, unless it is the one that failed.
fn outcome(trial: &Trial, family: &Family, best: Option<&Candidate>, dialect: &Dialect) -> Upshot {
    let asked = &trial.asked;
    let is_it = || trial.family().as_ref() == Some(family);
    let covers = |best: &&Candidate| best.cause.covers(&asked.case) && is_explainable(&asked.case, &asked.responses);
    let best = best.filter(covers);
    let told = best.map(|best| foretold(&asked.case, &asked.responses, dialect, best.departing.as_ref()));
    if told == Some(Foretold::This) && matches!(asked.verdict, Verdict::Fail(_)) {
        return Upshot::WrongAsForetold;
    }
    let failed = match &asked.verdict {
        Verdict::Fail(evidence) if evidence.class == FailureClass::UnexpectedError && !is_it() => {
            return Upshot::NoAnswer;
        }
        Verdict::Fail(_) => true,
        Verdict::Pass { .. } if is_refused(asked) => return Upshot::NoAnswer,
        Verdict::Pass { .. } => false,
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => return Upshot::NoAnswer,
    };
    match told {
        None if failed && is_it() => Upshot::Wrong,
        None if failed => Upshot::WrongOtherwise,
        None => Upshot::Right,
        Some(Foretold::This | Foretold::SomeError) if failed => Upshot::WrongAsForetold,
        Some(Foretold::This | Foretold::SomeError) => Upshot::Right,
        Some(Foretold::Other { .. }) => Upshot::Wrong,
        Some(Foretold::Nothing) => Upshot::Untold,
    }
}

/// The features that every variant has that fails in the same way, and that some variant lacks which does not fail; so also an
/// index. What fails in another way may be of another cause.
fn necessary(failure: &Failure, trials: &[&Trial]) -> BTreeSet<String> {
    let family = failure.family();
    let mut needed = told_apart(&failure.case);
    let mut spared: BTreeSet<String> = BTreeSet::new();
    for trial in trials.iter().filter(|trial| trial.own) {
        let asked = &trial.asked;
        let has = told_apart(&asked.case);
        match trial.family() {
            Some(other) if other == family => needed.retain(|feature| has.contains(feature)),
            Some(_) => {}
            None if matches!(asked.verdict, Verdict::Pass { .. }) && !is_refused(asked) => {
                spared.extend(needed.iter().filter(|feature| !has.contains(*feature)).cloned());
            }
            None => {}
        }
    }
    needed.retain(|feature| spared.contains(feature));
    needed
}

/// What a case is known by, where it is told what is necessary.
fn told_apart(case: &Case) -> BTreeSet<String> {
    let index = (!case.graph.schema.indexes.is_empty()).then(|| made::INDEX.to_owned());
    names(case).into_iter().chain(index).collect()
}

/// The names of the features, functions and operators of a claimed statement.
fn names(case: &Case) -> BTreeSet<String> {
    case.claimed_statement().map(|statement| statement.feature_set().names()).unwrap_or_default()
}

fn text(case: &Case) -> String {
    case.claimed_statement().map(|statement| statement.text()).unwrap_or_default()
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
