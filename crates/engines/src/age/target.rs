//! The target `postgres://[user@]host[:port][/database][?graph=name]`.

use graphlance_cypher::Dialect;

use super::connection::Access;
use super::driver::AgeDriver;
use crate::driver::{Driver, Target, TargetError};

/// A PostgreSQL with Apache AGE that others may use too: each worker makes a graph of its own.
#[derive(Debug)]
pub struct AgeTarget {
    name: String,
    dialect: Dialect,
    access: Access,
    graph: Option<String>,
}

impl AgeTarget {
    /// The server at `address`; port 5432, user and database `postgres` if left out. The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, that is no address, or a name that is no graph's.
    pub fn at(dialect: Dialect, address: &str) -> Result<AgeTarget, TargetError> {
        let (place, graph) = match address.split_once("?graph=") {
            Some((place, graph)) => (place, Some(graph.to_owned())),
            None => (address, None),
        };
        let plain = |name: &String| name.len() >= 3 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if let Some(bad) = graph.as_ref().filter(|name| !plain(name)) {
            let message = format!("`{bad}` is no name of a graph: three letters, digits or underscores at least");
            return Err(TargetError::Unknown(message));
        }
        let (host, database) = place.split_once('/').unwrap_or((place, ""));
        let (user, address) = crate::targets::user_and_host(host, 5432)?;
        let or = |text: &str| if text.is_empty() { "postgres".to_owned() } else { text.to_owned() };
        let user = or(user.as_deref().unwrap_or_default());
        let access = Access { address, user, password: crate::targets::password(), database: or(database) };
        Ok(AgeTarget { name: access.name(), dialect, access, graph })
    }
}

impl Target for AgeTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let own = || format!("graphlance_{worker}_{}", std::process::id());
        let graph = match &self.graph {
            Some(name) if worker == 0 => name.clone(),
            Some(name) => format!("{name}_{worker}"),
            None => own(),
        };
        Ok(Box::new(AgeDriver::open(self.access.clone(), None, graph)?))
    }
}
