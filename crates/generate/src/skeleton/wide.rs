//! Statements over graphs of thousands of nodes: each looks at every row a few times, and gives little. What they are about is
//! where engines divide rows: chunks of 2,048 and the like, pages, batches.

use graphlance_cypher::{Query, Statement, parse_query};
use graphlance_graph::schema::PropertyKind;
use graphlance_graph::{Name, Node, Random, Value};
use graphlance_reference::{Options, evaluate};

use super::made::{Expected, Made};
use super::query::SkeletonContext;
use crate::techniques::Techniques;

/// Nodes from which on a graph is a wide one.
pub const WIDE: usize = 500;

/// How many rows engines take at a time.
const CHUNKS: &[i64] = &[64, 100, 128, 256, 500, 512, 1_000, 1_024, 2_000, 2_048, 4_096, 8_192, 10_000, 16_384];

/// Rows of an answer at most.
const MOST_ROWS: usize = 5_000;

/// The statements. In braces: L and M labels, T and U types, i the key of integers and s that of texts, v a value of i, t the
/// beginning of a text, p a number of rows near which a chunk ends, g a small number.
const FORMS: &[&str] = &[
    "MATCH (n:{L}) RETURN count(*) AS c0, sum(n.id) AS c1, min(n.id) AS c2, max(n.id) AS c3",
    "MATCH (n:{L}) WHERE n.{i} >= {v} RETURN count(*) AS c0, min(n.id) AS c1, max(n.id) AS c2",
    "MATCH (n:{L}) WHERE n.{i} = {v} RETURN count(*) AS c0, sum(n.id) AS c1",
    "MATCH (n:{L}) WHERE n.{s} STARTS WITH {t} RETURN count(*) AS c0, min(n.id) AS c1",
    "MATCH (n) RETURN n.id AS c0 ORDER BY c0 SKIP {p} LIMIT 3",
    "MATCH (n:{L}) RETURN n.id AS c0 ORDER BY c0 DESC SKIP {p} LIMIT 3",
    "MATCH (n:{L}) RETURN n.id AS c0, n.{i} AS c1 ORDER BY n.{i}, n.id SKIP {p} LIMIT 4",
    "MATCH (n) WHERE n.id < {p} RETURN n.id AS c0",
    "MATCH (n) WHERE n.id >= {p} AND n.{i} IS NOT NULL RETURN count(*) AS c0, min(n.id) AS c1",
    "MATCH (n) WITH n ORDER BY n.id LIMIT {p} RETURN count(*) AS c0, sum(n.id) AS c1, count(n.{i}) AS c2",
    "MATCH (n) WITH n ORDER BY n.id SKIP {p} RETURN count(*) AS c0, min(n.id) AS c1",
    "MATCH (n:{L}) WITH n ORDER BY n.id DESC LIMIT {p} WHERE n.id % {g} = 0 RETURN count(*) AS c0, sum(n.id) AS c1",
    "MATCH (n)-[r:{T}]->(m) RETURN count(*) AS c0, sum(m.id) AS c1, count(DISTINCT n.id) AS c2",
    "MATCH (n:{L})-[r]->(m) WHERE m.id > n.id RETURN count(*) AS c0, sum(n.id) AS c1, max(r.id) AS c2",
    "MATCH (n)-[r:{T}]-(m:{L}) RETURN count(*) AS c0, sum(n.id) AS c1",
    "MATCH (n)-[:{T}]->(m)-[:{U}]->(o) RETURN count(*) AS c0, sum(o.id) AS c1",
    "MATCH (n:{L}) OPTIONAL MATCH (n)-[r:{T}]->(m:{M}) RETURN count(*) AS c0, count(m) AS c1, sum(m.id) AS c2",
    "MATCH (n) WHERE EXISTS { (n)-[:{T}]->() } RETURN count(*) AS c0, sum(n.id) AS c1",
    "MATCH (n) WITH COUNT { (n)-[:{T}]->() } AS d RETURN d AS c0, count(*) AS c1 ORDER BY c0",
    "MATCH (n) WITH n.id % {g} AS g, count(*) AS c, sum(n.id) AS s RETURN g AS c0, c AS c1, s AS c2",
    "MATCH (n) WITH n.id / 2 AS g, count(*) AS c RETURN count(*) AS c0, sum(c) AS c1, max(g) AS c2",
    "MATCH (n) WITH n.{i} AS k, count(*) AS c WHERE c > 1 RETURN count(*) AS c0, sum(c) AS c1",
    "MATCH (n) WITH n.{s} AS k, count(n.{i}) AS c RETURN count(*) AS c0, count(k) AS c1, sum(c) AS c2",
    "MATCH (n) WITH DISTINCT n.id % {p} AS x RETURN count(*) AS c0, sum(x) AS c1",
    "MATCH (n) RETURN n.{i} IS NULL AS c0, count(*) AS c1",
    "MATCH (n) RETURN sum(CASE WHEN n.{i} IS NULL THEN 1 ELSE 0 END) AS c0, count(n.{s}) AS c1",
    "MATCH (n) WITH collect(n.id) AS xs RETURN size(xs) AS c0, reduce(s = 0, x IN xs | s + x) AS c1",
    "MATCH (n:{L}) WITH collect(n.id) AS xs UNWIND xs AS x RETURN count(x) AS c0, sum(x) AS c1",
    "MATCH (n:{L}) WITH n.id % {g} AS g, collect(n.id) AS xs RETURN g AS c0, size(xs) AS c1",
    "UNWIND range(1, {p}) AS x RETURN count(*) AS c0, sum(x) AS c1, max(x) AS c2",
    "UNWIND range(1, {p}) AS x WITH x WHERE x % {g} = 0 RETURN count(*) AS c0, sum(x) AS c1",
    "UNWIND range(1, {p}) AS x WITH x ORDER BY x DESC LIMIT 3 RETURN x AS c0",
    "UNWIND range(1, {p}) AS x UNWIND [x, null] AS y RETURN count(*) AS c0, count(y) AS c1",
    "UNWIND range(1, {p}) AS x RETURN x % {g} AS c0, count(*) AS c1",
    "MATCH (n:{L}) RETURN count(*) AS c0 UNION ALL MATCH (n:{M}) RETURN count(*) AS c0",
    "CALL { MATCH (n:{L}) RETURN n.id AS x UNION MATCH (n:{M}) RETURN n.id AS x } RETURN count(*) AS c0, sum(x) AS c1",
];

/// Random statements over a wide graph, with what they must return, so many at most.
pub fn wide_statements(context: SkeletonContext<'_>, most: usize, random: &mut Random) -> Vec<Made> {
    (0..2 * most).filter_map(|_| statement(context, random)).take(most).collect()
}

fn statement(context: SkeletonContext<'_>, random: &mut Random) -> Option<Made> {
    let text = filled(random.pick(FORMS)?, context, random)?;
    let query: Query = parse_query(&text).ok()?;
    let clauses = query.parts().map(|part| part.clauses.len()).sum();
    let statement = Statement::Query(query);
    let options: &Options = context.options;
    let returns = evaluate(context.graph, &statement, options).ok()?.returns;
    let Statement::Query(query) = statement else { return None };
    let mut techniques = Techniques::default();
    techniques.count("query.wide");
    (returns.rows.len() <= MOST_ROWS).then_some(Made { query, expected: Expected::Rows(returns), clauses, techniques })
}

/// A form with what stands in its braces; none where the graph has nothing for one.
fn filled(form: &str, context: SkeletonContext<'_>, random: &mut Random) -> Option<String> {
    let schema = &context.graph.schema;
    let key = |kind: PropertyKind, random: &mut Random| {
        let keys: Vec<&Name> = schema.keys.iter().filter(|key| key.kind == kind).map(|key| &key.name).collect();
        random.pick(&keys).map(|name| name.to_string())
    };
    let mut text = form.to_owned();
    let integers = key(PropertyKind::Integer, random)?;
    let texts = key(PropertyKind::String, random)?;
    let node = context.graph.nodes().nth(random.below(context.graph.node_count()))?;
    let places = [
        ("{L}", random.pick(&schema.labels)?.to_string()),
        ("{M}", random.pick(&schema.labels)?.to_string()),
        ("{T}", random.pick(&schema.types)?.to_string()),
        ("{U}", random.pick(&schema.types)?.to_string()),
        ("{v}", integer_of(node, &integers)),
        ("{t}", beginning_of(node, &texts)),
        ("{i}", integers),
        ("{s}", texts),
        ("{p}", (random.pick(CHUNKS)? + random.integer(-1, 1)).to_string()),
        ("{g}", random.integer(2, 40).to_string()),
    ];
    for (place, value) in places {
        text = text.replace(place, &value);
    }
    Some(text)
}

fn integer_of(node: &Node, key: &str) -> String {
    match node.properties.get(key) {
        Some(Value::Integer(value)) if *value > i64::MIN => value.to_string(),
        _ => "0".to_owned(),
    }
}

fn beginning_of(node: &Node, key: &str) -> String {
    let letters = match node.properties.get(key) {
        Some(Value::String(text)) => text.chars().take(2).filter(char::is_ascii_alphanumeric).collect(),
        _ => String::from("A"),
    };
    format!("'{letters}'")
}
