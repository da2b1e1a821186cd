//! An engine as the ground of a scenario.

use graphlance_gremlin::dialect::{Dialect, Identities};
use graphlance_gremlin::facts::facts_of;
use graphlance_gremlin::graphson::decode_text;
use graphlance_gremlin::{Statement, Value as Result_, print, versions_of};
use graphlance_machine::PropertyGraph;

use super::binding::bound;
use super::graphs::Graphs;
use super::ground::{Came, Given, Ground, statement};
use super::stored::Stored;
use super::trial::Stop;
use super::{loading, scope};
use crate::subject::Unusable;

/// An engine that answers Gremlin.
pub trait GremlinSubject {
    /// Empties the database; an engine that is gone is started anew.
    fn reset(&mut self) -> Result<(), Unusable>;
    /// Asks a traversal.
    fn ask(&mut self, text: &str) -> Result<Told, Unusable>;
}

/// What an engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Each result in GraphSON 3.
    Results(Vec<String>),
    /// An error that the traversal raised.
    Error(String),
    /// Neither: it died, hung, gave up or says that it is broken.
    Nothing(String),
}

/// The traversals that give the whole graph.
const ALL: [&str; 2] = ["g.V()", "g.E()"];

/// An engine with what is known of its graph.
pub(super) struct Engine<'s> {
    subject: &'s mut dyn GremlinSubject,
    dialect: &'s Dialect,
    stored: Stored,
    /// The graph of the suite that it holds untouched.
    holds: Option<String>,
}

impl<'s> Engine<'s> {
    /// An engine of a dialect.
    pub fn new(subject: &'s mut dyn GremlinSubject, dialect: &'s Dialect) -> Engine<'s> {
        Engine { subject, dialect, stored: Stored::default(), holds: None }
    }

    /// Believes no longer that it holds what was loaded.
    pub fn forget(&mut self) {
        self.holds = None;
    }

    /// Has traversals make a part of a graph, and reads what is there then.
    fn make(&mut self, statements: &[Statement]) -> Result<(), Stop> {
        for statement in statements {
            match self.subject.ask(&print(statement))? {
                Told::Results(_) => {}
                Told::Error(why) | Told::Nothing(why) => return Err(Stop::Failed(format!("loading: {why}"))),
            }
        }
        self.read()
    }

    fn read(&mut self) -> Result<(), Stop> {
        let [mut vertices, mut edges] = [Vec::new(), Vec::new()];
        for (text, elements) in ALL.into_iter().zip([&mut vertices, &mut edges]) {
            match self.subject.ask(text)? {
                Told::Results(texts) => *elements = decoded(&texts)?,
                Told::Error(why) | Told::Nothing(why) => {
                    return Err(Stop::Failed(format!("reading the graph: {text}: {why}")));
                }
            }
        }
        let stored = Stored::of(&vertices, &edges);
        self.stored = stored.map_err(|why| Stop::Failed(format!("reading the graph: {why}")))?;
        Ok(())
    }
}

impl Ground for Engine<'_> {
    fn load(&mut self, name: &str, graphs: &mut Graphs) -> Result<(), Stop> {
        if self.holds.as_deref() == Some(name) {
            return Ok(());
        }
        self.holds = None;
        let graph = graphs.named(name).map_err(Stop::Failed)?;
        self.subject.reset()?;
        self.stored = Stored::default();
        if graph.vertex_count() > 0 {
            let with_ids = self.dialect.deviations.identities == Identities::Longs;
            self.make(&loading::vertices(&graph, with_ids).map_err(Stop::Failed)?)?;
            let edges = loading::edges(&graph, &self.stored.graph, with_ids);
            self.make(&edges.map_err(|why| Stop::Failed(format!("loading: {why}")))?)?;
        }
        self.holds = Some(name.to_owned());
        Ok(())
    }

    fn graph(&self) -> &PropertyGraph {
        &self.stored.graph
    }

    fn ask(&mut self, text: &str, given: &Given) -> Result<Came, Stop> {
        let asked = statement(text)?;
        let bound = bound(&asked, given).map_err(|_| Stop::Skipped("parameters that have no literal".to_owned()))?;
        scope::sayable(&versions_of(&bound), self.dialect.tinkerpop)?;
        // As the suite writes it, where nothing is to be filled in.
        let text = if bound == asked { text.trim().to_owned() } else { print(&bound) };
        let writes = facts_of(&bound).writes;
        if writes {
            self.holds = None;
        }
        match self.subject.ask(&text)? {
            Told::Results(texts) => {
                if writes {
                    self.read()?;
                }
                let results = decoded(&texts)?;
                Ok(Came::Values(results.iter().map(|result| self.stored.value(result)).collect()))
            }
            Told::Error(why) => Ok(Came::Raised(why)),
            Told::Nothing(why) => {
                self.holds = None;
                Ok(Came::Nothing(why))
            }
        }
    }
}

fn decoded(texts: &[String]) -> Result<Vec<Result_>, Stop> {
    let all = texts.iter().map(|text| decode_text(text).map_err(|error| Stop::Failed(error.to_string())));
    all.collect()
}
