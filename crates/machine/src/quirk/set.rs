//! Sets of quirks.

use super::Quirk;

/// A set of quirks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quirks(u128);

impl Quirks {
    /// None: the language as it is documented.
    pub const NONE: Quirks = Quirks(0);

    /// What TinkerPop's own machine does.
    pub fn of_tinkerpop() -> Quirks {
        let all = Quirk::ALL.iter().filter(|quirk| !quirk.is_defect());
        all.fold(Quirks::NONE, |set, quirk| set.with(*quirk))
    }

    /// Whether a defect is in it.
    pub(crate) fn has_defect(self) -> bool {
        Quirk::defects().any(|defect| self.has(defect))
    }

    /// With one more.
    pub fn with(self, quirk: Quirk) -> Quirks {
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
