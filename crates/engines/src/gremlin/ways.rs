//! What differs between engines behind Gremlin Server, as data.

use std::collections::BTreeSet;

use graphlance_case::{Ability, ErrorClass};
use serde::Deserialize;

use super::request::Spoken;
use crate::launcher::{Launcher, Protocol};

/// What a server is asked where its engine's file says nothing else.
const SHARED: &str = "gremlin.toml";

/// What a Gremlin Server is asked, and how its errors are read: `[gremlin]` of an engine's file; what that leaves out is as in
/// `engines/shared/gremlin.toml`. Statements that begin with a source of traversals are sent in `language`, all others are
/// scripts of groovy.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// The product; empty: nobody knows.
    #[serde(skip)]
    pub product: String,
    /// The name of the class of its graphs, by which a running server is known.
    pub graph: String,
    /// In which language traversals are sent.
    pub language: Spoken,
    /// The sources of traversals that it has; the first is the one that is meant by `g`.
    pub sources: Vec<String>,
    /// A script that gives the name of the class of its graph.
    pub class: String,
    /// A script that gives its version.
    pub version: String,
    /// What empties it, and leaves no index.
    pub wipe: Vec<String>,
    /// A script that is run behind a wipe of a server of ours which takes gremlin-lang, so that it does not run out of memory: its
    /// parser keeps what it learned of each text, half a gigabyte after some 5,000.
    pub relieve: String,
    /// A script that waits until indexes are online; empty: they are there at once.
    pub await_indexes: String,
    /// What it can do beside statements.
    pub abilities: BTreeSet<Ability>,
    /// The class of an error by a part of the names of its exceptions; the first that fits counts.
    pub errors: Vec<(String, ErrorClass)>,
}

impl Ways {
    /// Those of an engine. Errors: what its file says is none.
    pub fn of(launcher: &Launcher) -> Result<Ways, String> {
        if launcher.protocol != Protocol::Gremlin && launcher.gremlin.is_empty() {
            return Ways::shared();
        }
        let mut table = shared_table()?;
        table.extend(launcher.gremlin.clone());
        let ways: Ways = table.try_into().map_err(|error: toml::de::Error| format!("[gremlin]: {error}"))?;
        Ok(Ways { product: launcher.product.clone(), ..ways })
    }

    /// Those of a server that nobody knows.
    pub fn shared() -> Result<Ways, String> {
        shared_table()?.try_into().map_err(|error: toml::de::Error| format!("{SHARED}: {error}"))
    }

    /// The source that is meant by `g`.
    pub fn source(&self) -> &str {
        self.sources.first().map_or("g", String::as_str)
    }
}

fn shared_table() -> Result<toml::Table, String> {
    let text = graphlance_catalog::file(graphlance_catalog::SHARED, SHARED).unwrap_or_default();
    text.parse().map_err(|error: toml::de::Error| format!("{SHARED}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launcher::Engines;

    #[test]
    fn every_engine_of_gremlin_says_what_its_server_is_asked() {
        let engines = Engines::with(None).unwrap_or_else(|error| panic!("{error}"));
        let shared = Ways::shared().unwrap_or_else(|error| panic!("{error}"));
        assert!(!shared.wipe.is_empty() && !shared.relieve.is_empty() && shared.source() == "g");
        for engine in engines.iter().filter(|engine| engine.protocol == Protocol::Gremlin) {
            let ways = Ways::of(engine).unwrap_or_else(|error| panic!("{}: {error}", engine.name));
            assert!(!ways.graph.is_empty(), "{} has no name of a class", engine.name);
        }
    }
}
