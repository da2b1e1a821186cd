//! Parts of an OPTIONAL MATCH that are bound by themselves.

use graphlance_cypher::ast::{
    Clause, Direction, Expression, Match, NodePattern, PathPattern, PathSelector, Pattern, RelationshipPattern, Segment,
};
use graphlance_cypher::names::Names;
use graphlance_cypher::walk::{Part, PartMut};
use graphlance_graph::Name;

use super::trees::{clauses, names_variable};

/// An OPTIONAL MATCH for each hop of a path without a name.
pub(super) fn hops_apart(clause: Match) -> Vec<Clause> {
    let [pattern] = clause.patterns.as_slice() else { return vec![Clause::Match(clause)] };
    let plain = pattern.variable.is_none() && pattern.selector == PathSelector::All && pattern.enclosed.is_none();
    let plain = plain && pattern.mode.is_none();
    if !plain || pattern.path.segments.len() < 2 {
        return vec![Clause::Match(clause)];
    }
    let mut hops = Vec::new();
    let mut start = pattern.path.start.clone();
    let last = pattern.path.segments.len() - 1;
    for (at, segment) in pattern.path.segments.iter().enumerate() {
        let mut segment = segment.clone();
        let Segment::Hop { node, .. } = &mut segment else { return vec![Clause::Match(clause)] };
        // No variable can be called this.
        let name = node.variable.get_or_insert_with(|| Name::new(format!("  hop {at}"))).clone();
        let path = PathPattern { start, segments: vec![segment] };
        start = NodePattern::variable(name);
        let predicate = if at == last { clause.predicate.clone() } else { None };
        let hop =
            Match { optional: true, mode: clause.mode, patterns: vec![path.into()], hints: Vec::new(), predicate };
        hops.push(Clause::Match(hop));
    }
    hops
}

/// Takes each OPTIONAL MATCH behind another clause apart into its nodes and relationships.
pub(super) fn in_pieces(part: &mut PartMut<'_>) {
    let Some(clauses) = clauses(part) else { return };
    for clause in std::mem::take(clauses) {
        match clause {
            Clause::Match(clause) if clause.optional && !clauses.is_empty() => {
                let pieces = pieces(clause, &Names::after([], clauses));
                clauses.extend(pieces);
            }
            clause => clauses.push(clause),
        }
    }
}

/// The pieces of an OPTIONAL MATCH each pattern of which has one relationship at most. Its WHERE is asked with the last of them.
fn pieces(clause: Match, known: &Names<'_>) -> Vec<Clause> {
    let several = clause.patterns.len() > 1;
    let is_known = |node: &NodePattern| node.variable.as_ref().is_some_and(|name| known.contains(name));
    // What is asked of the far node is asked of all that is joined.
    let asks_far = |predicate: &Expression| {
        let far = clause.patterns.iter().filter_map(|pattern| far_end(pattern, &is_known));
        far.flat_map(|node| &node.variable).any(|far| names_variable(Part::Expression(predicate), &|name| name == far))
    };
    let asked = clause.predicate.as_ref().is_some_and(|predicate| several || asks_far(predicate));
    if asked || !clause.patterns.iter().all(is_short) {
        return vec![Clause::Match(clause)];
    }
    let cut = |(at, pattern): (usize, &Pattern)| match pattern.path.segments.as_slice() {
        [Segment::Hop { relationship, node }] => cut(at, &pattern.path.start, relationship, node, &is_known),
        _ => vec![pattern.path.clone()],
    };
    let paths: Vec<PathPattern> = clause.patterns.iter().enumerate().flat_map(cut).collect();
    let last = paths.len() - 1;
    let piece = |(at, path): (usize, PathPattern)| {
        let predicate = if at == last { clause.predicate.clone() } else { None };
        Clause::Match(Match {
            optional: true,
            patterns: vec![path.into()],
            hints: Vec::new(),
            predicate,
            ..clause.clone()
        })
    };
    paths.into_iter().enumerate().map(piece).collect()
}

/// The node of a relationship whose other node alone is known.
fn far_end<'a>(pattern: &'a Pattern, is_known: &dyn Fn(&NodePattern) -> bool) -> Option<&'a NodePattern> {
    let [Segment::Hop { node, .. }] = pattern.path.segments.as_slice() else { return None };
    match (is_known(&pattern.path.start), is_known(node)) {
        (true, false) => Some(node),
        (false, true) => Some(&pattern.path.start),
        _ => None,
    }
}

/// Whether a pattern is a path without a variable of one node, or of one relationship of one length.
fn is_short(pattern: &Pattern) -> bool {
    let plain = pattern.selector == PathSelector::All && pattern.enclosed.is_none() && pattern.mode.is_none();
    let one = match pattern.path.segments.as_slice() {
        [] => true,
        [Segment::Hop { relationship, .. }] => relationship.length.is_none(),
        _ => false,
    };
    plain && pattern.variable.is_none() && one
}

/// The first node of a relationship, the relationship and the other node, from the end that is known.
fn cut(
    at: usize,
    start: &NodePattern,
    relationship: &RelationshipPattern,
    end: &NodePattern,
    is_known: &dyn Fn(&NodePattern) -> bool,
) -> Vec<PathPattern> {
    // No variable can be called this.
    let named = |node: &NodePattern, place: &str| {
        let mut node = node.clone();
        node.variable.get_or_insert_with(|| Name::new(format!("  {place} {at}")));
        node
    };
    let again = |node: &NodePattern| node.variable.clone().map(NodePattern::variable).unwrap_or_default();
    let hop = |start: NodePattern, relationship: &RelationshipPattern, node: NodePattern| PathPattern {
        start,
        segments: vec![Segment::Hop { relationship: relationship.clone(), node }],
    };
    let (start, end) = (named(start, "start"), named(end, "end"));
    let mut first = relationship.clone();
    if first.direction == Direction::Either && !(is_known(&start) && is_known(&end)) {
        first.direction = Direction::Right;
    }
    let labelled = NodePattern { labels: end.labels.clone(), ..NodePattern::default() };
    let name = first.variable.get_or_insert_with(|| Name::new(format!("  relationship {at}"))).clone();
    let bound =
        RelationshipPattern { variable: Some(name), direction: first.direction, ..RelationshipPattern::default() };
    match (is_known(&start), is_known(&end)) {
        (true, true) => vec![hop(start, &first, end)],
        (true, false) => vec![hop(start.clone(), &first, labelled), hop(again(&start), &bound, end)],
        (false, true) => vec![hop(NodePattern::default(), &first, end.clone()), hop(start, &bound, again(&end))],
        (false, false) => {
            let node = PathPattern { start: start.clone(), segments: Vec::new() };
            let reached = hop(again(&start), &first, labelled);
            vec![node, reached, hop(again(&start), &bound, end)]
        }
    }
}

/// Whether a pattern has several relationships that are told apart behind the join: where its first node is not bound, all, as
/// soon as one has a variable or a node between them has none; else those with a variable.
pub(super) fn goes_over_nameless(pattern: &Pattern, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let hops: Vec<(&RelationshipPattern, &NodePattern)> = pattern
        .path
        .segments
        .iter()
        .filter_map(|it| match it {
            Segment::Hop { relationship, node } => Some((relationship, node)),
            Segment::Quantified { .. } => None,
        })
        .collect();
    let named = hops.iter().filter(|(relationship, _)| relationship.variable.is_some()).count();
    let between = hops.len().saturating_sub(1);
    let is_bound = pattern.path.start.variable.as_ref().is_some_and(|name| bound.contains(name));
    match is_bound {
        true => named > 1,
        false => between > 0 && (named > 0 || hops[..between].iter().any(|(_, node)| node.variable.is_none())),
    }
}
