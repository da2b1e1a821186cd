//! What differs between servers that speak Bolt, as data.

use std::collections::BTreeSet;

use graphlance_case::{Ability, EngineError, ErrorClass};
use serde::Deserialize;

use super::identity;
use super::packstream::Pack;
use crate::driver::TargetError;
use crate::launcher::{Engines, Launcher, Protocol};
use crate::limits;

/// What a server is asked where its engine's file says nothing else.
const SHARED: &str = "bolt.toml";

/// What a server of Bolt is asked, and how its errors are read: `[bolt]` of an engine's file; what that leaves out is as in
/// `engines/shared/bolt.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// The product; empty: nobody knows.
    #[serde(skip)]
    pub product: String,
    /// What its servers can do beside statements; several databases only where it has [`Ways::http`].
    pub abilities: BTreeSet<Ability>,
    /// A statement that gives the version, and perhaps the build in a second column; empty: the greeting alone tells.
    pub version: String,
    /// How it is asked to wait for indexes; the first way that it has.
    pub await_indexes: Vec<Wait>,
    /// Whether nobody knows that it has these ways to wait, so that no error about them is one of the server's.
    #[serde(skip)]
    pub guessed: bool,
    /// What it says of a procedure that it does not have, in lower case, where the class of the error does not tell.
    pub lacks: Vec<String>,
    /// Its indexes.
    pub indexes: Listing,
    /// Its constraints.
    pub constraints: Listing,
    /// The class of an error by a part of its code; the first that fits counts.
    pub errors: Vec<(String, ErrorClass)>,
    /// Words in the text of an error by which it is an internal one.
    pub internal: Vec<String>,
    /// How databases are made and dropped over HTTP, where that is its way.
    pub http: Option<Http>,
}

/// A way to wait for indexes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// A statement that waits for at most `{seconds}`.
    Call(String),
    /// A statement that gives the state of each index: none may be `FAILED`, and those that are `POPULATING` are waited for.
    States(String),
}

/// How things with names are listed and dropped.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// A statement that lists them; their names come first.
    pub list: String,
    /// A statement that drops one; `{COLUMN}` is what the list says, in backticks.
    pub drop: String,
}

/// How databases are made and dropped over HTTP. Texts may hold `{database}` and `{statement}`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    /// What a running server of this kind is, for people.
    pub help: String,
    /// The port of a running server whose address names none.
    pub port: u16,
    /// The user of a running server whose address names none.
    pub user: String,
    /// Gives the release, and behind a space the build.
    pub version: Ask,
    /// Gives the names of all databases.
    pub databases: Ask,
    /// Makes a database.
    pub create: Ask,
    /// Drops a database.
    pub drop: Ask,
    /// Gives the plan of a statement.
    pub explain: Option<Ask>,
    /// Is answered as long as the server lives.
    pub ready: Ask,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The path.
    pub path: String,
    /// What is sent to it; none: it is only read.
    pub body: Option<toml::Table>,
    /// The member of the answer that is asked for.
    #[serde(default)]
    pub field: String,
}

/// What is known of a server before it is met.
#[derive(Clone, Debug)]
pub enum Who {
    /// Which engine it is.
    Engine(Box<Ways>),
    /// Nothing: its greeting tells which of these it is.
    AnyOf(Engines),
}

impl Default for Who {
    fn default() -> Who {
        Who::AnyOf(Engines::default())
    }
}

impl Who {
    /// The ways of the server that greets so.
    pub(super) fn ways(&self, greeting: &str) -> Result<Ways, TargetError> {
        match self {
            Who::Engine(ways) => Ok((**ways).clone()),
            Who::AnyOf(engines) => {
                let (product, _) = self.product(greeting);
                // A server that nobody knows has the ways of most.
                let ways = engines.of_product(&product).map_or_else(Ways::shared, Ways::of);
                ways.map_err(|problem| TargetError::Unknown(format!("engine.toml of {product}: {problem}")))
            }
        }
    }

    /// Product and version in a greeting.
    pub(super) fn product(&self, greeting: &str) -> (String, String) {
        match self {
            Who::Engine(ways) => match identity::product(greeting, [ways.product.as_str()].into_iter()) {
                (product, version) if product == ways.product => (product, version),
                _ => (ways.product.clone(), String::new()),
            },
            Who::AnyOf(engines) => {
                let bolt = engines.iter().filter(|engine| engine.protocol == Protocol::Bolt);
                identity::product(greeting, bolt.map(|engine| engine.product.as_str()))
            }
        }
    }
}

impl Ways {
    /// The ways of an engine. Errors: a key that there is not, or a value of another form.
    pub fn of(engine: &Launcher) -> Result<Ways, String> {
        let mut table = shared()?;
        let guessed = !engine.bolt.contains_key("await_indexes");
        for (key, value) in engine.bolt.clone() {
            match (key.as_str(), value, table.get_mut(&key)) {
                ("errors", toml::Value::Array(own), Some(toml::Value::Array(known))) => drop(known.splice(0..0, own)),
                (_, value, _) => drop(table.insert(key, value)),
            }
        }
        let ways = read(table)?;
        if ways.abilities.contains(&Ability::Databases) && ways.http.is_none() {
            return Err("[bolt]: its abilities are no databases without [bolt.http], by which they are made".to_owned());
        }
        Ok(Ways { product: engine.product.clone(), guessed, ..ways })
    }

    /// The ways of a server that nobody knows.
    pub fn shared() -> Result<Ways, String> {
        Ok(Ways { guessed: true, ..read(shared()?)? })
    }

    /// The error that the metadata of a FAILURE reports: its code, then its text, both unchanged as far as a report can show them.
    pub fn error(&self, metadata: &Pack) -> EngineError {
        let (code, message) = parts(metadata);
        EngineError { class: self.class(code, message), message: shown(metadata) }
    }

    fn class(&self, code: &str, message: &str) -> ErrorClass {
        let by_code = self.errors.iter().find(|(part, _)| code.contains(part)).map(|(_, class)| *class);
        if self.internal.iter().any(|word| message.contains(word)) && by_code != Some(ErrorClass::Memory) {
            return ErrorClass::Internal;
        }
        by_code.unwrap_or(ErrorClass::Other)
    }

    /// Whether an error says that the server lacks what it was asked for.
    pub fn lacks(&self, error: &EngineError) -> bool {
        let message = error.message.to_lowercase();
        error.class.is_refusal() || self.lacks.iter().any(|text| message.contains(text))
    }
}

/// The text of the error that the metadata of a FAILURE reports.
pub fn shown(metadata: &Pack) -> String {
    let (code, message) = parts(metadata);
    limits::cut(format!("{code}: {message}"))
}

fn parts(metadata: &Pack) -> (&str, &str) {
    let text = |key: &str| metadata.get(key).and_then(Pack::text).unwrap_or_default();
    // From 5.7 on the code has another name.
    let code = if text("neo4j_code").is_empty() { text("code") } else { text("neo4j_code") };
    (code, text("message"))
}

fn shared() -> Result<toml::Table, String> {
    let text = graphlance_catalog::file(graphlance_catalog::SHARED, SHARED).unwrap_or_default();
    text.parse().map_err(|error: toml::de::Error| format!("engines/shared/{SHARED}: {error}"))
}

fn read(table: toml::Table) -> Result<Ways, String> {
    table.try_into().map_err(|error: toml::de::Error| format!("[bolt]: {}", error.message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(bolt: &str) -> Launcher {
        let text = format!(
            "name='x'\nproduct='X'\ndescription=''\nlanguages=['cypher']\nprotocol='bolt'\ndefault='1'\n\
             versions={{'1'='1'}}\ndocker={{image='x', ports={{bolt=1}}}}\n{bolt}"
        );
        Launcher::parse("engine.toml", &text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[track_caller]
    fn check(key: &str, code: &str, message: &str, expected: ErrorClass) {
        let metadata = Pack::map([(key, Pack::string(code)), ("message", Pack::string(message))]);
        let ways = Ways::of(&engine("[bolt]\nerrors = [['Mine.Statement.SyntaxError', 'memory']]")).expect("ways");
        assert_eq!(ways.error(&metadata), EngineError { class: expected, message: format!("{code}: {message}") });
    }

    #[test]
    fn codes_have_classes() {
        check("code", "Neo.ClientError.Statement.SyntaxError", "Invalid input", ErrorClass::Syntax);
        check("neo4j_code", "Neo.ClientError.Statement.ArithmeticError", "/ by zero", ErrorClass::Runtime);
        check("code", "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration", "", ErrorClass::Timeout);
        check("code", "Neo.TransientError.General.MemoryPoolOutOfMemoryError", "", ErrorClass::Memory);
        check("code", "Neo.DatabaseError.Statement.ExecutionFailed", "bug", ErrorClass::Internal);
        check("code", "Neo.ClientError.Statement.X", "class A cannot be cast to class B", ErrorClass::Internal);
        check("code", "Mine.Statement.SyntaxError", "", ErrorClass::Memory);
        check("code", "Other", "?", ErrorClass::Other);
    }

    #[test]
    fn an_engine_says_what_differs_and_the_rest_is_shared() {
        let ways = Ways::of(&engine("[bolt]\nawait_indexes = []\nversion = 'SHOW VERSION'")).expect("ways");
        let shared = Ways::shared().expect("ways");
        assert_eq!((ways.await_indexes.len(), ways.version.as_str(), ways.guessed), (0, "SHOW VERSION", false));
        assert_eq!((&ways.errors, &ways.indexes, shared.guessed), (&shared.errors, &shared.indexes, true));
        assert_eq!(Ways::of(&engine("")), Ok(Ways { product: "X".to_owned(), ..shared }));
    }

    #[test]
    fn the_ways_of_each_engine_can_be_read() {
        for engine in Engines::with(None).expect("the launchers").iter() {
            Ways::of(engine).unwrap_or_else(|error| panic!("{}: {error}", engine.name));
        }
    }
}
