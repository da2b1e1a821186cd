//! What a traversal becomes before it runs: operations in chains, each with its arguments as values and its nested chains by
//! number.

pub(crate) mod compile;
mod kinds;
mod labels;
mod lists;
mod making;
mod wrong;

pub(crate) use kinds::as_long;
pub(crate) use labels::Readers;
pub(crate) use making::{End, Making, Merging, Setting};
pub(crate) use wrong::{FOR_FIRST, FOR_ONE};

use graphlance_gremlin::token::{Barrier, Column, Direction, Dt, GType, Operator, Order, Pick, Pop, T};
use graphlance_gremlin::{Name, StepName, TestName, Version};

use crate::run::expression::Expression;
use crate::value::Value;

/// An operation of a program.
pub(crate) type OpId = usize;
/// A chain of operations of a program.
pub(crate) type ChainId = usize;

/// A traversal that can run.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub ops: Vec<Op>,
    pub chains: Vec<Chain>,
    pub root: ChainId,
    /// Whether a step reads paths, so that traversers with different ones are different.
    pub tracks_paths: bool,
    /// Whether a step reads labels, so that traversers with different objects under them are different.
    pub tracks_labels: bool,
    /// How far labels are read: behind that, what stands under them tells no traversers apart.
    pub readers: Readers,
    /// Whether a step changes the graph.
    pub writes: bool,
    /// Whether a nested step notes something aside or waits for all that it is given.
    pub shows_bulks: bool,
    /// Whether it makes lists of what has no order.
    pub lists_open: bool,
    /// Whether an operation may compare whole objects with each other, or traversers by their paths.
    pub compares: bool,
    pub source: Source,
}

/// What a source is configured with.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Whether bulks count as one.
    pub without_bulk: bool,
    pub sack: Option<Sack>,
    pub side_effects: Vec<(Name, Value, Option<Operator>)>,
}

/// What each traverser carries.
#[derive(Clone, Debug)]
pub(crate) struct Sack {
    pub initial: Value,
    /// How the sacks of two traversers that become one are merged.
    pub merge: Option<Operator>,
}

/// A chain of operations.
#[derive(Debug, Default)]
pub(crate) struct Chain {
    pub ops: Vec<OpId>,
    pub parent: Option<OpId>,
}

/// A step that can run.
#[derive(Debug)]
pub(crate) struct Op {
    pub name: StepName,
    pub kind: Kind,
    pub labels: Vec<Name>,
    pub previous: Option<OpId>,
    pub chain: ChainId,
    /// The chains that begin anew when it does.
    pub children: Vec<ChainId>,
    /// Whether it gives something for the first object alone.
    pub once: Option<Once>,
}

/// For which objects a step gives something that does so for the first alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Once {
    /// For what equals the first, too, which becomes one with it.
    ForEqual,
    ForOne,
}

/// A modulator `by(..)`.
#[derive(Clone, Debug)]
pub(crate) struct By {
    pub how: How,
    pub order: Option<Order>,
}

/// What `by(..)` takes of an object.
#[derive(Clone, Debug)]
pub(crate) enum How {
    Itself,
    Key(Name),
    Token(T),
    Column(Column),
    Chain(ChainId),
}

/// An argument that is known, or that a traversal gives.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Value(Value),
    Chain(ChainId),
}

/// A predicate.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    Compare(TestName, Value),
    Within(Vec<Value>),
    Type(Option<GType>),
    Regex(Box<fancy_regex::Regex>),
    Not(Box<Check>),
    And(Vec<Check>),
    Or(Vec<Check>),
}

/// Which part of an element `has` looks at.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Property(Option<Name>),
    Id,
    /// The identity, as its text.
    IdText,
    Label,
    Key,
    Value,
}

/// What an option of a branch is taken for.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Pick(Pick),
    Equal(Value),
    Check(Check),
    Chain(ChainId),
}

/// What decides which option a branch takes.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// What a chain gives.
    Chain(ChainId),
    /// Whether a chain gives anything.
    Productive(ChainId),
    /// What a modulator gives.
    By(How),
    /// All of them.
    All,
}

/// A part of `match`.
#[derive(Clone, Debug)]
pub(crate) struct MatchPart {
    /// Where it begins; none where it takes the traverser as it is.
    pub start: Option<Name>,
    pub body: Body,
    pub end: Option<Name>,
}

/// What a part of `match` does between its ends.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Chain(ChainId),
    All(Vec<MatchPart>),
    Any(Vec<MatchPart>),
    /// A filter, and the labels that it reads.
    Filter(ChainId, Vec<Name>),
}

/// What is done to a text.
#[derive(Clone, Debug)]
pub(crate) enum TextChange {
    AsString,
    Length,
    ToUpper,
    ToLower,
    Trim,
    TrimStart,
    TrimEnd,
    Replace(Option<Name>, Option<Name>),
    Split(Option<Name>),
    Substring(i64, Option<i64>),
}

/// How two collections become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joining {
    Combine,
    Difference,
    Disjunct,
    Intersect,
    Merge,
    Product,
}

/// What all numbers of a stream or of a collection become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Count,
    Sum,
    Mean,
    Min,
    Max,
}

/// A piece of the text of `format`.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    /// What the next `by(..)` gives.
    Turn,
    Name(Name),
}

/// What an operation does; `Given` begins with objects of another program, in no order, and a `Wait` that is not written is one
/// that a strategy may put there.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Start,
    Identity,
    Given(Vec<Value>),
    Graph { edges: bool, ids: Option<Vec<Value>>, first: bool },
    Inject { values: Vec<Value> },
    Adjacent { direction: Direction, edges: bool, labels: Vec<Option<Name>> },
    EndOf(Direction),
    OtherEnd,
    Properties { keys: Vec<Option<Name>>, values: bool },
    PropertyMap { keys: Vec<Option<Name>>, values: bool, tokens: i64, by: Option<By> },
    ElementMap { keys: Vec<Option<Name>> },
    Id,
    Label,
    Key,
    Value,
    Element,
    AddVertex { making: Making, first: bool },
    AddEdge { making: Making, from: End, to: End, first: bool },
    MergeVertex(Box<Merging>),
    MergeEdge(Box<Merging>),
    Set(Box<Setting>),
    Drop,
    Has { part: Part, check: Check },
    HasKeyOf { key: Option<Name>, wanted: bool },
    Is(Check),
    Filter(ChainId),
    Not(ChainId),
    And(Vec<ChainId>),
    Or(Vec<ChainId>),
    WhereLabels { start: Option<Name>, check: Box<Labelled>, bys: Vec<By> },
    WhereStart(Option<Name>),
    WhereEnd(Name),
    Quantified { every: bool, negated: bool, check: Check },
    Discard,
    Dedup { labels: Vec<Name>, by: Option<By> },
    DedupLocal,
    Range { low: i64, high: i64 },
    RangeLocal { low: i64, high: i64 },
    Tail(i64),
    TailLocal(i64),
    Coin(f64),
    Sample { amount: i64, by: Option<By> },
    SampleLocal(i64),
    PathFilter { simple: bool, from: Option<Name>, to: Option<Name>, bys: Vec<By> },
    Repeat(Box<Repeat>),
    RepeatEnd,
    Branch { choice: Choice, options: Vec<(Pattern, ChainId)>, first_only: bool, first: bool, waits: bool },
    Coalesce(Vec<ChainId>),
    Optional(ChainId),
    Local(ChainId),
    MapTo(ChainId),
    MapBy(How),
    FlatMap(ChainId),
    SideEffect(ChainId),
    Match(Vec<MatchPart>),
    Select { pop: Pop, keys: Vec<Name>, bys: Vec<By> },
    SelectColumn(Column),
    SelectBy { pop: Pop, key: ChainId, by: Option<By> },
    Project { keys: Vec<Name>, bys: Vec<By> },
    Path { from: Option<Name>, to: Option<Name>, bys: Vec<By> },
    Tree { key: Option<Name>, bys: Vec<By>, waits: bool },
    Aggregate { key: Name, waits: bool, by: Option<By> },
    Cap(Vec<Name>),
    Subgraph { key: Name, waits: bool },
    Sack,
    SetSack { operator: Operator, by: Option<By> },
    Loops(Option<Name>),
    Wait { size: Option<usize>, written: bool },
    WaitSack(Barrier),
    Reduce(Reduction),
    ReduceLocal(Reduction),
    Fold { seed: Option<(Value, Operator)> },
    Unfold,
    Group(Box<Grouping>),
    GroupCount { key: Option<Name>, by: Option<By>, waits: bool },
    Order(Vec<By>),
    OrderLocal(Vec<By>),
    Index { map: bool },
    Constant(Value),
    Math { expression: Expression, bys: Vec<By> },
    Text { change: TextChange, local: bool },
    Concat(Vec<Operand>),
    Format { pieces: Vec<Piece>, bys: Vec<By> },
    AsDate,
    AsNumber(GType),
    AsBool,
    DateAdd(Dt, i64),
    DateDiff(Operand),
    Reverse,
    Join(Joining, Operand),
    Conjoin(Name),
    Fail(String),
}

/// `where` with a predicate over labels.
#[derive(Clone, Debug)]
pub(crate) enum Labelled {
    Compare(TestName, Name),
    Not(Box<Labelled>),
    And(Vec<Labelled>),
    Or(Vec<Labelled>),
}

/// `repeat` with its modulators.
#[derive(Clone, Debug)]
pub(crate) struct Repeat {
    pub body: ChainId,
    pub until: Option<Stop>,
    pub emit: Option<Stop>,
    pub until_first: bool,
    pub emit_first: bool,
    pub name: Option<Name>,
    /// Whether a step in its body waits for all traversers.
    pub waits: bool,
}

/// What `until` and `emit` ask.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    Always,
    Rounds(i64),
    Chain(ChainId),
}

/// `group` with its modulators.
#[derive(Clone, Debug)]
pub(crate) struct Grouping {
    /// Under which key it notes aside; none where it reduces.
    pub side: Option<Name>,
    pub by: Option<By>,
    pub values: ChainId,
    /// The step of the values that waits for all traversers of a group.
    pub barrier: Option<OpId>,
    /// Whether a group stays although its barrier gets nothing.
    pub keeps_empty: bool,
    pub waits: bool,
}

impl Program {
    /// Whether a step gives a nested chain a traverser with its bulk, so that what the chain makes of all shows how they are
    /// bulked; local() does so before 3.8.
    pub fn reduces_bulks(&self, op: &Op, version: Version) -> bool {
        let counts = |kind: &Kind| matches!(kind, Kind::Dedup { .. } | Kind::Range { .. } | Kind::Tail(_));
        let shows = |op: &OpId| self.op(*op).kind.waits() || counts(&self.op(*op).kind);
        let reduces = |chain: &ChainId| self.chains[*chain].ops.iter().any(shows);
        let is_local = matches!(op.kind, Kind::Local(_)) && version < Version::V38;
        (is_local || matches!(op.kind, Kind::Optional(_) | Kind::FlatMap(_) | Kind::Branch { .. } | Kind::Repeat(_)))
            && op.children.iter().any(reduces)
    }

    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id]
    }

    pub fn first(&self, chain: ChainId) -> Option<OpId> {
        self.chains[chain].ops.first().copied()
    }

    pub fn last(&self, chain: ChainId) -> Option<OpId> {
        self.chains[chain].ops.last().copied()
    }

    /// The operation behind one in its chain.
    pub fn behind(&self, id: OpId) -> Option<&Op> {
        self.ops.iter().find(|op| op.previous == Some(id))
    }
}
