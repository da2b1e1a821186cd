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
    let mut slot = slot_of(name.as_bytes());
    while BY_NAME[slot] != EMPTY {
        let function = &TABLE[BY_NAME[slot] as usize];
        if function.name.eq_ignore_ascii_case(name) {
            return Some(function);
        }
        slot = (slot + 1) % SLOTS;
    }
    None
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

/// Slots of a hash table over the names: four times as many as there are functions, so that most are found at once.
const SLOTS: usize = (TABLE.len() * 4).next_power_of_two();
/// What no function stands in.
const EMPTY: u16 = u16::MAX;
/// The places of the table by the hash of the name, or behind it where that slot was taken.
static BY_NAME: [u16; SLOTS] = by_name();

const fn by_name() -> [u16; SLOTS] {
    let mut slots = [EMPTY; SLOTS];
    let mut place = 0;
    while place < TABLE.len() {
        let mut slot = slot_of(TABLE[place].name.as_bytes());
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = place as u16;
        place += 1;
    }
    slots
}

/// FNV-1a, the same in any case.
const fn slot_of(name: &[u8]) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at].to_ascii_lowercase() as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    ((hash >> 32) ^ hash) as usize % SLOTS
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
