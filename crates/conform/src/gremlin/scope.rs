//! What of the feature suite the reference is asked, and what an engine is.

use graphlance_gremlin::dialect::{Dialect, Identities};
use graphlance_gremlin::{Version, Versions};

use super::trial::Stop;
use crate::suite::{Kind, Scenario};

/// The version whose suite it is.
pub(super) const OWN: Version = Version::V38;

/// The tag of scenarios in which a property has the value null.
pub(super) const NULL_PROPERTIES: &str = "@AllowNullPropertyValues";

/// The tag of scenarios in which setting null removes a property.
const NO_NULL_PROPERTIES: &str = "@DisallowNullPropertyValues";

/// What no engine can be asked: it would have to have a graph computer, services that the suite brings along, and its files.
const OUT_OF_REACH: &[&str] = &["@GraphComputerOnly", "@StepCall", "@TinkerServiceRegistry", "@StepRead", "@StepWrite"];

/// Tags of scenarios in which a client chooses identities.
const IDENTITIES: &[&str] = &["@UserSuppliedVertexIds", "@UserSuppliedEdgeIds", "@UserSuppliedVertexPropertyIds"];

/// The graphs of the suite that hold what a tag stands for, beside scenarios that have the tag.
const HELD: &[(&str, &[&str])] = &[("the crew graph", &["@MultiProperties", "@MetaProperties"])];

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
    unsupported(scenario).or_else(|| {
        let found = OUT_OF_SCOPE.iter().find(|(tag, _)| has_tag(scenario, tag));
        found.map(|(_, why)| *why)
    })
}

/// Why an engine of a dialect is not asked a scenario, if it is not.
pub(super) fn beyond(scenario: &Scenario, dialect: &Dialect) -> Option<String> {
    if let Some(why) = unsupported(scenario) {
        return Some(why.to_owned());
    }
    let out_of_reach = OUT_OF_SCOPE.iter().find(|(tag, _)| OUT_OF_REACH.contains(tag) && has_tag(scenario, tag));
    if let Some((_, why)) = out_of_reach {
        return Some((*why).to_owned());
    }
    let lacks = |tag: &str| {
        let null_properties = dialect.deviations.null_properties;
        dialect.graphs_lack.contains_key(tag)
            || (dialect.deviations.identities == Identities::Own && IDENTITIES.contains(&tag))
            || (tag == NULL_PROPERTIES && !null_properties)
            || (tag == NO_NULL_PROPERTIES && null_properties)
    };
    let held = HELD.iter().filter(|(graph, _)| scenario.steps.iter().any(|step| step.text == *graph));
    let held = held.flat_map(|(_, tags)| tags.iter().copied());
    let lacking = scenario.tags.iter().map(String::as_str).chain(held).find(|tag| lacks(tag));
    lacking.map(|tag| format!("graphs of the engine have none of {tag}"))
}

fn unsupported(scenario: &Scenario) -> Option<&'static str> {
    let is_unsupported = scenario.steps.iter().any(|step| step.text == "an unsupported test");
    is_unsupported.then_some("unsupported by the suite itself")
}

/// Whether a scenario has a tag.
pub(super) fn has_tag(scenario: &Scenario, tag: &str) -> bool {
    scenario.tags.iter().any(|other| other == tag)
}

/// Refuses what cannot be said in a version. Errors: the scenario is skipped.
pub(super) fn sayable(versions: &Versions, version: Version) -> Result<(), Stop> {
    if versions.contains(version) {
        return Ok(());
    }
    Err(Stop::Skipped(unsayable(version)))
}

/// Why a scenario is not asked in a version that has no words for it.
pub(super) fn unsayable(version: Version) -> String {
    format!("cannot be said in TinkerPop {version}")
}

/// Why a scenario is not asked under the rules of an earlier version.
pub(super) fn altered(version: Version) -> String {
    format!("has another answer under the rules of TinkerPop {version}")
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
