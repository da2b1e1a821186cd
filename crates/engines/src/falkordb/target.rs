//! The target `falkordb://[user@]host[:port]`.

use std::time::Duration;

use super::driver::FalkorDriver;
use super::session::{Access, Session};
use crate::address::Form;
use crate::dialects::DialectChoice;
use crate::driver::{Driver, Target, TargetError};
use crate::launcher::Engines;
use graphlance_case::Dialect;

/// What stands before its address.
pub const SCHEME: &str = "falkordb";

/// What its address may hold.
const FORM: Form<'static> = Form { scheme: SCHEME, port: 6379, database: false, parameters: &[] };

/// How long the first meeting may take.
const MEETING: Duration = Duration::from_secs(5);

/// A FalkorDB that others may use too.
#[derive(Debug)]
pub struct FalkorTarget {
    name: String,
    dialect: DialectChoice,
    access: Access,
}

impl FalkorTarget {
    /// The server at `address` (`[user@]host[:port]`; port 6379 if left out). The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, or that is no address.
    pub fn at(dialect: impl Into<Option<Dialect>>, address: &str) -> Result<FalkorTarget, TargetError> {
        let place = FORM.parse(address)?;
        let access = Access::new(place.place(), place.user);
        Ok(FalkorTarget { name: format!("falkordb://{address}"), dialect: DialectChoice::new(dialect.into()), access })
    }

    /// The engines among which one is looked for that has its dialect; without this those that come with graphlance.
    pub fn among(self, engines: &Engines) -> FalkorTarget {
        FalkorTarget { dialect: self.dialect.among(engines), ..self }
    }
}

impl Target for FalkorTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.dialect.make(&self.name, || Session::open(&self.access, MEETING)?.identity(MEETING))
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let mut access = self.access.clone();
        access.run_id = Session::open(&access, MEETING)?.run_id().to_owned();
        Ok(Box::new(FalkorDriver::open(access, None, worker)?))
    }
}
