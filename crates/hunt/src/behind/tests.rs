use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Lineage, Step};
use graphlance_graph::{Graph, Properties, Table};

use super::*;

const OFF: &str = "relationship_uniqueness = off";
const PATH: &str = "relationship_uniqueness = path";

fn cause(name: &str) -> Cause {
    Cause { names: vec![name.to_owned()], ..Cause::default() }
}

/// What an engine answers on one relationship, under the claim of the reference.
fn asked(text: &str, reference: &dyn Evaluator, engine: &dyn Evaluator) -> (Case, Vec<Response>) {
    let mut graph = Graph::new();
    let [start, end] = [0, 1].map(|_| graph.add_node([], Properties::new()));
    graph.add_relationship(start, "T".into(), end, Properties::new()).expect("a relationship");
    let statement = Cypher.parse(text).expect("a statement");
    let returns = |by: &dyn Evaluator| by.evaluate(&graph, &statement).expect("an answer").returns;
    let (claim, answer) = (Claim::returns(0, returns(reference)), returns(engine));
    let columns = answer.columns.into_iter().map(|column| column.name).collect();
    let case = Case::new(&Cypher.standard(), Arc::new(graph.clone()), claim, Lineage::default());
    let responses = vec![Response::Table(Table { columns, rows: answer.rows })];
    (Case { steps: vec![Step::run(statement.clone())], ..case }, responses)
}

#[test]
fn where_a_cause_is_refuted_another_that_explains_the_same_takes_its_place() {
    let dialect = Cypher.standard();
    let reference = graphlance_reference::languages().evaluator(&dialect, Effort::Usual);
    let engine = reference.departing(&[PATH]).expect("a departure");
    let (case, responses) = asked("MATCH ()-->(), ()-->() RETURN 1 AS x", reference.as_ref(), engine.as_ref());
    let Verdict::Fail(evidence) = judge(&case, &responses, &dialect) else { panic!("{responses:?}") };
    let explained = [Failure { case, responses, evidence }];
    let (case, responses) = asked("MATCH ()-->()<--() RETURN 1 AS x", reference.as_ref(), engine.as_ref());
    assert!(matches!(judge(&case, &responses, &dialect), Verdict::Pass { .. }));
    let of = |alike: &[Cause]| {
        another(alike, &explained, (&case, &responses), (&dialect, reference.as_ref())).map(|it| it.names.concat())
    };
    assert_eq!(of(&[cause(OFF), cause(PATH)]).as_deref(), Some(PATH));
    assert_eq!(of(&[cause(OFF), cause("not-of-null-is-true")]), None);
}

/// Statements with the answers of an engine that follows rules.
fn wrong(texts: &[String], rules: &[&str]) -> Vec<Failure> {
    let dialect = Cypher.standard();
    let reference = graphlance_reference::languages().evaluator(&dialect, Effort::Usual);
    let engine = reference.departing(rules).expect("departures");
    let failure = |text: &String| {
        let (case, responses) = asked(text, reference.as_ref(), engine.as_ref());
        let Verdict::Fail(evidence) = judge(&case, &responses, &dialect) else { panic!("{text}: {responses:?}") };
        Failure { case, responses, evidence }
    };
    texts.iter().map(failure).collect()
}

/// Whether a cause takes the place of one that was shown by so many failures which it explains, and by one of another bug.
#[track_caller]
fn check_widened(shown: i64, by: &str, widened: bool) {
    let dialect = Cypher.standard();
    let reference = graphlance_reference::languages().evaluator(&dialect, Effort::Usual);
    let texts: Vec<String> = (1..=shown).map(|number| format!("MATCH ()-->(), ()-->() RETURN {number} AS x")).collect();
    let mut failures = wrong(&texts, &[OFF]);
    failures.extend(wrong(&["RETURN NOT null AS x".to_owned()], &["not-of-null-is-true"]));
    let failure = failures.remove(0);
    let shown = Shown { failure, trials: failures.into_iter().map(Trial::of).collect() };
    let mut behind = Behind::default();
    let reference = reference.as_ref();
    assert!(behind.switch_on("one", &cause(OFF), (&dialect, reference), "the bug", shown));
    let bug = behind.widen("one", &cause(by), &dialect, reference);
    assert_eq!(bug.is_some(), widened, "{by}");
}

#[test]
fn a_cause_takes_the_place_of_one_that_explains_no_more_whatever_else_went_wrong() {
    check_widened(5, PATH, true);
    check_widened(4, PATH, false);
    check_widened(5, "not-of-null-is-true", false);
}

#[test]
fn of_causes_that_together_explain_an_answer_one_that_plays_no_part_is_not_blamed() {
    let dialect = Cypher.standard();
    let reference = graphlance_reference::languages().evaluator(&dialect, Effort::Usual);
    let reference = reference.as_ref();
    let both = ["not-of-null-is-true", "add-leaves-null-out"];
    let failure = wrong(&["RETURN NOT null AS x, 1 + null AS y".to_owned()], &both).remove(0);
    let mut behind = Behind::default();
    for name in [OFF, both[0], both[1]] {
        let shown = Shown { failure: failure.clone(), trials: Vec::new() };
        assert!(behind.switch_on("one", &cause(name), (&dialect, reference), name, shown));
    }
    assert_eq!(behind.bug_of("one", &failure, &dialect, reference).as_deref(), Some(both[0]));
}

#[test]
fn two_causes_explain_an_answer_beside_one_that_is_none_of_the_engine() {
    let dialect = Cypher.standard();
    let reference = graphlance_reference::languages().evaluator(&dialect, Effort::Usual);
    let reference = reference.as_ref();
    let [none, first, second] = ["abs-is-float", "not-of-null-is-true", "add-leaves-null-out"];
    let failure = wrong(&["RETURN NOT null AS x, 1 + null AS y, abs(-1) AS z".to_owned()], &[first, second]).remove(0);
    let mut behind = Behind::default();
    for name in [none, first, second] {
        let shown = Shown { failure: failure.clone(), trials: Vec::new() };
        assert!(behind.switch_on("one", &cause(name), (&dialect, reference), name, shown));
    }
    assert_eq!(behind.bug_of("one", &failure, &dialect, reference).as_deref(), Some(first));
    // A right answer of that kind refutes the one that is none, whatever two others foretell.
    let (case, responses) = asked("RETURN NOT null AS x, abs(-1) AS z", reference, reference);
    let doubted = behind.doubted("one", (&case, &responses), (&dialect, reference), &|| false, Duration::from_secs(60));
    let doubted: Vec<String> = doubted.into_iter().map(|it| it.cause.names.concat()).collect();
    assert_eq!(doubted, [none, first]);
}

#[test]
fn another_rule_of_the_same_fault_is_a_new_face_until_it_is_known() {
    let dialect = Cypher.standard();
    let reference = graphlance_reference::languages().evaluator(&dialect, Effort::Usual);
    let reference = reference.as_ref();
    let face = |name: &str| Cause { root: Some("a fault".to_owned()), ..cause(name) };
    let (one, other) = ("not-of-null-is-true", "add-leaves-null-out");
    let failure = wrong(&["RETURN NOT null AS x".to_owned()], &[one]).remove(0);
    let mut behind = Behind::default();
    let shown = Shown { failure, trials: Vec::new() };
    assert!(behind.switch_on("one", &face(one), (&dialect, reference), "the bug", shown));
    assert!(!behind.is_new_face("one", &face(one)));
    assert!(behind.is_new_face("one", &face(other)));
    assert!(behind.is_new_face("another", &face(one)));
    assert!(!behind.is_new_face("one", &cause(other)));
}
