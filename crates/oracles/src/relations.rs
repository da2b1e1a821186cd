//! Relations between the answers to several statements on a graph with declared properties: each says what it needs, and makes
//! statements and what must hold of their answers. They are stated over paths, neighbours and elements.

mod addition;
mod again;
mod asking;
mod connectivity;
mod deletion;
mod edge_property;
mod fusion;
mod hops;
mod irrelevant;
mod partitioning;
mod path_count;
mod shortest_path;
mod spouse;
mod update;

use graphlance_case::{Bag, Relation};
use graphlance_cypher::Dialect;
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_graph::random_graph::{Property, Topology};

pub use again::PlannedGroup;
pub use asking::Asking;
pub(crate) use asking::{Types, id_of};
pub(crate) use update::Updated;

/// A relation between answers.
pub struct GraphRelation {
    /// Its name, in lineages and reports.
    pub name: &'static str,
    /// What must hold, and why, in one sentence.
    pub page: &'static str,
    /// What must hold of the graph and of the target's rules.
    pub needs: &'static [Need],
    /// Whether its statements write.
    pub writes: bool,
    /// Whether its statements begin at nodes that they name, and go a few relationships from there, so that they stay cheap on a
    /// graph of a million nodes.
    pub anchored: bool,
    /// Makes statements of it, and what must hold; none where the graph has nothing to ask for.
    pub make: fn(&mut Asking<'_>) -> Option<Asked>,
}

/// What must hold of a graph, or of a target's rules of paths, for a relation to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// No path leads from a node back to it.
    Acyclic,
    /// A relationship of variable length uses each relationship once at most, and nothing else bounds it.
    Trails,
    /// Relationships of one pattern are told apart, so that it finds trails and not walks; or the graph has no cycles, where these
    /// are the same.
    TrailsInPatterns,
    /// Relationships of variable length find trails, or walks, and nothing in between; or the graph has no cycles, where these are
    /// the same.
    TrailsOrWalks,
}

impl Need {
    /// Every one.
    pub const ALL: &'static [Need] = &[Need::Acyclic, Need::Trails, Need::TrailsInPatterns, Need::TrailsOrWalks];

    /// Whether it holds of the graphs of a topology in a dialect.
    pub fn holds(self, topology: Topology, dialect: &Dialect) -> bool {
        let acyclic = topology.has(Property::Acyclic);
        let rule = dialect.deviations.relationship_uniqueness;
        let told_apart = matches!(rule, RelationshipUniqueness::Clause | RelationshipUniqueness::Path);
        match self {
            Need::Acyclic => acyclic,
            Need::Trails => told_apart,
            Need::TrailsInPatterns => acyclic || told_apart,
            // An engine that keeps track only within a relationship of variable length ends a path where it closes a cycle.
            Need::TrailsOrWalks => acyclic || rule != RelationshipUniqueness::VariableLengthOnly,
        }
    }
}

/// Statements of a relation and what must hold of their answers.
pub struct Asked {
    /// The texts of the statements, one after the other.
    pub texts: Vec<String>,
    /// What must hold, by the places of the statements. The column of rows that are compared is `id`.
    pub relation: Relation,
}

impl Asked {
    /// All of them have the same rows.
    pub(crate) fn same(texts: impl IntoIterator<Item = String>) -> Asked {
        let texts: Vec<String> = texts.into_iter().collect();
        let relation = Relation::Same((0..texts.len()).map(Bag::Rows).collect());
        Asked { texts, relation }
    }

    /// What is asked alone, and behind it what is asked at once: all of that, or any.
    pub(crate) fn fused(mut alone: Vec<String>, at_once: String, all: bool) -> Asked {
        let whole = alone.len();
        let rows = (0..whole).map(Bag::Rows).collect();
        let parts = if all { Bag::Common(rows) } else { Bag::Distinct(Box::new(Bag::Together(rows))) };
        alone.push(at_once);
        Asked::of(alone, Relation::Same(vec![Bag::Rows(whole), parts]))
    }

    /// A statement, what deletes its results, and the statement again: nothing is left of it, and of all there were before all
    /// but those are.
    pub(crate) fn left(some: String, delete: String, all: String) -> Asked {
        let texts = [some.clone(), all.clone(), delete, some, all];
        let rest = Bag::Together(vec![Bag::Rows(0), Bag::Rows(3), Bag::Rows(4)]);
        Asked::of(texts, Relation::Same(vec![Bag::Rows(1), rest]))
    }

    pub(crate) fn of(texts: impl IntoIterator<Item = String>, relation: Relation) -> Asked {
        Asked { texts: texts.into_iter().collect(), relation }
    }
}

/// Every relation.
pub const RELATIONS: &[&GraphRelation] = &[
    &addition::APPENDED,
    &addition::PARALLEL,
    &addition::PARALLEL_AT_LEAST,
    &addition::RING,
    &connectivity::CONNECTED,
    &deletion::NODES,
    &deletion::PATHS,
    &deletion::RELATIONSHIPS,
    &edge_property::HETEROGENEOUS,
    &edge_property::HOMOGENEOUS,
    &fusion::PATTERNS_AND,
    &fusion::PATTERNS_OR,
    &fusion::PREDICATES_AND,
    &fusion::PREDICATES_OR,
    &hops::DESCENDANTS,
    &hops::HOPS_FROM_BOTH_ENDS,
    &hops::HOPS_WRITTEN_OUT,
    &irrelevant::ADDED,
    &partitioning::PARTS,
    &path_count::ACYCLIC,
    &path_count::DISJOINT_TYPES,
    &path_count::ONE_PATTERN,
    &path_count::TWO_CLAUSES,
    &shortest_path::ADDED,
    &shortest_path::APPENDED,
    &shortest_path::DELETED,
    &shortest_path::OVER_A_NODE,
    &spouse::SPOUSES,
    &update::HIDDEN,
    &update::SHOWN,
];

impl GraphRelation {
    /// Whether all that it needs holds, but for what is left out by a test.
    pub fn fits(&self, topology: Topology, dialect: &Dialect, left_out: Option<Need>) -> bool {
        self.needs.iter().filter(|need| Some(**need) != left_out).all(|need| need.holds(topology, dialect))
    }
}
