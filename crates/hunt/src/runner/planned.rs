//! How a target plans the statements of a worker, and which of them are worth following.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::Case;

use super::Runner;
use crate::campaign::HuntError;
use crate::event::Event;
use crate::plan_shape::plan_shape;
use crate::progress::{Counter, lock};

/// The share of its time that a worker asks for plans in, where they are not told beside the answers. Where planning takes long
/// what is known of a plan decides how long its statement is asked.
const SHARE: f64 = 0.05;
const SHARE_WHERE_DEAR: f64 = 0.12;
/// Statements that wait to be asked about at most.
const MOST_WAITING: usize = 64;
/// A target that has told so few of so many plans tells none.
const IN_VAIN: u32 = 5;

/// What a worker knows of plans.
#[derive(Default)]
pub(super) struct Planned {
    /// Cases whose statements were not asked about yet, with their texts.
    waiting: VecDeque<(Arc<Case>, String)>,
    /// Time spent on asking.
    asking: Duration,
    /// Questions without an answer, until there is one.
    in_vain: u32,
    answered: bool,
    /// Cases whose plans nobody had met, which the round has not been told of.
    news: Vec<Arc<Case>>,
}

impl Planned {
    fn tells_none(&self) -> bool {
        !self.answered && self.in_vain >= IN_VAIN
    }

    /// The cases that a round is to be told of.
    pub(super) fn take_news(&mut self) -> Vec<Arc<Case>> {
        std::mem::take(&mut self.news)
    }

    /// What was left of another round is no news for this one.
    pub(super) fn begin_round(&mut self) {
        self.waiting.clear();
        self.news.clear();
    }
}

impl Runner<'_> {
    /// A text was answered that is new, or planned anew. `plan`: as the target told it beside the answer.
    pub(super) fn planned(&mut self, case: &Arc<Case>, text: &str, plan: Option<String>) -> Result<(), HuntError> {
        match plan {
            Some(plan) => self.met(case, text, &plan),
            None if self.planned.tells_none() => {
                let made_of = case.claimed_statement().map(|statement| statement.feature_set());
                if made_of.is_some_and(|made_of| lock(&self.campaign.plans).is_new_pair(made_of)) {
                    self.planned.news.push(Arc::clone(case));
                }
                Ok(())
            }
            None => {
                if self.planned.waiting.len() < MOST_WAITING {
                    self.planned.waiting.push_back((Arc::clone(case), text.to_owned()));
                }
                Ok(())
            }
        }
    }

    /// Asks for plans of what was answered, as long as that takes no more than its share of the time; until it is known whether the
    /// target tells any, however long it takes. Nothing may be in flight.
    pub(super) fn ask_for_plans(&mut self) -> Result<(), HuntError> {
        let share = if self.campaign.context.dialect.planning_is_dear() { SHARE_WHERE_DEAR } else { SHARE };
        let share = self.campaign.progress.elapsed().mul_f64(share);
        while (!self.planned.answered || self.planned.asking <= share)
            && !self.session.is_dead()
            && !self.planned.tells_none()
            && let Some((case, text)) = self.planned.waiting.pop_front()
        {
            let Some(statement) = case.claimed_statement() else { continue };
            let begun = Instant::now();
            let plan = self.session.explain(&case.prefixed(statement, &text));
            self.planned.asking += begun.elapsed();
            match plan {
                Some(plan) => {
                    self.planned.answered = true;
                    self.met(&case, &text, &plan)?;
                }
                None => self.planned.in_vain += 1,
            }
        }
        Ok(())
    }

    /// A plan of a statement is known.
    fn met(&mut self, case: &Arc<Case>, text: &str, plan: &str) -> Result<(), HuntError> {
        let Some(shape) = plan_shape(plan, text) else { return Ok(()) };
        let progress = self.campaign.progress;
        progress.add(Counter::Planned, 1);
        if lock(&self.campaign.plans).is_new(shape, progress.elapsed()) {
            progress.add(Counter::Plans, 1);
            self.planned.news.push(Arc::clone(case));
            let (round, case) = (case.lineage.round, case.lineage.index);
            self.campaign.tell(Event::NewPlan { plan: format!("{shape:016x}"), round, case })?;
        }
        Ok(())
    }
}
