//! Departures from the language: what engines may do in their own way, as TinkerPop's features of a graph tell it.

use std::collections::BTreeMap;

use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

use crate::token::Cardinality;

/// How a target identifies elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identities {
    /// By integers of 64 bits, which a client may choose; a string of digits finds one, too.
    #[default]
    Longs,
    /// In a way of its own: no client chooses them, and what they are means nothing.
    Own,
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
    /// Sets it.
    pub set: fn(&mut Deviations),
}

/// Makes the switches of all rows. A row: the field with its type and the standard's value, and the other values, lesser
/// departures first.
macro_rules! deviations {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $standard:expr => [$($value:literal, $departure:expr, $sentence:literal;)*]
    )*) => {
        /// Departures from the language, as switches of the reference evaluator. The default is TinkerGraph's way.
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
    /// How elements are identified.
    identities: Identities = Identities::Longs => [
        "own", Identities::Own, "elements have identities that the engine makes";
    ]
    /// Whether a property may have the value null (TinkerPop, `supportsNullPropertyValues`).
    null_properties: bool = false => [
        "true", true, "a property that is set to null has the value null";
    ]
    /// What `property(..)` without a cardinality does with the values that are there.
    cardinality: Cardinality = Cardinality::Single => [
        "list", Cardinality::List, "a property without a cardinality is set beside the values that are there";
        "set", Cardinality::Set, "a property without a cardinality is set beside the other values that are there";
    ]
    /// Whether a vertex may have several values for a key (TinkerPop, `supportsMultiProperties`).
    multi_properties: bool = true => [
        "false", false, "a vertex has one value for a key, the one that was set last";
    ]
    /// Whether a key keeps values of one type. What becomes of a value of another type, which is refused or cast, is not asked.
    typed_keys: bool = false => [
        "true", true, "a key keeps values of one type, that of its schema or of its first value";
    ]
    /// Whether what a statement makes has the identity in its answer that it has afterwards. Where it has not, and comes
    /// without its properties, as within paths, nobody can tell what it is.
    lasting_identities: bool = true => [
        "false", false, "an element has another identity in the answer to the statement that makes it than afterwards";
    ]
    /// Whether an element of an answer shows what its statement wrote behind the step that read it.
    live_elements: bool = true => [
        "false", false, "an element comes as it was when it was read, whatever the statement writes behind that";
    ]
    /// Whether Java compares elements of the engine, so that an order of some raises no error; which one comes first is open.
    comparable_elements: bool = false => [
        "true", true, "elements have an order within a collection, whichever that is";
    ]
    /// Whether traversals run on a machine that is not TinkerPop's, so that what that one does against its documents is not
    /// expected.
    own_machine: bool = false => [
        "true", true, "steps do what TinkerPop's documents say where its own machine does not";
    ]
    /// Whether what TinkerPop raises an error for is an error.
    raises: bool = true => [
        "false", false, "what should raise an error may have an answer";
    ]
}
