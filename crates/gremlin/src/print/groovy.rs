//! What groovy writes in another way than gremlin-lang.

use super::{Form, Printer};
use crate::ast::{Argument, Strategy};
use crate::scalar::{DateTime, Scalar};
use crate::strategies::{Purpose, StrategyRow};
use crate::table::Parameter;
use crate::token::Family;
use crate::version::Version;

impl Printer {
    /// An argument where several overloads of a step may take it: a null says which.
    pub(super) fn overloaded(&mut self, argument: &Argument, parameter: Option<Parameter>) {
        match (argument, parameter) {
            (
                Argument::Scalar(Scalar::Null),
                Some(Parameter::StringOrNull | Parameter::LabelOrNull | Parameter::Strings),
            ) => {
                self.push("(String) null");
            }
            (Argument::Scalar(Scalar::Null), Some(Parameter::MapOrNull)) => self.push("(Map) null"),
            (Argument::Scalar(Scalar::Null), _) => self.push("(Object) null"),
            (Argument::Scalar(scalar), Some(parameter)) => self.scalar(&parameter.coerced(scalar)),
            (Argument::Strategy(strategy), Some(Parameter::Strategy | Parameter::Strategies))
                if strategy.configuration.is_empty() =>
            {
                // Most have one instance; those that carry what they are told are built.
                let row = StrategyRow::find(&strategy.name);
                let is_built = row.is_some_and(|row| row.purpose == Purpose::Decoration && !row.is_default);
                self.push(&class(strategy));
                self.push(if is_built { ".build().create()" } else { ".instance()" });
            }
            _ => self.argument(argument),
        }
    }

    /// Writes an argument that groovy has another way for; false where it has none.
    pub(super) fn groovy(&mut self, argument: &Argument) -> bool {
        let Form::Groovy(version) = self.form else { return false };
        match argument {
            Argument::Set(items) => {
                self.push("([");
                self.joined(items, Printer::argument);
                self.push("] as Set)");
            }
            Argument::Vertex(vertex) => {
                self.push("new ReferenceVertex(");
                self.argument(&vertex.0);
                self.push(", ");
                self.argument(&vertex.1);
                self.push(")");
            }
            Argument::Range(ends) => {
                let end = |scalar: &Scalar| match scalar.as_long() {
                    Some(integer) => integer.to_string(),
                    None => quoted(scalar.as_str().unwrap_or_default()),
                };
                self.suffixed(format_args!("({}..{}", end(&ends.0), end(&ends.1)), ").toList()");
            }
            Argument::RandomUuid => self.push("UUID.randomUUID()"),
            Argument::Now if version < Version::V38 => self.push("new Date()"),
            Argument::Now => self.push("OffsetDateTime.now()"),
            Argument::Strategy(strategy) if strategy.configuration.is_empty() => self.push(&class(strategy)),
            _ => return false,
        }
        true
    }

    /// Writes a scalar that groovy has another way for; false where it has none.
    pub(super) fn groovy_scalar(&mut self, scalar: &Scalar) -> bool {
        let Form::Groovy(version) = self.form else { return false };
        match scalar {
            Scalar::Byte(value) => self.suffixed(format_args!("(byte) {value}"), ""),
            Scalar::Short(value) => self.suffixed(format_args!("(short) {value}"), ""),
            Scalar::Integer(value) => self.suffixed(format_args!("(int) {value}"), ""),
            Scalar::BigInteger(value) => self.suffixed(format_args!("new BigInteger(\"{value}\""), ")"),
            Scalar::BigDecimal(value) => self.suffixed(format_args!("new BigDecimal(\"{value}\""), ")"),
            Scalar::Float(value) if !value.is_finite() => self.not_finite("Float", f64::from(*value)),
            Scalar::Double(value) if !value.is_finite() => self.not_finite("Double", *value),
            // Groovy takes the sign of the literal for an operation, and has 0.0 for it.
            Scalar::Double(value) if is_negative_zero(*value) => self.push("Double.valueOf(\"-0.0\")"),
            Scalar::Float(value) if is_negative_zero(f64::from(*value)) => self.push("Float.valueOf(\"-0.0\")"),
            Scalar::Character(value) => {
                self.push("(char) ");
                self.string(value.encode_utf8(&mut [0; 4]));
            }
            Scalar::Uuid(value) => self.suffixed(format_args!("UUID.fromString(\"{value}\""), ")"),
            Scalar::DateTime(value) if version < Version::V38 => self.instant(value),
            Scalar::DateTime(value) => self.suffixed(format_args!("OffsetDateTime.parse(\"{value}\""), ")"),
            _ => return false,
        }
        true
    }

    fn not_finite(&mut self, class: &str, value: f64) {
        let name = match value {
            value if value.is_nan() => "NaN",
            value if value > 0.0 => "POSITIVE_INFINITY",
            _ => "NEGATIVE_INFINITY",
        };
        self.push(class);
        self.push(".");
        self.push(name);
    }

    /// A date as an instant, to the millisecond.
    fn instant(&mut self, date: &DateTime) {
        self.suffixed(format_args!("new Date({}L", date.milliseconds()), ")");
    }

    /// The name under which an enumeration is known.
    pub(super) fn class(&self, family: Family) -> &'static str {
        match (self.form, family) {
            (Form::Groovy(_), Family::Cardinality) => "VertexProperty.Cardinality",
            (Form::Groovy(_), Family::Barrier) => "SackFunctions.Barrier",
            _ => family.class(),
        }
    }
}

fn is_negative_zero(value: f64) -> bool {
    value == 0.0 && value.is_sign_negative()
}

/// A string as groovy writes it.
fn quoted(text: &str) -> String {
    let mut printer = Printer { out: String::new(), form: Form::Groovy(Version::V38) };
    printer.string(text);
    printer.out
}

/// The class of a strategy, with its package: the script engine knows some of them by their names alone, but not all.
pub(super) fn class(strategy: &Strategy) -> String {
    StrategyRow::find(&strategy.name).map_or_else(|| strategy.name.to_string(), StrategyRow::class)
}
