//! Traversers: objects on their way through a traversal, with what they remember.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use graphlance_gremlin::Name;
use rustc_hash::{FxHashMap, FxHasher};

use crate::program::{OpId, Readers};
use crate::value::{Value, VertexKey};

/// Equal objects in one traverser at most, so that as many traversers as the budget has work for are fewer than 2^63.
pub(crate) const MOST_BULK: u64 = 1 << 39;

/// An object on its way. A bulk of several is as many of them.
#[derive(Clone, Debug)]
pub(crate) struct Traverser {
    pub value: Value,
    pub bulk: u64,
    pub sack: Option<Value>,
    pub loops: Vec<Round>,
    /// Where it was, the last place first; none where nothing asks for it.
    pub path: Option<Rc<Place>>,
    /// Whether it only starts a branch and is no object.
    pub ghost: bool,
}

/// A `repeat` that a traverser is in, and its finished rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Round {
    pub op: OpId,
    pub name: Option<Name>,
    pub count: i64,
}

/// A place of a path.
#[derive(Debug)]
pub(crate) struct Place {
    pub value: Value,
    pub labels: Vec<Label>,
    pub before: Option<Rc<Place>>,
    /// Places of the path up to this one.
    pub count: usize,
}

/// A label of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub name: Name,
    /// The last operation of the root that reads it, if any does.
    read: Option<OpId>,
}

impl Place {
    /// The labels that operations from one on read.
    fn labels_read(&self, from: OpId) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(move |label| label.read.is_some_and(|last| from <= last))
    }

    pub fn has_label(&self, name: &str) -> bool {
        self.labels.iter().any(|label| label.name == name)
    }

    /// The one that comes next, without labels; the first where there is none before it.
    pub fn next(before: Option<Rc<Place>>, value: Value) -> Place {
        let count = before.as_ref().map_or(1, |before| before.count + 1);
        Place { value, labels: Vec::new(), before, count }
    }
}

impl Drop for Place {
    /// Long paths are dropped one place after the other, not one inside of the other.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(place) = before {
            match Rc::try_unwrap(place) {
                Ok(mut place) => before = place.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl Traverser {
    /// This one with another object, which comes next in its path.
    pub fn split(&self, value: Value) -> Traverser {
        let path = self.path.as_ref().map(|path| {
            let before = Some(Rc::clone(path)).filter(|_| !self.ghost);
            Rc::new(Place::next(before, value.clone()))
        });
        let (sack, loops) = (self.sack.clone(), self.loops.clone());
        Traverser { value, bulk: self.bulk, sack, loops, path, ghost: false }
    }

    /// This one with the object of another, as often as that one counts.
    pub fn split_as(&self, other: Traverser) -> Traverser {
        let mut split = self.split(other.value);
        split.bulk = split.bulk.saturating_mul(other.bulk);
        split
    }

    /// This one with labels at the last place of its path.
    pub fn add_labels(&mut self, labels: &[Name], readers: &Readers) {
        let Some(path) = self.path.as_ref().filter(|_| !labels.is_empty()) else { return };
        let mut same = Place::next(path.before.clone(), path.value.clone());
        same.labels.clone_from(&path.labels);
        for name in labels {
            if !same.has_label(name) {
                same.labels.push(Label { name: name.clone(), read: readers.last(name) });
            }
        }
        self.path = Some(Rc::new(same));
    }

    /// What it costs to look through its path once.
    pub fn path_cost(&self) -> usize {
        self.path.as_ref().map_or(0, |path| path.count / 8)
    }

    /// The vertex that it was at before it came to where it is, and how many places of the path were looked at.
    pub fn vertex_before(&self) -> (Option<VertexKey>, usize) {
        let mut places = std::iter::successors(self.path.as_ref(), |place| place.before.as_ref()).zip(1..).skip(1);
        let found = places.find_map(|(place, count)| match place.value {
            Value::Vertex(key) => Some((Some(key), count)),
            _ => None,
        });
        found.unwrap_or((None, self.path.as_ref().map_or(0, |path| path.count)))
    }

    /// The places of its path, the first one first.
    pub fn places(&self) -> Vec<Rc<Place>> {
        let mut places: Vec<Rc<Place>> =
            std::iter::successors(self.path.clone(), |place| place.before.clone()).collect();
        places.reverse();
        places
    }

    /// The objects under a label, the first one first, and how many places of the path were looked at.
    pub fn labelled(&self, label: &str) -> (Vec<Value>, usize) {
        let (mut found, mut places) = (Vec::new(), 0);
        let mut place = self.path.as_ref();
        while let Some(here) = place {
            places += 1;
            if here.has_label(label) {
                found.push(here.value.clone());
            }
            place = here.before.as_ref();
        }
        found.reverse();
        (found, places)
    }

    /// Whether the last object of its path in front of it that has a label is an equal one with one of these.
    pub fn is_labelled_before(&self, labels: &[Name]) -> bool {
        let Some(path) = self.path.as_ref().filter(|path| path.labels.is_empty()) else { return false };
        let mut before = std::iter::successors(path.before.as_ref(), |place| place.before.as_ref());
        let last = before.find(|place| !place.labels.is_empty());
        last.is_some_and(|last| last.value == self.value && labels.iter().any(|label| last.has_label(label)))
    }

    /// Whether an object of its path has a label.
    pub fn has_label(&self, label: &str) -> bool {
        let mut places = std::iter::successors(self.path.as_ref(), |place| place.before.as_ref());
        places.any(|place| place.has_label(label))
    }

    /// How often it went around the innermost `repeat`.
    pub fn rounds(&self) -> i64 {
        self.loops.last().map_or(0, |round| round.count)
    }
}

/// What tells traversers apart beside their objects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Telling {
    pub paths: bool,
    /// From which operation on labels count that are read.
    pub labels_from: OpId,
    /// Whether sacks can be merged.
    pub sacks: bool,
}

impl Telling {
    fn same(self, a: &Traverser, b: &Traverser) -> bool {
        if a.value != b.value || a.loops != b.loops || a.ghost != b.ghost {
            return false;
        }
        if (a.sack.is_some() || b.sack.is_some()) && !self.sacks {
            return false;
        }
        same_places(a, b, (!self.paths).then_some(self.labels_from))
    }

    /// The same for traversers that are the same.
    fn hash(self, traverser: &Traverser) -> u64 {
        let mut hasher = FxHasher::default();
        traverser.value.hash(&mut hasher);
        let mut place = traverser.path.as_ref();
        while let Some(here) = place {
            if self.paths || here.labels_read(self.labels_from).next().is_some() {
                here.value.hash(&mut hasher);
            }
            place = here.before.as_ref();
        }
        hasher.finish()
    }
}

/// Whether two traversers were at the same places; or met the same objects under the labels that operations from one on read.
pub(crate) fn same_places(a: &Traverser, b: &Traverser, labels_from: Option<OpId>) -> bool {
    match (&a.path, &b.path) {
        (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return true,
        (None, None) => return true,
        _ => {}
    }
    let places = |of: &'_ Traverser| {
        let places = std::iter::successors(of.path.clone(), |place| place.before.clone());
        places.filter(move |place| labels_from.is_none_or(|from| place.labels_read(from).next().is_some()))
    };
    let same = |a: &Place, b: &Place| {
        a.value == b.value
            && match labels_from {
                None => a.labels == b.labels,
                Some(from) => a.labels_read(from).eq(b.labels_read(from)),
            }
    };
    let (mut a, mut b) = (places(a), places(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if same(&a, &b) => {}
            _ => return false,
        }
    }
}

/// How many traversers are looked through one by one.
const FEW: usize = 8;

/// Traversers in the order in which they came, equal ones as one.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    items: VecDeque<Traverser>,
    /// By the hashes of what tells them apart, the numbers of those that have them; only where there are many.
    index: FxHashMap<u64, Vec<u64>>,
    /// What the hashes are of, beside objects.
    hashed: Option<Telling>,
    /// How many have left.
    left: u64,
}

impl Queue {
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// How many there are, and how often the last one counts: the same as before where one became a part of another than the last.
    pub fn end(&self) -> (usize, u64) {
        (self.items.len(), self.items.back().map_or(0, |last| last.bulk))
    }

    /// The first, which leaves.
    pub fn pop(&mut self) -> Option<Traverser> {
        let first = self.items.pop_front()?;
        self.left += 1;
        if self.items.is_empty() {
            self.index.clear();
        }
        Some(first)
    }

    /// All of them, which leave.
    pub fn drain(&mut self) -> Vec<Traverser> {
        self.index.clear();
        self.items.drain(..).collect()
    }

    /// None is left, and nothing is known of those that were there.
    pub fn clear(&mut self) {
        let mut items = std::mem::take(&mut self.items);
        items.clear();
        *self = Queue { items, ..Queue::default() };
    }

    /// The last, without merging.
    pub fn push(&mut self, traverser: Traverser) {
        if let (Some(telling), false) = (self.hashed, self.index.is_empty()) {
            let number = self.left + self.items.len() as u64;
            self.index.entry(telling.hash(&traverser)).or_default().push(number);
        }
        self.items.push_back(traverser);
    }

    /// The one that another is the same as.
    pub fn find(&mut self, other: &Traverser, telling: Telling) -> Option<&mut Traverser> {
        if other.sack.is_some() && !telling.sacks {
            return None;
        }
        if self.items.len() < FEW {
            return self.items.iter_mut().find(|item| telling.same(item, other));
        }
        if self.index.is_empty() {
            self.hashed = Some(telling);
            for (place, item) in self.items.iter().enumerate() {
                self.index.entry(telling.hash(item)).or_default().push(self.left + place as u64);
            }
        }
        let left = self.left;
        let numbers = self.index.get_mut(&telling.hash(other))?;
        numbers.retain(|number| *number >= left);
        let places = numbers.iter().filter_map(|number| usize::try_from(number.checked_sub(self.left)?).ok());
        let found =
            places.into_iter().find(|place| self.items.get(*place).is_some_and(|item| telling.same(item, other)));
        found.and_then(|place| self.items.get_mut(place))
    }
}
