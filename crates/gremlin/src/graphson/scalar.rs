//! Scalars in GraphSON 3.

use super::{GraphsonError, Json, typed};
use crate::scalar::{DateTime, Scalar};
use crate::version::Version;

/// A scalar as a version writes it: a date is an instant before 3.8.
pub(super) fn encoded(scalar: &Scalar, version: Version) -> Json {
    match scalar {
        Scalar::Null => Json::Null,
        Scalar::Boolean(value) => Json::Boolean(*value),
        Scalar::Byte(value) => typed("gx:Byte", Json::number(value)),
        Scalar::Short(value) => typed("gx:Int16", Json::number(value)),
        Scalar::Integer(value) => typed("g:Int32", Json::number(value)),
        Scalar::Long(value) => typed("g:Int64", Json::number(value)),
        Scalar::BigInteger(value) => typed("gx:BigInteger", Json::number(value)),
        Scalar::Float(value) if value.is_finite() => typed("g:Float", Json::number(format_args!("{value:?}"))),
        Scalar::Float(value) => typed("g:Float", not_finite(f64::from(*value))),
        Scalar::Double(value) if value.is_finite() => typed("g:Double", Json::number(format_args!("{value:?}"))),
        Scalar::Double(value) => typed("g:Double", not_finite(*value)),
        Scalar::BigDecimal(value) => typed("gx:BigDecimal", Json::number(value)),
        Scalar::String(value) => Json::String(value.clone()),
        Scalar::Character(value) => typed("gx:Char", Json::string(value.to_string())),
        Scalar::Uuid(value) => typed("g:UUID", Json::string(value.to_string())),
        Scalar::DateTime(value) if version < Version::V38 => typed("g:Date", Json::number(value.milliseconds())),
        Scalar::DateTime(value) => typed("gx:OffsetDateTime", Json::string(value.to_string())),
    }
}

fn not_finite(value: f64) -> Json {
    Json::string(match value {
        value if value.is_nan() => "NaN",
        value if value > 0.0 => "Infinity",
        _ => "-Infinity",
    })
}

/// The scalar of a type and a value; none where the type is none of a scalar. Errors: the value is none of the type.
pub(super) fn decoded(name: &str, value: &Json) -> Option<Result<Scalar, GraphsonError>> {
    let number = || match value {
        Json::Number(text) => Some(text.as_str()),
        _ => None,
    };
    let string = || match value {
        Json::String(text) => Some(text.as_str()),
        _ => None,
    };
    // Large numbers are written as strings by some.
    let either = || number().or_else(string);
    let read = match name {
        "gx:Byte" => number().and_then(|text| text.parse().ok()).map(Scalar::Byte),
        "gx:Int16" => number().and_then(|text| text.parse().ok()).map(Scalar::Short),
        "g:Int32" => number().and_then(|text| text.parse().ok()).map(Scalar::Integer),
        "g:Int64" => number().and_then(|text| text.parse().ok()).map(Scalar::Long),
        "gx:BigInteger" => either().and_then(|text| text.parse().ok()).map(Scalar::BigInteger),
        "g:Float" => float(value).map(|value| Scalar::Float(value as f32)),
        "g:Double" => float(value).map(Scalar::Double),
        "gx:BigDecimal" => either().and_then(|text| text.parse().ok()).map(Scalar::BigDecimal),
        "gx:Char" => string().and_then(character).map(Scalar::Character),
        "g:UUID" => string().and_then(|text| text.parse().ok()).map(Scalar::Uuid),
        "g:Date" | "g:Timestamp" => {
            number().and_then(|text| text.parse().ok()).map(|instant| Scalar::DateTime(DateTime::at(instant)))
        }
        "gx:OffsetDateTime" => string().and_then(|text| text.parse().ok()).map(Scalar::DateTime),
        _ => return None,
    };
    Some(read.ok_or_else(|| GraphsonError::expected(&format!("the value of a {name}"), value)))
}

/// The scalar of a value without a type: a number is of the narrowest type of 32 or 64 bits, or a double.
pub(super) fn untyped(value: &Json) -> Result<Scalar, GraphsonError> {
    let read = match value {
        Json::Null => Some(Scalar::Null),
        Json::Boolean(value) => Some(Scalar::Boolean(*value)),
        Json::String(text) => Some(Scalar::String(text.clone())),
        Json::Number(text) => {
            let integer = text.parse().map(Scalar::Integer).or_else(|_| text.parse().map(Scalar::Long));
            integer.ok().or_else(|| text.parse().ok().map(Scalar::Double))
        }
        Json::Array(_) | Json::Object(_) => None,
    };
    read.ok_or_else(|| GraphsonError::expected("a value with a type that is known", value))
}

fn float(value: &Json) -> Option<f64> {
    match value {
        Json::Number(text) => text.parse().ok(),
        Json::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

fn character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
