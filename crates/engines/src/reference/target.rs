//! A target inside the process, with a deliberate fault or scripted answers: for the canary that proves a hunt can find
//! something, and for tests.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use graphlance_case::language::Effort;
use graphlance_case::{
    Ability, Boundary, Dialect, EngineError, ErrorClass, Evaluator, NoAnswer, Response, Statement, sample,
};
use graphlance_cypher::{Dialect as CypherDialect, Statement as CypherStatement};
use graphlance_graph::{Counters, Graph};
use graphlance_machine::Quirk;
use graphlance_reference::{Departures, Failure, Fault, Options, evaluate};

use super::databases::Databases;
use super::defects::{Defect, Entries};
use super::{LEAK, NAME};
use crate::driver::{Driver, Health, Identity, Target, TargetError, done};

/// Answers that the target gives in place of the reference's; none to let the reference answer. The number counts the
/// statements of all workers from 0.
pub type Script = Arc<dyn Fn(&str, u64) -> Option<Response> + Send + Sync>;

/// A target that is the reference.
#[derive(Clone)]
pub struct ReferenceTarget {
    name: String,
    dialect: Dialect,
    departures: Departures,
    /// Those of Gremlin's evaluator.
    quirks: Vec<Quirk>,
    /// Whether what the first statement of a transaction wrote stays when it is rolled back.
    leaks: bool,
    /// A defect of the driver.
    defect: Option<Defect>,
    script: Option<Script>,
    statements: Arc<AtomicU64>,
}

impl ReferenceTarget {
    /// The reference in a dialect, with a fault if there is one.
    pub fn new(dialect: Dialect, fault: Option<Fault>) -> ReferenceTarget {
        let (name, statements) = (NAME.to_owned(), Arc::new(AtomicU64::new(0)));
        ReferenceTarget {
            name,
            dialect,
            departures: fault.into(),
            quirks: Vec::new(),
            leaks: false,
            defect: None,
            script: None,
            statements,
        }
    }

    /// Plants departures in it.
    pub fn departing(mut self, departures: Departures) -> ReferenceTarget {
        self.departures = departures;
        self
    }

    /// Plants wrong rules of Gremlin in it, whose dialect it must have for them to show.
    pub fn with_quirks(mut self, quirks: Vec<Quirk>) -> ReferenceTarget {
        self.quirks = quirks;
        self
    }

    /// Gives it the name by which the command line reaches it.
    pub fn named(mut self, name: &str) -> ReferenceTarget {
        self.name = name.to_owned();
        self
    }

    /// Plants the fault that what the first statement of a transaction wrote stays when it is rolled back.
    pub fn leaking(mut self) -> ReferenceTarget {
        self.leaks = true;
        self
    }

    /// Plants a defect of the driver in it.
    pub fn with_defect(mut self, defect: Defect) -> ReferenceTarget {
        self.defect = Some(defect);
        self
    }

    /// Puts a script in front of the reference.
    pub fn with_script(mut self, script: Script) -> ReferenceTarget {
        self.script = Some(script);
        self
    }
}

impl Target for ReferenceTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(self.dialect.clone())
    }

    fn open(&self, _worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let deviations =
            self.dialect.data::<CypherDialect>().map(|dialect| dialect.deviations.clone()).unwrap_or_default();
        let options = Options { deviations, departures: self.departures.clone(), ..Options::default() };
        let rules = self.departures.rules().iter().map(|rule| rule.name);
        let quirks: Vec<&str> = self.quirks.iter().map(|quirk| quirk.name()).collect();
        let faults = rules.chain(quirks.iter().copied()).map(|name| format!("fault={name}"));
        let leaks = self.leaks.then_some(LEAK).into_iter();
        let own = leaks.chain(self.defect.map(Defect::name)).map(|name| format!("fault={name}"));
        let identity = Identity {
            engine: NAME.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: faults.chain(own).collect(),
            ..Identity::default()
        };
        let databases = Databases::new(self.leaks);
        let machine = match self.dialect.data::<CypherDialect>() {
            Some(_) => None,
            None => {
                let right = graphlance_machine::evaluators().evaluator(&self.dialect, Effort::Thorough);
                right.departing(&quirks)
            }
        };
        let (counted, entries) = (Counters::default(), Entries::default());
        Ok(Box::new(ReferenceDriver { target: self.clone(), options, machine, identity, databases, counted, entries }))
    }
}

struct ReferenceDriver {
    target: ReferenceTarget,
    options: Options,
    /// The evaluator of Gremlin; none in a dialect of Cypher.
    machine: Option<Arc<dyn Evaluator>>,
    identity: Identity,
    databases: Databases,
    /// What the last statement changed, as it is told.
    counted: Counters,
    /// What its indexes know that is not so.
    entries: Entries,
}

impl Driver for ReferenceDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, _: Duration) -> Result<(), TargetError> {
        self.databases.wipe();
        self.entries.clear();
        Ok(())
    }

    fn run(&mut self, statement: &str, _: Duration) -> Response {
        self.counted = Counters::default();
        let number = self.target.statements.fetch_add(1, Ordering::Relaxed);
        if let Some(answer) = self.target.script.as_ref().and_then(|script| script(statement, number)) {
            return answer;
        }
        match self.target.dialect.language().parse(statement) {
            Ok(statement) => self.evaluate(&statement),
            Err(problem) => error(ErrorClass::Syntax, problem.to_string()),
        }
    }

    fn counters(&mut self) -> Counters {
        self.counted.clone()
    }

    fn estimate(&mut self, statement: &str, _: Duration) -> Option<f64> {
        let statement = self.target.dialect.language().parse(statement).ok()?;
        let Response::Table(table) = self.evaluate(&statement) else { return None };
        let rows = table.rows.len() as f64;
        let told = self.target.defect.zip(statement.tree());
        Some(told.map_or(rows, |(defect, statement)| defect.estimated(statement, rows)))
    }

    fn await_indexes(&mut self, _: Duration) -> Result<(), TargetError> {
        Ok(())
    }

    fn read_graph(&mut self, _: Duration) -> Result<Graph, TargetError> {
        Ok(self.options.read_back(self.databases.graph().clone()))
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        Health { alive: true, ..Health::default() }
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.databases = Databases::new(self.target.leaks);
        self.entries.clear();
        Ok(())
    }

    fn log_tail(&mut self, _: usize) -> Vec<String> {
        Vec::new()
    }

    fn abilities(&self) -> BTreeSet<Ability> {
        Ability::ALL.iter().copied().collect()
    }

    fn enter(&mut self, database: Option<&str>, _: Duration) -> Result<(), TargetError> {
        self.databases.enter(database).map_err(TargetError::Answered)
    }

    fn transact(&mut self, boundary: Boundary, _: Duration) -> Response {
        let before = self.target.defect.map(|defect| (defect, self.databases.graph().clone()));
        let crossed = self.databases.cross(boundary);
        if let Some((defect, before)) = before {
            self.entries.changed(defect, true, &before, self.databases.graph());
        }
        crossed.map_or_else(Response::Error, |()| done())
    }
}

impl ReferenceDriver {
    fn evaluate(&mut self, statement: &Statement) -> Response {
        let graph = self.databases.graph();
        let seen = statement.tree().filter(|_| !statement.writes());
        let seen = seen.and_then(|statement| self.entries.seen(graph, statement));
        let graph = seen.as_ref().unwrap_or(graph);
        let answer = match (&self.machine, statement.tree::<CypherStatement>()) {
            (Some(machine), _) => machine.evaluate(graph, statement).map_err(|none| match none {
                NoAnswer::Raised(raised) => error(ErrorClass::Runtime, raised),
                NoAnswer::Refused(words) => error(ErrorClass::Runtime, words.join(" ")),
                NoAnswer::Undecided(why) => error(ErrorClass::Timeout, why),
            }),
            (None, Some(statement)) => evaluate(graph, statement, &self.options).map_err(|failure| match failure {
                Failure::Raised(raised) => error(ErrorClass::Runtime, raised.to_string()),
                Failure::Refused(words) => error(ErrorClass::Runtime, words.join(" ")),
                Failure::OutOfBudget(what) => error(ErrorClass::Memory, format!("out of budget: {what}")),
                other => error(ErrorClass::Timeout, other.to_string()),
            }),
            (None, None) => Err(error(ErrorClass::Syntax, "the statement is none of Cypher".to_owned())),
        };
        if let Some(delay) = self.target.defect.zip(statement.tree()).and_then(|(one, tree)| one.delay(graph, tree)) {
            std::thread::sleep(delay);
        }
        match answer {
            Ok(answer) => {
                if let Some(after) = answer.graph {
                    self.wrote(statement, after);
                }
                Response::Table(sample(&answer.returns))
            }
            Err(response) => response,
        }
    }

    /// A statement left this graph.
    fn wrote(&mut self, statement: &Statement, after: Graph) {
        let before = self.databases.graph();
        self.counted = Evaluator::counters(&self.options, before, statement, &after);
        if let Some(defect) = self.target.defect {
            defect.told(&mut self.counted);
            self.entries.changed(defect, false, before, &after);
        }
        self.databases.write(after);
    }
}

fn error(class: ErrorClass, message: String) -> Response {
    Response::Error(EngineError { class, message })
}
