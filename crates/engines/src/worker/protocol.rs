//! Requests and answers of the JSON-lines protocol.

use std::collections::BTreeSet;
use std::fmt;

use graphlance_case::{Ability, Boundary, EngineError};
use graphlance_graph::{Graph, Table};
use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Identity;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A request; each gets exactly one answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first request. Answer: [`Payload::Hello`].
    Hello {
        /// [`PROTOCOL`] of the one who asks.
        protocol: u32,
    },
    /// Makes the database empty. Answer: [`Payload::Done`].
    Wipe,
    /// Runs a statement. Answer: [`Payload::Table`] or [`Payload::Error`].
    Run {
        /// Its text.
        statement: String,
        /// How long it may take, in milliseconds. The worker may stop by itself; if it does not, it is killed.
        deadline_ms: u64,
    },
    /// Waits until indexes are online. Answer: [`Payload::Done`].
    AwaitIndexes,
    /// Reads the whole graph. Answer: [`Payload::Graph`].
    ReadGraph,
    /// All that follows acts on the database of this name, which is made, empty, if it is not there; without a name on the first
    /// one. Only of a worker with [`Ability::Databases`]. Answer: [`Payload::Done`].
    Enter {
        /// The name.
        database: Option<String>,
    },
    /// Begins a transaction. This and its ends only of a worker with [`Ability::Transactions`]. Answer: [`Payload::Done`].
    Begin,
    /// Ends it, and what it wrote stays. Answer: [`Payload::Done`].
    Commit,
    /// Ends it, and nothing of what it wrote stays; it may have ended with an error before. Answer: [`Payload::Done`].
    RollBack,
    /// Makes the connection as new, whatever is open. Only of a worker with [`Ability::Reset`]. Answer: [`Payload::Done`].
    Reset,
    /// Asks for the plan of a statement. Answer: [`Payload::Plan`].
    Explain {
        /// Its text.
        statement: String,
    },
}

impl Request {
    /// What is asked, for an error.
    pub fn name(&self) -> &'static str {
        match self {
            Request::Hello { .. } => "hello",
            Request::Wipe => "wipe",
            Request::Run { .. } => "run",
            Request::AwaitIndexes => "await_indexes",
            Request::ReadGraph => "read_graph",
            Request::Explain { .. } => "explain",
            Request::Enter { .. } => "enter",
            Request::Begin => "begin",
            Request::Commit => "commit",
            Request::RollBack => "roll_back",
            Request::Reset => "reset",
        }
    }

    /// What begins or ends a transaction.
    pub fn boundary(boundary: Boundary) -> Request {
        match boundary {
            Boundary::Begin => Request::Begin,
            Boundary::Commit => Request::Commit,
            Boundary::RollBack => Request::RollBack,
            Boundary::Reset => Request::Reset,
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Payload {
    /// To [`Request::Hello`].
    Hello(Hello),
    /// The request was carried out.
    Done,
    /// The rows of a statement; no columns after a write without RETURN.
    Table(Table),
    /// The whole graph.
    Graph(Graph),
    /// A plan; none if the engine has no such thing.
    Plan(Option<String>),
    /// The engine refused or failed, and lives on.
    Error(EngineError),
}

/// What a worker says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The version of the protocol that the worker speaks.
    pub protocol: u32,
    /// What it is.
    pub identity: Identity,
    /// Whether requests are to have an `id`, which the worker puts into its answer: then no late answer to one request can
    /// be taken for the answer to another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ids: bool,
    /// Whether it reads requests ahead, so that several may be sent before the first is answered; only with `ids`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ahead: bool,
    /// What it can do beside running statements in one database.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub abilities: BTreeSet<Ability>,
}

/// A request as it is sent.
#[derive(Debug, Serialize)]
pub struct Numbered<'a> {
    /// What is asked.
    #[serde(flatten)]
    pub request: &'a Request,
    /// Its number, for workers that want one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
}

/// An answer as it comes: `{"id":7,"table":..}`, or without the id. With an id, `"done"` is `{"id":7,"done":true}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The number of the request that it answers.
    pub id: Option<u64>,
    /// The answer.
    pub answer: Payload,
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(id) = self.id else { return self.answer.serialize(serializer) };
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("id", &id)?;
        match &self.answer {
            Payload::Hello(hello) => map.serialize_entry("hello", hello)?,
            Payload::Done => map.serialize_entry("done", &true)?,
            Payload::Table(table) => map.serialize_entry("table", table)?,
            Payload::Graph(graph) => map.serialize_entry("graph", graph)?,
            Payload::Plan(plan) => map.serialize_entry("plan", plan)?,
            Payload::Error(error) => map.serialize_entry("error", error)?,
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Reply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Reply, D::Error> {
        deserializer.deserialize_any(ReplyVisitor)
    }
}

struct ReplyVisitor;

impl<'de> Visitor<'de> for ReplyVisitor {
    type Value = Reply;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an answer: \"done\", or an object with hello, done, table, graph, plan or error")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Reply, E> {
        match text {
            "done" => Ok(Reply { id: None, answer: Payload::Done }),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Reply, A::Error> {
        let (mut id, mut answer) = (None, None);
        while let Some(member) = members.next_key::<String>()? {
            if member == "id" && id.is_none() {
                id = Some(members.next_value()?);
                continue;
            }
            if answer.is_some() {
                return Err(de::Error::custom(format!("`{member}` beside an answer")));
            }
            answer = Some(match member.as_str() {
                "hello" => Payload::Hello(members.next_value()?),
                "done" => members.next_value::<bool>().map(|_| Payload::Done)?,
                "table" => Payload::Table(members.next_value()?),
                "graph" => Payload::Graph(members.next_value()?),
                "plan" => Payload::Plan(members.next_value()?),
                "error" => Payload::Error(members.next_value()?),
                other => return Err(de::Error::custom(format!("`{other}` is no answer"))),
            });
        }
        answer.map(|answer| Reply { id, answer }).ok_or_else(|| de::Error::custom("an object without an answer"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(request: &Request, text: &str) {
        assert_eq!(serde_json::to_string(request).expect("a request is serialisable"), text);
        assert_eq!(&serde_json::from_str::<Request>(text).expect("and back"), request);
    }

    #[test]
    fn requests_are_one_line_of_json() {
        check(&Request::Hello { protocol: 1 }, r#"{"op":"hello","protocol":1}"#);
        check(&Request::Wipe, r#"{"op":"wipe"}"#);
        check(
            &Request::Run { statement: "RETURN\n1".into(), deadline_ms: 500 },
            r#"{"op":"run","statement":"RETURN\n1","deadline_ms":500}"#,
        );
        check(&Request::Enter { database: Some("b".into()) }, r#"{"op":"enter","database":"b"}"#);
        for boundary in Boundary::ALL {
            check(&Request::boundary(*boundary), &format!(r#"{{"op":"{}"}}"#, boundary.name()));
        }
    }

    #[test]
    fn answers_carry_values_by_type() {
        let text = r#"{"table":{"columns":["a","b"],"rows":[[1,{"float":1.0}],[null,{"float":"NaN"}]]}}"#;
        let answer: Payload = serde_json::from_str(text).expect("an answer");
        assert_eq!(serde_json::to_string(&answer).expect("and back"), text);
        assert_eq!(serde_json::from_str::<Payload>(r#""done""#).expect("done"), Payload::Done);
    }

    #[track_caller]
    fn check_reply(text: &str, id: Option<u64>, answer: Payload) {
        let reply = Reply { id, answer };
        assert_eq!(serde_json::from_str::<Reply>(text).ok().as_ref(), Some(&reply), "{text}");
        assert_eq!(serde_json::to_string(&reply).ok().as_deref(), Some(text));
    }

    #[test]
    fn an_answer_may_say_which_request_it_answers() {
        check_reply(r#""done""#, None, Payload::Done);
        check_reply(r#"{"id":7,"done":true}"#, Some(7), Payload::Done);
        check_reply(r#"{"plan":null}"#, None, Payload::Plan(None));
        check_reply(r#"{"id":8,"plan":null}"#, Some(8), Payload::Plan(None));
        for bad in ["{}", r#"{"id":1}"#, r#"{"id":1,"id":1,"done":true}"#, r#"{"done":true,"plan":null}"#, r#""other""#]
        {
            assert!(serde_json::from_str::<Reply>(bad).is_err(), "{bad}");
        }
        let asked = Numbered { request: &Request::Wipe, id: Some(3) };
        assert_eq!(serde_json::to_string(&asked).ok().as_deref(), Some(r#"{"op":"wipe","id":3}"#));
    }
}
