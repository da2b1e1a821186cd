//! The driver: one database, one connection, and a second one for statements in flight.

mod flight;

use std::collections::BTreeSet;
use std::time::Duration;

use graphlance_case::{Ability, Boundary, EngineError, Response};
use graphlance_graph::{Counters, Graph, Table, Value};

use super::admin::Admin;
use super::answer::{counters, decode};
use super::home::Home;
use super::indexes::makes_schema;
use super::packstream::Pack;
use super::parameters;
use super::plan::{estimated_rows, plan_in, plan_text};
use super::session::{Access, Brought, Session};
use super::values::Elements;
use super::ways::{Ways, Who};
use crate::driver::{Driver, Health, Identity, TargetError, done, only_one};
use crate::launcher::Server;
use crate::limits;
use crate::process::LOG_LINES;
use crate::read_back::{NODES, RELATIONSHIPS, graph_of};
use crate::wire::{Broken, Databases, Pipelined, Wired, protocol};

/// How long housekeeping (connect, list indexes) may take.
pub(super) const HOUSEKEEPING: Duration = Duration::from_secs(10);

/// How long the last wipe may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// How long a statement that hangs may take to end when it is told to.
const CANCEL: Duration = Duration::from_millis(500);

/// A worker's connection to a database.
pub struct BoltDriver {
    access: Access,
    home: Home,
    pub(super) admin: Option<Admin>,
    pub(super) session: Option<Session>,
    /// Has statements in flight beside the first; there is none without that one.
    second: Option<Session>,
    /// On which of the two an answer is waited for.
    awaited: usize,
    identity: Identity,
    elements: Elements,
    /// Whether a statement that makes indexes or constraints was sent since the last wipe.
    schema: bool,
    pub(super) who: Who,
    /// What the server is asked; those ways that it turned out to lack are taken out.
    pub(super) ways: Ways,
    databases: Databases,
    /// What was told of plans with the answers of the last batch.
    told_plans: Vec<Option<String>>,
    /// What the last answer said that its statement changed.
    told: Counters,
    /// The same of the last statement that was run.
    counted: Counters,
    /// Whether anything may be in the database that graphlance did not put there. Then nothing is deleted.
    foreign: bool,
}

impl BoltDriver {
    /// Connects. Errors: unreachable, refused, or the database of a server that is not ours has something in it.
    pub fn open(access: Access, home: Home, who: Who) -> Result<BoltDriver, TargetError> {
        let mut driver = BoltDriver::unsettled(access, home, who)?;
        driver.settle()?;
        if matches!(driver.home, Home::Foreign) {
            driver.foreign = true;
            driver.insist_on_empty()?;
            driver.foreign = false;
        }
        driver.identity = limits::cut_identity(driver.identify()?);
        Ok(driver)
    }

    /// Asks a server that is not ours what it is, and leaves everything there as it is. Errors: unreachable, refused.
    pub fn meet(access: Access, home: Home, who: Who) -> Result<Identity, TargetError> {
        let mut driver = BoltDriver::unsettled(access, home, who)?;
        driver.foreign = true;
        match driver.admin()? {
            // Without a database of one's own there is none to connect to.
            Some(admin) => driver.admin = Some(admin),
            None => driver.settle()?,
        }
        driver.identify().map(limits::cut_identity)
    }

    fn unsettled(access: Access, home: Home, who: Who) -> Result<BoltDriver, TargetError> {
        Ok(BoltDriver {
            ways: who.ways("")?,
            who,
            access,
            home,
            admin: None,
            session: None,
            second: None,
            awaited: 0,
            identity: Identity::default(),
            elements: Elements::default(),
            schema: false,
            databases: Databases::default(),
            told_plans: Vec::new(),
            told: Counters::default(),
            counted: Counters::default(),
            foreign: false,
        })
    }

    /// Reaches the server, and makes a database on it where that is its way.
    fn settle(&mut self) -> Result<(), TargetError> {
        if let Some(server) = self.home.server() {
            self.access.address = server.address();
        }
        if let Some(admin) = self.admin()? {
            if matches!(self.home, Home::ForeignWithAdmin(_)) {
                admin.clear_leftovers(HOUSEKEEPING)?;
            }
            let own = self.databases.known(None).filter(|own| !own.is_empty()).or(self.access.database.take());
            let own = own.unwrap_or_else(|| "graphlance".to_owned());
            admin.create(&own, HOUSEKEEPING)?;
            self.databases = Databases::new(own.as_str());
            self.access.database = Some(own);
            self.admin = Some(admin);
        }
        self.session = None;
        let greeting = self.session()?.server().to_owned();
        self.ways = self.who.ways(&greeting)?;
        Ok(())
    }

    /// The HTTP side of the server, where databases are made there.
    fn admin(&self) -> Result<Option<Admin>, TargetError> {
        let address = match &self.home {
            Home::OwnWithAdmin(server, port) => server
                .address_of(port)
                .ok_or_else(|| TargetError::Start(format!("the launcher names `{port}` for HTTP, but no such port")))?,
            Home::ForeignWithAdmin(address) => address.clone(),
            Home::Own(_) | Home::Foreign => return Ok(None),
        };
        let ways = self.ways.http.as_ref();
        let ways = ways.ok_or_else(|| TargetError::Start("its engine.toml says nothing of [bolt.http]".to_owned()))?;
        Ok(Some(Admin::new(address, &self.access, ways)))
    }

    fn insist_on_empty(&mut self) -> Result<(), TargetError> {
        let table = self.table("MATCH (n) RETURN count(n) AS nodes", HOUSEKEEPING)?;
        let name = self.access.name();
        match table.rows.as_slice() {
            [row] if *row == [Value::Integer(0)] => {}
            [row] => {
                let count = row.first().map(|value| limits::cut(format!("{value:?}"))).unwrap_or_default();
                return Err(TargetError::NotEmpty(format!(
                    "{name} is not empty ({count} nodes); graphlance works in empty databases only: name another, or, if a \
                     hunt that was killed left them there, remove them with: MATCH (n) DETACH DELETE n"
                )));
            }
            _ => return Err(TargetError::Protocol(format!("{name} does not count its nodes"))),
        }
        match self.schema_names() {
            Ok(names) if names.is_empty() => Ok(()),
            Ok(names) => Err(TargetError::NotEmpty(format!(
                "{name} has indexes or constraints ({}); graphlance works in empty databases only: name another",
                names.join(", ")
            ))),
            // A server that does not list them has none that graphlance would delete.
            Err(TargetError::Answered(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// One statement, decoded, with what the server says behind the last row. The outer error is the connection's.
    fn query(&mut self, statement: &str, deadline: Duration) -> Result<Result<(Table, Pack), EngineError>, Broken> {
        let answer = self.connected()?.query(statement, deadline, Self::GRACE)?;
        Ok(self.decoded(answer))
    }

    fn explained(&mut self, statement: &str, deadline: Duration) -> Option<(Table, Pack)> {
        self.session().ok()?;
        self.query(&parameters::explained(statement), deadline).ok()?.ok()
    }

    fn decoded(&mut self, answer: Brought) -> Result<(Table, Pack), EngineError> {
        match answer {
            Brought::Failure(metadata) => Err(self.ways.error(&metadata)),
            Brought::Rows { columns, rows, summary } => {
                decode(&mut self.elements, &columns, &rows).map(|table| (table, summary)).map_err(protocol)
            }
        }
    }
}

impl Wired for BoltDriver {
    type Session = Session;
    const GRACE: Duration = Duration::from_millis(700);
    const HOUSEKEEPING: Duration = HOUSEKEEPING;

    fn server(&mut self) -> Option<&mut Server> {
        self.home.server()
    }

    fn slot(&mut self) -> &mut Option<Session> {
        &mut self.session
    }

    fn dial(&self, deadline: Duration) -> Result<Session, TargetError> {
        Session::open(&self.access, deadline)
    }

    fn ask(&mut self, statement: &str, deadline: Duration) -> Result<Result<Table, EngineError>, Broken> {
        Ok(self.query(statement, deadline)?.map(|(table, summary)| {
            self.told = counters(&summary);
            table
        }))
    }

    fn stop(&mut self) {
        // What hangs may do so on the second connection, beside others on the first.
        let second = self.second.take().filter(|_| self.awaited > 0);
        let beside = second.is_some();
        let stopped = second.is_none_or(|mut second| second.cancel(CANCEL));
        let ends = |first: &mut Session| beside && first.in_flight() == 0 || first.cancel(CANCEL);
        if !stopped || !self.session.as_mut().is_some_and(ends) {
            self.session = None;
        }
    }
}

impl Driver for BoltDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.elements.clear();
        if let (Some(admin), Some(database)) = (&self.admin, &self.access.database) {
            admin.drop(database, deadline)?;
            return admin.create(database, deadline);
        }
        // It may be long until statements are in flight again, and a server may end connections on which nothing comes.
        self.second = None;
        self.session()?;
        self.table("MATCH (n) DETACH DELETE n", deadline)?;
        if self.schema {
            self.drop_schema(deadline)?;
            self.schema = false;
        }
        Ok(())
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        self.schema |= makes_schema(statement);
        self.told = Counters::default();
        let response = self.respond(statement, deadline);
        self.counted = std::mem::take(&mut self.told);
        response
    }

    fn counters(&mut self) -> Counters {
        self.counted.clone()
    }

    fn run_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        self.told_plans.clear();
        let responses = self.respond_all(statements, deadline);
        self.awaited = 0;
        responses
    }

    fn told_plans(&mut self) -> Vec<Option<String>> {
        std::mem::take(&mut self.told_plans)
    }

    fn estimate(&mut self, statement: &str, deadline: Duration) -> Option<f64> {
        estimated_rows(&self.explained(statement, deadline)?.1)
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        if self.schema { self.await_schema(deadline) } else { Ok(()) }
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.elements.clear();
        let nodes = self.table(NODES, deadline)?;
        let relationships = self.table(RELATIONSHIPS, deadline)?;
        graph_of(&nodes, &relationships)
    }

    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String> {
        if let (Some(admin), Some(database)) = (&self.admin, &self.access.database) {
            return admin.explain(database, statement, deadline);
        }
        self.explained(statement, deadline).and_then(|(table, summary)| plan_text(&summary).or_else(|| plan_in(&table)))
    }

    fn health(&mut self) -> Health {
        match self.home.server() {
            Some(server) => server.health(),
            None => Health { alive: self.session().is_ok(), ..Health::default() },
        }
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        // A statement that let itself be stopped leaves a server as good as a new one, and much sooner.
        let stopped = self.session.is_some();
        self.enter(None, HOUSEKEEPING)?;
        match self.home.server() {
            Some(_) if stopped => return Ok(()),
            Some(server) => server.restart()?,
            None => {
                // The database is there already.
                self.schema = true;
                return self.session().map(drop);
            }
        }
        self.settle()
    }

    fn abilities(&self) -> BTreeSet<Ability> {
        let here = |ability: &Ability| *ability != Ability::Databases || self.admin.is_some();
        self.ways.abilities.iter().copied().filter(here).collect()
    }

    fn enter(&mut self, database: Option<&str>, deadline: Duration) -> Result<(), TargetError> {
        let Some(admin) = &self.admin else { return only_one(database) };
        let called = match (self.databases.known(database), database) {
            (Some(called), _) => called,
            (None, name) => {
                let called = self.databases.fresh();
                admin.create(&called, deadline)?;
                self.databases.made(name.unwrap_or_default(), called.clone());
                called
            }
        };
        self.elements.clear();
        for session in self.session.iter_mut().chain(&mut self.second) {
            session.enter(&called);
        }
        self.access.database = Some(called);
        Ok(())
    }

    fn transact(&mut self, boundary: Boundary, deadline: Duration) -> Response {
        if let Err(error) = self.connect(deadline + Self::GRACE) {
            return self.unreached(error, deadline);
        }
        let answer = self.connected().and_then(|session| Ok(session.transact(boundary, deadline, Self::GRACE)?));
        match answer {
            Ok(Brought::Rows { .. }) => done(),
            Ok(Brought::Failure(metadata)) => Response::Error(self.ways.error(&metadata)),
            Err(broken) => self.end(broken, deadline),
        }
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.home.server().map(|server| server.log_tail(count.min(LOG_LINES))).unwrap_or_default()
    }
}

impl Drop for BoltDriver {
    fn drop(&mut self) {
        if let (Home::ForeignWithAdmin(_), Some(admin), Some(database)) =
            (&self.home, &self.admin, &self.access.database)
        {
            let own = self.databases.known(None).filter(|own| own != database && !own.is_empty());
            let mut all = self.databases.take_named();
            all.extend(own);
            all.retain(|other| other != database);
            for name in all.iter().chain([database]) {
                // Nothing can be done about a server that does not answer; the database's name tells whose it was.
                let _ = admin.drop(name, GOODBYE);
            }
        }
        if matches!(self.home, Home::Foreign) && !self.foreign {
            // Nothing can be done about a server that does not answer.
            self.session = self.session.take().or_else(|| Session::open(&self.access, GOODBYE).ok());
            let _ = self.session.is_some() && self.wipe(GOODBYE).is_ok();
        }
    }
}
