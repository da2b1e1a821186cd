//! What is known of a target tells more of answers that came before.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Case, Claim, EngineError, ErrorClass, Evaluator, Lineage, Response, Step, judge};
use graphlance_cypher::parse;
use graphlance_graph::schema::{Index, IndexKind};
use graphlance_graph::{Graph, Returns, Schema, Table, Value};
use graphlance_reference::{Options, evaluate};
use graphlance_shrink::variants;

use super::*;

fn departing(rules: &[&str]) -> Arc<dyn Evaluator> {
    let evaluator = graphlance_reference::languages().evaluator(&Cypher.standard(), Effort::Usual);
    evaluator.departing(rules).expect("departures")
}

/// A case as an engine answers it that follows wrong rules; none where nobody can tell.
fn asked(case: &Case, engine: &dyn Evaluator) -> Option<Asked> {
    let statement = case.claimed_statement()?;
    let answer = |evaluator: &dyn Evaluator| Some(evaluator.evaluate(&case.graph, statement).ok()?.returns);
    let case = Case { claim: Claim::returns(0, answer(departing(&[]).as_ref())?), ..case.clone() };
    let Returns { columns, rows, .. } = answer(engine)?;
    let columns = columns.into_iter().map(|column| column.name).collect();
    let responses = vec![Response::Table(Table { columns, rows })];
    let verdict = judge(&case, &responses, &Cypher.standard());
    Some(Asked { case, responses, verdict })
}

/// A failure of an engine that follows wrong rules, and what it answers to variants.
fn failure(text: &str, engine: &dyn Evaluator) -> (Failure, Vec<Trial>) {
    let made = parse("CREATE (:A {k: 1}), (:A {k: 2}), (:B), (:B {k: 2})").expect("a statement");
    let made = evaluate(&Graph::new(), &made, &Options::default());
    let graph = Arc::new(made.expect("an answer").graph.expect("a graph"));
    let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
    let case = Case { steps, ..Case::new(&Cypher.standard(), graph, Claim::Survives, Lineage::default()) };
    let trial = |(change, case): (Change, Case)| Some(Trial::new(change, true, asked(&case, engine)?));
    let trials = variants(&case, usize::MAX).into_iter().filter_map(trial).take(MOST_ASKED).collect();
    let first = trial((Change::Value, case)).expect("an answer");
    (first.failure().expect("a failure"), trials)
}

/// The cause of a wrong `NOT n.k = 1` on an engine that follows other wrong rules as well, while nothing is known of it and once a
/// rule is known.
#[track_caller]
fn check(others: &[&str], known: &str, before: Option<&str>, after: Option<&str>) {
    let engine = departing(&[&["not-of-null-is-true"], others].concat());
    let (failure, trials) = failure("MATCH (n) WHERE NOT n.k = 1 RETURN n.k AS x", engine.as_ref());
    let cause = |evaluators: &[Arc<dyn Evaluator>]| {
        let findings = reconsider(&failure, &trials, (&Cypher.standard(), evaluators), &Known::NOTHING);
        findings.cause.as_ref().map(Cause::told)
    };
    assert_eq!(cause(&[departing(&[])]).as_deref(), before);
    assert_eq!(cause(&[departing(&[]), departing(&[known])]).as_deref(), after);
}

#[test]
fn what_another_cause_explains_is_no_longer_against_a_cause() {
    let cause = Some("NOT of null is true");
    let two = ["unwind-only-first-item", "union-all-merges"];
    check(&two, "unwind-only-first-item", None, cause);
    check(&two, "union-all-merges", None, cause);
    check(&two, "distinct-drops-nulls", None, None);
}

#[test]
fn one_other_rule_may_hold_beside_a_cause() {
    let cause = Some("NOT of null is true");
    for other in ["unwind-only-first-item", "unwind-drops-nulls", "union-all-merges"] {
        check(&[other], "distinct-drops-nulls", cause, cause);
    }
}

#[test]
fn what_is_known_shows_nothing() {
    let engine = departing(&["not-of-null-is-true", "unwind-only-first-item"]);
    let (failure, trials) = failure("MATCH (n) WHERE NOT n.k = 1 RETURN n.k AS x", engine.as_ref());
    let findings = reconsider(
        &failure,
        &trials,
        (&Cypher.standard(), &[departing(&[])]),
        &Known { explained: &|_| true, ..Known::NOTHING },
    );
    assert_eq!((findings.cause, findings.foretold_wrong), (None, 0));
}

/// A statement, its right answer, and what an engine says in its place.
fn said(text: &str, response: Response) -> Asked {
    let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
    let case = Case { steps, ..Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default()) };
    let statement = case.claimed_statement().expect("a statement");
    let right = departing(&[]).evaluate(&case.graph, statement).expect("an answer").returns;
    let case = Case { claim: Claim::returns(0, right), ..case };
    let responses = vec![response];
    let verdict = judge(&case, &responses, &Cypher.standard());
    Asked { case, responses, verdict }
}

fn one_row(value: Value) -> Response {
    Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![value]] })
}

/// Whether `+` that leaves a null out is believed within bounds, which foretold so many answers of this kind, and one wrongly.
#[track_caller]
fn check_bounds(text: &str, response: &Response, believed: bool) {
    let departing = departing(&["add-leaves-null-out"]);
    let cause = Cause { names: vec!["add-leaves-null-out".into()], ..Cause::default() };
    let asked = said(text, response.clone());
    let trial = Trial::new(Change::Value, true, asked);
    let mut candidate = Candidate::new(departing, cause, &trial.failure().expect("a failure"));
    for _ in 0..ENOUGH {
        candidate.hear(&trial.asked, true, &Cypher.standard());
    }
    let against = said("UNWIND [1] AS y RETURN 1 + null AS x", one_row(Value::Null));
    candidate.hear(&against, true, &Cypher.standard());
    assert_eq!((candidate.wrong, candidate.stands()), (ENOUGH, false), "{text}");
    assert_eq!(candidate.bounded().is_some(), believed, "{text}");
}

#[test]
fn bounds_of_a_cause_are_told_by_answers_and_not_by_errors() {
    check_bounds("RETURN 2 + null AS x", &one_row(Value::Integer(2)), true);
    let refused = EngineError { class: ErrorClass::Runtime, message: "cannot evaluate replace".to_owned() };
    check_bounds("RETURN replace('a', 'a', 1 + null) AS x", &Response::Error(refused), false);
}

#[test]
fn that_a_variant_is_refused_is_against_no_rule_about_answers() {
    let refused = || {
        let message = "writes in UNION are not there".to_owned();
        Response::Error(EngineError { class: ErrorClass::Runtime, message })
    };
    let check = |text: &str, response: Response, stands: bool| {
        let cause = Cause { names: vec!["add-leaves-null-out".into()], ..Cause::default() };
        let asked = said(text, response);
        let failure = Trial::new(Change::Value, true, asked).failure().expect("a failure");
        let mut candidate = Candidate::new(departing(&["add-leaves-null-out"]), cause, &failure);
        candidate.hear(&said("RETURN 3 + null AS x", refused()), true, &Cypher.standard());
        assert_eq!((candidate.stands(), candidate.unexplained), (stands, u32::from(stands)), "{text}");
    };
    check("RETURN 2 + null AS x", one_row(Value::Integer(2)), true);
    check("RETURN replace('a', 'a', 1 + null) AS x", refused(), false);
}

/// Which of two causes is chosen that explain the same, when a bug has been filed by one of these, or one was withdrawn.
#[track_caller]
fn check_chosen(filed: &str, withdrawn: &str, wanted: &str) {
    let engine = departing(&["not-of-null-is-true"]);
    let (failure, trials) = failure("MATCH (n) WHERE NOT n.k = 1 RETURN n.k AS x", engine.as_ref());
    let candidates = ["one", "two"].map(|name| {
        let cause = Cause { names: vec![name.to_owned()], ..Cause::default() };
        let mut candidate = Candidate::new(Arc::clone(&engine), cause, &failure);
        trials.iter().for_each(|trial| candidate.hear(&trial.asked, trial.own, &Cypher.standard()));
        candidate
    });
    let (filed, withdrawn) = (|cause: &Cause| cause.names == [filed], |cause: &Cause| cause.names == [withdrawn]);
    let known = Known { filed: &filed, withdrawn: &withdrawn, ..Known::NOTHING };
    let chosen = choose(candidates.into(), &known, |_| None);
    assert_eq!(chosen.best.expect("a cause").cause.names, [wanted]);
}

#[test]
fn of_causes_that_explain_the_same_one_that_has_a_bug_is_chosen_and_none_that_was_withdrawn() {
    check_chosen("none", "none", "one");
    check_chosen("one", "none", "one");
    check_chosen("two", "none", "two");
    check_chosen("none", "one", "two");
    check_chosen("one", "one", "two");
    check_chosen("none", "two", "one");
}

#[test]
fn an_answer_without_rows_is_right_where_rows_were_too_many_and_says_nothing_where_they_were_lost() {
    let nothing = Response::Table(Table { columns: vec!["x".into()], rows: Vec::new() });
    let right = Trial::new(Change::Value, true, said("UNWIND [] AS x RETURN x", nothing.clone()));
    let of = |text: &str, response: Response| {
        let asked = said(text, response);
        Trial::new(Change::Value, true, asked).failure().expect("a failure")
    };
    let extra = of("UNWIND [] AS x RETURN x", one_row(Value::Integer(1)));
    let lost = of("UNWIND [1] AS x RETURN x", nothing);
    assert_eq!([extra, lost].map(|failure| right.is_right(&failure)), [true, false]);
}

#[test]
fn a_statement_that_is_refused_where_it_must_only_be_survived_says_nothing() {
    let survived = |response: Response| {
        let Asked { case, .. } = said("RETURN 1 AS x", one_row(Value::Integer(1)));
        let case = Case { claim: Claim::Survives, ..case };
        let responses = vec![response];
        let verdict = judge(&case, &responses, &Cypher.standard());
        Trial::new(Change::Value, true, Asked { case, responses, verdict })
    };
    let died = survived(Response::Crash { how: "a signal".into() }).failure().expect("a failure");
    let refused = Response::Error(EngineError { class: ErrorClass::Syntax, message: "no such table".to_owned() });
    assert!(!survived(refused).is_right(&died));
    assert!(survived(one_row(Value::Integer(1))).is_right(&died));
}

#[test]
fn behind_an_error_of_a_statement_with_rows_one_without_rows_says_nothing() {
    let trial = |asked| Trial::new(Change::Value, true, asked);
    let error = || Response::Error(EngineError { class: ErrorClass::Internal, message: "no plan".to_owned() });
    let none = || {
        trial(said(
            "UNWIND [] AS y RETURN y AS x",
            Response::Table(Table { columns: vec!["x".into()], rows: Vec::new() }),
        ))
    };
    let of_rows = trial(said("RETURN 1 AS x", error())).failure().expect("a failure");
    assert!(!none().is_right(&of_rows));
    assert!(trial(said("RETURN 1 AS x", one_row(Value::Integer(1)))).is_right(&of_rows));
    let of_none = trial(said("UNWIND null AS y RETURN y AS x", error())).failure().expect("a failure");
    assert!(none().is_right(&of_none));
}

#[test]
fn a_variant_brings_tables_for_what_it_names_where_the_target_has_some() {
    let tabled = |dialect: &Dialect| {
        let Asked { case, .. } =
            said("MATCH (a:A) WHERE EXISTS { (a)-[:T]->(:B) } RETURN 1 AS x", one_row(Value::Null));
        let variant = Variant { change: Change::Statement, case, own: true }.tabled(dialect);
        let Schema { labels, types, .. } = variant.case.graph.schema.clone();
        [labels, types].map(|names| names.join(" "))
    };
    let ladybug = graphlance_cypher::Dialect::built_in("ladybug").expect("a dialect that comes with graphlance");
    assert_eq!(tabled(&ladybug.into()), ["A B", "T"]);
    assert_eq!(tabled(&Cypher.standard()), ["", ""]);
}

#[test]
fn a_rule_is_refuted_by_an_example_of_it_that_is_answered_rightly() {
    let name = "case-else-ignored";
    let engine = departing(&[name]);
    let (failure, _) = failure("MATCH (n) RETURN CASE n.k WHEN 7 THEN 1 ELSE 2 END AS x", engine.as_ref());
    let cause = Cause { names: vec![name.to_owned()], ..Cause::default() };
    let evaluators = [departing(&[])];
    let check = |answering: &[&str], stands: bool| {
        let mut candidate = Candidate::new(Arc::clone(&engine), cause.clone(), &failure);
        let examined = examined(std::slice::from_ref(&candidate));
        assert_eq!(examined, BTreeSet::from([name.to_owned()]));
        let case = example(name, &Cypher.standard(), &evaluators).expect("an example");
        let asked = asked(&case, departing(answering).as_ref()).expect("an answer");
        candidate.hear(&asked, false, &Cypher.standard());
        assert_eq!(candidate.stands(), stands, "{answering:?}");
    };
    check(&[name], true);
    check(&[], false);
    assert!(example("no such rule", &Cypher.standard(), &evaluators).is_none());
}

#[test]
fn an_error_among_variants_is_wrong_where_it_is_the_failure_and_no_answer_where_it_is_another() {
    let error = |text: &str| Response::Error(EngineError { class: ErrorClass::Runtime, message: text.to_owned() });
    let trial = |text: &str, response| Trial::new(Change::Value, true, said(text, response));
    let family = trial("RETURN 1 AS x", error("no plan")).failure().expect("a failure").family();
    let upshot = |response| outcome(&trial("RETURN 2 AS x", response), &family, None, &Cypher.standard());
    assert_eq!(upshot(error("no plan")), Upshot::Wrong);
    assert_eq!(upshot(error("no memory")), Upshot::NoAnswer);
    assert_eq!(upshot(one_row(Value::Integer(2))), Upshot::Right);
}

#[test]
fn an_index_is_necessary_where_what_fails_has_one_and_what_does_not_fail_has_none() {
    let index = Index { kind: IndexKind::Range, on_nodes: true, name: "A".into(), keys: vec!["k".into()] };
    let check = |passing: bool, wanted: &[&str]| {
        let trial = |indexed: bool, answer: i64| {
            let asked = said("RETURN 1 AS x", one_row(Value::Integer(answer)));
            let mut graph = Graph::new();
            graph.schema.indexes.extend(indexed.then(|| index.clone()));
            let case = Case { graph: Arc::new(graph), ..asked.case };
            Trial::new(Change::Graph, true, Asked { case, ..asked })
        };
        let failure = trial(true, 2).failure().expect("a failure");
        let trials = [trial(true, 3), trial(passing, 1)];
        assert_eq!(necessary(&failure, &trials.each_ref()), wanted.iter().map(|name| (*name).to_owned()).collect());
    };
    check(false, &[made::INDEX]);
    check(true, &[]);
}

#[test]
fn what_fails_in_another_way_may_be_of_another_cause() {
    let trial = |text: &str, response| Trial::new(Change::Value, true, said(text, response));
    let error = |class| Response::Error(EngineError { class, message: "no plan".to_owned() });
    let failure = trial("RETURN 1 IN [1] AS x", one_row(Value::Boolean(false))).failure().expect("a failure");
    let passing = trial("RETURN 1 AS x", one_row(Value::Integer(1)));
    for class in [ErrorClass::Runtime, ErrorClass::Protocol] {
        let other = trial("RETURN 2 AS x", error(class));
        assert!(necessary(&failure, &[&passing, &other]).contains("operator In"), "{class:?}");
    }
    let same = trial("RETURN 2 AS x", one_row(Value::Integer(3)));
    assert!(necessary(&failure, &[&passing, &same]).is_empty());
}

/// `MERGE ()-[r:T]->() ON CREATE SET r.k = ..` on an empty graph, and an error of which one rule foretells the words, another one
/// that some error comes.
fn failed_merge(number: i64) -> Failure {
    let standard = Cypher.standard();
    let text = format!("MERGE ()-[r:T]->() ON CREATE SET r.k = {number}");
    let steps = vec![Step::run(Cypher.parse(&text).expect("a statement"))];
    let case =
        Case::new(&standard, Arc::default(), Claim::returns(0, Returns::bag([], Vec::new())), Lineage::default());
    let case = Case { steps, ..case };
    let message = "Unbound variable in SET: r".to_owned();
    let responses = vec![Response::Error(EngineError { class: ErrorClass::Runtime, message })];
    let Verdict::Fail(evidence) = judge(&case, &responses, &standard) else { panic!("{text}") };
    Failure { case, evidence, responses }
}

#[test]
fn what_adds_nothing_to_an_evaluator_that_foretells_an_error_is_no_cause() {
    let (standard, under) = (Cypher.standard(), departing(&["merge-parts-apart"]));
    let Failure { case, responses, .. } = failed_merge(1);
    assert_eq!(foretold(&case, &responses, &standard, under.as_ref()), Foretold::SomeError);
    let found = causes(&case, &responses, &standard, departing(&[]).as_ref());
    assert!(found.iter().any(|cause| cause.names == ["merge-parts-apart"]), "{found:?}");
    assert_eq!(causes(&case, &responses, &standard, under.as_ref()), []);
}

#[test]
fn a_rule_that_tells_the_words_of_errors_is_the_cause_before_one_that_explains_a_bug_already() {
    let trials: Vec<Trial> = (2..=ENOUGH.into()).map(|number| Trial::of(failed_merge(number))).collect();
    let filed = |cause: &Cause| cause.names == ["merge-parts-apart"];
    let known = Known { filed: &filed, ..Known::NOTHING };
    let found =
        |trials: &[Trial]| reconsider(&failed_merge(1), trials, (&Cypher.standard(), &[departing(&[])]), &known).cause;
    assert_eq!(found(&trials), None, "one answer too few");
    let trials: Vec<Trial> = trials.into_iter().chain([Trial::of(failed_merge(0))]).collect();
    assert_eq!(found(&trials).map(|cause| cause.names.concat()).as_deref(), Some("merge-action-knows-start-alone"));
}
