//! What the errors of a server are.

use graphlance_case::{EngineError, ErrorClass};

use super::response::Message;
use super::ways::Ways;

/// Codes of errors that say by themselves what is wrong.
const CODES: &[(i64, ErrorClass)] = &[
    (401, ErrorClass::Other),
    (403, ErrorClass::Other),
    (407, ErrorClass::Other),
    (498, ErrorClass::Other),
    (499, ErrorClass::Other),
    (595, ErrorClass::Runtime),
    (596, ErrorClass::Other),
    (598, ErrorClass::Timeout),
    (599, ErrorClass::Other),
];

/// The error that a message tells. Its text is the server's, behind the code and the name of the exception.
pub(super) fn classify(message: &Message, ways: &Ways) -> EngineError {
    let known = CODES.iter().find(|(code, _)| *code == message.code).map(|(_, class)| *class);
    let names = |part: &str| match message.exceptions.as_slice() {
        [] => message.text.contains(part),
        names => names.iter().any(|name| name.contains(part)),
    };
    let by_name = || ways.errors.iter().find(|(part, _)| names(part)).map(|(_, class)| *class);
    let class = known.or_else(by_name).unwrap_or(ErrorClass::Runtime);
    let exception = message.exceptions.first().map(|name| format!(" {name}")).unwrap_or_default();
    EngineError { class, message: format!("{}{exception}: {}", message.code, message.text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: i64, exceptions: &[&str], text: &str, class: ErrorClass) {
        let ways = Ways::shared().unwrap_or_else(|error| panic!("{error}"));
        let exceptions = exceptions.iter().map(|name| (*name).to_owned()).collect();
        let message = Message { id: None, code, text: text.to_owned(), exceptions, results: Vec::new() };
        assert_eq!(classify(&message, &ways).class, class, "{code} {text}");
    }

    #[test]
    fn codes_and_exceptions_tell_the_class() {
        check(597, &["org.apache.tinkerpop.gremlin.language.grammar.GremlinParserException"], "x", ErrorClass::Syntax);
        check(597, &["java.lang.ClassCastException"], "x", ErrorClass::Runtime);
        check(597, &["java.lang.StackOverflowError"], "x", ErrorClass::Internal);
        check(500, &[], "java.lang.OutOfMemoryError: Java heap space", ErrorClass::Memory);
        check(598, &["java.util.concurrent.TimeoutException"], "x", ErrorClass::Timeout);
        check(595, &[], "fail", ErrorClass::Runtime);
        check(599, &["x.JsonMappingException"], "x", ErrorClass::Other);
        check(597, &["java.lang.IllegalStateException"], "an OutOfMemoryError in the text alone", ErrorClass::Runtime);
    }
}
