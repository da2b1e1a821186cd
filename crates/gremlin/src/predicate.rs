//! Predicates: `P.gt(1).or(P.eq(0))`, `TextP.containing("a")`.

use crate::ast::Argument;
use crate::table::Parameter;
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

/// Makes the enumeration of tests and their table.
macro_rules! tests {
    ($( $(#[$about:meta])* $name:ident $class:literal $text:literal $since:ident [ $( $($parameter:ident)* ),+ ] ; )+) => {
        /// The name of a test.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum TestName {
            $( $(#[$about])* $name, )+
        }

        /// What is known of each test: its name, its class, its text, since when it is there, and what it takes.
        const ROWS: &[TestRow] = &[
            $(TestRow {
                name: TestName::$name,
                class: $class,
                text: $text,
                versions: Versions::since(Version::$since),
                forms: &[$(&[$(Parameter::$parameter),*]),+],
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
    versions: Versions,
    forms: &'static [&'static [Parameter]],
}

tests! {
    /// Equal.
    Eq "P" "eq" V35 [Any];
    /// Not equal.
    Neq "P" "neq" V35 [Any];
    /// Less.
    Lt "P" "lt" V35 [Any];
    /// Less or equal.
    Lte "P" "lte" V35 [Any];
    /// Greater.
    Gt "P" "gt" V35 [Any];
    /// Greater or equal.
    Gte "P" "gte" V35 [Any];
    /// Between two, which are not in it.
    Inside "P" "inside" V35 [Any Any];
    /// Below the first or above the second.
    Outside "P" "outside" V35 [Any Any];
    /// Between two, of which the first is in it.
    Between "P" "between" V35 [Any Any];
    /// One of some.
    Within "P" "within" V35 [Anys];
    /// None of some.
    Without "P" "without" V35 [Anys];
    /// Of a type.
    TypeOf "P" "typeOf" V38 [GType, String];
    /// Begins with.
    StartingWith "TextP" "startingWith" V35 [StringOrNull];
    /// Does not begin with.
    NotStartingWith "TextP" "notStartingWith" V35 [StringOrNull];
    /// Ends with.
    EndingWith "TextP" "endingWith" V35 [StringOrNull];
    /// Does not end with.
    NotEndingWith "TextP" "notEndingWith" V35 [StringOrNull];
    /// Has in it.
    Containing "TextP" "containing" V35 [StringOrNull];
    /// Does not have in it.
    NotContaining "TextP" "notContaining" V35 [StringOrNull];
    /// Has a part that a regular expression matches.
    Regex "TextP" "regex" V36 [StringOrNull];
    /// Has no part that a regular expression matches.
    NotRegex "TextP" "notRegex" V36 [StringOrNull];
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

    /// The versions that have it.
    pub fn versions(self) -> Versions {
        self.row().versions
    }

    /// What it takes, in each of its forms.
    pub fn forms(self) -> &'static [&'static [Parameter]] {
        self.row().forms
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
        assert_eq!(TestName::TypeOf.versions().to_string(), "3.8");
    }
}
