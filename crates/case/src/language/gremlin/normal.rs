//! The form that statements have in common which differ in names and values alone.

use graphlance_graph::Name;
use graphlance_gremlin::Statement;
use graphlance_gremlin::ast::Argument;
use graphlance_gremlin::scalar::Scalar;
use graphlance_gremlin::walk_mut::{PartMut, any_mut};

/// Each string is numbered by where it first stands, each number is a 1 of its type.
pub(super) fn form(statement: &Statement) -> Statement {
    let mut normal = statement.clone();
    let mut strings: Vec<Name> = Vec::new();
    any_mut(PartMut::Statement(&mut normal), &mut |part| {
        if let PartMut::Argument(Argument::Scalar(scalar)) = part {
            match scalar {
                Scalar::String(text) => {
                    let known = strings.iter().position(|known| known == text);
                    let number = known.unwrap_or_else(|| {
                        strings.push(text.clone());
                        strings.len() - 1
                    });
                    *text = format!("s{number}").into();
                }
                Scalar::Byte(value) => *value = 1,
                Scalar::Short(value) => *value = 1,
                Scalar::Integer(value) => *value = 1,
                Scalar::Long(value) => *value = 1,
                Scalar::Float(value) => *value = 1.0,
                Scalar::Double(value) => *value = 1.0,
                _ => {}
            }
        }
        false
    });
    normal
}
