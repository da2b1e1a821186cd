//! Another target that is asked what only reads, beside the one that is hunted.

use std::sync::{Arc, Mutex, MutexGuard};

use graphlance_case::{
    Answer, Case, Evaluator, LEFT_OPEN, Load, NoAnswer, Response, Stated, Statement, Verdict, judge,
};
use graphlance_engines::{Target, TargetError};
use graphlance_graph::{Graph, Returns};

use crate::clock::Clock;
use crate::guarded::dialect_of;
use crate::progress::lock;
use crate::session::{Deadlines, Session};
use crate::standing::on_another;
use graphlance_case::Languages;

/// Another target of a worker. As an evaluator it answers what it holds for right.
pub(crate) struct Witness(Mutex<Asked>);

struct Asked {
    session: Session,
    /// What is in its database.
    loaded: Option<(Arc<Graph>, Load)>,
}

/// What another target answered.
pub(crate) struct Testimony {
    /// The case with the claim that the reference makes of this target.
    pub(crate) case: Case,
    pub(crate) responses: Vec<Response>,
    pub(crate) verdict: Verdict,
}

impl Witness {
    /// Connects. Errors: the target cannot be used, or the clock ran out.
    pub(crate) fn open(
        target: &Arc<dyn Target>,
        worker: usize,
        deadlines: Deadlines,
        clock: &Clock,
        languages: &Languages,
    ) -> Result<Witness, TargetError> {
        let dialect = dialect_of(target, clock)?;
        let session = Session::open_in(target, dialect, worker, deadlines, clock, languages)?;
        Ok(Witness(Mutex::new(Asked { session, loaded: None })))
    }

    /// Asks a case that was run on another target. None where it is not asked: it writes, or the target lacks what it uses, or the
    /// reference says nothing of it there. Errors: the target is not usable any more, or the clock ran out.
    pub(crate) fn ask(&self, case: &Case) -> Result<Option<Testimony>, TargetError> {
        let mut asked = lock(&self.0);
        if case.steps.len() != 1 || case.spends_graph() || !case.needs().is_empty() {
            return Ok(None);
        }
        let Ok((case, _)) = on_another(case, &asked.session) else { return Ok(None) };
        if !asked.load(&case.graph, &case.load)? {
            return Ok(None);
        }
        let responses = asked.session.run_steps(&case)?;
        let verdict = judge(&case, &responses, asked.session.dialect());
        Ok(Some(Testimony { case, responses, verdict }))
    }

    /// What is the matter with this target, said such that nobody takes it for the one that is hunted.
    pub(crate) fn named(&self, error: TargetError) -> TargetError {
        match error {
            TargetError::Stopped => TargetError::Stopped,
            error => {
                let name = lock(&self.0).session.target().to_owned();
                TargetError::Start(format!("{name}, which --with names: {error}"))
            }
        }
    }

    /// Changes places with the session of another target, whose database holds something else afterwards.
    pub(crate) fn change_places(&self, session: &mut Session) {
        let mut asked = lock(&self.0);
        std::mem::swap(&mut asked.session, session);
        asked.loaded = None;
    }

    /// The session, to run something else on.
    pub(crate) fn session(&self) -> WitnessSession<'_> {
        let mut asked = lock(&self.0);
        asked.loaded = None;
        WitnessSession(asked)
    }
}

/// The session of a witness, held.
pub(crate) struct WitnessSession<'w>(MutexGuard<'w, Asked>);

impl std::ops::Deref for WitnessSession<'_> {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0.session
    }
}

impl std::ops::DerefMut for WitnessSession<'_> {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.0.session
    }
}

impl Asked {
    /// Loads a graph unless it is there already; false where that fails.
    fn load(&mut self, graph: &Arc<Graph>, load: &Load) -> Result<bool, TargetError> {
        let there = |(known, by): &(Arc<Graph>, Load)| (Arc::ptr_eq(known, graph) || known == graph) && by == load;
        if !self.session.is_dead() && self.loaded.as_ref().is_some_and(there) {
            return Ok(true);
        }
        self.loaded = None;
        if self.session.prepare(graph, load)?.is_some() {
            return Ok(false);
        }
        self.loaded = Some((Arc::clone(graph), load.clone()));
        Ok(true)
    }
}

impl Evaluator for Witness {
    /// What the target answers; a table has no order.
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let undecided = |why: &str| NoAnswer::Undecided(why.to_owned());
        if statement.writes() {
            return Err(undecided("another target is asked only what reads"));
        }
        let mut asked = lock(&self.0);
        let loaded = asked.load(&Arc::new(graph.clone()), &Load::Create);
        if !loaded.map_err(|error| undecided(&error.to_string()))? {
            return Err(undecided("the graph cannot be loaded"));
        }
        let text = statement.print(asked.session.dialect());
        match asked.session.query(&text) {
            Ok(Response::Table(table)) => Ok(Answer { returns: Returns::bag(table.columns, table.rows), graph: None }),
            Ok(_) => Err(undecided("the other target has no answer")),
            Err(error) => Err(undecided(&error.to_string())),
        }
    }
}

/// Whether the reference knows nothing of what a case must answer, though the language may say it.
pub(crate) fn is_unknown(case: &Case) -> bool {
    matches!(case.claim.stated(), Some(Stated::Nothing(why)) if !why.starts_with(LEFT_OPEN))
}
