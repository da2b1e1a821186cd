//! Requests and answers of the JSON-lines protocol.

use graphlance_graph::{Graph, Table};
use graphlance_oracles::EngineError;
use serde::{Deserialize, Serialize};

use crate::Identity;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read: a worker that writes without end is cut off.
pub const LONGEST_LINE: usize = 128 << 20;

/// A request; each gets exactly one answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first request. Answer: [`Answer::Hello`].
    Hello {
        /// [`PROTOCOL`] of the one who asks.
        protocol: u32,
    },
    /// Makes the database empty. Answer: [`Answer::Done`].
    Wipe,
    /// Runs a statement. Answer: [`Answer::Table`] or [`Answer::Error`].
    Run {
        /// Its text.
        statement: String,
        /// How long it may take, in milliseconds. The worker may stop by itself; if it does not, it is killed.
        deadline_ms: u64,
    },
    /// Waits until indexes are online. Answer: [`Answer::Done`].
    AwaitIndexes,
    /// Reads the whole graph. Answer: [`Answer::Graph`].
    ReadGraph,
    /// Asks for the plan of a statement. Answer: [`Answer::Plan`].
    Explain {
        /// Its text.
        statement: String,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// To [`Request::Hello`].
    Hello {
        /// The version of the protocol that the worker speaks.
        protocol: u32,
        /// What it is.
        identity: Identity,
    },
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
    }

    #[test]
    fn answers_carry_values_by_type() {
        let text = r#"{"table":{"columns":["a","b"],"rows":[[1,{"float":1.0}],[null,{"float":"NaN"}]]}}"#;
        let answer: Answer = serde_json::from_str(text).expect("an answer");
        assert_eq!(serde_json::to_string(&answer).expect("and back"), text);
        assert_eq!(serde_json::from_str::<Answer>(r#""done""#).expect("done"), Answer::Done);
    }
}
