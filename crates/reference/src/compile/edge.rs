//! What a planner has to put in order besides nodes.

use graphlance_cypher::ast::Direction;

use crate::plan::{EachHop, Hop, QuantifiedStep, SelectedStep, ShortestStep};
use crate::term::Slot;

/// What connects two nodes of a pattern.
pub(super) struct Edge {
    pub left: Slot,
    pub right: Slot,
    /// As the pattern is written, from left to right.
    pub direction: Direction,
    pub kind: EdgeKind,
}

/// The kinds of connection.
pub(super) enum EdgeKind {
    Single(Hop),
    Variable { slot: Slot, bound: bool, each: Box<EachHop>, needs: Vec<Slot> },
    Quantified(Box<QuantifiedStep>),
    Shortest(Box<ShortestStep>),
    Selected(Box<SelectedStep>, Vec<Slot>),
}

impl Edge {
    pub fn quantified(step: QuantifiedStep) -> Edge {
        Edge {
            left: step.from,
            right: step.to.slot,
            direction: Direction::Right,
            kind: EdgeKind::Quantified(Box::new(step)),
        }
    }

    pub fn shortest(step: ShortestStep) -> Edge {
        let (left, right) = (step.from, step.to);
        Edge { left, right, direction: step.direction, kind: EdgeKind::Shortest(Box::new(step)) }
    }

    pub fn selected(step: SelectedStep, binds: Vec<Slot>) -> Edge {
        let (left, right) = (step.start, step.end);
        Edge { left, right, direction: Direction::Right, kind: EdgeKind::Selected(Box::new(step), binds) }
    }
}
