//! Blocks of text in a picture.

use graphlance_graph::{Graph, Node, Properties, Relationship};

use super::geometry::{Point, Rect};
use crate::quote;
use crate::value_text;

/// Height of a line, in pixels.
pub const LINE: f64 = 14.0;
/// Width of a character of the monospaced font at its size of 11 pixels.
pub const CHARACTER: f64 = 6.65;
/// Longest text of a line, in characters.
const LONGEST: usize = 26;
/// Relationships beyond which a picture is crowded.
const CROWDED: usize = 12;

/// How many properties are shown of an element.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    node: usize,
    relationship: usize,
}

impl Detail {
    /// Much for a small graph, for a crowded one little of nodes and nothing of relationships.
    pub fn of(graph: &Graph) -> Detail {
        if graph.relationship_count() > CROWDED {
            Detail { node: 3, relationship: 0 }
        } else {
            Detail { node: 6, relationship: 6 }
        }
    }
}

/// Lines of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub lines: Vec<String>,
}

impl Block {
    pub fn width(&self) -> f64 {
        let longest = self.lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
        longest as f64 * CHARACTER
    }

    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE
    }

    /// The block's box around a point.
    pub fn around(&self, centre: Point) -> Rect {
        Rect::around(centre, self.width() + 4.0, self.height() + 2.0)
    }
}

/// What stands inside a node's circle: its labels, one a line.
pub fn label_block(node: &Node) -> Block {
    Block { lines: node.labels.iter().map(|label| shorten(&format!(":{label}"), 14)).collect() }
}

/// What stands beside a node: its properties.
pub fn property_block(node: &Node, detail: Detail) -> Block {
    Block { lines: property_lines(&node.properties, detail.node) }
}

/// What stands on an arrow: type and properties.
pub fn relationship_block(relationship: &Relationship, detail: Detail) -> Block {
    let mut lines = vec![shorten(&format!(":{}", relationship.kind), LONGEST)];
    lines.extend(property_lines(&relationship.properties, detail.relationship));
    Block { lines }
}

/// `2 nodes, 1 relationship`
pub fn counted(nodes: usize, relationships: usize) -> String {
    let of = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    format!("{}, {}", of(nodes, "node"), of(relationships, "relationship"))
}

fn property_lines(properties: &Properties, most: usize) -> Vec<String> {
    let line = |(key, value): (&_, &_)| shorten(&format!("{key}: {}", value_text(value)), LONGEST);
    let mut lines: Vec<String> = properties.iter().take(most).map(line).collect();
    if most > 0 && properties.len() > most {
        lines.push(format!("and {} more", properties.len() - most));
    }
    lines
}

/// A text on one line, as it is seen: a picture's lines are measured by their characters.
fn shorten(text: &str, longest: usize) -> String {
    let text = quote::line(text);
    if text.chars().count() <= longest {
        return text.into_owned();
    }
    text.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}
