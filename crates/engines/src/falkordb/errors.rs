//! The classes of FalkorDB's error texts. The texts carry no code, so the words decide.

use graphlance_case::{EngineError, ErrorClass};

use crate::limits;

/// An error with its class, by a part of the server's text. The first match counts.
const CLASSES: &[(&str, ErrorClass)] = &[
    ("Query timed out", ErrorClass::Timeout),
    ("Query's mem consumption exceeded capacity", ErrorClass::Memory),
    ("OOM command not allowed", ErrorClass::Memory),
    // Names of its own functions and of things no statement names: it lost track of its own plan.
    ("_AR_EXP_", ErrorClass::Internal),
    ("Unable to resolve filtered alias", ErrorClass::Internal),
    ("errMsg: ", ErrorClass::Syntax),
    ("not defined", ErrorClass::Syntax),
    ("Unknown function", ErrorClass::Syntax),
    ("is not supported", ErrorClass::Syntax),
    ("not supported", ErrorClass::Syntax),
    ("Invalid input", ErrorClass::Syntax),
    ("already declared", ErrorClass::Syntax),
    ("already defined", ErrorClass::Syntax),
    ("Procedure", ErrorClass::Syntax),
    ("A WITH clause is required", ErrorClass::Syntax),
    ("same relationship variable", ErrorClass::Syntax),
    ("Type mismatch", ErrorClass::Runtime),
    ("Division by zero", ErrorClass::Runtime),
    ("overflow", ErrorClass::Runtime),
    ("must be", ErrorClass::Runtime),
    ("Encountered unhandled", ErrorClass::Internal),
    ("unexpected", ErrorClass::Internal),
    ("internal error", ErrorClass::Internal),
];

/// The error of the server's text, which is kept unchanged as far as a report can show it.
pub fn classify(message: String) -> EngineError {
    let class = CLASSES.iter().find(|(part, _)| message.contains(part)).map_or(ErrorClass::Other, |(_, class)| *class);
    EngineError { class, message: limits::cut(message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, expected: ErrorClass) {
        assert_eq!(classify(message.to_owned()), EngineError { class: expected, message: message.to_owned() });
    }

    #[test]
    fn texts_of_the_server_have_classes() {
        check("errMsg: Invalid input 'O': expected FOREACH line: 1, column: 3, offset: 2", ErrorClass::Syntax);
        check("'x' not defined", ErrorClass::Syntax);
        check("Query timed out", ErrorClass::Timeout);
        check("Division by zero", ErrorClass::Runtime);
        check("Type mismatch: expected Integer but was String", ErrorClass::Runtime);
        check("The sky is falling", ErrorClass::Other);
    }
}
