//! Departures from the language.

use std::collections::BTreeMap;

use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

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
