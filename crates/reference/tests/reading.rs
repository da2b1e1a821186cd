//! Reading clauses: statement, graph and the rows that must come back.

use graphlance_case::Answer;
use graphlance_cypher::parse;
use graphlance_graph::{Graph, Order, Value};
use graphlance_reference::{Failure, Options, evaluate};

const GRAPH: &str = "CREATE (a:A {id: 1, x: 'p'}), (b:B {id: 2, x: 'q'}), (c:A:B {id: 3}), (d {id: 4, x: 'p'}), \
     (a)-[:R {id: 10}]->(b), (a)-[:R {id: 11}]->(b), (b)-[:S {id: 12}]->(c), (c)-[:R {id: 13}]->(a), (c)-[:R {id: 14}]->(c)";

fn answer(query: &str) -> Result<Answer, Failure> {
    let run = |graph: &Graph, text: &str| {
        let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        evaluate(graph, &statement, &Options::default())
    };
    let graph = run(&Graph::new(), GRAPH).ok().and_then(|answer| answer.graph).unwrap_or_default();
    run(&graph, query)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(s) => format!("'{s}'"),
        Value::List(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(",")),
        Value::Map(map) => {
            let entries: Vec<String> = map.iter().map(|(key, value)| format!("{key}:{}", text(value))).collect();
            format!("{{{}}}", entries.join(","))
        }
        Value::Node(node) => format!("({})", text(node.properties.get("id").unwrap_or(&Value::Null))),
        Value::Relationship(r) => format!("-{}-", text(r.properties.get("id").unwrap_or(&Value::Null))),
        Value::Path(path) => path
            .nodes
            .iter()
            .enumerate()
            .map(|(index, node)| {
                let hop = index.checked_sub(1).map(|at| Value::Relationship(path.relationships[at].clone()));
                format!("{}{}", hop.as_ref().map(text).unwrap_or_default(), text(&Value::Node(node.clone())))
            })
            .collect(),
        Value::Null => "null".into(),
        other => {
            let mut out = String::new();
            graphlance_reference::text::write(other, &mut out);
            out
        }
    }
}

/// Rows are written `a b | a b`; their order counts only under ORDER BY.
fn check(query: &str, expected: &str) {
    let returns = answer(query).unwrap_or_else(|failure| panic!("{query}\n{failure}")).returns;
    let row = |row: &Vec<Value>| row.iter().map(text).collect::<Vec<_>>().join(" ");
    let mut actual: Vec<String> = returns.rows.iter().map(row).collect();
    let mut expected: Vec<String> = expected.split(" | ").filter(|row| !row.is_empty()).map(str::to_owned).collect();
    if returns.order == Order::Bag {
        actual.sort();
        expected.sort();
    }
    assert_eq!(actual, expected, "{query}");
}

fn unspecified(query: &str) {
    let answer = answer(query);
    assert!(matches!(answer, Err(Failure::Unspecified(_))), "{query}\n{answer:?}");
}

#[test]
fn a_pattern_matches_every_way_that_uses_each_relationship_once() {
    check("MATCH ()-[r:R]->() MATCH (n)-[r]->(n) RETURN n, r", "(3) -14-");
    check("MATCH ()-[r]->() MATCH (m)-[:S]-(n)-[r]-(n) RETURN m, n", "(2) (3)");
    check("MATCH (a:A)-[r:R]->(b) RETURN a, r, b", "(1) -10- (2) | (1) -11- (2) | (3) -13- (1) | (3) -14- (3)");
    check("MATCH (a {id: 1})-[r]-(b) RETURN r", "-10- | -11- | -13-");
    check("MATCH (a)-[r]-(b) WHERE a.id = 3 AND b.id = 3 RETURN r", "-14-");
    check("MATCH (a)-[r]->(b)<-[s]-(a) RETURN r, s", "-10- -11- | -11- -10-");
    check("MATCH (a)-[r]->(b), (a)-[s]->(b) RETURN count(*)", "2");
    check("MATCH (a)-[r]->(b) MATCH (a)-[s]->(b) RETURN count(*)", "7");
    check("MATCH (a:A&!B|B&!A) RETURN a", "(1) | (2)");
    check("MATCH (n WHERE n.x = 'p') RETURN n", "(1) | (4)");
    check("MATCH (a {id: 1}), (b {id: a.id + 1}) RETURN b", "(2)");
}

#[test]
fn an_error_is_raised_only_for_a_complete_match() {
    check("MATCH (a)-[:S]->(b) WHERE a.x = 'q' AND b.id / (a.id - 2 + b.id - 3 + 1) = 3 RETURN b", "(3)");
    // Another order looks at a node without such a relationship.
    unspecified("MATCH (a)-[:S]->(b) WHERE 1 / (a.id - 1) > 0 AND b.id = 3 RETURN b");
    assert!(matches!(answer("MATCH (a)-[:R]->(b) WHERE 1 / (a.id - 1) > 0 RETURN b"), Err(Failure::Raised(_))));
}

#[test]
fn an_optional_match_keeps_its_row_with_nulls() {
    check(
        "MATCH (n) OPTIONAL MATCH (n)-[r:S]->(m) RETURN n, r, m",
        "(1) null null | (2) -12- (3) | (3) null null | (4) null null",
    );
    check("OPTIONAL MATCH (n:None) RETURN n", "null");
    check("OPTIONAL MATCH (n:None) MATCH (n)-->(m) RETURN m", "");
}

#[test]
fn variable_length_patterns_walk_trails() {
    check("MATCH (a {id: 1})-[r*2]->(b) RETURN r", "[-10-,-12-] | [-11-,-12-]");
    check(
        "MATCH p = (a {id: 2})-[:S|R*0..2]->(b) RETURN p",
        "(2) | (2)-12-(3) | (2)-12-(3)-13-(1) | (2)-12-(3)-14-(3)",
    );
    check("MATCH (b)<-[r*2]-(a {id: 2}) RETURN b, r", "(1) [-13-,-12-] | (3) [-14-,-12-]");
    check("MATCH (a {id: 1})-[r*1..0]->(b) RETURN r", "");
    check("MATCH (a {id: 1})-[:R*2..3 {id: 10}]->(b) RETURN b", "");
    check(
        "MATCH (a {id: 2}) ((x)-[r]->(y) WHERE y.id <> 1){1,2} (b) RETURN x, r, b",
        "[(2)] [-12-] (3) | [(2),(3)] [-12-,-14-] (3)",
    );
    check("MATCH p = (a {id: 2}) (()-[r]->())+ (b {id: 1}) RETURN p", "(2)-12-(3)-13-(1) | (2)-12-(3)-14-(3)-13-(1)");
}

#[test]
fn shortest_paths_have_the_fewest_relationships() {
    check("MATCH p = shortestPath((a {id: 2})-[*]->(b {id: 1})) RETURN p", "(2)-12-(3)-13-(1)");
    check("MATCH p = allShortestPaths((a {id: 1})-[*]->(b {id: 3})) RETURN p", "(1)-10-(2)-12-(3) | (1)-11-(2)-12-(3)");
    unspecified("MATCH p = shortestPath((a {id: 1})-[*]->(b {id: 3})) RETURN p");
    unspecified("MATCH p = shortestPath((a {id: 1})-[r*]->(b {id: 3})) RETURN length(p), r");
    unspecified("MATCH p = shortestPath((a {id: 1})-[r*]->(b {id: 3})) WITH *, length(p) AS d RETURN *");
    unspecified("MATCH p = shortestPath((a {id: 1})-[*]->(b {id: 3})) WITH p AS q RETURN length(q)");
    // Whether rows are the same shows which path each has.
    unspecified("MATCH p = shortestPath((a {id: 1})-[*]->(b {id: 3})) WITH DISTINCT * RETURN length(p)");
    unspecified("MATCH (a {id: 1}), (b {id: 3}) RETURN shortestPath((a)-[*]->(b))");
    // Which one it is shows nowhere.
    check("MATCH p = shortestPath((a {id: 1})-[r*]->(b {id: 3})) RETURN length(p) AS d, Length(p) + 1", "2 3");
    check("MATCH p = ALL SHORTEST (a {id: 1})-[*]->(b {id: 3}) RETURN length(p)", "2 | 2");
}

#[test]
fn grouping_is_by_the_other_columns() {
    check("MATCH (n) RETURN n.x AS x, count(*) AS c ORDER BY x", "'p' 2 | 'q' 1 | null 1");
    check("MATCH (n:None) RETURN count(n), sum(n.id), avg(n.id), collect(n), max(n.id)", "0 0 null [] null");
    check("MATCH (n:None) RETURN n.x, count(*)", "");
    check("MATCH (n) RETURN count(n.x), count(DISTINCT n.x), min(n.id) + max(n.id)", "3 2 5");
    check(
        "UNWIND [1, 2, 3, 4] AS x RETURN percentileCont(x, 0.5), percentileDisc(x, 0.5), stDevP(x) > 1.2",
        "2.5 2 false",
    );
    check("MATCH (n) WITH n.x AS x, max(n.id) AS m WHERE m > 2 RETURN x, m", "'p' 4 | null 3");
    check("MATCH (n) RETURN n.x, count(*) ORDER BY count(*) DESC, n.x LIMIT 1", "'p' 2");
}

#[test]
fn a_sum_is_open_when_the_order_of_its_terms_matters() {
    check("UNWIND [0.5, 1.25, -1.75, 3] AS x RETURN sum(x)", "3.0");
    unspecified("UNWIND [1e300, 1.0, -1e300] AS x RETURN sum(x)");
    unspecified("UNWIND [9223372036854775807, 1, -1] AS x RETURN sum(x)");
    check("UNWIND [9223372036854775807, 1, -1] AS x RETURN avg(x) > 0", "true");
    assert!(matches!(answer("UNWIND [9223372036854775807, 1, 1] AS x RETURN sum(x)"), Err(Failure::Raised(_))));
}

#[test]
fn sorting_claims_ties_and_cuts() {
    let returns = answer("MATCH (n) RETURN n.x AS x, n.id AS id ORDER BY x LIMIT 1").map(|answer| answer.returns);
    let returns = returns.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((returns.rows.len(), returns.any), (2, Some(1)));
    assert_eq!(returns.order, Order::Sorted { ties: vec![2] });
    check("MATCH (n) RETURN n.id AS id ORDER BY id DESC SKIP 1 LIMIT 2", "3 | 2");
    check("UNWIND [1, 1, 1] AS x WITH x LIMIT 2 RETURN x", "1 | 1");
    unspecified("MATCH (n) WITH n LIMIT 2 RETURN n");
    // The WHERE reads what the rows that tie differ in, and the clause gives the same of each.
    unspecified("MATCH (n) WITH 1 AS x ORDER BY x LIMIT 1 WHERE n.id = 1 RETURN x");
    check("MATCH (n) WITH 1 AS x, n.id AS id ORDER BY id LIMIT 1 WHERE n.id = 1 RETURN x", "1");
    check("MATCH (n) WITH n ORDER BY n.id LIMIT 2 RETURN n", "(1) | (2)");
    let any = answer("MATCH (n) RETURN n LIMIT 3").map(|answer| (answer.returns.rows.len(), answer.returns.any));
    assert_eq!(any, Ok((4, Some(3))));
}

#[test]
fn a_collected_list_has_no_order_unless_its_rows_had_one() {
    let marked = |query: &str| answer(query).map(|answer| answer.returns.columns[0].unordered_lists);
    assert_eq!(marked("MATCH (n) RETURN collect(n.id)"), Ok(true));
    assert_eq!(marked("MATCH (n) WITH n ORDER BY n.id RETURN collect(n.id)"), Ok(false));
    assert_eq!(marked("MATCH (n) WITH collect(n.id) AS l RETURN size(l)"), Ok(false));
    unspecified("MATCH (n) RETURN head(collect(n.id))");
    unspecified("MATCH (n) WITH collect(n.id) AS l RETURN l[0]");
    check("MATCH (n) WITH collect(n.id) AS l UNWIND l AS x RETURN x", "1 | 2 | 3 | 4");
    check("MATCH (n) WITH collect(n.id) AS l RETURN 2 IN l, size(l), any(x IN l WHERE x > 3)", "true 4 true");
}

#[test]
fn labels_keys_and_pattern_comprehensions_have_no_order() {
    let marked = |query: &str| answer(query).map(|answer| answer.returns.columns[0].unordered_lists);
    assert_eq!(marked("MATCH (n:A:B) RETURN labels(n)"), Ok(true));
    assert_eq!(marked("MATCH (n {id: 1}) RETURN labels(n)"), Ok(false));
    assert_eq!(marked("MATCH (n {id: 1}) RETURN [(n)-[r]-() | r.id]"), Ok(true));
    check("MATCH (n:A:B) WHERE 'A' IN labels(n) AND size(keys(n)) = 1 RETURN n", "(3)");
    check("MATCH (n {id: 1}) RETURN head(labels(n))", "'A'");
    unspecified("MATCH (n:A:B) RETURN head(labels(n))");
    unspecified("MATCH (n) WHERE labels(n)[0] = 'A' RETURN n");
    unspecified("MATCH (n) RETURN DISTINCT labels(n)");
}

#[test]
fn a_deep_expression_runs_out_of_budget_and_not_of_stack() {
    let nested = |depth: usize| format!("RETURN {}1{}", "size([".repeat(depth), "])".repeat(depth));
    check(&nested(90), "1");
    let chain = format!("UNWIND [1] AS x RETURN {}0", "x + ".repeat(900));
    assert!(matches!(answer(&chain), Err(Failure::OutOfBudget("depth"))));
    let chain = format!("MATCH (n) WHERE {}n.id = 1 RETURN n", "n.id > 0 AND ".repeat(900));
    check(&chain, "(1)");
}

#[test]
fn subqueries_see_the_row_they_run_for() {
    check("MATCH (n) CALL { WITH n MATCH (n)-[r]->() RETURN count(r) AS c } RETURN n.id, c", "1 2 | 2 1 | 3 2 | 4 0");
    check("MATCH (n) CALL (n) { MATCH (n)-[:S]->(m) RETURN m } RETURN n, m", "(2) (3)");
    check("MATCH (n) WHERE EXISTS { (n)-[:S]->() } RETURN n", "(2)");
    check("MATCH (n) RETURN n.id AS id, COUNT { (n)-->() } AS c ORDER BY id", "1 2 | 2 1 | 3 2 | 4 0");
    check("MATCH (n) WHERE NOT (n)--() RETURN n", "(4)");
    check("MATCH (n {id: 3}) RETURN COLLECT { MATCH (n)-[r]->() RETURN r.id ORDER BY r.id DESC }", "[14,13]");
    check("MATCH (n {id: 2}) RETURN [(n)-->(m) | m.id]", "[3]");
    check("CALL { RETURN 1 AS x UNION RETURN 2 AS x } RETURN x", "1 | 2");
}

#[test]
fn a_union_drops_duplicates_unless_it_keeps_all() {
    check("RETURN 1 AS x UNION RETURN 1 AS x", "1");
    check("RETURN 1 AS x UNION ALL RETURN 1 AS x", "1 | 1");
}

#[test]
fn procedures_that_follow_from_the_graph_are_built_in() {
    check("CALL db.labels() YIELD label WHERE label IN ['B', 'A'] RETURN label", "'A' | 'B'");
    check("CALL db.relationshipTypes() YIELD relationshipType AS x WHERE x = 'S' RETURN x", "'S'");
}

#[test]
fn paths_and_maps_come_back_whole() {
    check(
        "MATCH p = (:A {id: 1})-[:R {id: 10}]->()-[:S]->() RETURN p, length(p), nodes(p)",
        "(1)-10-(2)-12-(3) 2 [(1),(2),(3)]",
    );
    check("MATCH (n {id: 1}) RETURN n {.id, .none, y: 2}, n {.*}", "{id:1,none:null,y:2} {id:1,x:'p'}");
    check("MATCH (n {id: 1}) RETURN *", "(1)");
}

#[test]
fn what_follows_a_projection_sees_only_its_columns() {
    check("MATCH (n) WITH n.id AS id, n.x AS x WHERE id > 2 RETURN id, x", "3 null | 4 'p'");
    check("MATCH (n) WITH DISTINCT n.x AS x ORDER BY x LIMIT 2 RETURN x", "'p' | 'q'");
    check("MATCH (a)-[:S]->(b) WITH b AS a, a AS b RETURN a, b", "(3) (2)");
    check("WITH 1 AS x UNWIND [x, 2] AS y WITH x + y AS z RETURN z", "2 | 3");
}
