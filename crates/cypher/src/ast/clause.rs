//! Queries and clauses.

use graphlance_graph::Name;

use super::{Composed, Expression, Hint, LabelExpression, NodePattern, Page, Pattern, Projection, Transactions};

/// Single queries joined by UNION.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Query {
    /// The values of parameters, written without operators; only the query that is the whole statement has any.
    pub parameters: Vec<(Name, Expression)>,
    /// The first part.
    pub first: SingleQuery,
    /// The further parts.
    pub unions: Vec<Union>,
}

/// `UNION [ALL] query`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Union {
    /// True for UNION ALL, which keeps duplicates.
    pub all: bool,
    /// The part after it.
    pub query: SingleQuery,
}

/// A sequence of clauses.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct SingleQuery {
    /// The clauses in order.
    pub clauses: Vec<Clause>,
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Clause {
    /// `[OPTIONAL] MATCH patterns [USING hint ..] [WHERE predicate]`
    Match(Match),
    /// `UNWIND list AS variable`
    Unwind(Unwind),
    /// `FOR variable IN list`: UNWIND as ISO 39075 writes it.
    For(Unwind),
    /// `FILTER predicate`
    Filter(Expression),
    /// `LET variable = expression, ..`
    Let(Vec<(Name, Expression)>),
    /// `[ORDER BY ..] [SKIP ..] [LIMIT ..]` by itself.
    Page(Page),
    /// `WITH items ... [WHERE predicate]`
    With(With),
    /// `RETURN items ...`
    Return(Projection),
    /// `FINISH`
    Finish,
    /// Queries in the place of clauses.
    Composed(Box<Composed>),
    /// `[OPTIONAL] CALL procedure(arguments) [YIELD items [WHERE predicate]]`
    Call(ProcedureCall),
    /// `[OPTIONAL] CALL { query }`
    Subquery(CallSubquery),
    /// `CREATE patterns`
    Create(Vec<Pattern>),
    /// `INSERT patterns`
    Insert(Vec<Pattern>),
    /// `MERGE pattern [ON CREATE SET ..] [ON MATCH SET ..]`
    Merge(Merge),
    /// `SET items`
    Set(Vec<SetItem>),
    /// `REMOVE items`
    Remove(Vec<RemoveItem>),
    /// `[DETACH | NODETACH] DELETE expressions`
    Delete(Delete),
    /// `FOREACH (variable IN list | clauses)`
    Foreach(Foreach),
}

/// `[OPTIONAL] MATCH`.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Match {
    /// True for OPTIONAL MATCH.
    pub optional: bool,
    /// The match mode, when written.
    pub mode: Option<MatchMode>,
    /// The comma-separated patterns; at least one.
    pub patterns: Vec<Pattern>,
    /// What the planner is to do, in the order written.
    pub hints: Vec<Hint>,
    /// WHERE.
    pub predicate: Option<Expression>,
}

/// How often a relationship may stand in one match of all patterns of a MATCH.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// `DIFFERENT RELATIONSHIPS`: once, as without a mode.
    DifferentRelationships,
    /// `REPEATABLE ELEMENTS`: any number of times.
    RepeatableElements,
}

/// `UNWIND`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Unwind {
    /// The list.
    pub list: Expression,
    /// The variable of one element.
    pub variable: Name,
}

/// `WITH`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct With {
    /// What is projected.
    pub projection: Projection,
    /// WHERE, after the projection.
    pub predicate: Option<Expression>,
}

/// `CALL procedure`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ProcedureCall {
    /// OPTIONAL CALL.
    pub optional: bool,
    /// The dotted name, e.g. `db.labels`.
    pub name: Name,
    /// Arguments; `None` for the form without parentheses (standalone, arguments from parameters).
    pub arguments: Option<Vec<Expression>>,
    /// YIELD.
    pub results: Yield,
    /// WHERE after YIELD.
    pub predicate: Option<Expression>,
}

/// `YIELD`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Yield {
    /// No YIELD.
    Absent,
    /// `YIELD *`
    Star,
    /// `YIELD field [AS variable], ...`
    Items(Vec<YieldItem>),
}

/// `field [AS variable]`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct YieldItem {
    /// The procedure's result field.
    pub field: Name,
    /// The variable, when renamed.
    pub variable: Option<Name>,
}

/// `CALL { }`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct CallSubquery {
    /// OPTIONAL CALL.
    pub optional: bool,
    /// How outer variables come in.
    pub imports: Imports,
    /// The body.
    pub query: Query,
    /// `IN TRANSACTIONS`.
    pub transactions: Option<Transactions>,
}

/// The imports of a `CALL { }`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Imports {
    /// `CALL { .. }`: none, or an importing WITH that stands as first clause of the body.
    Body,
    /// `CALL (*) { .. }`
    All,
    /// `CALL (a, b) { .. }`
    Names(Vec<Name>),
}

/// `MERGE`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Merge {
    /// The pattern.
    pub pattern: Pattern,
    /// ON CREATE SET and ON MATCH SET in the order written.
    pub actions: Vec<MergeAction>,
}

/// `ON CREATE SET ..` or `ON MATCH SET ..`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct MergeAction {
    /// True for ON CREATE, false for ON MATCH.
    pub on_create: bool,
    /// What is set.
    pub items: Vec<SetItem>,
}

/// An item of SET.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum SetItem {
    /// `target.key = value`; the target is an expression that evaluates to an element.
    Property {
        /// The element.
        target: Expression,
        /// The property key.
        key: Name,
        /// The value.
        value: Expression,
    },
    /// `variable = map` (replace) or `variable += map` (merge).
    Properties {
        /// The element's variable.
        variable: Name,
        /// `+=`.
        merge: bool,
        /// A map, node or relationship.
        value: Expression,
    },
    /// `variable:A:B`
    Labels {
        /// The node's variable.
        variable: Name,
        /// The labels.
        labels: Vec<Name>,
    },
    /// `target[key] = value`
    DynamicProperty {
        /// The element.
        target: Expression,
        /// The property key, a string.
        key: Expression,
        /// The value.
        value: Expression,
    },
    /// `variable:A:$(names)`
    DynamicLabels {
        /// The node's variable.
        variable: Name,
        /// The labels; one of them at least is computed.
        labels: Vec<WrittenLabel>,
    },
}

/// A label of SET and REMOVE.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum WrittenLabel {
    /// `A`
    Name(Name),
    /// `$(names)`: a string or a list of strings.
    Dynamic(Expression),
}

/// An item of REMOVE.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum RemoveItem {
    /// `target.key`
    Property {
        /// The element.
        target: Expression,
        /// The property key.
        key: Name,
    },
    /// `variable:A:B`
    Labels {
        /// The node's variable.
        variable: Name,
        /// The labels.
        labels: Vec<Name>,
    },
    /// `target[key]`
    DynamicProperty {
        /// The element.
        target: Expression,
        /// The property key, a string.
        key: Expression,
    },
    /// `variable:A:$(names)`
    DynamicLabels {
        /// The node's variable.
        variable: Name,
        /// The labels; one of them at least is computed.
        labels: Vec<WrittenLabel>,
    },
}

/// `[DETACH | NODETACH] DELETE`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Delete {
    /// DETACH.
    pub detach: bool,
    /// NODETACH, which says what is so without it. Not beside DETACH.
    pub nodetach: bool,
    /// What is deleted.
    pub expressions: Vec<Expression>,
}

/// `FOREACH`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Foreach {
    /// The loop variable.
    pub variable: Name,
    /// The list.
    pub list: Expression,
    /// Updating clauses.
    pub clauses: Vec<Clause>,
}

impl From<SingleQuery> for Query {
    fn from(first: SingleQuery) -> Query {
        Query { parameters: Vec::new(), first, unions: Vec::new() }
    }
}

impl CallSubquery {
    /// `CALL { query }` without anything else.
    pub fn new(imports: Imports, query: Query) -> CallSubquery {
        CallSubquery { optional: false, imports, query, transactions: None }
    }
}

impl Query {
    /// All single queries, left to right.
    pub fn parts(&self) -> impl Iterator<Item = &SingleQuery> {
        std::iter::once(&self.first).chain(self.unions.iter().map(|union| &union.query))
    }
}

impl NodePattern {
    /// A node pattern of a variable alone.
    pub fn variable(name: impl Into<Name>) -> NodePattern {
        NodePattern { variable: Some(name.into()), ..NodePattern::default() }
    }

    /// Adds labels, all of which must be present (`:A:B`).
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = Name>) -> NodePattern {
        self.labels = LabelExpression::all_of(labels);
        self
    }
}
