use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{
    Act, Applied, Boundary, Claim, Derivation, EngineError, ErrorClass, Lineage, SameGraph, SameRows, Step, ValueTrace,
};
use graphlance_graph::table::Difference;
use graphlance_graph::value::{Temporal, TemporalKind};
use graphlance_graph::{Column, Graph, NodeKey, Properties, Row, Table, Value};

use super::*;

fn people() -> Graph {
    let mut graph = Graph::new();
    let person = |name: &str, age: i64| -> Properties {
        [("name".into(), name.into()), ("age".into(), Value::Integer(age))].into()
    };
    let keys: Vec<NodeKey> = [("A", 1), ("it's | B", 2), ("C", 3)]
        .into_iter()
        .map(|(name, age)| graph.add_node(["Person".into()], person(name, age)))
        .collect();
    let since = [("since".into(), Value::Float(1.5))].into();
    graph.add_relationship(keys[0], "KNOWS".into(), keys[1], since).expect("the ends exist");
    graph.add_relationship(keys[1], "KNOWS".into(), keys[2], Properties::new()).expect("the ends exist");
    graph.add_relationship(keys[2], "KNOWS".into(), keys[2], Properties::new()).expect("the ends exist");
    graph
}

fn case(graph: Graph, queries: &[&str], claim: Claim) -> Case {
    let step = |text: &&str| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    let steps = if queries.is_empty() { vec![Act::Snapshot.into()] } else { queries.iter().map(step).collect() };
    let dialect = Cypher.dialect("falkordb").expect("it comes with graphlance");
    Case { steps, ..Case::new(&dialect, Arc::new(graph), claim, Lineage::default()) }
}

fn evidence(class: FailureClass, missing: &[usize], superfluous: &[usize]) -> Evidence {
    let difference = Difference { missing: missing.into(), superfluous: superfluous.into(), ..Difference::default() };
    Evidence { class, step: 0, summary: "1 row is missing".to_owned(), difference: Some(difference) }
}

fn identity(engine: &str) -> Identity {
    Identity {
        engine: engine.to_owned(),
        version: if engine == "grafeo" { "0.5.44" } else { "4.18.3" }.to_owned(),
        build: String::new(),
        settings: vec!["THREAD_COUNT=2".to_owned()],
    }
}

const UNWIND: &str =
    "MATCH (a:Person)-[r:KNOWS]->(b) WHERE a.age > 1 UNWIND [a.age, 'x|y'] AS x RETURN x, r.since AS since";

fn rows(texts: &[(Value, Value)]) -> Vec<Row> {
    texts.iter().map(|(a, b)| vec![a.clone(), b.clone()]).collect()
}

/// The finding that the snapshots are of: UNWIND after MATCH yields only its first row.
fn with_lost_rows(engine: &str, check: impl FnOnce(&ReportInput)) {
    let all = rows(&[
        (2.into(), Value::Null),
        ("x|y".into(), Value::Null),
        (3.into(), Value::Null),
        ("x|y".into(), Value::Null),
    ]);
    let expected = Returns::bag(["x".into(), "since".into()], all.clone());
    let case = case(people(), &[UNWIND], Claim::returns(0, expected.clone()));
    let table = Table { columns: vec!["x".into(), "since".into()], rows: vec![all[0].clone(), all[2].clone()] };
    let evidence = evidence(FailureClass::LostRows, &[1, 3], &[]);
    let node = people().node(NodeKey(1)).cloned().map_or(Value::Null, Value::Node);
    let traces = vec![
        PartTrace {
            clause: "MATCH (a:Person)-[r:KNOWS]->(b) WHERE a.age > 1".to_owned(),
            columns: vec!["a".into()],
            rows: vec![vec![node]],
            values: Some(ValueTrace {
                expressions: vec!["a.age".into(), "a.age > 1".into()],
                rows: vec![vec![Value::Integer(41), Value::Boolean(true)]],
            }),
        },
        PartTrace {
            clause: "RETURN x, r.since AS since".to_owned(),
            columns: table.columns.clone(),
            rows: all,
            values: None,
        },
    ];
    let dialect = Cypher.dialect(engine).expect("it comes with graphlance");
    let plans = [("as it is", true), ("runtime=slotted", true), ("without indexes", false)];
    check(&ReportInput {
        case: &case,
        dialect: &dialect,
        evidence: &evidence,
        responses: &[Response::Table(table)],
        expected: Some(&expected),
        traces: &traces,
        plans: &plans.map(|(what, fails)| (what.to_owned(), fails)),
        explain: Some("Results\n    Project\n        Conditional Traverse"),
        identity: &identity(if engine == "grafeo" { engine } else { "FalkorDB" }),
        replayed: [10, 10],
        second: Some("A second, naive evaluator comes to the same answer as the reference"),
        fingerprint: "0123456789abcdef",
        sizes: &[("nodes", 3, 13), ("clauses", 3, 9)],
        cut_short: None,
        elsewhere: None,
        rule: None,
        experiments: None,
        rewrites: &[],
        accused: None,
        commands: &[("says whether it still fails", "graphlance replay graphlance.out/bugs/unwind".to_owned())],
    });
}

fn file(input: &ReportInput, name: &str) -> String {
    let bytes = files(input).into_iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes).unwrap_or_default();
    String::from_utf8(bytes).expect("text")
}

#[test]
fn the_report_leads_from_the_symptom_to_a_test() {
    with_lost_rows("falkordb", |input| insta::assert_snapshot!(file(input, "report.md")));
}

#[test]
fn a_report_of_right_answers_tells_no_rows_after_clauses() {
    with_lost_rows("falkordb", |input| {
        let slow = Evidence { class: FailureClass::Slow, ..input.evidence.clone() };
        let why =
            |evidence: &Evidence| file(&ReportInput { evidence, ..input.clone() }, "report.md").contains("## Why\n");
        assert_eq!([why(input.evidence), why(&slow)], [true, false]);
    });
}

#[test]
fn the_report_says_when_the_reduction_was_cut_short() {
    with_lost_rows("falkordb", |input| {
        let note = Some("reduction was cut short after 12 runs, 20.0 s");
        assert!(
            file(&ReportInput { cut_short: note, ..input.clone() }, "report.md").contains("cut short after 12 runs")
        );
        assert!(!file(input, "report.md").contains("cut short"));
    });
}

#[test]
fn the_statements_stand_alone() {
    with_lost_rows("falkordb", |input| insta::assert_snapshot!(file(input, "repro.cypher")));
}

#[test]
fn falkordb_is_asked_over_its_own_protocol() {
    with_lost_rows("falkordb", |input| {
        insta::assert_snapshot!("falkordb_script", file(input, "repro.sh"));
        insta::assert_snapshot!("falkordb_program", told(&file(input, "repro.py")));
    });
}

/// The part of a program that is not the same for all.
fn told(program: &str) -> String {
    let (head, rest) = program.split_once("import importlib").expect("the modules");
    let told = rest.split_once("# --- the report").and_then(|(_, rest)| rest.split_once("# --- the client"));
    format!("{head}..{}", told.expect("the parts").0)
}

#[test]
fn grafeo_is_asked_by_a_small_program() {
    with_lost_rows("grafeo", |input| {
        insta::assert_snapshot!("grafeo_script", file(input, "repro.sh"));
        insta::assert_snapshot!("grafeo_program", file(input, "repro/repro.rs"));
    });
}

#[test]
fn the_scenario_of_a_loading_failure_reads_the_graph_back() {
    let case = case(people(), &[], Claim::Loads);
    let evidence = Evidence { difference: None, ..evidence(FailureClass::Load, &[], &[]) };
    let dialect = Cypher.standard();
    let input = ReportInput {
        case: &case,
        dialect: &dialect,
        evidence: &evidence,
        responses: &[],
        expected: None,
        traces: &[],
        plans: &[],
        explain: None,
        identity: &identity("FalkorDB"),
        replayed: [3, 10],
        second: None,
        fingerprint: "0",
        sizes: &[],
        cut_short: None,
        elsewhere: None,
        rule: None,
        experiments: None,
        rewrites: &[],
        accused: None,
        commands: &[],
    };
    insta::assert_snapshot!("loading_report", file(&input, "report.md"));
    insta::assert_snapshot!("loading_program", told(&file(&input, "repro.py")));
}

#[test]
fn a_transaction_is_told_step_by_step_and_the_program_begins_and_ends_it() {
    let parse = |text: &str| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    let steps = vec![
        Act::Snapshot.into(),
        Boundary::Begin.into(),
        parse("CREATE (:A)"),
        parse("CREATE (:B)"),
        Boundary::RollBack.into(),
        Act::Snapshot.into(),
    ];
    let claim = Claim::SameGraph(SameGraph { before: 0, after: 5 });
    let case = Case { steps, ..case(people(), &[], claim) };
    let graph = || Response::Graph(Box::new(people()));
    let responses = [graph(), table(&[]), table(&[]), error("no"), table(&[]), graph()];
    let evidence = Evidence { difference: None, step: 5, ..evidence(FailureClass::State, &[], &[]) };
    let dialect = Cypher.standard();
    let identity = Identity { engine: "Neo4j".to_owned(), version: "5.26.30".to_owned(), ..Identity::default() };
    let input = ReportInput {
        case: &case,
        dialect: &dialect,
        evidence: &evidence,
        responses: &responses,
        rewrites: &[],
        accused: None,
        expected: None,
        traces: &[],
        plans: &[],
        explain: None,
        identity: &identity,
        replayed: [5, 5],
        second: None,
        fingerprint: "0",
        sizes: &[],
        cut_short: None,
        elsewhere: None,
        rule: None,
        experiments: None,
        commands: &[],
    };
    insta::assert_snapshot!("transaction_statements", file(&input, "repro.cypher"));
    insta::assert_snapshot!("transaction_program", told(&file(&input, "repro.py")));
    insta::assert_snapshot!("transaction_scenario", file(&input, "scenario.feature"));
    let report = file(&input, "report.md");
    assert!(report.starts_with("# A transaction that is rolled back leaves another graph"), "{report}");
    assert!(report.contains("## Steps\n") && report.contains("\n:rollback\n"), "{report}");
}

/// Checks the title of a failure.
fn check_title(query: &str, class: FailureClass, expected: &[i64], response: Response, title: &str) {
    check_title_of_values(query, class, expected.iter().map(|value| Value::Integer(*value)), response, title);
}

fn check_title_of_values(
    query: &str,
    class: FailureClass,
    expected: impl Iterator<Item = Value>,
    response: Response,
    title: &str,
) {
    let rows: Vec<Row> = expected.map(|value| vec![value]).collect();
    let returns = Returns::bag(["x".into()], rows);
    let case = case(people(), &[query], Claim::returns(0, returns.clone()));
    let evidence = evidence(class, &[0], &[0]);
    assert_eq!(super::title(&case, &evidence, &[response], Some(&returns)), title);
}

fn table(values: &[i64]) -> Response {
    let rows = values.iter().map(|value| vec![Value::Integer(*value)]).collect();
    Response::Table(Table { columns: vec!["x".into()], rows })
}

fn error(message: &str) -> Response {
    Response::Error(EngineError { class: ErrorClass::Internal, message: message.to_owned() })
}

#[test]
fn the_title_names_the_types_of_values_that_are_written_alike() {
    let text = "12:00";
    let time = Value::Temporal(Temporal { kind: TemporalKind::LocalTime, text: text.into() });
    let came = Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::string(text)]] });
    let told = "`RETURN localtime('12:00')` returns '12:00' as a String, not as a Temporal";
    let query = "RETURN localtime('12:00') AS x";
    check_title_of_values(query, FailureClass::WrongRows, [time].into_iter(), came, told);
}

#[test]
fn the_title_names_clauses_and_symptom() {
    use FailureClass::*;
    let unwind = "MATCH (n) UNWIND [1, 2] AS x RETURN x";
    check_title(unwind, LostRows, &[1, 2, 3], table(&[1]), "`UNWIND` after `MATCH` loses rows: 1 of 3 returned");
    check_title(unwind, LostRows, &[1, 2], table(&[]), "`UNWIND` after `MATCH` returns no rows instead of 2");
    let limit = "MATCH (n) WITH n ORDER BY n.k LIMIT 1 RETURN n.k AS x";
    check_title(limit, WrongRows, &[1], table(&[2]), "`LIMIT` after `ORDER BY` returns 2 instead of 1");
    check_title("RETURN 1 AS x", WrongRows, &[1], table(&[2]), "`RETURN 1` returns 2 instead of 1");
    let optional = "OPTIONAL MATCH (n:A), (m) WHERE n.k = 1 RETURN n.k AS x";
    check_title(
        optional,
        ExtraRows,
        &[],
        table(&[1]),
        "`OPTIONAL MATCH .. WHERE n.k = 1` returns 1 row instead of none",
    );
    let details = "MATCH (n)-[*1..2]-(m) RETURN tointeger(left(n.k, 1)) AS x";
    check_title(
        details,
        LostRows,
        &[1, 2],
        table(&[1]),
        "`MATCH`, with variable-length relationships and relationship patterns without direction, loses rows: 1 of 2 returned",
    );
    let functions = "RETURN tointeger(left('1', 1)) AS x";
    check_title(functions, WrongRows, &[1], table(&[2]), "`RETURN tointeger(left('1', 1))` returns 2 instead of 1");
    let simple = "MATCH (n) WHERE CASE n.k WHEN 1 THEN true END RETURN n.k AS x";
    let told = "`MATCH .. WHERE`, with `CASE n.k WHEN 1 THEN true END`, returns no rows instead of 1";
    check_title(simple, LostRows, &[1], table(&[]), told);
    let searched = "MATCH (n) WHERE CASE WHEN n.k = 1 THEN true END RETURN n.k AS x";
    let told = "`MATCH .. WHERE`, with `CASE WHEN n.k = 1 THEN true END`, returns no rows instead of 1";
    check_title(searched, LostRows, &[1], table(&[]), told);
    let union = "MATCH (n) RETURN n.k AS x UNION MATCH (n) RETURN n.k AS x";
    check_title(union, ExtraRows, &[1], table(&[1, 1]), "`UNION` after `MATCH` returns extra rows: 2 instead of 1");
    check_title(
        unwind,
        InternalError,
        &[1],
        error("boom\nat x.c"),
        "`UNWIND` after `MATCH` ends in an internal error: boom",
    );
    let hang = Response::Hang { deadline_ms: 2500 };
    check_title(unwind, Hang, &[1], hang, "`UNWIND` after `MATCH` gives no answer within 2.5 s");
}

#[test]
fn a_slug_is_short_and_plain() {
    assert_eq!(
        slug("`UNWIND` after `MATCH` loses rows: 1 of 3 returned"),
        "unwind-after-match-loses-rows-1-of-3-returned"
    );
    assert_eq!(slug("日本"), "finding");
    assert!(slug(&"word ".repeat(50)).len() <= 60);
}

#[test]
fn values_are_written_as_in_the_tck() {
    let graph = people();
    let path = graphlance_graph::Path {
        nodes: [1, 0].iter().filter_map(|key| graph.node(NodeKey(*key)).cloned()).collect(),
        relationships: graph.relationships().take(1).cloned().collect(),
    };
    for (value, text) in [
        (Value::Float(1.0), "1.0"),
        (Value::Float(f64::NEG_INFINITY), "-Inf"),
        ("a'b\\\n\u{202e}".into(), r"'a\'b\\\n\u202e'"),
        (Value::list(vec![1.into(), Value::Null]), "[1, null]"),
        (
            Value::Path(Arc::new(path)),
            "<(:Person {age: 2, name: 'it\\'s | B'})<-[:KNOWS {since: 1.5}]-(:Person {age: 1, name: 'A'})>",
        ),
    ] {
        assert_eq!(value_text(&value), text);
    }
}

#[test]
fn answers_that_contradict_each_other_are_told_with_what_was_made_of_what() {
    let texts = ["MATCH (a:A:B) RETURN a.k AS x", "MATCH (a) WHERE a:A:B RETURN a.k AS x"];
    let mut graph = Graph::new();
    graph.add_node(["A".into()], [("k".into(), Value::Integer(1))].into());
    let claim = SameRows { columns: vec![Column::exact("x")], left: vec![0], right: vec![1] };
    let applied = Applied { rewrite: "labels_as_filter".into(), place: 0, of: 1 };
    let derivation = Derivation { base: 0, rewrites: vec![applied], derived: vec![1] };
    let mut case = case(graph, &texts, Claim::SameRows(claim));
    case.lineage = Lineage { oracle: "equivalence".into(), derivations: vec![derivation], ..Lineage::default() };
    let responses = [table(&[1]), table(&[])];
    let verdict = graphlance_case::judge(&case, &responses, &Cypher.standard());
    let graphlance_case::Verdict::Fail(evidence) = verdict else { panic!("{verdict:?}") };
    let expected = Returns::bag(["x".into()], Vec::new());
    with_lost_rows("falkordb", |input| {
        let told = |accused| {
            let input = ReportInput {
                case: &case,
                evidence: &evidence,
                responses: &responses,
                expected: None,
                traces: &[],
                rewrites: &[("labels_as_filter".to_owned(), "The labels demand the same in the WHERE.")],
                accused,
                ..input.clone()
            };
            file(&input, "report.md")
        };
        insta::assert_snapshot!("a_disagreement", told(Some((0, &expected))));
        assert!(told(None).contains("Which of them is wrong cannot be told."));
    });
}
