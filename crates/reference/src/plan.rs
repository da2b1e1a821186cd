//! Plans: what the compiler makes of a query and the runner executes.

use graphlance_cypher::ast::{Direction, LabelExpression, PathMode};
use graphlance_cypher::functions::Aggregate;
use graphlance_graph::{Latitude, Name};

use crate::term::{Slot, Term};

/// Single queries joined by UNION.
#[derive(Clone, Debug)]
pub(crate) struct QueryPlan {
    pub parts: Vec<PartPlan>,
    /// UNION rather than UNION ALL.
    pub distinct: bool,
    /// Where the parts' columns go when there are several parts.
    pub outputs: Vec<(Name, Slot)>,
    /// Those outputs whose values engines may compute differently, and how far they may differ.
    pub inexact: Vec<(Slot, Latitude)>,
    /// True when it ends in RETURN (or is a standalone CALL).
    pub returns: bool,
}

/// A single query.
#[derive(Clone, Debug)]
pub(crate) struct PartPlan {
    pub clauses: Vec<ClausePlan>,
    /// The columns of RETURN.
    pub columns: Vec<(Name, Slot)>,
    /// The variables in scope after each clause, when the plan is to be traced.
    pub scopes: Vec<Vec<(Name, Slot)>>,
}

/// A clause.
#[derive(Clone, Debug)]
pub(crate) enum ClausePlan {
    Match(MatchPlan),
    Unwind {
        list: Term,
        slot: Slot,
        after_match: bool,
    },
    Project(ProjectPlan),
    Procedure(ProcedurePlan),
    Subquery(SubqueryPlan),
    /// Queries, each for the rows of the one before it.
    Sequence(Vec<QueryPlan>),
    /// For each row the first branch whose condition is true.
    Conditional(Vec<BranchPlan>),
    Finish,
    Create(Vec<CreatePattern>),
    Merge(MergePlan),
    Set(Vec<SetPlan>),
    Remove(Vec<RemovePlan>),
    Delete {
        detach: bool,
        terms: Vec<Term>,
    },
    Foreach {
        slot: Slot,
        list: Term,
        clauses: Vec<ClausePlan>,
    },
}

/// MATCH.
#[derive(Clone, Debug)]
pub(crate) struct MatchPlan {
    pub optional: bool,
    pub pattern: PatternPlan,
    /// More than one comma-separated pattern with a WHERE.
    pub commas_and_filter: bool,
}

/// How to find the matches of patterns: steps in order, each binding more slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternPlan {
    pub steps: Vec<MatchStep>,
    /// Conditions, referred to by [`MatchStep::Filter`].
    pub filters: Vec<Term>,
    /// The slots of variables it introduces.
    pub introduces: Vec<Slot>,
    /// The slots that nothing reads once all conditions hold.
    pub unnamed: Vec<Slot>,
}

/// A node to be bound or checked.
#[derive(Clone, Debug)]
pub(crate) struct NodeTarget {
    pub slot: Slot,
    pub bound: bool,
    pub labels: Vec<LabelExpression>,
    /// A property whose value is known, checked by the condition that follows.
    pub lookup: Option<Lookup>,
}

/// A property of a node and the term whose value it must equal.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    pub key: Name,
    pub value: Term,
}

/// A relationship to be bound or checked.
#[derive(Clone, Debug)]
pub(crate) struct Hop {
    pub slot: Slot,
    pub bound: bool,
    pub types: Option<LabelExpression>,
    /// Which of the clause's patterns it is part of.
    pub path: u32,
}

/// A step of matching.
#[derive(Clone, Debug)]
pub(crate) enum MatchStep {
    /// Bind a node to each node of the graph, or check a bound one.
    Node(NodeTarget),
    /// Bind both ends from each relationship of the graph, or from a bound one.
    Relationship { hop: Hop, left: NodeTarget, right: NodeTarget, direction: Direction },
    /// Go from a bound node over each of its relationships. The direction is as seen from there.
    Expand { from: Slot, hop: Hop, to: NodeTarget, direction: Direction },
    /// Go over a variable number of relationships.
    Variable(Box<VariableStep>),
    /// Go over a quantified path pattern.
    Quantified(Box<QuantifiedStep>),
    /// Find shortest paths between bound nodes.
    Shortest(Box<ShortestStep>),
    /// Choose among the matches of a pattern per pair of end points.
    Selected(Box<SelectedStep>),
    /// Check a condition.
    Filter(usize),
    /// Check that a path repeats nothing that its mode forbids.
    InMode { mode: PathMode, start: Slot, parts: Vec<PathPart> },
    /// Bind a path variable.
    Path { slot: Slot, start: Slot, parts: Vec<PathPart> },
}

/// What the relationships of a path are read from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PathPart {
    /// A relationship.
    One(Slot),
    /// A list of relationships.
    Many(Slot),
}

/// What each relationship of a variable-length pattern must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct EachHop {
    pub types: Option<LabelExpression>,
    pub properties: Vec<(Name, Term)>,
    /// A map that must agree, when the properties are not written as a map.
    pub property_map: Option<Term>,
    /// Where the condition finds the relationship.
    pub slot: Slot,
    pub predicate: Option<Term>,
    pub min: u32,
    pub max: u32,
    /// Which of the clause's patterns it is part of.
    pub path: u32,
}

/// A variable-length relationship.
#[derive(Clone, Debug)]
pub(crate) struct VariableStep {
    pub from: Slot,
    pub to: NodeTarget,
    /// As seen from `from`.
    pub direction: Direction,
    /// Where the list of relationships goes, or stands already.
    pub slot: Slot,
    pub bound: bool,
    /// The walk goes against the pattern's reading direction: the list is reversed.
    pub reversed: bool,
    pub each: EachHop,
}

/// A quantified path pattern.
#[derive(Clone, Debug)]
pub(crate) struct QuantifiedStep {
    pub from: Slot,
    pub to: NodeTarget,
    pub min: u32,
    pub max: u32,
    /// The repeated pattern; its first node is bound.
    pub inner: PatternPlan,
    pub first: Slot,
    pub last: Slot,
    pub hops: Vec<PathPart>,
    /// Inner variable and the list it becomes.
    pub groups: Vec<(Slot, Slot)>,
    /// Where the list of all relationships goes.
    pub trace: Slot,
}

/// shortestPath and allShortestPaths.
#[derive(Clone, Debug)]
pub(crate) struct ShortestStep {
    pub from: Slot,
    pub to: Slot,
    pub direction: Direction,
    pub slot: Slot,
    pub all: bool,
    /// Whether it shows nowhere which of them is taken.
    pub any: bool,
    pub each: EachHop,
}

/// `SHORTEST k`, `ALL SHORTEST`, `ANY`, `ANY k PATHS`, `SHORTEST k GROUPS`.
#[derive(Clone, Debug)]
pub(crate) struct SelectedStep {
    pub inner: PatternPlan,
    pub start: Slot,
    pub end: Slot,
    /// Those of the two that other patterns have bound by then.
    pub joined: Vec<Slot>,
    pub hops: Vec<PathPart>,
    pub selection: Selection,
}

/// Which paths of each pair of end points are taken.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selection {
    /// So many of the shortest.
    Shortest(usize),
    /// So many of any length.
    Any(usize),
    /// All of so many least lengths.
    Groups(usize),
}

/// In the place of the number of a pattern: its relationships may be repeated.
pub(crate) const REPEATABLE: u32 = u32::MAX;

/// WITH and RETURN.
#[derive(Clone, Debug)]
pub(crate) struct ProjectPlan {
    /// What is computed, and where it goes.
    pub items: Vec<(Slot, Term)>,
    /// The output columns.
    pub outputs: Vec<Slot>,
    /// The slots that hold grouping keys, when there are aggregates: filled from `key_items` first.
    pub keys: Vec<Slot>,
    pub key_items: Vec<(Slot, Term)>,
    pub aggregates: Vec<AggregatePlan>,
    pub grouped: bool,
    pub distinct: bool,
    pub order: Vec<(Term, bool)>,
    pub skip: Option<Term>,
    pub limit: Option<Term>,
    pub predicate: Option<Term>,
    /// RETURN.
    pub last: bool,
    /// The first computed column reads a property after an UNWIND.
    pub after_unwind: bool,
}

/// A call of an aggregate function.
#[derive(Clone, Debug)]
pub(crate) struct AggregatePlan {
    pub kind: Aggregate,
    pub distinct: bool,
    /// None for `count(*)`.
    pub argument: Option<Term>,
    pub percentile: Option<Term>,
    pub slot: Slot,
}

/// CALL of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct ProcedurePlan {
    pub optional: bool,
    pub name: Name,
    pub arguments: Vec<Term>,
    /// Index of the output column and where it goes.
    pub outputs: Vec<(usize, Slot)>,
    /// Without output columns: rows pass.
    pub void: bool,
    pub predicate: Option<Term>,
}

/// `CALL { }`.
#[derive(Clone, Debug)]
pub(crate) struct SubqueryPlan {
    pub optional: bool,
    pub query: QueryPlan,
    /// Outputs that are variables from outside: from where to where they are copied.
    pub copies: Vec<(Slot, Slot)>,
}

/// A branch of a conditional query.
#[derive(Clone, Debug)]
pub(crate) struct BranchPlan {
    /// None for ELSE.
    pub condition: Option<Term>,
    pub query: QueryPlan,
    /// From where to where its columns go.
    pub copies: Vec<(Slot, Slot)>,
}

/// A pattern of CREATE: nodes, then relationships.
#[derive(Clone, Debug, Default)]
pub(crate) struct CreatePattern {
    pub nodes: Vec<CreateNode>,
    pub relationships: Vec<CreateRelationship>,
    pub path: Option<(Slot, Slot, Vec<PathPart>)>,
}

/// A node to create.
#[derive(Clone, Debug)]
pub(crate) struct CreateNode {
    pub slot: Slot,
    pub labels: Vec<Name>,
    /// Labels that are computed.
    pub computed: Vec<Term>,
    pub properties: Option<Term>,
}

/// A relationship to create.
#[derive(Clone, Debug)]
pub(crate) struct CreateRelationship {
    pub slot: Slot,
    pub start: Slot,
    pub end: Slot,
    pub kind: TypePlan,
    pub properties: Option<Term>,
}

/// The type of a relationship to create.
#[derive(Clone, Debug)]
pub(crate) enum TypePlan {
    Name(Name),
    Computed(Term),
}

/// MERGE.
#[derive(Clone, Debug)]
pub(crate) struct MergePlan {
    pub pattern: PatternPlan,
    pub create: CreatePattern,
    pub on_create: Vec<SetPlan>,
    pub on_match: Vec<SetPlan>,
    /// Whether it stands in a FOREACH, or in a query of nothing else but an UNWIND in front of it, with one also of a RETURN.
    pub alone: bool,
}

/// An item of SET.
#[derive(Clone, Debug)]
pub(crate) enum SetPlan {
    Property { target: Term, key: Name, value: Term },
    Properties { target: Slot, merge: bool, value: Term },
    DynamicProperty { target: Term, key: Term, value: Term },
    Labels { target: Slot, labels: Vec<Name>, computed: Vec<Term> },
}

impl SetPlan {
    /// Whether what it writes, or where, is more than written down.
    pub fn reads(&self) -> bool {
        match self {
            SetPlan::Property { target, value, .. } => {
                !matches!((target, value), (Term::Slot(_), Term::Constant(_) | Term::Slot(_)))
            }
            SetPlan::Properties { value, .. } => !matches!(value, Term::Constant(_)),
            SetPlan::DynamicProperty { .. } => true,
            SetPlan::Labels { computed, .. } => !computed.is_empty(),
        }
    }
}

/// An item of REMOVE.
#[derive(Clone, Debug)]
pub(crate) enum RemovePlan {
    Property { target: Term, key: Name },
    DynamicProperty { target: Term, key: Term },
    Labels { target: Slot, labels: Vec<Name>, computed: Vec<Term> },
}

impl ProjectPlan {
    /// A projection of nothing.
    pub fn empty() -> ProjectPlan {
        ProjectPlan {
            items: Vec::new(),
            outputs: Vec::new(),
            keys: Vec::new(),
            key_items: Vec::new(),
            aggregates: Vec::new(),
            grouped: false,
            distinct: false,
            order: Vec::new(),
            skip: None,
            limit: None,
            predicate: None,
            last: false,
            after_unwind: false,
        }
    }
}
