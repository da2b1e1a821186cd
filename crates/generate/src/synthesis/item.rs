//! Projected items: accesses, aliases, aggregates.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Aggregate, Callee, Function, Kind};
use graphlance_graph::{Name, Value};

use super::aggregate::{aggregate, aggregate_shape};
use super::plan::{Element, Operation};
use super::query::Synthesis;
use super::state::Variable;
use crate::expression::{Known, Shape};

/// Functions tried for one aggregate.
const AGGREGATE_TRIES: usize = 4;

/// A projected item: its tree, and its value on every row.
pub(super) struct Item {
    pub expression: Expression,
    pub variable: Variable,
    /// Written as the bare variable.
    pub bare: bool,
    pub values: ItemValues,
}

pub(super) enum ItemValues {
    /// One value per row.
    Rows(Vec<Value>),
    /// An aggregate: of the argument's values on the rows of a group.
    Aggregate { function: &'static Function, distinct: bool, arguments: Vec<Value>, percentile: f64 },
    /// `count(*)`
    CountStar,
}

impl Synthesis<'_> {
    pub(super) fn accesses(&mut self, operations: &[Operation]) -> Option<Vec<Item>> {
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

    pub(super) fn access_item(&mut self, element: Element, key: &Name) -> Option<Item> {
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

    pub(super) fn variable_item(&self, name: &Name) -> Option<Item> {
        let column = self.state.column(name)?;
        Some(Item {
            expression: build::variable(name.clone()),
            variable: self.state.variables[column].clone(),
            bare: true,
            values: ItemValues::Rows(self.state.rows.iter().map(|row| row[column].clone()).collect()),
        })
    }

    pub(super) fn constant_item(&mut self) -> Item {
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
    pub(super) fn alias(&mut self) -> Item {
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
        let mut expressions = self.expressions(&leaves);
        let kinds = [Kind::Integer, Kind::Integer, Kind::Float, Kind::String, Kind::Boolean, Kind::List];
        let kind = expressions.kind_among(&kinds);
        let known = expressions.known(kind, depth);
        if self.affordable(&known.expression) { self.known_item(known) } else { self.constant_item() }
    }

    fn aggregate_item(&mut self) -> Option<Item> {
        if !self.context.vocabulary.has(Feature::Aggregation) || self.state.variables.is_empty() {
            return None;
        }
        if self.random.chance(0.15) {
            let variable = Variable::new(self.fresh('a'), Shape::Integer(0, 1_000_000));
            self.techniques.count("function.count(*)");
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
            let varies = aggregate(Aggregate::SampleDeviation.function(), false, &arguments, 0.0).is_some()
                && self.random.chance(0.5);
            let wanted =
                |function: &Function| !varies || function.result != Kind::Any && !is(function, &[Aggregate::Count]);
            let function = self.context.vocabulary.aggregate(self.random, wanted)?;
            let shape = aggregate_shape(function, &shape)?;
            // What is left open over all rows is so in most groups as well.
            aggregate(function, false, &arguments, percentile)?;
            Some((function, argument, arguments, shape))
        })?;
        let distinct = self.random.chance(0.2) && is(function, &[Aggregate::Count, Aggregate::Sum, Aggregate::Collect]);
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
}

fn is(function: &Function, wanted: &[Aggregate]) -> bool {
    matches!(function.callee, Callee::Aggregate(aggregate) if wanted.contains(&aggregate))
}
