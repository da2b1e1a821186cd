//! Every query of the openCypher TCK that is no syntax error parses, and prints as a text that parses back the same.
//!
//! The scenarios are not part of this repository: `GRAPHLANCE_CONFORMANCE` names the folder that has them as JSON lines.

use std::path::PathBuf;

use graphlance_cypher::{Dialect, parse, print};
use serde_json::Value;

fn scenarios() -> Option<String> {
    let folder = std::env::var_os("GRAPHLANCE_CONFORMANCE").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance")),
        PathBuf::from,
    );
    std::fs::read_to_string(folder.join("cypher-public.jsonl")).ok()
}

/// The queries of a scenario, and whether it expects a syntax error.
fn queries(scenario: &Value) -> (Vec<&str>, bool) {
    let steps = scenario["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = steps.iter().filter_map(|step| step["doc"].as_str()).collect();
    let error = steps.iter().filter_map(|step| step["t"].as_str()).any(|text| text.contains("SyntaxError"));
    (texts, error)
}

#[test]
fn every_query_of_the_conformance_suite_parses_and_prints_back() {
    let Some(lines) = scenarios() else {
        eprintln!("skipped: GRAPHLANCE_CONFORMANCE names no folder with cypher-public.jsonl");
        return;
    };
    let dialect = Dialect::standard();
    let (mut read, mut refused, mut wrong) = (0, 0, Vec::new());
    for line in lines.lines() {
        let scenario: Value = serde_json::from_str(line).expect("a scenario is a JSON object");
        let (texts, error) = queries(&scenario);
        for text in texts {
            match parse(text) {
                Ok(tree) => {
                    read += 1;
                    let printed = print(&tree, &dialect);
                    match parse(&printed) {
                        Ok(again) if again == tree => {}
                        Ok(_) => {
                            wrong.push(format!("{}: reads back as another tree\n{text}\n{printed}", scenario["name"]))
                        }
                        Err(error) => wrong.push(format!("{}: {error}\n{printed}", scenario["name"])),
                    }
                }
                Err(_) if error => refused += 1,
                Err(error) => wrong.push(format!("{}: {error}\n{text}", scenario["name"])),
            }
        }
    }
    println!("{read} queries read, {refused} syntax errors refused");
    assert!(wrong.is_empty(), "{} queries:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read > 1000, "only {read} queries were found");
}
