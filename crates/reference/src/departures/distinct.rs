//! Relationships and nodes that an engine takes for distinct, or for one, where the language has it otherwise.

use graphlance_cypher::ast::{
    BinaryOperator, Clause, Expression, Match, NodePattern, PathPattern, Pattern, RelationshipPattern, Segment,
    SingleQuery, Subquery, UnaryOperator,
};
use graphlance_cypher::names::Names;
use graphlance_cypher::walk::PartMut;
use graphlance_graph::Name;

use super::clauses::{conjunction, conjuncts};
use super::comprehended::predicate_of;
use super::trees::{each_optional_behind, hops, projection};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "match-behind-length-takes-others",
        "a MATCH takes no relationship that a variable length in a MATCH in front of it, without a WITH or UNWIND between them, went over, and is \
         lost behind one that is null",
        |part| {
            let PartMut::Single(SingleQuery { clauses }) = part else { return };
            // What is named here would be a column of a star.
            let is_star = |clause: &mut Clause| projection(&mut PartMut::Clause(clause)).is_some_and(|it| it.star);
            if !clauses.iter_mut().any(is_star) {
                clauses.split_mut(|clause| matches!(clause, Clause::With(_) | Clause::Unwind(_))).for_each(keep_apart);
            }
        },
    ),
    tree(
        "optional-hop-counts-nodes",
        "an OPTIONAL MATCH of one relationship without a variable, from a node that is bound to one that is not, finds each such node once",
        |part| each_optional_behind(part, &mut find_nodes),
    ),
    tree(
        "node-twice-in-exists-not-joined",
        "a variable that an EXISTS { }, as a condition by itself, does not share with what is outside may be two nodes of a path, but for one \
         behind the other",
        |part| {
            let PartMut::Single(SingleQuery { clauses }) = part else { return };
            for at in 0..clauses.len() {
                let (before, behind) = clauses.split_at_mut(at);
                let Some(clause) = behind.first_mut() else { return };
                let mut bound = Names::after([], before);
                let own = clause.clone();
                bound.pass(&own);
                let Some(predicate) = predicate_of(clause) else { continue };
                let conditions = predicate.take().map(conjuncts).unwrap_or_default();
                *predicate = conjunction(conditions.into_iter().map(|it| in_exists(it, &bound)).collect());
            }
        },
    ),
];

/// A condition, with the nodes of an EXISTS { } apart that it is, or the negation of.
fn in_exists(mut condition: Expression, bound: &Names<'_>) -> Expression {
    let exists = match &mut condition {
        Expression::Unary(UnaryOperator::Not, inner) => &mut **inner,
        other => other,
    };
    if let Expression::Exists(subquery) = exists
        && let Subquery::Pattern { patterns, .. } = &mut **subquery
    {
        patterns.iter_mut().for_each(|pattern| part_nodes(pattern, bound));
    }
    condition
}

/// Gives nodes of a path names of their own whose variable stands there again, but not as the next node.
fn part_nodes(pattern: &mut Pattern, bound: &Names<'_>) {
    let places: Vec<Option<Name>> = nodes(&mut pattern.path).map(|node| node.variable.clone()).collect();
    for (at, node) in nodes(&mut pattern.path).enumerate() {
        let Some(name) = &places[at] else { continue };
        let again = places.iter().skip(at + 2).any(|other| other.as_ref() == Some(name));
        if again && !bound.contains(name) && places.get(at + 1) != Some(&places[at]) {
            node.variable = Some(format!("  {name} {at}").into());
        }
    }
}

fn nodes(path: &mut PathPattern) -> impl Iterator<Item = &mut NodePattern> {
    let behind = path.segments.iter_mut().map(|segment| match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    });
    std::iter::once(&mut path.start).chain(behind)
}

/// Has the relationships of each MATCH differ from those that the variable lengths in front of it go over.
fn keep_apart(clauses: &mut [Clause]) {
    let mut lengths: Vec<Name> = Vec::new();
    let mut count = 0;
    for clause in clauses {
        let Clause::Match(clause) = clause else { continue };
        let (mut own, mut apart) = (Vec::new(), Vec::new());
        for relationship in clause.patterns.iter_mut().flat_map(hops) {
            if relationship.length.is_some() {
                own.push(named(relationship, &mut count));
            } else if !lengths.is_empty() && !clause.optional {
                let name = named(relationship, &mut count);
                apart.extend(lengths.iter().map(|length| is_not_in(&name, length)));
            }
        }
        with_conditions(clause, apart);
        lengths.extend(own);
    }
}

/// The variable of a relationship, which it is given where it has none.
fn named(relationship: &mut RelationshipPattern, count: &mut usize) -> Name {
    *count += 1;
    relationship.variable.get_or_insert_with(|| format!("  apart {count}").into()).clone()
}

/// `NOT name IN names`
fn is_not_in(name: &Name, names: &Name) -> Expression {
    let [of, among] = [name, names].map(|name| Box::new(Expression::Variable(name.clone())));
    Expression::Unary(UnaryOperator::Not, Box::new(Expression::Binary(BinaryOperator::In, of, among)))
}

fn with_conditions(clause: &mut Match, conditions: Vec<Expression>) {
    clause.predicate = conjunction(clause.predicate.take().into_iter().chain(conditions).collect());
}

/// Has each pattern that leads from a bound node to another by one relationship find that node alone, where there is such a
/// relationship.
fn find_nodes(clause: &mut Match, bound: &Names<'_>) {
    let mut led = Vec::new();
    for (at, pattern) in clause.patterns.iter_mut().enumerate() {
        let Some(far) = far_end(pattern, bound) else { continue };
        far.variable.get_or_insert_with(|| format!("  far {at}").into());
        let far = far.clone();
        led.push(Expression::Exists(Box::new(Subquery::Pattern { patterns: vec![pattern.clone()], predicate: None })));
        pattern.path.start = far;
        pattern.path.segments.clear();
    }
    with_conditions(clause, led);
}

/// The end that is not bound of a pattern that is one relationship without a variable of a bound node.
fn far_end<'a>(pattern: &'a mut Pattern, bound: &Names<'_>) -> Option<&'a mut NodePattern> {
    let is_bound = |node: &NodePattern| node.variable.as_ref().is_some_and(|name| bound.contains(name));
    let [Segment::Hop { relationship, node }] = pattern.path.segments.as_mut_slice() else { return None };
    if relationship.variable.is_some() || relationship.length.is_some() || pattern.variable.is_some() {
        return None;
    }
    match (is_bound(&pattern.path.start), is_bound(node)) {
        (true, false) => Some(node),
        (false, true) => Some(&mut pattern.path.start),
        _ => None,
    }
}
