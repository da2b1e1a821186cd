//! AND, OR, XOR, NOT, IS NULL, and what a condition that is null does.

use graphlance_cypher::ast::BinaryOperator::{And, Or, Xor};
use graphlance_cypher::ast::ComparisonOperator::{Equal, NotEqual};
use graphlance_cypher::ast::UnaryOperator::{IsNotNull, IsNull, Not};
use graphlance_cypher::ast::{CaseExpression, Clause, Expression};
use graphlance_cypher::build;
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Value;

use super::Computed::{Binary, Unary, When, Where};
use super::{WrongRule, has_null, tree, value};

pub(super) const RULES: &[WrongRule] = &[
    value("not-of-null-is-false", "NOT of null is false", Unary(Not), |it| {
        has_null(it).then_some(Value::Boolean(false))
    }),
    value("and-with-null-is-false", "AND with a null is false", Binary(And), |it| {
        has_null(it).then_some(Value::Boolean(false))
    }),
    value("and-with-null-is-null", "AND with a null is null, beside false as well", Binary(And), |it| {
        has_null(it).then_some(Value::Null)
    }),
    value("and-takes-null-for-true", "AND takes null for true", Binary(And), |it| with(it, true, |a, b| a && b)),
    value("or-takes-null-for-false", "OR takes null for false", Binary(Or), |it| with(it, false, |a, b| a || b)),
    value("or-with-null-is-null", "OR with a null is null, beside true as well", Binary(Or), |it| {
        has_null(it).then_some(Value::Null)
    }),
    value("or-takes-null-for-true", "OR takes null for true", Binary(Or), |it| with(it, true, |a, b| a || b)),
    value("xor-takes-null-for-false", "XOR takes null for false", Binary(Xor), |it| with(it, false, |a, b| a != b)),
    value("xor-with-null-is-false", "XOR with a null is false", Binary(Xor), |it| {
        has_null(it).then_some(Value::Boolean(false))
    }),
    tree(
        "condition-takes-comparison-for-false",
        "a comparison of two types in a condition, which is null, is false",
        |part| {
            let predicate = match part {
                PartMut::Clause(Clause::Match(clause)) => clause.predicate.as_mut(),
                PartMut::Clause(Clause::With(clause)) => clause.predicate.as_mut(),
                PartMut::Expression(Expression::ListComprehension(list)) => {
                    if let Some(predicate) = &mut list.predicate {
                        *predicate = comparisons_settled(predicate);
                    }
                    return;
                }
                PartMut::Expression(Expression::Quantified(list)) => {
                    list.predicate = comparisons_settled(&list.predicate);
                    return;
                }
                _ => return,
            };
            if let Some(predicate) = predicate.filter(|predicate| has_xor(predicate)) {
                *predicate = negations_pushed_down(predicate, &false_in_xor);
            }
        },
    ),
    value("xor-as-or", "XOR is true of two that are true", Binary(Xor), |it| match it {
        [Value::Boolean(true), Value::Boolean(true)] => Some(Value::Boolean(true)),
        _ => None,
    }),
    value("is-null-of-null-is-false", "IS NULL is never true", Unary(IsNull), |_| Some(Value::Boolean(false))),
    value("is-not-null-of-null-is-true", "IS NOT NULL is always true", Unary(IsNotNull), |_| {
        Some(Value::Boolean(true))
    }),
    value("is-null-of-empty-list", "an empty list IS NULL", Unary(IsNull), |it| match it {
        [Value::List(items)] if items.is_empty() => Some(Value::Boolean(true)),
        _ => None,
    }),
    value("is-null-of-empty-string", "an empty string IS NULL", Unary(IsNull), |it| match it {
        [Value::String(text)] if text.is_empty() => Some(Value::Boolean(true)),
        _ => None,
    }),
    value("where-takes-null-for-true", "a WHERE that is null lets its row through", Where, |it| {
        has_null(it).then_some(Value::Boolean(true))
    }),
    value("when-takes-null-for-true", "CASE takes a WHEN that is null for true", When, |it| {
        has_null(it).then_some(Value::Boolean(true))
    }),
];

/// A condition with its negations pushed down below AND, OR and XOR. `leaf`: what becomes of a condition there, told whether it is
/// negated and whether it stands below an XOR.
pub(super) fn negations_pushed_down(
    condition: &Expression,
    leaf: &dyn Fn(&Expression, bool, bool) -> Expression,
) -> Expression {
    push_down(condition, [false, false], leaf)
}

fn push_down(
    condition: &Expression,
    [negated, inside]: [bool; 2],
    leaf: &dyn Fn(&Expression, bool, bool) -> Expression,
) -> Expression {
    match condition {
        Expression::Unary(Not, inner) => push_down(inner, [!negated, inside], leaf),
        Expression::Binary(operator @ (And | Or | Xor), left, right) => {
            let inside = inside || *operator == Xor;
            let [left, right] = [left, right].map(|side| push_down(side, [negated, inside], leaf));
            match operator {
                And if negated => build::binary(Or, left, right),
                Or if negated => build::binary(And, left, right),
                // Both sides are negated, and what comes out is too.
                Xor if negated => build::not(build::binary(Xor, left, right)),
                operator => build::binary(*operator, left, right),
            }
        }
        other => leaf(other, negated, inside),
    }
}

/// A comparison below an XOR, or its negation, that is null though nothing that it compares is, as false.
fn false_in_xor(condition: &Expression, negated: bool, inside: bool) -> Expression {
    let settled = if negated { build::not(condition.clone()) } else { condition.clone() };
    unless_null(&settled).filter(|_| inside).unwrap_or(settled)
}

/// A condition of a list in which each comparison is false that is null though neither of the two is. Negations stay where they
/// are.
fn comparisons_settled(condition: &Expression) -> Expression {
    match condition {
        Expression::Unary(Not, inner) => build::not(comparisons_settled(inner)),
        Expression::Binary(operator @ (And | Or | Xor), left, right) => {
            build::binary(*operator, comparisons_settled(left), comparisons_settled(right))
        }
        Expression::Comparison(first, links) => {
            let lefts = [&**first].into_iter().chain(links.iter().map(|(_, operand)| operand));
            let pairs = lefts.zip(links).map(|(left, link)| {
                let pair = Expression::Comparison(Box::new(left.clone()), vec![link.clone()]);
                unless_null(&pair).unwrap_or(pair)
            });
            pairs.reduce(|left, right| build::binary(And, left, right)).unwrap_or_else(|| condition.clone())
        }
        other => other.clone(),
    }
}

/// Whether an XOR stands in a condition.
fn has_xor(condition: &Expression) -> bool {
    any(Part::Expression(condition), &mut |part| matches!(part, Part::Expression(Expression::Binary(Xor, ..))))
}

/// A comparison by order or its negation, or false where it is null and no operand is; none of another condition. What is
/// compared by `=` is null for nulls alone, be they within lists.
fn unless_null(condition: &Expression) -> Option<Expression> {
    let compared = if let Expression::Unary(Not, inner) = condition { inner } else { condition };
    let Expression::Comparison(first, links) = compared else { return None };
    if links.iter().any(|(operator, _)| matches!(operator, Equal | NotEqual)) {
        return None;
    }
    let is_null = |operand: &Expression| Expression::Unary(IsNull, Box::new(operand.clone()));
    let others = links.iter().map(|(_, operand)| is_null(operand));
    let any_null = others.fold(is_null(first), |left, right| build::binary(Or, left, right));
    let settled = build::call("coalesce", vec![condition.clone(), build::boolean(false)]);
    let branches = vec![(any_null, build::null())];
    Some(Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise: Some(settled) })))
}

/// Two truth values joined, with something in the place of a null.
fn with(operands: &[Value], null: bool, join: fn(bool, bool) -> bool) -> Option<Value> {
    let truth = |value: &Value| match value {
        Value::Null => Some(null),
        Value::Boolean(holds) => Some(*holds),
        _ => None,
    };
    let [a, b] = operands else { return None };
    (a.is_null() || b.is_null()).then_some(())?;
    Some(Value::Boolean(join(truth(a)?, truth(b)?)))
}
