//! The reference against the naive evaluator, on random statements of every generator over small random graphs, and on
//! defects planted in the naive one. `GRAPHLANCE_CASES` sets the number of statements of each generator.

mod compare;
mod errors;
mod expressions;
mod ground;
mod patterns;
mod reads;
mod writes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_case::Dialect;
use graphlance_case::language::{Cypher, Language};
use graphlance_cypher::features::features_of;
use graphlance_cypher::{Feature, Statement, parse};
use graphlance_generate::arbitrary::{ReadingSizes, arbitrary_reading};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Random};
use graphlance_oracles::{Equivalence, Gqs, Oracle, Partition, Reference, RoundContext};
use graphlance_reference::naive::{Limits, Naive, Slip};

use compare::{Outcome, Question};

const CASES: u64 = 2_000;
/// Statements on each graph.
const STATEMENTS: u64 = 10;
/// Statements among which each slip must show.
const AMONG: u64 = 4_000;
fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

/// The seed of the statements, another one for another run.
fn seed() -> u64 {
    std::env::var("GRAPHLANCE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// What was compared.
#[derive(Default)]
struct Tally {
    statements: u64,
    agreed: u64,
    telling: u64,
    undecided: BTreeMap<String, u64>,
    features: BTreeMap<Feature, u64>,
    overclaimed: Vec<String>,
    differences: Vec<String>,
}

impl Tally {
    fn add(&mut self, graph: &Graph, statement: &Statement) {
        self.statements += 1;
        let asked = Question::ask(graph, statement);
        match asked.map_or_else(|undecided| undecided, |question| question.compare(&Naive::default())) {
            Outcome::Agree { telling } => {
                self.agreed += 1;
                self.telling += u64::from(telling);
                for feature in features_of(statement) {
                    *self.features.entry(feature).or_default() += 1;
                }
            }
            Outcome::Undecided(why) => *self.undecided.entry(why).or_default() += 1,
            Outcome::Overclaimed(how) => self.overclaimed.push(how),
            Outcome::Differ(how) => self.differences.push(how),
        }
    }

    /// Prints what was compared and wants no difference, both to decide at least so many of a hundred, and so many of
    /// these with rows.
    #[track_caller]
    fn report(self, name: &str, least_decided: u64, least_telling: u64) {
        self.report_with(name, least_decided, least_telling, &[], 1);
    }

    /// As [`Tally::report`], and wants each of these features once in so many statements.
    #[track_caller]
    fn report_with(self, name: &str, least_decided: u64, least_telling: u64, wanted: &[Feature], among: u64) {
        let Tally { statements, agreed, telling, undecided, features, overclaimed, differences } = self;
        println!("{name}: {statements} statements, both decide {agreed}, {telling} of them with rows or changes");
        for (why, count) in undecided {
            println!("  {count:>8} {why}");
        }
        for (feature, count) in &features {
            println!("  {count:>8} {}", feature.name());
        }
        for open in overclaimed.iter().take(3) {
            println!("OPEN {open}\n");
        }
        for difference in differences.iter().take(10) {
            println!("DIFFERENCE {difference}\n");
        }
        assert_eq!(differences.len(), 0, "{name}");
        assert_eq!(overclaimed.len(), 0, "{name}");
        assert!(agreed * 100 >= statements * least_decided, "{name}: both decide {agreed} of {statements}");
        assert!(telling * 100 >= agreed * least_telling, "{name}: {telling} of {agreed} have rows or changes");
        let count = |feature: &Feature| features.get(feature).copied().unwrap_or_default();
        let rare: Vec<&str> =
            wanted.iter().filter(|feature| count(feature) * among < statements).map(|feature| feature.name()).collect();
        assert!(rare.is_empty(), "{name}: fewer than one in {among} statements has {rare:?}");
    }
}

/// Features of statements that write, which no other one has.
const WRITING: &[Feature] = &[
    Feature::Create,
    Feature::Merge,
    Feature::Set,
    Feature::Remove,
    Feature::Delete,
    Feature::DetachDelete,
    Feature::NodetachDelete,
    Feature::Insert,
    Feature::Foreach,
    Feature::Finish,
    Feature::DynamicProperties,
];

/// Features of statements about indexes and constraints, which have no answer.
const SCHEMA: &[Feature] = &[
    Feature::RangeIndex,
    Feature::RelationshipIndex,
    Feature::CompositeIndex,
    Feature::TextIndex,
    Feature::DropIndex,
    Feature::UniqueConstraint,
];

/// The statement of a text that a generator here writes.
fn parsed(text: &str) -> Statement {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Statement and graph of a number.
fn drawn(number: u64, text: impl Fn(&mut Random) -> String) -> (Graph, Statement) {
    let graph = ground::graph(&mut Random::derive(seed(), &[0, number / STATEMENTS]));
    (graph, parsed(&text(&mut Random::derive(seed(), &[1, number]))))
}

#[test]
fn reads_of_every_kind_have_the_same_answers() {
    let mut tally = Tally::default();
    for number in 0..cases() {
        let (graph, statement) = drawn(number, reads::statement);
        tally.add(&graph, &statement);
    }
    let reading = |feature: &&Feature| !WRITING.contains(feature) && !SCHEMA.contains(feature);
    let reading: Vec<Feature> = Feature::ALL.iter().filter(reading).copied().collect();
    tally.report_with("reads", 95, 60, &reading, 1_000);
}

#[test]
fn writes_have_the_same_answers_and_leave_the_same_graphs() {
    let mut tally = Tally::default();
    for number in 0..cases() {
        let (graph, statement) = drawn(number, writes::statement);
        tally.add(&graph, &statement);
    }
    tally.report_with("writes", 95, 60, WRITING, 300);
}

#[test]
fn errors_are_raised_by_both() {
    let mut tally = Tally::default();
    for number in 0..cases() {
        let (graph, statement) = drawn(number, errors::statement);
        tally.add(&graph, &statement);
    }
    tally.report("errors", 95, 60);
}

#[test]
fn arbitrary_readings_have_the_same_answers() {
    let profile = Profile::built_in("default").expect("a built-in profile");
    let dialect = graphlance_cypher::Dialect::standard();
    let sizes = graphlance_graph::GraphSizes { nodes: [1, 6], relationships: [0, 12], ..profile.graph };
    let mut tally = Tally::default();
    for number in 0..cases() {
        let mut random = Random::derive(seed(), &[2, number / STATEMENTS]);
        let graph = graphlance_graph::random_graph(&mut random, &sizes, &dialect.values, &dialect.index_support());
        let mut random = Random::derive(seed(), &[3, number]);
        let reading = arbitrary_reading(&mut random, &graph, ReadingSizes::default());
        tally.add(&graph, &reading.statement());
    }
    tally.report("arbitrary readings", 90, 10);
}

/// Compares so many statements of an oracle.
fn check_oracle(oracle: &dyn Oracle, statements: u64, least_telling: u64) {
    let dialect: Dialect = Cypher.dialect("opencypher9").expect("a built-in dialect");
    let profile = Arc::new(Profile::built_in("default").expect("a built-in profile"));
    let mut tally = Tally::default();
    let mut context = RoundContext::new(seed(), dialect, profile);
    while tally.statements < statements {
        let mut round = oracle.round(&context);
        context.round += 1;
        while let Some(case) = round.next_case(&Adaptation::default()) {
            let statements = case.steps.iter().filter_map(|step| step.statement()?.tree::<Statement>());
            statements.for_each(|statement| tally.add(&case.graph, statement));
        }
    }
    tally.report(oracle.name(), 90, least_telling);
}

#[test]
fn statements_of_the_oracles_have_the_same_answers() {
    // These take the naive evaluator long.
    for oracle in [&Gqs as &dyn Oracle, &Partition, &Equivalence] {
        check_oracle(oracle, cases() / 10, 30);
    }
}

#[test]
fn what_the_oracle_reference_asks_has_the_same_answers() {
    check_oracle(&Reference, cases(), 80);
}

#[test]
fn each_planted_slip_is_found() {
    let mut left: BTreeSet<Slip> = Slip::ALL.iter().copied().collect();
    assert!(left.len() >= 30);
    for number in 0..AMONG {
        let (graph, statement) = drawn(
            number,
            match number % 20 {
                10 => errors::statement,
                even if even % 2 == 0 => reads::statement,
                _ => writes::statement,
            },
        );
        let Ok(question) = Question::ask(&graph, &statement) else { continue };
        if !matches!(question.under(&Naive::default(), 0), Outcome::Agree { .. }) {
            continue;
        }
        left.retain(|slip| {
            // Some slips make paths without end.
            let limits = Limits { steps: 50_000, rows: 2_000 };
            let slipping = Naive { slip: Some(*slip), limits, ..Naive::default() };
            let found = matches!(question.under(&slipping, 0), Outcome::Differ(_));
            if found {
                println!("{:>6}  {}", number + 1, slip.sentence());
            }
            !found
        });
        if left.is_empty() {
            return;
        }
    }
    let left: Vec<&str> = left.into_iter().map(Slip::sentence).collect();
    panic!("not found among {AMONG} statements: {left:#?}");
}
