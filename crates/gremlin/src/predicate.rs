//! Predicates: `P.gt(1).or(P.eq(0))`, `TextP.containing("a")`.

use crate::ast::Argument;
use crate::table::{Parameter, Place, Signature};
use crate::version::{Version, Versions};

/// A test, and what is joined to it, from left to right: `a.and(b).or(c)` is `(a and b) or c`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// The first test.
    pub test: Test,
    /// What is joined to all that stands in front.
    pub links: Vec<Link>,
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `P.between(1, 3)`
    Named {
        /// Which test.
        name: TestName,
        /// What the value is compared with.
        arguments: Vec<Argument>,
    },
    /// `P.not(P.eq(1))`
    Not(Box<Predicate>),
}

/// What is joined to a predicate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// `.and(..)`
    And(Predicate),
    /// `.or(..)`
    Or(Predicate),
    /// `.negate()`
    Negate,
}

/// The versions of a form: those from one on, or those from one to another.
macro_rules! versions {
    ($first:ident) => {
        Versions::since(Version::$first)
    };
    ($first:ident $last:ident) => {
        Versions::range(Version::$first, Version::$last)
    };
}

/// Makes the enumeration of tests and their table.
macro_rules! tests {
    ($(
        $(#[$about:meta])* $name:ident $class:literal $text:literal
        $( [$($parameter:ident)*] $first:ident $($last:ident)? ),+ ;
    )+) => {
        /// The name of a test.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum TestName {
            $( $(#[$about])* $name, )+
        }

        /// What is known of each test: its name, its class, its text, and its forms with their versions.
        const ROWS: &[TestRow] = &[
            $(TestRow {
                name: TestName::$name,
                class: $class,
                text: $text,
                signatures: &[$(Signature {
                    place: Place::Predicate,
                    parameters: &[$(Parameter::$parameter),*],
                    versions: versions!($first $($last)?),
                }),+],
            },)+
        ];
    };
}

/// A row of the table of tests.
#[derive(Debug)]
struct TestRow {
    name: TestName,
    class: &'static str,
    text: &'static str,
    signatures: &'static [Signature],
}

tests! {
    /// Equal.
    Eq "P" "eq" [Any] V35;
    /// Not equal.
    Neq "P" "neq" [Any] V35;
    /// Less.
    Lt "P" "lt" [Any] V35;
    /// Less or equal.
    Lte "P" "lte" [Any] V35;
    /// Greater.
    Gt "P" "gt" [Any] V35;
    /// Greater or equal.
    Gte "P" "gte" [Any] V35;
    /// Between two, which are not in it.
    Inside "P" "inside" [Any Any] V35;
    /// Below the first or above the second.
    Outside "P" "outside" [Any Any] V35;
    /// Between two, of which the first is in it.
    Between "P" "between" [Any Any] V35;
    /// One of some.
    Within "P" "within" [Anys] V35;
    /// None of some.
    Without "P" "without" [Anys] V35;
    /// Of a type.
    TypeOf "P" "typeOf" [GType] V38, [String] V38;
    /// Begins with.
    StartingWith "TextP" "startingWith" [Label] V35, [StringOrNull] V35 V36;
    /// Does not begin with.
    NotStartingWith "TextP" "notStartingWith" [Label] V35, [StringOrNull] V35 V36;
    /// Ends with.
    EndingWith "TextP" "endingWith" [Label] V35, [StringOrNull] V35 V36;
    /// Does not end with.
    NotEndingWith "TextP" "notEndingWith" [Label] V35, [StringOrNull] V35 V36;
    /// Has in it.
    Containing "TextP" "containing" [Label] V35, [StringOrNull] V35 V36;
    /// Does not have in it.
    NotContaining "TextP" "notContaining" [Label] V35, [StringOrNull] V35 V36;
    /// Has a part that a regular expression matches.
    Regex "TextP" "regex" [Label] V36, [StringOrNull] V36 V36;
    /// Has no part that a regular expression matches.
    NotRegex "TextP" "notRegex" [Label] V36, [StringOrNull] V36 V36;
}

impl TestName {
    /// All of them.
    pub fn all() -> impl Iterator<Item = TestName> {
        ROWS.iter().map(|row| row.name)
    }

    /// The test of a text such as `gte`.
    pub fn find(text: &str) -> Option<TestName> {
        ROWS.iter().find(|row| row.text == text).map(|row| row.name)
    }

    /// Its text.
    pub fn text(self) -> &'static str {
        self.row().text
    }

    /// Its class: `P` or `TextP`.
    pub fn class(self) -> &'static str {
        self.row().class
    }

    /// Its forms.
    pub fn signatures(self) -> &'static [Signature] {
        self.row().signatures
    }

    /// The first of its forms that takes these arguments.
    pub fn signature(self, arguments: &[Argument]) -> Option<&'static Signature> {
        self.signatures().iter().find(|signature| signature.takes(arguments))
    }

    fn row(self) -> &'static TestRow {
        // The rows stand in the order of the names, since one list makes both.
        &ROWS[self as usize]
    }
}

impl Predicate {
    /// The predicate of one test.
    pub fn new(name: TestName, arguments: Vec<Argument>) -> Predicate {
        Predicate { test: Test::Named { name, arguments }, links: Vec::new() }
    }
}

/// The words that join predicates, and negate them.
pub const CONNECTIVES: &[&str] = &["and", "or", "negate", "not"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_is_found_by_its_text() {
        for name in TestName::all() {
            assert_eq!(TestName::find(name.text()), Some(name));
            assert_eq!(name.row().name, name);
        }
        let null = [Argument::Scalar(crate::Scalar::Null)];
        let form = TestName::Containing.signature(&null);
        assert_eq!(form.map(|form| form.versions.to_string()).as_deref(), Some("3.5, 3.6"));
    }
}
