//! Temporal values in the form that Cypher gives them, whatever an engine's own text is.

use graphlance_graph::Value;
use graphlance_graph::value::{Temporal, TemporalKind};

/// The value that an engine's ISO 8601 text stands for; with the text unchanged where it is none.
pub fn temporal(kind: TemporalKind, text: &str) -> Value {
    Value::Temporal(Temporal { kind, text: text.into() }.canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: TemporalKind, text: &str, expected: &str) {
        assert_eq!(temporal(kind, text), Value::Temporal(Temporal { kind, text: expected.into() }));
    }

    #[test]
    fn texts_are_brought_into_the_form_of_cypher() {
        check(TemporalKind::LocalTime, "10:35:00", "10:35");
        check(TemporalKind::LocalDateTime, "1984-10-11T12:30:00.500", "1984-10-11T12:30:00.5");
        check(TemporalKind::DateTime, "2015-07-21T21:40:32+00:00", "2015-07-21T21:40:32Z");
        check(TemporalKind::Duration, "P0M14DT16H", "P14DT16H");
    }

    #[test]
    fn what_is_no_value_stays_as_it_is() {
        check(TemporalKind::Date, "the ides of March", "the ides of March");
    }
}
