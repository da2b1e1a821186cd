//! What the reference calls definite is so: a statement gives the same on the same graph loaded in several orders, be it
//! one that reads or one that writes. `GRAPHLANCE_CASES` sets the number of statements; the share of definite answers is
//! printed by feature, beside that without experiments, and then why the others are not.

use std::collections::BTreeMap;

use graphlance_case::Answer;
use graphlance_cypher::features::features_of;
use graphlance_cypher::{Dialect, Feature, Statement, parse, print};
use graphlance_generate::Profile;
use graphlance_generate::arbitrary::{ReadingSizes, arbitrary_reading};
use graphlance_graph::random_graph::random_graph;
use graphlance_graph::{
    CompareOptions, Graph, GraphSizes, Node, NodeKey, Properties, Random, Relationship, RelationshipKey, Returns,
    Table, Value, compare, same_graph,
};
use graphlance_reference::{Experiments, Failure, Options, evaluate};

const CASES: u64 = 2_000;
/// Statements on each graph.
const STATEMENTS: u64 = 20;
/// Orders in which a graph is loaded.
const ORDERS: u64 = 5;
/// Of a hundred answers at least so many are definite.
const LEAST_DEFINITE: u64 = 40;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

/// A small graph whose values often meet, 1 and 1.0 among them.
fn crowded(random: &mut Random) -> Graph {
    let mut graph = Graph::new();
    let properties = |random: &mut Random| {
        let mut properties = Properties::new();
        for key in ["k", "v"] {
            let values = [0.into(), 1.into(), Value::Float(1.0), 2.into(), Value::Float(2.0), "a".into()];
            if random.chance(0.8) {
                properties.extend(random.pick(&values).map(|value| (key.into(), value.clone())));
            }
        }
        properties
    };
    let nodes: Vec<NodeKey> = (0..random.between(1, 5))
        .map(|_| {
            let labels = ["A", "B"].iter().filter(|_| random.chance(0.5)).map(|label| (*label).into());
            let labels: Vec<_> = labels.collect();
            let properties = properties(random);
            graph.add_node(labels, properties)
        })
        .collect();
    for _ in 0..random.below(6) {
        let ends = [nodes[random.below(nodes.len())], nodes[random.below(nodes.len())]];
        let kind = if random.chance(0.6) { "R" } else { "S" };
        let properties = properties(random);
        graph.add_relationship(ends[0], kind.into(), ends[1], properties).expect("both ends exist");
    }
    graph
}

/// The graph loaded in another order.
fn reloaded(graph: &Graph, random: &mut Random) -> Graph {
    let mut nodes: Vec<&Node> = graph.nodes().map(|node| &**node).collect();
    random.shuffle(&mut nodes);
    let mut relationships: Vec<&Relationship> = graph.relationships().map(|each| &**each).collect();
    random.shuffle(&mut relationships);
    let mut loaded = Graph::new();
    loaded.schema = graph.schema.clone();
    let mut keys = BTreeMap::new();
    for (place, node) in nodes.into_iter().enumerate() {
        let key = NodeKey(place as u32);
        keys.insert(node.key, key);
        loaded.insert_node(Node { key, ..node.clone() }).expect("a new key");
    }
    for (place, each) in relationships.into_iter().enumerate() {
        let (key, start, end) = (RelationshipKey(place as u32), keys[&each.start], keys[&each.end]);
        loaded.insert_relationship(Relationship { key, start, end, ..each.clone() }).expect("a new key");
    }
    loaded
}

const BEGINNINGS: &[&str] = &[
    "MATCH (n)-[r]->(m) UNWIND [1, 1.0, 2] AS x",
    "MATCH (n)-[r]-(m) WITH n, r, m, m.k AS x",
    "MATCH (n), (m) OPTIONAL MATCH (n)-[r]->(m) WITH n, r, m, coalesce(r.k, n.v) AS x",
    "MATCH (n:A), (m:B) OPTIONAL MATCH (n)-[r:R]-(m) UNWIND [n.k, m.k] AS x",
    "MATCH (n) WHERE n.k IS NOT NULL OPTIONAL MATCH (n)-[r]->(m) WITH n, r, coalesce(m, n) AS m, n.k AS x",
    "UNWIND [2, 1] AS x MATCH (n {k: x}) OPTIONAL MATCH (n)-[r]-(m:B) WITH n, r, coalesce(m, n) AS m, x",
];

const MIDDLES: &[&str] = &[
    "WITH * ORDER BY x",
    "WITH * ORDER BY n.k, m.k, x LIMIT 3",
    "WITH * ORDER BY x DESC SKIP 1",
    "WITH DISTINCT n, r, m, x",
    "WITH n, r, m, max(x) AS x",
    "WITH n, r, m, collect(x) AS l UNWIND l AS x",
    "WITH n, r, m, count(x) AS x",
    "WITH n, m, min(r.k) AS x OPTIONAL MATCH (n)-[r]->(m)",
    "WITH * LIMIT 2",
    "WITH *, CASE WHEN x = 1 THEN n ELSE m END AS n2, CASE WHEN x = 1 THEN m ELSE n END AS m2 WITH n2 AS n, m2 AS m, x, r",
    "CALL (n, m) { MATCH (n)-[q]-(z) RETURN count(q) AS d } ",
    "CALL (n) { MATCH (n)--(z) RETURN z.k AS y ORDER BY y LIMIT 1 } ",
];

const WRITES: &[&str] = &[
    "SET n.v = x",
    "SET n.v = 7",
    "SET n.v = m.v",
    "SET n += {v: x, w: m.k}",
    "SET n = properties(m)",
    "SET n.v = m.k, n.w = n.v",
    "SET n.c = coalesce(n.c, 0) + 1",
    "SET n.l = [(n)--(z) | z.id]",
    "SET n:New",
    "SET n.v = n.k SET m.w = m.v",
    "REMOVE n.v",
    "REMOVE n:A",
    "DELETE r",
    "DETACH DELETE m",
    "CREATE (:New {v: x})",
    "CREATE (n)-[:N {v: x}]->(m)",
    "CREATE (:New {c: COUNT { MATCH (z) RETURN z }})",
    "MERGE (:New {v: 1})",
    "MERGE (q:New {v: coalesce(x, 0)})",
    "MERGE (q:New) ON CREATE SET q.v = x ON MATCH SET q.w = x",
    "MERGE (q:New {v: coalesce(n.k, 0)}) SET q.w = x",
    "MERGE (n)-[:N]->(m)",
    "MERGE (n)-[:N]-(m)",
    "MERGE (n)-[q:N]-(m) ON CREATE SET q.v = x",
    "FOREACH (i IN [x, 1] | SET n.v = i)",
    "FOREACH (i IN [n, m] | SET i.v = x)",
    "CALL (n, x) { SET n.v = x }",
    "CALL (n, x) { MERGE (q:New {v: coalesce(x, 0)}) ON CREATE SET q.w = n.k RETURN q.w AS w }",
];

const ENDINGS: &[&str] = &[
    "RETURN n.v, x",
    "RETURN count(*)",
    "RETURN DISTINCT x",
    "RETURN DISTINCT n.k, m.v",
    "RETURN x, count(*)",
    "RETURN n.k, collect(x)",
    "RETURN n.k, collect(DISTINCT m.k)",
    "RETURN min(x), max(m.k), count(DISTINCT n)",
    "RETURN sum(toFloat(r.k))",
    "RETURN head(collect(x))",
    "RETURN x ORDER BY x",
    "RETURN n.k AS k, x ORDER BY k, x LIMIT 2",
    "RETURN x LIMIT 2",
    "RETURN n ORDER BY n",
    "RETURN x ORDER BY [n, x]",
    "RETURN max(n)",
    "RETURN n < m",
    "RETURN [(n)-[q]-(z) | z.k]",
    "RETURN size([(n)--(z) | z.k])",
    "RETURN labels(m)",
    "RETURN labels(m)[0]",
    "RETURN n.k IN collect(x)",
    "RETURN size(COLLECT { MATCH (z) RETURN z.k }) AS s",
    "RETURN COLLECT { MATCH (z) WHERE z.k = x RETURN z.k ORDER BY z.k } AS s",
    "RETURN n.k = 0 OR 10 / toInteger(n.k) > 4",
    "RETURN [y IN [x, n.k] WHERE y > 1 | y] AS l",
    "RETURN n.k AS y UNION RETURN 1 AS y",
    "RETURN n, m, r",
    "RETURN EXISTS { (n)-->(m) } AS e, COUNT { (n)--() } AS c",
    "WITH x LIMIT 2 RETURN count(*)",
    "WITH n, x WHERE x > 0 RETURN n.k + 1",
];

/// A statement of parts that depend on an order, or may seem to.
fn composed(random: &mut Random) -> Option<Statement> {
    let writes = random.chance(0.7);
    let mut parts = vec![*random.pick(BEGINNINGS)?];
    if random.chance(0.5) {
        parts.push(random.pick(MIDDLES)?);
    }
    if writes {
        parts.push(random.pick(WRITES)?);
        if random.chance(0.3) {
            parts.push("WITH *");
            parts.push(random.pick(WRITES)?);
        }
    }
    if !writes || random.chance(0.6) {
        parts.push(random.pick(ENDINGS)?);
    }
    let text = parts.join(" ");
    Some(parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}")))
}

/// Whether two definite answers to a statement are the same.
fn agree(one: &Answer, other: &Answer) -> bool {
    let options = CompareOptions { negative_zero: true, ..CompareOptions::default() };
    let mut expected = Returns { any: None, ..one.returns.clone() };
    for (column, same) in expected.columns.iter_mut().zip(&other.returns.columns) {
        column.unordered_lists |= same.unordered_lists;
    }
    let columns = other.returns.columns.iter().map(|column| column.name.clone()).collect();
    let actual = Table { columns, rows: other.returns.rows.clone() };
    let same_graphs = match (&one.graph, &other.graph) {
        (Some(one), Some(other)) => same_graph(one, other, &options).is_ok(),
        _ => true,
    };
    same_graphs && one.returns.any == other.returns.any && compare(&expected, &actual, &options).is_ok()
}

/// Answers by what became of them.
#[derive(Default)]
struct Count {
    statements: u64,
    definite: u64,
    /// Definite when open answers are looked for by rules alone.
    by_rules: u64,
}

#[derive(Default)]
struct Tally {
    all: Count,
    by_feature: BTreeMap<Feature, Count>,
    /// Definite in one order of loading and open in another.
    wavering: Vec<String>,
    changed: Vec<String>,
    /// Why the answers that are not definite are not.
    reasons: BTreeMap<String, u64>,
}

impl Tally {
    fn check(&mut self, graph: &Graph, statement: &Statement, random: &mut Random) {
        let decided = |result: &Result<Answer, Failure>| matches!(result, Ok(_) | Err(Failure::Raised(_)));
        let rules = Experiments { orders: 0, early_errors: false };
        let by_rules = decided(&evaluate(graph, statement, &Options { experiments: rules, ..Options::default() }));
        let first = evaluate(graph, statement, &Options::default());
        let definite = decided(&first);
        for feature in features_of(statement) {
            self.by_feature.entry(feature).or_default().add(definite, by_rules);
        }
        self.all.add(definite, by_rules);
        if let Err(failure @ (Failure::Unspecified(_) | Failure::OutOfBudget(_) | Failure::Unknown(_))) = &first {
            *self.reasons.entry(reason(failure)).or_default() += 1;
            return;
        }
        let text = || print(statement, &Dialect::standard());
        for order in 1..ORDERS {
            let loaded = reloaded(graph, random);
            let other = evaluate(&loaded, statement, &Options::default());
            let same = match (&first, &other) {
                (Ok(first), Ok(other)) => agree(first, other),
                (Err(Failure::Raised(_)), Err(Failure::Raised(_))) => true,
                (_, Err(Failure::Unspecified(why))) => {
                    let graph = serde_json::to_string(graph).expect("a graph");
                    self.wavering.push(format!("{} in order {order}: {why}\n  on {graph}", text()));
                    return;
                }
                (_, Err(Failure::OutOfBudget(_) | Failure::Unknown(_))) => true,
                _ => false,
            };
            if !same {
                let graph = serde_json::to_string(graph).expect("a graph");
                let (first, other) = (shown(&first), shown(&other));
                self.changed.push(format!("{}\n  gives {first}\n  and {other}\n  on {graph}", text()));
                return;
            }
        }
    }

    fn print(&self) {
        let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
        println!("{:<34} {:>10} {:>12} {:>12}", "feature", "statements", "definite", "by rules");
        let rows = self.by_feature.iter().map(|(feature, count)| (feature.name().to_owned(), count));
        for (name, count) in rows.chain([("all".to_owned(), &self.all)]) {
            let (definite, by_rules) =
                (share(count.definite, count.statements), share(count.by_rules, count.statements));
            println!("{name:<34} {:>10} {definite:>10.1} % {by_rules:>10.1} %", count.statements);
        }
        let mut reasons: Vec<_> = self.reasons.iter().map(|(reason, count)| (*count, reason)).collect();
        reasons.sort_unstable_by(|one, other| other.cmp(one));
        for (count, reason) in reasons {
            println!("{:>10.1} % {reason}", share(count, self.all.statements));
        }
        println!("{} definite in one order of loading and open in another", self.wavering.len());
        self.wavering.iter().take(10).for_each(|one| println!("  {one}"));
    }
}

impl Count {
    fn add(&mut self, definite: bool, by_rules: bool) {
        self.statements += 1;
        self.definite += u64::from(definite);
        self.by_rules += u64::from(by_rules);
    }
}

/// Why an answer is not definite, without the names, numbers and texts that are of one statement alone.
fn reason(failure: &Failure) -> String {
    let text = failure.to_string();
    let text = text.split_once(" the error:").map_or(text.as_str(), |(reason, _)| reason);
    let text = match (text.split_once("the values of "), text.split_once(" rows depend")) {
        (Some((before, _)), Some((_, after))) => format!("{before}the values of rows depend{after}"),
        _ => text.to_owned(),
    };
    text.chars().filter(|character| !character.is_ascii_digit()).collect()
}

fn shown(result: &Result<Answer, Failure>) -> String {
    match result {
        Ok(answer) => {
            let graph = answer.graph.as_ref().map(|graph| serde_json::to_string(graph).expect("a graph"));
            format!("{:?} {}", answer.returns.rows, graph.unwrap_or_default())
        }
        Err(failure) => failure.to_string(),
    }
}

#[track_caller]
fn check(statement_of: impl Fn(&mut Random, &Graph) -> Option<Statement>, graph_of: impl Fn(u64) -> Graph) {
    let mut tally = Tally::default();
    for number in 0..cases() {
        let graph = graph_of(number / STATEMENTS);
        let mut random = Random::derive(number, &[1]);
        let Some(statement) = statement_of(&mut random, &graph) else { continue };
        tally.check(&graph, &statement, &mut random);
    }
    tally.print();
    let some = |all: &[String]| all.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(tally.changed.is_empty(), "{} definite answers change:\n{}", tally.changed.len(), some(&tally.changed));
    assert!(tally.wavering.len() as u64 * 5_000 <= tally.all.statements, "{}", some(&tally.wavering));
    assert!(tally.all.definite * 100 >= tally.all.statements * LEAST_DEFINITE, "too few answers are definite");
}

#[test]
fn statements_that_write_and_gather_give_the_same_in_every_order_of_loading() {
    check(|random, _| composed(random), |number| crowded(&mut Random::derive(number, &[0])));
}

#[test]
fn statements_that_read_give_the_same_in_every_order_of_loading() {
    let graph = |number| {
        let profile = Profile::built_in("default").expect("a built-in profile");
        let dialect = Dialect::standard();
        let sizes = GraphSizes { nodes: [1, 6], relationships: [0, 12], ..profile.graph };
        random_graph(&mut Random::derive(number, &[0]), &sizes, &dialect.values, &dialect.index_support())
    };
    check(|random, graph| Some(arbitrary_reading(random, graph, ReadingSizes::default()).statement()), graph);
}
