//! Power: how many cases it takes until each planted fault violates a claim. Prints the table.

use std::collections::BTreeMap;

use graphlance_cypher::{Dialect, Statement};
use graphlance_generate::Profile;
use graphlance_graph::{Graph, Table};
use graphlance_hunt::production::Production;
use graphlance_oracles::{Gqs, Response, Verdict, judge};
use graphlance_reference::{Fault, Options, evaluate};

/// Cases within which each fault must be found.
const CASES: u64 = 20_000;

/// The answer of the reference with a fault; none when it has no table.
fn answer(graph: &Graph, statement: &Statement, fault: Fault) -> Option<Response> {
    let options = Options { fault: Some(fault), ..Options::default() };
    let returns = evaluate(graph, statement, &options).ok()?.returns;
    Some(Response::Table(Table {
        rows: returns.rows.into_iter().take(returns.any.unwrap_or(usize::MAX)).collect(),
        columns: returns.columns.into_iter().map(|column| column.name).collect(),
    }))
}

/// The number of the first case that finds each fault, for one seed.
fn cases_until_found(seed: u64) -> BTreeMap<Fault, u64> {
    let dialect = Dialect::standard();
    let profile = Profile::built_in("default").expect("a built-in profile");
    let mut found = BTreeMap::new();
    for (number, case) in Production::new(&Gqs, seed, dialect.clone(), profile, CASES).enumerate() {
        let Some(statement) = case.claimed_statement() else { continue };
        for fault in Fault::ALL.iter().copied() {
            if found.contains_key(&fault) {
                continue;
            }
            let Some(response) = answer(&case.graph, statement, fault) else { continue };
            if matches!(judge(&case, &[response], &dialect), Verdict::Fail(_)) {
                found.insert(fault, number as u64 + 1);
            }
        }
        if found.len() == Fault::ALL.len() {
            break;
        }
    }
    found
}

#[test]
fn every_fault_is_found_for_three_seeds() {
    let seeds = [1, 2, 3];
    let found: Vec<_> = seeds.map(cases_until_found).into();
    println!("{:<34}{}", "cases until found, by seed", seeds.map(|seed| format!("{seed:>8}")).concat());
    let mut missed = Vec::new();
    for fault in Fault::ALL {
        let numbers: Vec<Option<u64>> = found.iter().map(|by_fault| by_fault.get(fault).copied()).collect();
        let cells: Vec<String> = numbers
            .iter()
            .map(|number| number.map_or("   never".to_owned(), |number| format!("{number:>8}")))
            .collect();
        println!("{:<34}{}", format!("{fault:?}"), cells.concat());
        if numbers.contains(&None) {
            missed.push(fault);
        }
    }
    assert!(missed.is_empty(), "not found within {CASES} cases: {missed:?}");
}
