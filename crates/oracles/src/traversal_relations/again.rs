//! One filter, asked in several ways.

use graphlance_case::{Bag, Relation};

use super::asking::{quoted, written};
use super::{TraversalNeed, TraversalRelation, Walking};
use crate::relations::Asked;

/// A filter lets an element through or does not (GDBMeter, *Partition*). In Gremlin a filter holds or not, and nothing in between:
/// `not(..)` lets through what its traversal gives nothing for, an element without the key included.
pub(super) const PARTS: TraversalRelation = TraversalRelation {
    name: "parts_by_a_filter",
    oracle: "partition",
    page: "What a traversal gives is what passes a filter and what does not, put together.",
    needs: &[TraversalNeed::TwoValuedFilters],
    writes: false,
    make: parts,
};

/// The same where a choice tells what passes from what does not: it takes an error for what does not.
pub(super) const PARTS_BY_CHOICE: TraversalRelation = TraversalRelation {
    name: "parts_by_a_choice",
    oracle: "partition",
    page: "What a traversal gives is what passes a filter and what a choice by that filter lets go the other way, put together.",
    needs: &[],
    writes: false,
    make: parts_by_choice,
};

/// A value passes a test or its negation; an element without the value passes neither (GDBMeter, *Partition*). Both are asked of
/// keys that have integers alone: up to 3.7 the negation of a test is its counterpart, and neither `lt` nor `gte` holds of NaN or
/// of values of different classes.
pub(super) const PARTS_BY_KEY: TraversalRelation = TraversalRelation {
    name: "parts_by_a_key",
    oracle: "partition",
    page: "What a traversal gives has a value that passes a test, one that passes the negation, or no value.",
    needs: &[],
    writes: false,
    make: parts_by_key,
};

/// What passes a filter is that of which the filter, as a value, is true (NoREC).
pub(super) const FILTERED_OR_NOT: TraversalRelation = TraversalRelation {
    name: "filter_as_value",
    oracle: "norec",
    page: "A filter lets through what it, as a value, is true of.",
    needs: &[],
    writes: false,
    make: as_value,
};

/// A result stays when a traversal demands what it has (GDBMeter, *Refinement*, which compares rows where that looks whether any is
/// left).
pub(super) const REFINED: TraversalRelation = TraversalRelation {
    name: "refined_by_a_value",
    oracle: "refinement",
    page: "A vertex that a filter lets through stays when a value that it has is demanded, too, wherever that stands.",
    needs: &[],
    writes: false,
    make: refined,
};

/// Results stay when all else is deleted (GDBMeter, *Non-empty Result*), where the filter looks at each vertex alone.
pub(super) const STAYING: TraversalRelation = TraversalRelation {
    name: "staying_without_others",
    oracle: "refinement",
    page: "What passes a filter stays when all that does not is deleted, and is then all there is.",
    needs: &[TraversalNeed::TwoValuedFilters],
    writes: true,
    make: staying,
};

fn parts(asking: &mut Walking<'_>) -> Option<Asked> {
    let (vertices, filter) = (asking.vertices()?, asking.filter()?);
    let others = match asking.random.chance(0.8) {
        true => format!("not(__.{filter})"),
        false => format!("where(__.{filter}.count().is(0))"),
    };
    Some(divided(&vertices, &filter, &others))
}

fn parts_by_choice(asking: &mut Walking<'_>) -> Option<Asked> {
    let (vertices, filter) = (asking.vertices()?, asking.filter()?);
    let turned = format!("__.choose(__.{filter}, __.constant(false), __.constant(true)).is(true)");
    let others = match asking.random.chance(0.5) {
        true => format!("where({turned})"),
        false => format!("choose(__.{filter}, __.limit(0))"),
    };
    Some(divided(&vertices, &filter, &others))
}

fn divided(vertices: &str, filter: &str, others: &str) -> Asked {
    let whole = format!("{vertices}.values(\"id\")");
    let [held, others] = [filter, others].map(|part| format!("{vertices}.{part}.values(\"id\")"));
    let parts = Bag::Together(vec![Bag::Rows(1), Bag::Rows(2)]);
    Asked::of([whole, held, others], Relation::Same(vec![Bag::Rows(0), parts]))
}

fn parts_by_key(asking: &mut Walking<'_>) -> Option<Asked> {
    let vertices = asking.vertices()?;
    let of = asking.of_nodes();
    let (key, value) = asking.integer_of(&of)?;
    let (_, other) = asking.integer_of(&of)?;
    let key = quoted(&key);
    let test = *asking.random.pick(&["eq", "neq", "lt", "lte", "gt", "gte"])?;
    let test = match asking.random.below(4) {
        0 => format!("P.{test}({value}L).or(P.eq({other}L))"),
        1 => format!("P.within({value}L, {other}L)"),
        _ => format!("P.{test}({value}L)"),
    };
    let negation = if asking.random.chance(0.5) { format!("P.not({test})") } else { format!("{test}.negate()") };
    let ask = |filter: String| format!("{vertices}{filter}.values(\"id\")");
    let texts = [
        ask(String::new()),
        ask(format!(".has({key}, {test})")),
        ask(format!(".has({key}, {negation})")),
        ask(format!(".hasNot({key})")),
    ];
    let parts = Bag::Together((1..texts.len()).map(Bag::Rows).collect());
    Some(Asked::of(texts, Relation::Same(vec![Bag::Rows(0), parts])))
}

fn as_value(asking: &mut Walking<'_>) -> Option<Asked> {
    let (vertices, filter) = (asking.vertices()?, asking.filter()?);
    let forms = [
        format!(
            "as(\"e\").choose(__.{filter}, __.constant(true), __.constant(false)).is(true).select(\"e\").values(\"id\")"
        ),
        format!(
            "project(\"e\", \"held\").by(\"id\").by(__.choose(__.{filter}, __.constant(1), __.constant(0)))\
             .where(__.select(\"held\").is(1)).select(\"e\")"
        ),
        format!("choose(__.{filter}, __.values(\"id\"), __.constant(-1L)).is(P.gte(0L))"),
        format!("coalesce(__.{filter}.values(\"id\"), __.constant(-1L)).is(P.gte(0L))"),
        format!("flatMap(__.{filter}).values(\"id\")"),
    ];
    let some = asking.random.sample(&forms, 2);
    let filtered = format!("{vertices}.{filter}.values(\"id\")");
    Some(Asked::same([filtered].into_iter().chain(some.iter().map(|form| format!("{vertices}.{form}")))))
}

fn refined(asking: &mut Walking<'_>) -> Option<Asked> {
    let (a, filter) = (asking.node()?, asking.filter()?);
    let node = asking.graph.nodes().find(|node| crate::relations::id_of(&node.properties) == Some(a))?;
    let has: Vec<String> = node
        .properties
        .iter()
        .filter_map(|(key, value)| Some(format!("has({}, {})", quoted(key), written(value)?)))
        .collect();
    let demanded = asking.random.pick(&has)?;
    let label = node.labels.iter().next().map(|label| format!("hasLabel({})", quoted(label)))?;
    let is = Walking::is(a);
    let texts = [
        format!("g.V().{filter}.{is}.values(\"id\")"),
        format!("g.V().{filter}.{is}.{demanded}.values(\"id\")"),
        format!("g.V().{label}.{demanded}.{filter}.{is}.values(\"id\")"),
    ];
    Some(Asked::same(texts))
}

fn staying(asking: &mut Walking<'_>) -> Option<Asked> {
    let filter = asking.own_filter()?;
    let held = format!("g.V().{filter}.values(\"id\")");
    let texts = [held.clone(), format!("g.V().not(__.{filter}).drop()"), held, "g.V().values(\"id\")".to_owned()];
    Some(Asked::of(texts, Relation::Same([0, 2, 3].map(Bag::Rows).into())))
}
