//! The relations between traversals against the reference: they hold where all that they need does, in each version, without any one
//! of their needs some do not, and each sees a fault. `GRAPHLANCE_CASES` sets the number of cases of an oracle in a version.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_case::language::Effort;
use graphlance_case::{Case, Dialect, Evaluator, Statement, Verdict, judge};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Graph;
use graphlance_gremlin::{Dialect as GremlinDialect, Version};
use graphlance_machine::{MachineEvaluator, Quirk};
use graphlance_oracles::planted::answered_by;
use graphlance_oracles::traversal_relations::{RelationRound, TRAVERSAL_RELATIONS, TraversalNeed};
use graphlance_oracles::{Round, RoundContext};

use crate::traversal_faults::{engine, responses};

const CASES: u64 = 300;
/// One case of so many may have nothing on either side.
const MOST_VACUOUS: u64 = 20;
/// Cases of a relation within which it sees a fault.
const UNTIL_FOUND: usize = 400;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

/// The oracles that have such relations.
fn oracles() -> Vec<&'static str> {
    let mut oracles: Vec<&str> = TRAVERSAL_RELATIONS.iter().map(|relation| relation.oracle).collect();
    oracles.sort_unstable();
    oracles.dedup();
    oracles
}

/// Cases of an oracle in a dialect, of some relations, or of all where there are none.
fn made<'a>(
    oracle: &'static str,
    dialect: &'a Dialect,
    only: &[&str],
    left_out: Option<TraversalNeed>,
) -> impl Iterator<Item = Case> + use<'a> {
    let mut profile = Profile::built_in("default").expect("a built-in profile");
    profile.rewrites.only = only.iter().map(|name| (*name).into()).collect();
    let profile = Arc::new(profile);
    (0..2_000).flat_map(move |round| {
        let context = RoundContext { round, ..RoundContext::new(1, dialect.clone(), Arc::clone(&profile)) };
        let mut round = RelationRound::new(oracle, &context, left_out);
        std::iter::from_fn(move || round.next_case(&Adaptation::default())).take(24).collect::<Vec<Case>>()
    })
}

fn relation_of(case: &Case) -> String {
    case.lineage.rewrites.first().expect("a relation").to_string()
}

fn verdict(case: &Case, dialect: &Dialect, evaluator: &dyn Evaluator) -> Option<Verdict> {
    let answer = |graph: &Graph, statement: &Statement| evaluator.evaluate(graph, statement).ok();
    Some(judge(case, &answered_by(case, case.steps.len(), &answer)?.responses, dialect))
}

fn texts(case: &Case) -> String {
    let texts = case.statements().map(|statement| statement.text().to_string());
    texts.collect::<Vec<_>>().join("\n  ")
}

#[test]
fn every_relation_holds_on_the_reference_in_each_version() {
    for version in Version::ALL {
        let dialect = Dialect::from(GremlinDialect::of(*version));
        let evaluator = graphlance_machine::evaluators().evaluator(&dialect, Effort::Usual);
        let mut tallies: BTreeMap<String, [u64; 2]> = BTreeMap::new();
        for oracle in oracles() {
            for case in made(oracle, &dialect, &[], None).take(cases() as usize) {
                let verdict = verdict(&case, &dialect, &*evaluator);
                let Some(Verdict::Pass { vacuous }) = verdict else {
                    panic!("{} in {version}: {verdict:?}\n  {}", relation_of(&case), texts(&case))
                };
                let two_valued = !matches!(version, Version::V36 | Version::V37);
                let needs = TRAVERSAL_RELATIONS.iter().find(|relation| relation.name == relation_of(&case));
                let needs = needs.expect("a relation").needs;
                assert!(two_valued || !needs.contains(&TraversalNeed::TwoValuedFilters), "{}", relation_of(&case));
                let [asked, nothing] = tallies.entry(relation_of(&case)).or_default();
                *asked += 1;
                *nothing += u64::from(vacuous);
            }
        }
        println!("| relation in {version} | held | vacuous |\n|---|---|---|");
        for (name, [asked, nothing]) in &tallies {
            println!("| {name} | {asked} | {nothing} |");
        }
        let [asked, nothing] = tallies.values().fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
        assert!(nothing * MOST_VACUOUS <= asked, "in {version} {nothing} of {asked} say nothing");
        if *version == Version::V38 {
            for relation in TRAVERSAL_RELATIONS {
                let [asked, nothing] = tallies.get(relation.name).copied().unwrap_or_default();
                assert!(asked > nothing, "{}: {asked} asked, {nothing} of them say nothing", relation.name);
            }
        }
    }
}

/// Of these a target says that it refuses what is asked.
const OF_TARGETS: &[TraversalNeed] = &[TraversalNeed::AnyEnds, TraversalNeed::AnyLabel];

#[test]
fn without_a_need_a_relation_does_not_hold() {
    for need in TraversalNeed::ALL.iter().filter(|need| !OF_TARGETS.contains(need)) {
        let version = if *need == TraversalNeed::TwoValuedFilters { Version::V37 } else { Version::V38 };
        let dialect = Dialect::from(GremlinDialect::of(version));
        let evaluator = graphlance_machine::evaluators().evaluator(&dialect, Effort::Usual);
        for relation in TRAVERSAL_RELATIONS.iter().filter(|relation| relation.needs.contains(need)) {
            let mut made = made(relation.oracle, &dialect, &[relation.name], Some(*need)).take(8_000);
            let denied = made.any(|case| matches!(verdict(&case, &dialect, &*evaluator), Some(Verdict::Fail(_))));
            assert!(denied, "{} holds without {need:?}", relation.name);
        }
    }
}

#[test]
fn a_target_that_stores_one_pair_of_labels_for_a_type_is_asked_on_graphs_that_it_can_store() {
    let mut dialect = GremlinDialect::standard();
    dialect.values.one_pair_per_type = true;
    dialect.values.parallel = false;
    dialect.declarations.vertex_label = Some("label(\"{label}\")".to_owned());
    let dialect = Dialect::from(dialect);
    let mut asked = 0;
    for case in made("gamera", &dialect, &[], None).take(300) {
        let name = relation_of(&case);
        let relation = TRAVERSAL_RELATIONS.iter().find(|relation| relation.name == name).expect("a relation");
        assert!(OF_TARGETS.iter().all(|need| !relation.needs.contains(need)), "{name}");
        let mut pairs = BTreeMap::new();
        let mut places = BTreeSet::new();
        for edge in case.graph.relationships() {
            let label = |key| case.graph.node(key).expect("an end").labels.iter().next().cloned();
            let pair = (label(edge.start), label(edge.end));
            assert_eq!(pairs.entry(&edge.kind).or_insert(pair.clone()), &pair, "{name}");
            assert!(places.insert((edge.start, &edge.kind, edge.end)), "{name}");
            asked += 1;
        }
    }
    assert!(asked > 300, "{asked} edges");
}

#[test]
fn each_relation_sees_a_fault() {
    let dialect = Dialect::from(GremlinDialect::standard());
    let engines: Vec<(Quirk, MachineEvaluator)> = Quirk::faults().map(|fault| (fault, engine(Some(fault)))).collect();
    println!("| relation | the faults that it sees first, with the number of the case |\n|---|---|");
    let mut blind = Vec::new();
    for relation in TRAVERSAL_RELATIONS {
        let made = made(relation.oracle, &dialect, &[relation.name], None).take(UNTIL_FOUND).zip(1..);
        let sees = |case: &Case, engine: &MachineEvaluator| {
            let verdict = responses(case, engine).map(|responses| judge(case, &responses, &dialect));
            matches!(verdict, Some(Verdict::Fail(_)))
        };
        let first = made.map(|(case, number)| {
            let seen = engines.iter().filter(|(_, engine)| sees(&case, engine));
            seen.map(|(fault, _)| format!("`{}` {number}", fault.name())).collect::<Vec<String>>()
        });
        let found = first.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        println!("| `{}` | {} |", relation.name, found.join(", "));
        if found.is_empty() {
            blind.push(relation.name);
        }
    }
    assert!(blind.is_empty(), "no fault is seen by {blind:?}");
}
