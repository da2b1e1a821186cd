//! Passes over parts of statements that write: items of SET, REMOVE, DELETE and MERGE, of lists and maps; labels, properties
//! and ends of patterns. Values stay of their kind, so that each key keeps its type.

use super::Bench;
use super::expressions::{drop_part, remove};
use super::nth::{Edit, OwnedEdit, each_part, nth_clause, nth_expression, nth_node, nth_pattern, nth_relationship};
use super::patterns::{cut_back, cut_front, fewer_names, keep_first_node};
use crate::ast::*;

/// Drops items of clauses that write.
pub(super) fn drop_items(bench: &mut dyn Bench) {
    each(bench, 6, |which| {
        Box::new(move |statement, index| nth_clause(statement, index, |clause| drop_item(clause, which)))
    });
}

/// Shortens paths at either end.
pub(super) fn shorten_patterns(bench: &mut dyn Bench) {
    each_part(
        bench,
        &[
            &|statement, index| nth_pattern(statement, index, keep_first_node),
            &|statement, index| nth_pattern(statement, index, cut_front),
            &|statement, index| nth_pattern(statement, index, cut_back),
        ],
    );
}

/// Drops labels and properties of nodes.
pub(super) fn simplify_nodes(bench: &mut dyn Bench) {
    each_part(
        bench,
        &[
            &|statement, index| nth_node(statement, index, |node| node.labels.take().is_some()),
            &|statement, index| nth_node(statement, index, |node| fewer_names(&mut node.labels, 0)),
            &|statement, index| nth_node(statement, index, |node| fewer_names(&mut node.labels, 1)),
            &|statement, index| nth_node(statement, index, |node| node.properties.take().is_some()),
        ],
    );
}

/// Drops properties of relationships.
pub(super) fn simplify_relationships(bench: &mut dyn Bench) {
    each_part(bench, &[&|statement, index| nth_relationship(statement, index, |hop| hop.properties.take().is_some())]);
}

/// Drops items of lists and entries of maps.
pub(super) fn drop_entries(bench: &mut dyn Bench) {
    each(bench, 8, |which| {
        Box::new(move |statement, index| {
            nth_expression(statement, index, |slot| {
                matches!(slot, Expression::List(_) | Expression::Map(_)) && drop_part(slot, which)
            })
        })
    });
}

/// Tries at each part the edits of the numbers below `count`.
fn each(bench: &mut dyn Bench, count: usize, edit: impl Fn(usize) -> OwnedEdit) {
    let edits: Vec<OwnedEdit> = (0..count).map(edit).collect();
    each_part(bench, &edits.iter().map(|edit| edit.as_ref() as Edit<'_>).collect::<Vec<_>>());
}

/// Drops one item of a clause that keeps another.
fn drop_item(clause: &mut Clause, which: usize) -> bool {
    match clause {
        Clause::Set(items) => drop_set_item(items, which, 1),
        Clause::Remove(items) => {
            if let Some(RemoveItem::Labels { labels, .. }) = items.get_mut(which)
                && labels.len() > 1
            {
                return labels.pop().is_some();
            }
            items.len() > 1 && remove(items, which)
        }
        Clause::Delete(part) => match part.expressions.len() {
            0 | 1 => which == 0 && (std::mem::take(&mut part.detach) || std::mem::take(&mut part.nodetach)),
            _ => remove(&mut part.expressions, which),
        },
        Clause::Merge(part) => {
            let mut left = which;
            for action in &mut part.actions {
                if left < action.items.len() {
                    let dropped = drop_set_item(&mut action.items, left, 0);
                    part.actions.retain(|action| !action.items.is_empty());
                    return dropped;
                }
                left -= action.items.len();
            }
            false
        }
        Clause::Foreach(part) => part.clauses.len() > 1 && remove(&mut part.clauses, which),
        _ => false,
    }
}

fn drop_set_item(items: &mut Vec<SetItem>, which: usize, least: usize) -> bool {
    if let Some(SetItem::Labels { labels, .. }) = items.get_mut(which)
        && labels.len() > 1
    {
        return labels.pop().is_some();
    }
    if let Some(SetItem::DynamicLabels { labels, .. }) = items.get_mut(which)
        && labels.len() > 1
    {
        return drop_static(labels);
    }
    if items.len() > least {
        return remove(items, which);
    }
    match items.get_mut(which) {
        // No properties in the place of those of an element, which need not be there then.
        Some(SetItem::Properties { value, .. }) if !matches!(value, Expression::Map(_)) => {
            *value = Expression::Map(Vec::new());
            true
        }
        _ => false,
    }
}

/// Drops a label that is not computed: those that are make the item what it is.
fn drop_static(labels: &mut Vec<WrittenLabel>) -> bool {
    let place = labels.iter().position(|label| matches!(label, WrittenLabel::Name(_)));
    place.is_some_and(|place| remove(labels, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse, print};

    #[test]
    fn items_go_one_by_one() {
        let check = |text: &str, which: usize, expected: Option<&str>| {
            let mut statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
            let dropped = nth_clause(&mut statement, 1, |clause| drop_item(clause, which)) == Some(true);
            let text = print(&statement, &Dialect::standard());
            assert_eq!(dropped.then_some(text.as_str()), expected, "{which}");
        };
        check("MATCH (a) SET a.k = 1, a:A:B", 0, Some("MATCH (a) SET a:A:B"));
        check("MATCH (a) SET a.k = 1, a:A:B", 1, Some("MATCH (a) SET a.k = 1, a:A"));
        check("MATCH (a) SET a.k = 1", 0, None);
        check("MATCH (a) REMOVE a.k, a.l", 1, Some("MATCH (a) REMOVE a.k"));
        check("MATCH (a) DETACH DELETE a", 0, Some("MATCH (a) DELETE a"));
        let merge = "MATCH (a) MERGE (b {id: 1}) ON CREATE SET b.k = 1 ON MATCH SET b.k = 2";
        check(merge, 0, Some("MATCH (a) MERGE (b {id: 1}) ON MATCH SET b.k = 2"));
        check(merge, 1, Some("MATCH (a) MERGE (b {id: 1}) ON CREATE SET b.k = 1"));
        check(merge, 2, None);
    }
}
