//! The openCypher TCK on the reference evaluator, and on the naive one.
//!
//! The suite is read from `GRAPHLANCE_CONFORMANCE` (a folder) or from `../shared/conformance` beside the repository;
//! without it the tests are skipped. `baseline/reference.txt` and `baseline/naive.txt` list the scenarios that fail: a failure
//! that is not listed fails the test, and so does a listed scenario that passes. With `GRAPHLANCE_BLESS=1` the lists are
//! written anew.

use std::path::{Path, PathBuf};

use graphlance_conform::{OnReference, Suite, run};

const SCENARIOS: usize = 2949;

fn suite() -> Option<PathBuf> {
    let named = std::env::var_os("GRAPHLANCE_CONFORMANCE").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let file = named.unwrap_or(beside).join("cypher-public.jsonl");
    file.is_file().then_some(file)
}

#[test]
fn the_reference_answers_the_tck_as_it_demands() {
    check(&mut OnReference::default(), "reference");
}

#[test]
fn the_naive_evaluator_answers_the_tck_as_it_demands() {
    check(&mut OnReference::naive(), "naive");
}

fn check(subject: &mut OnReference, name: &str) {
    let Some(file) = suite() else {
        println!("TCK SKIPPED (0 of {SCENARIOS})");
        return;
    };
    let suite = Suite::read(&file).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(suite.scenarios.len(), SCENARIOS);
    let conformance = run(&suite, subject, |_| {}).unwrap_or_else(|error| panic!("{error}"));
    println!("{}", conformance.tables());
    let baseline = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/baseline/{name}.txt"));
    if std::env::var_os("GRAPHLANCE_BLESS").is_some() {
        let ids: String = conformance.failed().map(|(id, _)| format!("{id}\n")).collect();
        std::fs::write(&baseline, ids).unwrap_or_else(|error| panic!("{}: {error}", baseline.display()));
    }
    for (id, why) in conformance.failed() {
        println!("FAILED {id}\n       {why}");
    }
    let listed = std::fs::read_to_string(&baseline).unwrap_or_else(|error| panic!("{}: {error}", baseline.display()));
    let new = conformance.not_in(&listed);
    assert!(new.is_empty(), "{} new failures: {new:#?}", new.len());
    let fixed = conformance.passing_of(&listed);
    assert!(fixed.is_empty(), "these pass now, take them off the list: {fixed:#?}");
}
