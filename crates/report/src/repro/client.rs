//! The client by which an engine is asked: what its folder says of it, with its code.

use graphlance_engines::targets::{self, TargetOptions};
use graphlance_engines::{Identity, launcher};

/// How an engine is asked without graphlance.
pub(super) struct Client {
    /// What to install, what to start, in which language.
    pub needs: launcher::Client,
    /// The code of each of its files.
    pub code: Vec<String>,
}

impl Client {
    /// The client for what answered. Errors: a folder of the user's is broken, or lacks a file that it names.
    pub fn of(identity: &Identity) -> Result<Option<Client>, String> {
        let engines = targets::engines(&TargetOptions::default()).map_err(|error| error.to_string())?;
        let Some(engine) = engines.of_product(&identity.engine) else { return Ok(None) };
        let Some(needs) = engine.clients.iter().find(|client| client.is_for(&identity.version)) else {
            return Ok(None);
        };
        let code = needs.code.iter().map(|path| engine.text(path)).collect::<Result<_, _>>();
        Ok(Some(Client { needs: needs.clone(), code: code.map_err(|error| error.to_string())? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_asked_by_the_client_of_its_version() {
        let module = |engine: &str, version: &str| {
            let identity = Identity { engine: engine.into(), version: version.into(), ..Identity::default() };
            Client::of(&identity).expect("the folders are whole").map(|client| client.needs.module)
        };
        assert_eq!(module("Kuzu", "0.11.3").as_deref(), Some("kuzu"));
        assert_eq!(module("Ladybug", "0.22.0").as_deref(), Some("ladybug"));
        assert_eq!(module("grafeo", "0.5.44").as_deref(), Some(""));
        assert_eq!(module("grafeo", "0.6.0").as_deref(), Some("grafeo"));
        assert_eq!(module("Memgraph", "3.0"), None);
    }
}
