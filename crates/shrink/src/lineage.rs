//! The pass over the rewrites that made some of the statements of others.

use graphlance_case::Case;
use graphlance_engines::TargetError;

use crate::reducer::Reducer;

/// Leaves out rewrites that the failure does not need: as many in a row as can be, since one may undo another.
pub(crate) fn drop_rewrites(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for count in (1..=rewrites(reducer.case()).len()).rev() {
        let mut start = 0;
        while let Some(run) = rewrites(reducer.case()).get(start..start + count) {
            let dropped = reducer.attempt(|case| {
                remove(case, run);
                true
            })?;
            start += usize::from(!dropped);
        }
    }
    Ok(())
}

/// The rewrites: the derivation of each, and its place there.
fn rewrites(case: &Case) -> Vec<(usize, usize)> {
    let derivations = case.lineage.derivations.iter().enumerate();
    derivations.flat_map(|(number, one)| (0..one.rewrites.len()).map(move |place| (number, place))).collect()
}

fn remove(case: &mut Case, places: &[(usize, usize)]) {
    for (number, place) in places.iter().rev() {
        if let Some(derivation) = case.lineage.derivations.get_mut(*number)
            && *place < derivation.rewrites.len()
        {
            derivation.rewrites.remove(*place);
        }
    }
}
