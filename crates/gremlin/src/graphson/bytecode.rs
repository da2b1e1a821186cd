//! Traversals as bytecode: the steps with their arguments, as a client that builds traversals sends them.

use smol_str::SmolStr;

use super::{Json, scalar, typed};
use crate::ast::{Argument, Modulator, Statement, Strategy, Traversal};
use crate::scalar::Scalar;
use crate::strategies::StrategyRow;
use crate::table::{Parameter, Place, StepName};
use crate::token::Token;
use crate::version::Version;

/// How many items a range may have; more are an error of TinkerPop's parser, too.
const LONGEST_RANGE: usize = 1_000_000;

/// What bytecode cannot say, because a client must do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsayable {
    /// A traversal whose results are an argument: it would have to be asked first.
    #[error("a traversal that is asked for its results is no argument in bytecode")]
    Terminated,
    /// A random UUID or the present: it would have to be drawn first.
    #[error("bytecode has no `{0}`: a value of it must be drawn first")]
    Drawn(&'static str),
    /// A strategy whose class is unknown.
    #[error("the package of the class {0} is unknown")]
    Strategy(SmolStr),
    /// A range that is too long, or whose ends do not fit each other.
    #[error("no list has what lies between the ends of this range")]
    Range,
}

/// The bytecode of a statement for a server of a version, in GraphSON 3. How it is asked for its results is left to the driver,
/// and a variable is a binding without a value. Errors: [`Unsayable`].
pub fn bytecode(statement: &Statement, version: Version) -> Result<Json, Unsayable> {
    let writer = Writer { version };
    let mut source = Vec::new();
    for modulator in &statement.source {
        source.push(writer.configuration(modulator)?);
    }
    let steps = writer.steps(&statement.traversal, Place::Start)?;
    let source = (!source.is_empty()).then(|| ("source".into(), Json::Array(source)));
    let entries = source.into_iter().chain([("step".into(), Json::Array(steps))]);
    Ok(typed("g:Bytecode", Json::Object(entries.collect())))
}

/// Writes for a version.
pub(super) struct Writer {
    version: Version,
}

type Written<T> = Result<T, Unsayable>;

impl Writer {
    /// What configures a source. `with(..)` is a strategy that carries options.
    fn configuration(&self, modulator: &Modulator) -> Written<Json> {
        if modulator.name != StepName::With {
            let form = modulator.signature(Place::Source);
            return self.instruction(modulator.name.text(), &modulator.arguments, |index| form?.parameter(index));
        }
        let mut arguments = modulator.arguments.iter();
        let key = arguments.next().and_then(Argument::as_str).unwrap_or_default().into();
        let value = arguments.next().cloned().unwrap_or(Argument::Scalar(Scalar::Boolean(true)));
        let options = Strategy { name: "OptionsStrategy".into(), configuration: vec![(key, value)] };
        Ok(Json::Array(vec![Json::string("withStrategies"), self.strategy(&options)?]))
    }

    fn steps(&self, traversal: &Traversal, first: Place) -> Written<Vec<Json>> {
        let mut written = Vec::new();
        self.modulators(&traversal.start, &mut written)?;
        for (index, step) in traversal.steps.iter().enumerate() {
            self.modulators(&step.before, &mut written)?;
            let form = step.signature(if index == 0 { first } else { Place::Step });
            written.push(self.instruction(step.name.text(), &step.arguments, |index| form?.parameter(index))?);
            self.modulators(&step.modulators, &mut written)?;
        }
        Ok(written)
    }

    fn modulators(&self, modulators: &[Modulator], written: &mut Vec<Json>) -> Written<()> {
        for modulator in modulators {
            let form = modulator.signature(Place::Modulator);
            written
                .push(self.instruction(modulator.name.text(), &modulator.arguments, |index| form?.parameter(index))?);
        }
        Ok(())
    }

    fn instruction(
        &self,
        name: &str,
        arguments: &[Argument],
        taken: impl Fn(usize) -> Option<Parameter>,
    ) -> Written<Json> {
        let mut items = vec![Json::string(name)];
        for (index, argument) in arguments.iter().enumerate() {
            items.push(match (argument, taken(index)) {
                (Argument::Strategy(strategy), Some(Parameter::Class | Parameter::Classes)) => {
                    typed("g:Class", Json::string(class(strategy)?))
                }
                (Argument::Scalar(scalar), Some(parameter)) => {
                    scalar::encoded(&parameter.coerced(scalar), self.version)
                }
                _ => self.argument(argument)?,
            });
        }
        Ok(Json::Array(items))
    }

    pub(super) fn argument(&self, argument: &Argument) -> Written<Json> {
        let list = |items: &[Argument]| items.iter().map(|item| self.argument(item)).collect::<Written<Vec<Json>>>();
        Ok(match argument {
            Argument::Scalar(scalar) => scalar::encoded(scalar, self.version),
            Argument::List(items) => typed("g:List", Json::Array(list(items)?)),
            Argument::Set(items) => typed("g:Set", Json::Array(list(items)?)),
            Argument::Map(entries) => {
                let mut items = Vec::with_capacity(entries.len() * 2);
                for (key, value) in entries {
                    items.push(self.argument(key)?);
                    items.push(self.argument(value)?);
                }
                typed("g:Map", Json::Array(items))
            }
            Argument::Range(ends) => {
                let items = between(&ends.0, &ends.1).ok_or(Unsayable::Range)?;
                let items = items.iter().map(|item| scalar::encoded(item, self.version));
                typed("g:List", Json::Array(items.collect()))
            }
            Argument::Token(token) => self.token(*token),
            Argument::WithCardinality(cardinality, value) => {
                let name = Json::string("CardinalityValueTraversal");
                let items = vec![name, Json::string(cardinality.text()), self.argument(value)?];
                let source = Json::Array(vec![Json::Array(items)]);
                typed("g:Bytecode", Json::Object(vec![("source".into(), source)]))
            }
            Argument::Predicate(predicate) => self.predicate(predicate)?,
            Argument::Traversal(traversal) => {
                let steps = Json::Array(self.steps(traversal, Place::Step)?);
                typed("g:Bytecode", Json::Object(vec![("step".into(), steps)]))
            }
            Argument::Terminated(_) => return Err(Unsayable::Terminated),
            Argument::Variable(name) => {
                let entries = vec![("key".into(), Json::String(name.clone())), ("value".into(), Json::Null)];
                typed("g:Binding", Json::Object(entries))
            }
            Argument::Constant(constant) => scalar::encoded(&constant.value(), self.version),
            Argument::Strategy(strategy) => self.strategy(strategy)?,
            Argument::Vertex(vertex) => {
                let entries =
                    vec![("id".into(), self.argument(&vertex.0)?), ("label".into(), self.argument(&vertex.1)?)];
                typed("g:Vertex", Json::Object(entries))
            }
            Argument::RandomUuid => return Err(Unsayable::Drawn("UUID()")),
            Argument::Now => return Err(Unsayable::Drawn("datetime()")),
        })
    }

    fn token(&self, token: Token) -> Json {
        typed(&format!("g:{}", token.family().class()), Json::string(token.text()))
    }

    /// A strategy: its configuration, and from 3.8 on beside it the name of its class.
    fn strategy(&self, strategy: &Strategy) -> Written<Json> {
        let mut entries = Vec::new();
        for (key, value) in &strategy.configuration {
            entries.push((key.clone(), self.argument(value)?));
        }
        let class = class(strategy)?;
        let mut value = Json::Object(entries);
        if self.version >= Version::V38 {
            value = Json::Object(vec![("fqcn".into(), Json::string(class)), ("conf".into(), value)]);
        }
        Ok(typed(&format!("g:{}", strategy.name), value))
    }
}

/// The name of the class of a strategy with its package.
fn class(strategy: &Strategy) -> Written<String> {
    let row = StrategyRow::find(&strategy.name).ok_or_else(|| Unsayable::Strategy(strategy.name.clone()))?;
    Ok(row.class())
}

/// What lies between two ends, which are in it: up or down by one, from integer to integer or from string to string, which differ
/// in their last character.
pub fn between(from: &Scalar, to: &Scalar) -> Option<Vec<Scalar>> {
    if let (Some(from), Some(to)) = (from.as_long(), to.as_long()) {
        let (from, to) = (i32::try_from(from).ok()?, i32::try_from(to).ok()?);
        let count = usize::try_from(from.abs_diff(to)).ok().filter(|count| *count <= LONGEST_RANGE)?;
        let step = if from <= to { 1 } else { -1 };
        return Some((0..=count as i32).map(|index| Scalar::Integer(from + index * step)).collect());
    }
    let (from, to) = (from.as_str()?, to.as_str()?);
    let (Some(first), Some(last)) = (from.chars().next_back(), to.chars().next_back()) else {
        return (from == to).then(Vec::new);
    };
    let prefix = from.strip_suffix(first)?;
    if to.strip_suffix(last)? != prefix {
        return None;
    }
    let characters: Vec<char> = if first <= last { (first..=last).collect() } else { (last..=first).rev().collect() };
    let item = |character: &char| Scalar::string(format!("{prefix}{character}"));
    (characters.len() <= LONGEST_RANGE).then(|| characters.iter().map(item).collect())
}
