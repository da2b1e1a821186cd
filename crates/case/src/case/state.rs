//! What the databases of a case hold as it goes on.

use std::borrow::Cow;
use std::collections::BTreeSet;

use graphlance_graph::{Graph, Name};

use super::Case;
use crate::step::{Ability, needs, transactions};
use crate::{Act, Answer, Claim, Evaluator, Lineage, NoAnswer, Step};

impl<S> Case<S> {
    /// What a target must be able to do to run it, beside running statements and reading its graph.
    pub fn needs(&self) -> BTreeSet<Ability> {
        needs(&self.steps)
    }

    /// The transactions of its steps: where each begins and where it ends. Errors: why its steps make no sense.
    pub fn transactions(&self) -> Result<Vec<[usize; 2]>, String> {
        transactions(&self.steps)
    }

    /// The databases that its steps name.
    pub fn databases(&self) -> BTreeSet<&Name> {
        self.steps.iter().filter_map(|step| step.database.as_ref()).collect()
    }
}

impl Case {
    /// Whether it may leave another graph than the one it was loaded with, so that the next case must load again. What was rolled
    /// back may have stayed all the same.
    pub fn spends_graph(&self) -> bool {
        let own = self.steps.iter().filter(|step| step.database.is_none());
        own.filter_map(|step| step.statement()).any(|statement| statement.writes())
    }

    /// How many of its first steps lead the database to where the case begins to ask: statements that write to the database of the
    /// graph and refreshed statistics, before the first step that the claim is about. 0 where other steps stand before that.
    pub fn approach(&self) -> usize {
        let asked = self.claim.steps(self).into_iter().min().unwrap_or(0);
        let prepares = |act: &Act| match act {
            Act::Run(statement) => statement.writes(),
            Act::Refresh => true,
            Act::Snapshot | Act::Counters | Act::Race | Act::Estimate | Act::Boundary(_) => false,
        };
        let leads = |step: &Step| step.database.is_none() && prepares(&step.act);
        if self.steps.iter().take(asked).all(leads) { asked } else { 0 }
    }

    /// Whether all its steps from one on only read the graph, by statements.
    pub fn only_asks_from(&self, step: usize) -> bool {
        let asks =
            |step: &Step| step.database.is_none() && step.statement().is_some_and(|statement| !statement.writes());
        self.steps.iter().skip(step).all(asks)
    }

    /// The case with questions before the one that it claims a table of, for a target that remembers: its statement with the
    /// values that it was first asked with, and its statement before each of the steps that lead to it.
    pub fn asked_before(&self) -> impl Iterator<Item = Case> + '_ {
        self.asked_first().into_iter().chain(self.asked_all_along())
    }

    /// The case as it stands, for a target that remembers nothing.
    pub fn by_itself(&self) -> Case {
        Case { lineage: Lineage { asked_first: None, ..self.lineage.clone() }, ..self.clone() }
    }

    /// None where its statement had no other values at first.
    fn asked_first(&self) -> Option<Case> {
        let (claimed, returns) = self.claim.table()?;
        let first = self.lineage.asked_first.as_ref().filter(|_| self.lineage.derivations.is_empty())?;
        let first = self.statement(claimed)?.language().parse(first).ok()?;
        let steps = std::iter::once(Step::run(first)).chain(self.steps.iter().cloned()).collect();
        let claim = Claim::returns(claimed + 1, returns.clone());
        Some(Case { steps, claim, ..self.by_itself() })
    }

    /// None where no step leads to its statement.
    fn asked_all_along(&self) -> Option<Case> {
        let (claimed, returns) = self.claim.table()?;
        let approach = self.approach();
        let leads = approach > 0 && approach == claimed && self.only_asks_from(approach);
        let asked = self.steps.get(claimed).filter(|_| leads && claimed + 1 == self.steps.len())?;
        let before = self.steps.iter().take(claimed).flat_map(|step| [asked.clone(), step.clone()]);
        let steps = before.chain([asked.clone()]).collect();
        let claim = Claim::returns(2 * claimed, returns.clone());
        Some(Case { steps, claim, ..self.by_itself() })
    }

    /// The graph that a step finds in its database, by the evaluator. Errors: why it has none.
    pub fn state_before(&self, step: usize, evaluator: &dyn Evaluator) -> Result<Cow<'_, Graph>, NoAnswer> {
        let database = self.steps.get(step).and_then(|step| step.database.as_ref());
        let transactions = self.transactions().map_err(NoAnswer::Undecided)?;
        let undone = |earlier: usize| {
            transactions.iter().any(|[begun, ended]| {
                (*begun..*ended).contains(&earlier) && *ended < step && self.steps[*ended].act.undoes()
            })
        };
        let mut state = match database {
            None => Cow::Borrowed(&*self.graph),
            Some(_) => Cow::Owned(Graph::new()),
        };
        for (number, earlier) in self.steps.iter().enumerate().take(step) {
            let Some(statement) = earlier.statement().filter(|statement| statement.writes()) else { continue };
            if earlier.database.as_ref() != database || undone(number) {
                continue;
            }
            if let Some(after) = evaluator.evaluate(&state, statement)?.graph {
                state = Cow::Owned(after);
            }
        }
        Ok(state)
    }

    /// What a step must answer, by the evaluator. Errors: why it has no answer.
    pub fn answer(&self, step: usize, evaluator: &dyn Evaluator) -> Result<Answer, NoAnswer> {
        // A statement before it that must raise an error says nothing of this one.
        let state = self.state_before(step, evaluator).map_err(|none| NoAnswer::Undecided(none.to_string()))?;
        let statement = self.statement(step);
        let missing = || NoAnswer::Undecided(format!("step {} runs no statement", step + 1));
        evaluator.evaluate(&state, statement.ok_or_else(missing)?)
    }
}
