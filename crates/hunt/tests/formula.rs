//! A finding on a graph by a formula comes down to a smaller graph of the same formula, and then to a few nodes.

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{
    Bag, Case, Claim, Evaluator, Lineage, Related, Relation, Response, Statement, Step, Verdict, judge,
};
use graphlance_engines::TargetError;
use graphlance_graph::random_graph::{Formula, Topology};
use graphlance_graph::{Column, Graph, NodeKey, Returns, Table};
use graphlance_reference::Options;
use graphlance_shrink::{Failure, Limits, Outcome, Trial, reduce};

/// An engine whose paths of variable length see the first nodes alone.
struct Truncating {
    nodes: usize,
}

impl Truncating {
    fn answer(&self, graph: &Graph, statement: &Statement) -> Option<Response> {
        let mut seen = graph.clone();
        if statement.text().contains('*') {
            for place in self.nodes..graph.node_count() {
                seen.remove_node(NodeKey(place as u32));
            }
        }
        let returns = Options::default().evaluate(&seen, statement).ok()?.returns;
        let columns = returns.columns.into_iter().map(|column| column.name).collect();
        Some(Response::Table(Table { columns, rows: returns.rows }))
    }

    fn fails(&self, case: &Case) -> Option<Failure> {
        let claim = case.claim.restated(case, &Options::default()).ok()?;
        let case = Case { claim, ..case.clone() };
        let responses =
            case.statements().map(|statement| self.answer(&case.graph, statement)).collect::<Option<Vec<_>>>()?;
        match judge(&case, &responses, &Cypher.standard()) {
            Verdict::Fail(evidence) => Some(Failure { case, evidence, responses }),
            _ => None,
        }
    }
}

impl Trial for Truncating {
    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
        Ok(self.fails(candidate).map_or(Outcome::Gone, |failure| Outcome::Same(Box::new(failure))))
    }

    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
        Options::default().evaluate(graph, statement).ok().map(|answer| answer.returns)
    }

    fn after_script(&self, _: &[Statement]) -> Option<Graph> {
        None
    }

    fn graph_before(&self, _: &Case, _: usize) -> Option<Graph> {
        None
    }
}

/// The case that what is two relationships behind the node 9 is told alike in two ways, on a graph of so many nodes.
fn case(nodes: usize) -> Case {
    let texts = [
        "MATCH (a:L1 {id: 9})-[rs*2]->(b) RETURN b.id AS id",
        "MATCH (a:L1 {id: 9})-[r]->()-[s]->(b) RETURN b.id AS id",
    ];
    let graph = Graph::by(Formula::new(Topology::Tree, nodes, 3).expect("a formula"));
    let relation = Relation::Same(vec![Bag::Rows(0), Bag::Rows(1)]);
    let claim = Claim::Related(Related { columns: vec![Column::exact("id")], relation });
    let steps = texts.map(|text| Step::run(Cypher.parse(text).expect("a statement"))).into();
    Case { steps, ..Case::new(&Cypher.standard(), graph.into(), claim, Lineage::default()) }
}

#[track_caller]
fn check(engine: &mut Truncating, nodes: usize, most: usize, by_formula: bool) {
    let failure = engine.fails(&case(nodes)).expect("the engine is wrong");
    let reduced = reduce(failure, engine, Limits::default()).expect("no target");
    let graph = &reduced.trail.last().expect("a case").case.graph;
    assert!(graph.node_count() <= most, "{} nodes", graph.node_count());
    assert_eq!(graph.formula().is_some(), by_formula);
}

#[test]
fn what_shows_on_a_small_graph_is_written_out_and_loses_its_nodes() {
    // The node 28 is one of two that the path goes over, and the engine counts up to the number of nodes that there are.
    check(&mut Truncating { nodes: 20 }, 3_000, 29, false);
}

#[test]
fn what_needs_many_nodes_keeps_the_formula_and_the_smallest_graph_of_it() {
    // Nothing is wrong on fewer nodes than that, so that none can be dropped from what is left.
    struct Large(Truncating);
    let least = 1_500;
    impl Trial for Large {
        fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
            if candidate.graph.node_count() < 1_500 { Ok(Outcome::Gone) } else { self.0.try_case(candidate) }
        }
        fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
            self.0.evaluate(graph, statement)
        }
        fn after_script(&self, _: &[Statement]) -> Option<Graph> {
            None
        }
        fn graph_before(&self, _: &Case, _: usize) -> Option<Graph> {
            None
        }
    }
    let mut engine = Large(Truncating { nodes: 20 });
    let failure = engine.0.fails(&case(6_000)).expect("the engine is wrong");
    let reduced = reduce(failure, &mut engine, Limits::default()).expect("no target");
    let graph = &reduced.trail.last().expect("a case").case.graph;
    assert!(graph.formula().is_some() && (least..=4_096).contains(&graph.node_count()), "{}", graph.node_count());
}
