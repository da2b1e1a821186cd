//! Dialects: what a target can say, and where it departs from the language on purpose. Data, read from TOML.

mod deviations;
mod file_text;
mod printing;

use std::collections::{BTreeMap, BTreeSet};

pub use graphlance_graph::dialect::{DialectError, Ignored, PlanSwitch, SUSPECTED, Suspected};
use graphlance_graph::{Count, Name, Table};
pub use graphlance_graph::{IndexSupport, ValueDomain};
use serde::{Deserialize, Serialize};

pub use deviations::*;
pub use printing::*;

use crate::features::Feature;

/// The language that a file of this crate may name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spoken {
    /// Cypher.
    #[default]
    Cypher,
}

/// The dialect of a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// Its name, as used by `--dialect`.
    pub name: Name,
    /// The language of which it is a dialect: this one.
    #[serde(default)]
    pub language: Spoken,
    /// One line for people.
    #[serde(default)]
    pub description: String,
    /// The versions it was written for, as text.
    #[serde(default)]
    pub versions: Vec<String>,
    /// Features that the target lacks, each with the reason or source.
    #[serde(default)]
    pub unsupported: BTreeMap<Feature, String>,
    /// Functions that the target lacks or defines in its own way, by lower-case name, each with the reason or source.
    #[serde(default)]
    pub unsupported_functions: BTreeMap<Name, String>,
    /// Procedures that the target has and whose answer follows from the graph.
    #[serde(default)]
    pub procedures: BTreeSet<Name>,
    /// Departures from the language that its documentation or maintainers state.
    #[serde(default)]
    pub deviations: Deviations,
    /// What values it can store, send and write as literals.
    #[serde(default)]
    pub values: ValueDomain,
    /// For targets that keep elements in typed tables, one per label and type: how they are declared.
    #[serde(default)]
    pub tables: Option<Tables>,
    /// How a text is written for it where grammars differ.
    #[serde(default)]
    pub printing: Printing,
    /// Sizes beyond which it is not asked.
    #[serde(default)]
    pub limits: Limits,
    /// Switches of the target that change the plan of a statement and not its answer.
    #[serde(default)]
    pub plans: Vec<PlanSwitch>,
    /// The statement that brings the statistics up to date by which the target plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<String>,
    /// The kinds of changes that the target counts behind a statement, as everybody counts them: those of which its documents, or
    /// its answers where they are silent, leave no doubt what is counted.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub counters: BTreeSet<Count>,
    /// Answers that are listed on purpose and not reported, each with a reason.
    #[serde(default)]
    pub ignored: Vec<Ignored>,
    /// What probing found to differ from the reference, by the probe's id: possible bugs, avoided or switched so that
    /// they do not flood a hunt, until somebody finds out which side is right.
    #[serde(default)]
    pub suspected: BTreeMap<String, Suspected>,
}

/// Sizes beyond which a target is not asked, and what is dear to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Longest statement, in bytes.
    pub statement_bytes: usize,
    /// Most nodes and relationships that one CREATE makes when a graph is loaded.
    pub create_elements: usize,
    /// Deepest nesting of parentheses that the printed text may have.
    pub parentheses: usize,
    /// Most patterns of a MATCH.
    pub patterns: usize,
    /// Most bindings of the patterns of a MATCH before any predicate, roughly estimated; for engines that enumerate
    /// them all.
    pub bindings: u64,
    /// Deepest expression.
    pub expression_depth: usize,
    /// What an expression may cost the target's parser, by [`crate::parse_cost`]; for parsers that take exponential
    /// time with nesting.
    pub parse_cost: u32,
    /// Whether the target takes far longer to plan a text than to answer it, and keeps the plans of texts: it is asked many of them
    /// again, with other parameters.
    pub planning_is_dear: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            statement_bytes: 1 << 20,
            create_elements: 1_000,
            parentheses: 64,
            patterns: 64,
            bindings: u64::MAX,
            expression_depth: 64,
            parse_cost: u32::MAX,
            planning_is_dear: false,
        }
    }
}

impl Dialect {
    /// Reads a dialect from TOML. Errors name the file and the place in it.
    pub fn parse(name: &str, text: &str) -> Result<Dialect, DialectError> {
        let failed = |message: String| DialectError { name: name.to_owned(), message };
        let dialect: Dialect = toml::from_str(text).map_err(|error| failed(error.to_string()))?;
        match PlanSwitch::twice(&dialect.plans) {
            Some(twice) => Err(failed(format!("the switch of plans `{twice}` is there twice"))),
            None => Ok(dialect),
        }
    }

    /// The dialect that comes with graphlance under this name.
    pub fn built_in(name: &str) -> Option<Dialect> {
        let (name, text) = graphlance_catalog::dialects_of("cypher").find(|(known, _)| *known == name)?;
        // The built-in files are parsed by a test, so a failure here cannot reach a user.
        Dialect::parse(name, text).ok()
    }

    /// The names of the dialects that come with graphlance.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        graphlance_catalog::dialects_of("cypher").map(|(name, _)| name)
    }

    /// openCypher 9 as the standard has it, with no deviation.
    pub fn standard() -> Dialect {
        Dialect {
            name: "opencypher9".into(),
            language: Spoken::Cypher,
            description: "openCypher 9".into(),
            versions: Vec::new(),
            unsupported: BTreeMap::new(),
            unsupported_functions: BTreeMap::new(),
            procedures: BTreeSet::new(),
            deviations: Deviations::default(),
            values: ValueDomain::full(),
            tables: None,
            printing: Printing::default(),
            limits: Limits::default(),
            plans: Vec::new(),
            statistics: None,
            counters: BTreeSet::new(),
            ignored: Vec::new(),
            suspected: BTreeMap::new(),
        }
    }

    /// Without anything that probing wrote: what is known by other means.
    pub fn without_suspicions(&self) -> Dialect {
        let mut known = self.clone();
        known.suspected.clear();
        known.unsupported.retain(|_, reason| !reason.starts_with(SUSPECTED));
        known.unsupported_functions.retain(|_, reason| !reason.starts_with(SUSPECTED));
        let fields: Vec<Name> = known.deviations.sources.keys().cloned().collect();
        for field in fields {
            if known.deviations.sources.get(&field).is_some_and(|source| source.starts_with(SUSPECTED)) {
                known.deviations.take(&Deviations::default(), &field);
                known.deviations.sources.remove(&field);
            }
        }
        known
    }

    /// Whether the target has the feature.
    pub fn has(&self, feature: Feature) -> bool {
        !self.unsupported.contains_key(&feature)
    }

    /// The indexes that the target offers.
    pub fn index_support(&self) -> IndexSupport {
        IndexSupport {
            range: self.has(Feature::RangeIndex),
            relationship: self.has(Feature::RelationshipIndex),
            composite: self.has(Feature::CompositeIndex),
            text: self.has(Feature::TextIndex),
            unique: self.has(Feature::UniqueConstraint),
        }
    }

    /// Whether a table has no columns only because it has no rows.
    pub fn leaves_unnamed(&self, table: &Table) -> bool {
        !self.values.empty_columns && table.columns.is_empty() && table.rows.is_empty()
    }

    /// Whether the target has the function, by any case of its name.
    pub fn has_function(&self, name: &str) -> bool {
        !self.unsupported_functions.contains_key(name.to_ascii_lowercase().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_dialect_parses_and_sources_each_deviation() {
        for (name, text) in graphlance_catalog::dialects_of("cypher") {
            let dialect = Dialect::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(dialect.name, name);
            // Whatever differs from the standard, field by field, as the file would say it.
            let fields = |deviations: &Deviations| toml::Table::try_from(deviations).unwrap();
            let (set, standard) = (fields(&dialect.deviations), fields(&Deviations::default()));
            let differs = |field: &&String| *field != "sources" && set.get(*field) != standard.get(*field);
            for field in set.keys().filter(differs) {
                let sourced = dialect.deviations.sources.contains_key(field.as_str());
                assert!(sourced, "{name}: deviation {field} has no source");
            }
        }
    }

    #[test]
    fn every_function_that_a_built_in_dialect_names_is_in_the_table() {
        for (name, text) in graphlance_catalog::dialects_of("cypher") {
            let dialect = Dialect::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            for function in dialect.unsupported_functions.keys() {
                assert!(crate::functions::find(function).is_some(), "{name}: {function}");
                assert_eq!(function.to_lowercase(), *function, "{name}");
            }
        }
    }

    #[test]
    fn an_unknown_field_is_an_error_that_names_it() {
        let error = Dialect::parse("x.toml", "name = 'x'\nspeling = 1\n").unwrap_err().to_string();
        assert!(error.contains("x.toml") && error.contains("speling"), "{error}");
    }
}
