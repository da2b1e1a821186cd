//! Rows of a clause that write different values to one place, or of which one reads what another one writes: what comes of it
//! depends on their order. Each such pair is noted with the order in which the other one comes first, since a drawn order may not
//! come upon it.

use std::cell::{Cell, RefCell};

use graphlance_graph::{Name, NodeKey, RelationshipKey, Value};
use rustc_hash::FxHashMap;

use super::Runner;
use crate::schedule::{Exchange, Schedule};
use crate::shared;

/// Conflicts of each kind that are noted: each costs another execution.
const MOST: usize = 4;

/// An element that is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Element {
    Node(NodeKey),
    Relationship(RelationshipKey),
}

/// A row of a batch of rows for which a clause writes one after the other.
type Position = (u64, usize);

/// Values written to properties, each with the row that wrote it last.
type Written = FxHashMap<(Element, Name), (Value, Vec<Position>)>;

/// What was written by which rows. A row of a subquery has a position for each clause around it.
#[derive(Default)]
pub(crate) struct Conflicts {
    batches: Cell<u64>,
    positions: RefCell<Vec<Position>>,
    written: RefCell<Written>,
    created: RefCell<FxHashMap<Element, Vec<Position>>>,
    wins: RefCell<Vec<Exchange>>,
    creates: RefCell<Vec<Exchange>>,
    reads: RefCell<Vec<Exchange>>,
}

impl Conflicts {
    /// The orders in which another row wins.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let noted = [&self.wins, &self.creates, &self.reads];
        noted.iter().flat_map(|exchanges| exchanges.borrow().clone()).collect()
    }

    /// Notes that the row reads a property of a value, or any of its properties.
    pub fn note_read(&self, value: &Value, key: Option<&str>) {
        if self.positions.borrow().is_empty() || self.reads.borrow().len() >= MOST {
            return;
        }
        let Some(element) = element_of(value) else { return };
        let (written, now) = (self.written.borrow(), self.positions.borrow());
        let same = |(other, name): &(Element, Name)| *other == element && key.is_none_or(|key| name == key);
        let then = written.iter().filter(|(place, _)| same(place)).map(|(_, (_, then))| then);
        if let Some((batch, row)) = then.filter_map(|then| apart(then, &now)).map(|(batch, _, row)| (batch, row)).min()
        {
            let first = Exchange { batch, row, last: false };
            let mut reads = self.reads.borrow_mut();
            if !reads.contains(&first) {
                reads.push(first);
            }
        }
    }
}

impl Runner<'_> {
    /// A number for the next batch of rows, and the places `0..length` in the order of the schedule.
    pub(super) fn batch(&self, length: usize) -> (u64, Vec<usize>) {
        let number = self.conflicts.batches.get();
        self.conflicts.batches.set(number + 1);
        (number, self.schedule.places(length, number))
    }

    /// Notes that what follows is for a row of a batch.
    pub(super) fn enter(&self, batch: u64, row: usize) {
        self.conflicts.positions.borrow_mut().push((batch, row));
    }

    /// Notes the end of what is for a row.
    pub(super) fn leave(&self) {
        self.conflicts.positions.borrow_mut().pop();
    }

    pub(super) fn notes_conflicts(&self) -> bool {
        self.schedule == Schedule::Natural && self.refuses() && self.options.experiments.orders > 0
    }

    /// Notes that the row writes a value to a property.
    pub(super) fn note_written(&self, element: Element, key: &Name, value: &Value) {
        if !self.notes_conflicts() {
            return;
        }
        let now = self.conflicts.positions.borrow().clone();
        let before = self.conflicts.written.borrow_mut().insert((element, key.clone()), (value.clone(), now.clone()));
        let other = before.filter(|(other, _)| !shared::identical(other, value));
        let mut wins = self.conflicts.wins.borrow_mut();
        if let Some((batch, row, _)) = other.filter(|_| wins.len() < MOST).and_then(|(_, then)| apart(&then, &now)) {
            wins.push(Exchange { batch, row, last: true });
        }
    }

    /// Notes that the row creates an element.
    pub(super) fn note_created(&self, value: &Value) {
        if let Some(element) = element_of(value).filter(|_| self.notes_conflicts()) {
            let now = self.conflicts.positions.borrow().clone();
            self.conflicts.created.borrow_mut().insert(element, now);
        }
    }

    /// Notes that the row finds an element that it would have created.
    pub(super) fn note_found(&self, value: &Value) {
        let full = self.conflicts.creates.borrow().len() >= MOST;
        let Some(element) = element_of(value).filter(|_| !full && self.notes_conflicts()) else { return };
        let created = self.conflicts.created.borrow();
        let Some(then) = created.get(&element) else { return };
        if let Some((batch, _, row)) = apart(then, &self.conflicts.positions.borrow()) {
            self.conflicts.creates.borrow_mut().push(Exchange { batch, row, last: false });
        }
    }
}

fn element_of(value: &Value) -> Option<Element> {
    match value {
        Value::Node(node) => Some(Element::Node(node.key)),
        Value::Relationship(relationship) => Some(Element::Relationship(relationship.key)),
        _ => None,
    }
}

/// The batch in which two positions are of different rows, and these rows.
fn apart(one: &[Position], other: &[Position]) -> Option<(u64, usize, usize)> {
    let pairs = one.iter().zip(other).take_while(|((one, _), (other, _))| one == other);
    pairs
        .into_iter()
        .find(|((_, one), (_, other))| one != other)
        .map(|((batch, one), (_, other))| (*batch, *one, *other))
}
