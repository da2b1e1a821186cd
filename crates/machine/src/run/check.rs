//! Predicates over values.

use std::cmp::Ordering;

use graphlance_gremlin::token::GType;
use graphlance_gremlin::{Scalar, TestName};

use super::{Halt, Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, unknown, wrong_type};
use crate::program::Check;
use crate::rules::Incomparable;
use crate::value::{Value, relations};

impl Machine<'_> {
    /// Whether a predicate holds of a value.
    pub fn holds(&self, check: &Check, value: &Value) -> Run<bool> {
        match check {
            Check::Compare(name, other) => self.compares(*name, value, other),
            Check::Within(values) => self.within(values, value),
            Check::Type(kind) => match kind {
                Some(kind) => Ok(is_of_type(value, *kind)),
                None => Err(raise(ErrorKind::Argument, "no such type is registered").into()),
            },
            Check::Regex(regex) => match value {
                Value::Scalar(Scalar::String(text)) => regex
                    .is_match(text.as_str())
                    .map_err(|error| unknown(format!("a regular expression: {error}")).into()),
                other => Err(wrong_type("regex()", other).into()),
            },
            Check::Not(inner) => self.holds(inner, value).map(|holds| !holds),
            Check::And(all) => self.connected(all, value, false),
            Check::Or(all) => self.connected(all, value, true),
        }
    }

    /// One of some predicates decides by the given truth value; a comparison that has none is told when no other decides.
    fn connected(&self, all: &[Check], value: &Value, decisive: bool) -> Run<bool> {
        let mut incomparable = false;
        for check in all {
            match self.holds(check, value) {
                Ok(holds) if holds == decisive => return Ok(decisive),
                Ok(_) => {}
                Err(Halt::Incomparable) => incomparable = true,
                Err(halt) => return Err(halt),
            }
        }
        if incomparable { Err(Halt::Incomparable) } else { Ok(!decisive) }
    }

    fn within(&self, values: &[Value], value: &Value) -> Run<bool> {
        for other in values {
            if self.equals(value, other)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether two values are equal as `P.eq` has it. Up to 3.5 Java compares, which minds the types of numbers in collections, and
    /// may hold NaN for equal to itself.
    pub fn equals(&self, a: &Value, b: &Value) -> Run<bool> {
        let equal = relations::equal(self.graph, a, b);
        let collections = a.size().is_some() && b.size().is_some() && equal && a != b;
        let nans = relations::is_nan(a) && relations::is_nan(b);
        if self.rules.incomparable == Incomparable::Open && (collections || nans) {
            return Err(Failure::Unspecified("what Java has for equal".to_owned()).into());
        }
        Ok(equal)
    }

    /// Whether a test holds of two values.
    pub fn compares(&self, name: TestName, value: &Value, other: &Value) -> Run<bool> {
        match name {
            TestName::Eq => return self.equals(value, other),
            TestName::Neq => return self.equals(value, other).map(|equal| !equal),
            TestName::Within | TestName::Without => {
                // Of a value that a label or a `by(..)` gives; TinkerPop casts it, and no document says more.
                let Some(values) = other.collection() else {
                    return Err(Failure::Unspecified(format!("{}() of what is no collection", name.text())).into());
                };
                return self.within(&values, value).map(|within| within == (name == TestName::Within));
            }
            TestName::Lt | TestName::Lte | TestName::Gt | TestName::Gte => {}
            text => return texts(text, value, other),
        }
        let open = || Failure::Unspecified("a comparison of what Java has no order of".to_owned()).into();
        match self.rules.incomparable {
            Incomparable::Open if value.as_scalar().is_none() => return Err(open()),
            _ if relations::comparable(self.graph, value, other) => {}
            Incomparable::Third => return Err(Halt::Incomparable),
            Incomparable::False => return Ok(false),
            Incomparable::Open => return Err(open()),
        }
        let order = relations::order(self.graph, value, other);
        Ok(match name {
            TestName::Lt => order == Ordering::Less,
            TestName::Lte => order != Ordering::Greater,
            TestName::Gt => order == Ordering::Greater,
            _ => order != Ordering::Less,
        })
    }
}

fn texts(name: TestName, value: &Value, other: &Value) -> Run<bool> {
    let (positive, negated) = match name {
        TestName::NotStartingWith => (TestName::StartingWith, true),
        TestName::NotEndingWith => (TestName::EndingWith, true),
        TestName::NotContaining => (TestName::Containing, true),
        other => (other, false),
    };
    let holds = match (value, other) {
        (Value::Scalar(Scalar::Null), _) | (_, Value::Scalar(Scalar::Null)) => false,
        (Value::Scalar(Scalar::String(text)), Value::Scalar(Scalar::String(part))) => match positive {
            TestName::StartingWith => text.starts_with(part.as_str()),
            TestName::EndingWith => text.ends_with(part.as_str()),
            TestName::Containing => text.contains(part.as_str()),
            name => return Err(unknown(format!("the predicate {}", name.text())).into()),
        },
        (value, _) => return Err(wrong_type(&format!("{}()", name.text()), value).into()),
    };
    Ok(holds != negated)
}

/// Whether a value is of a type.
fn is_of_type(value: &Value, kind: GType) -> bool {
    match (value, kind) {
        (Value::Scalar(scalar), _) => scalar.gtype() == kind || kind == GType::Number && scalar.is_number(),
        (Value::Map(mapping), GType::Tree) => mapping.tree,
        (Value::Vertex(_), GType::Vertex)
        | (Value::Edge(_), GType::Edge)
        | (Value::VertexProperty(_), GType::VertexProperty | GType::Property)
        | (Value::Property(_), GType::Property)
        | (Value::List(_), GType::List)
        | (Value::Set(_) | Value::Bag(_), GType::Set)
        | (Value::Map(_), GType::Map)
        | (Value::Path(_), GType::Path)
        | (Value::Subgraph(_), GType::Graph) => true,
        _ => false,
    }
}
