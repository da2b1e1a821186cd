//! The target `falkordb://host:port`.

use graphlance_cypher::Dialect;

use super::driver::FalkorDriver;
use super::session::{Access, Session};
use crate::driver::{Driver, Target, TargetError};

/// A FalkorDB that others may use too.
#[derive(Debug)]
pub struct FalkorTarget {
    name: String,
    dialect: Dialect,
    access: Access,
}

impl FalkorTarget {
    /// The server at `address` (`[user@]host:port`; port 6379 if left out). The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, or that is no address.
    pub fn at(dialect: Dialect, address: &str) -> Result<FalkorTarget, TargetError> {
        let (user, host) = crate::targets::user_and_host(address.trim_end_matches('/'), 6379)?;
        let access = Access::new(host, user);
        Ok(FalkorTarget { name: access.name(), dialect, access })
    }
}

impl Target for FalkorTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let mut access = self.access.clone();
        access.run_id = Session::open(&access, std::time::Duration::from_secs(5))?.run_id().to_owned();
        Ok(Box::new(FalkorDriver::open(access, None, worker)?))
    }
}
