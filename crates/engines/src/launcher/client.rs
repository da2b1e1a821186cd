//! How the script of a report asks an engine, without graphlance.

use serde::Deserialize;

use super::version;

/// A client for the script of a report. Texts may hold `{version}`, the engine's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Client {
    /// What it is written in.
    pub language: Language,
    /// The version that it is for and those after it; none: all.
    pub since: Option<String>,
    /// Packages to install: as pip takes them, or lines of dependencies as Cargo has them.
    pub packages: Vec<String>,
    /// The module that the class imports, where several packages share one class.
    pub module: String,
    /// The oldest minor version of Python 3 that has the packages.
    pub python: Option<u32>,
    /// Arguments of the script: how to find the server.
    pub arguments: String,
    /// What must be there beside the packages, for people.
    pub needs: String,
    /// What must run first, line by line; empty for an engine that lives in the client.
    pub start: Vec<String>,
    /// Files with its code, in the engine's folder or among those that engines share. In Python they define a class `Client`:
    /// `Client(arguments)` reaches the engine or raises `Unavailable` (or `ImportError`, when its package is missing);
    /// `version()` is the version in the words of the report; `open(name)` makes a database, which has that name where it needs
    /// one; `run(statement, width)` is a pair of column names (`None` where the engine does not tell them) and rows of plain
    /// values and those of `values.py`, raises `Lost` when the connection broke and anything else when the engine refuses. A
    /// server's client has `clean(name)`, too, which undoes `open`.
    pub code: Vec<String>,
}

/// What a client is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// Python: a class `Client`.
    #[default]
    Python,
    /// Rust: a program that Cargo builds, with a list of checks behind it.
    Rust,
}

impl Client {
    /// Whether it is for this version; what is no version of numbers is taken for a new one.
    pub fn is_for(&self, asked: &str) -> bool {
        let is_number = asked.starts_with(|character: char| character.is_ascii_digit());
        self.since.as_ref().is_none_or(|since| !is_number || version::compare(asked, since).is_ge())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_for_its_version_and_later_ones() {
        let client = Client { since: Some("0.6".to_owned()), ..Client::default() };
        for (version, wanted) in [("0.5.44", false), ("0.6.0", true), ("0.10", true), ("", true), ("main", true)] {
            assert_eq!(client.is_for(version), wanted, "{version}");
        }
        assert!(Client::default().is_for("0.1"));
    }
}
