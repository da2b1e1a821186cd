//! An engine with twelve faults at once: the reference under six departures, whose answers six faults that are none spoil.

use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Dialect, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_graph::{Graph, Value};
use graphlance_reference::Departures;
use graphlance_reference::departures::WrongRule;

/// What becomes of the rows of an answer.
type Spoil = fn(&mut Vec<Vec<Value>>);

/// A fault of the test's own: of which texts it spoils the answers, and how. Rows stay in their order: else two faults that undo each
/// other but for the order would be a third one.
#[derive(Clone, Copy)]
pub struct Spoiled {
    pub name: &'static str,
    pub touches: fn(&str) -> bool,
    spoil: Spoil,
}

/// Those that alone fail about a tenth of all checks.
pub const FREQUENT: [&str; 4] =
    ["optional-match-loses-row", "starts-with-doubles", "case-of-operand-loses-first", "size-doubles"];

pub const RULES: [&str; 6] = [
    "optional-match-loses-row",
    "not-of-null-is-true",
    "second-label-ignored",
    "distinct-drops-nulls",
    "split-drops-empty-parts",
    "skip-ignored",
];

pub const SPOILED: [Spoiled; 6] = [
    Spoiled {
        name: "starts-with-doubles",
        touches: |text| text.contains("STARTS WITH"),
        spoil: |rows| {
            if let Some(first) = rows.first().cloned() {
                rows.insert(0, first);
            }
        },
    },
    Spoiled {
        name: "case-of-operand-loses-first",
        touches: |text| text.matches("CASE ").count() > text.matches("CASE WHEN ").count(),
        spoil: |rows| drop(rows.drain(..1.min(rows.len()))),
    },
    Spoiled {
        name: "size-doubles",
        touches: |text| text.contains("size("),
        spoil: |rows| *rows = rows.drain(..).flat_map(|row| [row.clone(), row]).collect(),
    },
    Spoiled { name: "ends-with-empties", touches: |text| text.contains("ENDS WITH"), spoil: Vec::clear },
    Spoiled {
        name: "count-query-loses-last",
        touches: |text| text.contains("COUNT {"),
        spoil: |rows| drop(rows.pop()),
    },
    Spoiled {
        name: "ceil-nulls",
        touches: |text| text.contains("ceil("),
        spoil: |rows| rows.iter_mut().flatten().take(1).for_each(|cell| *cell = Value::Null),
    },
];

/// The reference with faults.
#[derive(Clone)]
pub struct Planted {
    rules: Vec<&'static str>,
    spoiled: Vec<Spoiled>,
}

impl Planted {
    pub fn all() -> Planted {
        Planted { rules: RULES.to_vec(), spoiled: SPOILED.to_vec() }
    }

    /// Each fault alone, with its name.
    pub fn each() -> Vec<(&'static str, Planted)> {
        let rules = RULES.iter().map(|rule| (*rule, Planted { rules: vec![rule], spoiled: Vec::new() }));
        let spoiled = SPOILED.iter().map(|it| (it.name, Planted { rules: Vec::new(), spoiled: vec![*it] }));
        rules.chain(spoiled).collect()
    }
}

impl Target for Planted {
    fn name(&self) -> &str {
        "planted"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let rules = self.rules.iter().map(|name| WrongRule::find(name).expect("a departure"));
        let inner = ReferenceTarget::new(Cypher.standard(), None).departing(Departures::of(rules)).open(worker)?;
        Ok(Box::new(PlantedDriver { inner, spoiled: self.spoiled.clone() }))
    }
}

struct PlantedDriver {
    inner: Box<dyn Driver>,
    spoiled: Vec<Spoiled>,
}

impl Driver for PlantedDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        let mut response = self.inner.run(statement, deadline);
        if let Response::Table(table) = &mut response {
            for it in self.spoiled.iter().filter(|it| (it.touches)(statement)) {
                (it.spoil)(&mut table.rows);
            }
        }
        response
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.inner.read_graph(deadline)
    }

    fn explain(&mut self, statement: &str, _: Duration) -> Option<String> {
        // An operator for each clause.
        let known = ["MATCH", "WITH", "UNWIND", "RETURN", "CALL", "UNION", "ORDER", "LIMIT", "SKIP", "DISTINCT"];
        let clauses = statement.split(' ').filter(|word| known.contains(word));
        Some(clauses.map(|word| format!("Op{}\n", word.to_lowercase())).collect())
    }

    fn health(&mut self) -> Health {
        self.inner.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.inner.restart()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.inner.log_tail(count)
    }
}
