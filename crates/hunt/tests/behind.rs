//! Hunting on behind what is explained: the faults of an engine with twelve at once, six of them departures of the catalogue and six
//! that no departure explains, are found as causes, and not as the forms in which they show. `GRAPHLANCE_CASES` sets how many checks
//! a hunt has, `GRAPHLANCE_SEEDS` how many hunts there are.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Dialect, Response, Verdict, judge};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::{Graph, Value};
use graphlance_hunt::bug_file::{BUG_FILE, BugFile};
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::clock::Clock;
use graphlance_hunt::event::Event;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Found, Progress, Store, hunt};
use graphlance_oracles::{Gqs, languages};
use graphlance_reference::Departures;
use graphlance_reference::departures::WrongRule;

/// What becomes of the rows of an answer.
type Spoil = fn(&mut Vec<Vec<Value>>);

/// A fault of the test's own: of which texts it spoils the answers, and how.
#[derive(Clone, Copy)]
struct Spoiled {
    name: &'static str,
    touches: fn(&str) -> bool,
    spoil: Spoil,
}

const RULES: [&str; 6] = [
    "optional-match-loses-row",
    "not-of-null-is-true",
    "second-label-ignored",
    "distinct-drops-nulls",
    "split-drops-empty-parts",
    "skip-ignored",
];

const SPOILED: [Spoiled; 6] = [
    Spoiled {
        name: "starts-with-doubles",
        touches: |text| text.contains("STARTS WITH"),
        spoil: |rows| rows.extend(rows.first().cloned()),
    },
    Spoiled { name: "ends-with-empties", touches: |text| text.contains("ENDS WITH"), spoil: Vec::clear },
    Spoiled { name: "xor-loses-last", touches: |text| text.contains(" XOR "), spoil: |rows| drop(rows.pop()) },
    Spoiled {
        name: "case-adds-one",
        touches: |text| text.contains("CASE "),
        spoil: |rows| {
            for cell in rows.iter_mut().flatten() {
                if let Value::Integer(number) = cell {
                    *number = number.wrapping_add(1);
                }
            }
        },
    },
    Spoiled {
        name: "to-upper-nulls",
        touches: |text| text.contains("toUpper("),
        spoil: |rows| rows.iter_mut().flatten().take(1).for_each(|cell| *cell = Value::Null),
    },
    Spoiled {
        name: "size-of-collect-doubles",
        touches: |text| text.contains("size("),
        spoil: |rows| {
            let again = rows.clone();
            rows.extend(again);
        },
    },
];

/// The reference with faults.
#[derive(Clone)]
struct Planted {
    rules: Vec<&'static str>,
    spoiled: Vec<Spoiled>,
}

impl Planted {
    fn all() -> Planted {
        Planted { rules: RULES.to_vec(), spoiled: SPOILED.to_vec() }
    }

    /// Each fault alone, with its name.
    fn each() -> Vec<(&'static str, Planted)> {
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

/// A number of the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

struct Hunted {
    bugs: Vec<(Found, BugFile)>,
    events: Vec<Event>,
    checks: u64,
    known_causes: u64,
}

fn hunted(target: Planted, seed: u64, checks: u64) -> Hunted {
    let target: Arc<dyn Target> = Arc::new(target);
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        budget: Budget::Queries(checks),
        seed,
        deadlines: Deadlines::of_query(Duration::from_secs(2)),
        ..Config::new(Profile::built_in("gqs").expect("a built-in profile"))
    };
    let summary = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let summary = summary.unwrap_or_else(|failure| panic!("{failure:?}"));
    assert_eq!((summary.counts.denied, summary.counts.flaky), (0, 0));
    let folders = std::fs::read_dir(place.path().join("bugs")).expect("bugs");
    let mut folders: Vec<_> = folders.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let bugs = folders.iter().map(|folder| {
        let text = std::fs::read_to_string(folder.join(BUG_FILE)).expect("a file of the bug");
        (read_found(folder, &languages()).expect("a whole finding"), serde_json::from_str(&text).expect("a bug"))
    });
    let bugs = bugs.collect();
    let events = store.read_events().expect("events").into_iter().map(|entry| entry.event).collect();
    Hunted { bugs, events, checks: summary.counts.checks, known_causes: summary.counts.known_causes }
}

/// The faults that each make a case fail alone.
fn causes(found: &Found) -> Vec<&'static str> {
    let clock = Clock::new(&Arc::default(), Duration::from_secs(5));
    let fails = |planted: Planted| {
        let target: Arc<dyn Target> = Arc::new(planted);
        let mut session = Session::open(&target, 0, Deadlines::default(), &clock, &languages()).expect("the reference");
        let (responses, verdict) = session.run_case(&found.case).expect("an answer");
        assert_eq!(judge(&found.case, &responses, session.dialect()), verdict);
        matches!(verdict, Verdict::Fail(_))
    };
    Planted::each().into_iter().filter(|(_, planted)| fails(planted.clone())).map(|(name, _)| name).collect()
}

#[test]
fn faults_at_once_are_reported_by_their_causes() {
    let checks = number("GRAPHLANCE_CASES", 300);
    for seed in 1..=number("GRAPHLANCE_SEEDS", 1) {
        let hunted = hunted(Planted::all(), seed, checks);
        let mut reports: BTreeMap<&str, u64> = Planted::each().into_iter().map(|(name, _)| (name, 0)).collect();
        for (found, bug) in &hunted.bugs {
            let causes = causes(found);
            assert_eq!(causes.len(), 1, "seed {seed}: {} is of {causes:?}", found.text);
            let own = SPOILED.iter().find(|it| causes == [it.name]);
            println!("{causes:?}: {} | {}", bug.title, found.text);
            for merged in &bug.merged {
                println!("    with {} ({})", merged.text, merged.why);
                // What is merged has what the fault touches.
                let touched = own.is_none_or(|it| (it.touches)(&merged.text));
                assert!(touched, "seed {seed}: {} merged into {}", merged.text, found.text);
            }
            causes.iter().for_each(|cause| *reports.entry(cause).or_default() += 1);
        }
        let explained = hunted
            .bugs
            .iter()
            .filter(|(_, bug)| bug.findings.as_ref().is_some_and(|findings| findings.cause.is_some()));
        println!(
            "seed {seed}: {} checks, {} reports, {} explained, {} known causes: {reports:?}",
            hunted.checks,
            hunted.bugs.len(),
            explained.count(),
            hunted.known_causes
        );
        let withdrawn = hunted.events.iter().filter(|event| matches!(event, Event::Withdrawn { .. })).count();
        assert_eq!(withdrawn, 0, "seed {seed}");
        // A cause that departures explain is one report; and no report is of two faults.
        for rule in RULES {
            assert!(reports[rule] <= 1, "seed {seed}: {reports:?}");
        }
        let found = reports.values().filter(|count| **count > 0).count();
        // Less than a report in six is one too many.
        assert!(hunted.bugs.len() * 100 <= found * 115, "seed {seed}: {reports:?}");
        if checks >= 60_000 {
            assert_eq!(found, reports.len(), "seed {seed}: {reports:?}");
        }
        assert!(found >= 5 && hunted.known_causes > 0, "seed {seed}: {reports:?}");
    }
}
