//! Predicates in GraphSON 3, as Java's clients write them: what is between two values is two comparisons.

use super::bytecode::{Unsayable, Writer};
use super::{Json, typed};
use crate::ast::Argument;
use crate::predicate::{Link, Predicate, Test, TestName};

/// A predicate that is being composed, with what joins its parts where it has several.
struct Composed {
    join: Option<&'static str>,
    parts: Vec<Json>,
}

impl Composed {
    fn one(json: Json) -> Composed {
        Composed { join: None, parts: vec![json] }
    }

    fn json(self) -> Json {
        let mut parts = self.parts;
        match self.join {
            Some(join) => named("g:P", join, Json::Array(parts)),
            None => parts.pop().unwrap_or(Json::Null),
        }
    }

    /// With another joined to it. What is joined in the same way already gets one part more.
    fn joined(self, join: &'static str, other: Json) -> Composed {
        let mut parts = if self.join == Some(join) { self.parts } else { vec![self.json()] };
        parts.push(other);
        Composed { join: Some(join), parts }
    }
}

fn named(class: &str, name: &str, value: Json) -> Json {
    typed(class, Json::Object(vec![("predicate".into(), Json::string(name)), ("value".into(), value)]))
}

impl Writer {
    pub(super) fn predicate(&self, predicate: &Predicate) -> Result<Json, Unsayable> {
        let mut composed = match &predicate.test {
            Test::Named { name, arguments } => self.test(*name, arguments)?,
            Test::Not(inner) => Composed::one(named("g:P", "not", self.predicate(inner)?)),
        };
        for link in &predicate.links {
            composed = match link {
                Link::And(other) => composed.joined("and", self.predicate(other)?),
                Link::Or(other) => composed.joined("or", self.predicate(other)?),
                Link::Negate => Composed::one(named("g:P", "not", composed.json())),
            };
        }
        Ok(composed.json())
    }

    fn test(&self, name: TestName, arguments: &[Argument]) -> Result<Composed, Unsayable> {
        let values = arguments.iter().map(|argument| self.argument(argument)).collect::<Result<Vec<Json>, _>>()?;
        let two = |join, first: &str, second: &str| {
            let mut values = values.clone().into_iter();
            let mut part = |name| named("g:P", name, values.next().unwrap_or(Json::Null));
            Composed { join: Some(join), parts: vec![part(first), part(second)] }
        };
        Ok(match name {
            TestName::Inside => two("and", "gt", "lt"),
            TestName::Outside => two("or", "lt", "gt"),
            TestName::Between => two("and", "gte", "lt"),
            TestName::Within | TestName::Without => {
                let value = match (arguments, values) {
                    ([Argument::List(_) | Argument::Set(_) | Argument::Range(_)], mut values) => {
                        values.pop().unwrap_or(Json::Null)
                    }
                    (_, values) => typed("g:List", Json::Array(values)),
                };
                Composed::one(named("g:P", name.text(), value))
            }
            _ => {
                let class = if name.class() == "TextP" { "g:TextP" } else { "g:P" };
                Composed::one(named(class, name.text(), values.into_iter().next().unwrap_or(Json::Null)))
            }
        })
    }
}
