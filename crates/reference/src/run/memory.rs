//! How much memory tables and lists take, estimated from the parts that grow.

use graphlance_graph::Value;

use super::Runner;
use crate::Failure;
use crate::term::{Frame, Slot};

/// Lists and texts that are shorter than this are not worth counting where they come and go.
const SHORT: usize = 1_000;
/// Bytes that an allocation takes beside those that were asked for.
pub(super) const ALLOCATION: usize = 16;
/// Bytes of a value in a row or a list.
pub(super) const VALUE: usize = std::mem::size_of::<Value>();

impl Runner<'_> {
    /// Bytes held now.
    pub(crate) fn held(&self) -> usize {
        self.memory.get()
    }

    /// Goes back to so many bytes held.
    pub(super) fn release_to(&self, bytes: usize) {
        self.memory.set(bytes);
    }

    /// Counts so many bytes no longer.
    pub(super) fn release(&self, bytes: usize) {
        self.release_to(self.held().saturating_sub(bytes));
    }

    /// Counts bytes as held. Errors: [`Failure::OutOfBudget`].
    pub(super) fn hold(&self, bytes: usize) -> Result<(), Failure> {
        let held = self.memory.get().saturating_add(bytes);
        self.memory.set(held);
        if held > self.options.budget.memory { Err(Failure::OutOfBudget("memory")) } else { Ok(()) }
    }

    /// Counts a row with the values in these slots, which are its own.
    pub(super) fn hold_row(&self, frame: &Frame, own: &[Slot]) -> Result<(), Failure> {
        self.hold(row(frame) + own.iter().map(|slot| weight(&frame[*slot])).sum::<usize>())
    }

    /// Counts the table that an answer has beside the rows of which it is made.
    pub(crate) fn hold_answer(&self, rows: usize, columns: usize) -> Result<(), Failure> {
        self.hold(rows * (std::mem::size_of::<Frame>() + ALLOCATION + columns * VALUE))
    }

    /// Counts a value that an expression made, where it is a long one.
    pub(super) fn hold_long(&self, value: &Value) -> Result<(), Failure> {
        let weight = weight(value);
        if weight > SHORT * VALUE { self.hold(weight) } else { Ok(()) }
    }

    /// Counts a long value no longer, since another one takes its place.
    pub(super) fn let_go(&self, value: &Value) {
        let weight = weight(value);
        if weight > SHORT * VALUE {
            self.release(weight);
        }
    }

    /// Goes back to the bytes that were held before a clause, and these rows.
    pub(super) fn hold_only(&self, before: usize, frames: &[Frame]) -> Result<(), Failure> {
        self.release_to(before);
        let mut bytes = 0;
        let mut last: Option<&Frame> = None;
        for frame in frames {
            bytes += row(frame);
            for (slot, value) in frame.iter().enumerate() {
                if last.is_none_or(|last| !shares(&last[slot], value)) {
                    bytes += weight(value);
                }
            }
            last = Some(frame);
        }
        self.hold(bytes)
    }
}

fn row(frame: &Frame) -> usize {
    // A table that grows has places for up to as many rows again.
    2 * std::mem::size_of::<Frame>() + ALLOCATION + frame.len() * VALUE
}

/// Bytes of a value beside those of its place: of its own, and not of what it holds.
pub(super) fn weight(value: &Value) -> usize {
    match value {
        Value::List(items) => 3 * ALLOCATION + items.len() * VALUE,
        // A node of a B-tree has places for eleven entries, of which half are taken.
        Value::Map(entries) => 2 * ALLOCATION + entries.len().div_ceil(6) * 11 * 2 * VALUE,
        Value::Path(path) => {
            6 * ALLOCATION + (path.nodes.len() + path.relationships.len()) * std::mem::size_of::<usize>()
        }
        Value::String(text) if text.len() > VALUE => 2 * ALLOCATION + text.len(),
        _ => 0,
    }
}

/// Whether two values are one in memory.
fn shares(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => std::sync::Arc::ptr_eq(a, b),
        (Value::Map(a), Value::Map(b)) => std::sync::Arc::ptr_eq(a, b),
        (Value::Path(a), Value::Path(b)) => std::sync::Arc::ptr_eq(a, b),
        (Value::String(a), Value::String(b)) => a.as_ptr() == b.as_ptr(),
        _ => false,
    }
}
