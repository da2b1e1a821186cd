//! What a hunt learns while it runs, as data that each case names.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::dialect::{Deviations, RelationshipUniqueness};
use graphlance_graph::Name;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The adaptation state. A case depends on seed, round, index and this state alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adaptation {
    /// Weights of features found in reduced bugs, by name, 1.0 when absent: a frequent bug must not eat the budget.
    pub feature_weights: BTreeMap<Name, f64>,
    /// Weights of functions by lower-case name, likewise.
    pub function_weights: BTreeMap<Name, f64>,
    /// Features the target refused although its dialect lists them.
    pub switched_off: BTreeSet<Name>,
    /// Functions the target refused, by lower-case name.
    pub functions_switched_off: BTreeSet<Name>,
    /// Factors on the weights of the profile's size classes, 1.0 when absent.
    pub size_weights: BTreeMap<u8, f64>,
    /// What the target is known to do wrong so often that further cases do not rely on it.
    pub avoided: BTreeSet<Reliance>,
}

/// Something right that a case may rely on, or do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reliance {
    /// No relationship is matched twice in one MATCH. Without it each relationship is told from all others by predicates.
    RelationshipUniqueness,
    /// An undirected pattern matches a self-loop once. Without it self-loops are matched with their direction.
    SelfLoopOnce,
}

impl Reliance {
    /// Every one.
    pub const ALL: &'static [Reliance] = &[Reliance::RelationshipUniqueness, Reliance::SelfLoopOnce];

    /// What is relied on no more once an engine is known to depart so; by the departure's name, `field = value`.
    pub fn lost_by(departure: &str) -> Option<Reliance> {
        match departure.split(' ').next()? {
            "relationship_uniqueness" => Some(Reliance::RelationshipUniqueness),
            "undirected_self_loop_twice" => Some(Reliance::SelfLoopOnce),
            _ => None,
        }
    }

    /// Whether a target with these deviations does it right.
    pub fn holds(self, deviations: &Deviations) -> bool {
        match self {
            Reliance::RelationshipUniqueness => deviations.relationship_uniqueness == RelationshipUniqueness::Clause,
            Reliance::SelfLoopOnce => !deviations.undirected_self_loop_twice,
        }
    }
}

impl Adaptation {
    /// The weight of a feature: 0 when switched off.
    pub fn weight(&self, feature: &str) -> f64 {
        if self.switched_off.contains(feature) {
            0.0
        } else {
            self.feature_weights.get(feature).copied().unwrap_or(1.0)
        }
    }

    /// The weight of a function, by any case of its name: 0 when switched off.
    pub fn function_weight(&self, name: &str) -> f64 {
        let name = name.to_ascii_lowercase();
        if self.functions_switched_off.contains(name.as_str()) {
            0.0
        } else {
            self.function_weights.get(name.as_str()).copied().unwrap_or(1.0)
        }
    }

    /// The factor on a size class.
    pub fn size_weight(&self, class: u8) -> f64 {
        self.size_weights.get(&class).copied().unwrap_or(1.0)
    }

    /// A short hash that names this state in cases and `run.json`.
    pub fn hash(&self) -> String {
        let mut text = String::new();
        for (feature, weight) in &self.feature_weights {
            text += &format!("f{feature}={weight};");
        }
        for (name, weight) in &self.function_weights {
            text += &format!("n{name}={weight};");
        }
        for feature in &self.switched_off {
            text += &format!("-f{feature};");
        }
        for name in &self.functions_switched_off {
            text += &format!("-n{name};");
        }
        for (class, weight) in &self.size_weights {
            text += &format!("s{class}={weight};");
        }
        for reliance in &self.avoided {
            text += &format!("a{reliance:?};");
        }
        format!("{:016x}", xxh3_64(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_departure_breaks_is_relied_on_no_more() {
        for setting in Deviations::SETTINGS {
            let mut deviations = Deviations::default();
            (setting.set)(&mut deviations);
            let lost = Reliance::ALL.iter().copied().find(|reliance| !reliance.holds(&deviations));
            let named = Reliance::lost_by(&format!("{} = {}", setting.field, setting.value));
            assert_eq!(named, lost, "{} = {}", setting.field, setting.value);
        }
        assert_eq!(Reliance::lost_by("fault limit-before-sort"), None);
    }
}
