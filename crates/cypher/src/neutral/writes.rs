//! Clauses that write. One that goes stands in a FOREACH over nothing: then the statement still ends with a clause that it may
//! end with.

use super::{at_clauses, at_parts_of_clauses, is_whole, leaning};
use crate::ast::*;
use crate::build;

/// The variable of a FOREACH over nothing.
const NOBODY: &str = "nobody";

pub(super) fn without_create(statement: &Statement) -> Vec<Statement> {
    without(statement, &|clause| matches!(clause, Clause::Create(_) | Clause::Insert(_)))
}

pub(super) fn without_merge(statement: &Statement) -> Vec<Statement> {
    without(statement, &|clause| matches!(clause, Clause::Merge(_)))
}

pub(super) fn without_set(statement: &Statement) -> Vec<Statement> {
    without(statement, &|clause| matches!(clause, Clause::Set(_)))
}

pub(super) fn without_remove(statement: &Statement) -> Vec<Statement> {
    without(statement, &|clause| matches!(clause, Clause::Remove(_)))
}

pub(super) fn without_delete(statement: &Statement) -> Vec<Statement> {
    without(statement, &|clause| matches!(clause, Clause::Delete(_)))
}

pub(super) fn without_foreach(statement: &Statement) -> Vec<Statement> {
    without(statement, &|clause| matches!(clause, Clause::Foreach(_)))
}

/// The statement without each clause in turn of which something holds; none for one that binds what is used later.
fn without(statement: &Statement, is_one: &dyn Fn(&Clause) -> bool) -> Vec<Statement> {
    let count = |clause: &Clause| usize::from(is_one(clause));
    let made = at_parts_of_clauses(&leaning(statement), &count, &|clauses, place, _| {
        let clause = clauses.remove(place);
        let list = Expression::List(Vec::new());
        clauses.insert(place, Clause::Foreach(Foreach { variable: NOBODY.into(), list, clauses: vec![clause] }));
        true
    });
    made.into_iter().filter(is_whole).collect()
}

pub(super) fn with_fewer_created(statement: &Statement) -> Vec<Statement> {
    let made = without_part(&leaning(statement), &|clause| match clause {
        Clause::Create(patterns) | Clause::Insert(patterns) => Some(Parts::Patterns(patterns)),
        _ => None,
    });
    made.into_iter().filter(is_whole).collect()
}

pub(super) fn with_fewer_set(statement: &Statement) -> Vec<Statement> {
    without_part(statement, &|clause| match clause {
        Clause::Set(items) => Some(Parts::Set(items)),
        _ => None,
    })
}

pub(super) fn with_fewer_removed(statement: &Statement) -> Vec<Statement> {
    without_part(statement, &|clause| match clause {
        Clause::Remove(items) => Some(Parts::Remove(items)),
        _ => None,
    })
}

pub(super) fn with_fewer_deleted(statement: &Statement) -> Vec<Statement> {
    without_part(statement, &|clause| match clause {
        Clause::Delete(Delete { expressions, .. }) => Some(Parts::Expressions(expressions)),
        _ => None,
    })
}

pub(super) fn with_fewer_clauses_of_foreach(statement: &Statement) -> Vec<Statement> {
    without_part(statement, &|clause| match clause {
        Clause::Foreach(Foreach { clauses, .. }) => Some(Parts::Clauses(clauses)),
        _ => None,
    })
}

/// What a clause has several of.
enum Parts<'c> {
    Patterns(&'c mut Vec<Pattern>),
    Set(&'c mut Vec<SetItem>),
    Remove(&'c mut Vec<RemoveItem>),
    Expressions(&'c mut Vec<Expression>),
    Clauses(&'c mut Vec<Clause>),
}

impl Parts<'_> {
    fn count(&self) -> usize {
        match self {
            Parts::Patterns(all) => all.len(),
            Parts::Set(all) => all.len(),
            Parts::Remove(all) => all.len(),
            Parts::Expressions(all) => all.len(),
            Parts::Clauses(all) => all.len(),
        }
    }

    fn remove(self, place: usize) {
        match self {
            Parts::Patterns(all) => drop(all.remove(place)),
            Parts::Set(all) => drop(all.remove(place)),
            Parts::Remove(all) => drop(all.remove(place)),
            Parts::Expressions(all) => drop(all.remove(place)),
            Parts::Clauses(all) => drop(all.remove(place)),
        }
    }
}

/// The statement without each in turn of what a clause has several of.
fn without_part(statement: &Statement, parts: &dyn Fn(&mut Clause) -> Option<Parts<'_>>) -> Vec<Statement> {
    let several = |clause: &Clause| parts(&mut clause.clone()).map_or(0, |parts| parts.count()).max(1);
    at_parts_of_clauses(statement, &several, &|clauses, place, which| {
        let parts = clauses.get_mut(place).and_then(parts).filter(|parts| parts.count() > 1);
        parts.map(|parts| parts.remove(which)).is_some()
    })
}

pub(super) fn with_fewer_actions(statement: &Statement) -> Vec<Statement> {
    let count = |clause: &Clause| match clause {
        Clause::Merge(merge) => merge.actions.iter().map(|action| action.items.len()).sum(),
        _ => 0,
    };
    at_parts_of_clauses(statement, &count, &|clauses, place, mut which| {
        let Some(Clause::Merge(merge)) = clauses.get_mut(place) else { return false };
        for action in &mut merge.actions {
            if which < action.items.len() {
                action.items.remove(which);
                break;
            }
            which -= action.items.len();
        }
        merge.actions.retain(|action| !action.items.is_empty());
        true
    })
}

pub(super) fn without_detach(statement: &Statement) -> Vec<Statement> {
    at_clauses(statement, &|clause| match clause {
        Clause::Delete(delete) => std::mem::take(&mut delete.detach),
        _ => false,
    })
}

pub(super) fn with_first_of_foreach(statement: &Statement) -> Vec<Statement> {
    at_clauses(statement, &|clause| {
        let Clause::Foreach(Foreach { list, .. }) = clause else { return false };
        let bound = |place| Some(Box::new(build::integer(place)));
        let whole = std::mem::replace(list, build::null());
        *list = Expression::Slice(Box::new(whole), bound(0), bound(1));
        true
    })
}
