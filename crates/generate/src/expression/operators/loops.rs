//! Comprehensions, quantifiers and `reduce` over lists of known integers.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Kind;
use graphlance_graph::Value;
use graphlance_reference::operators;

use crate::expression::known::{Expressions, Known};
use crate::expression::shape::Shape;
use crate::expression::transfer::integer;

impl Expressions<'_> {
    /// `[x IN list WHERE predicate | x + c]` over integers.
    pub(in crate::expression) fn comprehension(&mut self, list: Known, depth: usize) -> Known {
        let Shape::List { item, longest } = &list.shape else { return list };
        if !self.vocabulary.has(Feature::ListComprehension) || !matches!(**item, Shape::Integer(..)) {
            return list;
        }
        let Value::List(values) = &list.value else { return list };
        let x = self.local();
        let (shift, bound) = (self.exact(Kind::Integer, depth.min(1)), self.random.integer(-20, 100));
        let (Shape::Integer(low, high), Shape::Integer(a, b)) = (&**item, &shift.shape) else { return list };
        let Some(projected) = integer(i128::from(*low) + i128::from(*a), i128::from(*high) + i128::from(*b)) else {
            return list;
        };
        let kept = |value: &Value| matches!(value, Value::Integer(i) if *i < bound);
        let added = |value: &Value| operators::binary(BinaryOperator::Add, value, &shift.value, self.options);
        let Ok(values) = values.iter().filter(|value| kept(value)).map(added).collect::<Result<Vec<_>, _>>() else {
            return list;
        };
        let shape = Shape::List { longest: *longest, item: Box::new(projected) };
        let comprehension = ListComprehension {
            predicate: Some(build::compare(
                ComparisonOperator::Less,
                build::variable(x.clone()),
                build::integer(bound),
            )),
            projection: Some(build::binary(BinaryOperator::Add, build::variable(x.clone()), shift.expression)),
            list: list.expression,
            variable: x,
        };
        Known {
            expression: Expression::ListComprehension(Box::new(comprehension)),
            value: Value::list(values),
            shape,
            ulps: 0,
            constant: list.constant && shift.constant,
        }
    }

    pub(super) fn quantifier(&mut self, depth: usize) -> Option<Known> {
        if !self.vocabulary.has(Feature::Quantifier) {
            return None;
        }
        let list = self.list(Kind::Integer, depth);
        let Value::List(items) = &list.value else { return None };
        // With a null item, engines disagree on the answer of a quantifier.
        if items.iter().any(Value::is_null) {
            return None;
        }
        let bound = self.random.integer(-20, 100);
        let holding = items.iter().filter(|item| matches!(item, Value::Integer(i) if *i < bound)).count();
        let quantifier = [ListQuantifier::All, ListQuantifier::Any, ListQuantifier::None, ListQuantifier::Single]
            [self.random.below(4)];
        let value = match quantifier {
            ListQuantifier::All => holding == items.len(),
            ListQuantifier::Any => holding > 0,
            ListQuantifier::None => holding == 0,
            ListQuantifier::Single => holding == 1,
        };
        let variable = self.local();
        let predicate =
            build::compare(ComparisonOperator::Less, build::variable(variable.clone()), build::integer(bound));
        let quantified = QuantifiedPredicate { quantifier, variable, list: list.expression, predicate };
        Some(Known {
            expression: Expression::Quantified(Box::new(quantified)),
            value: Value::Boolean(value),
            shape: Shape::Boolean,
            ulps: 0,
            constant: list.constant,
        })
    }

    pub(super) fn reduce(&mut self, depth: usize) -> Option<Known> {
        if !self.vocabulary.has(Feature::Reduce) {
            return None;
        }
        let (list, initial) = (self.list(Kind::Integer, depth), self.exact(Kind::Integer, depth));
        let (Shape::List { item, longest }, Shape::Integer(low, high)) = (&list.shape, &initial.shape) else {
            return None;
        };
        let Shape::Integer(a, b) = **item else { return None };
        let times = *longest as i128;
        let shape =
            integer(i128::from(*low) + times * i128::from(a.min(0)), i128::from(*high) + times * i128::from(b.max(0)))?;
        let Value::List(items) = &list.value else { return None };
        let mut sum = initial.value.clone();
        for item in items.iter() {
            sum = operators::binary(BinaryOperator::Add, &sum, item, self.options).ok()?;
        }
        let (accumulator, variable) = (self.local(), self.local());
        let reduce = Reduce {
            expression: build::binary(
                BinaryOperator::Add,
                build::variable(accumulator.clone()),
                build::variable(variable.clone()),
            ),
            accumulator,
            initial: initial.expression,
            variable,
            list: list.expression,
        };
        let constant = list.constant && initial.constant;
        Some(Known { expression: Expression::Reduce(Box::new(reduce)), value: sum, shape, ulps: 0, constant })
    }
}
