//! What a reduction asks of a language: edits that make a statement smaller, and what smaller means.

use graphlance_graph::Returns;

use crate::Statement;

/// How heavy a statement is. What is smaller in each is lighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Clauses, or steps.
    pub clauses: usize,
    /// Parts of the tree, the less plain of them counted more than once.
    pub parts: usize,
    /// How far literals are from the simplest ones.
    pub values: usize,
    /// Pairs that stand in the wrong order, of things whose order means nothing where the statement reads.
    pub disorder: usize,
}

/// A statement under reduction.
pub trait Bench {
    /// The statement as it is now; none when there is none any more.
    fn statement(&self) -> Option<&Statement>;

    /// Tries another statement in its place. True when that will do and is lighter; it is then the statement.
    fn attempt(&mut self, edited: Statement) -> bool;

    /// Whether no attempt can succeed any more. Asked while something is left to try.
    fn is_over(&self) -> bool;

    /// What another statement must return on the graph on which this one runs; none when nobody knows.
    fn returns(&self, other: Statement) -> Option<Returns>;
}

/// When a pass is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// On statements that load the graph, before all others: values stay of their kind, so that each key keeps its type.
    Loading,
    /// On statements that are run, before elements of the graph are dropped: large cuts.
    Large,
    /// On statements that are run, after elements of the graph are dropped.
    Small,
    /// Once, on statements that are run: literals.
    Literals,
    /// Once, on statements that load the graph: literals, which stay of their kind.
    LoadedLiterals,
    /// Last, on statements that are run: the usual order of what has none.
    Order,
}

/// A pass over a statement: it tries edits of one sort, one after the other.
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// When it is run.
    pub stage: Stage,
    /// The pass.
    pub run: Box<Run>,
}

/// Tries edits of the statement on a bench.
pub type Run = dyn Fn(&mut dyn Bench);
