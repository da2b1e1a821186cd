//! Edits tried on a copy of the statement, which is used again as long as they do not apply: most do not.

use super::Bench;
use crate::ast::Statement;

/// Tries an edit of the statement on a bench; the edit returns false when it does not apply.
pub(super) fn attempt(bench: &mut dyn Bench, edit: impl FnOnce(&mut Statement) -> bool) -> bool {
    let Some(mut edited) = bench.statement().cloned() else { return false };
    edit(&mut edited) && bench.attempt(edited)
}

/// A copy of the statement on a bench.
#[derive(Default)]
pub(super) struct Scratch(Option<Statement>);

impl Scratch {
    /// Tries an edit, which returns true where it applies and otherwise leaves the statement as it is. Whether the edited
    /// statement was taken.
    pub(super) fn attempt(&mut self, bench: &mut dyn Bench, edit: impl FnOnce(&mut Statement) -> bool) -> bool {
        let Some(mut copy) = self.0.take().or_else(|| bench.statement().cloned()) else { return false };
        if edit(&mut copy) {
            return bench.attempt(copy);
        }
        debug_assert_eq!(bench.statement(), Some(&copy), "an edit that does not apply leaves the statement as it is");
        self.0 = Some(copy);
        false
    }
}
