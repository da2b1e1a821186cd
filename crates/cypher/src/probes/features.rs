//! One or more probes per feature.

use super::{About, Probe, row};
use crate::features::Feature;

/// The rows.
pub(super) fn rows() -> Vec<Probe> {
    Feature::ALL.iter().flat_map(|feature| of_feature(*feature)).collect()
}

/// The probes of a feature; later ones are numbered.
fn of_feature(feature: Feature) -> impl Iterator<Item = Probe> {
    probes(feature).iter().enumerate().map(move |(index, statements)| {
        let mut probe = row("feature", feature.name(), About::Feature(feature), statements);
        if index > 0 {
            probe.id = format!("{} {}", probe.id, index + 1);
        }
        probe
    })
}

/// Makes the match over all features: one without a row does not compile.
macro_rules! probes {
    ($($feature:ident: $($statements:expr),*;)*) => {
        /// The probes of a feature, each as the statements that run one after the other.
        const fn probes(feature: Feature) -> &'static [&'static [&'static str]] {
            match feature {
                $(Feature::$feature => &[$(&$statements),*],)*
            }
        }
    };
}

probes! {
    Match: ["MATCH (n:A) RETURN n.id AS x"], ["MATCH (a)-[r:R]->(b) RETURN a.id AS x, r.id AS y, b.id AS z"];
    OptionalMatch: ["MATCH (n:B) OPTIONAL MATCH (n)-[r:R]->(m) RETURN n.id AS x, r.id AS y, m.id AS z"];
    MatchAfterOptional: ["OPTIONAL MATCH (n:A) MATCH (m:B {id: 2}) RETURN n.id AS x, m.id AS y"];
    Where: ["MATCH (n:A) WHERE n.i > 3 AND n.s = 'abc' RETURN n.id AS x"];
    Unwind: ["UNWIND [1, 2, 2] AS v RETURN v AS x"], ["MATCH (n:A) UNWIND [n.i, 8] AS v RETURN n.id AS x, v AS y"];
    With: ["MATCH (n:A) WITH n.i AS v, n RETURN v + 1 AS x, n.id AS y"];
    WithWhere: ["UNWIND [1, 2, 3] AS v WITH v WHERE v > 1 RETURN v AS x"];
    Distinct: ["UNWIND [1, 2, 2] AS v RETURN DISTINCT v AS x"];
    OrderBy:
        ["UNWIND [2, 3, 1] AS v RETURN v AS x ORDER BY x DESC"],
        ["MATCH (n:B) WITH n ORDER BY n.id RETURN n.id AS x"];
    Skip: ["UNWIND [2, 3, 1] AS v RETURN v AS x ORDER BY v SKIP 1"];
    Limit: ["UNWIND [2, 3, 1] AS v RETURN v AS x ORDER BY v LIMIT 2"];
    Star: ["UNWIND [1, 2] AS x WITH *, x + 1 AS y RETURN *"];
    Union: ["RETURN 1 AS x UNION RETURN 1 AS x"];
    UnionAll: ["RETURN 1 AS x UNION ALL RETURN 1 AS x"];
    CallProcedure: ["CALL db.labels() YIELD label WITH label WHERE label IN ['A', 'B'] RETURN label AS x"];
    CallSubquery: ["UNWIND [1, 2] AS v CALL { WITH v RETURN v * 2 AS w } RETURN v AS x, w AS y"];
    CallSubqueryScope: ["UNWIND [1, 2] AS v CALL (v) { RETURN v * 2 AS w } RETURN v AS x, w AS y"];
    CallInTransactions:
        ["UNWIND [1, 2] AS v CALL { WITH v RETURN v * 2 AS w } IN TRANSACTIONS RETURN v AS x, w AS y"],
        [
            "UNWIND [11, 12] AS v CALL { WITH v CREATE (:A {id: v}) } IN TRANSACTIONS OF 1 ROWS",
            "MATCH (n:A) WHERE n.id > 10 RETURN n.id AS x"
        ];
    For: ["FOR v IN [1, 2, 3] RETURN v AS x"];
    Filter:
        ["MATCH (n) FILTER n.i = 7 RETURN n.id AS x"],
        ["UNWIND [1, 2, null] AS v FILTER v > 1 RETURN v AS x"];
    Let: ["LET v = 1, w = 'a' RETURN v AS x, w AS y"], ["MATCH (n:A) LET v = n.i + 1 RETURN v AS x"];
    GroupBy:
        ["UNWIND [1, 2, 2] AS v RETURN v AS x, count(*) AS y GROUP BY v"],
        ["UNWIND [1, 2, 2] AS v WITH count(*) AS w GROUP BY v % 2 RETURN w AS x"],
        ["UNWIND [1, 2, 2] AS v RETURN v AS x, sum(v) AS y GROUP BY ALL"],
        ["UNWIND [1, 2, 2] AS v RETURN count(v) AS x GROUP BY ()"];
    OrderByClause:
        ["UNWIND [3, 1, 2] AS v ORDER BY v DESC LIMIT 2 RETURN v AS x"],
        ["UNWIND [3, 1, 2] AS v ORDER BY v SKIP 1 WITH v RETURN collect(v) AS x"],
        ["UNWIND [3, 1, 2] AS v LIMIT 2 RETURN count(*) AS x"];
    Finish: ["MATCH (n:A) SET n.i = 8 FINISH", "MATCH (n:A) RETURN n.i AS x"];
    Next:
        ["UNWIND [1, 2] AS v RETURN v NEXT RETURN sum(v) AS x"],
        ["MATCH (n:A) RETURN n NEXT MATCH (n)-[:R]->(m) RETURN m.id AS x"];
    ConditionalQuery:
        ["WHEN true THEN RETURN 1 AS x ELSE RETURN 2 AS x"],
        ["UNWIND [1, 2] AS v CALL (v) { WHEN v = 1 THEN RETURN 'a' AS w ELSE RETURN 'b' AS w } RETURN v AS x, w AS y"];
    QueryBraces: ["{ RETURN 1 AS x UNION ALL RETURN 1 AS x } UNION RETURN 2 AS x"];
    ExistsSubquery:
        ["MATCH (n) WHERE EXISTS { MATCH (n)-[:R]->(m) } RETURN n.id AS x"],
        ["MATCH (n) WHERE EXISTS { MATCH (n)-[:R]->(m) WHERE m.id = 2 } RETURN n.id AS x"];
    CountSubquery: ["MATCH (n) RETURN n.id AS x, COUNT { MATCH (n)-[:R]->(m) } AS y"];
    CollectSubquery: ["MATCH (n:A) RETURN COLLECT { MATCH (n)-[:R]->(m) RETURN m.id } AS x"];
    PatternPredicate:
        ["MATCH (n) WHERE (n)-[:R]->() RETURN n.id AS x"],
        ["MATCH (n) WHERE NOT (n)-[:R]->(:B) RETURN n.id AS x"];
    MultiplePatterns:
        ["MATCH (n:A), (m:B) RETURN n.id AS x, m.id AS y"],
        ["MATCH (n:A)-[:R]->(m), (m)-[:R]->(o) RETURN n.id AS x, o.id AS y"];
    MultipleLabels: ["MATCH (n:A:B) RETURN count(n) AS x"], ["CREATE (n:A:B {id: 10}) RETURN n:A AS x, n:B AS y"];
    TypeAlternatives: ["MATCH (n)-[r:R|S]->(m) RETURN r.id AS x"];
    LabelExpression: ["MATCH (n:(A|B)&!A) RETURN n.id AS x"];
    DynamicLabels:
        ["WITH 'A' AS l MATCH (n:$(l)) RETURN n.id AS x"],
        ["MATCH (n:$any(['A', 'B'])) RETURN n.id AS x"],
        ["MATCH ()-[r:$('R')]->() RETURN r.id AS x"],
        ["CREATE (n:$('A') {id: 10}) RETURN n:A AS x"],
        ["MATCH (n:B {id: 1}) SET n:$('A')", "MATCH (n:A) RETURN n.id AS x"];
    DynamicProperties:
        ["MATCH (n:A) SET n['i'] = 8", "MATCH (n:A) RETURN n.i AS x"],
        ["MATCH (n:A) REMOVE n['i']", "MATCH (n:A) RETURN n.i AS x"];
    BoundLabels:
        ["MATCH (n:A) MATCH (n:A)-[r:R]->(m) RETURN m.id AS x"],
        ["MATCH (n:A)-[r:R]->(m), (n:A)-[s:S]->(o) RETURN m.id AS x, o.id AS y"],
        ["MATCH (n)-[r:R]->(m), (n:A)-[s:S]->(o) RETURN m.id AS x, o.id AS y"];
    MixedLabelSymbols: ["MATCH (n:A|B), (m:A:B) RETURN count(*) AS x"];
    LabelPredicate: ["MATCH (n) WHERE n:A RETURN n.id AS x"], ["MATCH (n) RETURN n.id AS x, n:A AS y"];
    InlineProperties: ["MATCH (n:A {i: 7, s: 'abc'})-[r:R {id: 3}]->(m) RETURN m.id AS x"];
    InlineWhere: ["MATCH (n WHERE n.i = 7) RETURN n.id AS x"];
    Undirected: ["MATCH (n:B {id: 1})-[r:R]-(m) RETURN m.id AS x"];
    BoundRelationship: ["MATCH (a)-[r:S]->(b) WITH r MATCH (c)-[r]->(d) RETURN c.id AS x, d.id AS y"];
    VariableLength: ["MATCH (n:A)-[r:R*1..2]->(m) RETURN m.id AS x"], ["MATCH (n:A)-[:R*0..1]->(m) RETURN m.id AS x"];
    PathVariable: ["MATCH p = (n:A)-[:R]->(m) RETURN length(p) AS x"];
    ShortestPath: ["MATCH (n:A), (m:B {id: 2}) MATCH p = shortestPath((n)-[:R*1..3]->(m)) RETURN length(p) AS x"];
    PathSelector: ["MATCH p = ANY SHORTEST (n:A)-[:R]->+(m:B {id: 2}) RETURN length(p) AS x"];
    AnyPaths: ["MATCH p = ANY 2 PATHS (n:A)-[:R]->+(m:B {id: 2}) RETURN length(p) AS x"];
    ShortestGroups: ["MATCH p = SHORTEST 2 GROUPS (n:A)-->+(m:B {id: 2}) RETURN length(p) AS x"];
    ParenthesisedPath:
        ["MATCH ((n)-[:R]->(m) WHERE n.i > m.i) RETURN n.id AS x, m.id AS y"],
        ["MATCH p = SHORTEST 1 ((n:A)-->+(m:B) WHERE m.id = 2) RETURN length(p) AS x"];
    DifferentRelationships: ["MATCH DIFFERENT RELATIONSHIPS (n:A)-[r]->(m), (o)-[s]->(p) RETURN r.id AS x, s.id AS y"];
    RepeatableElements:
        ["MATCH REPEATABLE ELEMENTS (n:A)-[r:R]->(m)<-[s:R]-(o) RETURN r.id AS x, s.id AS y"],
        ["MATCH REPEATABLE ELEMENTS (n:A)-[r]->{1,3}(m) RETURN size(r) AS x, m.id AS y"];
    PathMode:
        ["MATCH ACYCLIC (n)-[:R]-+(m:B {id: 2}) RETURN n.id AS x"],
        ["MATCH TRAIL (n:A)-[:R]->(m) RETURN m.id AS x"],
        ["MATCH WALK (n:A)-[:R]->(m) RETURN m.id AS x"];
    Hints:
        ["MATCH (n:A) USING INDEX n:A(i) WHERE n.i = 7 RETURN n.id AS x"],
        ["MATCH (n:A) USING SCAN n:A WHERE n.i = 7 RETURN n.id AS x"],
        ["MATCH (n:A)-[:R]->(m)-[r:S]->(o) USING JOIN ON m RETURN n.id AS x, o.id AS y"];
    QuantifiedPath: ["MATCH (n:A) ((a)-[:R]->(b)){1,2} (m) RETURN m.id AS x"];
    ListComprehension: ["RETURN [v IN [1, 2, 3] WHERE v > 1 | v * 2] AS x"];
    PatternComprehension: ["MATCH (n:A) RETURN [(n)-[:R]->(m) | m.id] AS x"];
    Quantifier:
        ["RETURN all(v IN [1, 2] WHERE v > 0) AS x, any(v IN [1, 2] WHERE v > 1) AS y"],
        ["RETURN none(v IN [1, 2] WHERE v > 5) AS x, single(v IN [1, 2] WHERE v > 1) AS y"];
    Reduce: ["RETURN reduce(total = 0, v IN [1, 2, 3] | total + v) AS x"];
    Case:
        ["UNWIND [1, 2] AS v RETURN CASE v WHEN 1 THEN 'one' ELSE 'more' END AS x"],
        ["UNWIND [1, 2] AS v RETURN CASE WHEN v > 1 THEN 'more' END AS x"];
    ExtendedCase:
        ["UNWIND [1, 2, 5, null] AS v RETURN CASE v WHEN 1, 2 THEN 'few' WHEN > 3 THEN 'many' END AS x"],
        ["UNWIND [1, null] AS v RETURN CASE v WHEN IS NULL THEN 'none' ELSE 'some' END AS x"];
    TypePredicate:
        ["UNWIND [1, 'a', null] AS v RETURN v IS :: INTEGER AS x, v IS NOT :: STRING NOT NULL AS y"],
        ["UNWIND [[1], [1.5], []] AS v RETURN v IS :: LIST<INTEGER NOT NULL> AS x"];
    Normalized: ["UNWIND ['a', 'A\\u030A'] AS v RETURN v IS NORMALIZED AS x, v IS NFD NORMALIZED AS y"];
    MapLiteral:
        ["WITH {a: 1, b: 'x'} AS m RETURN m.a AS x, m.b AS y"],
        ["RETURN {a: 1, b: [true, null]} AS x"],
        ["WITH {a: 1} AS m RETURN m.nothing AS x"];
    MapProjection: ["MATCH (n:A) RETURN n {.i, .s} AS x"];
    ListIndex: ["WITH [1, 2, 3] AS l RETURN l[0] AS x, l[1 + 1] AS y"];
    ListSlice: ["WITH [1, 2, 3] AS l RETURN l[0..2] AS x, l[1..] AS y"];
    ComparisonChain: ["UNWIND [1, 2, 3] AS v RETURN 1 < v <= 2 AS x"];
    Regex: ["RETURN 'abc' =~ 'a.c' AS x, 'abc' =~ 'b' AS y"];
    Xor: ["RETURN true XOR false AS x, true XOR true AS y"];
    Power: ["RETURN 2 ^ 3 AS x"];
    Modulo: ["RETURN 7 % 4 AS x"];
    ConcatenateBars: ["RETURN 'a' || 'b' AS x"];
    Aggregation: ["UNWIND [1, 2, 2] AS v RETURN v AS x, count(*) AS y"];
    Parameter: ["CYPHER a = 1 b = ['x', null] RETURN $a AS x, $b AS y"];
    ReturnElement: ["MATCH (n:A)-[r:R]->(m) RETURN n AS x, r AS y"];
    Create:
        ["CREATE (n:A {id: 10, i: 1}) RETURN n.i AS x"],
        ["MATCH (a:A), (b:B {id: 2}) CREATE (a)-[r:R {id: 10}]->(b) RETURN r.id AS x"];
    Merge:
        ["MERGE (n:A {id: 10}) ON CREATE SET n.i = 1 ON MATCH SET n.i = 2 RETURN n.i AS x"],
        ["MATCH (a:A), (b:B {id: 1}) MERGE (a)-[r:R]->(b) RETURN r.id AS x"];
    Set:
        ["MATCH (n:A) SET n.i = 8", "MATCH (n:A) RETURN n.i AS x"],
        ["MATCH (n:B {id: 1}) SET n += {i: 5}", "MATCH (n:B {id: 1}) RETURN n.i AS x, n.s AS y"],
        ["MATCH (n:B {id: 2}) SET n:A", "MATCH (n:A) RETURN n.id AS x"];
    Remove:
        ["MATCH (n:A) REMOVE n.i", "MATCH (n:A) RETURN n.i AS x"],
        ["MATCH (n:A) REMOVE n:A", "MATCH (n:A) RETURN count(*) AS x"];
    Delete: ["MATCH (:A)-[r:R]->() DELETE r", "MATCH ()-[r]->() RETURN count(r) AS x"];
    DetachDelete: ["MATCH (n:A) DETACH DELETE n", "MATCH (n) RETURN count(n) AS x"];
    NodetachDelete: ["MATCH (:A)-[r:R]->() NODETACH DELETE r", "MATCH ()-[r]->() RETURN count(r) AS x"];
    Insert:
        ["INSERT (n:A {id: 10, i: 1}) RETURN n.i AS x"],
        ["MATCH (a:A), (b:B {id: 2}) INSERT (a)-[r:R {id: 10}]->(b) RETURN r.id AS x"];
    Foreach: ["MATCH (n:A) FOREACH (v IN [1, 2] | SET n.i = v)", "MATCH (n:A) RETURN n.i AS x"];
    RangeIndex: ["CREATE INDEX FOR (n:A) ON (n.i)", "MATCH (n:A) WHERE n.i > 1 RETURN n.id AS x"];
    RelationshipIndex:
        ["CREATE INDEX FOR ()-[r:R]-() ON (r.id)", "MATCH ()-[r:R]->() WHERE r.id = 3 RETURN r.id AS x"];
    CompositeIndex:
        ["CREATE INDEX FOR (n:A) ON (n.i, n.s)", "MATCH (n:A) WHERE n.i = 7 AND n.s = 'abc' RETURN n.id AS x"];
    TextIndex: ["CREATE TEXT INDEX FOR (n:A) ON (n.s)", "MATCH (n:A) WHERE n.s STARTS WITH 'a' RETURN n.id AS x"];
    DropIndex: [
        "CREATE INDEX FOR (n:A) ON (n.i)",
        "DROP INDEX FOR (n:A) ON (n.i)",
        "MATCH (n:A) WHERE n.i > 1 RETURN n.id AS x"
    ];
    UniqueConstraint: ["CREATE CONSTRAINT FOR (n:A) REQUIRE n.id IS UNIQUE", "MATCH (n:A {id: 0}) RETURN n.id AS x"];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::features_of;
    use crate::parse;

    #[test]
    fn each_feature_is_in_the_statements_that_probe_for_it() {
        for feature in Feature::ALL {
            for statements in probes(*feature) {
                let used = statements.iter().any(|text| {
                    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
                    features_of(&statement).contains(feature)
                });
                assert!(used, "{feature} is not in {statements:?}");
            }
        }
    }
}
