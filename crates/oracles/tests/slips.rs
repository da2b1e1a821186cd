//! Power: how many cases it takes until each slip of the naive evaluator, which stands for a faulty engine, violates a claim.
//! Prints the table. `GRAPHLANCE_CASES` sets the most cases of an oracle and a seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, EngineError, ErrorClass, Response, Verdict, judge};
use graphlance_cypher::Statement;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Table;
use graphlance_oracles::{Gqs, Oracle, Reference, RoundContext};
use graphlance_reference::Failure;
use graphlance_reference::naive::{Naive, Slip};

/// Cases of an oracle and a seed where the environment does not say how many; fewer where all slips are found before.
const CASES: usize = 20_000;

/// Cases of `gqs`, which is there to be compared with, where the environment does not say how many.
const CASES_OF_GQS: usize = 300;

/// Slips that no statement of these oracles can see: they write, or they are about a construct that no generator makes.
const OUTSIDE: &[Slip] = &[
    Slip::LastOfGroupOnly,
    Slip::CreateForFirstRow,
    Slip::MergeNeverMatches,
    Slip::MergeFirstMatch,
    Slip::MergeIgnoresOwnRows,
    Slip::OnMatchIgnored,
    Slip::SetNullIgnored,
    Slip::SetMapKeepsOthers,
    Slip::SetMapAddReplaces,
    Slip::RemoveLabelIgnored,
    Slip::DetachLeavesNode,
    Slip::ForeachFirstOnly,
];

fn answer(case: &Case, slip: Option<Slip>) -> Option<Response> {
    let statement: &Statement = case.claimed_statement()?.tree()?;
    let naive = Naive { slip, ..Naive::default() };
    let returns = match naive.admissible(&case.graph, statement, 0) {
        Ok(answer) => answer.returns,
        Err(Failure::Raised(error)) => {
            return Some(Response::Error(EngineError { class: ErrorClass::Runtime, message: error.to_string() }));
        }
        Err(_) => return None,
    };
    let columns = returns.columns.into_iter().map(|column| column.name).collect();
    Some(Response::Table(Table { columns, rows: returns.rows }))
}

/// The number of the first case that finds each slip.
fn cases_until_found(oracle: &dyn Oracle, seed: u64, most: usize) -> BTreeMap<Slip, usize> {
    let dialect = Cypher.standard();
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    let mut context = RoundContext::new(seed, dialect.clone(), Arc::new(profile));
    let fails = |case: &Case, slip| {
        let response = answer(case, slip);
        response.is_some_and(|response| matches!(judge(case, &[response], &dialect), Verdict::Fail(_)))
    };
    let (mut found, mut number) = (BTreeMap::new(), 0);
    while number < most && found.len() + OUTSIDE.len() < Slip::ALL.len() {
        let mut round = oracle.round(&context);
        context.round += 1;
        while let Some(case) = round.next_case(&Adaptation::default())
            && number < most
        {
            number += 1;
            assert!(!fails(&case, None), "{} denied: {:?}", oracle.name(), case.claimed_statement().map(|s| s.text()));
            for slip in Slip::ALL.iter().copied().filter(|slip| !OUTSIDE.contains(slip)) {
                if !found.contains_key(&slip) && fails(&case, Some(slip)) {
                    found.insert(slip, number);
                }
            }
        }
    }
    found
}

#[test]
fn arbitrary_statements_find_every_slip_that_a_reading_statement_can_see() {
    let given = std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok());
    let most = given.unwrap_or(CASES);
    let seeds = [1, 2, 3];
    let by_reference = seeds.map(|seed| cases_until_found(&Reference, seed, most));
    let by_gqs = seeds.map(|seed| cases_until_found(&Gqs, seed, given.unwrap_or(CASES_OF_GQS)));
    println!("{:<28}{:>24}{:>24}", "cases until found, 3 seeds", "reference", "gqs");
    let mut missed = Vec::new();
    for slip in Slip::ALL.iter().filter(|slip| !OUTSIDE.contains(slip)) {
        let cells = |found: &[BTreeMap<Slip, usize>; 3]| {
            let cell = |found: &BTreeMap<Slip, usize>| found.get(slip).map_or("-".to_owned(), usize::to_string);
            found.iter().map(|found| format!("{:>8}", cell(found))).collect::<String>()
        };
        println!("{:<28}{}{}", format!("{slip:?}"), cells(&by_reference), cells(&by_gqs));
        if by_reference.iter().any(|found| !found.contains_key(slip)) {
            missed.push(slip);
        }
    }
    assert!(missed.is_empty(), "missed within {most} cases: {missed:?}");
}
