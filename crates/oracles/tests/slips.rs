//! Power: how many cases it takes until each slip of the naive evaluator, which stands for a faulty engine, violates a claim.
//! Prints the table. `GRAPHLANCE_CASES` sets the most cases of an oracle and a seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Act, Answer, Case, EngineError, ErrorClass, Response, Verdict, judge};
use graphlance_cypher::Statement;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Table};
use graphlance_oracles::{Equivalence, Gqs, Oracle, Reference, RoundContext, Stateful, Walk};
use graphlance_reference::naive::{Naive, Slip};
use graphlance_reference::{Failure, Options};

/// Cases of an oracle and a seed where the environment does not say how many; fewer where all slips are found before.
const CASES: usize = 20_000;

/// Cases of `gqs`, which is there to be compared with, where the environment does not say how many.
const CASES_OF_GQS: usize = 300;

/// Cases of `equivalence` and a seed.
const CASES_OF_TWINS: usize = 600;

/// Slips of clauses that write which `equivalence` finds without knowing what a statement does.
const SEEN_BY_TWINS: &[Slip] = &[
    Slip::MergeNeverMatches,
    Slip::SetMapAddReplaces,
    Slip::DetachLeavesNode,
    Slip::ForeachOverNothing,
    Slip::CreateFirstPatternOnly,
    Slip::CreateFirstLabelOnly,
    Slip::DeleteFirstRowOnly,
    Slip::UnitCallDropsRow,
];

/// Slips of what no generator makes yet: path modes.
const UNMADE: &[Slip] = &[Slip::AcyclicComesBack];

/// Slips of clauses that write.
const WRITING: &[Slip] = &[
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
    Slip::ForeachOverNothing,
    Slip::CreateTurned,
    Slip::CreateFirstPatternOnly,
    Slip::CreateFirstLabelOnly,
    Slip::MergeFirstRowOnly,
    Slip::MergeIgnoresDirection,
    Slip::MergeKeepsOneRow,
    Slip::OnCreateIgnored,
    Slip::OnMatchAlways,
    Slip::SetFirstItemOnly,
    Slip::SetLastRowOnly,
    Slip::SetLabelReplaces,
    Slip::RemovePropertyIgnored,
    Slip::DeleteFirstRowOnly,
    Slip::WrittenUnionTwice,
    Slip::UnitCallDropsRow,
    Slip::StaleProperties,
    Slip::UniquenessIgnored,
];

/// What a target with a slip answers to the steps of a case; none where the naive evaluator does not know. Steps that the claim is
/// not about are done rightly.
fn responses(case: &Case, slip: Option<Slip>) -> Option<Vec<Response>> {
    let claimed = case.claim.steps(case);
    let last = *claimed.last()?;
    let nothing = || Response::Table(Table { columns: Vec::new(), rows: Vec::new() });
    let mut responses: Vec<Response> = (0..=last).map(|_| nothing()).collect();
    let mut left = None;
    for step in claimed {
        let (response, graph) = answered(case, step, slip)?;
        responses[step] = response;
        left = Some(graph);
    }
    let read = left.filter(|_| case.steps.len() > last + 1).map(|graph| Response::Graph(Box::new(graph)));
    Some(responses.into_iter().chain(read).collect())
}

/// What it answers to a step, and the graph behind it.
fn answered(case: &Case, step: usize, slip: Option<Slip>) -> Option<(Response, Graph)> {
    let statement: &Statement = case.statement(step)?.tree()?;
    let state = case.state_before(step, &Options::default()).ok()?;
    let naive = Naive { slip, ..Naive::default() };
    let (response, left) = match naive.admissible(&state, statement, 0) {
        Ok(Answer { returns, graph }) => {
            let columns = returns.columns.into_iter().map(|column| column.name).collect();
            (Response::Table(Table { columns, rows: returns.rows }), graph)
        }
        Err(Failure::Raised(error)) => {
            (Response::Error(EngineError { class: ErrorClass::Runtime, message: error.to_string() }), None)
        }
        Err(_) => return None,
    };
    Some((response, left.unwrap_or_else(|| Graph::clone(&state))))
}

/// What a target with a slip answers to the steps of a case of which each acts on what the one before left; none where the naive
/// evaluator does not know, or a step is no statement and no snapshot.
fn played(case: &Case, slip: Option<Slip>) -> Option<Vec<Response>> {
    let naive = Naive { slip, ..Naive::default() };
    let mut graph = Graph::clone(&case.graph);
    let mut responses = Vec::new();
    for step in &case.steps {
        responses.push(match &step.act {
            Act::Snapshot => Response::Graph(Box::new(graph.clone())),
            Act::Run(statement) => match naive.admissible(&graph, statement.tree()?, 0) {
                Ok(Answer { returns, graph: left }) => {
                    graph = left.unwrap_or(graph);
                    let columns = returns.columns.into_iter().map(|column| column.name).collect();
                    Response::Table(Table { columns, rows: returns.rows })
                }
                Err(Failure::Raised(error)) => {
                    Response::Error(EngineError { class: ErrorClass::Runtime, message: error.to_string() })
                }
                Err(_) => return None,
            },
            Act::Boundary(_) | Act::Refresh | Act::Counters | Act::Race | Act::Estimate => return None,
        });
    }
    Some(responses)
}

/// How a target answers to a case.
type Answering = fn(&Case, Option<Slip>) -> Option<Vec<Response>>;

/// The number of the first case that finds each slip.
fn cases_until_found(
    oracle: &dyn Oracle,
    answers: Answering,
    seed: u64,
    most: usize,
    slips: &[Slip],
) -> BTreeMap<Slip, usize> {
    let dialect = Cypher.standard();
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    let mut context = RoundContext::new(seed, dialect.clone(), Arc::new(profile));
    let fails = |case: &Case, slip| {
        let responses = answers(case, slip);
        responses.is_some_and(|responses| matches!(judge(case, &responses, &dialect), Verdict::Fail(_)))
    };
    let (mut found, mut number) = (BTreeMap::new(), 0);
    while number < most && found.len() < slips.len() {
        let mut round = oracle.round(&context);
        context.round += 1;
        while let Some(case) = round.next_case(&Adaptation::default())
            && number < most
        {
            number += 1;
            let text = || case.claimed_statement().map(|statement| statement.text());
            assert!(!fails(&case, None), "{} denied: {:?} on {:?}", oracle.name(), text(), case.graph);
            for slip in slips {
                if !found.contains_key(slip) && fails(&case, Some(*slip)) {
                    found.insert(*slip, number);
                }
            }
        }
    }
    found
}

/// The same for three seeds, beside each other.
fn found_by_seeds(oracle: &dyn Oracle, answers: Answering, most: usize, slips: &[Slip]) -> [BTreeMap<Slip, usize>; 3] {
    std::thread::scope(|scope| {
        let search = |seed| move || cases_until_found(oracle, answers, seed, most, slips);
        let searches = [1, 2, 3].map(|seed| scope.spawn(search(seed)));
        searches.map(|search| search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Prints how many cases it took the oracles, and wants the first to have found each slip with each seed.
#[track_caller]
fn check(oracles: [(&dyn Oracle, usize); 2], slips: &[Slip]) {
    let found = oracles.map(|(oracle, most)| found_by_seeds(oracle, responses, most, slips));
    println!("{:<28}{:>24}{:>24}", "cases until found, 3 seeds", oracles[0].0.name(), oracles[1].0.name());
    let mut missed = Vec::new();
    for slip in slips {
        let cells = |found: &[BTreeMap<Slip, usize>; 3]| {
            let cell = |found: &BTreeMap<Slip, usize>| found.get(slip).map_or("-".to_owned(), usize::to_string);
            found.iter().map(|found| format!("{:>8}", cell(found))).collect::<String>()
        };
        println!("{:<28}{}{}", format!("{slip:?}"), cells(&found[0]), cells(&found[1]));
        if found[0].iter().any(|found| !found.contains_key(slip)) {
            missed.push(slip);
        }
    }
    assert!(missed.is_empty(), "missed within {} cases: {missed:?}", oracles[0].1);
}

/// How many cases the environment wants of each oracle and seed.
fn given() -> Option<usize> {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok())
}

#[test]
fn arbitrary_statements_find_every_slip_that_a_reading_statement_can_see() {
    let made = |slip: &&Slip| !WRITING.contains(slip) && !UNMADE.contains(slip);
    let slips: Vec<Slip> = Slip::ALL.iter().filter(made).copied().collect();
    check([(&Reference, given().unwrap_or(CASES)), (&Gqs, given().unwrap_or(CASES_OF_GQS))], &slips);
}

#[test]
fn sequences_of_statements_find_every_slip_of_clauses_that_write() {
    check([(&Stateful, given().unwrap_or(CASES)), (&Walk, given().unwrap_or(CASES_OF_GQS))], WRITING);
}

#[test]
fn twins_find_slips_that_the_two_do_not_make_alike() {
    // A slip that a statement and what rewrites make of it make alike cannot be seen. The environment asks for all of them.
    let slips = if given().is_some() { WRITING } else { SEEN_BY_TWINS };
    let most = given().unwrap_or(CASES_OF_TWINS);
    let found = found_by_seeds(&Equivalence, played, most, slips);
    println!("{:<28}{:>24}", "cases until found, 3 seeds", Equivalence.name());
    for slip in slips {
        let cell = |found: &BTreeMap<Slip, usize>| found.get(slip).map_or("-".to_owned(), usize::to_string);
        let cells = found.iter().map(|one| format!("{:>8}", cell(one)));
        println!("{:<28}{}", format!("{slip:?}"), cells.collect::<String>());
    }
    for found in found {
        let missed: Vec<&Slip> = SEEN_BY_TWINS.iter().filter(|slip| !found.contains_key(slip)).collect();
        assert!(missed.is_empty(), "missed within {most} cases: {missed:?}");
    }
}
