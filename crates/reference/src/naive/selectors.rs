//! Path selectors and the shortest path functions: of all paths between two nodes, some.

use graphlance_cypher::ast::{Length, PathSelector, Pattern, Segment};
use graphlance_graph::{Name, NodeKey, Value};

use super::conditions::Prospect;
use super::matching::{Partial, conditions_of};
use super::{Engine, Slip};
use crate::Failure;

/// A relationship without a length stands in a list as those with one do: Neo4j reads `shortestPath((a)-[r]->(b))` as `[r*1..1]`.
fn list_relationship(pattern: &Pattern, partial: &mut Partial<'_>) {
    if let [Segment::Hop { relationship, .. }] = pattern.path.segments.as_slice()
        && relationship.length.is_none()
        && let Some(name) = &relationship.variable
        && let Some(single) = partial.record.get(name).cloned()
    {
        partial.record.insert(name.clone(), Value::List(vec![single].into()));
    }
}

impl<'q> Engine<'_> {
    /// Every way in which a match goes on with a pattern under a selector. The paths are those that the pattern with all its
    /// own conditions matches; of those between the same two nodes the selector takes some (the manual, "Path selectors").
    pub(super) fn selected(&self, pattern: &'q Pattern, partial: Partial<'q>) -> Result<Vec<Partial<'q>>, Failure> {
        let (used, outer) = (partial.used.clone(), partial.conditions.clone());
        let is_function = matches!(pattern.selector, PathSelector::ShortestPath | PathSelector::AllShortestPaths);
        if is_function {
            self.refuse_conditions_on_shortest(pattern, &partial)?;
        } else if !used.is_empty() && !partial.repeats {
            return Err(Failure::Unknown("a path selector beside other patterns with relationships".into()));
        }
        let enclosed = pattern.enclosed.as_deref();
        let within = conditions_of(enclosed.and_then(|enclosed| enclosed.predicate.as_ref()));
        let begin = Partial { used: Vec::new(), conditions: within, ..partial };
        let mut between: Vec<([NodeKey; 2], Vec<Partial<'q>>)> = Vec::new();
        for mut found in self.in_mode(pattern, self.path(&pattern.path, vec![begin])?) {
            if let Some(name) = enclosed.and_then(|enclosed| enclosed.variable.as_ref()) {
                found.record.insert(name.clone(), found.path());
            }
            if self.settle(&mut found.conditions, &found.record, true)? == Prospect::Lost {
                continue;
            }
            let (Some(first), Some(last)) = (found.nodes.first(), found.nodes.last()) else { continue };
            let ends = [first.key, last.key];
            match between.iter_mut().find(|(known, _)| *known == ends) {
                Some((_, paths)) => paths.push(found),
                None => between.push((ends, vec![found])),
            }
        }
        let mut selected = Vec::new();
        for ([start, end], paths) in between {
            if is_function && start == end && paths.iter().all(|path| !path.relationships.is_empty()) {
                self.leave_open("the shortest path from a node to itself")?;
                continue;
            }
            selected.extend(self.select(pattern.selector, paths)?);
        }
        for partial in &mut selected {
            if is_function {
                list_relationship(pattern, partial);
            }
            partial.used.extend(used.iter().copied());
            partial.conditions.extend(outer.iter().cloned());
        }
        self.prune(selected)
    }

    /// What a selector takes of the paths between two nodes.
    fn select(&self, selector: PathSelector, mut paths: Vec<Partial<'q>>) -> Result<Vec<Partial<'q>>, Failure> {
        self.arrange(&mut paths);
        if let PathSelector::AnyPaths(count) = selector {
            paths.truncate(count as usize);
            return Ok(paths);
        }
        paths.sort_by_key(|path| path.relationships.len());
        if self.slips(Slip::LongestForShortest) {
            paths.reverse();
        }
        let shortest = paths.first().map_or(0, |path| path.relationships.len());
        match selector {
            PathSelector::AllShortest | PathSelector::AllShortestPaths => {
                paths.retain(|path| path.relationships.len() == shortest);
            }
            PathSelector::Shortest(count) => paths.truncate(count as usize),
            // In Cypher ANY is SHORTEST 1.
            PathSelector::ShortestPath | PathSelector::Any => paths.truncate(1),
            PathSelector::ShortestGroups(count) => {
                let mut lengths: Vec<usize> = paths.iter().map(|path| path.relationships.len()).collect();
                lengths.dedup();
                lengths.truncate(count as usize);
                paths.retain(|path| lengths.contains(&path.relationships.len()));
            }
            PathSelector::All | PathSelector::AnyPaths(_) => {}
        }
        Ok(paths)
    }

    /// Engines differ in whether a WHERE on a shortest path filters the shortest ones or takes part in finding them.
    fn refuse_conditions_on_shortest(&self, pattern: &Pattern, partial: &Partial<'q>) -> Result<(), Failure> {
        let [Segment::Hop { relationship, .. }] = pattern.path.segments.as_slice() else {
            return Err(Failure::Unknown("shortestPath over other than one relationship pattern".into()));
        };
        let names: Vec<&Name> = pattern.variable.iter().chain(&relationship.variable).collect();
        if relationship.variable.as_ref().is_some_and(|name| partial.record.contains_key(name)) {
            return Err(Failure::Unknown("a shortest path over a relationship that is bound".into()));
        }
        if partial.conditions.iter().any(|condition| condition.mentions(&names)) {
            self.leave_open("a condition on a shortest path")?;
        }
        if relationship.length.is_some_and(|Length { min, .. }| min.unwrap_or(1) > 1) {
            return Err(Failure::Unknown("a shortest path with a lower bound above 1".into()));
        }
        Ok(())
    }
}
