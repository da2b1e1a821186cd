//! What a statement is made of: its features and functions.

use std::collections::BTreeSet;
use std::fmt;

use graphlance_cypher::ast::{BinaryOperator, Expression, UnaryOperator};
use graphlance_cypher::features::features_of;
use graphlance_cypher::measure::measure;
use graphlance_cypher::walk::{self, Part};
use graphlance_cypher::{Feature, Statement};
use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

/// The features and functions of a statement: the coarse key of a bug.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shape {
    /// Its features.
    pub features: BTreeSet<Feature>,
    /// Its functions, in lower case.
    pub functions: BTreeSet<Name>,
    /// Its operators that compute something: not AND, OR, NOT and comparisons, which stand around what is wrong.
    #[serde(default)]
    pub operators: BTreeSet<Name>,
}

impl Shape {
    /// The shape of a statement.
    pub fn of(statement: &Statement) -> Shape {
        let functions = measure(statement).functions.iter().map(|name| name.to_ascii_lowercase().into()).collect();
        Shape { features: features_of(statement), functions, operators: operators_of(statement) }
    }

    /// Whether a bug of this shape is one of an expression, which `other` contains: the patterns play no part in it.
    pub fn is_expression_within(&self, other: &Shape) -> bool {
        let plain = |feature: &Feature| PLAIN.contains(feature);
        let computing: Vec<&Feature> = self.features.iter().filter(|feature| !plain(feature)).collect();
        let computes = !self.functions.is_empty() || !self.operators.is_empty() || !computing.is_empty();
        computes
            && computing.iter().all(|feature| COMPUTING.contains(feature) && other.features.contains(feature))
            && self.functions.is_subset(&other.functions)
            && self.operators.is_subset(&other.operators)
    }

    /// Whether everything in `other` is in this shape too.
    pub fn contains(&self, other: &Shape) -> bool {
        other.features.is_subset(&self.features)
            && other.functions.is_subset(&self.functions)
            && other.operators.is_subset(&self.operators)
    }

    /// Adds another shape.
    pub fn merge(&mut self, other: Shape) {
        self.features.extend(other.features);
        self.functions.extend(other.functions);
        self.operators.extend(other.operators);
    }
}

/// Features that say nothing of what an expression computes.
const PLAIN: &[Feature] = &[Feature::Match, Feature::Where, Feature::With, Feature::WithWhere, Feature::Case];

/// Features that compute a value.
const COMPUTING: &[Feature] = &[
    Feature::Aggregation,
    Feature::ComparisonChain,
    Feature::ListComprehension,
    Feature::ListIndex,
    Feature::ListSlice,
    Feature::MapLiteral,
    Feature::MapProjection,
    Feature::Modulo,
    Feature::Power,
    Feature::Quantifier,
    Feature::Reduce,
    Feature::Regex,
    Feature::Xor,
];

fn operators_of(statement: &Statement) -> BTreeSet<Name> {
    let mut operators = BTreeSet::new();
    if let Some(part) = Part::of(statement) {
        walk::walk(part, &mut |part| match part {
            Part::Expression(Expression::Binary(operator, ..))
                if !matches!(operator, BinaryOperator::And | BinaryOperator::Or) =>
            {
                operators.insert(Name::from(format!("{operator:?}")));
            }
            Part::Expression(Expression::Unary(operator @ UnaryOperator::Minus, _)) => {
                operators.insert(Name::from(format!("{operator:?}")));
            }
            _ => {}
        });
    }
    operators
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = self.features.iter().map(|feature| feature.name().to_owned());
        let functions = self.functions.iter().map(|function| format!("{function}()"));
        let operators = self.operators.iter().map(|operator| format!("operator {operator}"));
        let all: Vec<String> = features.chain(functions).chain(operators).collect();
        formatter.write_str(&all.join(", "))
    }
}
