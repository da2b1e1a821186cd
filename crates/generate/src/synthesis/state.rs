//! The table between two clauses, as the plan knows it.

use graphlance_graph::{Name, NodeKey, Row, Value};
use graphlance_reference::relations;

use crate::expression::{Leaf, Shape};

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Name,
    /// What it may be on any row of any plan.
    pub shape: Shape,
    /// How far engines may differ in it.
    pub ulps: u32,
    /// True for lists in no specified order.
    pub unordered: bool,
}

/// Variables and rows.
#[derive(Clone, Debug)]
pub struct State {
    /// The variables in scope, in the order of the columns.
    pub variables: Vec<Variable>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Variable {
    /// A variable of exact values.
    pub fn new(name: Name, shape: Shape) -> Variable {
        Variable { name, shape, ulps: 0, unordered: false }
    }
}

impl State {
    /// The state before the first clause: one row of no variable.
    pub fn start() -> State {
        State { variables: Vec::new(), rows: vec![Vec::new()] }
    }

    /// The value of a column, if it is the same on every row; null when there is no row.
    pub fn constant(&self, column: usize) -> Option<Value> {
        let Some(first) = self.rows.first() else { return Some(Value::Null) };
        self.is_constant(column).then(|| first[column].clone())
    }

    /// Whether a column has the same value on every row.
    pub fn is_constant(&self, column: usize) -> bool {
        let Some((first, others)) = self.rows.split_first() else { return true };
        others.iter().all(|row| same(&row[column], &first[column]))
    }

    /// The variables whose value is the same on every row, as leaves of expressions.
    pub fn leaves(&self) -> Vec<Leaf> {
        let leaf = |(column, variable): (usize, &Variable)| {
            if variable.unordered {
                return None;
            }
            Some(Leaf {
                name: variable.name.clone(),
                value: self.constant(column)?,
                shape: variable.shape.clone(),
                ulps: variable.ulps,
            })
        };
        self.variables.iter().enumerate().filter_map(leaf).collect()
    }

    /// The nodes among [`State::leaves`], in their order.
    pub fn leaf_nodes(&self) -> Vec<NodeKey> {
        let Some(first) = self.rows.first() else { return Vec::new() };
        let node = |(column, variable): (usize, &Variable)| match &first[column] {
            Value::Node(node) if !variable.unordered && self.is_constant(column) => Some(node.key),
            _ => None,
        };
        self.variables.iter().enumerate().filter_map(node).collect()
    }

    /// The column of a variable.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    /// Binds a new variable to the same value on every row.
    pub fn bind(&mut self, variable: Variable, value: &Value) {
        self.variables.push(variable);
        for row in &mut self.rows {
            row.push(value.clone());
        }
    }

    /// Replaces every row by one row per value, bound to a new variable.
    pub fn expand(&mut self, variable: Variable, values: &[Value]) {
        self.variables.push(variable);
        let rows = std::mem::take(&mut self.rows);
        for row in rows {
            for value in values {
                let mut longer = row.clone();
                longer.push(value.clone());
                self.rows.push(longer);
            }
        }
    }
}

/// Whether two values are the same for every purpose of a query.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Node(a), Value::Node(b)) => a.key == b.key,
        (Value::Relationship(a), Value::Relationship(b)) => a.key == b.key,
        _ => a == b,
    }
}

/// Keeps the first of equivalent rows (DISTINCT).
pub fn distinct(rows: Vec<Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        if !kept.iter().any(|other| equivalent(other, &row)) {
            kept.push(row);
        }
    }
    kept
}

/// Whether two rows are equivalent (grouping, DISTINCT).
pub fn equivalent(a: &Row, b: &Row) -> bool {
    a.iter().zip(b).all(|(a, b)| relations::equivalent(a, b))
}
