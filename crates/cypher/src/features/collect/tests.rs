use super::*;
use crate::parse::parse;

#[track_caller]
fn check(text: &str, features: &str) {
    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = features_of(&statement).iter().map(|feature| feature.name()).collect();
    assert_eq!(names.join(" "), features, "{text}");
}

#[test]
fn clauses_and_their_parts_are_features() {
    check("MATCH (n) WHERE true RETURN 1", "match where");
    check("OPTIONAL MATCH (n) MATCH (m), (o) RETURN 1", "match optional_match match_after_optional multiple_patterns");
    check("OPTIONAL MATCH (n) WITH n MATCH (m) RETURN 1", "match optional_match with");
    check(
        "UNWIND [1] AS x WITH DISTINCT * ORDER BY x SKIP 1 LIMIT 1 WHERE x RETURN x UNION RETURN 1 AS x",
        "unwind with with_where distinct order_by skip limit star union",
    );
    check(
        "CALL db.labels() CALL { RETURN 1 AS x } CALL (x) { RETURN 2 AS y } RETURN x",
        "call_procedure call_subquery call_subquery_scope",
    );
    check(
        "CALL (*) { RETURN 1 AS x } IN TRANSACTIONS OF $p ROWS RETURN x GROUP BY x",
        "group_by call_subquery_scope call_in_transactions parameter",
    );
    check(
        "MERGE (n {k: 1}) ON CREATE SET n.k = 1 REMOVE n.k DETACH DELETE n",
        "inline_properties merge set remove detach_delete",
    );
    check("FOREACH (x IN [1] | CREATE (:A {k: x})) DELETE 1", "create delete foreach");
}

#[test]
fn patterns_have_features() {
    check(
        "MATCH p = (:A:B)-[:S|T*]-({k: 1}) RETURN 1",
        "match multiple_labels type_alternatives inline_properties undirected variable_length path_variable",
    );
    check(
        "MATCH (:A|B WHERE true)-[r]->() MATCH ()-[r]->() RETURN 1",
        "match label_expression inline_where bound_relationship",
    );
    check(
        "MATCH ANY (a)-->+(b), shortestPath((a)-->(b)) RETURN 1",
        "match multiple_patterns shortest_path path_selector quantified_path",
    );
}

#[test]
fn expressions_have_features() {
    check(
        "RETURN [1][0], [1][..], {a: 1} {.a}, $p, 1 < 2 < 3",
        "map_literal map_projection list_index list_slice comparison_chain parameter",
    );
    check(
        "RETURN true XOR 'a' =~ 'b', 1 % 2 ^ 3, 'a' || 'b', count(*)",
        "regex xor power modulo concatenate_bars aggregation",
    );
    check(
        "RETURN [x IN [1] | x], all(x IN [1] WHERE x), reduce(a = 1, x IN [1] | x), CASE 1 WHEN 1 THEN 1 END",
        "list_comprehension quantifier reduce case",
    );
    check(
        "MATCH (n) WHERE (n)-->() AND n:A RETURN EXISTS { (n) }, COUNT { (n) }, COLLECT { RETURN 1 AS x }, [(n)-->() | 1]",
        "match where exists_subquery count_subquery collect_subquery pattern_predicate label_predicate pattern_comprehension",
    );
}

#[test]
fn whole_elements_are_noticed_in_the_outermost_return_only() {
    check("MATCH (n) RETURN n.k", "match");
    check("MATCH (n) WITH n AS m RETURN m", "match with return_element");
    check("MATCH ()-[r]->() RETURN startNode(r)", "match return_element");
    check("MATCH (n) CALL { MATCH (m) RETURN m } RETURN 1", "match call_subquery");
    check("MATCH (n) RETURN *", "match star return_element");
}

#[test]
fn schema_commands_have_features() {
    check("CREATE INDEX FOR (n:A) ON (n.a, n.b)", "range_index composite_index");
    check("CREATE INDEX FOR ()-[r:A]-() ON (r.a)", "relationship_index");
    check("DROP INDEX FOR (n:A) ON (n.a)", "range_index drop_index");
    check("DROP INDEX i", "range_index drop_index");
    check("CREATE TEXT INDEX FOR (n:A) ON (n.a)", "text_index");
    check("DROP CONSTRAINT c", "unique_constraint");
}
