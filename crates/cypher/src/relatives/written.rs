//! Relatives of clauses that write, and of nodes in patterns.

use graphlance_graph::Name;

use crate::ast::{Clause, Expression, LabelExpression, Literal, Merge, MergeAction, NodePattern, SetItem};

/// The labels, and the property key, that a relative has in the place of something else.
const LABEL: &str = "A";
const OTHER_LABEL: &str = "B";
const KEY: &str = "k";

/// Makes the relative of this number of a clause that writes; false where there are not so many.
pub(super) fn of_clause(clause: &mut Clause, choice: usize) -> bool {
    match (clause, choice) {
        (Clause::Merge(merge), _) => of_merge(merge, choice),
        (Clause::Set(items), _) => of_items(items, choice),
        (Clause::Remove(items), 0) if items.len() > 1 => items.pop().is_some(),
        (Clause::Delete(delete), 0) => {
            delete.detach = !delete.detach;
            true
        }
        _ => false,
    }
}

/// The one action of a MERGE on the other occasion, or on both; something else in it. Two actions on one occasion are another
/// matter.
fn of_merge(Merge { actions, .. }: &mut Merge, choice: usize) -> bool {
    let [action] = actions.as_mut_slice() else { return false };
    match choice {
        0 => action.on_create = !action.on_create,
        1 => {
            let other = MergeAction { on_create: !action.on_create, ..action.clone() };
            actions.push(other);
        }
        2 => return of_items(&mut action.items, 0),
        _ => return false,
    }
    true
}

/// A property in the place of labels and the other way round; the items the other way round; one less.
fn of_items(items: &mut Vec<SetItem>, choice: usize) -> bool {
    let other = items.first().and_then(of_another_kind);
    match choice {
        0 => items.iter_mut().zip(other).for_each(|(first, other)| *first = other),
        1 => items.extend(other),
        2 if items.len() > 1 => items.reverse(),
        3 if items.len() > 1 => drop(items.pop()),
        _ => return false,
    }
    true
}

fn of_another_kind(item: &SetItem) -> Option<SetItem> {
    match item {
        SetItem::Labels { variable, .. } => Some(SetItem::Property {
            target: Expression::Variable(variable.clone()),
            key: Name::new_static(KEY),
            value: Expression::Literal(Literal::Integer(1)),
        }),
        SetItem::Property { target: Expression::Variable(variable), .. } | SetItem::Properties { variable, .. } => {
            Some(SetItem::Labels { variable: variable.clone(), labels: vec![Name::new_static(LABEL)] })
        }
        _ => None,
    }
}

/// Makes the relative of this number of a node in a pattern; false where there are not so many. Without its labels, or with one;
/// with another one, which tells a rule that ignores labels from one that adds them up; without its properties.
pub(super) fn of_node(node: &mut NodePattern, choice: usize) -> bool {
    let edits: [fn(&mut NodePattern) -> bool; 4] = [
        |node| node.labels.take().is_some(),
        |node| node.labels.is_none() && labelled(node, LABEL),
        |node| labelled(node, OTHER_LABEL),
        |node| node.properties.take().is_some(),
    ];
    let edit = edits.iter().filter(|edit| edit(&mut node.clone())).nth(choice);
    edit.is_some_and(|edit| edit(node))
}

/// Gives a node this label in place of those that it has; false where it has just that.
fn labelled(node: &mut NodePattern, label: &'static str) -> bool {
    let wanted = Some(LabelExpression::Name(Name::new_static(label)));
    let differs = node.labels != wanted;
    node.labels = wanted;
    differs
}
