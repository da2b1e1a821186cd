//! What openCypher, GQL and the manuals leave open: a row for each reason that the evaluator gives for an open answer.
//!
//! `docs/open.md` is made of these rows. A test evaluates each example and wants it to be open for the reason of its row, and looks
//! through the evaluator for reasons without a row.

mod table;

pub use table::OPEN;

/// One thing that the language leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// The reason as the evaluator gives it; `*` stands for any words.
    pub reason: &'static str,
    /// A statement whose answer is open for this reason, on [`GRAPH`].
    pub example: &'static str,
    /// Where documents are silent, or contradict each other.
    pub source: &'static str,
}

/// The statement that makes the graph of the examples.
pub const GRAPH: &str = "CREATE (a:A {id: 1, v: 1}), (b:B {id: 2, v: 2}), \
    (a)-[:R {id: 3}]->(b), (a)-[:R {id: 4}]->(b), (b)-[:R {id: 5}]->(a)";

/// The constraint of that graph.
pub const CONSTRAINT: &str = "CREATE CONSTRAINT FOR (n:U) REQUIRE n.u IS UNIQUE";

/// The row of a reason.
pub fn find(reason: &str) -> Option<&'static Open> {
    OPEN.iter().find(|open| matches(open.reason, reason))
}

/// Whether a reason is of a form, in which `*` stands for any words.
fn matches(form: &str, reason: &str) -> bool {
    let Some((start, rest)) = form.split_once('*') else { return form == reason };
    let Some(mut left) = reason.strip_prefix(start) else { return false };
    let parts: Vec<&str> = rest.split('*').collect();
    let Some((end, middle)) = parts.split_last() else { return false };
    for part in middle {
        match left.split_once(part) {
            Some((_, after)) => left = after,
            None => return false,
        }
    }
    left.ends_with(end)
}

#[cfg(test)]
mod tests;
