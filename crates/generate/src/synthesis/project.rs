//! WITH and RETURN steps: what is carried on, accessed, removed, truncated.

use std::collections::BTreeSet;

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_graph::{Column, Latitude, Name, Returns, Row, Value};

use super::aggregate::aggregate;
use super::item::{Item, ItemValues};
use super::plan::Operation;
use super::query::Synthesis;
use super::state::{State, Variable, equivalent};
use crate::expression::Shape;

/// More variables than this are not carried on.
const MOST_VARIABLES: usize = 26;

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
        self.techniques.count("clause.with");
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
        self.techniques.count("clause.return");
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
        self.techniques.count("clause.with");
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
            self.techniques.count("clause.aggregation");
        }
        if star {
            self.techniques.count("clause.star");
        }
        let written = items.into_iter().filter(|item| !(star && item.bare)).map(|item| ProjectionItem {
            alias: if item.bare { None } else { Some(item.variable.name) },
            expression: item.expression,
        });
        Projection { star, items: written.collect(), ..Projection::default() }
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
