//! Expressions.

use std::hash::{Hash, Hasher};

use graphlance_graph::Name;
use smol_str::SmolStr;

use super::{IsTest, LabelExpression, Pattern, Query};

/// An expression.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Expression {
    /// A literal.
    Literal(Literal),
    /// `$name`
    Parameter(Name),
    /// A variable.
    Variable(Name),
    /// `subject.key`
    Property(Box<Expression>, Name),
    /// `subject[index]`
    Index(Box<Expression>, Box<Expression>),
    /// `subject[from..to]`
    Slice(Box<Expression>, Option<Box<Expression>>, Option<Box<Expression>>),
    /// `[a, b]`
    List(Vec<Expression>),
    /// `{key: value}`
    Map(Vec<(Name, Expression)>),
    /// `NOT a`, `-a`, `a IS NULL`
    Unary(UnaryOperator, Box<Expression>),
    /// `a + b`, `a AND b`
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `a < b <= c`: a chain, meaning `a < b AND b <= c`; at least one link.
    Comparison(Box<Expression>, Vec<(ComparisonOperator, Expression)>),
    /// `subject:Label`
    HasLabels(Box<Expression>, LabelExpression),
    /// `subject IS :: type`, `subject IS NORMALIZED`
    Is(Box<Expression>, Box<IsTest>),
    /// `CASE`
    Case(Box<CaseExpression>),
    /// `CASE operand WHEN test, test THEN ..`
    ExtendedCase(Box<ExtendedCase>),
    /// `name([DISTINCT] arguments)`
    Function(FunctionCall),
    /// `count(*)`
    CountStar,
    /// `[variable IN list WHERE predicate | projection]`
    ListComprehension(Box<ListComprehension>),
    /// `[path = pattern WHERE predicate | projection]`
    PatternComprehension(Box<PatternComprehension>),
    /// `all(variable IN list WHERE predicate)`
    Quantified(Box<QuantifiedPredicate>),
    /// `reduce(accumulator = initial, variable IN list | expression)`
    Reduce(Box<Reduce>),
    /// `subject {.key, name: value, .*, other}`
    MapProjection(Box<Expression>, Vec<MapProjectionItem>),
    /// A pattern as predicate: `(a)-[:T]->(b)`; also `shortestPath(..)` as a value.
    Pattern(Box<Pattern>),
    /// `EXISTS { }`
    Exists(Box<Subquery>),
    /// `COUNT { }`
    Count(Box<Subquery>),
    /// `COLLECT { }`
    Collect(Box<Query>),
}

/// A literal. Numbers may be negative (`-5` is one literal); floats are finite except in trees made by hand.
#[derive(Clone, Debug)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// `1`, `0x1F`, `0o17`
    Integer(i64),
    /// `1.5`, `1e3`
    Float(f64),
    /// `'text'`
    String(SmolStr),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOperator {
    /// `NOT a`
    Not,
    /// `-a`
    Minus,
    /// `+a`
    Plus,
    /// `a IS NULL`
    IsNull,
    /// `a IS NOT NULL`
    IsNotNull,
}

/// Operators of two operands, comparisons aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOperator {
    /// `OR`
    Or,
    /// `XOR`
    Xor,
    /// `AND`
    And,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `^`
    Power,
    /// `||`
    Concatenate,
    /// `IN`
    In,
    /// `STARTS WITH`
    StartsWith,
    /// `ENDS WITH`
    EndsWith,
    /// `CONTAINS`
    Contains,
    /// `=~`
    Matches,
}

/// Comparison operators, which chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ComparisonOperator {
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl ComparisonOperator {
    /// The one that says the same with both sides exchanged.
    pub fn turned(self) -> ComparisonOperator {
        use ComparisonOperator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        match self {
            Less => Greater,
            LessOrEqual => GreaterOrEqual,
            Greater => Less,
            GreaterOrEqual => LessOrEqual,
            Equal | NotEqual => self,
        }
    }
}

/// `CASE [operand] WHEN .. THEN .. [ELSE ..] END`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct CaseExpression {
    /// The operand of the simple form.
    pub operand: Option<Expression>,
    /// `WHEN .. THEN ..`; at least one.
    pub branches: Vec<(Expression, Expression)>,
    /// ELSE.
    pub otherwise: Option<Expression>,
}

/// `CASE operand WHEN test, test THEN .. [ELSE ..] END`: the extended simple form.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ExtendedCase {
    /// The operand, evaluated once.
    pub operand: Expression,
    /// The branches; at least one.
    pub branches: Vec<ExtendedBranch>,
    /// ELSE.
    pub otherwise: Option<Expression>,
}

/// `WHEN test, test THEN result`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ExtendedBranch {
    /// The tests, of which one must hold; at least one.
    pub tests: Vec<CaseTest>,
    /// The result.
    pub then: Expression,
}

/// What the operand of an [`ExtendedCase`] is tested for.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum CaseTest {
    /// `value`: to be equal to it.
    Value(Expression),
    /// `> value`
    Comparison(ComparisonOperator, Expression),
    /// `STARTS WITH value`; one of IN, STARTS WITH, ENDS WITH, CONTAINS, =~.
    Predicate(BinaryOperator, Expression),
    /// `IS NULL`; with true `IS NOT NULL`.
    Null(bool),
    /// `IS :: type`, `IS NORMALIZED`
    Is(IsTest),
}

impl CaseTest {
    /// What the operand is compared with.
    pub fn value(&self) -> Option<&Expression> {
        match self {
            CaseTest::Value(value) | CaseTest::Comparison(_, value) | CaseTest::Predicate(_, value) => Some(value),
            CaseTest::Null(_) | CaseTest::Is(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn value_mut(&mut self) -> Option<&mut Expression> {
        match self {
            CaseTest::Value(value) | CaseTest::Comparison(_, value) | CaseTest::Predicate(_, value) => Some(value),
            CaseTest::Null(_) | CaseTest::Is(_) => None,
        }
    }
}

/// A function call. The name is kept as written; look-ups ignore case.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct FunctionCall {
    /// The name, dotted for namespaces (`duration.between`).
    pub name: Name,
    /// DISTINCT, for aggregates.
    pub distinct: bool,
    /// The arguments.
    pub arguments: Vec<Expression>,
}

/// `[variable IN list WHERE predicate | projection]`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ListComprehension {
    /// The variable.
    pub variable: Name,
    /// The list.
    pub list: Expression,
    /// WHERE.
    pub predicate: Option<Expression>,
    /// After the bar.
    pub projection: Option<Expression>,
}

/// `[path = pattern WHERE predicate | projection]`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct PatternComprehension {
    /// The pattern; its variable is the path variable.
    pub pattern: Pattern,
    /// WHERE.
    pub predicate: Option<Expression>,
    /// After the bar.
    pub projection: Expression,
}

/// `all(variable IN list WHERE predicate)`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct QuantifiedPredicate {
    /// all, any, none or single.
    pub quantifier: ListQuantifier,
    /// The variable.
    pub variable: Name,
    /// The list.
    pub list: Expression,
    /// WHERE; always written.
    pub predicate: Expression,
}

/// The list quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListQuantifier {
    /// `all`
    All,
    /// `any`
    Any,
    /// `none`
    None,
    /// `single`
    Single,
}

/// `reduce(accumulator = initial, variable IN list | expression)`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Reduce {
    /// The accumulator.
    pub accumulator: Name,
    /// Its first value.
    pub initial: Expression,
    /// The variable.
    pub variable: Name,
    /// The list.
    pub list: Expression,
    /// The accumulator's next value.
    pub expression: Expression,
}

/// An item of a map projection.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum MapProjectionItem {
    /// `.key`
    Property(Name),
    /// `.*`
    All,
    /// `key: value`
    Entry(Name, Expression),
    /// `variable`
    Variable(Name),
}

/// The body of `EXISTS { }` and `COUNT { }`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Subquery {
    /// `{ [MATCH] patterns [WHERE predicate] }`, printed with MATCH.
    Pattern {
        /// The patterns.
        patterns: Vec<Pattern>,
        /// WHERE.
        predicate: Option<Expression>,
    },
    /// A whole query. A body of one plain MATCH and nothing else is `Pattern`.
    Query(Query),
}

impl PartialEq for Literal {
    fn eq(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Null, Literal::Null) => true,
            (Literal::Boolean(a), Literal::Boolean(b)) => a == b,
            (Literal::Integer(a), Literal::Integer(b)) => a == b,
            (Literal::Float(a), Literal::Float(b)) => a.to_bits() == b.to_bits(),
            (Literal::String(a), Literal::String(b)) => a == b,
            _ => false,
        }
    }
}

/// Agrees with `==`: floats are told apart by their bits.
impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Literal::Null => {}
            Literal::Boolean(value) => value.hash(state),
            Literal::Integer(value) => value.hash(state),
            Literal::Float(value) => value.to_bits().hash(state),
            Literal::String(value) => value.hash(state),
        }
    }
}

impl From<Literal> for Expression {
    fn from(literal: Literal) -> Expression {
        Expression::Literal(literal)
    }
}
