//! A statement on its walk, and how long it stays there.

use graphlance_cypher::Query;
use graphlance_graph::{Name, Returns};

/// A statement whose answer has been the same on so many graphs in a row leaves the walk, one that is followed after as many again.
const PATIENCE: usize = 10;
/// One that has no rows is that much sooner tired.
pub(super) const SILENT: usize = 3;
/// Where planning takes long a statement leaves behind so many of them, whatever it answers: sooner where its plan had been met
/// before. New ones take the places, so that a hunt comes to plans that it has not met.
const GRAPHS_WHERE_DEAR: usize = 20;
const GRAPHS_WHERE_MET: usize = 9;

/// A statement on its walk.
pub(super) struct Walker {
    pub(super) query: Query,
    pub(super) clauses: usize,
    pub(super) size_class: u8,
    pub(super) adaptation: String,
    pub(super) switches: Vec<(Name, Name)>,
    /// The last answer, on how many graphs in a row it has been the same, and on how many it was asked for.
    pub(super) last: Option<Returns>,
    pub(super) same: usize,
    pub(super) graphs: usize,
    /// Whether nobody had met the plan of its statement.
    pub(super) followed: bool,
}

impl Walker {
    /// Whether it goes on; where planning is `dear` not too long.
    pub(super) fn stays(&self, dear: bool) -> bool {
        let (same, graphs) = match self.followed {
            true => (2 * PATIENCE, GRAPHS_WHERE_DEAR),
            false => (PATIENCE, GRAPHS_WHERE_MET),
        };
        self.same < same && !(dear && self.graphs >= graphs)
    }
}
