//! The pass over the rewrites that made some of the statements of others.

use graphlance_case::Case;
use graphlance_engines::TargetError;

use crate::graph::shrink;
use crate::reducer::Reducer;

/// Leaves out rewrites that the failure does not need.
pub(crate) fn drop_rewrites(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    shrink(reducer, rewrites, remove)
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
