//! Power: how many cases it takes until each planted fault violates a claim. Prints the table.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Evaluator, Response, Statement, Verdict, judge};
use graphlance_generate::Profile;
use graphlance_graph::{Graph, Table};
use graphlance_hunt::production::Production;
use graphlance_oracles::{Aggregation, Equivalence, Gqs, Oracle, Partition};
use graphlance_reference::{Fault, Options};

/// The answer of the reference with a fault; none when it has no table.
fn answer(graph: &Graph, statement: &Statement, fault: Fault) -> Option<Response> {
    let options = Options { fault: Some(fault), ..Options::default() };
    let returns = options.evaluate(graph, statement).ok()?.returns;
    Some(Response::Table(Table {
        rows: returns.rows.into_iter().take(returns.any.unwrap_or(usize::MAX)).collect(),
        columns: returns.columns.into_iter().map(|column| column.name).collect(),
    }))
}

/// The number of the first case that finds each fault, for one oracle and seed.
fn cases_until_found(oracle: &dyn Oracle, seed: u64, cases: u64) -> BTreeMap<Fault, u64> {
    let dialect = Cypher.standard();
    let profile = Profile::built_in("default").expect("a built-in profile");
    let mut found = BTreeMap::new();
    for (number, case) in Production::new(oracle, seed, dialect.clone(), profile, cases).enumerate() {
        for fault in Fault::ALL.iter().copied() {
            if found.contains_key(&fault) {
                continue;
            }
            let statements = (0..case.steps.len()).filter_map(|step| case.statement(step));
            let responses: Option<Vec<Response>> =
                statements.map(|statement| answer(&case.graph, statement, fault)).collect();
            if responses.is_some_and(|responses| matches!(judge(&case, &responses, &dialect), Verdict::Fail(_))) {
                found.insert(fault, number as u64 + 1);
            }
        }
        if found.len() == Fault::ALL.len() {
            break;
        }
    }
    found
}

/// Prints a row for each fault and gives the faults that a seed missed.
fn missed(found: &[BTreeMap<Fault, u64>]) -> BTreeSet<Fault> {
    let mut missed = BTreeSet::new();
    for fault in Fault::ALL.iter().copied() {
        let numbers: Vec<Option<u64>> = found.iter().map(|by_fault| by_fault.get(&fault).copied()).collect();
        let cells = numbers.iter().map(|number| number.map_or("never".to_owned(), |number| number.to_string()));
        println!("{:<34}{}", format!("{fault:?}"), cells.map(|cell| format!("{cell:>8}")).collect::<String>());
        if numbers.contains(&None) {
            missed.insert(fault);
        }
    }
    missed
}

/// Hunts every fault with an oracle, which must find those in `seen` for every seed. The others it may be blind to.
#[track_caller]
fn check(oracle: &dyn Oracle, cases: u64, seen: &[Fault]) {
    let seeds = [1, 2, 3];
    let columns = seeds.map(|seed| format!("{seed:>8}")).concat();
    println!("{:<34}{columns}", format!("{}: cases until found, by seed", oracle.name()));
    let missed = missed(&seeds.map(|seed| cases_until_found(oracle, seed, cases)));
    let blind: Vec<&Fault> = seen.iter().filter(|fault| missed.contains(fault)).collect();
    assert!(blind.is_empty(), "{} misses {blind:?} within {cases} cases", oracle.name());
}

#[test]
fn synthesis_finds_every_fault_for_three_seeds() {
    check(&Gqs, 20_000, Fault::ALL);
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
