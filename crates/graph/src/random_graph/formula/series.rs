//! Series of relationships whose ends are linear in their place.

use super::super::topology::Topology;
use crate::Name;

/// Places of nodes as a function of a number: `(stride * number + first) % modulus + offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// By what the number is multiplied.
    pub stride: i64,
    /// The place for 0.
    pub first: i64,
    /// Modulo what; none where it is not.
    pub modulus: Option<i64>,
    /// What is added in the end.
    pub offset: i64,
}

impl Default for Places {
    /// The number itself.
    fn default() -> Places {
        Places { stride: 1, first: 0, modulus: None, offset: 0 }
    }
}

impl Places {
    /// The place of a number.
    pub fn at(&self, number: i64) -> i64 {
        let linear = self.stride * number + self.first;
        self.modulus.map_or(linear, |modulus| linear % modulus) + self.offset
    }

    /// The places of the numbers `step * n + rest`.
    fn part(&self, step: i64, rest: i64) -> Places {
        Places { stride: self.stride * step, first: self.stride * rest + self.first, ..*self }
    }
}

/// Relationships of one type between nodes of one label each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Their type.
    pub kind: Name,
    /// How many numbers there are: 0, 1, ..
    pub count: i64,
    /// Where the relationship of a number starts.
    pub start: Places,
    /// Where it ends.
    pub end: Places,
    /// Its `id`, as a function of the number.
    pub id: Places,
    /// Numbers are left out whose start ends a row of so many.
    pub row: Option<i64>,
}

impl Series {
    /// Start, end and `id` of each relationship.
    pub fn wires(&self) -> impl Iterator<Item = (i64, i64, i64)> + '_ {
        let all = (0..self.count).map(|number| (self.start.at(number), self.end.at(number), self.id.at(number)));
        all.filter(|(start, ..)| self.row.is_none_or(|row| (start + 1) % row != 0))
    }
}

/// A series before it is divided by labels.
pub(super) struct Whole {
    pub(super) count: i64,
    start: Places,
    end: Places,
    row: Option<i64>,
}

impl Whole {
    fn new(count: i64, start: Places, end: Places) -> Whole {
        Whole { count: count.max(0), start, end, row: None }
    }

    /// Those of which the number has this remainder; none where there is none.
    pub(super) fn part(&self, step: i64, rest: i64, kind: Name, first_id: i64) -> Option<Series> {
        let count = (self.count - rest + step - 1).max(0) / step;
        let part = |places: &Places| places.part(step, rest);
        let id = Places { first: first_id, ..Places::default() };
        let (start, end, id) = (part(&self.start), part(&self.end), part(&id));
        (count > 0).then_some(Series { kind, count, start, end, id, row: self.row })
    }
}

/// The series of a topology. `nodes`: a multiple of 16.
pub(super) fn of_topology(topology: Topology, nodes: i64) -> Vec<Whole> {
    let same = Places::default();
    let linear = |stride: i64, first: i64| Places { stride, first, ..Places::default() };
    let within = |stride: i64, first: i64, modulus: i64| Places { modulus: Some(modulus), ..linear(stride, first) };
    let shifted = |places: Places, offset: i64| Places { offset, ..places };
    // Numbers below which `stride * number + first` is a node.
    let fitting = |stride: i64, first: i64| (nodes - first + stride - 1) / stride;
    let children = |of: i64, child: i64| Whole::new(fitting(of, child), same, linear(of, child));
    let half = nodes / 2;
    // 4 * number + 3 is odd, and so no multiple of an even number: none of these leads from a node to itself.
    let across = |nodes: i64| within(5, 3, nodes);
    match topology {
        Topology::Tree => vec![children(3, 1), children(3, 2), children(3, 3)],
        Topology::Acyclic => {
            let again = Whole::new(fitting(16, 1), linear(8, 0), linear(16, 1));
            vec![children(2, 1), Whole::new(nodes - 7, same, linear(1, 7)), again]
        }
        // Where it starts, the nearer one is behind both of the others.
        Topology::SimpleAcyclic => {
            vec![children(2, 1), children(2, 2), Whole::new(nodes - 14, linear(1, 7), linear(1, 14))]
        }
        Topology::Multigraph => {
            vec![Whole::new(nodes, same, across(nodes)), Whole::new(half, linear(2, 0), within(10, 3, nodes))]
        }
        Topology::Cyclic => {
            vec![Whole::new(nodes, same, within(1, 1, nodes)), Whole::new(nodes, same, across(nodes))]
        }
        Topology::Bipartite => {
            let over = |stride: i64, first: i64| Whole::new(half, same, shifted(within(stride, first, half), half));
            vec![over(3, 1), over(5, 2)]
        }
        Topology::TwoComponents => {
            let in_half = |end: Places, offset: i64| Whole::new(half, shifted(same, offset), shifted(end, offset));
            let (ring, chords) = (within(1, 1, half), across(half));
            vec![in_half(ring, 0), in_half(chords, 0), in_half(ring, half), in_half(chords, half)]
        }
        Topology::SelfLoops => {
            vec![Whole::new(nodes, same, across(nodes)), Whole::new(nodes / 8, linear(8, 3), linear(8, 3))]
        }
        Topology::Grid => {
            let width = (2..).map(|power| 1 << power).find(|width: &i64| width * width >= nodes).unwrap_or(4);
            let right = Whole { row: Some(width), ..Whole::new(nodes - 1, same, linear(1, 1)) };
            vec![right, Whole::new(nodes - width, same, linear(1, width))]
        }
        Topology::Star => vec![Whole::new(nodes - 1, Places { first: 0, stride: 0, ..same }, linear(1, 1))],
        // From a node that is 2^(k-1) modulo 2^k to one of the first 2^k: the node y has about nodes / y^2 relationships.
        Topology::PowerLaw => {
            let powers = (1..).map(|power| 1_i64 << power).take_while(|power| power / 2 < nodes);
            powers
                .map(|power| Whole::new(fitting(power, power / 2), linear(power, power / 2), within(1, 0, power)))
                .collect()
        }
    }
}
