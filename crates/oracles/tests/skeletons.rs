//! The statements of the oracle `reference`: each reads back as it was printed, says something, and together they use every
//! feature of reading statements. `GRAPHLANCE_CASES` sets how many are made.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::Case;
use graphlance_case::language::{Cypher, Language};
use graphlance_case::opinion::sample;
use graphlance_cypher::features::features_of;
use graphlance_cypher::{Feature, Statement, parse, print};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::table::{CompareOptions, compare};
use graphlance_oracles::{Oracle, Reference, RoundContext};
use graphlance_reference::Failure;
use graphlance_reference::naive::Naive;

/// Statements made where the environment does not say how many.
const CASES: usize = 1_500;

/// Features that these statements have not.
const ABSENT: &[Feature] = &[
    Feature::CallProcedure,
    Feature::PathSelector,
    Feature::BoundRelationship,
    Feature::Parameter,
    Feature::Create,
    Feature::Merge,
    Feature::Set,
    Feature::Remove,
    Feature::Delete,
    Feature::DetachDelete,
    Feature::Foreach,
    Feature::RangeIndex,
    Feature::RelationshipIndex,
    Feature::CompositeIndex,
    Feature::TextIndex,
    Feature::UniqueConstraint,
    Feature::For,
    Feature::Filter,
    Feature::Let,
    Feature::OrderByClause,
    Feature::Finish,
    Feature::Next,
    Feature::ConditionalQuery,
    Feature::QueryBraces,
    Feature::ExtendedCase,
    Feature::TypePredicate,
    Feature::Normalized,
    Feature::NodetachDelete,
    Feature::DynamicLabels,
    Feature::DynamicProperties,
    Feature::AnyPaths,
    Feature::ShortestGroups,
    Feature::ParenthesisedPath,
    Feature::DifferentRelationships,
    Feature::RepeatableElements,
    Feature::Insert,
];

fn number_of_cases() -> usize {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(CASES)
}

fn cases(count: usize) -> Vec<Case> {
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    let mut context = RoundContext::new(7, Cypher.standard(), Arc::new(profile));
    let mut made = Vec::new();
    while made.len() < count {
        let mut round = Reference.round(&context);
        context.round += 1;
        made.extend(std::iter::from_fn(|| round.next_case(&Adaptation::default())));
    }
    made
}

fn tree(case: &Case) -> &Statement {
    let statement = case.claimed_statement().unwrap_or_else(|| panic!("a statement"));
    statement.tree().unwrap_or_else(|| panic!("a statement of Cypher"))
}

fn distinct_rows(case: &Case) -> usize {
    let (_, returns) = case.claim.table().unwrap_or_else(|| panic!("a table"));
    let mut rows: Vec<String> = returns.rows.iter().map(|row| format!("{row:?}")).collect();
    rows.sort();
    rows.dedup();
    rows.len()
}

#[test]
fn the_naive_evaluator_comes_to_the_same_rows() {
    let naive = Naive::default();
    let (mut decided, mut all) = (0, 0);
    for case in cases(number_of_cases() / 5) {
        let (_, returns) = case.claim.table().unwrap_or_else(|| panic!("a table"));
        all += 1;
        let text = print(tree(&case), &graphlance_cypher::Dialect::standard());
        match naive.evaluate(&case.graph, tree(&case)) {
            Ok(answer) => {
                decided += 1;
                let compared = compare(returns, &sample(&answer.returns), &CompareOptions::default());
                assert!(compared.is_ok(), "{text}\n{:?}\nnaive: {:?}", returns.rows, answer.returns.rows);
            }
            Err(Failure::Raised(error)) => panic!("{error}: {text}"),
            Err(_) => {}
        }
    }
    println!("{decided} of {all} decided by both");
    assert!(decided * 10 >= all * 7, "{decided} of {all}");
}

#[test]
fn statements_read_back_and_differ_in_their_rows_and_use_the_whole_language() {
    let cases = cases(number_of_cases());
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut several, mut many) = (0, 0);
    for case in &cases {
        let text = print(tree(case), &graphlance_cypher::Dialect::standard());
        let again = parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(again, *tree(case), "{text}");
        let rows = distinct_rows(case);
        several += usize::from(rows > 1);
        many += usize::from(rows > 10);
        features_of(tree(case)).into_iter().for_each(|feature| *used.entry(feature.name()).or_default() += 1);
        if std::env::var_os("GRAPHLANCE_SHOW").is_some() {
            println!("{rows}: {text}\n");
        }
    }
    println!("{} statements, {several} of two distinct rows or more, {many} of more than ten: {used:?}", cases.len());
    assert!(several * 10 >= cases.len() * 6, "{several} of {}", cases.len());
    let missing: Vec<&str> = Feature::ALL
        .iter()
        .filter(|feature| !ABSENT.contains(feature) && !used.contains_key(feature.name()))
        .map(|feature| feature.name())
        .collect();
    assert!(missing.is_empty(), "never made: {missing:?}");
}
