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

/// How many vertices a graph has at most whose edges are read in one answer; the answer of a driver has an end.
const FEW: usize = 200;

/// The vertices whose edges are read in one answer otherwise.
const PART: usize = 50;

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
        let vertices = self.elements("g.V()")?;
        let mut edges = Vec::new();
        if vertices.len() <= FEW {
            edges = self.elements("g.E()")?;
        } else {
            let alone = Stored::of(&vertices, &[]).map_err(|why| Stop::Failed(format!("reading the graph: {why}")))?;
            for text in loading::edges_by_parts(&alone.graph, PART) {
                edges.extend(self.elements(&print(&text))?);
            }
        }
        let stored = Stored::of(&vertices, &edges);
        self.stored = stored.map_err(|why| Stop::Failed(format!("reading the graph: {why}")))?;
        Ok(())
    }

    /// The elements that a traversal gives.
    fn elements(&mut self, text: &str) -> Result<Vec<Result_>, Stop> {
        match self.subject.ask(text)? {
            Told::Results(texts) => decoded(&texts),
            Told::Error(why) | Told::Nothing(why) => Err(Stop::Failed(format!("reading the graph: {text:.60}: {why}"))),
        }
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
        // As the suite writes it, where nothing is to be filled in and the words are those of the engine's version.
        let is_own = bound == asked && self.dialect.tinkerpop == scope::OWN;
        let text = if is_own { text.trim().to_owned() } else { print(&bound) };
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
