//! Power: how many cases it takes until each planted fault violates a claim. Prints the table; with `GRAPHLANCE_ALL_FAULTS` in the
//! environment it has the faults as well to which an oracle may be blind.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Response, Statement, Verdict, judge};
use graphlance_cypher::dialect::{Deviations, RelationshipUniqueness};
use graphlance_generate::Profile;
use graphlance_hunt::production::Production;
use graphlance_oracles::planted::answered;
use graphlance_oracles::{
    Aggregation, Emission, Equivalence, Gamera, Gqs, Mutation, Norec, Oracle, Partition, Refinement,
};
use graphlance_reference::{Fault, Options};

/// What the reference answers to the steps of a case, to each statement with the departures that are planted there; none when one
/// has no answer.
fn responses(case: &Case, planted: &dyn Fn(&Statement) -> Options) -> Option<Vec<Response>> {
    answered(case, case.steps.len(), planted).map(|answered| answered.responses)
}

fn with_fault(fault: Fault) -> Options {
    Options { departures: fault.into(), ..Options::default() }
}

/// The number of the first case that finds each of some faults, for one oracle and seed.
fn cases_until_found(oracle: &dyn Oracle, seed: u64, cases: u64, faults: &[Fault]) -> BTreeMap<Fault, u64> {
    let dialect = Cypher.standard();
    let profile = Profile::built_in("default").expect("a built-in profile");
    let mut found = BTreeMap::new();
    for (number, case) in Production::new(oracle, seed, dialect.clone(), profile, cases).enumerate() {
        for fault in faults.iter().copied() {
            if found.contains_key(&fault) {
                continue;
            }
            if responses(&case, &|_| with_fault(fault))
                .is_some_and(|responses| matches!(judge(&case, &responses, &dialect), Verdict::Fail(_)))
            {
                found.insert(fault, number as u64 + 1);
            }
        }
        if found.len() == faults.len() {
            break;
        }
    }
    found
}

/// Prints a row for each fault and gives the faults that a seed missed.
fn missed(found: &[BTreeMap<Fault, u64>], faults: &[Fault]) -> BTreeSet<Fault> {
    let mut missed = BTreeSet::new();
    for fault in faults.iter().copied() {
        let numbers: Vec<Option<u64>> = found.iter().map(|by_fault| by_fault.get(&fault).copied()).collect();
        let cells = numbers.iter().map(|number| number.map_or("never".to_owned(), |number| number.to_string()));
        println!("{:<34}{}", format!("{fault:?}"), cells.map(|cell| format!("{cell:>8}")).collect::<String>());
        if numbers.contains(&None) {
            missed.insert(fault);
        }
    }
    missed
}

/// Hunts faults with an oracle, which must find those in `seen` for every seed. The others it may be blind to.
#[track_caller]
fn check(oracle: &dyn Oracle, cases: u64, seen: &[Fault]) {
    let seeds = [1, 2, 3];
    let columns = seeds.map(|seed| format!("{seed:>8}")).concat();
    println!("{:<34}{columns}", format!("{}: cases until found, by seed", oracle.name()));
    let faults = if std::env::var_os("GRAPHLANCE_ALL_FAULTS").is_some() { Fault::PLANTED } else { seen };
    let missed = missed(&seeds.map(|seed| cases_until_found(oracle, seed, cases, faults)), faults);
    let blind: Vec<&Fault> = seen.iter().filter(|fault| missed.contains(fault)).collect();
    assert!(blind.is_empty(), "{} misses {blind:?} within {cases} cases", oracle.name());
}

#[test]
fn synthesis_finds_every_fault_for_three_seeds() {
    check(&Gqs, 20_000, Fault::PLANTED);
}

#[test]
fn partitions_find_faults_that_depend_on_a_filter() {
    let seen = [
        Fault::UnwindFirstRowAfterMatch,
        Fault::CommaPatternsWithFilterEmpty,
        Fault::WithWhereLosesRows,
        Fault::NotOfNullIsTrue,
    ];
    check(&Partition, 300, &seen);
}

#[test]
fn partitions_of_groups_find_faults_of_groups_and_filters() {
    let seen = [Fault::CommaPatternsWithFilterEmpty, Fault::WithWhereLosesRows, Fault::NotOfNullIsTrue];
    check(&Aggregation, 300, &seen);
}

#[test]
fn equivalent_statements_find_faults_that_depend_on_how_a_thing_is_said() {
    let seen = [
        Fault::UnwindFirstRowAfterMatch,
        Fault::DistinctDropsNulls,
        Fault::PropertyOfWrongElement,
        Fault::CommaPatternsWithFilterEmpty,
        Fault::SecondLabelIgnored,
        Fault::WithWhereLosesRows,
    ];
    check(&Equivalence, 600, &seen);
}

#[test]
fn predicates_as_values_find_faults_of_filters() {
    check(&Norec, 300, &[Fault::CommaPatternsWithFilterEmpty, Fault::WithWhereLosesRows]);
}

#[test]
fn patterns_written_anew_find_faults_of_how_they_are_written() {
    check(&Emission, 300, &[Fault::CommaPatternsWithFilterEmpty]);
}

#[test]
fn statements_that_demand_less_or_more_find_faults_of_what_is_demanded() {
    let seen = [
        Fault::UnwindFirstRowAfterMatch,
        Fault::OptionalMatchLosesRow,
        Fault::PropertyOfWrongElement,
        Fault::CommaPatternsWithFilterEmpty,
        Fault::WithWhereLosesRows,
        Fault::NullsVanishFromLists,
    ];
    check(&Mutation, 600, &seen);
}

#[test]
fn relations_on_graphs_of_known_properties_find_faults_of_paths_and_filters() {
    check(&Gamera, 6_000, &[Fault::NotOfNullIsTrue, Fault::ParallelRelationshipsCollapsed]);
}

#[test]
fn results_that_stay_find_faults_of_filters() {
    let seen = [
        Fault::CommaPatternsWithFilterEmpty,
        Fault::SecondLabelIgnored,
        Fault::ParallelRelationshipsCollapsed,
        Fault::NullsVanishFromLists,
        Fault::NotOfNullIsTrue,
    ];
    check(&Refinement, 1_000, &seen);
}

/// The number of the first case of an oracle that fails with what is planted.
fn first_failing(oracle: &dyn Oracle, cases: u64, planted: &dyn Fn(&Statement) -> Options) -> Option<usize> {
    let dialect = Cypher.standard();
    let profile = Profile::built_in("default").expect("a built-in profile");
    let fails = |case: &Case| {
        responses(case, planted).is_some_and(|responses| matches!(judge(case, &responses, &dialect), Verdict::Fail(_)))
    };
    Production::new(oracle, 1, dialect.clone(), profile, cases).position(|case| fails(&case))
}

#[test]
fn what_is_updated_or_deleted_is_held_against_what_is_read() {
    for word in ["SET", "DELETE"] {
        let planted = |statement: &Statement| match statement.text().contains(&format!(" {word} ")) {
            true => with_fault(Fault::CommaPatternsWithFilterEmpty),
            false => Options::default(),
        };
        let first = first_failing(&Norec, 600, &planted);
        println!("norec, a fault in {word} alone: case {first:?}");
        assert!(first.is_some(), "{word}");
    }
}

#[test]
fn relations_find_relationships_that_are_not_told_apart() {
    let rules: [(&dyn Oracle, RelationshipUniqueness); 3] = [
        (&Emission, RelationshipUniqueness::Path),
        (&Gamera, RelationshipUniqueness::Off),
        (&Gamera, RelationshipUniqueness::VariableLengthOnly),
    ];
    for (oracle, relationship_uniqueness) in rules {
        let deviations = Deviations { relationship_uniqueness, ..Deviations::default() };
        let options = Options { deviations, ..Options::default() };
        let first = first_failing(oracle, 2_000, &|_| options.clone());
        println!("{}, told apart by the rule {relationship_uniqueness:?}: case {first:?}", oracle.name());
        assert!(first.is_some(), "{} {relationship_uniqueness:?}", oracle.name());
    }
}
