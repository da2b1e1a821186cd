//! The cases of a round on their way: made, in flight, answered.

mod made;
mod ran;

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{Act, Case, ErrorClass, Response, Step};
use graphlance_engines::TargetError;
use xxhash_rust::xxh3::Xxh3;

use crate::guarded::Received;
use crate::session::Session;

pub(crate) use made::Made;
pub(crate) use ran::Ran;

/// What is new in a round.
#[derive(Clone, Copy)]
pub(crate) struct Fresh {
    /// A statement on this state of the graph.
    pub(crate) check: bool,
    /// Its text.
    pub(crate) text: bool,
    /// Its text behind these indexes and statistics, for which a target plans anew.
    pub(crate) planning: bool,
}

/// A case at which the target died or hung while others were in flight too. Each of those that were not answered is asked once more
/// by itself: if none of them kills the target, this is what is known of its death.
struct Suspect {
    ran: Ran,
    /// How many have yet to be asked.
    left: usize,
}

/// The cases of a round on their way. What is run and what is answered does not depend on how many are in flight.
pub(crate) struct Pipeline {
    waiting: VecDeque<Made>,
    sent: Vec<Made>,
    /// The case that runs as a whole, beside which none is in flight.
    running: Option<Made>,
    ran: VecDeque<Ran>,
    suspect: Option<Suspect>,
    loaded: bool,
    /// The steps that have changed the loaded graph since, with their responses: cases that begin with them go on from there.
    walked: Vec<(Step, Response)>,
    /// A way that the target did not go: cases that begin with it are left out.
    blocked: Vec<Step>,
    /// What was run in the round: hashes of texts without the values of parameters, each with the case that it was first run for
    /// where it has some, and hashes of texts behind one state of the indexes and statistics, and on one state of the graph.
    texts: HashMap<u64, Option<Arc<Case>>>,
    plannings: HashSet<u64>,
    checks: HashSet<u64>,
    /// Hashes of the texts that are not asked any more, whatever their parameters.
    dismissed: HashSet<u64>,
}

impl Pipeline {
    /// Of a round whose graph is loaded.
    pub(crate) fn new() -> Pipeline {
        Pipeline {
            waiting: VecDeque::new(),
            sent: Vec::new(),
            running: None,
            ran: VecDeque::new(),
            suspect: None,
            loaded: true,
            walked: Vec::new(),
            blocked: Vec::new(),
            texts: HashMap::new(),
            plannings: HashSet::new(),
            checks: HashSet::new(),
            dismissed: HashSet::new(),
        }
    }

    /// Puts a case behind those that wait.
    pub(crate) fn push(&mut self, made: Made) {
        self.waiting.push_back(made);
    }

    /// Those that wait are not sent any more.
    pub(crate) fn drop_waiting(&mut self) {
        self.waiting.clear();
    }

    /// How many wait to be sent.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Whether the last of those that wait runs as a whole: what becomes of it decides whether those behind it are run.
    pub(crate) fn waits_for_one(&self) -> bool {
        self.waiting.back().is_some_and(|made| made.texts.is_none())
    }

    /// Whether none is on its way.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.sent.is_empty() && self.running.is_none() && self.ran.is_empty()
    }

    /// The next case to be sent.
    pub(crate) fn next_case(&self) -> Option<Arc<Case>> {
        self.waiting.front().map(|made| Arc::clone(&made.case))
    }

    /// Whether the next case waits for the graph, and none for a judge.
    pub(crate) fn needs_loading(&self) -> bool {
        !self.loaded && !self.waiting.is_empty() && self.ran.is_empty()
    }

    /// The graph of the round was loaded.
    pub(crate) fn loaded(&mut self) {
        self.loaded = true;
        self.walked.clear();
    }

    /// The database holds something else.
    pub(crate) fn unloaded(&mut self) {
        self.loaded = false;
    }

    /// The first case that waits to be judged.
    pub(crate) fn take_ran(&mut self) -> Option<Ran> {
        self.ran.pop_front()
    }

    /// Whether one of those that wait to be judged took too long.
    pub(crate) fn ran_late(&self) -> bool {
        self.ran.iter().any(Ran::is_late)
    }

    /// Whether a statement is new in the round, and whether its text is; from now on they are not.
    pub(crate) fn is_fresh(&mut self, made: &Made) -> Fresh {
        let mut hasher = Xxh3::new();
        made.text.hash(&mut hasher);
        made.approach.hash(&mut hasher);
        made.way().last().and_then(Step::statement).hash(&mut hasher);
        let text = !self.texts.contains_key(&made.planned);
        if text {
            self.texts.insert(made.planned, made.has_parameters().then(|| Arc::clone(&made.case)));
        }
        let planning = self.plannings.insert(made.planned_with());
        Fresh { check: self.checks.insert(hasher.finish()), text, planning }
    }

    /// A case as it goes to a judge of its failure: with its statement as it was first run, where that had other values.
    pub(crate) fn with_first_values(&self, made: &Made) -> Case {
        let mut case = (*made.case).clone();
        let first = self.texts.get(&made.planned).and_then(Option::as_ref).and_then(|first| first.claimed_statement());
        let other = first.filter(|first| case.claimed_statement() != Some(*first));
        case.lineage.asked_first = other.map(|first| first.text());
        case
    }

    /// A statement is not asked any more in the round: it failed, or the target does not take it, and would on the next state of
    /// the graph as well. The cases of it that waited.
    pub(crate) fn dismiss(&mut self, made: &Made) -> Vec<Arc<Case>> {
        self.dismissed.insert(made.planned);
        let (others, same): (VecDeque<Made>, VecDeque<Made>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waits| waits.alone || waits.planned != made.planned);
        self.waiting = others;
        same.into_iter().map(|made| made.case).collect()
    }

    /// A case that writes did not do what is claimed, or nobody knows what it left: those that go on from there have no answer.
    /// False where it only reads.
    pub(crate) fn block(&mut self, made: &Made) -> bool {
        let steps = &made.case.steps;
        let writes = |step: &Step| step.statement().is_some_and(|statement| statement.writes());
        let last = steps.iter().skip(made.case.approach()).position(writes);
        if let Some(last) = last {
            self.blocked = steps[..=made.case.approach() + last].to_vec();
        }
        last.is_some()
    }

    /// Whether a statement is not asked any more.
    pub(crate) fn is_dismissed(&self, made: &Made) -> bool {
        self.dismissed.contains(&made.planned)
    }

    /// Sends as many of those that wait as go out together. Nothing is sent while the graph is not there. Errors: the clock ran
    /// out.
    pub(crate) fn send(&mut self, session: &mut Session, window: usize) -> Result<(), TargetError> {
        let busy = !self.sent.is_empty() || self.running.is_some();
        if !self.loaded || busy || session.is_dead() || !self.walk(session)? {
            return Ok(());
        }
        let Some(first) = self.waiting.pop_front() else { return Ok(()) };
        let Some(texts) = &first.texts else { return self.run_alone(session, first) };
        let mut all = texts.clone();
        let alone = first.alone;
        self.sent.push(first);
        while let Some(next) = self.waiting.front()
            && !alone
            && !next.alone
            && self.sent.len() < window
            && self.has_walked(next.way())
            && let Some(texts) = &next.texts
        {
            all.extend(texts.iter().cloned());
            self.sent.extend(self.waiting.pop_front());
        }
        session.start(all)
    }

    /// Leads the database to where the first case that waits begins to read; false when it is not there: then the graph is loaded
    /// again. A case whose way the target does not go is run as a whole, to be judged; those behind it that go the same way
    /// have no answer. Errors: the clock ran out.
    fn walk(&mut self, session: &mut Session) -> Result<bool, TargetError> {
        while let Some(next) = self.waiting.front()
            && !self.blocked.is_empty()
            && next.way().starts_with(&self.blocked)
        {
            let made = self.waiting.pop_front();
            self.ran.extend(made.map(|made| Ran { made, responses: Vec::new(), took: Duration::ZERO, plan: None }));
        }
        let Some(next) = self.waiting.front_mut() else { return Ok(false) };
        let walked = self.walked.iter().map(|(step, _)| step);
        if next.way().len() < self.walked.len() || !walked.zip(next.way()).all(|(walked, step)| walked == step) {
            self.loaded = false;
            return Ok(false);
        }
        for number in self.walked.len()..next.approach {
            let step = next.case.steps[number].clone();
            let response = match step.statement() {
                Some(statement) => session.run_statement(&next.case, statement)?,
                None => session.refresh()?,
            };
            if !matches!(response, Response::Table(_)) {
                self.blocked = next.case.steps[..=number].to_vec();
                next.texts = None;
                next.approach = 0;
                self.loaded = false;
                return Ok(false);
            }
            self.walked.push((step, response));
        }
        Ok(true)
    }

    /// Whether the database is where this way leads.
    fn has_walked(&self, way: &[Step]) -> bool {
        way.len() == self.walked.len() && self.walked.iter().zip(way).all(|((walked, _), step)| walked == step)
    }

    /// One of those among which the target died was asked by itself. When it was the last of them and none killed the target, the
    /// death that was seen waits for a judge.
    fn clear(&mut self, alone: bool, died: bool) {
        let Some(suspect) = self.suspect.as_mut().filter(|_| alone) else { return };
        suspect.left -= 1;
        if died {
            self.suspect = None;
        } else if suspect.left == 0 {
            let seen = self.take_suspect();
            self.ran.extend(seen);
        }
    }

    /// A death that nothing explains yet.
    pub(crate) fn take_suspect(&mut self) -> Option<Ran> {
        Some(self.suspect.take()?.ran)
    }

    /// Runs a case that cannot be in flight with others; the target does what it can of that while the next ones are made.
    fn run_alone(&mut self, session: &mut Session, made: Made) -> Result<(), TargetError> {
        if session.begin_steps(&made.case, made.approach)? {
            self.running = Some(made);
            return Ok(());
        }
        let begun = Instant::now();
        let ran = session.run_steps_from(&made.case, made.approach)?;
        self.ran_alone(made, ran, begun.elapsed());
        Ok(())
    }

    /// A case ran as a whole. Where each of its steps was answered, cases may go on from what it wrote.
    fn ran_alone(&mut self, made: Made, ran: Vec<Response>, took: Duration) {
        let asked = &made.case.steps[made.approach..];
        let plain =
            |step: &Step| step.database.is_none() && matches!(step.act, Act::Run(_) | Act::Snapshot | Act::Counters);
        let answered =
            |response: &Response| matches!(response, Response::Table(_) | Response::Graph(_) | Response::Counters(_));
        let known = ran.len() == asked.len() && asked.iter().all(plain) && ran.iter().all(answered);
        let way = self.walked.iter().take(made.approach).map(|(_, response)| response.clone());
        let mut responses: Vec<Response> = way.collect();
        if known {
            let writes = |(step, _): &(&Step, &Response)| step.statement().is_some_and(|statement| statement.writes());
            let wrote = asked.iter().zip(&ran).filter(writes).map(|(step, response)| (step.clone(), response.clone()));
            self.walked.extend(wrote);
        } else {
            self.loaded = !made.case.spends_graph();
        }
        responses.extend(ran);
        self.ran.push_back(Ran { made, responses, took, plan: None });
    }

    /// Waits for what is in flight. What was not answered, because the target died before it came to it, waits to be sent again.
    /// True where it was a case that ran as a whole. Errors: the clock ran out.
    pub(crate) fn collect(&mut self, session: &mut Session) -> Result<bool, TargetError> {
        if let Some(made) = self.running.take() {
            let (ran, took) = session.end_steps()?.unwrap_or_default();
            self.ran_alone(made, ran, took);
            return Ok(true);
        }
        if self.sent.is_empty() {
            return Ok(false);
        }
        let sent = std::mem::take(&mut self.sent);
        let together = sent.len() > 1;
        let mut answers = session.finish()?.into_iter();
        let mut unanswered = Vec::new();
        for made in sent {
            let wanted = made.texts.as_ref().map_or(0, Vec::len);
            let mut answered: Vec<Received> = answers.by_ref().take(wanted).collect();
            let told = answered.len();
            let took = answered.iter().map(|answer| answer.took).sum();
            let plan = answered.last_mut().and_then(|answer| answer.plan.take());
            let way = self.walked.iter().map(|(_, response)| response.clone());
            let responses: Vec<Response> = way.chain(answered.into_iter().map(|answer| answer.response)).collect();
            let died = matches!(responses.last(), Some(Response::Crash { .. } | Response::Hang { .. }));
            let ended = died || responses.last().is_some_and(is_no_answer);
            if died && together {
                let ran = Ran { made: made.clone(), responses, took, plan };
                self.suspect = Some(Suspect { ran, left: 0 });
                unanswered.push(made);
            } else if told < wanted && !ended {
                unanswered.push(made);
            } else {
                self.clear(made.alone, died);
                self.ran.push_back(Ran { made, responses, took, plan });
            }
        }
        if let Some(suspect) = self.suspect.as_mut().filter(|suspect| suspect.left == 0) {
            suspect.left = unanswered.len();
            unanswered.iter_mut().for_each(|made| made.alone = true);
        }
        for made in unanswered.into_iter().rev() {
            self.waiting.push_front(made);
        }
        if session.is_dead() {
            self.loaded = false;
        }
        Ok(false)
    }
}

/// Whether the target sent what is no answer, behind which none is to be expected.
fn is_no_answer(response: &Response) -> bool {
    matches!(response, Response::Error(error) if error.class == ErrorClass::Protocol)
}
