//! Small changes of a graph in few forms, which differ in literals alone: an engine that keeps plans knows them soon.

use graphlance_cypher::ast::{Delete, NodePattern, RemoveItem, SetItem};
use graphlance_cypher::{Clause, Dialect, Expression, Feature, SingleQuery, Statement, build};
use graphlance_graph::random_graph::random_value;
use graphlance_graph::{Graph, Name, Node, Properties, Random, Relationship, Value, ValueDomain};

use super::UNDO;
use super::model::ID;
use super::pattern::{alone, hop, id_map, literal, matching, node_of_id, set_property, typed};

/// One statement that changes one element of a graph, creates one or deletes one; elements are found by their integer property
/// `id`, which stays. None where the draw does not fit the graph or the dialect.
pub fn small_change(random: &mut Random, graph: &Graph, dialect: &Dialect) -> Option<Statement> {
    if !UNDO.iter().chain(&[Feature::InlineProperties]).all(|feature| dialect.has(*feature)) {
        return None;
    }
    let mut change = SmallChange { random, graph, dialect };
    let forms: Vec<f64> = FORMS.iter().map(|(weight, _)| *weight).collect();
    let (_, form) = FORMS.get(change.random.weighted(&forms)?)?;
    Some(SingleQuery { clauses: form(&mut change)? }.into())
}

/// A form of a change; none where it does not apply.
type Form = fn(&mut SmallChange<'_>) -> Option<Vec<Clause>>;

/// The forms with their weights.
const FORMS: &[(f64, Form)] = &[
    (4.0, |change| change.set_property_of_node()),
    (2.0, |change| change.set_property_of_relationship()),
    (1.0, |change| change.remove_property()),
    (1.5, |change| change.add_label()),
    (1.0, |change| change.remove_label()),
    (3.0, |change| change.create_relationship()),
    (2.0, |change| change.delete_relationship()),
    (1.5, |change| change.create_node()),
    (1.0, |change| change.delete_node()),
];

struct SmallChange<'a> {
    random: &'a mut Random,
    graph: &'a Graph,
    dialect: &'a Dialect,
}

impl<'a> SmallChange<'a> {
    /// `MATCH (n {id: 1}) SET n.key = value`
    fn set_property_of_node(&mut self) -> Option<Vec<Clause>> {
        let (_, id) = self.node()?;
        let (key, value) = self.entry(self.graph.nodes().map(|node| &node.properties).collect())?;
        Some(vec![the_node(id), Clause::Set(vec![set_property("n", &key, literal(&value))])])
    }

    /// `MATCH ()-[r {id: 1}]->() SET r.key = value`
    fn set_property_of_relationship(&mut self) -> Option<Vec<Clause>> {
        let (relationship, id) = self.relationship()?;
        let (key, value) = self.entry(self.graph.relationships().map(|other| &other.properties).collect())?;
        Some(vec![the_relationship(relationship, id), Clause::Set(vec![set_property("r", &key, literal(&value))])])
    }

    /// `MATCH (n {id: 1}) REMOVE n.key`
    fn remove_property(&mut self) -> Option<Vec<Clause>> {
        let (node, id) = self.node()?;
        let keys: Vec<&Name> = node.properties.keys().filter(|key| *key != ID).collect();
        let key = (*self.random.pick(&keys)?).clone();
        Some(vec![the_node(id), Clause::Remove(vec![RemoveItem::Property { target: build::variable("n"), key }])])
    }

    /// `MATCH (n {id: 1}) SET n:Label`
    fn add_label(&mut self) -> Option<Vec<Clause>> {
        let (node, id) = self.node().filter(|_| self.relabels())?;
        let absent: Vec<&Name> = self.graph.schema.labels.iter().filter(|name| !node.labels.contains(*name)).collect();
        let labels = vec![(*self.random.pick(&absent)?).clone()];
        Some(vec![the_node(id), Clause::Set(vec![SetItem::Labels { variable: "n".into(), labels }])])
    }

    /// `MATCH (n {id: 1}) REMOVE n:Label`
    fn remove_label(&mut self) -> Option<Vec<Clause>> {
        let (node, id) = self.node().filter(|_| self.relabels())?;
        let own: Vec<&Name> = node.labels.iter().collect();
        let labels = vec![(*self.random.pick(&own)?).clone()];
        Some(vec![the_node(id), Clause::Remove(vec![RemoveItem::Labels { variable: "n".into(), labels }])])
    }

    /// `MATCH (a {id: 1}), (b {id: 2}) CREATE (a)-[:TYPE {id: 3, key: value}]->(b)`
    fn create_relationship(&mut self) -> Option<Vec<Clause>> {
        let ((_, start), (_, end)) = (self.node()?, self.node()?);
        let kind = self.random.pick(&self.graph.schema.types)?.clone();
        let properties = self.properties(self.graph.relationships().map(|other| &other.properties).collect());
        let mut relationship = typed("r", &kind);
        relationship.properties = Some(properties);
        let ends = [("a", start), ("b", end)];
        let found = ends.map(|(name, id)| alone(node_of_id(name, build::integer(id))));
        let [a, b] = ends.map(|(name, _)| NodePattern::variable(name));
        Some(vec![matching(found.into(), Vec::new()), Clause::Create(vec![hop(a, relationship, b).into()])])
    }

    /// `MATCH ()-[r {id: 1}]->() DELETE r`
    fn delete_relationship(&mut self) -> Option<Vec<Clause>> {
        let (relationship, id) = self.relationship()?;
        Some(vec![the_relationship(relationship, id), delete("r", false)])
    }

    /// `CREATE (:Label {id: 1, key: value})`
    fn create_node(&mut self) -> Option<Vec<Clause>> {
        let labels = self.node()?.0.labels.iter().cloned();
        let properties = Some(self.properties(self.graph.nodes().map(|node| &node.properties).collect()));
        let node = NodePattern { properties, ..NodePattern::variable("n").with_labels(labels) };
        Some(vec![Clause::Create(vec![alone(node).into()])])
    }

    /// `MATCH (n {id: 1}) DETACH DELETE n`
    fn delete_node(&mut self) -> Option<Vec<Clause>> {
        let (_, id) = self.node()?;
        Some(vec![the_node(id), delete("n", true)])
    }

    fn node(&mut self) -> Option<(&'a Node, i64)> {
        let node = self.graph.nodes().nth(self.random.below(self.graph.node_count().max(1)))?;
        Some((node, id(&node.properties)?))
    }

    fn relationship(&mut self) -> Option<(&'a Relationship, i64)> {
        let count = self.graph.relationship_count().max(1);
        let relationship = self.graph.relationships().nth(self.random.below(count))?;
        Some((relationship, id(&relationship.properties)?))
    }

    /// Whether nodes may have any labels.
    fn relabels(&self) -> bool {
        self.dialect.values.node_labels == ValueDomain::default().node_labels
    }

    /// A key beside `id` and a value for it: one that another element has, or a new one.
    fn entry(&mut self, others: Vec<&Properties>) -> Option<(Name, Value)> {
        let keys: Vec<_> = self.graph.schema.keys.iter().filter(|key| key.name != ID).collect();
        let key = *self.random.pick(&keys)?;
        let known: Vec<&Value> = others.into_iter().filter_map(|properties| properties.get(&key.name)).collect();
        let value = match self.random.pick(&known) {
            Some(value) if self.random.chance(0.6) => (*value).clone(),
            _ => random_value(self.random, key.kind, 0.1, &self.dialect.values),
        };
        Some((key.name.clone(), value))
    }

    /// `{id: 3, key: value}` with an id that no element has.
    fn properties(&mut self, others: Vec<&Properties>) -> Expression {
        let nodes = self.graph.nodes().filter_map(|node| id(&node.properties));
        let relationships = self.graph.relationships().filter_map(|relationship| id(&relationship.properties));
        let fresh = nodes.chain(relationships).max().unwrap_or(-1).saturating_add(1);
        let Expression::Map(mut entries) = id_map(build::integer(fresh)) else { return build::null() };
        entries.extend(self.entry(others).map(|(key, value)| (key, literal(&value))));
        Expression::Map(entries)
    }
}

fn id(properties: &Properties) -> Option<i64> {
    match properties.get(ID) {
        Some(Value::Integer(id)) => Some(*id),
        _ => None,
    }
}

/// `MATCH (n {id: 1})`
fn the_node(id: i64) -> Clause {
    matching(vec![alone(node_of_id("n", build::integer(id)))], Vec::new())
}

/// `MATCH ()-[r:TYPE {id: 1}]->()`
fn the_relationship(relationship: &Relationship, id: i64) -> Clause {
    let mut pattern = typed("r", &relationship.kind);
    pattern.properties = Some(id_map(build::integer(id)));
    matching(vec![hop(NodePattern::default(), pattern, NodePattern::default())], Vec::new())
}

fn delete(variable: &str, detach: bool) -> Clause {
    Clause::Delete(Delete { detach, nodetach: false, expressions: vec![build::variable(variable)] })
}
