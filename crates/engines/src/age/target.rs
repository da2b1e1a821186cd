//! The target `postgres://[user@]host[:port][/database][?graph=name]`.

use super::connection::Access;
use super::driver::AgeDriver;
use crate::address::Form;
use crate::dialects::DialectChoice;
use crate::driver::{Driver, Target, TargetError};
use crate::launcher::Engines;
use crate::owner::Owner;
use graphlance_case::Dialect;

/// What its address may hold.
const FORM: Form<'static> = Form { scheme: "postgres", port: 5432, database: true, parameters: &["graph"] };

/// A PostgreSQL with Apache AGE that others may use too: each worker makes a graph of its own.
#[derive(Debug)]
pub struct AgeTarget {
    name: String,
    dialect: DialectChoice,
    access: Access,
    graph: Option<String>,
}

impl AgeTarget {
    /// The server at `address`; port 5432, user and database `postgres` if left out. The password comes from
    /// `GRAPHLANCE_PASSWORD`. Errors: an address with a password in it, that is no address, or a name that is no graph's.
    pub fn at(dialect: impl Into<Option<Dialect>>, address: &str) -> Result<AgeTarget, TargetError> {
        let place = FORM.parse(address)?;
        let graph = place.parameters.get("graph").cloned();
        let plain = |name: &String| name.len() >= 3 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if graph.as_ref().is_some_and(|name| !plain(name)) {
            let message =
                "what stands behind ?graph= is no name of a graph: three letters, digits or underscores at least";
            return Err(TargetError::Unknown(message.to_owned()));
        }
        let or = |text: Option<String>| text.unwrap_or_else(|| "postgres".to_owned());
        let (user, database) = (or(place.user.clone()), or(place.database.clone()));
        let access = Access { address: place.place(), user, password: crate::targets::password(), database };
        let dialect = DialectChoice::new(dialect.into());
        Ok(AgeTarget { name: format!("postgres://{address}"), dialect, access, graph })
    }

    /// The engines among which one is looked for that has its dialect; without this those that come with graphlance.
    pub fn among(self, engines: &Engines) -> AgeTarget {
        AgeTarget { dialect: self.dialect.among(engines), ..self }
    }
}

impl Target for AgeTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.dialect.make(&self.name, || AgeDriver::meet(self.access.clone()))
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let own = || Owner::here(worker, 0).to_string();
        let graph = match &self.graph {
            Some(name) if worker == 0 => name.clone(),
            Some(name) => format!("{name}_{worker}"),
            None => own(),
        };
        Ok(Box::new(AgeDriver::open(self.access.clone(), None, graph)?))
    }
}
