//! Every rewrite on statements that write, against the reference: each has the rows of the statement and leaves the same graph.
//! `GRAPHLANCE_CASES` sets the number of statements; `GRAPHLANCE_EVALUATOR=naive` asks the naive evaluator in place of the reference.
//! Printed is a table: rewrite, statements to which it applied, how many of them changed neither the graph nor gave rows.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Answer, Case, Claim, Opinion};
use graphlance_cypher::{Dialect, Query, Statement, print};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Column, CompareOptions, Graph, Random, Value, graph_compare};
use graphlance_oracles::rewrites::{ALL, Effect, Ground, Rewrite, without_types};
use graphlance_oracles::{Equivalence, Oracle, RoundContext, Stateful, languages};
use graphlance_reference::naive::Naive;
use graphlance_reference::{Failure, OpenAnswers, Options, evaluate};

const CASES: u64 = 600;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

fn asks_naive() -> bool {
    std::env::var("GRAPHLANCE_EVALUATOR").is_ok_and(|name| name == "naive")
}

fn context(round: u64) -> RoundContext {
    let profile = Arc::new(Profile::built_in("quick").expect("a built-in profile"));
    RoundContext { round, ..RoundContext::new(11, Cypher.standard(), profile) }
}

fn answer(graph: &Graph, query: &Query) -> Result<Answer, Failure> {
    let statement = Statement::Query(query.clone());
    match asks_naive() {
        true => Naive::default().admissible(graph, &statement, 0),
        false => evaluate(graph, &statement, &Options { open: OpenAnswers::Choose, ..Options::default() }),
    }
}

fn text(query: &Query) -> String {
    print(&Statement::Query(query.clone()), &Dialect::standard())
}

/// The rows of an answer as texts, sorted, and so the items of lists that have no order; whole floats count as integers, since which of 1 and 1.0 stays for both may be open.
fn rows(answer: &Answer) -> Vec<String> {
    let whole = |value: &Value| match value {
        Value::Float(float) if float.fract() == 0.0 && float.abs() < 1e15 => Value::Integer(*float as i64),
        other => other.clone(),
    };
    // Elements are named by what they are, for a twin may number those that it makes otherwise.
    let named = |value: &Value| match value {
        Value::Node(node) => format!("{:?} {:?}", node.labels, node.properties),
        Value::Relationship(one) => format!("{:?} {:?}", one.kind, one.properties),
        other => format!("{:?}", whole(other)),
    };
    let cell = |(column, value): (&Column, &Value)| match value {
        Value::List(items) => {
            let mut items: Vec<String> = items.iter().map(named).collect();
            if column.unordered_lists {
                items.sort();
            }
            format!("[{}]", items.join(", "))
        }
        other => named(other),
    };
    let columns = &answer.returns.columns;
    let row = |row: &Vec<Value>| columns.iter().zip(row).map(cell).collect::<Vec<_>>().join(", ");
    let mut texts: Vec<String> = answer.returns.rows.iter().map(row).collect();
    texts.sort();
    texts
}

/// The statement of a case that writes, with the graph that it finds; none of a case that asks.
fn written(case: &Case) -> Option<(Graph, Query)> {
    let Claim::Answers(answers) = &case.claim else { return None };
    let statement: Statement = case.statement(answers.step)?.tree::<Statement>()?.clone();
    let evaluator = languages().evaluator(&Cypher.standard(), Effort::Usual);
    let state = case.state_before(answers.step, evaluator.as_ref()).ok()?.into_owned();
    match statement {
        Statement::Query(query) => Some((state, query)),
        Statement::Schema(_) => None,
    }
}

/// To how many statements a rewrite applied, and in how many of them something came or changed.
#[derive(Clone, Copy, Default)]
struct Tally {
    applied: u64,
    telling: u64,
}

fn check(rewrite: &Rewrite, ground: Ground<'_>, state: &Graph, base: &Query, random: &mut Random, tally: &mut Tally) {
    let Some((derived, _)) = rewrite.derive(base, ground, random) else { return };
    let [derived] = derived.as_slice() else { return };
    let Ok(ours) = answer(state, base) else { return };
    let told = || format!("{}:\n  {}\nbecomes\n  {}", rewrite.name, text(base), text(derived));
    let theirs = match answer(state, derived) {
        Ok(theirs) => theirs,
        Err(Failure::Raised(error)) => panic!("{}\nwhich raises {error}", told()),
        Err(_) => return,
    };
    tally.applied += 1;
    let after = |answer: &Answer| answer.graph.clone().unwrap_or_else(|| state.clone());
    let (one, other) = (after(&ours), after(&theirs));
    tally.telling += u64::from(one != *state || !ours.returns.rows.is_empty());
    let graphs = graph_compare::same_graph(&one, &other, &CompareOptions::default());
    let on = serde_json::to_string(state).expect("a graph");
    assert!(graphs.is_ok(), "{}\nwith another graph: {graphs:?}\non {on}", told());
    assert!(rows(&ours) == rows(&theirs), "{}\n{:#?}\n{:#?}\non {on}", told(), rows(&ours), rows(&theirs));
}

#[test]
fn every_rewrite_keeps_what_a_statement_that_writes_returns_and_leaves() {
    let dialect = Dialect::standard();
    let keeps = |rewrite: &&&Rewrite| matches!(rewrite.effect, Effect::SameRows | Effect::SameState);
    let rewrites: Vec<&Rewrite> = ALL.iter().filter(keeps).copied().collect();
    let mut tallies = vec![Tally::default(); rewrites.len()];
    let (mut statements, mut number) = (0, 0);
    while statements < cases() {
        let mut round = Stateful.round(&context(number));
        number += 1;
        let untyped = without_types(round.graph());
        let ground = Ground { graph: &untyped, dialect: &dialect };
        while let Some(case) = round.next_case(&Adaptation::default()) {
            let Some((state, base)) = written(&case) else { continue };
            statements += 1;
            for (place, (rewrite, tally)) in rewrites.iter().zip(&mut tallies).enumerate() {
                let mut random = Random::derive(statements, &[place as u64]);
                check(rewrite, ground, &state, &base, &mut random, tally);
            }
        }
    }
    println!("| rewrite, of {statements} statements that write | applied | vacuous |\n|---|---|---|");
    for (rewrite, Tally { applied, telling }) in rewrites.iter().zip(&tallies) {
        println!("| {} | {applied} | {} |", rewrite.name, applied - telling);
    }
    let dead = rewrites.iter().zip(&tallies).filter(|(rewrite, _)| rewrite.effect == Effect::SameState);
    for (rewrite, tally) in dead {
        assert!(tally.telling * 300 >= statements, "{}: told of {} of {statements}", rewrite.name, tally.telling);
    }
}

#[test]
fn the_reference_confirms_that_sequences_and_their_twins_do_the_same() {
    let evaluator = languages().evaluator(&Cypher.standard(), Effort::Usual);
    let deriver = languages().deriver(&Cypher.standard()).expect("Cypher has rewrites");
    let (mut confirmed, mut unconfirmed, mut follow) = (0, 0, 0);
    let mut number = 0;
    while confirmed + unconfirmed < cases() / 3 {
        let mut round = Equivalence.round(&context(number * 3 + 2));
        number += 1;
        while let Some(case) = round.next_case(&Adaptation::default()) {
            let own = |step: usize| case.statement(step).cloned().ok_or_else(|| "no statement".to_owned());
            match case.claim.opinion(&case, &own, evaluator.as_ref()) {
                Opinion::Confirmed => confirmed += 1,
                Opinion::Unconfirmed(_) => unconfirmed += 1,
                Opinion::Denied(why) => {
                    let texts: Vec<String> = case.statements().map(|statement| statement.text()).collect();
                    panic!("{why}:\n  {}\n{:?}", texts.join("\n  "), case.lineage.derivations);
                }
            }
            follow += u64::from(case.follows(deriver.as_ref(), &Cypher.standard()));
        }
    }
    println!("{confirmed} pairs confirmed, {unconfirmed} not, {follow} made again of their lineage");
    assert!(confirmed > unconfirmed * 9, "{confirmed} confirmed, {unconfirmed} not");
    assert_eq!(follow, confirmed + unconfirmed, "a twin is not what its lineage says");
}
