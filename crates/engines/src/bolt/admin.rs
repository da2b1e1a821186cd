//! Databases made and dropped, and plans asked for, over HTTP, as ArcadeDB has it.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};
use ureq::Agent;

use super::session::Access;
use crate::driver::TargetError;

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
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
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

    /// The server's release.
    pub fn version(&self, deadline: Duration) -> Result<String, TargetError> {
        let request = self.agent.get(format!("http://{}/api/v1/server", self.address));
        let request = request.header("Authorization", &self.authorization);
        let answer = request.config().timeout_global(Some(deadline)).build().call();
        let answer: Json = self.read(answer)?;
        Ok(answer.get("version").and_then(Json::as_str).unwrap_or_default().to_owned())
    }

    /// The plan of a statement in a database. None when the server says none.
    pub fn explain(&self, database: &str, statement: &str, deadline: Duration) -> Option<String> {
        let request = self.agent.post(format!("http://{}/api/v1/command/{database}", self.address));
        let request = request.header("Authorization", &self.authorization).header("Content-Type", "application/json");
        let request = request.config().timeout_global(Some(deadline)).build();
        let command = json!({ "language": "opencypher", "command": format!("EXPLAIN {statement}") });
        let answer = self.read(request.send(command.to_string())).ok()?;
        answer.get("explain").and_then(Json::as_str).map(str::to_owned)
    }

    fn command(&self, command: &str, deadline: Duration) -> Result<(), TargetError> {
        let request = self.agent.post(format!("http://{}/api/v1/server", self.address));
        let request = request.header("Authorization", &self.authorization).header("Content-Type", "application/json");
        let request = request.config().timeout_global(Some(deadline)).build();
        self.read(request.send(json!({ "command": command }).to_string())).map(drop)
    }

    fn read(&self, answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Json, TargetError> {
        let place = format!("http://{}/api/v1/server", self.address);
        let mut answer = answer.map_err(|error| match error {
            ureq::Error::Timeout(_) => TargetError::Timeout(format!("{place}: {error}")),
            _ => TargetError::Unreachable(format!("{place}: {error}")),
        })?;
        let status = answer.status();
        let text = answer.body_mut().with_config().limit(1 << 20).read_to_string();
        let text = text.map_err(|error| TargetError::Protocol(format!("{place}: {error}")))?;
        if !status.is_success() {
            let shown: String = text.chars().take(300).collect();
            if matches!(status.as_u16(), 401 | 403) {
                let advice = "are user and GRAPHLANCE_PASSWORD right?";
                return Err(TargetError::Refused(format!("{place} answers {status}: {shown}; {advice}")));
            }
            return Err(TargetError::Protocol(format!("{place} answers {status}: {shown}")));
        }
        serde_json::from_str(&text).map_err(|error| TargetError::Protocol(format!("{place}: no JSON: {error}")))
    }
}
