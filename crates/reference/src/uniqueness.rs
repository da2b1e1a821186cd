//! Uniqueness constraints: what a statement must not leave behind, and what it must not come through.
//!
//! An engine may look at a constraint after each write or at the end of the statement. Where the constraint is broken at the end,
//! both raise an error. Where it is not, but two elements may have had the same values on the way, in whatever order the writes
//! took place, it is open whether there is an error.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use graphlance_graph::schema::{Index, IndexKind};
use graphlance_graph::{Graph, Name, NodeKey, Properties, Relationship, RelationshipKey, Value};

use rustc_hash::{FxHashMap, FxHasher};

use crate::relations::{equal, equivalent, hash_equivalent};
use crate::{ErrorKind, Failure};

/// An element as it was at some time.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    element: Element,
    names: BTreeSet<Name>,
    properties: Properties,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Element {
    Node(NodeKey),
    Relationship(RelationshipKey),
}

impl Moment {
    /// A node as it is now; none when it is gone.
    pub fn of_node(graph: &Graph, key: NodeKey) -> Option<Moment> {
        let node = graph.node(key)?;
        let (names, properties) = (node.labels.clone(), node.properties.clone());
        Some(Moment { element: Element::Node(key), names, properties })
    }

    /// A relationship as it is now; none when it is gone.
    pub fn of_relationship(graph: &Graph, key: RelationshipKey) -> Option<Moment> {
        graph.relationship(key).map(|relationship| Moment::now(relationship))
    }

    fn now(relationship: &Relationship) -> Moment {
        let (names, properties) = (BTreeSet::from([relationship.kind.clone()]), relationship.properties.clone());
        Moment { element: Element::Relationship(relationship.key), names, properties }
    }

    /// All elements of a graph of the kind that a constraint is about.
    fn all(graph: &Graph, of_nodes: bool) -> Vec<Moment> {
        match of_nodes {
            true => graph.nodes().filter_map(|node| Moment::of_node(graph, node.key)).collect(),
            false => graph.relationships().map(|relationship| Moment::now(relationship)).collect(),
        }
    }
}

/// The uniqueness constraints of a graph.
pub(crate) fn constraints(graph: &Graph) -> impl Iterator<Item = &Index> {
    graph.schema.indexes.iter().filter(|index| index.kind == IndexKind::Unique)
}

/// Holds a graph that a statement leaves against its constraints: `before` it ran, what became of elements in its `course`,
/// `after`.
///
/// Errors: the one that an engine must raise, and [`Failure::Unspecified`] where it depends on when an engine looks.
pub(crate) fn settle(before: &Graph, course: &[Moment], after: &Graph) -> Result<(), Failure> {
    let mut open = false;
    for constraint in constraints(before) {
        let left = Moment::all(after, constraint.on_nodes);
        match left_alike(constraint, &by_element(constraint, left.iter())) {
            Likeness::Same => return Err(violated(constraint)),
            Likeness::Open => open = true,
            Likeness::Different => {
                let were = Moment::all(before, constraint.on_nodes);
                let ever = by_element(constraint, were.iter().chain(course).chain(&left));
                open |= comes_through(constraint, course, &ever);
            }
        }
    }
    match open {
        false => Ok(()),
        true => Err(Failure::Unspecified("whether a uniqueness constraint is broken on the way".into())),
    }
}

/// What elements have been, those that a constraint is about at some time.
fn by_element<'a>(constraint: &Index, moments: impl Iterator<Item = &'a Moment>) -> Elements<'a> {
    let mut elements: Elements<'_> = BTreeMap::new();
    moments.for_each(|moment| elements.entry(moment.element).or_default().push(moment));
    elements.retain(|_, moments| moments.iter().any(|moment| moment.names.contains(&constraint.name)));
    elements
}

/// Elements with what they were at some times.
type Elements<'a> = BTreeMap<Element, Vec<&'a Moment>>;

/// The greatest likeness of two elements as they are left.
fn left_alike(constraint: &Index, left: &Elements<'_>) -> Likeness {
    let mut seen: FxHashMap<u64, Vec<&Vec<&Moment>>> = FxHashMap::default();
    let mut found = Likeness::Different;
    for moments in left.values() {
        let Some(moment) = moments.first() else { continue };
        let values: Option<Vec<&Value>> = constraint.keys.iter().map(|key| moment.properties.get(key)).collect();
        let Some(values) = values else { continue };
        let others = seen.entry(hash(&values)).or_default();
        for other in others.iter() {
            found = found.max(likeness(constraint, moments, other));
            if found == Likeness::Same {
                return found;
            }
        }
        others.push(moments);
    }
    found
}

/// Whether two elements, of which the statement wrote one, may have been alike in the course of it.
fn comes_through(constraint: &Index, course: &[Moment], ever: &Elements<'_>) -> bool {
    let written: BTreeSet<Element> = course.iter().map(|moment| moment.element).collect();
    let mut having: FxHashMap<u64, BTreeSet<Element>> = FxHashMap::default();
    let first = |moment: &&Moment| moment.properties.get(constraint.keys.first()?).map(|value| hash(&[value]));
    for (element, moments) in ever {
        for hash in moments.iter().filter_map(first) {
            having.entry(hash).or_default().insert(*element);
        }
    }
    let alike = |one: &Element, other: &Element| {
        one != other && likeness(constraint, &ever[one], &ever[other]) != Likeness::Different
    };
    having.values().any(|elements| {
        let ours = elements.iter().filter(|element| written.contains(element));
        ours.into_iter().any(|one| elements.iter().any(|other| alike(one, other)))
    })
}

fn hash(values: &[&Value]) -> u64 {
    let mut hasher = FxHasher::default();
    values.iter().for_each(|value| hash_equivalent(value, &mut hasher));
    hasher.finish()
}

fn violated(constraint: &Index) -> Failure {
    let message = format!("two elements of `{}` have the same {}", constraint.name, constraint.keys.join(", "));
    Failure::runtime(ErrorKind::ConstraintValidationFailed, "UniquenessConstraintViolated", message)
}

/// How two elements stand to a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// It does not hold them for the same.
    Different,
    /// Nobody says.
    Open,
    /// It forbids that both are there.
    Same,
}

/// The greatest likeness of two elements, each with any name and any values that it had at some time.
fn likeness(constraint: &Index, one: &[&Moment], other: &[&Moment]) -> Likeness {
    let is_subject = |moments: &[&Moment]| moments.iter().any(|moment| moment.names.contains(&constraint.name));
    if !is_subject(one) || !is_subject(other) {
        return Likeness::Different;
    }
    let of_key = |key: &Name| {
        let values = |moments: &[&'_ Moment]| -> Vec<Value> {
            moments.iter().filter_map(|moment| moment.properties.get(key).cloned()).collect()
        };
        let (ones, others) = (values(one), values(other));
        let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| alike(one, other)));
        pairs.max().unwrap_or(Likeness::Different)
    };
    constraint.keys.iter().map(of_key).min().unwrap_or(Likeness::Different)
}

/// No document says what a constraint makes of numbers of two types, of NaN and of zeros.
fn alike(one: &Value, other: &Value) -> Likeness {
    use Value::{Boolean, Integer, String};
    match (one, other) {
        (Boolean(_), Boolean(_)) | (Integer(_), Integer(_)) | (String(_), String(_)) if one == other => Likeness::Same,
        _ if equivalent(one, other) || equal(one, other) != Some(false) => Likeness::Open,
        _ => Likeness::Different,
    }
}
