//! The versions of TinkerPop that are told apart.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A minor version of TinkerPop: what it has is what its last patch release has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Version {
    /// 3.5, as of 3.5.8.
    #[serde(rename = "3.5")]
    V35,
    /// 3.6, as of 3.6.8.
    #[serde(rename = "3.6")]
    V36,
    /// 3.7, as of 3.7.6.
    #[serde(rename = "3.7")]
    V37,
    /// 3.8, as of 3.8.1.
    #[serde(rename = "3.8")]
    V38,
}

impl Version {
    /// All, the oldest first.
    pub const ALL: &'static [Version] = &[Version::V35, Version::V36, Version::V37, Version::V38];

    /// Its number, e.g. `3.8`.
    pub fn number(self) -> &'static str {
        match self {
            Version::V35 => "3.5",
            Version::V36 => "3.6",
            Version::V37 => "3.7",
            Version::V38 => "3.8",
        }
    }

    /// The version of a number such as `3.7` or `3.7.5`.
    pub fn find(number: &str) -> Option<Version> {
        let of = |version: &&Version| {
            number.strip_prefix(version.number()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        Version::ALL.iter().find(of).copied()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.number())
    }
}

/// A set of versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Versions(u8);

impl Versions {
    /// All of them.
    pub const ALL: Versions = Versions::range(Version::V35, Version::V38);
    /// None of them.
    pub const NONE: Versions = Versions(0);

    /// Those from one to another, both of them in it.
    pub const fn range(first: Version, last: Version) -> Versions {
        let below = (1 << (first as u8)) - 1;
        let up_to = ((1_u16 << (last as u8 + 1)) - 1) as u8;
        Versions(up_to & !below)
    }

    /// Those from one on.
    pub const fn since(first: Version) -> Versions {
        Versions::range(first, Version::V38)
    }

    /// Whether a version is one of them.
    pub fn contains(self, version: Version) -> bool {
        self.0 & (1 << (version as u8)) != 0
    }

    /// Those in both.
    pub fn and(self, other: Versions) -> Versions {
        Versions(self.0 & other.0)
    }

    /// Those in either.
    pub fn or(self, other: Versions) -> Versions {
        Versions(self.0 | other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = Version::ALL.iter().filter(|version| self.contains(**version)).map(|version| version.number());
        match numbers.collect::<Vec<_>>().as_slice() {
            [] => formatter.write_str("no version"),
            numbers => formatter.write_str(&numbers.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_its_ends_and_what_is_between() {
        let range = Versions::range(Version::V36, Version::V37);
        assert_eq!(range.to_string(), "3.6, 3.7");
        assert_eq!(Versions::since(Version::V38).and(range), Versions::NONE);
        assert_eq!(Versions::NONE.to_string(), "no version");
    }

    #[test]
    fn a_patch_release_is_of_its_minor_version() {
        assert_eq!(Version::find("3.7.5"), Some(Version::V37));
        assert_eq!(Version::find("3.8"), Some(Version::V38));
        assert_eq!(Version::find("3.80"), None);
        assert_eq!(Version::find("4.0.0"), None);
    }
}
