use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::parse;
use graphlance_graph::{Graph, IndexKind};

use columns::named;

use super::example::shown;
use super::*;
use crate::{OpenAnswers, Options, evaluate};

mod called;
mod cases;
mod columns;
mod lengths;
mod nulls;
mod refusals;
mod scans;
mod sets;
mod stored;
mod times;
mod unwound;
mod values;

#[test]
fn there_are_many_and_each_has_a_name_and_a_sentence_of_its_own() {
    let all: Vec<&WrongRule> = catalogue().collect();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for rule in &all {
        *seen.entry(rule.name).or_default() += 1;
    }
    let twice: Vec<_> = seen.into_iter().filter(|(_, count)| *count > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for rule in all.iter().filter(|rule| rule.explains) {
        *seen.entry(rule.sentence).or_default() += 1;
    }
    let twice: Vec<_> = seen.into_iter().filter(|(_, count)| *count > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    println!("{} departures", all.len());
    assert!(all.iter().filter(|rule| rule.explains).count() >= 150);
    for fault in Fault::RULES {
        let Effect::Fault(of) = fault.effect else { panic!("{fault:?}") };
        assert_eq!(of.rule().name, fault.name);
    }
}

fn outcome(graph: &Graph, text: &str, departures: Departures) -> String {
    let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let options = Options { departures, open: OpenAnswers::Choose, ..Options::default() };
    match evaluate(graph, &statement, &options) {
        Ok(answer) => {
            let mut left = answer.graph.map(|graph| format!("{graph:?}")).unwrap_or_default();
            for row in answer.returns.rows {
                left += &format!("{row:?}\n");
            }
            left
        }
        Err(failure) => failure.to_string(),
    }
}

fn indexed() -> Graph {
    let mut graph = super::example::graph().expect("a graph");
    for (on_nodes, name, key) in [(true, "I", "y"), (false, "R", "w")] {
        let index = Index { kind: IndexKind::Range, on_nodes, name: name.into(), keys: vec![key.into()] };
        graph.schema.indexes.push(index);
    }
    graph
}

#[test]
fn each_changes_the_answer_to_a_statement() {
    let graph = indexed();
    let examples: Vec<(&str, &str)> = shown().collect();
    let mut missing: BTreeSet<&str> = catalogue().map(|rule| rule.name).collect();
    let mut unchanged = Vec::new();
    for (name, text) in &examples {
        let rule = WrongRule::find(name).unwrap_or_else(|| panic!("no departure is called {name}"));
        let told =
            |departures: Departures| named(&graph, text, departures.clone()) + &outcome(&graph, text, departures);
        let (right, wrong) = (told(Departures::default()), told(Departures::of([rule])));
        missing.remove(name);
        if right == wrong {
            unchanged.push(format!("{name}: {text}\n{right}"));
        }
    }
    assert!(missing.is_empty() && unchanged.is_empty(), "{}\nwithout an example: {missing:#?}", unchanged.join("\n"));
}

#[test]
fn what_changes_an_answer_shows_in_the_text_of_the_statement() {
    for (name, text) in shown() {
        let rule = WrongRule::find(name).unwrap_or_else(|| panic!("no departure is called {name}"));
        let Ok(graphlance_cypher::Statement::Query(query)) = parse(text) else { panic!("{text}") };
        assert!(rule.touches(&query), "{name}: {text}");
    }
    let untouched = |name: &str, text: &str| {
        let Ok(graphlance_cypher::Statement::Query(query)) = parse(text) else { panic!("{text}") };
        assert!(!WrongRule::find(name).expect("a departure").touches(&query), "{name}: {text}");
    };
    untouched("skip-ignored", "MATCH (n) RETURN n.id LIMIT 1");
    untouched("labels-ignored", "CREATE (n:A) RETURN n.id");
    untouched("add-weaker-than-in", "RETURN 1 + 1, 2 IN [1]");
    untouched("size-of-null-is-zero", "RETURN head(null)");
    untouched("less-null-is-true", "MATCH (n) RETURN n.id");
}

/// What a departure does not change, on the graph of the examples.
#[track_caller]
fn check_unchanged(name: &str, text: &str) {
    let rule = WrongRule::find(name).unwrap_or_else(|| panic!("no departure is called {name}"));
    let answer = |departures| outcome(&indexed(), text, departures);
    assert_eq!(answer(Departures::default()), answer(Departures::of([rule])), "{name}: {text}");
}

#[test]
fn sets_by_variable_keep_their_order_where_it_is_that_of_the_names() {
    let name = "sets-by-variable";
    check_as(name, "MATCH (m:C), (n:C) SET n.k = 1, m.k = 2, n.l = 3", "MATCH (n:C) SET n.k = 1, n.l = 3");
    check_unchanged(name, "MATCH (m:C), (n:C) SET m.k = 1 SET n.k = 2, m.l = 3");
    check_unchanged(name, "MATCH (m:C), (n:C) SET n.k = 1 WITH m SET m.k = 2");
    let twice = "UNWIND [1, 2] AS x MATCH (n:C) SET n.k = coalesce(n.k, 0) + x";
    check_unchanged(name, &format!("{twice} SET n.l = coalesce(n.l, '') + toString(n.k)"));
}

#[test]
fn the_variable_of_a_variable_length_is_a_path_where_nothing_else_reads_it() {
    let name = "variable-length-is-path";
    check_as(name, "MATCH (:B)-[r*1..2]->() RETURN length(r) AS x", "MATCH r = (:B)-[*1..2]->() RETURN length(r) AS x");
    check_unchanged(name, "MATCH (:B)-[r*1]->() RETURN r AS x");
    check_unchanged(name, "MATCH (:B)-[r*1..2]->() WHERE size(r) > 1 RETURN r AS x");
    check_unchanged(name, "MATCH p = (:B)-[r*1..2]->() RETURN r AS x");
    let longer = "MATCH ()-->(:B)-[r*1..2]->()-[q]->(m) RETURN length(r) AS x, q, m";
    check_as(name, longer, "MATCH ()-->(a:B), r = (a)-[*1..2]->(b), (b)-[q]->(m) RETURN length(r) AS x, q, m");
    let name = "length-of-one-is-relationship";
    check_as(name, "MATCH (:B)-[r*1]->() RETURN r AS x", "MATCH (:B)-[r]->() RETURN r AS x");
    check_as(name, "MATCH (:B)-[r*..1]->() RETURN r AS x", "MATCH (:B)-[r]->() RETURN r AS x");
    check_unchanged(name, "MATCH (:B)-[r*1..2]->() RETURN r AS x");
    let name = "variable-length-loop-twice";
    check_as(name, "MATCH (n:C)-[r*0..1]-(:C) RETURN size(r) AS x", "UNWIND [0, 1, 1] AS x RETURN x");
    check_unchanged(name, "MATCH (n:C)-[*1]-(m:C) RETURN m.id");
}

#[test]
fn large_integers_are_ordered_as_floats() {
    let name = "integers-ordered-as-floats";
    let large = "[9007199254740993 > 9007199254740992, 9007199254740993 <= 9007199254740992, 9007199254740993 = 9007199254740992]";
    check_as(name, &format!("RETURN {large} AS x"), "RETURN [false, true, false] AS x");
    check_unchanged(name, "MATCH (n:I) WHERE n.y > 9007199254740992 RETURN n.y AS x");
    check_unchanged(name, "RETURN ['b' > 'a', 2 > 1, 1.5 < 2] AS x");
}

#[test]
fn a_number_that_is_neither_less_nor_greater_is_not_set() {
    let name = "set-of-equal-number-keeps";
    check_unchanged(name, "MATCH (n:I) WHERE n.y = 9007199254740993 SET n.y = 9007199254740992");
    check_as(name, "MATCH (n:A) SET n += {id: 0.0 / 0.0} RETURN n.id AS x", "MATCH (n:A) SET n += {} RETURN n.id AS x");
    check_unchanged(name, "MATCH (n:A) SET n = {id: 0.0 / 0.0} RETURN n.id AS x");
}

/// What a departure makes of a statement: what another statement gives without it, on the graph of the examples.
#[track_caller]
fn check_as(name: &str, text: &str, other: &str) {
    let rule = WrongRule::find(name).unwrap_or_else(|| panic!("no departure is called {name}"));
    let right = outcome(&indexed(), other, Departures::default());
    assert_eq!(outcome(&indexed(), text, Departures::of([rule])), right, "{name}: {text}");
}

#[test]
fn division_through_floats_is_cut_and_rounding_is_exact() {
    check_as("divide-through-floats", "RETURN 9223372036854775807 / 1 AS x", "RETURN -9223372036854775808 AS x");
    check_as("divide-through-floats", "RETURN -188692946077742538 / 1 AS x", "RETURN -188692946077742528 AS x");
    check_unchanged("divide-through-floats", "RETURN -7 / 2 AS x");
    for (text, rounded) in
        [("7 / 2", "4"), ("-7 / 2", "-4"), ("7 / -2", "-4"), ("-7 / -2", "4"), ("7 / 3", "2"), ("1 / 3", "0")]
    {
        check_as("integer-division-rounds", &format!("RETURN {text} AS x"), &format!("RETURN {rounded} AS x"));
    }
    check_unchanged("integer-division-rounds", "RETURN -188692946077742538 / 1 AS x, 9223372036854775807 / 1 AS y");
}

#[test]
fn a_filter_in_front_of_a_cut_loses_what_is_skipped_and_gives_what_is_cut_off() {
    let rows = "UNWIND [1, 2, 3] AS x WITH x ORDER BY x";
    check_as("where-before-cut", &format!("{rows} SKIP 1 WHERE x > 1 RETURN x"), "RETURN 3 AS x");
    check_as("where-before-cut", &format!("{rows} LIMIT 1 WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_unchanged("where-before-cut", &format!("{rows} WHERE x > 1 RETURN x"));
}

#[test]
fn an_optional_match_is_empty_by_what_is_null_before_it_alone() {
    let name = "outer-null-empties-optional-match";
    let optional = |condition: &str| format!("MATCH (n:B) OPTIONAL MATCH (m:A) WHERE {condition} RETURN m.id AS x");
    check_as(name, &optional("n.none IS NULL OR m.id > 0"), "MATCH (n:B) RETURN null AS x");
    check_unchanged(name, &optional("n.id > 0"));
    check_unchanged(name, &optional("m.none IS NULL"));
}

#[test]
fn several_are_followed_together() {
    let together =
        Departures::of(["skip-ignored", "desc-ignored"].map(|name| WrongRule::find(name).expect("a departure")));
    let both = outcome(&Graph::new(), "UNWIND [1, 2] AS x RETURN x ORDER BY x DESC SKIP 1", together);
    assert_eq!(both, outcome(&Graph::new(), "UNWIND [1, 2] AS x RETURN x ORDER BY x", Departures::default()));
}

#[test]
fn labels_of_a_variable_are_ignored_or_joined_within_a_branch_and_where_it_is_matched() {
    let [ignored, alternatives, of_all] =
        ["later-occurrence-ignored", "later-occurrence-are-alternatives", "all-occurrences-are-alternatives"]
            .map(|name| format!("labels-of-{name}"));
    check_as(&ignored, "MATCH (n:A), (n:C) RETURN n.id AS x", "MATCH (n:A) RETURN n.id AS x");
    check_as(&ignored, "MATCH (n) WHERE EXISTS { MATCH (n:A) } RETURN n.id AS x", "MATCH (n) RETURN n.id AS x");
    check_as(&alternatives, "MATCH (n:A), (n:C) RETURN n.id AS x", "MATCH (n:A|C) RETURN n.id AS x");
    check_as(&alternatives, "MATCH (n) MATCH (n:C) RETURN n.id AS x", "MATCH (n) RETURN n.id AS x");
    check_as(&of_all, "MATCH (n) OPTIONAL MATCH (n:C) RETURN n.id AS x", "MATCH (n:C) RETURN n.id AS x");
    for name in [ignored, alternatives, of_all] {
        check_unchanged(&name, "MATCH (n:A) RETURN n.id AS x UNION MATCH (n:C) RETURN n.id AS x");
        check_unchanged(&name, "MATCH (n:A), (m:C) RETURN n.id AS x, m.id AS y");
        check_unchanged(&name, "CREATE (m:C) WITH m MATCH (m:A) RETURN 1 AS x");
    }
}

#[test]
fn what_departures_about_errors_and_quantifiers_leave_alone() {
    let computed = "WITH [true, 'a'] AS l RETURN [1 + l[0], sqrt(l[1]), l[0][0]] AS x";
    check_as("type-error-is-null", computed, "RETURN [null, null, null] AS x");
    check_unchanged("type-error-is-null", "RETURN 1 / 0 AS x");
    check_unchanged("quantifiers-take-null-for-false", "RETURN any(x IN null WHERE x) AS y");
    check_as("quantifiers-take-null-for-false", "RETURN none(x IN [null] WHERE x) AS y", "RETURN true AS y");
    check_unchanged("constant-quantifier-in-where-ignored", "MATCH (n) WHERE any(x IN [1] WHERE x = 2) RETURN 1 AS y");
    check_unchanged("first-unit-clause-takes-row", "MATCH (n) CALL { CREATE (:X) } RETURN 1 AS x");
    check_unchanged("first-unit-clause-takes-row", "CALL { RETURN 1 AS x } RETURN x");
    check_as("first-unit-clause-takes-row", "FOREACH (x IN [] | CREATE ()) CREATE (:X)", "UNWIND [] AS x CREATE (:X)");
}

#[test]
fn bounds_percentiles_and_floats_are_cut_as_told() {
    let name = "slice-below-zero-is-end";
    check_as(name, "RETURN [[1, 2][-1..], [1, 2][..-1], [1, 2][-2..-1]] AS x", "RETURN [[], [1, 2], []] AS x");
    check_unchanged(name, "RETURN [[1, 2][1..], [1, 2][0..1]] AS x");
    let name = "percentile-out-of-range-is-nearest";
    check_as(name, "UNWIND [1, 2] AS x RETURN percentileDisc(x, -3) AS y", "RETURN 1 AS y");
    check_unchanged(name, "UNWIND [1, 2] AS x RETURN percentileCont(x, 0.5) AS y");
    let name = "floats-of-15-digits";
    check_as(name, "RETURN 59.008362750331834 AS x", "RETURN 59.0083627503318 AS x");
    check_unchanged(name, "RETURN [0.1, -1e300, 123456.789] AS x");
}

#[test]
fn a_null_from_outside_empties_what_looks_for_it_alone() {
    let name = "outer-null-empties-subqueries";
    let of = |condition: &str| format!("MATCH (n:B) RETURN COUNT {{ MATCH (m) WHERE {condition} }} AS x");
    check_as(name, &of("n.none IS NULL"), "RETURN 0 AS x");
    check_unchanged(name, &of("m.none IS NULL"));
    check_unchanged(name, &of("n.id > 0"));
    check_as(name, "MATCH (n:B) OPTIONAL MATCH (m:A) WHERE n.none IS NULL RETURN m.id AS x", "RETURN null AS x");
}

#[test]
fn cuts_of_32_bits_leave_smaller_numbers_alone() {
    let rows = "UNWIND [1, 2, 3] AS x RETURN x";
    check_as("cuts-of-32-bits", &format!("{rows} LIMIT 4294967298"), "UNWIND [1, 2] AS x RETURN x");
    check_unchanged("cuts-of-32-bits", &format!("{rows} ORDER BY x SKIP 1 LIMIT 4294967295"));
}

#[test]
fn distinct_of_what_differs_from_row_to_row_is_kept() {
    let name = "with-distinct-of-constants-ignored";
    check_as(name, "UNWIND [1, 1] AS x WITH DISTINCT 2 AS y RETURN y", "UNWIND [2, 2] AS y RETURN y");
    check_unchanged(name, "UNWIND [1, 1] AS x WITH DISTINCT x RETURN x");
    check_unchanged(name, "UNWIND [1, 1] AS x RETURN DISTINCT 2 AS y");
}

#[test]
fn a_subquery_in_the_where_of_an_optional_match_filters_and_the_rest_does_not() {
    let name = "subquery-where-of-optional-match-filters";
    let of =
        |condition: &str| format!("MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE {condition} RETURN n.id AS x, m.id AS y");
    check_as(name, &of("m.id = 7 AND NOT (n)-->()"), "MATCH (n) WHERE NOT (n)-->() RETURN n.id AS x, null AS y");
    check_as(name, &of("(n)-->() XOR true"), "MATCH (n) WHERE NOT (n)-->() RETURN n.id AS x, null AS y");
    check_unchanged(name, &of("m.id = 7"));
    check_unchanged(name, &of("m.id = 7 OR (n)-->()"));
}

#[test]
fn distinct_of_all_minds_nodes_without_a_name_and_percentiles_lie_below() {
    let name = "with-distinct-star-counts-nameless";
    let of = |with: &str| format!("MATCH (n:A), () WITH {with} RETURN n.id AS x");
    let nodes = "MATCH (n:A), () RETURN n.id AS x";
    check_as(name, &of("DISTINCT *"), nodes);
    check_as(name, "MATCH (a:A)-[:R]->(b) WITH DISTINCT * RETURN b.id AS x", "MATCH (:A)-[:R]->(b) RETURN b.id AS x");
    check_unchanged(name, &of("DISTINCT n"));
    check_unchanged(name, "MATCH (n:A), () RETURN DISTINCT n.id AS x");
    check_unchanged(name, "MATCH (n:A), (m) WITH DISTINCT * RETURN n.id AS x");
    let name = "percentile-disc-below";
    let of = |at: &str| format!("UNWIND [1, 2, 3, 4] AS x RETURN percentileDisc(x, {at}) AS y");
    check_as(name, &of("0.9"), "RETURN 3 AS y");
    check_as(name, &of("0.5"), "RETURN 2 AS y");
    check_unchanged(name, &of("1.0"));
    check_unchanged(name, "UNWIND [1, 2] AS x RETURN percentileCont(x, 0.75) AS y");
}

#[test]
fn a_map_in_front_of_an_optional_match_filters_and_null_as_a_list_is_empty() {
    let name = "map-of-optional-start-filters";
    check_as(name, "MATCH (m:A) OPTIONAL MATCH (n {id: 77})-->() RETURN m.id AS x", "UNWIND [] AS x RETURN x");
    check_as(name, "MATCH (m:A) OPTIONAL MATCH (n {id: 4})-->(o) RETURN o.id AS x", "MATCH (:A) RETURN null AS x");
    check_unchanged(name, "MATCH (m:A) OPTIONAL MATCH (m {id: 77}) RETURN m.id AS x");
    check_unchanged(name, "MATCH (m:A) OPTIONAL MATCH (m)-->({id: 77}) RETURN m.id AS x");
    let name = "null-as-list-is-empty";
    let several = "RETURN [[x IN null], any(x IN null WHERE true), all(x IN null WHERE false)] AS y";
    check_as(name, several, "RETURN [[], false, true] AS y");
    check_unchanged(name, "RETURN [[x IN [null]], reduce(s = 0, x IN null | s), size(null)] AS y");
}

#[test]
fn the_text_of_a_number_compares_with_numbers_and_no_other_text_does() {
    let name = "text-of-number-compares-as-number";
    for (text, answer) in [
        ("1 < '1'", "false"),
        ("'1' <= 1", "true"),
        ("'0' = 0", "true"),
        ("'1' <> 1", "false"),
        ("'1.5' > 1", "true"),
        ("'1' = 1.0", "true"),
        ("'1.0' = 1", "false"),
    ] {
        check_as(name, &format!("RETURN {text} AS x"), &format!("RETURN {answer} AS x"));
    }
    for text in ["'a' > 1", "'a' = 1", "' 1' = 1", "'1' < '2'", "1 < 2", "'1' = true", "null < 1"] {
        check_unchanged(name, &format!("RETURN {text} AS x"));
    }
    check_as("order-of-booleans-is-null", "RETURN false < true AS x", "RETURN null AS x");
    check_unchanged("order-of-booleans-is-null", "RETURN false <> true AS x");
}

#[test]
fn deviations_of_one_value_nulls_in_lists_and_actions_of_merge_are_told_from_others() {
    check_unchanged("stdev-of-one-is-null", "UNWIND [1, 1] AS x RETURN stDev(x) AS y");
    check_as("nulls-in-lists-are-equal", "RETURN [1, null] <> [1, null] AS x", "RETURN false AS x");
    check_unchanged("nulls-in-lists-are-equal", "RETURN [[1, null] = [2, null], [1, null] = [1, 2], null = null] AS x");
    check_unchanged(
        "nullif-takes-nulls-in-lists-for-equal",
        "RETURN [nullIf([1], [2]), nullIf([1, null], [1, 2])] AS x",
    );
    let of = |function: &str| format!("UNWIND [1, -9223372036854775807] AS x RETURN {function}(x) AS y");
    check_as("integers-compared-by-difference", &of("max"), "RETURN -9223372036854775807 AS y");
    check_as("integers-compared-by-difference", &of("min"), "RETURN 1 AS y");
    let name = "not-of-order-is-opposite";
    let opposite = |condition: &str| format!("MATCH (n:C) WHERE {condition} RETURN n.id AS x");
    check_as(name, &opposite("true AND (NOT 0.0 / 0.0 >= 1 OR false)"), &opposite("0.0 / 0.0 < 1"));
    check_as(name, &opposite("NOT (false OR 0.0 / 0.0 >= 1)"), &opposite("0.0 / 0.0 < 1"));
    check_as(name, &opposite("NOT (true XOR 1 <= 0.0 / 0.0)"), &opposite("true"));
    check_unchanged(name, &opposite("NOT (true XOR 1 <= 2)"));
    check_unchanged(name, &opposite("NOT NOT 0.0 / 0.0 < 1"));
    let optional = |condition: &str| format!("OPTIONAL MATCH (n:C) WHERE {condition} RETURN n.id AS x");
    check_as(name, &optional("NOT 0.0 / 0.0 < 1"), &optional("0.0 / 0.0 >= 1"));
    check_unchanged(name, "RETURN NOT 0.0 / 0.0 < 1 AS x");
    check_unchanged(name, &opposite("NOT n.none < 1"));
    let name = "merge-action-reads-null";
    check_as(name, "MERGE (n:C) ON MATCH SET n.k = n.id + 1", "MERGE (n:C) ON MATCH SET n.k = null + 1");
    check_unchanged(name, "MATCH (m:A {id: 1}) MERGE (n:C) ON MATCH SET n.k = m.id");
    let sets = "merge-action-sets-null";
    check_as(sets, "MERGE (n:C) ON MATCH SET n.k = n.id", "MERGE (n:C) ON MATCH SET n.k = null");
    check_unchanged(sets, "MERGE (n:C) ON MATCH SET n.k = n.id + 1, n.l = [n.id]");
    check_unchanged(name, "MERGE (n:C) ON MATCH SET n.k = 1 SET n.l = n.id");
}

#[test]
fn bounds_that_meet_exclude_what_has_no_label() {
    let name = "bounds-that-meet-exclude";
    let of = |pattern: &str, condition: &str| format!("MATCH {pattern} WHERE {condition} RETURN 1 AS x");
    let folded = ["abs(-1) <= n.id AND n.id <= coalesce(null, 1)", "abs(n.id) >= 1 AND abs(n.id) <= 1.0"];
    let plain = [
        "n.id >= 1 AND n.id <= 1",
        "1 <= n.id <= 1",
        "n.id = 1 AND true AND 1 <= n.id",
        "1 = n.id <= 1",
        "n.id = 1 AND 1 >= n.id",
        "NOT NOT (n.id >= 1 AND n.id <= 1)",
    ];
    for condition in plain.into_iter().chain(folded) {
        check_as(name, &of("(n)", condition), "UNWIND [] AS x RETURN x");
        check_unchanged(name, &of("(n:C)", condition));
        check_as(name, &of("(n) WITH n", condition), "UNWIND [] AS x RETURN x");
    }
    let others = ["n.id >= 1 AND n.id <= 2", "n.id >= 1 OR n.id <= 1", "n.id = 1 AND n.id <= 1"];
    let calculated = ["n.id >= 1 AND n.id <= 2 - 1", "n.id + 0 >= 1 AND n.id + 0 <= 1", "n.id >= 1 AND abs(n.id) <= 1"];
    for condition in others.into_iter().chain(calculated) {
        check_unchanged(name, &of("(n)", condition));
    }
}
