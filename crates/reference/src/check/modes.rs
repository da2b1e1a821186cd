//! Match modes and path modes.

use graphlance_cypher::ast::{Match, MatchMode, PathMode, PathPattern, PathSelector, Pattern, Segment};

use super::{Checker, syntax};
use crate::CypherError;

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
