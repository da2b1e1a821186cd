//! How fast a target is hunted, without replays and reductions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{Case, Languages, Response, Verdict, judge};
use graphlance_engines::{Target, TargetError};
use graphlance_generate::Profile;
use graphlance_oracles::{Oracle, Round, RoundContext};

use crate::adapt::Learning;
use crate::arbiter;
use crate::clock::Clock;
use crate::cpu::process_seconds;
use crate::pace::Pace;
use crate::pipeline::{Made, Pipeline, Ran};
use crate::probe::response_text;
use crate::session::{Deadlines, Session};

/// What a benchmark measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurements {
    /// What answered.
    pub engine: String,
    /// The oracle that made the cases.
    pub oracle: &'static str,
    /// Time per loaded graph: wipe, load, wait for indexes.
    pub loads: Vec<Duration>,
    /// Graphs that could not be loaded.
    pub not_loaded: u64,
    /// What came in place of the last of them.
    pub last_refusal: String,
    /// Time per query, as seen from here.
    pub queries: Vec<Duration>,
    /// Statements of all cases, of which some have several.
    pub statements: u64,
    /// Queries that the target refused.
    pub refused: u64,
    /// Seconds of the clock, of queries and loading together.
    pub seconds: f64,
    /// CPU seconds of graphlance.
    pub own_cpu: f64,
    /// CPU seconds of the engine, when it can be told.
    pub engine_cpu: Option<f64>,
    /// Characters of all queries.
    pub characters: u64,
}

/// Runs a profile's cases on a target for some time: each is made, evaluated a second time, sent and judged, as in a
/// hunt; failures are counted and left alone. Errors: the target is not usable, or the clock is stopped.
pub fn bench(
    target: &Arc<dyn Target>,
    oracle: &'static dyn Oracle,
    profile: &Profile,
    seed: u64,
    budget: Duration,
    clock: &Clock,
    languages: &Languages,
) -> Result<Measurements, TargetError> {
    let session = Session::open(target, 0, Deadlines::default(), clock, languages)?;
    let identity = session.identity();
    let engine = format!("{} {}", identity.engine, identity.version);
    let found = Measurements { engine, oracle: oracle.name(), ..Default::default() };
    let context = RoundContext::new(seed, session.dialect().clone(), Arc::new(profile.clone()));
    let learning = Learning::new(false, Some(crate::campaign::TARGET_LATENCY), profile.sizes.len());
    let end = Instant::now() + budget;
    let mut timed = Timed { session, learning, pace: Pace::up_to(crate::campaign::IN_FLIGHT), found, end };
    let (begun, own) = (Instant::now(), process_seconds());
    let engine = timed.session.driver().health().cpu_seconds;
    for number in 0.. {
        if timed.is_over() {
            break;
        }
        clock.check()?;
        timed.round(oracle.round(&RoundContext { round: number, ..context.clone() }).as_mut())?;
    }
    let mut found = timed.found;
    found.seconds = begun.elapsed().as_secs_f64();
    found.own_cpu = process_seconds() - own;
    found.engine_cpu = timed.session.driver().health().cpu_seconds.zip(engine).map(|(after, before)| after - before);
    Ok(found)
}

/// A hunt without replays and reductions, while it is measured.
struct Timed {
    session: Session,
    learning: Learning,
    pace: Pace,
    found: Measurements,
    end: Instant,
}

impl Timed {
    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Loads a round's graph and runs its cases as a runner does.
    fn round(&mut self, round: &mut dyn Round) -> Result<(), TargetError> {
        let loading = Instant::now();
        if let Some(response) = self.session.prepare(round.graph(), round.load())? {
            self.found.not_loaded += 1;
            self.found.last_refusal = response_text(&response);
            return Ok(());
        }
        self.found.loads.push(loading.elapsed());
        let mut pipeline = Pipeline::new();
        loop {
            let more = self.make(round, &mut pipeline);
            pipeline.collect(&mut self.session)?;
            if pipeline.needs_loading() {
                if self.session.prepare(round.graph(), round.load())?.is_some() {
                    return Ok(());
                }
                pipeline.loaded();
            }
            pipeline.send(&mut self.session, self.pace.window())?;
            while let Some(ran) = pipeline.take_ran() {
                self.judge(ran);
            }
            if self.session.is_dead() || pipeline.is_empty() && !more {
                return Ok(());
            }
        }
    }

    /// Makes as many cases as go out together; whether there may be more.
    fn make(&mut self, round: &mut dyn Round, pipeline: &mut Pipeline) -> bool {
        while pipeline.waiting() < self.pace.window() {
            if self.is_over() {
                return false;
            }
            let Some(case) = round.next_case(&self.learning.current()) else { return false };
            let Some(statement) = case.claimed_statement() else { continue };
            let text = statement.print(self.session.dialect());
            let ahead = arbiter::is_confirmed_ahead(&case);
            if ahead {
                self.ask(&case, &text);
            }
            pipeline.push(Made::new(Arc::new(case), text, ahead, self.session.dialect()));
        }
        true
    }

    /// Asks the reference as a hunt does, because that is part of the cost of a check.
    fn ask(&self, case: &Case, text: &str) {
        let _ = arbiter::opinion(case, text, self.session.dialect(), self.session.evaluator().as_ref());
    }

    fn judge(&mut self, ran: Ran) {
        let Ran { made: Made { case, text, asked, .. }, responses, took, .. } = ran;
        self.found.refused += u64::from(responses.iter().any(|response| matches!(response, Response::Error(_))));
        let verdict = judge(&case, &responses, self.session.dialect());
        if !asked && matches!(verdict, Verdict::Fail(_)) {
            self.ask(&case, &text);
        }
        if let Some(statement) = case.claimed_statement() {
            self.learning.answered(statement, case.lineage.size_class, took);
        }
        self.pace.took(took);
        self.found.queries.push(took);
        self.found.statements += case.statements().count() as u64;
        self.found.characters += text.len() as u64;
    }
}

impl Measurements {
    /// Queries per second, loading included.
    pub fn rate(&self) -> f64 {
        self.queries.len() as f64 / self.seconds.max(f64::MIN_POSITIVE)
    }

    /// What became of the graphs, for when there is nothing to measure.
    pub fn unloaded(&self) -> String {
        match self.not_loaded {
            0 => "the time was over before".to_owned(),
            count => format!("{count} graphs could not be loaded, at last: {}", self.last_refusal),
        }
    }

    /// CPU time of graphlance as a part of all.
    pub fn own_share(&self) -> Option<f64> {
        self.engine_cpu.map(|engine| self.own_cpu / (self.own_cpu + engine).max(f64::MIN_POSITIVE))
    }

    /// CPU time of graphlance per query, in microseconds.
    pub fn own_micros(&self) -> f64 {
        self.own_cpu * 1e6 / (self.queries.len() as f64).max(1.0)
    }

    /// The table's head, in Markdown.
    pub const HEAD: &str = "| engine | oracle | load ms | check ms, median | 99 of 100 below | checks/s | statements/s \
                            | own us a check | own share | characters |\n|---|---|---|---|---|---|---|---|---|---|";

    /// The table's row.
    pub fn row(&self) -> String {
        let share = self.own_share().map_or("unknown".to_owned(), |share| format!("{:.0} %", share * 100.0));
        format!(
            "| {} | `{}` | {:.1} | {:.2} | {:.1} | {:.0} | {:.0} | {:.0} | {share} | {:.0} |",
            self.engine,
            self.oracle,
            millis(quantile(&self.loads, 0.5)),
            millis(quantile(&self.queries, 0.5)),
            millis(quantile(&self.queries, 0.99)),
            self.rate(),
            self.statements as f64 / self.seconds.max(f64::MIN_POSITIVE),
            self.own_micros(),
            self.characters as f64 / (self.queries.len() as f64).max(1.0)
        )
    }
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// The value below which a part of the durations lies; zero of none.
fn quantile(durations: &[Duration], part: f64) -> Duration {
    let mut sorted = durations.to_vec();
    sorted.sort();
    let place = (sorted.len() as f64 * part) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_oracles::Gqs;

    use super::*;
    use crate::progress::lock;
    use graphlance_engines::reference::{ReferenceTarget, Script};

    #[test]
    fn what_is_timed_is_sent_with_its_switches() {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&sent);
        let script: Script = Arc::new(move |text, _| {
            lock(&heard).push(text.to_owned());
            None
        });
        let dialect = Cypher.dialect("neo4j").expect("Neo4j's");
        let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(dialect, None).with_script(script));
        let profile = Profile::built_in("quick").expect("a profile");
        let measured = bench(
            &target,
            &Gqs,
            &profile,
            1,
            Duration::from_millis(500),
            &Clock::endless(),
            &graphlance_reference::languages(),
        )
        .expect("measurements");
        assert!(!measured.queries.is_empty());
        assert_eq!((measured.oracle, measured.statements), ("gqs", measured.queries.len() as u64));
        assert!(lock(&sent).iter().any(|text| text.starts_with("CYPHER ")));
    }

    #[test]
    fn quantiles_are_of_the_sorted_durations() {
        let of = |millis: &[u64]| millis.iter().map(|millis| Duration::from_millis(*millis)).collect::<Vec<_>>();
        assert_eq!(quantile(&of(&[5, 1, 3]), 0.5), Duration::from_millis(3));
        assert_eq!(quantile(&of(&[5, 1, 3]), 0.99), Duration::from_millis(5));
        assert_eq!(quantile(&[], 0.5), Duration::ZERO);
    }
}
