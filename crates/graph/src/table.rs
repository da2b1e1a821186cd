//! Result tables, and the claim of what a table must be.

use serde::{Deserialize, Serialize};

pub use crate::compare::{CompareOptions, compare};
use crate::{Name, Value};

/// A row: one value per column.
pub type Row = Vec<Value>;

/// What an engine returned: named columns, rows in the order they came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Column names; an engine may repeat one.
    pub columns: Vec<Name>,
    /// Rows, each of `columns.len()` values.
    pub rows: Vec<Row>,
}

impl Table {
    /// The same with its columns in the order of these names; none where it has not each of them once and no other.
    pub fn in_order(&self, names: &[Name]) -> Option<Table> {
        let place = |name: &Name| self.columns.iter().position(|column| column == name);
        let places: Vec<usize> = names.iter().map(place).collect::<Option<_>>()?;
        let each_once = (0..self.columns.len()).all(|place| places.contains(&place));
        let row = |row: &Row| places.iter().map(|place| row.get(*place).cloned()).collect::<Option<Row>>();
        let rows = self.rows.iter().map(row).collect::<Option<_>>()?;
        (each_once && names.len() == self.columns.len()).then(|| Table { columns: names.to_vec(), rows })
    }
}

/// The claim of what a statement must return.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returns {
    /// The columns with what may differ in them.
    pub columns: Vec<Column>,
    /// The rows. Under [`Order::Sorted`] they stand in sorted order.
    pub rows: Vec<Row>,
    /// What is promised of their order.
    #[serde(default)]
    pub order: Order,
    /// `Some(k)`: any `k` of `rows` are right (LIMIT without a total order); for `Order::Sorted` ties at the cut only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any: Option<usize>,
}

/// A column of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its name.
    pub name: Name,
    /// How far a number in it may differ.
    #[serde(default)]
    pub latitude: Latitude,
    /// True when lists in it come from an unordered `collect` and are compared as bags.
    #[serde(default)]
    pub unordered_lists: bool,
}

/// How far an engine's value may lie from the expected one and still be right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Latitude {
    /// Not at all.
    #[default]
    Exact,
    /// Floats may differ by this many units in the last place.
    Ulps(u32),
    /// Any value is right: the language does not say which.
    Unspecified,
}

/// What a claim promises of the order of its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Nothing: the rows are a bag.
    #[default]
    Bag,
    /// Sorted: the lengths of consecutive groups of rows that tie on the sort keys. Each group is a bag.
    Sorted {
        /// Lengths of tie groups; they sum to the number of rows.
        ties: Vec<usize>,
    },
}

impl Column {
    /// A column whose values are compared exactly.
    pub fn exact(name: impl Into<Name>) -> Column {
        Column { name: name.into(), latitude: Latitude::Exact, unordered_lists: false }
    }

    /// What either of two columns allows, under the name of the first.
    pub fn wider(self, other: &Column) -> Column {
        let latitude = match (self.latitude, other.latitude) {
            (Latitude::Ulps(a), Latitude::Ulps(b)) => Latitude::Ulps(a.max(b)),
            (Latitude::Unspecified, _) | (_, Latitude::Unspecified) => Latitude::Unspecified,
            (Latitude::Exact, latitude) | (latitude, Latitude::Exact) => latitude,
        };
        Column { name: self.name, latitude, unordered_lists: self.unordered_lists || other.unordered_lists }
    }
}

impl Returns {
    /// A bag of rows under exact columns.
    pub fn bag(columns: impl IntoIterator<Item = Name>, rows: Vec<Row>) -> Returns {
        Returns { columns: columns.into_iter().map(Column::exact).collect(), rows, order: Order::Bag, any: None }
    }
}

/// How an actual table departs from the expected one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Column names differ: what came instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<Name>>,
    /// Indexes of expected rows without a counterpart.
    pub missing: Vec<usize>,
    /// Indexes of actual rows without a counterpart.
    pub superfluous: Vec<usize>,
    /// True when the bags agree and the order does not.
    pub misordered: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_put_in_order_where_each_is_there_once() {
        let check = |columns: [&str; 2], expected: Option<[i64; 2]>| {
            let row = |values: [i64; 2]| values.map(Value::Integer).to_vec();
            let table = Table { columns: columns.map(Name::from).to_vec(), rows: vec![row([1, 2])] };
            let ordered = table.in_order(&["a", "b"].map(Name::from));
            assert_eq!(ordered.map(|table| table.rows), expected.map(|values| vec![row(values)]), "{columns:?}");
        };
        check(["a", "b"], Some([1, 2]));
        check(["b", "a"], Some([2, 1]));
        check(["b", "c"], None);
        check(["a", "a"], None);
    }
}
