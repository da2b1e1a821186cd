//! One or more probes per feature.

use super::{About, Probe, row};
use crate::features::Feature;

/// The rows.
pub(super) fn rows() -> Vec<Probe> {
    let row = |(feature, statements): &(Feature, &[&str])| {
        row("feature", feature.name(), About::Feature(*feature), statements)
    };
    let mut rows: Vec<Probe> = ROWS.iter().map(row).collect();
    // A feature may have several rows; later ones are numbered.
    for index in 0..rows.len() {
        let same = rows[..index].iter().filter(|other| other.about == rows[index].about).count();
        if same > 0 {
            rows[index].id = format!("{} {}", rows[index].id, same + 1);
        }
    }
    rows
}

const ROWS: &[(Feature, &[&str])] = &[
    (Feature::Match, &["MATCH (n:A) RETURN n.id AS x"]),
    (Feature::Match, &["MATCH (a)-[r:R]->(b) RETURN a.id AS x, r.id AS y, b.id AS z"]),
    (Feature::OptionalMatch, &["MATCH (n:B) OPTIONAL MATCH (n)-[r:R]->(m) RETURN n.id AS x, r.id AS y, m.id AS z"]),
    (Feature::MatchAfterOptional, &["OPTIONAL MATCH (n:A) MATCH (m:B {id: 2}) RETURN n.id AS x, m.id AS y"]),
    (Feature::Where, &["MATCH (n:A) WHERE n.i > 3 AND n.s = 'abc' RETURN n.id AS x"]),
    (Feature::Unwind, &["UNWIND [1, 2, 2] AS v RETURN v AS x"]),
    (Feature::Unwind, &["MATCH (n:A) UNWIND [n.i, 8] AS v RETURN n.id AS x, v AS y"]),
    (Feature::With, &["MATCH (n:A) WITH n.i AS v, n RETURN v + 1 AS x, n.id AS y"]),
    (Feature::WithWhere, &["UNWIND [1, 2, 3] AS v WITH v WHERE v > 1 RETURN v AS x"]),
    (Feature::Distinct, &["UNWIND [1, 2, 2] AS v RETURN DISTINCT v AS x"]),
    (Feature::OrderBy, &["UNWIND [2, 3, 1] AS v RETURN v AS x ORDER BY x DESC"]),
    (Feature::OrderBy, &["MATCH (n:B) WITH n ORDER BY n.id RETURN n.id AS x"]),
    (Feature::Skip, &["UNWIND [2, 3, 1] AS v RETURN v AS x ORDER BY v SKIP 1"]),
    (Feature::Limit, &["UNWIND [2, 3, 1] AS v RETURN v AS x ORDER BY v LIMIT 2"]),
    (Feature::Star, &["UNWIND [1, 2] AS x WITH *, x + 1 AS y RETURN *"]),
    (Feature::Union, &["RETURN 1 AS x UNION RETURN 1 AS x"]),
    (Feature::UnionAll, &["RETURN 1 AS x UNION ALL RETURN 1 AS x"]),
    (Feature::CallProcedure, &["CALL db.labels() YIELD label RETURN label AS x"]),
    (Feature::CallSubquery, &["UNWIND [1, 2] AS v CALL { WITH v RETURN v * 2 AS w } RETURN v AS x, w AS y"]),
    (Feature::CallSubqueryScope, &["UNWIND [1, 2] AS v CALL (v) { RETURN v * 2 AS w } RETURN v AS x, w AS y"]),
    (Feature::ExistsSubquery, &["MATCH (n) WHERE EXISTS { MATCH (n)-[:R]->(m) } RETURN n.id AS x"]),
    (Feature::ExistsSubquery, &["MATCH (n) WHERE EXISTS { MATCH (n)-[:R]->(m) WHERE m.id = 2 } RETURN n.id AS x"]),
    (Feature::CountSubquery, &["MATCH (n) RETURN n.id AS x, COUNT { MATCH (n)-[:R]->(m) } AS y"]),
    (Feature::CollectSubquery, &["MATCH (n:A) RETURN COLLECT { MATCH (n)-[:R]->(m) RETURN m.id } AS x"]),
    (Feature::PatternPredicate, &["MATCH (n) WHERE (n)-[:R]->() RETURN n.id AS x"]),
    (Feature::PatternPredicate, &["MATCH (n) WHERE NOT (n)-[:R]->(:B) RETURN n.id AS x"]),
    (Feature::MultiplePatterns, &["MATCH (n:A), (m:B) RETURN n.id AS x, m.id AS y"]),
    (Feature::MultiplePatterns, &["MATCH (n:A)-[:R]->(m), (m)-[:R]->(o) RETURN n.id AS x, o.id AS y"]),
    (Feature::MultipleLabels, &["MATCH (n:A:B) RETURN count(n) AS x"]),
    (Feature::MultipleLabels, &["CREATE (n:A:B {id: 10}) RETURN n:A AS x, n:B AS y"]),
    (Feature::TypeAlternatives, &["MATCH (n)-[r:R|S]->(m) RETURN r.id AS x"]),
    (Feature::LabelExpression, &["MATCH (n:(A|B)&!A) RETURN n.id AS x"]),
    (Feature::BoundLabels, &["MATCH (n:A) MATCH (n:A)-[r:R]->(m) RETURN m.id AS x"]),
    (Feature::BoundLabels, &["MATCH (n:A)-[r:R]->(m), (n:A)-[s:S]->(o) RETURN m.id AS x, o.id AS y"]),
    (Feature::BoundLabels, &["MATCH (n)-[r:R]->(m), (n:A)-[s:S]->(o) RETURN m.id AS x, o.id AS y"]),
    (Feature::MixedLabelSymbols, &["MATCH (n:A|B), (m:A:B) RETURN count(*) AS x"]),
    (Feature::LabelPredicate, &["MATCH (n) WHERE n:A RETURN n.id AS x"]),
    (Feature::LabelPredicate, &["MATCH (n) RETURN n.id AS x, n:A AS y"]),
    (Feature::InlineProperties, &["MATCH (n:A {i: 7, s: 'abc'})-[r:R {id: 3}]->(m) RETURN m.id AS x"]),
    (Feature::InlineWhere, &["MATCH (n WHERE n.i = 7) RETURN n.id AS x"]),
    (Feature::Undirected, &["MATCH (n:B {id: 1})-[r:R]-(m) RETURN m.id AS x"]),
    (Feature::BoundRelationship, &["MATCH (a)-[r:S]->(b) WITH r MATCH (c)-[r]->(d) RETURN c.id AS x, d.id AS y"]),
    (Feature::VariableLength, &["MATCH (n:A)-[r:R*1..2]->(m) RETURN m.id AS x"]),
    (Feature::VariableLength, &["MATCH (n:A)-[:R*0..1]->(m) RETURN m.id AS x"]),
    (Feature::PathVariable, &["MATCH p = (n:A)-[:R]->(m) RETURN length(p) AS x"]),
    (
        Feature::ShortestPath,
        &["MATCH (n:A), (m:B {id: 2}) MATCH p = shortestPath((n)-[:R*1..3]->(m)) RETURN length(p) AS x"],
    ),
    (Feature::PathSelector, &["MATCH p = ANY SHORTEST (n:A)-[:R]->+(m:B {id: 2}) RETURN length(p) AS x"]),
    (Feature::QuantifiedPath, &["MATCH (n:A) ((a)-[:R]->(b)){1,2} (m) RETURN m.id AS x"]),
    (Feature::ListComprehension, &["RETURN [v IN [1, 2, 3] WHERE v > 1 | v * 2] AS x"]),
    (Feature::PatternComprehension, &["MATCH (n:A) RETURN [(n)-[:R]->(m) | m.id] AS x"]),
    (Feature::Quantifier, &["RETURN all(v IN [1, 2] WHERE v > 0) AS x, any(v IN [1, 2] WHERE v > 1) AS y"]),
    (Feature::Quantifier, &["RETURN none(v IN [1, 2] WHERE v > 5) AS x, single(v IN [1, 2] WHERE v > 1) AS y"]),
    (Feature::Reduce, &["RETURN reduce(total = 0, v IN [1, 2, 3] | total + v) AS x"]),
    (Feature::Case, &["UNWIND [1, 2] AS v RETURN CASE v WHEN 1 THEN 'one' ELSE 'more' END AS x"]),
    (Feature::Case, &["UNWIND [1, 2] AS v RETURN CASE WHEN v > 1 THEN 'more' END AS x"]),
    (Feature::MapLiteral, &["WITH {a: 1, b: 'x'} AS m RETURN m.a AS x, m.b AS y"]),
    (Feature::MapLiteral, &["RETURN {a: 1, b: [true, null]} AS x"]),
    (Feature::MapLiteral, &["WITH {a: 1} AS m RETURN m.nothing AS x"]),
    (Feature::MapProjection, &["MATCH (n:A) RETURN n {.i, .s} AS x"]),
    (Feature::ListIndex, &["WITH [1, 2, 3] AS l RETURN l[0] AS x, l[1 + 1] AS y"]),
    (Feature::ListSlice, &["WITH [1, 2, 3] AS l RETURN l[0..2] AS x, l[1..] AS y"]),
    (Feature::ComparisonChain, &["UNWIND [1, 2, 3] AS v RETURN 1 < v <= 2 AS x"]),
    (Feature::Regex, &["RETURN 'abc' =~ 'a.c' AS x, 'abc' =~ 'b' AS y"]),
    (Feature::Xor, &["RETURN true XOR false AS x, true XOR true AS y"]),
    (Feature::Power, &["RETURN 2 ^ 3 AS x"]),
    (Feature::Modulo, &["RETURN 7 % 4 AS x"]),
    (Feature::ConcatenateBars, &["RETURN 'a' || 'b' AS x"]),
    (Feature::Aggregation, &["UNWIND [1, 2, 2] AS v RETURN v AS x, count(*) AS y"]),
    (Feature::ReturnElement, &["MATCH (n:A)-[r:R]->(m) RETURN n AS x, r AS y"]),
    (Feature::Create, &["CREATE (n:A {id: 10, i: 1}) RETURN n.i AS x"]),
    (Feature::Create, &["MATCH (a:A), (b:B {id: 2}) CREATE (a)-[r:R {id: 10}]->(b) RETURN r.id AS x"]),
    (Feature::Merge, &["MERGE (n:A {id: 10}) ON CREATE SET n.i = 1 ON MATCH SET n.i = 2 RETURN n.i AS x"]),
    (Feature::Merge, &["MATCH (a:A), (b:B {id: 1}) MERGE (a)-[r:R]->(b) RETURN r.id AS x"]),
    (Feature::Set, &["MATCH (n:A) SET n.i = 8", "MATCH (n:A) RETURN n.i AS x"]),
    (Feature::Set, &["MATCH (n:B {id: 1}) SET n += {i: 5}", "MATCH (n:B {id: 1}) RETURN n.i AS x, n.s AS y"]),
    (Feature::Set, &["MATCH (n:B {id: 2}) SET n:A", "MATCH (n:A) RETURN n.id AS x"]),
    (Feature::Remove, &["MATCH (n:A) REMOVE n.i", "MATCH (n:A) RETURN n.i AS x"]),
    (Feature::Remove, &["MATCH (n:A) REMOVE n:A", "MATCH (n:A) RETURN count(*) AS x"]),
    (Feature::Delete, &["MATCH (:A)-[r:R]->() DELETE r", "MATCH ()-[r]->() RETURN count(r) AS x"]),
    (Feature::DetachDelete, &["MATCH (n:A) DETACH DELETE n", "MATCH (n) RETURN count(n) AS x"]),
    (Feature::Foreach, &["MATCH (n:A) FOREACH (v IN [1, 2] | SET n.i = v)", "MATCH (n:A) RETURN n.i AS x"]),
    (Feature::RangeIndex, &["CREATE INDEX FOR (n:A) ON (n.i)", "MATCH (n:A) WHERE n.i > 1 RETURN n.id AS x"]),
    (
        Feature::RelationshipIndex,
        &["CREATE INDEX FOR ()-[r:R]-() ON (r.id)", "MATCH ()-[r:R]->() WHERE r.id = 3 RETURN r.id AS x"],
    ),
    (
        Feature::CompositeIndex,
        &["CREATE INDEX FOR (n:A) ON (n.i, n.s)", "MATCH (n:A) WHERE n.i = 7 AND n.s = 'abc' RETURN n.id AS x"],
    ),
    (
        Feature::TextIndex,
        &["CREATE TEXT INDEX FOR (n:A) ON (n.s)", "MATCH (n:A) WHERE n.s STARTS WITH 'a' RETURN n.id AS x"],
    ),
    (
        Feature::UniqueConstraint,
        &["CREATE CONSTRAINT FOR (n:A) REQUIRE n.id IS UNIQUE", "MATCH (n:A {id: 0}) RETURN n.id AS x"],
    ),
];
