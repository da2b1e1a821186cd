//! Relatives of clauses that write.

use graphlance_graph::Name;

use crate::ast::{Clause, Expression, LabelExpression, Literal, Merge, MergeAction, NodePattern, SetItem};

/// The label, and the property key, that a relative has in the place of something else.
const LABEL: &str = "A";
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

/// Gives a node without labels one.
pub(super) fn with_label(node: &mut NodePattern) -> bool {
    node.labels = Some(LabelExpression::Name(Name::new_static(LABEL)));
    true
}
