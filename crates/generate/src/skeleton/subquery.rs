//! CALL of subqueries that depend on the row.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::query::Skeleton;
use super::table::{Table, Variable, same_rows};
use crate::expression::Shape;

impl<'a> Skeleton<'a, '_> {
    /// `CALL (n) { MATCH (n)-->(m) RETURN .. }`, now and then with clauses, an order and a cut of its own.
    pub(super) fn call_clause(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        let by_scope = self.context.vocabulary.has(Feature::CallSubqueryScope);
        let by_with = self.context.vocabulary.has(Feature::CallSubquery);
        if !by_scope && !by_with {
            return None;
        }
        let mut imports = table.with_shape(|shape| *shape == Shape::Node);
        self.random.shuffle(&mut imports);
        imports.truncate(1);
        let others: Vec<Name> =
            table.names().into_iter().filter(|name| table.is_plain(name) && !imports.contains(name)).collect();
        imports.extend(self.random.pick(&others).cloned().filter(|_| self.random.chance(0.4)));
        if imports.is_empty() {
            return None;
        }
        let (imports_form, leading) = self.imports(&imports, by_scope, by_with);
        let (body, variables) = self.body(table, &imports)?;
        let clauses = leading.into_iter().chain(body).collect();
        let mut query = SingleQuery { clauses };
        let called = |query: &SingleQuery| {
            let imports = imports_form.clone();
            Clause::Subquery(CallSubquery::new(imports, query.clone().into()))
        };
        if let Some(turned) = turned(&query) {
            let rows = |query: &SingleQuery| Some(Table::new(self.after(table, &[called(query)])?, Vec::new()));
            if rows(&query).zip(rows(&turned)).is_none_or(|(rows, turned)| same_rows(&rows, &turned)) {
                without_cut(&mut query);
            }
        }
        let clause = called(&query);
        let growth = self.after(table, std::slice::from_ref(&clause))?;
        self.made.push(clause);
        self.techniques.count("clause.call_subquery");
        Some(Table::new(growth, table.variables_and(variables)))
    }

    /// How the imports are written: in parentheses, or by a WITH that leads the body.
    fn imports(&mut self, names: &[Name], by_scope: bool, by_with: bool) -> (Imports, Option<Clause>) {
        if by_scope && (!by_with || self.random.chance(0.6)) {
            return (Imports::Names(names.to_vec()), None);
        }
        let item = |name: &Name| ProjectionItem { expression: build::variable(name.clone()), alias: None };
        let projection = Projection { items: names.iter().map(item).collect(), ..Projection::default() };
        (Imports::Body, Some(Clause::With(With { projection, predicate: None })))
    }

    /// Clauses that go on from the imports, and a RETURN of new names.
    fn body(&mut self, table: &Table<'a>, imports: &[Name]) -> Option<(Vec<Clause>, Vec<Variable>)> {
        let item = |name: &Name| ProjectionItem { expression: build::variable(name.clone()), alias: None };
        let projection = Projection { items: imports.iter().map(item).collect(), ..Projection::default() };
        let inner = Table::new(
            self.after(table, &[Clause::With(With { projection, predicate: None })])?,
            table.variables_and([]),
        );
        let outside = std::mem::take(&mut self.made);
        self.depth += 1;
        let steps = self.random.between(1, 2);
        let made = self.clauses(inner, steps).and_then(|inner| self.subquery_return(&inner, imports));
        self.depth -= 1;
        let mut clauses = std::mem::replace(&mut self.made, outside);
        let (last, variables) = made?;
        clauses.push(Clause::Return(last));
        Some((clauses, variables))
    }

    /// A RETURN whose columns are new in the outer scope.
    fn subquery_return(&mut self, inner: &Table<'a>, imports: &[Name]) -> Option<(Projection, Vec<Variable>)> {
        let mut items = Vec::new();
        let mut variables = Vec::new();
        let names: Vec<Name> =
            inner.names().into_iter().filter(|name| !imports.contains(name) && inner.is_plain(name)).collect();
        let aggregates = self.random.chance(0.45);
        if aggregates {
            let made = self.aggregated(inner, &[], false)?;
            let name = self.fresh('s');
            items.push(ProjectionItem { expression: made.expression, alias: Some(name.clone()) });
            variables.push(Variable { name, shape: made.shape });
        } else if let Some(name) = self.random.pick(&names).cloned() {
            let fresh = self.fresh('s');
            items.push(ProjectionItem { expression: build::variable(name.clone()), alias: Some(fresh.clone()) });
            variables.push(Variable { name: fresh, shape: inner.shape(&name).clone() });
        }
        if !aggregates && (items.is_empty() || self.random.chance(0.5)) {
            let made = self.computed(inner, false)?;
            let name = self.fresh('s');
            items.push(ProjectionItem { expression: made.expression, alias: Some(name.clone()) });
            variables.push(Variable { name, shape: made.shape });
        }
        let mut projection = Projection { items, ..Projection::default() };
        if !aggregates {
            projection.distinct = self.chance(Feature::Distinct, 0.2);
            let sortable: Vec<&Variable> = variables.iter().filter(|variable| variable.shape.is_ordered()).collect();
            if sortable.len() == variables.len()
                && self.chance(Feature::OrderBy, 0.35)
                && self.context.vocabulary.has(Feature::Limit)
            {
                projection.order = sortable
                    .iter()
                    .map(|variable| SortItem {
                        expression: build::variable(variable.name.clone()),
                        descending: self.random.chance(0.5),
                    })
                    .collect();
                projection.limit = Some(build::integer(self.random.integer(1, 3)));
            }
        }
        Some((projection, variables))
    }
}

/// A query with the order turned at the cut of its RETURN; none where it has no cut.
pub(super) fn turned(query: &SingleQuery) -> Option<SingleQuery> {
    let mut turned = query.clone();
    let Some(Clause::Return(projection)) = turned.clauses.last_mut() else { return None };
    projection.limit.as_ref()?;
    projection.order.iter_mut().for_each(|key| key.descending = !key.descending);
    Some(turned)
}

/// Takes the limit from the RETURN of a query.
pub(super) fn without_cut(query: &mut SingleQuery) {
    if let Some(Clause::Return(projection)) = query.clauses.last_mut() {
        projection.limit = None;
    }
}
