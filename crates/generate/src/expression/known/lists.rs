//! Lists with a known value, and paths.

use graphlance_cypher::ast::Expression;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Kind, Scalar};
use graphlance_graph::Value;
use graphlance_reference::functions;

use super::{Expressions, Known};
use crate::expression::leaf::Leaf;
use crate::expression::shape::Shape;

impl Expressions<'_> {
    /// A list whose items are of a kind.
    pub fn list(&mut self, item: Kind, depth: usize) -> Known {
        let count = self.random.between(1, 4);
        let items: Vec<Known> = (0..count).map(|_| self.exact(item, depth.saturating_sub(1))).collect();
        let list = list_of(items);
        match self.random.below(8) {
            0 => self.on_list(Scalar::Tail, list),
            1 => self.on_list(Scalar::Reverse, list),
            2 => self.comprehension(list, depth),
            _ => list,
        }
    }

    fn on_list(&mut self, scalar: Scalar, list: Known) -> Known {
        if !self.vocabulary.has_function(scalar) {
            return list;
        }
        self.apply(scalar.function(), vec![list.clone()]).unwrap_or(list)
    }

    /// `labels(n)`, `keys(n)`, `nodes(p)` or `relationships(p)`: lists in no specified order, or of elements, good for `size`.
    pub(super) fn element_list(&mut self) -> Option<Known> {
        // Paths are rare, and only here their parts are asked for.
        let leaves = self.leaves;
        let path = leaves.iter().find(|leaf| matches!(leaf.shape, Shape::Path(_)));
        let leaf = match path {
            Some(path) if self.random.chance(0.5) => path,
            _ => self.random.pick(leaves)?,
        };
        let choices: &[Scalar] = match leaf.shape {
            Shape::Node => &[Scalar::Labels, Scalar::Keys],
            Shape::Relationship => &[Scalar::Keys],
            Shape::Path(_) => &[Scalar::Nodes, Scalar::Relationships],
            _ => return None,
        };
        let scalar = *self.random.pick(choices)?;
        if leaf.value.is_null() || !self.vocabulary.has_function(scalar) {
            return None;
        }
        let value = functions::call(scalar, std::slice::from_ref(&leaf.value), self.graph, self.options).ok()?;
        Some(Known {
            expression: build::call(scalar.name(), vec![build::variable(leaf.name.clone())]),
            shape: Shape::List { longest: 64, item: Box::new(Shape::Any) },
            value,
            ulps: 0,
            constant: false,
        })
    }

    pub(super) fn path(&mut self) -> Option<Known> {
        let paths: Vec<&Leaf> = self.leaves.iter().filter(|leaf| matches!(leaf.shape, Shape::Path(_))).collect();
        let leaf = *self.random.pick(&paths)?;
        Some(self.variable(leaf))
    }
}

/// A list literal.
pub fn list_of(items: Vec<Known>) -> Known {
    Known {
        value: Value::list(items.iter().map(|item| item.value.clone()).collect()),
        shape: Shape::List {
            longest: items.len(),
            item: Box::new(items.iter().map(|item| item.shape.clone()).reduce(Shape::join).unwrap_or(Shape::Null)),
        },
        ulps: items.iter().map(|item| item.ulps).max().unwrap_or(0),
        constant: items.iter().all(|item| item.constant),
        expression: Expression::List(items.into_iter().map(|item| item.expression).collect()),
    }
}
