//! The client by which an engine is asked: what its folder says of it, with its code.

use graphlance_engines::launcher::Engines;
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
        Client::among(&engines, identity)
    }

    fn among(engines: &Engines, identity: &Identity) -> Result<Option<Client>, String> {
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

    #[test]
    fn a_client_comes_from_the_folder_of_a_users_engine_or_is_missed_by_name() {
        let place = tempfile::tempdir().expect("a folder");
        let home = place.path().join("mine");
        std::fs::create_dir(&home).expect("a folder");
        let engine = "name = 'mine'\nproduct = 'Mine'\ndescription = ''\nlanguages = ['cypher']\nprotocol = 'bolt'\n\
                      [[client]]\ncode = ['repro_bolt.py', 'ask.py']\n";
        std::fs::write(home.join("engine.toml"), engine).expect("a file");
        let engines = Engines::with(Some(place.path())).expect("the folders are whole");
        let identity = Identity { engine: "Mine".into(), version: "1.0".into(), ..Identity::default() };
        let missing = Client::among(&engines, &identity).err().unwrap_or_default();
        assert!(missing.contains("ask.py") && missing.contains("mine"), "{missing}");
        std::fs::write(home.join("ask.py"), "mine").expect("a file");
        let client = Client::among(&engines, &identity).expect("it is whole").expect("there is one");
        assert!(client.code[0].contains("def connect") && client.code[1] == "mine");
    }
}
