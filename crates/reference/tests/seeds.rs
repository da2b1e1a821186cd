//! The statements that fuzzing begins with: `fuzz/seeds/evaluate.cypher` and the tables of the manual's examples.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::features::features_of;
use graphlance_cypher::{Feature, parse};
use graphlance_graph::Graph;
use graphlance_reference::{Failure, OpenAnswers, Options, evaluate};

const SEEDS: &str = include_str!("../../../fuzz/seeds/evaluate.cypher");
const TABLES: [&str; 3] =
    [include_str!("manual/cypher25.tsv"), include_str!("manual/rules.tsv"), include_str!("manual/values.tsv")];
const GRAPH: &str =
    "CREATE (a:A {k: 1, s: 'x'})-[:R {k: 2}]->(b:B {k: 2.5, l: [1, 2]})-[:S]->(a), (b)-[:R]->(b), (:A:B)";

/// What became of texts.
#[derive(Default)]
struct Tally {
    texts: u64,
    statements: u64,
    answers: u64,
    errors: u64,
    by_feature: BTreeMap<Feature, u64>,
}

impl Tally {
    fn add(&mut self, graph: &Graph, text: &str) {
        self.texts += 1;
        let Ok(statement) = parse(text) else { return };
        self.statements += 1;
        match evaluate(graph, &statement, &Options { open: OpenAnswers::Choose, ..Options::default() }) {
            Ok(_) => {
                self.answers += 1;
                for feature in features_of(&statement) {
                    *self.by_feature.entry(feature).or_default() += 1;
                }
            }
            Err(Failure::Raised(_)) => self.errors += 1,
            Err(_) => {}
        }
    }

    fn print(&self) {
        let Tally { texts, statements, answers, errors, by_feature } = self;
        println!(
            "{texts} texts, {statements} statements, {answers} with an answer, {errors} with an error; answers by feature:"
        );
        by_feature.iter().for_each(|(feature, count)| println!("  {count:>8} {}", feature.name()));
    }

    fn lacking(&self) -> BTreeSet<&'static str> {
        let lacks = |feature: &&Feature| !self.by_feature.contains_key(feature);
        Feature::ALL.iter().filter(lacks).map(|feature| feature.name()).collect()
    }
}

fn graph() -> Graph {
    let statement = parse(GRAPH).expect("a statement");
    evaluate(&Graph::new(), &statement, &Options::default()).expect("an answer").graph.expect("a graph")
}

#[test]
fn what_fuzzing_begins_with_has_answers_with_every_feature() {
    let (graph, mut tally) = (graph(), Tally::default());
    for line in SEEDS.lines() {
        assert!(parse(line).is_ok(), "{line}");
        tally.add(&graph, line);
    }
    let lines = TABLES.iter().flat_map(|table| table.lines());
    lines.for_each(|line| tally.add(&graph, line.split('\t').next().unwrap_or_default()));
    tally.print();
    assert_eq!(tally.lacking(), BTreeSet::from(["parameter"]));
    assert!(tally.answers * 2 > tally.texts);
}

/// `GRAPHLANCE_CORPUS` names the folder: `cargo test --test all seeds:: -- --ignored --nocapture`.
#[test]
#[ignore = "counts what a fuzzer's corpus reaches"]
fn a_corpus_of_the_fuzz_target_has_answers_with_every_feature() {
    let folder = std::env::var("GRAPHLANCE_CORPUS").expect("the folder of a corpus in GRAPHLANCE_CORPUS");
    let (graph, mut tally) = (graph(), Tally::default());
    for file in std::fs::read_dir(folder).expect("a folder") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("a readable file");
        tally.add(&graph, &String::from_utf8_lossy(&bytes));
    }
    tally.print();
    assert_eq!(tally.lacking(), BTreeSet::from(["parameter"]));
}
