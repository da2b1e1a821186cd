//! Values of parameters, which a statement has in front of it and Bolt sends apart.

use graphlance_case::language::{Cypher, Language};
use graphlance_graph::{Name, Value};

use super::packstream::Pack;

/// The statement as it is sent, and the map of its parameters.
pub fn apart(statement: &str) -> (&str, Pack) {
    match Cypher.given(statement) {
        Some((parameters, behind)) => {
            let entry = |(name, value): (Name, Value)| (name.as_str().into(), pack(&value));
            (behind, Pack::Map(parameters.into_iter().map(entry).collect()))
        }
        None => (statement, Pack::Map(Vec::new())),
    }
}

/// The statement that asks for the plan.
pub fn explained(statement: &str) -> String {
    let behind = Cypher.given(statement).map_or(statement, |(_, behind)| behind);
    let before = statement.strip_suffix(behind).unwrap_or_default();
    format!("{before}EXPLAIN {behind}")
}

fn pack(value: &Value) -> Pack {
    match value {
        Value::Boolean(boolean) => Pack::Boolean(*boolean),
        Value::Integer(integer) => Pack::Integer(*integer),
        Value::Float(float) => Pack::Float(*float),
        Value::String(text) => Pack::String(text.clone()),
        Value::List(items) => Pack::List(items.iter().map(pack).collect()),
        Value::Map(entries) => {
            Pack::Map(entries.iter().map(|(key, value)| (key.as_str().into(), pack(value))).collect())
        }
        // What stands in front of a statement is written without calls, so that it is nothing else.
        _ => Pack::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_front_of_a_statement_are_sent_apart_and_switches_with_it() {
        let text =
            "CYPHER a = -1 b = ['x', 2.5, null] c = {k: true} CYPHER runtime=slotted MATCH (n {k: $a}) RETURN $b";
        let (behind, parameters) = apart(text);
        assert_eq!(behind, "CYPHER runtime=slotted MATCH (n {k: $a}) RETURN $b");
        let list = Pack::List(vec![Pack::string("x"), Pack::Float(2.5), Pack::Null]);
        let map = Pack::map([("k", Pack::Boolean(true))]);
        assert_eq!(parameters, Pack::map([("a", Pack::Integer(-1)), ("b", list), ("c", map)]));
        assert_eq!(apart("CYPHER runtime=slotted RETURN 1"), ("CYPHER runtime=slotted RETURN 1", Pack::map([])));
        assert_eq!(explained("CYPHER a = 1 RETURN $a"), "CYPHER a = 1 EXPLAIN RETURN $a");
        assert_eq!(explained("RETURN 1"), "EXPLAIN RETURN 1");
    }
}
