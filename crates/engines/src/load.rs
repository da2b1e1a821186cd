//! Brings a graph into a database and makes sure that it is there.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use graphlance_case::{Load, Response};
use graphlance_cypher::ast::{
    Clause, Direction, IndexDefinition, LabelExpression, Match, NodePattern, PathPattern, Pattern, RelationshipPattern,
    SchemaCommand, Segment, SingleQuery,
};
use graphlance_cypher::print::table_definitions;
use graphlance_cypher::{Dialect, Expression, Feature, Statement, build, print};
use graphlance_graph::graph_compare::{GraphDifference, ID, same_graph};
use graphlance_graph::{CompareOptions, Graph, Index, IndexKind, Name, Node, NodeKey, Properties, Relationship, Value};
use thiserror::Error;

use crate::driver::{Driver, TargetError};

/// The text that loads a graph: schema first, then data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadStatements {
    /// One statement per index or constraint that the dialect has.
    pub schema: Vec<String>,
    /// Statements that create all nodes and relationships.
    pub data: Vec<String>,
}

/// Why a graph is not in the database.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The target refused a statement, crashed or hung.
    #[error("`{statement}` was not carried out")]
    Statement {
        /// The statement.
        statement: String,
        /// What came instead of success.
        response: Box<Response>,
    },
    /// The database holds another graph than it should.
    #[error("after loading, the database holds another graph")]
    Different {
        /// What it holds.
        actual: Box<Graph>,
        /// Where that departs from the graph.
        difference: Box<GraphDifference>,
    },
    /// Another failure of the target.
    #[error(transparent)]
    Target(#[from] TargetError),
}

/// Empties the database, loads a graph into it, waits for the indexes, reads the graph back and compares it. Each step
/// may take `deadline`.
pub fn load(
    driver: &mut dyn Driver,
    graph: &Graph,
    how: &Load,
    dialect: &Dialect,
    deadline: Duration,
) -> Result<(), LoadError> {
    driver.wipe(deadline)?;
    let LoadStatements { schema, data } = statements(graph, dialect);
    let data = match how {
        Load::Create => data,
        Load::Script(script) => script.iter().map(|statement| print(statement, dialect)).collect(),
    };
    for statement in schema.into_iter().chain(data) {
        match driver.run(&statement, deadline) {
            Response::Table(_) => {}
            response => return Err(LoadError::Statement { statement, response: Box::new(response) }),
        }
    }
    driver.await_indexes(deadline)?;
    let actual = driver.read_graph(deadline)?;
    let options =
        CompareOptions { float_digits: dialect.deviations.float_digits, negative_zero: dialect.values.negative_zero };
    same_graph(graph, &actual, &options)
        .map_err(|difference| LoadError::Different { actual: Box::new(actual), difference: Box::new(difference) })
}

/// The statements that load a graph into an empty database: typed tables where the dialect has them, then indexes, then
/// data. A graph without elements needs no data statement; indexes
/// that the dialect lacks are left out.
pub fn statements(graph: &Graph, dialect: &Dialect) -> LoadStatements {
    let supported = graph.schema.indexes.iter().filter(|index| features(index).iter().all(|one| dialect.has(*one)));
    let tables = dialect.tables.iter().flat_map(|tables| table_definitions(graph, tables));
    let indexes = supported.map(|index| print(&Statement::Schema(definition(index)), dialect));
    LoadStatements { schema: tables.chain(indexes).collect(), data: data(graph, dialect) }
}

/// What a dialect must have for an index.
fn features(index: &Index) -> Vec<Feature> {
    let mut needed = match index.kind {
        IndexKind::Range if index.on_nodes => vec![Feature::RangeIndex],
        IndexKind::Range => vec![Feature::RelationshipIndex],
        IndexKind::Text => vec![Feature::TextIndex],
        IndexKind::Unique => vec![Feature::UniqueConstraint],
    };
    if index.keys.len() > 1 {
        needed.push(Feature::CompositeIndex);
    }
    needed
}

fn definition(index: &Index) -> SchemaCommand {
    SchemaCommand::Create(IndexDefinition {
        name: None,
        kind: index.kind,
        if_exists: false,
        on_nodes: index.on_nodes,
        label: index.name.clone(),
        keys: index.keys.clone(),
    })
}

/// One CREATE of everything; where that is too long for the dialect and nodes have unique ids, one of the nodes and as
/// many as needed of the relationships.
fn data(graph: &Graph, dialect: &Dialect) -> Vec<String> {
    let nodes: Vec<Pattern> = graph.nodes().map(|node| new_node(node)).collect();
    let links: Vec<Link> = graph.relationships().map(|relationship| new_relationship(relationship)).collect();
    if nodes.is_empty() {
        return Vec::new();
    }
    let all = nodes.iter().cloned().chain(links.iter().map(|link| link.pattern.clone())).collect();
    let whole = create(Vec::new(), all, dialect);
    if whole.len() <= dialect.limits.statement_bytes {
        return vec![whole];
    }
    let Some(ids) = unique_ids(graph) else { return vec![whole] };
    let mut statements = vec![create(Vec::new(), nodes, dialect)];
    let pieces = whole.len() / dialect.limits.statement_bytes.max(1) + 2;
    for piece in links.chunks(links.len().div_ceil(pieces).max(1)) {
        let mut ends: Vec<NodeKey> = piece.iter().flat_map(|link| link.ends).collect();
        ends.sort();
        ends.dedup();
        let known = ends.iter().filter_map(|key| Some(found_node(*key, ids.get(key)?))).collect();
        statements.push(create(known, piece.iter().map(|link| link.pattern.clone()).collect(), dialect));
    }
    statements
}

struct Link {
    ends: [NodeKey; 2],
    pattern: Pattern,
}

fn node_name(key: NodeKey) -> Name {
    format!("n{}", key.0).into()
}

fn new_node(node: &Node) -> Pattern {
    let start = NodePattern {
        variable: Some(node_name(node.key)),
        labels: LabelExpression::all_of(node.labels.iter().cloned()),
        properties: property_map(&node.properties),
        predicate: None,
    };
    PathPattern { start, segments: Vec::new() }.into()
}

fn new_relationship(relationship: &Relationship) -> Link {
    let hop = RelationshipPattern {
        types: Some(LabelExpression::Name(relationship.kind.clone())),
        properties: property_map(&relationship.properties),
        direction: Direction::Right,
        ..RelationshipPattern::default()
    };
    let node = NodePattern::variable(node_name(relationship.end));
    let start = NodePattern::variable(node_name(relationship.start));
    let path = PathPattern { start, segments: vec![Segment::Hop { relationship: hop, node }] };
    Link { ends: [relationship.start, relationship.end], pattern: path.into() }
}

fn found_node(key: NodeKey, id: &Value) -> Pattern {
    let mut start = NodePattern::variable(node_name(key));
    start.properties = build::constant(id).map(|id| Expression::Map(vec![(ID.into(), id)]));
    PathPattern { start, segments: Vec::new() }.into()
}

/// Values that have no literal (temporal ones, points) cannot be loaded and are left out: reading back shows it.
fn property_map(properties: &Properties) -> Option<Expression> {
    let entry = |(key, value): (&Name, _)| Some((key.clone(), build::constant(value)?));
    let entries: Vec<_> = properties.iter().filter_map(entry).collect();
    (!entries.is_empty()).then_some(Expression::Map(entries))
}

fn create(known: Vec<Pattern>, new: Vec<Pattern>, dialect: &Dialect) -> String {
    let mut clauses = Vec::new();
    if !known.is_empty() {
        clauses.push(Clause::Match(Match { optional: false, patterns: known, predicate: None }));
    }
    clauses.push(Clause::Create(new));
    print(&SingleQuery { clauses }.into(), dialect)
}

/// The integer property by which nodes of generated graphs can be told apart; none if some node lacks it.
fn unique_ids(graph: &Graph) -> Option<BTreeMap<NodeKey, Value>> {
    let mut seen = BTreeSet::new();
    let id = |node: &graphlance_graph::Node| match node.properties.get(ID) {
        Some(value @ Value::Integer(number)) if seen.insert(*number) => Some((node.key, value.clone())),
        _ => None,
    };
    graph.nodes().map(|node| node.as_ref()).map(id).collect()
}
