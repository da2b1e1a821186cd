//! Bytecode back into a statement.

use smol_str::SmolStr;

use super::{GraphsonError, Json, field, scalar, string_field, typing};
use crate::ast::{Argument, Modulator, Statement, Step, Strategy, Traversal};
use crate::parse::Chain;
use crate::predicate::{Link, Predicate, Test, TestName};
use crate::table::{Place, StepName};
use crate::token::{Cardinality, Family};

type Read<T> = Result<T, GraphsonError>;

/// The statement of bytecode in GraphSON 3. What Java's clients write in another way than it was said stays as they write it: two
/// comparisons for what is between two values, a list for a range. Errors: it is no bytecode, or has steps
/// that take no such arguments in any version.
pub fn statement_of(json: &Json) -> Read<Statement> {
    let Some(("g:Bytecode", code)) = typing(json) else { return Err(GraphsonError::expected("bytecode", json)) };
    let mut statement = Statement::new(Vec::new());
    for instruction in instructions(code, "source")? {
        let (name, arguments) = called(instruction)?;
        if name.row().signature(Place::Source, &arguments).is_none() {
            return Err(GraphsonError::expected("what configures a source", instruction));
        }
        statement.source.push(configuration(name, arguments));
    }
    statement.traversal = chain(code, Place::Start)?;
    if statement.traversal.steps.is_empty() {
        return Err(GraphsonError::expected("bytecode with steps", json));
    }
    Ok(statement)
}

/// What configures a source: a strategy that carries one option is `with(..)`.
fn configuration(name: StepName, mut arguments: Vec<Argument>) -> Modulator {
    if let [Argument::Strategy(Strategy { name: strategy, configuration })] = arguments.as_mut_slice()
        && name == StepName::WithStrategies
        && strategy == "OptionsStrategy"
        && configuration.len() == 1
        && let Some((key, value)) = configuration.pop()
    {
        return Modulator::new(StepName::With, vec![Argument::string(key), value]);
    }
    Modulator::new(name, arguments)
}

fn instructions<'j>(code: &'j Json, key: &str) -> Read<&'j [Json]> {
    match code.get(key) {
        None => Ok(&[]),
        Some(Json::Array(instructions)) => Ok(instructions),
        Some(other) => Err(GraphsonError::expected("instructions", other)),
    }
}

/// The name and the arguments of an instruction.
fn called(instruction: &Json) -> Read<(StepName, Vec<Argument>)> {
    let fails = || GraphsonError::expected("an instruction", instruction);
    let Json::Array(items) = instruction else { return Err(fails()) };
    let [Json::String(text), items @ ..] = items.as_slice() else { return Err(fails()) };
    let name = StepName::find(text).ok_or_else(|| GraphsonError::new(format!("there is no step `{text}`")))?;
    Ok((name, items.iter().map(argument).collect::<Read<_>>()?))
}

fn chain(code: &Json, first: Place) -> Read<Traversal> {
    let mut chain = Chain::default();
    for instruction in instructions(code, "step")? {
        let (name, arguments) = called(instruction)?;
        let begins = first == Place::Start && chain.is_empty();
        let places: &[Place] = if begins { &[Place::Start] } else { &[Place::Modulator, Place::Step] };
        let fitting = |place: &&Place| name.row().signature(**place, &arguments).is_some();
        match places.iter().find(fitting) {
            Some(Place::Modulator) => chain.modulator(Modulator::new(name, arguments)),
            Some(_) => chain.step(Step::new(name, arguments)),
            None => return Err(GraphsonError::expected("a step with arguments that it takes here", instruction)),
        }
    }
    Ok(chain.finish())
}

fn items(json: &Json) -> Read<Vec<Argument>> {
    match json {
        Json::Array(items) => items.iter().map(argument).collect(),
        other => Err(GraphsonError::expected("an array", other)),
    }
}

fn argument(json: &Json) -> Read<Argument> {
    let Some((name, value)) = typing(json) else { return scalar::untyped(json).map(Argument::Scalar) };
    if let Some(scalar) = scalar::decoded(name, value) {
        return scalar.map(Argument::Scalar);
    }
    Ok(match name {
        "g:List" => Argument::List(items(value)?),
        "g:Set" => Argument::Set(items(value)?),
        "g:Map" => {
            let mut left = items(value)?.into_iter();
            let mut entries = Vec::new();
            while let Some(key) = left.next() {
                let value = left.next().ok_or_else(|| GraphsonError::expected("a value for each key", value))?;
                entries.push((key, value));
            }
            Argument::Map(entries)
        }
        "g:P" | "g:TextP" => Argument::Predicate(predicate(value)?),
        "g:Bytecode" => nested(value)?,
        "g:Binding" => Argument::Variable(string_field(value, "key")?),
        "g:Vertex" => {
            let parts = (argument(field(value, "id")?)?, argument(field(value, "label")?)?);
            Argument::Vertex(Box::new(parts))
        }
        "g:Class" => match value {
            Json::String(class) => Argument::Strategy(Strategy {
                name: class.rsplit('.').next().unwrap_or_default().into(),
                configuration: Vec::new(),
            }),
            other => return Err(GraphsonError::expected("the name of a class", other)),
        },
        _ => return token(name, value).map_or_else(|| strategy(name, value), |token| Ok(Argument::Token(token))),
    })
}

fn token(name: &str, value: &Json) -> Option<crate::Token> {
    let Json::String(text) = value else { return None };
    Family::of_class(name.strip_prefix("g:")?)?.find(text)
}

fn strategy(name: &str, value: &Json) -> Read<Argument> {
    let fails = || GraphsonError::new(format!("there is no type `{name}`"));
    let name: SmolStr = name.strip_prefix("g:").filter(|name| name.ends_with("Strategy")).ok_or_else(fails)?.into();
    let Json::Object(entries) = value.get("conf").unwrap_or(value) else {
        return Err(GraphsonError::expected("a configuration", value));
    };
    let strange = |key: &str| name != "OptionsStrategy" && !is_name(key);
    if let Some((key, _)) = entries.iter().find(|entry| strange(&entry.0)) {
        return Err(GraphsonError::new(format!("{name} has no setting `{key}`")));
    }
    let entries = entries.iter().map(|(key, value)| Ok((key.clone(), argument(value)?)));
    Ok(Argument::Strategy(Strategy { name, configuration: entries.collect::<Read<_>>()? }))
}

/// A traversal, or a value with the cardinality it is set with.
fn nested(code: &Json) -> Read<Argument> {
    let source = instructions(code, "source")?;
    if let [Json::Array(items)] = source
        && let [Json::String(name), Json::String(cardinality), value] = items.as_slice()
        && name == "CardinalityValueTraversal"
    {
        let fails = || GraphsonError::new(format!("there is no cardinality `{cardinality}`"));
        let cardinality = Cardinality::ALL.iter().find(|member| member.text() == cardinality).ok_or_else(fails)?;
        return Ok(Argument::WithCardinality(*cardinality, Box::new(argument(value)?)));
    }
    let traversal = chain(code, Place::Step)?;
    if traversal.is_empty() {
        return Err(GraphsonError::expected("bytecode with steps", code));
    }
    Ok(Argument::Traversal(traversal))
}

fn predicate(json: &Json) -> Read<Predicate> {
    let name = string_field(json, "predicate")?;
    let value = field(json, "value")?;
    let inner = |json: &Json| match typing(json) {
        Some(("g:P" | "g:TextP", value)) => predicate(value),
        _ => Err(GraphsonError::expected("a predicate", json)),
    };
    match name.as_str() {
        "and" | "or" => {
            let Json::Array(parts) = value else { return Err(GraphsonError::expected("predicates", value)) };
            let mut parts = parts.iter().map(inner);
            let first = parts.next().ok_or_else(|| GraphsonError::expected("a predicate", value))??;
            // What is joined to a chain is joined to all of it.
            let mut joined = first;
            for part in parts {
                joined.links.push(if name == "and" { Link::And(part?) } else { Link::Or(part?) });
            }
            Ok(joined)
        }
        "not" => Ok(Predicate { test: Test::Not(Box::new(inner(value)?)), links: Vec::new() }),
        name => {
            let test = TestName::find(name).ok_or_else(|| GraphsonError::new(format!("there is no test `{name}`")))?;
            let arguments = match (test, argument(value)?) {
                // One collection alone stands for what is in it.
                (TestName::Within | TestName::Without, Argument::List(items)) if !is_collection(&items) => items,
                (_, argument) => vec![argument],
            };
            Ok(Predicate::new(test, arguments))
        }
    }
}

/// Whether arguments are one collection.
fn is_collection(arguments: &[Argument]) -> bool {
    matches!(arguments, [Argument::List(_) | Argument::Set(_)])
}

/// Whether a text can be the name of a setting.
fn is_name(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|part| part.is_alphanumeric() || matches!(part, '_' | '$'))
}
