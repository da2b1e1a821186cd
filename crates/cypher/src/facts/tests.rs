use graphlance_graph::Schema;
use graphlance_graph::schema::{PropertyKey, PropertyKind};

use super::*;
use crate::ast::{Clause, Query};
use crate::parse::{parse, parse_expression, parse_query};

fn schema() -> Schema {
    let key = |name: &str, kind| PropertyKey { name: name.into(), kind };
    Schema {
        keys: vec![
            key("i", PropertyKind::Integer),
            key("f", PropertyKind::Float),
            key("s", PropertyKind::String),
            key("b", PropertyKind::Boolean),
        ],
        ..Schema::default()
    }
}

fn query(text: &str) -> Query {
    parse_query(text).unwrap_or_else(|error| panic!("{error}"))
}

/// `name: Kind`, `Kind?` when nullable, `[Kind]` for lists.
fn show(of: Type) -> String {
    let element = if of.element_nullable { "?" } else { "" };
    let kind = match of.kind {
        Kind::List => format!("[{:?}{element}]", of.element),
        kind => format!("{kind:?}"),
    };
    format!("{kind}{}", if of.nullable { "?" } else { "" })
}

/// The scope after the whole query.
#[track_caller]
fn check_scope(text: &str, expected: &str) {
    let schema = schema();
    let mut parts = scopes(&query(text), &Scope::with_schema(&schema));
    let scope = parts.swap_remove(0).pop().unwrap_or_default();
    let shown: Vec<String> =
        scope.bindings().iter().map(|binding| format!("{}: {}", binding.name, show(binding.of))).collect();
    assert_eq!(shown.join(", "), expected, "{text}");
}

/// The type of an expression where `n` is a node, `r` a relationship, `m` a node or null, `l` a list of integers.
#[track_caller]
fn check_type(text: &str, expected: &str) {
    let schema = schema();
    let expression = parse_expression(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(show(infer(&expression, &surroundings(&schema))), expected, "{text}");
}

fn surroundings(schema: &Schema) -> Scope<'_> {
    let before = query("MATCH (n)-[r]->() OPTIONAL MATCH (m) WITH n, r, m, range(1, 2) AS l");
    let mut scope = Scope::with_schema(schema);
    before.first.clauses.iter().for_each(|clause| scope.pass(clause));
    scope
}

#[track_caller]
fn check_raising(text: &str, expected: bool) {
    let schema = schema();
    let expression = parse_expression(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(may_raise(&expression, &surroundings(&schema)), expected, "{text}");
}

#[test]
fn patterns_bind_elements_lists_and_paths() {
    check_scope("MATCH p = (a)-[r]->(b)<-[s*]-()", "a: Node, r: Relationship, b: Node, s: [Relationship], p: Path");
    check_scope("MATCH (a) OPTIONAL MATCH (a)-[r]->(b)", "a: Node, r: Relationship?, b: Node?");
    check_scope("MATCH (a) ((b)-[r]->(c))+ (d)", "a: Node, b: [Node], r: [Relationship], c: [Node], d: Node");
}

#[test]
fn projections_replace_the_scope_unless_they_start_with_a_star() {
    check_scope("MATCH (a) WITH a.i AS x, count(*) AS c", "x: Integer?, c: Integer");
    check_scope("MATCH (a) WITH *, collect(a) AS l UNWIND l AS x", "a: Node, l: [Node], x: Node");
    check_scope("UNWIND [1, null] AS x WITH x AS y", "y: Integer?");
}

#[test]
fn subqueries_add_what_they_return() {
    check_scope("MATCH (a) CALL { WITH a RETURN a.s AS x UNION RETURN 'k' AS x }", "a: Node, x: String?");
    check_scope("MATCH (a) OPTIONAL CALL (a) { MATCH (b) RETURN b }", "a: Node, b: Node?");
    check_scope("CALL db.labels() YIELD label AS l", "l: Any?");
}

#[test]
fn expressions_have_the_least_type_that_is_certain() {
    check_type("n.i + 1", "Integer?");
    check_type("1 + 2.5", "Float");
    check_type("n.i = 1 AND true", "Boolean?");
    check_type("'a' < 'b' < 'c'", "Boolean");
    check_type("1 < 'a'", "Boolean?");
    check_type("n IS NULL", "Boolean");
    check_type("coalesce(n.i, 0)", "Integer");
    check_type("CASE WHEN true THEN 1 END", "Integer?");
    check_type("CASE WHEN true THEN 1 ELSE 2.0 END", "Number");
    check_type("[x IN l WHERE x > 1 | x * 1.5]", "[Float]");
    check_type("l[0]", "Integer?");
    check_type("reduce(s = 0, x IN l | s + x)", "Integer?");
    check_type("head(collect(n))", "Node?");
    check_type("startNode(r)", "Node");
    check_type("m:A", "Boolean?");
    check_type("[(n)-->(x) | x.s]", "[String?]");
    check_type("unknown(n)", "Any?");
    check_type("reverse(n.unknown)", "Any?");
    check_type("reverse(l)", "[Integer]");
    check_type("tail(n.unknown)", "[Any?]?");
    check_type("min(n.s)", "String?");
    check_type("localtime('12:00')", "Temporal(LocalTime)?");
}

#[test]
fn only_what_cannot_raise_is_said_not_to() {
    for text in [
        "n.i",
        "n.f * 2.0 > 1.0",
        "n.b AND NOT n.b",
        "n.s STARTS WITH 'a'",
        "n.i IN [1]",
        "n.i % 3",
        "l[0]",
        "coalesce(n.i, n.f, 1)",
        "[x IN l | x / 2]",
        "toUpper(n.s)",
        "EXISTS { (n)-->(x) WHERE x.b }",
        "n.i = 'a'",
    ] {
        check_raising(text, false);
    }
    for text in [
        "n.i + 1",
        "n.i / n.i",
        "1 % 0",
        "n.i / -1",
        "l.k",
        "n.i AND true",
        "n.s =~ 'a'",
        "-n.i",
        "left(n.s, n.i)",
        "[x IN l | x + 1]",
        "unknown()",
        "toUpper(n.i)",
        "sqrt(n.f)",
        "EXISTS { (n)-->(x) WHERE x.i }",
    ] {
        check_raising(text, true);
    }
}

#[test]
fn aggregates_count_unless_a_subquery_holds_them() {
    for (text, expected) in [
        ("count(*)", true),
        ("1 + SUM(n.i)", true),
        ("[x IN collect(n) | x]", true),
        ("n.i", false),
        ("COUNT { RETURN count(*) AS c }", false),
    ] {
        assert_eq!(aggregating(&parse_expression(text).unwrap()), expected, "{text}");
    }
}

#[test]
fn a_projection_is_totally_ordered_when_its_keys_cover_its_columns() {
    for (text, expected) in [
        ("MATCH (n) RETURN n.i AS i ORDER BY i", true),
        ("MATCH (n) RETURN n.i ORDER BY n.i", true),
        ("MATCH (n) RETURN n.i AS i, n.s AS s ORDER BY s", false),
        ("MATCH (n) RETURN n.unknown AS k ORDER BY k", false),
        ("MATCH (n) RETURN n.i AS i", false),
        ("MATCH (n) RETURN count(*) AS c", true),
        ("MATCH (n) RETURN n.i AS i, count(*) AS c ORDER BY i, c", true),
        ("MATCH (n) RETURN * ORDER BY n", true),
        ("MATCH (n), (m) RETURN * ORDER BY n", false),
    ] {
        let schema = schema();
        let query = query(text);
        let parts = scopes(&query, &Scope::with_schema(&schema));
        let Some(Clause::Return(projection)) = query.first.clauses.last() else { panic!("{text}") };
        assert_eq!(totally_ordered(projection, &parts[0][1]), expected, "{text}");
    }
}

#[test]
fn a_query_is_deterministic_unless_it_draws_cuts_or_collects() {
    for (text, expected) in [
        ("MATCH (n) RETURN n.i AS i", true),
        ("MATCH (n) RETURN rand() AS x", false),
        ("MATCH (n) RETURN n.i AS i LIMIT 1", false),
        ("MATCH (n) RETURN n.i AS i ORDER BY i LIMIT 1", true),
        ("MATCH (n) WITH n SKIP 1 RETURN count(*) AS c", false),
        ("MATCH (n) RETURN collect(n.i) AS c", false),
        ("CALL { MATCH (n) RETURN n LIMIT 1 } RETURN n", false),
        ("CALL db.labels() YIELD label RETURN label", false),
        ("MATCH (n) RETURN COUNT { MATCH (m) RETURN m LIMIT 2 } AS c", false),
    ] {
        let schema = schema();
        assert_eq!(deterministic_query(&query(text), &Scope::with_schema(&schema)), expected, "{text}");
    }
}

#[test]
fn writing_statements_are_known() {
    for (text, expected) in [
        ("MATCH (n) RETURN n", false),
        ("CREATE (n)", true),
        ("CALL { CREATE (n) } RETURN 1", true),
        ("CREATE INDEX FOR (n:A) ON (n.k)", true),
    ] {
        assert_eq!(writes(&parse(text).unwrap()), expected, "{text}");
    }
}
