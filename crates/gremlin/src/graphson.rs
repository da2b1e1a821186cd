//! GraphSON 3, the typed JSON of Gremlin: the values of results, traversals as bytecode.
//!
//! Formats: the chapter "GraphSON 3.0" of TinkerPop's "IO" documentation.

mod bytecode;
mod json;
mod predicate;
mod reading;
mod scalar;
mod value;

pub use bytecode::{Unsayable, bytecode};
pub use json::{Json, JsonError};
pub use reading::statement_of;
pub use value::{decode, decode_text, encode};

use smol_str::SmolStr;

/// Why a JSON value is no GraphSON of what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GraphsonError(pub(crate) String);

impl GraphsonError {
    fn new(message: impl Into<String>) -> GraphsonError {
        GraphsonError(message.into())
    }

    /// The error of a value that should have been something else.
    fn expected(what: &str, found: &Json) -> GraphsonError {
        let text: String = found.to_string().chars().take(80).collect();
        GraphsonError(format!("expected {what}, found {text}"))
    }
}

/// A value with its type: `{"@type": .., "@value": ..}`.
fn typed(name: &str, value: Json) -> Json {
    Json::Object(vec![("@type".into(), Json::string(name)), ("@value".into(), value)])
}

/// The type and the value of a value that has a type.
fn typing(json: &Json) -> Option<(&str, &Json)> {
    let Json::Object(entries) = json else { return None };
    let [(first, Json::String(name)), (second, value)] = entries.as_slice() else { return None };
    (first == "@type" && second == "@value").then_some((name, value))
}

/// The value of a key of an object.
fn field<'j>(json: &'j Json, key: &str) -> Result<&'j Json, GraphsonError> {
    json.get(key).ok_or_else(|| GraphsonError::expected(&format!("an object with `{key}`"), json))
}

/// The string of a key of an object.
fn string_field(json: &Json, key: &str) -> Result<SmolStr, GraphsonError> {
    match field(json, key)? {
        Json::String(text) => Ok(text.clone()),
        other => Err(GraphsonError::expected(&format!("a string as `{key}`"), other)),
    }
}

#[cfg(test)]
mod tests;
