//! `graphlance replay`: does a found case still fail?

mod suite;

use std::io::Write;

use graphlance_case::Verdict;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::standing::{State, as_asked_of, standing, table};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Clock, Found};
use graphlance_oracles::languages;

use crate::cli::Replay;
use crate::exit::{Exit, Problem};
use crate::verbs::corpus;
use crate::{inputs, numbers, signals, terminal};

/// Runs the case on fresh databases and says what came of it.
pub fn run(arguments: &Replay) -> Result<Exit, Problem> {
    let path = &arguments.paths[0];
    if let Some(files) = corpus::named_by(path)? {
        if arguments.paths.len() > 1 || arguments.junit.is_some() || arguments.record {
            return Err(Problem::usage("a corpus is replayed by itself, without --junit and --record"));
        }
        return corpus::run(files, arguments);
    }
    if arguments.json || arguments.only.is_some() {
        return Err(Problem::usage("--json and --only go with a corpus: graphlance replay corpus"));
    }
    if suite::is_meant(arguments)? {
        return suite::run(arguments);
    }
    let found = read_found(path, &languages())?;
    if arguments.target.len() > 1 {
        return on_several(arguments, &found);
    }
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let times = numbers::times(arguments.times)?;
    let dialect = inputs::dialect_of(&arguments.dialect)?;
    let named = arguments.target.first();
    let target = inputs::target_of_case(named, &found, path, dialect, arguments.leave)?;
    let clock = Clock::new(&signals::listen()?, query);
    let mut session = Session::open(&target.into(), 0, Deadlines::of_query(query), &clock, &languages())?;
    let mut out = terminal::lasting_out();
    let engine = session.identity().clone();
    writeln!(out, "{}", found.title)?;
    writeln!(out, "on {} {} {}", engine.engine, engine.version, engine.build)?;
    let (case, left_out) = as_asked_of(&found.case, &session).map_err(Problem::undecided)?;
    if !left_out.is_empty() {
        writeln!(
            out,
            "without the switches {}, which the dialect {} lacks",
            left_out.join(" "),
            session.dialect().name()
        )?;
    }
    let (mut failures, mut passes) = (0, 0);
    for number in 1..=times {
        clock.check()?;
        let (_, verdict) = session.run_case(&case)?;
        let said = match verdict {
            Verdict::Fail(evidence) => {
                failures += 1;
                format!("fails: {}", evidence.summary)
            }
            Verdict::Pass { .. } => {
                passes += 1;
                "passes".to_owned()
            }
            Verdict::Skipped(why) => format!("undecided: {why}"),
            Verdict::Inconclusive(why) => format!("undecided: {why}"),
        };
        writeln!(out, "{number} of {times}: {said}")?;
    }
    let decided = failures + passes;
    let (exit, said) = match (failures, passes) {
        (0, 0) => (Exit::Undecided, "cannot be told: no run was decided".to_owned()),
        (0, _) => (Exit::Nothing, "no longer fails".to_owned()),
        (_, 0) => (Exit::New, "still fails".to_owned()),
        (some, _) => (Exit::KnownOrFlaky, format!("fails sometimes: {some} of {decided}")),
    };
    let undecided = match times - decided {
        some if some > 0 && decided > 0 => format!(" ({some} of {times} runs were not decided)"),
        _ => String::new(),
    };
    writeln!(out, "{said}{undecided}")?;
    Ok(exit)
}

/// A table of how the case stands on each target.
fn on_several(arguments: &Replay, found: &Found) -> Result<Exit, Problem> {
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let times = numbers::times(arguments.times)?;
    let deadlines = Deadlines::of_query(query);
    let clock = Clock::new(&signals::listen()?, query);
    let mut standings = Vec::new();
    for name in &arguments.target {
        let target = inputs::target(name, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
        standings.push(standing(found, &target.into(), times, deadlines, &clock, &languages())?);
    }
    let mut out = terminal::lasting_out();
    writeln!(
        out,
        "{}\nfound on {} {}\n\n{}",
        found.title,
        found.engine.engine,
        found.engine.version,
        table(&standings)
    )?;
    let fails = standings.iter().any(|one| matches!(one.state, State::SameWrong | State::OtherWrong | State::Flaky));
    let right = standings.iter().any(|one| one.state == State::Right);
    Ok(match (fails, right) {
        (true, _) => Exit::New,
        (false, true) => Exit::Nothing,
        (false, false) => Exit::Undecided,
    })
}
