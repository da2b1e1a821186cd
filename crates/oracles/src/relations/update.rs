//! Results after a property was set.

use graphlance_case::{Bag, Relation};
use graphlance_graph::{Name, Properties, Value};

use super::asking::id_of;
use super::{Asked, Asking, GraphRelation};

/// A node that has another value is not found by the one that it had (Gamera, *Update*).
pub(super) const HIDDEN: GraphRelation = GraphRelation {
    name: "hidden_by_an_update",
    page: "A node whose property gets another value is not found by the one that it had; all others are.",
    needs: &[],
    writes: true,
    anchored: false,
    make: |asking| updated(asking, true),
};

/// A node that gets a value is found by it.
pub(super) const SHOWN: GraphRelation = GraphRelation {
    name: "shown_by_an_update",
    page: "A node whose property gets a value is found by it, beside all that were.",
    needs: &[],
    writes: true,
    anchored: false,
    make: |asking| updated(asking, false),
};

/// A node whose property gets a value, and the value by which it is looked for: what it had, or what it gets.
pub(crate) struct Updated {
    pub(crate) id: i64,
    pub(crate) label: Name,
    pub(crate) key: Name,
    pub(crate) value: i64,
    pub(crate) set: i64,
    hidden: bool,
}

impl<D> Asking<'_, D> {
    /// `hidden`: whether the node has the value by which it is looked for, and gets another.
    pub(crate) fn updated(&mut self, hidden: bool) -> Option<Updated> {
        let label = self.random.pick(&self.graph.schema.labels)?.clone();
        let labelled = self.graph.nodes().filter(|node| node.labels.contains(&label));
        let of: Vec<&Properties> = labelled.map(|node| &node.properties).collect();
        let (key, value) = self.integer_of(&of)?;
        let has = |properties: &&&Properties| properties.get(&key) == Some(&Value::Integer(value));
        let fitting = of.iter().filter(|properties| has(properties) == hidden);
        let fitting: Vec<i64> = fitting.filter_map(|properties| id_of(properties)).collect();
        let id = *self.random.pick(&fitting)?;
        let set = if hidden { value.checked_add(1)? } else { value };
        Some(Updated { id, label, key, value, set, hidden })
    }
}

impl Updated {
    /// What looks for nodes by the value, what sets the property, and the first again.
    pub(crate) fn asked(&self, ask: String, update: String) -> Asked {
        let one = Bag::Given(vec![vec![Value::Integer(self.id)]]);
        let (before, after) = (Bag::Rows(0), Bag::Rows(2));
        let relation = match self.hidden {
            true => Relation::Same(vec![before, Bag::Together(vec![after, one])]),
            false => Relation::Same(vec![after, Bag::Together(vec![before, one])]),
        };
        Asked::of([ask.clone(), update, ask], relation)
    }
}

fn updated(asking: &mut Asking<'_>, hidden: bool) -> Option<Asked> {
    let updated = asking.updated(hidden)?;
    let Updated { id, label, key, value, set, .. } = &updated;
    let ask = match asking.random.chance(0.5) {
        true => format!("MATCH (n:{label}) WHERE n.{key} = {value} RETURN n.id AS id"),
        false => format!("MATCH (n:{label} {{{key}: {value}}}) RETURN n.id AS id"),
    };
    let update = format!("MATCH (n {{id: {id}}}) SET n.{key} = {set}");
    Some(updated.asked(ask, update))
}
