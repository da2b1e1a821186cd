//! The targets `bolt://[user@]host[:port][/database]` and `arcadedb://[user@]host[:port][?http=port]`.

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
    /// Where databases are made over HTTP; none: the database is the one that is named.
    admin: Option<String>,
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
        Ok(BoltTarget { name: access.name(), dialect, access, admin: None })
    }

    /// The ArcadeDB at `address` (`[user@]host[:port][?http=port]`; Bolt on 7687 and HTTP on 2480 if left out, user root), on
    /// which each worker makes a database of its own. Errors as of [`BoltTarget::at`].
    pub fn arcadedb(dialect: Dialect, address: &str) -> Result<BoltTarget, TargetError> {
        let (place, http) = address.split_once("?http=").unwrap_or((address, "2480"));
        let (user, host) = crate::targets::user_and_host(place.trim_end_matches('/'), 7687)?;
        let port: u16 = http.parse().map_err(|_| TargetError::Unknown(format!("`{http}` is no port of HTTP")))?;
        let name = host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name);
        let admin = Some(format!("{name}:{port}"));
        let user = Some(user.unwrap_or_else(|| "root".to_owned()));
        let access = Access { address: host, user, password: crate::targets::password(), database: None };
        Ok(BoltTarget { name: format!("arcadedb://{address}"), dialect, access, admin })
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
        if let Some(http) = &self.admin {
            let database = Some(format!("graphlance_{worker}_{}", std::process::id()));
            let access = Access { database, ..self.access.clone() };
            return Ok(Box::new(BoltDriver::open(access, Home::ForeignWithAdmin(http.clone()))?));
        }
        if worker > 0 {
            return Err(TargetError::Unknown(format!("{} is one database: hunt it with one worker", self.name)));
        }
        Ok(Box::new(BoltDriver::open(self.access.clone(), Home::Foreign)?))
    }
}
