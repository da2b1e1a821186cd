//! Cases: graph, script, claim and lineage as serialisable data.

mod texts;

use std::borrow::Cow;
use std::sync::Arc;

use graphlance_cypher::{Dialect, Statement, print};
use graphlance_graph::{Graph, Name};
use serde::{Deserialize, Serialize};

use crate::{Answer, Claim, Evaluator, NoAnswer};

/// The version of the JSON form of [`Case`]. A case of another version is refused with an error that names both.
pub const CASE_VERSION: u32 = 1;

/// A case: everything needed to run it again, on another machine, without generator and seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// [`CASE_VERSION`].
    pub version: u32,
    /// The name of the dialect its statements were generated for.
    pub dialect: Name,
    /// The graph that is loaded before the first step.
    pub graph: Arc<Graph>,
    /// How it is loaded.
    #[serde(default)]
    pub load: Load,
    /// The switches that change the target's plans and under which the steps run: name and value of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<(Name, Name)>,
    /// What is run after it.
    #[serde(deserialize_with = "texts::steps")]
    pub steps: Vec<Step>,
    /// What must hold.
    pub claim: Claim,
    /// Where the case comes from.
    pub lineage: Lineage,
}

impl Case {
    /// A statement of its steps as it is sent: the switches before it. Whatever is sent, timed, shown as sent or handed to
    /// others comes from here.
    pub fn sent(&self, statement: &Statement, dialect: &Dialect) -> String {
        self.prefixed(&print(statement, dialect))
    }

    /// As [`Case::sent`], of a statement that is printed already, for a report that breaks its lines.
    pub fn prefixed(&self, text: &str) -> String {
        if self.plan.is_empty() {
            return text.to_owned();
        }
        let switches: Vec<String> = self.plan.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("CYPHER {} {text}", switches.join(" "))
    }
}

impl Case {
    /// Leaves out the switches that a dialect does not have, for a target of another engine; those, as `name=value`.
    pub fn keep_switches_of(&mut self, dialect: &Dialect) -> Vec<String> {
        let has = |(name, value): &(Name, Name)| {
            dialect.plans.iter().any(|switch| switch.name == *name && switch.values.contains(value))
        };
        let (kept, left_out): (Vec<_>, Vec<_>) = std::mem::take(&mut self.plan).into_iter().partition(has);
        self.plan = kept;
        left_out.into_iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// The statement of a step; none when the step runs none.
    pub fn statement(&self, step: usize) -> Option<&Statement> {
        match self.steps.get(step)? {
            Step::Run(statement) => Some(statement),
            Step::Snapshot => None,
        }
    }

    /// The statement that the claim is about, or the last of them; none when it is about no statement.
    pub fn claimed_statement(&self) -> Option<&Statement> {
        self.statement(*self.claim.steps(self).last()?)
    }

    /// The graph that a step finds, by the evaluator. Errors: why it has none.
    pub fn state_before(&self, step: usize, evaluator: &dyn Evaluator) -> Result<Cow<'_, Graph>, NoAnswer> {
        let mut state = Cow::Borrowed(&*self.graph);
        for earlier in 0..step {
            let Some(statement) = self.statement(earlier) else { continue };
            if let Some(after) = evaluator.evaluate(&state, statement)?.graph {
                state = Cow::Owned(after);
            }
        }
        Ok(state)
    }

    /// What a step must answer, by the evaluator. Errors: why it has no answer.
    pub fn answer(&self, step: usize, evaluator: &dyn Evaluator) -> Result<Answer, NoAnswer> {
        let state = self.state_before(step, evaluator)?;
        let statement = self.statement(step);
        let missing = || NoAnswer::Undecided(format!("step {} runs no statement", step + 1));
        evaluator.evaluate(&state, statement.ok_or_else(missing)?)
    }
}

/// How a graph gets into a database. Indexes are created first, elements after, then the driver waits for the indexes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// By one statement per index and one CREATE of everything.
    #[default]
    Create,
    /// By these statements, which leave exactly the graph. All cases of a round share them.
    Script(#[serde(with = "texts::script")] Arc<Vec<Statement>>),
}

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Run a statement.
    Run(#[serde(with = "texts::statement")] Statement),
    /// Read the whole graph.
    Snapshot,
}

/// Where a case comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lineage {
    /// The oracle, e.g. `gqs`.
    pub oracle: Name,
    /// The hunt's seed.
    #[serde(default)]
    pub seed: u64,
    /// The round (graph) within the hunt.
    #[serde(default)]
    pub round: u64,
    /// The case within the round.
    #[serde(default)]
    pub index: u64,
    /// The profile's name.
    #[serde(default)]
    pub profile: Name,
    /// The size class drawn for the case.
    #[serde(default)]
    pub size_class: u8,
    /// The hash of the adaptation state under which it was generated.
    #[serde(default)]
    pub adaptation: String,
    /// Synthesis steps of the plan (0 when the case has no plan).
    #[serde(default)]
    pub plan_steps: usize,
    /// The rewrites that made the other statements of the first, in the order they were applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rewrites: Vec<Name>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_stand_before_the_text_and_those_of_other_engines_can_be_left_out() {
        let plan = [("runtime", "slotted"), ("planner", "none such")];
        let mut case = Case {
            version: CASE_VERSION,
            dialect: "neo4j".into(),
            graph: Arc::default(),
            load: Load::Create,
            plan: plan.map(|(name, value)| (name.into(), value.into())).to_vec(),
            steps: Vec::new(),
            claim: Claim::Loads,
            lineage: Lineage::default(),
        };
        assert_eq!(case.prefixed("RETURN 1"), "CYPHER runtime=slotted planner=none such RETURN 1");
        let neo4j = Dialect::built_in("neo4j").expect("Neo4j's dialect");
        assert_eq!(case.keep_switches_of(&neo4j), ["planner=none such"]);
        assert_eq!(case.prefixed("RETURN 1"), "CYPHER runtime=slotted RETURN 1");
        assert_eq!(case.keep_switches_of(&Dialect::standard()), ["runtime=slotted"]);
        assert_eq!(case.prefixed("RETURN 1"), "RETURN 1");
    }
}
