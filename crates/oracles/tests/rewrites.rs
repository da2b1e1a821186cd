//! Every rewrite against the reference: on random statements its results have the rows that its effect says, and without any
//! one of its preconditions they do not. `GRAPHLANCE_CASES` sets the number of statements for each rewrite.

use graphlance_case::SameGroups;
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_cypher::{Dialect, Query, Statement, parse, print};
use graphlance_generate::Profile;
use graphlance_generate::arbitrary::{ReadingSizes, arbitrary_reading};
use graphlance_graph::random_graph::{GraphSizes, random_graph};
use graphlance_graph::schema::{PropertyKey, PropertyKind};
use graphlance_graph::{Graph, Properties, Random, Row, Value};
use graphlance_oracles::rewrites::{ALL, Effect, Ground, Precondition, Rewrite, merges};
use graphlance_reference::{OpenAnswers, Options, evaluate};

const CASES: u64 = 3_000;
/// Statements on each graph.
const STATEMENTS: u64 = 25;
/// A rewrite that applies to fewer of a thousand statements is checked too little.
const LEAST_APPLIED: u64 = 30;
/// So is one with fewer of a thousand that have rows.
const LEAST_WITH_ROWS: u64 = 4;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

fn graph(seed: u64, dialect: &Dialect) -> Graph {
    let profile = Profile::built_in("default").expect("a built-in profile");
    let sizes = GraphSizes { nodes: [1, 6], relationships: [0, 12], ..profile.graph };
    random_graph(&mut Random::derive(seed, &[0]), &sizes, &dialect.values, &dialect.index_support())
}

/// The rows of queries put together; none where one raises an error or goes beyond the budget.
fn rows(ground: Ground<'_>, queries: &[Query]) -> Option<Vec<Row>> {
    let deviations = ground.dialect.deviations.clone();
    let options = Options { open: OpenAnswers::Choose, deviations, ..Options::default() };
    let answer = |query: &Query| evaluate(ground.graph, &Statement::Query(query.clone()), &options).ok();
    let answers: Vec<_> = queries.iter().map(answer).collect::<Option<_>>()?;
    Some(answers.into_iter().flat_map(|answer| answer.returns.rows).collect())
}

/// The rows that must be the same, as texts, sorted: those put together on each side, or the groups of one and the merged groups of
/// the other.
fn sides(rewrite: &Rewrite, ground: Ground<'_>, base: &Query, derived: &[Query]) -> [Option<Vec<String>>; 2] {
    let base_rows = || rows(ground, std::slice::from_ref(base));
    let parts = |others: &[Query]| {
        let mut parts = base_rows()?;
        parts.extend(rows(ground, others)?);
        Some(parts)
    };
    let both = match (rewrite.effect, derived) {
        (Effect::Parts, [whole, others @ ..]) => [rows(ground, std::slice::from_ref(whole)), parts(others)],
        (Effect::Groups, [whole, others @ ..]) => {
            let merged = |parts: Vec<Row>| {
                let merges = merges(whole, ground)?;
                SameGroups { columns: Vec::new(), merges, whole: 0, parts: Vec::new() }.merged(parts)
            };
            [rows(ground, std::slice::from_ref(whole)), parts(others).and_then(merged)]
        }
        _ => [base_rows(), rows(ground, derived)],
    };
    both.map(|rows| {
        let mut texts: Vec<String> = rows?.iter().map(|row| format!("{row:?}")).collect();
        texts.sort();
        Some(texts)
    })
}

fn texts(queries: &[Query]) -> String {
    let texts = queries.iter().map(|query| print(&Statement::Query(query.clone()), &Dialect::standard()));
    texts.collect::<Vec<_>>().join("\n  ")
}

/// Statements without SKIP and LIMIT: where they cut, the reference's order of arrival would decide.
fn arbitrary_query(random: &mut Random, graph: &Graph) -> Option<Query> {
    let mut reading = arbitrary_reading(random, graph, ReadingSizes::default());
    reading.projection.skip = None;
    reading.projection.limit = None;
    match reading.statement() {
        Statement::Query(query) => Some(query),
        Statement::Schema(_) => None,
    }
}

fn check(rewrite: &Rewrite) {
    let dialect = Dialect::standard();
    let (mut applied, mut with_rows) = (0, 0);
    for number in 0..cases() {
        let graph = graph(number / STATEMENTS, &dialect);
        let ground = Ground { graph: &graph, dialect: &dialect };
        let mut random = Random::derive(number, &[1]);
        let Some(query) = arbitrary_query(&mut random, &graph) else { continue };
        let Some((derived, _)) = rewrite.derive(&query, ground, &mut random) else { continue };
        let [Some(ours), Some(theirs)] = sides(rewrite, ground, &query, &derived) else { continue };
        applied += 1;
        with_rows += u64::from(!ours.is_empty());
        assert!(
            ours == theirs,
            "{} on case {number}:\n  {}\nbecomes\n  {}\nwith rows\n{ours:#?}\nand\n{theirs:#?}\non {}",
            rewrite.name,
            texts(&[query]),
            texts(&derived),
            serde_json::to_string(&graph).expect("a graph")
        );
    }
    println!("{}: applied to {applied} of {}, {with_rows} with rows", rewrite.name, cases());
    assert!(applied * 1000 >= cases() * LEAST_APPLIED, "{}: applied to {applied} of {}", rewrite.name, cases());
    assert!(with_rows * 1000 >= cases() * LEAST_WITH_ROWS, "{}: {with_rows} with rows", rewrite.name);
}

#[test]
fn every_rewrite_keeps_the_rows_that_its_effect_says() {
    for rewrite in ALL {
        check(rewrite);
    }
}

/// Nodes A, B and C with k 0, 1 and 2; a loop at A, A to B twice, B to C.
fn witness_graph() -> Graph {
    let mut graph = Graph::new();
    let properties = |k: i64| Properties::from_iter([("k".into(), Value::Integer(k))]);
    let nodes: Vec<_> =
        ["A", "B", "C"].iter().zip(0..).map(|(label, k)| graph.add_node([(*label).into()], properties(k))).collect();
    for (start, end) in [(0, 0), (0, 1), (0, 1), (1, 2)] {
        graph.add_relationship(nodes[start], "T".into(), nodes[end], properties(7)).expect("both ends exist");
    }
    graph.schema.keys.push(PropertyKey { name: "k".into(), kind: PropertyKind::Integer });
    graph
}

/// A statement in which a rewrite's precondition does not hold, and which shows that it is needed.
const WITNESSES: &[(&str, Precondition, &str)] = &[
    (
        "partition_rows",
        Precondition::OnePart,
        "MATCH (n) WHERE n.k > 0 RETURN n.k AS x UNION ALL MATCH (m) RETURN m.k AS x",
    ),
    ("partition_rows", Precondition::RowByRow, "MATCH (n) WHERE n.k > 0 RETURN count(*) AS x"),
    ("partition_rows", Precondition::NotOptional, "OPTIONAL MATCH (n:A) WHERE n.k > 0 RETURN n.k AS x"),
    (
        "partition_groups",
        Precondition::OnePart,
        "MATCH (n) WHERE n.k > 0 RETURN count(*) AS x UNION ALL MATCH (m) RETURN m.k AS x",
    ),
    ("partition_groups", Precondition::GroupsMerge, "MATCH (n) WHERE n.k > 0 RETURN avg(n.k) AS x"),
    ("partition_groups", Precondition::GroupsMerge, "MATCH (n) WHERE n.k > 0 RETURN count(DISTINCT labels(n)) AS x"),
    (
        "partition_groups",
        Precondition::GroupsMerge,
        "MATCH (n) WHERE n.k > 0 WITH DISTINCT n.k > 7 AS k RETURN count(*) AS x",
    ),
    ("partition_groups", Precondition::NotOptional, "OPTIONAL MATCH (n:A) WHERE n.k > 0 RETURN count(*) AS x"),
    ("filter_after_with", Precondition::NotOptional, "OPTIONAL MATCH (n) WHERE n.k > 7 RETURN n.k AS x"),
    ("split_match", Precondition::NotOptional, "OPTIONAL MATCH (a:C), (b:C)-[r]->(c:A) RETURN a.k AS x"),
    ("split_match", Precondition::PatternsStandAlone, "MATCH (a {k: b.k}), (b:B) RETURN a.k AS x"),
    ("split_match", Precondition::UniqueRelationships, "MATCH (a:A)-[r]->(b), (c)-[s]->(d) RETURN a.k AS x"),
    ("reverse_pattern", Precondition::NoSequenceBound, "MATCH p = (a:A)-[r]->(b:B) RETURN p AS x"),
    ("reverse_pattern", Precondition::NoSequenceBound, "MATCH (a:A)-[r*2..2]->(b:C) RETURN r AS x"),
    ("drop_order", Precondition::NoCut, "MATCH (n) RETURN n.k AS x ORDER BY x DESC LIMIT 1"),
    ("drop_order", Precondition::OrderUnseen, "MATCH (n) WITH n.k AS k ORDER BY k DESC RETURN collect(k) AS x"),
    (
        "drop_order",
        Precondition::OrderUnseen,
        "MATCH (n) WITH n.k AS k ORDER BY k DESC WITH k AS k LIMIT 1 RETURN k AS x",
    ),
    (
        "drop_order",
        Precondition::OrderUnseen,
        "MATCH (n) WITH n.k AS k ORDER BY k DESC WITH k AS k ORDER BY k % 2 LIMIT 1 RETURN k AS x",
    ),
    ("distinct_as_groups", Precondition::NoCut, "MATCH (n) RETURN DISTINCT n.k AS x LIMIT 1"),
];

/// What the reference cannot show: it takes `false AND error` for false in both orders and `true OR error` for true, while
/// engines evaluate one part first and may raise the error of the other.
const OF_ENGINES_ONLY: &[(&str, Precondition)] =
    &[("de_morgan", Precondition::NeverRaises), ("swap_conjuncts", Precondition::NeverRaises)];

/// The dialect in which a precondition about dialects fails, else the standard.
fn dialect_without(need: Precondition) -> Dialect {
    let mut dialect = Dialect::standard();
    if need == Precondition::UniqueRelationships {
        dialect.deviations.relationship_uniqueness = RelationshipUniqueness::Off;
    }
    dialect
}

#[test]
fn without_a_precondition_a_rewrite_changes_the_rows() {
    let graph = witness_graph();
    for (name, need, text) in WITNESSES {
        let rewrite = Rewrite::named(name).unwrap_or_else(|| panic!("there is no rewrite {name}"));
        assert!(rewrite.needs.contains(need), "{name} does not need {need:?}");
        let dialect = dialect_without(*need);
        let ground = Ground { graph: &graph, dialect: &dialect };
        let Ok(Statement::Query(query)) = parse(text) else { panic!("{text} is no query") };
        let others: Vec<Precondition> = rewrite.needs.iter().copied().filter(|other| other != need).collect();
        let unsound = rewrite.sites_under(&others, &query, ground);
        assert!(unsound.len() > rewrite.sound_sites(&query, ground).len(), "{name} is not kept from {text}");
        assert!(rows(ground, std::slice::from_ref(&query)).is_some(), "{text} has no answer");
        let differs = unsound.iter().any(|site| {
            let derived = (rewrite.apply)(&query, *site, ground);
            // An error where there was none is a difference too.
            derived.is_some_and(|derived| {
                let [one, other] = sides(rewrite, ground, &query, &derived);
                one != other
            })
        });
        assert!(differs, "{name} without {need:?} keeps the rows of {text}");
    }
}

#[test]
fn every_precondition_has_a_witness() {
    for rewrite in ALL {
        for need in rewrite.needs {
            let witnessed = WITNESSES.iter().any(|(name, one, _)| *name == rewrite.name && one == need);
            let beyond = OF_ENGINES_ONLY.contains(&(rewrite.name, *need));
            assert!(witnessed != beyond, "{}: nothing shows that {need:?} is needed", rewrite.name);
        }
    }
}
