use std::sync::Arc;

use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Act, Answers, Lineage, Step};
use graphlance_graph::{Graph, Properties, Returns, Table, Value};

use super::*;

fn named(case: &Case, responses: &[Response]) -> Vec<String> {
    let standard = Cypher.standard();
    let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
    causes(case, responses, &standard, evaluator.as_ref()).into_iter().map(|cause| cause.sentence).collect()
}

/// One node with a self-loop; `returned` rows of 1 instead of `expected`. Among what may explain that is what is wanted.
fn check(text: &str, expected: usize, returned: usize, wanted: Option<&str>) {
    let mut graph = Graph::new();
    let node = graph.add_node([], Properties::new());
    graph.add_relationship(node, "T".into(), node, Properties::new()).unwrap();
    let rows = |count| vec![vec![Value::Integer(1)]; count];
    let claim = Claim::returns(0, Returns::bag(["x".into()], rows(expected)));
    let standard = Cypher.standard();
    let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
    let case = Case { steps, ..Case::new(&standard, Arc::new(graph), claim, Lineage::default()) };
    let table = Table { columns: vec!["x".into()], rows: rows(returned) };
    let found = named(&case, &[Response::Table(table)]);
    match wanted {
        Some(wanted) => assert!(found.iter().any(|sentence| sentence == wanted), "{text}: {found:#?}"),
        None => assert!(found.is_empty(), "{text}: {found:#?}"),
    }
}

#[test]
fn a_wrong_answer_may_be_explained_by_departures() {
    check("MATCH ()-->()-->() RETURN 1 AS x", 0, 1, Some("one MATCH may use a relationship twice"));
    check("MATCH ()--() RETURN 1 AS x", 1, 2, Some("an undirected pattern matches a self-loop twice"));
    check(
        "MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE false RETURN 1 AS x",
        1,
        0,
        Some("OPTIONAL MATCH loses its row when its WHERE is never true"),
    );
}

#[test]
fn an_answer_with_rows_is_not_explained_by_columns_that_are_lost_without() {
    let sentence = "an answer without rows has no columns";
    let standard = Cypher.standard();
    let of = |columns: &[&str], rows: Vec<Vec<Value>>| {
        let claim = Claim::returns(0, Returns::bag(["x".into()], Vec::new()));
        let steps = vec![Step::run(Cypher.parse("MATCH (n) RETURN 1 AS x").expect("a statement"))];
        let case = Case { steps, ..Case::new(&standard, Arc::default(), claim, Lineage::default()) };
        let columns = columns.iter().map(|name| (*name).into()).collect();
        named(&case, &[Response::Table(Table { columns, rows })]).contains(&sentence.to_owned())
    };
    assert!(of(&[], Vec::new()));
    assert!(!of(&["x"], vec![vec![Value::Integer(1)]]));
}

#[test]
fn no_cause_is_looked_for_when_the_time_is_over() {
    let standard = Cypher.standard();
    let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
    let claim = Claim::returns(0, Returns::bag(["x".into()], Vec::new()));
    let steps = vec![Step::run(Cypher.parse("UNWIND [] AS y RETURN 1 AS x").expect("a statement"))];
    let case = Case { steps, ..Case::new(&standard, Arc::default(), claim, Lineage::default()) };
    let came = [Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::Integer(1)]] })];
    let found = |patience| causes_within(patience, &case, &came, &standard, evaluator.as_ref()).len();
    assert!(found(PATIENCE) > 0);
    assert_eq!(found(Duration::ZERO), 0);
}

#[test]
fn two_departures_may_explain_what_none_explains_alone() {
    let both = "DISTINCT of a WITH is ignored, and SKIP is ignored";
    let text = "UNWIND [1, 1] AS y WITH DISTINCT y RETURN 1 AS x UNION ALL RETURN 1 AS x SKIP 1";
    check(text, 1, 3, Some(both));
}

#[test]
fn a_wrong_graph_and_an_error_that_did_not_come_are_named_so_as_well() {
    let standard = Cypher.standard();
    let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
    let check = |text: &str, left: Graph, wanted: Option<&str>| {
        let case = Case::new(&standard, Arc::default(), Claim::Survives, Lineage::default());
        let steps = vec![Step::run(Cypher.parse(text).expect("a statement")), Act::Snapshot.into()];
        let mut case = Case { steps, ..case };
        case.claim = Claim::Answers(Answers::of(&case, 0, evaluator.as_ref()));
        let responses = [Response::Table(Table::default()), Response::Graph(Box::new(left))];
        let found = named(&case, &responses);
        let wanted = wanted.map(str::to_owned);
        assert!(wanted.as_ref().is_none_or(|wanted| found.contains(wanted)), "{text}: {found:#?}");
        assert_eq!(found.is_empty(), wanted.is_none(), "{text}: {found:#?}");
    };
    let lost = Some("OPTIONAL MATCH loses its row when its WHERE is never true");
    check("OPTIONAL MATCH (n) WHERE false CREATE ()", Graph::new(), lost);
    check("OPTIONAL MATCH (n) WHERE false CREATE (n)-[:T]->()", Graph::new(), lost);
    check("CREATE ()", Graph::new(), None);
}

#[test]
fn what_a_rule_leaves_open_is_foretold_where_it_is_just_what_came() {
    let standard = Cypher.standard();
    let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
    let departing = evaluator.departing(&["quantifiers-take-null-for-false"]).expect("a departure");
    let merged = "MATCH (n:A) WHERE single(y IN [1, null] WHERE y = 1) MERGE (m:M) ON CREATE SET m.k = n.k ON MATCH SET m.l = n.k";
    let mut graph = Graph::new();
    for value in [1, 2] {
        graph.add_node(["A".into()], Properties::from([("k".into(), Value::Integer(value))]));
    }
    let case = Case::new(&standard, Arc::new(graph.clone()), Claim::Survives, Lineage::default());
    let steps = vec![Step::run(Cypher.parse(merged).expect("a statement")), Act::Snapshot.into()];
    let mut case = Case { steps, ..case };
    case.claim = Claim::Answers(Answers::of(&case, 0, evaluator.as_ref()));
    let left = |entries: [(&str, i64); 2]| {
        let mut left = graph.clone();
        left.add_node(["M".into()], entries.map(|(key, value)| (key.into(), Value::Integer(value))).into());
        let responses = [Response::Table(Table::default()), Response::Graph(Box::new(left))];
        foretold(&case, &responses, &standard, departing.as_ref())
    };
    assert_eq!(left([("k", 1), ("l", 2)]), Foretold::This);
    assert_eq!(left([("k", 2), ("l", 1)]), Foretold::Nothing);
}

/// What a rule by which a statement is refused says of an answer to it.
#[track_caller]
fn check_refusal(text: &str, came: Response, wanted: Foretold) {
    let returns = Returns::bag(["x".into()], vec![vec![Value::Integer(1)]]);
    check_refusal_of(Claim::returns(0, returns), text, came, wanted);
}

#[track_caller]
fn check_refusal_of(claim: Claim, text: &str, came: Response, wanted: Foretold) {
    let standard = Cypher.standard();
    let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
    let departing = evaluator.departing(&["order-or-cut-first-refused"]).expect("a departure");
    let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
    let case = Case::new(&standard, Arc::default(), claim, Lineage::default());
    let case = Case { steps, ..case };
    assert_eq!(foretold(&case, &[came], &standard, departing.as_ref()), wanted, "{text}");
}

#[test]
fn an_error_in_the_place_of_an_answer_is_foretold_by_its_words() {
    let error = |class, message: &str| Response::Error(EngineError { class, message: message.to_owned() });
    let table = || Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::Integer(1)]] });
    let (refused, taken) = ("LIMIT 1 RETURN 1 AS x", "RETURN 1 AS x LIMIT 1");
    check_refusal(refused, error(ErrorClass::Runtime, "E1: LIMIT requires input"), Foretold::This);
    check_refusal(refused, error(ErrorClass::Internal, "LIMIT requires input"), Foretold::This);
    check_refusal(refused, error(ErrorClass::Internal, r#"{"error": "LIMIT requi\\res input"}"#), Foretold::This);
    check_refusal(refused, error(ErrorClass::Internal, "division by zero"), Foretold::Nothing);
    check_refusal(refused, error(ErrorClass::Timeout, "LIMIT requires input"), Foretold::Nothing);
    check_refusal(refused, table(), Foretold::Other { right: false });
    check_refusal(taken, table(), Foretold::This);
    check_refusal(taken, error(ErrorClass::Runtime, "LIMIT requires input"), Foretold::Other { right: true });
    let survives = Claim::Survives;
    let internal = || error(ErrorClass::Internal, "LIMIT requires input");
    check_refusal_of(survives.clone(), refused, internal(), Foretold::This);
    check_refusal_of(survives.clone(), refused, table(), Foretold::Other { right: false });
    check_refusal_of(survives.clone(), taken, internal(), Foretold::Other { right: true });
    check_refusal_of(survives, taken, table(), Foretold::This);
}

#[test]
fn two_causes_together_are_no_wider_cause() {
    let cause = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Cause { names, ..Cause::default() }
    };
    let check = |one: &[&str], other: &[&str], adds: bool| assert_eq!(cause(one).adds_to(&cause(other)), adds);
    check(&["skip-ignored", "desc-ignored"], &["desc-ignored"], true);
    check(&["desc-ignored"], &["desc-ignored"], false);
    check(&["skip-ignored", "desc-ignored"], &["limit-ignored"], false);
}

#[test]
fn a_right_answer_and_an_unexplained_one_have_no_cause() {
    check("MATCH ()-->() RETURN 1 AS x", 1, 1, None);
    check("MATCH ()-->() RETURN 1 AS x", 1, 7, None);
}
