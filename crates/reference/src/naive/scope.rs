//! Which variables are in scope, as the text of a query says.

use std::collections::BTreeSet;

use graphlance_cypher::ast::*;
use graphlance_cypher::{Dialect, print_expression};
use graphlance_graph::Name;

use super::Engine;
use crate::procedures;

type Names = BTreeSet<Name>;

impl Engine<'_> {
    /// The variables in scope after a clause, those aside that were imported and stay.
    pub(super) fn fields_after(&self, clause: &Clause, before: &Names, imported: &Names) -> Names {
        let mut fields = before.clone();
        match clause {
            Clause::Match(clause) => fields.extend(variables(&clause.patterns)),
            Clause::Create(patterns) | Clause::Insert(patterns) => fields.extend(variables(patterns)),
            Clause::Merge(merge) => fields.extend(variables(std::slice::from_ref(&merge.pattern))),
            Clause::Unwind(unwind) | Clause::For(unwind) => fields.extend([unwind.variable.clone()]),
            Clause::Let(variables) => fields.extend(variables.iter().map(|(name, _)| name.clone())),
            Clause::Composed(composed) => {
                let mut query = composed.last();
                if let Composed::Sequence(queries) = &**composed {
                    query = queries.last();
                    for before in queries.iter().take(queries.len().saturating_sub(1)) {
                        fields = self.columns_of_query(before, &fields, imported);
                    }
                }
                fields = query.map(|query| self.columns_of_query(query, &fields, imported)).unwrap_or_default();
            }
            Clause::With(With { projection, .. }) => {
                fields = columns(projection, before, &Names::new()).into_iter().collect();
                fields.extend(imported.iter().cloned());
            }
            Clause::Return(projection) => fields = columns(projection, before, imported).into_iter().collect(),
            Clause::Call(call) => fields.extend(self.yielded(call).into_iter().map(|(_, name)| name)),
            Clause::Subquery(call) => fields.extend(self.columns_of_call(call, before).into_iter().flatten()),
            _ => {}
        }
        fields
    }

    /// The variables that a `CALL { }` adds; none where it returns nothing.
    pub(super) fn columns_of_call(&self, call: &CallSubquery, outer: &Names) -> Option<Names> {
        let part = &call.query.first;
        let imported = match &call.imports {
            Imports::Body => Names::new(),
            Imports::All => outer.clone(),
            Imports::Names(names) => names.iter().cloned().collect(),
        };
        let by_with = matches!(call.imports, Imports::Body) && takes_in(part, &|name| outer.contains(name));
        let mut fields = if by_with { outer.clone() } else { imported.clone() };
        if !call.query.returns() {
            return None;
        }
        for clause in &part.clauses {
            fields = self.fields_after(clause, &fields, &imported);
        }
        Some(fields)
    }

    /// The columns of a query that begins with these variables; behind one that returns nothing these themselves.
    fn columns_of_query(&self, query: &Query, begin: &Names, imported: &Names) -> Names {
        if !query.returns() {
            return begin.clone();
        }
        query.first.clauses.iter().fold(begin.clone(), |fields, clause| self.fields_after(clause, &fields, imported))
    }

    /// The result fields that a procedure call binds, each with its variable.
    pub(super) fn yielded(&self, call: &ProcedureCall) -> Vec<(Name, Name)> {
        match &call.results {
            Yield::Absent => Vec::new(),
            Yield::Star => {
                let outputs = procedures::signature(&call.name, self.options).map(|signature| signature.outputs);
                outputs.into_iter().flatten().map(|name| (name.clone(), name)).collect()
            }
            Yield::Items(items) => {
                let variable = |item: &YieldItem| item.variable.clone().unwrap_or_else(|| item.field.clone());
                items.iter().map(|item| (item.field.clone(), variable(item))).collect()
            }
        }
    }
}

/// The columns of a projection: for `*` the variables in scope by name, less the imported ones, then the items.
pub(super) fn columns(projection: &Projection, fields: &Names, imported: &Names) -> Vec<Name> {
    let star = fields.iter().filter(|name| projection.star && !imported.contains(*name));
    star.cloned().chain(projection.items.iter().map(column_name)).collect()
}

/// A column is named by its alias, or by what its expression looks like.
pub(super) fn column_name(item: &ProjectionItem) -> Name {
    match (&item.alias, &item.expression) {
        (Some(alias), _) => alias.clone(),
        (None, Expression::Variable(name)) => name.clone(),
        (None, expression) => print_expression(expression, &Dialect::standard()).into(),
    }
}

/// Whether a part of a subquery begins with a WITH that takes in variables of the outer scope (the manual's "importing
/// WITH").
pub(super) fn takes_in(part: &SingleQuery, outer: &dyn Fn(&Name) -> bool) -> bool {
    let Some(Clause::With(with)) = part.clauses.first() else { return false };
    let names = |item: &ProjectionItem| matches!(&item.expression, Expression::Variable(name) if outer(name));
    with.projection.star || with.projection.items.iter().any(names)
}

/// The variables of patterns.
pub(super) fn variables(patterns: &[Pattern]) -> Names {
    let mut names = Names::new();
    for pattern in patterns {
        names.extend(pattern.variable.clone());
        names.extend(of_path(&pattern.path));
    }
    names
}

/// The variables of a path pattern's nodes and relationships.
pub(super) fn of_path(path: &PathPattern) -> Names {
    let mut names: Names = path.start.variable.iter().cloned().collect();
    for segment in &path.segments {
        let node = match segment {
            Segment::Hop { relationship, node } => {
                names.extend(relationship.variable.clone());
                node
            }
            Segment::Quantified { path, node, .. } => {
                names.extend(of_path(path));
                node
            }
        };
        names.extend(node.variable.clone());
    }
    names
}
