//! The data of probing: what is asked to learn a dialect, and what came of it.

use graphlance_graph::{Latitude, Name, Value, ValueDomain};

pub use graphlance_graph::dialect::SUSPECTED;

use super::Statement;

/// One row of the table by which a dialect is learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Names it in dialect files: `feature optional_match`, `function abs(-2.5)`, `value nan`, `behaviour 1 / 0`.
    pub id: String,
    /// What it is about.
    pub about: About,
    /// Run one after the other on the graph of probes; the last one's answer counts.
    pub statements: Vec<Statement>,
    /// How far engines differ in the answer.
    pub latitude: Latitude,
}

/// What a probe is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A feature of the language, by name.
    Feature(Name),
    /// A function, by name.
    Function(Name),
    /// A field of [`graphlance_graph::ValueDomain`].
    Value(Name),
    /// A behaviour in which engines differ; a deviation may explain it.
    Behaviour,
}

/// What came of one probe.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The probe.
    pub probe: Probe,
    /// Its statements in the target's dialect, one a line.
    pub text: String,
    /// How the answers compare.
    pub finding: Probed,
}

/// How the target's answer to a probe compares with the reference's.
#[derive(Clone, Debug, PartialEq)]
pub enum Probed {
    /// It is right.
    Agrees,
    /// The target raises an error where there is an answer.
    Lacks {
        /// The target's message.
        message: String,
        /// Whether the target says that the statement is none of its language.
        refused: bool,
    },
    /// Another answer, or an answer in place of an error.
    Deviates {
        /// The reference's answer.
        expected: String,
        /// The target's.
        actual: String,
        /// The deviations that explain it, as `field = value`.
        switch: Option<String>,
    },
    /// The target died or hung.
    Dies(String),
    /// The reference does not tell.
    Open(String),
}

/// A deviation in one of its values, as a dialect file writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The field.
    pub field: Name,
    /// Its value.
    pub value: Name,
}

/// What a target is asked to see whether it can be hunted.
pub struct Exercises {
    /// The query that returns a number as its only value.
    pub number: fn(u32) -> String,
    /// A query that no engine finishes within a second.
    pub slow: &'static str,
    /// Values of every kind.
    pub samples: Vec<Sample>,
}

/// A value that is sent and must come back.
pub struct Sample {
    /// How it is written.
    pub text: &'static str,
    /// The query that returns it as its only value.
    pub query: String,
    /// The value.
    pub value: Value,
    /// Which targets hold it.
    pub held: fn(&ValueDomain) -> bool,
}
