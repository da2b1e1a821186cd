//! What stands behind an answer: how many of what the statement changed.
//!
//! Source: FalkorDB documentation, "Client specification" (statistics): lines of texts such as `Nodes created: 1`, in an order that
//! is not said.

use graphlance_graph::{Count, Counters};

use crate::resp::Frame;

/// The words before the number.
const COUNTED: &[(&str, Count)] = &[
    ("Nodes created", Count::NodesCreated),
    ("Nodes deleted", Count::NodesDeleted),
    ("Relationships created", Count::RelationshipsCreated),
    ("Relationships deleted", Count::RelationshipsDeleted),
    ("Labels added", Count::LabelsAdded),
    ("Labels removed", Count::LabelsRemoved),
    ("Properties set", Count::PropertiesSet),
    ("Properties removed", Count::PropertiesRemoved),
];

/// The counters in the last part of an answer; none where that is of another shape.
pub fn counters(answer: &Frame) -> Counters {
    let Frame::Array(parts) = answer else { return Counters::default() };
    let Some(Frame::Array(lines)) = parts.last() else { return Counters::default() };
    lines.iter().filter_map(counted).collect()
}

fn counted(line: &Frame) -> Option<(Count, u64)> {
    let text = match line {
        Frame::Bulk(bytes) => std::str::from_utf8(bytes).ok()?,
        Frame::Simple(text) => text,
        _ => return None,
    };
    let (words, number) = text.split_once(": ")?;
    let (_, count) = COUNTED.iter().find(|(known, _)| *known == words)?;
    Some((*count, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_from_the_last_part() {
        let line = |text: &str| Frame::Bulk(text.as_bytes().to_vec());
        let lines = ["Labels added: 1", "Nodes created: 2", "Cached execution: 0", "Nodes deleted: many", "garbage"];
        let told = Frame::Array(lines.into_iter().map(line).collect());
        for parts in [vec![told.clone()], vec![Frame::Array(Vec::new()), Frame::Array(Vec::new()), told.clone()]] {
            assert_eq!(counters(&Frame::Array(parts)).to_string(), "nodes created: 2, labels added: 1");
        }
        assert_eq!(counters(&Frame::Array(Vec::new())), Counters::default());
        assert_eq!(counters(&Frame::Integer(1)), Counters::default());
    }
}
