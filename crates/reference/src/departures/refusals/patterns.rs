//! Patterns that are matched.

use graphlance_cypher::ast::{Clause, Direction, Match, NodePattern, PathPattern, Pattern, Query, Segment};
use graphlance_cypher::names::Names;
use graphlance_cypher::walk::{NameKind, Part, any, for_each_name};
use graphlance_graph::Name;

/// Whether several paths have a variable length.
pub(super) fn several_variable_lengths(query: &Query) -> bool {
    let mut paths = 0;
    any(Part::Query(query), &mut |part| {
        if let Part::Path(path) = part {
            paths += usize::from(hops(path).any(|hop| hop.variable));
        }
        false
    });
    paths > 1
}

/// One relationship of a path, with what stands on both sides of it.
struct Hop<'a> {
    variable: bool,
    direction: Direction,
    /// The place of the node in front of it.
    place: usize,
    from: &'a NodePattern,
    to: &'a NodePattern,
}

fn hops(path: &PathPattern) -> impl Iterator<Item = Hop<'_>> {
    path.segments.iter().enumerate().filter_map(move |(place, segment)| {
        let from = place.checked_sub(1).map_or(&path.start, |before| node_of(&path.segments[before]));
        match segment {
            Segment::Hop { relationship, node: to } => {
                let (variable, direction) = (relationship.length.is_some(), relationship.direction);
                Some(Hop { variable, direction, place, from, to })
            }
            Segment::Quantified { .. } => None,
        }
    })
}

fn node_of(segment: &Segment) -> &NodePattern {
    match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    }
}

/// Whether a variable length ends at a node with labels that stands in front of it with labels.
pub(super) fn comes_back(path: &PathPattern) -> bool {
    hops(path).any(|hop| {
        let nodes = std::iter::once(&path.start).chain(path.segments[..hop.place].iter().map(node_of));
        let same = |node: &NodePattern| node.variable.is_some() && node.variable == hop.to.variable;
        hop.variable && hop.to.labels.is_some() && nodes.into_iter().any(|node| same(node) && node.labels.is_some())
    })
}

/// Whether a pattern in front of a comma has a node without a variable, at a relationship of one length, and the last pattern has
/// none at the same place.
pub(super) fn misses_nameless(clause: &Match) -> bool {
    let Some((last, before)) = clause.patterns.split_last() else { return false };
    let named = |path: &PathPattern, place: usize| {
        let node = match place.checked_sub(1) {
            None => Some(&path.start),
            Some(before) => path.segments.get(before).map(node_of),
        };
        node.is_none_or(|node| node.variable.is_some())
    };
    let missing = |place: usize, node: &NodePattern| node.variable.is_none() && named(&last.path, place);
    let misses = |pattern: &Pattern| {
        let plain = hops(&pattern.path).filter(|hop| !hop.variable);
        let mut sides = plain.flat_map(|hop| [(hop.place, hop.from), (hop.place + 1, hop.to)]);
        pattern.variable.is_none() && sides.any(|(place, node)| missing(place, node))
    };
    !clause.optional && before.iter().any(misses)
}

/// Whether an OPTIONAL MATCH has a relationship that points to the left, neither end of which the SQL knows.
pub(super) fn is_lost_to_the_left(clause: &Match, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let known = |node: &NodePattern| node.variable.as_ref().is_some_and(|name| bound.contains(name));
    let is_lost = |path: &PathPattern, hop: &Hop<'_>| {
        let left_known = known(&path.start) || hop.place > 0 && hop.from.variable.is_some();
        let lost = match &hop.to.variable {
            Some(name) => !bound.contains(name),
            None => hop.place == 0 && !before.is_empty(),
        };
        hop.direction == Direction::Left && !hop.variable && !left_known && lost
    };
    clause.optional && clause.patterns.iter().any(|it| hops(&it.path).any(|hop| is_lost(&it.path, &hop)))
}

/// Whether an OPTIONAL MATCH is of one node that is bound and has a WHERE, and the MATCH in front of it does not end with a node
/// that has labels or properties.
pub(super) fn is_bound_with_filter(clause: &Match, before: &[Clause]) -> bool {
    let [pattern] = clause.patterns.as_slice() else { return false };
    let bound = Names::after([], before);
    let is_bound = pattern.path.start.variable.as_ref().is_some_and(|name| bound.contains(name));
    let ends = match before.last() {
        Some(Clause::Match(it)) if it.optional => true,
        Some(Clause::Match(it)) => it.patterns.last().is_some_and(|it| {
            let node = it.path.segments.last().map_or(&it.path.start, node_of);
            node.labels.is_some() || node.properties.is_some()
        }),
        _ => false,
    };
    clause.optional && clause.predicate.is_some() && pattern.path.segments.is_empty() && is_bound && !ends
}

/// Whether one of several patterns of an OPTIONAL MATCH is a node that is bound.
pub(super) fn is_bound_among_others(clause: &Match, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let is_bound = |pattern: &Pattern| {
        let start = &pattern.path.start;
        pattern.path.segments.is_empty() && start.variable.as_ref().is_some_and(|name| bound.contains(name))
    };
    clause.optional && clause.patterns.len() > 1 && clause.patterns.iter().any(is_bound)
}

/// Whether the variable of a path that is one node is read.
pub(super) fn reads_path_of_node(query: &Query) -> bool {
    let mut of_node: Vec<&Name> = Vec::new();
    any(Part::Query(query), &mut |part| {
        if let Part::Pattern(Pattern { variable: Some(name), path, .. }) = part {
            of_node.extend(path.segments.is_empty().then_some(name));
        }
        false
    });
    let times = |wanted: &Name| {
        let mut times = 0;
        for_each_name(Part::Query(query), &mut |name, kind| {
            times += usize::from(kind == NameKind::Variable && name == wanted);
        });
        times
    };
    of_node.into_iter().any(|name| times(name) > 1)
}
