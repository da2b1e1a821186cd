//! Results after a property was set.

use graphlance_case::{Bag, Relation};
use graphlance_graph::{Properties, Value};

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

fn updated(asking: &mut Asking<'_>, hidden: bool) -> Option<Asked> {
    let label = asking.random.pick(&asking.graph.schema.labels)?.clone();
    let labelled = asking.graph.nodes().filter(|node| node.labels.contains(&label));
    let of: Vec<&Properties> = labelled.map(|node| &node.properties).collect();
    let (key, value) = asking.integer_of(&of)?;
    let has = |properties: &&&Properties| properties.get(&key) == Some(&Value::Integer(value));
    let fitting: Vec<i64> =
        of.iter().filter(|properties| has(properties) == hidden).filter_map(|properties| id_of(properties)).collect();
    let id = *asking.random.pick(&fitting)?;
    let set = if hidden { value.checked_add(1)? } else { value };
    let ask = match asking.random.chance(0.5) {
        true => format!("MATCH (n:{label}) WHERE n.{key} = {value} RETURN n.id AS id"),
        false => format!("MATCH (n:{label} {{{key}: {value}}}) RETURN n.id AS id"),
    };
    let update = format!("MATCH (n {{id: {id}}}) SET n.{key} = {set}");
    let one = Bag::Given(vec![vec![Value::Integer(id)]]);
    let (before, after) = (Bag::Rows(0), Bag::Rows(2));
    let relation = match hidden {
        true => Relation::Same(vec![before, Bag::Together(vec![after, one])]),
        false => Relation::Same(vec![after, Bag::Together(vec![before, one])]),
    };
    Some(Asked::of([ask.clone(), update, ask], relation))
}
