//! Which wrong rules an oracle finds, and how soon.

use std::sync::Arc;

use graphlance_generate::Profile;
use graphlance_oracles::power::Power;
use graphlance_oracles::{Gqs, Oracle, Partition};
use graphlance_reference::WrongRule;

const CASES: u64 = 200;

fn measured(oracle: &dyn Oracle, seeds: u64) -> Power {
    let rules: Vec<&WrongRule> = ["not-of-null-is-true", "less-null-is-true", "sunday-is-day-0"]
        .into_iter()
        .map(|name| WrongRule::find(name).unwrap_or_else(|| panic!("no rule {name}")))
        .collect();
    let profile = Arc::new(Profile::built_in("default").expect("a built-in profile"));
    let mut power = Power::default();
    for seed in 1..=seeds {
        power.measure(oracle, &profile, seed, CASES, &rules);
    }
    power
}

#[test]
fn a_relation_finds_a_rule_that_breaks_it_in_the_same_case_each_time_and_no_other_rule() {
    let power = measured(&Partition, 2);
    assert!(!power.states);
    assert_eq!(power.whole.cases, 2 * CASES);
    let found = &power.whole.found["not-of-null-is-true"];
    assert!(found.len() == 2 && found.iter().all(|number| (1..=CASES).contains(number)), "{found:?}");
    // No condition of the oracle is about days of the week.
    assert!(!power.whole.found.contains_key("sunday-is-day-0"));
    let part = &power.parts["partition_rows"];
    assert!(part.found.contains_key("not-of-null-is-true") && part.cases <= power.whole.cases);
    assert_eq!(measured(&Partition, 2).whole.found, power.whole.found);
}

#[test]
fn an_oracle_that_knows_the_answer_says_so() {
    let power = measured(&Gqs, 1);
    assert!(power.states && power.whole.cases == CASES);
    assert!(!power.whole.found.is_empty());
}
