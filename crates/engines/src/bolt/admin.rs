//! Databases made and dropped, and plans asked for, over HTTP, as ArcadeDB has it.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use graphlance_case::{EngineError, ErrorClass};
use serde_json::{Value as Json, json};
use ureq::Agent;

use super::session::Access;
use crate::driver::{Identity, TargetError};
use crate::limits;
use crate::owner::Leftovers;

/// How long it may take to tell whether a server lives.
const KNOCK: Duration = Duration::from_secs(1);

/// The HTTP side of a server.
#[derive(Debug)]
pub struct Admin {
    agent: Agent,
    address: String,
    authorization: String,
}

impl Admin {
    /// The server at `address` (`host:port`), for the user of `access`; nothing is sent yet.
    pub fn new(address: String, access: &Access) -> Admin {
        let part = |part: &Option<String>| part.clone().unwrap_or_default();
        let credentials = STANDARD.encode(format!("{}:{}", part(&access.user), part(&access.password)));
        // A redirection would send the password elsewhere.
        let config =
            Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
        let agent = config.build().new_agent();
        Admin { agent, address, authorization: format!("Basic {credentials}") }
    }

    /// Makes a database.
    pub fn create(&self, database: &str, deadline: Duration) -> Result<(), TargetError> {
        self.command(&format!("create database {database}"), deadline)
    }

    /// Drops a database.
    pub fn drop(&self, database: &str, deadline: Duration) -> Result<(), TargetError> {
        self.command(&format!("drop database {database}"), deadline)
    }

    /// What an ArcadeDB says of itself. Errors: as of [`Admin::version`].
    pub fn identity(&self, settings: Vec<String>, deadline: Duration) -> Result<Identity, TargetError> {
        let version = self.version(deadline)?;
        let (version, build) = version.split_once(' ').unwrap_or((&version, ""));
        Ok(Identity { engine: "ArcadeDB".to_owned(), version: version.to_owned(), build: build.to_owned(), settings })
    }

    /// The server's release.
    pub fn version(&self, deadline: Duration) -> Result<String, TargetError> {
        let request = self.agent.get(format!("http://{}/api/v1/server", self.address));
        let request = request.header("Authorization", &self.authorization);
        let answer = request.config().timeout_global(Some(deadline)).build().call();
        let answer: Json = self.read(answer)?;
        let version = answer.get("version").and_then(Json::as_str).map(limits::cut);
        version.ok_or_else(|| TargetError::Protocol(format!("http://{} says no version", self.address)))
    }

    /// The names of all databases.
    pub fn databases(&self, deadline: Duration) -> Result<Vec<String>, TargetError> {
        let request = self.agent.get(format!("http://{}/api/v1/databases", self.address));
        let request = request.header("Authorization", &self.authorization);
        let answer = request.config().timeout_global(Some(deadline)).build().call();
        let answer: Json = self.read(answer)?;
        let names = answer.get("result").and_then(Json::as_array);
        let names =
            names.ok_or_else(|| TargetError::Protocol(format!("http://{} lists no databases", self.address)))?;
        Ok(names.iter().filter_map(Json::as_str).map(str::to_owned).collect())
    }

    /// Removes the databases that dead processes of graphlance left on a server that is not ours; `address` names it.
    pub fn clear_leftovers(&self, address: &str, deadline: Duration) -> Result<(), TargetError> {
        let server = format!("arcadedb://{address}");
        let by_hand = |name: &str| format!("drop database {name}");
        let found = Leftovers::among(self.databases(deadline)?);
        found.clear(&server, |name| self.drop(name, deadline), by_hand);
        Ok(())
    }

    /// The plan of a statement in a database. None when the server says none.
    pub fn explain(&self, database: &str, statement: &str, deadline: Duration) -> Option<String> {
        let request = self.agent.post(format!("http://{}/api/v1/command/{database}", self.address));
        let request = request.header("Authorization", &self.authorization).header("Content-Type", "application/json");
        let request = request.config().timeout_global(Some(deadline)).build();
        let command = json!({ "language": "opencypher", "command": format!("EXPLAIN {statement}") });
        let answer = self.read(request.send(command.to_string())).ok()?;
        answer.get("explain").and_then(Json::as_str).map(limits::cut)
    }

    fn command(&self, command: &str, deadline: Duration) -> Result<(), TargetError> {
        let request = self.agent.post(format!("http://{}/api/v1/server", self.address));
        let request = request.header("Authorization", &self.authorization).header("Content-Type", "application/json");
        let request = request.config().timeout_global(Some(deadline)).build();
        self.read(request.send(json!({ "command": command }).to_string())).map(drop)
    }

    fn read(&self, answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Json, TargetError> {
        let place = format!("http://{}/api/v1/server", self.address);
        let failed = |error| self.failed(&place, error);
        let mut answer = answer.map_err(failed)?;
        let status = answer.status();
        let text = answer.body_mut().with_config().limit(limits::HTTP_BODY).read_to_string().map_err(failed)?;
        if !status.is_success() {
            let shown: String = text.chars().take(300).collect();
            if matches!(status.as_u16(), 401 | 403) {
                let advice = "are user and GRAPHLANCE_PASSWORD right?";
                return Err(TargetError::Refused(format!("{place} answers {status}: {shown}; {advice}")));
            }
            let (class, message) = (ErrorClass::Other, format!("{place} answers {status}: {shown}"));
            return Err(TargetError::Answered(EngineError { class, message }));
        }
        serde_json::from_str(&text).map_err(|error| TargetError::Protocol(format!("{place}: no JSON: {error}")))
    }

    /// What a failure means: garbage is told from a lost connection, and that of a living server from that of a dead one.
    fn failed(&self, place: &str, error: ureq::Error) -> TargetError {
        match error {
            ureq::Error::Timeout(_) => TargetError::Timeout(format!("{place}: {error}")),
            ureq::Error::BodyExceedsLimit(limit) => {
                TargetError::Protocol(format!("{place}: the answer is too large: more than {limit} bytes"))
            }
            ureq::Error::Io(ref cause) if cause.kind() == std::io::ErrorKind::InvalidData => {
                TargetError::Protocol(format!("{place}: {error}"))
            }
            ureq::Error::Io(_) | ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => match self.answers() {
                true => TargetError::Protocol(format!("{place}: the server lives, but {error}")),
                false => TargetError::Unreachable(format!("{place}: {error}")),
            },
            error => TargetError::Protocol(format!("{place}: {error}")),
        }
    }

    /// Whether anybody accepts a connection and answers in the way of HTTP.
    fn answers(&self) -> bool {
        let request = self.agent.get(format!("http://{}/api/v1/ready", self.address));
        request.config().timeout_global(Some(KNOCK)).build().call().is_ok()
    }
}
