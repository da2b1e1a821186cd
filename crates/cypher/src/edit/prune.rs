//! The repair of a query that lost a clause or an item: what uses variables that no clause binds any more goes.

use graphlance_graph::Name;

use super::conjuncts::edit_conjuncts;
use crate::ast::*;
use crate::build;
use crate::names::{Names, column_name, free_variables, pattern_variables};
use crate::walk::{PartMut, walk_mut};

/// Drops what uses variables that no clause binds any more, in all parts.
pub(crate) fn repair(statement: &mut Statement) {
    if let Statement::Query(query) = statement {
        prune(query, &[]);
    }
}

/// Applies an edit, and repairs what it has changed.
pub(super) fn repaired(statement: &mut Statement, edit: impl FnOnce(&mut Statement) -> Option<bool>) -> Option<bool> {
    let changed = edit(statement);
    if changed == Some(true) {
        repair(statement);
    }
    changed
}

/// Drops what uses variables that no clause of the query binds, and that are none of an outer scope.
fn prune(query: &mut Query, outer: &[Name]) {
    prune_single(&mut query.first, outer);
    query.unions.iter_mut().for_each(|union| prune_single(&mut union.query, outer));
}

fn prune_single(part: &mut SingleQuery, outer: &[Name]) {
    for mut clause in std::mem::take(&mut part.clauses) {
        let scope = Names::after(outer.iter().map(Name::as_str), &part.clauses);
        if prune_clause(&mut clause, &scope) {
            part.clauses.push(clause);
        }
    }
}

/// Prunes one clause under the variables bound before it; false when nothing of it is left.
fn prune_clause(clause: &mut Clause, scope: &Names<'_>) -> bool {
    match clause {
        Clause::Match(part) => {
            let mut own = Vec::new();
            part.patterns.iter().for_each(|pattern| pattern_variables(pattern, &mut |name| own.push(name.clone())));
            let inside = |name: &str| scope.contains(name) || own.iter().any(|own| own == name);
            part.patterns.iter_mut().for_each(|pattern| prune_pattern(pattern, &inside));
            prune_predicate(&mut part.predicate, &inside);
            part.hints.retain(|hint| hint.variables().iter().all(|name| inside(name)));
            !part.patterns.is_empty()
        }
        Clause::Unwind(part) | Clause::For(part) => is_bound(&part.list, &|name| scope.contains(name)),
        Clause::With(part) => {
            let columns = prune_projection(&mut part.projection, scope);
            prune_predicate(&mut part.predicate, &|name| scope.contains(name) || columns.iter().any(|own| own == name));
            part.projection.star || !part.projection.items.is_empty()
        }
        Clause::Return(projection) => {
            prune_projection(projection, scope);
            if !projection.star && projection.items.is_empty() {
                projection.items.push(ProjectionItem { expression: build::integer(1), alias: Some("x".into()) });
            }
            true
        }
        Clause::Call(part) => {
            let inside = |name: &str| scope.contains(name);
            prune_predicate(&mut part.predicate, &inside);
            part.arguments.iter().flatten().all(|argument| is_bound(argument, &inside))
        }
        Clause::Subquery(part) => {
            if let Imports::Names(names) = &mut part.imports {
                names.retain(|name| scope.contains(name));
            }
            let outer: Vec<Name> = scope.inside(part).iter().map(Name::from).collect();
            prune(&mut part.query, &outer);
            !part.query.first.clauses.is_empty()
        }
        Clause::Filter(predicate) => is_bound(predicate, &|name| scope.contains(name)),
        Clause::Let(variables) => {
            variables.retain(|(_, value)| is_bound(value, &|name| scope.contains(name)));
            !variables.is_empty()
        }
        Clause::Page(page) => {
            page.order.retain(|item| is_bound(&item.expression, &|name| scope.contains(name)));
            !page.order.is_empty() || page.skip.is_some() || page.limit.is_some()
        }
        _ => true,
    }
}

type Bound<'b> = &'b dyn Fn(&str) -> bool;

fn prune_pattern(pattern: &mut Pattern, bound: Bound<'_>) {
    let properties = |properties: &mut Option<Expression>| {
        if let Some(Expression::Map(entries)) = properties {
            entries.retain(|(_, value)| is_bound(value, bound));
            if entries.is_empty() {
                *properties = None;
            }
        }
    };
    walk_mut(PartMut::Pattern(pattern), &mut |part| match part {
        PartMut::Node(node) => {
            properties(&mut node.properties);
            prune_predicate(&mut node.predicate, bound);
        }
        PartMut::Relationship(relationship) => {
            properties(&mut relationship.properties);
            prune_predicate(&mut relationship.predicate, bound);
        }
        _ => {}
    });
}

/// Gives the columns that are left.
fn prune_projection(projection: &mut Projection, scope: &Names<'_>) -> Vec<Name> {
    projection.items.retain(|item| is_bound(&item.expression, &|name| scope.contains(name)));
    let columns: Vec<Name> = projection.items.iter().filter_map(column_name).cloned().collect();
    let inside = |name: &str| scope.contains(name) || columns.iter().any(|own| own == name);
    if let Some(GroupBy::Keys(keys)) = &mut projection.group {
        keys.retain(|key| is_bound(key, &inside));
    }
    projection.order.retain(|item| is_bound(&item.expression, &inside));
    columns
}

fn prune_predicate(predicate: &mut Option<Expression>, bound: Bound<'_>) {
    edit_conjuncts(predicate, |parts| parts.retain(|part| is_bound(part, bound)));
}

fn is_bound(expression: &Expression, bound: Bound<'_>) -> bool {
    free_variables(expression, bound).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse, print};

    #[track_caller]
    fn check(text: &str, pruned: &str) {
        let mut statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        repair(&mut statement);
        assert_eq!(print(&statement, &Dialect::standard()), pruned, "{text}");
    }

    #[test]
    fn what_a_subquery_returns_is_bound_after_it() {
        let star = "MATCH (a) CALL { MATCH (b) RETURN * } RETURN a.k AS x, b.k AS y";
        check(star, star);
        let named = "MATCH (a) CALL { MATCH (b) RETURN b.k AS c } RETURN a.k AS x, c AS y";
        check(named, named);
    }

    #[test]
    fn what_uses_an_unbound_variable_goes() {
        check(
            "MATCH (a {k: b.k}) WHERE a.k = 1 AND b.k = 2 WITH a ORDER BY b.k RETURN a, b.k AS x",
            "MATCH (a) WHERE a.k = 1 WITH a RETURN a",
        );
        check(
            "MATCH (a:A)-->(b) USING SCAN a:A USING SCAN c:A USING JOIN ON b, c RETURN a",
            "MATCH (a:A)-->(b) USING SCAN a:A RETURN a",
        );
        check(
            "MATCH (a) CALL (a, b) { WITH b RETURN a AS c } RETURN c",
            "MATCH (a) CALL (a) { RETURN a AS c } RETURN c",
        );
    }
}
