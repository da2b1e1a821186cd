//! What binds stronger. A tree has no parentheses: it is as the text without superfluous ones is read.

use graphlance_cypher::ast::BinaryOperator::{
    Add, And, Contains, Divide, EndsWith, In, Modulo, Multiply, Or, Power, StartsWith, Subtract, Xor,
};
use graphlance_cypher::ast::UnaryOperator::{Minus, Not};
use graphlance_cypher::ast::{BinaryOperator, Expression};
use graphlance_cypher::walk::PartMut;

use super::trees::{change, null};
use super::{WrongRule, tree};

/// `(a outer b) inner c`, of which the parentheses are not written, read as `a outer (b inner c)`.
macro_rules! weaker {
    ($($name:literal $sentence:literal $outer:ident under $inner:ident;)*) => {
        &[$(tree($name, $sentence, |part| right_first(part, &[$outer], $inner)),)*]
    };
}

/// `a outer (b inner c)`, of which the parentheses are not written, read as `(a outer b) inner c`.
macro_rules! from_left {
    ($($name:literal $sentence:literal $outer:ident before $inner:ident;)*) => {
        &[$(tree($name, $sentence, |part| left_first(part, $outer, &[$inner])),)*]
    };
}

pub(super) const WEAKER: &[WrongRule] = weaker! {
    "add-weaker-than-in" "+ binds weaker than IN" Add under In;
    "add-weaker-than-contains" "+ binds weaker than CONTAINS" Add under Contains;
    "add-weaker-than-starts-with" "+ binds weaker than STARTS WITH" Add under StartsWith;
    "add-weaker-than-ends-with" "+ binds weaker than ENDS WITH" Add under EndsWith;
    "power-to-the-right" "a ^ b ^ c is a ^ (b ^ c)" Power under Power;
    "subtract-to-the-right" "a - b - c is a - (b - c)" Subtract under Subtract;
    "subtract-add-to-the-right" "a - b + c is a - (b + c)" Subtract under Add;
    "divide-to-the-right" "a / b / c is a / (b / c)" Divide under Divide;
    "divide-multiply-to-the-right" "a / b * c is a / (b * c)" Divide under Multiply;
    "modulo-multiply-to-the-right" "a % b * c is a % (b * c)" Modulo under Multiply;
    "multiply-modulo-to-the-right" "a * b % c is a * (b % c)" Multiply under Modulo;
    "xor-or-to-the-right" "a XOR b OR c is a XOR (b OR c)" Xor under Or;
    "and-or-to-the-right" "a AND b OR c is a AND (b OR c)" And under Or;
    "and-xor-to-the-right" "a AND b XOR c is a AND (b XOR c)" And under Xor;
};

pub(super) const FROM_LEFT: &[WrongRule] = from_left! {
    "or-and-from-left" "a OR b AND c is (a OR b) AND c" Or before And;
    "xor-and-from-left" "a XOR b AND c is (a XOR b) AND c" Xor before And;
    "or-xor-from-left" "a OR b XOR c is (a OR b) XOR c" Or before Xor;
    "add-multiply-from-left" "a + b * c is (a + b) * c" Add before Multiply;
    "subtract-multiply-from-left" "a - b * c is (a - b) * c" Subtract before Multiply;
    "add-divide-from-left" "a + b / c is (a + b) / c" Add before Divide;
    "add-modulo-from-left" "a + b % c is (a + b) % c" Add before Modulo;
    "multiply-power-from-left" "a * b ^ c is (a * b) ^ c" Multiply before Power;
};

pub(super) const RULES: &[WrongRule] = &[
    tree("not-before-comparison", "NOT binds stronger than a comparison", |part| {
        change(part, |expression| match expression {
            Expression::Unary(Not, inner) => match *inner {
                Expression::Comparison(first, links) => {
                    Expression::Comparison(Box::new(Expression::Unary(Not, first)), links)
                }
                inner => Expression::Unary(Not, Box::new(inner)),
            },
            other => other,
        });
    }),
    tree("not-before-in", "NOT binds stronger than IN", |part| {
        change(part, |expression| match expression {
            Expression::Unary(Not, inner) => match *inner {
                Expression::Binary(In, left, right) => {
                    Expression::Binary(In, Box::new(Expression::Unary(Not, left)), right)
                }
                inner => Expression::Unary(Not, Box::new(inner)),
            },
            other => other,
        });
    }),
    tree("minus-behind-power", "-a ^ b is -(a ^ b)", |part| {
        change(part, |expression| match expression {
            Expression::Binary(Power, base, exponent) => match *base {
                Expression::Unary(Minus, base) => {
                    Expression::Unary(Minus, Box::new(Expression::Binary(Power, base, exponent)))
                }
                base => Expression::Binary(Power, Box::new(base), exponent),
            },
            other => other,
        });
    }),
];

fn right_first(part: &mut PartMut<'_>, outer: &[BinaryOperator], inner: BinaryOperator) {
    let PartMut::Expression(expression) = part else { return };
    let Expression::Binary(operator, left, right) = &mut **expression else { return };
    if *operator != inner {
        return;
    }
    let Expression::Binary(before, _, _) = **left else { return };
    if !outer.contains(&before) {
        return;
    }
    let last = std::mem::replace(&mut **right, null());
    let Expression::Binary(_, first, middle) = std::mem::replace(&mut **left, null()) else { return };
    **expression = Expression::Binary(before, first, Box::new(Expression::Binary(inner, middle, Box::new(last))));
}

fn left_first(part: &mut PartMut<'_>, outer: BinaryOperator, inner: &[BinaryOperator]) {
    let PartMut::Expression(expression) = part else { return };
    let Expression::Binary(operator, left, right) = &mut **expression else { return };
    if *operator != outer {
        return;
    }
    let Expression::Binary(behind, _, _) = **right else { return };
    if !inner.contains(&behind) {
        return;
    }
    let first = std::mem::replace(&mut **left, null());
    let Expression::Binary(_, middle, last) = std::mem::replace(&mut **right, null()) else { return };
    **expression = Expression::Binary(behind, Box::new(Expression::Binary(outer, Box::new(first), middle)), last);
}
