//! The tokens: values of Gremlin's enumerations, such as `T.id` and `Order.desc`.

use serde::{Deserialize, Serialize};

use crate::version::{Version, Versions};

/// Makes the enumerations, each with its members and their texts, and [`Token`] and [`Family`] over them.
macro_rules! families {
    ($(
        $(#[$about:meta])*
        $family:ident $class:literal $since:ident {
            $( $(#[$what:meta])* $member:ident $text:literal $($from:ident)? ),+ $(,)?
        }
    )+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
            pub enum $family {
                $( $(#[$what])* #[serde(rename = $text)] $member, )+
            }

            impl $family {
                /// All members.
                pub const ALL: &'static [$family] = &[$($family::$member),+];

                /// Its text without the enumeration's name, e.g. `desc`.
                pub fn text(self) -> &'static str {
                    match self {
                        $($family::$member => $text,)+
                    }
                }

                /// The versions that have it.
                pub fn versions(self) -> Versions {
                    match self {
                        $($family::$member => {
                            let first = Version::$since;
                            $(let first = first.max(Version::$from);)?
                            Versions::since(first)
                        })+
                    }
                }
            }

            impl From<$family> for Token {
                fn from(member: $family) -> Token {
                    Token::$family(member)
                }
            }
        )+

        /// A member of one of the enumerations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Token {
            $( $(#[$about])* $family($family), )+
        }

        /// An enumeration.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Family {
            $( $(#[$about])* $family, )+
        }

        impl Token {
            /// Its enumeration.
            pub fn family(self) -> Family {
                match self {
                    $(Token::$family(_) => Family::$family,)+
                }
            }

            /// Its text without the enumeration's name.
            pub fn text(self) -> &'static str {
                match self {
                    $(Token::$family(member) => member.text(),)+
                }
            }

            /// The versions that have it.
            pub fn versions(self) -> Versions {
                match self {
                    $(Token::$family(member) => member.versions(),)+
                }
            }
        }

        impl Family {
            /// All enumerations.
            pub const ALL: &'static [Family] = &[$(Family::$family),+];

            /// The name of the class, e.g. `Order`.
            pub fn class(self) -> &'static str {
                match self {
                    $(Family::$family => $class,)+
                }
            }

            /// All members.
            pub fn members(self) -> Vec<Token> {
                match self {
                    $(Family::$family => $family::ALL.iter().map(|member| Token::$family(*member)).collect(),)+
                }
            }
        }
    };
}

families! {
    /// The parts of an element that are no properties.
    T "T" V35 {
        /// Its identity.
        Id "id",
        /// Its label.
        Label "label",
        /// The key of a property.
        Key "key",
        /// The value of a property.
        Value "value",
    }
    /// Whether a step works on the stream of traversers or inside of each.
    Scope "Scope" V35 {
        /// Over all traversers.
        Global "global",
        /// Inside of each object.
        Local "local",
    }
    /// How an order compares.
    Order "Order" V35 {
        /// The least first.
        Asc "asc",
        /// The greatest first.
        Desc "desc",
        /// At random.
        Shuffle "shuffle",
    }
    /// Which of the objects under one label.
    Pop "Pop" V35 {
        /// The first.
        First "first",
        /// The last.
        Last "last",
        /// All, as a list.
        All "all",
        /// One as it is, several as a list.
        Mixed "mixed",
    }
    /// The halves of a map.
    Column "Column" V35 {
        /// Its keys.
        Keys "keys",
        /// Its values.
        Values "values",
    }
    /// The ways along an edge.
    Direction "Direction" V35 {
        /// Towards its head.
        Out "OUT",
        /// Towards its tail.
        In "IN",
        /// Either way.
        Both "BOTH",
    }
    /// The parts of a merge.
    Merge "Merge" V36 {
        /// What is made where nothing is found.
        OnCreate "onCreate",
        /// What is changed where something is found.
        OnMatch "onMatch",
        /// The vertex that the edge leaves.
        OutV "outV",
        /// The vertex that the edge enters.
        InV "inV",
    }
    /// The options of a branch that no value picks.
    Pick "Pick" V35 {
        /// The option that is always taken.
        Any "any",
        /// The option taken where no other is.
        None "none",
        /// The option taken where the choice gives nothing.
        Unproductive "unproductive" V38,
    }
    /// How many values a key of a vertex has.
    Cardinality "Cardinality" V35 {
        /// One.
        Single "single",
        /// Several, all different.
        Set "set",
        /// Several.
        List "list",
    }
    /// What a barrier does to sacks.
    Barrier "Barrier" V35 {
        /// Divides them so that they sum to one.
        NormSack "normSack",
    }
    /// How two values become one.
    Operator "Operator" V35 {
        /// Everything of both collections.
        AddAll "addAll",
        /// Both are true.
        And "and",
        /// The second.
        Assign "assign",
        /// The quotient.
        Div "div",
        /// The greater.
        Max "max",
        /// The lesser.
        Min "min",
        /// The difference.
        Minus "minus",
        /// The product.
        Mult "mult",
        /// One is true.
        Or "or",
        /// The sum.
        Sum "sum",
        /// The sum as a long.
        SumLong "sumLong",
    }
    /// Units of time.
    Dt "DT" V37 {
        /// A second.
        Second "second",
        /// A minute.
        Minute "minute",
        /// An hour.
        Hour "hour",
        /// A day.
        Day "day",
    }
    /// The types of values.
    GType "GType" V38 {
        /// A decimal of any precision.
        BigDecimal "BIGDECIMAL",
        /// An integer of any length.
        BigInt "BIGINT",
        /// Bytes.
        Binary "BINARY",
        /// True or false.
        Boolean "BOOLEAN",
        /// An integer of 8 bits.
        Byte "BYTE",
        /// A character.
        Char "CHAR",
        /// A date and time.
        DateTime "DATETIME",
        /// A number of 64 bits with a binary point.
        Double "DOUBLE",
        /// A length of time.
        Duration "DURATION",
        /// An edge.
        Edge "EDGE",
        /// A number of 32 bits with a binary point.
        Float "FLOAT",
        /// A graph.
        Graph "GRAPH",
        /// An integer of 32 bits.
        Int "INT",
        /// A list.
        List "LIST",
        /// An integer of 64 bits.
        Long "LONG",
        /// A map.
        Map "MAP",
        /// The missing value.
        Null "NULL",
        /// A number of any type.
        Number "NUMBER",
        /// A path.
        Path "PATH",
        /// A property.
        Property "PROPERTY",
        /// A set.
        Set "SET",
        /// An integer of 16 bits.
        Short "SHORT",
        /// A string.
        String "STRING",
        /// A tree.
        Tree "TREE",
        /// An identifier of 128 bits.
        Uuid "UUID",
        /// A vertex.
        Vertex "VERTEX",
        /// A property of a vertex.
        VertexProperty "VPROPERTY",
    }
}

/// The enumerations whose members may stand wherever a value may, in the order in which a bare word is looked for in them.
pub const GENERIC: &[Family] =
    &[Family::T, Family::Cardinality, Family::Direction, Family::Merge, Family::Pick, Family::Dt, Family::GType];

impl Family {
    /// The member of a text, with or without which the enumeration's name is written. `from` and `to` are names of directions, and
    /// types may be written in small letters.
    pub fn find(self, text: &str) -> Option<Token> {
        match (self, text) {
            (Family::Direction, "from") => return Some(Token::Direction(Direction::Out)),
            (Family::Direction, "to") => return Some(Token::Direction(Direction::In)),
            _ => {}
        }
        let small = |token: &Token| self == Family::GType && is_small(text) && token.text().eq_ignore_ascii_case(text);
        self.members().into_iter().find(|token| token.text() == text || small(token))
    }

    /// The enumeration of a class name.
    pub fn of_class(class: &str) -> Option<Family> {
        Family::ALL.iter().find(|family| family.class() == class).copied()
    }
}

/// Whether a type is written as such names are in small letters, with those of numbers of any length in camel case.
fn is_small(text: &str) -> bool {
    matches!(text, "bigDecimal" | "bigInt")
        || (text.bytes().all(|byte| byte.is_ascii_lowercase()) && !text.starts_with("big"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_found_by_its_text() {
        for family in Family::ALL {
            assert_eq!(Family::of_class(family.class()), Some(*family));
            for token in family.members() {
                assert_eq!(family.find(token.text()), Some(token));
                assert_eq!(token.family(), *family);
            }
        }
    }

    #[test]
    fn directions_and_types_have_other_texts_too() {
        assert_eq!(Family::Direction.find("from"), Some(Direction::Out.into()));
        assert_eq!(Family::Direction.find("to"), Some(Direction::In.into()));
        assert_eq!(Family::GType.find("bigInt"), Some(GType::BigInt.into()));
        assert_eq!(Family::GType.find("vproperty"), Some(GType::VertexProperty.into()));
        assert_eq!(Family::GType.find("bigint"), None);
        assert_eq!(Family::GType.find("Int"), None);
    }

    #[test]
    fn a_member_may_be_younger_than_its_enumeration() {
        assert_eq!(Pick::Any.versions(), Versions::ALL);
        assert_eq!(Pick::Unproductive.versions().to_string(), "3.8");
    }
}
