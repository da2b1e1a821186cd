//! Arguments as values, and predicates.

use graphlance_gremlin::token::{GType, Token};
use graphlance_gremlin::{Argument, Link, Name, Predicate, Scalar, Test, TestName};

use super::super::{Check, Labelled, as_long};
use super::Compiler;
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::value::{Entries, Value};

impl Compiler<'_> {
    /// The value of an argument.
    pub fn value(&mut self, argument: &Argument) -> Result<Value, Failure> {
        Ok(match argument {
            Argument::Scalar(scalar) => Value::Scalar(scalar.clone()),
            Argument::List(items) => Value::list(self.values(items)?),
            Argument::Set(items) => Value::set(self.values(items)?),
            Argument::Map(entries) => {
                let mut map = Entries::default();
                for (key, value) in entries {
                    map.insert(self.value(key)?, self.value(value)?);
                }
                Value::map(map)
            }
            Argument::Range(ends) => self.range(&ends.0, &ends.1)?,
            Argument::Token(token) => Value::Token(*token),
            Argument::WithCardinality(cardinality, value) => {
                Value::WithCardinality(*cardinality, self.value(value)?.into())
            }
            Argument::Variable(name) => {
                let bound = self.options.bindings.get(name).cloned();
                bound.ok_or_else(|| raise(ErrorKind::Argument, format!("no value is bound to {name}")))?
            }
            Argument::Constant(constant) => Value::Scalar(constant.value()),
            Argument::Terminated(statement) => {
                let values = crate::run::values(statement, self.options, self.rules, self.graph, self.chance)?;
                match statement.terminal.as_ref().map(|terminal| terminal.name.text()) {
                    Some("next" | "tryNext") => {
                        let first = values.into_iter().next();
                        first.ok_or_else(|| raise(ErrorKind::State, "there is no next object"))?
                    }
                    Some("toSet") => Value::set(values),
                    Some("toBulkSet") => Value::bag(values),
                    Some("toList") => Value::list(values),
                    _ => return Err(unknown("a traversal as a value")),
                }
            }
            Argument::Vertex(vertex) => {
                let id = self.value(&vertex.0)?;
                let found = id.as_scalar().and_then(|id| self.graph.find_vertex(id));
                Value::Vertex(found.ok_or_else(|| raise(ErrorKind::State, "there is no such vertex"))?)
            }
            Argument::RandomUuid => Value::Scalar(Scalar::Uuid(self.chance.uuid())),
            Argument::Now => Value::Scalar(Scalar::DateTime(self.chance.now())),
            Argument::Predicate(_) | Argument::Traversal(_) | Argument::Strategy(_) => {
                return Err(unknown("a traversal, a predicate or a strategy as a value"));
            }
        })
    }

    pub fn values(&mut self, arguments: &[Argument]) -> Result<Vec<Value>, Failure> {
        arguments.iter().map(|argument| self.value(argument)).collect()
    }

    fn range(&self, from: &Scalar, to: &Scalar) -> Result<Value, Failure> {
        let ends = (from.as_long(), to.as_long());
        let integers = |from: i64, to: i64| {
            let length = from.abs_diff(to);
            if length > self.options.budget.length as u64 {
                return Err(Failure::OutOfBudget("values in a collection"));
            }
            let numbers: Vec<i64> = if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
            Ok(numbers)
        };
        match (ends, from.as_str(), to.as_str()) {
            ((Some(from_long), Some(to_long)), _, _) => {
                let narrow = matches!((from, to), (Scalar::Integer(_), Scalar::Integer(_)));
                let one = |number: i64| match i32::try_from(number) {
                    Ok(number) if narrow => Value::Scalar(Scalar::Integer(number)),
                    _ => Value::long(number),
                };
                Ok(Value::list(integers(from_long, to_long)?.into_iter().map(one).collect()))
            }
            (_, Some(from), Some(to)) => {
                let (mut from, mut to) = (from.chars(), to.chars());
                let (Some(first), Some(last)) = (from.next_back(), to.next_back()) else {
                    return Err(unknown("a range of empty strings"));
                };
                let head = from.as_str().to_owned();
                let numbers = integers(i64::from(u32::from(first)), i64::from(u32::from(last)))?;
                let characters = numbers.into_iter().filter_map(|code| char::from_u32(u32::try_from(code).ok()?));
                Ok(Value::list(characters.map(|last| Value::string(format!("{head}{last}"))).collect()))
            }
            _ => Err(unknown("a range of these ends")),
        }
    }

    /// The name that an argument is.
    pub fn name(&mut self, argument: &Argument) -> Result<Name, Failure> {
        let value = self.value(argument)?;
        match &value {
            Value::Scalar(Scalar::String(text)) => Ok(text.clone()),
            other => Err(raise(ErrorKind::Argument, format!("a {} is no name", other.type_name()))),
        }
    }

    /// The name that an argument is, or none where it is null.
    pub fn name_or_null(&mut self, argument: &Argument) -> Result<Option<Name>, Failure> {
        match argument {
            Argument::Scalar(Scalar::Null) => Ok(None),
            other => self.name(other).map(Some),
        }
    }

    pub fn names(&mut self, arguments: &[Argument]) -> Result<Vec<Name>, Failure> {
        arguments.iter().map(|argument| self.name(argument)).collect()
    }

    pub fn names_or_null(&mut self, arguments: &[Argument]) -> Result<Vec<Option<Name>>, Failure> {
        arguments.iter().map(|argument| self.name_or_null(argument)).collect()
    }

    pub fn long(&mut self, argument: &Argument) -> Result<i64, Failure> {
        let value = self.value(argument)?;
        as_long(&value).ok_or_else(|| raise(ErrorKind::Argument, format!("a {} is no integer", value.type_name())))
    }

    /// A predicate of any value: a predicate, or equality with the argument.
    pub fn check(&mut self, argument: &Argument) -> Result<Check, Failure> {
        match argument {
            Argument::Predicate(predicate) => self.predicate(predicate),
            Argument::Traversal(_) => Err(unknown("a traversal to compare with")),
            other => Ok(Check::Compare(TestName::Eq, self.value(other)?)),
        }
    }

    pub fn predicate(&mut self, predicate: &Predicate) -> Result<Check, Failure> {
        let mut check = match &predicate.test {
            Test::Not(inner) => Check::Not(Box::new(self.predicate(inner)?)),
            Test::Named { name, arguments } => self.test(*name, arguments)?,
        };
        for link in &predicate.links {
            check = match link {
                Link::Negate => Check::Not(Box::new(check)),
                Link::And(other) => Check::And(vec![check, self.predicate(other)?]),
                Link::Or(other) => Check::Or(vec![check, self.predicate(other)?]),
            };
        }
        Ok(check)
    }

    fn test(&mut self, name: TestName, arguments: &[Argument]) -> Result<Check, Failure> {
        let compare = Check::Compare;
        if name == TestName::TypeOf {
            return self.type_of(arguments);
        }
        let mut values = self.values(arguments)?;
        let value = |index: usize| values.get(index).cloned().unwrap_or(Value::NULL);
        Ok(match name {
            TestName::Inside => Check::And(vec![compare(TestName::Gt, value(0)), compare(TestName::Lt, value(1))]),
            TestName::Outside => Check::Or(vec![compare(TestName::Lt, value(0)), compare(TestName::Gt, value(1))]),
            TestName::Between => Check::And(vec![compare(TestName::Gte, value(0)), compare(TestName::Lt, value(1))]),
            TestName::Within | TestName::Without => {
                if let [one] = values.as_slice()
                    && let Some(items) = one.collection()
                {
                    values = items;
                }
                let within = Check::Within(values);
                if name == TestName::Within { within } else { Check::Not(Box::new(within)) }
            }
            TestName::Regex | TestName::NotRegex => {
                let text = value(0);
                let text =
                    text.as_str().ok_or_else(|| raise(ErrorKind::Argument, "a regular expression is a string"))?;
                let regex = fancy_regex::Regex::new(text)
                    .map_err(|error| unknown(format!("the regular expression {text}: {error}")))?;
                let check = Check::Regex(Box::new(regex));
                if name == TestName::Regex { check } else { Check::Not(Box::new(check)) }
            }
            other => compare(other, value(0)),
        })
    }

    fn type_of(&mut self, arguments: &[Argument]) -> Result<Check, Failure> {
        match arguments.first() {
            Some(Argument::Token(Token::GType(kind))) => Ok(Check::Type(Some(*kind))),
            Some(argument) => {
                let name = self.name(argument)?;
                let kind = java_type(&name);
                // A type that nobody registered is an error when it is asked for.
                Ok(Check::Type(kind))
            }
            None => Err(unknown("typeOf() of nothing")),
        }
    }

    /// A predicate over labels, as `where` takes it.
    pub fn labelled(&mut self, predicate: &Predicate) -> Result<Labelled, Failure> {
        let mut check = match &predicate.test {
            Test::Not(inner) => Labelled::Not(Box::new(self.labelled(inner)?)),
            Test::Named { name, arguments } => self.labelled_test(*name, arguments)?,
        };
        for link in &predicate.links {
            check = match link {
                Link::Negate => Labelled::Not(Box::new(check)),
                Link::And(other) => Labelled::And(vec![check, self.labelled(other)?]),
                Link::Or(other) => Labelled::Or(vec![check, self.labelled(other)?]),
            };
        }
        Ok(check)
    }

    fn labelled_test(&mut self, name: TestName, arguments: &[Argument]) -> Result<Labelled, Failure> {
        let values = self.values(arguments)?;
        let label = |index: usize| match values.get(index) {
            Some(Value::Scalar(Scalar::String(label))) => Ok(label.clone()),
            Some(Value::List(items)) if items.values.len() == 1 => match items.values.first() {
                Some(Value::Scalar(Scalar::String(label))) => Ok(label.clone()),
                _ => Err(raise(ErrorKind::Argument, "where() compares with what has a label")),
            },
            _ => Err(raise(ErrorKind::Argument, "where() compares with what has a label")),
        };
        let compare = |name: TestName, index: usize| label(index).map(|label| Labelled::Compare(name, label));
        Ok(match name {
            TestName::Inside => Labelled::And(vec![compare(TestName::Gt, 0)?, compare(TestName::Lt, 1)?]),
            TestName::Outside => Labelled::Or(vec![compare(TestName::Lt, 0)?, compare(TestName::Gt, 1)?]),
            TestName::Between => Labelled::And(vec![compare(TestName::Gte, 0)?, compare(TestName::Lt, 1)?]),
            TestName::TypeOf | TestName::Regex | TestName::NotRegex => {
                return Err(unknown(format!("where() with {}", name.text())));
            }
            // Of several labels only the first is looked at.
            other => compare(other, 0)?,
        })
    }
}

/// The type of a Java class by its simple name.
fn java_type(name: &str) -> Option<GType> {
    Some(match name {
        "BigDecimal" => GType::BigDecimal,
        "BigInteger" => GType::BigInt,
        "ByteBuffer" => GType::Binary,
        "Boolean" => GType::Boolean,
        "Byte" => GType::Byte,
        "Character" => GType::Char,
        "OffsetDateTime" => GType::DateTime,
        "Double" => GType::Double,
        "Duration" => GType::Duration,
        "Edge" => GType::Edge,
        "Float" => GType::Float,
        "Graph" => GType::Graph,
        "Integer" => GType::Int,
        "List" => GType::List,
        "Long" => GType::Long,
        "Map" => GType::Map,
        "Number" => GType::Number,
        "Path" => GType::Path,
        "Property" => GType::Property,
        "Set" => GType::Set,
        "Short" => GType::Short,
        "String" => GType::String,
        "Tree" => GType::Tree,
        "UUID" => GType::Uuid,
        "Vertex" => GType::Vertex,
        "VertexProperty" => GType::VertexProperty,
        _ => return None,
    })
}
