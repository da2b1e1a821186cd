//! Profiles: how large and how rich graphs and statements are. Data, read from TOML.

pub use graphlance_graph::GraphSizes;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// One line for people.
    #[serde(default)]
    pub description: String,
    /// Random graphs.
    #[serde(default)]
    pub graph: GraphSizes,
    /// How a round goes on after each query.
    #[serde(default)]
    pub round: RoundWeights,
    /// Size classes of statements; at least one.
    pub sizes: Vec<SizeClass>,
    /// Techniques that can be switched off to measure their share.
    #[serde(default)]
    pub techniques: Techniques,
}

/// Weights of what follows a query (GQS, section 3.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoundWeights {
    /// Another query for the same result set.
    pub same_result: f64,
    /// Another result set.
    pub new_result: f64,
    /// A new graph.
    pub new_graph: f64,
    /// At most so many queries on one graph.
    pub most_queries: usize,
}

/// A class of statement sizes; ranges are inclusive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeClass {
    /// Its weight among the classes.
    pub weight: f64,
    /// Synthesis steps, the last one being RETURN.
    pub steps: [usize; 2],
    /// Properties in the expected result set.
    pub result: [usize; 2],
    /// Extra elements introduced and removed (supplementary operations).
    pub extra_elements: [usize; 2],
    /// Aliases created.
    pub aliases: [usize; 2],
    /// Lists expanded.
    pub lists: [usize; 2],
    /// Relationships in a base pattern.
    pub path_length: [usize; 2],
    /// Patterns of a MATCH.
    pub patterns: [usize; 2],
    /// Depth of expressions.
    pub depth: [usize; 2],
    /// Predicates beside those that pin elements, per MATCH.
    pub extra_predicates: [usize; 2],
    /// Most rows of an intermediate table.
    pub most_rows: usize,
}

/// The techniques of GQS, each of which can be switched off by itself (paper, Q2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Techniques {
    /// Concatenation, branching, crossing (3.4).
    pub pattern_mutation: bool,
    /// Nested replacements of property accesses (Algorithm 2).
    pub nested_access: bool,
    /// Operations unrelated to the result set (3.2).
    pub supplementary: bool,
    /// MATCH replaced by OPTIONAL MATCH.
    pub optional_match: bool,
    /// UNWIND.
    pub unwind: bool,
    /// Sizes adapted to the measured latency.
    pub size_steering: bool,
    /// What goes beyond the paper: null rows, empty results, variable length, subqueries.
    pub beyond_paper: bool,
}

impl Default for RoundWeights {
    fn default() -> RoundWeights {
        RoundWeights { same_result: 4.0, new_result: 5.0, new_graph: 0.1, most_queries: 200 }
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques {
            pattern_mutation: true,
            nested_access: true,
            supplementary: true,
            optional_match: true,
            unwind: true,
            size_steering: true,
            beyond_paper: true,
        }
    }
}

/// Why a profile was refused.
#[derive(Debug, Error)]
#[error("{name}: {message}")]
pub struct ProfileError {
    /// The file or built-in name.
    pub name: String,
    /// What is wrong, with line and column.
    pub message: String,
}

/// The profiles that come with graphlance: name and TOML text.
const BUILT_IN: &[(&str, &str)] = &[
    ("quick", include_str!("../../../profiles/quick.toml")),
    ("default", include_str!("../../../profiles/default.toml")),
    ("gqs", include_str!("../../../profiles/gqs.toml")),
    ("deep", include_str!("../../../profiles/deep.toml")),
];

impl Profile {
    /// Reads a profile from TOML. Errors name the file and the place in it.
    pub fn parse(name: &str, text: &str) -> Result<Profile, ProfileError> {
        let fail = |message: String| ProfileError { name: name.to_owned(), message };
        let profile: Profile = toml::from_str(text).map_err(|error| fail(error.to_string()))?;
        if profile.sizes.iter().all(|class| class.weight <= 0.0) {
            return Err(fail("no size class has a weight above zero".to_owned()));
        }
        if profile.sizes.len() > usize::from(u8::MAX) {
            return Err(fail(format!("more than {} size classes", u8::MAX)));
        }
        if profile.graph.nodes[0] == 0 || profile.graph.nodes[1] > 10_000 || profile.graph.relationships[1] > 100_000 {
            return Err(fail("graph sizes must be 1 to 10,000 nodes and at most 100,000 relationships".to_owned()));
        }
        Ok(profile)
    }

    /// The profile that comes with graphlance under this name.
    pub fn built_in(name: &str) -> Option<Profile> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Profile::parse(name, text).ok()
    }

    /// The names of the profiles that come with graphlance.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_profile_parses_under_its_own_name() {
        for (name, text) in BUILT_IN {
            let profile = Profile::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(profile.name, *name);
        }
    }
}
