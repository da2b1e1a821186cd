//! The feature suite of Apache TinkerPop on the reference of Gremlin.
//!
//! The suite is read from `GRAPHLANCE_CONFORMANCE` (a folder) or from `../shared/conformance` beside the repository; without it the
//! tests are skipped.

use std::path::{Path, PathBuf};

use graphlance_conform::{Ruling, Suite, run_gremlin_in};
use graphlance_gremlin::Version;

const SCENARIOS: usize = 1553;

/// How many scenarios cannot be said in a version.
const SKIPPED_BY_VERSION: &[(Version, usize)] = &[(Version::V37, 238), (Version::V36, 507)];

fn suite() -> Option<Suite> {
    let named = std::env::var_os("GRAPHLANCE_CONFORMANCE").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let file = named.unwrap_or(beside).join("gremlin-public.jsonl");
    if !file.is_file() {
        println!("THE FEATURE SUITE IS SKIPPED (0 of {SCENARIOS})");
        return None;
    }
    let suite = Suite::read(&file).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(suite.scenarios.len(), SCENARIOS);
    Some(suite)
}

#[test]
fn the_reference_answers_the_feature_suite_as_it_demands() {
    check(Version::V38, 0, "gremlin");
}

/// Only what depends on the order in which a graph of TinkerPop keeps its elements may come out otherwise.
#[test]
fn what_the_suite_demands_holds_when_every_open_order_is_reversed() {
    check(Version::V38, 1, "gremlin-reversed");
}

/// What 3.8 says otherwise than 3.7 fails there, as the list says; what it says first is skipped.
#[test]
fn under_the_rules_of_3_7_all_passes_but_what_3_8_changed() {
    check(Version::V37, 0, "gremlin-3.7");
}

#[test]
fn under_the_rules_of_3_6_all_passes_but_what_later_versions_changed() {
    check(Version::V36, 0, "gremlin-3.6");
}

fn check(version: Version, arrangement: u64, name: &str) {
    let Some(suite) = suite() else { return };
    let conformance = run_gremlin_in(&suite, version, arrangement, |_| {});
    println!("{}", conformance.tables());
    for outcome in &conformance.outcomes {
        if let Ruling::Failed(why) = &outcome.verdict {
            println!("FAILED {}\n       {why}", outcome.id);
        }
    }
    let unsayable = format!("cannot be said in TinkerPop {version}");
    let refused = conformance.outcomes.iter().filter(|it| it.verdict == Ruling::Skipped(unsayable.clone())).count();
    assert_eq!(refused, SKIPPED_BY_VERSION.iter().find(|(other, _)| *other == version).map_or(0, |(_, count)| *count));
    let baseline = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/baseline/{name}.txt"));
    let listed = std::fs::read_to_string(&baseline).unwrap_or_else(|error| panic!("{}: {error}", baseline.display()));
    let new = conformance.not_in(&listed);
    assert!(new.is_empty(), "{} new failures: {new:#?}", new.len());
    let fixed = conformance.passing_of(&listed);
    assert!(fixed.is_empty(), "these pass now, take them off the list: {fixed:#?}");
}
