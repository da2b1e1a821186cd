//! Several quirks at once.

use super::{Quirk, Sort};

/// A set of quirks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quirks([u64; WORDS]);

/// As many words as have a bit for each quirk.
const WORDS: usize = Quirk::ALL.len().div_ceil(64);

impl Quirks {
    /// None: the language as it is documented.
    pub const NONE: Quirks = Quirks([0; WORDS]);

    /// All defects.
    const DEFECTS: Quirks = Quirks::all(true);

    /// What TinkerPop's own machine does.
    pub const fn of_tinkerpop() -> Quirks {
        const { Quirks::all(false) }
    }

    /// All that are defects, or none.
    const fn all(defects: bool) -> Quirks {
        let mut set = Quirks::NONE;
        let mut index = 0;
        while index < Quirk::ALL.len() {
            let quirk = Quirk::ALL[index];
            if quirk.is_defect() == defects {
                set = set.with(quirk);
            }
            index += 1;
        }
        set
    }

    /// Whether a defect is in it.
    pub(crate) fn has_defect(self) -> bool {
        self.0.iter().zip(Quirks::DEFECTS.0).any(|(mine, defects)| mine & defects != 0)
    }

    /// With one more.
    pub const fn with(mut self, quirk: Quirk) -> Quirks {
        self.0[quirk as usize / 64] |= 1 << (quirk as usize % 64);
        self
    }

    /// Whether one is in it by which the numbers of elements show, which count from 0 on.
    pub(crate) fn shows_numbers(self) -> bool {
        let shows = [
            Quirk::GroupKeysAreTexts,
            Quirk::GroupsHoldNumbers,
            Quirk::CountsAsideReplace,
            Quirk::OptionalCrosses,
            Quirk::BranchesGiveNumbers,
            Quirk::LastOrderKeyAlone,
        ];
        shows.into_iter().any(|quirk| self.has(quirk))
    }

    /// Whether one is in it.
    pub fn has(self, quirk: Quirk) -> bool {
        self.0[quirk as usize / 64] & 1 << (quirk as usize % 64) != 0
    }
}

impl Quirk {
    /// The one of a name.
    pub fn find(name: &str) -> Option<Quirk> {
        Quirk::ALL.iter().copied().find(|quirk| quirk.name() == name)
    }

    /// The defects that are made up.
    pub fn faults() -> impl Iterator<Item = Quirk> {
        Quirk::ALL.iter().copied().filter(|quirk| quirk.sort() == Sort::Fault)
    }

    /// The defects: those that are made up, and those of engines.
    pub fn defects() -> impl Iterator<Item = Quirk> {
        Quirk::ALL.iter().copied().filter(|quirk| quirk.is_defect())
    }

    /// Whether it is a defect.
    pub const fn is_defect(self) -> bool {
        !matches!(self.sort(), Sort::TinkerPop(_))
    }
}
