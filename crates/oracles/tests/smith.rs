//! What GDsmith's authors measured, of the oracle `reference`: `GRAPHLANCE_SEEDS` sets over how many seeds.

use std::collections::BTreeSet;

use graphlance_cypher::productions::productions;
use graphlance_generate::Profile;
use graphlance_oracles::smith::{LENGTHS, Measure, mean, measure, variants};

/// Seeds where the environment does not say how many.
const SEEDS: u64 = 1;

fn measures(variant: usize) -> Vec<Measure> {
    let seeds = std::env::var("GRAPHLANCE_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(SEEDS);
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    (1..=seeds).map(|seed| measure(&profile, &variants()[variant], seed)).collect()
}

#[test]
fn statements_are_valid_use_the_whole_grammar_give_rows_and_notice_lost_properties() {
    let measures = measures(0);
    let told = |value: &dyn Fn(&Measure) -> f64| mean(&measures.iter().map(value).collect::<Vec<_>>());
    let used: BTreeSet<&str> = measures.iter().flat_map(|measure| measure.productions.iter().copied()).collect();
    let unused: Vec<&str> = productions().map(|one| one.name).filter(|name| !used.contains(name)).collect();
    println!("valid {:?}", told(&|measure| measure.valid));
    println!("productions {:?}, never {unused:?}", told(&|measure| measure.productions.len() as f64));
    for (place, length) in LENGTHS.iter().enumerate() {
        println!("rows at {length} clauses {:?}", told(&|measure| measure.with_rows[place]));
    }
    println!("mutants {:?}", told(&|measure| measure.killed as f64));
    assert_eq!(told(&|measure| measure.valid).0, 1.0);
    assert!(told(&|measure| measure.with_rows[LENGTHS.len() - 1]).0 >= 0.85);
    assert!(told(&|measure| measure.killed as f64).0 >= 45.0);
    // What a thousand statements of a seed use by chance, more seeds use surely.
    assert!(unused.len() <= if measures.len() > 1 { 0 } else { 5 }, "never used: {unused:?}");
}

#[test]
fn each_technique_matters_where_rows_are_not_looked_at() {
    let with_rows = |variant: usize| mean(&measures(variant).iter().map(|one| one.with_rows[3]).collect::<Vec<_>>()).0;
    let (feedback, none) = (with_rows(0), with_rows(5));
    println!("rows at 6 clauses: {feedback} with all techniques, {none} without feedback, mutations and facts");
    assert!(feedback > none, "{feedback} {none}");
}
