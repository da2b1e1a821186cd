//! Temporal values.

use std::cmp::Ordering;

use graphlance_cypher::ast::BinaryOperator;
use graphlance_graph::Value;
use graphlance_graph::value::Temporal;

use crate::Failure;

/// Equality of two values of one kind.
pub(crate) fn equal(a: &Temporal, b: &Temporal) -> bool {
    a.text == b.text
}

/// Comparability of two values of one kind.
pub(crate) fn compare(a: &Temporal, b: &Temporal) -> Option<Ordering> {
    Some(a.text.cmp(&b.text))
}

/// The total order of two values of one kind.
pub(crate) fn order(a: &Temporal, b: &Temporal) -> Ordering {
    a.text.cmp(&b.text)
}

/// `-duration`.
pub(crate) fn negate(_value: &Temporal) -> Result<Value, Failure> {
    Err(Failure::Unknown("temporal arithmetic".into()))
}

/// `a + b` where one of them is temporal.
pub(crate) fn add(_a: &Value, _b: &Value) -> Result<Value, Failure> {
    Err(Failure::Unknown("temporal arithmetic".into()))
}

/// Another operator where one operand is temporal.
pub(crate) fn arithmetic(_operator: BinaryOperator, _a: &Value, _b: &Value) -> Result<Value, Failure> {
    Err(Failure::Unknown("temporal arithmetic".into()))
}

/// A component of a temporal value, as in `date.year`.
pub(crate) fn component(_value: &Temporal, _key: &str) -> Result<Value, Failure> {
    Err(Failure::Unknown("temporal components".into()))
}
