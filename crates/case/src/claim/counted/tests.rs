use std::sync::Arc;

use graphlance_graph::{Count, Counters, Graph, Returns, Table};

use crate::language::{Cypher, Language};
use crate::{Act, Answers, Case, Claim, Dialect, Lineage, Response, Stated, Step, Verdict, judge};

/// A dialect of which this is known of its counters.
fn dialect(counts: &[Count]) -> Dialect {
    let mut dialect = graphlance_cypher::Dialect::standard();
    dialect.counters.extend(counts);
    dialect.into()
}

fn counters(of: &[(Count, u64)]) -> Counters {
    of.iter().copied().collect()
}

/// The case of a statement that makes a node, behind which the graph is read and what it counted asked for.
fn case(wanted: &[(Count, u64)]) -> Case {
    let returns = Returns::bag([], Vec::new());
    let graph = Some(Arc::new(Graph::new()));
    let answers = Answers {
        graph,
        may_lack: true,
        counters: Some(counters(wanted)),
        ..Answers::of_step(0, Stated::Rows(returns))
    };
    let statement = Cypher.parse("CREATE (:A)").expect("a statement");
    let case = Case::new(&Cypher.standard(), Arc::default(), Claim::Answers(answers), Lineage::default());
    Case { steps: vec![Step::run(statement), Act::Snapshot.into(), Act::Counters.into()], ..case }
}

/// Judges what came against what is wanted, where these kinds are known.
#[track_caller]
fn check(known: &[Count], wanted: &[(Count, u64)], came: &[(Count, u64)], verdict: &str) {
    let left = Response::Graph(Box::default());
    let responses = [Response::Table(Table::default()), left, Response::Counters(counters(came))];
    let told = judge(&case(wanted), &responses, &dialect(known));
    match &told {
        Verdict::Fail(evidence) => assert_eq!(format!("{}: {}", evidence.class, evidence.summary), verdict),
        other => assert_eq!(other.to_string(), verdict),
    }
}

const NODES: Count = Count::NodesCreated;
const LABELS: Count = Count::LabelsAdded;

#[test]
fn what_is_counted_must_be_what_was_changed() {
    check(&[NODES], &[(NODES, 1)], &[(NODES, 1)], "the claim holds");
    check(&[NODES], &[(NODES, 1)], &[(NODES, 2)], "counters: nodes created: 2 in place of 1");
    check(&[NODES], &[(NODES, 1)], &[], "counters: nodes created: 0 in place of 1");
    check(&[NODES], &[(NODES, 0)], &[], "the claim holds");
    let both = "counters: nodes created: 2 in place of 1, labels added: 0 in place of 1";
    check(&[NODES, LABELS], &[(NODES, 1), (LABELS, 1)], &[(NODES, 2)], both);
}

#[test]
fn what_is_not_known_of_the_target_is_not_compared() {
    check(&[LABELS], &[(NODES, 1)], &[(NODES, 2)], "the claim holds");
    check(&[NODES, LABELS], &[(NODES, 1)], &[(NODES, 1), (LABELS, 7)], "the claim holds");
}

#[test]
fn a_case_may_lose_the_step_that_asks_and_claims_nothing_of_it_then() {
    let mut case = case(&[(NODES, 1)]);
    assert!(case.remove_step(2));
    assert_eq!((case.claim.counters(), case.steps.len()), (None, 2));
    assert!(!case.remove_step(1), "the graph is claimed");
}

#[test]
fn a_case_with_counters_is_read_as_it_was_written() {
    let case = case(&[(NODES, 1), (LABELS, 0)]);
    let text = serde_json::to_string(&case).expect("a case as JSON");
    assert!(text.contains(r#""counters":{"nodes_created":1,"labels_added":0}"#), "{text}");
    let read: Case<String> = serde_json::from_str(&text).expect("a case");
    assert_eq!(read.claim, case.claim);
    assert_eq!(read.steps.last().map(|step| step.act.name()), Some("counters"));
}
