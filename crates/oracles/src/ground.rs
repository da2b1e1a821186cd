//! The graph of a round.

use std::sync::Arc;

use graphlance_case::{Load, Statement};
use graphlance_generate::load::random_script;
use graphlance_graph::random_graph::random_graph;
use graphlance_graph::{Graph, Random, ValueDomain};

use crate::RoundContext;

/// The stream of randomness that a round's graph takes.
const GRAPH: u64 = 0;

/// The random graph of a round, and how it is loaded.
pub(crate) fn round_graph(context: &RoundContext) -> (Arc<Graph>, Load) {
    let dialect = &context.cypher();
    let sizes = &context.profile.graph;
    let mut random = Random::derive(context.seed, &[context.round, GRAPH]);
    let graph = Arc::new(random_graph(&mut random, sizes, &dialect.values, &dialect.index_support()));
    // Scripts change labels on their way, which not every target can.
    let relabels = dialect.values.node_labels == ValueDomain::default().node_labels;
    let load = if random.chance(sizes.script_load) && relabels {
        let script = random_script(&mut random, &graph, dialect);
        Load::Script(Arc::new(script.into_iter().map(Statement::from).collect()))
    } else {
        Load::Create
    };
    (graph, load)
}
