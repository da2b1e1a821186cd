//! `repro.sh` and `repro/` for the embedded engine grafeo: a program of one file that cargo builds.

use std::fmt::Write;

use graphlance_graph::{Returns, Value};

use super::super::ReportInput;
use super::{Check, comment, is_literal, is_ordered, row_count};

const SCRIPT: &str = r#"cd "$(dirname "$0")/repro" || exit 2
cargo build --quiet || exit 2
timeout 60 "${CARGO_TARGET_DIR:-target}/debug/repro"
case $? in
  0) exit 0 ;;
  2) exit 2 ;;
  # A wrong answer, a panic, a signal or the time-out.
  *) exit 1 ;;
esac
"#;

const PROGRAM: &str = r#"use std::process::ExitCode;

use grafeo_common::types::Value;
use grafeo_engine::{Config, GrafeoDB};

fn main() -> ExitCode {
    match run() {
        Ok(()) => {
            println!("the answer is right");
            ExitCode::SUCCESS
        }
        Err((code, message)) => {
            println!("{message}");
            ExitCode::from(code)
        }
    }
}

fn run() -> Result<(), (u8, String)> {
    let database = GrafeoDB::with_config(Config::in_memory().with_threads(1)).map_err(|e| (2, e.to_string()))?;
    for statement in BEFORE {
        database.execute_cypher(statement).map_err(|e| (2, format!("{statement}\n{e}")))?;
    }
    CHECKS.iter().try_for_each(|check| compare(&database, check))
}

struct Check {
    query: &'static str,
    /// How many rows must come; none when any answer will do.
    count: Option<usize>,
    /// The rows, when they can be compared as text.
    rows: Option<&'static [&'static str]>,
    ordered: bool,
    /// The error that must not come.
    error: Option<&'static str>,
}

fn compare(database: &GrafeoDB, check: &Check) -> Result<(), (u8, String)> {
    let rows = match database.execute_cypher(check.query) {
        Ok(result) => result.into_rows(),
        Err(error) => {
            let error = error.to_string();
            let wrong = check.count.is_some() || check.error.is_some_and(|text| error.contains(text));
            return if wrong { Err((1, format!("an error came: {error}"))) } else { Ok(()) };
        }
    };
    let mut actual: Vec<String> =
        rows.iter().map(|row| row.iter().map(text).collect::<Vec<_>>().join(" | ")).collect();
    let Some(count) = check.count else { return Ok(()) };
    let Some(expected) = check.rows else {
        return match actual.len() == count {
            true => Err((2, format!("{count} rows came as expected; compare them by eye:\n{}", actual.join("\n")))),
            false => Err((1, format!("expected {count} rows, not these:\n{}", actual.join("\n")))),
        };
    };
    let mut expected: Vec<String> = expected.iter().map(|row| row.to_string()).collect();
    if !check.ordered {
        actual.sort();
        expected.sort();
    }
    match actual == expected {
        true => Ok(()),
        false => Err((1, format!("expected:\n{}\nactual:\n{}", expected.join("\n"), actual.join("\n")))),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(boolean) => boolean.to_string(),
        Value::Int64(integer) => integer.to_string(),
        // Zeros of either sign are alike.
        Value::Float64(float) => format!("{:?}", float + 0.0),
        Value::String(string) => format!("{:?}", string.as_str()),
        Value::List(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", ")),
        other => format!("{other:?}"),
    }
}
"#;

/// The programs: `repro.sh`, `repro/Cargo.toml` and `repro/repro.rs`.
pub(super) fn programs(input: &ReportInput) -> Vec<(String, String)> {
    let version = &input.identity.version;
    let mut script = String::from("#!/bin/sh\n");
    script += &comment("#", &input.title());
    script += &comment("#", &format!("grafeo {version}"));
    script += "#\n# Needs cargo. Exits with 0 when the answer is right, 1 when the bug shows, 2 when it cannot tell.\n";
    script += SCRIPT;
    let manifest = format!(
        "[package]\nname = \"repro\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [[bin]]\nname = \"repro\"\npath = \"repro.rs\"\n\n[workspace]\n\n[dependencies]\n\
         grafeo-engine = {{ version = \"={version}\", default-features = false, features = [\"lpg\", \"cypher\", \"regex\"] }}\n\
         grafeo-common = {{ version = \"={version}\", default-features = false }}\n"
    );
    vec![
        ("repro.sh".to_owned(), script),
        ("repro/Cargo.toml".to_owned(), manifest),
        ("repro/repro.rs".to_owned(), program(input)),
    ]
}

fn program(input: &ReportInput) -> String {
    let (before, checks) = super::plan(input);
    let mut text = comment("//!", &input.title());
    text.push('\n');
    text += PROGRAM;
    text += "\nconst BEFORE: &[&str] = &[\n";
    // Writing to a string cannot fail. A string's Debug form is a Rust literal.
    before.iter().for_each(|statement| {
        let _ = writeln!(text, "    {statement:?},");
    });
    text += "];\n\nconst CHECKS: &[Check] = &[\n";
    checks.iter().for_each(|check| text += &check_text(check));
    text += "];\n";
    text
}

fn check_text(check: &Check) -> String {
    let count = check.expected.as_ref().map(row_count);
    let rows = check.expected.as_ref().and_then(rows).map(|rows| format!("&{rows:?}"));
    let rows = rows.map_or_else(|| "None".to_owned(), |rows| format!("Some({rows})"));
    let ordered = check.expected.as_ref().is_some_and(is_ordered);
    let Check { query, error, .. } = check;
    format!(
        "    Check {{\n        query: {query:?},\n        count: {count:?},\n        rows: {rows},\n        \
         ordered: {ordered},\n        error: {error:?},\n    }},\n"
    )
}

/// The rows as the program prints them; none if they cannot be compared as text.
fn rows(expected: &Returns) -> Option<Vec<String>> {
    let row = |row: &Vec<Value>| Some(row.iter().map(value_text).collect::<Option<Vec<_>>>()?.join(" | "));
    expected.rows.iter().map(row).collect::<Option<Vec<_>>>().filter(|_| is_literal(expected))
}

fn value_text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Float(float) => format!("{:?}", float + 0.0),
        Value::String(string) => format!("{:?}", string.as_str()),
        Value::List(items) => format!("[{}]", items.iter().map(value_text).collect::<Option<Vec<_>>>()?.join(", ")),
        _ => return None,
    })
}
