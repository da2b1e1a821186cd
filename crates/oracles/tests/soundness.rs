//! What the reference says of the cases of oracles: it agrees with all of them, and an evaluator with a wrong rule does not.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_generate::Profile;
use graphlance_oracles::soundness::{Soak, Soundness};
use graphlance_oracles::{Gqs, Oracle, Partition, RoundContext};
use graphlance_reference::{Departures, Options, WrongRule};

const CASES: u64 = 101;
const WORKERS: u64 = 2;

/// What an evaluator under some wrong rules says of cases of an oracle that two workers share.
fn asked(oracle: &dyn Oracle, rules: &[&str]) -> Soundness {
    let rules = rules.iter().map(|name| WrongRule::find(name).expect("a departure"));
    let options = Options { departures: Departures::of(rules), ..Options::default() };
    let profile = Arc::new(Profile::built_in("quick").expect("a built-in profile"));
    let context = RoundContext::new(1, Cypher.standard(), profile);
    let soak = Soak { context, cases: CASES, workers: WORKERS, asked: &options, after_each: &|| {} };
    let mut all = Soundness::default();
    (0..WORKERS).for_each(|worker| all.add(soak.ask(oracle, worker)));
    all
}

/// Nothing is denied without a wrong rule, and something is with this one.
#[track_caller]
fn check(oracle: &dyn Oracle, rule: &str) {
    let right = asked(oracle, &[]);
    assert_eq!((right.whole.cases, right.whole.denied, right.denied.len()), (CASES, 0, 0), "{:?}", right.whole);
    assert!(right.whole.vacuous * 10 < right.whole.held, "{:?}", right.whole);
    let wrong = asked(oracle, &[rule]);
    assert!(wrong.whole.denied > 0 && !wrong.denied.is_empty(), "{:?}", wrong.whole);
}

#[test]
fn the_reference_denies_nothing_and_a_wrong_rule_shows() {
    check(&Partition, "not-of-null-is-true");
    check(&Gqs, "limit-ignored");
    let parts = asked(&Partition, &[]).parts;
    assert_eq!(parts["partition_rows"].cases, CASES);
}
