//! The texts of Cypher that load a graph by rows, which are parameters: the same for all graphs, so that they are planned once.

use std::collections::BTreeMap;
use std::ops::Range;

use graphlance_cypher::{Dialect, Feature, Name, Statement, build, parse, print, print_expression};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Graph, Properties, Value};

/// Elements of such a graph: the text that creates fewer is planned soon, and of more the ends are looked up for too long.
const ELEMENTS: Range<usize> = 40..1_001;
/// Values that a graph has at most which no parameter is: each is a text of its own.
const VALUES: usize = 12;
const NODES: &str = "UNWIND $rows AS row CREATE (n:$(row.labels)) SET n = row.properties";
const RELATIONSHIPS: &str = "UNWIND $rows AS row MATCH (a {id: row.start}), (b {id: row.end}) \
                             CREATE (a)-[r:$(row.type)]->(b) SET r = row.properties";
const FEATURES: &[Feature] =
    &[Feature::DynamicLabels, Feature::Parameter, Feature::Unwind, Feature::Match, Feature::Set];

/// One statement for all nodes and one for all relationships, whose ends are found by the `id`s of nodes, and one for each value
/// that cannot be a parameter, such as NaN. None where planning is not dear, the dialect cannot say it, or elements cannot be told
/// apart.
pub(super) fn texts(graph: &Graph, dialect: &Dialect) -> Option<Vec<String>> {
    let size = graph.node_count() + graph.relationship_count();
    let can = dialect.limits.planning_is_dear && FEATURES.iter().all(|feature| dialect.has(*feature));
    if !can || !ELEMENTS.contains(&size) {
        return None;
    }
    let (mut nodes, mut relationships) = (Rows::default(), Rows::default());
    for node in graph.nodes() {
        let labels = node.labels.iter().map(text).collect::<Vec<_>>();
        nodes.add(&node.properties, [("labels", Value::list(labels))])?;
    }
    for relationship in graph.relationships() {
        let id = |key| Some(graph.node(key)?.properties.get(ID)?.clone());
        let (start, end, kind) = (id(relationship.start)?, id(relationship.end)?, text(&relationship.kind));
        relationships.add(&relationship.properties, [("start", start), ("end", end), ("type", kind)])?;
    }
    if nodes.values.len() + relationships.values.len() > VALUES {
        return None;
    }
    let made = [
        nodes.texts(NODES, "(n {id: id})", dialect)?,
        relationships.texts(RELATIONSHIPS, "()-[n {id: id}]->()", dialect)?,
    ];
    let texts = made.concat();
    texts.iter().all(|text| text.len() <= dialect.limits.statement_bytes).then_some(texts)
}

/// Elements as rows.
#[derive(Default)]
struct Rows {
    /// By `id`.
    rows: BTreeMap<i64, Value>,
    /// The `id`s of those that have a value which no parameter is, by key and text.
    values: BTreeMap<(Name, String), Vec<Value>>,
}

impl Rows {
    /// Adds an element; none where it has no `id` of its own.
    fn add<const N: usize>(&mut self, properties: &Properties, entries: [(&str, Value); N]) -> Option<()> {
        let Some(Value::Integer(id)) = properties.get(ID) else { return None };
        let mut given = Properties::new();
        for (key, value) in properties {
            let constant = build::constant(value)?;
            if build::written(&constant).is_some() {
                given.insert(key.clone(), value.clone());
            } else {
                let text = print_expression(&constant, &Dialect::standard());
                self.values.entry((key.clone(), text)).or_default().push(Value::Integer(*id));
            }
        }
        let entries = entries.into_iter().chain([("properties", Value::map(given))]);
        let row = Value::map(entries.map(|(key, value)| (key.into(), value)).collect::<Properties>());
        self.rows.insert(*id, row).is_none().then_some(())
    }

    /// `create` of the rows, then what sets the other values of elements that `pattern` finds by `id`.
    fn texts(self, create: &str, pattern: &str, dialect: &Dialect) -> Option<Vec<String>> {
        let created = (!self.rows.is_empty()).then(|| (create.to_owned(), self.rows.into_values().collect()));
        let set = self.values.into_iter().map(|((key, value), ids)| {
            let key = super::load::name(&key);
            (format!("UNWIND $rows AS id MATCH {pattern} SET n.{key} = {value}"), ids)
        });
        created.into_iter().chain(set).map(|(text, rows)| statement(&text, rows, dialect)).collect()
    }
}

fn text(name: &Name) -> Value {
    Value::String(name.as_str().into())
}

fn statement(text: &str, rows: Vec<Value>, dialect: &Dialect) -> Option<String> {
    let Ok(Statement::Query(mut query)) = parse(text) else { return None };
    query.parameters.push(("rows".into(), build::constant(&Value::list(rows))?));
    Some(print(&Statement::Query(query), dialect))
}
