//! The claim that statements with the same rows take about as long.

use serde::{Deserialize, Serialize};

use super::{Behaviour, Reread, SameRows, moved};
use crate::{Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict};

/// Two statements have the same rows, and none of them falls behind the other as the graph grows: they race several times, each
/// time on a larger graph ([`crate::Act::Race`]).
///
/// One falls behind when in every repetition of the last race it took [`KeepsPace::TIMES`] as long as the other and at least
/// [`KeepsPace::LEAST_MS`], and by [`KeepsPace::GROWTH`] as much in the middle as in the first race: what an engine does once
/// for a statement does not grow. That is never a wrong answer. Rows that are not the same are, and are judged as such.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepsPace {
    /// What the two statements must answer.
    pub same: SameRows,
    /// The steps at which they race, on the smallest graph first.
    pub races: Vec<usize>,
}

/// How one statement fell behind.
struct Lag {
    /// Which of the two did.
    slow: usize,
    /// How many times as long it took in the first race and in the last one, in the middle of the repetitions.
    ratios: [f64; 2],
    /// What each took in the last race, in milliseconds, in the middle of the repetitions.
    times: [f64; 2],
}

impl KeepsPace {
    /// How many times as long one takes that falls behind.
    pub const TIMES: f64 = 5.0;
    /// How long it takes at least, in milliseconds: less says nothing on a busy machine.
    pub const LEAST_MS: f64 = 20.0;
    /// How many times the ratio of the first race that of the last is at least.
    pub const GROWTH: f64 = 1.5;

    /// What the statements took at the races, repetition by repetition, in milliseconds.
    fn times<'a>(&self, responses: &'a [Response]) -> Result<Vec<&'a [[f64; 2]]>, Verdict> {
        let of = |race: &usize| match responses.get(*race) {
            Some(Response::Times(times)) if !times.is_empty() => Ok(times.as_slice()),
            _ => Err(Verdict::Inconclusive(Doubt::NoTimes(*race))),
        };
        self.races.iter().map(of).collect()
    }

    fn lag(races: &[&[[f64; 2]]]) -> Option<Lag> {
        let (first, last) = (races.first()?, races.last()?);
        (0..2).find_map(|slow| {
            let ratio = |times: &[f64; 2]| times[slow] / times[1 - slow].max(f64::MIN_POSITIVE);
            let behind = |times: &[f64; 2]| times[slow] >= KeepsPace::LEAST_MS && ratio(times) >= KeepsPace::TIMES;
            let middle = |times: &[[f64; 2]], of: &dyn Fn(&[f64; 2]) -> f64| median(times.iter().map(of).collect());
            let ratios = [first, last].map(|times| middle(times, &ratio));
            let times = [0, 1].map(|one| middle(last, &|times: &[f64; 2]| times[one]));
            let grows = races.len() > 1 && ratios[1] >= ratios[0] * KeepsPace::GROWTH;
            (grows && last.iter().all(behind)).then_some(Lag { slow, ratios, times })
        })
    }
}

/// The one in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

impl Behaviour for KeepsPace {
    /// Engines differ in what they refuse: an ordinary error proves nothing, and the case is undecided.
    fn forgives_error(&self, step: usize) -> bool {
        self.same.forgives_error(step)
    }

    fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        let rows = self.same.judge(case, responses, dialect);
        if !matches!(rows, Verdict::Pass { .. }) {
            return rows;
        }
        let races = match self.times(responses) {
            Ok(races) => races,
            Err(verdict) => return verdict,
        };
        let statements: Vec<usize> = self.same.steps(case);
        match KeepsPace::lag(&races) {
            Some(Lag { slow, ratios, times }) => Verdict::Fail(Evidence {
                class: FailureClass::Slow,
                step: statements.get(slow).copied().unwrap_or_default(),
                summary: format!(
                    "takes {:.1} ms where a statement with the same rows takes {:.1} ms: {:.0} times as long, {:.1} times on the \
                     smallest graph",
                    times[slow],
                    times[1 - slow],
                    ratios[1],
                    ratios[0]
                ),
                difference: None,
            }),
            None => {
                let told =
                    races.last().is_some_and(|times| times.iter().flatten().any(|ms| *ms >= KeepsPace::LEAST_MS));
                Verdict::Pass { vacuous: !told }
            }
        }
    }

    fn steps(&self, case: &Case) -> Vec<usize> {
        self.same.steps(case)
    }

    fn counted_rows(&self) -> Option<usize> {
        self.same.counted_rows()
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        self.same.restated(case, evaluator).map(|claim| self.with(claim))
    }

    fn rederived(&self, case: &Case) -> Option<Claim> {
        self.same.rederived(case).map(|claim| self.with(claim))
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        self.same.opinion(case, reread, evaluator)
    }

    fn accused(&self, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        self.same.accused(case, responses, dialect, evaluator)
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let races = self.races.iter().map(|race| moved(*race, step)).collect::<Option<Vec<_>>>()?;
        self.same.without(step).map(|claim| KeepsPace { races, ..self.clone() }.with(claim))
    }

    fn figures(&self, _: &Case, responses: &[Response]) -> Vec<[String; 3]> {
        let mut figures = Vec::new();
        for race in &self.races {
            let Some(Response::Times(times)) = responses.get(*race) else { continue };
            let told = |one: usize| {
                times.iter().map(|times| format!("{:.2}", times[one])).collect::<Vec<_>>().join(", ") + " ms"
            };
            figures.push([format!("race at step {}", race + 1), told(0), told(1)]);
        }
        figures
    }

    fn wanted(&self) -> &'static str {
        "The same rows from both statements, and about as soon, however large the graph."
    }

    fn wanted_of_steps(&self) -> String {
        format!("{} None of them falls behind as the graph grows.", self.same.wanted_of_steps())
    }
}

impl KeepsPace {
    /// The same with what is claimed of the rows as another claim says.
    fn with(&self, claim: Claim) -> Claim {
        match claim {
            Claim::SameRows(same) => Claim::KeepsPace(KeepsPace { same, ..self.clone() }),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests;
