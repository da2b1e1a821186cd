//! What Dinkel's authors asked of its parts: `GRAPHLANCE_SEEDS` sets over how many seeds.

use std::sync::LazyLock;

use graphlance_generate::Profile;
use graphlance_oracles::dinkel::{FAULTS, Measure, Statements, measure, variants};
use graphlance_oracles::smith::mean;

/// Seeds where the environment does not say how many.
const SEEDS: u64 = 1;

/// What the seeds gave with all techniques.
static ALL: LazyLock<Vec<Measure>> = LazyLock::new(|| measures("all techniques"));

/// What the seeds gave for the variant of this name.
fn measures(name: &str) -> Vec<Measure> {
    let seeds = std::env::var("GRAPHLANCE_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(SEEDS);
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    let variant = variants(&profile).into_iter().find(|variant| variant.name == name);
    let variant = variant.unwrap_or_else(|| panic!("no variant {name}"));
    (1..=seeds).map(|seed| measure(&profile, &variant, seed)).collect()
}

fn told(measures: &[Measure], value: impl Fn(&Measure) -> f64) -> f64 {
    let (middle, half) = mean(&measures.iter().map(value).collect::<Vec<_>>());
    println!("{middle:.2} +-{half:.2}");
    middle
}

fn of(value: fn(&Statements) -> f64) -> impl Fn(&Measure) -> f64 {
    move |measure| measure.statements.as_ref().map_or(0.0, value)
}

#[test]
fn statements_that_write_refer_to_what_is_in_scope_do_something_and_find_faults() {
    let (all, none) = (&ALL, measures("without either"));
    assert!(told(all, of(|statements| statements.valid)) > 0.8);
    assert!(told(all, of(|statements| statements.telling)) > 0.8);
    assert!(told(all, of(|statements| statements.by_stateful as f64)) >= FAULTS.len() as f64 / 3.0);
    let references = of(|statements| statements.references);
    assert!(told(all, &references) > told(&none, &references));
}

#[test]
fn without_a_family_statements_stay_and_fewer_rewrites_are_used() {
    let all = &ALL;
    let less = measures("without inconsequential-supersession");
    assert!(less.iter().all(|measure| measure.statements.is_none()));
    let found = |measure: &Measure| measure.by_equivalence as f64;
    assert!(told(&less, found) < told(all, found));
}
