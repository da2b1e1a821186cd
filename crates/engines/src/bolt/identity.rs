//! Which product a server of Bolt is, by its greeting. Others than Neo4j call themselves Neo4j too, so that clients speak to
//! them.

use graphlance_graph::{Table, Value};

use super::driver::{BoltDriver, HOUSEKEEPING};
use super::session::Session;
use crate::driver::{Identity, TargetError};
use crate::wire::Wired;

/// Product and version in a greeting; the version is empty when it does not stand there. A product that is not `known`, and
/// that says no more than with what it is compatible, is named by the whole greeting.
///
/// Sources: Neo4j `Neo4j/5.26.0`; Memgraph `Neo4j/v5.11.0 compatible graph database server - Memgraph` (its flag
/// `--bolt-server-name-for-init`); ArcadeDB 26.10.2 `Neo4j/5.26.0 compatible (ArcadeDB 26.10.2)`.
pub fn product<'a>(greeting: &str, mut known: impl Iterator<Item = &'a str>) -> (String, String) {
    if let Some((product, version)) = greeting.split_once('/')
        && !version.contains(' ')
    {
        let product = known.find(|known| known.eq_ignore_ascii_case(product)).unwrap_or(product);
        return (product.to_owned(), version.trim_start_matches('v').to_owned());
    }
    // What stands before `compatible` is another one's name.
    let own = greeting.split_once(" compatible").map_or(greeting, |(_, own)| own);
    for product in known {
        if let Some(at) = own.to_ascii_lowercase().find(&product.to_ascii_lowercase()) {
            let rest = own[at + product.len()..].trim_start_matches(['/', ' ', 'v']);
            let version = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || ".-_".contains(*c)).collect();
            return (product.to_owned(), version);
        }
    }
    (greeting.to_owned(), String::new())
}

impl BoltDriver {
    /// Asks the server what it is.
    pub(super) fn identify(&mut self) -> Result<Identity, TargetError> {
        if let Some(admin) = &self.admin {
            let version = admin.version(HOUSEKEEPING)?;
            let (version, build) = version.split_once(' ').unwrap_or((&version, ""));
            let settings = self.session.as_ref().map(setting).into_iter().collect();
            let engine = self.ways.product.clone();
            return Ok(Identity { engine, version: version.to_owned(), build: build.to_owned(), settings });
        }
        let session = self.session()?;
        let (build, settings) = (session.server().to_owned(), vec![setting(session)]);
        let (engine, version) = self.who.product(&build);
        let mut identity = Identity { engine, version, build, settings };
        let statement = self.ways.version.clone();
        // A server that answers it otherwise than its engine does is who its greeting says.
        if !statement.is_empty()
            && let Ok(Table { rows, .. }) = self.table(&statement, HOUSEKEEPING)
            && let Some([Value::String(version), build @ ..]) = rows.first().map(Vec::as_slice)
        {
            identity.version = version.to_string();
            if let [Value::String(build), ..] = build {
                identity.build = build.to_string();
            }
        }
        Ok(identity)
    }
}

/// The version of the protocol, as a setting.
fn setting(session: &Session) -> String {
    let version = session.version();
    format!("bolt={}.{}", version.major, version.minor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(greeting: &str, wanted: (&str, &str)) {
        let known = ["ArcadeDB", "Memgraph", "Neo4j"].into_iter();
        assert_eq!(product(greeting, known), (wanted.0.to_owned(), wanted.1.to_owned()), "{greeting}");
    }

    #[test]
    fn a_server_is_who_it_says_and_not_whom_it_is_compatible_with() {
        check("Neo4j/5.26.30", ("Neo4j", "5.26.30"));
        check("Neo4j/5.26.0 compatible (ArcadeDB 26.10.2)", ("ArcadeDB", "26.10.2"));
        check("Neo4j/v5.11.0 compatible graph database server - Memgraph", ("Memgraph", ""));
        check("memgraph/v3.5.0", ("Memgraph", "3.5.0"));
        check("Neo4j/5.0.0 compatible (Newcomer)", ("Neo4j/5.0.0 compatible (Newcomer)", ""));
        check("Newcomer/1.0", ("Newcomer", "1.0"));
        check("TuGraph", ("TuGraph", ""));
        check("", ("", ""));
    }
}
