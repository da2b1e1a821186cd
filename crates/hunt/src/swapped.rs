//! What stands in an answer in the place of what should stand there, by kinds of values: two failures that put different things in
//! the place of different things are no one bug, however alike their statements are.

use graphlance_case::{Case, Evidence, Response, Stated};
use graphlance_graph::Value;

/// The kinds of the first value that is wrong in the first row that is, where as many rows came as were due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swapped {
    expected: String,
    actual: String,
}

impl Swapped {
    /// None where it is no matter of a value, or no difference of tables.
    pub fn of(case: &Case, evidence: &Evidence, responses: &[Response]) -> Option<Swapped> {
        let returns = match (case.claim.table(), case.claim.stated()) {
            (Some((_, returns)), _) | (None, Some(Stated::Rows(returns))) => returns,
            _ => return None,
        };
        let Some(Response::Table(table)) = responses.get(evidence.step) else { return None };
        let difference = evidence.difference.as_ref()?;
        if difference.missing.len() != difference.superfluous.len() {
            return None;
        }
        let expected = returns.rows.get(*difference.missing.first()?)?;
        let actual = table.rows.get(*difference.superfluous.first()?)?;
        let (expected, actual) = expected.iter().zip(actual).find(|(expected, actual)| expected != actual)?;
        Some(Swapped::between(expected, actual))
    }

    /// Of two values. Elements of one kind differ in what they have.
    pub(crate) fn between(expected: &Value, actual: &Value) -> Swapped {
        if let (Value::Node(expected), Value::Node(actual)) = (expected, actual) {
            let lost = expected.labels.iter().any(|label| !actual.labels.contains(label));
            let gained = actual.labels.iter().any(|label| !expected.labels.contains(label));
            let differ = expected.properties != actual.properties;
            let change = format!("node: labels lost {lost}, gained {gained}, properties {differ}");
            return Swapped { expected: change.clone(), actual: change };
        }
        Swapped { expected: kind(expected), actual: kind(actual) }
    }

    /// Whether they may be one bug: what should stand there, or what does, is of one kind.
    pub fn is_kin(&self, other: &Swapped) -> bool {
        self.expected == other.expected || self.actual == other.actual
    }
}

/// The kind of a value, with those of what it holds.
fn kind(value: &Value) -> String {
    match value {
        Value::List(items) => format!("list of {}", kinds(items.iter())),
        Value::Map(entries) => format!("map of {}", kinds(entries.values())),
        other => other.type_name().to_owned(),
    }
}

fn kinds<'v>(values: impl Iterator<Item = &'v Value>) -> String {
    let mut kinds: Vec<String> = values.map(kind).collect();
    kinds.sort();
    kinds.dedup();
    if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(" and ") }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_graph::{Graph, Properties};

    use super::*;

    fn map(values: &[Value]) -> Value {
        Value::map(values.iter().enumerate().map(|(at, value)| (format!("k{at}").into(), value.clone())).collect())
    }

    #[track_caller]
    fn check(one: [Value; 2], other: [Value; 2], kin: bool) {
        let [one, other] = [one, other].map(|[expected, actual]| Swapped::between(&expected, &actual));
        assert_eq!([one.is_kin(&other), other.is_kin(&one)], [kin; 2], "{one:?} {other:?}");
    }

    #[test]
    fn failures_that_swap_different_things_are_no_one_bug() {
        let (null, one, float) = (Value::Null, Value::Integer(1), Value::Float(1.5));
        let list = Value::List(Arc::new(vec![Value::Boolean(true)]));
        let node = |labels: &[&str]| {
            let mut graph = Graph::new();
            let key = graph.add_node(labels.iter().map(|label| (*label).into()), Properties::new());
            Value::Node(graph.node(key).expect("a node").clone())
        };
        check([node(&["A"]), node(&[])], [node(&["A", "B"]), node(&["A"])], true);
        check([node(&["A"]), node(&[])], [node(&[]), node(&["A"])], false);
        check([one.clone(), null.clone()], [float.clone(), null.clone()], true);
        check([one.clone(), float.clone()], [one.clone(), null.clone()], true);
        check([one.clone(), float.clone()], [float.clone(), one.clone()], false);
        let (of_list, of_one) = (map(std::slice::from_ref(&list)), map(std::slice::from_ref(&one)));
        check([of_list.clone(), of_one.clone()], [map(&[null]), map(&[])], false);
        check([of_list, of_one], [map(&[list.clone(), list]), map(&[float])], true);
    }
}
