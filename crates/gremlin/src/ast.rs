//! The syntax tree of Gremlin: what a text of gremlin-lang, of gremlin-groovy or bytecode says.
//!
//! A step is a name of the table of steps ([`crate::table`]) with its arguments, and the modulators behind it; so a tree can say
//! what any of the versions can, and what is new in the next one is a row. [`Step::signature`] tells which form of a step it is.
//!
//! # Normal form
//!
//! Where two trees would have the same text, one of them is the normal form: the parser yields it and generators build it, so that
//! printing and parsing gives back the same tree.
//!
//! - `until`, `emit` and `times` belong to the `repeat` in front of them; where none is, to the `repeat` that follows them
//!   ([`Step::before`]), which then has no `repeat` directly in front of it. Only where none follows they stand as modulators of
//!   whatever step is in front, which no version of Gremlin understands.
//! - A modulator without a step in front stands in [`Traversal::start`]: `__.as('a')..`.
//! - An anonymous traversal has at least a step or a modulator.
//! - Floats of 32 bits are finite: NaN and infinities are doubles. A date has a year of at most nine digits.
//! - Keys of maps are strings, numbers, collections, [`crate::token::T`] or [`crate::token::Direction`].
//! - Names of variables are no words of the language.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::SmolStr;

use crate::constant::Constant;
use crate::predicate::Predicate;
use crate::scalar::{BigInt, Scalar};
use crate::table::{Place, Row, Signature, StepName};
use crate::token::{Cardinality, Scope, Token};

/// One traversal from its source on. It is serialised as its text in gremlin-lang.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// What the source is configured with: `withSack(..)`, `withStrategies(..)`.
    pub source: Vec<Modulator>,
    /// What is traversed. Its first step is one that begins.
    pub traversal: Traversal,
    /// How it is asked for its results: `next()`, `toList()`; mostly left to the driver.
    pub terminal: Option<Modulator>,
}

/// A chain of steps: that of a statement, or an anonymous one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Traversal {
    /// What stands in front of the first step and modulates what comes in: `__.as('a')`.
    pub start: Vec<Modulator>,
    /// The steps in their order.
    pub steps: Vec<Step>,
}

/// A step with its modulators.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Which step.
    pub name: StepName,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Modulators in front of it, which only `repeat` has: `until(..).repeat(..)` asks before the first round.
    pub before: Vec<Modulator>,
    /// Modulators behind it: `by`, `from`, `to`, `as`, `option`, `times`, `until`, `emit`, `with`.
    pub modulators: Vec<Modulator>,
}

/// What changes a step, a source, or how results are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Modulator {
    /// Which one.
    pub name: StepName,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// An argument of a step, of a modulator or of a predicate; and what stands in a list, a set or a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A scalar.
    Scalar(Scalar),
    /// `[1, 2]`
    List(Vec<Argument>),
    /// `{1, 2}`
    Set(Vec<Argument>),
    /// `["a": 1]`, in this order.
    Map(Vec<(Argument, Argument)>),
    /// `1..3`: the list of what lies between two integers, or two strings that differ in their last character.
    Range(Box<(Scalar, Scalar)>),
    /// `Order.desc`
    Token(Token),
    /// `list("x")`: a value with the cardinality it is set with.
    WithCardinality(Cardinality, Box<Argument>),
    /// `P.gt(1)`
    Predicate(Predicate),
    /// `__.out()`
    Traversal(Traversal),
    /// `g.V().next()` as a value.
    Terminated(Box<Statement>),
    /// A name to which a driver binds a value.
    Variable(SmolStr),
    /// `WithOptions.tokens`
    Constant(Constant),
    /// `SubgraphStrategy`, with its configuration: `new SubgraphStrategy(vertices: __.has("x"))`.
    Strategy(Strategy),
    /// `new Vertex(1, "person")`: a vertex by its identity and label, in 3.6 and 3.7.
    Vertex(Box<(Argument, Argument)>),
    /// `UUID()`: a random one.
    RandomUuid,
    /// `datetime()`: now.
    Now,
}

/// A strategy by its name, and how it is configured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strategy {
    /// The name of its class, without its package.
    pub name: SmolStr,
    /// What it is configured with.
    pub configuration: Vec<(SmolStr, Argument)>,
}

impl Statement {
    /// The statement of steps from a plain source.
    pub fn new(steps: Vec<Step>) -> Statement {
        Statement { source: Vec::new(), traversal: Traversal::new(steps), terminal: None }
    }
}

impl Traversal {
    /// The traversal of steps.
    pub fn new(steps: Vec<Step>) -> Traversal {
        Traversal { start: Vec::new(), steps }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty() && self.steps.is_empty()
    }
}

impl Step {
    /// A step without modulators.
    pub fn new(name: StepName, arguments: Vec<Argument>) -> Step {
        Step { name, arguments, before: Vec::new(), modulators: Vec::new() }
    }

    /// With one more modulator.
    pub fn with(mut self, name: StepName, arguments: Vec<Argument>) -> Step {
        self.modulators.push(Modulator::new(name, arguments));
        self
    }

    /// Its row in the table of steps.
    pub fn row(&self) -> &'static Row {
        self.name.row()
    }

    /// The form of the step that its arguments have, at the beginning of a statement or behind another step; none where there is no
    /// such form.
    pub fn signature(&self, place: Place) -> Option<&'static Signature> {
        self.row().signature(place, &self.arguments)
    }

    /// The modulators behind it of one name.
    pub fn modulators_named(&self, name: StepName) -> impl Iterator<Item = &Modulator> {
        self.modulators.iter().filter(move |modulator| modulator.name == name)
    }

    /// The labels that `as(..)` gives it, in order.
    pub fn labels(&self) -> impl Iterator<Item = &SmolStr> {
        labels(&self.modulators)
    }

    /// The scope among its arguments; global where none is.
    pub fn scope(&self) -> Scope {
        let scope = self.arguments.iter().find_map(|argument| match argument {
            Argument::Token(Token::Scope(scope)) => Some(*scope),
            _ => None,
        });
        scope.unwrap_or(Scope::Global)
    }
}

/// The labels that the modulators `as(..)` among some give, in order.
pub fn labels(modulators: &[Modulator]) -> impl Iterator<Item = &SmolStr> {
    let given = modulators.iter().filter(|modulator| modulator.name == StepName::As);
    given.flat_map(|modulator| &modulator.arguments).filter_map(|argument| match argument {
        Argument::Scalar(Scalar::String(label)) => Some(label),
        _ => None,
    })
}

impl Modulator {
    /// A modulator.
    pub fn new(name: StepName, arguments: Vec<Argument>) -> Modulator {
        Modulator { name, arguments }
    }

    /// Its form, by its arguments; none where there is no such form.
    pub fn signature(&self, place: Place) -> Option<&'static Signature> {
        self.name.row().signature(place, &self.arguments)
    }
}

impl Argument {
    /// A string.
    pub fn string(text: impl Into<SmolStr>) -> Argument {
        Argument::Scalar(Scalar::string(text))
    }

    /// The scalar that it is.
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match self {
            Argument::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The string if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Argument::Scalar(scalar) => scalar.as_str(),
            _ => None,
        }
    }

    /// The traversal if it is one.
    pub fn as_traversal(&self) -> Option<&Traversal> {
        match self {
            Argument::Traversal(traversal) => Some(traversal),
            _ => None,
        }
    }
}

impl From<Scalar> for Argument {
    fn from(scalar: Scalar) -> Argument {
        Argument::Scalar(scalar)
    }
}

impl From<BigInt> for Argument {
    fn from(value: BigInt) -> Argument {
        Argument::Scalar(Scalar::BigInteger(value))
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::string(text)
    }
}

impl From<i32> for Argument {
    fn from(value: i32) -> Argument {
        Argument::Scalar(Scalar::Integer(value))
    }
}

impl From<Traversal> for Argument {
    fn from(traversal: Traversal) -> Argument {
        Argument::Traversal(traversal)
    }
}

impl From<Predicate> for Argument {
    fn from(predicate: Predicate) -> Argument {
        Argument::Predicate(predicate)
    }
}

impl<T: Into<Token>> From<T> for Argument {
    fn from(token: T) -> Argument {
        Argument::Token(token.into())
    }
}

impl Serialize for Statement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&crate::print(self))
    }
}

impl<'de> Deserialize<'de> for Statement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Statement, D::Error> {
        let text = String::deserialize(deserializer)?;
        crate::parse(&text).map_err(serde::de::Error::custom)
    }
}
