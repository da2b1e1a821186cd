//! Statements with one part neutralised: dropped, or made to say nothing. A part whose absence never shows in an answer is
//! no test of an engine.
//!
//! What is left is a statement again: no variable is used that nothing binds any more. What is no error in the tree but one
//! for the evaluator (a type, say) is left to it.

mod clauses;
mod elements;
mod expressions;
mod patterns;
mod projections;
mod writes;

use crate::ast::*;
use crate::edit::nth::{nth_single, single_at};
use crate::edit::repair;

/// What is compared of the answers with and without the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The rows, in any order, and the graph afterwards.
    Rows,
    /// The rows as a sequence.
    Sequence,
}

/// A way to neutralise one kind of part.
#[derive(Clone, Copy, Debug)]
pub struct Neutralisation {
    /// The kind of part, and how it is neutralised where that is no plain dropping.
    pub name: &'static str,
    /// What is compared.
    pub compared: Compared,
    /// The statement with each part of the kind neutralised in turn, in the order of the text.
    pub make: fn(&Statement) -> Vec<Statement>,
}

const fn rows(name: &'static str, make: fn(&Statement) -> Vec<Statement>) -> Neutralisation {
    Neutralisation { name, compared: Compared::Rows, make }
}

const fn sequence(name: &'static str, make: fn(&Statement) -> Vec<Statement>) -> Neutralisation {
    Neutralisation { name, compared: Compared::Sequence, make }
}

/// The kinds of parts.
pub const NEUTRALISATIONS: &[Neutralisation] = &[
    rows("pattern", patterns::dropped),
    rows("pattern in use, emptied", patterns::emptied),
    rows("MATCH conjunct", clauses::without_conjunct),
    rows("label", elements::without_label),
    rows("one of several labels", elements::with_fewer_labels),
    rows("labels of a MATCH", elements::without_labels),
    rows("type", elements::without_type),
    rows("one of several types", elements::with_fewer_types),
    rows("types of a MATCH", elements::without_types),
    rows("direction", elements::without_direction),
    rows("directions of a MATCH", elements::without_directions),
    rows("inline map", elements::without_map),
    rows("inline WHERE", elements::without_inline_predicate),
    rows("length, at its least", elements::with_least_length),
    rows("OPTIONAL", clauses::without_optional),
    rows("UNWIND, first item only", clauses::with_first_item),
    rows("UNWIND not in use", clauses::without_unwind),
    rows("GROUP BY", projections::without_group),
    rows("WITH DISTINCT", projections::without_with_distinct),
    rows("RETURN DISTINCT", projections::without_return_distinct),
    rows("WITH SKIP", projections::without_with_skip),
    rows("RETURN SKIP", projections::without_return_skip),
    rows("WITH LIMIT", projections::without_with_limit),
    rows("RETURN LIMIT", projections::without_return_limit),
    rows("ORDER BY at a cut, turned", projections::with_order_turned),
    sequence("RETURN ORDER BY", projections::without_order),
    sequence("sort keys after the first", projections::with_first_key),
    rows("WITH WHERE", clauses::without_with_predicate),
    rows("FILTER", clauses::without_filter),
    rows("argument of an aggregate", expressions::with_least_argument),
    rows("DISTINCT of an aggregate", expressions::without_distinct),
    rows("UNION, as UNION ALL", clauses::with_union_all),
    rows("branch of a UNION", clauses::without_branch),
    rows("CALL { } not in use", clauses::without_subquery),
    rows("CALL { } in use, emptied", clauses::with_emptied_subquery),
    rows("EXISTS, as true", expressions::with_true),
    rows("EXISTS, as false", expressions::with_false),
    rows("COUNT { }, as 0", expressions::with_zero),
    rows("COLLECT, as []", expressions::with_empty_list),
    rows("CREATE", writes::without_create),
    rows("one of several patterns of CREATE", writes::with_fewer_created),
    rows("MERGE", writes::without_merge),
    rows("item of ON CREATE or ON MATCH", writes::with_fewer_actions),
    rows("SET", writes::without_set),
    rows("one of several items of SET", writes::with_fewer_set),
    rows("REMOVE", writes::without_remove),
    rows("one of several items of REMOVE", writes::with_fewer_removed),
    rows("DELETE", writes::without_delete),
    rows("one of several that are deleted", writes::with_fewer_deleted),
    rows("DETACH", writes::without_detach),
    rows("FOREACH", writes::without_foreach),
    rows("FOREACH, first item only", writes::with_first_of_foreach),
    rows("one of several clauses of FOREACH", writes::with_fewer_clauses_of_foreach),
];

/// An edit of the part at an index; none when there is no such part, false when it does not apply and changes nothing.
type Edit<'e> = &'e dyn Fn(&mut Statement, usize) -> Option<bool>;

/// The statement edited at each index at which the edit applies.
fn at_each(statement: &Statement, edit: Edit<'_>) -> Vec<Statement> {
    let mut made = Vec::new();
    let mut copy = statement.clone();
    for index in 0.. {
        match edit(&mut copy, index) {
            None => break,
            Some(true) => made.push(std::mem::replace(&mut copy, statement.clone())),
            Some(false) => {}
        }
    }
    made
}

/// The statement edited at each of so many parts of each clause, of all single queries. The edit gets the clauses, the place
/// of the one and the number of the part in it.
fn at_parts_of_clauses(
    statement: &Statement,
    count: &dyn Fn(&Clause) -> usize,
    edit: &dyn Fn(&mut Vec<Clause>, usize, usize) -> bool,
) -> Vec<Statement> {
    let mut made = Vec::new();
    for index in 0.. {
        let Some(single) = single_at(statement, index) else { break };
        for (place, clause) in single.clauses.iter().enumerate() {
            for which in 0..count(clause) {
                let mut copy = statement.clone();
                if nth_single(&mut copy, index, |single| edit(&mut single.clauses, place, which)) == Some(true) {
                    made.push(copy);
                }
            }
        }
    }
    made
}

/// The statement edited at each clause at which the edit applies.
fn at_clauses(statement: &Statement, edit: &dyn Fn(&mut Clause) -> bool) -> Vec<Statement> {
    at_parts_of_clauses(statement, &|_| 1, &|clauses, place, _| clauses.get_mut(place).is_some_and(edit))
}

/// The statement with its predicates as chains of ANDs that lean to the left, as repairing leaves them.
fn leaning(statement: &Statement) -> Statement {
    let mut copy = statement.clone();
    repair(&mut copy);
    copy
}

/// Whether nothing uses a variable that nothing binds. The predicates must lean to the left.
fn is_whole(statement: &Statement) -> bool {
    leaning(statement) == *statement
}

#[cfg(test)]
mod tests;
