use std::collections::BTreeMap;

use graphlance_cypher::{parse, print};
use graphlance_graph::{CompareOptions, GraphSizes, random_graph, same_graph};
use graphlance_reference::{Options, evaluate};

use super::*;

fn graph(seed: u64, dialect: &Dialect) -> Graph {
    let sizes = GraphSizes::default();
    random_graph(&mut Random::derive(seed, &[1]), &sizes, &dialect.values, &dialect.index_support())
}

fn script(seed: u64, dialect: &Dialect) -> Vec<Statement> {
    random_script(&mut Random::derive(seed, &[2]), &graph(seed, dialect), dialect)
}

fn clauses(script: &[Statement]) -> Vec<&Clause> {
    fn of<'s>(clauses: &'s [Clause], into: &mut Vec<&'s Clause>) {
        for clause in clauses {
            into.push(clause);
            if let Clause::Foreach(foreach) = clause {
                of(&foreach.clauses, into);
            }
        }
    }
    let mut all = Vec::new();
    for statement in script {
        if let Statement::Query(query) = statement {
            query.parts().for_each(|part| of(&part.clauses, &mut all));
        }
    }
    all
}

fn kind(clause: &Clause) -> &'static str {
    match clause {
        Clause::Match(_) => "match",
        Clause::Unwind(_) => "unwind",
        Clause::Create(_) => "create",
        Clause::Merge(_) => "merge",
        Clause::Set(_) => "set",
        Clause::Remove(_) => "remove",
        Clause::Delete(delete) if delete.detach => "detach delete",
        Clause::Delete(_) => "delete",
        Clause::Foreach(_) => "foreach",
        _ => "other",
    }
}

/// Checks which kinds of clause 200 scripts of a dialect have.
fn check_kinds(dialect: &Dialect, expected: &[&str]) {
    let mut counts = BTreeMap::new();
    for seed in 0..200 {
        for clause in clauses(&script(seed, dialect)) {
            *counts.entry(kind(clause)).or_insert(0) += 1;
        }
    }
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), expected, "{counts:?}");
}

fn without(features: &[Feature]) -> Dialect {
    let mut dialect = Dialect::standard();
    dialect.unsupported.extend(features.iter().map(|feature| (*feature, String::new())));
    dialect
}

#[test]
fn every_kind_of_writing_clause_is_used() {
    let all = ["create", "delete", "detach delete", "foreach", "match", "merge", "remove", "set", "unwind"];
    check_kinds(&Dialect::standard(), &all);
}

#[test]
fn a_script_keeps_to_what_the_dialect_has() {
    let all = ["create", "delete", "detach delete", "match", "remove", "set", "unwind"];
    check_kinds(&without(&[Feature::Foreach, Feature::Merge]), &all);
    check_kinds(&without(&[Feature::Set, Feature::Unwind, Feature::Foreach]), &["create", "match"]);
}

#[test]
fn a_graph_without_ids_is_created_at_once() {
    let mut graph = Graph::new();
    let node = graph.add_node(["A".into()], [("k".into(), 1.into())].into());
    graph.add_relationship(node, "T".into(), node, Properties::new()).expect("the node exists");
    let script = random_script(&mut Random::new(1), &graph, &Dialect::standard());
    assert_eq!(clauses(&script).into_iter().map(kind).collect::<Vec<_>>(), ["create"]);
    assert!(random_script(&mut Random::new(1), &Graph::new(), &Dialect::standard()).is_empty());
}

#[test]
fn a_script_is_not_much_longer_than_its_graph() {
    for seed in 0..200 {
        let dialect = Dialect::standard();
        let graph = graph(seed, &dialect);
        let size = graph.node_count() + graph.relationship_count();
        let length = script(seed, &dialect).len();
        assert!(length <= 20 + 3 * size, "seed {seed}: {length} statements for {size} elements");
    }
}

#[test]
fn the_same_seed_gives_the_same_script() {
    let dialect = Dialect::standard();
    assert_eq!(script(7, &dialect), script(7, &dialect));
    assert_ne!(script(7, &dialect), script(8, &dialect));
}

/// Checks that scripts of a dialect, printed and parsed, leave exactly the wanted graph by the reference.
fn check_loads(dialect: &Dialect, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let wanted = graph(seed, dialect);
        let mut held = Graph::new();
        for statement in script(seed, dialect) {
            let text = print(&statement, dialect);
            let again = parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {text}: {error}"));
            assert_eq!(again, statement, "seed {seed}: {text}");
            let answer = evaluate(&held, &statement, &Options::default());
            let answer = answer.unwrap_or_else(|failure| panic!("seed {seed}: {text}: {failure}"));
            held = answer.graph.unwrap_or(held);
        }
        let options = CompareOptions { float_digits: None, negative_zero: true };
        if let Err(difference) = same_graph(&wanted, &held, &options) {
            panic!("seed {seed}: {difference}");
        }
    }
}

#[test]
fn a_script_leaves_exactly_the_graph() {
    check_loads(&Dialect::standard(), 0..150);
    check_loads(&without(&[Feature::Set, Feature::Unwind, Feature::Foreach]), 0..20);
    check_loads(&without(&[Feature::Foreach, Feature::Merge, Feature::InlineProperties]), 0..50);
}

#[test]
fn a_script_in_an_engines_dialect_leaves_exactly_the_graph() {
    for name in Dialect::built_in_names() {
        check_loads(&Dialect::built_in(name).expect("it comes with graphlance"), 200..230);
    }
}
