//! Read statements that rewrites begin from: random, in what the dialect can say, and with rows that the language settles.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::ast::*;
use graphlance_cypher::facts::{Scope, Type, aggregating, deterministic_query, groups_rows, infer, scopes};
use graphlance_cypher::features::features_of_query;
use graphlance_cypher::functions::{Aggregate, Kind};
use graphlance_cypher::walk::{NameKind, Part, any, for_each_name, walk};
use graphlance_cypher::{Feature, Statement, build, parse_cost};
use graphlance_generate::Adaptation;
use graphlance_generate::arbitrary::{ReadingSizes, arbitrary_reading};
use graphlance_graph::{Name, Random};

use crate::rewrites::Ground;

/// Attempts at a statement that the dialect can say and whose rows are settled.
const ATTEMPTS: usize = 40;

/// A random read statement; none when none of some attempts fits the dialect.
pub fn base_query(random: &mut Random, ground: Ground<'_>, adaptation: &Adaptation) -> Option<Query> {
    base_query_of(sizes(ground), random, ground, adaptation)
}

/// The same of a size.
pub(crate) fn base_query_of(
    sizes: ReadingSizes,
    random: &mut Random,
    ground: Ground<'_>,
    adaptation: &Adaptation,
) -> Option<Query> {
    (0..ATTEMPTS).find_map(|_| {
        let Statement::Query(mut query) = arbitrary_reading(random, ground.graph, sizes).statement() else {
            return None;
        };
        if ground.dialect.deviations.unreferenced_relationships_once {
            refer_to_all(&mut query);
        }
        (is_settled(&query, ground) && can_be_said(&query, ground, adaptation)).then_some(query)
    })
}

/// How large statements are in a dialect, and whether their values are of one type wherever they meet.
pub(crate) fn sizes(ground: Ground<'_>) -> ReadingSizes {
    let limits = &ground.dialect.limits;
    // Engines that enumerate all matches before they filter get fewer of them.
    let enumerates = limits.bindings < u64::MAX;
    ReadingSizes {
        patterns: limits.patterns.min(2),
        hops: if enumerates { 1 } else { 2 },
        middle: if enumerates { 1 } else { 2 },
        typed: ground.dialect.tables.is_some(),
        ..ReadingSizes::default()
    }
}

/// Whether the dialect has every feature and function of a query, the hunt has not switched it off, and no expression is beyond
/// what the target's parser takes.
pub fn can_be_said(query: &Query, ground: Ground<'_>, adaptation: &Adaptation) -> bool {
    let has = |feature: Feature| ground.dialect.has(feature) && adaptation.weight(feature.name()) > 0.0;
    let has_function = |name: &str| ground.dialect.has_function(name) && adaptation.function_weight(name) > 0.0;
    let most = ground.dialect.limits.parse_cost;
    let cannot = |part: &Part<'_>| {
        let Part::Expression(expression) = part else { return false };
        let unknown = match expression {
            Expression::Function(call) => !has_function(&call.name),
            Expression::CountStar => !has_function(Aggregate::Count.function().name),
            _ => false,
        };
        unknown || most < u32::MAX && parse_cost(expression) > most
    };
    features_of_query(query).into_iter().all(has) && !any(Part::Query(query), &mut |part| cannot(part))
}

/// Whether the language settles the rows of a query: which they are, and which of two equal values stands in them.
pub fn is_settled(query: &Query, ground: Ground<'_>) -> bool {
    deterministic_query(query, &Scope::with_schema(&ground.graph.schema)) && is_strict(query, ground)
}

/// Whether equal values are the same value wherever the query keeps one for several: in DISTINCT, in grouping keys, in `min`
/// and `max`. 1 and 1.0 are equal, and the language does not say which of them stays.
fn is_strict(query: &Query, ground: Ground<'_>) -> bool {
    let outer = Scope::with_schema(&ground.graph.schema);
    let all = scopes(query, &outer);
    query.parts().zip(&all).all(|(part, scopes)| {
        part.clauses.iter().zip(scopes).all(|(clause, scope)| match clause {
            Clause::With(With { projection, .. }) | Clause::Return(projection) => keeps_strict(projection, scope),
            _ => true,
        })
    }) && query.unions.iter().all(|union| union.all)
}

fn keeps_strict(projection: &Projection, scope: &Scope<'_>) -> bool {
    let groups = projection.distinct || groups_rows(projection);
    !groups
        || !projection.star
            && projection.items.iter().all(|item| match &item.expression {
                Expression::Function(call) if aggregating(&item.expression) => {
                    call.arguments.iter().all(|argument| is_one_kind(infer(argument, scope)))
                }
                expression => aggregating(expression) || is_one_kind(infer(expression, scope)),
            })
}

/// Whether equal values of a type are the same value.
fn is_one_kind(of: Type) -> bool {
    matches!(of.kind, Kind::Boolean | Kind::Integer | Kind::String | Kind::Node | Kind::Relationship)
}

/// The query with a second mention of each relationship of a pattern, in all its parts. None where a pattern stands in a subquery.
pub(crate) fn with_references(mut query: Query) -> Option<Query> {
    let is_match = |part: &Part<'_>| match part {
        Part::Clause(Clause::Match(_)) => true,
        Part::Clause(Clause::Merge(merge)) => !merge.pattern.path.segments.is_empty(),
        _ => false,
    };
    let called = |clause: &Clause| {
        matches!(clause, Clause::Subquery(_)) && any(Part::Clause(clause), &mut |part| is_match(part))
    };
    let counted = |clause: &Clause| any(Part::Clause(clause), &mut |part| is_counted_in_vain(part));
    // Behind another clause a mention can be put; behind the last one, and in a FOREACH, none.
    let unmentioned = |clauses: &[Clause]| match clauses {
        [before @ .., last] => before.iter().filter(|it| matches!(it, Clause::Foreach(_))).chain([last]).any(counted),
        [] => false,
    };
    if query.parts().any(|part| part.clauses.iter().any(called) || unmentioned(&part.clauses)) {
        return None;
    }
    refer_to_all(&mut query);
    for union in &mut query.unions {
        let mut part = Query::from(std::mem::take(&mut union.query));
        refer_to_all(&mut part);
        union.query = part.first;
    }
    Some(query)
}

/// Whether a part is a MERGE whose ON MATCH is executed once for each relationship that it finds, and mentions none of them.
fn is_counted_in_vain(part: &Part<'_>) -> bool {
    let Part::Clause(clause @ Clause::Merge(merge)) = part else { return false };
    let mut names: BTreeMap<Name, usize> = BTreeMap::new();
    for_each_name(Part::Clause(clause), &mut |name, kind| {
        if kind == NameKind::Variable {
            *names.entry(name.clone()).or_default() += 1;
        }
    });
    let is_mentioned = |relationship: &RelationshipPattern| {
        relationship.variable.as_ref().is_some_and(|name| names.get(name).is_some_and(|count| *count > 1))
    };
    merge.actions.iter().any(|action| !action.on_create)
        && merge.pattern.path.segments.iter().any(|segment| match segment {
            Segment::Hop { relationship, .. } => !is_mentioned(relationship),
            Segment::Quantified { .. } => false,
        })
}

/// Gives every relationship of a pattern a second mention, in the WHERE of its MATCH or behind its MERGE: some engines match
/// one that nothing refers to only once, and say so. Nodes need none: where each relationship is taken by itself, so are they
/// (FalkorDB 4.22.1, 1,440 counts of random patterns on random graphs). Paths of variable length are matched one by one all
/// the same, and a mention of such a relationship is wrong there for another reason: F8 of docs/found.md.
pub fn refer_to_all(query: &mut Query) {
    // One count for all clauses: a name that stands in two of them would be bound in the second.
    let mut fresh = 0;
    for clause in &mut query.first.clauses {
        let Clause::Match(clause) = clause else { continue };
        let mut mentions: BTreeMap<Name, usize> = BTreeMap::new();
        for pattern in &mut clause.patterns {
            for segment in &mut pattern.path.segments {
                let Segment::Hop { relationship, .. } = segment else { continue };
                if relationship.is_one() {
                    let name = relationship.variable.get_or_insert_with(|| {
                        fresh += 1;
                        format!("w{fresh}").into()
                    });
                    *mentions.entry(name.clone()).or_default() += 1;
                }
            }
        }
        if let Some(predicate) = &clause.predicate {
            walk(Part::Expression(predicate), &mut |part| {
                if let Part::Expression(Expression::Variable(name)) = part
                    && let Some(count) = mentions.get_mut(name)
                {
                    *count += 1;
                }
            });
        }
        let once = mentions.into_iter().filter(|(_, count)| *count < 2);
        let once = once.map(|(name, _)| Expression::Unary(UnaryOperator::IsNotNull, Box::new(build::variable(name))));
        clause.predicate = build::all(clause.predicate.take().into_iter().chain(once));
    }
    refer_to_merged(&mut query.first.clauses);
}

/// Gives every relationship of a MERGE that nothing behind it mentions such a mention, in a WITH. Behind the last clause no rows
/// are counted.
fn refer_to_merged(clauses: &mut Vec<Clause>) {
    let mut at = 0;
    while at + 1 < clauses.len() {
        let mut mentioned: BTreeSet<Name> = BTreeSet::new();
        clauses[at + 1..].iter().for_each(|clause| {
            walk(Part::Clause(clause), &mut |part| {
                if let Part::Expression(Expression::Variable(name)) = part {
                    mentioned.insert(name.clone());
                }
            });
        });
        if let Clause::Merge(merge) = &mut clauses[at] {
            let names =
                merge.pattern.path.segments.iter_mut().enumerate().filter_map(|(place, segment)| match segment {
                    Segment::Hop { relationship, .. } => {
                        Some(relationship.variable.get_or_insert_with(|| format!("t{at}_{place}").into()).clone())
                    }
                    Segment::Quantified { .. } => None,
                });
            let once = names.filter(|name| !mentioned.contains(name));
            let once = once.map(|name| Expression::Unary(UnaryOperator::IsNotNull, Box::new(build::variable(name))));
            if let Some(predicate) = build::all(once) {
                let projection = Projection { star: true, ..Projection::default() };
                clauses.insert(at + 1, Clause::With(With { projection, predicate: Some(predicate) }));
            }
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::{Dialect, Statement, parse, print};

    use super::*;

    #[track_caller]
    fn check(text: &str, with: &str) {
        let Ok(Statement::Query(mut query)) = parse(text) else { panic!("{text}") };
        refer_to_all(&mut query);
        assert_eq!(print(&Statement::Query(query), &Dialect::standard()), with);
    }

    #[test]
    fn each_relationship_but_a_path_of_variable_length_gets_a_second_mention() {
        check("MATCH (a)-[r]->() RETURN 1", "MATCH (a)-[r]->() WHERE r IS NOT NULL RETURN 1");
        check("MATCH ()-->() RETURN 1", "MATCH ()-[w1]->() WHERE w1 IS NOT NULL RETURN 1");
        check("MATCH ()-[r*1..1]->() RETURN 1", "MATCH ()-[r*1]->() WHERE r IS NOT NULL RETURN 1");
        check("MATCH ()-[r*2]->() RETURN 1", "MATCH ()-[r*2]->() RETURN 1");
        check("MATCH ()-[*0..]->(a) RETURN 1", "MATCH ()-[*0..]->(a) RETURN 1");
        check(
            "MATCH p = ()-[r*1..2]->()-[s]->() RETURN 1",
            "MATCH p = ()-[r*1..2]->()-[s]->() WHERE s IS NOT NULL RETURN 1",
        );
    }

    #[test]
    fn what_on_match_counts_is_not_asked_where_no_mention_can_be_put() {
        let asked = |text: &str| {
            let Ok(Statement::Query(query)) = parse(text) else { panic!("{text}") };
            with_references(query).is_some()
        };
        let counts = "MERGE (a)-[r:T]->() ON MATCH SET a.k = a.k + 1";
        assert!(!asked(counts) && !asked(&format!("FOREACH (x IN [1] | {counts}) CREATE ()")));
        for right in [&format!("{counts}, r.k = 1"), &format!("{counts} RETURN 1 AS x"), "MERGE (a)-[r:T]->()"] {
            assert!(asked(right), "{right}");
        }
    }

    #[test]
    fn a_relationship_of_merge_is_mentioned_where_rows_go_on_behind_it() {
        check("MERGE (a)-[r:T]->() RETURN 1", "MERGE (a)-[r:T]->() WITH * WHERE r IS NOT NULL RETURN 1");
        check("MERGE (a)-[:T]->() SET a.k = 1", "MERGE (a)-[t0_0:T]->() WITH * WHERE t0_0 IS NOT NULL SET a.k = 1");
        for right in ["MERGE (a)-[r:T]->()", "MERGE (a)-[r:T]->() RETURN r.k", "MERGE (a:A) RETURN 1"] {
            check(right, right);
        }
    }
}
