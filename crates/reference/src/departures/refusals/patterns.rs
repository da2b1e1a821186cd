//! Patterns that are matched.

use graphlance_cypher::ast::{
    Clause, Direction, Expression, Length, Literal, Match, NodePattern, PathPattern, Pattern, Query,
    RelationshipPattern, Segment, SingleQuery, Subquery,
};
use graphlance_cypher::names::{Names, pattern_variables};
use graphlance_cypher::walk::{Part, any};
use graphlance_graph::Name;

use super::{any_clause, is_null};
use crate::departures::columns::is_computed;

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

pub(super) fn has_length_from_above(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| match part {
        Part::Relationship(RelationshipPattern { length: Some(Length { min: Some(min), max: Some(max) }), .. }) => {
            min > max
        }
        _ => false,
    })
}

/// One relationship of a path, with what stands on both sides of it.
pub(super) struct Hop<'a> {
    /// Whether its length is variable.
    pub(super) variable: bool,
    /// Whether it has a variable.
    pub(super) named: bool,
    direction: Direction,
    /// The place of the node in front of it.
    pub(super) place: usize,
    pub(super) from: &'a NodePattern,
    pub(super) to: &'a NodePattern,
}

pub(super) fn hops(path: &PathPattern) -> impl Iterator<Item = Hop<'_>> {
    path.segments.iter().enumerate().filter_map(move |(place, segment)| {
        let from = place.checked_sub(1).map_or(&path.start, |before| node_of(&path.segments[before]));
        match segment {
            Segment::Hop { relationship, node: to } => {
                let (variable, named) = (relationship.length.is_some(), relationship.variable.is_some());
                Some(Hop { variable, named, direction: relationship.direction, place, from, to })
            }
            Segment::Quantified { .. } => None,
        }
    })
}

pub(super) fn nodes(path: &PathPattern) -> impl Iterator<Item = &NodePattern> {
    std::iter::once(&path.start).chain(path.segments.iter().map(node_of))
}

fn node_of(segment: &Segment) -> &NodePattern {
    match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    }
}

/// Whether a variable length of a MATCH ends at a node with labels that stood in front of it with labels, no WITH in between.
pub(super) fn comes_back(clause: &Match, before: &[Clause]) -> bool {
    let since = before.iter().rposition(|it| matches!(it, Clause::With(_))).map_or(0, |at| at + 1);
    let earlier = before[since..].iter().filter_map(|it| match it {
        Clause::Match(it) if !it.optional => Some(&it.patterns),
        _ => None,
    });
    let labelled = |node: &'_ NodePattern| node.variable.as_ref().filter(|_| node.labels.is_some()).cloned();
    let mut met: Vec<Name> = earlier.flatten().flat_map(|it| nodes(&it.path)).filter_map(labelled).collect();
    for pattern in &clause.patterns {
        // In an OPTIONAL MATCH what it has itself does no harm.
        met.extend(labelled(&pattern.path.start).filter(|_| !clause.optional));
        for hop in hops(&pattern.path) {
            let end = labelled(hop.to);
            if hop.variable && end.as_ref().is_some_and(|end| met.contains(end)) {
                return true;
            }
            met.extend(end.filter(|_| !clause.optional));
        }
    }
    false
}

/// Whether of the patterns of a MATCH or EXISTS { } one in front of a comma has a node without a variable, at a relationship of one
/// length or with several properties, and the last pattern has none at the same place.
pub(super) fn misses_nameless(part: &Part<'_>) -> bool {
    let patterns: Vec<&Pattern> = match part {
        Part::Clause(Clause::Match(clause)) if !clause.optional => clause.patterns.iter().collect(),
        Part::Expression(Expression::Exists(it)) => match &**it {
            Subquery::Pattern { patterns, .. } => patterns.iter().collect(),
            Subquery::Query(_) => return false,
        },
        Part::Single(single) => created_and_looked_for(single),
        _ => return false,
    };
    let Some((last, before)) = patterns.split_last() else { return false };
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
        let start = &pattern.path.start;
        let is_node = pattern.path.segments.is_empty() && is_asked_by_name(start) && missing(0, start);
        pattern.variable.is_none() && (is_node || sides.any(|(place, node)| missing(place, node)))
    };
    before.iter().copied().any(misses)
}

/// Whether the properties of a node without a relationship cannot all be joined with it: several, or a null.
fn is_asked_by_name(node: &NodePattern) -> bool {
    match &node.properties {
        Some(Expression::Map(entries)) => entries.len() > 1 || entries.iter().any(|(_, value)| is_null(value)),
        _ => false,
    }
}

/// The patterns of the CREATEs with which a query begins, where what they made is looked for again: a RETURN computes a column,
/// or a MERGE, WITH or FOREACH stands behind them.
fn created_and_looked_for(single: &SingleQuery) -> Vec<&Pattern> {
    let mut patterns = Vec::new();
    for clause in &single.clauses {
        match clause {
            Clause::Create(made) => patterns.extend(made),
            Clause::Merge(_) | Clause::With(_) | Clause::Foreach(_) => return patterns,
            Clause::Return(projection) if projection.items.iter().any(|item| is_computed(&item.expression)) => {
                return patterns;
            }
            _ => break,
        }
    }
    Vec::new()
}

/// Whether an OPTIONAL MATCH has a relationship that points to the left, neither end of which the SQL knows.
pub(super) fn is_lost_to_the_left(clause: &Match, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let known = |node: &NodePattern| node.variable.as_ref().is_some_and(|name| bound.contains(name));
    let is_lost = |path: &PathPattern, hop: &Hop<'_>| {
        let met = hop.place > 0 && hop.from.variable.is_some() && !hops(path).any(|hop| hop.named);
        let left_known = known(&path.start) || known(hop.from) || met;
        let lost = match &hop.to.variable {
            // What stands at both ends is known from the left one.
            Some(name) => !bound.contains(name) && hop.from.variable.as_ref() != Some(name),
            None => hop.place == 0 && !before.is_empty(),
        };
        hop.direction == Direction::Left && !hop.variable && !left_known && lost
    };
    clause.optional && clause.patterns.iter().any(|it| hops(&it.path).any(|hop| is_lost(&it.path, &hop)))
}

/// Whether an OPTIONAL MATCH with a relationship that points to the left to a node with a variable stands among MATCHes in front of
/// a SET, or of a CREATE behind which nothing is returned.
pub(super) fn is_lost_before_write(query: &Query) -> bool {
    let is_lost = |pattern: &Pattern| {
        let all: Vec<Hop<'_>> = hops(&pattern.path).collect();
        // Several relationships without variables whose nodes between have some are told otherwise.
        let between = &all[..all.len().saturating_sub(1)];
        let apart = !between.is_empty()
            && all.iter().all(|hop| !hop.named && !hop.variable)
            && between.iter().all(|hop| hop.to.variable.is_some());
        let is_left = |hop: &Hop<'_>| {
            let named = hop.to.variable.is_some() && hop.to.variable != hop.from.variable;
            hop.direction == Direction::Left && !hop.variable && named
        };
        !apart && all.iter().any(is_left)
    };
    any(Part::Query(query), &mut |part| {
        let Part::Single(SingleQuery { clauses }) = part else { return false };
        let matches = clauses.iter().take_while(|it| matches!(it, Clause::Match(_))).count();
        let returns = clauses.iter().any(|it| matches!(it, Clause::Return(_)));
        let writes = match clauses.get(matches) {
            Some(Clause::Set(_)) => true,
            Some(Clause::Create(_)) => !returns,
            _ => false,
        };
        let has_lost =
            |clause: &Clause| matches!(clause, Clause::Match(it) if it.optional && it.patterns.iter().any(is_lost));
        writes && clauses[..matches].iter().any(has_lost)
    })
}

/// Whether an OPTIONAL MATCH has a variable length neither end of which is bound, whose end has neither labels nor properties and
/// does not stand in front of it.
pub(super) fn has_unknown_far_end(clause: &Match, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let known = |node: &NodePattern| node.variable.as_ref().is_some_and(|name| bound.contains(name));
    let is_unknown = |path: &PathPattern, hop: &Hop<'_>| {
        let bare = hop.to.labels.is_none() && hop.to.properties.is_none();
        let mut met = std::iter::once(&path.start).chain(path.segments[..hop.place].iter().map(node_of));
        let comes_back = hop.to.variable.is_some() && met.any(|node| node.variable == hop.to.variable);
        hop.variable && bare && !comes_back && ![&path.start, hop.from, hop.to].into_iter().any(known)
    };
    clause.optional && clause.patterns.iter().any(|it| hops(&it.path).any(|hop| is_unknown(&it.path, &hop)))
}

/// Whether an OPTIONAL MATCH is of nodes and relationships that are bound and has a WHERE, and the last that the MATCHes in front
/// of it add is no node with labels or properties.
pub(super) fn is_bound_with_filter(clause: &Match, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let is_bound = |pattern: &Pattern| is_all_bound(&pattern.path, &bound);
    let filters = clause.optional && clause.predicate.is_some();
    filters && clause.patterns.iter().all(is_bound) && !ends_with_condition(before)
}

/// Whether a path adds nothing.
fn is_all_bound(path: &PathPattern, bound: &Names<'_>) -> bool {
    let is_bound = |segment: &Segment| match segment {
        Segment::Hop { relationship, node } => {
            relationship.variable.as_ref().is_some_and(|name| bound.contains(name)) && is_in(node, bound)
        }
        Segment::Quantified { .. } => false,
    };
    is_in(&path.start, bound) && path.segments.iter().all(is_bound)
}

/// Whether the last that the MATCHes at the end of the clauses add is a node with labels or properties. An OPTIONAL MATCH is as
/// good as one, and so is the end of a variable length that is known.
fn ends_with_condition(clauses: &[Clause]) -> bool {
    let since = clauses.iter().rposition(|it| !matches!(it, Clause::Match(_))).map_or(0, |at| at + 1);
    let mut known = Names::after([], &clauses[..since]);
    let mut ends = false;
    for clause in &clauses[since..] {
        let Clause::Match(this) = clause else { continue };
        for Pattern { path, .. } in &this.patterns {
            if adds(&mut known, path.start.variable.as_ref()) {
                ends = has_condition(&path.start);
            }
            for segment in &path.segments {
                let Segment::Hop { relationship, node } = segment else { continue };
                let adds_relationship = adds(&mut known, relationship.variable.as_ref());
                let adds_node = adds(&mut known, node.variable.as_ref());
                if adds_relationship || adds_node {
                    ends = (adds_node || relationship.length.is_some()) && has_condition(node);
                }
            }
        }
        ends |= this.optional;
    }
    ends
}

/// Whether a node or relationship is one that was not known.
fn adds<'a>(known: &mut Names<'a>, variable: Option<&'a Name>) -> bool {
    let Some(name) = variable else { return true };
    let adds = !known.contains(name);
    known.bind(name);
    adds
}

fn has_condition(node: &NodePattern) -> bool {
    let is_empty = |map: &Expression| matches!(map, Expression::Map(entries) if entries.is_empty());
    node.labels.is_some() || node.properties.as_ref().is_some_and(|map| !is_empty(map))
}

/// Whether a MATCH has several patterns, one of which is a node that is bound in front of it and stands in none of the others; of
/// an OPTIONAL MATCH the others are not all so, and the first has no relationship of a bound node. The MATCHes between one WITH
/// and the next are one where nothing else is read there, and a node that they bind is not bound in front.
pub(super) fn has_bound_among_others(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| match part {
        Part::Single(SingleQuery { clauses }) => {
            let mut begin = 0;
            clauses.split_inclusive(|clause| matches!(clause, Clause::With(_))).any(|segment| {
                let before = &clauses[..begin];
                begin += segment.len();
                has_bound_apart(before, segment)
            })
        }
        _ => false,
    })
}

fn has_bound_apart(before: &[Clause], segment: &[Clause]) -> bool {
    let is_mandatory = |clause: &Clause| matches!(clause, Clause::Match(it) if !it.optional);
    let reads =
        |it: &&Clause| matches!(it, Clause::Match(_) | Clause::Unwind(_) | Clause::Subquery(_) | Clause::Call(_));
    let together = segment.iter().filter(reads).all(is_mandatory);
    let known = Names::after([], before);
    if together {
        let patterns: Vec<&Pattern> = segment.iter().flat_map(patterns_of).collect();
        return is_bound_apart(&patterns, &known);
    }
    (0..segment.len()).any(|at| {
        let known = Names::after(known.iter(), &segment[..at]);
        let patterns: Vec<&Pattern> = patterns_of(&segment[at]).iter().collect();
        let bound_alone = |it: &&Pattern| it.path.segments.is_empty() && is_in(&it.path.start, &known);
        let is_optional = matches!(&segment[at], Clause::Match(it) if it.optional);
        let leads = |it: &&Pattern| !it.path.segments.is_empty() && nodes(&it.path).any(|node| is_in(node, &known));
        let goes_well = patterns.iter().all(bound_alone) || patterns.first().is_some_and(leads);
        !(is_optional && goes_well) && is_bound_apart(&patterns, &known)
    })
}

fn patterns_of(clause: &Clause) -> &[Pattern] {
    match clause {
        Clause::Match(matched) => &matched.patterns,
        _ => &[],
    }
}

/// Whether one of several patterns is a node that is bound and stands in none of the others.
fn is_bound_apart(patterns: &[&Pattern], bound: &Names<'_>) -> bool {
    let has = |pattern: &Pattern, name: &Name| {
        let mut has = false;
        pattern_variables(pattern, &mut |other| has = has || other == name);
        has
    };
    let lone = |pattern: &&Pattern| pattern.path.segments.is_empty() && is_in(&pattern.path.start, bound);
    let mut alone = patterns.iter().filter(|it| lone(it)).filter_map(|it| it.path.start.variable.as_ref());
    patterns.len() > 1 && alone.any(|name| patterns.iter().filter(|it| has(it, name)).count() == 1)
}

/// Whether all nodes of an EXISTS { } are bound outside of it, which has no variable length.
pub(super) fn asks_for_bound(query: &Query) -> bool {
    asks_of_bound(query, &|patterns, bound| {
        patterns.iter().all(|Pattern { path, .. }| {
            nodes(path).all(|node| is_in(node, bound)) && !hops(path).any(|hop| hop.variable)
        })
    })
}

fn is_in(node: &NodePattern, bound: &Names<'_>) -> bool {
    node.variable.as_ref().is_some_and(|name| bound.contains(name))
}

/// Whether an EXISTS { } is so, given the names that are bound around it.
fn asks_of_bound(query: &Query, test: &dyn Fn(&[Pattern], &Names<'_>) -> bool) -> bool {
    any_clause(query, &mut |clause, before| {
        let mut bound = Names::after([], before);
        if let Clause::Match(_) = clause {
            bound.pass(clause);
        }
        let asks = |subquery: &Subquery| match subquery {
            Subquery::Pattern { patterns, .. } => test(patterns, &bound),
            Subquery::Query(_) => false,
        };
        let is_asked = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Exists(it)) if asks(it) || asks_inside(it, &bound, test));
        any(Part::Clause(clause), &mut |part| is_asked(part))
    })
}

/// Whether an EXISTS { } in the WHERE of another is so, given the names that are bound around that.
fn asks_inside(around: &Subquery, bound: &Names<'_>, test: &dyn Fn(&[Pattern], &Names<'_>) -> bool) -> bool {
    let Subquery::Pattern { patterns, predicate: Some(predicate) } = around else { return false };
    let mut bound = bound.clone();
    patterns.iter().for_each(|pattern| pattern_variables(pattern, &mut |name| bound.bind(name)));
    any(Part::Expression(predicate), &mut |part| match part {
        Part::Expression(Expression::Exists(it)) => {
            matches!(&**it, Subquery::Pattern { patterns, .. } if test(patterns, &bound))
        }
        _ => false,
    })
}

/// Whether an EXISTS { } has a variable length that begins at a node that is bound outside of it.
pub(super) fn asks_for_length_from_bound(query: &Query) -> bool {
    asks_of_bound(query, &|patterns, bound| {
        let [Pattern { path, .. }] = patterns else { return false };
        hops(path).next().is_some_and(|hop| hop.variable && is_in(hop.from, bound))
    })
}

/// Whether the map of a relationship of a MATCH has a text of 254 bytes, or that of a node whose variable stands before it one of
/// 126.
pub(super) fn has_long_text(clause: &Match, before: &[Clause]) -> bool {
    let bound = Names::after([], before);
    let mut passed: Vec<Name> = Vec::new();
    let mut is_long = |part: &Part<'_>| match part {
        Part::Relationship(it) => it.properties.as_ref().is_some_and(|map| has_text_of(map, 254)),
        Part::Node(node) => {
            let is_known = is_in(node, &bound) || node.variable.as_ref().is_some_and(|name| passed.contains(name));
            passed.extend(node.variable.clone());
            is_known && node.properties.as_ref().is_some_and(|map| has_text_of(map, 126))
        }
        _ => false,
    };
    !clause.optional && clause.patterns.iter().any(|it| any(Part::Pattern(it), &mut |part| is_long(part)))
}

fn has_text_of(map: &Expression, bytes: usize) -> bool {
    // Quotes are written twice.
    let length = |text: &str| text.len() + text.matches('\'').count();
    let is_long = |it: &Expression| matches!(it, Expression::Literal(Literal::String(text)) if length(text) >= bytes);
    matches!(map, Expression::Map(entries) if entries.iter().any(|(_, value)| is_long(value)))
}
