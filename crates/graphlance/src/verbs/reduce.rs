//! `graphlance reduce`: shrinks a found case further.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use graphlance_case::language::LoadTexts;
use graphlance_case::{Case, Dialect, Verdict};
use graphlance_hunt::Clock;
use graphlance_hunt::arbiter;
use graphlance_hunt::cause::cause;
use graphlance_hunt::fingerprint::fingerprint;
use graphlance_hunt::measured::Measured;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::store::{read_found, write_json};
use graphlance_oracles::languages;
use graphlance_shrink::{Failure, Family, Limits, OnTarget, Reduced, cut_short_note, reduce};

use crate::cli::Reduce;
use crate::exit::{Exit, Problem};
use crate::{inputs, numbers, signals, terminal};

/// Reduces the case and writes the result beside it.
pub fn run(arguments: &Reduce) -> Result<Exit, Problem> {
    let original = arguments.path.join("original.json");
    let source = if original.exists() { original } else { arguments.path.clone() };
    let found = read_found(&source, &languages())?;
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let own = inputs::dialect_of(&arguments.dialect)?;
    let target = inputs::target_of_case(arguments.target.as_ref(), &found, &source, own, arguments.leave)?;
    let clock = Clock::new(&signals::listen()?, query);
    let mut session = Session::open(&target.into(), 0, Deadlines::of_query(query), &clock, &languages())?;
    let dialect = session.dialect().clone();
    let mut out = terminal::out();
    let (responses, verdict) = session.run_case(&found.case)?;
    let evidence = match &verdict {
        Verdict::Fail(evidence) => evidence.clone(),
        Verdict::Pass { .. } => {
            writeln!(out, "the case no longer fails: there is nothing to reduce")?;
            return Ok(Exit::Nothing);
        }
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => {
            return Err(Problem::undecided(format!("whether the case still fails cannot be told: {verdict}")));
        }
    };
    let family = Family::of(&found.case, &found.evidence, &found.responses);
    if Family::of(&found.case, &evidence, &responses) != family {
        return Err(Problem::usage(format!(
            "{}: the case fails in another way than it did: now {}, then {}. A busy machine may need a longer --deadline",
            arguments.path.display(),
            evidence.summary,
            found.evidence.summary
        )));
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
    let size = Measured::of(&smallest.case);
    describe(&mut out, &smallest.case, &dialect, &reduced)?;
    let seconds = reduced.time.as_secs_f64();
    let text = arbiter::claimed_text(&smallest.case, &dialect).unwrap_or_default();
    let mut result = found.clone();
    let cause = cause(&smallest.case, &smallest.responses, &dialect, session.evaluator().as_ref());
    let (identity, Failure { case, evidence, responses }) = (session.identity(), &smallest);
    result.fingerprint = fingerprint(case, evidence, responses, identity, cause.as_ref());
    result.discovery.reduced = size;
    result.discovery.reduction_runs = reduced.runs;
    result.discovery.reduction_seconds = seconds;
    result.discovery.reduction_cut_short = reduced.cut_short;
    result.text = text;
    result.case = smallest.case;
    result.evidence = smallest.evidence;
    result.responses = smallest.responses;
    let path = arguments.out.clone().unwrap_or_else(|| beside(&source));
    write_json(&path, &result.stored())?;
    writeln!(out, "written to {}", path.display())?;
    if clock.is_interrupted() {
        writeln!(out, "interrupted: a longer reduction may come further")?;
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::New)
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
    folder.unwrap_or(std::path::Path::new("")).join("reduced.json")
}
