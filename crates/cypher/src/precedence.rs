//! Operator precedence, shared by parser and printer: a greater level binds tighter.
//!
//! The levels are those of the openCypher grammar of 2023 (and CIP2021-08-10).

use crate::ast::BinaryOperator;

pub(crate) const OR: u8 = 1;
pub(crate) const XOR: u8 = 2;
pub(crate) const AND: u8 = 3;
pub(crate) const NOT: u8 = 4;
/// Chains of comparisons.
pub(crate) const COMPARISON: u8 = 5;
/// IN, STARTS WITH, ENDS WITH, CONTAINS, =~, IS NULL.
pub(crate) const PREDICATE: u8 = 6;
pub(crate) const ADDITION: u8 = 7;
pub(crate) const MULTIPLICATION: u8 = 8;
pub(crate) const POWER: u8 = 9;
/// `-a`, `+a`, negative literals.
pub(crate) const SIGN: u8 = 10;
/// `a:Label`
pub(crate) const LABELS: u8 = 11;
/// `a[0]`, `a[0..1]`, `a {.key}`
pub(crate) const SUBSCRIPT: u8 = 12;
/// `a.key`
pub(crate) const ACCESS: u8 = 13;
pub(crate) const ATOM: u8 = 14;

/// The level of a binary operator.
pub(crate) fn of_binary(operator: BinaryOperator) -> u8 {
    match operator {
        BinaryOperator::Or => OR,
        BinaryOperator::Xor => XOR,
        BinaryOperator::And => AND,
        BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Concatenate => ADDITION,
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => MULTIPLICATION,
        BinaryOperator::Power => POWER,
        BinaryOperator::In
        | BinaryOperator::StartsWith
        | BinaryOperator::EndsWith
        | BinaryOperator::Contains
        | BinaryOperator::Matches => PREDICATE,
    }
}
