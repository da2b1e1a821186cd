//! The targets `bolt://[user@]host[:port][/database]`, and `NAME://[user@]host[:port][?http=port]` for engines whose databases are
//! made over HTTP.

use super::driver::BoltDriver;
use super::home::Home;
use super::session::Access;
use super::ways::{Ways, Who};
use crate::address::Form;
use crate::dialects::DialectChoice;
use crate::driver::{Driver, Target, TargetError};
use crate::launcher::{Engines, Launcher};
use crate::owner::Owner;
use graphlance_case::Dialect;

/// What the address of any server of Bolt may hold.
const BOLT: Form<'static> = Form { scheme: "bolt", port: 7687, database: true, parameters: &[] };

/// A running server that speaks Bolt, and that is not graphlance's own.
#[derive(Debug)]
pub struct BoltTarget {
    name: String,
    dialect: DialectChoice,
    access: Access,
    /// Where databases are made over HTTP; none: the database is the one that is named.
    admin: Option<String>,
    who: Who,
}

impl BoltTarget {
    /// The server at `address` (`[user@]host[:port][/database]`; port 7687 if left out). The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, or that is no address.
    pub fn at(dialect: impl Into<Option<Dialect>>, address: &str) -> Result<BoltTarget, TargetError> {
        let place = BOLT.parse(address)?;
        let password = crate::targets::password();
        let access = Access { address: place.place(), user: place.user, password, database: place.database };
        let dialect = DialectChoice::new(dialect.into());
        Ok(BoltTarget { name: format!("bolt://{address}"), dialect, access, admin: None, who: Who::default() })
    }

    /// The server of an engine whose databases are made over HTTP, at `address` (`[user@]host[:port][?http=port]`; Bolt on 7687,
    /// port of HTTP and user as the engine has them if left out), on which each worker makes a database of its own. Errors as of
    /// [`BoltTarget::at`], or that engine has no such way.
    pub fn of_engine(
        engine: &Launcher,
        dialect: impl Into<Option<Dialect>>,
        address: &str,
    ) -> Result<BoltTarget, TargetError> {
        let name = engine.name.as_str();
        let ways = Ways::of(engine).map_err(|problem| TargetError::Unknown(format!("{name}: {problem}")))?;
        let missing = || TargetError::Unknown(format!("there is no {name}://; a running {name} is bolt://HOST"));
        let http = ways.http.as_ref().ok_or_else(missing)?;
        let place = Form { scheme: name, parameters: &["http"], database: false, ..BOLT }.parse(address)?;
        let port: Result<u16, _> = place.parameters.get("http").map_or(Ok(http.port), |port| port.parse());
        let port = port.map_err(|_| TargetError::Unknown("what stands behind ?http= is no port of HTTP".to_owned()))?;
        let admin = Some(format!("{}:{port}", place.host));
        let user = Some(place.user.clone().unwrap_or_else(|| http.user.clone()));
        let access = Access { address: place.place(), user, password: crate::targets::password(), database: None };
        let dialect = DialectChoice::new(dialect.into());
        let who = Who::Engine(Box::new(ways));
        Ok(BoltTarget { name: format!("{name}://{address}"), dialect, access, admin, who })
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
        let who = match self.who {
            Who::AnyOf(_) => Who::AnyOf(engines.clone()),
            known => known,
        };
        BoltTarget { dialect: self.dialect.among(engines), who, ..self }
    }
}

impl Target for BoltTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.dialect.make(&self.name, || BoltDriver::meet(self.access.clone(), self.home(), self.who.clone()))
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let mut access = self.access.clone();
        if self.admin.is_some() {
            access.database = Some(Owner::here(worker, 0).to_string());
        } else if worker > 0 {
            return Err(TargetError::Unknown(format!("{} is one database: hunt it with one worker", self.name)));
        }
        Ok(Box::new(BoltDriver::open(access, self.home(), self.who.clone())?))
    }
}
