//! The values of a scenario's variables, written into its traversals as literals.

use graphlance_gremlin::walk_mut::{PartMut, any_mut};
use graphlance_gremlin::{Argument, Modulator, Statement, StepName};
use graphlance_machine::Value;

use super::ground::Given;

/// A statement with literals in the place of variables, and what is noted aside written in front. Errors: the name of what has no
/// literal.
pub(super) fn bound(statement: &Statement, given: &Given) -> Result<Statement, String> {
    let mut bound = statement.clone();
    let mut lacking = None;
    any_mut(PartMut::Statement(&mut bound), &mut |part| {
        if let PartMut::Argument(argument) = part
            && let Argument::Variable(name) = &**argument
            && let Some((_, value)) = given.bindings.iter().rev().find(|(other, _)| other == name)
        {
            match literal(value) {
                Some(literal) => **argument = literal,
                None => lacking = Some(name.to_string()),
            }
        }
        lacking.is_some()
    });
    let mut source = Vec::with_capacity(given.side_effects.len() + bound.source.len());
    for (name, value) in &given.side_effects {
        match literal(value) {
            Some(literal) => {
                let arguments = vec![Argument::string(name.clone()), literal];
                source.push(Modulator::new(StepName::WithSideEffect, arguments));
            }
            None => lacking = Some(name.to_string()),
        }
    }
    source.append(&mut bound.source);
    bound.source = source;
    lacking.map_or(Ok(bound), Err)
}

/// The literal of a value; none of what has none, such as an edge.
pub(super) fn literal(value: &Value) -> Option<Argument> {
    let all = |values: &mut dyn Iterator<Item = &Value>| values.map(literal).collect::<Option<Vec<_>>>();
    Some(match value {
        Value::Scalar(scalar) => Argument::Scalar(scalar.clone()),
        Value::Token(token) => Argument::Token(*token),
        Value::List(items) => Argument::List(all(&mut items.values.iter())?),
        Value::Set(distinct) => Argument::Set(all(&mut distinct.values.iter())?),
        Value::Map(mapping) => {
            let entry = |(key, value): (&Value, &Value)| Some((literal(key)?, literal(value)?));
            Argument::Map(mapping.entries.iter().map(entry).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
