//! Power on Gremlin: how many cases it takes until each fault that is planted in the reference violates a claim. Prints the table.
//! `GRAPHLANCE_CASES` sets the most cases of an oracle and a seed, and asks for the faults as well that an oracle need not find.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::language::{Gremlin, Language, RESULT};
use graphlance_case::{Answer, Case, Response, Statement, Verdict, judge};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Returns};
use graphlance_machine::{Budget, MachineEvaluator, Quirk};
use graphlance_oracles::planted::answered_by;
use graphlance_oracles::{
    Aggregation, Disassembly, Gamera, Norec, Oracle, Partition, Reference, Refinement, RoundContext, Stateful,
};

/// What an engine with a fault answers to the steps of a case; none where it has no answer to one.
pub fn responses(case: &Case, engine: &MachineEvaluator) -> Option<Vec<Response>> {
    let answer = |graph: &Graph, statement: &Statement| {
        let (rows, graph) = engine.one_answer(graph, statement).ok()?;
        Some(Answer { returns: Returns::bag([RESULT.into()], rows), graph })
    };
    Some(answered_by(case, case.steps.len(), &answer)?.responses)
}

/// The reference as an engine, with a fault if there is one.
pub fn engine(fault: Option<Quirk>) -> MachineEvaluator {
    let engine = MachineEvaluator::new(Arc::new(graphlance_gremlin::Dialect::standard()), Budget::default());
    fault.into_iter().fold(engine, MachineEvaluator::with_quirk)
}

/// Asks cases of an oracle, each with its number, until there are so many or the last one is said to be enough.
fn ask(oracle: &dyn Oracle, seed: u64, cases: u64, mut enough: impl FnMut(u64, &Case) -> bool) {
    let profile = Arc::new(Profile::built_in("quick").expect("a built-in profile"));
    let context = RoundContext::new(seed, Gremlin.standard(), profile);
    let (mut asked, adaptation) = (0, Adaptation::default());
    for round in 0.. {
        let mut round = oracle.round(&RoundContext { round, ..context.clone() });
        while let Some(case) = round.next_case(&adaptation) {
            asked += 1;
            if enough(asked, &case) || asked == cases {
                return;
            }
        }
    }
}

fn fails(case: &Case, engine: &MachineEvaluator) -> bool {
    let verdict = responses(case, engine).map(|responses| judge(case, &responses, &Gremlin.standard()));
    matches!(verdict, Some(Verdict::Fail(_)))
}

/// The number of the first case that finds each of some faults, for one oracle and seed.
fn cases_until_found(oracle: &dyn Oracle, seed: u64, cases: u64, faults: &[Quirk]) -> BTreeMap<Quirk, u64> {
    let mut missing: Vec<_> = faults.iter().map(|fault| (*fault, engine(Some(*fault)))).collect();
    let mut found = BTreeMap::new();
    ask(oracle, seed, cases, |number, case| {
        missing.retain(|(fault, engine)| {
            let is_found = fails(case, engine);
            if is_found {
                found.insert(*fault, number);
            }
            !is_found
        });
        missing.is_empty()
    });
    found
}

/// Hunts faults with an oracle, which must find all but those in `blind` for each seed.
#[track_caller]
fn check(oracle: &dyn Oracle, cases: u64, blind: &[Quirk]) {
    let given: Option<u64> = std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok());
    let cases = given.unwrap_or(cases);
    let faults: Vec<Quirk> = Quirk::faults().filter(|fault| given.is_some() || !blind.contains(fault)).collect();
    let by_seed = [1, 2, 3, 4, 5, 6].map(|seed| cases_until_found(oracle, seed, cases, &faults));
    println!("{}: cases until found, by seed", oracle.name());
    for fault in &faults {
        let cells = by_seed.iter().map(|found| found.get(fault).map_or("never".to_owned(), u64::to_string));
        println!("{:<26}{}", fault.name(), cells.map(|cell| format!("{cell:>8}")).collect::<String>());
    }
    let is_missed = |fault: &&Quirk| !blind.contains(fault) && by_seed.iter().any(|found| !found.contains_key(fault));
    let missed: Vec<&str> = faults.iter().filter(is_missed).map(|fault| fault.name()).collect();
    assert!(missed.is_empty(), "{} misses {missed:?} within {cases} cases", oracle.name());
}

#[test]
fn the_reference_finds_faults_of_traversals() {
    check(&Reference, 12_000, RARE);
}

/// What random traversals show rarely: two values of one element are seldom asked for. A relation that does so finds it at once, see
/// `traversal_relations`.
const RARE: &[Quirk] = &[Quirk::LaterHasReplaces];

/// What is wrong in the same way in the whole and in its parts, or seldom in another.
const BLIND: &[Quirk] = &[
    Quirk::HasLabelChainIsOr,
    Quirk::FilterBeforeRange,
    Quirk::CoalesceTakesAll,
    Quirk::LocalRunsGlobally,
    Quirk::SelectTakesFirst,
    Quirk::NeqToLabelHolds,
    Quirk::FoldDropsNulls,
    Quirk::AggregateIgnoresBulk,
    Quirk::SecondRepeatLosesSimplePath,
    Quirk::LaterHasReplaces,
];

/// Faults of what writes.
const OF_WRITES: &[Quirk] = &[
    Quirk::DropLeavesFirst,
    Quirk::DropLeavesConnected,
    Quirk::DropMovesEdges,
    Quirk::PropertyKeepsNumbers,
    Quirk::AddEdgeTurned,
    Quirk::AddEdgeReplaces,
    Quirk::AddVertexTakesLabel,
];

#[test]
fn sequences_of_traversals_that_write_find_faults_of_writes() {
    let others: Vec<Quirk> = Quirk::faults().filter(|fault| !OF_WRITES.contains(fault)).collect();
    check(&Stateful, 2_000, &others);
}

#[test]
fn disassembly_finds_faults_that_show_across_steps() {
    // It writes nothing.
    check(&Disassembly, 6_000, &[BLIND, OF_WRITES].concat());
}

#[test]
fn an_engine_without_a_fault_is_not_accused() {
    let right = engine(None);
    let oracles: [&dyn Oracle; 8] =
        [&Reference, &Stateful, &Disassembly, &Gamera, &Partition, &Aggregation, &Norec, &Refinement];
    for oracle in oracles {
        ask(oracle, 3, 1_000, |_, case| {
            assert!(
                !fails(case, &right),
                "{}: {:?}",
                oracle.name(),
                case.statements().map(|it| it.text()).collect::<Vec<_>>()
            );
            false
        });
    }
}
