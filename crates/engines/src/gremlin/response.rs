//! What comes back: messages of Gremlin Server's protocol, in GraphSON 3.

use graphlance_case::TOO_LARGE;
use graphlance_gremlin::graphson::{Json, decode};
use graphlance_gremlin::{Value, cell};
use smol_str::SmolStr;

use crate::limits;

/// A message of the server.
#[derive(Debug)]
pub(super) struct Message {
    /// Of which request; none where the server could not read one.
    pub id: Option<SmolStr>,
    /// Its status.
    pub code: i64,
    /// What it says of an error.
    pub text: String,
    /// The names of the exceptions, the outermost first.
    pub exceptions: Vec<String>,
    /// The results in it, each as often as it counts.
    pub results: Vec<Value>,
}

/// There are no more results.
pub(super) const SUCCESS: i64 = 200;

/// There are none.
pub(super) const NO_CONTENT: i64 = 204;

/// More follow.
pub(super) const PARTIAL: i64 = 206;

/// The server wants to know who asks.
pub(super) const AUTHENTICATE: i64 = 407;

/// Values of one message, those that count several times as often: each may take a hundred bytes.
const MOST_CELLS: u64 = (limits::MEMORY / 100) as u64;

impl Message {
    /// Reads a message. Errors: it is none, or more than is taken.
    pub(super) fn read(bytes: &[u8]) -> Result<Message, String> {
        limits::graphson(bytes).map_err(|error| error.to_string())?;
        let text = std::str::from_utf8(bytes).map_err(|_| "an answer that is no text".to_owned())?;
        let json = Json::parse(text).map_err(|error| limits::cut(format!("an answer that is no JSON: {error}")))?;
        let status = json.get("status").ok_or("an answer without a status")?;
        let code = number(status.get("code")).ok_or("an answer without a code")?;
        let id = match json.get("requestId") {
            Some(Json::String(id)) => Some(id.clone()),
            Some(typed) => match typed.get("@value") {
                Some(Json::String(id)) => Some(id.clone()),
                _ => None,
            },
            None => None,
        };
        let words = match status.get("message") {
            Some(Json::String(text)) => limits::cut(text.as_str()),
            _ => String::new(),
        };
        let data = json.get("result").and_then(|result| result.get("data"));
        let results = match data {
            Some(data) if code < 300 => results(data)?,
            _ => Vec::new(),
        };
        Ok(Message { id, code, text: words, exceptions: exceptions(status), results })
    }
}

fn number(json: Option<&Json>) -> Option<i64> {
    match decode(json?).ok()? {
        Value::Scalar(scalar) => scalar.as_long(),
        _ => None,
    }
}

/// The results, those that count several times as often.
fn results(data: &Json) -> Result<Vec<Value>, String> {
    let decoded = decode(data).map_err(|error| limits::cut(error.to_string()))?;
    let items = match decoded {
        Value::List(items) => items,
        Value::Scalar(graphlance_gremlin::Scalar::Null) => Vec::new(),
        other => return Err(limits::cut(format!("results that are no list: {other:?}"))),
    };
    let cells = items.iter().map(cell::count).fold(0, u64::saturating_add);
    if cells > MOST_CELLS {
        return Err(format!("{TOO_LARGE}: {cells} values"));
    }
    let mut results = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Value::Traverser(bulk, value) => {
                // What counts so often was counted above.
                let bulk = usize::try_from(bulk).map_err(|_| format!("a result that counts {bulk} times"))?;
                results.extend(std::iter::repeat_n(*value, bulk));
            }
            other => results.push(other),
        }
    }
    limits::at_most(results.len(), limits::ROWS, "rows").map_err(|error| error.to_string())?;
    Ok(results)
}

/// The names of the exceptions among the attributes of a status.
fn exceptions(status: &Json) -> Vec<String> {
    let Some(Ok(Value::Map(attributes))) = status.get("attributes").map(decode) else { return Vec::new() };
    let named = |(key, value): (Value, Value)| match (key, value) {
        (Value::Scalar(key), Value::List(names) | Value::Set(names)) if key.as_str() == Some("exceptions") => {
            Some(names)
        }
        _ => None,
    };
    let names = attributes.into_iter().find_map(named).unwrap_or_default();
    let text = |name: &Value| match name {
        Value::Scalar(scalar) => scalar.as_str().map(limits::cut),
        _ => None,
    };
    names.iter().filter_map(text).take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Message, String> {
        Message::read(text.as_bytes())
    }

    #[test]
    fn results_come_as_often_as_they_count() {
        let text = r#"{"requestId":"a","status":{"message":"","code":206,"attributes":{"@type":"g:Map","@value":[]}},"result":{"data":{"@type":"g:List","@value":[{"@type":"g:Traverser","@value":{"bulk":{"@type":"g:Int64","@value":2},"value":"x"}},"y"]},"meta":{}}}"#;
        let message = read(text).expect("a message");
        assert_eq!((message.id.as_deref(), message.code, message.results.len()), (Some("a"), PARTIAL, 3));
        let none = r#"{"requestId":"a","status":{"code":204},"result":{"data":null,"meta":{}}}"#;
        assert_eq!(read(none).map(|message| message.results.len()), Ok(0));
        assert!(read(&text.replace(":2}", ":999999999999}")).is_err_and(|error| error.contains("too large")));
        assert!(read(&text.replace(":2}", ":-1}")).is_err());
    }

    #[test]
    fn an_error_has_the_names_of_its_exceptions() {
        let text = r#"{"requestId":"a","status":{"message":"no","code":597,"attributes":{"@type":"g:Map","@value":["exceptions",{"@type":"g:List","@value":["java.lang.X"]},"stackTrace","at"]}},"result":{"data":null,"meta":{}}}"#;
        let message = read(text).expect("a message");
        assert_eq!(
            (message.code, message.text.as_str(), message.exceptions),
            (597, "no", vec!["java.lang.X".to_owned()])
        );
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        for text in ["", "{", "[]", "{}", r#"{"status":{}}"#, r#"{"status":{"code":200},"result":{"data":1}}"#, "\u{0}"]
        {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(Message::read(&[0xff]).is_err());
    }
}
