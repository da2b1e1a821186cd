//! Departures from the language: one table, from which the switches, their defaults and their explanations are made.

use std::collections::BTreeMap;

use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

/// What a setting of a deviation is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A wrong answer may be explained by it, and probing may find it.
    Explains,
    /// Probing may find it.
    Found,
    /// The reference does not follow it: cases whose answer depends on it are left out.
    Noted,
}

/// A value of a deviation other than the standard.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name of the deviation.
    pub field: &'static str,
    /// The value, as a dialect file writes it.
    pub value: &'static str,
    /// What then holds, for people: "the answer is as if ..".
    pub sentence: &'static str,
    /// What it is good for.
    pub role: Role,
    /// Sets it.
    pub set: fn(&mut Deviations),
}

/// Makes the switches of all rows. A row: the field with its type and the standard's value, and the other values, lesser
/// departures first.
macro_rules! deviations {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $standard:expr => [$($value:literal, $departure:expr, $role:ident, $sentence:literal;)*]
    )*) => {
        /// Departures from the language, as switches of the reference evaluator. The default is the standard.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Deviations {
            $($(#[doc = $doc])* pub $field: $type,)*
            /// Where each deviation is documented, by field name.
            pub sources: BTreeMap<Name, String>,
        }

        impl Default for Deviations {
            fn default() -> Deviations {
                Deviations { $($field: $standard,)* sources: BTreeMap::new() }
            }
        }

        impl Deviations {
            /// The names of all deviations, each with what it is about.
            pub const FIELDS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($field), concat!($($doc),*))),*];

            /// Every value of every deviation that is not the standard's; of one deviation the lesser departures first.
            pub const SETTINGS: &'static [Setting] = &[$($(Setting {
                field: stringify!($field),
                value: $value,
                sentence: $sentence,
                role: Role::$role,
                set: |all| all.$field = $departure,
            },)*)*];

            /// Sets a field to a value as a dialect file writes it; false if it has no such value beside the standard's.
            pub fn set(&mut self, field: &str, value: &str) -> bool {
                let setting = Self::SETTINGS.iter().find(|setting| setting.field == field && setting.value == value);
                setting.is_some_and(|setting| {
                    (setting.set)(self);
                    true
                })
            }

            /// Takes the switch of this name over from `other`; false if there is none of this name.
            pub fn take(&mut self, other: &Deviations, field: &str) -> bool {
                match field {
                    $(stringify!($field) => self.$field = other.$field,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

deviations! {
    /// Whether one MATCH may use a relationship twice.
    relationship_uniqueness: RelationshipUniqueness = RelationshipUniqueness::Clause => [
        "path", RelationshipUniqueness::Path, Explains, "relationships differ only within one pattern of a MATCH";
        "variable_length_only", RelationshipUniqueness::VariableLengthOnly, Explains,
            "relationships differ only within a variable-length relationship";
        "off", RelationshipUniqueness::Off, Explains, "one MATCH may use a relationship twice";
    ]
    /// An undirected pattern matches a self-loop once per direction (Kuzu, Ladybug); once is the standard.
    undirected_self_loop_twice: bool = false => [
        "true", true, Explains, "an undirected pattern matches a self-loop twice";
    ]
    /// Of the relationships that a pattern matches between two nodes, only one is taken when the rest of the statement
    /// does not refer to the relationship (FalkorDB, and RedisGraph before it). The reference does not follow it: cases
    /// whose answer depends on it are left out.
    unreferenced_relationships_once: bool = false => [
        "true", true, Noted, "of the relationships between two nodes one is taken when nothing refers to it";
    ]
    /// What an integer beyond 64 bits becomes.
    integer_overflow: Overflow = Overflow::Error => [
        "float", Overflow::Float, Explains, "integers become floats on overflow";
        "wrap", Overflow::Wrap, Explains, "integers wrap around on overflow";
    ]
    /// What integer division and modulo by zero give.
    integer_division_by_zero: DivisionByZero = DivisionByZero::Error => [
        "null", DivisionByZero::Null, Explains, "division by zero gives null";
        "float", DivisionByZero::Float, Found, "division by zero gives what floats give";
    ]
    /// Floats are sent as decimal text of this many significant digits.
    float_digits: Option<u8> = None => []
    /// Where ORDER BY puts nulls (Kuzu and Ladybug: always last; the SQL engines under others: a setting).
    null_order: NullOrder = NullOrder::Greatest => [
        "least", NullOrder::Least, Found, "ORDER BY puts nulls first, and last under DESC";
        "always_last", NullOrder::AlwaysLast, Found, "ORDER BY puts nulls last, under DESC as well";
    ]
    /// What a string plus a number is (Neo4j and FalkorDB: text; Kuzu: an error).
    string_plus_number: StringPlusNumber = StringPlusNumber::Unspecified => [
        "text", StringPlusNumber::Text, Found, "a string plus a number is the text of both";
        "error", StringPlusNumber::Error, Found, "a string plus a number is an error";
    ]
    /// A function takes a value of another type for what it is as one of its own, a number for its text (Kuzu and Ladybug). The
    /// reference does not follow it: cases whose answer depends on it are left out.
    arguments_cast: bool = false => [
        "true", true, Noted, "a function takes the text of a value that is no string";
    ]
    /// What a property of a deleted element is (Neo4j 5 and the TCK: an error; FalkorDB: null).
    deleted_access: DeletedAccess = DeletedAccess::Error => [
        "null", DeletedAccess::Null, Found, "a property of a deleted element is null";
    ]
    /// DELETE of a node deletes its relationships as DETACH DELETE does (FalkorDB); the standard raises an error where some are
    /// left.
    delete_detaches: bool = false => [
        "true", true, Found, "DELETE of a node deletes its relationships";
    ]
    /// From which values the items of one SET are computed. CIP2015-10-27 has them one after the other, CIP2019-02-06 all
    /// from the values before the clause; Neo4j does the latter. Where it matters the standard's answer is open.
    set_items: SetItems = SetItems::Unspecified => [
        "simultaneous", SetItems::Simultaneous, Found, "the items of one SET read the values from before it";
        "sequential", SetItems::Sequential, Found, "an item of SET reads what the items before it wrote";
    ]
    /// Values of different types, and lists and maps with nulls in them, compare by the order of ORDER BY (Apache AGE);
    /// null is the standard.
    comparability_is_order: bool = false => [
        "true", true, Found, "values of different types compare by the order of ORDER BY";
    ]
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

/// From which values the items of one SET are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetItems {
    /// The standard does not say: where it matters no claim is made.
    #[default]
    Unspecified,
    /// All from the values before the clause.
    Simultaneous,
    /// Each from what the items before it wrote.
    Sequential,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_is_what_a_dialect_file_says_with_its_value() {
        for setting in Deviations::SETTINGS {
            let mut set = Deviations::default();
            (setting.set)(&mut set);
            assert_ne!(set, Deviations::default(), "{} = {} is the standard", setting.field, setting.value);
            let value = if setting.value == "true" { "true".to_owned() } else { format!("'{}'", setting.value) };
            let read: Deviations = toml::from_str(&format!("{} = {value}", setting.field)).unwrap();
            assert_eq!(read, set, "{} = {}", setting.field, setting.value);
        }
    }

    #[test]
    fn each_deviation_is_taken_over_by_its_name() {
        for setting in Deviations::SETTINGS {
            let (mut set, mut taken) = (Deviations::default(), Deviations::default());
            (setting.set)(&mut set);
            assert!(taken.take(&set, setting.field));
            assert_eq!(taken, set, "{}", setting.field);
        }
        assert!(!Deviations::default().take(&Deviations::default(), "sources"));
    }
}
