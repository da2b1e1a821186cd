//! The table between two clauses, with what its columns may hold.

use graphlance_graph::{Name, Value};
use graphlance_reference::{Growth, relations};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

use crate::expression::{Leaf, Shape};

/// A variable and what it may be on any row of any plan.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: Name,
    pub shape: Shape,
}

/// The table after the clauses so far.
#[derive(Clone, Debug)]
pub(crate) struct Table<'a> {
    pub growth: Growth<'a>,
    variables: Vec<Variable>,
}

impl<'a> Table<'a> {
    /// A table with what its variables may be. A column without a variable may be anything.
    pub fn new(growth: Growth<'a>, variables: Vec<Variable>) -> Table<'a> {
        Table { growth, variables }
    }

    pub fn count(&self) -> usize {
        self.growth.rows().len()
    }

    pub fn names(&self) -> Vec<Name> {
        self.growth.columns().cloned().collect()
    }

    pub fn shape(&self, name: &str) -> &Shape {
        let known = self.variables.iter().rev().find(|variable| variable.name == name);
        known.map_or(&Shape::Any, |variable| &variable.shape)
    }

    /// What is known of the columns, with more.
    pub fn variables_and(&self, more: impl IntoIterator<Item = Variable>) -> Vec<Variable> {
        self.variables.iter().cloned().chain(more).collect()
    }

    /// The variables whose shape is wanted, in the order of the columns.
    pub fn with_shape(&self, wanted: impl Fn(&Shape) -> bool) -> Vec<Name> {
        self.growth.columns().filter(|name| wanted(self.shape(name))).cloned().collect()
    }

    pub fn value(&self, row: usize, name: &str) -> &Value {
        let place = self.growth.place(name);
        place.and_then(|place| self.growth.rows().get(row)?.get(place)).unwrap_or(&Value::Null)
    }

    /// The exact columns with their values on a row.
    pub fn leaves(&self, row: usize) -> Vec<Leaf> {
        // Of no rows nothing is known but what the columns may be.
        let nothing = vec![Value::Null; self.growth.columns().len()];
        let values = self.growth.rows().get(row).unwrap_or(&nothing);
        let usable = |place: &usize| self.growth.is_exact(*place) && !self.growth.is_unordered(*place);
        let names: Vec<&Name> = self.growth.columns().collect();
        (0..names.len())
            .filter(|place| usable(place) && *self.shape(names[*place]) != Shape::Any)
            .map(|place| Leaf::new(names[place].clone(), values[place].clone(), self.shape(names[place]).clone()))
            .collect()
    }

    /// Whether a column holds simple values of several kinds, which may be compared, grouped by and sorted by.
    pub fn is_mixed(&self, name: &str) -> bool {
        let Some(place) = self.growth.place(name) else { return false };
        let simple = |value: &Value| {
            matches!(value, Value::Null | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_))
        };
        self.growth.is_exact(place)
            && *self.shape(name) == Shape::Any
            && self.growth.rows().iter().all(|row| simple(&row[place]))
    }

    /// Whether a column may be compared, grouped by and sorted by.
    pub fn is_plain(&self, name: &str) -> bool {
        self.growth.place(name).is_some_and(|place| self.growth.is_exact(place) && !self.growth.is_unordered(place))
            && *self.shape(name) != Shape::Any
    }
}

/// How many rows of a table differ from each other.
pub(super) fn differing(table: &Table<'_>) -> usize {
    let rows: Vec<&[Value]> = table.growth.rows().iter().map(Vec::as_slice).collect();
    groups(&rows).into_iter().max().map_or(0, |last| last + 1)
}

/// Whether two tables of the same columns have the same rows, in any order.
pub(super) fn same_rows(one: &Table<'_>, other: &Table<'_>) -> bool {
    let (count, all) = (one.count(), one.growth.rows().iter().chain(other.growth.rows()));
    let rows: Vec<&[Value]> = all.map(Vec::as_slice).collect();
    let numbers = groups(&rows);
    let sorted = |numbers: &[usize]| {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers
    };
    count == other.count() && sorted(&numbers[..count]) == sorted(&numbers[count..])
}

/// For each row the number of its group, in the order in which the groups begin: rows of one group are equivalent.
pub(super) fn groups(rows: &[&[Value]]) -> Vec<usize> {
    let mut known: FxHashMap<u64, Vec<(usize, usize)>> = FxHashMap::default();
    let mut count = 0;
    let group = |(place, row): (usize, &&[Value])| {
        let mut hasher = FxHasher::default();
        row.iter().for_each(|value| relations::hash_equivalent(value, &mut hasher));
        let candidates = known.entry(hasher.finish()).or_default();
        let same = |first: &usize| rows[*first].iter().zip(*row).all(|(a, b)| relations::equivalent(a, b));
        if let Some((_, group)) = candidates.iter().find(|(first, _)| same(first)) {
            return *group;
        }
        candidates.push((place, count));
        count += 1;
        count - 1
    };
    rows.iter().enumerate().map(group).collect()
}
