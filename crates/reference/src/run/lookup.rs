//! Nodes by the value of a property: what makes a join on equal properties, or MERGE, cheap on a large graph.

use std::hash::Hasher;

use graphlance_graph::{Graph, Name, NodeKey, Value};
use rustc_hash::{FxHashMap, FxHasher};

use super::Runner;
use crate::Failure;
use crate::plan::Lookup;
use crate::relations;
use crate::term::Frame;

/// Graphs of fewer nodes are scanned.
const SMALL: usize = 32;

/// The nodes that have or had a property, by the hash of its value, in the order of their keys. What no longer has the
/// value is told by the condition, which is checked all the same.
#[derive(Default)]
pub(super) struct Lookups {
    by_key: FxHashMap<Name, FxHashMap<u64, Vec<NodeKey>>>,
}

impl Lookups {
    /// Notes the properties that a node has now.
    pub fn note(&mut self, graph: &Graph, key: NodeKey) {
        if self.by_key.is_empty() {
            return;
        }
        let Some(node) = graph.node(key) else { return };
        for (name, nodes) in &mut self.by_key {
            if let Some(value) = node.properties.get(name) {
                let found = nodes.entry(hash(value)).or_default();
                if let Err(place) = found.binary_search(&key) {
                    found.insert(place, key);
                }
            }
        }
    }
}

impl Runner<'_> {
    /// The nodes that may have the value that a pattern asks for; none when all have to be looked at.
    ///
    /// Errors: as evaluation, but for an error that is raised, which only a match may raise.
    pub(super) fn looked_up(&self, lookup: &Lookup, frame: &mut Frame) -> Result<Option<Vec<NodeKey>>, Failure> {
        if self.graph.next_node_key().0 < SMALL as u32 || !self.options.departures.is_empty() {
            return Ok(None);
        }
        let value = match self.evaluate(&lookup.value, frame) {
            Ok(value) => value,
            Err(Failure::Raised(_)) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        if value.is_null() {
            return Ok(Some(Vec::new()));
        }
        let mut lookups = self.lookups.borrow_mut();
        if !lookups.by_key.contains_key(&lookup.key) {
            let mut nodes: FxHashMap<u64, Vec<NodeKey>> = FxHashMap::default();
            for node in self.graph.nodes() {
                self.spend(1)?;
                if let Some(value) = node.properties.get(&lookup.key) {
                    nodes.entry(hash(value)).or_default().push(node.key);
                }
            }
            lookups.by_key.insert(lookup.key.clone(), nodes);
        }
        Ok(lookups.by_key.get(&lookup.key).map(|nodes| nodes.get(&hash(&value)).cloned().unwrap_or_default()))
    }
}

fn hash(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    relations::hash_equivalent(value, &mut hasher);
    hasher.finish()
}
