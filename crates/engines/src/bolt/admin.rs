//! Databases made and dropped, and plans asked for, over HTTP, in the way of an engine.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use graphlance_case::{EngineError, ErrorClass};
use serde_json::Value as Json;
use ureq::Agent;

use super::session::Access;
use super::ways::{Ask, Http};
use crate::driver::TargetError;
use crate::limits;
use crate::owner::Leftovers;

/// How long it may take to tell whether a server lives.
const KNOCK: Duration = Duration::from_secs(1);

/// What comes back of a request.
type Answer = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

/// The HTTP side of a server.
#[derive(Debug)]
pub struct Admin {
    agent: Agent,
    address: String,
    authorization: String,
    ways: Http,
}

impl Admin {
    /// The server at `address` (`host:port`), for the user of `access`; nothing is sent yet.
    pub fn new(address: String, access: &Access, ways: &Http) -> Admin {
        let part = |part: &Option<String>| part.clone().unwrap_or_default();
        let credentials = STANDARD.encode(format!("{}:{}", part(&access.user), part(&access.password)));
        // A redirection would send the password elsewhere.
        let config =
            Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
        let agent = config.build().new_agent();
        Admin { agent, address, authorization: format!("Basic {credentials}"), ways: ways.clone() }
    }

    /// Makes a database.
    pub fn create(&self, database: &str, deadline: Duration) -> Result<(), TargetError> {
        self.ask(&self.ways.create, &[("database", database)], deadline).map(drop)
    }

    /// Drops a database. One that is not there any more is dropped: an earlier request may have been done after its deadline.
    pub fn drop(&self, database: &str, deadline: Duration) -> Result<(), TargetError> {
        let gone = || self.databases(deadline).is_ok_and(|names| !names.iter().any(|name| name == database));
        match self.ask(&self.ways.drop, &[("database", database)], deadline) {
            Err(TargetError::Answered(_)) if gone() => Ok(()),
            answer => answer.map(drop),
        }
    }

    /// The server's release.
    pub fn version(&self, deadline: Duration) -> Result<String, TargetError> {
        let answer = self.ask(&self.ways.version, &[], deadline)?;
        let version = answer.get(&self.ways.version.field).and_then(Json::as_str).map(limits::cut);
        version.ok_or_else(|| TargetError::Protocol(format!("http://{} says no version", self.address)))
    }

    /// The names of all databases.
    pub fn databases(&self, deadline: Duration) -> Result<Vec<String>, TargetError> {
        let answer = self.ask(&self.ways.databases, &[], deadline)?;
        let names = answer.get(&self.ways.databases.field).and_then(Json::as_array);
        let names =
            names.ok_or_else(|| TargetError::Protocol(format!("http://{} lists no databases", self.address)))?;
        Ok(names.iter().filter_map(Json::as_str).map(str::to_owned).collect())
    }

    /// Removes the databases that dead processes of graphlance left on a server that is not ours.
    pub fn clear_leftovers(&self, deadline: Duration) -> Result<(), TargetError> {
        let server = format!("http://{}", self.address);
        let by_hand = |name: &str| match &self.ways.drop.body {
            Some(body) => format!("send {} to {server}{}", json_of(body, &[("database", name)]), self.ways.drop.path),
            None => format!("ask for {server}{}", self.ways.drop.path.replace("{database}", name)),
        };
        let found = Leftovers::among(self.databases(deadline)?);
        found.clear(&server, |name| self.drop(name, deadline), by_hand);
        Ok(())
    }

    /// The plan of a statement in a database. None when the server says none.
    pub fn explain(&self, database: &str, statement: &str, deadline: Duration) -> Option<String> {
        let ask = self.ways.explain.as_ref()?;
        let answer = self.ask(ask, &[("database", database), ("statement", statement)], deadline).ok()?;
        answer.get(&ask.field).and_then(Json::as_str).map(limits::cut)
    }

    /// Sends a request with these texts in their places.
    fn ask(&self, ask: &Ask, places: &[(&str, &str)], deadline: Duration) -> Result<Json, TargetError> {
        let place = self.place(&filled(&ask.path, places));
        let answer = match &ask.body {
            None => {
                let request = self.agent.get(&place).header("Authorization", &self.authorization);
                request.config().timeout_global(Some(deadline)).build().call()
            }
            Some(body) => {
                let request = self.agent.post(&place).header("Authorization", &self.authorization);
                let request = request.header("Content-Type", "application/json");
                let request = request.config().timeout_global(Some(deadline)).build();
                request.send(json_of(body, places).to_string())
            }
        };
        self.read(&place, answer)
    }

    fn place(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn read(&self, place: &str, answer: Answer) -> Result<Json, TargetError> {
        let failed = |error| self.failed(place, error);
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
        let request = self.agent.get(self.place(&self.ways.ready.path));
        request.config().timeout_global(Some(KNOCK)).build().call().is_ok()
    }
}

/// A text with what stands for its places.
fn filled(text: &str, places: &[(&str, &str)]) -> String {
    places.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// A body as JSON, with what stands for the places in its texts.
fn json_of(body: &toml::Table, places: &[(&str, &str)]) -> Json {
    let value = |value: &toml::Value| match value {
        toml::Value::String(text) => Json::String(filled(text, places)),
        other => serde_json::to_value(other).unwrap_or_default(),
    };
    Json::Object(body.iter().map(|(name, member)| (name.clone(), value(member))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_text_in_a_body_whatever_is_in_it() {
        let body = "command = 'EXPLAIN {statement}'\nlimit = 1".parse().expect("a table");
        let made = json_of(&body, &[("statement", "RETURN '\"' AS x")]).to_string();
        assert_eq!(made, r#"{"command":"EXPLAIN RETURN '\"' AS x","limit":1}"#);
    }
}
