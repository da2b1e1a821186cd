//! Conditions of a pattern.

use crate::term::{Slot, Term};

/// A condition and the slots it reads.
pub(super) struct Filter {
    pub term: Term,
    /// Without repetition.
    pub needs: Vec<Slot>,
    pub size: usize,
}

impl Filter {
    pub fn new(term: Term, used: &[Slot]) -> Filter {
        let size = term.size();
        let mut needs = used.to_vec();
        needs.sort_unstable();
        needs.dedup();
        Filter { term, needs, size }
    }
}
