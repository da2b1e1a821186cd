//! Several quirks at once.

use super::Quirk;

/// A set of quirks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quirks(u128);

impl Quirks {
    /// None: the language as it is documented.
    pub const NONE: Quirks = Quirks(0);

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
        self.0 & Quirks::DEFECTS.0 != 0
    }

    /// With one more.
    pub const fn with(self, quirk: Quirk) -> Quirks {
        Quirks(self.0 | 1 << quirk as u8)
    }

    /// Whether one is in it by which the numbers of elements show, which count from 0 on.
    pub(crate) fn shows_numbers(self) -> bool {
        let shows = [
            Quirk::GroupKeysAreTexts,
            Quirk::GroupsHoldNumbers,
            Quirk::CountsAsideReplace,
            Quirk::OptionalCrosses,
            Quirk::LastOrderKeyAlone,
        ];
        shows.into_iter().any(|quirk| self.has(quirk))
    }

    /// Whether one is in it.
    pub fn has(self, quirk: Quirk) -> bool {
        self.0 & 1 << quirk as u8 != 0
    }
}
