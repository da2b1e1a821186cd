//! Results after a property was set.

use graphlance_case::{Bag, Relation};
use graphlance_graph::{Properties, Value};
use graphlance_gremlin::token::Cardinality;

use super::asking::quoted;
use super::{TraversalRelation, Walking};
use crate::relations::{Asked, id_of};

/// A vertex that has another value is not found by the one that it had (Gamera, *Update*).
pub(super) const HIDDEN: TraversalRelation = TraversalRelation {
    name: "hidden_by_an_update",
    oracle: "gamera",
    page: "A vertex whose property gets another value is not found by the one that it had; all others are.",
    needs: &[],
    writes: true,
    make: |asking| updated(asking, true),
};

/// A vertex that gets a value is found by it.
pub(super) const SHOWN: TraversalRelation = TraversalRelation {
    name: "shown_by_an_update",
    oracle: "gamera",
    page: "A vertex whose property gets a value is found by it, beside all that were.",
    needs: &[],
    writes: true,
    make: |asking| updated(asking, false),
};

fn updated(asking: &mut Walking<'_>, hidden: bool) -> Option<Asked> {
    let label = asking.random.pick(&asking.graph.schema.labels)?.clone();
    let labelled = asking.graph.nodes().filter(|node| node.labels.contains(&label));
    let of: Vec<&Properties> = labelled.map(|node| &node.properties).collect();
    let (key, value) = asking.integer_of(&of)?;
    let has = |properties: &&&Properties| properties.get(&key) == Some(&Value::Integer(value));
    let fitting: Vec<i64> =
        of.iter().filter(|properties| has(properties) == hidden).filter_map(|properties| id_of(properties)).collect();
    let id = *asking.random.pick(&fitting)?;
    let set = if hidden { value.checked_add(1)? } else { value };
    let (label, key) = (quoted(&label), quoted(&key));
    let ask = match asking.random.chance(0.5) {
        true => format!("g.V().hasLabel({label}).has({key}, {value}L).values(\"id\")"),
        false => format!("g.V().has({label}, {key}, P.within({value}L)).values(\"id\")"),
    };
    // Beside the value that was there another would leave that.
    let single = match asking.dialect.dialect.deviations.cardinality {
        Cardinality::Single => "",
        _ => "single, ",
    };
    let update = format!("{}.property({single}{key}, {set}L)", Walking::at(id));
    let one = Bag::Given(vec![vec![Value::Integer(id)]]);
    let (before, after) = (Bag::Rows(0), Bag::Rows(2));
    let relation = match hidden {
        true => Relation::Same(vec![before, Bag::Together(vec![after, one])]),
        false => Relation::Same(vec![after, Bag::Together(vec![before, one])]),
    };
    Some(Asked::of([ask.clone(), update, ask], relation))
}
