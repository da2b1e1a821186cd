use std::sync::Arc;

use super::*;
use crate::language::{Cypher, Language};
use crate::{Claim, SameRows, Step};

/// Knows `twice`, which makes two of a statement that returns 1, at its only place.
struct Doubling;

impl Deriver for Doubling {
    fn derive(&self, base: &Statement, rewrites: &[Applied], _: &Graph, _: &Dialect) -> Option<Derived> {
        let known =
            rewrites.iter().all(|applied| applied.rewrite.as_str() == "twice" && matches!(applied.place, 0 | -1));
        let results = if rewrites.is_empty() { 1 } else { 2 };
        (known && base.text().starts_with("RETURN 1")).then(|| Derived {
            statements: vec![base.clone(); results],
            rewrites: rewrites.iter().map(|applied| Applied { place: 0, of: 1, ..applied.clone() }).collect(),
        })
    }

    fn sentence(&self, _: &str) -> Option<&'static str> {
        None
    }
}

fn derivation(base: usize, rewrites: &[&str], derived: &[usize]) -> Derivation {
    let applied = |name: &&str| Applied { rewrite: (*name).into(), place: 0, of: 1 };
    Derivation { base, rewrites: rewrites.iter().map(applied).collect(), derived: derived.to_vec() }
}

fn case(texts: &[&str], derivations: Vec<Derivation>) -> Case {
    let claim = Claim::SameRows(SameRows { columns: Vec::new(), left: vec![0], right: vec![1, 2] });
    let lineage = Lineage { derivations, ..Lineage::default() };
    let case = Case::new(&Cypher.standard(), Arc::new(Graph::new()), claim, lineage);
    let step = |text: &&str| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    Case { steps: texts.iter().map(step).collect(), ..case }
}

#[track_caller]
fn check(texts: &[&str], derivations: Vec<Derivation>, again: Option<&[&str]>) {
    let made = case(texts, derivations).derived_again(&Doubling, &Cypher.standard());
    let texts = made.map(|case| case.statements().map(|statement| statement.text()).collect::<Vec<_>>());
    assert_eq!(texts, again.map(|texts| texts.iter().map(|text| (*text).to_owned()).collect()));
}

#[test]
fn derived_statements_are_made_again_of_their_base() {
    let [one, two, other] = ["RETURN 1 AS x", "RETURN 1 AS y", "RETURN 2 AS x"];
    check(&[one, two, two], vec![derivation(0, &["twice"], &[1, 2])], Some(&[one, one, one]));
    check(&[one, two, one], vec![derivation(1, &["twice"], &[2, 0])], Some(&[two, two, two]));
    check(&[other, one, one], vec![derivation(0, &["twice"], &[1, 2])], None);
    check(&[one, one, one], vec![derivation(0, &["unknown"], &[1, 2])], None);
    check(&[one, one, one], vec![derivation(0, &["twice"], &[1])], None);
    check(&[one, one, one], vec![derivation(0, &["twice"], &[1, 7])], None);
    check(&[one, one, one], vec![derivation(7, &["twice"], &[1, 2])], None);
    check(&[one, one, one], vec![derivation(0, &["twice"], &[0, 1])], None);
    check(&[other, one], Vec::new(), Some(&[other, one]));
}

#[test]
fn what_follows_is_what_the_rewrites_make() {
    let follows = |texts: &[&str], derivations| case(texts, derivations).follows(&Doubling, &Cypher.standard());
    let twice = || vec![derivation(0, &["twice"], &[1, 2])];
    assert!(follows(&["RETURN 1 AS x"; 3], twice()));
    assert!(!follows(&["RETURN 1 AS x", "RETURN 1 AS x", "RETURN 1 AS y"], twice()));
    assert!(!follows(&["RETURN 2 AS x"; 3], twice()));
    assert!(!follows(&["RETURN 1 AS x"; 3], Vec::new()));
}

#[test]
fn a_step_that_goes_takes_its_derivations_along_and_moves_the_others() {
    let lineage = Lineage { derivations: vec![derivation(1, &["twice"], &[2, 3])], ..Lineage::default() };
    assert_eq!(lineage.without(0).derivations, [derivation(0, &["twice"], &[1, 2])]);
    assert_eq!(lineage.without(4).derivations, lineage.derivations);
    for step in [1, 2] {
        let left = lineage.without(step);
        assert_eq!((left.derivations.len(), left.rewrite_names()), (0, vec![&Name::from("twice")]));
    }
}

#[test]
fn a_case_of_an_older_release_has_names_of_rewrites_and_no_derivation() {
    let lineage: Lineage =
        serde_json::from_str(r#"{"oracle": "equivalence", "rewrites": ["twice"]}"#).expect("it reads");
    assert_eq!((lineage.rewrites.as_slice(), lineage.derivations.len()), ([Name::from("twice")].as_slice(), 0));
    let applied = derivation(0, &["twice"], &[1]);
    let text = serde_json::to_string(&applied).expect("JSON");
    assert_eq!(text, r#"{"base":0,"rewrites":[{"rewrite":"twice","place":0,"of":1}],"derived":[1]}"#);
    assert_eq!(applied.rewrites[0].from_last().place, -1);
}
