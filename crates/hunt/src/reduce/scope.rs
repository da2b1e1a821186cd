//! Which variables a clause binds, which an expression uses, and the repair of a query that lost a clause.

use std::collections::BTreeSet;

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::names::{Names, column_name, pattern_variables};
use graphlance_graph::Name;

use super::walk::{self, NameKind, Visitor};

/// The variables in scope after `clauses`, in the order they were bound.
pub(super) fn bound_after(clauses: &[Clause]) -> Vec<Name> {
    bound_within(&[], clauses)
}

/// The variables in scope after clauses that begin with those of an outer scope.
fn bound_within(outer: &[Name], clauses: &[Clause]) -> Vec<Name> {
    let mut names = Names::default();
    outer.iter().for_each(|name| names.bind(name));
    clauses.iter().for_each(|clause| names.pass(clause));
    names.iter().map(Name::from).collect()
}

/// The variable that a projection item binds.
pub(super) fn item_name(item: &ProjectionItem) -> Option<Name> {
    column_name(item).cloned()
}

/// The variables of patterns.
fn variables_of<'a>(patterns: impl IntoIterator<Item = &'a Pattern>) -> Vec<Name> {
    let mut names = Names::default();
    patterns.into_iter().for_each(|pattern| pattern_variables(pattern, &mut |name| names.bind(name)));
    names.iter().map(Name::from).collect()
}

fn add_all(scope: &mut Vec<Name>, names: impl IntoIterator<Item = Name>) {
    for name in names {
        if !scope.contains(&name) {
            scope.push(name);
        }
    }
}

/// The variables an expression uses and does not bind itself.
pub(super) fn free_variables(expression: &Expression) -> BTreeSet<Name> {
    #[derive(Default)]
    struct Uses {
        used: BTreeSet<Name>,
        own: BTreeSet<Name>,
    }
    impl Visitor for Uses {
        fn expression(&mut self, expression: &mut Expression) {
            match expression {
                Expression::ListComprehension(part) => self.own.extend([part.variable.clone()]),
                Expression::Quantified(part) => self.own.extend([part.variable.clone()]),
                Expression::Reduce(part) => self.own.extend([part.variable.clone(), part.accumulator.clone()]),
                _ => {}
            }
        }
        fn pattern(&mut self, pattern: &mut Pattern) {
            self.own.extend(variables_of([&*pattern]));
        }
        fn clause(&mut self, clause: &mut Clause) {
            // What RETURN names is of no use inside the subquery that it ends.
            if !matches!(clause, Clause::Return(_)) {
                self.own.extend(bound_after(std::slice::from_ref(clause)));
            }
        }
        fn name(&mut self, name: &mut Name, kind: NameKind) {
            if kind == NameKind::Variable {
                self.used.insert(name.clone());
            }
        }
    }
    let mut uses = Uses::default();
    walk::expression(&mut expression.clone(), &mut uses);
    uses.used.difference(&uses.own).cloned().collect()
}

/// How often a variable occurs in a statement.
pub(super) fn occurrences(statement: &Statement, variable: &str) -> usize {
    struct Count<'a>(&'a str, usize);
    impl Visitor for Count<'_> {
        fn name(&mut self, name: &mut Name, kind: NameKind) {
            self.1 += usize::from(kind == NameKind::Variable && name == self.0);
        }
    }
    let mut count = Count(variable, 0);
    walk::statement(&mut statement.clone(), &mut count);
    count.1
}

/// Makes a query that lost a clause or an item whole again: drops what uses variables that no clause binds any more.
pub(super) fn prune(part: &mut SingleQuery, outer: &[Name]) {
    for mut clause in std::mem::take(&mut part.clauses) {
        let scope = bound_within(outer, &part.clauses);
        if prune_clause(&mut clause, &scope) {
            part.clauses.push(clause);
        }
    }
}

/// Prunes one clause under the variables bound before it; false when nothing of it is left.
fn prune_clause(clause: &mut Clause, scope: &[Name]) -> bool {
    match clause {
        Clause::Match(part) => {
            let mut inside = scope.to_vec();
            add_all(&mut inside, variables_of(&part.patterns));
            for pattern in &mut part.patterns {
                prune_pattern(pattern, &inside);
            }
            prune_predicate(&mut part.predicate, &inside);
            !part.patterns.is_empty()
        }
        Clause::Unwind(part) => is_bound(&part.list, scope),
        Clause::With(part) => {
            prune_projection(&mut part.projection, scope);
            let mut inside = scope.to_vec();
            add_all(&mut inside, part.projection.items.iter().filter_map(item_name));
            prune_predicate(&mut part.predicate, &inside);
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
            prune_predicate(&mut part.predicate, scope);
            part.arguments.iter().flatten().all(|argument| is_bound(argument, scope))
        }
        Clause::Subquery(part) => {
            let outer: Vec<Name> = match &mut part.imports {
                Imports::Names(names) => {
                    names.retain(|name| scope.contains(name));
                    names.clone()
                }
                Imports::Body if !matches!(part.query.first.clauses.first(), Some(Clause::With(_))) => Vec::new(),
                Imports::All | Imports::Body => scope.to_vec(),
            };
            prune(&mut part.query.first, &outer);
            part.query.unions.iter_mut().for_each(|union| prune(&mut union.query, &outer));
            !part.query.first.clauses.is_empty()
        }
        _ => true,
    }
}

fn prune_pattern(pattern: &mut Pattern, scope: &[Name]) {
    struct Maps<'a>(&'a [Name]);
    impl Maps<'_> {
        fn properties(&self, properties: &mut Option<Expression>) {
            if let Some(Expression::Map(entries)) = properties {
                entries.retain(|(_, value)| is_bound(value, self.0));
                if entries.is_empty() {
                    *properties = None;
                }
            }
        }
    }
    impl Visitor for Maps<'_> {
        fn node(&mut self, node: &mut NodePattern) {
            self.properties(&mut node.properties);
            prune_predicate(&mut node.predicate, self.0);
        }
        fn relationship(&mut self, relationship: &mut RelationshipPattern) {
            self.properties(&mut relationship.properties);
            prune_predicate(&mut relationship.predicate, self.0);
        }
    }
    walk::pattern(pattern, &mut Maps(scope));
}

fn prune_projection(projection: &mut Projection, scope: &[Name]) {
    projection.items.retain(|item| is_bound(&item.expression, scope));
    let mut inside = scope.to_vec();
    add_all(&mut inside, projection.items.iter().filter_map(item_name));
    projection.order.retain(|item| is_bound(&item.expression, &inside));
}

fn prune_predicate(predicate: &mut Option<Expression>, scope: &[Name]) {
    if let Some(whole) = predicate.take() {
        *predicate = build::all(conjuncts(whole).into_iter().filter(|part| is_bound(part, scope)));
    }
}

/// The operands of a chain of ANDs.
pub(super) fn conjuncts(expression: Expression) -> Vec<Expression> {
    match expression {
        Expression::Binary(BinaryOperator::And, left, right) => {
            let mut parts = conjuncts(*left);
            parts.extend(conjuncts(*right));
            parts
        }
        other => vec![other],
    }
}

fn is_bound(expression: &Expression, scope: &[Name]) -> bool {
    free_variables(expression).iter().all(|name| scope.contains(name))
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse;

    use super::*;

    #[track_caller]
    fn check(text: &str, bound: &[&str], pruned: &str) {
        let Ok(Statement::Query(mut query)) = parse(text) else { panic!("{text}") };
        let clauses = &query.first.clauses;
        assert_eq!(bound_after(&clauses[..clauses.len() - 1]), bound, "{text}");
        prune(&mut query.first, &[]);
        assert_eq!(graphlance_cypher::print_query(&query, &graphlance_cypher::Dialect::standard()), pruned, "{text}");
    }

    #[test]
    fn what_a_subquery_returns_is_bound_after_it() {
        let star = "MATCH (a) CALL { MATCH (b) RETURN * } RETURN a.k AS x, b.k AS y";
        check(star, &["a", "b"], star);
        let named = "MATCH (a) CALL { MATCH (b) RETURN b.k AS c } RETURN a.k AS x, c AS y";
        check(named, &["a", "c"], named);
    }

    #[test]
    fn what_uses_an_unbound_variable_goes() {
        check(
            "MATCH (a {k: b.k}) WHERE a.k = 1 AND b.k = 2 WITH a ORDER BY b.k RETURN a, b.k AS x",
            &["a"],
            "MATCH (a) WHERE a.k = 1 WITH a RETURN a",
        );
    }

    #[test]
    fn a_column_of_a_subquery_binds_nothing_in_it() {
        let free = |text: &str| {
            let Ok(expression) = graphlance_cypher::parse_expression(text) else { panic!("{text}") };
            free_variables(&expression).into_iter().collect::<Vec<Name>>()
        };
        assert_eq!(free("COLLECT { MATCH (b) RETURN a }"), ["a"]);
        assert_eq!(free("EXISTS { MATCH (b) WHERE b.k = a.k }"), ["a"]);
        assert!(free("[x IN [1] | x]").is_empty());
    }
}
