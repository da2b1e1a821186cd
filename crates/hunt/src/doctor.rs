//! Whether a target can be hunted: one check after the other, each with advice when it fails.

use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::language::{Exercises, Sample};
use graphlance_case::{
    Ability, Act, Boundary, Case, Claim, Dialect, EngineError, ErrorClass, Languages, Lineage, Load, Response,
    SameGraph, Skip, Step, Verdict, judge,
};
use graphlance_engines::{Target, TargetError};
use graphlance_graph::table::CompareOptions;
use graphlance_graph::{Graph, Value, same_graph};

use crate::clock::Clock;
use crate::session::{Deadlines, Session};
use graphlance_report::value_text;

/// One check of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// What was looked at.
    pub name: &'static str,
    /// How it is.
    pub health: Condition,
    /// What was seen.
    pub seen: String,
    /// What to do about it; empty when nothing is to be done.
    pub advice: String,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// As it should be.
    Good,
    /// It can be hunted, but.
    Doubtful,
    /// It cannot be hunted.
    Bad,
}

/// How long a query may take here.
const PATIENCE: Duration = Duration::from_secs(10);

/// The deadline that a slow query is given.
const SHORT: Duration = Duration::from_millis(300);

/// How many trivial queries measure the speed.
const TRIVIAL: u32 = 200;

/// Examines a target; the list ends with the first check that makes the others pointless, or when the clock is stopped.
/// `seen` hears of each at once.
pub fn examine(
    target: &Arc<dyn Target>,
    clock: &Clock,
    languages: &Languages,
    mut seen: impl FnMut(&Examination),
) -> Vec<Examination> {
    let mut doctor = Doctor { found: Vec::new(), seen: &mut seen };
    let begun = Instant::now();
    let deadlines = Deadlines::of_query(PATIENCE);
    let (mut session, no_dialect) = match Session::open_in_any(target, 0, deadlines, clock, languages) {
        Ok(opened) => opened,
        Err(error) => {
            doctor.note("connect", Condition::Bad, error.to_string(), "do what the message says, and examine again");
            return doctor.found;
        }
    };
    doctor.note("connect", Condition::Good, format!("in {:.1} s", begun.elapsed().as_secs_f64()), "");
    if let Some(why) = no_dialect {
        doctor.note("dialect", Condition::Bad, why, "the checks below ask for what the standard of the language has");
    }
    doctor.version(&session);
    if doctor.loading(&mut session) && !clock.is_stopped() {
        doctor.abilities(&mut session);
        let language = session.dialect().language();
        match language.exercises() {
            Some(exercises) => doctor.exercise(&mut session, &exercises, clock),
            None => {
                let seen = format!("there is nothing to ask in {}", language.name());
                doctor.note("values", Condition::Doubtful, seen, "its language offers no exercises");
            }
        }
    }
    doctor.found
}

struct Doctor<'a> {
    found: Vec<Examination>,
    seen: &'a mut dyn FnMut(&Examination),
}

impl Doctor<'_> {
    fn exercise(&mut self, session: &mut Session, exercises: &Exercises, clock: &Clock) {
        self.values(session, &exercises.samples);
        if !clock.is_stopped() {
            self.deadline(session, exercises.slow);
            self.speed(session, exercises.number);
        }
    }

    fn note(&mut self, name: &'static str, health: Condition, seen: impl Into<String>, advice: impl Into<String>) {
        let examination = Examination { name, health, seen: seen.into(), advice: advice.into() };
        (self.seen)(&examination);
        self.found.push(examination);
    }

    fn version(&mut self, session: &Session) {
        let (identity, dialect) = (session.identity(), session.dialect());
        let engine = format!("{} {}", identity.engine, identity.version);
        if dialect.versions().contains(&identity.version) || dialect.versions().is_empty() {
            return self.note("version", Condition::Good, engine, "");
        }
        let known = dialect.versions().join(", ");
        let advice = format!(
            "the dialect {} was learned from {known}: `graphlance probe` writes one for this version, --dialect uses it",
            dialect.name()
        );
        self.note("version", Condition::Doubtful, engine, advice);
    }

    /// Wipes, loads, reads back; true when the rest makes sense.
    fn loading(&mut self, session: &mut Session) -> bool {
        let graph = session.dialect().language().probe_graph();
        let begun = Instant::now();
        match session.prepare(&graph, &Load::Create) {
            Ok(None) => {}
            Ok(Some(response)) => {
                let advice = "does the dialect say how graphs are loaded ([tables], [values], [printing])?";
                self.note("load", Condition::Bad, said(&response), advice);
                return false;
            }
            Err(error) => {
                self.note(
                    "wipe and load",
                    Condition::Bad,
                    error.to_string(),
                    "the engine must let a database be emptied",
                );
                return false;
            }
        }
        let loaded = begun.elapsed();
        match answer(session.snapshot()) {
            Response::Graph(actual) => match same_graph(&graph, &actual, &options(session)) {
                Ok(()) => {
                    let seen = format!(
                        "{} nodes and {} relationships there and back, {} ms",
                        graph.node_count(),
                        graph.relationship_count(),
                        loaded.as_millis()
                    );
                    self.note("wipe, load, read back", Condition::Good, seen, "");
                    self.emptied(session)
                }
                Err(difference) => {
                    let advice = "a bug of the engine's, or of the driver or worker that reads it";
                    self.note("read back", Condition::Bad, format!("another graph: {difference}"), advice);
                    false
                }
            },
            other => {
                self.note("read back", Condition::Bad, said(&other), "reading all nodes and relationships must work");
                false
            }
        }
    }

    fn emptied(&mut self, session: &mut Session) -> bool {
        let begun = Instant::now();
        let wiped = session.driver().wipe(PATIENCE).map_err(|error| error.to_string());
        let took = begun.elapsed();
        let outcome = wiped.and_then(|()| session.driver().read_graph(PATIENCE).map_err(|error| error.to_string()));
        match outcome {
            Ok(graph) if graph.node_count() == 0 => {
                self.note("empty after a wipe", Condition::Good, format!("{:.1} ms", took.as_secs_f64() * 1e3), "");
                true
            }
            Ok(graph) => {
                let seen = format!("{} nodes are left", graph.node_count());
                self.note("empty after a wipe", Condition::Bad, seen, "the worker's `wipe` must leave nothing behind");
                false
            }
            Err(error) => {
                self.note("empty after a wipe", Condition::Bad, error, "the engine must let a database be emptied");
                false
            }
        }
    }

    /// What it can do beside running statements in one database, each tried on the empty database that the last check left.
    fn abilities(&mut self, session: &mut Session) {
        let (mut has, mut lacks, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        for ability in Ability::ALL {
            let Some(case) = trial(*ability, session.dialect()) else { continue };
            let verdict = session.run_steps(&case).map(|responses| judge(&case, &responses, session.dialect()));
            match verdict {
                Ok(Verdict::Pass { .. }) => has.push(ability.name()),
                Ok(Verdict::Skipped(Skip::Unsupported(_))) => lacks.push(ability.name()),
                Ok(verdict) => wrong.push(format!("{ability}: {verdict}")),
                Err(error) => wrong.push(format!("{ability}: {error}")),
            }
        }
        let listed = |what: &str, all: &[&str]| match all {
            [] => None,
            all => Some(format!("{what} {}", all.join(", "))),
        };
        let seen = [listed("has", &has), listed("has no", &lacks), (!wrong.is_empty()).then(|| wrong.join("; "))];
        let seen = seen.into_iter().flatten().collect::<Vec<_>>().join("; ");
        match wrong.is_empty() {
            true => self.note("beside statements", Condition::Good, seen, ""),
            false => {
                let advice = "it says that it has this; `graphlance hunt --oracle atomicity` shows how far that goes";
                self.note("beside statements", Condition::Doubtful, seen, advice);
            }
        }
    }

    fn values(&mut self, session: &mut Session, samples: &[Sample]) {
        let domain = session.dialect().values().clone();
        let mut wrong = Vec::new();
        let mut asked = 0;
        for Sample { text, query, value: expected, .. } in samples.iter().filter(|sample| (sample.held)(&domain)) {
            asked += 1;
            let actual = match answer(session.query(query)) {
                Response::Table(table) => match table.rows.as_slice() {
                    [row] if row.len() == 1 && agrees(&row[0], expected, session) => continue,
                    rows => rows.iter().flatten().map(value_text).collect::<Vec<_>>().join(", "),
                },
                other => said(&other),
            };
            wrong.push(format!("{text} came as {actual}"));
        }
        match wrong.is_empty() {
            true => self.note("values", Condition::Good, format!("{asked} kinds come back as they should"), ""),
            false => {
                let advice = "is the worker's encoding right? What the engine does not hold belongs into [values]";
                self.note("values", Condition::Doubtful, wrong.join("; "), advice);
            }
        }
    }

    fn deadline(&mut self, session: &mut Session, slow: &str) {
        session.set_query_deadline(SHORT);
        let begun = Instant::now();
        let response = answer(session.query(slow));
        let took = begun.elapsed();
        session.set_query_deadline(PATIENCE);
        let seen =
            format!("{} after {:.1} s, asked for {:.1} s", ended(&response), took.as_secs_f64(), SHORT.as_secs_f64());
        match response {
            Response::Error(error) if error.class == ErrorClass::Timeout => {
                self.note("deadline", Condition::Good, seen, "");
            }
            Response::Hang { .. } => {
                let advice = "it is stopped by force and started again, which costs time";
                self.note("deadline", Condition::Doubtful, seen, advice);
            }
            Response::Table(_) => self.note("deadline", Condition::Good, "it was faster than its deadline", ""),
            // A limit of its own, of memory say, is no time-out, however long it took to get there.
            Response::Error(error) if took < SHORT || error.class == ErrorClass::Memory => {
                self.note(
                    "deadline",
                    Condition::Doubtful,
                    seen,
                    "the slow query is refused, so that this is not known",
                );
            }
            _ => self.note(
                "deadline",
                Condition::Doubtful,
                seen,
                "a query that runs too long should end with a time-out",
            ),
        }
    }

    fn speed(&mut self, session: &mut Session, number: fn(u32) -> String) {
        if session.is_dead() && session.restart().is_err() {
            return self.note("speed", Condition::Bad, "it does not start again", "see its log");
        }
        let begun = Instant::now();
        for each in 0..TRIVIAL {
            if !matches!(session.query(&number(each)), Ok(Response::Table(_))) {
                let seen = format!("{} fails now and then", number(1));
                return self.note("speed", Condition::Doubtful, seen, "see its log");
            }
        }
        let micros = begun.elapsed().as_micros() / u128::from(TRIVIAL);
        self.note("speed", Condition::Good, format!("{micros} us for {}", number(1)), "");
    }
}

/// A case that must leave an empty database as it is, for a target with an ability. None where its language has no statement that
/// writes.
fn trial(ability: Ability, dialect: &Dialect) -> Option<Case> {
    let language = dialect.language();
    let write = Step::run(language.creation(&language.probe_graph())?);
    let snapshot = || Step::from(Act::Snapshot);
    let within = match ability {
        Ability::Databases => vec![write.on("b")],
        Ability::Transactions => vec![Boundary::Begin.into(), write, Boundary::RollBack.into()],
        Ability::Reset => vec![Boundary::Reset.into()],
        Ability::Counters => vec![Act::Counters.into()],
        Ability::Estimates => {
            let asked = (language.exercises()?.number)(1);
            vec![Step::run(language.parse(&asked).ok()?), Act::Estimate.into()]
        }
    };
    let steps: Vec<Step> = std::iter::once(snapshot()).chain(within).chain([snapshot()]).collect();
    let claim = Claim::SameGraph(SameGraph { before: 0, after: steps.len() - 1 });
    Some(Case { steps, ..Case::new(dialect, Arc::default(), claim, Lineage::default()) })
}

fn agrees(actual: &Value, expected: &Value, session: &Session) -> bool {
    // Fifteen digits are all that some engines send.
    match (actual, expected, session.dialect().comparison().float_digits) {
        (Value::Float(a), Value::Float(b), Some(_)) if b.is_finite() => (a - b).abs() <= 1e-14 * b.abs(),
        _ => actual == expected,
    }
}

fn options(session: &Session) -> CompareOptions {
    session.dialect().comparison()
}

/// What came, an error in place of an answer that was not waited for.
fn answer(outcome: Result<Response, TargetError>) -> Response {
    outcome
        .unwrap_or_else(|error| Response::Error(EngineError { class: ErrorClass::Other, message: error.to_string() }))
}

fn said(response: &Response) -> String {
    match response {
        Response::Error(error) => error.message.clone(),
        Response::Crash { how } => format!("it died: {how}"),
        Response::Hang { deadline_ms } => format!("no answer within {deadline_ms} ms"),
        Response::Table(_) => "a table".to_owned(),
        Response::Unsupported(ability) => format!("it does not have {ability}"),
        Response::Graph(graph) => summary(graph),
        Response::Counters(counters) => counters.to_string(),
        Response::Times(_) => "times".to_owned(),
        Response::Estimate(rows) => format!("{rows} rows expected"),
    }
}

fn ended(response: &Response) -> String {
    match response {
        Response::Error(error) if error.class == ErrorClass::Timeout => "a time-out of its own".to_owned(),
        other => said(other),
    }
}

fn summary(graph: &Graph) -> String {
    format!("{} nodes, {} relationships", graph.node_count(), graph.relationship_count())
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};

    use super::*;
    use graphlance_engines::reference::ReferenceTarget;

    #[test]
    fn the_reference_is_in_good_health() {
        let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(Cypher.standard(), None));
        let found = examine(&target, &Clock::endless(), &graphlance_reference::languages(), |_| {});
        let names: Vec<&str> = found.iter().map(|one| one.name).collect();
        let expected = [
            "connect",
            "version",
            "wipe, load, read back",
            "empty after a wipe",
            "beside statements",
            "values",
            "deadline",
            "speed",
        ];
        assert_eq!(names, expected);
        let able = found.iter().find(|one| one.name == "beside statements").map(|one| one.seen.as_str());
        let all = "has several databases, transactions of several statements, a reset of the connection, counters of what a \
                   statement changed, estimates of how many rows a statement has";
        assert_eq!(able, Some(all));
        let sick: Vec<_> = found.iter().filter(|one| one.health == Condition::Bad || one.name == "values").collect();
        assert!(sick.iter().all(|one| one.health == Condition::Good), "{sick:?}");
    }
}
