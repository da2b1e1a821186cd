//! The literals of a statement, and others in their place.

use graphlance_graph::Value;
use graphlance_gremlin::ast::Argument;
use graphlance_gremlin::scalar::Scalar;
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::walk_mut::{PartMut, any_mut};
use graphlance_gremlin::{Statement, cell};

/// The scalars, in the order in which they stand.
pub(super) fn of(statement: &Statement) -> Vec<Value> {
    let mut literals = Vec::new();
    walk(Part::Statement(statement), &mut |part| {
        if let Part::Argument(Argument::Scalar(scalar)) = part {
            literals.push(cell::of_scalar(scalar));
        }
    });
    literals
}

/// With another value wherever this one is written, of the type that stands there; none where it is not, or cannot be.
pub(super) fn replaced(statement: &Statement, from: &Value, to: &Value) -> Option<Statement> {
    let to = cell::scalar(to)?;
    let (mut edited, mut count, mut fits) = (statement.clone(), 0, true);
    any_mut(PartMut::Statement(&mut edited), &mut |part| {
        if let PartMut::Argument(Argument::Scalar(scalar)) = part
            && cell::of_scalar(scalar) == *from
        {
            count += 1;
            match of_type(scalar, &to) {
                Some(other) => *scalar = other,
                None => fits = false,
            }
        }
        false
    });
    (count > 0 && fits).then_some(edited)
}

/// A scalar as one of the type of another, where that has it.
fn of_type(like: &Scalar, scalar: &Scalar) -> Option<Scalar> {
    Some(match (like, scalar) {
        (Scalar::Byte(_), Scalar::Long(value)) => Scalar::Byte((*value).try_into().ok()?),
        (Scalar::Short(_), Scalar::Long(value)) => Scalar::Short((*value).try_into().ok()?),
        (Scalar::Integer(_), Scalar::Long(value)) => Scalar::Integer((*value).try_into().ok()?),
        (Scalar::Float(_), Scalar::Double(value)) => {
            let narrow = *value as f32;
            return (f64::from(narrow) == *value).then_some(Scalar::Float(narrow));
        }
        _ => scalar.clone(),
    })
}
