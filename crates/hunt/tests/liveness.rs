//! Parts that matter to an answer and parts that do not, of each kind.

use graphlance_case::Languages;
use graphlance_case::language::{Cypher, Language};
use graphlance_graph::Graph;
use graphlance_hunt::liveness::{Life, Prober};
use graphlance_reference::languages;

/// Three people, two of one age, who know each other in a row; one city.
const PEOPLE: &str = "CREATE (a:Person:Tall {name: 'a', age: 1}), (b:Person {name: 'b', age: 1}), \
                      (c:Person {name: 'c', age: 2}), (d:City {name: 'd', age: 3}), \
                      (a)-[:Knows {since: 1}]->(b), (b)-[:Knows {since: 2}]->(c), (c)-[:Lives]->(d)";

fn graph(languages: &Languages) -> Graph {
    let dialect = Cypher.standard();
    let evaluator = languages.evaluator(&dialect, graphlance_case::language::Effort::Usual);
    let creation = Cypher.parse(PEOPLE).expect("a statement");
    evaluator.evaluate(&Graph::new(), &creation).expect("an answer").graph.expect("a graph")
}

/// Checks what a statement's parts of one kind, or the answers to one question, are, in the order of the text.
#[track_caller]
fn check(text: &str, kind: &str, expected: &[Life]) {
    let languages = languages();
    let prober = Prober::new(&Cypher.standard(), &languages);
    let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let probed = prober.probe(&graph(&languages), &statement).unwrap_or_else(|| panic!("{text} has no answer"));
    let names = prober.neutralisations().iter().map(|kind| kind.name);
    let mut names = names.chain(prober.questions().iter().map(|question| question.name));
    assert!(names.any(|name| name == kind), "there is no kind `{kind}`");
    let found = probed.parts.iter().chain(&probed.questions).filter(|(name, _)| *name == kind);
    assert_eq!(found.map(|(_, life)| *life).collect::<Vec<_>>(), expected, "{kind} of {text}");
}

use Life::{Dead, Live, Undecided};

#[test]
fn patterns_matter_by_the_rows_that_they_add_and_take() {
    check("MATCH (a:Person) MATCH (b:City) RETURN a.name AS x", "pattern", &[Dead]);
    check("MATCH (a:Person) MATCH (b:Person) RETURN a.name AS x", "pattern", &[Live]);
    check("MATCH (a:Person), (b:Nothing) RETURN count(*) AS x", "pattern", &[Dead, Live]);
    check("MATCH (a:Person) RETURN a.age AS x", "pattern in use, emptied", &[Live]);
    check("MATCH (a:Person) WHERE a.age < 3 RETURN a.age AS x", "pattern in use, emptied", &[Dead]);
}

#[test]
fn conjuncts_and_predicates_matter_by_the_rows_that_they_take() {
    check("MATCH (a) WHERE a.age > 1 AND a.age > 2 RETURN a.name AS x", "MATCH conjunct", &[Dead, Live]);
    check("MATCH (a) WITH a WHERE a.age > 1 RETURN a.name AS x", "WITH WHERE", &[Live]);
    check("MATCH (a) WITH a WHERE a.age > 0 RETURN a.name AS x", "WITH WHERE", &[Dead]);
    check("MATCH (a WHERE a.age > 2) RETURN a.name AS x", "inline WHERE", &[Live]);
    check("MATCH (a {name: 'a'})-[r {since: 1}]->() RETURN r.since AS x", "inline map", &[Dead, Dead]);
    check("MATCH ()-[r {since: 1}]->() RETURN r.since AS x", "inline map", &[Live]);
}

#[test]
fn labels_types_and_directions_matter_by_what_else_there_is() {
    check("MATCH (a:Person)-[:Knows]->() RETURN count(a) AS x", "label", &[Dead]);
    check("MATCH (a:Person)-[:Knows]->() RETURN count(a) AS x", "type", &[Live]);
    check("MATCH (a:City)--() RETURN count(a) AS x", "label", &[Live]);
    check("MATCH (a:Person:Tall) RETURN count(a) AS x", "one of several labels", &[Dead, Live]);
    check("MATCH ()-[r:Lives|Hates]->() RETURN count(r) AS x", "one of several types", &[Live, Dead]);
    check("MATCH (:Person)-[:Lives]->(a:City) RETURN a.name AS x", "labels of a MATCH", &[Dead]);
    check("MATCH (:Person)-[:Lives]->(a:City) RETURN a.name AS x", "types of a MATCH", &[Dead]);
    check("MATCH (:Person)-[:Lives]->(a:City) RETURN a.name AS x", "direction", &[Dead]);
    check("MATCH (a)-[:Lives]->() RETURN a.name AS x", "direction", &[Live]);
    check("MATCH (a)-[:Lives]->() RETURN a.name AS x", "directions of a MATCH", &[Live]);
    check("MATCH (:City)<-[*1..3]-(a) RETURN a.name AS x", "length, at its least", &[Live]);
    check("MATCH (:Tall)-[*2..3]-(:City) RETURN 1 AS x", "length, at its least", &[Live]);
    check("MATCH (:City)-[:Lives*1..3]-(a) RETURN a.name AS x", "length, at its least", &[Dead]);
}

#[test]
fn optional_and_unwind_matter_by_the_rows_that_they_keep_and_make() {
    check("MATCH (a:Person) OPTIONAL MATCH (a)-[:Lives]->(b) RETURN b.name AS x", "OPTIONAL", &[Live]);
    check("MATCH (a:Person) OPTIONAL MATCH (a)--(b) RETURN b.name AS x", "OPTIONAL", &[Dead]);
    check("UNWIND [1, 2] AS u RETURN u AS x", "UNWIND, first item only", &[Live]);
    check("UNWIND [1, 2] AS u RETURN min(u) AS x", "UNWIND, first item only", &[Dead]);
    check("UNWIND [1, 2] AS u RETURN 1 AS x", "UNWIND not in use", &[Live]);
    check("UNWIND [1, 2] AS u RETURN DISTINCT 1 AS x", "UNWIND not in use", &[Dead]);
}

#[test]
fn projections_matter_by_the_rows_that_they_merge_order_and_cut() {
    check("MATCH (a) RETURN DISTINCT a.age AS x", "RETURN DISTINCT", &[Live]);
    check("MATCH (a) RETURN DISTINCT a.name AS x", "RETURN DISTINCT", &[Dead]);
    check("MATCH (a) WITH DISTINCT a.age AS x RETURN count(x) AS x", "WITH DISTINCT", &[Live]);
    check("MATCH (a) WITH DISTINCT a.age AS x RETURN max(x) AS x", "WITH DISTINCT", &[Dead]);
    check("MATCH (a) RETURN a.age AS x ORDER BY x", "RETURN ORDER BY", &[Live]);
    check("MATCH (a:City) RETURN a.age AS x ORDER BY x", "RETURN ORDER BY", &[Dead]);
    check("MATCH (a) RETURN 1 AS x ORDER BY a.age", "RETURN ORDER BY", &[Dead]);
    check("MATCH (a) RETURN a.name AS x ORDER BY a.age, x", "sort keys after the first", &[Live]);
    check("MATCH (a) RETURN a.name AS x ORDER BY x, a.age", "sort keys after the first", &[Dead]);
    check("MATCH (a) RETURN a.name AS x ORDER BY x LIMIT 2", "ORDER BY at a cut, turned", &[Live]);
    check("MATCH (a) RETURN a.name AS x ORDER BY x LIMIT 4", "ORDER BY at a cut, turned", &[Dead]);
    check("MATCH (a) WITH a ORDER BY a.name LIMIT 1 RETURN a.name AS x", "ORDER BY at a cut, turned", &[Live]);
    check("MATCH (a) RETURN a.name AS x ORDER BY x LIMIT 2", "RETURN LIMIT", &[Live]);
    check("MATCH (a) RETURN a.name AS x LIMIT 9", "RETURN LIMIT", &[Dead]);
    check("MATCH (a) RETURN a.name AS x ORDER BY x SKIP 1", "RETURN SKIP", &[Live]);
    check("MATCH (a) WITH a ORDER BY a.name LIMIT 1 RETURN a.name AS x", "WITH LIMIT", &[Live]);
    check("MATCH (a) WITH a ORDER BY a.name DESC SKIP 1 RETURN max(a.age) AS x", "WITH SKIP", &[Live]);
    check("MATCH (a) WITH a ORDER BY a.age DESC LIMIT 1 RETURN max(a.age) AS x", "WITH LIMIT", &[Dead]);
}

#[test]
fn aggregates_matter_by_the_values_that_vary() {
    check("MATCH (a) RETURN sum(a.age) AS x", "argument of an aggregate", &[Live]);
    check("MATCH (a:City) RETURN sum(a.age) AS x", "argument of an aggregate", &[Dead]);
    check("MATCH (a) RETURN a.name AS x, collect(a.age) AS y", "argument of an aggregate", &[Dead]);
    check("MATCH (a) RETURN collect(a.age) AS x", "argument of an aggregate", &[Live]);
    check("MATCH (a) OPTIONAL MATCH (a)-->(b) RETURN count(b) AS x", "argument of an aggregate", &[Live]);
    check("MATCH (a) RETURN count(a) AS x", "argument of an aggregate", &[Dead]);
    check("MATCH (a:City) RETURN avg(a.age) AS x, stDev(a.age) AS y", "argument of an aggregate", &[Dead, Dead]);
    check("MATCH (a) RETURN avg(a.age) AS x, stDev(a.age) AS y", "argument of an aggregate", &[Live, Live]);
    check("MATCH (a) RETURN count(DISTINCT a.age) AS x", "DISTINCT of an aggregate", &[Live]);
    check("MATCH (a) RETURN count(DISTINCT a.name) AS x", "DISTINCT of an aggregate", &[Dead]);
}

#[test]
fn unions_and_subqueries_matter_by_what_they_add() {
    let overlapping = "MATCH (a:Tall) RETURN a.age AS x UNION MATCH (a:Person) RETURN a.age AS x";
    check(overlapping, "UNION, as UNION ALL", &[Live]);
    check(overlapping, "branch of a UNION", &[Dead, Live]);
    check("RETURN 1 AS x UNION RETURN 2 AS x", "UNION, as UNION ALL", &[Dead]);
    check("MATCH (a) CALL { MATCH (b:Person) RETURN b } RETURN a.name AS x", "CALL { } not in use", &[Live]);
    check("MATCH (a) CALL { MATCH (b:City) RETURN b } RETURN a.name AS x", "CALL { } not in use", &[Dead]);
    check("CALL { MATCH (b:Person) RETURN b } RETURN b.name AS x", "CALL { } in use, emptied", &[Live]);
    check("MATCH (a) WHERE EXISTS { (a)-[:Lives]->() } RETURN a.name AS x", "EXISTS, as true", &[Live]);
    check("MATCH (a) WHERE EXISTS { (a)--() } RETURN a.name AS x", "EXISTS, as true", &[Dead]);
    check("MATCH (a) WHERE (a)-->(:Nothing) RETURN a.name AS x", "EXISTS, as false", &[Dead]);
    check("MATCH (a) RETURN a.name AS x, COUNT { (a)-->() } AS y", "COUNT { }, as 0", &[Live]);
    check("MATCH (a) RETURN a.name AS x, COUNT { (a)-->(:Nothing) } AS y", "COUNT { }, as 0", &[Dead]);
    check("MATCH (a) RETURN [(a)-->(b) | b.age] AS x", "COLLECT, as []", &[Live]);
    check("MATCH (a:City) RETURN [(a)-->(b) | b.age] AS x", "COLLECT, as []", &[Dead]);
}

#[test]
fn what_the_reference_cannot_tell_is_undecided() {
    check("MATCH (a) WITH a ORDER BY a.age, a.name LIMIT 1 RETURN a.name AS x", "WITH LIMIT", &[Live]);
    check(
        "MATCH (a) WITH a.name AS n ORDER BY a.age DESC LIMIT 1 RETURN n AS x",
        "ORDER BY at a cut, turned",
        &[Undecided],
    );
    check("UNWIND [[1], 2] AS u WITH u WHERE u = [1] RETURN u[0] AS x", "WITH WHERE", &[Undecided]);
}

#[test]
fn what_a_statement_writes_matters_where_the_graph_is_another_without_it_or_an_error_comes() {
    check("MATCH (a:Person) DETACH DELETE a", "DETACH", &[Live]);
    check("CREATE (a) DETACH DELETE a", "DETACH", &[Dead]);
    check("MATCH (a:Person) SET a.age = 1, a.age = 2", "one of several items of SET", &[Dead, Live]);
    check("MATCH (a:Person) SET a.age = a.age", "SET", &[Dead]);
    check("MATCH (a:Nothing) CREATE (b)", "CREATE", &[Dead]);
}

#[test]
fn rows_between_clauses_are_asked_about() {
    let fan_out = "MATCH (a:Person) MATCH (a)--(b) MATCH (c:City) RETURN count(*) AS x";
    check(fan_out, "MATCH after the first, over several rows", &[Live, Live]);
    check(fan_out, "MATCH after the first that makes more rows", &[Live, Dead]);
    let partly = "MATCH (a:Person) OPTIONAL MATCH (a)-[:Lives]->(b) OPTIONAL MATCH (c:Nothing) RETURN count(*) AS x";
    check(partly, "OPTIONAL MATCH null for some rows", &[Live, Live]);
    check(partly, "OPTIONAL MATCH null for some rows and not for others", &[Live, Dead]);
    check("MATCH (a:Tall) OPTIONAL MATCH (b:Person) RETURN 1 AS x", "OPTIONAL MATCH that makes more rows", &[Live]);
    let distinct = "MATCH (a) WITH DISTINCT a.name AS n, a.age AS m RETURN DISTINCT m";
    check(distinct, "DISTINCT that drops rows", &[Dead, Live]);
    let groups = "MATCH (a) WITH a.age AS g, collect(a.name) AS l, max(a.age) AS m RETURN count(*) AS x";
    check(groups, "aggregation into several groups", &[Live, Dead]);
    check(groups, "aggregation with a group of several rows", &[Live, Live]);
    check(groups, "aggregate over varying values", &[Live, Dead]);
}
