//! What no document says: random numbers and clocks.

use graphlance_graph::{Random, Value};

use super::{Context, bodies};
use crate::{Failure, OpenAnswers};

bodies! {
    E: |_, _| Ok(Value::Float(std::f64::consts::E)),
    Pi: |_, _| Ok(Value::Float(std::f64::consts::PI)),
    Rand: rand,
    RandomUuid: |_, _| Err(Failure::Unspecified("randomUUID() gives any text".into())),
    Timestamp: |_, _| Err(Failure::Unspecified("timestamp() reads a clock".into())),
}

/// A number of 0..1 where a choice is wanted.
fn rand(_: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match context.draws {
        Some(draws) if context.options.open == OpenAnswers::Choose => {
            draws.set(draws.get() + 1);
            Ok(Value::Float(Random::derive(0, &[draws.get()]).unit()))
        }
        _ => Err(Failure::Unspecified("rand() gives any number".into())),
    }
}
