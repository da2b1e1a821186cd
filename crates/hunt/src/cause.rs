//! What would make the reference give the engine's wrong answer: departures from the language, the wrong rules that engines
//! are known for. That a departure gives the answer to one case says little; that it foretells the answers to its variants
//! says more ([`crate::experiment`]).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{
    Case, Claim, Dialect, EngineError, ErrorClass, Evaluator, LEFT_OPEN, NoAnswer, Response, Verdict, judge,
};
use serde::{Deserialize, Serialize};

/// Departures that together may be the cause of a wrong answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// Their names.
    pub names: Vec<String>,
    /// What then holds, for people.
    pub sentence: String,
    /// The fault of which they are one of several faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// Where they hold; everywhere by default.
    #[serde(default, skip_serializing_if = "Bounds::is_none")]
    pub bounds: Bounds,
}

/// Where departures hold: an engine may follow a wrong rule in one of its operators, and the right one in another. By names of
/// features, functions and operators of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Bounds {
    /// It has each of these.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub only_with: BTreeSet<String>,
    /// It has none of these.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub not_with: BTreeSet<String>,
}

impl Bounds {
    /// Whether a statement made of this is within them.
    pub fn hold(&self, names: &BTreeSet<String>) -> bool {
        self.only_with.is_subset(names) && self.not_with.is_disjoint(names)
    }

    fn is_none(&self) -> bool {
        *self == Bounds::default()
    }
}

/// What a set of departures says of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foretold {
    /// Exactly this answer, or an error with its words.
    This,
    /// An error, as it came; which one, it does not say.
    SomeError,
    /// Another one.
    Other {
        /// Whether that is the right one: the departures play no part in the case.
        right: bool,
    },
    /// Nothing.
    Nothing,
}

impl Foretold {
    /// Whether it is what came, be it an error whose words are not told.
    pub fn is_it(self) -> bool {
        matches!(self, Foretold::This | Foretold::SomeError)
    }
}

impl Cause {
    /// The evaluator under these departures; none where it does not know them.
    pub fn evaluator(&self, evaluator: &dyn Evaluator) -> Option<Arc<dyn Evaluator>> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        evaluator.departing(&names)
    }

    /// It within bounds.
    pub fn within(&self, bounds: Bounds) -> Cause {
        Cause { bounds, ..self.clone() }
    }

    /// What holds, and where, for people.
    pub fn told(&self) -> String {
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
        let Cause { sentence, bounds: Bounds { only_with, not_with }, .. } = self;
        match (only_with.is_empty(), not_with.is_empty()) {
            (true, true) => sentence.clone(),
            (false, _) => format!("{sentence} (seen only with {})", list(only_with)),
            (true, false) => format!("{sentence} (but not with {})", list(not_with)),
        }
    }

    /// Whether it is another cause and something more: two causes, of which the other explains no less for that.
    pub fn adds_to(&self, other: &Cause) -> bool {
        self.names.len() > other.names.len() && other.names.iter().all(|name| self.names.contains(name))
    }

    /// Whether it holds everywhere.
    pub fn is_unbounded(&self) -> bool {
        self.bounds.is_none()
    }

    /// Whether it holds where a case is.
    pub fn covers(&self, case: &Case) -> bool {
        let names = || case.claimed_statement().map(|statement| statement.feature_set().names());
        self.bounds.is_none() || names().is_some_and(|names| self.bounds.hold(&names))
    }
}

/// The causes that may explain a wrong answer: under each the claim would be what came. Single departures, or, where there
/// are none, pairs. Nothing where no answer came that could be compared (errors have words of their own), or when the claim
/// is about several statements. What was not tried when [`PATIENCE`] is over is not told.
pub fn causes(case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Cause> {
    causes_within(PATIENCE, case, responses, dialect, evaluator)
}

fn causes_within(
    patience: Duration,
    case: &Case,
    responses: &[Response],
    dialect: &Dialect,
    evaluator: &dyn Evaluator,
) -> Vec<Cause> {
    if !is_explainable(case, responses) || is_right(case, responses, dialect) {
        return Vec::new();
    }
    // Where the evaluator foretells it already, whatever changes nothing would foretell it as well.
    if foretold(case, responses, dialect, evaluator).is_it() {
        return Vec::new();
    }
    let begun = Instant::now();
    let is_late = || begun.elapsed() >= patience;
    let touched = |name: &str| case.statements().any(|statement| evaluator.is_touched(statement, name));
    let departures = evaluator.departures();
    let mut singles = Vec::new();
    let mut shifting = Vec::new();
    for departure in departures.iter().filter(|departure| touched(&departure.name)).take_while(|_| !is_late()) {
        let Some(departing) = evaluator.departing(&[&departure.name]) else { continue };
        match foretold(case, responses, dialect, departing.as_ref()) {
            Foretold::This | Foretold::SomeError => {
                let (names, sentence) = (vec![departure.name.clone()], departure.sentence.to_owned());
                let root = departure.root.map(str::to_owned);
                singles.push(Cause { names, sentence, root, bounds: Bounds::default() })
            }
            Foretold::Other { right: false } => shifting.push(departure),
            // An answer that the right one of the other rule leaves open may be telling with it.
            Foretold::Other { right: true } | Foretold::Nothing => {}
        }
    }
    if !singles.is_empty() {
        return singles;
    }
    let mut pairs = Vec::new();
    for (at, first) in shifting.iter().enumerate().take(MOST_PAIRED) {
        for second in shifting.iter().skip(at + 1).take(MOST_PAIRED) {
            if is_late() {
                return pairs;
            }
            let names = [first.name.as_str(), second.name.as_str()];
            let Some(departing) = evaluator.departing(&names) else { continue };
            let told = foretold(case, responses, dialect, departing.as_ref());
            if told.is_it() {
                let sentence = format!("{}, and {}", first.sentence, second.sentence);
                let names = names.map(str::to_owned).to_vec();
                pairs.push(Cause { names, sentence, ..Cause::default() });
            }
        }
    }
    pairs
}

/// How long causes of an answer are looked for: the reference may take a second for a statement, under each of some hundred rules.
const PATIENCE: Duration = Duration::from_secs(10);

/// Departures of which pairs are tried at most.
const MOST_PAIRED: usize = 24;

/// Whether a claim is about one statement, be it that the target survives it, and an answer came, or an ordinary error in the place
/// of one.
pub fn is_explainable(case: &Case, responses: &[Response]) -> bool {
    let [step] = case.claim.steps(case)[..] else { return false };
    let survives = matches!(case.claim, Claim::Survives) && case.statement(step).is_some();
    let stated = case.claim.table().is_some() || case.claim.stated().is_some() || survives;
    stated && (matches!(responses.get(step), Some(Response::Table(_))) || is_refusal(responses, step))
}

/// Whether a target did not do a step, for something that it holds to be wrong of the statement or of itself, be it told in an
/// answer that is none.
fn is_refusal(responses: &[Response], step: usize) -> bool {
    let is_one = |class: ErrorClass| matches!(class, ErrorClass::Internal | ErrorClass::Protocol) || class.is_refusal();
    error_at(responses, step).is_some_and(|error| is_one(error.class))
}

/// Whether a step was answered with an error of evaluating it.
fn is_error(responses: &[Response], step: usize) -> bool {
    error_at(responses, step).is_some_and(|error| error.class == ErrorClass::Runtime)
}

/// The text of the error that a claim of one statement was answered with, as it is compared with words; none where none came.
pub(crate) fn error_text(case: &Case, responses: &[Response]) -> Option<String> {
    let [step] = case.claim.steps(case)[..] else { return None };
    error_at(responses, step).map(|error| plain(&error.message))
}

/// Some engines write their errors as JSON within a text.
fn plain(message: &str) -> String {
    message.replace('\\', "")
}

fn error_at(responses: &[Response], step: usize) -> Option<&EngineError> {
    match responses.get(step) {
        Some(Response::Error(error)) => Some(error),
        _ => None,
    }
}

/// What an evaluator that departs from the language says of the answer to an explainable case.
pub fn foretold(case: &Case, responses: &[Response], dialect: &Dialect, departing: &dyn Evaluator) -> Foretold {
    let claim = match restated(case, departing) {
        Ok(claim) => claim,
        // Which error it is, engines say in words of their own.
        Err(NoAnswer::Raised(_)) if case.claim.steps(case).iter().all(|step| is_error(responses, *step)) => {
            return Foretold::SomeError;
        }
        Err(NoAnswer::Refused(words)) => return refused(case, responses, &words),
        Err(NoAnswer::Undecided(why)) if why.starts_with(LEFT_OPEN) => {
            return left_open(case, responses, dialect, departing);
        }
        Err(_) => return Foretold::Nothing,
    };
    // A claim without columns says nothing of rows.
    let width = |claim: &Claim| claim.table().map_or(0, |(_, returns)| returns.columns.len());
    if width(&claim) == 0 && width(&case.claim) > 0 && has_rows(responses) {
        return Foretold::Other { right: false };
    }
    let right = claim == case.claim;
    let case = Case { claim, ..case.clone() };
    match judge(&case, responses, dialect) {
        Verdict::Pass { .. } => Foretold::This,
        Verdict::Fail(_) => Foretold::Other { right },
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => Foretold::Nothing,
    }
}

fn has_rows(responses: &[Response]) -> bool {
    responses.iter().any(|response| matches!(response, Response::Table(table) if !table.rows.is_empty()))
}

/// What it says of an answer that it leaves open, where others may be right as well: that it is one of them, or nothing.
fn left_open(case: &Case, responses: &[Response], dialect: &Dialect, departing: &dyn Evaluator) -> Foretold {
    let claim = departing.choosing().and_then(|choosing| restated(case, choosing.as_ref()).ok());
    let Some(claim) = claim.filter(|claim| *claim != case.claim) else { return Foretold::Nothing };
    match judge(&Case { claim, ..case.clone() }, responses, dialect) {
        Verdict::Pass { .. } => Foretold::This,
        _ => Foretold::Nothing,
    }
}

/// The claim that a departure makes of a case. Of what a target must only survive, it says whether that is refused.
pub fn restated(case: &Case, departing: &dyn Evaluator) -> Result<Claim, NoAnswer> {
    if let (Claim::Survives, [step]) = (&case.claim, &case.claim.steps(case)[..])
        && let Err(refused @ NoAnswer::Refused(_)) = case.answer(*step, departing)
    {
        return Err(refused);
    }
    case.claim.restated(case, departing)
}

/// What it says of an answer that an error with one of these words is due. Another error may have come in front of it.
fn refused(case: &Case, responses: &[Response], words: &[String]) -> Foretold {
    let [step] = case.claim.steps(case)[..] else { return Foretold::Nothing };
    let says = |message: &str| words.iter().any(|word| plain(message).contains(word));
    match responses.get(step) {
        Some(Response::Error(error)) if is_refusal(responses, step) && says(&error.message) => Foretold::This,
        Some(Response::Table(_)) => Foretold::Other { right: false },
        _ => Foretold::Nothing,
    }
}

fn is_right(case: &Case, responses: &[Response], dialect: &Dialect) -> bool {
    matches!(judge(case, responses, dialect), Verdict::Pass { .. })
}

#[cfg(test)]
mod tests;
