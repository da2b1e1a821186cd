use std::sync::Arc;

use graphlance_graph::{Graph, Index, IndexKind, Returns, Row, Table, Value};

use super::IndexAgrees;
use crate::language::{Cypher, Language};
use crate::{
    Answer, Case, Claim, EngineError, ErrorClass, Evaluator, Lineage, NoAnswer, Response, Statement, Step, Verdict,
    judge,
};

fn rows(values: &[i64]) -> Vec<Row> {
    values.iter().map(|value| vec![Value::Integer(*value)]).collect()
}

fn table(values: &[i64]) -> Response {
    Response::Table(Table { columns: vec!["x".into()], rows: rows(values) })
}

/// A case whose two statements must have these rows.
fn case(values: &[i64]) -> Case {
    let texts = ["MATCH (n:A) WHERE coalesce(n.k) = 1 RETURN n.k AS x", "MATCH (n:A) WHERE n.k = 1 RETURN n.k AS x"];
    let claim = IndexAgrees { scan: 0, indexed: 1, returns: Returns::bag(["x".into()], rows(values)) };
    let case = Case::new(&Cypher.standard(), Arc::default(), Claim::IndexAgrees(claim), Lineage::default());
    let steps = texts.map(|text| Step::run(Cypher.parse(text).expect("a statement")));
    Case { steps: steps.into(), ..case }
}

/// Judges the answers without and with an index where this must come.
#[track_caller]
fn check(wanted: &[i64], [scan, indexed]: [Response; 2], verdict: &str) {
    match judge(&case(wanted), &[scan, indexed], &Cypher.standard()) {
        Verdict::Fail(evidence) => {
            assert_eq!(format!("{} {}: {}", evidence.step, evidence.class, evidence.summary), verdict);
        }
        Verdict::Pass { vacuous } => assert_eq!(if vacuous { "vacuous" } else { "pass" }, verdict),
        other => assert_eq!(other.to_string(), verdict),
    }
}

#[test]
fn both_statements_must_have_the_rows() {
    check(&[1, 2], [table(&[1, 2]), table(&[2, 1])], "pass");
    check(&[], [table(&[]), table(&[])], "vacuous");
    check(&[], [table(&[]), table(&[1])], "1 extra_rows: by an index: 1 rows returned instead of 0");
    check(&[1], [table(&[1]), table(&[])], "1 lost_rows: by an index: 0 of 1 rows returned");
    check(&[1], [table(&[2]), table(&[1])], "0 wrong_rows: without an index: 1 of 1 rows are wrong");
    let refused = Response::Error(EngineError { class: ErrorClass::Syntax, message: "no".to_owned() });
    check(&[1], [refused, table(&[1])], "refused by the target's parser");
}

#[test]
fn the_claim_is_about_both_and_names_the_one_that_an_index_serves() {
    let case = case(&[1]);
    assert_eq!(case.claim.steps(&case), [0, 1]);
    assert_eq!(case.claim.table().map(|(step, _)| step), Some(1));
    assert_eq!((case.claim.without(0), case.claim.without(1)), (None, None));
    assert_eq!(case.claim.without(2).as_ref(), Some(&case.claim));
}

/// An evaluator for which every statement has the same row.
struct Constant;

impl Evaluator for Constant {
    fn evaluate(&self, _: &Graph, _: &Statement) -> Result<Answer, NoAnswer> {
        Ok(Answer { returns: Returns::bag(["x".into()], rows(&[1])), graph: None })
    }
}

#[test]
fn the_claim_is_stated_anew_only_where_an_index_serves_one_of_the_two() {
    let mut graph = Graph::new();
    let index = Index { kind: IndexKind::Range, on_nodes: true, name: "A".into(), keys: vec!["k".into()] };
    graph.schema.indexes.push(index);
    let with_index = Case { graph: Arc::new(graph), ..case(&[1]) };
    assert_eq!(with_index.claim.restated(&with_index, &Constant).as_ref(), Ok(&with_index.claim));
    assert!(case(&[1]).claim.restated(&case(&[1]), &Constant).is_err());
    let mut alike = with_index.clone();
    alike.steps[0] = alike.steps[1].clone();
    assert!(alike.claim.restated(&alike, &Constant).is_err());
}
