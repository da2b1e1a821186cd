//! Every traversal of the feature suite of TinkerPop that is gremlin-lang parses, and prints as a text that parses back the same.
//!
//! The scenarios are not part of this repository: `GRAPHLANCE_CONFORMANCE` names the folder that has them as JSON lines.

use std::path::PathBuf;

use graphlance_gremlin::{parse, print};
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

#[test]
fn every_traversal_of_the_feature_suite_parses_and_prints_back() {
    let Some(lines) = scenarios() else {
        eprintln!("skipped: GRAPHLANCE_CONFORMANCE names no folder with gremlin-public.jsonl");
        return;
    };
    let (mut read, mut wrong) = (0, Vec::new());
    for line in lines.lines() {
        let scenario: Value = serde_json::from_str(line).expect("a scenario is a JSON object");
        for text in traversals(&scenario) {
            read += 1;
            match parse(text) {
                Ok(tree) => match parse(&print(&tree)) {
                    Ok(again) if again == tree => {}
                    Ok(_) => wrong.push(format!("{}: reads back as another tree\n{text}", scenario["name"])),
                    Err(error) => wrong.push(format!("{}: {error}\n{text}", scenario["name"])),
                },
                Err(error) => wrong.push(format!("{}: {error}\n{text}", scenario["name"])),
            }
        }
    }
    println!("{read} traversals read");
    assert!(wrong.is_empty(), "{} traversals:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read > 1000, "only {read} traversals were found");
}
