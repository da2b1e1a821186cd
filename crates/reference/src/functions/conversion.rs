//! Conversions between types.

use graphlance_graph::Value;
use graphlance_graph::value::{Temporal, TemporalKind};

use super::{Context, bodies};
use crate::operators::string;
use crate::{Failure, OpenAnswers, relations, text, value_types};

bodies! {
    NullIf: null_if,
    ToBoolean: to_boolean,
    ToBooleanOrNull: |a, c| or_null(to_boolean(a, c)),
    ToInteger: to_integer,
    ToIntegerOrNull: |a, c| or_null(to_integer(a, c)),
    ToFloat: to_float,
    ToFloatOrNull: |a, c| or_null(to_float(a, c)),
    ToString: to_string,
    ToStringOrNull: |a, c| or_null(to_string(a, c)),
    ToBooleanList: |a, c| each(a, c, to_boolean),
    ToIntegerList: |a, c| each(a, c, to_integer),
    ToFloatList: |a, c| each(a, c, to_float),
    ToStringList: |a, c| each(a, c, to_string),
    Exists: exists,
    ValueType: value_type,
}

fn invalid(function: &str, value: &Value) -> Failure {
    Failure::argument_value(format!("{function}() does not take a value of type {}", value.type_name()))
}

fn to_string(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match arguments.first() {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(Value::String(s)) => Ok(Value::String(s.clone())),
        Some(Value::Temporal(temporal)) if is_full_minute(temporal) && context.options.open == OpenAnswers::Refuse => {
            Err(Failure::Unspecified("whether the text of a time of day ends with seconds of zero".into()))
        }
        Some(value @ (Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Temporal(_))) => {
            let mut out = String::new();
            text::write(value, &mut out);
            crate::operators::string(out, context.options)
        }
        // The manual lets it have a text, and does not say which.
        Some(Value::Point(_)) => Err(Failure::Unspecified("the text of a point".into())),
        Some(other) => Err(invalid("toString", other)),
    }
}

/// Whether it is a time of day without seconds. CIP2015-08-06 asks for a text by ISO 8601, which lets them be left out.
fn is_full_minute(temporal: &Temporal) -> bool {
    let time = temporal.text.split_once('T').map_or(temporal.text.as_str(), |(_, time)| time);
    let clock = time.split(['+', '-', 'Z', '[']).next().unwrap_or_default();
    !matches!(temporal.kind, TemporalKind::Date | TemporalKind::Duration) && clock.matches(':').count() == 1
}

fn to_integer(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(match arguments.first() {
        None | Some(Value::Null) => Value::Null,
        Some(Value::Integer(i)) => Value::Integer(*i),
        Some(Value::Float(f)) => truncate(*f)?,
        Some(Value::Boolean(b)) => Value::Integer(i64::from(*b)),
        Some(Value::String(s)) => match plain(s)?.parse::<i64>() {
            Ok(i) => Value::Integer(i),
            Err(_) => match decimal(plain(s)?) {
                Some(float) => truncate(float)?,
                None => no_decimal(s)?,
            },
        },
        Some(other) => return Err(invalid("toInteger", other)),
    })
}

fn truncate(float: f64) -> Result<Value, Failure> {
    // Java saturates; engines differ on what lies outside 64 bits.
    if float.is_nan() || float.abs() >= 9_223_372_036_854_775_808.0 {
        return Err(Failure::Unspecified(format!("toInteger() of {float:e}")));
    }
    Ok(Value::Integer(float as i64))
}

/// Null for what is no decimal text. Errors: [`Failure::Unspecified`] for a number to another base, and for one with underscores.
fn no_decimal(text: &str) -> Result<Value, Failure> {
    let text = text.trim_ascii().trim_start_matches(['+', '-']);
    let with_underscores = text.contains('_') && decimal(&text.replace('_', "")).is_some();
    if with_underscores || ["0x", "0o", "0b", "0X", "0O", "0B"].iter().any(|base| text.starts_with(base)) {
        return Err(Failure::Unspecified("a text of a number to another base than ten, or with underscores".into()));
    }
    Ok(Value::Null)
}

/// The number that a decimal text denotes; Rust's `inf`, `nan` and `infinity` are no such texts.
fn decimal(text: &str) -> Option<f64> {
    let is_decimal = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    if is_decimal { text.parse().ok() } else { None }
}

/// A text without the whitespace around it. Errors: [`Failure::Unspecified`] for whitespace beyond ASCII, which some
/// engines do not take for such.
fn plain(text: &str) -> Result<&str, Failure> {
    let plain = text.trim_ascii();
    if plain.len() == text.trim().len() { Ok(plain) } else { Err(super::strings::open_whitespace()) }
}

/// Texts of floats that are no decimal ones: Java reads `NaN` and `Infinity`, others more or none of them.
fn is_word_for_float(text: &str) -> bool {
    let word = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    ["nan", "inf", "infinity"].contains(&word.as_str())
        || word.strip_suffix(['f', 'd']).is_some_and(|number| decimal(number).is_some())
}

fn to_float(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(match arguments.first() {
        None | Some(Value::Null) => Value::Null,
        Some(Value::Integer(i)) => Value::Float(*i as f64),
        Some(Value::Float(f)) => Value::Float(*f),
        Some(Value::String(s)) => match decimal(plain(s)?) {
            Some(float) => Value::Float(float),
            None if is_word_for_float(plain(s)?) => return Err(Failure::Unspecified(format!("toFloat('{s}')"))),
            None => no_decimal(s)?,
        },
        Some(other) => return Err(invalid("toFloat", other)),
    })
}

fn to_boolean(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(match arguments.first() {
        None | Some(Value::Null) => Value::Null,
        Some(Value::Boolean(b)) => Value::Boolean(*b),
        Some(Value::Integer(i)) => Value::Boolean(*i != 0),
        Some(Value::String(s)) if plain(s)?.eq_ignore_ascii_case("true") => Value::Boolean(true),
        Some(Value::String(s)) if plain(s)?.eq_ignore_ascii_case("false") => Value::Boolean(false),
        Some(Value::String(_)) => Value::Null,
        Some(other) => return Err(invalid("toBoolean", other)),
    })
}

/// The `..OrNull` form: null instead of an error.
fn or_null(result: Result<Value, Failure>) -> Result<Value, Failure> {
    match result {
        Err(Failure::Raised(_)) => Ok(Value::Null),
        other => other,
    }
}

/// The `..List` form: each element converted, null where it cannot be.
fn each(
    arguments: &[Value],
    context: Context<'_>,
    convert: fn(&[Value], Context<'_>) -> Result<Value, Failure>,
) -> Result<Value, Failure> {
    match arguments.first() {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(Value::List(items)) => {
            let converted = items.iter().map(|item| or_null(convert(std::slice::from_ref(item), context)));
            Ok(Value::list(converted.collect::<Result<_, _>>()?))
        }
        Some(other) => Err(crate::operators::wrong_type("a list", other)),
    }
}

fn null_if(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let [a, b] = arguments else { return Ok(Value::Null) };
    Ok(if relations::equal(a, b) == Some(true) { Value::Null } else { a.clone() })
}

fn exists(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(Value::Boolean(arguments.first().is_some_and(|value| !value.is_null())))
}

fn value_type(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let name = value_types::name_of(arguments.first().unwrap_or(&Value::Null), context.options)?;
    string(name, context.options)
}
