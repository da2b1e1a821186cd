//! One worker of a hunt: loads a round's graph, runs its cases, several in flight at once, and hands failures over to triage.

mod count;
mod planned;

use std::sync::Arc;
use std::time::Instant;

use graphlance_case::{Case, FailureClass, Opinion, Response, Skip, Verdict, judge};
use graphlance_engines::TargetError;
use graphlance_oracles::RoundContext;
use graphlance_shrink::Failure;

use crate::arbiter;
use crate::budget::Restart;
use crate::campaign::{Assignment, Campaign, HuntError};
use crate::cpu::{micros_since, thread_seconds};
use crate::flight::Flight;
use crate::pace::Pace;
use crate::pipeline::{Made, Pipeline, Ran};
use crate::progress::{Counter, lock};
use crate::session::Session;
use crate::triage::Triage;
use crate::witness::Witness;

use count::{CpuMeter, Tally};
use planned::Planned;

/// Runs the cases of one worker on its session.
pub(crate) struct Runner<'a> {
    campaign: &'a Campaign<'a>,
    session: Session,
    /// What it is doing, for when it panics or its target is gone.
    flight: &'a Flight,
    index: usize,
    pace: Pace,
    tally: Tally,
    queries_since_restart: u64,
    /// Restarts that are counted already.
    restarts: u64,
    health_read: Option<Instant>,
    cpu: CpuMeter,
    planned: Planned,
    /// Cases of this round that did not do what is claimed, so that none goes on from there.
    abandoned: Vec<Arc<Case>>,
    /// Cases of this round with a query that took too long to be answered.
    late: u32,
}

/// A round ends when so many of its cases have a query without an answer: what follows on the same graph has often the same plan,
/// and waiting for it takes a deadline each time, or a time-out of the target's own.
const MOST_LATE_OF_A_ROUND: u32 = 2;

impl<'a> Runner<'a> {
    /// Opens the worker's connection. Errors: the target cannot be used.
    pub(crate) fn open(campaign: &'a Campaign<'a>, index: usize, flight: &'a Flight) -> Result<Runner<'a>, HuntError> {
        let dialect = campaign.context.dialect.clone();
        let deadlines = campaign.config.deadlines;
        let session =
            Session::open_in(campaign.target, dialect, index, deadlines, &campaign.clock, &campaign.config.languages)?;
        campaign.begin();
        lock(&campaign.run).engine = session.identity().clone();
        Ok(Runner {
            campaign,
            session,
            flight,
            index,
            pace: Pace::up_to(campaign.config.in_flight),
            tally: Tally::default(),
            queries_since_restart: 0,
            restarts: 0,
            health_read: None,
            cpu: CpuMeter::default(),
            planned: Planned::default(),
            abandoned: Vec::new(),
            late: 0,
        })
    }

    /// Runs rounds until there are no more. A target that is gone is a finding.
    pub(crate) fn run(&mut self) -> Result<(), HuntError> {
        let config = self.campaign.config;
        let open = |other| {
            Witness::open(other, self.index, config.deadlines, &self.campaign.clock, &config.languages).map(Arc::new)
        };
        let witnesses = config.with.iter().map(open).collect::<Result<_, TargetError>>()?;
        let mut triage = Triage::new(self.campaign, self.flight, witnesses);
        let ended = self.rounds(&mut triage);
        if let Err(HuntError::Target(TargetError::Unreachable(how))) = &ended {
            triage.found_gone(&mut self.session, how)?;
        }
        match &ended {
            Ok(()) => triage.finish(&mut self.session)?,
            Err(HuntError::Target(_)) => triage.abandon(&mut self.session)?,
            Err(_) => {}
        }
        ended
    }

    fn rounds(&mut self, triage: &mut Triage<'_>) -> Result<(), HuntError> {
        while let Some(mut assignment) = self.campaign.next_assignment() {
            let begun = Instant::now();
            let (aside, filed) = (triage.aside(), triage.filed());
            self.round(&mut assignment, triage)?;
            let hunting = begun.elapsed().saturating_sub(triage.aside().saturating_sub(aside));
            self.campaign.earned(assignment.oracle, hunting, triage.filed() - filed);
            self.campaign.progress.add(Counter::HuntingMicros, hunting.as_micros() as u64);
            self.end_round(&assignment)?;
            self.campaign.round_over(assignment.number);
        }
        Ok(())
    }

    fn round(&mut self, assignment: &mut Assignment, triage: &mut Triage<'_>) -> Result<(), HuntError> {
        self.restart_when_due()?;
        let campaign = self.campaign;
        let context = RoundContext { round: assignment.number, ..campaign.context.clone() };
        let case = Arc::new(context.loading(campaign.oracles.at(assignment.oracle), assignment.round.as_ref()));
        self.flight.set(Some(Arc::clone(&case)));
        if !self.load(&case, triage)? {
            return Ok(());
        }
        campaign.progress.add(Counter::Graphs, 1);
        self.cases(assignment, triage)
    }

    /// Runs the cases of a round. What is known when it ends early is judged all the same.
    fn cases(&mut self, assignment: &mut Assignment, triage: &mut Triage<'_>) -> Result<(), HuntError> {
        let mut pipeline = Pipeline::new();
        self.planned.begin_round();
        self.abandoned.clear();
        self.late = 0;
        let mut error = self.flow(assignment, &mut pipeline, triage).err();
        while let Some(ran) = pipeline.take_ran().or_else(|| pipeline.take_suspect()) {
            if let Err(another) = self.judge(ran, &mut pipeline, triage) {
                error = Some(HuntError::graver(error, another));
            }
        }
        error.map_or(Ok(()), Err)
    }

    /// While some cases are in flight, the next are made, and the last are judged.
    fn flow(
        &mut self,
        assignment: &mut Assignment,
        pipeline: &mut Pipeline,
        triage: &mut Triage<'_>,
    ) -> Result<(), HuntError> {
        loop {
            self.make(assignment, pipeline)?;
            if pipeline.collect(&mut self.session)? || pipeline.ran_late() {
                // What becomes of it decides whether those behind it are run.
                self.judge_all(pipeline, triage)?;
            }
            if self.round_is_over() {
                pipeline.drop_waiting();
            }
            self.ask_for_plans()?;
            if pipeline.needs_loading() && !self.load_again(pipeline)? {
                return Ok(());
            }
            pipeline.send(&mut self.session, self.pace.window())?;
            self.judge_all(pipeline, triage)?;
            if pipeline.is_empty() && !self.goes_on(assignment) {
                return Ok(());
            }
        }
    }

    /// Judges what was run.
    fn judge_all(&mut self, pipeline: &mut Pipeline, triage: &mut Triage<'_>) -> Result<(), HuntError> {
        while let Some(ran) = pipeline.take_ran() {
            self.judge(ran, pipeline, triage)?;
        }
        Ok(())
    }

    /// Loads the graph of the next case once more; false when that cannot be done.
    fn load_again(&mut self, pipeline: &mut Pipeline) -> Result<bool, HuntError> {
        let Some(case) = pipeline.next_case() else { return Ok(false) };
        if self.session.prepare(&case.graph, &case.load)?.is_some() {
            self.campaign.progress.skip("the graph could not be loaded again");
            return Ok(false);
        }
        pipeline.loaded();
        Ok(true)
    }

    /// Whether another case of the round may be made.
    fn goes_on(&self, assignment: &Assignment) -> bool {
        assignment.cases > 0 && !self.round_is_over()
    }

    /// Whether nothing more is asked in this round, whatever is left of it.
    fn round_is_over(&self) -> bool {
        self.late >= MOST_LATE_OF_A_ROUND || self.campaign.is_over()
    }

    /// Makes and confirms as many cases as go out together.
    fn make(&mut self, assignment: &mut Assignment, pipeline: &mut Pipeline) -> Result<(), HuntError> {
        let news = self.planned.take_news();
        if self.campaign.config.adapt {
            news.iter().for_each(|case| assignment.round.follow(case));
        }
        self.abandoned.drain(..).for_each(|case| assignment.round.abandon(&case));
        // Behind one that runs as a whole no other goes out before it was judged.
        while pipeline.waiting() < self.pace.window() && !pipeline.waits_for_one() && self.goes_on(assignment) {
            let begun = thread_seconds();
            let adaptation = lock(&self.campaign.learning).current();
            let Some(case) = assignment.round.next_case(&adaptation) else {
                assignment.cases = 0;
                break;
            };
            assignment.cases -= 1;
            self.campaign.progress.add(Counter::Cases, 1);
            let case = Arc::new(case);
            self.flight.set(Some(Arc::clone(&case)));
            if let Some(made) = self.ready(case, pipeline)? {
                pipeline.push(made);
            }
            self.campaign.progress.add(Counter::OwnMicros, micros_since(begun));
        }
        Ok(())
    }

    /// The case with its texts; none when its statement is not asked any more, or the reference was asked and denies its claim.
    fn ready(&mut self, case: Arc<Case>, pipeline: &Pipeline) -> Result<Option<Made>, HuntError> {
        let progress = self.campaign.progress;
        let Some(statement) = case.claimed_statement() else {
            progress.skip("a case without a statement");
            return Ok(None);
        };
        let text = statement.print(self.session.dialect());
        self.tally.coverage.add(statement.feature_set());
        let ahead = arbiter::is_confirmed_ahead(&case);
        let made = Made::new(case, text, ahead, self.session.dialect());
        if pipeline.is_dismissed(&made) || ahead && self.is_denied(&made.case, &made.text)? {
            self.campaign.dealt_with(&made.case);
            return Ok(None);
        }
        Ok(Some(made))
    }

    /// Asks the reference about a claim, and keeps the case if it denies it.
    fn is_denied(&mut self, case: &Case, text: &str) -> Result<bool, HuntError> {
        match arbiter::opinion(case, text, self.session.dialect(), self.session.evaluator().as_ref()) {
            Opinion::Confirmed => return Ok(false),
            Opinion::Unconfirmed(_) => self.campaign.progress.add(Counter::Unconfirmed, 1),
            Opinion::Denied(why) => {
                self.denied(case, text, &why)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Judges a case that was run, counts it and acts on it.
    fn judge(&mut self, ran: Ran, pipeline: &mut Pipeline, triage: &mut Triage<'_>) -> Result<(), HuntError> {
        let begun = thread_seconds();
        let progress = self.campaign.progress;
        self.late += u32::from(ran.is_late());
        let Ran { made, responses, took, plan } = ran;
        if responses.is_empty() {
            progress.skip("a statement that leads there failed");
            self.campaign.dealt_with(&made.case);
            return Ok(());
        }
        let fresh = pipeline.is_fresh(&made);
        let verdict = judge(&made.case, &responses, self.session.dialect());
        if matches!(verdict, Verdict::Fail(_) | Verdict::Skipped(Skip::Refused)) {
            pipeline.dismiss(&made).iter().for_each(|case| self.campaign.dealt_with(case));
        }
        if !matches!(verdict, Verdict::Pass { .. }) && pipeline.block(&made) {
            self.abandoned.push(Arc::clone(&made.case));
        }
        let failed = matches!(verdict, Verdict::Fail(_)).then(|| pipeline.with_first_values(&made));
        let Made { case, text, asked, .. } = made;
        self.flight.set(Some(Arc::clone(&case)));
        self.queries_since_restart += 1;
        self.pace.took(took);
        progress.add(Counter::EngineMicros, took.as_micros() as u64);
        progress.add(Counter::OwnMicros, micros_since(begun));
        self.count(&case, &text, &verdict, fresh, took)?;
        if fresh.planning && matches!(verdict, Verdict::Pass { .. }) {
            self.planned(&case, &text, plan)?;
        }
        match verdict {
            Verdict::Pass { .. } => self.passed(&case, &responses, pipeline, triage)?,
            Verdict::Skipped(Skip::Refused) => self.refused(&case, &text, &responses)?,
            Verdict::Skipped(why) => progress.skip(&why.to_string()),
            Verdict::Inconclusive(why) => progress.skip(&why.to_string()),
            // A target that dies of a statement with a wrong claim has died all the same.
            Verdict::Fail(evidence)
                if !asked
                    && !matches!(evidence.class, FailureClass::Crash | FailureClass::Hang)
                    && self.is_denied(&case, &text)? => {}
            Verdict::Fail(evidence) => {
                // What is in flight was sent to the graph that it is about; replays load others.
                pipeline.collect(&mut self.session)?;
                let emptied = self.session.emptied();
                let kept = leaves_graph(&case, &responses);
                let case = failed.unwrap_or_else(|| (*case).clone());
                triage.failed(&mut self.session, Failure { case, evidence, responses })?;
                if !kept || self.session.emptied() != emptied {
                    pipeline.unloaded();
                }
            }
        }
        if self.session.is_dead() {
            pipeline.unloaded();
        }
        self.campaign.dealt_with(&case);
        Ok(())
    }

    /// A case was answered rightly: that may refute a cause, and other targets are asked.
    fn passed(
        &mut self,
        case: &Case,
        responses: &[Response],
        pipeline: &mut Pipeline,
        triage: &mut Triage<'_>,
    ) -> Result<(), HuntError> {
        let doubted = triage.doubted(&self.session, case, responses);
        if !doubted.is_empty() {
            pipeline.collect(&mut self.session)?;
            pipeline.unloaded();
            triage.refute(&mut self.session, doubted, (case, responses))?;
        }
        if triage.has_others() {
            pipeline.collect(&mut self.session)?;
            if triage.ask_others(&mut self.session, case, responses)? {
                pipeline.unloaded();
            }
        }
        Ok(())
    }

    fn restart_when_due(&mut self) -> Result<(), HuntError> {
        let due = match self.campaign.config.restart {
            Restart::Never => false,
            Restart::EveryGraph => self.queries_since_restart > 0,
            Restart::EveryQueries(queries) => self.queries_since_restart >= queries,
        };
        if due {
            self.session.restart()?;
            self.queries_since_restart = 0;
        }
        Ok(())
    }

    fn not_loaded(&self, why: &dyn std::fmt::Display) -> Result<bool, HuntError> {
        self.campaign.progress.skip(&format!("loading: {why}"));
        Ok(false)
    }

    /// Loads a round's graph, reads it back and compares it; false when no query should run on it.
    fn load(&mut self, case: &Case, triage: &mut Triage<'_>) -> Result<bool, HuntError> {
        match arbiter::opinion(case, "", self.session.dialect(), self.session.evaluator().as_ref()) {
            Opinion::Confirmed => {}
            Opinion::Denied(why) => {
                self.denied(case, "", &why)?;
                return Ok(false);
            }
            Opinion::Unconfirmed(why) => {
                self.campaign.progress.add(Counter::Unconfirmed, 1);
                self.campaign.progress.skip(&format!("loading script unconfirmed: {why}"));
                return Ok(false);
            }
        }
        let (responses, verdict) = self.session.run_case(case)?;
        match verdict {
            Verdict::Pass { .. } => Ok(true),
            Verdict::Skipped(Skip::Refused) => {
                self.refused(case, "", &responses)?;
                Ok(false)
            }
            Verdict::Skipped(why) => self.not_loaded(&why),
            Verdict::Inconclusive(why) => self.not_loaded(&why),
            Verdict::Fail(evidence) => {
                triage.failed(&mut self.session, Failure { case: case.clone(), evidence, responses })?;
                Ok(false)
            }
        }
    }
}

/// Whether the graph is as it was before a case, however wrong the answers are: it only asks, and an answer came to each question.
fn leaves_graph(case: &Case, responses: &[Response]) -> bool {
    case.only_asks_from(0) && responses.iter().all(|response| matches!(response, Response::Table(_)))
}
