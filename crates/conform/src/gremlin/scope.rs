//! What of the feature suite the reference is asked.

use crate::suite::{Kind, Scenario};

/// Tags of what is out of scope, each with the reason.
const OUT_OF_SCOPE: &[(&str, &str)] = &[
    ("@GraphComputerOnly", "graph computers (OLAP)"),
    ("@StepCall", "services"),
    ("@TinkerServiceRegistry", "services"),
    ("@StepRead", "files"),
    ("@StepWrite", "files"),
    ("@WithSubgraphStrategy", "strategies that change what is asked"),
    ("@WithPartitionStrategy", "strategies that change what is asked"),
    ("@WithProductiveByStrategy", "strategies that change what is asked"),
    ("@WithReadOnlyStrategy", "strategies that change what is asked"),
    ("@WithEdgeLabelVerificationStrategy", "strategies that change what is asked"),
    ("@WithReservedKeysVerificationStrategy", "strategies that change what is asked"),
    ("@WithVertexProgramRestrictionStrategy", "strategies that change what is asked"),
    ("@WithSeedStrategy", "what the random generator of one implementation draws"),
];

/// Why a scenario is out of scope, if it is.
pub(super) fn out_of_scope(scenario: &Scenario) -> Option<&'static str> {
    if scenario.steps.iter().any(|step| step.text == "an unsupported test") {
        return Some("unsupported by the suite itself");
    }
    OUT_OF_SCOPE.iter().find(|(tag, _)| scenario.tags.iter().any(|other| other == tag)).map(|(_, why)| *why)
}

/// What a scenario is about.
pub(super) fn kind(scenario: &Scenario) -> Kind {
    let any = |part: &str| scenario.steps.iter().any(|step| step.text.contains(part));
    if any("will raise an error") {
        Kind::Error
    } else if any("the graph should return") {
        Kind::Write
    } else if any("graph initializer") || !any("the empty graph") {
        Kind::Read
    } else {
        Kind::Expression
    }
}
