//! Cases of the profile `wide`: thousands of rows, little in an answer, and a reduction that comes down to where the rows are
//! divided.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Evaluator, Response, Statement, Verdict, judge};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::{Graph, NodeKey, Returns, Table};
use graphlance_hunt::Clock;
use graphlance_hunt::production::Production;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_oracles::Reference;
use graphlance_reference::{Options, languages};
use graphlance_shrink::{Failure, Limits, Outcome, Trial, reduce};

/// Nodes that the faulty engine sees.
const CHUNK: usize = 2_048;

/// What a case may take in a file.
const BYTES: usize = 8 << 20;

fn wide(nodes: [usize; 2]) -> Profile {
    let mut profile = Profile::built_in("wide").expect("a built-in profile");
    profile.graph.nodes = nodes;
    profile
}

/// An engine that sees no node beyond its first chunk.
struct Chunked;

impl Chunked {
    /// What becomes of a case; none where the reference has no claim of it, or the engine is right.
    fn fails(case: &Case) -> Option<Failure> {
        let options = Options::default();
        let claim = case.claim.restated(case, &options).ok()?;
        let case = Case { claim, ..case.clone() };
        let mut graph = Graph::clone(&case.graph);
        let beyond: Vec<NodeKey> = graph.nodes().skip(CHUNK).map(|node| node.key).collect();
        for key in beyond {
            graph.remove_node(key);
        }
        let returns = options.evaluate(&graph, case.statement(0)?).ok()?.returns;
        let columns = returns.columns.into_iter().map(|column| column.name).collect();
        let responses = vec![Response::Table(Table { columns, rows: returns.rows })];
        match judge(&case, &responses, &Cypher.standard()) {
            Verdict::Fail(evidence) => Some(Failure { case, evidence, responses }),
            _ => None,
        }
    }
}

impl Trial for Chunked {
    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
        Ok(Chunked::fails(candidate).map_or(Outcome::Gone, |failure| Outcome::Same(Box::new(failure))))
    }

    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
        Options::default().evaluate(graph, statement).ok().map(|answer| answer.returns)
    }

    fn after_script(&self, _: &[Statement]) -> Option<Graph> {
        None
    }

    fn graph_before(&self, _: &Case, _: usize) -> Option<graphlance_graph::Graph> {
        None
    }
}

#[test]
fn wide_cases_are_made_and_their_answers_and_files_stay_small() {
    let mut rows = 0;
    for case in Production::new(&Reference, 3, Cypher.standard(), wide([1_000, 20_000]), 60) {
        assert!((1_000..=20_000).contains(&case.graph.node_count()));
        let (_, returns) = case.claim.table().expect("a table");
        rows = rows.max(returns.rows.len());
        let bytes = serde_json::to_vec(&case).expect("it is data").len();
        assert!(bytes < BYTES, "{bytes}");
    }
    assert!((2..=5_000).contains(&rows), "{rows}");
}

#[test]
fn a_graph_is_loaded_in_pieces_and_is_the_same_afterwards() {
    let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(Cypher.standard(), None));
    let mut session =
        Session::open(&target, 0, Deadlines::default(), &Clock::endless(), &languages()).expect("it opens");
    for case in Production::new(&Reference, 5, Cypher.standard(), wide([2_500, 3_000]), 2) {
        let (_, verdict) = session.run_case(&case).expect("it runs");
        assert!(matches!(verdict, Verdict::Pass { .. }), "{verdict:?}");
    }
}

#[test]
fn a_wide_case_is_reduced_to_where_the_rows_are_divided() {
    let mut cases = Production::new(&Reference, 1, Cypher.standard(), wide([2_300, 2_500]), 60);
    let failure = cases.find_map(|case| Chunked::fails(&case)).expect("one of them shows it");
    let before = failure.case.graph.node_count();
    let limits = Limits { runs: 300, time: Duration::from_secs(60) };
    let reduced = reduce(failure, &mut Chunked, limits).expect("it stays usable");
    let after = reduced.trail.last().expect("the case itself").case.graph.node_count();
    println!("{before} nodes, then {after}");
    assert!(after > CHUNK && after < before && after <= CHUNK + 64, "{before} nodes, then {after}");
}
