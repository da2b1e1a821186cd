//! The scalars of Gremlin: values that hold no others, each of one of Java's types.

mod date_time;
mod decimal;

use std::hash::{Hash, Hasher};

use smol_str::SmolStr;

use crate::token::GType;

pub use date_time::DateTime;
pub use decimal::BigDecimal;
pub use num_bigint::BigInt;
pub use uuid::Uuid;

/// A value that holds no others.
///
/// `==` is identity of type and value, for trees and caches: NaN equals itself, `-0.0` is another than `0.0`, and `1` is another
/// than `1L`. It is none of Gremlin's relations between values.
#[derive(Clone, Debug, Default)]
pub enum Scalar {
    /// The missing value.
    #[default]
    Null,
    /// true or false.
    Boolean(bool),
    /// An integer of 8 bits.
    Byte(i8),
    /// An integer of 16 bits.
    Short(i16),
    /// An integer of 32 bits.
    Integer(i32),
    /// An integer of 64 bits.
    Long(i64),
    /// An integer of any length.
    BigInteger(BigInt),
    /// An IEEE 754 number of 32 bits.
    Float(f32),
    /// An IEEE 754 number of 64 bits.
    Double(f64),
    /// A decimal of any precision.
    BigDecimal(BigDecimal),
    /// A string of Unicode scalar values.
    String(SmolStr),
    /// A character; no gremlin-lang up to 3.8 can write one.
    Character(char),
    /// An identifier of 128 bits.
    Uuid(Uuid),
    /// A date and time with an offset; before 3.8 an instant.
    DateTime(DateTime),
}

impl Scalar {
    /// A string.
    pub fn string(text: impl Into<SmolStr>) -> Scalar {
        Scalar::String(text.into())
    }

    /// Its type, as `P.typeOf(..)` names it.
    pub fn gtype(&self) -> GType {
        match self {
            Scalar::Null => GType::Null,
            Scalar::Boolean(_) => GType::Boolean,
            Scalar::Byte(_) => GType::Byte,
            Scalar::Short(_) => GType::Short,
            Scalar::Integer(_) => GType::Int,
            Scalar::Long(_) => GType::Long,
            Scalar::BigInteger(_) => GType::BigInt,
            Scalar::Float(_) => GType::Float,
            Scalar::Double(_) => GType::Double,
            Scalar::BigDecimal(_) => GType::BigDecimal,
            Scalar::String(_) => GType::String,
            Scalar::Character(_) => GType::Char,
            Scalar::Uuid(_) => GType::Uuid,
            Scalar::DateTime(_) => GType::DateTime,
        }
    }

    /// Whether it is a number of any type.
    pub fn is_number(&self) -> bool {
        matches!(self, Scalar::Float(_) | Scalar::Double(_) | Scalar::BigDecimal(_)) || self.is_integer()
    }

    /// Whether it is an integer of any type.
    pub fn is_integer(&self) -> bool {
        matches!(
            self,
            Scalar::Byte(_) | Scalar::Short(_) | Scalar::Integer(_) | Scalar::Long(_) | Scalar::BigInteger(_)
        )
    }

    /// The integer if it is one that fits 64 bits.
    pub fn as_long(&self) -> Option<i64> {
        match self {
            Scalar::Byte(value) => Some(i64::from(*value)),
            Scalar::Short(value) => Some(i64::from(*value)),
            Scalar::Integer(value) => Some(i64::from(*value)),
            Scalar::Long(value) => Some(*value),
            Scalar::BigInteger(value) => i64::try_from(value).ok(),
            _ => None,
        }
    }

    /// The double nearest to it if it is a number.
    pub fn as_double(&self) -> Option<f64> {
        match self {
            Scalar::Float(value) => Some(f64::from(*value)),
            Scalar::Double(value) => Some(*value),
            Scalar::BigInteger(value) => value.to_string().parse().ok(),
            Scalar::BigDecimal(value) => value.to_string().parse().ok(),
            other => other.as_long().map(|value| value as f64),
        }
    }

    /// The string if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Scalar::String(text) => Some(text),
            _ => None,
        }
    }

    /// The name of its type in the words of Gremlin's documentation.
    pub fn type_name(&self) -> &'static str {
        match self {
            Scalar::Null => "null",
            Scalar::Boolean(_) => "boolean",
            Scalar::Byte(_) => "byte",
            Scalar::Short(_) => "short",
            Scalar::Integer(_) => "int",
            Scalar::Long(_) => "long",
            Scalar::BigInteger(_) => "bigint",
            Scalar::Float(_) => "float",
            Scalar::Double(_) => "double",
            Scalar::BigDecimal(_) => "bigdecimal",
            Scalar::String(_) => "string",
            Scalar::Character(_) => "char",
            Scalar::Uuid(_) => "uuid",
            Scalar::DateTime(_) => "datetime",
        }
    }

    /// What tells two of one type apart, floats by their bits with one NaN.
    fn bits(&self) -> u64 {
        match self {
            Scalar::Float(value) if value.is_nan() => u64::from(f32::NAN.to_bits()),
            Scalar::Float(value) => u64::from(value.to_bits()),
            Scalar::Double(value) if value.is_nan() => f64::NAN.to_bits(),
            Scalar::Double(value) => value.to_bits(),
            _ => 0,
        }
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        match (self, other) {
            (Scalar::Null, Scalar::Null) => true,
            (Scalar::Boolean(a), Scalar::Boolean(b)) => a == b,
            (Scalar::Byte(a), Scalar::Byte(b)) => a == b,
            (Scalar::Short(a), Scalar::Short(b)) => a == b,
            (Scalar::Integer(a), Scalar::Integer(b)) => a == b,
            (Scalar::Long(a), Scalar::Long(b)) => a == b,
            (Scalar::BigInteger(a), Scalar::BigInteger(b)) => a == b,
            (Scalar::Float(_), Scalar::Float(_)) | (Scalar::Double(_), Scalar::Double(_)) => {
                self.bits() == other.bits()
            }
            (Scalar::BigDecimal(a), Scalar::BigDecimal(b)) => a == b,
            (Scalar::String(a), Scalar::String(b)) => a == b,
            (Scalar::Character(a), Scalar::Character(b)) => a == b,
            (Scalar::Uuid(a), Scalar::Uuid(b)) => a == b,
            (Scalar::DateTime(a), Scalar::DateTime(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Scalar {}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Scalar::Null => {}
            Scalar::Boolean(value) => value.hash(state),
            Scalar::Byte(value) => value.hash(state),
            Scalar::Short(value) => value.hash(state),
            Scalar::Integer(value) => value.hash(state),
            Scalar::Long(value) => value.hash(state),
            Scalar::BigInteger(value) => value.hash(state),
            Scalar::Float(_) | Scalar::Double(_) => self.bits().hash(state),
            Scalar::BigDecimal(value) => value.hash(state),
            Scalar::String(value) => value.hash(state),
            Scalar::Character(value) => value.hash(state),
            Scalar::Uuid(value) => value.hash(state),
            Scalar::DateTime(value) => value.hash(state),
        }
    }
}

impl From<bool> for Scalar {
    fn from(value: bool) -> Scalar {
        Scalar::Boolean(value)
    }
}

impl From<i32> for Scalar {
    fn from(value: i32) -> Scalar {
        Scalar::Integer(value)
    }
}

impl From<i64> for Scalar {
    fn from(value: i64) -> Scalar {
        Scalar::Long(value)
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Scalar {
        Scalar::Double(value)
    }
}

impl From<&str> for Scalar {
    fn from(value: &str) -> Scalar {
        Scalar::String(value.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_told_apart_by_type_and_bits() {
        assert_ne!(Scalar::Integer(1), Scalar::Long(1));
        assert_ne!(Scalar::Double(0.0), Scalar::Double(-0.0));
        assert_eq!(Scalar::Double(f64::NAN), Scalar::Double(-f64::NAN));
        assert_eq!(Scalar::BigInteger(BigInt::from(7)).as_long(), Some(7));
        assert_eq!(Scalar::BigInteger(BigInt::from(u64::MAX)).as_long(), None);
    }
}
