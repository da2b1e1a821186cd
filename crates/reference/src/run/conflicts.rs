//! Rows of a clause that write different values to one place, or of which one reads what another one writes: what comes of it
//! depends on their order. Each such pair is noted with the order in which the other one comes first, since a drawn order may not
//! come upon it.

use std::cell::{Cell, RefCell};

use graphlance_graph::{Name, NodeKey, Properties, RelationshipKey, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Runner;
use crate::schedule::{Exchange, Schedule};
use crate::shared;

/// Conflicts of each kind that are noted: each costs another execution.
const MOST: usize = 4;
/// Places that are looked through when a row reads all properties of an element.
const PLACES: usize = 256;
/// Rows that an exchange moves.
const MOVED: usize = 64;

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

/// The first and the last row that reads a property of an element, or any of its properties.
type Readers = FxHashMap<(Element, Option<Name>), [Vec<Position>; 2]>;

/// Rows that write to a property, as many as an exchange moves.
type Writers = FxHashMap<(Element, Name), Vec<Vec<Position>>>;

/// What was written by which rows. A row of a subquery has a position for each clause around it.
#[derive(Default)]
pub(crate) struct Conflicts {
    batches: Cell<u64>,
    /// Batches of more than two rows.
    of_many: RefCell<FxHashSet<u64>>,
    positions: RefCell<Vec<Position>>,
    written: RefCell<Written>,
    created: RefCell<FxHashMap<Element, Vec<Position>>>,
    wins: RefCell<Vec<Exchange>>,
    creates: RefCell<Vec<Exchange>>,
    /// Orders in which another row creates a relationship, and turns it.
    turns: RefCell<Vec<Exchange>>,
    /// In which batches which properties are written by one row and read by another one.
    reads: RefCell<Vec<(u64, Element, Name)>>,
    writers: RefCell<Writers>,
    readers: RefCell<Readers>,
}

impl Conflicts {
    /// The orders in which another row wins.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let mut exchanges: Vec<Exchange> =
            [&self.wins, &self.creates, &self.turns].iter().flat_map(|noted| noted.borrow().clone()).collect();
        let writers = self.writers.borrow();
        for (batch, element, key) in self.reads.borrow().iter() {
            let of_batch = |then: &Vec<Position>| then.iter().find(|(number, _)| number == batch).map(|(_, row)| *row);
            let mut rows = writers.get(&(*element, key.clone())).into_iter().flatten().filter_map(of_batch);
            let Some(row) = rows.next() else { continue };
            let others = rows.filter(|row| *row < 64).fold(0, |others, row| others | 1 << row);
            exchanges.extend([false, true].map(|last| Exchange { batch: *batch, row, others, last }));
        }
        exchanges
    }

    /// Whether these exchanges stand for all other orders of the rows that are in each other's way: where there are two of them, in
    /// one batch, one of the exchanges turns them, and nothing was left unnoted.
    pub fn are_all(&self, exchanges: &[Exchange]) -> bool {
        let Some(Exchange { batch, .. }) = exchanges.first() else { return true };
        let of_one = exchanges.iter().all(|exchange| exchange.batch == *batch);
        let turns = |exchange: &Exchange| Schedule::Exchanged(*exchange).places(2, *batch) == [1, 0];
        of_one && !self.of_many.borrow().contains(batch) && !self.is_full() && exchanges.iter().any(turns)
    }

    /// Whether conflicts may have come of which none was noted any more.
    fn is_full(&self) -> bool {
        let noted = [&self.wins, &self.creates, &self.turns];
        noted.iter().any(|noted| noted.borrow().len() >= MOST)
            || self.reads.borrow().len() >= MOST
            || self.written.borrow().len() > PLACES
    }

    /// Notes that the row reads a property of a value, or any of its properties.
    pub fn note_read(&self, value: &Value, key: Option<&str>) {
        if self.positions.borrow().is_empty() || self.reads.borrow().len() >= MOST {
            return;
        }
        let Some(element) = element_of(value) else { return };
        let (written, now) = (self.written.borrow(), self.positions.borrow());
        let mut readers = self.readers.borrow_mut();
        let [_, last] = readers.entry((element, key.map(Name::from))).or_insert_with(|| [now.clone(), now.clone()]);
        last.clone_from(&now);
        let conflict = |name: &Name, then: &[Position]| Some((apart(then, &now)?.0, name.clone()));
        let found = match key {
            Some(key) => {
                let place = (element, Name::from(key));
                written.get(&place).and_then(|(_, then)| conflict(&place.1, then))
            }
            // More places than these are not looked through for each row.
            None if written.len() > PLACES => None,
            None => {
                let of_element = written.iter().filter(|((other, _), _)| *other == element);
                of_element.filter_map(|((_, name), (_, then))| conflict(name, then)).min()
            }
        };
        if let Some((batch, name)) = found {
            self.reads_written(batch, element, &name);
        }
    }

    /// Notes that the row writes what another row has read.
    fn note_overwritten(&self, element: Element, key: &Name, now: &[Position]) {
        if self.reads.borrow().len() >= MOST {
            return;
        }
        let readers = self.readers.borrow();
        let of = [Some(key.clone()), None].map(|key| readers.get(&(element, key)));
        if let Some((batch, ..)) = of.into_iter().flatten().flatten().filter_map(|then| apart(then, now)).min() {
            self.reads_written(batch, element, key);
        }
    }

    fn reads_written(&self, batch: u64, element: Element, key: &Name) {
        let mut reads = self.reads.borrow_mut();
        let place = (batch, element, key.clone());
        if !reads.contains(&place) {
            reads.push(place);
        }
    }
}

impl Runner<'_> {
    /// A number for the next batch of rows, and the places `0..length` in the order of the schedule.
    pub(super) fn batch(&self, length: usize) -> (u64, Vec<usize>) {
        let number = self.conflicts.batches.get();
        self.conflicts.batches.set(number + 1);
        if length > 2 && self.notes_conflicts() {
            self.conflicts.of_many.borrow_mut().insert(number);
        }
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
        self.conflicts.note_overwritten(element, key, &now);
        let mut writers = self.conflicts.writers.borrow_mut();
        let rows = writers.entry((element, key.clone())).or_default();
        if rows.len() < MOVED {
            rows.push(now.clone());
        }
        let before = self.conflicts.written.borrow_mut().insert((element, key.clone()), (value.clone(), now.clone()));
        let other = before.filter(|(other, _)| !shared::identical(other, value));
        let mut wins = self.conflicts.wins.borrow_mut();
        if let Some((batch, row, _)) = other.filter(|_| wins.len() < MOST).and_then(|(_, then)| apart(&then, &now)) {
            wins.push(Exchange::of(batch, row, true));
        }
    }

    /// Notes that the row takes all properties from an element but for these.
    pub(super) fn note_cleared(&self, element: Element, kept: &Properties) {
        if !self.notes_conflicts() {
            return;
        }
        let properties = match element {
            Element::Node(key) => self.graph.node(key).map(|node| &node.properties),
            Element::Relationship(key) => self.graph.relationship(key).map(|relationship| &relationship.properties),
        };
        let cleared = properties.into_iter().flat_map(|properties| properties.keys());
        cleared.filter(|key| !kept.contains_key(*key)).for_each(|key| self.note_written(element, key, &Value::Null));
    }

    /// Notes that the row creates an element.
    pub(super) fn note_created(&self, value: &Value) {
        if let Some(element) = element_of(value).filter(|_| self.notes_conflicts()) {
            let now = self.conflicts.positions.borrow().clone();
            self.conflicts.created.borrow_mut().insert(element, now);
        }
    }

    /// Notes that the row finds an element that it would have created; `turned`, in the other direction.
    pub(super) fn note_found(&self, value: &Value, turned: bool) {
        let noted = if turned { &self.conflicts.turns } else { &self.conflicts.creates };
        let full = noted.borrow().len() >= MOST;
        let Some(element) = element_of(value).filter(|_| !full && self.notes_conflicts()) else { return };
        let created = self.conflicts.created.borrow();
        let Some(then) = created.get(&element) else { return };
        if let Some((batch, _, row)) = apart(then, &self.conflicts.positions.borrow()) {
            noted.borrow_mut().push(Exchange::of(batch, row, false));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether exchanges stand for all orders where batch 1 has three rows, and all others have two.
    fn check(exchanges: &[Exchange], expected: bool) {
        let conflicts = Conflicts::default();
        conflicts.of_many.borrow_mut().insert(1);
        assert_eq!(conflicts.are_all(exchanges), expected, "{exchanges:?}");
    }

    #[test]
    fn of_one_batch_of_two_rows_there_is_one_other_order() {
        let turned = |batch: u64| Exchange::of(batch, 0, true);
        check(&[], true);
        check(&[turned(0), turned(0)], true);
        check(&[turned(1)], false);
        check(&[turned(0), turned(2)], false);
        // Rows that are all moved, or moved to where they are, stay in their order.
        let both = |last| Exchange { others: 0b10, ..Exchange::of(0, 0, last) };
        check(&[both(false), both(true)], false);
        check(&[Exchange::of(0, 0, false)], false);
        check(&[Exchange::of(0, 0, false), turned(0)], true);
    }

    #[test]
    fn where_no_more_is_noted_there_may_be_other_orders() {
        let turned = Exchange::of(0, 0, true);
        let conflicts = Conflicts::default();
        conflicts.wins.replace(vec![turned; MOST - 1]);
        assert!(conflicts.are_all(&conflicts.exchanges()));
        conflicts.wins.borrow_mut().push(turned);
        assert!(!conflicts.are_all(&conflicts.exchanges()));
    }
}
