//! Defects of the driver itself, which no rule of the evaluator is: what it counts, and what its indexes know.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use graphlance_cypher::facts::pinned_indexes;
use graphlance_cypher::features::features_of;
use graphlance_cypher::{Feature, Statement};
use graphlance_graph::{Count, Counters, Graph, Index, Name, Node, NodeKey};

/// A defect, planted for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// A relationship that goes with its node is not counted.
    DetachedUncounted,
    /// Every node that is made is counted twice.
    CreatedTwice,
    /// The labels of new nodes are not counted.
    NewLabelsUncounted,
    /// An index keeps a node that was deleted, with the properties that it had.
    DeletedStaysInIndex,
    /// An index keeps a node whose transaction was rolled back.
    RolledBackStaysInIndex,
    /// An index does not find a node by a value that it was given later.
    ChangedStaysOutOfIndex,
    /// A statement with a subquery takes time for each node, whatever it matches.
    SlowSubqueries,
    /// A plan expects three times as many rows where a statement names several labels or types.
    LabelsRaiseEstimates,
}

impl Defect {
    /// Every one, with its name on the command line.
    pub const ALL: &'static [(&'static str, Defect)] = &[
        ("detached-relationships-uncounted", Defect::DetachedUncounted),
        ("created-nodes-counted-twice", Defect::CreatedTwice),
        ("labels-of-new-nodes-uncounted", Defect::NewLabelsUncounted),
        ("deleted-stays-in-index", Defect::DeletedStaysInIndex),
        ("rolled-back-stays-in-index", Defect::RolledBackStaysInIndex),
        ("changed-stays-out-of-index", Defect::ChangedStaysOutOfIndex),
        ("slow-subqueries", Defect::SlowSubqueries),
        ("labels-raise-estimates", Defect::LabelsRaiseEstimates),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Defect::ALL.iter().find(|(_, defect)| *defect == self).map_or("", |(name, _)| name)
    }

    /// What is told of what was counted.
    pub(super) fn told(self, counters: &mut Counters) {
        let has = |counters: &Counters, count: Count| counters.of(count) > 0;
        match self {
            Defect::DetachedUncounted if has(counters, Count::NodesDeleted) => {
                counters.set(Count::RelationshipsDeleted, 0);
            }
            Defect::CreatedTwice if has(counters, Count::NodesCreated) => {
                counters.set(Count::NodesCreated, 2 * counters.of(Count::NodesCreated));
            }
            Defect::NewLabelsUncounted if has(counters, Count::NodesCreated) => counters.set(Count::LabelsAdded, 0),
            _ => {}
        }
    }
}

/// What a statement takes too long for each node.
const SLOW: Duration = Duration::from_micros(40);
/// What an estimate grows by.
const RAISED: f64 = 3.0;

impl Defect {
    /// What a statement takes longer on a graph than it should.
    pub(super) fn delay(self, graph: &Graph, statement: &Statement) -> Option<Duration> {
        let features = features_of(statement);
        let nests = [Feature::CallSubquery, Feature::CallSubqueryScope].iter().any(|call| features.contains(call));
        (self == Defect::SlowSubqueries && nests).then(|| SLOW * u32::try_from(graph.node_count()).unwrap_or(u32::MAX))
    }

    /// An estimate as it is told.
    pub(super) fn estimated(self, statement: &Statement, rows: f64) -> f64 {
        let names = features_of(statement).contains(&Feature::MultipleLabels);
        if self == Defect::LabelsRaiseEstimates && names { rows * RAISED } else { rows }
    }
}

/// What the indexes of a database know that is not so, or do not know.
#[derive(Default)]
pub(super) struct Entries {
    /// Nodes that are gone.
    ghosts: BTreeMap<NodeKey, Arc<Node>>,
    /// Nodes that are not found by a key.
    missed: Vec<(NodeKey, Name)>,
}

impl Entries {
    /// Nothing is wrong any more: the database is empty.
    pub(super) fn clear(&mut self) {
        *self = Entries::default();
    }

    /// The graph became another one, by a statement or by the end of a transaction that undid it.
    pub(super) fn changed(&mut self, defect: Defect, undone: bool, before: &Graph, after: &Graph) {
        let stays = match undone {
            true => Defect::RolledBackStaysInIndex,
            false => Defect::DeletedStaysInIndex,
        };
        if defect == stays {
            let gone = before.nodes().filter(|node| after.node(node.key).is_none());
            self.ghosts.extend(gone.map(|node| (node.key, Arc::clone(node))));
        }
        if defect == Defect::ChangedStaysOutOfIndex {
            for node in after.nodes() {
                let Some(had) = before.node(node.key).filter(|had| had.properties != node.properties) else { continue };
                let given = node.properties.iter().filter(|(key, value)| had.properties.get(*key) != Some(value));
                self.missed.extend(given.map(|(key, _)| (node.key, key.clone())));
            }
        }
    }

    /// The graph as a statement sees it that an index serves; none where none does, or nothing is wrong.
    pub(super) fn seen(&self, graph: &Graph, statement: &Statement) -> Option<Graph> {
        if self.ghosts.is_empty() && self.missed.is_empty() {
            return None;
        }
        let pinned: Vec<&Index> = pinned_indexes(statement, &graph.schema);
        let knows = |node: &Node| {
            let has = |key: &Name| node.properties.contains_key(key);
            pinned.iter().any(|index| index.on_nodes && node.labels.contains(&index.name) && index.keys.iter().all(has))
        };
        let mut seen = graph.clone();
        for ghost in self.ghosts.values().filter(|ghost| knows(ghost)) {
            // A node that came back is none that is gone.
            let _ = seen.insert_node(Node::clone(ghost));
        }
        for (node, key) in &self.missed {
            if seen.node(*node).is_some_and(|node| knows(node)) && pinned.iter().any(|index| index.keys.contains(key)) {
                seen.edit_node(*node, |node| {
                    node.properties.remove(key);
                });
            }
        }
        Some(seen)
    }
}
