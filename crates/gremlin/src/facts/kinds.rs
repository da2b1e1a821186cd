//! Kinds of arguments, and what two kinds have in common.

use crate::ast::Argument;
use crate::scalar::Scalar;
use crate::table::Kind;

/// The kind of the value of an argument.
pub fn kind_of(argument: &Argument) -> Kind {
    match argument {
        Argument::Scalar(Scalar::Boolean(_)) => Kind::Boolean,
        Argument::Scalar(Scalar::String(_)) => Kind::Text,
        Argument::Scalar(Scalar::DateTime(_)) | Argument::Now => Kind::Date,
        Argument::Scalar(scalar) if scalar.is_number() => Kind::Number,
        Argument::List(_) | Argument::Range(_) => Kind::List,
        Argument::Set(_) => Kind::Set,
        Argument::Map(_) => Kind::Map,
        Argument::Vertex(_) => Kind::Vertex,
        _ => Kind::Any,
    }
}

/// The narrowest kind that has two in it.
pub fn join(one: Kind, other: Kind) -> Kind {
    let is_element = |kind| matches!(kind, Kind::Vertex | Kind::Edge | Kind::Element);
    match (one, other) {
        (one, other) if one == other => one,
        (Kind::Nothing, kind) | (kind, Kind::Nothing) => kind,
        (one, other) if is_element(one) && is_element(other) => Kind::Element,
        _ => Kind::Any,
    }
}
