use graphlance_case::language::Role;
use graphlance_graph::Value;

use super::*;
use crate::reach::Made;

fn features(names: &[&str]) -> FeatureSet {
    let features = names.iter().map(|name| ((*name).into(), Role::Structure)).collect();
    FeatureSet { features, ..FeatureSet::default() }
}

#[test]
fn an_error_is_one_bug_whatever_type_it_names() {
    let mut registry = Registry::default();
    let mut file = |fingerprint, text: &str, names: &[&str]| {
        let family = Family::Text(FailureClass::UnexpectedError, text.to_owned());
        registry.file(fingerprint, &family, &features(names), &Kinship::default())
    };
    assert_eq!(file("a", "IN requires a list, got Long", &["case"]), Sighting::New { known: false });
    assert_eq!(file("b", "IN requires a list, got String", &["case"]), Sighting::Again("a".to_owned(), Why::Error));
    assert_eq!(file("c", "IN requires a list, got String", &["unwind"]), Sighting::New { known: false });
    assert_eq!(file("d", "IN requires nothing of Long", &["case"]), Sighting::New { known: false });
}

#[test]
fn errors_that_reach_as_far_are_one_bug_whatever_type_they_name() {
    let reach = |kind: &str| {
        let mut reach = Reach::default();
        for (parts, failed) in [(["within", "count"], true), (["within", "values"], false)] {
            (0..4).for_each(|_| reach.add(Made::new(&features(&[parts[0], parts[1], kind]), &[]), failed));
        }
        reach
    };
    let mut registry = Registry::default();
    let mut file = |fingerprint, class: &str, kind: &str| {
        let text = format!("class java.lang.{class} cannot be cast");
        let family = Family::Text(FailureClass::UnexpectedError, text);
        let kinship = Kinship { reach: reach(kind), ..Kinship::default() };
        registry.file(fingerprint, &family, &features(&["within", "count", kind]), &kinship)
    };
    assert_eq!(file("a", "Short", "short"), Sighting::New { known: false });
    assert_eq!(file("b", "Integer", "int"), Sighting::Again("a".to_owned(), Why::Reach));
    assert_eq!(file("c", "Object", "object"), Sighting::New { known: false });
}

#[test]
fn an_error_is_one_bug_whether_or_not_the_engine_takes_the_blame() {
    let parts = BTreeSet::from(["UNWIND before UNWIND".to_owned()]);
    let condition = Condition { parts, foretold: 29, foretold_wrong: 15, ..Condition::default() };
    let mut registry = Registry::default();
    let mut file = |fingerprint, class, text: &str| {
        let family = Family::Text(class, text.to_owned());
        let kinship = Kinship { class: Some(class), condition: Some(condition.clone()), ..Kinship::default() };
        registry.file(fingerprint, &family, &features(&[fingerprint]), &kinship)
    };
    assert_eq!(file("a", FailureClass::InternalError, "no such column"), Sighting::New { known: false });
    let again = file("b", FailureClass::UnexpectedError, "no such column");
    assert_eq!(again, Sighting::Again("a".to_owned(), Why::Condition));
    assert_eq!(file("c", FailureClass::Crash, "no such column"), Sighting::New { known: false });
}

#[test]
fn errors_that_come_where_the_same_is_in_a_statement_are_one_bug_whatever_they_say() {
    let condition = |parts: &[&str], foretold| {
        let parts = parts.iter().map(|part| (*part).to_owned()).collect();
        Some(Condition { parts, foretold, foretold_wrong: 3, ..Condition::default() })
    };
    let mut registry = Registry::default();
    let mut file = |fingerprint, class, text: &str, condition| {
        let family = Family::Text(class, text.to_owned());
        let kinship = Kinship { class: Some(class), condition, ..Kinship::default() };
        registry.file(fingerprint, &family, &features(&[fingerprint]), &kinship)
    };
    let property = condition(&["a property in WITH"], 20);
    let new = Sighting::New { known: false };
    assert_eq!(file("a", FailureClass::InternalError, "near FROM", property.clone()), new);
    let again = condition(&["a property in WITH"], 30);
    let seen = file("b", FailureClass::InternalError, "near ,", again);
    assert_eq!(seen, Sighting::Again("a".to_owned(), Why::Condition));
    assert_eq!(file("c", FailureClass::UnexpectedError, "near ,", property), new);
    assert_eq!(file("d", FailureClass::InternalError, "near ;", condition(&["with"], 20)), new);
    assert_eq!(file("e", FailureClass::InternalError, "near (", condition(&[], 20)), new);
    assert_eq!(file("f", FailureClass::InternalError, "near )", condition(&[], 20)), new);
}

#[test]
fn answers_that_swap_different_values_are_no_one_bug_though_they_come_where_the_same_is() {
    let condition = Some(Condition { parts: ["unwind".to_owned()].into(), ..Condition::default() });
    let swaps = |expected: Value, actual: Value| Kinship {
        condition: condition.clone(),
        swapped: Some(Swapped::between(&expected, &actual)),
        ..Kinship::default()
    };
    let mut registry = Registry::default();
    let mut file = |fingerprint, kinship: &Kinship| {
        let seen = registry.file(fingerprint, &Family::WrongAnswer, &features(&[fingerprint]), kinship);
        matches!(seen, Sighting::Again(_, Why::Condition))
    };
    assert!(!file("a", &swaps(Value::Integer(1), Value::Null)));
    assert!(file("b", &swaps(Value::Integer(2), Value::Null)));
    assert!(!file("c", &swaps(Value::Boolean(true), Value::string("x"))));
}

#[test]
fn what_explained_a_bug_says_no_more_what_it_is_once_it_is_withdrawn() {
    let condition = Some(Condition { parts: ["unwind".to_owned()].into(), ..Condition::default() });
    let explained = Kinship { explained: true, condition: condition.clone(), ..Kinship::default() };
    let mut registry = Registry::default();
    registry.file("a", &Family::WrongAnswer, &features(&["a"]), &explained);
    let unexplained = Kinship { condition, ..Kinship::default() };
    let mut file = |fingerprint| registry.file(fingerprint, &Family::WrongAnswer, &features(&["b"]), &unexplained);
    assert_eq!(file("b"), Sighting::New { known: false });
    let mut registry = Registry::default();
    registry.file("a", &Family::WrongAnswer, &features(&["a"]), &explained);
    registry.unexplained("a");
    let seen = registry.file("b", &Family::WrongAnswer, &features(&["b"]), &unexplained);
    assert_eq!(seen, Sighting::Again("a".to_owned(), Why::Condition));
}

#[test]
fn a_fingerprint_is_one_bug() {
    let mut registry = Registry::new(BTreeSet::from(["b".to_owned()]));
    let mut file =
        |fingerprint| registry.file(fingerprint, &Family::WrongAnswer, &features(&["unwind"]), &Kinship::default());
    assert_eq!(file("a"), Sighting::New { known: false });
    assert_eq!(file("b"), Sighting::New { known: true });
    assert_eq!(file("a"), Sighting::Again("a".to_owned(), Why::Form));
    let explained = Kinship { explained: true, ..Kinship::default() };
    let again = registry.file("a", &Family::WrongAnswer, &features(&["unwind"]), &explained);
    assert_eq!(again, Sighting::Again("a".to_owned(), Why::Cause));
}

#[test]
fn a_bug_is_found_again_by_each_fingerprint_it_has() {
    let mut registry = Registry::default();
    let again = |registry: &mut Registry, fingerprint: &str, bug: &str| {
        let seen = registry.file(fingerprint, &Family::WrongAnswer, &features(&[]), &Kinship::default());
        assert_eq!(seen, Sighting::Again(bug.to_owned(), Why::Form), "{fingerprint}");
    };
    for bug in ["a", "b"] {
        registry.file(bug, &Family::WrongAnswer, &features(&[bug]), &Kinship::default());
    }
    registry.add("wider", "a");
    registry.add("cause", "a");
    again(&mut registry, "wider", "a");
    registry.became("a", "b");
    ["a", "b", "wider"].into_iter().for_each(|fingerprint| again(&mut registry, fingerprint, "b"));
    registry.became("b", "cause");
    ["a", "b", "wider", "cause"].into_iter().for_each(|fingerprint| again(&mut registry, fingerprint, "cause"));
}

#[test]
fn an_error_in_the_words_of_a_library_is_one_with_another_that_needs_the_same() {
    let family = Family::Text(FailureClass::InternalError, "unordered_map::at".to_owned());
    let check = |necessary: [&[&str]; 2], same: bool| {
        let mut registry = Registry::default();
        let [one, other] = necessary.map(|names| Kinship {
            necessary: names.iter().map(|name| (*name).to_owned()).collect(),
            ..Kinship::default()
        });
        registry.file("a", &family, &features(&["match"]), &one);
        let seen = registry.file("b", &family, &features(&["match", "unwind"]), &other);
        assert_eq!(matches!(seen, Sighting::Again(..)), same, "{necessary:?}");
    };
    check([&["bound_labels"], &["bound_labels", "return_element"]], true);
    check([&["bound_labels", "multiple_patterns"], &["multiple_patterns", "optional_match"]], false);
    check([&["bound_labels"], &[]], false);
}

#[test]
fn what_contains_a_known_bug_may_be_that_bug() {
    let mut registry = Registry::default();
    registry.file("a", &Family::WrongAnswer, &features(&["unwind"]), &Kinship::default());
    assert_eq!(registry.likely(&Family::WrongAnswer, &features(&["match", "unwind"]).names()), Some("a"));
    assert_eq!(registry.likely(&Family::WrongAnswer, &features(&["match"]).names()), None);
}

#[test]
fn what_is_measured_to_be_the_same_is_one_bug_and_nothing_else_is() {
    let kinship = |necessary: &[&str], plan, explained| Kinship {
        explained,
        necessary: necessary.iter().map(|name| (*name).to_owned()).collect(),
        plan,
        ..Kinship::default()
    };
    let first = kinship(&["unwind"], Some(1), false);
    let check = |fingerprint: &str, other: &Kinship, same: bool| {
        let mut registry = Registry::default();
        registry.file("a", &Family::WrongAnswer, &features(&["unwind"]), &first);
        let seen = registry.file(fingerprint, &Family::WrongAnswer, &features(&["match", "unwind"]), other);
        assert_eq!(matches!(seen, Sighting::Again(..)), same, "{other:?}");
    };
    check("b", &first, true);
    check("b", &kinship(&["unwind"], Some(2), false), false);
    check("b", &kinship(&["unwind", "match"], Some(1), false), false);
    check("b", &kinship(&["unwind"], Some(1), true), false);
    check("a", &kinship(&["unwind"], Some(1), true), true);
    let unknown = kinship(&[], Some(1), false);
    let mut registry = Registry::default();
    registry.file("a", &Family::WrongAnswer, &features(&["unwind"]), &unknown);
    let seen = registry.file("b", &Family::WrongAnswer, &features(&["unwind"]), &unknown);
    assert_eq!(seen, Sighting::New { known: false });
}
