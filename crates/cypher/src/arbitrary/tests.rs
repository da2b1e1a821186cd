use std::collections::BTreeSet;

use super::*;
use crate::dialect::{Dialect, Parentheses};
use crate::features::{Feature, features_of};
use crate::parse::parse;
use crate::print::print;

/// How many trees the property test makes.
const TREES: u64 = 120_000;

fn dialects() -> [Dialect; 2] {
    let mut guarded = Dialect::standard();
    guarded.printing.parentheses = Parentheses::Guarded;
    guarded.printing.unicode_escapes = false;
    [Dialect::standard(), guarded]
}

#[track_caller]
fn check(tree: &Statement, dialect: &Dialect) {
    let text = print(tree, dialect);
    let again = parse(&text).unwrap_or_else(|error| panic!("{error}\nfrom {tree:?}"));
    assert!(again == *tree, "reads back as another tree: {text}\nfrom {tree:?}\nto   {again:?}");
    assert_eq!(print(&again, dialect), text);
}

#[test]
fn every_tree_prints_as_a_text_that_parses_back_to_it() {
    let dialects = dialects();
    for seed in 0..TREES {
        let mut random = Random::derive(1, &[seed]);
        let size = random.below(40);
        let tree = statement(&mut random, size);
        let [standard, guarded] = &dialects;
        check(&tree, if seed % 4 == 0 { guarded } else { standard });
    }
}

#[test]
fn the_trees_have_every_feature() {
    let mut seen = BTreeSet::new();
    for seed in 0..TREES / 10 {
        let mut random = Random::derive(1, &[seed]);
        let size = random.below(40);
        seen.extend(features_of(&statement(&mut random, size)));
    }
    let missing: Vec<&Feature> = Feature::ALL.iter().filter(|feature| !seen.contains(feature)).collect();
    assert!(missing.is_empty(), "never made: {missing:?}");
}
