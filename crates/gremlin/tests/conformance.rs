//! Every traversal of the feature suite of TinkerPop that is gremlin-lang parses, and prints as a text that parses back the same.
//!
//! The scenarios are not part of this repository: `GRAPHLANCE_CONFORMANCE` names the folder that has them as JSON lines.

use std::path::PathBuf;

use graphlance_gremlin::graphson::{Unsayable, bytecode, statement_of};
use graphlance_gremlin::{Statement, Version, parse, print, versions_of};
use serde_json::Value;

fn scenarios() -> Option<String> {
    let folder = std::env::var_os("GRAPHLANCE_CONFORMANCE").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance")),
        PathBuf::from,
    );
    std::fs::read_to_string(folder.join("gremlin-public.jsonl")).ok()
}

/// The traversals of a scenario: those that make its graph, and the one that is asked.
fn traversals(scenario: &Value) -> impl Iterator<Item = &str> {
    let steps = scenario["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let of_text = |step: &&Value| matches!(step["t"].as_str(), Some("the traversal of" | "the graph initializer of"));
    steps.iter().filter(of_text).filter_map(|step| step["doc"].as_str())
}

fn reads_back(tree: &Statement) -> Result<(), String> {
    match parse(&print(tree)) {
        Ok(again) if again == *tree => Ok(()),
        Ok(_) => Err("reads back as another tree".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether a statement has bytecode that reads back as the same, or needs what only a client can do.
fn is_said(tree: &Statement) -> Result<(), String> {
    let code = match bytecode(tree, Version::V38) {
        Ok(code) => code,
        Err(Unsayable::Drawn(_) | Unsayable::Terminated) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    let back = statement_of(&code).map_err(|error| error.to_string())?;
    let again = bytecode(&back, Version::V38).map_err(|error| error.to_string())?;
    if again == code { Ok(()) } else { Err(format!("{code} reads back as {again}")) }
}

/// The suite is that of 3.8.
fn is_of_3_8(tree: &Statement) -> Result<(), String> {
    let versions = versions_of(tree);
    if versions.contains(Version::V38) { Ok(()) } else { Err(format!("said to be of {versions}")) }
}

#[test]
fn every_traversal_of_the_feature_suite_parses_and_prints_back() {
    let Some(lines) = scenarios() else {
        eprintln!("skipped: GRAPHLANCE_CONFORMANCE names no folder with gremlin-public.jsonl");
        return;
    };
    let (mut read, mut wrong) = (0, Vec::new());
    let mut check = |scenario: &Value, text: &str| match parse(text) {
        Ok(tree) => {
            let problems = [("text", reads_back(&tree)), ("bytecode", is_said(&tree)), ("version", is_of_3_8(&tree))];
            let problems = problems.into_iter().filter_map(|(what, problem)| Some((what, problem.err()?)));
            wrong.extend(problems.map(|(what, problem)| format!("{} ({what}): {problem}\n{text}", scenario["name"])));
        }
        Err(error) => wrong.push(format!("{}: {error}\n{text}", scenario["name"])),
    };
    for line in lines.lines() {
        let scenario: Value = serde_json::from_str(line).expect("a scenario is a JSON object");
        for text in traversals(&scenario) {
            read += 1;
            check(&scenario, text);
        }
    }
    println!("{read} traversals read");
    assert!(wrong.is_empty(), "{} traversals:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read > 1000, "only {read} traversals were found");
}
