//! What is counted and added up of parts.

use graphlance_case::{Number, Relation};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Name, Value};

use super::asking::quoted;
use super::{TraversalNeed, TraversalRelation, Walking};
use crate::relations::Asked;

/// The parts have as many objects as the whole (GDBMeter, *Partition*, which counts).
pub(super) const COUNTED: TraversalRelation = TraversalRelation {
    name: "count_of_parts",
    oracle: "aggregation",
    page: "What a traversal gives is as much as what passes a filter and what does not.",
    needs: &[TraversalNeed::TwoValuedFilters],
    writes: false,
    make: counted,
};

/// What passes a filter is counted, and so is what the filter, as a value, is true of (NoREC).
pub(super) const COUNTED_AS_VALUES: TraversalRelation = TraversalRelation {
    name: "count_as_values",
    oracle: "aggregation",
    page: "As much passes a filter as ones and zeros for what it is true of and what it is not add up to.",
    needs: &[],
    writes: false,
    make: as_values,
};

/// Their integers add up to those of the whole, where they are so small that nothing overflows, which versions treat differently.
pub(super) const SUMMED: TraversalRelation = TraversalRelation {
    name: "sum_of_parts",
    oracle: "aggregation",
    page: "The integers of what passes a filter and of what does not add up to those of all.",
    needs: &[TraversalNeed::TwoValuedFilters],
    writes: false,
    make: summed,
};

/// Adds up what comes, and nothing to zero: `sum` alone gives nothing of nothing, and `fold` with a seed takes equal objects that
/// come together for one.
const SUM: &str = ".inject(0L).sum()";
/// What integers that are added up are at most.
const SMALL: u64 = 1 << 40;

fn parts(ask: impl Fn(&str) -> String, filter: &str) -> Asked {
    let texts = [ask(""), ask(&format!(".{filter}")), ask(&format!(".not(__.{filter})"))];
    let sum = Number::Sum(vec![Number::Value(1), Number::Value(2)]);
    Asked::of(texts, Relation::Equal(Number::Value(0), sum))
}

fn counted(asking: &mut Walking<'_>) -> Option<Asked> {
    let (vertices, filter) = (asking.vertices()?, asking.filter()?);
    Some(parts(|part| format!("{vertices}{part}.count()"), &filter))
}

fn as_values(asking: &mut Walking<'_>) -> Option<Asked> {
    let (vertices, filter) = (asking.vertices()?, asking.filter()?);
    let texts = [
        format!("{vertices}.{filter}.count()"),
        format!("{vertices}.choose(__.{filter}, __.constant(1L), __.constant(0L)){SUM}"),
    ];
    Some(Asked::of(texts, Relation::Equal(Number::Value(0), Number::Value(1))))
}

fn summed(asking: &mut Walking<'_>) -> Option<Asked> {
    let of = asking.of_nodes();
    let is_small = |value: &Value| matches!(value, Value::Integer(value) if value.unsigned_abs() <= SMALL);
    let mut keys: Vec<&Name> = asking.graph.schema.keys.iter().map(|key| &key.name).collect();
    keys.retain(|key| **key != *ID && of.iter().filter_map(|properties| properties.get(*key)).all(is_small));
    let key = quoted(asking.random.pick(&keys)?);
    let (vertices, filter) = (asking.vertices()?, asking.filter()?);
    Some(parts(|part| format!("{vertices}{part}.values({key}){SUM}"), &filter))
}
