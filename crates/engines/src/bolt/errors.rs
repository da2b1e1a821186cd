//! The classes of errors that a Bolt server reports.

use graphlance_case::{EngineError, ErrorClass};

use super::packstream::Pack;
use crate::limits;

/// A class by a part of the error's code; the first match counts.
const CODES: &[(&str, ErrorClass)] = &[
    ("Transaction.TransactionTimedOut", ErrorClass::Timeout),
    ("Transaction.Terminated", ErrorClass::Timeout),
    ("Transaction.LockClientStopped", ErrorClass::Timeout),
    ("OutOfMemory", ErrorClass::Memory),
    ("MemoryLimit", ErrorClass::Memory),
    ("StackOverFlow", ErrorClass::Memory),
    ("Neo.DatabaseError", ErrorClass::Internal),
    ("Memgraph.DatabaseError", ErrorClass::Internal),
    ("Statement.SyntaxError", ErrorClass::Syntax),
    ("Statement.SemanticError", ErrorClass::Syntax),
    ("Statement.NotSystemDatabaseError", ErrorClass::Syntax),
    ("Statement.FeatureDeprecationWarning", ErrorClass::Syntax),
    ("Procedure.ProcedureNotFound", ErrorClass::Syntax),
    ("Neo.ClientError.Statement", ErrorClass::Runtime),
    ("Neo.ClientError.Procedure", ErrorClass::Runtime),
    ("Neo.ClientError.Schema", ErrorClass::Runtime),
    ("Memgraph.ClientError", ErrorClass::Runtime),
];

/// Words of a Java or C++ program that lost its way, in servers that report everything under one code.
const INTERNAL: &[&str] = &[
    "NullPointerException",
    "ClassCastException",
    "IndexOutOfBounds",
    "IllegalStateException",
    "StackOverflowError",
    "UnsupportedOperationException",
    "cannot be cast to class",
    "Cannot invoke \"",
];

/// The error that the metadata of a FAILURE reports: its code, then its text, both unchanged as far as a
/// report can show them.
pub fn failure(metadata: &Pack) -> EngineError {
    let text = |key: &str| metadata.get(key).and_then(Pack::text).unwrap_or_default();
    // From 5.7 on the code has another name.
    let code = if text("neo4j_code").is_empty() { text("code") } else { text("neo4j_code") };
    let message = text("message");
    EngineError { class: class(code, message), message: limits::cut(format!("{code}: {message}")) }
}

fn class(code: &str, message: &str) -> ErrorClass {
    let by_code = CODES.iter().find(|(part, _)| code.contains(part)).map(|(_, class)| *class);
    if INTERNAL.iter().any(|word| message.contains(word)) && by_code != Some(ErrorClass::Memory) {
        return ErrorClass::Internal;
    }
    by_code.unwrap_or(ErrorClass::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(key: &str, code: &str, message: &str, expected: ErrorClass) {
        let metadata = Pack::map([(key, Pack::string(code)), ("message", Pack::string(message))]);
        assert_eq!(failure(&metadata), EngineError { class: expected, message: format!("{code}: {message}") });
    }

    #[test]
    fn codes_have_classes() {
        check("code", "Neo.ClientError.Statement.SyntaxError", "Invalid input", ErrorClass::Syntax);
        check("neo4j_code", "Neo.ClientError.Statement.ArithmeticError", "/ by zero", ErrorClass::Runtime);
        check("code", "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration", "", ErrorClass::Timeout);
        check("code", "Neo.TransientError.General.MemoryPoolOutOfMemoryError", "", ErrorClass::Memory);
        check("code", "Neo.DatabaseError.Statement.ExecutionFailed", "bug", ErrorClass::Internal);
        check("code", "Neo.ClientError.Statement.X", "class A cannot be cast to class B", ErrorClass::Internal);
        check("code", "Other", "?", ErrorClass::Other);
    }
}
