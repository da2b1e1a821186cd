//! Agreement of the graph an engine holds with the graph it should hold, up to a renaming of keys.
//!
//! Elements of generated graphs carry a unique integer property `id`, by which they are aligned: a difference then names
//! the element and what it lacks. Graphs without it (reduced ones) are compared as bags of elements, each relationship
//! with its end points, and then by their wiring: colours that relationships refine, and a search where colours do not tell. The
//! search has a budget; when it runs out, the graphs count as the same.

mod by_id;
mod by_shape;
mod difference;
mod wiring;

pub use difference::{ElementDifference, GraphDifference};

use crate::{CompareOptions, Graph};

/// The property that tells the elements of a generated graph apart.
pub const ID: &str = "id";

/// Whether the property [`ID`] tells all elements apart: each node has an integer of its own, and so has each relationship.
pub fn are_told_apart(graph: &Graph) -> bool {
    by_id::ids(graph).is_some()
}

/// Whether `actual` holds the same elements as `expected`, keys aside. Schemas are not compared.
pub fn same_graph(expected: &Graph, actual: &Graph, options: &CompareOptions) -> Result<(), GraphDifference> {
    let differences = match by_id::ids(expected) {
        Some(ids) => by_id::differences(&ids, expected, actual, options),
        None => by_shape::differences(expected, actual, options),
    };
    if differences.is_empty() { Ok(()) } else { Err(GraphDifference { differences }) }
}

#[cfg(test)]
mod tests;
