//! Floats that may meet numbers of 128 bits.

use graphlance_gremlin::token::Token;
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::{Argument, Scalar, Statement, StepName};

use crate::PropertyGraph;
use crate::number::decimal;
use crate::value::Value;

/// Whether a statement and its graph hold both a number of 128 bits and a float of 32 bits that is another decimal by its text
/// than by the double that it is, or that steps may make into such a one: what meets of them is compared and computed as decimals.
/// No step of a version to which that matters makes a number of 128 bits of others, or a float of what is none.
pub(crate) fn floats_meet_decimals(statement: &Statement, graph: &PropertyGraph) -> bool {
    let (mut floats, mut decimals) = (false, false);
    let computes = computes(statement);
    let mut note = |scalar: &Scalar| {
        floats |= matches!(scalar, Scalar::Float(value) if computes || is_ambiguous(*value));
        decimals |= matches!(scalar, Scalar::BigDecimal(_) | Scalar::BigInteger(_));
    };
    walk(Part::Statement(statement), &mut |part| {
        if let Part::Argument(Argument::Scalar(scalar)) = part {
            note(scalar);
        }
    });
    graph.property_values().for_each(|value| in_value(value, &mut note));
    floats && decimals
}

/// Whether a step computes numbers of others: sums, means, and what an operator makes of a sack or a seed.
fn computes(statement: &Statement) -> bool {
    let mut computes = false;
    walk(Part::Statement(statement), &mut |part| {
        computes |= match part {
            Part::Step(step, _) => matches!(step.name, StepName::Sum | StepName::Mean),
            Part::Argument(argument) => matches!(argument, Argument::Token(Token::Operator(_))),
            _ => false,
        };
    });
    computes
}

fn is_ambiguous(value: f32) -> bool {
    let decimal = |number: Scalar| decimal::of_number(&number).ok();
    value.is_finite() && decimal(Scalar::Float(value)) != decimal(Scalar::Double(f64::from(value)))
}

fn in_value(value: &Value, note: &mut impl FnMut(&Scalar)) {
    match value {
        Value::Scalar(scalar) => note(scalar),
        other if other.size().is_some() => other.iterated().iter().for_each(|value| in_value(value, note)),
        Value::Entry(entry) => {
            in_value(&entry.0, note);
            in_value(&entry.1, note);
        }
        _ => {}
    }
}
