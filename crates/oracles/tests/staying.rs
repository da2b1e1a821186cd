//! What stays of a result, by the reference: without any one of its needs a way in which it stays does not hold.

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Claim, Dialect, Lineage, NoAnswer, Related, Statement, Step};
use graphlance_cypher::{Clause, Statement as CypherStatement, parse};
use graphlance_graph::schema::{PropertyKey, PropertyKind};
use graphlance_graph::{Graph, Properties, Random, Value};
use graphlance_oracles::refinement::staying::{Found, KINDS, Need, asked};
use graphlance_reference::{Options, evaluate};

/// Nodes A, B and C with k 0, 1 and 2; A to B and B to C.
fn graph() -> Graph {
    let mut graph = Graph::new();
    let properties =
        |id: i64, k: i64| Properties::from([("id".into(), Value::Integer(id)), ("k".into(), Value::Integer(k))]);
    let nodes: Vec<_> =
        ["A", "B", "C"].iter().zip(0..).map(|(label, k)| graph.add_node([(*label).into()], properties(k, k))).collect();
    for (start, end) in [(0, 1), (1, 2)] {
        let properties = properties(start as i64 + 3, 7);
        graph.add_relationship(nodes[start], "T".into(), nodes[end], properties).expect("both ends exist");
    }
    graph.schema.keys.push(PropertyKey { name: "k".into(), kind: PropertyKind::Integer });
    graph
}

/// A MATCH for which a need does not hold, and which shows that it is needed.
const WITNESSES: &[(&str, Need, &str)] = &[
    ("all_else_deleted", Need::AllNamed, "MATCH (n:A)-[r]->()"),
    ("all_else_deleted", Need::AllNamed, "MATCH (n:A)-[r*2..2]->(m)"),
    ("all_else_deleted", Need::LooksNowhereElse, "MATCH (n:A) WHERE EXISTS { (n)-->() }"),
    ("anything_deleted", Need::NotOptional, "OPTIONAL MATCH (n:C)"),
    ("anything_deleted", Need::LooksNowhereElse, "MATCH (n) WHERE NOT EXISTS { (n)-->() }"),
];

/// Whether the reference denies one of some cases of a way on a MATCH.
fn is_denied(name: &str, text: &str) -> bool {
    let kind = KINDS.iter().find(|kind| kind.name == name).unwrap_or_else(|| panic!("there is no {name}"));
    let graph = graph();
    let Ok(CypherStatement::Query(query)) = parse(&format!("{text} RETURN 1 AS x")) else { panic!("{text}") };
    let Some(Clause::Match(matched)) = query.first.clauses.first() else { panic!("{text} is no MATCH") };
    let ask = asked(matched, &graph).expect("it binds elements");
    let options = Options::default();
    let rows = evaluate(&graph, &CypherStatement::Query(ask.clone()), &options).expect("an answer").returns.rows;
    (0..40).any(|seed| {
        let found = Found { matched, ask: &ask, rows: &rows, graph: &graph };
        let Some((queries, relation)) = (kind.make)(found, &mut Random::new(seed)) else { return false };
        let claim = Claim::Related(Related { columns: Vec::new(), relation });
        let dialect: Dialect = Cypher.standard();
        let case = Case::new(&dialect, graph.clone().into(), claim, Lineage::default());
        let run = |query| Step::run(Statement::from(CypherStatement::Query(query)));
        let case = Case { steps: queries.into_iter().map(run).collect(), ..case };
        matches!(case.claim.restated(&case, &options), Err(NoAnswer::Undecided(why)) if why.contains("not related"))
    })
}

#[test]
fn without_a_need_a_result_does_not_stay() {
    for (name, need, text) in WITNESSES {
        let kind = KINDS.iter().find(|kind| kind.name == *name).unwrap_or_else(|| panic!("there is no {name}"));
        assert!(kind.needs.contains(need), "{name} does not need {need:?}");
        assert!(is_denied(name, text), "{name} without {need:?} holds of {text}");
    }
}

#[test]
fn every_need_has_a_witness() {
    for kind in KINDS {
        for need in kind.needs {
            let shown = WITNESSES.iter().any(|(name, other, _)| *name == kind.name && other == need);
            assert!(shown, "{}: nothing shows that {need:?} is needed", kind.name);
        }
    }
}

#[test]
fn results_stay_where_all_needs_hold() {
    for text in ["MATCH (n)-[r]->(m)", "MATCH (n) WHERE n.k > 0", "MATCH (n:A)-[r]->(m), (x:C)"] {
        for kind in KINDS {
            assert!(!is_denied(kind.name, text), "{} does not hold of {text}", kind.name);
        }
    }
}
