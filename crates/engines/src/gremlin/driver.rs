//! The driver: one connection, one graph.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use graphlance_case::language::RESULT;
use graphlance_case::{Ability, Boundary, EngineError, Response};
use graphlance_graph::{Graph, Table, Value as Cell};
use graphlance_gremlin::{Value, Version, graphson};

use super::elements::{EDGES, Elements, VERTICES};
use super::request::{Asked, CHANNEL, Spoken};
use super::session::{Access, Results, Session};
use super::transaction::LOST;
use super::ways::Ways;
use crate::driver::{Driver, Health, Identity, TargetError, only_one};
use crate::launcher::Server;
use crate::limits;
use crate::process::LOG_LINES;
use crate::wire::{Answered, Broken, Pipelined, Rest, Wired};

/// How long housekeeping (connect, read what there is) may take.
const HOUSEKEEPING: Duration = Duration::from_secs(10);

/// How long the last wipe may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// A worker's connection to a graph.
pub struct GremlinDriver {
    access: Access,
    server: Option<Box<Server>>,
    ways: Ways,
    version: Version,
    pub(super) session: Option<Session>,
    /// Where a transaction is open, the connection of what is asked outside of one.
    pub(super) resting: Option<Option<Session>>,
    identity: Identity,
    /// What is known of the graph's elements; none since something was asked that may have changed them.
    elements: Option<Elements>,
    /// Whether results are wanted as they came.
    verbatim: bool,
    /// Whether anything may be in the graph that graphlance did not put there. Then nothing is deleted.
    foreign: bool,
}

impl GremlinDriver {
    /// Connects, to a server of its own if one is given. Errors: unreachable, or the graph of a server that is not ours has
    /// something in it.
    pub fn open(access: Access, server: Option<Box<Server>>, ways: Ways) -> Result<GremlinDriver, TargetError> {
        let mut driver = GremlinDriver::unsettled(access, server, ways);
        driver.foreign = driver.server.is_none();
        driver.settle()?;
        driver.identity = driver.identify()?;
        if driver.foreign {
            driver.insist_on_empty()?;
            driver.foreign = false;
        }
        Ok(driver)
    }

    /// Asks a server that is not ours what it is, and leaves everything there as it is; the name of the class of its graph comes
    /// with it. Errors: unreachable.
    pub fn meet(access: Access, ways: Ways) -> Result<(String, Identity), TargetError> {
        let mut driver = GremlinDriver::unsettled(access, None, ways);
        driver.foreign = true;
        driver.settle()?;
        let class = driver.text(&driver.ways.class.clone())?;
        Ok((class, driver.identify()?))
    }

    fn unsettled(access: Access, server: Option<Box<Server>>, mut ways: Ways) -> GremlinDriver {
        if let Some(source) = &access.source {
            ways.sources.retain(|known| known != source);
            ways.sources.insert(0, source.clone());
        }
        GremlinDriver {
            access,
            server,
            ways,
            version: Version::V38,
            session: None,
            resting: None,
            identity: Identity::default(),
            elements: None,
            verbatim: false,
            foreign: false,
        }
    }

    /// Reaches the server.
    fn settle(&mut self) -> Result<(), TargetError> {
        if let Some(server) = &self.server {
            self.access.address = server.address();
        }
        (self.session, self.resting, self.elements) = (None, None, None);
        self.session().map(drop)
    }

    /// Product and version; the version of TinkerPop among the settings.
    fn identify(&mut self) -> Result<Identity, TargetError> {
        let tinkerpop = self.text("org.apache.tinkerpop.gremlin.util.Gremlin.version()").unwrap_or_default();
        if let Some(version) = Version::find(&tinkerpop) {
            self.version = version;
            if let Some(session) = &mut self.session {
                session.speak(version);
            }
        }
        let version = self.text(&self.ways.version.clone())?;
        let engine = match self.ways.product.as_str() {
            "" => self.text(&self.ways.class.clone())?,
            known => known.to_owned(),
        };
        let settings = vec![format!("tinkerpop={tinkerpop}")];
        Ok(limits::cut_identity(Identity { engine, version, settings, ..Identity::default() }))
    }

    /// The text that a script gives.
    fn text(&mut self, script: &str) -> Result<String, TargetError> {
        let table = self.table(script, HOUSEKEEPING)?;
        match table.rows.first().and_then(|row| row.first()) {
            Some(Cell::String(text)) => Ok(text.to_string()),
            _ => Err(TargetError::Protocol(format!("`{script}` gives no text"))),
        }
    }

    fn insist_on_empty(&mut self) -> Result<(), TargetError> {
        for (text, what) in [("g.V().limit(1)", "vertices"), ("g.E().limit(1)", "edges")] {
            let text = text.replacen('g', self.ways.source(), 1);
            if !self.table(&text, HOUSEKEEPING)?.rows.is_empty() {
                return Err(TargetError::NotEmpty(format!(
                    "{} has {what}; graphlance works in empty graphs only: name another, or, if a hunt that was killed left \
                     them there, remove them with: {}.V().drop()",
                    self.access.name(),
                    self.ways.source()
                )));
            }
        }
        Ok(())
    }

    /// The answer to one thing. The outer error is the connection's end.
    fn answer(&mut self, text: &str, deadline: Duration) -> Result<Results, Broken> {
        let GremlinDriver { session, ways, elements, .. } = self;
        let session = session.as_mut().ok_or_else(|| Broken::Lost("there is no connection".to_owned()))?;
        let asked = Asked::of(text, ways);
        if asked.may_write() {
            *elements = None;
        }
        session.ask(&asked, ways, deadline, <GremlinDriver as Wired>::GRACE)
    }

    /// Reads all elements.
    fn read(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let source = self.ways.source().to_owned();
        let mut all = [VERTICES, EDGES].map(|text| text.replacen('g', &source, 1)).into_iter().map(|text| {
            match self.answer(&text, deadline) {
                Ok(Ok(values)) => Ok(values),
                Ok(Err(error)) => Err(TargetError::answered(&text, error)),
                Err(broken) => Err(self.failed(&text, broken)),
            }
        });
        let (vertices, edges) =
            (all.next().unwrap_or_else(|| Ok(Vec::new()))?, all.next().unwrap_or_else(|| Ok(Vec::new()))?);
        drop(all);
        self.elements = Some(Elements::of(vertices, edges)?);
        Ok(())
    }

    /// The table of results, with the properties of elements that came without.
    fn told(&mut self, results: Vec<Value>, deadline: Duration) -> Table {
        let bare = Elements::default();
        let lacking = results.iter().any(|value| bare.lacks(value));
        let known = lacking
            && match &self.elements {
                Some(elements) if !results.iter().any(|value| elements.lacks(value)) => true,
                // What cannot be read stays as it came.
                _ => self.read(deadline).is_ok(),
            };
        let known = if known { self.elements.as_ref().unwrap_or(&bare) } else { &bare };
        Table { columns: vec![RESULT.into()], rows: results.iter().map(|value| vec![known.cell(value)]).collect() }
    }
}

/// Results in GraphSON 3, as the newest version writes it.
fn verbatim(results: &[Value]) -> Table {
    let row = |value| vec![Cell::string(graphson::encode(value, Version::V38).to_string())];
    Table { columns: vec![RESULT.into()], rows: results.iter().map(row).collect() }
}

impl Wired for GremlinDriver {
    type Session = Session;
    const GRACE: Duration = Duration::from_millis(1_000);
    const HOUSEKEEPING: Duration = HOUSEKEEPING;

    fn server(&mut self) -> Option<&mut Server> {
        self.server.as_deref_mut()
    }

    fn slot(&mut self) -> &mut Option<Session> {
        &mut self.session
    }

    fn dial(&self, deadline: Duration) -> Result<Session, TargetError> {
        if self.resting.is_some() {
            return Err(TargetError::Protocol(LOST.to_owned()));
        }
        Session::open(&self.access, self.version, deadline)
    }

    fn ask(&mut self, statement: &str, deadline: Duration) -> Result<Result<Table, EngineError>, Broken> {
        let answer = self.answer(statement, deadline)?;
        Ok(answer.map(|results| if self.verbatim { verbatim(&results) } else { self.told(results, deadline) }))
    }
}

impl Pipelined for GremlinDriver {
    const PATIENCE: Duration = <GremlinDriver as Wired>::GRACE;

    fn ready(&mut self, _: usize, deadline: Duration) -> Result<(), Response> {
        let connected = self.connect(deadline + Self::GRACE).map(drop);
        connected.map_err(|error| self.unreached(error, deadline))
    }

    fn broke(&mut self, broken: Broken, deadline: Duration) -> Response {
        self.end(broken, deadline)
    }

    fn queue(&mut self, _: usize, statement: &str, deadline: Duration) -> Result<(), Broken> {
        let GremlinDriver { session, ways, .. } = self;
        let session = session.as_mut().ok_or_else(|| Broken::Lost("there is no connection".to_owned()))?;
        session.queue(&Asked::of(statement, ways), deadline)
    }

    fn flush(&mut self, _: usize, deadline: Duration) -> Result<(), Broken> {
        self.connected()?.flush(deadline)
    }

    fn receive(&mut self, _: usize, deadline: Duration, end: Instant) -> Result<Answered, Broken> {
        let GremlinDriver { session, ways, .. } = self;
        let session = session.as_mut().ok_or_else(|| Broken::Lost("there is no connection".to_owned()))?;
        let answer = session.receive(ways, end, deadline + Self::PATIENCE)?;
        let response = match answer {
            Ok(results) => Response::Table(self.told(results, deadline)),
            Err(error) => Response::Error(error),
        };
        Ok(Answered { response, rest: Rest::Follows })
    }
}

impl Driver for GremlinDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        for text in self.ways.wipe.clone() {
            let text = match text.strip_prefix("g.") {
                Some(rest) => format!("{}.{rest}", self.ways.source()),
                None => text,
            };
            self.table(&text, deadline)?;
        }
        self.elements = None;
        self.relieve(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        self.respond(statement, deadline)
    }

    /// As bytecode, where a server of ours takes texts: its parser takes longer to read a graph than it takes to make it.
    fn run_load(&mut self, statement: &str, deadline: Duration) -> Response {
        let quick = self.server.is_some() && self.ways.language == Spoken::Lang && statement.starts_with("g.");
        match quick {
            true => self.respond(&format!("{CHANNEL}bytecode {statement}"), deadline),
            false => self.respond(statement, deadline),
        }
    }

    /// In GraphSON 3.
    fn run_verbatim(&mut self, statement: &str, deadline: Duration) -> Response {
        self.verbatim = true;
        let response = self.respond(statement, deadline);
        self.verbatim = false;
        response
    }

    fn run_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        self.respond_all(statements, deadline)
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        match self.ways.await_indexes.clone() {
            script if script.is_empty() => Ok(()),
            script => self.table(&script, deadline).map(drop),
        }
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.session()?;
        self.read(deadline)?;
        self.elements.as_ref().map_or_else(|| Ok(Graph::new()), Elements::graph)
    }

    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String> {
        let plan = self.text_within(&format!("({statement}).explain().prettyPrint()"), deadline)?;
        Some(limits::cut(plan))
    }

    fn health(&mut self) -> Health {
        match self.server.as_mut() {
            Some(server) => server.health(),
            None => Health { alive: self.session().is_ok(), ..Health::default() },
        }
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        if let Some(server) = self.server.as_mut() {
            server.restart()?;
        }
        self.settle()
    }

    fn abilities(&self) -> BTreeSet<Ability> {
        self.ways.abilities.clone()
    }

    fn enter(&mut self, database: Option<&str>, _: Duration) -> Result<(), TargetError> {
        only_one(database)
    }

    fn transact(&mut self, boundary: Boundary, deadline: Duration) -> Response {
        self.elements = None;
        match boundary {
            Boundary::Begin => self.begin(deadline),
            Boundary::Commit => self.finish("commit", deadline),
            Boundary::RollBack => self.finish("rollback", deadline),
            Boundary::Reset => Response::Unsupported(boundary.ability()),
        }
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.server.as_ref().map(|server| server.log_tail(count.min(LOG_LINES))).unwrap_or_default()
    }
}

impl GremlinDriver {
    /// Has a server of ours forget what its parser learned, where that is much.
    fn relieve(&mut self, deadline: Duration) -> Result<(), TargetError> {
        match self.ways.relieve.clone() {
            script if self.server.is_some() && self.ways.language == Spoken::Lang && !script.is_empty() => {
                self.table(&script, deadline).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn text_within(&mut self, script: &str, deadline: Duration) -> Option<String> {
        match self.table(script, deadline).ok()?.rows.first()?.first()? {
            Cell::String(text) => Some(text.to_string()),
            _ => None,
        }
    }
}

impl Drop for GremlinDriver {
    fn drop(&mut self) {
        if self.server.is_none() && !self.foreign {
            // Nothing can be done about a server that does not answer.
            if self.session.is_none() {
                self.session = self.dial(GOODBYE).ok();
            }
            if self.session.is_some() {
                let _ = self.wipe(GOODBYE);
            }
        }
    }
}
