//! `graphlance replay`: does a found case still fail?

use std::io::Write;

use graphlance_hunt::Found;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::standing::{State, standing, table};
use graphlance_hunt::store::read_found;
use graphlance_oracles::Verdict;

use crate::cli::Replay;
use crate::exit::{Exit, Problem};
use crate::inputs;
use crate::terminal;

/// Runs the case on fresh databases and says what came of it.
pub fn run(arguments: &Replay) -> Result<Exit, Problem> {
    let found = read_found(&arguments.path)?;
    if arguments.target.len() > 1 {
        return on_several(arguments, &found);
    }
    let dialect = inputs::dialect_of(&arguments.dialect)?;
    let named = arguments.target.first();
    let target = inputs::target_of_case(named, &found, &arguments.path, dialect, arguments.leave)?;
    let query = inputs::seconds("deadline", arguments.deadline)?;
    let mut session = Session::open(target.as_ref(), 0, Deadlines { query, ..Deadlines::default() })?;
    let mut out = terminal::out();
    let engine = session.identity().clone();
    writeln!(out, "{}", found.title)?;
    writeln!(out, "on {} {} {}", engine.engine, engine.version, engine.build)?;
    let mut case = found.case.clone();
    let left_out = case.keep_switches_of(session.dialect());
    if !left_out.is_empty() {
        writeln!(
            out,
            "without the switches {}, which the dialect {} lacks",
            left_out.join(" "),
            session.dialect().name
        )?;
    }
    let times = arguments.times.max(1);
    let mut failures = 0;
    for number in 1..=times {
        let (_, verdict) = session.run_case(&case)?;
        let said = match verdict {
            Verdict::Fail(evidence) => {
                failures += 1;
                format!("fails: {}", evidence.summary)
            }
            Verdict::Pass { .. } => "passes".to_owned(),
            Verdict::Skipped(why) | Verdict::Inconclusive(why) => format!("undecided: {why}"),
        };
        writeln!(out, "{number} of {times}: {said}")?;
    }
    Ok(match failures {
        0 => {
            writeln!(out, "no longer fails")?;
            Exit::Nothing
        }
        all if all == times => {
            writeln!(out, "still fails")?;
            Exit::New
        }
        some => {
            writeln!(out, "fails sometimes: {some} of {times}")?;
            Exit::KnownOrFlaky
        }
    })
}

/// A table of how the case stands on each target.
fn on_several(arguments: &Replay, found: &Found) -> Result<Exit, Problem> {
    let query = inputs::seconds("deadline", arguments.deadline)?;
    let deadlines = Deadlines { query, ..Deadlines::default() };
    let mut standings = Vec::new();
    for name in &arguments.target {
        let target = inputs::target(name, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
        standings.push(standing(found, target.as_ref(), arguments.times, deadlines));
    }
    let mut out = terminal::out();
    writeln!(
        out,
        "{}\nfound on {} {}\n\n{}",
        found.title,
        found.engine.engine,
        found.engine.version,
        table(&standings)
    )?;
    let fails = standings.iter().any(|one| matches!(one.state, State::SameWrong | State::OtherWrong | State::Flaky));
    Ok(if fails { Exit::New } else { Exit::Nothing })
}
