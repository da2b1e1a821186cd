//! Algorithm 2 of GQS: a property access is nested into templates, one at a time, such that the wanted and the
//! rejected elements still evaluate to different values.

mod nest;
mod template;

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Value;
use graphlance_reference::{operators, relations};

use nest::nest;
use template::fill;

use super::constrained::equal_to;
use super::known::{Expressions, list_of};
use super::shape::Shape;

/// The deepest nesting that is asked for.
pub const DEEPEST: usize = 8;

/// A property access that tells wanted from rejected elements.
#[derive(Clone, Debug)]
pub struct Distinguish {
    /// `x.key`
    pub access: Expression,
    /// Its value on the wanted element; not null.
    pub wanted: Value,
    /// Its values on the rejected elements (S2); none of them equals `wanted`.
    pub rejected: Vec<Value>,
    /// Its shape over all elements.
    pub shape: Shape,
}

struct Nested {
    expression: Expression,
    wanted: Value,
    rejected: Vec<Value>,
    shape: Shape,
    ulps: u32,
}

/// A predicate that is true of the wanted element and not true of any rejected one, and raises no error on any element.
///
/// The access is nested into up to `depth` accepted templates. A rejected template does not use up depth; after
/// `3 * depth` rejections in all the predicate stays as deep as it is. Returns the predicate and the accepted depth.
pub fn nested_access(expressions: &mut Expressions<'_>, start: Distinguish, depth: usize) -> (Expression, usize) {
    let depth = depth.min(DEEPEST);
    let mut nested = Nested {
        expression: start.access,
        wanted: start.wanted,
        rejected: start.rejected,
        shape: start.shape,
        ulps: 0,
    };
    let (mut accepted, mut tries) = (0, 4 * depth);
    while accepted < depth && tries > 0 {
        tries -= 1;
        if let Some(next) = nest(expressions, &nested)
            && next.tells_apart()
        {
            let inner = std::mem::replace(&mut nested, next).expression;
            fill(&mut nested.expression, inner);
            accepted += 1;
        }
    }
    (nested.predicate(expressions), accepted)
}

impl Nested {
    fn tells_apart(&self) -> bool {
        if self.wanted.is_null() {
            return false;
        }
        if self.ulps == 0 {
            return !self.rejected.iter().any(|value| relations::equal(&self.wanted, value) == Some(true));
        }
        // An inexact value decides only where it lies on one side of all others, with a wide margin.
        let Value::Float(wanted) = self.wanted else { return false };
        let others = self.rejected.iter().filter_map(|value| if let Value::Float(f) = value { Some(*f) } else { None });
        let gap = |other: f64| (wanted - other) / wanted.abs().max(other.abs()).max(1e-3);
        let gaps: Vec<f64> = others.map(gap).collect();
        gaps.iter().all(|gap| *gap > 1e-6) || gaps.iter().all(|gap| *gap < -1e-6)
    }

    fn predicate(self, expressions: &mut Expressions<'_>) -> Expression {
        if self.ulps > 0 {
            return self.bound();
        }
        if self.wanted == Value::Boolean(true) && expressions.random.chance(0.6) {
            return self.expression;
        }
        if self.wanted == Value::Boolean(false) && expressions.random.chance(0.5) {
            return build::not(self.expression);
        }
        match expressions.random.below(10) {
            0 | 1 if !matches!(self.shape, Shape::List { .. }) => self.one_of(expressions),
            2..=4 => self.range(expressions),
            5 | 6 => self.part(expressions),
            _ => self.equals(expressions),
        }
    }

    fn equals(self, expressions: &mut Expressions<'_>) -> Expression {
        let depth = expressions.random.between(0, 3);
        let other = equal_to(expressions, &self.wanted, depth).expression;
        if expressions.random.chance(0.2) {
            build::compare(ComparisonOperator::Equal, other, self.expression)
        } else {
            build::compare(ComparisonOperator::Equal, self.expression, other)
        }
    }

    fn one_of(self, expressions: &mut Expressions<'_>) -> Expression {
        let kind = self.shape.kind();
        let mut items = vec![equal_to(expressions, &self.wanted, 1)];
        for _ in 0..expressions.random.between(0, 2) {
            let other = expressions.constant(kind);
            if !self.rejected.iter().any(|value| relations::equal(&other.value, value) == Some(true)) {
                items.push(other);
            }
        }
        expressions.random.shuffle(&mut items);
        build::binary(BinaryOperator::In, self.expression, list_of(items).expression)
    }

    /// `low <= e AND e <= high`, or one of the two where that suffices.
    fn range(self, expressions: &mut Expressions<'_>) -> Expression {
        if !self.shape.is_ordered() {
            return self.equals(expressions);
        }
        let less = |a: &Value, b: &Value| operators::comparison(ComparisonOperator::Less, a, b) == Some(true);
        let any_below = self.rejected.iter().any(|value| less(value, &self.wanted));
        let any_above = self.rejected.iter().any(|value| less(&self.wanted, value));
        let bound = equal_to(expressions, &self.wanted, 1).expression;
        match (any_below, any_above) {
            (false, _) => build::compare(ComparisonOperator::LessOrEqual, self.expression, bound),
            (true, false) => build::compare(ComparisonOperator::GreaterOrEqual, self.expression, bound),
            (true, true) if expressions.vocabulary.has(Feature::ComparisonChain) && expressions.random.chance(0.3) => {
                let upper = equal_to(expressions, &self.wanted, 0).expression;
                Expression::Comparison(
                    Box::new(bound),
                    vec![(ComparisonOperator::LessOrEqual, self.expression), (ComparisonOperator::LessOrEqual, upper)],
                )
            }
            (true, true) => {
                let upper = equal_to(expressions, &self.wanted, 0).expression;
                build::binary(
                    BinaryOperator::And,
                    build::compare(ComparisonOperator::GreaterOrEqual, self.expression.clone(), bound),
                    build::compare(ComparisonOperator::LessOrEqual, self.expression, upper),
                )
            }
        }
    }

    /// STARTS WITH, ENDS WITH or CONTAINS a part that no rejected value has.
    fn part(self, expressions: &mut Expressions<'_>) -> Expression {
        let Value::String(text) = &self.wanted else { return self.range(expressions) };
        let characters: Vec<char> = text.chars().collect();
        if characters.len() < 2 {
            return self.equals(expressions);
        }
        let cut = expressions.random.between(1, characters.len() - 1);
        let (operator, part) = match expressions.random.below(3) {
            0 => (BinaryOperator::StartsWith, &characters[..cut]),
            1 => (BinaryOperator::EndsWith, &characters[cut..]),
            _ => (BinaryOperator::Contains, &characters[cut / 2..cut.max(cut / 2 + 1)]),
        };
        let part = Value::string(part.iter().collect::<String>());
        let also = self
            .rejected
            .iter()
            .any(|value| operators::binary(operator, value, &part, expressions.options) == Ok(Value::Boolean(true)));
        if also {
            return self.equals(expressions);
        }
        let part = equal_to(expressions, &part, 1).expression;
        build::binary(operator, self.expression, part)
    }

    /// A bound half-way between the wanted value and the nearest rejected one.
    fn bound(self) -> Expression {
        let wanted = if let Value::Float(f) = self.wanted { f } else { 0.0 };
        let floats = self.rejected.iter().filter_map(|value| if let Value::Float(f) = value { Some(*f) } else { None });
        let above = floats.clone().filter(|f| *f > wanted).fold(f64::INFINITY, f64::min);
        let below = floats.filter(|f| *f < wanted).fold(f64::NEG_INFINITY, f64::max);
        let margin = (wanted.abs() / 4.0).max(0.125);
        let (operator, bound) = if above.is_finite() {
            (ComparisonOperator::Less, wanted + (above - wanted) / 2.0)
        } else if below.is_finite() {
            (ComparisonOperator::Greater, wanted - (wanted - below) / 2.0)
        } else {
            (ComparisonOperator::Less, wanted + margin)
        };
        build::compare(operator, self.expression, Expression::Literal(Literal::Float(bound)))
    }
}
