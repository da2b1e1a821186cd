use super::*;
use crate::Failure;

/// What engines were asked whose errors these are: statements that they refuse, and others that they take. The graph is that of the
/// examples.
#[track_caller]
fn check(name: &str, refused: &[&str], taken: &[&str]) {
    let rule = WrongRule::find(name).unwrap_or_else(|| panic!("no departure is called {name}"));
    let is_refused = |text: &&&str| {
        let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let options = Options { departures: Departures::of([rule]), open: OpenAnswers::Choose, ..Options::default() };
        matches!(evaluate(&indexed(), &statement, &options), Err(Failure::Refused(_)))
    };
    let wrongly_taken: Vec<&&str> = refused.iter().filter(|text| !is_refused(text)).collect();
    let wrongly_refused: Vec<&&str> = taken.iter().filter(is_refused).collect();
    assert!(wrongly_taken.is_empty() && wrongly_refused.is_empty(), "{name}: {wrongly_taken:#?} {wrongly_refused:#?}");
}

#[test]
fn numbers_beside_aggregates_are_refused_where_no_column_has_them() {
    check(
        "number-beside-aggregate-is-column",
        &[
            "MATCH () RETURN 2 AS x, min(1) AS y",
            "MATCH () RETURN 4 AS x, min(1) AS y",
            "MATCH () RETURN 7 AS x, min(1) AS y, 1 AS z",
            "MATCH () RETURN -3 AS x, count(*) AS y",
            "MATCH () RETURN false AS x, sum(1) + 1 AS y",
            "UNWIND [1] AS u RETURN 0 AS x, count(*) AS y",
            "MATCH () WITH 0 AS x, count(*) AS y RETURN x",
            "MATCH () WITH 3 AS x, count(*) AS y RETURN x",
        ],
        &[
            "MATCH () RETURN 1 AS x, min(1) AS y",
            "MATCH () RETURN 3 AS x, min(1) AS y",
            "MATCH (a) RETURN a.k AS z, 4 AS x, min(1) AS y",
            "MATCH () RETURN 2147483648 AS x, min(1) AS y",
            "MATCH () RETURN 1.5 AS x, min(1) AS y",
            "MATCH () RETURN (1 + 1) AS x, min(1) AS y",
            "RETURN 0 AS x, count(*) AS y",
            "CREATE () RETURN 0 AS x, count(*) AS y",
        ],
    );
}

#[test]
fn aggregates_of_properties_are_refused_where_the_element_was_handed_on() {
    check(
        "carried-element-refused",
        &[
            "MATCH (a) WITH a RETURN sum(a.k) + 1 AS x",
            "MATCH (a) WITH a AS b RETURN max(b.k) AS x",
            "MATCH (a) WITH a MATCH (b) RETURN avg(a.k) AS x",
            "MATCH (a) WITH a WITH min(a.k) AS x RETURN x",
            "MATCH ()-[r]->() UNWIND [1] AS x RETURN avg(r.k) AS y",
            "MATCH (a) WITH * RETURN max(a.k) AS y",
            "MATCH (a) UNWIND [1] AS y RETURN exists(a.k) AS x",
            "MATCH (a) WITH a RETURN size(labels(a)) AS x",
        ],
        &[
            "MATCH (a) RETURN sum(a.k) AS x",
            "MATCH (a) WITH a RETURN count(a.k) AS x",
            "MATCH (a) WITH a RETURN stDev(a.k) AS x",
            "MATCH (a) WITH a WHERE exists(a.k) RETURN 1",
            "MATCH ()-[r]->() WITH r RETURN type(r)",
            "MATCH (a) WITH a RETURN sum(a.k + 1) AS x",
            "MATCH (a) WITH {k: 1} AS m RETURN sum(m.k) AS x",
            "MATCH (a) WITH a MATCH (b) RETURN sum(b.k) AS x",
        ],
    );
    check(
        "aggregate-of-property-of-expression-refused",
        &["RETURN avg(null.k) AS x", "MATCH (a) RETURN sum(a.k.l) AS x", "MATCH (a) RETURN sum({k: 1}.k) AS x"],
        &["RETURN count(null.k) AS x", "RETURN collect(null.k) AS x", "MATCH (a) RETURN sum(a.k) AS x"],
    );
    check(
        "count-twice-behind-with-refused",
        &["MATCH ()-[r]->() WITH count(r) AS x RETURN x AS y, x AS z"],
        &["MATCH ()-[r]->() WITH count(r) AS x RETURN x AS y, x + 1 AS z", "WITH 1 AS x RETURN x AS y, x AS z"],
    );
}

#[test]
fn an_unwind_of_nothing_forgets_what_stands_in_front_of_it() {
    check(
        "empty-unwind-forgets-rows",
        &[
            "UNWIND [1] AS x UNWIND [] AS y RETURN 1",
            "UNWIND [1] AS x UNWIND null AS y CREATE ()",
            "WITH 1 AS x UNWIND [] AS y RETURN 1",
            "UNWIND [1] AS x MATCH (a) UNWIND [] AS y RETURN 1",
            "MATCH (a) UNWIND [] AS y RETURN a.k",
            "UNWIND [1] AS x UNWIND [] AS y MATCH (a) MERGE (b) RETURN a",
        ],
        &[
            "UNWIND [1] AS x UNWIND [] AS y MERGE ()",
            "MATCH (a) UNWIND [] AS y RETURN 1",
            "MATCH (a) UNWIND [] AS y RETURN y",
            "UNWIND [] AS x UNWIND [1] AS y RETURN y",
            "CALL { RETURN 1 AS z } UNWIND [] AS y RETURN 1",
        ],
    );
    check(
        "set-of-unwound-map-refused",
        &["UNWIND [{k: 1}] AS x CREATE (a) SET a += x", "UNWIND [{k: 1}] AS x CREATE (a) SET a.l = 1, a = x"],
        &[
            "UNWIND [{k: 1}] AS x CREATE (a) SET a.k = x.k",
            "UNWIND [1] AS y UNWIND [{k: 1}] AS x CREATE (a) SET a += x",
            "UNWIND [{k: 1}] AS x CREATE (a) SET a.l = 1 SET a += x",
            "UNWIND [{k: 1}] AS x MATCH (b) CREATE (a) SET a += x",
            "UNWIND [] AS x CREATE (a) SET a += x",
        ],
    );
}

#[test]
fn clauses_are_refused_beside_others() {
    check(
        "with-star-of-nothing-refused",
        &["MATCH () WITH * RETURN 1", "WITH * RETURN 1"],
        &["MATCH (a) WITH * RETURN 1", "MATCH ()-->() WITH * RETURN 1", "UNWIND [1] AS x WITH * RETURN x"],
    );
    check(
        "call-beside-with-refused",
        &["MATCH (a) CALL { RETURN 1 AS x } WITH x RETURN 1", "MATCH (a) WITH a CALL { RETURN 1 AS x } RETURN x"],
        &[
            "MATCH (a) CALL { RETURN 1 AS x } RETURN x",
            "WITH 1 AS a CALL { RETURN 1 AS x } RETURN x",
            "CALL { RETURN 1 AS x } WITH x RETURN x",
            "MATCH (a) CALL { WITH a RETURN a.k AS x } RETURN x",
        ],
    );
    check(
        "union-of-writes-refused",
        &[
            "RETURN 1 AS x UNION ALL MERGE () RETURN 1 AS x",
            "UNWIND [1] AS u CREATE (b) RETURN 1 AS x UNION RETURN 1 AS x",
        ],
        &["MATCH (a) CREATE (b) RETURN 1 AS x UNION RETURN 1 AS x", "MERGE () RETURN 1 AS x"],
    );
    check(
        "filter-of-called-column-refused",
        &[
            "CALL { RETURN 1 AS k } MATCH (a) WHERE k = 1 RETURN 1 AS x",
            "CALL { RETURN 1 AS k } WITH k MATCH (a) WHERE a.k = k RETURN 1",
        ],
        &[
            "CALL { MATCH (a:None) RETURN a } MATCH (b) WHERE a.k = 1 RETURN 1 AS x",
            "CALL { RETURN 1 AS k } MATCH (a) WHERE a.k = 1 RETURN k AS x",
            "CALL { RETURN 1 AS k } WITH k WHERE k = 1 RETURN k",
        ],
    );
}

#[test]
fn nameless_nodes_in_front_of_a_comma_are_looked_for_in_the_last_pattern() {
    check(
        "nameless-nodes-are-looked-for-in-last-pattern",
        &[
            "MATCH (a)-->(), (a) RETURN 1",
            "MATCH (a), (a)-->(), () RETURN 1",
            "MATCH (a)-->(), (b)-->(a) RETURN 1",
            "MATCH ()-->(a), (a)-->() RETURN count(*)",
            "MATCH (a)-->()-[*1..2]->(), (b) RETURN 1",
            "MATCH (a)-->(), p = (b) RETURN 1",
            "MATCH ()-->(a), (c)-->(), ()-->(b) RETURN 1",
        ],
        &[
            "MATCH (a)-->(b), () RETURN 1",
            "MATCH (), ()-->() RETURN 1",
            "MATCH (a)-->(), (b)-->() RETURN 1",
            "MATCH (a)-->(b), (c)-->() RETURN 1",
            "MATCH p = (a)-->(), (b) RETURN 1",
            "MATCH (a)-[*1..2]->(), (a) RETURN 1",
            "OPTIONAL MATCH (a)-->(), (a) RETURN 1",
            "MATCH (a)-->() MATCH (a) RETURN 1",
        ],
    );
}

#[test]
fn an_optional_match_to_the_left_needs_an_end_that_is_known() {
    check(
        "optional-match-to-the-left-refused",
        &[
            "OPTIONAL MATCH ()<--(a) RETURN 1",
            "OPTIONAL MATCH ()<--()<--(a) RETURN 1",
            "UNWIND [1] AS x OPTIONAL MATCH ()<--() RETURN 1",
            "MATCH (a) OPTIONAL MATCH (b)<--(c) RETURN 1",
            "OPTIONAL MATCH (z)-->()<--(a) RETURN 1",
            "OPTIONAL MATCH (a), (c)<--(b) RETURN 1",
        ],
        &[
            "OPTIONAL MATCH ()<--() RETURN 1",
            "OPTIONAL MATCH (a)-->(b) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)<--(b) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (b)<--(a) RETURN 1",
            "MATCH (z) OPTIONAL MATCH (z)<--()<--(a) RETURN 1",
            "OPTIONAL MATCH (z)-->(y)<--(a) RETURN 1",
            "OPTIONAL MATCH (q), (a)<--() RETURN 1",
        ],
    );
}

#[test]
fn an_optional_match_of_what_is_bound_is_refused_with_a_filter_or_beside_another_pattern() {
    check(
        "optional-match-of-bound-node-refused",
        &[
            "MATCH (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a) WHERE a.k = 1 OPTIONAL MATCH (a:A) WHERE true RETURN 1",
            "MATCH (a:A)-->(b) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (b:B) MATCH (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a:A) WITH a OPTIONAL MATCH (a) WHERE true RETURN 1",
        ],
        &[
            "MATCH (a) OPTIONAL MATCH (a) RETURN 1",
            "MATCH (a:A) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a)-->(b {k: 1}) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a), (b:B) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "OPTIONAL MATCH (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a), (b) WHERE true RETURN 1",
        ],
    );
    check(
        "optional-match-of-bound-node-among-others-refused",
        &["MATCH (a) OPTIONAL MATCH (), (a) RETURN 1 AS x"],
        &["MATCH (a) OPTIONAL MATCH (a) RETURN 1 AS x", "MATCH (a) MATCH (), (a) RETURN 1 AS x"],
    );
}

#[test]
fn variable_lengths_are_refused_where_they_come_back_or_are_several() {
    check(
        "round-with-labels-refused",
        &["MATCH (a:A)-[*1..2]->(a:B) RETURN 1", "MATCH (a:A)-->(b)-[*1..2]->(a:A) RETURN 1"],
        &[
            "MATCH (a:A)-[*2]->(a) RETURN 1",
            "MATCH (a:A)-[*1..2]->(b)-->(a:A) RETURN 1",
            "MATCH (a:A)-->(a:A) RETURN 1",
            "OPTIONAL MATCH (a:A)-[*2]->(a:A) RETURN 1",
        ],
    );
    check(
        "variable-lengths-of-several-paths-refused",
        &["MATCH (a)-[*0..1]->(a) RETURN 1 AS x UNION ALL MATCH (a)-[*0]->(a) RETURN 1 AS x"],
        &["MATCH (a)-[*0..1]->()-[*1..2]->() RETURN 1 AS x", "MATCH (a)-[*0..1]->(), (b)-->() RETURN 1 AS x"],
    );
}

#[test]
fn properties_of_what_is_no_variable_are_refused() {
    let name = "property-of-call-refused";
    check(
        name,
        &["RETURN properties(null).k AS x", "MATCH (a) WHERE head([a]).k = 1 RETURN 1"],
        &[
            "RETURN null.k AS x",
            "MATCH ()-[r]->() RETURN startNode(r).k",
            "MATCH (a) WITH a ORDER BY properties(a).k RETURN 1",
        ],
    );
    check(
        "with-of-property-of-expression-refused",
        &["WITH null.k AS x RETURN 1", "WITH 1 AS y, {k: 1}.k AS x RETURN 1"],
        &["WITH null.k + 1 AS x RETURN x", "MATCH (a) WITH a.k AS x RETURN x", "RETURN null.k AS x"],
    );
    check("property-of-null-refused", &["UNWIND null.k AS x RETURN 1 AS y"], &["WITH null AS x RETURN x.k"]);
}

#[test]
fn errors_of_running_come_where_a_row_comes_upon_them() {
    check(
        "set-of-other-map-refused",
        &["MATCH (a:A) SET a += null", "MATCH (a:A) SET a = properties(a)", "MERGE (a:New) ON CREATE SET a += null"],
        &[
            "MATCH (a:None) SET a += null",
            "MERGE (a:New) ON MATCH SET a += null",
            "MATCH (a:A), (b:B) SET a = b",
            "MATCH (a:A) SET a += {k: 1}",
        ],
    );
    check(
        "merge-reads-matched-refused",
        &[
            "MATCH (a) MERGE (:Z {k: [a.id]})",
            "MATCH (a) MERGE (:Z {k: size([a.id])})",
            "MATCH (a) WITH a MERGE (:Z {k: [a.id]})",
        ],
        &[
            "MATCH (a:None) MERGE (:Z {k: [a.id]})",
            "MATCH (a) MERGE (:Z {k: a.id + 1})",
            "UNWIND [{k: 1}] AS a MERGE (:Z {k: [a.k]})",
            "MATCH (a) MERGE (a)-[:Z {k: [a.id]}]->()",
            "MATCH (a) WITH a.id AS k MERGE (:Z {k: [k]})",
        ],
    );
    check(
        "merge-action-knows-start-alone",
        &[
            "MERGE (:A)-[r:R]->(b:B) ON MATCH SET r.k = 1",
            "MERGE (:A)-[:New]->(b:B) ON MATCH SET b:New",
            "MERGE (:New)-[r:R]->() ON CREATE SET r.k = 1",
        ],
        &[
            "MERGE (:A)-[r:R]->(b:B) SET r.k = 1",
            "MERGE (a:A)-[r:R]->(b:B) ON MATCH SET a.k = 1",
            "MERGE (:A)-[r:R]->(b:B) ON CREATE SET r.k = 1",
            "WITH 1 AS x MERGE (:A)-[r:R]->(b:B) ON MATCH SET r.k = 1",
        ],
    );
    check(
        "comprehension-behind-with-refused",
        &["MATCH (a) WITH a WHERE size([(a)-->() | 1]) > 0 RETURN 1"],
        &["MATCH (a:None) WITH a WHERE size([(a)-->() | 1]) > 0 RETURN 1", "MATCH (a) RETURN [(a)-->() | 1]"],
    );
}

#[test]
fn conditions_and_paths_are_refused_where_they_are_not_translated() {
    let name = "comprehension-in-match-refused";
    check(name, &["MATCH (a:None) WHERE 1 IN [()-->() | 1] RETURN 1"], &["MATCH (a) RETURN [()-->() | 1]"]);
    let name = "quantified-comprehension-refused";
    check(
        name,
        &["MATCH (a) WITH * WHERE all(x IN [(a)-->() | 1] WHERE true) RETURN 1"],
        &["MATCH (a) WHERE (a)-->() RETURN 1"],
    );
    let name = "pattern-with-map-behind-with-refused";
    check(
        name,
        &["MATCH (a:None) WITH a WHERE (a)-[{k: 1}]->() RETURN 1"],
        &["MATCH (a) WITH a WHERE (a)-->({k: 1}) RETURN 1", "MATCH (a) WHERE (a)-[{k: 1}]->() RETURN 1"],
    );
    let name = "merge-of-path-variable-refused";
    check(
        name,
        &["MATCH p = (:None) MERGE ({k: length(p)})"],
        &["MATCH p = () WITH p MERGE ({k: length(p)})", "MATCH p = () MERGE ({k: 1})"],
    );
    check(
        "path-of-node-is-unknown",
        &["MATCH p = () RETURN p"],
        &["MATCH p = () RETURN 1", "MATCH p = ()-->() RETURN p"],
    );
    check(
        "limit-first-refused",
        &["LIMIT 1 RETURN 1 AS x"],
        &["MATCH () LIMIT 1 RETURN 1 AS x", "RETURN 1 AS x LIMIT 1"],
    );
    let name = "aggregate-within-reduce-refused";
    check(
        name,
        &["RETURN reduce(x = 1, y IN [count(*)] | 1)"],
        &["WITH count(*) AS c RETURN reduce(x = 1, y IN [c] | 1)"],
    );
    let name = "quantifier-of-nothing-refused";
    check(
        name,
        &["RETURN any(x IN [] WHERE null)"],
        &["RETURN any(x IN [] WHERE x)", "RETURN any(x IN [1] WHERE null)"],
    );
}
