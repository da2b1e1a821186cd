use super::*;
use crate::Failure;

mod filters;
mod handed;
mod joined;
mod numbers;
mod operands;
mod patterns;
mod untyped;

/// What engines were asked whose errors these are: statements that they refuse, and others that they take. The graph is that of the
/// examples.
#[track_caller]
pub(super) fn check(name: &str, refused: &[&str], taken: &[&str]) {
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
            "MATCH ()-[r]->() WITH r UNWIND keys(r) AS x RETURN x",
            "MATCH (a) UNWIND [1] AS x WITH a WHERE labels(a) = [] RETURN a",
            "MATCH (a) WITH a WITH * WHERE keys(a) = [] RETURN a",
            "MATCH (a) WITH a ORDER BY labels(a) RETURN 1",
            "MATCH (a) WITH a RETURN 1 ORDER BY keys(a)",
        ],
        &[
            "MATCH (a) RETURN sum(a.k) AS x",
            "MATCH (a) WITH a RETURN count(a.k) AS x",
            "MATCH (a) WITH a RETURN stDev(a.k) AS x",
            "MATCH (a) WITH a WHERE exists(a.k) RETURN 1",
            "MATCH (a) WITH a WHERE labels(a) = [] RETURN 1",
            "MATCH (a) RETURN 1 ORDER BY keys(a)",
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
        "aggregate-twice-behind-with-refused",
        &[
            "MATCH ()-[r]->() WITH count(r) AS x RETURN x AS y, x AS z",
            "MATCH (a) WITH sum(a.k) AS x WITH x AS y, x + 1 AS z RETURN y",
            "UNWIND [1] AS r WITH collect(r) AS x RETURN x AS y, x AS z",
            "MATCH (a) WITH sum(a.k) AS x WITH x RETURN x AS y, [x] AS z",
        ],
        &[
            "MATCH ()-[r]->() WITH count(r) AS x RETURN x AS y",
            "MATCH (a) WITH count(*) AS x RETURN x AS y, x AS z",
            "MATCH (a) WITH a, count(a) AS x RETURN x AS y, x AS z",
            "MATCH (a) WITH sum(a.k) AS x RETURN x + 1 AS y, x AS z",
            "MATCH (a) WITH sum(a.k) AS x RETURN x, x AS z",
            "MATCH (a) RETURN count(a) AS y, count(a) AS z",
        ],
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
            "MATCH (a) UNWIND [] AS y CREATE ()",
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
        &[
            "MATCH (a) CREATE (b) RETURN 1 AS x UNION RETURN 1 AS x",
            "MERGE () RETURN 1 AS x",
            "CREATE (:A) UNION ALL CREATE (:B)",
        ],
    );
    check(
        "filter-of-called-column-refused",
        &[
            "CALL { RETURN 1 AS k } MATCH (a) WHERE k = 1 RETURN 1 AS x",
            "CALL { RETURN 1 AS k } WITH k MATCH (a) WHERE a.k = k RETURN 1",
            "CALL { RETURN 1 AS k } MATCH (a) MATCH (b) WHERE b.k = a.k RETURN 1",
            "UNWIND [1] AS y CALL { RETURN 1 AS k } MATCH (b) WHERE b.k = y RETURN 1",
        ],
        &[
            "CALL { MATCH (a:None) RETURN a } MATCH (b) WHERE a.k = 1 RETURN 1 AS x",
            "CALL { RETURN 1 AS k } MATCH (a) WHERE a.k = 1 RETURN k AS x",
            "CALL { RETURN 1 AS k } WITH k WHERE k = 1 RETURN k",
            "MATCH (a:A) CALL { RETURN 1 AS k } MATCH (b) WHERE b.k = k RETURN 1",
        ],
    );
}

#[test]
fn lists_and_values_are_refused_where_they_are_computed() {
    check(
        "unwind-of-computed-list-refused",
        &["UNWIND [x IN [1] | x] AS y RETURN y", "UNWIND 'a' AS y RETURN y", "UNWIND NOT true AS y RETURN y"],
        &["UNWIND [1] + [2] AS y RETURN y", "UNWIND [[1]][0] AS y RETURN y", "UNWIND null AS y RETURN y"],
    );
    check(
        "merge-behind-computed-unwind-refused",
        &["UNWIND range(1, 2) AS x MERGE (:R) RETURN 1 AS y", "UNWIND null AS x UNWIND [1] AS y MERGE ()"],
        &[
            "UNWIND [1] AS y UNWIND null AS x MERGE ()",
            "UNWIND null AS x MERGE (a) SET a.k = 1",
            "UNWIND null AS x MERGE () WITH 1 AS y RETURN y",
            "UNWIND range(1, 2) AS x CREATE (:R)",
        ],
    );
    check(
        "loop-in-match-before-unwind-refused",
        &[
            "MATCH (a) WHERE any(x IN [1] WHERE x = 1) MATCH (b) UNWIND [1] AS z RETURN 1",
            "OPTIONAL MATCH (a) WHERE reduce(s = 0, x IN [1] | s + x) = 1 UNWIND [1] AS z RETURN 1",
            "MATCH (a) WHERE any(x IN [1] WHERE x = 1) WITH * RETURN 1",
            "MATCH (a) WHERE any(x IN [1] WHERE x = 1) RETURN *",
            "MATCH (a) WITH * WHERE any(x IN [1] WHERE x = 1) RETURN 1",
            "MATCH (a) WITH a, count(*) AS c WHERE any(x IN [1] WHERE x = c) UNWIND [1] AS z RETURN 1",
        ],
        &[
            "MATCH (a) WHERE any(x IN [1] WHERE x = 1) WITH a UNWIND [1] AS z RETURN 1",
            "MATCH (a) WITH a WHERE any(x IN [1] WHERE x = 1) UNWIND [1] AS z RETURN 1",
            "MATCH (a) WITH a WHERE any(x IN [1] WHERE x = 1) WITH * RETURN 1",
            "MATCH (a) WITH a, count(*) AS c WHERE any(x IN [1] WHERE true) UNWIND [1] AS z RETURN 1",
            "MATCH (a) WITH a, count(*) AS c WHERE any(x IN [1] WHERE x = c) MATCH (b) RETURN 1",
            "MATCH (a) WHERE any(x IN [1] WHERE x = 1) WITH a AS b RETURN 1",
            "UNWIND [1] AS y MATCH (a) WHERE any(x IN [1] WHERE x = 1) RETURN 1",
            "MATCH (a) WHERE (a)-->() UNWIND [1] AS z RETURN 1",
        ],
    );
    check(
        "exists-of-bound-node-refused",
        &["MATCH (a) RETURN EXISTS { MATCH (a:A) } AS x", "MATCH (a) WHERE EXISTS { MATCH (a) } RETURN 1"],
        &[
            "MATCH (a) RETURN EXISTS { MATCH (a), (b) } AS x",
            "MATCH (a) RETURN EXISTS { MATCH (a)-->() } AS x",
            "MATCH (a) RETURN EXISTS { MATCH (b) } AS x",
        ],
    );
    check(
        "set-of-computed-value-refused",
        &[
            "MATCH (a:A) SET a.k = [x IN [1] | x]",
            "MATCH (a:A) SET a.k = {k: 1}.k",
            "CREATE (a) SET a.k = a:A",
            "MATCH (a:A) SET a.k = null.k",
            "MATCH (a:A) WITH a SET a.k = {k: null}.k",
            "MATCH (a:A) FOREACH (x IN [1] | SET a.k = null.k)",
            "UNWIND [1] AS x MERGE (a:New) ON CREATE SET a.k = null.k",
        ],
        &[
            "MERGE (a:New) ON CREATE SET a.k = null.k RETURN 1 AS x",
            "MERGE (a:A) ON CREATE SET a.k = null.k",
            "MATCH (a:A) WITH a SET a.k = null.k",
            "MATCH (a:None) SET a.k = [x IN [1] | x]",
            "MATCH (a:A) SET a.k = NOT true",
            "MATCH (a:A) SET a.k = toString(a:A)",
        ],
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
        "comprehension-in-with-refused",
        &["MATCH (a) WITH a WHERE size([(a)-->() | 1]) > 0 RETURN 1", "WITH size([()-->() | 1]) AS x RETURN x"],
        &[
            "MATCH (a:None) WITH a WHERE size([(a)-->() | 1]) > 0 RETURN 1",
            "MATCH (a) RETURN [(a)-->() | 1]",
            "UNWIND [1] AS y WITH [()-->() | 1] AS x RETURN x",
        ],
    );
}

#[test]
fn conditions_and_paths_are_refused_where_they_are_not_translated() {
    let name = "comprehension-in-match-refused";
    check(name, &["MATCH (a:None) WHERE 1 IN [()-->() | 1] RETURN 1"], &["MATCH (a) RETURN [()-->() | 1]"]);
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
        "path-in-what-is-set-refused",
        &[
            "MATCH p = (:A) CREATE ({k: length(p)})",
            "MATCH p = (a:A) SET a.k = length(p)",
            "MATCH p = (:A) MERGE (z:New) ON CREATE SET z.k = length(p)",
        ],
        &[
            "MATCH p = (:None) CREATE ({k: length(p)})",
            "MATCH p = (a:A) WITH a, p SET a.k = length(p)",
            "MATCH p = (:A) RETURN length(p)",
        ],
    );
    check(
        "path-of-node-is-unknown",
        &["MATCH p = () RETURN p"],
        &["MATCH p = () RETURN 1", "MATCH p = ()-->() RETURN p"],
    );
    check(
        "order-or-cut-first-refused",
        &["LIMIT 1 RETURN 1 AS x", "ORDER BY 1 RETURN 1 AS x", "WITH DISTINCT * RETURN 1", "WITH * SKIP 0 RETURN 1"],
        &["MATCH () LIMIT 1 RETURN 1 AS x", "RETURN 1 AS x LIMIT 1", "WITH * RETURN 1"],
    );
    check(
        "aggregate-within-list-refused",
        &[
            "RETURN reduce(x = 1, y IN [count(*)] | 1)",
            "RETURN size([count(*)])",
            "RETURN any(y IN collect(1) WHERE y = 1)",
            "RETURN {a: count(*)}",
            "RETURN collect(1)[0]",
        ],
        &["WITH count(*) AS c RETURN reduce(x = 1, y IN [c] | 1)", "RETURN size(collect(1))"],
    );
    let name = "subquery-in-quantifier-refused";
    check(
        name,
        &["RETURN none(x IN [] WHERE EXISTS { MATCH () })"],
        &["RETURN EXISTS { MATCH () } OR any(x IN [] WHERE x)"],
    );
    let name = "length-from-above-refused";
    check(name, &["MATCH ()-[*3..2]->() RETURN 1"], &["MATCH ()-[*2]->() RETURN 1", "MATCH ()-[*2..]->() RETURN 1"]);
    let name = "quantifier-with-null-refused";
    check(
        name,
        &["RETURN any(x IN [] WHERE null)", "RETURN all(x IN [1] WHERE null)"],
        &["RETURN any(x IN [] WHERE x)"],
    );
}

#[test]
fn an_error_of_a_match_in_front_of_a_delete_may_be_told_in_other_words() {
    let hides = |text: &str| hidden_words(&graphlance_cypher::parse_query(text).expect("a query")).is_some();
    assert!(
        hides("MATCH (n) WHERE properties(n).k = 1 DELETE n") && hides("UNWIND [1] AS x MATCH (n) DETACH DELETE n")
    );
    assert!(!hides("MATCH (n) WITH n DELETE n") && !hides("MATCH (n) SET n.k = 1") && !hides("MATCH (n) RETURN n"));
}
