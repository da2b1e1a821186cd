//! The target `bolt://[user@]host[:port][/database]`.

use graphlance_cypher::Dialect;

use super::driver::{BoltDriver, Home};
use super::session::Access;
use crate::driver::{Driver, Target, TargetError};

/// A running server that speaks Bolt, and that is not graphlance's own.
#[derive(Debug)]
pub struct BoltTarget {
    name: String,
    dialect: Dialect,
    access: Access,
}

impl BoltTarget {
    /// The server at `address` (`[user@]host[:port][/database]`; port 7687 if left out). The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, or that is no address.
    pub fn at(dialect: Dialect, address: &str) -> Result<BoltTarget, TargetError> {
        let (place, database) = match address.split_once('/') {
            Some((place, database)) if !database.is_empty() => (place, Some(database.to_owned())),
            _ => (address.trim_end_matches('/'), None),
        };
        let (user, host) = crate::targets::user_and_host(place, 7687)?;
        let password = crate::targets::password();
        let access = Access { address: host, user, password, database };
        Ok(BoltTarget { name: access.name(), dialect, access })
    }
}

impl Target for BoltTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        if worker > 0 {
            return Err(TargetError::Unknown(format!("{} is one database: hunt it with one worker", self.name)));
        }
        Ok(Box::new(BoltDriver::open(self.access.clone(), Home::Foreign)?))
    }
}
