//! What must hold of the responses to a case. Each claim is a file that owns all that is particular to it: how it is
//! judged, how the reference states it anew, which statements it is about, and what a report calls it.

mod answers;
mod counted;
mod estimated;
mod index_agrees;
mod keeps_pace;
mod loads;
mod related;
mod returns;
mod same_graph;
mod same_groups;
mod same_rows;
mod same_state;
mod sides;
mod survives;

use std::cmp::Ordering;

use graphlance_graph::{Counters, Graph, Returns};
use serde::{Deserialize, Serialize};

pub use answers::{Answers, Stated};
pub use estimated::Estimated;
pub use index_agrees::IndexAgrees;
pub use keeps_pace::KeepsPace;
pub use loads::after_script;
pub use related::{Bag, Number, Related, Relation};
pub use returns::Returned;
pub use same_graph::SameGraph;
pub use same_groups::{Merge, SameGroups};
pub use same_rows::SameRows;
pub use same_state::SameState;

use crate::{Case, Dialect, Evaluator, NoAnswer, Opinion, Response, Statement, Verdict};

/// What must hold of the answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The answer of one step is a table.
    Returns(Returned),
    /// The answers of some steps together have the same rows as those of others.
    SameRows(SameRows),
    /// The groups of one step's answer are those of other steps', merged.
    SameGroups(SameGroups),
    /// Bags of rows, or numbers, that answers come to are the same, or one is at most the other.
    Related(Related),
    /// Two steps read the same graph.
    SameGraph(SameGraph),
    /// Two sequences of statements answer with the same rows, statement by statement, and leave the same graph.
    SameState(SameState),
    /// A step does what the evaluator says of it: answers with rows or raises an error, and leaves a graph.
    Answers(Answers),
    /// A statement that an index can serve answers as the same without an index, and both as the evaluator says.
    IndexAgrees(IndexAgrees),
    /// Two statements with the same rows take about as long, however large the graph.
    KeepsPace(KeepsPace),
    /// A statement that demands more is not expected to have more rows.
    Estimated(Estimated),
    /// After loading, the database holds exactly the case's graph (step 0 is a snapshot).
    Loads,
    /// Every step ends with an answer or an ordinary error: no crash, no hang, no internal error.
    Survives,
}

/// The text of a step read again: the statement that a target's parser should see.
pub type Reread<'a> = dyn Fn(usize) -> Result<Statement, String> + 'a;

/// What each claim must do.
pub(crate) trait Behaviour {
    /// The verdict on responses of which none is a death or an error that decides by itself.
    fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict;

    /// Whether an ordinary error of a step is as good as an answer.
    fn forgives_error(&self, _step: usize) -> bool {
        false
    }

    /// Whether an error is an answer that the claim judges as it does rows, whatever may raise one.
    fn judges_errors(&self) -> bool {
        false
    }

    /// The steps whose statements the claim is about, in the order in which a reader wants them; the last is the one
    /// that a report names.
    fn steps(&self, case: &Case) -> Vec<usize>;

    /// The table claimed of a single step.
    fn table(&self) -> Option<(usize, &Returns)> {
        None
    }

    /// What the evaluator says of the one statement that the claim is about, when the claim is just that.
    fn stated(&self) -> Option<&Stated> {
        None
    }

    /// What the statement must be said to have changed, where that is claimed.
    fn counters(&self) -> Option<&Counters> {
        None
    }

    /// How many rows it is about; none when it is about no rows.
    fn counted_rows(&self) -> Option<usize> {
        self.table().map(|(_, returns)| returns.rows.len())
    }

    /// The same claim with what the evaluator states for the case as it is now.
    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer>;

    /// The same claim of statements that were made of one another anew, without what an evaluator states; none where the claim
    /// cannot do without.
    fn rederived(&self, _: &Case) -> Option<Claim> {
        None
    }

    /// What the evaluator says of the claim; `reread` gives the statements as they are sent.
    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion;

    /// The cases of the one statement whose answer is wrong, when the claim does not say which and the evaluator can tell:
    /// alone, then after the steps before it.
    fn accused(&self, _: &Case, _: &[Response], _: &Dialect, _: &dyn Evaluator) -> Vec<Case> {
        Vec::new()
    }

    /// Whether the claim is about the loading of the graph itself, so that a failure to load is an answer to it.
    fn is_about_loading(&self) -> bool {
        false
    }

    /// The same claim of a case that lacks a step; none when it is about that step.
    fn without(&self, step: usize) -> Option<Claim>;

    /// What a report calls the thing that fails when it is no statement.
    fn subject(&self, _: &Case) -> &'static str {
        "The database"
    }

    /// The graph that the step must read which fails, when the claim is about a graph.
    fn graph<'a>(&'a self, _: &'a Case, _: &'a [Response]) -> Option<&'a Graph> {
        None
    }

    /// What was measured, line by line: of what, and for each of the two statements that it is about.
    fn figures(&self, _: &Case, _: &[Response]) -> Vec<[String; 3]> {
        Vec::new()
    }

    /// What must come back, in a sentence, when it is no table of one step.
    fn wanted(&self) -> &'static str;

    /// The same with the numbers of the steps, counted from 1, where it is about several.
    fn wanted_of_steps(&self) -> String {
        self.wanted().to_owned()
    }
}

impl Claim {
    /// The claim that a step answers with this table.
    pub fn returns(step: usize, returns: Returns) -> Claim {
        Claim::Returns(Returned { step, returns })
    }

    fn behaviour(&self) -> &dyn Behaviour {
        match self {
            Claim::Returns(claim) => claim,
            Claim::SameRows(claim) => claim,
            Claim::SameGroups(claim) => claim,
            Claim::Related(claim) => claim,
            Claim::SameGraph(claim) => claim,
            Claim::SameState(claim) => claim,
            Claim::Answers(claim) => claim,
            Claim::IndexAgrees(claim) => claim,
            Claim::KeepsPace(claim) => claim,
            Claim::Estimated(claim) => claim,
            Claim::Loads => &loads::Loads,
            Claim::Survives => &survives::Survives,
        }
    }

    pub(crate) fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        self.behaviour().judge(case, responses, dialect)
    }

    pub(crate) fn forgives_error(&self, step: usize) -> bool {
        self.behaviour().forgives_error(step)
    }

    /// Whether an error is an answer that the claim judges as it does rows, whatever may raise one.
    pub fn judges_errors(&self) -> bool {
        self.behaviour().judges_errors()
    }

    /// The steps whose statements the claim is about; the last is the one that a report names.
    pub fn steps(&self, case: &Case) -> Vec<usize> {
        self.behaviour().steps(case)
    }

    /// The table claimed of a single step: the step's index and the table.
    pub fn table(&self) -> Option<(usize, &Returns)> {
        self.behaviour().table()
    }

    /// What the evaluator says of the one statement that the claim is about, when the claim is just that.
    pub fn stated(&self) -> Option<&Stated> {
        self.behaviour().stated()
    }

    /// What the statement must be said to have changed, where that is claimed.
    pub fn counters(&self) -> Option<&Counters> {
        self.behaviour().counters()
    }

    /// How many rows it is about, as many as there can be where it does not say; none when it is about no rows.
    pub fn counted_rows(&self) -> Option<usize> {
        self.behaviour().counted_rows()
    }

    /// The claim as the evaluator states it for the case as it is now. Errors: why it has no statement of it.
    pub fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        self.behaviour().restated(case, evaluator)
    }

    /// The claim for the case as it is now: as the evaluator states it, or, where that knows no answer and `follows` says that the
    /// derived statements are what rewrites make of the others, as it follows from them. Errors: why there is neither, or what
    /// the evaluator has against it.
    pub fn stated_anew(&self, case: &Case, evaluator: &dyn Evaluator, follows: bool) -> Result<Claim, NoAnswer> {
        let none = match self.restated(case, evaluator) {
            Ok(claim) => return Ok(claim),
            Err(none) => none,
        };
        let own = |step: usize| case.statement(step).cloned().ok_or_else(|| format!("step {step} runs no statement"));
        match (self.opinion(case, &own, evaluator), self.behaviour().rederived(case)) {
            (Opinion::Unconfirmed(_), Some(claim)) if follows => Ok(claim),
            _ => Err(none),
        }
    }

    /// What the evaluator says of the claim; `reread` gives the statement of a step as its text is parsed again.
    pub fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        self.behaviour().opinion(case, reread, evaluator)
    }

    /// The same claim of the case that lacks a step; none when it is about that step.
    pub fn without(&self, step: usize) -> Option<Claim> {
        self.behaviour().without(step)
    }

    /// Whether the claim is about the loading of the graph itself, so that a failure to load is an answer to it.
    pub fn is_about_loading(&self) -> bool {
        self.behaviour().is_about_loading()
    }

    /// The cases of the one statement whose answer is wrong, when the claim does not say which and the evaluator can tell:
    /// alone, then after the steps before it, which an engine may need to go wrong.
    pub fn accused(
        &self,
        case: &Case,
        responses: &[Response],
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Vec<Case> {
        self.behaviour().accused(case, responses, dialect, evaluator)
    }

    /// What a report calls the thing that fails when it is no statement.
    pub fn subject(&self, case: &Case) -> &'static str {
        self.behaviour().subject(case)
    }

    /// The graph that the step must read which fails, when the claim is about a graph.
    pub fn graph<'a>(&'a self, case: &'a Case, responses: &'a [Response]) -> Option<&'a Graph> {
        self.behaviour().graph(case, responses)
    }

    /// What was measured, line by line: of what, and for each of the two statements that it is about, in the order of
    /// [`Claim::steps`]. Empty where nothing is measured.
    pub fn figures(&self, case: &Case, responses: &[Response]) -> Vec<[String; 3]> {
        self.behaviour().figures(case, responses)
    }

    /// What must come back, in a sentence, when it is no table of one step.
    pub fn wanted(&self) -> &'static str {
        self.behaviour().wanted()
    }

    /// The same with the numbers of the steps, counted from 1, where it is about several.
    pub fn wanted_of_steps(&self) -> String {
        self.behaviour().wanted_of_steps()
    }
}

/// Where a step stands after another one is gone; none for that one itself.
pub(crate) fn moved(step: usize, gone: usize) -> Option<usize> {
    match step.cmp(&gone) {
        Ordering::Less => Some(step),
        Ordering::Equal => None,
        Ordering::Greater => Some(step - 1),
    }
}

#[cfg(test)]
mod tests {
    use graphlance_graph::Returns;

    use super::*;

    #[test]
    fn a_claim_follows_its_steps_when_another_one_goes() {
        let returns = |step| Claim::returns(step, Returns::bag([], Vec::new()));
        assert_eq!(returns(2).without(0), Some(returns(1)));
        assert_eq!(returns(2).without(3), Some(returns(2)));
        assert_eq!(returns(2).without(2), None);
        let same = |left: &[usize], right: &[usize]| {
            Claim::SameRows(SameRows { columns: Vec::new(), left: left.to_vec(), right: right.to_vec() })
        };
        assert_eq!(same(&[1], &[2, 4]).without(3), Some(same(&[1], &[2, 3])));
        assert_eq!(same(&[1], &[2, 4]).without(0), Some(same(&[0], &[1, 3])));
        assert_eq!(same(&[1], &[2, 4]).without(4), None);
        let graphs = |before, after| Claim::SameGraph(SameGraph { before, after });
        assert_eq!(graphs(0, 4).without(2), Some(graphs(0, 3)));
        assert_eq!((graphs(0, 4).without(0), graphs(0, 4).without(4)), (None, None));
        assert_eq!(Claim::Loads.without(0), None);
        assert_eq!(Claim::Loads.without(1), Some(Claim::Loads));
        assert_eq!(Claim::Survives.without(0), Some(Claim::Survives));
    }
}
