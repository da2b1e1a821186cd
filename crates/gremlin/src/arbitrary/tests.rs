use std::collections::BTreeSet;

use super::*;
use crate::ast::Argument;
use crate::predicate::{Predicate, Test, TestName};
use crate::token::{Family, Token};
use crate::{parse, parse_traversal, print, print_traversal};

/// How many trees the property test makes, where `GRAPHLANCE_CASES` says no other number.
const TREES: u64 = 20_000;

fn trees() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(TREES)
}

fn made(seed: u64) -> Statement {
    let mut random = Random::derive(1, &[seed]);
    let size = random.below(40);
    statement(&mut random, size)
}

#[test]
fn every_tree_prints_as_a_text_that_parses_back_to_it() {
    for seed in 0..trees() {
        let tree = made(seed);
        let text = print(&tree);
        let again = parse(&text).unwrap_or_else(|error| panic!("{error}\nfrom {tree:?}"));
        assert!(again == tree, "reads back as another tree: {text}\nfrom {tree:?}\nto   {again:?}");
        assert_eq!(print(&again), text);
    }
}

#[test]
fn every_anonymous_tree_does_so_too() {
    for seed in 0..trees() / 10 {
        let mut random = Random::derive(2, &[seed]);
        let size = random.below(20);
        let tree = traversal(&mut random, size);
        assert_eq!(parse_traversal(&print_traversal(&tree)), Ok(tree));
    }
}

/// What is put into mutated texts.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    "..",
    ",",
    ":",
    "\"",
    "\\u",
    "g.",
    "__.",
    "P.not(",
    "T.id",
    "list",
    "new ",
    "1e",
    "0x",
    "-",
    "//",
    "é",
    "\n",
    ".times(2)",
    ".repeat(out())",
];

#[test]
fn a_mutated_text_is_a_statement_or_an_error_with_a_place_in_it() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..trees() {
        let mut random = Random::derive(8, &[seed]);
        let size = random.below(12);
        let text = print(&statement(&mut random, size));
        let text = mutated(&mut random, &text, PIECES);
        match parse(&text) {
            Ok(tree) => {
                read += 1;
                assert_eq!(parse(&print(&tree)).as_ref(), Ok(&tree), "{text}");
            }
            Err(error) => {
                refused += 1;
                assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{error}");
                assert!(text.get(error.span.clone()).is_some(), "{error}");
            }
        }
    }
    assert!(read * 50 > trees() && refused * 4 > trees(), "{read} were read and {refused} refused");
}

/// What trees are made of.
#[derive(Default)]
struct Seen {
    forms: BTreeSet<(StepName, String)>,
    tokens: BTreeSet<Token>,
    tests: BTreeSet<TestName>,
}

impl Seen {
    fn statement(&mut self, statement: &Statement) {
        self.modulators(&statement.source, Place::Source);
        self.traversal(&statement.traversal, Place::Start);
        self.modulators(statement.terminal.as_slice(), Place::Terminal);
    }

    fn traversal(&mut self, traversal: &Traversal, first: Place) {
        self.modulators(&traversal.start, Place::Modulator);
        for (index, step) in traversal.steps.iter().enumerate() {
            self.call(step.name, if index == 0 { first } else { Place::Step }, &step.arguments);
            self.modulators(&step.before, Place::Modulator);
            self.modulators(&step.modulators, Place::Modulator);
        }
    }

    fn modulators(&mut self, modulators: &[Modulator], place: Place) {
        for modulator in modulators {
            self.call(modulator.name, place, &modulator.arguments);
        }
    }

    fn call(&mut self, name: StepName, place: Place, arguments: &[Argument]) {
        let forms = name.row().at(place).filter(|form| form.takes(arguments));
        self.forms.extend(forms.map(|form| (name, format!("{form:?}"))));
        arguments.iter().for_each(|argument| self.argument(argument));
    }

    fn argument(&mut self, argument: &Argument) {
        match argument {
            Argument::Token(token) => drop(self.tokens.insert(*token)),
            Argument::Traversal(traversal) => self.traversal(traversal, Place::Step),
            Argument::Predicate(predicate) => self.predicate(predicate),
            Argument::List(items) | Argument::Set(items) => items.iter().for_each(|item| self.argument(item)),
            _ => {}
        }
    }

    fn predicate(&mut self, predicate: &Predicate) {
        match &predicate.test {
            Test::Named { name, arguments } => {
                self.tests.insert(*name);
                arguments.iter().for_each(|argument| self.argument(argument));
            }
            Test::Not(inner) => self.predicate(inner),
        }
    }
}

#[test]
fn the_trees_have_every_form_of_every_step_and_every_token() {
    let mut seen = Seen::default();
    for seed in 0..TREES / 2 {
        seen.statement(&made(seed));
    }
    let forms =
        StepName::all().flat_map(|name| name.row().signatures.iter().map(move |form| (name, format!("{form:?}"))));
    let missing: Vec<_> = forms.filter(|form| !seen.forms.contains(form)).collect();
    assert!(missing.is_empty(), "never made: {missing:#?}");
    let tokens = Family::ALL.iter().flat_map(|family| family.members());
    let missing: Vec<_> = tokens.filter(|token| !seen.tokens.contains(token)).collect();
    assert!(missing.is_empty(), "never made: {missing:?}");
    let missing: Vec<_> = TestName::all().filter(|name| !seen.tests.contains(name)).collect();
    assert!(missing.is_empty(), "never made: {missing:?}");
}
