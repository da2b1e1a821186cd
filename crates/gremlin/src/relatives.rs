//! Statements that differ from another one in one place: another step or predicate of the family, another token, a step that
//! changes nothing, a step that stands within a traversal of its own. They are asked to see how far a wrong answer reaches.

use crate::ast::{Argument, Statement, Step, Traversal};
use crate::edit::is_normal;
use crate::predicate::{Predicate, Test, TestName};
use crate::table::StepName;
use crate::token::{Family, Order, Token};
use crate::walk_mut::{PartMut, any_mut};

/// Steps that stand in the place of each other where they take the same arguments.
const STEPS: &[&[StepName]] = &[
    &[StepName::Out, StepName::In, StepName::Both],
    &[StepName::OutE, StepName::InE, StepName::BothE],
    &[StepName::OutV, StepName::InV, StepName::BothV, StepName::OtherV],
    &[StepName::Values, StepName::Properties],
    &[StepName::ValueMap, StepName::PropertyMap, StepName::ElementMap],
    &[StepName::Id, StepName::Label],
    &[StepName::Key, StepName::Value],
    &[StepName::Has, StepName::HasNot],
    &[StepName::HasKey, StepName::HasValue],
    &[StepName::Filter, StepName::Not, StepName::Where],
    &[StepName::And, StepName::Or],
    &[StepName::All, StepName::Any, StepName::None],
    &[StepName::Limit, StepName::Skip, StepName::Tail],
    &[StepName::SimplePath, StepName::CyclicPath],
    &[StepName::Union, StepName::Coalesce],
    &[StepName::Local, StepName::Map, StepName::FlatMap, StepName::Optional, StepName::SideEffect],
    &[StepName::Aggregate, StepName::Store],
    &[StepName::Count, StepName::Fold, StepName::Sum, StepName::Mean, StepName::Min, StepName::Max],
    &[StepName::Group, StepName::GroupCount],
    &[StepName::ToUpper, StepName::ToLower, StepName::Trim, StepName::LTrim, StepName::RTrim, StepName::Length],
    &[StepName::Combine, StepName::Difference, StepName::Disjunct, StepName::Intersect, StepName::Merge],
];

/// Tests that stand in the place of each other.
const TESTS: &[&[TestName]] = &[
    &[TestName::Eq, TestName::Neq, TestName::Gt, TestName::Gte, TestName::Lt, TestName::Lte],
    &[TestName::Between, TestName::Inside, TestName::Outside],
    &[TestName::Within, TestName::Without],
    &[
        TestName::Containing,
        TestName::StartingWith,
        TestName::EndingWith,
        TestName::NotContaining,
        TestName::NotStartingWith,
        TestName::NotEndingWith,
    ],
    &[TestName::Regex, TestName::NotRegex],
];

/// Steps that let everything through as it is.
const IDLE: &[StepName] = &[StepName::Identity, StepName::Barrier];

/// Steps that ask the step within them for each object by itself.
const ONE_BY_ONE: &[StepName] = &[StepName::Local, StepName::FlatMap, StepName::Union];

/// Steps that may come last.
const LAST: &[StepName] = &[StepName::Count, StepName::Fold, StepName::Dedup];

/// The relatives of a statement: those with another step, predicate or token in the order of the text, then those with a longer
/// chain.
pub fn relatives(statement: &Statement) -> Vec<Statement> {
    let mut found = Vec::new();
    for alter in [in_the_place_of_a_part, by_a_longer_chain] {
        collect(statement, alter, &mut found);
    }
    found
}

/// Makes the alternative of a number of a part; false where there are fewer.
type Alter = fn(&mut PartMut<'_>, usize) -> bool;

fn collect(statement: &Statement, alter: Alter, found: &mut Vec<Statement>) {
    for place in 0.. {
        for choice in 0.. {
            let mut copy = statement.clone();
            match altered(&mut copy, place, alter, choice) {
                None => return,
                Some(false) => break,
                Some(true) if copy != *statement && is_normal(&copy) && !found.contains(&copy) => found.push(copy),
                Some(true) => {}
            }
        }
    }
}

/// Alters the part of a number; none where there are fewer parts.
fn altered(statement: &mut Statement, place: usize, alter: Alter, choice: usize) -> Option<bool> {
    let (mut at, mut altered) = (0, None);
    any_mut(PartMut::Statement(statement), &mut |part| {
        let is_here = at == place;
        if is_here {
            altered = Some(alter(part, choice));
        }
        at += 1;
        is_here
    });
    altered
}

fn in_the_place_of_a_part(part: &mut PartMut<'_>, choice: usize) -> bool {
    match part {
        PartMut::Step(step) => {
            let names = others(STEPS, &step.name);
            put(*step, names.map(|name| Step { name, ..step.clone() }).nth(choice))
        }
        PartMut::Predicate(predicate) => put(*predicate, predicates(predicate).nth(choice)),
        PartMut::Argument(argument) => match &**argument {
            Argument::Token(token) => put(*argument, tokens(*token).map(Argument::Token).nth(choice)),
            _ => false,
        },
        PartMut::Statement(_) | PartMut::Traversal(_) | PartMut::Modulator(_) => false,
    }
}

fn put<T>(place: &mut T, other: Option<T>) -> bool {
    other.map(|other| *place = other).is_some()
}

/// The other members of the family that one belongs to.
fn others<T: Copy + PartialEq>(families: &'static [&'static [T]], one: &T) -> impl Iterator<Item = T> + use<T> {
    let one = *one;
    let family = families.iter().copied().find(|family| family.contains(&one)).unwrap_or_default();
    family.iter().copied().filter(move |other| *other != one)
}

/// Another test, then the opposite.
fn predicates(predicate: &Predicate) -> impl Iterator<Item = Predicate> + use<> {
    let whole = predicate.clone();
    let opposite = Predicate { test: Test::Not(Box::new(whole.clone())), links: Vec::new() };
    let named = match &predicate.test {
        Test::Named { name, .. } => Some(*name),
        Test::Not(_) => None,
    };
    let tests = named.into_iter().flat_map(|name| others(TESTS, &name)).map(move |other| {
        let mut changed = whole.clone();
        if let Test::Named { name, .. } = &mut changed.test {
            *name = other;
        }
        changed
    });
    tests.chain(std::iter::once(opposite))
}

/// The other tokens of the enumeration, without what draws at random.
fn tokens(token: Token) -> impl Iterator<Item = Token> {
    let swapped =
        [Family::Scope, Family::Order, Family::Pop, Family::Column, Family::T, Family::Operator, Family::Direction];
    let members = if swapped.contains(&token.family()) { token.family().members() } else { Vec::new() };
    members.into_iter().filter(move |other| *other != token && *other != Token::Order(Order::Shuffle))
}

fn by_a_longer_chain(part: &mut PartMut<'_>, choice: usize) -> bool {
    let PartMut::Traversal(traversal) = part else { return false };
    put(*traversal, chains(traversal).into_iter().nth(choice))
}

/// With an idle step behind each step, with each step but the first within one that asks it one by one, and with one more step at
/// the end.
fn chains(traversal: &Traversal) -> Vec<Traversal> {
    let length = traversal.steps.len();
    let with = |change: &dyn Fn(&mut Vec<Step>)| {
        let mut longer = traversal.clone();
        change(&mut longer.steps);
        longer
    };
    let plain = |name: StepName| Step::new(name, Vec::new());
    let mut made: Vec<Traversal> = Vec::new();
    for name in IDLE {
        made.extend((1..=length).map(|at| with(&|steps| steps.insert(at, plain(*name)))));
    }
    for name in ONE_BY_ONE {
        made.extend((1..length).map(|at| {
            with(&|steps| {
                let inner = Traversal::new(vec![steps[at].clone()]);
                steps[at] = Step::new(*name, vec![Argument::Traversal(inner)]);
            })
        }));
    }
    made.extend(LAST.iter().map(|name| with(&|steps| steps.push(plain(*name)))));
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, print};

    /// Some of the relatives of a statement, and how many it has.
    #[track_caller]
    fn check(text: &str, some: &[&str], count: usize) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let found: Vec<String> = relatives(&statement).iter().map(print).collect();
        for other in some {
            assert!(found.iter().any(|text| text == other), "{other} is none of {found:#?}");
        }
        assert_eq!(found.len(), count, "{found:#?}");
        assert!(!found.iter().any(|other| other == text), "{text} is its own relative");
    }

    #[test]
    fn relatives_differ_in_a_step_a_test_a_token_or_the_length_of_the_chain() {
        let idle = ["g.V().identity().out(\"a\")", "g.V().out(\"a\").barrier()", "g.V().local(__.out(\"a\"))"];
        check("g.V().out('a')", &[&["g.V().both(\"a\")", "g.V().out(\"a\").count()"][..], &idle].concat(), 12);
        check("g.V().has('k', P.gt(1))", &["g.V().has(\"k\", P.lte(1))", "g.V().has(\"k\", P.not(P.gt(1)))"], 16);
        check("g.V().order().by('k', Order.desc)", &["g.V().order().by(\"k\", Order.asc)"], 11);
    }

    #[test]
    fn what_stands_within_has_relatives_as_well() {
        let some = ["g.V().where(__.in())", "g.V().where(__.out().count())", "g.V().not(__.out())"];
        check("g.V().where(__.out())", &some, 19);
    }

    #[test]
    fn nothing_becomes_random() {
        let statement = parse("g.V().order().by(Order.asc)").expect("a statement");
        assert!(relatives(&statement).iter().all(|other| !print(other).contains("shuffle")));
    }
}
