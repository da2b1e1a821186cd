//! Departures about scans read the WHERE of a WITH that only hands variables on as one of the MATCH in front of it. Where no index
//! serves it they change nothing, so that the reference must come to the same answer. `GRAPHLANCE_CASES` sets how many statements are
//! made.

use std::sync::Arc;

use graphlance_case::{Case, Opinion, opinion};
use graphlance_cypher::ast::{Clause, PathSelector, Projection, Query, With};
use graphlance_cypher::{Dialect, Statement, parse, print};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Index, IndexKind};
use graphlance_oracles::{Oracle, Reference, RoundContext};
use graphlance_reference::{Departures, Failure, Options, WrongRule, evaluate};

/// Statements made where the environment does not say how many.
const CASES: usize = 3_000;
/// One of so many statements at least has a condition that is moved.
const ONE_OF: usize = 8;

fn cases(count: usize) -> Vec<Case> {
    let profile = Profile::built_in("default").expect("a built-in profile");
    let dialect = Dialect::standard();
    let mut context = RoundContext::new(11, dialect.into(), Arc::new(profile));
    let mut made = Vec::new();
    while made.len() < count {
        let mut round = Reference.round(&context);
        context.round += 1;
        made.extend(std::iter::from_fn(|| round.next_case(&Adaptation::default())));
    }
    made
}

/// `MATCH .. WHERE condition` as `MATCH .. WITH * WHERE condition`; how many there were.
fn apart(query: &mut Query) -> usize {
    let mut moved = 0;
    let others = query.unions.iter_mut().map(|union| &mut union.query);
    for branch in std::iter::once(&mut query.first).chain(others) {
        for clause in std::mem::take(&mut branch.clauses) {
            let Clause::Match(mut matched) = clause else {
                branch.clauses.push(clause);
                continue;
            };
            let all = matched.patterns.iter().all(|pattern| pattern.selector == PathSelector::All);
            let condition = if matched.optional || !all { None } else { matched.predicate.take() };
            branch.clauses.push(Clause::Match(matched));
            if let Some(predicate) = condition {
                moved += 1;
                let projection = Projection { star: true, ..Projection::default() };
                branch.clauses.push(Clause::With(With { projection, predicate: Some(predicate) }));
            }
        }
    }
    moved
}

/// An index that serves no condition.
fn of_nothing() -> Index {
    let (name, keys) = ("OfNothing".into(), vec!["none".into()]);
    Index { kind: IndexKind::Range, on_nodes: true, name, keys }
}

fn scanning() -> Options {
    let rule = WrongRule::find("index-lacks-empty-string").expect("a departure");
    Options { departures: Departures::of([rule]), ..Options::default() }
}

#[test]
fn conditions_that_move_into_a_match_mean_the_same_there() {
    let count = std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    let (mut moved, mut answered, mut untold) = (0, 0, 0);
    for case in cases(count) {
        let Some(Statement::Query(query)) = case.claimed_statement().and_then(|it| it.tree::<Statement>()) else {
            panic!("a query")
        };
        let mut query = query.clone();
        if apart(&mut query) == 0 {
            continue;
        }
        moved += 1;
        let statement = Statement::Query(query);
        let mut graph = Graph::clone(&case.graph);
        graph.schema.indexes = vec![of_nothing()];
        let Ok(right) = evaluate(&graph, &statement, &Options::default()) else { continue };
        answered += 1;
        let text = print(&statement, &Dialect::standard());
        match evaluate(&graph, &statement, &scanning()) {
            Ok(other) => {
                assert_eq!(opinion::agreement(&right.returns, &other.returns), Opinion::Confirmed, "{text}");
            }
            // What is evaluated for more rows may cost more; and among lists in no order, rows that come in another order may no longer
            // look alike at a cut.
            Err(Failure::OutOfBudget(_) | Failure::Unspecified(_)) => untold += 1,
            Err(failure) => panic!("{failure}\n{text}"),
        }
    }
    println!("{moved} of {count} statements have a condition that moves, {answered} an answer, {untold} none then");
    assert!(moved * ONE_OF >= count && answered * 2 >= moved, "{moved} of {count}, {answered}");
    assert!(untold * 1_000 <= answered, "{untold} of {answered}");
}

#[test]
fn the_condition_on_a_path_that_is_selected_stays_where_it_is() {
    let text = "CREATE (a:A)-[:T]->(b:B), (a)-[:T]->()-[:T {k: 1}]->(b)";
    let made = evaluate(&Graph::new(), &parse(text).expect("a statement"), &Options::default());
    let mut graph = made.expect("an answer").graph.expect("a graph");
    graph.schema.indexes.push(of_nothing());
    let text = "MATCH p = shortestPath((a:A)-[*]->(b:B)) WITH p WHERE length(p) > 1 RETURN length(p) AS x";
    let statement = parse(text).expect("a statement");
    let rows = |options| evaluate(&graph, &statement, options).expect("an answer").returns.rows;
    assert_eq!(rows(&scanning()), rows(&Options::default()));
}
