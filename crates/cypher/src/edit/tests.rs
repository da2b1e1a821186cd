use graphlance_graph::Random;

use super::*;
use crate::arbitrary;

/// Takes what is lighter and, of that, what `takes` wants; nobody knows what anything returns.
struct Choosing<F> {
    statement: Statement,
    takes: F,
}

impl<F: FnMut(&Statement) -> bool> Bench for Choosing<F> {
    fn statement(&self) -> Option<&Statement> {
        Some(&self.statement)
    }

    fn attempt(&mut self, edited: Statement) -> bool {
        let wanted = (self.takes)(&edited);
        let taken = is_lighter(&edited, &self.statement) && wanted;
        if taken {
            self.statement = edited;
        }
        taken
    }

    fn is_over(&self) -> bool {
        false
    }

    fn returns(&self, _: Statement) -> Option<Returns> {
        None
    }
}

fn is_lighter(edited: &Statement, statement: &Statement) -> bool {
    let parts = |weight: Weight| (weight.clauses, weight.parts, weight.values, weight.disorder);
    parts(Weight::of(edited)) < parts(Weight::of(statement))
}

/// Runs every pass over random trees; how many edits were tried. That an edit which does not apply changes nothing is
/// asserted where it is tried.
fn run_all(takes: f64) -> usize {
    let mut attempts = 0;
    for seed in 0..300 {
        let mut random = Random::derive(3, &[seed]);
        let size = random.below(40);
        let statement = arbitrary::statement(&mut random, size);
        let before = Weight::of(&statement);
        let wanted = |_: &Statement| {
            attempts += 1;
            random.chance(takes)
        };
        let mut bench = Choosing { statement, takes: wanted };
        PASSES.iter().for_each(|pass| (pass.run)(&mut bench));
        let after = Weight::of(&bench.statement);
        assert!(after.clauses <= before.clauses, "seed {seed}");
        if takes == 0.0 {
            assert_eq!(after, before, "seed {seed}");
        }
    }
    attempts
}

#[test]
fn passes_over_any_tree_come_to_an_end_whatever_is_taken() {
    assert!(run_all(0.0) > 10_000);
    assert!(run_all(0.3) > 1_000);
    assert!(run_all(1.0) > 1_000);
}

fn text(statement: &Statement) -> String {
    crate::print(statement, &crate::Dialect::standard())
}

#[test]
fn items_of_a_statement_that_is_run_go_but_for_the_one_that_fails() {
    let check = |before: &str, says: &'static str, after: &str| {
        let statement = crate::parse(before).unwrap_or_else(|error| panic!("{error}"));
        let mut bench = Choosing { statement, takes: |edited: &Statement| text(edited).contains(says) };
        for _ in 0..8 {
            PASSES.iter().filter(|pass| pass.stage == Stage::Small).for_each(|pass| (pass.run)(&mut bench));
        }
        assert_eq!(text(&bench.statement), after);
    };
    let items = "a.l = 1, a.m = 1, a.n = 1, a.o = 1, a.p = 1, a.q = 1, a.r = 1, a:A";
    check(&format!("MERGE (a) ON MATCH SET a.k = 1 ON CREATE SET {items}"), "a:A", "MERGE (a) ON CREATE SET a:A");
    check(&format!("MATCH (a) SET {items}"), "a:A", "MATCH (a) SET a:A");
    check("MATCH (a) REMOVE a.k, a.l", "a.l", "MATCH (a) REMOVE a.l");
}

#[test]
fn every_pass_has_a_name_of_its_own_in_its_stage() {
    for (place, pass) in PASSES.iter().enumerate() {
        let twin = PASSES[..place].iter().find(|other| (other.stage, other.name) == (pass.stage, pass.name));
        assert!(twin.is_none(), "{}", pass.name);
    }
}
