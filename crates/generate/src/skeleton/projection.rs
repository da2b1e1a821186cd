//! WITH and RETURN: computed columns, groups, DISTINCT, order, cuts and filters, each where it changes something.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::query::Skeleton;
use super::table::{Table, Variable, differing, same_rows};
use crate::expression::Shape;

/// Columns of a WITH at most.
const MOST_COLUMNS: usize = 6;

/// The items of a projection, with what they may be.
#[derive(Clone, Default)]
struct Items {
    items: Vec<ProjectionItem>,
    variables: Vec<Variable>,
}

impl Items {
    fn push(&mut self, name: Name, expression: Expression, shape: Shape) {
        let bare = expression == build::variable(name.clone());
        self.items.push(ProjectionItem { expression, alias: (!bare).then(|| name.clone()) });
        self.variables.push(Variable { name, shape });
    }
}

impl<'a> Skeleton<'a, '_> {
    /// A WITH: carries on, computes, groups, drops duplicates, sorts and cuts, filters.
    pub(super) fn with_clause(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        if !self.context.vocabulary.has(Feature::With) {
            return None;
        }
        let groups = self.groups_rows(table, 0.4);
        let (mut projection, variables) = if groups { self.grouped(table, false)? } else { self.carried(table)? };
        let mut next = self.projected(table, &projection, &variables)?;
        if !groups && next.count() > 1 && self.chance(Feature::Distinct, 0.3) && differing(&next) < next.count() {
            projection.distinct = true;
            next = self.without_duplicates(&next)?;
        }
        if next.count() > 2 && self.random.chance(0.2) {
            (projection, next) = self.sorted_cut(projection, next);
        }
        let mut predicate = None;
        let share = if next.count() < 2 { 0.05 } else { 0.45 };
        if self.chance(Feature::WithWhere, share)
            && let Some((kept, filtered)) = self.filter(&next)
        {
            (predicate, next) = (Some(kept), filtered);
        }
        self.made.push(Clause::With(With { projection, predicate }));
        self.techniques.count("clause.with");
        Some(next)
    }

    /// With ORDER BY and a cut, where the order says which rows stay.
    fn sorted_cut(&mut self, projection: Projection, whole: Table<'a>) -> (Projection, Table<'a>) {
        for _ in 0..3 {
            let order = self.sort_keys(&whole);
            if order.is_empty() {
                break;
            }
            let mut cut = Projection { order, ..projection.clone() };
            self.cut(&mut cut, whole.count(), 1);
            if let Some(next) = self.sorted(&whole, &cut)
                && (1..whole.count()).contains(&next.count())
                && self.order_decides(&whole, &cut, &next)
            {
                return (cut, next);
            }
        }
        (projection, whole)
    }

    /// Whether other rows of those that a projection gives stay when its order is turned.
    fn order_decides(&self, whole: &Table<'a>, cut: &Projection, kept: &Table<'a>) -> bool {
        let mut turned = cut.clone();
        turned.order.iter_mut().for_each(|key| key.descending = !key.descending);
        self.sorted(whole, &turned).is_some_and(|other| !same_rows(kept, &other))
    }

    /// The rows that a projection gives in its order and with its cut, both of which are about its columns alone.
    fn sorted(&self, whole: &Table<'a>, projection: &Projection) -> Option<Table<'a>> {
        let Projection { order, skip, limit, .. } = projection.clone();
        let tail = Projection { star: true, order, skip, limit, ..Projection::default() };
        self.projected(whole, &tail, &[])
    }

    /// The different rows of those that a projection gives.
    fn without_duplicates(&self, whole: &Table<'a>) -> Option<Table<'a>> {
        self.projected(whole, &Projection { star: true, distinct: true, ..Projection::default() }, &[])
    }

    /// The table after a WITH; none where what it gives is open.
    pub(super) fn projected(
        &self,
        table: &Table<'a>,
        projection: &Projection,
        variables: &[Variable],
    ) -> Option<Table<'a>> {
        let clause = Clause::With(With { projection: projection.clone(), predicate: None });
        let growth = self.after(table, &[clause])?;
        let variables =
            if projection.star { table.variables_and(variables.iter().cloned()) } else { variables.to_vec() };
        (!growth.rows().is_empty() || !self.context.shares.feedback).then(|| Table::new(growth, variables))
    }

    /// Whether a projection groups; one row is seldom grouped, since nothing varies in it.
    fn groups_rows(&mut self, table: &Table<'a>, share: f64) -> bool {
        let share = if table.count() > 1 { share } else { 0.05 };
        !table.names().is_empty() && self.random.chance(share)
    }

    /// Some of the variables, and one or two computed values.
    fn carried(&mut self, table: &Table<'a>) -> Option<(Projection, Vec<Variable>)> {
        let mut items = Items::default();
        let names = table.names();
        let star = !names.is_empty() && names.len() < MOST_COLUMNS && self.chance(Feature::Star, 0.15);
        for name in names.iter().filter(|_| !star) {
            if self.random.chance(0.7) && items.items.len() < MOST_COLUMNS && self.carries(table, name) {
                items.push(name.clone(), build::variable(name.clone()), table.shape(name).clone());
            }
        }
        let fewest = usize::from(items.items.is_empty() && !star);
        for _ in 0..self.random.between(fewest, 2) {
            let Some(computed) = self.computed(table, false) else { continue };
            let name = self.fresh('a');
            items.push(name, computed.expression, computed.shape);
        }
        if items.items.is_empty() && !star {
            return None;
        }
        Some((Projection { star, items: items.items, ..Projection::default() }, items.variables))
    }

    /// Whether a column may go on: engines agree on it to the last bit.
    fn carries(&self, table: &Table<'a>, name: &str) -> bool {
        table.growth.place(name).is_some_and(|place| table.growth.is_exact(place))
    }

    /// Grouping keys, of which several rows share a value where that can be had, and aggregates.
    fn grouped(&mut self, table: &Table<'a>, last: bool) -> Option<(Projection, Vec<Variable>)> {
        let mut items = Items::default();
        for _ in 0..self.random.weighted(&[0.2, 0.55, 0.25])? {
            let elements = table.with_shape(|shape| matches!(shape, Shape::Node | Shape::Relationship));
            let usable = |name: &Name| table.is_plain(name) || table.is_mixed(name);
            let plain: Vec<Name> = table.names().into_iter().filter(usable).collect();
            let of_element = self.random.chance(if last && !self.context.vocabulary.has(Feature::ReturnElement) {
                0.0
            } else {
                0.35
            });
            let pool = if of_element { &elements } else { &plain };
            match self.random.pick(pool).cloned() {
                Some(name) if self.random.chance(0.5) && (of_element || !elements.contains(&name)) => {
                    if !items.variables.iter().any(|variable| variable.name == name) {
                        items.push(name.clone(), build::variable(name.clone()), table.shape(&name).clone());
                    }
                }
                _ => {
                    let Some(key) = self.computed(table, false) else { continue };
                    let name = self.fresh('g');
                    items.push(name, key.expression, key.shape);
                }
            }
        }
        let keys = items.items.clone();
        for _ in 0..self.random.between(1, 2) {
            let Some(made) = self.aggregated(table, &keys, last) else { continue };
            let name = self.fresh('a');
            items.push(name, made.expression, made.shape);
        }
        (items.items.len() > keys.len())
            .then(|| (Projection { items: items.items, ..Projection::default() }, items.variables))
    }

    /// A RETURN with the table that it returns.
    pub(super) fn return_clause(&mut self, table: &Table<'a>) -> Option<(Projection, Table<'a>)> {
        let groups = self.groups_rows(table, 0.35);
        let (projection, variables) = if groups { self.grouped(table, true)? } else { self.returned(table)? };
        let (mut projection, variables) = named(projection, variables);
        let mut whole = self.projected(table, &projection, &variables)?;
        let several = whole.count() > 1;
        if !groups
            && several
            && self.all_plain(&whole)
            && self.chance(Feature::Distinct, 0.5)
            && differing(&whole) < whole.count()
        {
            projection.distinct = true;
            whole = self.without_duplicates(&whole)?;
        }
        if several && self.chance(Feature::OrderBy, 0.55) {
            (projection, whole) = self.sorted_return(projection, whole)?;
        }
        Some((projection, whole))
    }

    /// A RETURN with sort keys and, mostly, a cut.
    fn sorted_return(&mut self, projection: Projection, whole: Table<'a>) -> Option<(Projection, Table<'a>)> {
        let mut sorted = Projection { order: self.sort_keys(&whole), ..projection.clone() };
        if let Some(key) = sorted.order.first_mut() {
            let mut first = key.clone();
            self.computed_key(&mut first, &whole);
            *key = first;
        }
        if sorted.order.is_empty() {
            return Some((projection, whole));
        }
        if self.random.chance(0.65) {
            let mut cut = sorted.clone();
            self.cut(&mut cut, whole.count(), 2);
            if let Some(next) = self.sorted(&whole, &cut)
                && self.order_decides(&whole, &cut, &next)
            {
                return Some((cut, next));
            }
        }
        self.sorted(&whole, &sorted).map(|next| (sorted, next))
    }

    fn all_plain(&self, table: &Table<'a>) -> bool {
        table.names().iter().all(|name| table.is_plain(name) || table.is_mixed(name))
    }

    /// Elements, variables and computed values.
    fn returned(&mut self, table: &Table<'a>) -> Option<(Projection, Vec<Variable>)> {
        let mut items = Items::default();
        let all = table.names();
        // No document says in which order the columns of several stand: by name in Neo4j, as they were bound in Kuzu.
        let may = all.len() == 1 && all.iter().all(|name| self.may_return(table.shape(name)));
        if may && self.chance(Feature::Star, 0.14) {
            return Some((Projection { star: true, ..Projection::default() }, Vec::new()));
        }
        for _ in 0..self.random.between(1, 4) {
            let names = table.names();
            match self.random.pick(&names).cloned() {
                Some(name) if self.random.chance(0.4) && self.may_return(table.shape(&name)) => {
                    items.push(name.clone(), build::variable(name.clone()), table.shape(&name).clone());
                }
                _ => {
                    let Some(computed) = self.computed(table, true) else { continue };
                    let name = self.fresh('a');
                    items.push(name, computed.expression, computed.shape);
                }
            }
        }
        (!items.items.is_empty()).then(|| (Projection { items: items.items, ..Projection::default() }, items.variables))
    }

    fn may_return(&self, shape: &Shape) -> bool {
        let holds_elements = match shape {
            Shape::Node | Shape::Relationship | Shape::Path(_) => true,
            Shape::List { item, .. } => matches!(**item, Shape::Node | Shape::Relationship | Shape::Any),
            _ => false,
        };
        !holds_elements || self.context.vocabulary.has(Feature::ReturnElement)
    }
}

/// The columns of a RETURN under names of their own.
fn named(projection: Projection, variables: Vec<Variable>) -> (Projection, Vec<Variable>) {
    let name = |index: usize| Name::from(format!("c{index}"));
    let item = |(index, item): (usize, ProjectionItem)| ProjectionItem { alias: Some(name(index)), ..item };
    let variable = |(index, variable): (usize, Variable)| Variable { name: name(index), ..variable };
    let items = projection.items.into_iter().enumerate().map(item).collect();
    let projection = Projection { items, ..projection };
    (projection, variables.into_iter().enumerate().map(variable).collect())
}
