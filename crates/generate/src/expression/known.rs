//! Expressions built bottom-up, with the value they have.

mod lists;

use std::sync::Arc;

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Callee, Domain, Draw, Function, Kind, Making, Scalar};
use graphlance_graph::random_graph::random_value;
use graphlance_graph::schema::PropertyKind;
use graphlance_graph::{Graph, Latitude, Name, Node, Properties, Random, Value, ValueDomain};
use graphlance_reference::{Options, functions};

pub use lists::list_of;

use super::leaf::{GraphShapes, Leaf, ShapedKey};
use super::shape::{Shape, is_plain};
use super::transfer::function_shape;
use crate::vocabulary::Vocabulary;

/// Chance that a constant temporal value is one at a boundary.
const BOUNDARY: f64 = 0.1;

/// An expression and what is known of it.
#[derive(Clone, Debug)]
pub struct Known {
    /// The expression.
    pub expression: Expression,
    /// Its value on every row of the plan.
    pub value: Value,
    /// What it may be on any row of any plan.
    pub shape: Shape,
    /// How many units in the last place engines may differ; 0 for exact values.
    pub ulps: u32,
    /// True when it refers to no variable.
    pub constant: bool,
}

/// Everything a random expression is made from.
pub struct Expressions<'a> {
    /// The source of choices.
    pub random: &'a mut Random,
    /// The graph.
    pub graph: &'a Graph,
    /// The shapes of its properties.
    pub shapes: &'a GraphShapes,
    /// What may be said.
    pub vocabulary: &'a Vocabulary,
    /// Deviations and budgets of the reference's functions.
    pub options: &'a Options,
    /// Variables whose value is the same on every row.
    pub leaves: &'a [Leaf],
    /// Counter of the names of local variables.
    pub locals: &'a mut usize,
    /// How many more operators and functions may be tried: bounds size and time of what is made.
    pub fuel: usize,
}

impl Known {
    /// A constant.
    pub fn constant(value: Value) -> Known {
        let shape = Shape::of(&value);
        // Only values with a literal form come here; `null` stands in for others and is caught by the second evaluation.
        let expression = build::constant(&value).unwrap_or_else(build::null);
        Known { expression, value, shape, ulps: 0, constant: true }
    }

    /// Whether engines agree on the value to the last bit.
    pub fn exact(&self) -> bool {
        self.ulps == 0
    }
}

impl Expressions<'_> {
    /// An expression of a kind, at most `depth` deep below its root.
    pub fn known(&mut self, kind: Kind, depth: usize) -> Known {
        if depth == 0 || self.fuel == 0 || self.random.chance(0.12) {
            return self.leaf(kind);
        }
        for _ in 0..2 {
            self.fuel = self.fuel.saturating_sub(1);
            let made =
                if self.random.chance(0.5) { self.function(kind, depth - 1) } else { self.operation(kind, depth - 1) };
            if let Some(known) = made {
                return known;
            }
        }
        self.leaf(kind)
    }

    /// An exact expression of a kind.
    pub fn exact(&mut self, kind: Kind, depth: usize) -> Known {
        let known = self.known(kind, depth);
        if known.exact() { known } else { self.leaf(kind) }
    }

    /// A variable, a property or a constant; always exact.
    pub fn leaf(&mut self, kind: Kind) -> Known {
        if self.random.chance(0.82)
            && let Some(known) = self.reference(kind)
        {
            return known;
        }
        self.constant(kind)
    }

    /// A variable or property of a kind; none when few are in scope.
    pub fn reference(&mut self, kind: Kind) -> Option<Known> {
        let leaves = self.leaves;
        for _ in 0..4 {
            let leaf = self.random.pick(leaves)?;
            if leaf.ulps > 0 {
                continue;
            }
            if leaf.shape.kind() == kind && kind != Kind::Any {
                return Some(self.variable(leaf));
            }
            if matches!(leaf.shape, Shape::Node | Shape::Relationship)
                && let Some(known) = self.property(leaf, kind)
            {
                return Some(known);
            }
        }
        None
    }

    /// The variable itself.
    pub fn variable(&self, leaf: &Leaf) -> Known {
        Known {
            expression: build::variable(leaf.name.clone()),
            value: leaf.value.clone(),
            shape: leaf.shape.clone(),
            ulps: leaf.ulps,
            constant: false,
        }
    }

    fn property(&mut self, leaf: &Leaf, kind: Kind) -> Option<Known> {
        let subject = build::variable(leaf.name.clone());
        if leaf.shape == Shape::Node {
            return self.node_property(subject, leaf.node(), kind);
        }
        let relationship = leaf.relationship();
        if kind == Kind::String && self.random.chance(0.15) && self.vocabulary.has_function(Scalar::Type) {
            let value = relationship.map_or(Value::Null, |r| Value::String(r.kind.clone()));
            let shape = Shape::String { longest: 20, ascii: true, plain: false };
            return Some(Known {
                expression: build::call(Scalar::Type.name(), vec![subject]),
                value,
                shape,
                ulps: 0,
                constant: false,
            });
        }
        if self.random.chance(0.25) {
            let (scalar, end) = if self.random.chance(0.5) {
                (Scalar::StartNode, relationship.map(|r| r.start))
            } else {
                (Scalar::EndNode, relationship.map(|r| r.end))
            };
            if self.vocabulary.has_function(scalar) {
                let node = end.and_then(|key| self.graph.node(key));
                return self.node_property(build::call(scalar.name(), vec![subject]), node, kind);
            }
        }
        let shapes = self.shapes;
        let key = self.random.pick(shapes.relationship_keys_of(kind))?;
        Some(self.access(subject, key, relationship.map(|r| &r.properties)))
    }

    fn node_property(&mut self, subject: Expression, node: Option<&Arc<Node>>, kind: Kind) -> Option<Known> {
        let shapes = self.shapes;
        let key = self.random.pick(shapes.node_keys_of(kind))?;
        Some(self.access(subject, key, node.map(|node| &node.properties)))
    }

    fn access(&mut self, subject: Expression, (key, shape): &ShapedKey, properties: Option<&Properties>) -> Known {
        let value = properties.and_then(|properties| properties.get(key)).cloned().unwrap_or(Value::Null);
        let subject = if self.random.chance(0.06) && self.vocabulary.has_function(Scalar::Properties) {
            build::call(Scalar::Properties.name(), vec![subject])
        } else {
            subject
        };
        let expression = Expression::Property(Box::new(subject), key.clone());
        Known { expression, value, shape: shape.clone(), ulps: 0, constant: false }
    }

    /// A literal of a kind; lists hold integers.
    pub fn constant(&mut self, kind: Kind) -> Known {
        let value = match kind {
            Kind::Boolean => Value::Boolean(self.random.chance(0.5)),
            Kind::Integer | Kind::Number | Kind::Any => Value::Integer(self.small_integer()),
            Kind::Float => Value::Float(self.random.integer(-8000, 8000) as f64 / 8.0),
            Kind::String => Value::string(self.word()),
            Kind::List => {
                let count = self.random.between(1, 4);
                Value::list((0..count).map(|_| Value::Integer(self.small_integer())).collect())
            }
            Kind::Temporal(kind) => self.special_value(PropertyKind::Temporal(kind)),
            Kind::Point => self.special_value(PropertyKind::Point),
            Kind::Map | Kind::Node | Kind::Relationship | Kind::Path => Value::Null,
        };
        Known::constant(value)
    }

    fn special_value(&mut self, kind: PropertyKind) -> Value {
        random_value(self.random, kind, BOUNDARY, &ValueDomain::default())
    }

    fn small_integer(&mut self) -> i64 {
        if self.random.chance(0.7) {
            self.random.integer(-20, 100)
        } else {
            self.random.integer(-2_000_000_000, 2_000_000_000)
        }
    }

    fn word(&mut self) -> String {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        let length = self.random.between(1, 9);
        (0..length).map(|_| char::from(LETTERS[self.random.below(LETTERS.len())])).collect()
    }

    /// A name for a variable inside a comprehension, quantifier or reduce.
    pub fn local(&mut self) -> Name {
        *self.locals += 1;
        format!("x{}", *self.locals).into()
    }

    fn function(&mut self, kind: Kind, depth: usize) -> Option<Known> {
        let function = self.vocabulary.scalar(self.random, kind)?;
        let arguments = self.arguments(function, kind, depth)?;
        let known = self.apply(function, arguments)?;
        (known.shape.kind() == kind).then_some(known)
    }

    /// A call of a function on random arguments; none where engines may disagree or raise an error.
    pub fn called(&mut self, function: &Function, depth: usize) -> Option<Known> {
        let kind = match function.result {
            Kind::Any | Kind::Number => Kind::Integer,
            kind => kind,
        };
        let arguments = self.arguments(function, kind, depth)?;
        self.apply(function, arguments)
    }

    /// The call of a function on arguments; none where engines may disagree or raise an error.
    pub fn apply(&mut self, function: &Function, arguments: Vec<Known>) -> Option<Known> {
        let ulps = match function.latitude {
            Latitude::Exact => 0,
            Latitude::Ulps(ulps) => ulps,
            Latitude::Unspecified => return None,
        };
        if arguments.iter().any(|argument| !argument.exact()) {
            return None;
        }
        let Callee::Scalar(scalar) = function.callee else { return None };
        let shape = function_shape(function, &arguments)?;
        let mut values = Vec::with_capacity(arguments.len());
        values.extend(arguments.iter().map(|argument| argument.value.clone()));
        let value = functions::call(scalar, &values, self.graph, self.options).ok()?;
        if ulps > 0 && !decisive(&value) {
            return None;
        }
        let constant = arguments.iter().all(|argument| argument.constant);
        let arguments = arguments.into_iter().map(|argument| argument.expression).collect();
        Some(Known { expression: build::call(function.name, arguments), value, shape, ulps, constant })
    }

    fn arguments(&mut self, function: &Function, kind: Kind, depth: usize) -> Option<Vec<Known>> {
        let parameters = function.parameters;
        let left_out = if function.optional > 0 && self.random.chance(0.5) { function.optional } else { 0 };
        let given = &parameters[..parameters.len() - left_out];
        let Making::Drawn(draw, _) = function.making else { return None };
        Some(match draw {
            Draw::OrUnordered if self.random.chance(0.3) => vec![self.element_list()?],
            Draw::Declared | Draw::OrUnordered => {
                given.iter().map(|(kind, domain)| self.argument(*kind, *domain, depth)).collect::<Option<_>>()?
            }
            Draw::Wanted => given.iter().map(|_| self.exact(kind, depth)).collect(),
            Draw::Items => vec![self.list(kind, depth)],
            Draw::Convertible => vec![self.convertible(function.result, depth)],
            Draw::TextStable => {
                let from = [Kind::Integer, Kind::Boolean, Kind::String][self.random.below(3)];
                vec![self.exact(from, depth)]
            }
            Draw::ListOf(item) => vec![self.list(item, depth)],
            Draw::TextStableList => {
                let item = if self.random.chance(0.5) { Kind::Integer } else { Kind::String };
                vec![self.list(item, depth)]
            }
            Draw::Float => vec![self.exact(Kind::Float, depth)],
            Draw::Bounds => {
                let (from, to) = (self.random.integer(0, 10), self.random.integer(0, 20));
                let values = [from, to, self.random.integer(1, 4)];
                values.iter().take(given.len()).map(|v| Known::constant(Value::Integer(*v))).collect()
            }
        })
    }

    fn argument(&mut self, kind: Kind, domain: Domain, depth: usize) -> Option<Known> {
        let kind = match kind {
            Kind::Path => return self.path(),
            Kind::Number if self.random.chance(0.5) => Kind::Integer,
            Kind::Number => Kind::Float,
            kind => kind,
        };
        if !matches!(domain, Domain::Position | Domain::NonEmpty | Domain::Percentile) {
            let known = if kind == Kind::List { self.list(Kind::Integer, depth) } else { self.exact(kind, depth) };
            if known.shape.within(domain) {
                return Some(known);
            }
        }
        let value = match domain {
            Domain::All => return None,
            Domain::Ascii | Domain::NonEmpty => Value::string(self.word()),
            Domain::TextStable => Value::Boolean(self.random.chance(0.5)),
            Domain::Position => Value::Integer(self.random.integer(0, 12)),
            Domain::Unit => Value::Float(self.random.integer(-16, 16) as f64 / 16.0),
            Domain::Percentile => Value::Float(self.random.integer(0, 8) as f64 / 8.0),
            Domain::Positive | Domain::NonNegative | Domain::NonZero => self.number(kind, 1, 4000),
            Domain::Exponent => self.number(kind, -200, 200),
            Domain::Moderate => self.number(kind, -4000, 4000),
            Domain::NotHalf if kind == Kind::Integer => self.number(kind, -4000, 4000),
            Domain::NotHalf => Value::Float(self.random.integer(-400, 400) as f64 + 0.25),
        };
        Some(Known::constant(value))
    }

    fn number(&mut self, kind: Kind, low: i64, high: i64) -> Value {
        let drawn = self.random.integer(low, high);
        if kind == Kind::Float { Value::Float(drawn as f64 / 8.0) } else { Value::Integer((drawn / 8).max(low.min(1))) }
    }

    fn convertible(&mut self, result: Kind, depth: usize) -> Known {
        match self.random.below(4) {
            0 if result == Kind::Boolean => {
                Known::constant(Value::string(if self.random.chance(0.5) { "true" } else { "false" }))
            }
            0 => Known::constant(Value::string(self.random.integer(-99_999, 99_999).to_string())),
            1 => {
                let word = self.word();
                Known::constant(Value::string(if is_plain(&word) { word } else { format!("w{word}") }))
            }
            _ if result == Kind::Boolean => self.exact(Kind::Boolean, depth),
            2 => self.exact(Kind::Integer, depth),
            _ => self.exact(Kind::Float, depth),
        }
    }
}

/// Whether an inexact value is far enough from everything special to be compared with a margin.
fn decisive(value: &Value) -> bool {
    match value {
        Value::Float(f) => f.is_finite() && f.abs() > 1e-6 && f.abs() < 1e15,
        Value::Null => true,
        _ => false,
    }
}
