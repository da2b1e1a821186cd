//! The classes of PostgreSQL's errors.

use graphlance_case::{EngineError, ErrorClass};

use crate::limits;

/// A class by the beginning of the error's SQLSTATE; the first match counts (PostgreSQL documentation, appendix A).
const STATES: &[(&str, ErrorClass)] = &[
    ("57014", ErrorClass::Timeout),
    ("53", ErrorClass::Memory),
    ("54001", ErrorClass::Memory),
    ("42", ErrorClass::Syntax),
    ("0A", ErrorClass::Syntax),
    ("22", ErrorClass::Runtime),
    ("23", ErrorClass::Runtime),
    ("3F", ErrorClass::Syntax),
    ("XX", ErrorClass::Internal),
];

/// Texts that AGE raises as internal errors and that are none.
const ORDINARY: &[(&str, ErrorClass)] = &[
    ("Cannot delete a vertex that has edge(s)", ErrorClass::Runtime),
    ("array index must resolve", ErrorClass::Runtime),
    ("invalid memory alloc request size", ErrorClass::Memory),
];

/// An error of the server; its text stays as it is, behind its SQLSTATE.
pub fn classify(state: &str, message: &str) -> EngineError {
    let ordinary = ORDINARY.iter().find(|(part, _)| message.contains(part));
    let by_state = || STATES.iter().find(|(prefix, _)| state.starts_with(prefix));
    let class = ordinary.or_else(by_state).map_or(ErrorClass::Other, |(_, class)| *class);
    EngineError { class, message: limits::cut(format!("{state}: {message}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_have_classes() {
        for (state, message, expected) in [
            ("42601", "syntax error at or near \"x\"", ErrorClass::Syntax),
            ("22012", "division by zero", ErrorClass::Runtime),
            ("57014", "canceling statement due to statement timeout", ErrorClass::Timeout),
            ("XX000", "cache lookup failed for type 0", ErrorClass::Internal),
            ("XX000", "Cannot delete a vertex that has edge(s). Delete ..", ErrorClass::Runtime),
            ("99999", "?", ErrorClass::Other),
        ] {
            let error = classify(state, message);
            assert_eq!((error.class, error.message), (expected, format!("{state}: {message}")));
        }
    }
}
