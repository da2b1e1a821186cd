//! What a statement of Gremlin is made of.

use graphlance_gremlin::Statement;
use graphlance_gremlin::features::{Feature, features_of};
use graphlance_gremlin::table::{StepName, Trait};

use crate::language::{FeatureSet, Role};

/// The steps, tests and other features of a statement. Tests stand among the operators.
pub(super) fn of(statement: &Statement) -> FeatureSet {
    let mut set = FeatureSet::default();
    for feature in features_of(statement) {
        match feature {
            Feature::Test(name) => drop(set.operators.insert(name.text().into())),
            Feature::First(_) | Feature::Tokens(_) => {}
            Feature::Type(name) if COMMON.contains(&name) => {}
            feature => drop(set.features.insert(feature.name().into(), role(feature))),
        }
    }
    set
}

/// Types of literals that say nothing of a statement.
const COMMON: &[&str] = &["boolean", "int", "long", "double", "string"];

fn role(feature: Feature) -> Role {
    match feature {
        Feature::Step(name) if FRAME.contains(&name) => Role::Frame,
        Feature::Step(name) if computes(name) => Role::Computing,
        Feature::Type(_) | Feature::Other("nested_traversal" | "list" | "map") => Role::Frame,
        _ => Role::Structure,
    }
}

/// Steps that stand around others and say nothing of what is computed.
const FRAME: &[StepName] = &[
    StepName::V,
    StepName::E,
    StepName::Inject,
    StepName::Values,
    StepName::As,
    StepName::By,
    StepName::Is,
    StepName::Identity,
    StepName::Constant,
];

/// Whether a step makes one value of another, whatever the graph is.
fn computes(name: StepName) -> bool {
    let row = name.row();
    let of_values = !matches!(
        row.input,
        graphlance_gremlin::table::Kind::Vertex
            | graphlance_gremlin::table::Kind::Edge
            | graphlance_gremlin::table::Kind::Element
            | graphlance_gremlin::table::Kind::Nothing
            | graphlance_gremlin::table::Kind::Any
    );
    row.is(Trait::Map) && of_values
}
