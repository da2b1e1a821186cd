//! What a scenario of the feature suite is run on: the reference, or an engine.

use graphlance_gremlin::{Name, Statement, Version, parse, versions_of};
use graphlance_machine::{Budget, Failure, Options, PropertyGraph, Value, evaluate_in};

use super::graphs::Graphs;
use super::scope;
use super::trial::Stop;

/// What a scenario gives its traversals.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    /// The values of variables; the last one of a name counts.
    pub bindings: Vec<(Name, Value)>,
    /// What is noted aside under keys before a traversal begins.
    pub side_effects: Vec<(Name, Value)>,
}

/// What came of a traversal.
#[derive(Clone, Debug)]
pub(super) enum Came {
    /// These values, which are of the graph as it is afterwards.
    Values(Vec<Value>),
    /// An error.
    Raised(String),
    /// Neither: it died, hung or gave up.
    Nothing(String),
}

/// What a scenario is run on. It has one graph, which traversals change.
pub(super) trait Ground {
    /// Puts a graph of the suite in the place of what is there.
    fn load(&mut self, name: &str, graphs: &mut Graphs) -> Result<(), Stop>;
    /// The graph as it is, with the identities that its elements have there.
    fn graph(&self) -> &PropertyGraph;
    /// Asks a traversal.
    fn ask(&mut self, text: &str, given: &Given) -> Result<Came, Stop>;
}

/// The statement of a text.
pub(super) fn statement(text: &str) -> Result<Statement, Stop> {
    parse(text).map_err(|error| Stop::Failed(error.to_string()))
}

/// The reference of Gremlin under the rules of a version.
pub(super) struct Machine {
    graph: PropertyGraph,
    arrangement: u64,
    options: Options,
}

impl Machine {
    /// With an empty graph. `null_properties`: whether a property may have the value null.
    pub fn new(version: Version, arrangement: u64, null_properties: bool) -> Machine {
        // Some scenarios count millions of paths.
        let budget = Budget { work: 300_000_000, ..Budget::default() };
        let options = Options { version, budget, null_properties, ..Options::default() };
        Machine { graph: PropertyGraph::new(), arrangement, options }
    }
}

impl Ground for Machine {
    fn load(&mut self, name: &str, graphs: &mut Graphs) -> Result<(), Stop> {
        self.graph = graphs.named(name).map_err(Stop::Failed)?;
        Ok(())
    }

    fn graph(&self) -> &PropertyGraph {
        &self.graph
    }

    fn ask(&mut self, text: &str, given: &Given) -> Result<Came, Stop> {
        let statement = statement(text)?;
        // Variables are a matter of the driver: what stands for them can be said, or not.
        if self.options.version != scope::OWN {
            let said = super::binding::bound(&statement, given).unwrap_or_else(|_| statement.clone());
            scope::sayable(&versions_of(&said), self.options.version)?;
        }
        let Given { bindings, side_effects } = given.clone();
        let bindings = bindings.into_iter().collect();
        let options = Options { bindings, side_effects, ..self.options.clone() };
        Ok(match evaluate_in(self.arrangement, &statement, &self.graph, &options) {
            Ok((values, graph)) => {
                self.graph = graph;
                Came::Values(values)
            }
            Err(Failure::Raised(raised)) => Came::Raised(raised.to_string()),
            Err(other) => Came::Nothing(other.to_string()),
        })
    }
}
