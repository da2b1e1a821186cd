//! What an operation keeps between two draws.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::traverser::{Queue, Traverser};
use crate::program::OpId;
use crate::value::Value;

/// What an operation keeps between two draws.
#[derive(Debug, Default)]
pub(super) struct State {
    /// What it was given, in front of what it draws.
    pub starts: Queue,
    /// What was looked at and not drawn.
    pub ended: Option<Traverser>,
    /// What comes out next, one traverser after the other.
    pub pending: VecDeque<Traverser>,
    /// The objects that come out of a traverser.
    pub outputs: VecDeque<Value>,
    pub current: Option<Traverser>,
    pub done: bool,
    /// Whether equal ones of what it draws were made one.
    pub lumped: bool,
    /// Whether it was done before its chain began anew.
    pub spent: bool,
    pub count: u64,
    /// Counts by the rounds of the `repeat`s around.
    pub rounds: FxHashMap<Vec<(OpId, i64)>, u64>,
    /// What was seen, each with the object that it was first seen of.
    pub seen: FxHashMap<Value, Traverser>,
    pub held: Option<Value>,
}

impl State {
    /// As it was at first, but for the room that it takes; `done`: whether nothing is to come of it any more.
    pub fn begin_anew(&mut self, done: bool) {
        let (mut starts, mut pending, mut outputs) =
            (std::mem::take(&mut self.starts), std::mem::take(&mut self.pending), std::mem::take(&mut self.outputs));
        starts.clear();
        pending.clear();
        outputs.clear();
        *self = State { starts, pending, outputs, done, spent: done, ..State::default() };
    }
}
