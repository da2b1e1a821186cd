//! The parts of one sort by their number, and passes that try each edit on each of them.

use super::Bench;
use super::scratch::Scratch;
use crate::ast::*;
use crate::walk::{Part, PartMut, any, any_mut};

/// An edit of the part at an index; none when there is no such part, false when it does not apply. It changes nothing then.
pub(super) type Edit<'e> = &'e dyn Fn(&mut Statement, usize) -> Option<bool>;

/// An edit in a box.
pub(super) type OwnedEdit = Box<dyn Fn(&mut Statement, usize) -> Option<bool>>;

/// Tries every edit at every index. After a success the same index is tried again: another part stands there now.
pub(super) fn each_part(bench: &mut dyn Bench, edits: &[Edit<'_>]) {
    let mut index = 0;
    let mut scratch = Scratch::default();
    loop {
        let mut helped = false;
        let mut exists = false;
        for edit in edits {
            let accepted = scratch.attempt(bench, |statement| {
                let edited = edit(statement, index);
                exists |= edited.is_some();
                edited == Some(true)
            });
            if accepted {
                helped = true;
                break;
            }
        }
        if !exists || bench.is_over() {
            break;
        }
        if !helped {
            index += 1;
        }
    }
}

/// The expression of this number at or below a part, in the order of the walk.
pub(super) fn expression_at(part: Part<'_>, index: usize) -> Option<&Expression> {
    at(part, index, &|part| match part {
        Part::Expression(expression) => Some(expression),
        _ => None,
    })
}

/// The clause of this number.
pub(super) fn clause_at(statement: &Statement, index: usize) -> Option<&Clause> {
    at(Part::of(statement)?, index, &|part| match part {
        Part::Clause(clause) => Some(clause),
        _ => None,
    })
}

/// The single query of this number.
pub(crate) fn single_at(statement: &Statement, index: usize) -> Option<&SingleQuery> {
    at(Part::of(statement)?, index, &|part| match part {
        Part::Single(single) => Some(single),
        _ => None,
    })
}

/// The query of this number: the statement's own, and those of subqueries.
pub(crate) fn query_at(statement: &Statement, index: usize) -> Option<&Query> {
    at(Part::of(statement)?, index, &|part| match part {
        Part::Query(query) => Some(query),
        _ => None,
    })
}

/// The node pattern of this number.
pub(super) fn node_at(statement: &Statement, index: usize) -> Option<&NodePattern> {
    at(Part::of(statement)?, index, &|part| match part {
        Part::Node(node) => Some(node),
        _ => None,
    })
}

/// The relationship pattern of this number.
pub(super) fn relationship_at(statement: &Statement, index: usize) -> Option<&RelationshipPattern> {
    at(Part::of(statement)?, index, &|part| match part {
        Part::Relationship(relationship) => Some(relationship),
        _ => None,
    })
}

fn at<'a, T>(part: Part<'a>, index: usize, select: &dyn Fn(&Part<'a>) -> Option<&'a T>) -> Option<&'a T> {
    let (mut left, mut found) = (index, None);
    any(part, &mut |part| {
        let Some(selected) = select(part) else { return false };
        if left > 0 {
            left -= 1;
            return false;
        }
        found = Some(selected);
        true
    });
    found
}

/// Calls `edit` on the `index`-th part of one sort, counted in the order of the walk. None when there are fewer parts.
macro_rules! nth {
    ($function:ident, $sort:ty, $pattern:pat => $part:ident) => {
        pub(crate) fn $function(
            whole: &mut Statement,
            index: usize,
            edit: impl FnOnce(&mut $sort) -> bool,
        ) -> Option<bool> {
            let (mut left, mut edit, mut changed) = (index, Some(edit), None);
            any_mut(PartMut::of(whole)?, &mut |part| match part {
                $pattern if left == 0 => {
                    changed = edit.take().map(|edit| edit($part));
                    true
                }
                #[allow(unused_variables, reason = "the part is counted, not looked at")]
                $pattern => {
                    left -= 1;
                    false
                }
                _ => false,
            });
            changed
        }
    };
}

nth!(nth_expression, Expression, PartMut::Expression(part) => part);
nth!(nth_single, SingleQuery, PartMut::Single(part) => part);
nth!(nth_query, Query, PartMut::Query(part) => part);
nth!(nth_clause, Clause, PartMut::Clause(part) => part);
nth!(nth_projection, Projection,
    PartMut::Clause(Clause::With(With { projection: part, .. }) | Clause::Return(part)) => part);
nth!(nth_pattern, Pattern, PartMut::Pattern(part) => part);
nth!(nth_path, PathPattern, PartMut::Path(part) => part);
nth!(nth_node, NodePattern, PartMut::Node(part) => part);
nth!(nth_relationship, RelationshipPattern, PartMut::Relationship(part) => part);
