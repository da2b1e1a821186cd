//! Compiled expressions: names are resolved to slots of a frame, functions to their implementation.

mod reading;

use graphlance_cypher::ast::{
    BinaryOperator, ComparisonOperator, IsTest, LabelExpression, ListQuantifier, UnaryOperator,
};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Name, Value};

use crate::functions::Body;
use crate::pattern::Pattern;
use crate::plan::{PatternPlan, QueryPlan};

/// The index of a variable's value in a frame. Every variable of a statement has its own.
pub(crate) type Slot = usize;

/// The values of all variables at one row.
pub(crate) type Frame = Vec<Value>;

/// A compiled expression.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Constant(Value),
    /// By a wrong rule the query ends here, with an error that has one of these words.
    Refused(&'static [&'static str]),
    Slot(Slot),
    Property(Box<Term>, Name),
    Index(Box<Term>, Box<Term>),
    Slice(Box<Term>, Option<Box<Term>>, Option<Box<Term>>),
    List(Vec<Term>),
    Map(Vec<(Name, Term)>),
    Unary(UnaryOperator, Box<Term>),
    Binary(BinaryOperator, Box<Term>, Box<Term>),
    Matches(Box<Term>, Box<Pattern>),
    Comparison(Box<Term>, Vec<(ComparisonOperator, Term)>),
    HasLabels(Box<Term>, LabelExpression),
    HasDynamicLabels(Box<DynamicTerm>),
    Is(Box<Term>, Box<IsTest>),
    Switch(Box<SwitchTerm>),
    Case {
        operand: Option<Box<Term>>,
        branches: Vec<(Term, Term)>,
        otherwise: Option<Box<Term>>,
    },
    Function(FunctionTerm),
    ListComprehension(Box<LoopTerm>),
    Quantified(ListQuantifier, Box<LoopTerm>),
    Reduce(Box<ReduceTerm>),
    MapProjection(Box<Term>, Vec<ProjectionTerm>),
    /// One item of a list that is not needed as a whole: all are evaluated, the one at the index is the value.
    Pick(Vec<Term>, usize),
    /// `item IN [a, b]`
    InItems(Box<Term>, Vec<Term>),
    /// `properties(subject).key`
    EntryOf(Box<Term>, Name),
    /// The element in the slot has the properties of a map.
    PropertiesAgree(Slot, Box<Term>),
    /// Whether a pattern has a match.
    Exists(Box<PatternPlan>),
    /// How many matches a pattern has.
    Count(Box<PatternPlan>),
    PatternComprehension(Box<PatternPlan>, Box<Term>),
    /// The path that a pattern binds to the slot; a list of them for `true`.
    Paths(Box<PatternPlan>, Slot, bool),
    ExistsQuery(Box<QueryPlan>),
    CountQuery(Box<QueryPlan>),
    CollectQuery(Box<QueryPlan>),
    /// The language leaves the answer open.
    Open(&'static str),
}

impl Term {
    /// Calls `visit` with each direct operand.
    pub fn for_each_child<'t>(&'t self, visit: &mut dyn FnMut(&'t Term)) {
        match self {
            Term::Constant(_)
            | Term::Refused(_)
            | Term::Slot(_)
            | Term::Exists(_)
            | Term::Count(_)
            | Term::Paths(..)
            | Term::ExistsQuery(_)
            | Term::CountQuery(_)
            | Term::CollectQuery(_)
            | Term::Open(_) => {}
            Term::Property(a, _)
            | Term::Unary(_, a)
            | Term::Matches(a, _)
            | Term::HasLabels(a, _)
            | Term::Is(a, _)
            | Term::PropertiesAgree(_, a)
            | Term::EntryOf(a, _)
            | Term::PatternComprehension(_, a) => visit(a),
            Term::Index(a, b) | Term::Binary(_, a, b) => {
                visit(a);
                visit(b);
            }
            Term::Slice(a, from, to) => {
                visit(a);
                from.iter().chain(to).for_each(|bound| visit(bound));
            }
            Term::List(items) | Term::Pick(items, _) => items.iter().for_each(visit),
            Term::InItems(item, items) => {
                visit(item);
                items.iter().for_each(visit);
            }
            Term::Map(entries) => entries.iter().for_each(|(_, value)| visit(value)),
            Term::Comparison(first, links) => {
                visit(first);
                links.iter().for_each(|(_, right)| visit(right));
            }
            Term::Case { operand, branches, otherwise } => {
                operand.iter().for_each(|operand| visit(operand));
                for (when, then) in branches {
                    visit(when);
                    visit(then);
                }
                otherwise.iter().for_each(|otherwise| visit(otherwise));
            }
            Term::HasDynamicLabels(it) => {
                visit(&it.subject);
                it.names.iter().for_each(visit);
            }
            Term::Switch(it) => {
                visit(&it.operand);
                for (tests, then) in &it.branches {
                    tests.iter().for_each(&mut *visit);
                    visit(then);
                }
                it.otherwise.iter().for_each(visit);
            }
            Term::Function(call) => call.arguments.iter().for_each(visit),
            Term::ListComprehension(it) | Term::Quantified(_, it) => {
                visit(&it.list);
                it.predicate.iter().chain(&it.projection).for_each(visit);
            }
            Term::Reduce(it) => {
                visit(&it.initial);
                visit(&it.list);
                visit(&it.expression);
            }
            Term::MapProjection(subject, items) => {
                visit(subject);
                for item in items {
                    if let ProjectionTerm::Entry(_, value) = item {
                        visit(value);
                    }
                }
            }
        }
    }

    /// A measure of how long it takes to evaluate.
    pub fn size(&self) -> usize {
        let mut size = match self {
            Term::Exists(_) | Term::Count(_) | Term::PatternComprehension(..) | Term::Paths(..) => 50,
            Term::ExistsQuery(_) | Term::CountQuery(_) | Term::CollectQuery(_) => 100,
            _ => 1,
        };
        self.for_each_child(&mut |child| size += child.size());
        size
    }
}

/// A call of a scalar function.
#[derive(Clone)]
pub(crate) struct FunctionTerm {
    /// The name as written.
    pub name: Name,
    pub scalar: Scalar,
    pub body: Body,
    pub arguments: Vec<Term>,
}

/// A test for labels of which some are computed.
#[derive(Clone, Debug)]
pub(crate) struct DynamicTerm {
    pub subject: Term,
    pub labels: LabelExpression,
    /// The names of each computed part, in the order of the text.
    pub names: Vec<Term>,
}

/// A CASE whose tests read the operand from a slot.
#[derive(Clone, Debug)]
pub(crate) struct SwitchTerm {
    pub slot: Slot,
    pub operand: Term,
    /// Conditions, of which one must hold, and the result.
    pub branches: Vec<(Vec<Term>, Term)>,
    pub otherwise: Option<Term>,
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
