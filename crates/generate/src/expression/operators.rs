//! Operators, CASE, comprehensions and quantifiers with known operands.

mod loops;
mod parts;
mod shapes;

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Kind, Scalar};
use graphlance_graph::Value;
use graphlance_reference::operators;

use shapes::binary_shape;

use super::known::{Expressions, Known, list_of};
use super::shape::Shape;
use super::transfer::{comparable, integer};

/// Chance of a temporal value or a point where a graph has any.
const SPECIAL: f64 = 0.25;

impl Expressions<'_> {
    /// An operator of a kind on operands at most `depth` deep; none where it may raise an error.
    pub(super) fn operation(&mut self, kind: Kind, depth: usize) -> Option<Known> {
        if self.random.chance(0.15) {
            return self.case(kind, depth);
        }
        match kind {
            Kind::Integer => self.integer_operation(depth),
            Kind::Float => self.float_operation(depth),
            Kind::String => self.string_operation(depth),
            Kind::Boolean => self.boolean_operation(depth),
            Kind::List => Some(self.list(Kind::Integer, depth)),
            _ => None,
        }
    }

    fn integer_operation(&mut self, depth: usize) -> Option<Known> {
        match self.random.below(10) {
            0..=5 => {
                let operator = [
                    BinaryOperator::Add,
                    BinaryOperator::Subtract,
                    BinaryOperator::Multiply,
                    BinaryOperator::Divide,
                    BinaryOperator::Modulo,
                ][self.random.below(5)];
                let left = self.exact(Kind::Integer, depth);
                let right = match operator {
                    BinaryOperator::Divide | BinaryOperator::Modulo => {
                        Known::constant(Value::Integer(self.random.integer(1, 40)))
                    }
                    _ => self.exact(Kind::Integer, depth),
                };
                self.binary(operator, left, right)
            }
            6 => {
                let operand = self.exact(Kind::Integer, depth);
                self.unary(UnaryOperator::Minus, operand)
            }
            7 => self.item_of_list(Kind::Integer, depth),
            8 => self.reduce(depth),
            _ => self.component_of_kind(Kind::Integer, depth),
        }
    }

    fn float_operation(&mut self, depth: usize) -> Option<Known> {
        if self.shapes.special_kinds().contains(&Kind::Point) && self.random.chance(0.15) {
            return self.component_of_kind(Kind::Float, depth);
        }
        match self.random.below(8) {
            0..=4 => {
                let operator = [
                    BinaryOperator::Add,
                    BinaryOperator::Subtract,
                    BinaryOperator::Multiply,
                    BinaryOperator::Divide,
                    BinaryOperator::Power,
                ][self.random.below(5)];
                let left = self.exact(Kind::Float, depth);
                let right = match operator {
                    BinaryOperator::Divide => Known::constant(Value::Float(self.random.integer(1, 400) as f64 / 8.0)),
                    BinaryOperator::Power => Known::constant(Value::Float(self.random.integer(1, 3) as f64)),
                    _ if self.random.chance(0.2) => self.exact(Kind::Integer, depth),
                    _ => self.exact(Kind::Float, depth),
                };
                self.binary(operator, left, right)
            }
            5 => {
                let operand = self.exact(Kind::Float, depth);
                self.unary(UnaryOperator::Minus, operand)
            }
            _ => self.item_of_list(Kind::Float, depth),
        }
    }

    fn string_operation(&mut self, depth: usize) -> Option<Known> {
        if self.random.chance(0.7) {
            let (left, right) = (self.exact(Kind::String, depth), self.exact(Kind::String, depth));
            self.binary(BinaryOperator::Add, left, right)
        } else {
            self.item_of_list(Kind::String, depth)
        }
    }

    fn boolean_operation(&mut self, depth: usize) -> Option<Known> {
        match self.random.below(14) {
            0..=2 => {
                let operator = [BinaryOperator::And, BinaryOperator::Or, BinaryOperator::Xor][self.random.below(3)];
                let (left, right) = (self.exact(Kind::Boolean, depth), self.exact(Kind::Boolean, depth));
                self.binary(operator, left, right)
            }
            3 => {
                let operand = self.exact(Kind::Boolean, depth);
                self.unary(UnaryOperator::Not, operand)
            }
            4 => {
                let kind = self.scalar_kind();
                let operand = self.exact(kind, depth);
                let operator = if self.random.chance(0.5) { UnaryOperator::IsNull } else { UnaryOperator::IsNotNull };
                self.unary(operator, operand)
            }
            5 => {
                let operator = [BinaryOperator::StartsWith, BinaryOperator::EndsWith, BinaryOperator::Contains]
                    [self.random.below(3)];
                let (left, right) = (self.exact(Kind::String, depth), self.exact(Kind::String, depth));
                self.binary(operator, left, right)
            }
            6 => {
                let kind = if self.random.chance(0.5) { Kind::Integer } else { Kind::String };
                let (item, list) = (self.exact(kind, depth), self.list(kind, depth));
                self.binary(BinaryOperator::In, item, list)
            }
            7 => self.quantifier(depth),
            8 => self.element_predicate(),
            _ => {
                let kind = self.scalar_kind();
                let (left, right) = (self.exact(kind, depth), self.exact(kind, depth));
                let operator = self.comparison_operator(kind);
                self.comparison(operator, left, right)
            }
        }
    }

    /// A kind of values that all engines compare alike.
    pub(super) fn scalar_kind(&mut self) -> Kind {
        self.kind_among(&[Kind::Integer, Kind::Integer, Kind::String, Kind::Float, Kind::Boolean])
    }

    /// One of these kinds, or one of the temporal values and points that some element has.
    pub fn kind_among(&mut self, kinds: &[Kind]) -> Kind {
        let special = self.shapes.special_kinds();
        let kinds = if !special.is_empty() && self.random.chance(SPECIAL) { special } else { kinds };
        self.random.pick(kinds).copied().unwrap_or(Kind::Integer)
    }

    fn comparison_operator(&mut self, kind: Kind) -> ComparisonOperator {
        use ComparisonOperator as Op;
        let all = [Op::Equal, Op::NotEqual, Op::Less, Op::LessOrEqual, Op::Greater, Op::GreaterOrEqual];
        let ordered = match kind {
            // Engines disagree on the order of booleans under `<`.
            Kind::Boolean | Kind::Point => false,
            Kind::Temporal(kind) => kind.is_ordered(),
            _ => true,
        };
        all[self.random.below(if ordered { 6 } else { 2 })]
    }

    /// `left operator right`; none where engines may disagree or raise an error.
    pub(super) fn binary(&mut self, operator: BinaryOperator, left: Known, right: Known) -> Option<Known> {
        let feature = match operator {
            BinaryOperator::Xor => Some(Feature::Xor),
            BinaryOperator::Modulo => Some(Feature::Modulo),
            BinaryOperator::Power => Some(Feature::Power),
            _ => None,
        };
        if feature.is_some_and(|feature| !self.vocabulary.has(feature)) || !left.exact() || !right.exact() {
            return None;
        }
        let (shape, ulps) = binary_shape(operator, &left.shape, &right.shape)?;
        let value = operators::binary(operator, &left.value, &right.value, self.options).ok()?;
        if let Value::Float(f) = value
            && (ulps > 0 && (f.abs() < 1e-6 || f.abs() > 1e15) || !f.is_finite())
        {
            return None;
        }
        Some(Known {
            constant: left.constant && right.constant,
            expression: build::binary(operator, left.expression, right.expression),
            value,
            shape,
            ulps,
        })
    }

    /// `operator operand`; none where it may raise an error.
    pub(crate) fn unary(&mut self, operator: UnaryOperator, operand: Known) -> Option<Known> {
        let shape = match (operator, &operand.shape) {
            (UnaryOperator::Not, Shape::Boolean | Shape::Null)
            | (UnaryOperator::IsNull | UnaryOperator::IsNotNull, _) => Shape::Boolean,
            (UnaryOperator::Minus, Shape::Integer(low, high)) => integer(-i128::from(*high), -i128::from(*low))?,
            (UnaryOperator::Minus, Shape::Float(low, high)) => Shape::Float(-high, -low),
            _ => return None,
        };
        let value = operators::unary(operator, &operand.value, self.options).ok()?;
        Some(Known {
            expression: Expression::Unary(operator, Box::new(operand.expression)),
            value,
            shape,
            ulps: operand.ulps,
            constant: operand.constant,
        })
    }

    /// `left operator right`; none where engines may disagree.
    pub(crate) fn comparison(&mut self, operator: ComparisonOperator, left: Known, right: Known) -> Option<Known> {
        if !comparable(&left.shape, &right.shape) || !left.exact() || !right.exact() {
            return None;
        }
        // Collation of strings beyond ASCII differs; equality does not.
        let ordered = !matches!(operator, ComparisonOperator::Equal | ComparisonOperator::NotEqual);
        let open = |shape: &Shape| match shape {
            Shape::String { ascii, .. } => !ascii,
            Shape::Temporal(kind) => !kind.is_ordered(),
            Shape::List { .. } | Shape::Point => true,
            _ => false,
        };
        if ordered && (open(&left.shape) || open(&right.shape)) {
            return None;
        }
        let value = operators::compare(operator, &left.value, &right.value);
        Some(Known {
            constant: left.constant && right.constant,
            expression: build::compare(operator, left.expression, right.expression),
            value,
            shape: Shape::Boolean,
            ulps: 0,
        })
    }

    fn case(&mut self, kind: Kind, depth: usize) -> Option<Known> {
        if !self.vocabulary.has(Feature::Case) {
            return None;
        }
        let (yes, no) = (self.exact(kind, depth), self.exact(kind, depth));
        let shape = yes.shape.clone().join(no.shape.clone());
        if shape.kind() != kind {
            return None;
        }
        let condition = self.exact(Kind::Boolean, depth);
        let taken = matches!(condition.value, Value::Boolean(true));
        let constant = condition.constant && yes.constant && no.constant;
        let value = if taken { yes.value.clone() } else { no.value.clone() };
        let (operand, when) = if self.random.chance(0.25) {
            (Some(condition.expression), build::boolean(true))
        } else {
            (None, condition.expression)
        };
        let case = CaseExpression { operand, branches: vec![(when, yes.expression)], otherwise: Some(no.expression) };
        Some(Known { expression: Expression::Case(Box::new(case)), value, shape, ulps: 0, constant })
    }

    fn item_of_list(&mut self, kind: Kind, depth: usize) -> Option<Known> {
        if !self.vocabulary.has(Feature::ListIndex) {
            return None;
        }
        let count = self.random.between(1, 3);
        let items: Vec<Known> = (0..count).map(|_| self.exact(kind, depth.saturating_sub(1))).collect();
        let index = self.random.below(count);
        let value = items[index].value.clone();
        let list = list_of(items);
        let Shape::List { item, .. } = &list.shape else { return None };
        if item.kind() != kind {
            return None;
        }
        Some(Known {
            value,
            shape: (**item).clone(),
            ulps: 0,
            constant: list.constant,
            expression: Expression::Index(Box::new(list.expression), Box::new(build::integer(index as i64))),
        })
    }

    /// `n:Label`, `'L' IN labels(n)`, `'k' IN keys(n)`: predicates on an element in scope.
    fn element_predicate(&mut self) -> Option<Known> {
        let leaves = self.leaves;
        let leaf = self.random.pick(leaves)?;
        let subject = build::variable(leaf.name.clone());
        let boolean = |expression, value| {
            Some(Known { expression, value: Value::Boolean(value), shape: Shape::Boolean, ulps: 0, constant: false })
        };
        match &leaf.value {
            Value::Node(node) => {
                let label = self.random.pick(&self.graph.schema.labels)?.clone();
                let has = node.labels.contains(&label);
                if self.vocabulary.has(Feature::LabelPredicate) && self.random.chance(0.5) {
                    return boolean(Expression::HasLabels(Box::new(subject), LabelExpression::Name(label)), has);
                }
                if !self.vocabulary.has_function(Scalar::Labels) {
                    return None;
                }
                let labels = build::call(Scalar::Labels.name(), vec![subject]);
                boolean(build::binary(BinaryOperator::In, build::string(&label), labels), has)
            }
            Value::Relationship(relationship) if self.vocabulary.has_function(Scalar::Keys) => {
                let shapes = self.shapes;
                let (key, _) = self.random.pick(shapes.relationship_keys())?;
                let keys = build::call(Scalar::Keys.name(), vec![subject]);
                let has = relationship.properties.contains_key(key);
                boolean(build::binary(BinaryOperator::In, build::string(key), keys), has)
            }
            _ => None,
        }
    }
}
