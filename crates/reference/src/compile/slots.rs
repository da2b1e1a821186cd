//! The slots of the elements of patterns.

use graphlance_cypher::ast::{PathPattern, Pattern, Segment};
use graphlance_graph::Name;

use super::Compiler;
use crate::plan::{MatchStep, PathPart};
use crate::term::Slot;

/// The slots of a path pattern's elements.
pub(crate) struct PathSlots {
    pub nodes: Vec<Slot>,
    pub segments: Vec<SegmentSlots>,
    pub path: Option<Slot>,
    /// The path variable in parentheses.
    pub enclosed: Option<Slot>,
}

/// The slots of a segment.
pub(crate) enum SegmentSlots {
    Hop { slot: Slot, bound: bool },
    Quantified { inner: PathSlots, scope: Vec<(Name, Slot)>, groups: Vec<(Slot, Slot)>, trace: Slot },
}

impl Compiler<'_> {
    pub(super) fn declare_pattern(&mut self, pattern: &Pattern) -> PathSlots {
        let mut slots = self.declare_path(&pattern.path);
        slots.path = pattern.variable.as_ref().map(|name| self.declare(name));
        let enclosed = pattern.enclosed.as_ref().and_then(|enclosed| enclosed.variable.as_ref());
        slots.enclosed = enclosed.map(|name| self.declare(name));
        slots
    }

    pub(super) fn declare_path(&mut self, path: &PathPattern) -> PathSlots {
        let mut nodes = vec![self.declare_element(path.start.variable.as_ref()).0];
        let mut segments = Vec::with_capacity(path.segments.len());
        for segment in &path.segments {
            match segment {
                Segment::Hop { relationship, node } => {
                    let (slot, bound) = self.declare_element(relationship.variable.as_ref());
                    segments.push(SegmentSlots::Hop { slot, bound });
                    nodes.push(self.declare_element(node.variable.as_ref()).0);
                }
                Segment::Quantified { path, node, .. } => {
                    segments.push(self.declare_quantified(path));
                    nodes.push(self.declare_element(node.variable.as_ref()).0);
                }
            }
        }
        PathSlots { nodes, segments, path: None, enclosed: None }
    }

    /// The slot of a variable, new unless the name is in scope, and whether it was.
    fn declare_element(&mut self, name: Option<&Name>) -> (Slot, bool) {
        let Some(name) = name else { return (self.fresh(), false) };
        match self.resolve(name) {
            Some(slot) => (slot, true),
            None => (self.declare(name), false),
        }
    }

    fn declare_quantified(&mut self, path: &PathPattern) -> SegmentSlots {
        let mark = self.scope.len();
        let inner = self.declare_path(path);
        let scope = self.scope.split_off(mark);
        let groups = scope.iter().map(|(name, slot)| (*slot, self.declare(name))).collect();
        let trace = self.fresh();
        SegmentSlots::Quantified { inner, scope, groups, trace }
    }
}

impl PathSlots {
    /// All slots of elements.
    pub fn all(&self) -> Vec<Slot> {
        let mut all = self.nodes.clone();
        for segment in &self.segments {
            match segment {
                SegmentSlots::Hop { slot, .. } => all.push(*slot),
                SegmentSlots::Quantified { groups, trace, .. } => {
                    all.extend(groups.iter().map(|(_, group)| *group));
                    all.push(*trace);
                }
            }
        }
        all.extend(self.enclosed);
        all
    }
}

pub(super) fn path_parts(slots: &PathSlots) -> Vec<PathPart> {
    let parts = slots.segments.iter().map(|segment| match segment {
        SegmentSlots::Hop { slot, .. } => PathPart::One(*slot),
        SegmentSlots::Quantified { trace, .. } => PathPart::Many(*trace),
    });
    parts.collect()
}

/// A step that refers to no filter.
pub(super) fn path_step(slot: Slot, start: Slot, parts: Vec<PathPart>) -> MatchStep {
    MatchStep::Path { slot, start, parts }
}
