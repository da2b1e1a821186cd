//! The pass over the switches that change the target's plans.

use graphlance_engines::TargetError;

use crate::reducer::Reducer;

/// Drops each switch that the failure does not need.
pub(crate) fn drop_switches(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let mut at = 0;
    while at < reducer.case().plan.len() {
        let dropped = reducer.attempt(|case| {
            case.plan.remove(at);
            true
        })?;
        at += usize::from(!dropped);
    }
    Ok(())
}
