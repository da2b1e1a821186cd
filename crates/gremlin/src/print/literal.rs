//! Scalars.

use std::fmt::Write as _;

use super::{Form, Printer};
use crate::scalar::Scalar;

impl Printer {
    pub(super) fn scalar(&mut self, scalar: &Scalar) {
        match scalar {
            scalar if self.groovy_scalar(scalar) => {}
            Scalar::Null => self.push("null"),
            Scalar::Boolean(value) => self.push(if *value { "true" } else { "false" }),
            Scalar::Byte(value) => self.suffixed(*value, "b"),
            Scalar::Short(value) => self.suffixed(*value, "s"),
            Scalar::Integer(value) => self.suffixed(*value, ""),
            Scalar::Long(value) => self.suffixed(*value, self.suffix("L")),
            Scalar::BigInteger(value) => self.suffixed(value, "n"),
            Scalar::Float(value) if value.is_finite() => self.suffixed(format_args!("{value:?}"), "f"),
            Scalar::Float(value) => self.double(f64::from(*value)),
            Scalar::Double(value) => self.double(*value),
            Scalar::BigDecimal(value) => self.suffixed(value, "m"),
            Scalar::String(value) => self.string(value),
            Scalar::Character(value) => {
                self.string(value.encode_utf8(&mut [0; 4]));
                self.push("c");
            }
            Scalar::Uuid(value) => self.suffixed(format_args!("UUID(\"{value}\""), ")"),
            Scalar::DateTime(value) => self.suffixed(format_args!("datetime(\"{value}\""), ")"),
        }
    }

    pub(super) fn suffixed(&mut self, value: impl std::fmt::Display, suffix: &str) {
        // Writing to a string does not fail.
        let _ = write!(self.out, "{value}{suffix}");
    }

    fn double(&mut self, value: f64) {
        if value.is_nan() {
            self.push("NaN");
        } else if value.is_infinite() {
            self.push(if value < 0.0 { "-Infinity" } else { "Infinity" });
        } else {
            self.suffixed(format_args!("{value:?}"), self.suffix("d"));
        }
    }

    /// What says the type of a number.
    fn suffix(&self, letter: &'static str) -> &'static str {
        if self.form == Form::Plain { "" } else { letter }
    }

    pub(super) fn string(&mut self, text: &str) {
        self.out.push('"');
        for character in text.chars() {
            match character {
                '"' => self.push("\\\""),
                '\\' => self.push("\\\\"),
                '$' if self.form.is_groovy() => self.push("\\$"),
                '\n' => self.push("\\n"),
                '\r' => self.push("\\r"),
                '\t' => self.push("\\t"),
                '\u{8}' => self.push("\\b"),
                '\u{c}' => self.push("\\f"),
                other if other.is_control() => self.suffixed(format_args!("\\u{:04x}", u32::from(other)), ""),
                other => self.out.push(other),
            }
        }
        self.out.push('"');
    }
}
