//! Results after a property was set.

use graphlance_gremlin::token::Cardinality;

use super::asking::quoted;
use super::{TraversalRelation, Walking};
use crate::relations::{Asked, Updated};

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
    let updated = asking.updated(hidden)?;
    let Updated { id, value, set, .. } = updated;
    let (label, key) = (quoted(&updated.label), quoted(&updated.key));
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
    Some(updated.asked(ask, update))
}
