//! Places for nodes: connected parts, each laid out so that distances on paper follow distances in the graph (stress
//! majorization: Gansner, Koren, North, "Graph Drawing by Stress Majorization", GD 2004).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::f64::consts::TAU;

use graphlance_graph::{Graph, NodeKey};

use super::geometry::Point;
use super::text;

/// Rounds of improvement.
const ROUNDS: usize = 300;

/// A connected part of a graph: its nodes in key order with their places.
pub struct Part {
    pub places: BTreeMap<NodeKey, Point>,
}

/// The connected parts, largest first.
pub fn parts(graph: &Graph) -> Vec<Part> {
    let mut seen = BTreeMap::new();
    let mut parts: Vec<Vec<NodeKey>> = Vec::new();
    for node in graph.nodes() {
        if seen.contains_key(&node.key) {
            continue;
        }
        let mut part: Vec<NodeKey> = distances(graph, node.key).into_keys().collect();
        part.sort();
        seen.extend(part.iter().map(|key| (*key, ())));
        parts.push(part);
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts.into_iter().map(|part| Part { places: place(graph, &part) }).collect()
}

fn place(graph: &Graph, nodes: &[NodeKey]) -> BTreeMap<NodeKey, Point> {
    let length = edge_length(graph, nodes);
    let wanted: Vec<Vec<f64>> = nodes
        .iter()
        .map(|from| {
            let steps = distances(graph, *from);
            nodes.iter().map(|to| steps.get(to).copied().unwrap_or(1) as f64 * length).collect()
        })
        .collect();
    let angle = |index: usize| TAU * index as f64 / nodes.len() as f64;
    let mut places: Vec<Point> = (0..nodes.len()).map(|index| Point::default().polar(angle(index), length)).collect();
    for _ in 0..ROUNDS {
        places = (0..nodes.len()).map(|index| improved(index, &places, &wanted)).collect();
    }
    level(&mut places);
    nodes.iter().copied().zip(places).collect()
}

/// Room for the widest text on an arrow between two circles.
fn edge_length(graph: &Graph, nodes: &[NodeKey]) -> f64 {
    let outgoing = nodes.iter().flat_map(|key| graph.outgoing(*key)).filter_map(|key| graph.relationship(*key));
    let detail = text::Detail::of(graph);
    let widest =
        outgoing.filter(|r| r.start != r.end).map(|r| text::relationship_block(r, detail).width()).fold(0.0, f64::max);
    (130.0 + widest).clamp(180.0, 340.0)
}

/// Where the node of `index` would be at the wanted distances from where the others are, nearer ones counting more.
fn improved(index: usize, places: &[Point], wanted: &[Vec<f64>]) -> Point {
    let (mut sum, mut weights) = (Point::default(), 0.0);
    let Some((here, wanted)) = places.get(index).zip(wanted.get(index)) else { return Point::default() };
    for (other, (place, distance)) in places.iter().zip(wanted).enumerate() {
        if other == index || *distance <= 0.0 {
            continue;
        }
        let weight = 1.0 / (distance * distance);
        let target = place.towards(*here, *distance);
        sum = Point::new(sum.x + weight * target.x, sum.y + weight * target.y);
        weights += weight;
    }
    if weights > 0.0 { Point::new(sum.x / weights, sum.y / weights) } else { *here }
}

/// Turns the places so that they spread from left to right, the first node on the left.
fn level(places: &mut [Point]) {
    let count = places.len().max(1) as f64;
    let centre = Point::new(
        places.iter().map(|place| place.x).sum::<f64>() / count,
        places.iter().map(|place| place.y).sum::<f64>() / count,
    );
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for place in places.iter() {
        let (x, y) = (place.x - centre.x, place.y - centre.y);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    let turn = -0.5 * (2.0 * xy).atan2(xx - yy);
    let leftmost = places.first().map(|first| centre.polar(centre.angle_to(*first) + turn, 1.0).x <= centre.x);
    let turn = if leftmost == Some(true) { turn } else { turn + TAU / 2.0 };
    for place in places {
        *place = Point::default().polar(centre.angle_to(*place) + turn, centre.distance(*place));
    }
}

/// How many relationships, followed either way, lead to each node that can be reached.
fn distances(graph: &Graph, from: NodeKey) -> BTreeMap<NodeKey, usize> {
    let mut reached = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((node, steps)) = queue.pop_front() {
        let attached = graph.outgoing(node).iter().chain(graph.incoming(node));
        for relationship in attached.filter_map(|key| graph.relationship(*key)) {
            for next in [relationship.start, relationship.end] {
                if let Entry::Vacant(place) = reached.entry(next) {
                    place.insert(steps + 1);
                    queue.push_back((next, steps + 1));
                }
            }
        }
    }
    reached
}
