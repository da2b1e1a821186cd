//! A connected part as SVG.

use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};
use std::fmt::Write;
use std::sync::Arc;

use graphlance_graph::{Graph, Name, Node, NodeKey, Relationship};

use super::geometry::{Curve, Point, Rect, angle_between};
use super::layout::Part;
use super::text::{self, Block, CHARACTER, Detail, LINE};
use crate::quote;

/// Style and arrow head, once per document.
pub const STYLE: &str = r##"<style>
text { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 11px; fill: #24292f; }
.back { fill: #ffffff; fill-opacity: 0.85; }
.label { font-weight: bold; text-anchor: middle; }
.name { fill: #57606a; font-size: 10px; text-anchor: middle; }
.type { font-weight: bold; fill: #0550ae; }
.edge { fill: none; stroke: #57606a; stroke-width: 1.5px; }
.node { stroke: #24292f; stroke-width: 1.5px; }
</style>
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0.5 L10 5 L0 9.5 z" fill="#57606a"/></marker></defs>
"##;

/// Fills of circles, by first label.
const FILLS: &[&str] = &["#cfe8ff", "#ffe2b8", "#d3f5d3", "#f9d2de", "#e3d9fb", "#fdf3b0", "#c9f2ef", "#ecdccb"];
/// The fill of nodes without labels.
const PLAIN: &str = "#f0f0f0";

/// Smallest radius of a node's circle.
const RADIUS: f64 = 24.0;

/// Which fill each label gets.
pub struct Palette {
    fills: BTreeMap<Name, &'static str>,
}

impl Palette {
    /// The fills of a graph's labels, in the order of their names.
    pub fn of(graph: &Graph) -> Palette {
        let labels: std::collections::BTreeSet<Name> =
            graph.nodes().filter_map(|node| node.labels.first().cloned()).collect();
        Palette { fills: labels.into_iter().zip(FILLS.iter().copied().cycle()).collect() }
    }

    fn fill(&self, node: &Node) -> &'static str {
        node.labels.first().and_then(|label| self.fills.get(label)).copied().unwrap_or(PLAIN)
    }
}

/// A drawn part and the box around it.
pub struct Drawing {
    pub svg: String,
    pub bounds: Rect,
}

/// Draws a connected part.
pub fn draw_part(graph: &Graph, part: &Part, palette: &Palette) -> Drawing {
    let circles: Vec<Circle> = part
        .places
        .iter()
        .filter_map(|(key, place)| graph.node(*key).map(|node| Circle::new(node.clone(), *place)))
        .collect();
    let mut canvas = Canvas::new(&circles);
    let arrows = arrows(graph, &circles);
    canvas.arrows(&arrows);
    canvas.properties(&circles, Detail::of(graph));
    canvas.arrow_texts(&arrows);
    canvas.circles(&circles, palette);
    canvas.finish()
}

struct Circle {
    node: Arc<Node>,
    centre: Point,
    radius: f64,
    labels: Block,
}

impl Circle {
    fn new(node: Arc<Node>, centre: Point) -> Circle {
        let labels = text::label_block(&node);
        // The name and the labels must fit into the circle.
        let lines = labels.lines.len() as f64 + 1.0;
        let radius = (labels.width() / 2.0 + 8.0).max(lines * LINE / 2.0 + 8.0).max(RADIUS);
        Circle { node, centre, radius, labels }
    }
}

struct Arrow {
    relationship: Arc<Relationship>,
    curve: Curve,
    text: Block,
}

/// The arrows of all relationships: straight ones, parallel ones bent apart, self-loops.
fn arrows(graph: &Graph, circles: &[Circle]) -> Vec<Arrow> {
    let mut groups: BTreeMap<(NodeKey, NodeKey), Vec<Arc<Relationship>>> = BTreeMap::new();
    for relationship in circles.iter().flat_map(|circle| graph.outgoing(circle.node.key)) {
        if let Some(relationship) = graph.relationship(*relationship) {
            let (start, end) = (relationship.start, relationship.end);
            groups.entry((start.min(end), start.max(end))).or_default().push(relationship.clone());
        }
    }
    let detail = Detail::of(graph);
    let circle = |key: NodeKey| circles.iter().find(|circle| circle.node.key == key);
    let mut arrows = Vec::new();
    for ((low, high), group) in groups {
        let (Some(low), Some(high)) = (circle(low), circle(high)) else { continue };
        let blocks: Vec<Block> =
            group.iter().map(|relationship| text::relationship_block(relationship, detail)).collect();
        let gap = blocks.iter().map(Block::height).fold(0.0, f64::max) + 10.0;
        let free = free_angle(low, circles, graph);
        let count = group.len();
        for (index, (relationship, text)) in group.into_iter().zip(blocks).enumerate() {
            let curve = if relationship.start == relationship.end {
                self_loop(low, free, index, count)
            } else {
                let bend = (index as f64 - (count as f64 - 1.0) / 2.0) * gap.min(60.0);
                let forwards = relationship.start == low.node.key;
                between(if forwards { (low, high) } else { (high, low) }, if forwards { bend } else { -bend })
            };
            arrows.push(Arrow { relationship, curve, text });
        }
    }
    arrows
}

/// A curve from circle to circle whose middle is `bend` pixels to the right of the straight line.
fn between((start, end): (&Circle, &Circle), bend: f64) -> Curve {
    let middle = start.centre.between(end.centre, 0.5);
    let control = middle.polar(start.centre.angle_to(end.centre) + PI / 2.0, 2.0 * bend);
    Curve::bent(start.centre.towards(control, start.radius), control, end.centre.towards(control, end.radius + 2.0))
}

/// A loop on the free side of a circle; several stand side by side.
fn self_loop(circle: &Circle, free: f64, index: usize, count: usize) -> Curve {
    let share = (TAU / 4.5).min(TAU / count as f64 * 0.8);
    let angle = free + (index as f64 - (count as f64 - 1.0) / 2.0) * share;
    let opening = (share * 0.35).min(0.45);
    let reach = circle.radius * 2.1 + 34.0;
    Curve {
        start: circle.centre.polar(angle - opening, circle.radius),
        first: circle.centre.polar(angle - opening * 1.3, reach),
        second: circle.centre.polar(angle + opening * 1.3, reach),
        end: circle.centre.polar(angle + opening, circle.radius + 2.0),
    }
}

/// The direction farthest from all neighbours; upwards when there is none.
fn free_angle(circle: &Circle, circles: &[Circle], graph: &Graph) -> f64 {
    let key = circle.node.key;
    let attached = graph.outgoing(key).iter().chain(graph.incoming(key)).filter_map(|key| graph.relationship(*key));
    let others = attached.map(|r| if r.start == key { r.end } else { r.start }).filter(|other| *other != key);
    let angles: Vec<f64> = others
        .filter_map(|other| circles.iter().find(|circle| circle.node.key == other))
        .map(|other| circle.centre.angle_to(other.centre))
        .collect();
    let nearest = |angle: f64| angles.iter().map(|other| angle_between(angle, *other)).fold(PI, f64::min);
    let candidates = (0..24).map(|step| -PI / 2.0 + TAU * f64::from(step) / 24.0);
    candidates
        .fold(
            (-PI / 2.0, -1.0),
            |best, angle| if nearest(angle) > best.1 + 1e-6 { (angle, nearest(angle)) } else { best },
        )
        .0
}

/// The nearest box for a self-loop's text beyond its outermost point that does not touch it.
fn beyond(arrow: &Arrow) -> Rect {
    let (inner, outer) = (arrow.curve.start.between(arrow.curve.end, 0.5), arrow.curve.point(0.5));
    let angle = inner.angle_to(outer);
    let boxes = (0..60).map(|step| arrow.text.around(outer.polar(angle, 4.0 * f64::from(step))));
    let free = |rect: &Rect| !arrow.curve.samples().any(|point| rect.contains(point));
    boxes.into_iter().find(free).unwrap_or_else(|| arrow.text.around(outer))
}

struct Canvas {
    svg: String,
    bounds: Rect,
    /// Boxes of circles and texts.
    taken: Vec<Rect>,
    /// Points on arrows.
    inked: Vec<Point>,
}

impl Canvas {
    fn new(circles: &[Circle]) -> Canvas {
        let taken: Vec<Rect> = circles
            .iter()
            .map(|circle| Rect::around(circle.centre, 2.0 * circle.radius + 4.0, 2.0 * circle.radius + 4.0))
            .collect();
        let bounds = taken.first().copied().unwrap_or(Rect::at(0.0, 0.0));
        let mut canvas = Canvas { svg: String::new(), bounds, taken: Vec::new(), inked: Vec::new() };
        taken.into_iter().for_each(|rect| canvas.take(rect));
        canvas
    }

    fn take(&mut self, rect: Rect) {
        self.bounds.include(&rect);
        self.taken.push(rect);
    }

    fn arrows(&mut self, arrows: &[Arrow]) {
        for arrow in arrows {
            let Curve { start, first, second, end } = arrow.curve;
            // Writing to a string cannot fail.
            let _ = writeln!(
                self.svg,
                r##"<path class="edge" marker-end="url(#head)" d="M{:.1} {:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}"/>"##,
                start.x, start.y, first.x, first.y, second.x, second.y, end.x, end.y
            );
            for point in arrow.curve.samples() {
                self.inked.push(point);
                self.bounds.include(&Rect::at(point.x, point.y));
            }
        }
    }

    /// Properties beside their circles, on the side where they cover least.
    fn properties(&mut self, circles: &[Circle], detail: Detail) {
        for circle in circles {
            let block = text::property_block(&circle.node, detail);
            if block.lines.is_empty() {
                continue;
            }
            let beside = |angle: f64| {
                let reach = circle.radius + 6.0;
                let edge = circle.centre.polar(angle, reach);
                let centre =
                    Point::new(edge.x + angle.cos() * block.width() / 2.0, edge.y + angle.sin() * block.height() / 2.0);
                block.around(centre)
            };
            let sides = [PI / 2.0, -PI / 2.0, 0.0, PI, PI / 4.0, 3.0 * PI / 4.0, -PI / 4.0, -3.0 * PI / 4.0];
            if let Some(rect) = self.least_covering(sides.iter().map(|angle| beside(*angle))) {
                self.lines(&block, rect, None);
                self.take(rect);
            }
        }
    }

    fn circles(&mut self, circles: &[Circle], palette: &Palette) {
        for circle in circles {
            let Point { x, y } = circle.centre;
            let fill = palette.fill(&circle.node);
            let _ = writeln!(
                self.svg,
                r#"<circle class="node" cx="{x:.1}" cy="{y:.1}" r="{:.1}" fill="{fill}"/>"#,
                circle.radius
            );
            let top = y - circle.labels.height() / 2.0;
            let name = format!("n{}", circle.node.key.0);
            let _ = writeln!(self.svg, r#"<text class="name" x="{x:.1}" y="{:.1}">{name}</text>"#, top + 3.5);
            for (index, line) in circle.labels.lines.iter().enumerate() {
                let baseline = top + 3.5 + LINE * (index as f64 + 1.0);
                let line = quote::xml(line);
                let _ = writeln!(self.svg, r#"<text class="label" x="{x:.1}" y="{baseline:.1}">{line}</text>"#);
            }
        }
    }

    /// Types and properties on their arrows, where they cover least.
    fn arrow_texts(&mut self, arrows: &[Arrow]) {
        const SHARES: [f64; 9] = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72, 0.22, 0.78];
        for arrow in arrows {
            let is_loop = arrow.relationship.start == arrow.relationship.end;
            let own: Vec<Point> = arrow.curve.samples().collect();
            self.inked.retain(|point| !own.contains(point));
            let at = |share: f64| arrow.text.around(arrow.curve.point(share));
            let candidates: Vec<Rect> =
                if is_loop { vec![beyond(arrow), at(0.5)] } else { SHARES.iter().map(|share| at(*share)).collect() };
            if let Some(rect) = self.least_covering(candidates.into_iter()) {
                self.lines(&arrow.text, rect, Some("type"));
                self.take(rect);
            }
            self.inked.extend(own);
        }
    }

    /// The first of the boxes that covers least of what is there.
    fn least_covering(&self, candidates: impl Iterator<Item = Rect>) -> Option<Rect> {
        let cost = |rect: &Rect| {
            let boxes: f64 = self.taken.iter().map(|other| rect.overlap(other)).sum();
            let points = self.inked.iter().filter(|point| rect.contains(**point)).count();
            boxes + 40.0 * points as f64
        };
        let scored = candidates.map(|rect| (cost(&rect), rect));
        scored.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, rect)| rect)
    }

    /// Left-aligned lines in a box; `first` is the class of the first one.
    fn lines(&mut self, block: &Block, rect: Rect, first: Option<&str>) {
        let (x, y, width, height) = (rect.left, rect.top, rect.width(), rect.height());
        let _ = writeln!(
            self.svg,
            r#"<rect class="back" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="3"/>"#
        );
        for (index, line) in block.lines.iter().enumerate() {
            let width = line.chars().count() as f64 * CHARACTER;
            // A block of one line is centred by its width, longer ones share their left edge.
            let x = if block.lines.len() == 1 { rect.centre().x - width / 2.0 } else { rect.left + 2.0 };
            let y = rect.top + 1.0 + LINE * (index as f64 + 0.78);
            let class = first.filter(|_| index == 0).map(|class| format!(r#" class="{class}""#)).unwrap_or_default();
            let line = quote::xml(line);
            let _ = writeln!(self.svg, r#"<text{class} x="{x:.1}" y="{y:.1}">{line}</text>"#);
        }
    }

    fn finish(self) -> Drawing {
        Drawing { svg: self.svg, bounds: self.bounds }
    }
}
