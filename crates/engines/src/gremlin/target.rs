//! The target `gremlin://host[:port][/source]`.

use graphlance_case::Dialect;
use graphlance_gremlin::Dialect as GremlinDialect;
use graphlance_gremlin::dialect::Identities;

use super::driver::GremlinDriver;
use super::session::Access;
use super::ways::Ways;
use crate::address::Form;
use crate::dialects::DialectChoice;
use crate::driver::{Driver, Identity, Target, TargetError};
use crate::launcher::{Engines, Protocol};

/// What stands before its address.
pub const SCHEME: &str = "gremlin";

/// What its address may hold: the database is the source of traversals.
const FORM: Form<'static> = Form { scheme: SCHEME, port: 8182, database: true, parameters: &[] };

/// A Gremlin Server that others may use too.
#[derive(Debug)]
pub struct GremlinTarget {
    name: String,
    dialect: DialectChoice,
    access: Access,
    engines: Engines,
}

impl GremlinTarget {
    /// The server at `address` (`host[:port][/source]`; port 8182 and the source `g` if left out). Errors: an address with a
    /// user or a password in it, or that is no address.
    pub fn at(dialect: impl Into<Option<Dialect>>, address: &str) -> Result<GremlinTarget, TargetError> {
        let place = FORM.parse(address)?;
        if place.user.is_some() {
            let why = "gremlin:// takes no user: graphlance does not log in to a Gremlin Server";
            return Err(TargetError::Unknown(why.to_owned()));
        }
        let access = Access { address: place.place(), source: place.database };
        let dialect = DialectChoice::new(dialect.into());
        Ok(GremlinTarget { name: format!("{SCHEME}://{address}"), dialect, access, engines: Engines::default() })
    }

    /// The engines among which one is looked for that has its dialect and says what it is asked; without this those that come
    /// with graphlance.
    pub fn among(self, engines: &Engines) -> GremlinTarget {
        GremlinTarget { dialect: self.dialect.among(engines), engines: engines.clone(), ..self }
    }

    /// What answers there, and what it is asked.
    fn met(&self) -> Result<(Ways, Identity), TargetError> {
        let shared = Ways::shared().map_err(TargetError::Unknown)?;
        let (class, met) = GremlinDriver::meet(self.access.clone(), shared.clone())?;
        let of_gremlin = self.engines.iter().filter(|engine| engine.protocol == Protocol::Gremlin);
        let known = of_gremlin.filter_map(|engine| Ways::of(engine).ok()).find(|ways| ways.graph == class);
        match known {
            None => Ok((shared, met)),
            Some(ways) => Ok((ways.clone(), GremlinDriver::meet(self.access.clone(), ways)?.1)),
        }
    }
}

/// The language of a server of which nothing is known: it may make the identities of elements itself.
pub(crate) fn standard() -> Dialect {
    let mut standard = GremlinDialect::standard();
    standard.name = SCHEME.into();
    standard.deviations.identities = Identities::Own;
    standard.into()
}

impl Target for GremlinTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.dialect.make(&self.name, || self.met().map(|(_, met)| met))
    }

    fn standard(&self) -> Dialect {
        standard()
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        if worker > 0 {
            return Err(TargetError::Unknown(format!("{} is one graph: hunt it with one worker", self.name)));
        }
        let (ways, _) = self.met()?;
        Ok(Box::new(GremlinDriver::open(self.access.clone(), None, ways)?))
    }
}
