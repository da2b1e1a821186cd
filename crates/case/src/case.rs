//! Cases: graph, script, claim and lineage as serialisable data.

mod lines;
mod state;
mod written;

use std::sync::Arc;

use graphlance_graph::{Graph, Name, Renaming};
use serde::{Deserialize, Serialize};

pub use lines::Line;

use crate::language::{LANGUAGES, PlanSwitch};
use crate::{Claim, Dialect, Lineage, Statement, Step};

/// The version of the JSON form of [`Case`]. A case of another version is refused with an error that names both.
pub const CASE_VERSION: u32 = 1;

/// A case: everything needed to run it again, on another machine, without generator and seed. `S`: a statement; in a file
/// that is read it is a text until its language is known ([`Case::parsed`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case<S = Statement> {
    /// [`CASE_VERSION`].
    pub version: u32,
    /// The language of its statements.
    #[serde(default = "first_language", skip_serializing_if = "is_first_language")]
    pub language: Name,
    /// The name of the dialect its statements were generated for.
    pub dialect: Name,
    /// The graph that is loaded before the first step.
    pub graph: Arc<Graph>,
    /// How it is loaded.
    #[serde(default = "Load::default")]
    pub load: Load<S>,
    /// The switches that change the target's plans and under which the steps run: name and value of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<(Name, Name)>,
    /// What is run after it.
    pub steps: Vec<Step<S>>,
    /// What must hold.
    pub claim: Claim,
    /// Where the case comes from.
    pub lineage: Lineage,
}

/// The language of a case file that names none.
fn first_language() -> Name {
    LANGUAGES.first().map(|language| language.name().into()).unwrap_or_default()
}

fn is_first_language(name: &Name) -> bool {
    *name == first_language()
}

impl Case {
    /// A case on a graph in a dialect: no step and no switch yet, loaded at once.
    pub fn new(dialect: &Dialect, graph: Arc<Graph>, claim: Claim, lineage: Lineage) -> Case {
        Case {
            version: CASE_VERSION,
            language: dialect.language().name().into(),
            dialect: dialect.name().clone(),
            graph,
            load: Load::Create,
            plan: Vec::new(),
            steps: Vec::new(),
            claim,
            lineage,
        }
    }

    /// A statement of its steps as it is sent: the switches before it. Whatever is sent, timed, shown as sent or handed to
    /// others comes from here.
    pub fn sent(&self, statement: &Statement, dialect: &Dialect) -> String {
        self.prefixed(statement, &statement.print(dialect))
    }

    /// As [`Case::sent`], of a statement that is printed already, for a report that breaks its lines. Under the switches go the
    /// statements that the claim is about: those that lead there are planned once for all cases, and what changes the schema has no
    /// plan.
    pub fn prefixed(&self, statement: &Statement, text: &str) -> String {
        let claimed = || self.claim.steps(self).into_iter().any(|step| self.statement(step) == Some(statement));
        match self.plan.as_slice() {
            switches if !switches.is_empty() && !statement.changes_schema() && claimed() => {
                statement.language().under_switches(text, switches)
            }
            _ => text.to_owned(),
        }
    }

    /// Leaves out the switches that a dialect does not have, for a target of another engine; those, as `name=value`.
    pub fn keep_switches_of(&mut self, dialect: &Dialect) -> Vec<String> {
        let has = |(name, value): &(Name, Name)| {
            dialect.plans().iter().any(|switch| switch.name == *name && switch.values.contains(value))
        };
        let (kept, left_out): (Vec<_>, Vec<_>) = std::mem::take(&mut self.plan).into_iter().partition(has);
        self.plan = kept;
        left_out.iter().map(|(name, value)| PlanSwitch::written(name, value)).collect()
    }

    /// The statement of a step; none when the step runs none.
    pub fn statement(&self, step: usize) -> Option<&Statement> {
        self.steps.get(step)?.statement()
    }

    /// The statements of its steps, in order.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.steps.iter().filter_map(Step::statement)
    }

    /// Gives every name of the case a new one: what its steps, its graph and its loading script call things, in this order.
    /// Statements of a script have variables of their own, which are left out.
    pub fn collect_names(&self, names: &mut Renaming) {
        self.statements().for_each(|statement| statement.collect_names(names, true));
        names.graph(&self.graph);
        self.load.script().iter().for_each(|statement| statement.collect_names(names, false));
    }

    /// The statement that the claim is about, or the last of them; none when it is about no statement.
    pub fn claimed_statement(&self) -> Option<&Statement> {
        self.statement(*self.claim.steps(self).last()?)
    }
}

/// How a graph gets into a database. Indexes are created first, elements after, then the driver waits for the indexes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load<S = Statement> {
    /// By one statement per index and one CREATE of everything.
    #[default]
    Create,
    /// By these statements, which leave exactly the graph. All cases of a round share them.
    Script(Arc<Vec<S>>),
}

impl<S> Load<S> {
    /// The statements of the script; none without one.
    pub fn script(&self) -> &[S] {
        match self {
            Load::Create => &[],
            Load::Script(script) => script,
        }
    }
}

#[cfg(test)]
mod tests {
    use graphlance_graph::Returns;

    use super::*;
    use crate::language::{Cypher, Language};

    #[test]
    fn switches_stand_before_the_text_and_those_of_other_engines_can_be_left_out() {
        let standard = Cypher.standard();
        let asking = |text: &str| {
            let statements = ["CREATE ()", text].map(|text| Cypher.parse(text).expect("a statement"));
            let claim = Claim::returns(1, Returns::bag([], Vec::new()));
            let case = Case::new(&standard, Arc::default(), claim, Lineage::default());
            Case { steps: statements.map(Step::run).to_vec(), ..case }
        };
        let mut case = asking("RETURN 1");
        case.plan = [("runtime", "slotted"), ("planner", "none such")].map(|(a, b)| (a.into(), b.into())).to_vec();
        let statement = case.steps[1].statement().expect("a statement").clone();
        let leads = case.steps[0].statement().expect("a statement").clone();
        assert_eq!(case.sent(&leads, &standard), "CREATE ()");
        assert_eq!(case.sent(&statement, &standard), "CYPHER runtime=slotted planner=none such RETURN 1");
        let neo4j = Cypher.dialect("neo4j").expect("Neo4j's dialect");
        assert_eq!(case.keep_switches_of(&neo4j), ["planner=none such"]);
        assert_eq!(case.sent(&statement, &standard), "CYPHER runtime=slotted RETURN 1");
        case.plan.push(("PROFILE".into(), "".into()));
        assert_eq!(case.sent(&statement, &standard), "CYPHER runtime=slotted PROFILE RETURN 1");
        assert!(case.keep_switches_of(&neo4j).is_empty());
        assert_eq!(case.keep_switches_of(&standard), ["runtime=slotted", "PROFILE"]);
        let indexed = asking("CREATE INDEX FOR (n:A) ON (n.k)");
        let (plan, created) = (case.plan.clone(), indexed.steps[1].statement().expect("a statement").clone());
        assert!(!Case { plan, ..indexed }.sent(&created, &standard).contains("PROFILE"));
        let given = Case { plan: vec![("PROFILE".into(), "".into())], ..asking("CYPHER a = 1 RETURN $a") };
        let asked = given.steps[1].statement().expect("a statement");
        assert_eq!(given.sent(asked, &neo4j), "CYPHER a = 1 PROFILE RETURN $a");
        case.plan.clear();
        assert_eq!(case.sent(&statement, &standard), "RETURN 1");
    }
}
