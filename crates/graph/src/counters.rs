//! What a statement is said to have changed: so many of each kind.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Graph;

macro_rules! counts {
    ($($variant:ident = $name:literal, $words:literal, $doc:literal;)*) => {
        /// Kinds of changes that targets count.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Count { $(#[doc = $doc] #[serde(rename = $name)] $variant,)* }

        impl Count {
            /// Every kind.
            pub const ALL: &'static [Count] = &[$(Count::$variant,)*];

            /// The name under which files speak of it.
            pub fn name(self) -> &'static str {
                match self { $(Count::$variant => $name,)* }
            }

            /// The same for people.
            pub fn words(self) -> &'static str {
                match self { $(Count::$variant => $words,)* }
            }
        }
    };
}

counts! {
    NodesCreated = "nodes_created", "nodes created", "Nodes that were made.";
    NodesDeleted = "nodes_deleted", "nodes deleted", "Nodes that were deleted.";
    RelationshipsCreated = "relationships_created", "relationships created", "Relationships that were made.";
    RelationshipsDeleted = "relationships_deleted", "relationships deleted",
        "Relationships that were deleted, with those that went with a node.";
    LabelsAdded = "labels_added", "labels added", "Labels that nodes were given which they did not have, new nodes included.";
    LabelsRemoved = "labels_removed", "labels removed", "Labels that were taken from nodes which had them and stay.";
    PropertiesSet = "properties_set", "properties set", "Properties that were written; engines differ in which.";
    PropertiesRemoved = "properties_removed", "properties removed", "Properties that were taken away; few engines tell.";
}

/// How many changes of each kind. What a target does not name it has counted none of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counters(BTreeMap<Count, u64>);

impl Counters {
    /// The kinds that are named, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Count, u64)> + '_ {
        self.0.iter().map(|(count, number)| (*count, *number))
    }

    /// The number of a kind; 0 where it is not named.
    pub fn of(&self, count: Count) -> u64 {
        self.0.get(&count).copied().unwrap_or_default()
    }

    /// The number of a kind is this one.
    pub fn set(&mut self, count: Count, number: u64) {
        self.0.insert(count, number);
    }

    /// Nothing is named of a kind any more.
    pub fn forget(&mut self, count: Count) {
        self.0.remove(&count);
    }

    /// What lies between two states of a graph, in which an element keeps its key: nothing of what came and went between them.
    pub fn between(before: &Graph, after: &Graph) -> Counters {
        let mut labels = [0, 0];
        for node in after.nodes() {
            let had = before.node(node.key).map(|node| &node.labels);
            let is_new = |name: &&_| had.is_none_or(|had| !had.contains(*name));
            labels[0] += node.labels.iter().filter(is_new).count();
            labels[1] += had.map_or(0, |had| had.iter().filter(|name| !node.labels.contains(*name)).count());
        }
        let nodes = |one: &Graph, other: &Graph| one.nodes().filter(|node| other.node(node.key).is_none()).count();
        let relationships = |one: &Graph, other: &Graph| {
            one.relationships().filter(|relationship| other.relationship(relationship.key).is_none()).count()
        };
        let counted = [
            (Count::NodesCreated, nodes(after, before)),
            (Count::NodesDeleted, nodes(before, after)),
            (Count::RelationshipsCreated, relationships(after, before)),
            (Count::RelationshipsDeleted, relationships(before, after)),
            (Count::LabelsAdded, labels[0]),
            (Count::LabelsRemoved, labels[1]),
        ];
        counted.into_iter().map(|(count, number)| (count, number as u64)).collect()
    }
}

impl FromIterator<(Count, u64)> for Counters {
    fn from_iter<I: IntoIterator<Item = (Count, u64)>>(counted: I) -> Counters {
        Counters(counted.into_iter().collect())
    }
}

/// `nodes created: 2, labels added: 1`, without what there is none of.
impl fmt::Display for Counters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<String> = self
            .iter()
            .filter(|(_, number)| *number > 0)
            .map(|(count, number)| format!("{}: {number}", count.words()))
            .collect();
        formatter.write_str(if told.is_empty() { "nothing" } else { "" })?;
        formatter.write_str(&told.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Properties;

    #[test]
    fn what_lies_between_two_graphs_is_counted_by_keys() {
        let mut before = Graph::new();
        let keys = ["A", "B", "C"].map(|label| before.add_node([label.into()], Properties::default()));
        before.add_relationship(keys[0], "T".into(), keys[1], Properties::default()).expect("both ends");
        let mut after = before.clone();
        after.remove_node(keys[0]);
        after.add_node(["A".into(), "B".into()], Properties::default());
        after.edit_node(keys[1], |node| {
            node.labels.clear();
            node.labels.insert("C".into());
        });
        let told = Counters::between(&before, &after);
        let wanted = "nodes created: 1, nodes deleted: 1, relationships deleted: 1, labels added: 3, labels removed: 1";
        assert_eq!(told.to_string(), wanted);
        assert_eq!(Counters::between(&after, &after).to_string(), "nothing");
    }
}
