//! What stands in a WHERE.

use graphlance_cypher::ast::{
    Clause, Expression, LabelExpression, Match, NodePattern, Pattern, Query, Segment, SetItem, Subquery, With,
};
use graphlance_cypher::names::{Names, free_variables};
use graphlance_cypher::walk::{Part, PartMut, any, for_each_expression_mut, walk, walk_mut};
use graphlance_graph::Name;

use super::any_clause;
use super::patterns::nodes;
use crate::compile::column_name;
use crate::departures::clauses::{conjunction, conjuncts};
use crate::departures::trees::{names_variable, null};

/// Whether an expression has a pattern comprehension in it.
pub(super) fn has_comprehension(expression: &Expression) -> bool {
    any(Part::Expression(expression), &mut |part| matches!(part, Part::Expression(Expression::PatternComprehension(_))))
}

/// Whether the WHERE of a MATCH or pattern comprehension has a pattern comprehension in it.
pub(super) fn asks_comprehension(part: &Part<'_>) -> bool {
    let condition = match part {
        Part::Clause(Clause::Match(matched)) => matched.predicate.as_ref(),
        Part::Expression(Expression::PatternComprehension(it)) => it.predicate.as_ref(),
        _ => None,
    };
    condition.is_some_and(has_comprehension)
}

/// Puts poison in the place of each condition of a WITH, and each item of one that is the first clause, that has a pattern
/// comprehension in it.
pub(super) fn poison_comprehensions(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    for (at, clause) in single.clauses.iter_mut().enumerate() {
        let Clause::With(with) = clause else { continue };
        let items = with.projection.items.iter_mut().filter(|_| at == 0).map(|item| &mut item.expression);
        for expression in with.predicate.iter_mut().chain(items).filter(|it| has_comprehension(it)) {
            *expression = poison.clone();
        }
    }
}

/// Puts poison in the place of what the WHERE of a WITH reads and the WITH does not hand on, where a condition reads a column
/// beside it, or it is a path, or a relationship that nothing else reads.
pub(super) fn poison_lost(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    for at in 0..single.clauses.len() {
        let (before, behind) = single.clauses.split_at_mut(at);
        let Some(Clause::With(With { projection, predicate })) = behind.first_mut() else { continue };
        let Some(condition) = predicate.take() else { continue };
        if projection.star {
            *predicate = Some(condition);
            continue;
        }
        let columns: Vec<Name> = projection.items.iter().map(column_name).collect();
        let items = projection.items.iter().map(|item| &item.expression);
        let lost_anyway = lost_anyway(before, &items.collect::<Vec<_>>());
        let mut conditions = conjuncts(condition);
        for condition in &mut conditions {
            let read = free_variables(condition, &|_| false);
            let (kept, lost): (Vec<&Name>, Vec<&Name>) = read.iter().partition(|name| columns.contains(name));
            let is_unknown = |name: &Name| lost.contains(&name) && (!kept.is_empty() || lost_anyway.contains(name));
            for_each_expression_mut(PartMut::Expression(condition), &mut |expression| {
                if matches!(expression, Expression::Variable(name) if is_unknown(name)) {
                    *expression = poison.clone();
                }
            });
        }
        *predicate = conjunction(conditions);
    }
}

/// The paths of some clauses, and the relationships that none of them and no column reads, nor names twice.
fn lost_anyway(clauses: &[Clause], columns: &[&Expression]) -> Vec<Name> {
    let (mut paths, mut named, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for clause in clauses {
        walk(Part::Clause(clause), &mut |part| match part {
            Part::Pattern(pattern) => paths.extend(pattern.variable.clone()),
            Part::Relationship(relationship) => named.extend(relationship.variable.clone()),
            Part::Expression(expression) => read.extend(free_variables(expression, &|_| false)),
            _ => {}
        });
    }
    read.extend(columns.iter().flat_map(|column| free_variables(column, &|_| false)));
    let once = |name: &Name| named.iter().filter(|other| *other == name).count() == 1 && !read.contains(name);
    let alone: Vec<Name> = named.iter().filter(|name| once(name)).cloned().collect();
    paths.into_iter().chain(alone).collect()
}

/// Puts poison in the place of each pattern, and each pattern comprehension, in an UNWIND, the list of a FOREACH, an ORDER BY, and
/// what SET and DELETE compute.
pub(super) fn poison_patterns(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Clause(clause) = part else { return };
    let computed: Vec<&mut Expression> = match &mut **clause {
        Clause::Unwind(unwind) => vec![&mut unwind.list],
        Clause::Foreach(foreach) => vec![&mut foreach.list],
        Clause::Delete(delete) => delete.expressions.iter_mut().collect(),
        Clause::With(With { projection, .. }) | Clause::Return(projection) => {
            projection.order.iter_mut().map(|key| &mut key.expression).collect()
        }
        Clause::Set(items) => items.iter_mut().filter_map(value_of).collect(),
        _ => return,
    };
    for expression in computed {
        for_each_expression_mut(PartMut::Expression(expression), &mut |expression| {
            if matches!(expression, Expression::PatternComprehension(_) | Expression::Pattern(_)) {
                *expression = poison.clone();
            }
        });
    }
}

/// Whether a part has an EXISTS { }, COUNT { } or pattern other than those of one relationship of a node with a variable within
/// another expression, or where something is gone through, sorted or written.
pub(super) fn has_subquery_within(part: &Part<'_>) -> bool {
    let expressions: Vec<&Expression> = match part {
        Part::Expression(Expression::Quantified(it)) => vec![&it.predicate],
        Part::Expression(Expression::ListComprehension(it)) => it.predicate.iter().chain(&it.projection).collect(),
        Part::Expression(Expression::Reduce(it)) => vec![&it.expression],
        Part::Clause(Clause::Unwind(unwind)) => vec![&unwind.list],
        Part::Clause(Clause::Foreach(foreach)) => vec![&foreach.list],
        Part::Clause(Clause::With(with)) => with.projection.order.iter().map(|key| &key.expression).collect(),
        Part::Clause(clause @ (Clause::Create(_) | Clause::Merge(_) | Clause::Set(_))) => {
            return has_subquery(Part::Clause(clause));
        }
        _ => return false,
    };
    expressions.into_iter().any(|expression| has_subquery(Part::Expression(expression)))
}

/// Whether the WHERE of an OPTIONAL MATCH has a condition with such a subquery in it that reads, outside of the subquery, a
/// variable from in front of it and one of its own.
pub(super) fn has_subquery_beside_both(clause: &Match, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let reads = |condition: &Expression, outside: bool| {
        let is_read = |name: &Name| bound.contains(name) == outside;
        let mut rest = condition.clone();
        walk_mut(PartMut::Expression(&mut rest), &mut |part| without_subquery(part));
        names_variable(Part::Expression(&rest), &is_read)
    };
    let conditions = clause.predicate.clone().map(conjuncts).unwrap_or_default();
    clause.optional
        && conditions.iter().any(|it| has_subquery(Part::Expression(it)) && reads(it, true) && reads(it, false))
}

/// Leaves null of a subquery and of a pattern.
fn without_subquery(part: &mut PartMut<'_>) {
    if let PartMut::Expression(it) = part
        && matches!(it, Expression::Pattern(_) | Expression::Exists(_) | Expression::Count(_) | Expression::Collect(_))
    {
        **it = null();
    }
}

fn has_subquery(part: Part<'_>) -> bool {
    any(part, &mut |part| matches!(part, Part::Expression(expression) if is_beyond_one_relationship(expression)))
}

fn is_beyond_one_relationship(expression: &Expression) -> bool {
    let is_plain = |part: &Part<'_>| match part {
        Part::Node(node) => node.properties.is_none() && !has_several_labels(node),
        Part::Relationship(relationship) => relationship.properties.is_none(),
        _ => true,
    };
    // A variable length is one where its least is 1, neither of its ends has a label and they are not one.
    let is_far = |pattern: &Pattern| {
        let ends: Vec<&NodePattern> = nodes(&pattern.path).collect();
        let labelled = ends.iter().any(|node| node.labels.is_some());
        let [one, .., other] = ends.as_slice() else { return false };
        let comes_back = one.variable.is_some() && one.variable == other.variable;
        pattern.path.segments.iter().any(|segment| match segment {
            Segment::Hop { relationship, .. } => relationship
                .length
                .is_some_and(|length| labelled || comes_back || length.min.is_some_and(|least| least != 1)),
            Segment::Quantified { .. } => true,
        })
    };
    let is_one = |pattern: &Pattern| {
        let mut nodes = nodes(&pattern.path);
        pattern.path.segments.len() == 1
            && !is_far(pattern)
            && nodes.any(|node| node.variable.is_some())
            && !any(Part::Pattern(pattern), &mut |part| !is_plain(part))
    };
    match expression {
        Expression::Pattern(pattern) => !is_one(pattern),
        Expression::Exists(it) | Expression::Count(it) => match &**it {
            Subquery::Pattern { patterns, predicate: None } => {
                let counts = matches!(expression, Expression::Count(_));
                !matches!(&patterns[..], [one] if is_one(one) && !(counts && has_length(one)))
            }
            _ => true,
        },
        _ => false,
    }
}

fn has_length(pattern: &Pattern) -> bool {
    let has_one =
        |segment: &Segment| matches!(segment, Segment::Hop { relationship, .. } if relationship.length.is_some());
    pattern.path.segments.iter().any(has_one)
}

fn has_several_labels(node: &NodePattern) -> bool {
    node.labels.as_ref().is_some_and(|labels| !matches!(labels, LabelExpression::Name(_)))
}

fn value_of(item: &mut SetItem) -> Option<&mut Expression> {
    match item {
        SetItem::Property { value, .. } | SetItem::Properties { value, .. } => Some(value),
        _ => None,
    }
}

/// Puts poison in the place of the WHERE of each MATCH behind a CALL { } that reads what is in front of it. With a MATCH in front
/// of the CALL { } a statement is executed in another way.
pub(super) fn poison_called(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    for at in 0..single.clauses.len() {
        let (before, behind) = single.clauses.split_at_mut(at);
        let Some(call) = before.iter().position(|it| matches!(it, Clause::Subquery(_))) else { continue };
        if before[..call].iter().any(|it| matches!(it, Clause::Match(_))) {
            return;
        }
        let known = Names::after([], before);
        if let Some(Clause::Match(Match { predicate: Some(predicate), .. })) = behind.first_mut()
            && free_variables(predicate, &|_| false).iter().any(|name| known.contains(name))
        {
            *predicate = poison.clone();
        }
    }
}

/// Whether the condition of a WITH has a pattern a relationship of which has properties.
pub(super) fn has_pattern_with_map(query: &Query) -> bool {
    let is_empty = |map: &Expression| matches!(map, Expression::Map(entries) if entries.is_empty());
    let with_map = |part: &Part<'_>| matches!(part, Part::Relationship(it) if it.properties.as_ref().is_some_and(|map| !is_empty(map)));
    any_clause(query, &mut |clause, _| match clause {
        Clause::With(with) => with.predicate.as_ref().is_some_and(|predicate| {
            any(Part::Expression(predicate), &mut |part| match part {
                Part::Expression(Expression::Pattern(pattern)) => {
                    any(Part::Pattern(pattern), &mut |part| with_map(part))
                }
                _ => false,
            })
        }),
        _ => false,
    })
}

/// Whether a part has a pattern comprehension where that is no column, nor within one but in a list comprehension, the condition
/// of a quantifier or another pattern comprehension.
pub(super) fn has_comprehension_outside(part: &Part<'_>) -> bool {
    let computed: Vec<&Expression> = match part {
        Part::Clause(Clause::Match(it)) => it.predicate.iter().collect(),
        Part::Clause(Clause::With(With { projection, predicate })) => {
            predicate.iter().chain(projection.order.iter().map(|key| &key.expression)).collect()
        }
        Part::Clause(Clause::Return(projection)) => projection.order.iter().map(|key| &key.expression).collect(),
        Part::Clause(Clause::Unwind(it)) => vec![&it.list],
        Part::Clause(Clause::Foreach(it)) => vec![&it.list],
        Part::Clause(clause @ (Clause::Create(_) | Clause::Merge(_) | Clause::Set(_))) => {
            return any(Part::Clause(clause), &mut |part| {
                matches!(part, Part::Expression(Expression::PatternComprehension(_)))
            });
        }
        Part::Expression(Expression::Exists(it) | Expression::Count(it)) => match &**it {
            Subquery::Pattern { predicate, .. } => predicate.iter().collect(),
            Subquery::Query(_) => Vec::new(),
        },
        Part::Expression(Expression::ListComprehension(it)) => it.predicate.iter().chain(&it.projection).collect(),
        Part::Expression(Expression::Quantified(it)) => vec![&it.predicate],
        Part::Expression(Expression::PatternComprehension(it)) => it.predicate.iter().chain([&it.projection]).collect(),
        _ => Vec::new(),
    };
    computed.into_iter().any(has_comprehension)
}

/// Whether a quantifier has a subquery in its condition.
pub(super) fn asks_in_quantifier(expression: &Expression) -> bool {
    let is_subquery =
        |it: &Expression| matches!(it, Expression::Exists(_) | Expression::Count(_) | Expression::Collect(_));
    let Expression::Quantified(it) = expression else { return false };
    any(Part::Expression(&it.predicate), &mut |part| matches!(part, Part::Expression(it) if is_subquery(it)))
}
