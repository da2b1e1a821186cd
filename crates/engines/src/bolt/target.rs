//! The targets `bolt://[user@]host[:port][/database]` and `arcadedb://[user@]host[:port][?http=port]`.

use std::sync::Arc;

use graphlance_cypher::Dialect;

use super::driver::BoltDriver;
use super::home::Home;
use super::session::Access;
use crate::address::Form;
use crate::dialects::DialectChoice;
use crate::driver::{Driver, Target, TargetError};
use crate::launcher::Engines;
use crate::owner::Owner;

/// What the address of any server of Bolt may hold.
const BOLT: Form = Form { scheme: "bolt", port: 7687, database: true, parameters: &[] };

/// What the address of an ArcadeDB may hold.
const ARCADEDB: Form = Form { scheme: "arcadedb", port: 7687, database: false, parameters: &["http"] };

/// A running server that speaks Bolt, and that is not graphlance's own.
#[derive(Debug)]
pub struct BoltTarget {
    name: String,
    dialect: DialectChoice,
    access: Access,
    /// Where databases are made over HTTP; none: the database is the one that is named.
    admin: Option<String>,
}

impl BoltTarget {
    /// The server at `address` (`[user@]host[:port][/database]`; port 7687 if left out). The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, or that is no address.
    pub fn at(dialect: impl Into<Option<Dialect>>, address: &str) -> Result<BoltTarget, TargetError> {
        let place = BOLT.parse(address)?;
        let password = crate::targets::password();
        let access = Access { address: place.place(), user: place.user, password, database: place.database };
        let dialect = DialectChoice::new(dialect.into());
        Ok(BoltTarget { name: format!("bolt://{address}"), dialect, access, admin: None })
    }

    /// The ArcadeDB at `address` (`[user@]host[:port][?http=port]`; Bolt on 7687 and HTTP on 2480 if left out, user root), on
    /// which each worker makes a database of its own. Errors as of [`BoltTarget::at`].
    pub fn arcadedb(dialect: impl Into<Option<Dialect>>, address: &str) -> Result<BoltTarget, TargetError> {
        let place = ARCADEDB.parse(address)?;
        let port: Result<u16, _> = place.parameters.get("http").map_or(Ok(2480), |port| port.parse());
        let port = port.map_err(|_| TargetError::Unknown("what stands behind ?http= is no port of HTTP".to_owned()))?;
        let admin = Some(format!("{}:{port}", place.host));
        let user = Some(place.user.clone().unwrap_or_else(|| "root".to_owned()));
        let access = Access { address: place.place(), user, password: crate::targets::password(), database: None };
        let dialect = DialectChoice::new(dialect.into());
        Ok(BoltTarget { name: format!("arcadedb://{address}"), dialect, access, admin })
    }

    /// Where it is, with a database for a worker if it makes one.
    fn home(&self) -> Home {
        match &self.admin {
            Some(http) => Home::ForeignWithAdmin(http.clone()),
            None => Home::Foreign,
        }
    }

    /// The engines among which one is looked for that has its dialect; without this those that come with graphlance.
    pub fn among(self, engines: &Engines) -> BoltTarget {
        BoltTarget { dialect: self.dialect.among(engines), ..self }
    }
}

impl Target for BoltTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Arc<Dialect>, TargetError> {
        self.dialect.make(&self.name, || BoltDriver::meet(self.access.clone(), self.home()))
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let mut access = self.access.clone();
        if self.admin.is_some() {
            access.database = Some(Owner::here(worker, 0).to_string());
        } else if worker > 0 {
            return Err(TargetError::Unknown(format!("{} is one database: hunt it with one worker", self.name)));
        }
        Ok(Box::new(BoltDriver::open(access, self.home())?))
    }
}
