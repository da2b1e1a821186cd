//! The oracle `disassembly` of Cypher: its cases hold under each rule of paths and follow their lineages, its rewrites make the texts
//! that they are said to make and hand on nothing that they cannot, and it finds faults that show only across a cut.
//! `GRAPHLANCE_CASES` sets the number of cases for each rule.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Applied, Case};
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_cypher::{Dialect, Query, Statement, parse, print};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Graph;
use graphlance_oracles::power::Power;
use graphlance_oracles::rewrites::{BY_IDS, Ground, Rewrite};
use graphlance_oracles::soundness::Soak;
use graphlance_oracles::{Disassembly, Oracle, RoundContext, languages};
use graphlance_reference::{Fault, Options, WrongRule};

use crate::rewrites::witness_graph;

/// Cases of a rule of paths where the environment does not say how many.
const CASES: u64 = 1_000;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

fn profile() -> Arc<Profile> {
    Arc::new(Profile::built_in("default").expect("a built-in profile"))
}

/// Dialects that differ from the standard in what a pattern matches.
fn dialects() -> Vec<Dialect> {
    let with = |change: fn(&mut Dialect)| {
        let mut dialect = Dialect::standard();
        change(&mut dialect);
        dialect
    };
    vec![
        Dialect::standard(),
        with(|dialect| dialect.deviations.relationship_uniqueness = RelationshipUniqueness::Path),
        with(|dialect| dialect.deviations.relationship_uniqueness = RelationshipUniqueness::VariableLengthOnly),
        with(|dialect| dialect.deviations.relationship_uniqueness = RelationshipUniqueness::Off),
        with(|dialect| dialect.deviations.undirected_self_loop_twice = true),
        with(|dialect| dialect.deviations.unreferenced_relationships_once = true),
    ]
}

#[test]
fn a_statement_and_the_same_taken_apart_have_the_same_rows_under_each_rule_of_paths() {
    for dialect in dialects() {
        let asked = Options { deviations: dialect.deviations.clone(), ..Options::default() };
        let rule = format!("{:?}", dialect.deviations.relationship_uniqueness);
        let context = RoundContext::new(7, dialect.into(), profile());
        let soak = Soak { context, cases: cases(), workers: 1, asked: &asked, after_each: &|| {} };
        let told = soak.ask(&Disassembly, 0);
        let texts = |case: &Case| case.statements().map(|it| it.text().to_string()).collect::<Vec<_>>().join("\n  ");
        assert!(told.denied.is_empty(), "under {rule}:\n  {}", texts(&told.denied[0]));
        assert!(told.whole.undecided() == 0 && told.whole.vacuous * 10 < told.whole.held, "{:?}", told.whole);
        for rewrite in BY_IDS {
            let part = told.parts.get(rewrite.name).copied().unwrap_or_default();
            assert!(
                part.held * 20 > cases() && part.vacuous * 5 < part.held,
                "{} under {rule}: {part:?}",
                rewrite.name
            );
        }
    }
}

#[test]
fn each_case_is_what_its_lineage_says() {
    for dialect in [Cypher.standard(), Cypher.dialect("falkordb").expect("a dialect")] {
        let deriver = languages().deriver(&dialect).expect("Cypher has rewrites");
        let mut round = Disassembly.round(&RoundContext::new(3, dialect.clone(), profile()));
        let mut made = 0;
        while let Some(case) = round.next_case(&Adaptation::default()) {
            made += 1;
            assert!(case.follows(deriver.as_ref(), &dialect), "{:?}", case.lineage);
        }
        assert!(made > 30, "{made} cases");
    }
}

fn query(text: &str) -> Query {
    match parse(text) {
        Ok(Statement::Query(query)) => query,
        other => panic!("{text}: {other:?}"),
    }
}

/// All that a rewrite makes of a statement.
fn made(name: &str, text: &str, graph: &Graph, dialect: &Dialect) -> BTreeSet<String> {
    let (query, ground) = (query(text), Ground { graph, dialect });
    let rewrite = Rewrite::named(name).expect("a rewrite");
    let at = |place: usize| Applied { rewrite: name.into(), place: place as isize, of: 0 };
    let places = 0..rewrite.places(&query, ground);
    let made = places.filter_map(|place| rewrite.derive_at(&query, &at(place), ground));
    made.flat_map(|(made, _)| made).map(|made| print(&Statement::Query(made), dialect)).collect()
}

#[track_caller]
fn makes(name: &str, text: &str, wanted: &str) {
    let made = made(name, text, &witness_graph(), &Dialect::standard());
    assert!(made.contains(wanted), "{text}\n{made:#?}");
}

#[test]
fn rows_are_handed_on_as_often_as_they_come() {
    let text = "MATCH (a:A)-[r]->(b) WITH a, b MATCH (a)-->(c) RETURN c.k AS x, b.k AS y";
    makes(
        "front_by_ids",
        text,
        "UNWIND [[0, 0], [0, 1], [0, 1]] AS z0 MATCH (a {id: z0[0]}) MATCH (b {id: z0[1]}) WITH a AS a, b AS b \
         MATCH (a)-->(c) RETURN c.k AS x, b.k AS y",
    );
    makes(
        "front_by_ids",
        text,
        "CYPHER p1 = [{a: 0, b: 0}, {a: 0, b: 1}, {a: 0, b: 1}] UNWIND $p1 AS z0 MATCH (a) WHERE a.id = z0.a \
         MATCH (b) WHERE b.id = z0.b WITH a AS a, b AS b MATCH (a)-->(c) RETURN c.k AS x, b.k AS y",
    );
    // What is read no more is not handed on, and plain values are as they are.
    makes(
        "front_by_ids",
        "MATCH (a)-[r]->(:B) WITH r, a.k + 5 AS s, a RETURN r.k AS x, s AS y",
        "UNWIND [[1, 5], [2, 5]] AS z0 MATCH ()-[r {id: z0[0]}]->() WITH r AS r, z0[1] AS s RETURN r.k AS x, s AS y",
    );
    makes("front_by_ids", "MATCH (a)-->(:B) RETURN 1 AS x", "UNWIND [0, 0] AS z0 RETURN 1 AS x");
    makes(
        "front_by_list",
        "MATCH (:A)-[r]->(b:B) RETURN r.k AS x",
        "MATCH ()-[r]->() WHERE r.id IN [1, 2] RETURN r.k AS x",
    );
}

#[test]
fn relationships_on_both_sides_of_a_comma_are_told_apart() {
    makes(
        "pattern_by_ids",
        "MATCH (a:B)-[r]->(b), (b)<--(c) WHERE a.k < 9 RETURN c.k AS x",
        "UNWIND [[1, 3, 2]] AS z1 MATCH (a {id: z1[0]}) MATCH ()-[r {id: z1[1]}]->() MATCH (b {id: z1[2]}) \
         WITH a AS a, r AS r, b AS b MATCH (b)<-[z0]-(c) WHERE r <> z0 AND a.k < 9 RETURN c.k AS x",
    );
    makes(
        "pattern_by_ids",
        "MATCH (a:B)-[:T]->(b), (b)<-[:S]-(c) RETURN c.k AS x",
        "UNWIND [2] AS z0 MATCH (b {id: z0}) WITH b AS b MATCH (b)<-[:S]-(c) RETURN c.k AS x",
    );
    // A relationship of variable length can be told from another only by its type.
    let dialect = Dialect::standard();
    let made = |text: &str| made("pattern_by_ids", text, &witness_graph(), &dialect).len();
    assert_eq!(made("MATCH (a)-[:T*1..2]->(b), (b)-[:T]->(c) RETURN c.k AS x"), 0);
    assert!(made("MATCH (a)-[:T*1..2]->(b), (b)<-[:S]-(c) RETURN c.k AS x") > 0);
}

#[test]
fn what_cannot_be_handed_on_is_not_cut() {
    let (graph, dialect) = (witness_graph(), Dialect::standard());
    // Of each, what stands in front of the last cut has something that is not handed on, so that it is never cut away.
    for (text, wrong) in [
        ("MATCH (a) OPTIONAL MATCH (a)-->(b:C) RETURN b.k AS x", "OPTIONAL MATCH"),
        ("MATCH p = (:A)-->(:B) RETURN length(p) AS x", "p = "),
        ("MATCH (:A)-[r*1..2]->(:C) RETURN size(r) AS x", "[r*1..2]"),
        ("MATCH (a) WITH {k: a} AS m RETURN m.k.k AS x", "{k: a}"),
        ("MATCH (a) UNWIND range(1, 30) AS i RETURN a.k AS x", "range(1, 30)"),
        ("MATCH (a) WITH 0.0 / 0.0 AS f RETURN f AS x", "0.0 / 0.0"),
    ] {
        let texts = made("front_by_ids", text, &graph, &dialect);
        assert!(texts.iter().all(|made| made.contains(wrong)), "{text}\n{texts:#?}");
    }
    let twice = "MATCH (a)-->(:B) RETURN a.k AS x";
    assert!(made("front_by_list", twice, &graph, &dialect).is_empty());
    assert!(!made("front_by_ids", twice, &graph, &dialect).is_empty());
}

#[test]
fn a_relationship_is_referred_to_where_only_one_of_several_is_matched_otherwise() {
    let mut dialect = Dialect::standard();
    dialect.deviations.unreferenced_relationships_once = true;
    let graph = witness_graph();
    assert!(made("front_by_ids", "MATCH (:A)-[r]->() RETURN r.k AS x", &graph, &dialect).is_empty());
    let texts = made("front_by_ids", "MATCH (:A)-[r]->() WHERE r IS NOT NULL RETURN r.k AS x", &graph, &dialect);
    assert!(
        !texts.is_empty() && texts.iter().all(|text| text.contains("MATCH ()-[r]->() WHERE r.id = z0")),
        "{texts:?}"
    );
}

/// Faults that change what comes of a whole and not what comes of its parts, or of one part and not of the other.
const FOUND: &[Fault] = &[
    Fault::UnwindFirstRowAfterMatch,
    Fault::OptionalMatchLosesRow,
    Fault::CommaPatternsWithFilterEmpty,
    Fault::SecondLabelIgnored,
    Fault::ParallelRelationshipsCollapsed,
    Fault::BoundLabelIgnored,
    Fault::BoundNodeScannedAgain,
];

#[test]
fn faults_that_show_across_a_cut_are_found() {
    let rules: Vec<&WrongRule> =
        FOUND.iter().map(|fault| WrongRule::find(fault.name()).expect("a departure")).collect();
    let mut power = Power::default();
    power.measure(&Disassembly, &profile(), 1, cases(), &rules);
    let missed: Vec<&str> =
        rules.iter().map(|rule| rule.name).filter(|name| !power.whole.found.contains_key(name)).collect();
    println!("{:#?}", power.whole.found);
    assert!(missed.is_empty(), "{missed:?} are not found in {} cases", power.whole.cases);
    // Neither side of the comma is wrong by itself.
    let found = &power.parts["pattern_by_ids"].found;
    assert!(found.contains_key(Fault::CommaPatternsWithFilterEmpty.name()), "{found:?}");
}
