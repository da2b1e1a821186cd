//! Which clauses may follow each other, and what a CALL { } may import.
//!
//! openCypher 9, grammar: a query ends in RETURN, in an updating clause, or is a standalone call; RETURN is always last.
//! The Cypher manual, "CALL subqueries": what an importing WITH is.

use graphlance_cypher::ast::{
    CallSubquery, Clause, Expression, MapProjectionItem, Projection, ProjectionItem, Query, SingleQuery, With, Yield,
};
use graphlance_cypher::walk::{Part, for_each_child};
use graphlance_graph::Name;

use super::syntax;
use crate::CypherError;

/// RETURN stands last only.
pub(super) fn check_order(part: &SingleQuery) -> Result<(), CypherError> {
    let before_last = part.clauses.len().saturating_sub(1);
    if part.clauses[..before_last].iter().any(|clause| matches!(clause, Clause::Return(_) | Clause::Finish)) {
        return Err(misplaced("RETURN and FINISH end a query"));
    }
    Ok(())
}

/// Each part of a query gives rows, writes, or calls what writes. `standalone`: a procedure may be called for its own
/// sake.
pub(super) fn check_ends(query: &Query, standalone: bool) -> Result<(), CypherError> {
    for part in query.parts() {
        let alone = standalone && part.clauses.len() == 1;
        let message = match part.clauses.last() {
            Some(Clause::Match(_)) => "a query cannot end with MATCH",
            Some(Clause::With(_)) => "a query cannot end with WITH",
            Some(Clause::Unwind(_) | Clause::For(_)) => "a query cannot end with UNWIND",
            Some(Clause::Filter(_)) => "a query cannot end with FILTER",
            Some(Clause::Let(_)) => "a query cannot end with LET",
            Some(Clause::Page(_)) => "a query cannot end with ORDER BY, SKIP or LIMIT",
            Some(Clause::Call(call)) if call.results != Yield::Absent && !alone => "a query cannot end with YIELD",
            Some(Clause::Subquery(call)) if call.query.returns() || reports(call) => {
                "a query cannot end with a CALL that returns rows"
            }
            _ => continue,
        };
        return Err(misplaced(message));
    }
    Ok(())
}

fn reports(call: &CallSubquery) -> bool {
    call.transactions.as_ref().is_some_and(|transactions| transactions.status.is_some())
}

/// A `CALL { }` without a list of variables takes no composed queries (Neo4j: 42N3C).
pub(super) fn check_plain(query: &Query) -> Result<(), CypherError> {
    match query.parts().any(|part| matches!(part.clauses.first(), Some(Clause::Composed(_)))) {
        true => Err(misplaced("a composed query in a CALL without a list of variables")),
        false => Ok(()),
    }
}

/// A query in an expression has rows: it does not end with FINISH.
pub(super) fn check_rows(query: &Query) -> Result<(), CypherError> {
    match query.parts().any(|part| matches!(part.clauses.last(), Some(Clause::Finish))) {
        true => Err(misplaced("a query in an expression ends with FINISH")),
        false => Ok(()),
    }
}

/// Whether a part of a CALL { } begins with a WITH that takes in variables of the outer scope.
pub(crate) fn imports(part: &SingleQuery, outer: &dyn Fn(&Name) -> bool) -> bool {
    match part.clauses.first() {
        Some(Clause::With(with)) => {
            with.projection.star || with.projection.items.iter().any(|item| mentions(&item.expression, outer))
        }
        _ => false,
    }
}

/// An importing WITH names outer variables and does nothing else.
pub(super) fn check_import(part: &SingleQuery, outer: &dyn Fn(&Name) -> bool) -> Result<(), CypherError> {
    let Some(Clause::With(With { projection, predicate })) = part.clauses.first() else { return Ok(()) };
    if !imports(part, outer) {
        return Ok(());
    }
    let Projection { distinct, star: _, items, group, order, skip, limit } = projection;
    let is_reference = |item: &ProjectionItem| {
        matches!(&item.expression, Expression::Variable(name)
            if item.alias.as_ref().is_none_or(|alias| alias == name))
    };
    let whole = !distinct && group.is_none() && skip.is_none() && limit.is_none();
    let plain = whole && order.is_empty() && predicate.is_none();
    if plain && items.iter().all(is_reference) {
        return Ok(());
    }
    Err(misplaced("a WITH that imports into a subquery only names variables"))
}

/// Whether an expression mentions one of the names, not counting variables of its own.
fn mentions(expression: &Expression, outer: &dyn Fn(&Name) -> bool) -> bool {
    let own: Vec<&Name> = match expression {
        Expression::Variable(name) => return outer(name),
        Expression::ListComprehension(it) => vec![&it.variable],
        Expression::Quantified(it) => vec![&it.variable],
        Expression::Reduce(it) => vec![&it.variable, &it.accumulator],
        _ => Vec::new(),
    };
    if let Expression::MapProjection(_, items) = expression
        && items.iter().any(|item| matches!(item, MapProjectionItem::Variable(name) if outer(name)))
    {
        return true;
    }
    let free = |name: &Name| !own.contains(&name) && outer(name);
    mentions_inside(Part::Expression(expression), &free)
}

fn mentions_inside(part: Part<'_>, outer: &dyn Fn(&Name) -> bool) -> bool {
    let mut found = false;
    for_each_child(part, &mut |child| {
        found = found
            || match child {
                Part::Expression(expression) => mentions(expression, outer),
                Part::Node(node) if node.variable.as_ref().is_some_and(outer) => true,
                Part::Relationship(relationship) if relationship.variable.as_ref().is_some_and(outer) => true,
                other => mentions_inside(other, outer),
            };
    });
    found
}

/// Whether an expression mentions a variable of this name, not counting variables of its own.
pub(super) fn mentions_name(expression: &Expression, name: &Name) -> bool {
    mentions(expression, &|found| found == name)
}

fn misplaced(message: &str) -> CypherError {
    syntax("InvalidClauseComposition", message)
}
