//! Functions: each is one row of one table (`functions/table.rs`), which facts, reference, generator and probes share.
//!
//! A row says everything about a function but what it does. That is its body in the reference, which does not compile
//! while a row has none.

mod components;
mod kinds;
mod making;
mod rows;
mod table;
mod typing;

use std::cmp::Ordering;

use graphlance_graph::Latitude;
use graphlance_graph::value::TemporalKind;

pub use components::{COMPONENTS, Component};
pub use kinds::{Domain, Kind};
pub use making::{Around, Draw, Filling, Making, Transfer};
pub use table::{Aggregate, FOREIGN, SCALARS, Scalar, TABLE};
pub use typing::Typing;

/// Which function it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function of values.
    Scalar(Scalar),
    /// A function of groups of rows.
    Aggregate(Aggregate),
}

/// Whether a function gives the same value for the same arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Determinism {
    /// Yes.
    Always,
    /// Yes, unless it is called without arguments, when it reads a clock.
    WithArguments,
    /// No: it reads a clock or draws a random number.
    Never,
}

/// What a function makes of a list whose order is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfBag {
    /// A value that depends on the order.
    Open,
    /// A value that does not.
    Clean,
    /// A list whose order is open as well.
    Bag,
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Function {
    /// Which one.
    pub callee: Callee,
    /// Its name as the documentation writes it.
    pub name: &'static str,
    /// The parameters that generation fills and facts know about.
    pub parameters: &'static [(Kind, Domain)],
    /// How many of the last parameters may be left out.
    pub optional: usize,
    /// Fewest arguments.
    pub least: usize,
    /// Most arguments; the parameters beyond [`Self::parameters`] are known to the reference alone.
    pub most: usize,
    /// What it gives.
    pub result: Kind,
    /// How its static type follows from those of its arguments.
    pub typing: Typing,
    /// Kinds of a first argument that are an error before anything is evaluated (TCK).
    pub refuses: &'static [Kind],
    /// How random calls come about.
    pub making: Making,
    /// Where it is a template around a property access.
    pub around: &'static [Around],
    /// What fills its other parameters there.
    pub filling: Filling,
    /// Whether it gives the same value for the same arguments.
    pub determinism: Determinism,
    /// What it makes of a list whose order is open.
    pub of_bag: OfBag,
    /// True if it gives lists in no order that the language knows.
    pub unordered: bool,
    /// True if some argument inside the domain makes it raise an error.
    pub may_raise: bool,
    /// True if no document says what a null as last argument gives.
    pub open_null: bool,
    /// Whole argument lists to ask a target with, where kinds and domains do not give any.
    pub samples: &'static [&'static str],
    /// How far engines differ in its result.
    pub latitude: Latitude,
}

/// The function of this name, in any case.
pub fn find(name: &str) -> Option<&'static Function> {
    let place = BY_NAME.binary_search_by(|at| compare(TABLE[*at as usize].name.as_bytes(), name.as_bytes()));
    place.ok().map(|place| &TABLE[BY_NAME[place] as usize])
}

impl Function {
    /// Whether it is an aggregate.
    pub const fn is_aggregate(&self) -> bool {
        matches!(self.callee, Callee::Aggregate(_))
    }

    /// Whether generated statements call it.
    pub const fn is_made(&self) -> bool {
        !matches!(self.making, Making::Never)
    }

    /// Whether it may be called with so many arguments.
    pub fn takes(&self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }

    /// Whether a call with so many arguments gives the same value each time.
    pub fn is_deterministic(&self, arguments: usize) -> bool {
        match self.determinism {
            Determinism::Always => true,
            Determinism::WithArguments => arguments > 0,
            Determinism::Never => false,
        }
    }
}

impl Scalar {
    /// Its row.
    pub fn function(self) -> &'static Function {
        &TABLE[self as usize]
    }

    /// The function that makes a temporal value of its text.
    pub fn constructor(kind: TemporalKind) -> Scalar {
        match kind {
            TemporalKind::Date => Scalar::Date,
            TemporalKind::LocalTime => Scalar::LocalTime,
            TemporalKind::Time => Scalar::Time,
            TemporalKind::LocalDateTime => Scalar::LocalDateTime,
            TemporalKind::DateTime => Scalar::DateTime,
            TemporalKind::Duration => Scalar::Duration,
        }
    }

    /// Its name as the documentation writes it.
    pub fn name(self) -> &'static str {
        self.function().name
    }
}

impl Aggregate {
    /// Its row.
    pub fn function(self) -> &'static Function {
        &TABLE[SCALARS + self as usize]
    }
}

/// The places of the table in the order of names, whatever their case.
const BY_NAME: [u16; TABLE.len()] = by_name();

const fn by_name() -> [u16; TABLE.len()] {
    let mut order = [0; TABLE.len()];
    let mut next = 0;
    while next < order.len() {
        let mut place = next;
        while place > 0 {
            let before = TABLE[order[place - 1] as usize].name.as_bytes();
            if !matches!(compare(before, TABLE[next].name.as_bytes()), Ordering::Greater) {
                break;
            }
            order[place] = order[place - 1];
            place -= 1;
        }
        order[place] = next as u16;
        next += 1;
    }
    order
}

const fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        let (x, y) = (a[at].to_ascii_lowercase(), b[at].to_ascii_lowercase());
        if x != y {
            return if x < y { Ordering::Less } else { Ordering::Greater };
        }
        at += 1;
    }
    if a.len() == b.len() {
        Ordering::Equal
    } else if a.len() < b.len() {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_in_any_case_and_found_in_any_case() {
        let names: BTreeSet<String> = TABLE.iter().map(|function| function.name.to_ascii_lowercase()).collect();
        assert_eq!(names.len(), TABLE.len());
        for function in TABLE {
            for name in [function.name.to_owned(), function.name.to_lowercase(), function.name.to_uppercase()] {
                assert_eq!(find(&name).map(|found| found.callee), Some(function.callee), "{name}");
            }
        }
        assert_eq!(find("no such function"), None);
        assert_eq!(find(""), None);
        for foreign in FOREIGN {
            assert_eq!(find(foreign), None, "{foreign} has a row");
        }
    }

    #[test]
    fn each_function_is_at_the_place_of_its_row() {
        for function in TABLE {
            let row = match function.callee {
                Callee::Scalar(scalar) => scalar.function(),
                Callee::Aggregate(aggregate) => aggregate.function(),
            };
            assert_eq!(row, function);
        }
    }

    #[test]
    fn enough_of_them_are_made_and_none_of_those_is_unspecified() {
        let made = || TABLE.iter().filter(|function| function.is_made());
        assert!(made().filter(|function| !function.is_aggregate()).count() >= 61);
        for function in made() {
            assert_ne!(function.latitude, Latitude::Unspecified, "{}", function.name);
        }
    }

    #[test]
    fn templates_of_a_kind_have_places_of_their_own() {
        let mut places = BTreeSet::new();
        for function in TABLE {
            for (kind, place) in function.around {
                assert!(matches!(function.making, Making::Drawn(..)), "{} has no transfer", function.name);
                let place = (*kind, function.filling != Filling::None, *place);
                assert!(places.insert(place), "{}: {place:?} stands twice", function.name);
            }
        }
    }
}
