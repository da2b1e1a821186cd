//! How many cases a second and core: synthesised and printed, and with the second evaluation.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use graphlance_case::Case;
use graphlance_case::language::{Cypher, Language};
use graphlance_cypher::parse;
use graphlance_generate::{Adaptation, Profile};
use graphlance_oracles::{Gqs, Oracle, RoundContext};
use graphlance_reference::{Options, evaluate};

fn main() {
    divan::main();
}

/// Cases of each sample.
const CASES: usize = 500;

fn cases(profile: &str, seed: u64) -> Vec<Case> {
    let profile = Arc::new(Profile::built_in(profile).expect("a built-in profile"));
    let context = RoundContext::new(seed, Cypher.standard(), profile);
    let adaptation = Adaptation::default();
    let mut made = Vec::with_capacity(CASES);
    for round in 0.. {
        let mut round = Gqs.round(&RoundContext { round, ..context.clone() });
        while let Some(case) = round.next_case(&adaptation) {
            made.push(case);
            if made.len() == CASES {
                return made;
            }
        }
    }
    made
}

fn texts(case: &Case) -> impl Iterator<Item = String> + '_ {
    case.statements().map(|statement| statement.text())
}

#[divan::bench(args = ["quick", "default", "gqs", "deep"])]
fn synthesise_and_print(bencher: Bencher, profile: &str) {
    let mut seed = 0;
    bencher.counter(ItemsCount::new(CASES)).bench_local(|| {
        seed += 1;
        cases(black_box(profile), seed).iter().flat_map(texts).map(|text| text.len()).sum::<usize>()
    });
}

#[divan::bench(args = ["quick", "default", "gqs"])]
fn parse_and_evaluate(bencher: Bencher, profile: &str) {
    let made: Vec<_> =
        cases(profile, 1).iter().map(|case| (case.graph.clone(), texts(case).collect::<Vec<_>>())).collect();
    let options = Options::default();
    bencher.counter(ItemsCount::new(CASES)).bench_local(|| {
        made.iter()
            .flat_map(|(graph, texts)| texts.iter().map(move |text| (graph, text)))
            .filter(|(graph, text)| parse(text).is_ok_and(|statement| evaluate(graph, &statement, &options).is_ok()))
            .count()
    });
}
