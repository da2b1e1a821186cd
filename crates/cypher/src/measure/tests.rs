use super::*;
use crate::parse::parse;

/// Counted by hand: patterns, relationship patterns, depth, clauses, references, functions.
#[track_caller]
fn check(text: &str, counts: [usize; 5], functions: &str) {
    let measures = measure_printed(&parse(text).unwrap_or_else(|error| panic!("{error}")), text);
    let Measures { patterns, relationship_patterns, expression_depth, clauses, references, .. } = measures;
    assert_eq!([patterns, relationship_patterns, expression_depth, clauses, references], counts, "{text}");
    let names: Vec<&str> = measures.functions.iter().map(Name::as_str).collect();
    assert_eq!(names.join(" "), functions, "{text}");
    assert_eq!(measures.characters, text.len());
}

#[test]
fn a_variable_used_in_the_next_clause_is_one_reference() {
    check("MATCH (n) RETURN n", [1, 0, 0, 2, 1], "");
}

#[test]
fn a_use_in_the_clause_that_binds_is_no_reference_and_a_property_adds_no_depth() {
    check("MATCH (n:A)-[r]->(m) WHERE n.k = m.k RETURN n.k, r", [1, 1, 1, 2, 2], "");
}

#[test]
fn and_in_and_is_flat_and_other_operators_nest() {
    // AND is 1 over `=` 1; the OR inside NOT makes NOT 3 and the whole 4.
    check(
        "MATCH (n), (m)--() WHERE n.a = 1 AND (n.b = 2 AND (m.a = 3 AND NOT (n.c = 1 OR m.c = 2))) RETURN 1 AS x",
        [2, 1, 4, 2, 0],
        "",
    );
}

#[test]
fn union_counts_and_each_part_has_its_own_scope() {
    check("MATCH (n) RETURN n AS x UNION ALL UNWIND [1, abs(-2)] AS n RETURN n AS x", [1, 0, 2, 5, 2], "abs");
}

#[test]
fn where_and_order_by_are_no_clauses_and_new_names_no_references() {
    // WITH uses n, ORDER BY the new k (none) and n (in scope before), WHERE the new k; RETURN uses k.
    check("MATCH (n) WITH n.k AS k ORDER BY k, n.j WHERE k > 1 RETURN k SKIP 1 LIMIT 2", [1, 0, 1, 3, 3], "");
}

#[test]
fn a_pattern_that_starts_at_a_bound_variable_refers_to_it() {
    check("MATCH (a)-[r]->(b) MATCH (b)-[s]->(a), p = (c) RETURN p, Size([a, r])", [3, 2, 2, 3, 5], "size");
}

#[test]
fn local_variables_are_no_references_even_when_they_hide_one() {
    // The list of each is a reference to x; inside, x is local.
    check(
        "UNWIND [[1]] AS x RETURN [x IN x WHERE x > 0 | x + 1], all(x IN x WHERE x), reduce(s = 0, x IN x | s + x)",
        [0, 0, 2, 2, 3],
        "",
    );
}

#[test]
fn subqueries_count_their_own_clauses_and_see_the_outer_variables() {
    // EXISTS: 1 clause, 1 pattern, n. CALL: n imported, n used. COUNT: MATCH and RETURN, m of its MATCH.
    check(
        "MATCH (n) WHERE EXISTS { (n)-->() } CALL (n) { RETURN n.k AS k } RETURN k, COUNT { MATCH (m)--(n) RETURN m }",
        [3, 2, 1, 7, 5],
        "",
    );
}

#[test]
fn updates_refer_to_what_they_change() {
    // SET: n.k, n, n; FOREACH: list n, then e and n inside; REMOVE n; DELETE n.
    check(
        "MERGE (n {k: 1}) ON MATCH SET n.k = 2 SET n.k = 1, n += {}, n:A FOREACH (e IN [n] | SET e.j = n.k) REMOVE n:A DELETE n",
        [1, 0, 1, 6, 8],
        "",
    );
}

#[test]
fn calls_and_cases_nest() {
    // coalesce 1, toUpper 2, CASE 3, `=` 4.
    check(
        "MATCH (n)<-[:T]-() WITH count(*) AS c, collect(n) AS ns RETURN CASE WHEN c > 1 THEN toUpper(coalesce('a', c)) END = 'A', EXISTS((:A)-->()), ns",
        [1, 2, 4, 3, 4],
        "coalesce collect count exists toupper",
    );
}

#[test]
fn a_schema_command_has_only_characters() {
    check("CREATE INDEX FOR (n:L) ON (n.k)", [0; 5], "");
}
