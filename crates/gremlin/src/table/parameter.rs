//! What a form of a step takes at one place.

use std::borrow::Cow;

use crate::ast::Argument;
use crate::scalar::Scalar;
use crate::token::{Family, GENERIC, Token};

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// Any value: a literal, a collection, a token, a traversal, a variable.
    Any,
    /// Any number of values.
    Anys,
    /// A string.
    String,
    /// A string or null.
    StringOrNull,
    /// A string, for which a variable may stand in every version that has variables.
    Label,
    /// A string or null, for which a variable may stand in every version that has variables.
    LabelOrNull,
    /// Any value, for which no variable may stand from 3.8 on.
    Name,
    /// Any number of strings and nulls.
    Strings,
    /// An integer of any type.
    Integer,
    /// A number of any type.
    Number,
    /// true or false.
    Boolean,
    /// A date and time.
    Date,
    /// A map.
    Map,
    /// A map or null.
    MapOrNull,
    /// A traversal.
    Traversal,
    /// Any number of traversals.
    Traversals,
    /// A predicate.
    Predicate,
    /// A scope.
    Scope,
    /// An order.
    Order,
    /// A part of an element.
    T,
    /// A half of a map.
    Column,
    /// Which of the objects under a label.
    Pop,
    /// A direction.
    Direction,
    /// An operator.
    Operator,
    /// What a barrier does to sacks.
    Barrier,
    /// A cardinality.
    Cardinality,
    /// A part of a merge.
    Merge,
    /// A unit of time.
    Dt,
    /// A type.
    GType,
    /// A string, or a constant that stands for one.
    Key,
    /// Any value, or a constant.
    Setting,
    /// A strategy.
    Strategy,
    /// Any number of strategies.
    Strategies,
    /// The class of a strategy.
    Class,
    /// Any number of classes of strategies.
    Classes,
    /// A vertex by its identity and label.
    Vertex,
}

impl Parameter {
    /// Whether it stands for any number of arguments.
    pub fn is_several(self) -> bool {
        matches!(
            self,
            Parameter::Anys | Parameter::Strings | Parameter::Traversals | Parameter::Strategies | Parameter::Classes
        )
    }

    /// The enumeration whose members it takes, if it is one.
    pub fn family(self) -> Option<Family> {
        Some(match self {
            Parameter::Scope => Family::Scope,
            Parameter::Order => Family::Order,
            Parameter::T => Family::T,
            Parameter::Column => Family::Column,
            Parameter::Pop => Family::Pop,
            Parameter::Direction => Family::Direction,
            Parameter::Operator => Family::Operator,
            Parameter::Barrier => Family::Barrier,
            Parameter::Cardinality => Family::Cardinality,
            Parameter::Merge => Family::Merge,
            Parameter::Dt => Family::Dt,
            Parameter::GType => Family::GType,
            _ => return None,
        })
    }

    /// What it is called in an error.
    pub fn text(self) -> &'static str {
        match self {
            Parameter::Any => "a value",
            Parameter::Anys => "values",
            Parameter::String => "a string",
            Parameter::StringOrNull | Parameter::LabelOrNull => "a string or null",
            Parameter::Label => "a string",
            Parameter::Name => "a value",
            Parameter::Strings => "strings",
            Parameter::Integer => "an integer",
            Parameter::Number => "a number",
            Parameter::Boolean => "true or false",
            Parameter::Date => "a datetime",
            Parameter::Map => "a map",
            Parameter::MapOrNull => "a map or null",
            Parameter::Traversal => "a traversal",
            Parameter::Traversals => "traversals",
            Parameter::Predicate => "a predicate",
            Parameter::Key => "a string or a constant",
            Parameter::Setting => "a value or a constant",
            Parameter::Strategy => "a strategy",
            Parameter::Strategies => "strategies",
            Parameter::Class => "the name of a strategy",
            Parameter::Classes => "names of strategies",
            Parameter::Vertex => "a vertex",
            Parameter::Scope => "a Scope",
            Parameter::Order => "an Order",
            Parameter::T => "a T",
            Parameter::Column => "a Column",
            Parameter::Pop => "a Pop",
            Parameter::Direction => "a Direction",
            Parameter::Operator => "an Operator",
            Parameter::Barrier => "a Barrier",
            Parameter::Cardinality => "a Cardinality",
            Parameter::Merge => "a Merge",
            Parameter::Dt => "a DT",
            Parameter::GType => "a GType",
        }
    }

    /// Whether a variable may stand for it in 3.8, in a step that takes variables. In 3.7 one may stand for any value.
    pub fn is_bindable(self) -> bool {
        matches!(
            self,
            Parameter::Any
                | Parameter::Anys
                | Parameter::Label
                | Parameter::LabelOrNull
                | Parameter::Strings
                | Parameter::Integer
                | Parameter::Map
                | Parameter::MapOrNull
        )
    }

    /// A scalar as Java's method takes it, which gremlin-lang turns it into by itself: an int where it fits one, or a long, for an
    /// integer; a double for a number.
    pub fn coerced(self, scalar: &Scalar) -> Cow<'_, Scalar> {
        let coerced = match self {
            Parameter::Integer => scalar.as_long().map(|value| match i32::try_from(value) {
                Ok(value) => Scalar::Integer(value),
                Err(_) => Scalar::Long(value),
            }),
            Parameter::Number => scalar.as_double().map(Scalar::Double),
            _ => None,
        };
        coerced.map_or(Cow::Borrowed(scalar), Cow::Owned)
    }

    /// Whether it takes strategies or their classes.
    pub fn is_strategy(self) -> bool {
        matches!(self, Parameter::Strategy | Parameter::Strategies | Parameter::Class | Parameter::Classes)
    }

    /// Whether it takes an argument. A variable may stand for any value that a driver can bind.
    pub fn accepts(self, argument: &Argument) -> bool {
        if let Some(family) = self.family() {
            return match argument {
                Argument::Token(token) => token.family() == family,
                Argument::WithCardinality(..) => self == Parameter::Cardinality,
                Argument::Variable(_) => true,
                _ => false,
            };
        }
        let string =
            |argument: &Argument| matches!(argument, Argument::Scalar(Scalar::String(_)) | Argument::Variable(_));
        let null = matches!(argument, Argument::Scalar(Scalar::Null));
        let variable = matches!(argument, Argument::Variable(_));
        match self {
            Parameter::Any | Parameter::Anys | Parameter::Name => is_value(argument),
            Parameter::Setting => is_value(argument) || matches!(argument, Argument::Constant(_)),
            Parameter::String | Parameter::Label => string(argument),
            Parameter::Key => {
                string(argument)
                    || matches!(argument, Argument::Constant(constant) if constant.value().as_str().is_some())
            }
            Parameter::StringOrNull | Parameter::LabelOrNull | Parameter::Strings => string(argument) || null,
            Parameter::Integer => variable || scalar(argument).is_some_and(Scalar::is_integer),
            Parameter::Number => variable || scalar(argument).is_some_and(Scalar::is_number),
            Parameter::Boolean => variable || matches!(argument, Argument::Scalar(Scalar::Boolean(_))),
            Parameter::Date => variable || matches!(argument, Argument::Scalar(Scalar::DateTime(_)) | Argument::Now),
            Parameter::Map => variable || matches!(argument, Argument::Map(_)),
            Parameter::MapOrNull => variable || null || matches!(argument, Argument::Map(_)),
            Parameter::Traversal | Parameter::Traversals => matches!(argument, Argument::Traversal(_)),
            Parameter::Predicate => matches!(argument, Argument::Predicate(_)),
            Parameter::Strategy | Parameter::Strategies => matches!(argument, Argument::Strategy(_)),
            Parameter::Class | Parameter::Classes => {
                matches!(argument, Argument::Strategy(strategy) if strategy.configuration.is_empty())
            }
            Parameter::Vertex => matches!(argument, Argument::Vertex(_)),
            _ => false,
        }
    }
}

fn scalar(argument: &Argument) -> Option<&Scalar> {
    match argument {
        Argument::Scalar(scalar) => Some(scalar),
        _ => None,
    }
}

/// Whether an argument may stand wherever any value may.
pub fn is_value(argument: &Argument) -> bool {
    match argument {
        Argument::Predicate(_) | Argument::Constant(_) | Argument::Strategy(_) => false,
        Argument::Token(token) => is_generic(*token),
        _ => true,
    }
}

/// Whether a token may stand wherever any value may.
fn is_generic(token: Token) -> bool {
    GENERIC.contains(&token.family())
}
