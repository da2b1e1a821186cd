//! `graphlance reduce`: shrinks a found case further.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use graphlance_case::language::LoadTexts;
use graphlance_case::{Case, Dialect, Verdict};
use graphlance_hunt::arbiter;
use graphlance_hunt::experiment::{Known, experiment};
use graphlance_hunt::fingerprint::fingerprint;
use graphlance_hunt::measured::Measured;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::standing::as_asked_of;
use graphlance_hunt::store::{is_output_folder, read_found, write_json};
use graphlance_hunt::{Budget, Clock, Found, UNREDUCED};
use graphlance_oracles::languages;
use graphlance_report::quote;
use graphlance_shrink::{Failure, Family, Limits, OnTarget, Reduced, cut_short_note, reduce};

use crate::cli::Reduce;
use crate::exit::{Exit, Problem};
use crate::{inputs, numbers, signals, terminal};

/// The name of the file of a reduced case.
const REDUCED: &str = "reduced.json";

/// Reduces the case and writes the result beside it; with `--all`, each that a hunt left unreduced.
pub fn run(arguments: &Reduce) -> Result<Exit, Problem> {
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let clock = Clock::new(&signals::listen()?, query);
    if arguments.all {
        return all(arguments, &clock);
    }
    match one(arguments, &arguments.path, arguments.out.clone(), &clock)? {
        None => Ok(Exit::Nothing),
        Some(_) if clock.is_interrupted() => Ok(Exit::Interrupted),
        Some(_) => Ok(Exit::New),
    }
}

/// Reduces what a hunt left in its folder, and says which of it is one bug.
fn all(arguments: &Reduce, clock: &Clock) -> Result<Exit, Problem> {
    let folder = arguments.path.join(UNREDUCED);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        // A hunt that left nothing has no such folder.
        Err(error) if error.kind() == ErrorKind::NotFound && is_output_folder(&arguments.path) => {
            writeln!(terminal::lasting_out(), "{}: nothing is left to be reduced", arguments.path.display())?;
            return Ok(Exit::Nothing);
        }
        Err(error) => {
            return Err(Problem::usage(format!("{}: there is nothing to reduce: {error}", folder.display())));
        }
    };
    let mut places: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.join("case.json").exists()).collect();
    places.sort();
    let mut bugs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut untold = 0;
    for place in &places {
        if clock.is_interrupted() {
            break;
        }
        let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let done = place.join(REDUCED);
        let found = match done.exists() {
            true => read_found(&done, &languages()).map(Some).map_err(Problem::from),
            false => one(arguments, place, None, clock),
        };
        match found {
            Ok(Some(found)) => bugs.entry(found.fingerprint).or_default().push(name),
            Ok(None) => {}
            Err(problem) if problem.exit == Exit::Interrupted => return Err(problem),
            // One that cannot be reduced keeps none of the others from it.
            Err(problem) => {
                untold += 1;
                eprintln!("graphlance: {}: {}", quote::line(&name), quote::line(&problem.error.to_string()));
            }
        }
    }
    let mut out = terminal::lasting_out();
    for (fingerprint, names) in &bugs {
        writeln!(out, "{fingerprint}: {}", quote::line(&names.join(", ")))?;
    }
    let findings: usize = bugs.values().map(Vec::len).sum();
    writeln!(out, "{findings} of {} findings still fail: {} bugs", places.len(), bugs.len())?;
    match bugs.is_empty() {
        _ if clock.is_interrupted() => Ok(Exit::Interrupted),
        true if untold > 0 => Ok(Exit::Undecided),
        true => Ok(Exit::Nothing),
        false => Ok(Exit::New),
    }
}

/// Reduces one case and writes the result to a file, beside it unless another one is named. None when it does not fail any more.
fn one(arguments: &Reduce, path: &Path, to: Option<PathBuf>, clock: &Clock) -> Result<Option<Found>, Problem> {
    let original = path.join("original.json");
    let source = if original.exists() { original } else { path.to_owned() };
    let mut found = read_found(&source, &languages())?;
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let own = inputs::dialect_of(&arguments.dialect)?;
    let target = inputs::target_of_case(arguments.target.as_ref(), &found, &source, own, arguments.leave)?;
    let mut session = Session::open(&target.into(), 0, Deadlines::of_query(query), clock, &languages())?;
    let dialect = session.dialect().clone();
    let mut out = terminal::lasting_out();
    (found.case, _) = as_asked_of(&found.case, &session).map_err(Problem::undecided)?;
    let (responses, verdict) = session.run_case(&found.case)?;
    let evidence = match &verdict {
        Verdict::Fail(evidence) => evidence.clone(),
        Verdict::Pass { .. } => {
            writeln!(out, "the case no longer fails: there is nothing to reduce")?;
            return Ok(None);
        }
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => {
            return Err(Problem::undecided(format!("whether the case still fails cannot be told: {verdict}")));
        }
    };
    let family = Family::of(&found.case, &found.evidence, &found.responses);
    if Family::of(&found.case, &evidence, &responses) != family {
        return Err(Problem::usage(format!(
            "{}: the case fails in another way than it did: now {}, then {}. A busy machine may need a longer --deadline",
            path.display(),
            evidence.summary,
            found.evidence.summary
        )));
    }
    if let Budget::Rounds(_) = arguments.budget {
        return Err(Problem::usage("--budget: a reduction has no rounds; write seconds as 60s, or cases as 20000q"));
    }
    let limits = Limits {
        runs: arguments.budget.queries().unwrap_or(u64::MAX),
        time: arguments.budget.time().unwrap_or(Duration::MAX),
    };
    let failure = Failure { case: found.case.clone(), evidence, responses };
    let stop = || clock.is_stopped();
    let mut trial = OnTarget::new(&mut session, &failure, &stop);
    let mut reduced = reduce(failure, &mut trial, limits)?;
    let Some(smallest) = reduced.trail.pop() else { return Err(Problem::internal("a reduction without a case")) };
    let may_be_due = smallest.may_be_due(session.evaluator().as_ref());
    let size = Measured::of(&smallest.case);
    let seconds = reduced.time.as_secs_f64();
    let text = arbiter::claimed_text(&smallest.case, &dialect).unwrap_or_default();
    let mut result = found.clone();
    let evaluator = std::sync::Arc::clone(session.evaluator());
    let mut trial = OnTarget::new(&mut session, &smallest, &stop);
    let time = Duration::from_secs(10);
    let told = (&dialect, std::slice::from_ref(&evaluator));
    let findings = experiment(&smallest, &reduced.trail, &mut trial, told, &Known::NOTHING, time)?.findings;
    let cause = findings.cause;
    let (identity, Failure { case, evidence, responses }) = (session.identity(), &smallest);
    result.fingerprint = fingerprint(case, evidence, responses, identity, cause.as_ref());
    result.discovery.reduced = size;
    result.discovery.reduction_runs = reduced.runs;
    result.discovery.reduction_seconds = seconds;
    result.discovery.reduction_cut_short = reduced.cut_short;
    result.text = text;
    result.case = smallest.case.clone();
    result.evidence = smallest.evidence;
    result.responses = smallest.responses;
    let to = to.unwrap_or_else(|| beside(&source));
    write_json(&to, &result.stored())?;
    // Nothing is printed before it is written: the reader of a pipe may go at any time.
    if may_be_due {
        writeln!(out, "the error may be due: an expression of the statement raises one for some value")?;
    }
    describe(&mut out, &smallest.case, &dialect, &reduced)?;
    if let Some(cause) = &cause {
        writeln!(out, "cause: {} ({} answers foretold)", cause.told(), findings.foretold)?;
    }
    writeln!(out, "written to {}", to.display())?;
    if clock.is_interrupted() {
        writeln!(out, "interrupted: a longer reduction may come further")?;
    }
    Ok(Some(result))
}

/// Prints the reduced case and what it took.
fn describe(out: &mut impl Write, case: &Case, dialect: &Dialect, reduced: &Reduced) -> Result<(), Problem> {
    for line in LoadTexts::of(&case.graph, &case.load, dialect).all() {
        writeln!(out, "{line};")?;
    }
    writeln!(out, "{};", arbiter::claimed_text(case, dialect).unwrap_or_default())?;
    let (size, seconds) = (Measured::of(case), reduced.time.as_secs_f64());
    writeln!(
        out,
        "{} nodes, {} relationships, {} clauses after {} runs in {seconds:.1} s",
        size.nodes, size.relationships, size.clauses, reduced.runs
    )?;
    if let Some(note) = cut_short_note(reduced.cut_short, reduced.runs, seconds) {
        writeln!(out, "the {note}: a larger --budget may find a smaller case")?;
    }
    Ok(())
}

fn beside(source: &std::path::Path) -> PathBuf {
    let folder = if source.is_dir() { Some(source) } else { source.parent() };
    folder.unwrap_or(std::path::Path::new("")).join(REDUCED)
}
