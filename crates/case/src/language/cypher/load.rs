//! The texts of Cypher that load a graph, and those that read it back.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::ast::{
    Clause, Direction, LabelExpression, Match, NodePattern, PathPattern, Pattern, RelationshipPattern, SchemaCommand,
    Segment, SingleQuery,
};
use graphlance_cypher::features::features_of;
use graphlance_cypher::print::{print_expression, table_definitions};
use graphlance_cypher::{Dialect, Expression, Statement, build, print};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Graph, Name, Node, NodeKey, Properties, Relationship, Row, Value};

use super::by_formula;
use super::pieces::pieces;
use crate::language::{LoadTexts, ReadBack};

/// The statements that load a graph into an empty database: typed tables where the dialect has them, then indexes, then
/// data. A graph without elements needs no data statement; indexes
/// that the dialect lacks are left out.
pub(super) fn texts(graph: &Graph, dialect: &Dialect) -> LoadTexts {
    let data = match graph.formula() {
        Some(formula) => by_formula::texts(&formula, dialect),
        None => data(graph, dialect),
    };
    LoadTexts { schema: schema(graph, dialect), data }
}

/// The tables and indexes that the dialect has of a graph.
pub(super) fn schema(graph: &Graph, dialect: &Dialect) -> Vec<String> {
    let commands = graph.schema.indexes.iter().map(|index| Statement::Schema(SchemaCommand::create(index)));
    let supported = commands.filter(|command| features_of(command).into_iter().all(|feature| dialect.has(feature)));
    let tables = dialect.tables.iter().flat_map(|tables| table_definitions(graph, tables));
    tables.chain(supported.map(|command| print(&command, dialect))).collect()
}

/// One CREATE of everything; where that is too long for the dialect, several of what hangs together, or, where too much does and
/// nodes have unique ids, one of the nodes and as many as needed of the relationships.
fn data(graph: &Graph, dialect: &Dialect) -> Vec<String> {
    let nodes: Vec<Pattern> = graph.nodes().map(|node| new_node(node)).collect();
    let links: Vec<Link> = graph.relationships().map(|relationship| new_relationship(relationship)).collect();
    if nodes.is_empty() {
        return Vec::new();
    }
    let created = |nodes: &[Pattern], links: &mut dyn Iterator<Item = &Link>| {
        let all = nodes.iter().cloned().chain(links.map(|link| link.pattern.clone())).collect();
        create(Vec::new(), all, dialect)
    };
    let whole = created(&nodes, &mut links.iter());
    let fits = nodes.len() + links.len() <= dialect.limits.create_elements;
    if fits && whole.len() <= dialect.limits.statement_bytes {
        return vec![whole];
    }
    let pieces: Vec<String> = pieces(graph, dialect.limits.create_elements)
        .iter()
        .map(|piece| {
            let nodes: Vec<Pattern> = piece.nodes.iter().map(|place| nodes[*place].clone()).collect();
            created(&nodes, &mut piece.relationships.iter().map(|place| &links[*place]))
        })
        .collect();
    if pieces.iter().all(|piece| piece.len() <= dialect.limits.statement_bytes) {
        return pieces;
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
        clauses.push(Clause::Match(Match { patterns: known, ..Match::default() }));
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

/// Queries for the properties of all nodes, the labels, and of each type the properties of all relationships and of the
/// nodes at their ends; also for keys, labels and types that only `found` has.
pub(super) fn read_back(graph: &Graph, found: &Graph, dialect: &crate::Dialect) -> Vec<ReadBack> {
    let nodes = || graph.nodes().chain(found.nodes());
    let relationships = || graph.relationships().chain(found.relationships());
    let keys: BTreeSet<&Name> = nodes().flat_map(|node| node.properties.keys()).collect();
    let values = |properties: &Properties, keys: &BTreeSet<&Name>| -> Row {
        keys.iter().map(|key| properties.get(*key).cloned().unwrap_or(Value::Null)).collect()
    };
    let property = |variable: &str, key: &&Name| printed(&build::property(variable, (*key).clone()));
    let properties = |variable: &str, keys: &BTreeSet<&Name>| -> Vec<String> {
        keys.iter().map(|key| property(variable, key)).collect()
    };
    let mut checks = Vec::new();
    // A database with typed tables refuses to look for elements of which it has no table.
    if graph.node_count() > 0 || !dialect.has_tables() {
        checks.push(counted("MATCH (n) RETURN count(n)", graph.node_count()));
    }
    if graph.relationship_count() > 0 || !dialect.has_tables() {
        checks.push(counted("MATCH ()-[r]->() RETURN count(r)", graph.relationship_count()));
    }
    if !keys.is_empty() && graph.node_count() > 0 {
        let rows = graph.nodes().map(|node| values(&node.properties, &keys)).collect();
        checks.push(check(format!("MATCH (n) RETURN {}", properties("n", &keys).join(", ")), rows));
    }
    let labels: BTreeSet<&Name> = nodes().flat_map(|node| &node.labels).collect();
    for label in labels {
        let count = graph.nodes().filter(|node| node.labels.contains(label)).count();
        checks.push(counted(&format!("MATCH (n:{}) RETURN count(n)", name(label)), count));
    }
    let kinds: BTreeSet<&Name> = relationships().map(|relationship| &relationship.kind).collect();
    for kind in kinds {
        let all: Vec<&Relationship> =
            graph.relationships().map(AsRef::as_ref).filter(|r: &&Relationship| r.kind == *kind).collect();
        let of_kind = relationships().filter(|relationship| relationship.kind == *kind);
        let own: BTreeSet<&Name> = of_kind.flat_map(|relationship| relationship.properties.keys()).collect();
        let items = [properties("a", &keys), properties("r", &own), properties("b", &keys)].concat();
        let pattern = format!("MATCH (a)-[r:{}]->(b) RETURN", name(kind));
        if items.is_empty() || all.is_empty() {
            checks.push(counted(&format!("{pattern} count(r)"), all.len()));
            continue;
        }
        let end = |key| graph.node(key).map(|node| values(&node.properties, &keys)).unwrap_or_default();
        let row = |r: &&Relationship| [end(r.start), values(&r.properties, &own), end(r.end)].concat();
        checks.push(check(format!("{pattern} {}", items.join(", ")), all.iter().map(row).collect()));
    }
    checks
}

fn printed(expression: &Expression) -> String {
    print_expression(expression, &Dialect::standard())
}

/// A label or type as it is written in a pattern.
pub(super) fn name(name: &Name) -> String {
    printed(&Expression::Variable(name.clone()))
}

fn counted(query: &str, count: usize) -> ReadBack {
    check(query.to_owned(), vec![vec![Value::Integer(count as i64)]])
}

fn check(query: String, rows: Vec<Row>) -> ReadBack {
    ReadBack { query, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_the_graph_that_came_has_is_looked_for() {
        let (mut wanted, mut found) = (Graph::new(), Graph::new());
        wanted.add_node(vec!["A".into()], Properties::new());
        let node = found.add_node(vec!["B".into()], Properties::from([("k".into(), Value::Integer(1))]));
        found.add_relationship(node, "T".into(), node, Properties::new()).expect("both ends");
        let asked: Vec<String> =
            read_back(&wanted, &found, &crate::language::Language::standard(&crate::language::Cypher))
                .into_iter()
                .map(|part| format!("{} {:?}", part.query, part.rows))
                .collect();
        for part in [
            "MATCH (n) RETURN n.k [[Null]]",
            "MATCH (n:B) RETURN count(n) [[Integer(0)]]",
            "MATCH (a)-[r:T]->(b) RETURN count(r) [[Integer(0)]]",
        ] {
            assert!(asked.iter().any(|asked| asked == part), "{part} of {asked:#?}");
        }
    }
}
