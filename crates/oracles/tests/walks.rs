//! What the statements of walks answer: most of them have rows, and with other values other ones.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use graphlance_case::{Case, Dialect, Load};
use graphlance_cypher::Statement;
use graphlance_cypher::ast::{Query, SchemaCommand};
use graphlance_cypher::edit::without_parameters;
use graphlance_cypher::facts::indexes_pinned_in;
use graphlance_cypher::walk::Part;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Index, Schema};
use graphlance_oracles::{Oracle, RoundContext, Walk};

/// Cases of some walks in a dialect.
fn cases(dialect: &str, rounds: u64) -> Vec<Case> {
    cases_in(graphlance_cypher::Dialect::built_in(dialect).expect("a built-in dialect").into(), rounds)
}

fn cases_in(dialect: Dialect, rounds: u64) -> Vec<Case> {
    let profile = Arc::new(Profile::built_in("default").expect("a built-in profile"));
    let mut context = RoundContext::new(3, dialect, profile);
    let mut cases = Vec::new();
    for round in 0..rounds {
        context.round = round;
        let mut walk = Walk.round(&context);
        cases.extend(std::iter::from_fn(|| walk.next_case(&Adaptation::default())));
    }
    cases
}

fn query(case: &Case) -> &Query {
    match case.claimed_statement().and_then(|statement| statement.tree()) {
        Some(Statement::Query(query)) => query,
        other => panic!("no query: {other:?}"),
    }
}

/// A query without the values of its parameters.
fn text(query: &Query) -> String {
    format!("{:?}", Query { parameters: Vec::new(), ..query.clone() })
}

/// So many of a hundred cases have rows, and so many of those asked twice on a graph have other ones with other values. One draw of
/// values and as much patience with statements without rows give 74 and 49, 59 and 38.
#[test]
fn most_of_what_a_walk_asks_has_rows_and_other_rows_with_other_values() {
    for (dialect, rows, other) in [("opencypher9", 77, 50), ("neo4j", 66, 46)] {
        let cases = cases(dialect, 12);
        let has_rows = |case: &&Case| case.claim.table().is_some_and(|(_, returns)| !returns.rows.is_empty());
        let telling = cases.iter().filter(has_rows).count();
        assert!(cases.len() > 4_000 && telling * 100 > cases.len() * rows, "{dialect}: {telling} of {}", cases.len());
        // What is asked on one graph with two sets of values, and of that what has other rows with the second.
        let (mut twice, mut tells) = (0, 0);
        for pair in cases.windows(40) {
            let first = &pair[0];
            let (own, steps) = (query(first), first.steps.len());
            let again = pair[1..].iter().find(|case| {
                case.lineage.round == first.lineage.round && case.steps.len() == steps && text(query(case)) == text(own)
            });
            if let Some(again) = again {
                twice += 1;
                tells += usize::from(again.claim != first.claim);
            }
        }
        assert!(twice > 1_000 && tells * 100 > twice * other, "{dialect}: {tells} of {twice}");
    }
}

#[test]
fn a_walk_asks_all_its_statements_before_it_asks_one_with_other_values() {
    let cases = cases("neo4j", 3);
    let mut seen = BTreeSet::new();
    let mut place = None;
    let mut repeated = false;
    for case in &cases {
        let now = Some((case.lineage.round, case.steps.len()));
        if place != now {
            (place, repeated) = (now, false);
            seen.clear();
        }
        // The first that comes again begins the second set: no text is new behind it.
        let new = seen.insert(text(query(case)));
        assert!(!new || !repeated, "{:?} behind one that was asked before", case.lineage);
        repeated |= !new;
    }
}

/// How many cases of some walks have parameters, and how many of them are asked with the values in their places as well, on the
/// same graph and with the same answer.
fn written_out(dialect: &str) -> (usize, usize) {
    let cases = cases(dialect, 4);
    let asked = |case: &Case, query: &Query| (case.lineage.round, case.steps.len(), text(query));
    let plain = cases.iter().filter(|case| query(case).parameters.is_empty());
    let written: HashMap<_, _> = plain.map(|case| (asked(case, query(case)), &case.claim)).collect();
    let given: Vec<&Case> = cases.iter().filter(|case| !query(case).parameters.is_empty()).collect();
    let is_written = |case: &&&Case| written.get(&asked(case, &without_parameters(query(case)))) == Some(&&case.claim);
    (given.len(), given.iter().filter(is_written).count())
}

#[test]
fn where_planning_is_cheap_what_has_parameters_is_asked_with_its_values_written_out_too() {
    let ((given, both), (dear_given, dear_both)) = (written_out("opencypher9"), written_out("neo4j"));
    assert!(given > 300 && both == given, "{both} of {given}");
    // A statement without parameters may be another one's text by chance.
    assert!(dear_given > 300 && dear_both < 4, "{dear_both} of {dear_given} where planning is dear");
}

/// How many texts with parameters some walks ask, for how many cases, and how many of them begin with a graph that a script loads.
fn sizes(dear: bool) -> (usize, usize, usize) {
    let mut dialect = graphlance_cypher::Dialect::built_in("neo4j").expect("a built-in dialect");
    dialect.limits.planning_is_dear = dear;
    let (mut texts, mut scripted) = (BTreeSet::new(), BTreeSet::new());
    let cases = cases_in(dialect.into(), 16);
    let mut given = 0;
    for case in &cases {
        if !query(case).parameters.is_empty() {
            texts.insert(text(query(case)));
            given += 1;
        }
        if matches!(case.load, Load::Script(_)) {
            scripted.insert(case.lineage.round);
        }
    }
    (texts.len(), given, scripted.len())
}

/// Fewer cases of a text where planning is dear and nobody says which plans are new.
#[test]
fn where_planning_is_dear_walks_come_to_new_statements_sooner_and_fewer_graphs_are_loaded_by_scripts() {
    let ((texts, cases, scripted), (dear, dear_cases, rarely)) = (sizes(false), sizes(true));
    let (each, each_dear) = (cases / texts, dear_cases / dear);
    assert!(each > 20 && (8..=24).contains(&each_dear), "{each} cases of a text, {each_dear} where planning is dear");
    assert!(scripted >= 4 && rarely * 2 <= scripted, "{scripted} by scripts, {rarely} where planning is dear");
}

/// How many of some walks are on a graph of the lower half of the profile's nodes and the lower quarter of its relationships.
fn small(dear: bool) -> usize {
    let profile = Arc::new(Profile::built_in("default").expect("a built-in profile"));
    let [[fewest, most], [least, greatest]] = [profile.graph.nodes, profile.graph.relationships];
    let mut dialect = graphlance_cypher::Dialect::built_in("neo4j").expect("a built-in dialect");
    dialect.limits.planning_is_dear = dear;
    let mut context = RoundContext::new(3, dialect.into(), profile);
    let graphs = (0..40).filter_map(|round| {
        context.round = round;
        Some(Walk.round(&context).next_case(&Adaptation::default())?.graph)
    });
    let is_small = |graph: &Arc<Graph>| {
        graph.node_count() <= fewest + (most - fewest) / 2
            && graph.relationship_count() <= least + (greatest - least) / 4
    };
    graphs.filter(is_small).count()
}

/// One walk in ten has a graph of any size, and so has each where planning is cheap.
#[test]
fn where_planning_is_dear_most_walks_are_on_small_graphs() {
    let (any, dear) = (small(false), small(true));
    assert!(dear >= 32 && any < 25, "{dear} of 40, {any} where planning is cheap");
}

/// Where planning is dear an index that comes or goes makes the target plan those statements anew to which it matters, and no others.
#[test]
fn where_planning_is_dear_those_go_on_to_which_an_index_matters() {
    let cases = cases("neo4j", 16);
    let mut before = BTreeSet::new();
    let (mut mattered, mut others) = (0, 0);
    for case in &cases {
        let key = (case.lineage.round, text(query(case)));
        let Some(index) = changed(case) else {
            before.insert(key);
            continue;
        };
        // Statements that joined behind it were not asked before.
        if before.remove(&key) {
            let schema = Schema { indexes: vec![index], ..Schema::default() };
            match indexes_pinned_in(Part::Query(query(case)), &schema).is_empty() {
                true => others += 1,
                false => mattered += 1,
            }
        }
    }
    // A text that has left may be drawn again.
    assert!(mattered > 40 && others * 20 < mattered, "{mattered} to which it matters, {others} others");
}

/// The index that a case's way makes or drops.
fn changed(case: &Case) -> Option<Index> {
    case.steps.iter().find_map(|step| match step.statement()?.tree() {
        Some(Statement::Schema(SchemaCommand::Create(index) | SchemaCommand::Drop(index))) => Some(index.index()),
        _ => None,
    })
}

/// In 13 of the 22 walks in which an index comes or goes a statement behind it can be answered by it. The first that a draw gives
/// is such a one in 7.
#[test]
fn the_index_that_comes_or_goes_is_one_that_a_statement_can_be_answered_by() {
    let (mut changes, mut matters) = (BTreeSet::new(), BTreeSet::new());
    for case in cases("neo4j", 24) {
        let Some(index) = changed(&case) else { continue };
        changes.insert(case.lineage.round);
        let schema = Schema { indexes: vec![index], ..Schema::default() };
        if !indexes_pinned_in(Part::Query(query(&case)), &schema).is_empty() {
            matters.insert(case.lineage.round);
        }
    }
    assert!(changes.len() >= 12 && matters.len() * 2 > changes.len(), "{} of {}", matters.len(), changes.len());
}
