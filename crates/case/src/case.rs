//! Cases: graph, script, claim and lineage as serialisable data.

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
    pub steps: Vec<Step>,
    /// What must hold.
    pub claim: Claim,
    /// Where the case comes from.
    pub lineage: Lineage,
}

impl Case {
    /// A statement of its steps as it is sent: the switches before it.
    pub fn sent(&self, statement: &Statement, dialect: &Dialect) -> String {
        self.prefixed(&print(statement, dialect))
    }

    /// A printed statement with the case's switches before it.
    pub fn prefixed(&self, text: &str) -> String {
        if self.plan.is_empty() {
            return text.to_owned();
        }
        let switches: Vec<String> = self.plan.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("CYPHER {} {text}", switches.join(" "))
    }
}

impl Case {
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
    Script(#[serde(with = "statement_texts")] Arc<Vec<Statement>>),
}

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Run a statement.
    Run(#[serde(with = "statement_text")] Statement),
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
}

mod statement_text {
    use graphlance_cypher::{Dialect, Statement, parse, print};
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(statement: &Statement, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&print(statement, &Dialect::standard()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Statement, D::Error> {
        parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

mod statement_texts {
    use std::sync::Arc;

    use graphlance_cypher::{Dialect, Statement, parse, print};
    use serde::ser::SerializeSeq;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(statements: &Arc<Vec<Statement>>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(statements.len()))?;
        for statement in statements.iter() {
            sequence.serialize_element(&print(statement, &Dialect::standard()))?;
        }
        sequence.end()
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Vec<Statement>>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| parse(text)).collect::<Result<_, _>>().map(Arc::new).map_err(de::Error::custom)
    }
}
