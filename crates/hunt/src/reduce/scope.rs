//! Which variables a clause binds, which an expression uses, and the repair of a query that lost a clause.

use std::collections::BTreeSet;

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::walk::{self, NameKind, Visitor};

/// The variables in scope after `clauses`, in the order they were bound.
pub(super) fn bound_after(clauses: &[Clause]) -> Vec<Name> {
    let mut scope = Vec::new();
    for clause in clauses {
        bind(&mut scope, clause);
    }
    scope
}

fn bind(scope: &mut Vec<Name>, clause: &Clause) {
    match clause {
        Clause::Match(part) => part.patterns.iter().for_each(|pattern| add_all(scope, pattern_variables(pattern))),
        Clause::Create(patterns) => patterns.iter().for_each(|pattern| add_all(scope, pattern_variables(pattern))),
        Clause::Merge(part) => add_all(scope, pattern_variables(&part.pattern)),
        Clause::Unwind(part) => add_all(scope, [part.variable.clone()]),
        Clause::With(part) => {
            if !part.projection.star {
                scope.clear();
            }
            add_all(scope, part.projection.items.iter().filter_map(item_name));
        }
        Clause::Return(_) => scope.clear(),
        Clause::Call(part) => {
            if let Yield::Items(items) = &part.results {
                add_all(scope, items.iter().map(|item| item.variable.clone().unwrap_or_else(|| item.field.clone())));
            }
        }
        Clause::Subquery(part) => {
            if let Some(Clause::Return(projection)) = part.query.first.clauses.last() {
                add_all(scope, projection.items.iter().filter_map(item_name));
            }
        }
        Clause::Set(_) | Clause::Remove(_) | Clause::Delete(_) | Clause::Foreach(_) => {}
    }
}

/// The variable that a projection item binds.
pub(super) fn item_name(item: &ProjectionItem) -> Option<Name> {
    match (&item.alias, &item.expression) {
        (Some(alias), _) => Some(alias.clone()),
        (None, Expression::Variable(name)) => Some(name.clone()),
        _ => None,
    }
}

fn add_all(scope: &mut Vec<Name>, names: impl IntoIterator<Item = Name>) {
    for name in names {
        if !scope.contains(&name) {
            scope.push(name);
        }
    }
}

/// The variables of a pattern's path, nodes and relationships, in order, without those inside its expressions.
pub(super) fn pattern_variables(pattern: &Pattern) -> Vec<Name> {
    let mut names: Vec<Name> = pattern.variable.iter().cloned().collect();
    path_variables(&pattern.path, &mut names);
    names
}

fn path_variables(path: &PathPattern, names: &mut Vec<Name>) {
    names.extend(path.start.variable.clone());
    for segment in &path.segments {
        match segment {
            Segment::Hop { relationship, node } => {
                names.extend(relationship.variable.clone());
                names.extend(node.variable.clone());
            }
            Segment::Quantified { path, node, .. } => {
                path_variables(path, names);
                names.extend(node.variable.clone());
            }
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
            self.own.extend(pattern_variables(pattern));
        }
        fn clause(&mut self, clause: &mut Clause) {
            let mut bound = Vec::new();
            bind(&mut bound, clause);
            self.own.extend(bound);
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
    let mut scope = outer.to_vec();
    let clauses = std::mem::take(&mut part.clauses);
    for mut clause in clauses {
        if prune_clause(&mut clause, &scope) {
            bind(&mut scope, &clause);
            part.clauses.push(clause);
        }
    }
}

/// Prunes one clause under the variables bound before it; false when nothing of it is left.
fn prune_clause(clause: &mut Clause, scope: &[Name]) -> bool {
    match clause {
        Clause::Match(part) => {
            let mut inside = scope.to_vec();
            part.patterns.iter().for_each(|pattern| add_all(&mut inside, pattern_variables(pattern)));
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
