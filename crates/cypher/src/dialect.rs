//! Dialects: what a target can say, and where it departs from the language on purpose. Data, read from TOML.

mod printing;

use std::collections::{BTreeMap, BTreeSet};

pub use graphlance_graph::{IndexSupport, ValueDomain};
use graphlance_graph::{Name, Table};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use printing::*;

use crate::features::Feature;

/// The dialect of a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// Its name, as used by `--dialect`.
    pub name: Name,
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
    /// Answers that are listed on purpose and not reported, each with a reason.
    #[serde(default)]
    pub ignored: Vec<Ignored>,
    /// What probing found to differ from the reference, by the probe's id: possible bugs, avoided or switched so that
    /// they do not flood a hunt, until somebody finds out which side is right.
    #[serde(default)]
    pub suspected: BTreeMap<String, Suspected>,
}

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

/// An error text of the target that is not worth a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignored {
    /// A part of the error's text.
    pub message: String,
    /// Why it is no finding, with a source.
    pub reason: String,
}

/// Departures from the language, as switches of the reference evaluator. The default is the standard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deviations {
    /// Whether one MATCH may use a relationship twice.
    pub relationship_uniqueness: RelationshipUniqueness,
    /// Of the relationships that a pattern matches between two nodes, only one is taken when the rest of the statement
    /// does not refer to the relationship (FalkorDB, and RedisGraph before it). The reference does not follow it: cases
    /// whose answer depends on it are left out.
    pub unreferenced_relationships_once: bool,
    /// What an integer beyond 64 bits becomes.
    pub integer_overflow: Overflow,
    /// What integer division and modulo by zero give.
    pub integer_division_by_zero: DivisionByZero,
    /// An undirected pattern matches a self-loop once per direction (Kuzu, Ladybug); once is the standard.
    pub undirected_self_loop_twice: bool,
    /// Floats are sent as decimal text of this many significant digits.
    pub float_digits: Option<u8>,
    /// Where ORDER BY puts nulls (Kuzu and Ladybug: always last; the SQL engines under others: a setting).
    pub null_order: NullOrder,
    /// What a string plus a number is (Neo4j and FalkorDB: text; Kuzu: an error).
    pub string_plus_number: StringPlusNumber,
    /// What a property of a deleted element is (Neo4j 5 and the TCK: an error; FalkorDB: null).
    pub deleted_access: DeletedAccess,
    /// Values of different types, and lists and maps with nulls in them, compare by the order of ORDER BY (Apache AGE);
    /// null is the standard.
    pub comparability_is_order: bool,
    /// Where each deviation is documented, by field name.
    pub sources: BTreeMap<Name, String>,
}

/// Whether one MATCH may use a relationship twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RelationshipUniqueness {
    /// Never, over all patterns of the clause (the standard).
    #[default]
    Clause,
    /// Never within one of the clause's comma-separated patterns; over a comma it may.
    Path,
    /// Never within a variable-length relationship; otherwise it may.
    VariableLengthOnly,
    /// It may.
    Off,
}

/// What an integer beyond 64 bits becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overflow {
    /// An error (the standard).
    #[default]
    Error,
    /// Two's complement wraps around.
    Wrap,
    /// A float.
    Float,
}

/// What integer division and modulo by zero give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DivisionByZero {
    /// An error (the standard).
    #[default]
    Error,
    /// Null.
    Null,
    /// What floats give: an infinity, and NaN for 0 / 0 and for modulo.
    Float,
}

/// Where ORDER BY puts nulls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NullOrder {
    /// Last, and first under DESC (the standard).
    #[default]
    Greatest,
    /// First, and last under DESC.
    Least,
    /// Last, under DESC as well.
    AlwaysLast,
}

/// What a string plus a number is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StringPlusNumber {
    /// The standard does not say: no claim is made.
    #[default]
    Unspecified,
    /// Both texts, one after the other.
    Text,
    /// An error.
    Error,
}

/// What a property of a deleted element is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletedAccess {
    /// An error (the standard).
    #[default]
    Error,
    /// Null.
    Null,
}

/// Sizes beyond which a target is not asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Longest statement, in bytes.
    pub statement_bytes: usize,
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
}

impl Default for Deviations {
    fn default() -> Deviations {
        Deviations {
            relationship_uniqueness: RelationshipUniqueness::Clause,
            unreferenced_relationships_once: false,
            integer_overflow: Overflow::Error,
            integer_division_by_zero: DivisionByZero::Error,
            undirected_self_loop_twice: false,
            float_digits: None,
            null_order: NullOrder::Greatest,
            string_plus_number: StringPlusNumber::Unspecified,
            deleted_access: DeletedAccess::Error,
            comparability_is_order: false,
            sources: BTreeMap::new(),
        }
    }
}

impl Deviations {
    /// Takes the switch of this name over from `other`; false if there is none of this name.
    pub fn take(&mut self, other: &Deviations, field: &str) -> bool {
        match field {
            "relationship_uniqueness" => self.relationship_uniqueness = other.relationship_uniqueness,
            "unreferenced_relationships_once" => {
                self.unreferenced_relationships_once = other.unreferenced_relationships_once;
            }
            "integer_overflow" => self.integer_overflow = other.integer_overflow,
            "integer_division_by_zero" => self.integer_division_by_zero = other.integer_division_by_zero,
            "undirected_self_loop_twice" => self.undirected_self_loop_twice = other.undirected_self_loop_twice,
            "float_digits" => self.float_digits = other.float_digits,
            "null_order" => self.null_order = other.null_order,
            "string_plus_number" => self.string_plus_number = other.string_plus_number,
            "deleted_access" => self.deleted_access = other.deleted_access,
            "comparability_is_order" => self.comparability_is_order = other.comparability_is_order,
            _ => return false,
        }
        true
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            statement_bytes: 1 << 20,
            parentheses: 64,
            patterns: 64,
            bindings: u64::MAX,
            expression_depth: 64,
            parse_cost: u32::MAX,
        }
    }
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

/// The dialects that come with graphlance: name and TOML text.
const BUILT_IN: &[(&str, &str)] = &[
    ("opencypher9", include_str!("../../../dialects/opencypher9.toml")),
    ("grafeo", include_str!("../../../dialects/grafeo.toml")),
    ("falkordb", include_str!("../../../dialects/falkordb.toml")),
    ("neo4j", include_str!("../../../dialects/neo4j.toml")),
    ("arcadedb", include_str!("../../../dialects/arcadedb.toml")),
    ("age", include_str!("../../../dialects/age.toml")),
    ("graphqlite", include_str!("../../../dialects/graphqlite.toml")),
    ("kuzu", include_str!("../../../dialects/kuzu.toml")),
    ("kuzu-0.7.1", include_str!("../../../dialects/kuzu-0.7.1.toml")),
    ("kuzu-0.4.2", include_str!("../../../dialects/kuzu-0.4.2.toml")),
    ("ladybug", include_str!("../../../dialects/ladybug.toml")),
];

impl Dialect {
    /// Reads a dialect from TOML. Errors name the file and the place in it.
    pub fn parse(name: &str, text: &str) -> Result<Dialect, DialectError> {
        toml::from_str(text).map_err(|error| DialectError { name: name.to_owned(), message: error.to_string() })
    }

    /// The dialect that comes with graphlance under this name.
    pub fn built_in(name: &str) -> Option<Dialect> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        // The built-in files are parsed by a test, so a failure here cannot reach a user.
        Dialect::parse(name, text).ok()
    }

    /// The dialect that comes with graphlance for a version of an engine: the one of this version (`NAME-VERSION`), else
    /// the engine's own (`NAME`).
    pub fn of_engine(engine: &str, version: &str) -> Option<Dialect> {
        Dialect::built_in(&format!("{engine}-{version}")).or_else(|| Dialect::built_in(engine))
    }

    /// The names of the dialects that come with graphlance.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// openCypher 9 as the standard has it, with no deviation.
    pub fn standard() -> Dialect {
        Dialect {
            name: "opencypher9".into(),
            description: "openCypher 9".into(),
            versions: Vec::new(),
            unsupported: BTreeMap::new(),
            unsupported_functions: BTreeMap::new(),
            procedures: BTreeSet::new(),
            deviations: Deviations::default(),
            values: ValueDomain::default(),
            tables: None,
            printing: Printing::default(),
            limits: Limits::default(),
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
        let standard = Deviations::default();
        let fields: Vec<Name> = known.deviations.sources.keys().cloned().collect();
        for field in fields {
            if known.deviations.sources.get(&field).is_some_and(|source| source.starts_with(SUSPECTED)) {
                known.deviations.take(&standard, &field);
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
        for (name, text) in BUILT_IN {
            let dialect = Dialect::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(&dialect.name, name);
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
    fn an_unknown_field_is_an_error_that_names_it() {
        let error = Dialect::parse("x.toml", "name = 'x'\nspeling = 1\n").unwrap_err().to_string();
        assert!(error.contains("x.toml") && error.contains("speling"), "{error}");
    }
}
