//! Passes over one sort of part: try each edit on each part, in the order of the walk.

use graphlance_cypher::Statement;
use graphlance_engines::TargetError;

use super::{Place, Reducer};

/// An edit of the part at an index; none when there is no such part, false when it does not apply.
pub(super) type Edit<'e> = &'e dyn Fn(&mut Statement, usize) -> Option<bool>;

/// An edit in a box.
pub(super) type OwnedEdit = Box<dyn Fn(&mut Statement, usize) -> Option<bool>>;

/// Tries every edit at every index of every statement. After a success the same index is tried again: another part
/// stands there now.
pub(super) fn each_part(reducer: &mut Reducer<'_>, edits: &[Edit<'_>]) -> Result<(), TargetError> {
    let steps = reducer.statement_steps();
    each_part_of(reducer, steps, edits)
}

/// Tries every edit at every index of the statements at these places.
pub(super) fn each_part_of(
    reducer: &mut Reducer<'_>,
    places: Vec<Place>,
    edits: &[Edit<'_>],
) -> Result<(), TargetError> {
    for step in places {
        let mut index = 0;
        loop {
            let mut helped = false;
            let mut exists = false;
            for edit in edits {
                let accepted = reducer.attempt_statement(step, |statement| {
                    let edited = edit(statement, index);
                    exists |= edited.is_some();
                    edited == Some(true)
                })?;
                if accepted {
                    helped = true;
                    break;
                }
            }
            if !exists || reducer.is_over() {
                break;
            }
            if !helped {
                index += 1;
            }
        }
    }
    Ok(())
}
