//! Names a person would choose, in place of those that a graph and its statements have.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Graph, GraphError, Name, Node, NodeKey, Relationship, RelationshipKey};

/// New names by old ones. A name that is met first gets the first name of its sort.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    variables: BTreeMap<Name, Name>,
    labels: BTreeMap<Name, Name>,
    types: BTreeMap<Name, Name>,
    keys: BTreeMap<Name, Name>,
    /// Keys that keep their names.
    kept: usize,
    nodes: usize,
    relationships: usize,
    paths: usize,
    others: usize,
}

/// What a variable stands for, by which it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A node.
    Node,
    /// A relationship.
    Relationship,
    /// A path.
    Path,
    /// Anything else.
    Other,
}

const NODES: &[&str] = &["a", "b", "c", "d", "e"];
const RELATIONSHIPS: &[&str] = &["r", "s", "t"];
const PATHS: &[&str] = &["p", "q"];
const OTHERS: &[&str] = &["x", "y", "z", "u", "v", "w"];
const LABELS: &[&str] = &["A", "B", "C", "D", "E"];
const TYPES: &[&str] = &["T", "U", "V", "W"];
const KEYS: &[&str] = &["k", "l", "m", "n", "o"];

impl Renaming {
    /// A renaming that knows no names; these keys keep theirs.
    pub fn keeping(keys: &[&str]) -> Renaming {
        let kept = keys.iter().map(|key| (Name::from(*key), Name::from(*key)));
        Renaming { keys: kept.collect(), kept: keys.len(), ..Renaming::default() }
    }

    /// Gives a variable a name, unless it has one.
    pub fn variable(&mut self, name: &Name, role: Role) {
        if self.variables.contains_key(name) {
            return;
        }
        let (names, count) = match role {
            Role::Node => (NODES, &mut self.nodes),
            Role::Relationship => (RELATIONSHIPS, &mut self.relationships),
            Role::Path => (PATHS, &mut self.paths),
            Role::Other => (OTHERS, &mut self.others),
        };
        self.variables.insert(name.clone(), numbered(names, *count));
        *count += 1;
    }

    /// Gives a label a name, unless it has one.
    pub fn label(&mut self, name: &Name) {
        let number = self.labels.len();
        self.labels.entry(name.clone()).or_insert_with(|| numbered(LABELS, number));
    }

    /// Gives a relationship type a name, unless it has one.
    pub fn kind(&mut self, name: &Name) {
        let number = self.types.len();
        self.types.entry(name.clone()).or_insert_with(|| numbered(TYPES, number));
    }

    /// Gives a key a name, unless it has one.
    pub fn key(&mut self, name: &Name) {
        let number = self.keys.len() - self.kept;
        self.keys.entry(name.clone()).or_insert_with(|| numbered(KEYS, number));
    }

    /// Gives the names of a graph's elements new ones; not those that only its schema has.
    pub fn graph(&mut self, graph: &Graph) {
        for node in graph.nodes() {
            node.labels.iter().for_each(|label| self.label(label));
            node.properties.keys().for_each(|key| self.key(key));
        }
        for each in graph.relationships() {
            self.kind(&each.kind);
            each.properties.keys().for_each(|key| self.key(key));
        }
    }

    /// The new name of a variable; none when it is not known.
    pub fn of_variable(&self, name: &Name) -> Option<&Name> {
        self.variables.get(name)
    }

    /// The new name of a label; none when it is not known.
    pub fn of_label(&self, name: &Name) -> Option<&Name> {
        self.labels.get(name)
    }

    /// The new name of a relationship type; none when it is not known.
    pub fn of_kind(&self, name: &Name) -> Option<&Name> {
        self.types.get(name)
    }

    /// The new name of a key; none when it is not known.
    pub fn of_key(&self, name: &Name) -> Option<&Name> {
        self.keys.get(name)
    }

    /// Every old name.
    pub fn into_known(self) -> BTreeSet<Name> {
        let Renaming { variables, labels, types, keys, .. } = self;
        [variables, labels, types, keys].into_iter().flat_map(BTreeMap::into_keys).collect()
    }

    /// The graph under the new names, with keys from 0 on and a schema of what is known. Errors: none for a graph that
    /// holds together.
    pub fn renamed(&self, graph: &Graph) -> Result<Graph, GraphError> {
        let mut result = Graph::new();
        let mut keys = BTreeMap::new();
        for (key, node) in (0..).map(NodeKey).zip(graph.nodes()) {
            keys.insert(node.key, key);
            result.insert_node(Node {
                key,
                labels: node.labels.iter().map(|label| new(&self.labels, label)).collect(),
                properties: node.properties.iter().map(|(key, value)| (new(&self.keys, key), value.clone())).collect(),
            })?;
        }
        for (key, each) in (0..).map(RelationshipKey).zip(graph.relationships()) {
            result.insert_relationship(Relationship {
                key,
                start: keys.get(&each.start).copied().unwrap_or(each.start),
                end: keys.get(&each.end).copied().unwrap_or(each.end),
                kind: new(&self.types, &each.kind),
                properties: each.properties.iter().map(|(key, value)| (new(&self.keys, key), value.clone())).collect(),
            })?;
        }
        result.schema = graph.schema.clone();
        let schema = &mut result.schema;
        schema.labels.retain(|label| self.labels.contains_key(label));
        schema.labels.iter_mut().for_each(|label| *label = new(&self.labels, label));
        schema.types.retain(|kind| self.types.contains_key(kind));
        schema.types.iter_mut().for_each(|kind| *kind = new(&self.types, kind));
        schema.keys.retain(|key| self.keys.contains_key(&key.name));
        schema.keys.iter_mut().for_each(|key| key.name = new(&self.keys, &key.name));
        for index in &mut schema.indexes {
            index.name = new(if index.on_nodes { &self.labels } else { &self.types }, &index.name);
            index.keys.iter_mut().for_each(|key| *key = new(&self.keys, key));
        }
        Ok(result)
    }
}

/// The name of this number: one of `names`, then the first of them with a number.
fn numbered(names: &[&str], number: usize) -> Name {
    match names.get(number) {
        Some(name) => (*name).into(),
        None => format!("{}{}", names.first().unwrap_or(&"n"), number - names.len() + 1).into(),
    }
}

fn new(names: &BTreeMap<Name, Name>, name: &Name) -> Name {
    names.get(name).unwrap_or(name).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Properties;

    #[test]
    fn names_follow_the_order_in_which_they_are_met() {
        let mut renaming = Renaming::keeping(&["id"]);
        for name in ["n8", "n7", "n8"] {
            renaming.variable(&name.into(), Role::Node);
        }
        renaming.variable(&"v".into(), Role::Other);
        (0..7).for_each(|number| renaming.key(&format!("k{number}").into()));
        let variables = ["n8", "n7", "v"].map(|name| renaming.of_variable(&name.into()).expect("a name").to_string());
        assert_eq!(variables, ["a", "b", "x"]);
        let keys = ["id", "k0", "k4", "k6"].map(|name| renaming.of_key(&name.into()).expect("a name").to_string());
        assert_eq!(keys, ["id", "k", "o", "k2"]);
        assert_eq!(renaming.of_label(&"L".into()), None);
    }

    #[test]
    fn a_renamed_graph_has_keys_without_gaps_and_a_schema_of_what_is_used() {
        let mut graph = Graph::new();
        let [gone, kept] = [0; 2].map(|_| graph.add_node(["L9".into()], Properties::from([("k9".into(), 1.into())])));
        graph.remove_node(gone);
        graph.add_relationship(kept, "T9".into(), kept, Properties::new()).expect("both ends exist");
        graph.schema.labels = vec!["L1".into(), "L9".into()];
        let mut renaming = Renaming::default();
        renaming.graph(&graph);
        let renamed = renaming.renamed(&graph).expect("it holds together");
        let node = renamed.node(NodeKey(0)).expect("a node");
        assert!(node.labels.contains("A") && node.properties.contains_key("k"));
        assert_eq!(renamed.relationships().next().map(|each| each.kind.as_str()), Some("T"));
        assert_eq!(renamed.schema.labels, ["A"]);
        assert_eq!(renaming.into_known(), BTreeSet::from(["L9".into(), "T9".into(), "k9".into()]));
    }
}
