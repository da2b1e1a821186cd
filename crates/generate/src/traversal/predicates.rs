//! Predicates that hold of some values and not of others.

use graphlance_gremlin::token::GType;
use graphlance_gremlin::{Argument, Link, Predicate, Scalar, Test, TestName};
use graphlance_machine::Value;

use super::grower::Grower;
use super::literals;
use super::objects::{Class, class_of};

const ORDERED: &[TestName] = &[TestName::Eq, TestName::Neq, TestName::Lt, TestName::Lte, TestName::Gt, TestName::Gte];
const RANGES: &[TestName] = &[TestName::Inside, TestName::Outside, TestName::Between];
const TEXTS: &[TestName] = &[
    TestName::StartingWith,
    TestName::NotStartingWith,
    TestName::EndingWith,
    TestName::NotEndingWith,
    TestName::Containing,
    TestName::NotContaining,
    TestName::Regex,
    TestName::NotRegex,
];

impl Grower<'_> {
    /// A predicate for values of which these are some. None where they have no literals.
    pub fn predicate(&mut self, values: &[Value]) -> Option<Predicate> {
        let mut predicate = self.simple(values)?;
        for _ in 0..self.random.geometric(0.22, 2) {
            let other = self.simple(values)?;
            predicate.links.push(if self.random.chance(0.5) { Link::And(other) } else { Link::Or(other) });
        }
        if self.random.chance(0.1) {
            predicate = Predicate { test: Test::Not(Box::new(predicate)), links: Vec::new() };
        } else if self.random.chance(0.06) {
            predicate.links.push(Link::Negate);
        }
        Some(predicate)
    }

    fn simple(&mut self, values: &[Value]) -> Option<Predicate> {
        let value = self.random.pick(values)?.clone();
        if self.random.chance(0.04) {
            return Some(Predicate::new(TestName::TypeOf, vec![Argument::from(type_of(&value))]));
        }
        let scalar = match class_of(&value) {
            Class::Number | Class::Text | Class::Boolean | Class::Date | Class::Scalar => value.as_scalar()?.clone(),
            _ => {
                let name = if self.random.chance(0.7) { TestName::Eq } else { TestName::Neq };
                return Some(Predicate::new(name, vec![literals::literal(&value)?]));
            }
        };
        if let Scalar::String(text) = &scalar
            && self.random.chance(0.45)
        {
            return self.of_text(text);
        }
        let near = |grower: &mut Self| Argument::Scalar(literals::near(grower.random, &scalar));
        if self.random.chance(0.03) {
            let odd = literals::any(self.random, self.config.version());
            let name = *self.random.pick(ORDERED)?;
            return Some(Predicate::new(name, vec![Argument::Scalar(odd)]));
        }
        match self.random.below(10) {
            0..=5 => Some(Predicate::new(*self.random.pick(ORDERED)?, vec![near(self)])),
            6..=7 => {
                let other = self.random.pick(values)?.as_scalar()?.clone();
                let bounds = vec![near(self), Argument::Scalar(other)];
                Some(Predicate::new(*self.random.pick(RANGES)?, self.ordered(bounds)))
            }
            _ => {
                let name = if self.random.chance(0.6) { TestName::Within } else { TestName::Without };
                let mut items: Vec<Argument> = vec![near(self)];
                for _ in 0..self.random.below(3) {
                    items.extend(self.random.pick(values).and_then(literals::literal));
                }
                Some(Predicate::new(name, items))
            }
        }
    }

    /// The bounds of a range, mostly the lower first.
    fn ordered(&mut self, mut bounds: Vec<Argument>) -> Vec<Argument> {
        let number = |bound: &Argument| match bound {
            Argument::Scalar(scalar) => scalar.as_double(),
            _ => None,
        };
        let text = |bound: &Argument| bound.as_str().map(str::to_owned);
        let turned = match (number(&bounds[0]), number(&bounds[1])) {
            (Some(low), Some(high)) => low > high,
            _ => text(&bounds[0]) > text(&bounds[1]),
        };
        if turned && self.random.chance(0.85) {
            bounds.swap(0, 1);
        }
        bounds
    }

    fn of_text(&mut self, text: &str) -> Option<Predicate> {
        let name = *self.random.pick(TEXTS)?;
        let letters: Vec<char> = text.chars().collect();
        let length = self.random.between(1, 3).min(letters.len());
        let start = match name {
            TestName::StartingWith | TestName::NotStartingWith => 0,
            TestName::EndingWith | TestName::NotEndingWith => letters.len() - length,
            _ => self.random.below(letters.len() - length + 1),
        };
        let part: String = letters.get(start..start + length)?.iter().collect();
        let part = match name {
            TestName::Regex | TestName::NotRegex => self.pattern(&part)?,
            _ => part,
        };
        Some(Predicate::new(name, vec![Argument::string(part)]))
    }

    /// A regular expression that all engines read alike. None for letters that mean something in one.
    fn pattern(&mut self, part: &str) -> Option<String> {
        if !part.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return None;
        }
        Some(match self.random.below(4) {
            0 => format!("^{part}"),
            1 => format!("{part}$"),
            2 => format!("[{part}]+.*"),
            _ => part.to_owned(),
        })
    }
}

/// A type that a value has.
fn type_of(value: &Value) -> GType {
    match value {
        Value::Scalar(scalar) => scalar.gtype(),
        Value::Vertex(_) => GType::Vertex,
        Value::Edge(_) => GType::Edge,
        Value::VertexProperty(_) => GType::VertexProperty,
        Value::Property(_) => GType::Property,
        Value::Set(_) => GType::Set,
        Value::Map(_) => GType::Map,
        Value::Path(_) => GType::Path,
        _ => GType::List,
    }
}
