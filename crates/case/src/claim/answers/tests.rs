use graphlance_graph::{Table, Value};

use super::*;
use crate::Statement;
use crate::language::{Cypher, Language};
use crate::{EngineError, judge};
use crate::{Lineage, Step};

fn one() -> Stated {
    Stated::Rows(Returns::bag(["x".into()], vec![vec![Value::Integer(1)]]))
}

fn table(value: i64) -> Response {
    Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::Integer(value)]] })
}

fn error(class: ErrorClass) -> Response {
    Response::Error(EngineError { class, message: "no".to_owned() })
}

/// A graph of so many nodes.
fn nodes(count: usize) -> Arc<Graph> {
    let mut graph = Graph::new();
    for _ in 0..count {
        graph.add_node([], Default::default());
    }
    Arc::new(graph)
}

/// Judges what is stated, and a graph of one node afterwards, against an answer and the number of nodes read back.
#[track_caller]
fn check(stated: Stated, response: Response, left: usize, outcome: &str) {
    let claim = Claim::Answers(Answers { graph: Some(nodes(1)), ..Answers::of_step(0, stated) });
    let statement = Cypher.parse("CREATE () RETURN 1 AS x").expect("a statement");
    let case = Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default());
    let case = Case { steps: vec![Step::run(statement), Act::Snapshot.into()], ..case };
    let graph = Graph::clone(&nodes(left));
    let verdict = judge(&case, &[response, Response::Graph(Box::new(graph))], &Cypher.standard());
    let word = match &verdict {
        Verdict::Pass { .. } => "pass".to_owned(),
        Verdict::Fail(evidence) => evidence.class.to_string(),
        other => other.to_string(),
    };
    assert_eq!(word, outcome, "{verdict:?}");
}

#[test]
fn rows_and_the_graph_afterwards_must_both_be_right() {
    check(one(), table(1), 1, "pass");
    check(one(), table(2), 1, "wrong_rows");
    check(one(), table(1), 2, "state");
    check(one(), error(ErrorClass::Runtime), 1, "unexpected_error");
    check(one(), error(ErrorClass::Syntax), 1, "unexpected_error");
    check(one(), error(ErrorClass::Timeout), 1, "the target's own time-out");
}

#[test]
fn the_sign_of_a_zero_that_is_written_is_not_claimed() {
    let of = |zero: f64| {
        let mut graph = Graph::new();
        graph.add_node([], [("k".into(), Value::Float(zero))].into());
        graph
    };
    let check = |left: f64, right: bool| {
        let claim = Claim::Answers(Answers { graph: Some(Arc::new(of(-0.0))), ..Answers::of_step(0, one()) });
        let statement = Cypher.parse("CREATE ({k: -(0.0)}) RETURN 1 AS x").expect("a statement");
        let case = Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default());
        let case = Case { steps: vec![Step::run(statement), Act::Snapshot.into()], ..case };
        let responses = [table(1), Response::Graph(Box::new(of(left)))];
        let verdict = judge(&case, &responses, &Cypher.standard());
        assert_eq!(matches!(verdict, Verdict::Pass { .. }), right, "{left}: {verdict:?}");
    };
    check(-0.0, true);
    check(0.0, true);
    check(0.5, false);
}

#[test]
fn an_error_that_is_due_must_come_and_leave_nothing_behind() {
    let due = || Stated::Error("TypeError".to_owned());
    check(due(), error(ErrorClass::Runtime), 1, "pass");
    check(due(), error(ErrorClass::Syntax), 1, "pass");
    check(due(), error(ErrorClass::Runtime), 2, "state");
    check(due(), error(ErrorClass::Internal), 1, "internal_error");
    check(due(), error(ErrorClass::Memory), 1, "the target's memory limit");
    check(due(), table(1), 1, "missing_error");
}

#[test]
fn where_nothing_is_stated_anything_will_do_but_a_breakdown() {
    let nothing = || Stated::Nothing("unspecified".to_owned());
    check(nothing(), error(ErrorClass::Syntax), 1, "pass");
    check(nothing(), table(7), 1, "pass");
    check(nothing(), error(ErrorClass::Internal), 1, "internal_error");
}
#[test]
fn behind_a_statement_that_is_refused_nothing_is_claimed() {
    for may_lack in [false, true] {
        let claim = Claim::Answers(Answers { may_lack, ..Answers::of_step(1, one()) });
        let run = |text: &str| Step::run(Cypher.parse(text).expect("a statement"));
        let case = Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default());
        let case = Case { steps: vec![run("CREATE ()"), run("MATCH () RETURN 1 AS x")], ..case };
        let none = Response::Table(Table { columns: vec!["x".into()], rows: Vec::new() });
        let verdict = judge(&case, &[error(ErrorClass::Syntax), none], &Cypher.standard());
        assert!(matches!(verdict, Verdict::Skipped(Skip::Refused)), "{may_lack}: {verdict:?}");
    }
}

/// Knows that `RETURN 1 AS x` is one row.
struct One;

impl Evaluator for One {
    fn evaluate(&self, _: &Graph, _: &Statement) -> Result<Answer, NoAnswer> {
        let Stated::Rows(returns) = one() else { return Err(NoAnswer::Undecided(String::new())) };
        Ok(Answer { returns, graph: None })
    }
}

#[test]
fn a_statement_in_front_that_ends_in_an_error_is_accused() {
    let run = |text: &str| Step::run(Cypher.parse(text).expect("a statement"));
    let claim = Claim::Answers(Answers::of_step(1, one()));
    let case = Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default());
    let case = Case { steps: vec![run("RETURN 1 AS x"), run("RETURN 2 AS x"), Act::Snapshot.into()], ..case };
    let accused = |responses: &[Response]| -> Vec<Vec<usize>> {
        let accused = case.claim.accused(&case, responses, &Cypher.standard(), &One);
        accused.iter().map(|case| case.claim.steps(case)).collect()
    };
    assert_eq!(accused(&[error(ErrorClass::Runtime), table(2)]), [[0]]);
    assert_eq!(accused(&[table(1), error(ErrorClass::Runtime)]), Vec::<Vec<usize>>::new());
}

#[test]
fn the_columns_of_a_star_come_in_any_order() {
    let verdict = |text: &str, columns: [&str; 2], row: [i64; 2]| {
        let claimed = Returns::bag(["a".into(), "b".into()], vec![vec![Value::Integer(1), Value::Integer(2)]]);
        let case = Case::new(&Cypher.standard(), Arc::default(), Claim::returns(0, claimed), Lineage::default());
        let case = Case { steps: vec![Step::run(Cypher.parse(text).expect("a statement"))], ..case };
        let rows = vec![row.map(Value::Integer).to_vec()];
        let table = Table { columns: columns.map(Into::into).to_vec(), rows };
        matches!(judge(&case, &[Response::Table(table)], &Cypher.standard()), Verdict::Pass { .. })
    };
    let star = "WITH 1 AS a, 2 AS b RETURN *";
    assert!(verdict(star, ["b", "a"], [2, 1]));
    assert!(!verdict(star, ["b", "a"], [1, 2]));
    assert!(!verdict(star, ["b", "c"], [2, 1]));
    assert!(!verdict("WITH 1 AS a, 2 AS b RETURN a, b", ["b", "a"], [2, 1]));
}
