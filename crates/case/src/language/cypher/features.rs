//! What a statement of Cypher is made of.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{BinaryOperator, Expression, UnaryOperator};
use graphlance_cypher::features::features_of;
use graphlance_cypher::walk::{self, Part};
use graphlance_cypher::{Feature, Statement};
use graphlance_graph::Name;

use crate::language::{FeatureSet, Role};

/// The features, functions and operators of a statement.
pub(super) fn of(statement: &Statement) -> FeatureSet {
    let features = features_of(statement).into_iter().map(|feature| (feature.name().into(), role(feature))).collect();
    let mut set = FeatureSet { features, ..FeatureSet::default() };
    if let Some(part) = Part::of(statement) {
        walk::walk(part, &mut |part| {
            if let Part::Expression(expression) = part {
                collect(expression, &mut set.functions, &mut set.operators);
            }
        });
    }
    set
}

fn collect(expression: &Expression, functions: &mut BTreeSet<Name>, operators: &mut BTreeSet<Name>) {
    match expression {
        Expression::Function(call) => {
            functions.insert(call.name.to_ascii_lowercase().into());
        }
        Expression::CountStar => {
            functions.insert("count".into());
        }
        Expression::Binary(operator, ..) if !matches!(operator, BinaryOperator::And | BinaryOperator::Or) => {
            operators.insert(format!("{operator:?}").into());
        }
        Expression::Unary(operator @ UnaryOperator::Minus, _) => {
            operators.insert(format!("{operator:?}").into());
        }
        _ => {}
    }
}

fn role(feature: Feature) -> Role {
    use Feature::*;
    match feature {
        Match | Where | With | WithWhere => Role::Frame,
        Aggregation | Case | ComparisonChain | ListComprehension | ListIndex | ListSlice | MapLiteral
        | MapProjection | Modulo | Power | Quantifier | Reduce | Regex | Xor => Role::Computing,
        _ => Role::Structure,
    }
}
