//! The relations of `gamera` against the reference: they hold where all that they need does, under each rule of paths, and without any
//! one of their needs some do not. `GRAPHLANCE_CASES` sets the number of groups for each rule. Printed is a table: relation, groups,
//! how many of them say nothing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_case::{Act, Case, Evaluator, Load, Response, Statement, Verdict, judge};
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_cypher::{Dialect, Query, Statement as CypherStatement};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Table;
use graphlance_oracles::gamera::GameraRound;
use graphlance_oracles::relations::{Need, RELATIONS};
use graphlance_oracles::{Round, RoundContext};
use graphlance_reference::Options;

const CASES: u64 = 3_000;
/// One group of so many may have nothing on either side.
const MOST_VACUOUS: u64 = 20;

const RULES: [RelationshipUniqueness; 4] = [
    RelationshipUniqueness::Clause,
    RelationshipUniqueness::Path,
    RelationshipUniqueness::VariableLengthOnly,
    RelationshipUniqueness::Off,
];

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

fn dialect(rule: RelationshipUniqueness) -> Dialect {
    let mut dialect = Dialect::standard();
    dialect.deviations.relationship_uniqueness = rule;
    dialect
}

/// What the reference answers to the steps of a case; none when one has no answer.
fn responses(case: &Case, options: &Options) -> Option<Vec<Response>> {
    let mut state = Cow::Borrowed(&*case.graph);
    let mut responses = Vec::new();
    for step in &case.steps {
        let Act::Run(statement) = &step.act else { return None };
        let answer = options.evaluate(&state, statement).ok()?;
        if let Some(after) = answer.graph {
            state = Cow::Owned(after);
        }
        let columns = answer.returns.columns.into_iter().map(|column| column.name).collect();
        responses.push(Response::Table(Table { columns, rows: answer.returns.rows }));
    }
    Some(responses)
}

/// How the groups of a relation went.
#[derive(Clone, Copy, Default)]
struct Tally {
    held: u64,
    vacuous: u64,
    undecided: u64,
}

/// Asks so many groups under a rule, and calls `denied` with each that does not hold.
fn ask(
    rule: RelationshipUniqueness,
    count: u64,
    left_out: Option<Need>,
    denied: &mut dyn FnMut(&str, &Case),
) -> BTreeMap<String, Tally> {
    let dialect = dialect(rule);
    let options = Options { deviations: dialect.deviations.clone(), ..Options::default() };
    let profile = Arc::new(Profile::built_in("default").expect("a built-in profile"));
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut asked = 0;
    for number in 0.. {
        let context =
            RoundContext { round: number, ..RoundContext::new(1, dialect.clone().into(), Arc::clone(&profile)) };
        let mut round = GameraRound::new(&context, number % 3 == 2, left_out);
        let some = round.case_count().min(24);
        for _ in 0..some {
            let Some(case) = round.next_case(&Adaptation::default()) else { break };
            asked += 1;
            let name = case.lineage.rewrites.first().expect("a relation").to_string();
            let tally = tallies.entry(name.clone()).or_default();
            let verdict = responses(&case, &options).map(|responses| judge(&case, &responses, &dialect.clone().into()));
            match verdict {
                Some(Verdict::Pass { vacuous }) => {
                    tally.held += 1;
                    tally.vacuous += u64::from(vacuous);
                }
                Some(Verdict::Fail(_)) => denied(&name, &case),
                _ => tally.undecided += 1,
            }
        }
        if asked >= count {
            break;
        }
    }
    tallies
}

fn texts(case: &Case) -> String {
    let texts = case.statements().map(|statement| statement.text().to_string());
    texts.collect::<Vec<_>>().join("\n  ")
}

#[test]
fn every_relation_holds_on_the_reference_under_each_rule_of_paths() {
    for rule in RULES {
        let tallies = ask(rule, cases(), None, &mut |name, case| {
            let graph = serde_json::to_string(&*case.graph).expect("a graph");
            panic!("{name} under {rule:?}:\n  {}\n{:?}\non {graph}", texts(case), case.claim);
        });
        println!("| relation, {rule:?} | held | vacuous | undecided |\n|---|---|---|---|");
        let mut all = Tally::default();
        for (name, Tally { held, vacuous, undecided }) in &tallies {
            println!("| {name} | {held} | {vacuous} | {undecided} |");
            all.held += held;
            all.vacuous += vacuous;
            all.undecided += undecided;
        }
        assert!(all.vacuous * MOST_VACUOUS <= all.held, "{rule:?}: {} of {} say nothing", all.vacuous, all.held);
        assert!(all.undecided * 50 <= all.held, "{rule:?}: {} of {} undecided", all.undecided, all.held);
    }
}

#[test]
fn every_relation_is_asked() {
    let tallies = ask(RelationshipUniqueness::Clause, 2 * CASES, None, &mut |_, _| {});
    for relation in RELATIONS {
        let asked = tallies.get(relation.name).map_or(0, |tally| tally.held - tally.vacuous);
        assert!(asked >= 5, "{}: {asked} that say something", relation.name);
    }
}

/// What the reference cannot show: it has no rule between trails and walks, by which FalkorDB ends a path where it closes a cycle.
const OF_ENGINES_ONLY: &[(&str, Need)] = &[
    ("paths_to_an_appended_node", Need::TrailsOrWalks),
    ("descendants", Need::TrailsOrWalks),
    ("hops_from_both_ends", Need::TrailsOrWalks),
];

#[test]
fn without_a_need_a_relation_does_not_hold() {
    let mut unmet: Vec<(&str, Need)> = Vec::new();
    for need in Need::ALL {
        let mut denied = BTreeMap::new();
        for rule in RULES {
            ask(rule, cases(), Some(*need), &mut |name, case| {
                denied.entry(name.to_owned()).or_insert_with(|| texts(case));
            });
        }
        for relation in RELATIONS {
            match (relation.needs.contains(need), denied.get(relation.name)) {
                (true, None) => unmet.push((relation.name, *need)),
                (false, Some(text)) => panic!("{} does not need {need:?}, and fails:\n  {text}", relation.name),
                _ => {}
            }
        }
    }
    assert_eq!(unmet, OF_ENGINES_ONLY, "needs that nothing shows");
}

/// Groups of a round that reads, on a graph with nodes enough, in a dialect whose planning is dear or not.
fn read_groups(dear: bool) -> Vec<Case> {
    let mut dialect = Dialect::standard();
    dialect.limits.planning_is_dear = dear;
    let mut profile = Profile::built_in("default").expect("a built-in profile");
    (profile.graph.nodes, profile.graph.relationships) = ([80, 80], [160, 160]);
    profile.graph.script_load = 1.0;
    let mut round = GameraRound::new(&RoundContext::new(3, dialect.into(), Arc::new(profile)), false, None);
    std::iter::from_fn(|| round.next_case(&Adaptation::default())).collect()
}

#[test]
fn where_planning_is_dear_most_texts_come_again_and_ask_of_other_nodes() {
    let asked = |dear| {
        let groups = read_groups(dear);
        // Each text of a script would be planned.
        assert!(groups.iter().all(|case| matches!(case.load, Load::Script(_)) != dear), "loads where dear: {dear}");
        let without_values = |statement: &Statement| match statement.tree() {
            Some(CypherStatement::Query(query)) => format!("{:?}", Query { parameters: Vec::new(), ..query.clone() }),
            _ => String::new(),
        };
        let all: Vec<String> = groups.iter().flat_map(Case::statements).map(without_values).collect();
        let texts: BTreeSet<&String> = all.iter().collect();
        // With the values of parameters, which are no part of a text.
        let distinct: BTreeSet<String> = groups.iter().map(|case| format!("{:?}", case.steps)).collect();
        (all.len(), texts.len(), distinct.len(), groups.len())
    };
    let (statements, texts, distinct, groups) = asked(true);
    assert!(groups > 0 && texts * 2 < statements, "{texts} texts of {statements} statements");
    assert_eq!(distinct, groups, "a group is asked twice");
    let (statements, texts, ..) = asked(false);
    assert!(texts * 2 > statements, "{texts} texts of {statements} statements");
}
