//! An answer with what it is, and what a driver may report of it.

use std::fmt;

use graphlance_case::{ErrorClass, Response};
use graphlance_graph::{Random, Table};

use super::values::same;

/// What an answer is, known from how it was made.
#[derive(Clone, Debug)]
pub enum Label {
    /// A right answer: this table.
    Valid(Table),
    /// A right answer: an error of this class.
    Refusal(ErrorClass),
    /// No answer of the protocol, or one beyond a limit.
    Garbage,
    /// The beginning of an answer, and then the end of the connection; the server lives.
    CutOff,
    /// The same, and the server is gone.
    Death,
    /// The beginning of an answer, or nothing, and then nothing more.
    Silent,
    /// An answer that never ends.
    Endless,
    /// Some bytes of a right answer are others, and the connection ends behind it: anything but a death.
    Damaged,
}

/// An answer, byte by byte.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it is.
    pub label: Label,
    /// How it was made.
    pub how: &'static str,
    /// What is asked; empty where it does not matter.
    pub statement: String,
    /// What is sent.
    pub bytes: Vec<u8>,
    /// What comes then.
    pub then: Then,
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer { label, how, statement, bytes, .. } = self;
        let shown = bytes[..bytes.len().min(1_000)].escape_ascii();
        write!(formatter, "{how}: {label:?} to `{statement}`, {} bytes: {shown}", bytes.len())
    }
}

/// What a server does after it has sent an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Waits for the next question.
    Serve,
    /// Says nothing, whatever comes.
    Mute,
    /// Ends the connection.
    Close,
    /// Ends the connection, and accepts no other.
    Die,
    /// Sends this, again and again.
    Repeat(Vec<u8>),
}

/// What a driver reports.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A table.
    Table(Table),
    /// An error.
    Error(ErrorClass, String),
    /// The server died.
    Crash(String),
    /// The deadline passed.
    Hang,
}

impl From<Response> for Outcome {
    fn from(response: Response) -> Outcome {
        match response {
            Response::Table(table) => Outcome::Table(table),
            Response::Error(error) => Outcome::Error(error.class, error.message),
            Response::Crash { how } => Outcome::Crash(how),
            Response::Hang { .. } => Outcome::Hang,
            Response::Graph(_) => Outcome::Crash("a graph, which nobody asked for".to_owned()),
            Response::Counters(_) | Response::Times(_) | Response::Estimate(_) => {
                Outcome::Crash("numbers, which nobody asked for".to_owned())
            }
            Response::Unsupported(ability) => Outcome::Crash(format!("{ability}, which nobody asked for")),
        }
    }
}

impl Label {
    /// All names.
    pub const NAMES: [&str; 8] = ["valid", "refusal", "garbage", "cut off", "death", "silent", "endless", "damaged"];

    /// Its name.
    pub fn name(&self) -> &'static str {
        Label::NAMES[match self {
            Label::Valid(_) => 0,
            Label::Refusal(_) => 1,
            Label::Garbage => 2,
            Label::CutOff => 3,
            Label::Death => 4,
            Label::Silent => 5,
            Label::Endless => 6,
            Label::Damaged => 7,
        }]
    }

    /// Whether what a driver reports is what the answer is.
    pub fn agrees(&self, outcome: &Outcome) -> bool {
        let protocol = matches!(outcome, Outcome::Error(ErrorClass::Protocol, _));
        match self {
            Label::Valid(expected) => matches!(outcome, Outcome::Table(actual) if same(expected, actual)),
            Label::Refusal(expected) => {
                matches!(outcome, Outcome::Error(class, message) if class == expected && message.len() < 70_000)
            }
            Label::Garbage => protocol,
            Label::CutOff => {
                matches!(outcome, Outcome::Error(ErrorClass::Protocol, message) if message.contains("lives"))
            }
            Label::Death => matches!(outcome, Outcome::Crash(_)),
            Label::Silent => matches!(outcome, Outcome::Hang),
            Label::Endless => protocol || matches!(outcome, Outcome::Hang),
            Label::Damaged => !matches!(outcome, Outcome::Crash(_) | Outcome::Hang),
        }
    }
}

/// How often which kind of answer is made: those that take their time are rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Valid,
    Refusal,
    Garbage,
    CutOff,
    Death,
    Silent,
    Endless,
    Damaged,
}

impl Kind {
    /// A kind by chance.
    pub fn random(random: &mut Random) -> Kind {
        const KINDS: [(Kind, usize); 8] = [
            (Kind::Valid, 4_400),
            (Kind::Refusal, 500),
            (Kind::Garbage, 3_400),
            (Kind::CutOff, 780),
            (Kind::Death, 20),
            (Kind::Silent, 30),
            (Kind::Endless, 30),
            (Kind::Damaged, 850),
        ];
        let mut place = random.below(KINDS.iter().map(|(_, weight)| weight).sum());
        for (kind, weight) in KINDS {
            match place.checked_sub(weight) {
                Some(rest) => place = rest,
                None => return kind,
            }
        }
        Kind::Valid
    }
}

impl Answer {
    /// An answer after which the server goes on.
    pub fn new(label: Label, how: &'static str, bytes: Vec<u8>) -> Answer {
        Answer { label, how, statement: String::new(), bytes, then: Then::Serve }
    }

    /// A right answer that ends too early in the way of `kind`.
    pub fn broken_off(kind: Kind, whole: &[u8], random: &mut Random) -> Answer {
        let bytes = whole[..random.below(whole.len())].to_vec();
        let (label, then) = match kind {
            Kind::CutOff => (Label::CutOff, Then::Close),
            Kind::Death => (Label::Death, Then::Die),
            _ => (Label::Silent, Then::Mute),
        };
        Answer { then, ..Answer::new(label, "a beginning", bytes) }
    }

    /// A right answer of which some bytes are others, left out or doubled.
    pub fn damaged(mut bytes: Vec<u8>, random: &mut Random) -> Answer {
        for _ in 0..random.between(1, 4) {
            let place = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[place] = random.below(256) as u8,
                1 => bytes[place] ^= 1 << random.below(8),
                2 if bytes.len() > 1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, bytes[place]),
            }
        }
        Answer { then: Then::Close, ..Answer::new(Label::Damaged, "damaged", bytes) }
    }

    /// An answer that goes on for ever.
    pub fn endless(how: &'static str, begin: Vec<u8>, again: &[u8]) -> Answer {
        let piece = again.repeat((1 << 15) / again.len() + 1);
        Answer { then: Then::Repeat(piece), ..Answer::new(Label::Endless, how, begin) }
    }
}
