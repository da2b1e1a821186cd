//! `repro.sh` and `repro/` for an engine that is a crate: a program of one file that cargo builds.
//!
//! It runs itself a second time, as the programs in Python do: one process asks, the other waits for its end.

use std::fmt::Write;

use graphlance_graph::{Latitude, Node, Path, Properties, Relationship, Returns, Value};

use super::super::ReportInput;
use super::client::Client;
use super::{Before, Check, Plan, Reported, row_count, ties};
use crate::quote;

const SCRIPT: &str = r#"set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")/repro" && pwd) || exit 2
target=${CARGO_TARGET_DIR:-$here/target}
cargo build --quiet --manifest-path "$here/Cargo.toml" --target-dir "$target" || {
  echo 'cannot tell: the program cannot be built'
  exit 2
}
"$target/debug/repro"
code=$?
[ "$code" -le 1 ] || exit 2
exit "$code"
"#;

/// The programs: `repro.sh`, `repro/Cargo.toml` and `repro/repro.rs`; none for a version that is no version.
pub(super) fn programs(input: &ReportInput, client: &Client) -> Vec<(String, String)> {
    let Some(version) = super::plain_version(&input.identity.version) else { return Vec::new() };
    let mut script = String::from("#!/bin/sh\n");
    script += &quote::comment("#", &super::heading(input));
    script += &quote::comment("#", &format!("\nNeeds: {}.", client.needs.needs.replace("{version}", version)));
    script += super::CODES;
    script += SCRIPT;
    let manifest = format!(
        "[package]\nname = \"repro\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [[bin]]\nname = \"repro\"\npath = \"repro.rs\"\n\n[workspace]\n\n[dependencies]\n{}\n",
        client.needs.packages.join("\n").replace("{version}", version)
    );
    vec![
        ("repro.sh".to_owned(), script),
        ("repro/Cargo.toml".to_owned(), manifest),
        ("repro/repro.rs".to_owned(), program(input, &client.code.concat())),
    ]
}

fn program(input: &ReportInput, code: &str) -> String {
    let Plan { before, checks, reported, fails_loading, error, seconds } = super::plan(input);
    let mut text = quote::comment("//!", &super::heading(input));
    text.push('\n');
    text += code;
    let error = error.map_or("None".to_owned(), |error| format!("Some({})", quote::rust(&error)));
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\nconst SECONDS: u64 = {seconds};\nconst COLUMNS_COUNT: bool = {};\nconst ROWS_COUNT: bool = {};\nconst FAILS_LOADING: bool = {fails_loading};\n\
         const ERROR: Option<&str> = {error};\n\nconst BEFORE: &[&str] = &[\n",
        reported == Reported::Columns,
        matches!(reported, Reported::Rows | Reported::Columns)
    );
    for step in &before {
        // A case with transactions has no program of this kind.
        let Before::Statement(statement, ..) = step else { continue };
        text += &format!("    {},\n", quote::rust(statement));
    }
    text += "];\n\nconst CHECKS: &[Check] = &[\n";
    checks.iter().for_each(|check| text += &check_text(check));
    text += "];\n";
    text
}

fn check_text(check: &Check) -> String {
    let Check { query, expected, .. } = check;
    let table = match expected {
        None => "None".to_owned(),
        Some(expected) => {
            let columns = texts(expected.columns.iter().map(|column| column.name.to_string()));
            let rows = rows(expected).map_or("None".to_owned(), |rows| format!("Some(&[{}])", texts(rows.into_iter())));
            format!(
                "Some(Table {{ columns: &[{columns}], count: {}, total: {}, ties: &{:?}, rows: {rows} }})",
                row_count(expected),
                expected.rows.len(),
                ties(expected)
            )
        }
    };
    format!("    Check {{\n        query: {},\n        table: {table},\n    }},\n", quote::rust(query))
}

fn texts(texts: impl Iterator<Item = String>) -> String {
    texts.map(|text| quote::rust(&text)).collect::<Vec<_>>().join(", ")
}

/// The rows as the program prints them; none if they cannot be compared as text.
fn rows(expected: &Returns) -> Option<Vec<String>> {
    let exact = expected.columns.iter().all(|c| c.latitude == Latitude::Exact && !c.unordered_lists);
    let row = |row: &Vec<Value>| Some(row.iter().map(value_text).collect::<Option<Vec<_>>>()?.join(" | "));
    expected.rows.iter().map(row).collect::<Option<Vec<_>>>().filter(|_| exact)
}

/// A value as the program prints it.
fn value_text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Float(float) => format!("{:?}", float + 0.0),
        Value::String(string) => format!("{:?}", string.as_str()),
        Value::List(items) => format!("[{}]", items.iter().map(value_text).collect::<Option<Vec<_>>>()?.join(", ")),
        Value::Map(entries) => entries_text(entries)?,
        Value::Node(node) => node_text(node)?,
        Value::Relationship(relationship) => relationship_text(relationship)?,
        Value::Path(path) => path_text(path)?,
        Value::Temporal(_) | Value::Point(_) => return None,
    })
}

fn entries_text(entries: &Properties) -> Option<String> {
    let entry = |(key, value): (&graphlance_graph::Name, &Value)| Some(format!("{key:?}: {}", value_text(value)?));
    Some(format!("{{{}}}", entries.iter().map(entry).collect::<Option<Vec<_>>>()?.join(", ")))
}

fn node_text(node: &Node) -> Option<String> {
    let labels: Vec<&str> = node.labels.iter().map(|label| label.as_str()).collect();
    Some(format!("({labels:?} {})", entries_text(&node.properties)?))
}

fn relationship_text(relationship: &Relationship) -> Option<String> {
    Some(format!("[{:?} {}]", relationship.kind.as_str(), entries_text(&relationship.properties)?))
}

/// Elements, and for each node where it was first visited, for each relationship whether it is walked forwards.
fn path_text(path: &Path) -> Option<String> {
    let nodes = path.nodes.iter().map(|node| node_text(node)).collect::<Option<Vec<_>>>()?;
    let relationships = path.relationships.iter().map(|one| relationship_text(one)).collect::<Option<Vec<_>>>()?;
    let visits: Vec<_> =
        path.nodes.iter().map(|node| path.nodes.iter().position(|other| other.key == node.key)).collect();
    let forwards: Vec<_> = path
        .relationships
        .iter()
        .zip(&path.nodes)
        .map(|(one, node)| (one.start != one.end).then_some(one.start == node.key))
        .collect();
    Some(format!("<{nodes:?} {relationships:?} {visits:?} {forwards:?}>"))
}
