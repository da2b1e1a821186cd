//! The features of a statement: what it is made of, by name, for coverage, dialects and the weights of generators.

use std::collections::BTreeSet;

use crate::ast::{Argument, Statement};
use crate::predicate::{Link, Test, TestName};
use crate::scalar::Scalar;
use crate::table::{Place, StepName};
use crate::token::{Family, Scope, Token};
use crate::walk::{Part, walk};

/// Something a statement may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// A step, a modulator or what configures a source.
    Step(StepName),
    /// A step in the local scope.
    Local(StepName),
    /// A step that begins a statement.
    First(StepName),
    /// A test.
    Test(TestName),
    /// Members of an enumeration.
    Tokens(Family),
    /// Scalars of a type, by its name.
    Type(&'static str),
    /// Something else, by its name.
    Other(&'static str),
}

/// The names of those that are neither steps nor tests nor tokens nor types.
const OTHERS: &[&str] = &[
    "list",
    "set",
    "map",
    "range",
    "with_cardinality",
    "nested_traversal",
    "terminated_traversal",
    "variable",
    "constant",
    "strategy",
    "vertex",
    "random_uuid",
    "now",
    "predicate_and",
    "predicate_or",
    "predicate_negate",
    "predicate_not",
    "repeat_before",
    "several_labels",
];

/// The types of scalars.
const TYPES: &[&str] = &[
    "null",
    "boolean",
    "byte",
    "short",
    "int",
    "long",
    "bigint",
    "float",
    "double",
    "bigdecimal",
    "string",
    "char",
    "uuid",
    "datetime",
];

impl Feature {
    /// All of them.
    pub fn all() -> Vec<Feature> {
        let local = |name: &StepName| {
            name.row().signatures.iter().any(|it| it.parameters.contains(&crate::table::Parameter::Scope))
        };
        let steps = StepName::all().map(Feature::Step);
        let locals = StepName::all().filter(local).map(Feature::Local);
        let first = StepName::all().filter(|name| name.stands(Place::Start)).map(Feature::First);
        let tests = TestName::all().map(Feature::Test);
        let tokens = Family::ALL.iter().map(|family| Feature::Tokens(*family));
        let types = TYPES.iter().map(|name| Feature::Type(name));
        let others = OTHERS.iter().map(|name| Feature::Other(name));
        steps.chain(locals).chain(first).chain(tests).chain(tokens).chain(types).chain(others).collect()
    }

    /// Its name, e.g. `step_out`, `test_gte`.
    pub fn name(self) -> String {
        match self {
            Feature::Step(name) => format!("step_{}", name.text()),
            Feature::Local(name) => format!("local_{}", name.text()),
            Feature::First(name) => format!("first_{}", name.text()),
            Feature::Test(name) => format!("test_{}", name.text()),
            Feature::Tokens(family) => format!("tokens_{}", family.class()),
            Feature::Type(name) => format!("type_{name}"),
            Feature::Other(name) => name.to_owned(),
        }
    }
}

/// The features of a statement.
pub fn features_of(statement: &Statement) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    walk(Part::Statement(statement), &mut |part| of_part(part, &mut features));
    features
}

fn of_part(part: Part<'_>, features: &mut BTreeSet<Feature>) {
    match part {
        Part::Statement(_) | Part::Traversal(..) => {}
        Part::Step(step, place) => {
            features.insert(Feature::Step(step.name));
            features.extend((place == Place::Start).then_some(Feature::First(step.name)));
            features.extend((step.scope() == Scope::Local).then_some(Feature::Local(step.name)));
            features.extend((!step.before.is_empty()).then_some(Feature::Other("repeat_before")));
            features.extend((step.labels().nth(1).is_some()).then_some(Feature::Other("several_labels")));
        }
        Part::Modulator(modulator, _) => drop(features.insert(Feature::Step(modulator.name))),
        Part::Argument(argument) => features.extend(of_argument(argument)),
        Part::Predicate(predicate) => {
            features.insert(match &predicate.test {
                Test::Named { name, .. } => Feature::Test(*name),
                Test::Not(_) => Feature::Other("predicate_not"),
            });
            features.extend(predicate.links.iter().map(|link| {
                Feature::Other(match link {
                    Link::And(_) => "predicate_and",
                    Link::Or(_) => "predicate_or",
                    Link::Negate => "predicate_negate",
                })
            }));
        }
    }
}

fn of_argument(argument: &Argument) -> Option<Feature> {
    Some(Feature::Other(match argument {
        Argument::Scalar(scalar) => return Some(Feature::Type(Scalar::type_name(scalar))),
        Argument::Token(token) => return Some(Feature::Tokens(Token::family(*token))),
        Argument::Predicate(_) => return None,
        Argument::List(_) => "list",
        Argument::Set(_) => "set",
        Argument::Map(_) => "map",
        Argument::Range(_) => "range",
        Argument::WithCardinality(..) => "with_cardinality",
        Argument::Traversal(_) => "nested_traversal",
        Argument::Terminated(_) => "terminated_traversal",
        Argument::Variable(_) => "variable",
        Argument::Constant(_) => "constant",
        Argument::Strategy(_) => "strategy",
        Argument::Vertex(_) => "vertex",
        Argument::RandomUuid => "random_uuid",
        Argument::Now => "now",
    }))
}

#[cfg(test)]
mod tests {
    use graphlance_graph::Random;

    use super::*;
    use crate::arbitrary;

    #[test]
    fn random_trees_have_every_feature() {
        let mut seen = BTreeSet::new();
        for seed in 0..10_000 {
            let mut random = Random::derive(1, &[seed]);
            let size = random.below(40);
            seen.extend(features_of(&arbitrary::statement(&mut random, size)));
        }
        let all: BTreeSet<Feature> = Feature::all().into_iter().collect();
        let missing: Vec<String> = all.difference(&seen).map(|feature| feature.name()).collect();
        assert!(missing.is_empty(), "never made: {missing:?}");
        let unknown: Vec<String> = seen.difference(&all).map(|feature| feature.name()).collect();
        assert!(unknown.is_empty(), "in no list: {unknown:?}");
    }

    #[test]
    fn names_are_told_apart() {
        let all = Feature::all();
        let names: BTreeSet<String> = all.iter().map(|feature| feature.name()).collect();
        assert_eq!(names.len(), all.len());
    }
}
