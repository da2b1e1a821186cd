//! The graph of a finding as a picture, to be read at a glance.
//!
//! Nodes are circles with their name in the loading script and their labels, coloured by first label; properties stand
//! beside. Relationships are arrows with type and properties; parallel ones are bent apart. Connected parts are laid out
//! one by one and placed in rows. The same graph always gives the same text.

mod draw;
mod geometry;
mod layout;
mod text;

use std::fmt::Write;

use graphlance_graph::Graph;

use draw::{Drawing, draw_part};
use geometry::Rect;

/// Space around and between the parts, in pixels.
const MARGIN: f64 = 24.0;
/// The width at which a row of parts ends, in pixels.
const ROW_WIDTH: f64 = 960.0;

/// A graph as a self-contained SVG document.
pub fn graph_svg(graph: &Graph) -> String {
    let palette = draw::Palette::of(graph);
    let parts: Vec<Drawing> = layout::parts(graph).iter().map(|part| draw_part(graph, part, &palette)).collect();
    let (places, size) = rows(&parts.iter().map(|part| part.bounds).collect::<Vec<_>>());
    let mut svg = String::new();
    let (width, height) = (size.width().max(1.0).ceil(), size.height().max(1.0).ceil());
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    );
    let (nodes, relationships) = (graph.node_count(), graph.relationship_count());
    let _ = writeln!(svg, "<title>{}</title>", text::counted(nodes, relationships));
    svg.push_str(draw::STYLE);
    let _ = writeln!(svg, r##"<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>"##);
    for (part, (x, y)) in parts.iter().zip(&places) {
        let _ = writeln!(svg, r#"<g transform="translate({x:.1} {y:.1})">"#);
        svg.push_str(&part.svg);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where the origin of each part goes so that the parts stand in rows, and the whole with its margin.
fn rows(bounds: &[Rect]) -> (Vec<(f64, f64)>, Rect) {
    let mut whole = Rect::at(0.0, 0.0);
    let (mut x, mut y, mut row_height) = (MARGIN, MARGIN, 0.0f64);
    let mut places = Vec::new();
    for part in bounds {
        if x > MARGIN && x + part.width() + MARGIN > ROW_WIDTH {
            (x, y, row_height) = (MARGIN, y + row_height + MARGIN, 0.0);
        }
        places.push((x - part.left, y - part.top));
        whole.include(&Rect { left: x, top: y, right: x + part.width() + MARGIN, bottom: y + part.height() + MARGIN });
        x += part.width() + MARGIN;
        row_height = row_height.max(part.height());
    }
    (places, whole)
}

#[cfg(test)]
mod tests;
