//! What every round stands on: its graph, how that is loaded, and how far the round has come.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::{Case, Claim, Lineage, Load, Statement, Step};
use graphlance_cypher::Dialect;
use graphlance_generate::load::random_script;
use graphlance_generate::{Adaptation, Techniques};
use graphlance_graph::random_graph::{Formula, Recipe, Topology, random_graph};
use graphlance_graph::{Graph, IndexKind, Name, Random, ValueDomain};

use crate::rewrites::Ground;
use crate::{Round, RoundContext};

/// The stream of randomness that a round's graph takes.
const GRAPH: u64 = 0;

/// A graph, and the cases that are made on it one after the other.
pub(crate) struct RoundGround {
    pub(crate) context: RoundContext,
    pub(crate) dialect: Arc<Dialect>,
    pub(crate) graph: Arc<Graph>,
    load: Load,
    next: u64,
}

impl RoundGround {
    /// The ground of a round.
    pub(crate) fn new(context: &RoundContext) -> RoundGround {
        RoundGround::on(context, |random, dialect| {
            random_graph(random, &context.profile.graph, &dialect.values, &dialect.index_support())
        })
    }

    /// The ground of a round in whichever language: a graph of what the target can hold, loaded at once.
    pub(crate) fn plain(context: &RoundContext) -> RoundGround {
        RoundGround::loaded_at_once(context, |random| {
            let (sizes, dialect) = (&context.profile.graph, &context.dialect);
            random_graph(random, sizes, dialect.values(), &dialect.index_support())
        })
    }

    /// The same with a graph of a topology, of so many nodes and relationships.
    pub(crate) fn plain_of(
        context: &RoundContext,
        topology: Topology,
        nodes: usize,
        relationships: usize,
    ) -> RoundGround {
        RoundGround::loaded_at_once(context, |random| {
            let recipe = Recipe { topology, nodes, relationships, seed: random.word() };
            let (sizes, dialect) = (&context.profile.graph, &context.dialect);
            recipe.graph(sizes, dialect.values(), &dialect.index_support())
        })
    }

    fn loaded_at_once(context: &RoundContext, graph: impl FnOnce(&mut Random) -> Graph) -> RoundGround {
        let graph = Arc::new(graph(&mut Random::derive(context.seed, &[context.round, GRAPH])));
        RoundGround { dialect: context.cypher(), context: context.clone(), graph, load: Load::Create, next: 0 }
    }

    /// The same with a graph of a topology, of so many nodes and relationships.
    pub(crate) fn of(context: &RoundContext, topology: Topology, nodes: usize, relationships: usize) -> RoundGround {
        RoundGround::on(context, |random, dialect| {
            let recipe = Recipe { topology, nodes, relationships, seed: random.word() };
            recipe.graph(&context.profile.graph, &dialect.values, &dialect.index_support())
        })
    }

    /// The same with the graph of a formula.
    pub(crate) fn by(context: &RoundContext, formula: Formula) -> RoundGround {
        let mut graph = Graph::by(formula);
        if !context.dialect.index_support().range {
            graph.schema.indexes.clear();
        }
        let (graph, dialect) = (Arc::new(graph), context.cypher());
        RoundGround { dialect, context: context.clone(), graph, load: Load::Create, next: 0 }
    }

    fn on(context: &RoundContext, graph: impl FnOnce(&mut Random, &Dialect) -> Graph) -> RoundGround {
        let (graph, load) = round_graph(context, graph);
        RoundGround { dialect: context.cypher(), context: context.clone(), graph, load, next: 0 }
    }

    /// What statements are for.
    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground { graph: &self.graph, dialect: &self.dialect }
    }

    /// A stream of randomness of the round.
    pub(crate) fn random(&self, stream: &[u64]) -> Random {
        let mut labels = vec![self.context.round];
        labels.extend(stream);
        Random::derive(self.context.seed, &labels)
    }

    /// Where the case of an index comes from. `adaptation`: the hash of the state that it was made under.
    pub(crate) fn lineage(&self, oracle: &str, index: u64, adaptation: String) -> Lineage {
        Lineage {
            oracle: oracle.into(),
            seed: self.context.seed,
            round: self.context.round,
            index,
            profile: self.context.profile.name.as_str().into(),
            adaptation,
            ..Lineage::default()
        }
    }

    /// A case on the graph.
    pub(crate) fn case(&self, claim: Claim, lineage: Lineage, steps: Vec<Step>) -> Case {
        let case = Case::new(&self.context.dialect, Arc::clone(&self.graph), claim, lineage);
        Case { load: self.load.clone(), steps, ..case }
    }
}

/// A round whose cases are made by their indexes.
pub(crate) trait Making: Send {
    /// What it stands on.
    fn ground(&self) -> &RoundGround;
    /// The same, to go on.
    fn ground_mut(&mut self) -> &mut RoundGround;
    /// How many cases it has at most.
    fn cases(&self) -> u64;
    /// What was done so far; none where nothing is counted.
    fn counted(&self) -> Option<&Techniques> {
        None
    }
    /// More is to be made of the statement of a case, as [`Round::follow`] says.
    fn follow(&mut self, _case: &Case) {}
    /// What goes on from a case need not be made, as [`Round::abandon`] says.
    fn abandon(&mut self, _case: &Case) {}
    /// The case of an index; none when it cannot be made.
    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case>;
}

impl<M: Making> Round for M {
    fn graph(&self) -> &Arc<Graph> {
        &self.ground().graph
    }

    fn load(&self) -> &Load {
        &self.ground().load
    }

    fn case_count(&self) -> u64 {
        self.cases()
    }

    fn techniques(&self) -> BTreeMap<Name, u64> {
        self.counted().into_iter().flat_map(Techniques::iter).map(|(name, count)| (name.into(), count)).collect()
    }

    fn follow(&mut self, case: &Case) {
        Making::follow(self, case);
    }

    fn abandon(&mut self, case: &Case) {
        Making::abandon(self, case);
    }

    fn next_case(&mut self, adaptation: &Adaptation) -> Option<Case> {
        while self.ground().next < self.cases() {
            let index = self.ground().next;
            self.ground_mut().next += 1;
            let made = self.make(index, adaptation);
            if made.is_some() {
                return made;
            }
        }
        None
    }
}

/// Elements of a graph at most that a script loads where each of its texts takes long to plan.
const MOST_SCRIPTED: usize = 60;
/// And the share that is left of graphs loaded so: a script of dozens of texts is planned as long as all that is asked behind it.
const SCRIPTS_WHERE_DEAR: f64 = 0.25;

/// The random graph of a round, and how it is loaded.
fn round_graph(context: &RoundContext, graph: impl FnOnce(&mut Random, &Dialect) -> Graph) -> (Arc<Graph>, Load) {
    let dialect = &context.cypher();
    let sizes = &context.profile.graph;
    let mut random = Random::derive(context.seed, &[context.round, GRAPH]);
    let graph = Arc::new(graph(&mut random, dialect));
    // Scripts change labels on their way, which not every target can.
    let relabels = dialect.values.node_labels == ValueDomain::default().node_labels;
    // A script for a large graph has hundreds of texts.
    let elements = graph.node_count() + graph.relationship_count();
    let share = match dialect.limits.planning_is_dear {
        true if elements > MOST_SCRIPTED => 0.0,
        true => sizes.script_load * SCRIPTS_WHERE_DEAR,
        false => sizes.script_load,
    };
    let load = if random.chance(share) && relabels {
        let script = random_script(&mut random, &graph, dialect);
        Load::Script(Arc::new(script.into_iter().map(Statement::from).collect()))
    } else {
        Load::Create
    };
    (graph, load)
}

/// The graph without constraints: what is asked then breaks none.
pub(crate) fn unconstrained(graph: Arc<Graph>) -> Arc<Graph> {
    let mut graph = Arc::unwrap_or_clone(graph);
    graph.schema.indexes.retain(|index| index.kind != IndexKind::Unique);
    Arc::new(graph)
}
