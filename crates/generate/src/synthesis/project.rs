//! WITH and RETURN steps: accesses, aliases, removals, truncations.

use std::collections::BTreeSet;

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Function, Kind, find};
use graphlance_graph::{Column, Latitude, Name, Order, Returns, Row, Value};
use graphlance_reference::relations;

use super::aggregate::{aggregate, aggregate_shape};
use super::plan::{Element, Operation};
use super::query::Synthesis;
use super::state::{State, Variable, distinct, equivalent};
use crate::expression::{Known, Shape, true_predicate};

/// More variables than this are not carried on.
const MOST_VARIABLES: usize = 26;

/// Functions tried for one aggregate.
const AGGREGATE_TRIES: usize = 4;

/// A projected item: its tree, and its value on every row.
struct Item {
    expression: Expression,
    variable: Variable,
    /// Written as the bare variable.
    bare: bool,
    values: ItemValues,
}

enum ItemValues {
    /// One value per row.
    Rows(Vec<Value>),
    /// An aggregate: of the argument's values on the rows of a group.
    Aggregate { function: &'static Function, distinct: bool, arguments: Vec<Value>, percentile: f64 },
    /// `count(*)`
    CountStar,
}

impl Synthesis<'_> {
    /// A WITH step. None when it cannot be done.
    pub(super) fn with_step(&mut self, operations: &[Operation]) -> Option<()> {
        let mut dropped = self.removed(operations);
        let truncated = self.truncated(operations);
        let by_filter: Vec<Name> = truncated
            .iter()
            .filter(|_| self.context.vocabulary.has(Feature::WithWhere) && self.random.chance(0.4))
            .cloned()
            .collect();
        dropped.extend(truncated.iter().filter(|name| !by_filter.contains(name)).cloned());
        let mut items = self.carried(&dropped);
        let everything_kept = items.len() == self.state.variables.len();
        let accessed = self.accesses(operations)?;
        items.extend(accessed);
        let mut created = Vec::new();
        for operation in operations {
            if let Operation::CreateAlias(index) = operation {
                created.push((*index, self.alias()));
            }
        }
        for (index, item) in created {
            self.aliases.insert(index, item.variable.name.clone());
            items.push(item);
        }
        if items.is_empty() {
            items.push(self.constant_item());
        }
        let aggregated = items.iter().any(|item| !matches!(item.values, ItemValues::Rows(_)));
        let state = self.projected(&items)?;
        let star = everything_kept && !aggregated && self.context.vocabulary.chance(self.random, Feature::Star, 0.3);
        let collapse = !truncated.is_empty() && by_filter.len() < truncated.len();
        let mut projection = self.write_items(items, star);
        let mut state = self.refine(&mut projection, state, collapse)?;
        let predicate = self.filter(&mut state, &by_filter);
        self.named.retain(|_, name| state.column(name).is_some());
        for operation in operations {
            match operation {
                Operation::RemoveAlias(index) => self.aliases.remove(index),
                Operation::Truncate(index) => self.lists.remove(index),
                _ => None,
            };
        }
        self.coverage.count("clause.with");
        self.clauses.push(Clause::With(With { projection, predicate }));
        self.state = state;
        Some(())
    }

    /// The RETURN step, under the given column names.
    pub(super) fn return_step(&mut self, operations: &[Operation], columns: &[Name]) -> Option<Returns> {
        let mut items = Vec::new();
        for (column, name) in columns.iter().enumerate() {
            let access = operations.iter().find_map(|operation| match operation {
                Operation::Access { element, key, column: this } if *this == column => Some((*element, key.clone())),
                _ => None,
            });
            let mut item = match access {
                Some((element, key)) => self.access_item(element, &key)?,
                None => self.variable_item(&self.accessed.get(&column)?.clone())?,
            };
            item.bare = false;
            item.variable.name = name.clone();
            items.push(item);
        }
        for operation in operations {
            if let Operation::CreateAlias(_) = operation
                && self.random.chance(0.5)
            {
                items.push(self.alias());
            }
        }
        let truncate = operations.iter().any(|operation| matches!(operation, Operation::Truncate(_)));
        let state = self.projected(&items)?;
        let mut projection = self.write_items(items, false);
        let state = self.refine(&mut projection, state, truncate)?;
        self.coverage.count("clause.return");
        let order = self.tie_groups(&projection, &state);
        self.clauses.push(Clause::Return(projection));
        let columns = state.variables.iter().map(|variable| Column {
            name: variable.name.clone(),
            latitude: if variable.ulps == 0 { Latitude::Exact } else { Latitude::Ulps(variable.ulps) },
            unordered_lists: variable.unordered,
        });
        Some(Returns { columns: columns.collect(), rows: state.rows, order, any: None })
    }

    /// `WITH` of every variable in scope.
    pub(super) fn keep_everything(&mut self) {
        let names: Vec<Name> = self.state.variables.iter().map(|variable| variable.name.clone()).collect();
        let items: Vec<Item> = names.iter().filter_map(|name| self.variable_item(name)).collect();
        let star = self.context.vocabulary.has(Feature::Star) && !items.is_empty() && self.random.chance(0.5);
        let projection = self.write_items(items, star);
        self.coverage.count("clause.with");
        self.clauses.push(Clause::With(With { projection, predicate: None }));
    }

    /// A WITH between an OPTIONAL MATCH and a reading clause, for dialects that demand one.
    pub(super) fn keep_after_optional(&mut self) {
        let since_with = self.clauses.iter().rev().take_while(|clause| !matches!(clause, Clause::With(_)));
        let after_optional =
            since_with.into_iter().any(|clause| matches!(clause, Clause::Match(this) if this.optional));
        if after_optional && !self.context.vocabulary.has(Feature::MatchAfterOptional) {
            self.keep_everything();
        }
    }

    fn removed(&self, operations: &[Operation]) -> BTreeSet<Name> {
        let name = |operation: &Operation| match operation {
            Operation::Remove(element) => self.named.get(element).cloned(),
            Operation::RemoveAlias(index) => self.aliases.get(index).cloned(),
            _ => None,
        };
        operations.iter().filter_map(name).collect()
    }

    fn truncated(&self, operations: &[Operation]) -> Vec<Name> {
        let name = |operation: &Operation| match operation {
            Operation::Truncate(index) => self.lists.get(index).cloned(),
            _ => None,
        };
        operations.iter().filter_map(name).filter(|name| self.state.column(name).is_some()).collect()
    }

    /// The variables that go on: those the plan needs later, and some of the others.
    fn carried(&mut self, dropped: &BTreeSet<Name>) -> Vec<Item> {
        let needed: BTreeSet<Name> = self
            .pending
            .iter()
            .filter_map(|element| self.named.get(element))
            .chain(self.accessed.values())
            .chain(self.aliases.values())
            .chain(self.lists.values())
            .filter(|name| !dropped.contains(*name))
            .cloned()
            .collect();
        let share = if self.state.variables.len() > MOST_VARIABLES { 0.2 } else { 0.8 };
        let names: Vec<Name> = self.state.variables.iter().map(|variable| variable.name.clone()).collect();
        let mut kept: Vec<Name> = Vec::new();
        for name in names {
            let keep = needed.contains(&name) || (!dropped.contains(&name) && self.random.chance(share));
            if keep {
                kept.push(name);
            }
        }
        self.random.shuffle(&mut kept);
        kept.iter().filter_map(|name| self.variable_item(name)).collect()
    }

    fn accesses(&mut self, operations: &[Operation]) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        for operation in operations {
            if let Operation::Access { element, key, column } = operation {
                let item = self.access_item(*element, key)?;
                self.accessed.insert(*column, item.variable.name.clone());
                items.push(item);
            }
        }
        Some(items)
    }

    fn access_item(&mut self, element: Element, key: &Name) -> Option<Item> {
        let variable = self.named.get(&element)?.clone();
        let (value, shape) = match element {
            Element::Node(node) => (self.context.graph.node_property(node, key), self.context.shapes.node(key)),
            Element::Relationship(relationship) => {
                (self.context.graph.relationship_property(relationship, key), self.context.shapes.relationship(key))
            }
        };
        let name = self.fresh('a');
        Some(Item {
            expression: build::property(variable, key.clone()),
            variable: Variable::new(name, shape),
            bare: false,
            values: ItemValues::Rows(vec![value; self.state.rows.len()]),
        })
    }

    fn variable_item(&self, name: &Name) -> Option<Item> {
        let column = self.state.column(name)?;
        Some(Item {
            expression: build::variable(name.clone()),
            variable: self.state.variables[column].clone(),
            bare: true,
            values: ItemValues::Rows(self.state.rows.iter().map(|row| row[column].clone()).collect()),
        })
    }

    fn constant_item(&mut self) -> Item {
        let leaves = self.state.leaves();
        let known = self.expressions(&leaves).exact(Kind::Integer, 1);
        self.known_item(known)
    }

    fn known_item(&mut self, known: Known) -> Item {
        let variable = Variable { name: self.fresh('a'), shape: known.shape, ulps: known.ulps, unordered: false };
        let values = ItemValues::Rows(vec![known.value; self.state.rows.len()]);
        Item { expression: known.expression, variable, bare: false, values }
    }

    /// A+: a copy of an element, an expression, or an aggregate.
    fn alias(&mut self) -> Item {
        let choice = self.random.below(10);
        if choice < 3
            && let Some(item) = self.aggregate_item()
        {
            return item;
        }
        if choice == 3 && !self.state.variables.is_empty() {
            let column = self.random.below(self.state.variables.len());
            let name = self.state.variables[column].name.clone();
            if let Some(mut item) = self.variable_item(&name) {
                item.bare = false;
                item.variable.name = self.fresh('a');
                return item;
            }
        }
        let leaves = self.state.leaves();
        let depth = self.depth();
        let kind =
            [Kind::Integer, Kind::Integer, Kind::Float, Kind::String, Kind::Boolean, Kind::List][self.random.below(6)];
        let known = self.expressions(&leaves).known(kind, depth);
        if self.affordable(&known.expression) { self.known_item(known) } else { self.constant_item() }
    }

    fn aggregate_item(&mut self) -> Option<Item> {
        if !self.context.vocabulary.has(Feature::Aggregation) || self.state.variables.is_empty() {
            return None;
        }
        if self.random.chance(0.15) {
            let variable = Variable::new(self.fresh('a'), Shape::Integer(0, 1_000_000));
            self.coverage.count("function.count(*)");
            return Some(Item {
                expression: Expression::CountStar,
                variable,
                bare: false,
                values: ItemValues::CountStar,
            });
        }
        let percentile = self.random.integer(0, 8) as f64 / 8.0;
        let (function, argument, arguments, shape) = (0..AGGREGATE_TRIES).find_map(|_| {
            let (argument, shape, arguments) = self.aggregate_argument()?;
            // Few columns are numbers that vary: those go to the functions that need them.
            let varies = aggregate(find("stDev")?, false, &arguments, 0.0).is_some() && self.random.chance(0.5);
            let wanted = |function: &Function| !varies || function.result != Kind::Any && function.name != "count";
            let function = self.context.vocabulary.aggregate(self.random, wanted)?;
            let shape = aggregate_shape(function, &shape)?;
            // What is left open over all rows is so in most groups as well.
            aggregate(function, false, &arguments, percentile)?;
            Some((function, argument, arguments, shape))
        })?;
        let distinct = self.random.chance(0.2) && matches!(function.name, "count" | "sum" | "collect");
        let mut call_arguments = vec![argument];
        if function.parameters.len() == 2 {
            call_arguments.push(Expression::Literal(Literal::Float(percentile)));
        }
        let call = FunctionCall { name: function.name.into(), distinct, arguments: call_arguments };
        Some(Item {
            expression: Expression::Function(call),
            variable: Variable::new(self.fresh('a'), shape),
            bare: false,
            values: ItemValues::Aggregate { function, distinct, arguments, percentile },
        })
    }

    /// An exact variable, or a property of an element, with its values on all rows.
    fn aggregate_argument(&mut self) -> Option<(Expression, Shape, Vec<Value>)> {
        let plain = |variable: &Variable| variable.ulps == 0 && !variable.unordered;
        let columns: Vec<usize> =
            (0..self.state.variables.len()).filter(|c| plain(&self.state.variables[*c])).collect();
        let varying: Vec<usize> = columns.iter().copied().filter(|c| self.state.constant(*c).is_none()).collect();
        let pool = if !varying.is_empty() && self.random.chance(0.7) { varying } else { columns };
        let column = *self.random.pick(&pool)?;
        let variable = self.state.variables[column].clone();
        let values: Vec<Value> = self.state.rows.iter().map(|row| row[column].clone()).collect();
        if !matches!(variable.shape, Shape::Node | Shape::Relationship) {
            return Some((build::variable(variable.name), variable.shape, values));
        }
        let shapes = self.context.shapes;
        let keys = if variable.shape == Shape::Node { shapes.node_keys() } else { shapes.relationship_keys() };
        let (key, shape) = self.random.pick(keys)?.clone();
        let property = |value: &Value| match value {
            Value::Node(node) => node.properties.get(&key).cloned().unwrap_or(Value::Null),
            Value::Relationship(relationship) => relationship.properties.get(&key).cloned().unwrap_or(Value::Null),
            _ => Value::Null,
        };
        Some((build::property(variable.name, key.clone()), shape, values.iter().map(property).collect()))
    }

    /// The table after the items, before DISTINCT, ORDER BY, SKIP, LIMIT.
    fn projected(&mut self, items: &[Item]) -> Option<State> {
        let mut variables: Vec<Variable> = items.iter().map(|item| item.variable.clone()).collect();
        let grouped = items.iter().any(|item| !matches!(item.values, ItemValues::Rows(_)));
        let count = self.state.rows.len();
        let keys = |row: usize| -> Row {
            let value = |item: &Item| {
                if let ItemValues::Rows(values) = &item.values { Some(values[row].clone()) } else { None }
            };
            items.iter().filter_map(value).collect()
        };
        if !grouped {
            return Some(State { variables, rows: (0..count).map(keys).collect() });
        }
        let key_item = |item: &&Item| matches!(item.values, ItemValues::Rows(_));
        let groupable =
            |item: &Item| item.variable.ulps == 0 && !item.variable.unordered && item.variable.shape != Shape::Any;
        if !items.iter().filter(key_item).all(groupable) {
            return None;
        }
        let mut groups: Vec<(Row, Vec<usize>)> = Vec::new();
        for row in 0..count {
            let key = keys(row);
            match groups.iter_mut().find(|(other, _)| equivalent(other, &key)) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((key, vec![row])),
            }
        }
        if groups.is_empty() && !items.iter().any(|item| matches!(item.values, ItemValues::Rows(_))) {
            groups.push((Row::new(), Vec::new()));
        }
        let mut rows = Vec::with_capacity(groups.len());
        for (key, members) in &groups {
            rows.push(group_row(items, key, members, &mut variables)?);
        }
        Some(State { variables, rows })
    }

    fn write_items(&mut self, items: Vec<Item>, star: bool) -> Projection {
        if items.iter().any(|item| !matches!(item.values, ItemValues::Rows(_))) {
            self.coverage.count("clause.aggregation");
        }
        if star {
            self.coverage.count("clause.star");
        }
        let written = items.into_iter().filter(|item| !(star && item.bare)).map(|item| ProjectionItem {
            alias: if item.bare { None } else { Some(item.variable.name) },
            expression: item.expression,
        });
        Projection { star, items: written.collect(), ..Projection::default() }
    }

    /// DISTINCT, ORDER BY, SKIP and LIMIT, as far as their effect is determined. `collapse` asks for fewer rows.
    fn refine(&mut self, projection: &mut Projection, mut state: State, collapse: bool) -> Option<State> {
        let vocabulary = self.context.vocabulary;
        let comparable = state.variables.iter().all(|v| v.ulps == 0 && !v.unordered && v.shape != Shape::Any);
        let chance = if collapse { 0.6 } else { 0.12 };
        if comparable && vocabulary.chance(self.random, Feature::Distinct, chance) {
            projection.distinct = true;
            self.coverage.count("clause.distinct");
            state.rows = distinct(state.rows);
        }
        let keys: Vec<usize> =
            (0..state.variables.len()).filter(|column| sortable(&state.variables[*column])).collect();
        if !keys.is_empty() && vocabulary.chance(self.random, Feature::OrderBy, if collapse { 0.5 } else { 0.2 }) {
            let count = self.random.between(1, keys.len().min(3));
            for column in self.random.sample(&keys, count) {
                projection.order.push(SortItem {
                    expression: build::variable(state.variables[column].name.clone()),
                    descending: self.random.chance(0.4),
                });
            }
            self.coverage.count("clause.order_by");
            sort(projection, &mut state);
        }
        let ties = tie_lengths(projection, &state);
        let rows = state.rows.len();
        let wants_cut = if collapse { 0.7 } else { 0.1 };
        let skip = if vocabulary.chance(self.random, Feature::Skip, wants_cut / 3.0) {
            self.random.between(0, rows.min(2))
        } else {
            0
        };
        let skipping = skip > 0 || self.random.chance(0.03) && vocabulary.has(Feature::Skip);
        let limiting = vocabulary.chance(self.random, Feature::Limit, wants_cut);
        let limit = if !limiting {
            rows
        } else if collapse {
            1
        } else {
            self.random.between(1, rows + 2)
        };
        if !cut_is_determined(&state.rows, &ties, skip)
            || !cut_is_determined(&state.rows, &ties, skip.saturating_add(limit))
        {
            return Some(state);
        }
        if rows > 0 && skip >= rows && !(self.context.profile.techniques.beyond_paper && self.random.chance(0.1)) {
            return Some(state);
        }
        if skipping {
            projection.skip = Some(build::integer(skip as i64));
            self.coverage.count("clause.skip");
        }
        if limiting {
            projection.limit = Some(build::integer(limit as i64));
            self.coverage.count("clause.limit");
        }
        state.rows = state.rows.into_iter().skip(skip).take(limit).collect();
        Some(state)
    }

    /// WHERE after WITH: one value of each list that is truncated here, and sometimes a true predicate.
    fn filter(&mut self, state: &mut State, truncated: &[Name]) -> Option<Expression> {
        let mut predicates = Vec::new();
        for name in truncated {
            let Some(column) = state.column(name) else { continue };
            let Some(row) = self.random.pick(&state.rows) else { continue };
            let wanted = row[column].clone();
            let exact = state.variables[column].ulps == 0 && !matches!(state.variables[column].shape, Shape::Any);
            if wanted.is_null() || !exact || build::constant(&wanted).is_none() {
                continue;
            }
            let leaves: Vec<_> = state.leaves();
            let other = crate::expression::equal_to(&mut self.expressions(&leaves), &wanted, 2);
            predicates.push(build::compare(ComparisonOperator::Equal, build::variable(name.clone()), other.expression));
            state.rows.retain(|row| relations::equal(&row[column], &wanted) == Some(true));
        }
        if predicates.is_empty() && !self.context.vocabulary.chance(self.random, Feature::WithWhere, 0.15) {
            return None;
        }
        if predicates.is_empty() || self.random.chance(0.2) {
            let leaves = state.leaves();
            let depth = self.depth();
            predicates.push(true_predicate(&mut self.expressions(&leaves), depth).expression);
        }
        self.coverage.count("clause.with_where");
        build::all(predicates)
    }

    fn tie_groups(&self, projection: &Projection, state: &State) -> Order {
        if projection.order.is_empty() {
            return Order::Bag;
        }
        Order::Sorted { ties: tie_lengths(projection, state) }
    }
}

fn group_row(items: &[Item], key: &Row, members: &[usize], variables: &mut [Variable]) -> Option<Row> {
    let mut key = key.iter();
    let mut row = Row::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        row.push(match &item.values {
            ItemValues::Rows(_) => key.next()?.clone(),
            ItemValues::CountStar => Value::Integer(members.len() as i64),
            ItemValues::Aggregate { function, distinct, arguments, percentile } => {
                let values: Vec<Value> = members.iter().map(|member| arguments[*member].clone()).collect();
                let (value, ulps) = aggregate(function, *distinct, &values, *percentile)?;
                variables[index].ulps = variables[index].ulps.max(ulps);
                if let Value::List(list) = &value {
                    variables[index].unordered |= list.iter().any(|item| *item != list[0]);
                }
                value
            }
        });
    }
    Some(row)
}

fn sortable(variable: &Variable) -> bool {
    variable.ulps == 0
        && matches!(
            variable.shape,
            Shape::Integer(..) | Shape::Float(..) | Shape::Boolean | Shape::String { ascii: true, .. }
        )
}

fn sort_keys(projection: &Projection, state: &State) -> Vec<(usize, bool)> {
    let key = |item: &SortItem| match &item.expression {
        Expression::Variable(name) => state.column(name).map(|column| (column, item.descending)),
        _ => None,
    };
    projection.order.iter().filter_map(key).collect()
}

fn compare_rows(keys: &[(usize, bool)], a: &Row, b: &Row) -> std::cmp::Ordering {
    for (column, descending) in keys {
        let order = relations::order(&a[*column], &b[*column]);
        if order.is_ne() {
            return if *descending { order.reverse() } else { order };
        }
    }
    std::cmp::Ordering::Equal
}

fn sort(projection: &Projection, state: &mut State) {
    let keys = sort_keys(projection, state);
    state.rows.sort_by(|a, b| compare_rows(&keys, a, b));
}

/// Lengths of the groups of rows that tie on the sort keys; without ORDER BY all rows tie.
fn tie_lengths(projection: &Projection, state: &State) -> Vec<usize> {
    let keys = sort_keys(projection, state);
    state.rows.chunk_by(|a, b| compare_rows(&keys, a, b).is_eq()).map(<[Row]>::len).collect()
}

/// Whether it is determined which rows stand before `place`: no group of ties of different rows lies across it.
fn cut_is_determined(rows: &[Row], ties: &[usize], place: usize) -> bool {
    let mut start = 0;
    for length in ties {
        let end = start + length;
        if start < place && place < end {
            return rows[start..end].iter().all(|row| equivalent(row, &rows[start]));
        }
        start = end;
    }
    true
}
