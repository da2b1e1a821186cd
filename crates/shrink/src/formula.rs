//! The pass over graphs by a formula.

use std::sync::Arc;

use graphlance_engines::TargetError;
use graphlance_graph::Graph;

use crate::reducer::Reducer;

/// Numbers of nodes that are tried, the smallest first: elements of larger graphs are not dropped one by one.
const SIZES: &[usize] = &[16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144];
/// Nodes at most of a graph that is written out, so that the other passes go on with it.
const WRITTEN_OUT: usize = 1_024;

/// Looks for the smallest graph of the same formula on which the case fails.
pub(crate) fn shrink(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let Some(formula) = reducer.case().graph.formula() else { return Ok(()) };
    let nodes = reducer.case().graph.node_count();
    for size in SIZES.iter().filter(|size| **size < nodes) {
        let smaller = reducer.attempt(|case| {
            let Some(smaller) = formula.resized(*size) else { return false };
            let mut graph = Graph::by(smaller);
            graph.schema = case.graph.schema.clone();
            case.graph = Arc::new(if *size <= WRITTEN_OUT { graph.written_out() } else { graph });
            true
        })?;
        if smaller {
            break;
        }
    }
    Ok(())
}
