//! The text forms of values: `toString` and string concatenation.

use std::fmt::Write;

use graphlance_graph::Value;

/// Appends the text form of a scalar; strings stand for themselves. Other values have none and append nothing.
pub fn write(value: &Value, out: &mut String) {
    match value {
        Value::String(s) => out.push_str(s),
        Value::Boolean(b) => out.push_str(if *b { "true" } else { "false" }),

        Value::Integer(i) => append(out, format_args!("{i}")),
        Value::Float(f) => write_float(*f, out),
        Value::Temporal(temporal) => out.push_str(&temporal.text),
        _ => {}
    }
}

/// A float as Java's `Double.toString` prints it: the shortest digits that give the float back, as a decimal fraction
/// for magnitudes of 10^-3 to 10^7, else with an exponent (`1.0E10`).
pub fn float(value: f64) -> String {
    let mut out = String::new();
    write_float(value, &mut out);
    out
}

fn write_float(value: f64, out: &mut String) {
    let magnitude = value.abs();
    if value.is_nan() {
        out.push_str("NaN");
    } else if value.is_infinite() {
        out.push_str(if value > 0.0 { "Infinity" } else { "-Infinity" });
    } else if magnitude == 0.0 || (1e-3..1e7).contains(&magnitude) {
        append(out, format_args!("{value:?}"));
    } else {
        let text = format!("{value:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let point = if digits.contains('.') { "" } else { ".0" };
        append(out, format_args!("{digits}{point}E{exponent}"));
    }
}

fn append(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::float;

    #[test]
    fn floats_are_written_as_java_writes_them() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.001, "0.001"),
            (0.00099, "9.9E-4"),
            (9_999_999.0, "9999999.0"),
            (1e7, "1.0E7"),
            (1.5e300, "1.5E300"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (value, expected) in cases {
            assert_eq!(float(value), expected);
        }
    }
}
