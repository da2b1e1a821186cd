//! Compiled expressions: names are resolved to slots of a frame, functions to their implementation.

use graphlance_cypher::ast::{BinaryOperator, ComparisonOperator, LabelExpression, ListQuantifier, UnaryOperator};
use graphlance_graph::{Name, Value};
use regex::Regex;

use crate::functions::Scalar;

/// The index of a variable's value in a frame. Every variable of a statement has its own.
pub(crate) type Slot = usize;

/// The values of all variables at one row.
pub(crate) type Frame = Vec<Value>;

/// A compiled expression.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Constant(Value),
    Slot(Slot),
    Property(Box<Term>, Name),
    Index(Box<Term>, Box<Term>),
    Slice(Box<Term>, Option<Box<Term>>, Option<Box<Term>>),
    List(Vec<Term>),
    Map(Vec<(Name, Term)>),
    Unary(UnaryOperator, Box<Term>),
    Binary(BinaryOperator, Box<Term>, Box<Term>),
    Matches(Box<Term>, Box<Regex>),
    Comparison(Box<Term>, Vec<(ComparisonOperator, Term)>),
    HasLabels(Box<Term>, LabelExpression),
    Case { operand: Option<Box<Term>>, branches: Vec<(Term, Term)>, otherwise: Option<Box<Term>> },
    Function(FunctionTerm),
    ListComprehension(Box<LoopTerm>),
    Quantified(ListQuantifier, Box<LoopTerm>),
    Reduce(Box<ReduceTerm>),
    MapProjection(Box<Term>, Vec<ProjectionTerm>),
}

/// A call of a scalar function.
#[derive(Clone)]
pub(crate) struct FunctionTerm {
    /// The name as written.
    pub name: Name,
    pub scalar: Scalar,
    pub arguments: Vec<Term>,
}

/// A variable that runs over a list.
#[derive(Clone, Debug)]
pub(crate) struct LoopTerm {
    pub slot: Slot,
    pub list: Term,
    pub predicate: Option<Term>,
    pub projection: Option<Term>,
}

/// `reduce`.
#[derive(Clone, Debug)]
pub(crate) struct ReduceTerm {
    pub accumulator: Slot,
    pub initial: Term,
    pub slot: Slot,
    pub list: Term,
    pub expression: Term,
}

/// An item of a map projection.
#[derive(Clone, Debug)]
pub(crate) enum ProjectionTerm {
    Property(Name),
    All,
    Entry(Name, Term),
}

impl std::fmt::Debug for FunctionTerm {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}({:?})", self.name, self.arguments)
    }
}
