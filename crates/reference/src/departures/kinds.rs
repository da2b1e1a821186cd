//! Functions that an engine computes in one place, and so gets wrong together.

use graphlance_cypher::functions::Scalar;
use graphlance_graph::Value;

use super::Computed::CallOf;
use super::{WrongRule, value};

const ROUNDING: &[Scalar] = &[Scalar::Ceil, Scalar::Floor, Scalar::Round];
const CASES: &[Scalar] = &[Scalar::ToUpper, Scalar::ToLower];

pub(super) const RULES: &[WrongRule] = &[
    value(
        "rounding-of-integer-is-integer",
        "ceil(), floor() and round() of an INTEGER are INTEGERs",
        CallOf(ROUNDING),
        |it| match it {
            [Value::Integer(integer)] => Some(Value::Integer(*integer)),
            _ => None,
        },
    ),
    value("case-of-null-is-empty", "toUpper() and toLower() of null are ''", CallOf(CASES), |it| match it {
        [Value::Null] => Some(Value::string("")),
        _ => None,
    }),
];
