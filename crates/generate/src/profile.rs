//! Profiles: how large and how rich graphs and statements are. Data, read from TOML.

mod rewrites;
mod stateful;

pub use graphlance_graph::GraphSizes;
use graphlance_graph::Name;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use rewrites::{RewriteFamily, RewriteShares};
pub use stateful::{StatefulShares, WritingWeights};

/// A profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// One line for people.
    #[serde(default)]
    pub description: String,
    /// The only oracles whose cases stay cheap on its graphs; empty: all.
    #[serde(default)]
    pub oracles: Vec<Name>,
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
    /// Shares of what the statements of the oracle `reference` are.
    #[serde(default)]
    pub skeletons: SkeletonShares,
    /// What the statements of the oracle `stateful` are made of.
    #[serde(default)]
    pub stateful: StatefulShares,
    /// What the oracle `equivalence` makes of statements.
    #[serde(default)]
    pub rewrites: RewriteShares,
}

/// Shares of what the statements of the oracle `reference` are, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SkeletonShares {
    /// Statements of which some values are parameters, of targets that take them.
    pub parameters: f64,
    /// First MATCH clauses that an index can answer, of graphs that have one; later ones are so a third as often.
    pub pins: f64,
    /// Statements that must raise an error.
    pub errors: f64,
    /// Statements made of others by a change of their structure (GDsmith, 3.3).
    pub mutations: f64,
    /// Conditions that are made from above, so that each part of them has the value that makes the whole true of a row.
    pub splitting: f64,
    /// Whether RETURN becomes WITH and further clauses follow.
    pub delay_return: bool,
    /// Whether a WITH becomes RETURN and what follows is dropped.
    pub advance_return: bool,
    /// Whether conditions are dropped.
    pub remove_condition: bool,
    /// Whether property keys that were used less are chosen more often (GDsmith, 3.4).
    pub key_frequency: bool,
    /// Whether patterns follow walks that are in the graph, and conditions are about values that are there.
    pub facts: bool,
    /// Whether a clause stays only where the rows behind it are of use.
    pub feedback: bool,
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
    /// Groups of statements on one graph, of the oracle `gamera`: of those that only read, and of those that write.
    pub groups: [usize; 2],
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
        RoundWeights { same_result: 4.0, new_result: 5.0, new_graph: 0.1, most_queries: 200, groups: [240, 24] }
    }
}

impl Default for SkeletonShares {
    fn default() -> SkeletonShares {
        SkeletonShares {
            parameters: 0.1,
            pins: 0.45,
            errors: 0.025,
            mutations: 0.12,
            splitting: 0.3,
            delay_return: true,
            advance_return: true,
            remove_condition: true,
            key_frequency: true,
            facts: true,
            feedback: true,
        }
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
    ("wide", include_str!("../../../profiles/wide.toml")),
    ("gamera", include_str!("../../../profiles/gamera.toml")),
    ("dinkel", include_str!("../../../profiles/dinkel.toml")),
    ("huge", include_str!("../../../profiles/huge.toml")),
];

/// Bounds of sizes: beyond them a single case takes more time and memory than a hunt has.
mod most {
    pub const CLASSES: usize = u8::MAX as usize;
    pub const NODES: usize = 50_000;
    pub const RELATIONSHIPS: usize = 100_000;
    pub const NAMES: usize = 1_000;
    pub const QUERIES: usize = 1_000_000;
    pub const STEPS: usize = 100;
    pub const PARTS: usize = 100;
    pub const DEPTH: usize = 50;
    pub const ROWS: usize = 1_000_000;
    pub const WEIGHT: f64 = 1e9;
}

impl Profile {
    /// Reads a profile from TOML. Errors name the file and the place in it.
    pub fn parse(name: &str, text: &str) -> Result<Profile, ProfileError> {
        let fail = |message: String| ProfileError { name: name.to_owned(), message };
        let profile: Profile = toml::from_str(text).map_err(|error| fail(error.to_string()))?;
        profile.check().map_err(fail)?;
        Ok(profile)
    }

    /// What is out of bounds, with its key.
    fn check(&self) -> Result<(), String> {
        if !(1..=most::CLASSES).contains(&self.sizes.len()) {
            return Err(format!("there must be 1 to {} size classes, not {}", most::CLASSES, self.sizes.len()));
        }
        for (number, class) in self.sizes.iter().enumerate() {
            class.check().map_err(|what| format!("sizes, class {}: {what}", number + 1))?;
        }
        if self.sizes.iter().all(|class| class.weight <= 0.0) {
            return Err("no size class has a weight above zero".to_owned());
        }
        let RoundWeights { same_result, new_result, new_graph, most_queries, groups } = self.round;
        for (key, weight) in [("same_result", same_result), ("new_result", new_result), ("new_graph", new_graph)] {
            number(&format!("round.{key}"), weight, most::WEIGHT)?;
        }
        if same_result + new_result + new_graph <= 0.0 {
            return Err("round: no weight is above zero".to_owned());
        }
        for (key, count) in [("most_queries", most_queries), ("groups", groups[0]), ("groups", groups[1])] {
            range(&format!("round.{key}"), [count; 2], 1, most::QUERIES)?;
        }
        let SkeletonShares { parameters, pins, errors, mutations, splitting, .. } = self.skeletons;
        let shares = [("parameters", parameters), ("pins", pins), ("errors", errors)];
        for (key, share) in shares.into_iter().chain([("mutations", mutations), ("splitting", splitting)]) {
            number(&format!("skeletons.{key}"), share, 1.0)?;
        }
        self.stateful.check()?;
        self.rewrites.check()?;
        self.check_graph()
    }

    fn check_graph(&self) -> Result<(), String> {
        let graph = &self.graph;
        range("graph.nodes", graph.nodes, 1, most::NODES)?;
        range("graph.relationships", graph.relationships, 0, most::RELATIONSHIPS)?;
        range("graph.by_formula", [graph.by_formula; 2], 0, graphlance_graph::random_graph::formula::MOST as usize)?;
        range("graph.block", [graph.block; 2], 0, most::NODES)?;
        range("graph.most_per_node", [graph.most_per_node; 2], 0, most::RELATIONSHIPS)?;
        range("graph.labels", graph.labels, 0, most::NAMES)?;
        range("graph.types", graph.types, 1, most::NAMES)?;
        range("graph.keys", graph.keys, 0, most::NAMES)?;
        for (key, chance) in [
            ("property_density", graph.property_density),
            ("self_loops", graph.self_loops),
            ("parallel", graph.parallel),
            ("isolated", graph.isolated),
            ("boundary_values", graph.boundary_values),
            ("temporal", graph.temporal),
            ("points", graph.points),
            ("shared_values", graph.shared_values),
            ("indexes", graph.indexes),
            ("script_load", graph.script_load),
        ] {
            number(&format!("graph.{key}"), chance, 1.0)?;
        }
        Ok(())
    }

    /// Why the cases of an oracle are not made under the profile; none where they are.
    pub fn objection(&self, oracle: &str) -> Option<String> {
        let others = !self.oracles.is_empty() && self.oracles.iter().all(|known| known != oracle);
        others.then(|| format!("the profile {} is for the oracle {}", self.name, self.oracles.join(", ")))
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

impl SizeClass {
    fn check(&self) -> Result<(), String> {
        number("weight", self.weight, most::WEIGHT)?;
        range("steps", self.steps, 1, most::STEPS)?;
        range("depth", self.depth, 0, most::DEPTH)?;
        range("most_rows", [self.most_rows; 2], 1, most::ROWS)?;
        for (key, sizes) in [
            ("result", self.result),
            ("extra_elements", self.extra_elements),
            ("aliases", self.aliases),
            ("lists", self.lists),
            ("path_length", self.path_length),
            ("patterns", self.patterns),
            ("extra_predicates", self.extra_predicates),
        ] {
            range(key, sizes, 0, most::PARTS)?;
        }
        Ok(())
    }
}

/// A number from zero to its bound; NaN and infinity are none.
fn number(key: &str, number: f64, most: f64) -> Result<(), String> {
    let good = (0.0..=most).contains(&number);
    if good { Ok(()) } else { Err(format!("{key} must be 0 to {most}, not {number}")) }
}

/// A range within its bounds whose ends are in order.
fn range(key: &str, [from, to]: [usize; 2], least: usize, most: usize) -> Result<(), String> {
    let good = least <= from && from <= to && to <= most;
    if good {
        Ok(())
    } else {
        Err(format!("{key} must lie within {least} and {most}, the smaller first, not {from} to {to}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The profile `quick` with one line in place of another is refused with these words.
    #[track_caller]
    fn check_refused(line: &str, instead: &str, part: &str) {
        let (_, quick) = BUILT_IN[0];
        assert!(quick.contains(line), "{line}");
        let error = Profile::parse("mine.toml", &quick.replace(line, instead)).unwrap_err().to_string();
        assert!(error.starts_with("mine.toml: ") && error.contains(part), "{error}");
    }

    #[test]
    fn sizes_out_of_bounds_are_refused_by_their_key() {
        check_refused("nodes = [1, 6]", "nodes = [0, 6]", "graph.nodes must lie within 1 and 50000");
        check_refused("nodes = [1, 6]", "nodes = [6, 1]", "the smaller first, not 6 to 1");
        check_refused("nodes = [1, 6]", "nodes = [1, 9999999]", "graph.nodes");
        check_refused("relationships = [0, 12]", "relationships = [0, -1]", "relationships = [0, -1]");
        check_refused("keys = [2, 6]", "keys = [2, 6000000]", "graph.keys");
        check_refused(
            "property_density = 0.8",
            "property_density = nan",
            "graph.property_density must be 0 to 1, not NaN",
        );
        check_refused("property_density = 0.8", "property_density = -0.1", "graph.property_density");
        check_refused("same_result = 3.0", "same_result = inf", "round.same_result");
        check_refused("most_queries = 60", "most_queries = 0", "round.most_queries");
        check_refused("weight = 3.0", "weight = nan", "sizes, class 1: weight");
        check_refused("steps = [2, 3]", "steps = [2, 3000000000]", "sizes, class 1: steps");
        check_refused("depth = [1, 4]", "depth = [1, 4000]", "sizes, class 2: depth");
        check_refused("most_rows = 16", "most_rows = 0", "sizes, class 2: most_rows");
        let with_stateful = |line: &str| format!("[stateful]\n{line}\n[graph]");
        let refused = |line: &str, part: &str| check_refused("[graph]", &with_stateful(line), part);
        refused("writing = [0.0]", "stateful.writing: no weight is above zero");
        refused("reading = []", "stateful.reading: no weight is above zero");
        refused("clauses = { create = -1.0 }", "stateful.clauses");
        refused("statements = 0.5", "stateful.statements must be at least 1");
        refused("reuse = 2.0", "stateful.reuse");
        refused("unknown = 2.0", "unknown");
        let without = |families: &str| format!("[rewrites]\nwithout = [{families}]\n[graph]");
        check_refused("[graph]", &without("\"dead-cod\""), "unknown variant `dead-cod`");
        let all = RewriteFamily::ALL.map(|family| format!("{:?}", family.name())).join(", ");
        check_refused("[graph]", &without(&all), "rewrites.without leaves no family");
    }

    #[test]
    fn every_built_in_profile_parses_under_its_own_name() {
        for (name, text) in BUILT_IN {
            let profile = Profile::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(profile.name, *name);
        }
    }
}
