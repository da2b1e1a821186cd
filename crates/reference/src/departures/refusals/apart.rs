//! A MATCH as an engine executes it, part by part.

use graphlance_cypher::ast::{Clause, ComparisonOperator, Match, NodePattern, PathPattern, Segment, Unwind};
use graphlance_cypher::build::{all, boolean, call, compare, variable};
use graphlance_graph::Name;

use super::passed::when;

/// A MATCH in two, where a node within its last path has labels or properties and two relationships or more behind it: these are
/// asked of what has been found by then. Its relationships differ all the same.
pub(super) fn cut(at: usize, clause: Clause) -> Vec<Clause> {
    let Clause::Match(matched) = &clause else { return vec![clause] };
    let Some((last, others)) = matched.patterns.split_last() else { return vec![clause] };
    let is_filter = |segment: &Segment| match segment {
        Segment::Hop { node, .. } => node.labels.is_some() || node.properties.is_some(),
        Segment::Quantified { .. } => false,
    };
    let segments = &last.path.segments;
    let within = segments.len().saturating_sub(2);
    let Some(place) = segments[..within]
        .iter()
        .position(is_filter)
        .filter(|_| !matched.optional && matched.predicate.is_none() && last.variable.is_none() && others.is_empty())
    else {
        return vec![clause];
    };
    let mut path = last.path.clone();
    for (number, segment) in path.segments.iter_mut().enumerate() {
        if let Segment::Hop { relationship, .. } = segment {
            relationship.variable.get_or_insert_with(|| Name::from(format!("  hop {at} {number}")));
        }
    }
    let behind = path.segments.split_off(place + 1);
    let Some(Segment::Hop { node: NodePattern { variable: Some(from), .. }, .. }) = path.segments.last() else {
        return vec![clause];
    };
    let names = |segments: &[Segment]| -> Vec<Name> {
        segments
            .iter()
            .filter_map(|it| match it {
                Segment::Hop { relationship, .. } => relationship.variable.clone(),
                Segment::Quantified { .. } => None,
            })
            .collect()
    };
    let (first, second) = (names(&path.segments), names(&behind));
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| [one, other]));
    let apart = pairs.map(|[one, other]| {
        let differ = compare(ComparisonOperator::NotEqual, variable(one.clone()), variable(other.clone()));
        call("coalesce", vec![differ, boolean(true)])
    });
    let rest = PathPattern { start: NodePattern::variable(from.clone()), segments: behind };
    let piece = |path: PathPattern| Clause::Match(Match { patterns: vec![path.into()], ..matched.clone() });
    let mut clauses = vec![piece(path), piece(rest)];
    if let Some(Clause::Unwind(unwind)) = all(apart).map(when) {
        clauses.push(Clause::Unwind(Unwind { variable: Name::from(format!("  apart {at}")), ..unwind }));
    }
    clauses
}

/// Gives nodes that are matched without a variable names that no variable has.
pub(super) fn name_nodes(clauses: &mut [Clause]) {
    let mut count = 0;
    let mut name = |node: &mut NodePattern| {
        count += 1;
        node.variable.get_or_insert_with(|| Name::from(format!("  node {count}")));
    };
    for clause in clauses {
        let Clause::Match(matched) = clause else { continue };
        for pattern in &mut matched.patterns {
            name(&mut pattern.path.start);
            for segment in &mut pattern.path.segments {
                if let Segment::Hop { node, .. } = segment {
                    name(node);
                }
            }
        }
    }
}
