//! Loading a graph by a random script of writing statements.
//!
//! The script creates elements with wrong labels and properties and mends them, merges, creates elements too many and
//! deletes them, deletes right ones and creates them again. A model of the database is kept beside it, so that every
//! step has one known effect, and the script ends when the model is the wanted graph. Elements are addressed by their
//! unique integer property `id`.

mod change;
mod create;
mod delete;
mod model;
mod pattern;
mod small;

use graphlance_cypher::{Clause, Dialect, Feature, SingleQuery, Statement};
use graphlance_graph::random_graph::random_value;
use graphlance_graph::schema::Schema;
use graphlance_graph::{Graph, Name, Properties, Random, Value, ValueDomain};

use model::Model;
pub use small::small_change;

/// Statements that leave exactly `graph` in an empty database, drawn from what the dialect has.
///
/// Every statement is deterministic and ends without RETURN. A graph whose elements carry no unique integer `id` is
/// created by one statement.
pub fn random_script(random: &mut Random, graph: &Graph, dialect: &Dialect) -> Vec<Statement> {
    let Some(goal) = Model::of(graph) else { return create::everything(graph) };
    let detours =
        if UNDO.iter().all(|feature| dialect.has(*feature)) { random.between(2, 6 + goal.size() / 3) } else { 0 };
    let next_id = goal.largest_id().saturating_add(1);
    let now = Model::default();
    let mut script =
        Script { random, dialect, schema: &graph.schema, goal, now, statements: Vec::new(), detours, next_id };
    script.write();
    script.statements
}

/// At most `count` statements that write, one after the other, to a database that holds `graph`, drawn from what the dialect has.
///
/// Every statement is deterministic and ends without RETURN; nodes keep their labels where the dialect does not let them have
/// any number. None for a graph whose elements carry no unique integer `id`, or where the dialect cannot change elements.
pub fn random_changes(random: &mut Random, graph: &Graph, dialect: &Dialect, count: usize) -> Vec<Statement> {
    let Some(goal) = Model::of(graph).filter(|_| UNDO.iter().all(|feature| dialect.has(*feature))) else {
        return Vec::new();
    };
    let (next_id, now, schema) = (goal.largest_id().saturating_add(1), goal.clone(), &graph.schema);
    let detours = ATTEMPTS * count;
    let mut script = Script { random, dialect, schema, goal, now, statements: Vec::new(), detours, next_id };
    for _ in 0..detours {
        if script.statements.len() >= count {
            break;
        }
        script.take_step_that_may_be_said();
    }
    script.statements.truncate(count);
    script.statements
}

/// Steps that are tried for each of the statements that are wanted.
const ATTEMPTS: usize = 20;

/// What it takes to take back a detour.
const UNDO: &[Feature] = &[Feature::Match, Feature::Set, Feature::Remove, Feature::Delete, Feature::DetachDelete];

/// A step that may be applicable: writes a statement and tells so.
type Step = fn(&mut Script<'_>) -> bool;

/// The kinds of step with their weights. Those before the detours bring the model nearer to the goal, and whenever the
/// goal is not reached one of them is applicable.
const STEPS: &[(f64, Step)] = &[
    (4.0, |script| script.create_nodes()),
    (2.0, |script| script.create_nodes_from_rows()),
    (1.0, |script| script.create_nodes_in_loop()),
    (2.0, |script| script.merge_new_node()),
    (1.5, |script| script.create_path()),
    (1.0, |script| script.merge_path()),
    (5.0, |script| script.create_relationship()),
    (3.0, |script| script.create_relationships_from_rows()),
    (2.0, |script| script.merge_new_relationship()),
    (2.0, |script| script.create_from_node()),
    (3.0, |script| script.mend_node()),
    (1.0, |script| script.mend_nodes_from_rows()),
    (1.5, |script| script.mend_node_by_merge()),
    (3.0, |script| script.mend_relationship()),
    (1.5, |script| script.mend_relationship_by_merge()),
    (1.5, |script| script.delete_superfluous_node()),
    (1.0, |script| script.delete_superfluous_nodes()),
    (1.5, |script| script.delete_superfluous_relationship()),
    (0.5, |script| script.create_superfluous_node()),
    (0.5, |script| script.create_superfluous_relationship()),
    (0.3, |script| script.delete_wanted_node()),
    (0.5, |script| script.delete_wanted_relationship()),
    (0.7, |script| script.spoil_node()),
    (0.7, |script| script.spoil_relationship()),
];

/// A script in the making.
struct Script<'a> {
    random: &'a mut Random,
    dialect: &'a Dialect,
    schema: &'a Schema,
    /// What the database is to hold.
    goal: Model,
    /// What it holds after the statements so far.
    now: Model,
    statements: Vec<Statement>,
    /// How many more steps may lead away from the goal.
    detours: usize,
    /// The next id of an element that is not wanted.
    next_id: i64,
}

impl Script<'_> {
    fn write(&mut self) {
        while self.now != self.goal {
            self.take_step();
        }
    }

    /// Takes a step, and takes it back where a node would have labels that the dialect does not allow.
    fn take_step_that_may_be_said(&mut self) {
        let (before, written) = (self.now.clone(), self.statements.len());
        self.take_step();
        let [least, most] = self.dialect.values.node_labels;
        let relabels = self.dialect.values.node_labels == ValueDomain::default().node_labels;
        let keeps = |(id, node): (&i64, &model::NodeState)| {
            let same = before.nodes.get(id).is_none_or(|old| old.labels == node.labels);
            (relabels || same) && (least..=most).contains(&node.labels.len())
        };
        if !self.now.nodes.iter().all(keeps) {
            self.statements.truncate(written);
            self.now = before;
        }
    }

    fn take_step(&mut self) {
        let weights: Vec<f64> = STEPS.iter().map(|(weight, _)| *weight).collect();
        if let Some((_, step)) = self.random.weighted(&weights).and_then(|index| STEPS.get(index)) {
            step(self);
        }
    }

    /// Adds a statement. True, so that a step may end with it.
    fn add(&mut self, clauses: Vec<Clause>) -> bool {
        self.statements.push(SingleQuery { clauses }.into());
        true
    }

    fn has(&self, features: &[Feature]) -> bool {
        features.iter().all(|feature| self.dialect.has(*feature))
    }

    /// Whether a detour is left; uses it up.
    fn detour(&mut self) -> bool {
        let left = self.detours > 0;
        self.detours = self.detours.saturating_sub(1);
        left
    }

    /// By chance a detour.
    fn strays(&mut self) -> bool {
        self.detours > 0 && self.random.chance(0.3) && self.detour()
    }

    fn fresh_id(&mut self) -> i64 {
        let id = self.next_id;
        self.next_id = self.next_id.saturating_add(1);
        id
    }

    /// A key beside `id` with a random value of its kind.
    fn random_entry(&mut self) -> Option<(Name, Value)> {
        let keys: Vec<_> = self.schema.keys.iter().filter(|key| key.name != model::ID).collect();
        let key = self.random.pick(&keys)?;
        Some((key.name.clone(), random_value(self.random, key.kind, 0.1, &self.dialect.values)))
    }

    /// Properties with some missing, wrong or too many; the id stays.
    fn spoiled(&mut self, wanted: &Properties) -> Properties {
        let keep = self.random.unit();
        let mut spoiled = wanted.clone();
        spoiled.retain(|key, _| key == model::ID || self.random.chance(keep));
        for _ in 0..self.random.between(0, 2) {
            spoiled.extend(self.random_entry());
        }
        spoiled
    }

    /// The labels of a node that is to be mended later.
    fn spoiled_labels(&mut self) -> std::collections::BTreeSet<Name> {
        let most = if self.has(&[Feature::MultipleLabels]) { 3 } else { 1 };
        let count = self.random.between(0, most);
        self.random.sample(&self.schema.labels, count).into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
