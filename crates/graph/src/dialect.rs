//! What dialects of all languages have in common: switches of plans, errors that are not worth a report, what probing found.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Name;

/// A difference that probing found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suspected {
    /// What was asked.
    pub statement: String,
    /// The reference's answer.
    pub expected: String,
    /// The target's answer.
    pub actual: String,
    /// The deviation that would explain it, as `field = value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
}

/// How reasons begin that probing wrote; probing again replaces them.
pub const SUSPECTED: &str = "suspected: ";

/// A switch that changes plans and no answers, written before a statement as `CYPHER name=value`, or behind these as its name
/// alone where its value is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanSwitch {
    /// Its name, e.g. `runtime`.
    pub name: Name,
    /// Whether the target tells the plan beside the answer under it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tells_plan: bool,
    /// What it may be set to, beside being left out.
    pub values: Vec<Name>,
    /// Values that are drawn seldom, because the target takes long to plan under them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slow: Vec<Name>,
    /// Values that are drawn for most statements, because the target takes less time to plan under them than without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quick: Vec<Name>,
}

impl PlanSwitch {
    /// How the switch of a name is written with a value.
    pub fn written(name: &Name, value: &Name) -> String {
        if value.is_empty() { name.to_string() } else { format!("{name}={value}") }
    }

    /// The name that several of some switches have; none where each has its own.
    pub fn twice(switches: &[PlanSwitch]) -> Option<&Name> {
        let is_there =
            |(place, switch): (usize, &PlanSwitch)| switches[..place].iter().any(|it| it.name == switch.name);
        switches.iter().enumerate().find(|it| is_there(*it)).map(|(_, switch)| &switch.name)
    }
}

/// An error text of the target that is not worth a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignored {
    /// A part of the error's text.
    pub message: String,
    /// Why it is no finding, with a source.
    pub reason: String,
}

/// Why a dialect file was refused.
#[derive(Debug, Error)]
#[error("{name}: {message}")]
pub struct DialectError {
    /// The file or built-in name.
    pub name: String,
    /// What is wrong, with line and column.
    pub message: String,
}
