//! `repro.sh` for FalkorDB: redis-cli and the shell's own tools.
//!
//! redis-cli prints compact answers as numbered lines, one per type or value, with strings quoted and escaped; awk joins
//! those of a row, and the rows are compared as text.

use std::fmt::Write;

use graphlance_graph::{Returns, Row, Value};

use super::super::ReportInput;
use super::{Check, comment, is_literal, is_ordered, row_count};

const HEAD: &str = r#"set -u

host=${1:-127.0.0.1}
port=${2:-6379}
graph=graphlance-repro-$$
work=$(mktemp -d) || exit 2
trap 'redis-cli -h "$host" -p "$port" GRAPH.DELETE "$graph" > /dev/null 2>&1; rm -rf "$work"' EXIT

# Runs a statement; its answer goes to the file "answer".
ask() { timeout 60 redis-cli --no-raw -h "$host" -p "$port" GRAPH.QUERY "$graph" "$1" --compact > "$work/answer" 2>&1; }
failed() { grep -q '^(error)' "$work/answer"; }
stop() { echo "$2"; cat "$work/answer"; exit "$1"; }

prepare() { ask "$1" && ! failed || stop 2 "this statement was not carried out: $1"; }

# The rows of the answer, one a line.
rows() {
  awk '
    /^[0-9]+\) / { part = $1 + 0 }
    part == 2 {
      line = substr($0, 4)
      if (line ~ /^\(empty array\)/) next
      if (!width) { match(line, /^ *[0-9]+\) /); width = RLENGTH }
      if (substr(line, 1, width) ~ /[0-9]/) { if (row != "") print row; row = "" }
      line = substr(line, width + 1)
      while (match(line, /^ *[0-9]+\) /)) line = substr(line, RLENGTH + 1)
      sub(/^ +/, "", line)
      row = row " " line
    }
    END { if (row != "") print row }
  ' "$work/answer" | sed 's/(integer) 5 "-0"/(integer) 5 "0"/g'
}

redis-cli -h "$host" -p "$port" ping > /dev/null 2>&1 || { echo "no server at $host:$port"; exit 2; }
"#;

/// The program: `repro.sh`.
pub(super) fn programs(input: &ReportInput) -> Vec<(String, String)> {
    let (before, checks) = super::plan(input);
    let mut text = String::from("#!/bin/sh\n");
    text += &comment("#", &input.title());
    text += &comment("#", &format!("{} {}", input.identity.engine, input.identity.version));
    text += "#\n#   usage: repro.sh [HOST [PORT]]\n#\n";
    text += "# Needs redis-cli. Exits with 0 when the answer is right, 1 when the bug shows, 2 when it cannot tell.\n";
    text += HEAD;
    text.push('\n');
    // Writing to a string cannot fail.
    before.iter().for_each(|statement| {
        let _ = writeln!(text, "prepare {}", quoted(statement));
    });
    checks.iter().for_each(|check| text += &checked(check));
    text += "echo 'the answer is right'\n";
    vec![("repro.sh".to_owned(), text)]
}

fn checked(check: &Check) -> String {
    let mut text = format!("\nask {} || stop 1 'no answer'\n", quoted(&check.query));
    match (&check.expected, &check.error) {
        (Some(expected), _) => {
            text += "failed && stop 1 'an error came instead of an answer:'\n";
            text += &compared(expected);
        }
        (None, Some(message)) => {
            let message = quoted(message.lines().next().unwrap_or_default());
            let _ = writeln!(text, "grep -qF -- {message} \"$work/answer\" && stop 1 'the error came:'");
        }
        (None, None) => {}
    }
    text
}

fn compared(expected: &Returns) -> String {
    let count = row_count(expected);
    let texts: Option<Vec<String>> = expected.rows.iter().map(row_text).collect();
    match texts.filter(|_| is_literal(expected)) {
        Some(texts) => {
            let sort = if is_ordered(expected) { "cat" } else { "LC_ALL=C sort" };
            let rows: String = texts.iter().map(|text| format!("{text}\n")).collect();
            format!(
                "{sort} > \"$work/expected\" <<'ROWS'\n{rows}ROWS\nrows | {sort} > \"$work/actual\"\n\
                 diff \"$work/expected\" \"$work/actual\" || stop 1 'the answer is wrong (< expected, > actual):'\n"
            )
        }
        None => format!(
            "[ \"$(rows | wc -l)\" -eq {count} ] || stop 1 'expected {count} rows:'\n\
             stop 2 '{count} rows came as expected; compare them with the report by eye:'\n"
        ),
    }
}

/// A row as the program prints it; none if a value's text is not known.
fn row_text(row: &Row) -> Option<String> {
    let mut text = String::new();
    for value in row {
        value_text(value, &mut text)?;
    }
    Some(text)
}

/// A value as redis-cli prints its compact form: type number and value, each after a space.
fn value_text(value: &Value, text: &mut String) -> Option<()> {
    match value {
        Value::Null => text.push_str(" (integer) 1 (nil)"),
        Value::String(string) => *text += &format!(" (integer) 2 {}", represented(string)),
        Value::Integer(integer) => *text += &format!(" (integer) 3 (integer) {integer}"),
        Value::Boolean(boolean) => *text += &format!(" (integer) 4 \"{boolean}\""),
        Value::Float(float) if float.is_finite() => {
            *text += &format!(" (integer) 5 \"{}\"", fifteen_digits(if *float == 0.0 { 0.0 } else { *float }));
        }
        Value::List(items) if items.is_empty() => text.push_str(" (integer) 6 (empty array)"),
        Value::List(items) => {
            text.push_str(" (integer) 6");
            for item in items.iter() {
                value_text(item, text)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// A string as redis-cli prints it: bytes beyond printable ASCII are escaped.
fn represented(string: &str) -> String {
    let mut text = String::from("\"");
    for byte in string.bytes() {
        match byte {
            b'\\' | b'"' => text.extend(['\\', char::from(byte)]),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            0x07 => text.push_str("\\a"),
            0x08 => text.push_str("\\b"),
            b' '..=b'~' => text.push(char::from(byte)),
            other => text += &format!("\\x{other:02x}"),
        }
    }
    text.push('"');
    text
}

/// A finite float in C's `%.15g`.
fn fifteen_digits(value: f64) -> String {
    let scientific = format!("{value:.14e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let stripped = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..15).contains(&exponent) {
        let decimals = usize::try_from(14 - exponent).unwrap_or_default();
        stripped(&format!("{value:.decimals$}"))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", stripped(mantissa), exponent.abs())
    }
}

/// A text as one word of the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_fifteen_digits_as_in_c() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.1 + 0.2, "0.3"),
            (1e15, "1e+15"),
            (123_456_789_012_345.0, "123456789012345"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (f64::MAX, "1.79769313486232e+308"),
            (1.0 / 3.0, "0.333333333333333"),
        ] {
            assert_eq!(fifteen_digits(value), text);
        }
    }

    #[test]
    fn strings_are_escaped_byte_by_byte() {
        assert_eq!(represented("a\"\\\né"), r#""a\"\\\n\xc3\xa9""#);
    }

    #[test]
    fn a_quote_leaves_and_enters_the_shells_quotes() {
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
