//! Servers and workers that answer anything at all. Each answer is made with the knowledge of what it is: a valid one that
//! differs from what was recorded, garbage, one that is cut off, silence, or one without end; and what the driver reports
//! must be just that, within the deadline and two seconds, in less than 500 MB.
//!
//! `GRAPHLANCE_CASES` is the number of answers for each protocol.

mod answer;
mod bolt;
mod gremlin;
mod http;
mod postgres;
mod resp;
mod server;
mod values;
mod worker;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use answer::{Answer, Label, Outcome, Then};
use graphlance_graph::Random;

/// What a statement gets; an answer may take two seconds more.
const DEADLINE: Duration = Duration::from_millis(300);

/// Answers for each protocol when `GRAPHLANCE_CASES` does not say otherwise.
const CASES: u64 = 3_000;

/// What the whole process may ever have had in memory, servers and all.
const MOST_MEMORY: u64 = 500_000_000;

/// So many drivers are at work at once, as in a hunt.
const WORKERS: u64 = 2;

/// A protocol under test: a driver, and the server that it speaks to.
trait Protocol: Sized {
    /// How many times as long as others its cases take: so many fewer there are by default.
    const COST: u64 = 1;
    /// The label that no answer has here.
    const LACKS: &str = "";
    /// Starts a server, and a driver that is connected to it. `number` tells several apart.
    fn start(number: u64) -> Self;
    /// An answer to a statement, with what it is.
    fn answer(&self, random: &mut Random) -> Answer;
    /// Has a statement run, which is answered so.
    fn ask(&mut self, answer: &Answer) -> Outcome;
    /// Makes everything ready for the next case after one that was no table.
    fn recover(&mut self) {}
}

fn cases<P: Protocol>() -> u64 {
    let wanted = std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(CASES / P::COST)
}

#[track_caller]
fn check<P: Protocol>(name: &str, seed: u64) {
    let next = AtomicU64::new(0);
    let begun = Instant::now();
    let counts = std::thread::scope(|scope| {
        let worker = |number| run::<P>(number, seed, &next);
        let workers: Vec<_> = (0..WORKERS).map(|number| scope.spawn(move || worker(number))).collect();
        let mut all: BTreeMap<&str, (u64, Duration)> = BTreeMap::new();
        for worker in workers {
            for (label, (count, longest)) in worker.join().expect("no panic") {
                let entry = all.entry(label).or_default();
                *entry = (entry.0 + count, entry.1.max(longest));
            }
        }
        all
    });
    let memory = most_memory();
    println!("{name}: {counts:?} in {:?}, {} MB at most", begun.elapsed(), memory / 1_000_000);
    assert!(memory < MOST_MEMORY, "{memory} bytes of memory");
    let made = |label: &&&str| counts.contains_key(**label) || **label == P::LACKS;
    let missing: Vec<_> = Label::NAMES.iter().filter(|label| !made(label)).collect();
    assert!(missing.is_empty() || cases::<P>() < 1_000, "no answer was {missing:?}");
}

/// Runs the cases that no other worker has taken; how many of each label, and how long the longest took.
fn run<P: Protocol>(number: u64, seed: u64, next: &AtomicU64) -> BTreeMap<&'static str, (u64, Duration)> {
    let mut protocol = P::start(number);
    let mut counts: BTreeMap<&str, (u64, Duration)> = BTreeMap::new();
    loop {
        let case = next.fetch_add(1, Ordering::Relaxed);
        if case >= cases::<P>() {
            return counts;
        }
        let answer = protocol.answer(&mut Random::derive(seed, &[case]));
        let begun = Instant::now();
        let outcome = protocol.ask(&answer);
        let took = begun.elapsed();
        assert!(answer.label.agrees(&outcome), "case {case}: {answer}\nis reported as {outcome:?}");
        assert!(took < DEADLINE + Duration::from_secs(2), "case {case}: {answer}\ntook {took:?}");
        let entry = counts.entry(answer.label.name()).or_default();
        *entry = (entry.0 + 1, entry.1.max(took));
        if !matches!(outcome, Outcome::Table(_)) {
            protocol.recover();
        }
        if matches!(answer.label, Label::Damaged) {
            // It may have passed for an answer, and the connection ended all the same: the next one would be blamed for that.
            let nothing = Answer { then: Then::Close, ..Answer::new(Label::CutOff, "nothing", Vec::new()) };
            protocol.ask(&Answer { statement: answer.statement.clone(), ..nothing });
            protocol.recover();
        }
    }
}

/// The most that this process ever had in memory, in bytes.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() * 1024
}

#[test]
fn what_falkordb_answers_is_reported_as_what_it_is() {
    check::<resp::Resp>("RESP", 11);
}

#[test]
fn what_a_bolt_server_answers_is_reported_as_what_it_is() {
    check::<bolt::Bolt>("Bolt", 12);
}

#[cfg(feature = "age")]
#[test]
fn what_postgresql_answers_is_reported_as_what_it_is() {
    check::<postgres::Postgres>("PostgreSQL", 13);
}

#[test]
fn what_a_gremlin_server_answers_is_reported_as_what_it_is() {
    check::<gremlin::Gremlin>("Gremlin", 17);
}

#[test]
fn what_an_http_server_answers_is_reported_as_what_it_is() {
    check::<http::Http>("HTTP", 14);
}

#[test]
fn what_a_worker_writes_is_read_as_what_it_is() {
    check::<worker::Pipe>("JSON lines", 16);
}

#[test]
fn what_a_worker_answers_is_reported_as_what_it_is() {
    check::<worker::Worker>("worker", 15);
}
