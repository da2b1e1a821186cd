//! Relations between the answers to several traversals of Gremlin: those of Gamera, on graphs with declared properties, and those
//! of GDBMeter. `repeat` finds walks, which use an edge as often as they come to it; `simplePath` finds paths that come to nothing
//! twice. So some are stated otherwise than in Cypher, whose paths are trails.

mod addition;
mod again;
mod aggregates;
mod asking;
mod deletion;
mod edge_property;
mod fusion;
mod hops;
mod paths;
mod round;
mod shortest_path;
mod update;

use graphlance_graph::random_graph::{Property, Topology};
use graphlance_gremlin::{Dialect, Version};

use crate::relations::{Asked, Asking};
use crate::traversals::Traversals;

pub use round::RelationRound;

/// A relation between the answers to traversals.
pub struct TraversalRelation {
    /// Its name, in lineages and reports.
    pub name: &'static str,
    /// The oracle that asks it.
    pub oracle: &'static str,
    /// What must hold, and why, in one sentence.
    pub page: &'static str,
    /// What must hold of the graph and of the target.
    pub needs: &'static [TraversalNeed],
    /// Whether its statements write.
    pub writes: bool,
    /// Makes statements of it, and what must hold; none where the graph has nothing to ask for.
    make: fn(&mut Walking<'_>) -> Option<Asked>,
}

/// What relations between traversals are made of.
pub(crate) type Walking<'a> = Asking<'a, Traversals>;

/// What must hold of a graph, or of a target, for a relation to be right or to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraversalNeed {
    /// No walk leads from a vertex back to it.
    Acyclic,
    /// An edge of a type may be put between any two vertices.
    AnyEnds,
    /// A vertex may have a label that was not declared.
    AnyLabel,
    /// A filter holds or does not. In 3.6 and 3.7 one that compares what cannot be compared is an error, and so is its negation:
    /// what is such at last passes neither (TinkerPop, *Ternary Boolean Logic*).
    TwoValuedFilters,
}

impl TraversalNeed {
    /// Every one.
    pub const ALL: &'static [TraversalNeed] =
        &[TraversalNeed::Acyclic, TraversalNeed::AnyEnds, TraversalNeed::AnyLabel, TraversalNeed::TwoValuedFilters];

    /// Whether it holds of the graphs of a topology, where that is known, in a dialect.
    fn holds(self, topology: Option<Topology>, dialect: &Dialect) -> bool {
        match self {
            TraversalNeed::Acyclic => topology.is_some_and(|topology| topology.has(Property::Acyclic)),
            TraversalNeed::AnyEnds => !dialect.values.one_pair_per_type,
            TraversalNeed::AnyLabel => dialect.declarations.vertex_label.is_none(),
            TraversalNeed::TwoValuedFilters => !matches!(dialect.tinkerpop, Version::V36 | Version::V37),
        }
    }
}

/// Every relation between traversals.
pub const TRAVERSAL_RELATIONS: &[&TraversalRelation] = &[
    &addition::APPENDED,
    &addition::IRRELEVANT,
    &addition::PARALLEL,
    &addition::PARALLEL_AT_LEAST,
    &addition::RING,
    &again::FILTERED_OR_NOT,
    &again::PARTS,
    &again::PARTS_BY_CHOICE,
    &again::PARTS_BY_KEY,
    &again::REFINED,
    &again::STAYING,
    &aggregates::COUNTED,
    &aggregates::COUNTED_AS_VALUES,
    &aggregates::SUMMED,
    &deletion::EDGES,
    &deletion::VERTICES,
    &deletion::WALKS,
    &edge_property::HETEROGENEOUS,
    &edge_property::HOMOGENEOUS,
    &fusion::FILTERS_AND,
    &fusion::FILTERS_OR,
    &fusion::WAYS_AND,
    &fusion::WAYS_OR,
    &hops::DESCENDANTS,
    &hops::HOPS_EMITTED,
    &hops::HOPS_FROM_BOTH_ENDS,
    &hops::HOPS_WRITTEN_OUT,
    &hops::SPOUSES,
    &paths::CONNECTED,
    &paths::SIMPLE_PATHS,
    &paths::SIMPLE_PATHS_APART,
    &paths::WALKS,
    &shortest_path::ADDED,
    &shortest_path::APPENDED,
    &shortest_path::DELETED,
    &shortest_path::OVER_A_VERTEX,
    &update::HIDDEN,
    &update::SHOWN,
];

impl TraversalRelation {
    /// Whether all that it needs holds, but for what is left out by a test.
    fn fits(&self, topology: Option<Topology>, dialect: &Dialect, left_out: Option<TraversalNeed>) -> bool {
        self.needs.iter().filter(|need| Some(**need) != left_out).all(|need| need.holds(topology, dialect))
    }
}
