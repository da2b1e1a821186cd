//! What GraphQLite loses of columns.

use super::*;

/// The names of the columns of an answer.
pub(super) fn named(graph: &Graph, text: &str, departures: Departures) -> String {
    let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let options = Options { departures, open: OpenAnswers::Choose, ..Options::default() };
    match evaluate(graph, &statement, &options) {
        Ok(answer) => answer.returns.columns.iter().map(|column| format!("{} ", column.name)).collect(),
        Err(failure) => failure.to_string(),
    }
}

#[test]
fn columns_behind_what_writes_are_lost_as_the_statement_is_executed() {
    let name = "literal-columns-null-in-pipeline";
    for (text, other) in [
        ("MATCH (n:C) MERGE (m:New) RETURN 1 AS x, n.id AS y", "MATCH (n:C) MERGE (m:New) RETURN null AS x, n.id AS y"),
        ("MATCH (n:C) WITH n CREATE (m) RETURN -1 AS x", "MATCH (n:C) WITH n CREATE (m) RETURN null AS x"),
        ("CALL { RETURN 5 AS y } RETURN 'a' AS x", "CALL { RETURN 5 AS y } RETURN null AS x"),
        ("MATCH (n:C) CREATE (m) WITH n RETURN true AS x", "MATCH (n:C) CREATE (m) WITH n RETURN null AS x"),
        (
            "MATCH (n:C) FOREACH (x IN [1] | CREATE (:M)) RETURN 1 AS x, n.id AS y",
            "MATCH (n:C) FOREACH (x IN [1] | CREATE (:M)) RETURN null AS x, n.id AS y",
        ),
    ] {
        check_as(name, text, other);
    }
    check_unchanged(name, "MATCH (n:C) CREATE (m) RETURN 1 AS x");
    check_unchanged(name, "MERGE (m:New) RETURN 1 + 1 AS x, [1] AS y, toString(1) AS z");
    check_unchanged(name, "MATCH (n:C) CALL { RETURN 5 AS y } RETURN 1 AS x");
    check_unchanged(name, "MERGE (m:New) WITH 1 AS x RETURN x");
    check_as(name, "CALL { RETURN 1 AS x } RETURN count(2) AS y, sum(x) AS z", "RETURN 0 AS y, 1 AS z");
    check_unchanged(name, "UNWIND [1] AS x CREATE (m:New) WITH m RETURN count(1) AS y");
    check_unchanged(name, "UNWIND [1] AS y RETURN 1 AS x");
    let name = "columns-behind-unwind-and-write-null";
    let (front, all) =
        ("UNWIND [5] AS x MERGE (a:New {k: x})", "a.k AS p, a AS q, count(*) AS r, max(x) AS s, x + 1 AS t");
    let lost = "a.k AS p, a AS q, count(*) AS r, max(null) AS s, null AS t";
    check_as(name, &format!("{front} RETURN {all}"), &format!("{front} RETURN {lost}"));
    check_unchanged(name, "UNWIND [5] AS x UNWIND [6] AS y CREATE (a:New) RETURN x");
    check_unchanged(name, "UNWIND [5] AS x MATCH (b:C) CREATE (a:New) RETURN x");
    let name = "return-behind-nameless-create-gives-nothing";
    check_as(name, "CREATE ()-[:R]->() RETURN 1 AS x", "CREATE ()-[:R]->() WITH 1 AS x WHERE false RETURN x");
    check_unchanged(name, "CREATE () CREATE (a) RETURN 1 AS x");
    check_unchanged(name, "FOREACH (y IN [] | CREATE ()) RETURN 1 AS x UNION ALL RETURN 2 AS x");
    let none = "FOREACH (y IN [] | CREATE ())";
    check_as(name, &format!("{none} {none} WITH 1 AS x RETURN x"), &format!("{none} WITH 1 AS x WHERE false RETURN x"));
    check_as(name, "CALL { CREATE () RETURN 1 AS x } RETURN x", "CREATE () WITH null AS x RETURN x");
    check_unchanged(name, "CREATE () WITH 1 AS x RETURN x");
    check_unchanged(name, "UNWIND [1] AS y CREATE () RETURN 1 AS x");
    let name = "nameless-of-create-matched-for-return";
    let of = |column: &str| format!("CREATE (:New), (b:New {{k: 1}}) RETURN {column} AS x");
    let matched = |column: &str| format!("CREATE (:New), (b:New {{k: 1}}) WITH b MATCH (:New) RETURN {column} AS x");
    ["[]", "b.k + 1", "count(*)", "NOT true"].iter().for_each(|column| check_as(name, &of(column), &matched(column)));
    ["1", "b.k", "labels(b)"].iter().for_each(|column| check_unchanged(name, &of(column)));
    check_as(
        name,
        "CREATE ()-[:R]->() WITH 1 AS x RETURN x",
        "CREATE ()-[:R]->() WITH 1 AS x MATCH ()-[:R]->() RETURN x",
    );
    check_as(
        name,
        "CREATE () CREATE (a) WITH a RETURN 1 AS x",
        "CREATE () WITH 1 AS x MATCH () CREATE (a) RETURN 1 AS x",
    );
    check_unchanged(name, "CREATE (a) CREATE () WITH a RETURN 1 AS x");
    check_unchanged(name, "CREATE (:New) RETURN [] AS x");
    check_unchanged(name, "CREATE (:New)-[:R]->(), (b) RETURN [] AS x");
    check_unchanged(name, "MATCH (:A) CREATE (:New), (b) RETURN [] AS x");
    let name = "computed-items-are-no-rows-of-writes";
    let of = |items: &str, write: &str| format!("UNWIND {items} AS x {write} RETURN a.k AS y");
    let create = "CREATE (a:New {k: x})";
    check_as(name, &of("[1, 1 + 1, -3, [4 + 1]]", create), &of("[1, -3, [5]]", create));
    check_as(name, &of("[size('a')]", "MERGE (a:New {k: x})"), &of("[]", "MERGE (a:New {k: x})"));
    check_unchanged(name, &of("[1 + 1]", "MERGE (a:New {k: x}) SET a.l = 1"));
    check_unchanged(name, &of("[1 + 1]", "MATCH (:A) CREATE (a:New {k: x})"));
    check_unchanged(name, &of("[1] + [2]", create));
}

#[test]
fn a_merge_with_nothing_around_it_takes_the_first_match() {
    let name = "merge-alone-takes-first-match";
    check_as(
        name,
        "UNWIND [1, 2] AS x MERGE (n:A) RETURN n.id AS y",
        "UNWIND [1, 2] AS x MERGE (n {id: 1}) RETURN n.id AS y",
    );
    let of_first = "FOREACH (x IN [1] | MERGE (n:A {id: 1}) ON MATCH SET n.k = 7)";
    check_as(name, "FOREACH (x IN [1] | MERGE (n:A) ON MATCH SET n.k = 7)", of_first);
    check_unchanged(name, "MERGE (n:A) RETURN n.id AS x");
    check_unchanged(name, "MERGE (n:A) ON MATCH SET n.k = 7 SET n.l = 8");
    check_unchanged(name, "MATCH (:C) MERGE (n:A) ON MATCH SET n.k = 7");
}

#[test]
fn of_several_clauses_that_write_behind_match_one_is_done() {
    let name = "one-write-behind-match";
    check_as(name, "MATCH (n:A) REMOVE n.x REMOVE n.f REMOVE n:B", "MATCH (n:A) REMOVE n.x");
    check_as(name, "MATCH (n:A) SET n.x = 1 DETACH DELETE n", "MATCH (n:A) SET n.x = 1");
    check_as(name, "MATCH (n:A) MATCH (m:C) REMOVE n.x DETACH DELETE m", "MATCH (n:A) MATCH (m:C) DETACH DELETE m");
    check_as(name, "MATCH (n:A) SET n.y = 1 REMOVE n.x CREATE (:New)", "MATCH (n:A) REMOVE n.x");
    check_as(name, "MATCH (n:A) REMOVE n.x CREATE (:New) RETURN 1 AS x", "MATCH (n:A) CREATE (:New) RETURN 1 AS x");
    check_as(name, "MATCH (n:A) CREATE (m:New) SET m.k = 1 RETURN m", "MATCH (n:A) CREATE (m:New) RETURN m");
    check_as(name, "MATCH (n:A) CREATE (:New) REMOVE n.x DETACH DELETE n", "MATCH (n:A) CREATE (:New) DETACH DELETE n");
    check_unchanged(name, "MATCH (n:A) SET n.y = 1 CREATE (:New) DETACH DELETE n");
    check_unchanged(name, "MATCH (n:A) SET n.y = 1 REMOVE n.x REMOVE n.f");
    check_unchanged(name, "MATCH (n:A) REMOVE n.x WITH n REMOVE n.f");
    check_unchanged(name, "MATCH (n:A) REMOVE n.x REMOVE n.f WITH n RETURN n.id");
    check_unchanged(name, "CREATE (n {x: 1, y: 2}) REMOVE n.x REMOVE n.y");
}

#[test]
fn a_set_behind_an_unwind_and_a_create_or_to_itself_goes_wrong() {
    let name = "set-behind-unwind-and-create-ignored";
    check_as(name, "UNWIND [1] AS u CREATE (n) SET n.k = u RETURN n", "UNWIND [1] AS u CREATE (n) RETURN n");
    check_unchanged(name, "UNWIND [1] AS u CREATE (n) SET n.k = u");
    check_unchanged(name, "UNWIND [1] AS u CREATE (n) CREATE (m) SET n.k = u RETURN n");
    check_unchanged(name, "WITH 1 AS u CREATE (n) SET n.k = u RETURN n");
    let name = "set-to-itself-clears";
    check_as(name, "MATCH (n:A)-[r]->() SET n = n, r = r", "MATCH (n:A)-[r]->() SET n = {}, r = {}");
    check_unchanged(name, "MATCH (n:A)-->(m) SET n = m");
    check_unchanged(name, "MATCH (n:A) SET n += n");
}

#[test]
fn a_create_behind_match_is_done_once() {
    let name = "create-once-before-match";
    let first = "CREATE (:A {id: 9}) WITH 1 AS one MATCH (n:A) RETURN n.id AS x";
    check_as(name, "MATCH (n:A) CREATE (:A {id: 9}) RETURN n.id AS x", first);
    check_as(name, "MATCH (n:A) CREATE (m:A {id: 9}) RETURN n.id AS x", first);
    check_unchanged(name, "MATCH (n:A) CREATE (m:A {id: 9}) RETURN m.id AS x");
    check_unchanged(name, "MATCH (n:A) CREATE (:A {id: n.id}) RETURN n.id AS x");
    check_unchanged(name, "MATCH (n:A) CREATE (:A {id: 9}) WITH n RETURN n.id AS x");
    check_unchanged(name, "MATCH (n:A) CREATE (:A {id: 9})");
    let name = "create-once-behind-matches";
    check_as(name, "MATCH (n:A) MATCH (m:None) CREATE (:New)", "CREATE (:New)");
    check_as(name, "MATCH (n:A) MATCH (m:A) CREATE (:New)", "CREATE (:New)");
    check_unchanged(name, "MATCH (n:A), (m:A) CREATE (:New)");
    check_unchanged(name, "MATCH (n:A) MATCH (m:A) CREATE (n)-[:R]->(m)");
    check_unchanged(name, "MATCH (n:A) MATCH (m:A) CREATE (o:New) RETURN o.id AS x");
}

#[test]
fn behind_a_match_and_a_call_the_return_is_done_for_each_row() {
    let name = "return-behind-call-row-by-row";
    let (rows, one) = ("MATCH (n:A)", "CALL { RETURN 1 AS x }");
    check_as(name, &format!("{rows} {one} RETURN count(*) AS c"), "UNWIND [1, 1] AS x RETURN x AS c");
    check_as(name, &format!("{rows} {one} RETURN x AS y SKIP 1"), "UNWIND [1, 1] AS x RETURN x AS y");
    check_as(name, &format!("{rows} {one} RETURN DISTINCT x"), "UNWIND [1, 1] AS x RETURN x");
    check_as(name, &format!("{rows} {one} RETURN true AS y"), "UNWIND [1, 1] AS x RETURN x AS y");
    check_as(
        name,
        &format!("{rows} CALL {{ WITH n RETURN n.id AS x }} RETURN max(x) AS c"),
        "MATCH (n:A) RETURN n.id AS c",
    );
    check_as(
        name,
        &format!("{rows} CALL {{ MATCH (b) RETURN 1 AS x }} RETURN 2 AS y"),
        "UNWIND [1, 1] AS x RETURN 2 AS y",
    );
    check_as(name, &format!("{rows} CALL {{ MATCH (b:None) RETURN 1 AS x }} RETURN x"), "UNWIND [1, 1] AS x RETURN x");
    check_as(
        name,
        &format!("{rows} CALL {{ MATCH (b) WHERE b.id < 4 RETURN b.id AS x }} RETURN x"),
        "UNWIND [3, 3] AS x RETURN x",
    );
    let handed = "CALL { WITH n OPTIONAL MATCH (n)-->(m) RETURN m.id AS x, n.id AS y }";
    check_as(
        name,
        &format!("{rows} {handed} RETURN n.id, x, y"),
        "UNWIND [1, 2] AS z RETURN z AS `n.id`, 3 AS x, 3 AS y",
    );
    let beside = "CALL { WITH n MATCH (m:C) RETURN m.id + n.id AS x }";
    check_as(name, &format!("{rows} {beside} RETURN x"), "UNWIND [4, 5] AS x RETURN x");
    check_unchanged(name, &format!("{rows} CALL {{ WITH n MATCH (m) WHERE m.id = n.id RETURN m.id AS x }} RETURN x"));
    for body in
        ["UNWIND [] AS z RETURN 2 AS x", "UNWIND [1, 2] AS z RETURN 2 AS x", "WITH 1 AS z WHERE false RETURN 2 AS x"]
    {
        check_as(name, &format!("{rows} CALL {{ {body} }} RETURN x"), "UNWIND [2, 2] AS x RETURN x");
    }
    let written = format!("{rows} CALL {{ UNWIND [] AS z RETURN 2 AS x }} CREATE (:New)");
    check_as(name, &written, &format!("{rows} CREATE (:New)"));
    check_unchanged(name, &format!("MATCH (n:None) {one} RETURN count(*) AS c, max(n.id) AS d"));
    check_unchanged(name, &format!("MATCH (n:None) {one} RETURN n.id AS k, count(*) AS c"));
    check_unchanged(name, &format!("{rows} UNWIND [1] AS z {one} RETURN count(*) AS c"));
    check_unchanged(name, &format!("{one} RETURN count(*) AS c"));
    check_unchanged(name, &format!("{rows} {one} RETURN n.id AS y"));
}

#[test]
fn an_element_out_of_an_expression_comes_back_as_its_number() {
    let name = "element-of-expression-comes-back-as-number";
    let number = |text: &str, row: &str| check_as(name, text, &format!("RETURN {row} AS x"));
    number("MATCH (n:C) RETURN coalesce(n) AS x", "2");
    number("MATCH (n:C) RETURN CASE WHEN true THEN [n] END AS x", "[2]");
    number("MATCH (n:C) RETURN {k: nullIf(n, 1)} AS x", "{k: 2}");
    number("MATCH (n:C) RETURN [m IN [n] | m] AS x", "[2]");
    number("MATCH (n:C) WITH coalesce(n) AS m WITH m AS l RETURN [l] AS x", "[2]");
    number("MATCH (n:C) RETURN collect(nullIf(n, 1)) AS x", "[2]");
    number("MATCH (n:C) RETURN min(n) AS x", "2");
    number("MATCH p = (:B)-->(:C) RETURN coalesce(p) AS x", "{nodes: [1, 2], edges: [2]}");
    check_unchanged(name, "MATCH (n:C) RETURN head(collect(n)) AS x");
    check_unchanged(name, "MATCH (n:C) RETURN [n] AS x, {k: n} AS y, head([n]) AS z");
    check_unchanged(name, "MATCH (n:C) WITH coalesce(n) AS m RETURN m.id AS x");
    check_unchanged(name, "MATCH (n:C) RETURN n, collect(n) AS x");
    check_unchanged(name, "MATCH (n:C) WITH collect(n) AS l RETURN l");
    number("MATCH (n:C) UNWIND [n, null] AS x WITH x WHERE x IS NOT NULL RETURN x", "2");
    number("MATCH (n:C), (:A)-[r:R]->(:B) UNWIND [r, n] AS m WITH m LIMIT 1 RETURN m AS x", "0");
    check_unchanged(name, "MATCH (n:C), (m:B) UNWIND [n, m] AS x RETURN x");
    let name = "elements-compare-by-number";
    check_as(name, "MATCH (n:C) RETURN [nullIf(n, 2), nullIf(2, n)] AS x", "RETURN [null, null] AS x");
    check_as(name, "MATCH (n:C) RETURN CASE n WHEN 0 THEN 1 WHEN 2 THEN 3 END AS x", "RETURN 3 AS x");
    check_unchanged(name, "MATCH (n:C) RETURN n = 2 AS x, nullIf(n, 1) AS y, CASE n WHEN 1 THEN 2 END AS z");
}

#[test]
fn what_was_created_comes_back_as_a_text_and_a_with_behind_it_is_done_row_by_row() {
    let name = "created-node-comes-back-as-text";
    check_as(name, "CREATE (a)-[r:R]->(b) RETURN a, r, b, 1 AS x", "CREATE ()-[:R]->() RETURN '12', null, '13', 1");
    check_unchanged(name, "CREATE (a) RETURN a, 1 + 1 AS x");
    check_unchanged(name, "CREATE (a) WITH a RETURN a");
    check_unchanged(name, "MATCH (n:C) CREATE (a) RETURN n, a");
    let name = "with-behind-write-row-by-row";
    check_as(
        name,
        "MATCH (n:A) SET n.k = 1 WITH DISTINCT n.k AS k ORDER BY k SKIP 1 RETURN k",
        "MATCH (n:A) SET n.k = 1 WITH n.k AS k RETURN k",
    );
    check_unchanged(name, "MATCH (n:A) WITH n LIMIT 1 SET n.k = 1");
    check_unchanged(name, "MATCH (n:A) SET n.k = 1 WITH n WHERE false RETURN n");
}

#[test]
fn an_answer_without_rows_may_have_no_columns() {
    let rule = WrongRule::find("answer-without-rows-has-no-columns").expect("a departure");
    let told = |text: &str| named(&Graph::new(), text, Departures::of([rule]));
    assert_eq!(told("MATCH (n) RETURN n.k AS x, 1 AS y"), "");
    assert_eq!(told("MATCH (n) RETURN count(n) AS x"), "x ");
}

#[test]
fn cuts_of_a_return_have_32_bits() {
    let name = "cuts-of-return-32-bits";
    let of = |cut: &str| format!("UNWIND [1, 2, 3] AS x RETURN x {cut}");
    check_as(name, &of("LIMIT 4294967297"), &of("LIMIT 1"));
    check_as(name, &of("SKIP 2147483648"), &of(""));
    check_as(name, &of("SKIP 4294967297"), &of("SKIP 1"));
    check_unchanged(name, &of("SKIP 1 LIMIT 1"));
    check_unchanged(name, "UNWIND [1, 2] AS x WITH x LIMIT 4294967297 RETURN x");
}

#[test]
fn an_aggregate_that_is_called_as_a_key_stands_in_its_place() {
    let name = "alias-of-aggregate-shadows-key";
    check_as(name, "WITH 5 AS x RETURN x AS y, count(null) AS x", "RETURN 0 AS y, 0 AS x");
    check_unchanged(name, "WITH 5 AS x RETURN x AS y, count(null) AS z");
    check_unchanged(name, "WITH 5 AS x RETURN [x] AS y, count(null) AS x");
    check_unchanged(name, "WITH 5 AS x RETURN x AS y, 1 + count(null) AS x");
}

#[test]
fn a_column_keeps_its_name_whatever_comes_back_in_it() {
    let graph = indexed();
    for (name, text) in [
        ("element-of-expression-comes-back-as-number", "MATCH (n:C) WITH coalesce(n) AS m RETURN m, m AS l"),
        ("created-node-comes-back-as-text", "CREATE (m) RETURN m, m AS l"),
        ("columns-behind-unwind-and-write-null", "UNWIND [1] AS m CREATE () RETURN m, m AS l"),
    ] {
        let departures = Departures::of([WrongRule::find(name).expect("a departure")]);
        assert_eq!(named(&graph, text, departures), "m l ", "{name}");
    }
}

#[test]
fn what_the_first_part_of_a_union_returns_twice_the_others_have_twice() {
    let name = "union-repeats-equal-columns";
    let first = "UNWIND [3] AS n RETURN n AS x, n AS y UNION ALL";
    check_as(name, &format!("{first} RETURN 1 AS x, 2 AS y"), &format!("{first} RETURN 2 AS x, 2 AS y"));
    check_unchanged(name, "RETURN 1 AS x, 2 AS y UNION ALL UNWIND [3] AS n RETURN n AS x, n AS y");
}

#[test]
fn a_variable_of_several_names_is_known_by_the_last() {
    let told = |name: &str, text: &str| {
        let departures = Departures::of([WrongRule::find(name).expect("a departure")]);
        named(&Graph::new(), &format!("UNWIND [1] AS n {text}"), departures)
    };
    let name = "column-has-last-name-of-variable";
    assert_eq!(told(name, "WITH n, n AS m, n AS l RETURN n, m AS o"), "l o ");
    assert_eq!(told(name, "WITH *, n AS m UNWIND [2] AS o RETURN n"), "m ");
    assert_eq!(told(name, "WITH n, n AS m WITH m RETURN m"), "m ");
    assert_eq!(told(name, "WITH n, n + 0 AS m RETURN n"), "n ");
    let name = "columns-of-variable-have-last-name";
    assert_eq!(told(name, "RETURN n AS x, n AS y"), "y y ");
    assert_eq!(told(name, "RETURN n AS x, n, 1 AS z"), "n n z ");
    assert_eq!(told(name, "RETURN n AS x, n + 1 AS y"), "x y ");
    let name = "variable-of-several-names-handed-on-refused";
    let again = |with: &str| told(name, &format!("WITH n, n AS m {with} RETURN 1 AS x"));
    for with in ["WITH n", "WITH *", "WITH m, n"] {
        assert_ne!(again(with), "x ", "{with}");
    }
    for with in ["WITH m", "WITH n AS l", "WITH n + 1 AS l", "WITH m WITH m"] {
        assert_eq!(again(with), "x ", "{with}");
    }
}

#[test]
fn of_a_call_beside_a_foreach_or_a_merge_something_else_is_done() {
    let name = "call-beside-foreach-alone";
    check_as(name, "UNWIND [1, 2] AS x CALL { CREATE (:New) } FOREACH (y IN [1] | CREATE (:B))", "CREATE (:New)");
    check_as(name, "CREATE (:C) FOREACH (y IN [1] | CREATE (:B)) CALL { CREATE (:New) }", "CREATE (:New)");
    check_unchanged(name, "CALL { CREATE (:New) } CREATE (:B)");
    check_unchanged(name, "CREATE (:C) FOREACH (y IN [1] | CREATE (:B))");
    let name = "merge-behind-call-of-no-row";
    check_as(name, "MATCH (n:None) CALL { CREATE (:C) } MERGE (:New)", "MERGE (:New)");
    let others = "MATCH (n:None) CALL { RETURN 1 AS x } WITH n MERGE (n)-[:T]->(:New) MERGE (:D)";
    check_as(name, others, "MERGE ()-[:T]->(:New)");
    check_unchanged(name, "MATCH (n:C) CALL { RETURN 1 AS x } MERGE (:New)");
    check_unchanged(name, "UNWIND [] AS n CALL { RETURN 1 AS x } MERGE (:New)");
    check_unchanged(name, "MATCH (n:None) CALL { RETURN 1 AS x } CREATE (:New)");
}

#[test]
fn a_union_writes_nothing_and_ends_behind_the_first_part_that_would() {
    let name = "union-does-not-write";
    let of = |part: &str| format!("{part} RETURN 1 AS x UNION ALL RETURN 2 AS x");
    check_as(name, &of("MATCH (n:C) SET n.k = 1"), "RETURN 1 AS x");
    check_as(name, &of("MATCH (n:C) CREATE (:New)"), "RETURN 1 AS x");
    check_as(name, &of("MATCH (n:C) DETACH DELETE n"), "RETURN 1 AS x");
    check_as(name, &of("FOREACH (y IN [1] | CREATE (:New))"), &of(""));
    let last = "RETURN 2 AS x UNION ALL MATCH (n:C) REMOVE n.id RETURN n.id AS x";
    check_as(name, last, "RETURN 2 AS x UNION ALL RETURN 3 AS x");
    check_as(name, &format!("CALL {{ {last} }} RETURN x"), "UNWIND [2, 3] AS x RETURN x");
    check_unchanged(name, "MATCH (n:C) SET n.k = 1 RETURN 1 AS x");
    check_unchanged(name, &of("MATCH (n:C)"));
}
