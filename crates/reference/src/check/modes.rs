//! Match modes and path modes.

use graphlance_cypher::ast::{Match, MatchMode, PathMode, PathPattern, PathSelector, Pattern, Segment};
use graphlance_cypher::names::pattern_variables;
use graphlance_cypher::walk::{NameKind, Part, for_each_name};
use graphlance_graph::Name;

use super::{Checker, syntax};
use crate::{CypherError, Failure};

impl Checker {
    /// The patterns of a MATCH in a mode. In REPEATABLE ELEMENTS a relationship may stand twice, but no repetition is
    /// without bounds (Cypher manual, "Match modes").
    pub(super) fn matched(&mut self, clause: &Match) -> Result<(), CypherError> {
        let Some(mode) = clause.mode else { return self.patterns(&clause.patterns) };
        if clause.patterns.iter().any(is_function) {
            return Err(syntax("UnexpectedSyntax", "shortestPath() under a match mode"));
        }
        if mode == MatchMode::RepeatableElements && clause.patterns.iter().any(|pattern| is_endless(&pattern.path)) {
            return Err(syntax("UnexpectedSyntax", "a repetition without an upper bound under REPEATABLE ELEMENTS"));
        }
        let restricts = |pattern: &Pattern| effective(pattern) != PathMode::Walk;
        if mode == MatchMode::RepeatableElements && clause.patterns.iter().any(restricts) {
            return Err(syntax("UnexpectedSyntax", "TRAIL or ACYCLIC under REPEATABLE ELEMENTS"));
        }
        let outer = std::mem::replace(&mut self.repeatable, mode == MatchMode::RepeatableElements);
        let result = self.patterns(&clause.patterns);
        self.repeatable = outer;
        result
    }
}

/// The path modes of patterns that stand together: one for all of them (Neo4j: 42N61), and none where a relationship has a length
/// (51N26).
pub(super) fn check_path_modes(patterns: &[Pattern]) -> Result<(), CypherError> {
    let Some(first) = patterns.iter().find(|pattern| pattern.mode.is_some()) else { return Ok(()) };
    if patterns.iter().any(|pattern| effective(pattern) != effective(first)) {
        return Err(syntax("UnexpectedSyntax", "paths of one MATCH in different path modes"));
    }
    if patterns.iter().any(is_function) {
        return Err(syntax("UnexpectedSyntax", "shortestPath() beside a path mode"));
    }
    let has_length =
        |segment: &Segment| matches!(segment, Segment::Hop { relationship, .. } if relationship.length.is_some());
    let in_mode = patterns.iter().filter(|pattern| pattern.mode.is_some());
    if in_mode.flat_map(|pattern| &pattern.path.segments).any(has_length) {
        return Err(syntax("UnexpectedSyntax", "a relationship of variable length in a path mode"));
    }
    Ok(())
}

/// Only the ends of a pattern under a selector may be named by the other patterns of its MATCH (Neo4j: 42N59, 42I21): what is
/// within is selected before the patterns are joined. Errors: [`Failure::Unknown`], since no document says so.
pub(crate) fn refuse_joins_inside(patterns: &[Pattern]) -> Result<(), Failure> {
    let joined_inside = |pattern: &Pattern| {
        let names = names_inside(pattern);
        let others = patterns.iter().filter(|other| !std::ptr::eq(*other, pattern));
        let mut shared = false;
        others.for_each(|other| pattern_variables(other, &mut |name| shared |= names.contains(name)));
        shared
    };
    let selects = |pattern: &&Pattern| patterns.len() > 1 && pattern.selector.is_selective();
    match patterns.iter().filter(selects).any(joined_inside) {
        true => Err(Failure::Unknown("a pattern that names what is within another one under a path selector".into())),
        false => Ok(()),
    }
}

/// The variables of a pattern, each as often as it is used, without the names of the two ends.
fn names_inside(pattern: &Pattern) -> Vec<Name> {
    let mut names = Vec::new();
    for_each_name(Part::Pattern(pattern), &mut |name, kind| {
        names.extend((kind == NameKind::Variable).then(|| name.clone()));
    });
    let end = match pattern.path.segments.last() {
        Some(Segment::Hop { node, .. } | Segment::Quantified { node, .. }) => node.variable.as_ref(),
        None => None,
    };
    for end in pattern.path.start.variable.iter().chain(end) {
        names.iter().position(|name| name == end).map(|place| names.swap_remove(place));
    }
    names
}

/// Without a path mode a path is a WALK, which its match mode may restrict.
fn effective(pattern: &Pattern) -> PathMode {
    pattern.mode.unwrap_or(PathMode::Walk)
}

fn is_function(pattern: &Pattern) -> bool {
    matches!(pattern.selector, PathSelector::ShortestPath | PathSelector::AllShortestPaths)
}

fn is_endless(path: &PathPattern) -> bool {
    path.segments.iter().any(|segment| match segment {
        Segment::Hop { relationship, .. } => relationship.length.is_some_and(|length| length.max.is_none()),
        Segment::Quantified { quantifier, .. } => quantifier.max.is_none(),
    })
}
