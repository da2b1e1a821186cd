//! The targets `falkordb` (installs and starts a server for each worker) and `falkordb://host:port`.

use std::path::PathBuf;

use graphlance_cypher::Dialect;

use super::driver::FalkorDriver;
use super::install::install;
use super::server::Server;
use super::session::{Access, Session};
use crate::driver::{Driver, Target, TargetError};

/// A FalkorDB.
#[derive(Debug)]
pub struct FalkorTarget {
    name: String,
    dialect: Dialect,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Servers of our own, one per worker: a crash costs one worker's case.
    Own { cache: PathBuf, memory: Option<u64> },
    /// A server that others may use too.
    Foreign(Access),
}

impl FalkorTarget {
    /// Servers of graphlance's own, installed under `cache`, each with at most `memory` bytes of address space.
    pub fn own(dialect: Dialect, cache: PathBuf, memory: Option<u64>) -> FalkorTarget {
        FalkorTarget { name: "falkordb".to_owned(), dialect, place: Place::Own { cache, memory } }
    }

    /// The server at `address` (`[user@]host:port`; port 6379 if left out). The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, or that is no address.
    pub fn at(dialect: Dialect, address: &str) -> Result<FalkorTarget, TargetError> {
        let (user, host) = match address.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, address),
        };
        if user.is_some_and(|user| user.contains(':')) {
            return Err(TargetError::Unknown(
                "a password in the target's name would be printed and stored; put it into GRAPHLANCE_PASSWORD"
                    .to_owned(),
            ));
        }
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "6379"));
        if name.is_empty() || port.parse::<u16>().is_err() {
            return Err(TargetError::Unknown(format!("`{host}` is no host:port")));
        }
        let access = Access::new(format!("{name}:{port}"), user.map(str::to_owned));
        Ok(FalkorTarget { name: access.name(), dialect, place: Place::Foreign(access) })
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
        let driver = match &self.place {
            Place::Own { cache, memory } => {
                let server = Server::start(&install(cache)?, *memory)?;
                let access = Access { address: server.address().to_owned(), ..Access::default() };
                FalkorDriver::open(access, Some(server), worker)?
            }
            Place::Foreign(access) => {
                let mut access = access.clone();
                access.run_id = Session::open(&access, std::time::Duration::from_secs(5))?.run_id().to_owned();
                FalkorDriver::open(access, None, worker)?
            }
        };
        Ok(Box::new(driver))
    }
}
