//! The words with a meaning of their own, for the parser and for the printer's quoting.

/// How far a keyword is kept from being a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reservation {
    /// Never a variable: openCypher 9 reserves it, and taking it as a name would hide a syntax error.
    Reserved,
    /// A name for the parser, but ambiguous in some places or some engines: the printer quotes it.
    Quoted,
    /// A name like any other; special in one context only.
    Free,
}

macro_rules! keywords {
    ($($length:literal: [$($variant:ident $text:literal $reservation:ident),* $(,)?];)*) => {
        /// A keyword.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Keyword { $($($variant,)*)* }

        impl Keyword {
            /// Every keyword.
            #[cfg(test)]
            pub(crate) const ALL: &[Keyword] = &[$($(Keyword::$variant,)*)*];

            /// The keyword of this text, in any case.
            pub(crate) fn find(text: &str) -> Option<Keyword> {
                let word = packed(text)?;
                match text.len() {
                    $($length => match word {
                        $(word if const { packed_keyword($text) } == word => Some(Keyword::$variant),)*
                        _ => None,
                    },)*
                    _ => None,
                }
            }

            /// How far it is kept from being a name.
            pub(crate) fn reservation(self) -> Reservation {
                match self { $($(Keyword::$variant => Reservation::$reservation,)*)* }
            }

            /// The keyword in lower case.
            pub(crate) fn text(self) -> &'static str {
                match self { $($(Keyword::$variant => $text,)*)* }
            }
        }
    };
}

/// A word of at most 16 bytes in lower case, as one number, which is compared at once; none of a longer one.
fn packed(text: &str) -> Option<u128> {
    let mut bytes = [0; 16];
    let target = bytes.get_mut(..text.len())?;
    for (lower, byte) in target.iter_mut().zip(text.bytes()) {
        *lower = byte.to_ascii_lowercase();
    }
    Some(u128::from_le_bytes(bytes))
}

const fn packed_keyword(text: &str) -> u128 {
    let mut bytes = [0; 16];
    let mut at = 0;
    while at < text.len() {
        bytes[at] = text.as_bytes()[at];
        at += 1;
    }
    u128::from_le_bytes(bytes)
}

keywords! {
    2: [As "as" Reserved, By "by" Reserved, Do "do" Quoted, If "if" Quoted, In "in" Reserved, Is "is" Reserved,
        Of "of" Quoted, On "on" Reserved, Or "or" Reserved];
    3: [Add "add" Quoted, All "all" Quoted, And "and" Reserved, Any "any" Quoted, Asc "asc" Reserved,
        End "end" Reserved, For "for" Quoted, Key "key" Free, Not "not" Reserved, Set "set" Reserved,
        Xor "xor" Reserved];
    4: [Call "call" Reserved, Case "case" Reserved, Desc "desc" Reserved, Drop "drop" Quoted, Else "else" Reserved,
        Ends "ends" Reserved,
        From "from" Quoted, Load "load" Quoted, None "none" Quoted, Null "null" Reserved,
        Path "path" Free, Skip "skip" Reserved, Text "text" Free, Then "then" Reserved, True "true" Reserved,
        When "when" Reserved, With "with" Reserved];
    5: [Count "count" Quoted, False "false" Reserved, Index "index" Free, Limit "limit" Reserved,
        Match "match" Reserved, Merge "merge" Reserved, Order "order" Reserved, Paths "paths" Free, Range "range" Free,
        Union "union" Reserved, Using "using" Quoted, Where "where" Reserved, Yield "yield" Reserved];
    6: [Assert "assert" Free, Create "create" Reserved, Delete "delete" Reserved, Detach "detach" Reserved,
        Exists "exists" Quoted, Finish "finish" Quoted, Insert "insert" Quoted, Offset "offset" Quoted,
        Reduce "reduce" Quoted, Remove "remove" Reserved, Return "return" Reserved, Scalar "scalar" Quoted,
        Single "single" Quoted, Starts "starts" Reserved, Unique "unique" Quoted, Unwind "unwind" Reserved];
    7: [Collect "collect" Quoted, Explain "explain" Quoted, Foreach "foreach" Quoted, Profile "profile" Quoted,
        Require "require" Quoted];
    8: [Contains "contains" Reserved, Distinct "distinct" Reserved, Fulltext "fulltext" Free,
        Optional "optional" Reserved, Shortest "shortest" Quoted];
    9: [Ascending "ascending" Reserved, Mandatory "mandatory" Quoted];
    10: [Constraint "constraint" Quoted, Descending "descending" Reserved];
    12: [ShortestPath "shortestpath" Quoted];
    16: [AllShortestPaths "allshortestpaths" Quoted];
}

/// Whether the printer must write the name in backticks.
pub(crate) fn needs_quotes(name: &str) -> bool {
    let mut bytes = name.bytes();
    let plain_start = bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_');
    let mut letters_only = true;
    for byte in bytes {
        if !byte.is_ascii_alphabetic() {
            if !byte.is_ascii_digit() && byte != b'_' {
                return true;
            }
            letters_only = false;
        }
    }
    // No keyword has a digit or an underscore, and none is shorter than two letters.
    !plain_start
        || (letters_only && name.len() > 1 && Keyword::find(name).is_some_and(|k| k.reservation() != Reservation::Free))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_found_in_any_case() {
        for keyword in Keyword::ALL {
            assert_eq!(Keyword::find(&keyword.text().to_ascii_uppercase()), Some(*keyword), "{}", keyword.text());
        }
        assert_eq!(Keyword::find("MaTcH"), Some(Keyword::Match));
        assert_eq!(Keyword::find("allShortestPaths"), Some(Keyword::AllShortestPaths));
        for text in ["", "matches", "n", "allShortestPathsX", "héllo"] {
            assert_eq!(Keyword::find(text), None, "{text}");
        }
    }

    #[test]
    fn only_names_that_would_read_otherwise_are_quoted() {
        for name in ["n", "n0", "_x", "Person", "KNOWS", "a_b", "id", "type", "name", "index"] {
            assert!(!needs_quotes(name), "{name}");
        }
        for name in ["", "0n", "a b", "a-b", "é", "match", "Count", "end", "`"] {
            assert!(needs_quotes(name), "{name}");
        }
    }
}
