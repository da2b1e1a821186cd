//! The relations between traversals against the reference: they hold where all that they need does, in each version, without any one
//! of their needs some do not, and each sees a fault. `GRAPHLANCE_CASES` sets the number of cases of an oracle in a version.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::language::{Effort, RESULT};
use graphlance_case::{Act, Case, Dialect, Evaluator, Response, Verdict, judge};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Table;
use graphlance_gremlin::{Dialect as GremlinDialect, Version};
use graphlance_machine::{Budget, MachineEvaluator, Quirk};
use graphlance_oracles::traversal_relations::{RelationRound, TRAVERSAL_RELATIONS, TraversalNeed};
use graphlance_oracles::{Round, RoundContext};

const CASES: u64 = 300;
/// One case of so many may have nothing on either side.
const MOST_VACUOUS: u64 = 20;
/// Cases of a relation within which it sees a fault.
const UNTIL_FOUND: u64 = 400;

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

/// What an evaluator answers to the steps of a case; none when one has no answer.
fn responses(
    case: &Case,
    evaluator: &dyn Fn(&graphlance_graph::Graph, &graphlance_case::Statement) -> Option<Answered>,
) -> Option<Vec<Response>> {
    let mut state = Cow::Borrowed(&*case.graph);
    let mut responses = Vec::new();
    for step in &case.steps {
        let Act::Run(statement) = &step.act else { return None };
        let (rows, after) = evaluator(&state, statement)?;
        if let Some(after) = after {
            state = Cow::Owned(after);
        }
        responses.push(Response::Table(Table { columns: vec![RESULT.into()], rows }));
    }
    Some(responses)
}

type Answered = (Vec<graphlance_graph::Row>, Option<graphlance_graph::Graph>);

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
    let answered = |graph: &_, statement: &_| {
        let answer = evaluator.evaluate(graph, statement).ok()?;
        Some((answer.returns.rows, answer.graph))
    };
    Some(judge(case, &responses(case, &answered)?, dialect))
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

#[test]
fn without_a_need_a_relation_does_not_hold() {
    // Of the others a target says that it refuses what they ask.
    let needs = [(TraversalNeed::Acyclic, Version::V38), (TraversalNeed::TwoValuedFilters, Version::V37)];
    for (need, version) in needs {
        let dialect = Dialect::from(GremlinDialect::of(version));
        let evaluator = graphlance_machine::evaluators().evaluator(&dialect, Effort::Usual);
        for relation in TRAVERSAL_RELATIONS.iter().filter(|relation| relation.needs.contains(&need)) {
            let mut made = made(relation.oracle, &dialect, &[relation.name], Some(need)).take(8_000);
            let denied = made.any(|case| matches!(verdict(&case, &dialect, &*evaluator), Some(Verdict::Fail(_))));
            assert!(denied, "{} holds without {need:?}", relation.name);
        }
    }
}

#[test]
fn each_relation_sees_a_fault() {
    let dialect = Dialect::from(GremlinDialect::standard());
    let engine =
        |fault: Quirk| MachineEvaluator::new(Arc::new(GremlinDialect::standard()), Budget::default()).with_quirk(fault);
    let engines: Vec<(Quirk, MachineEvaluator)> = Quirk::faults().map(|fault| (fault, engine(fault))).collect();
    println!("| relation | faults that it sees within {UNTIL_FOUND} cases, with the number of the first |\n|---|---|");
    let mut blind = Vec::new();
    let all = std::env::var("GRAPHLANCE_CASES").is_ok();
    for relation in TRAVERSAL_RELATIONS {
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, case) in
            made(relation.oracle, &dialect, &[relation.name], None).take(UNTIL_FOUND as usize).enumerate()
        {
            for (fault, engine) in &engines {
                if found.contains_key(fault.name()) {
                    continue;
                }
                let answered = |graph: &_, statement: &_| engine.one_answer(graph, statement).ok();
                let verdict = responses(&case, &answered).map(|responses| judge(&case, &responses, &dialect));
                if matches!(verdict, Some(Verdict::Fail(_))) {
                    found.insert(fault.name(), number + 1);
                }
            }
            if !found.is_empty() && !all {
                break;
            }
        }
        let cells: Vec<String> = found.iter().map(|(name, number)| format!("`{name}` {number}")).collect();
        println!("| `{}` | {} |", relation.name, cells.join(", "));
        if found.is_empty() {
            blind.push(relation.name);
        }
    }
    assert!(blind.is_empty(), "no fault is seen by {blind:?}");
}
