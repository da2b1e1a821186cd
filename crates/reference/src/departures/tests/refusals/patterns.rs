use super::check;

#[test]
fn nameless_nodes_in_front_of_a_comma_are_looked_for_in_the_last_pattern() {
    check(
        "nameless-nodes-are-looked-for-in-last-pattern",
        &[
            "MATCH (a)-->(), (a) RETURN 1",
            "MATCH (a), (a)-->(), () RETURN 1",
            "MATCH ({k: 1, l: 1}), (a) RETURN 1",
            "MATCH (a), (:A {k: null}), (b) RETURN 1",
            "MATCH (a)-->(), (b)-->(a) RETURN 1",
            "MATCH ()-->(a), (a)-->() RETURN count(*)",
            "MATCH (a)-->()-[*1..2]->(), (b) RETURN 1",
            "MATCH (a)-->(), p = (b) RETURN 1",
            "MATCH ()-->(a), (c)-->(), ()-->(b) RETURN 1",
            "RETURN EXISTS { MATCH (a)-->(), (b) } AS x",
            "CREATE (a)-[:T]->(), (a)-[:T]->(a) RETURN [] AS x",
            "CREATE (a)-[:T]->() CREATE (b) RETURN count(*) AS x",
            "CREATE (a)-[:T]->(), (b) FOREACH (x IN [] | SET a:A)",
            "MATCH (a) WHERE EXISTS { MATCH (a)-->(), () } RETURN 1",
        ],
        &[
            "MATCH (:A:B {k: 1}), (a) RETURN 1",
            "MATCH ({k: 1, l: 1}), () RETURN 1",
            "MATCH (a)-->(b), () RETURN 1",
            "MATCH (), ()-->() RETURN 1",
            "MATCH (a)-->(), (b)-->() RETURN 1",
            "MATCH (a)-->(b), (c)-->() RETURN 1",
            "MATCH p = (a)-->(), (b) RETURN 1",
            "MATCH (a)-[*1..2]->(), (a) RETURN 1",
            "OPTIONAL MATCH (a)-->(), (a) RETURN 1",
            "MATCH (a)-->() MATCH (a) RETURN 1",
            "RETURN EXISTS { MATCH (a)-->(b), (c) } AS x",
            "CREATE (a)-[:T]->(), (b) RETURN b.k AS x",
            "CREATE (a)-[:T]->(), (b) SET a.k = 1",
            "CREATE (a)-[:T]->(b), () RETURN [] AS x",
            "RETURN EXISTS { MATCH ()-->(), ()-->() } AS x",
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
            "OPTIONAL MATCH (z)-[r]->(y)<--(a) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)<--(b) SET a += {}",
            "MATCH (a) OPTIONAL MATCH (a)<--(b) CREATE (:New)",
            "MATCH (a) OPTIONAL MATCH (a)-[r]->()<--(b) SET a += {}",
        ],
        &[
            "OPTIONAL MATCH ()<--() RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)<--() SET a += {}",
            "MATCH (a) OPTIONAL MATCH (a)<--(b)<--(c) SET a += {}",
            "MATCH (a) WITH a OPTIONAL MATCH (a)<--(b) SET a += {}",
            "MATCH (a) OPTIONAL MATCH (a)<--(b) CREATE (:New) RETURN 1",
            "OPTIONAL MATCH (a)-->(b) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)<--(b) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (b)<--(a) RETURN 1",
            "MATCH (c) OPTIONAL MATCH (a)<--(a) RETURN 1",
            "MATCH (z) OPTIONAL MATCH (z)<--()<--(a) RETURN 1",
            "OPTIONAL MATCH (z)-->(y)<--(a) RETURN 1",
            "OPTIONAL MATCH (q), (a)<--() RETURN 1",
            "MATCH (q) OPTIONAL MATCH (z)-->(q)<-[s]-(a) RETURN 1",
        ],
    );
}

#[test]
fn an_optional_match_of_what_is_bound_is_refused_with_a_filter_or_beside_another_pattern() {
    check(
        "optional-match-of-bound-node-refused",
        &[
            "MATCH (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a)-->(b) OPTIONAL MATCH (a), (b) WHERE true RETURN 1",
            "MATCH (a) WHERE a.k = 1 OPTIONAL MATCH (a:A) WHERE true RETURN 1",
            "MATCH (a:A)-->(b) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (b:B) MATCH (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a:A) WITH a OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a) MATCH (a:A) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a), (a {k: 1}) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a)-->(a:A) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a {}) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (b) WITH b MATCH (b:B) OPTIONAL MATCH (b) WHERE true RETURN 1",
            "MATCH (a)-[r]->(b) OPTIONAL MATCH (a)-[r]->(b) WHERE true RETURN 1",
            "MATCH (a:A)-[r]->(b) OPTIONAL MATCH (b)<-[r:T]-(a), (a) WHERE true RETURN 1",
            "MATCH (a:A)-[:T]->(a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a:A)-[*1..2]->(a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "OPTIONAL MATCH (a:A) MATCH (b) OPTIONAL MATCH (a) WHERE true RETURN 1",
        ],
        &[
            "MATCH (a) OPTIONAL MATCH (a) RETURN 1",
            "MATCH (a)-[r]->(b) OPTIONAL MATCH (a)-[r]->() WHERE true RETURN 1",
            "MATCH (a)-[r]->(b) OPTIONAL MATCH (a)-->(b) WHERE true RETURN 1",
            "MATCH (a)-[r]->(b:B) OPTIONAL MATCH (a)-[r]->(b) WHERE true RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a), (b) WHERE true RETURN 1",
            "MATCH (a:A) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a)-->(b {k: 1}) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a:A), (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a)-[r]->(b:B) MATCH (a)-[r]->(b) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a)-[*1..2]->(a:A) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "OPTIONAL MATCH (a) MATCH (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a), (b:B) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "OPTIONAL MATCH (a) OPTIONAL MATCH (a) WHERE true RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a), (b) WHERE true RETURN 1",
        ],
    );
    check(
        "bound-node-among-other-patterns-refused",
        &[
            "MATCH (a) WITH a MATCH (a), (b) RETURN 1 AS x",
            "UNWIND [1] AS v MATCH (a) MATCH (), (a) RETURN 1 AS x",
            "MATCH (a) MATCH (), (a) UNWIND [1] AS v RETURN 1 AS x",
            "MATCH (a) MATCH (), (a) OPTIONAL MATCH () RETURN 1 AS x",
            "MATCH (a)-->(b) WITH a, b MATCH (a), (b) RETURN 1 AS x",
            "MATCH (a) UNWIND [1] AS x MATCH (b)-->(), (a) RETURN 1 AS y",
            "MATCH (a) WITH a MATCH (b) MATCH (a) RETURN 1 AS x",
            "MATCH (a) OPTIONAL MATCH (), (a) RETURN 1 AS x",
            "MATCH (a), (b) OPTIONAL MATCH (a), (b)-->() RETURN 1 AS x",
        ],
        &[
            "MATCH (a) OPTIONAL MATCH (a) RETURN 1 AS x",
            "MATCH (a) MATCH (), (a) RETURN 1 AS x",
            "MATCH (a) WITH a MATCH (a) RETURN 1 AS x",
            "MATCH (a) WITH a MATCH (a), (b)-->(a) RETURN 1 AS x",
            "MATCH (a) WITH a MATCH (b) OPTIONAL MATCH (a) RETURN 1 AS x",
            "MATCH (a), (b) OPTIONAL MATCH (a)-->(), (b), (c) RETURN 1 AS x",
            "MATCH (a) OPTIONAL MATCH (a)-->(c), (a) RETURN 1 AS x",
            "MATCH (a), (b) OPTIONAL MATCH (a), (b) RETURN 1 AS x",
            "MATCH (a) OPTIONAL MATCH (a)-->(), (b) RETURN 1 AS x",
        ],
    );
}

#[test]
fn variable_lengths_are_refused_where_they_come_back_or_are_several() {
    check(
        "round-with-labels-refused",
        &[
            "MATCH (a:A)-[*1..2]->(a:B) RETURN 1",
            "MATCH (a:A)-->(b)-[*1..2]->(a:A) RETURN 1",
            "MATCH (a:A), ()-[*2]->(a:A) RETURN 1",
            "MATCH (a:A) MATCH ()-[*2]->(a:A) RETURN 1",
            "MATCH (a:A) OPTIONAL MATCH ()-[*1]->(a:A) RETURN 1",
        ],
        &[
            "MATCH (a:A)-[*2]->(a) RETURN 1",
            "MATCH (a:A)-[*1..2]->(b)-->(a:A) RETURN 1",
            "MATCH (a:A)-->(a:A) RETURN 1",
            "MATCH (a), ()-[*2]->(a:A) RETURN 1",
            "MATCH ()-[*2]->(a:A), (a:A) RETURN 1",
            "OPTIONAL MATCH (a:A)-[*2]->(a:A) RETURN 1",
        ],
    );
    check(
        "optional-variable-length-refused",
        &[
            "OPTIONAL MATCH ()-[*1]->() RETURN 1",
            "OPTIONAL MATCH (a:A)-[*1..2]->(b) WHERE a.k = 1 RETURN 1",
            "OPTIONAL MATCH (a)-[*1..2]->(c)-->(b:B) RETURN 1",
            "MATCH (q) OPTIONAL MATCH (a)-[*1..2]->(b), (c) RETURN 1",
        ],
        &[
            "OPTIONAL MATCH (a)-[*1..2]->(b {k: 3}) RETURN 1",
            "OPTIONAL MATCH (a)-->(b)-[*1..2]->(a) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)-->(c)-[*1..2]->(b) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (c)-[*1..2]->(a) RETURN 1",
            "MATCH (a)-[*1..2]->(b) RETURN 1",
        ],
    );
    check(
        "variable-lengths-of-several-paths-refused",
        &["MATCH (a)-[*0..1]->(a) RETURN 1 AS x UNION ALL MATCH (a)-[*0]->(a) RETURN 1 AS x"],
        &["MATCH (a)-[*0..1]->()-[*1..2]->() RETURN 1 AS x", "MATCH (a)-[*0..1]->(), (b)-->() RETURN 1 AS x"],
    );
}

#[test]
fn a_long_text_is_cut_off_in_the_map_of_a_relationship_and_of_a_bound_node() {
    let of =
        |before: &str, bytes: usize, after: &str| format!("{before}{{k: '{}'}}{after} RETURN 1", "a".repeat(bytes));
    let refused = [
        of("MATCH ()-[", 254, "]->()"),
        of("MATCH (a) MATCH (a ", 126, ")"),
        of("MATCH (a), (a ", 126, ")"),
        of("MATCH (a)-->()-->(a ", 126, ")"),
    ];
    let taken = [
        of("MATCH (a ", 126, "), (a)"),
        of("MATCH ()-[", 253, "]->()"),
        of("MATCH (a) MATCH (a ", 125, ")"),
        of("MATCH (a ", 600, ")"),
        of("CREATE ()-[:T ", 254, "]->()"),
        of("OPTIONAL MATCH ()-[", 254, "]->()"),
    ];
    check(
        "long-text-in-pattern-cut-off",
        &refused.each_ref().map(String::as_str),
        &taken.each_ref().map(String::as_str),
    );
}

#[test]
fn a_node_is_not_read_where_its_patterns_want_other_labels() {
    check(
        "node-of-other-labels-refused",
        &[
            "MATCH (a:A) MATCH (a:B) RETURN a",
            "MATCH (a:A), (a:B) RETURN a.k",
            "MATCH (a:A), (a:B {k: 1}) RETURN 1",
            "MATCH (a:A) WHERE a.k = 1 MATCH (a:B) RETURN 1",
            "MATCH (a:A) WITH a, a.k AS x MATCH (a:B) RETURN x",
            "MATCH (a:A) WITH a AS x MATCH (x:B) RETURN x",
            "MATCH (a:A) MATCH (a:B) WITH a AS x WHERE x.id = 1 RETURN 1",
            "MATCH (a:A)-->(b)-->(a:B) RETURN a.k",
            "MATCH (a:A) MATCH (a:A|B) RETURN a.k",
            "MATCH p = (a:A)-->(b), (a:B) RETURN p",
        ],
        &[
            "MATCH (a:A) MATCH (a:B) RETURN 1",
            "MATCH (a:A) MATCH (a:B) RETURN count(a)",
            "MATCH (a:A) MATCH (a:B) WITH a RETURN 1",
            "MATCH (a:A)-->(b) MATCH (a:B) RETURN b.k",
            "MATCH (a:A|B), (a:B) RETURN a.k",
            "MATCH (a), (a:B) RETURN a.k",
            "MATCH (a:A)-->(a) RETURN a.k",
        ],
    );
}

#[test]
fn a_relationship_is_lost_behind_a_pattern_comprehension_of_it() {
    check(
        "relationship-behind-comprehension-of-it-unknown",
        &[
            "MATCH ()-[r]->(a) RETURN [(a)-[r]->() | 1] AS x, r.k AS y",
            "MATCH ()-[r]->(a) WHERE size([(a)-[r]->() | 1]) = 0 AND r.k = 2 RETURN 1 AS x",
            "MATCH ()-[r]->(a) WITH a, r WHERE size([(a)-[r]->() | 1]) = 0 RETURN r",
            "MATCH ()-[r]->(a) WHERE size([(a)-[r]->() | 1]) = 0 MATCH (b) RETURN type(r) AS x",
        ],
        &[
            "MATCH ()-[r]->(a) RETURN r, [(a)-[r]->() | 1] AS x",
            "MATCH ()-[r]->(a) WITH r, [(a)-[r]->() | 1] AS x RETURN r, x",
            "MATCH ()-[r]->(a) WHERE size([(a)-[r]->() | 1]) = 0 RETURN a.k AS x",
            "MATCH ()-[r]->(a) RETURN [(a)-[s]->() | 1] AS x, r.k AS y",
        ],
    );
}
