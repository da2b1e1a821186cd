//! Arithmetic.

use graphlance_cypher::ast::BinaryOperator::{Add, Divide, Modulo, Multiply, Power, Subtract};
use graphlance_cypher::ast::UnaryOperator::Minus;
use graphlance_cypher::ast::{BinaryOperator, Clause, Expression, Literal};
use graphlance_cypher::walk::PartMut;
use graphlance_graph::Value;

use super::Computed::{Binary, Unary};
use super::digits::fifteen_digits;
use super::stored::drop_entries;
use super::trees::{change, null};
use super::{Effect, WrongRule, tree, value, values};

/// An operator that takes null for a number that changes nothing: a row of each.
macro_rules! takes_null_for {
    ($($operator:ident $text:literal $name:literal $number:literal;)*) => {
        &[$(value($name, concat!("`", $text, "` leaves a null out"), Binary(BinaryOperator::$operator), |it| match it {
            [number @ (Value::Integer(_) | Value::Float(_)), Value::Null] => Some(number.clone()),
            [Value::Null, number @ (Value::Integer(_) | Value::Float(_))] if $number => Some(number.clone()),
            _ => None,
        }),)*]
    };
}

/// Integers that are computed with as floats, and come back as integers: a row of each operator.
macro_rules! through_floats {
    ($($operator:ident $text:literal $name:literal $compute:expr;)*) => {
        &[$(value($name, concat!("`", $text, "` of INTEGERs goes through floats"), Binary(BinaryOperator::$operator), |it| {
            let (a, b) = two_integers(it)?;
            let compute: fn(f64, f64) -> f64 = $compute;
            let result = compute(a as f64, b as f64);
            result.is_finite().then(|| Value::Integer(truncated(result)))
        }),)*]
    };
}

/// As processors convert it and C does: what is out of range is the least integer.
fn truncated(float: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&float) { float as i64 } else { i64::MIN }
}

pub(super) const NULLS: &[WrongRule] = takes_null_for! {
    Add "+" "add-leaves-null-out" true;
    Subtract "-" "subtract-leaves-null-out" false;
    Multiply "*" "multiply-leaves-null-out" true;
    Divide "/" "divide-leaves-null-out" false;
};

pub(super) const FLOATS: &[WrongRule] = through_floats! {
    Divide "/" "divide-through-floats" |a, b| a / b;
    Multiply "*" "multiply-through-floats" |a, b| a * b;
    Add "+" "add-through-floats" |a, b| a + b;
    Subtract "-" "subtract-through-floats" |a, b| a - b;
    Modulo "%" "modulo-through-floats" |a, b| a % b;
};

pub(super) const RULES: &[WrongRule] = &[
    values(
        "division-by-zero-is-null",
        "what is divided by zero is null",
        &[(Binary(Divide), divided_by_zero), (Binary(Modulo), divided_by_zero)],
    ),
    WrongRule::new(
        "division-by-zero-is-null-but-nan",
        "what is divided by zero is null, but 0 / 0 as it is written is NaN",
        Effect::ValuesAndTree(&[(Binary(Divide), divided_by_zero), (Binary(Modulo), divided_by_zero)], |part| {
            change(part, |expression| match expression {
                Expression::Binary(Divide, a, b) if is_zero(&a) && is_zero(&b) => {
                    Expression::Literal(Literal::Float(f64::NAN))
                }
                other => other,
            });
        }),
    ),
    tree("floats-of-15-digits", "a FLOAT that is written is kept with 15 digits", |part| {
        if let PartMut::Expression(expression) = part
            && let Expression::Literal(Literal::Float(float)) = &mut **expression
        {
            *float = fifteen_digits(*float);
        }
    }),
    value("integer-division-is-float", "`/` of INTEGERs is a FLOAT", Binary(Divide), |it| {
        let (a, b) = two_integers(it)?;
        (b != 0).then(|| Value::Float(a as f64 / b as f64))
    }),
    value(
        "integer-division-float-when-needed",
        "`/` of INTEGERs is a FLOAT where it leaves a rest",
        Binary(Divide),
        |it| {
            let (a, b) = two_integers(it)?;
            (b != 0 && a.checked_rem(b)? != 0).then(|| Value::Float(a as f64 / b as f64))
        },
    ),
    value("integer-division-rounds-down", "`/` of INTEGERs rounds down, not towards zero", Binary(Divide), |it| {
        let (a, b) = two_integers(it)?;
        let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
        Some(Value::Integer(if rest != 0 && (rest < 0) != (b < 0) { quotient - 1 } else { quotient }))
    }),
    value("integer-division-rounds", "`/` of INTEGERs rounds to the nearest", Binary(Divide), |it| {
        let (a, b) = two_integers(it)?;
        let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
        let away = rest.unsigned_abs() >= b.unsigned_abs().div_ceil(2);
        Some(Value::Integer(if away { quotient + if (a < 0) == (b < 0) { 1 } else { -1 } } else { quotient }))
    }),
    value("modulo-has-sign-of-divisor", "`%` has the sign of the divisor", Binary(Modulo), |it| match it {
        [Value::Integer(a), Value::Integer(b)] => {
            let rest = a.checked_rem(*b)?;
            Some(Value::Integer(if rest != 0 && (rest < 0) != (*b < 0) { rest + b } else { rest }))
        }
        [Value::Float(a), Value::Float(b)] => Some(Value::Float(a - b * (a / b).floor())),
        _ => None,
    }),
    value("modulo-is-never-negative", "`%` is never negative", Binary(Modulo), |it| {
        let (a, b) = two_integers(it)?;
        a.checked_rem_euclid(b).map(Value::Integer)
    }),
    value("modulo-of-floats-is-whole", "`%` cuts FLOATs to whole numbers", Binary(Modulo), |it| {
        let ([Value::Float(_), _] | [_, Value::Float(_)]) = it else { return None };
        let whole = |value: &Value| match value {
            Value::Integer(integer) => Some(*integer),
            Value::Float(float) if float.is_finite() => Some(*float as i64),
            _ => None,
        };
        whole(it.first()?)?.checked_rem(whole(it.get(1)?)?).map(|rest| Value::Float(rest as f64))
    }),
    value("power-of-integers-is-integer", "`^` of INTEGERs is an INTEGER", Binary(Power), |it| {
        let (base, exponent) = two_integers(it)?;
        base.checked_pow(u32::try_from(exponent).ok()?).map(Value::Integer)
    }),
    value("power-as-xor", "`^` is a bitwise exclusive or", Binary(Power), |it| {
        let (a, b) = two_integers(it)?;
        Some(Value::Float((a ^ b) as f64))
    }),
    value("add-of-mixed-is-integer", "`+` of an INTEGER and a FLOAT is an INTEGER", Binary(Add), |it| {
        mixed(it, |a, b| a + b)
    }),
    value("subtract-of-mixed-is-integer", "`-` of an INTEGER and a FLOAT is an INTEGER", Binary(Subtract), |it| {
        mixed(it, |a, b| a - b)
    }),
    value("multiply-of-mixed-is-integer", "`*` of an INTEGER and a FLOAT is an INTEGER", Binary(Multiply), |it| {
        mixed(it, |a, b| a * b)
    }),
    value("division-by-float-zero-is-null", "a FLOAT divided by 0.0 is null", Binary(Divide), |it| match it {
        [Value::Float(_) | Value::Integer(_), Value::Float(zero)] if *zero == 0.0 => Some(Value::Null),
        _ => None,
    }),
    value("minus-of-zero-keeps-sign", "minus 0.0 is 0.0", Unary(Minus), |it| match it {
        [Value::Float(zero)] if *zero == 0.0 => Some(Value::Float(0.0)),
        _ => None,
    }),
    tree("minus-before-property-is-null", "minus before a property is null", |part| match part {
        PartMut::Expression(expression) if is_negated_property(expression) => **expression = null(),
        // What is null there is no property.
        PartMut::Clause(Clause::Merge(merge)) => {
            drop_entries(std::slice::from_mut(&mut merge.pattern), &|value| !computes_with(value, is_negated_property));
        }
        _ => {}
    }),
    tree("minus-before-variable-ignored", "minus before a variable is ignored", |part| {
        if let PartMut::Expression(expression) = part
            && let Expression::Unary(Minus, inner) = &mut **expression
            && matches!(**inner, Expression::Variable(_) | Expression::Property(..))
        {
            **expression = std::mem::replace(&mut **inner, null());
        }
    }),
    tree("minus-before-parentheses-ignored", "minus before parentheses holds for what follows it only", |part| {
        if let PartMut::Expression(expression) = part
            && let Expression::Unary(Minus, inner) = &mut **expression
            && let Expression::Binary(operator @ (Add | Subtract), left, right) = &mut **inner
        {
            let left = Expression::Unary(Minus, Box::new(std::mem::replace(&mut **left, null())));
            let right = std::mem::replace(&mut **right, null());
            **expression = Expression::Binary(*operator, Box::new(left), Box::new(right));
        }
    }),
];

fn two_integers(operands: &[Value]) -> Option<(i64, i64)> {
    match operands {
        [Value::Integer(a), Value::Integer(b)] => Some((*a, *b)),
        _ => None,
    }
}

fn mixed(operands: &[Value], compute: fn(f64, f64) -> f64) -> Option<Value> {
    match operands {
        [Value::Integer(a), Value::Float(b)] => Some(Value::Integer(compute(*a as f64, *b) as i64)),
        [Value::Float(a), Value::Integer(b)] => Some(Value::Integer(compute(*a, *b as f64) as i64)),
        _ => None,
    }
}

fn divided_by_zero(operands: &[Value]) -> Option<Value> {
    let is_number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
    match operands {
        [number, Value::Integer(0)] if is_number(number) => Some(Value::Null),
        [number, Value::Float(zero)] if is_number(number) && *zero == 0.0 => Some(Value::Null),
        _ => None,
    }
}

fn is_zero(expression: &Expression) -> bool {
    match expression {
        Expression::Literal(Literal::Integer(number)) => *number == 0,
        Expression::Literal(Literal::Float(number)) => *number == 0.0,
        _ => false,
    }
}

fn is_negated_property(expression: &Expression) -> bool {
    matches!(expression, Expression::Unary(Minus, inner) if matches!(**inner, Expression::Property(..)))
}

/// Whether a value is such, or what arithmetic makes of it.
fn computes_with(value: &Expression, is_such: fn(&Expression) -> bool) -> bool {
    match value {
        value if is_such(value) => true,
        Expression::Binary(Add | Subtract | Multiply | Divide | Modulo | Power, left, right) => {
            computes_with(left, is_such) || computes_with(right, is_such)
        }
        _ => false,
    }
}
