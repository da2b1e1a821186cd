//! Whether two graphs, whose elements agree one by one, are wired alike: nodes take colours, which what they are connected to
//! refines; where colours do not tell, a node is taken for another one, and colours are refined again.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::compare::agree;
use crate::table::Column;
use crate::{CompareOptions, Graph, NodeKey, Value};

/// Most ends of relationships and candidates that are looked at.
const BUDGET: usize = 20_000_000;

/// Whether some assignment of nodes makes all relationships agree; true when the budget runs out. Given that the elements
/// of the graphs agree one by one.
pub(super) fn agrees(expected: &Graph, actual: &Graph, options: &CompareOptions) -> bool {
    let (sides, colours) = sides(expected, actual, options);
    let mut sizes = Vec::new();
    for colour in &colours[0] {
        sizes.resize(sizes.len().max(colour + 1), 0);
        sizes[*colour] += 1;
    }
    let mut colouring = Colouring { sides, colours, sizes, trail: Vec::new(), budget: BUDGET };
    let all = [0, 1].map(|side: usize| (0..colouring.colours[side].len()).collect());
    colouring.refine(all) && colouring.search() || colouring.budget == 0
}

/// How a node sees a relationship: its way, what it is like, and the node at its other end.
type Hop = (Way, usize, usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Out,
    In,
    Loop,
}

/// One of the graphs, by the positions of its nodes.
struct Side {
    /// The relationships of each node.
    around: Vec<Vec<Hop>>,
    /// The ends of each relationship that is no loop.
    ends: Vec<[usize; 2]>,
}

/// Both graphs, and the colour of each of their nodes: agreeing nodes have one.
fn sides(expected: &Graph, actual: &Graph, options: &CompareOptions) -> ([Side; 2], [Vec<usize>; 2]) {
    let (mut nodes, mut relationships) = (Kinds::new(options), Kinds::new(options));
    let mut of = |graph: &Graph| {
        let found: Vec<usize> = graph.nodes().map(|node| nodes.add(Value::Node(node.clone()))).collect();
        let kinds: Vec<usize> =
            graph.relationships().map(|each| relationships.add(Value::Relationship(each.clone()))).collect();
        (found, kinds)
    };
    let found = [of(expected), of(actual)];
    let sides = [(expected, &found[0].1), (actual, &found[1].1)].map(|(graph, kinds)| {
        let places: FxHashMap<NodeKey, usize> = graph.nodes().enumerate().map(|(at, node)| (node.key, at)).collect();
        let mut side = Side { around: vec![Vec::new(); places.len()], ends: Vec::new() };
        for (relationship, kind) in graph.relationships().zip(kinds) {
            let (Some(start), Some(end)) = (places.get(&relationship.start), places.get(&relationship.end)) else {
                continue;
            };
            let kind = relationships.colours[*kind];
            if start == end {
                side.around[*start].push((Way::Loop, kind, *start));
            } else {
                side.around[*start].push((Way::Out, kind, *end));
                side.around[*end].push((Way::In, kind, *start));
                side.ends.push([*start, *end]);
            }
        }
        side
    });
    (sides, found.map(|(of_nodes, _)| of_nodes.into_iter().map(|kind| nodes.colours[kind]).collect()))
}

/// Elements that agree get one colour. Where floats agree by their first digits alone, agreement joins colours.
struct Kinds<'o> {
    options: &'o CompareOptions,
    /// Different elements, and the colour of each.
    elements: Vec<Value>,
    colours: Vec<usize>,
    by_hash: FxHashMap<u64, Vec<usize>>,
}

impl Kinds<'_> {
    fn new(options: &CompareOptions) -> Kinds<'_> {
        Kinds { options, elements: Vec::new(), colours: Vec::new(), by_hash: FxHashMap::default() }
    }

    /// The place of an element among the different ones.
    fn add(&mut self, element: Value) -> usize {
        let like = self.by_hash.entry(hash(&element)).or_default();
        if let Some(place) = like.iter().find(|place| is_same(&self.elements[**place], &element)) {
            return *place;
        }
        let place = self.elements.len();
        like.push(place);
        let agreeing = (0..place).filter(|other| {
            let (a, b) = (&self.elements[*other], &element);
            [(a, b), (b, a)].into_iter().any(|(a, b)| agree(a, b, &Column::exact(""), self.options))
        });
        let joined: Vec<usize> = agreeing.map(|other| self.colours[other]).collect();
        let colour = joined.first().copied().unwrap_or(place);
        self.colours.iter_mut().filter(|colour| joined.contains(colour)).for_each(|old| *old = colour);
        self.elements.push(element);
        self.colours.push(colour);
        place
    }
}

fn hash(element: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    match element {
        Value::Node(node) => (&node.labels, &node.properties).hash(&mut hasher),
        Value::Relationship(relationship) => (&relationship.kind, &relationship.properties).hash(&mut hasher),
        _ => {}
    }
    hasher.finish()
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Node(a), Value::Node(b)) => a.labels == b.labels && a.properties == b.properties,
        (Value::Relationship(a), Value::Relationship(b)) => a.kind == b.kind && a.properties == b.properties,
        _ => false,
    }
}

/// Colours of the nodes of both graphs. As many nodes of one have a colour as of the other.
struct Colouring {
    sides: [Side; 2],
    colours: [Vec<usize>; 2],
    /// How many nodes of a graph have each colour.
    sizes: Vec<usize>,
    /// Nodes that changed their colour, with the one before.
    trail: Vec<(usize, usize, usize)>,
    budget: usize,
}

/// A node that is taken for one of several.
struct Choice {
    node: usize,
    candidates: Vec<usize>,
    /// The relationships before this one need no choice.
    settled: usize,
    /// Lengths of the trail and of the colours before the choice.
    mark: (usize, usize),
}

impl Colouring {
    /// Whether nodes may be taken for others such that all relationships agree. No recursion: choices may be many.
    fn search(&mut self) -> bool {
        let (mut choices, mut settled): (Vec<Choice>, usize) = (Vec::new(), 0);
        loop {
            // Nodes of a colour all have the same relationships with the only node of another colour. Where each relationship
            // has such an end, any assignment that keeps the colours does.
            let alone = |node: usize| self.sizes[self.colours[0][node]] == 1;
            let ends = &self.sides[0].ends;
            let Some(next) = (settled..ends.len()).find(|at| !ends[*at].into_iter().any(alone)) else { return true };
            let node = ends[next][0];
            let colour = self.colours[0][node];
            let candidates = (0..self.colours[1].len()).filter(|other| self.colours[1][*other] == colour).collect();
            let mark = (self.trail.len(), self.sizes.len());
            self.budget = self.budget.saturating_sub(self.colours[1].len());
            choices.push(Choice { node, candidates, settled: next, mark });
            loop {
                let Some(choice) = choices.last_mut() else { return false };
                self.undo(choice.mark);
                let Some(candidate) = choice.candidates.pop() else {
                    choices.pop();
                    continue;
                };
                let node = choice.node;
                settled = choice.settled;
                let fits = self.choose([node, candidate]);
                if self.budget == 0 {
                    return true;
                }
                if fits {
                    break;
                }
            }
        }
    }

    /// Gives a node of each graph a colour of their own. Returns whether the graphs may still agree.
    fn choose(&mut self, nodes: [usize; 2]) -> bool {
        let fresh = self.fresh();
        let mut around = [Vec::new(), Vec::new()];
        for (side, node) in nodes.into_iter().enumerate() {
            self.paint(side, node, fresh);
            around[side].extend(self.sides[side].around[node].iter().map(|(_, _, other)| *other));
        }
        self.refine(around)
    }

    /// Tells nodes apart by what they are connected to, beginning with these. Returns whether the graphs may still agree.
    fn refine(&mut self, mut dirty: [Vec<usize>; 2]) -> bool {
        while !dirty[0].is_empty() || !dirty[1].is_empty() {
            let mut groups: BTreeMap<(usize, Vec<Hop>), [Vec<usize>; 2]> = BTreeMap::new();
            for (side, nodes) in dirty.iter_mut().enumerate() {
                nodes.sort_unstable();
                nodes.dedup();
                for node in nodes {
                    let around = &self.sides[side].around[*node];
                    self.budget = self.budget.saturating_sub(1 + around.len());
                    if self.budget == 0 {
                        return false;
                    }
                    let colours = &self.colours[side];
                    let mut seen: Vec<Hop> =
                        around.iter().map(|(way, kind, other)| (*way, *kind, colours[*other])).collect();
                    seen.sort_unstable();
                    groups.entry((colours[*node], seen)).or_default()[side].push(*node);
                }
            }
            dirty = [Vec::new(), Vec::new()];
            for ((colour, _), members) in groups {
                if members[0].len() != members[1].len() {
                    return false;
                }
                // What is not looked at has no neighbour whose colour is new, and so differs from all that is.
                if members[0].len() == self.sizes[colour] {
                    continue;
                }
                let fresh = self.fresh();
                for (side, nodes) in members.into_iter().enumerate() {
                    for node in nodes {
                        self.paint(side, node, fresh);
                        dirty[side].extend(self.sides[side].around[node].iter().map(|(_, _, other)| *other));
                    }
                }
            }
        }
        true
    }

    fn fresh(&mut self) -> usize {
        self.sizes.push(0);
        self.sizes.len() - 1
    }

    fn paint(&mut self, side: usize, node: usize, colour: usize) {
        let before = std::mem::replace(&mut self.colours[side][node], colour);
        self.trail.push((side, node, before));
        if side == 0 {
            self.sizes[before] -= 1;
            self.sizes[colour] += 1;
        }
    }

    fn undo(&mut self, (length, colours): (usize, usize)) {
        while self.trail.len() > length {
            let Some((side, node, before)) = self.trail.pop() else { return };
            let colour = std::mem::replace(&mut self.colours[side][node], before);
            if side == 0 {
                self.sizes[colour] -= 1;
                self.sizes[before] += 1;
            }
        }
        self.sizes.truncate(colours);
    }
}
