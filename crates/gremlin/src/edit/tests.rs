use std::collections::BTreeSet;

use graphlance_graph::Random;

use super::*;
use crate::features::{Feature, features_of};
use crate::{StepName, arbitrary};

/// A bench on which every lighter statement will do that satisfies a condition.
struct Case<'c> {
    statement: Statement,
    holds: &'c dyn Fn(&Statement) -> bool,
    tried: usize,
}

impl Bench for Case<'_> {
    fn statement(&self) -> Option<&Statement> {
        Some(&self.statement)
    }

    fn attempt(&mut self, edited: Statement) -> bool {
        self.tried += 1;
        assert!(is_normal(&edited), "{edited:?}");
        let will_do = Weight::of(&edited) < Weight::of(&self.statement) && (self.holds)(&edited);
        if will_do {
            self.statement = edited;
        }
        will_do
    }

    fn is_over(&self) -> bool {
        false
    }
}

/// Reduces a statement as long as a condition holds.
fn reduced(statement: Statement, holds: &dyn Fn(&Statement) -> bool) -> Case<'_> {
    let mut case = Case { statement, holds, tried: 0 };
    for stage in [Stage::Large, Stage::Small, Stage::Literals] {
        loop {
            let before = Weight::of(&case.statement);
            PASSES.iter().filter(|pass| pass.stage == stage).for_each(|pass| pass.run(&mut case));
            if Weight::of(&case.statement) == before {
                break;
            }
        }
    }
    case
}

#[track_caller]
fn check(text: &str, feature: Feature, expected: &str) {
    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let holds = |statement: &Statement| features_of(statement).contains(&feature);
    assert_eq!(print(&reduced(statement, &holds).statement), expected, "{text}");
}

#[test]
fn a_statement_is_reduced_to_what_matters() {
    let text = "g.withSack(1).V(1, 2).as('a').outE('k', 'l').has('x', gt(10).and(lt(20))).inV()\
                .repeat(union(out('k'), in().dedup())).times(2).order().by('name', desc).limit(5).toList()";
    check(text, Feature::Step(StepName::Dedup), "g.V().dedup()");
    check(text, Feature::Step(StepName::Limit), "g.V().limit(1)");
    check(text, Feature::Test(crate::TestName::Lt), "g.V().has(\"\", P.lt(1))");
    check(text, Feature::Tokens(crate::token::Family::Order), "g.V().order().by(Order.desc)");
    check(text, Feature::Step(StepName::Times), "g.V().repeat(__.out()).times(1)");
    check(text, Feature::Step(StepName::WithSack), "g.withSack(1).V()");
}

#[test]
fn every_edit_of_random_trees_reads_back_and_gets_smaller() {
    let (mut tried, mut kept) = (0, BTreeSet::new());
    for seed in 0..1_000 {
        let mut random = Random::derive(5, &[seed]);
        let statement = arbitrary::statement(&mut random, 20);
        let features: Vec<Feature> = features_of(&statement).into_iter().collect();
        let Some(feature) = random.pick(&features).copied() else { continue };
        let holds = |statement: &Statement| features_of(statement).contains(&feature);
        let case = reduced(statement.clone(), &holds);
        assert!(features_of(&case.statement).contains(&feature));
        tried += case.tried;
        let weight = Weight::of(&case.statement);
        assert!(weight.steps <= 4, "{feature:?} keeps {}\nof {}", print(&case.statement), print(&statement));
        kept.insert(weight.steps);
    }
    assert!(tried > 5_000, "only {tried} edits were tried");
    assert!(kept.len() > 1);
}

#[test]
fn what_is_normal_reads_back() {
    let statement = parse("g.V().out()").unwrap();
    assert!(is_normal(&statement));
    let mut nothing = statement.clone();
    nothing.traversal.steps.clear();
    assert!(!is_normal(&nothing));
    let mut strange = statement;
    strange.traversal.steps.remove(0);
    assert!(!is_normal(&strange), "no statement begins with out()");
}
