//! The openCypher TCK on the reference evaluator.
//!
//! The scenarios, expanded, one JSON object a line, are read from `GRAPHLANCE_CONFORMANCE` (a folder) or from
//! `../shared/conformance` beside the repository; without them the test is skipped. `failing.txt` lists the scenarios
//! that fail: a failure that is not listed fails the test, and so does a listed scenario that passes. With
//! `GRAPHLANCE_BLESS=1` the list is written anew.

mod notation;
mod scenario;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use scenario::{Errata, Scenario};

const SCENARIOS: usize = 2949;

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("GRAPHLANCE_CONFORMANCE").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    named.or(Some(beside)).filter(|folder| folder.join("cypher-public.jsonl").is_file())
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_reference_answers_the_tck_as_it_demands() {
    let Some(folder) = folder() else {
        println!("TCK SKIPPED (0 of {SCENARIOS})");
        return;
    };
    let errata = Errata::read(&read(&folder.join("cypher/ERRATA.json")));
    let text = read(&folder.join("cypher-public.jsonl"));
    let scenarios: Vec<Scenario> = text.lines().filter(|line| !line.is_empty()).map(Scenario::read).collect();
    let mut failing = BTreeMap::new();
    let mut counts: BTreeMap<(String, &str), (usize, usize)> = BTreeMap::new();
    for scenario in &scenarios {
        let result = trial::run(scenario, &folder, &errata);
        let count = counts.entry((scenario.folder().to_owned(), scenario.kind())).or_default();
        count.0 += 1;
        match result {
            Ok(()) => count.1 += 1,
            Err(why) => drop(failing.insert(scenario.id(), why)),
        }
    }
    for ((folder, kind), (total, passed)) in &counts {
        println!("{folder:<40} {kind:<10} {passed:>5} of {total:>5}");
    }
    println!("TCK {} of {} passed", scenarios.len() - failing.len(), scenarios.len());
    compare_with_baseline(&failing);
}

fn compare_with_baseline(failing: &BTreeMap<String, String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/failing.txt");
    if std::env::var_os("GRAPHLANCE_BLESS").is_some() {
        let lines: String = failing.keys().map(|id| format!("{id}\n")).collect();
        std::fs::write(&path, lines).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (id, why) in failing {
            println!("FAILED {id}\n{why}\n");
        }
        return;
    }
    let listed: BTreeSet<String> = read(&path).lines().map(str::to_owned).collect();
    let new: Vec<String> =
        failing.iter().filter(|(id, _)| !listed.contains(*id)).map(|(id, why)| format!("{id}: {why}")).collect();
    let fixed: Vec<&String> = listed.iter().filter(|id| !failing.contains_key(*id)).collect();
    assert!(new.is_empty(), "{} new failures:\n{}", new.len(), new.join("\n"));
    assert!(fixed.is_empty(), "these pass now, take them off the list: {fixed:#?}");
}
