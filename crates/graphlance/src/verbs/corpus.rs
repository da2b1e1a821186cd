//! `graphlance replay corpus`: which published bug shows on which engine and version?

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use graphlance_engines::{Target, TargetError};
use graphlance_hunt::corpus::{Corpus, Shown, Standing, Tried, markdown, must_be, on_target};
use graphlance_hunt::{Clock, Deadlines, Session};
use graphlance_oracles::languages;
use graphlance_report::quote;
use serde_json::{Value, json};

use crate::cli::Replay;
use crate::exit::{Exit, Problem};
use crate::{inputs, numbers, signals, terminal};

/// What names the published bugs that come with graphlance.
const BUILT_IN: &str = "corpus";

/// The files of published bugs that a path means; none when it is no such path.
pub fn named_by(path: &Path) -> Result<Option<Vec<Corpus>>, Problem> {
    if path == Path::new(BUILT_IN) {
        return Ok(Some(Corpus::built_in()));
    }
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Ok(None);
    }
    let parsed = Corpus::parse(&path.display().to_string(), &inputs::read(path)?);
    Ok(Some(vec![parsed.map_err(|error| Problem::usage(error.to_string()))?]))
}

/// Runs the bugs on each target and prints how they stand.
pub fn run(mut files: Vec<Corpus>, arguments: &Replay) -> Result<Exit, Problem> {
    let only = arguments.only.as_deref().unwrap_or_default();
    files.iter_mut().for_each(|file| file.bugs.retain(|bug| bug.name.contains(only)));
    files.retain(|file| !file.bugs.is_empty());
    if files.is_empty() {
        return Err(Problem::usage(format!("no published bug has `{only}` in its name")));
    }
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let times = numbers::times(arguments.times)?;
    let clock = Clock::new(&signals::listen()?, query);
    let names = match arguments.target.as_slice() {
        [] => vec![inputs::default_target()?],
        names => names.to_vec(),
    };
    let mut tried = Vec::new();
    for name in &names {
        eprintln!("{} ..", quote::line(name));
        let target = inputs::target(name, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
        let spoken = target.standard().language().name();
        if !files.iter().any(|file| file.language().name() == spoken) {
            return Err(Problem::usage(format!("{name} speaks {spoken}, and none of these published bugs does")));
        }
        tried.push(on_one(&files, &target.into(), times, Deadlines::of_query(query), &clock)?);
    }
    let mut out = terminal::out();
    if arguments.json {
        writeln!(out, "{:#}", as_json(&files, &tried))?;
    } else {
        write!(out, "{}", markdown(&files, &tried))?;
    }
    Ok(exit(&tried))
}

/// Runs all in the language of a target on it. A target that cannot be used, or is gone for good, is a column of its own. Errors:
/// the clock ran out, or nobody knows the target.
fn on_one(
    files: &[Corpus],
    target: &Arc<dyn Target>,
    times: u32,
    deadlines: Deadlines,
    clock: &Clock,
) -> Result<Tried, Problem> {
    let name = target.name().to_owned();
    let spoken = target.standard().language().name();
    let understood = |file: &Corpus| file.language().name() == spoken;
    let unusable = |error: &TargetError| Standing {
        shown: Shown::Unusable,
        detail: error.to_string().lines().next().unwrap_or_default().to_owned(),
    };
    let mut session = match Session::open(target, 0, deadlines, clock, &languages()) {
        Ok(session) => session,
        Err(error @ (TargetError::Stopped | TargetError::Unknown(_) | TargetError::NoDialect(_))) => {
            return Err(error.into());
        }
        Err(error) => {
            eprintln!("{}: {}", quote::line(&name), quote::line(&error.to_string()));
            let told =
                |file: &Corpus| if understood(file) { vec![unusable(&error); file.bugs.len()] } else { Vec::new() };
            let standings = files.iter().map(told).collect();
            return Ok(Tried { target: name.clone(), engine: name, standings });
        }
    };
    let identity = session.identity();
    let engine = format!("{} {}", identity.engine, identity.version);
    let mut standings = Vec::new();
    for file in files {
        let mut of_file = Vec::new();
        for bug in file.bugs.iter().filter(|_| understood(file)) {
            of_file.push(match on_target(bug, &mut session, times) {
                Ok(standing) => standing,
                Err(TargetError::Stopped) => return Err(TargetError::Stopped.into()),
                Err(error) => unusable(&error),
            });
        }
        standings.push(of_file);
    }
    Ok(Tried { target: name, engine, standings })
}

fn as_json(files: &[Corpus], tried: &[Tried]) -> Value {
    let languages = languages();
    let mut bugs = Vec::new();
    for (number, file) in files.iter().enumerate() {
        for (place, bug) in file.bugs.iter().enumerate() {
            let on = |one: &Tried| {
                let Standing { shown, detail } = one.standings[number].get(place)?;
                Some(json!({ "target": one.target, "engine": one.engine, "shown": shown.name(),
                             "shows": shown.is_failure(), "detail": detail }))
            };
            let [statements, twin] = must_be(bug, file.language(), &languages);
            bugs.push(json!({
                "name": bug.name, "paper": file.paper, "language": file.language().name(), "engine": bug.engine,
                "version": bug.version, "reported": bug.reported, "source": bug.source, "issue": bug.issue, "note": bug.note,
                "offending_commit": bug.offending_commit, "graph": bug.graph,
                "statements": bug.statements, "must_be": statements, "twin": bug.twin, "twin_must_be": twin,
                "on": tried.iter().filter_map(on).collect::<Vec<_>>(),
            }));
        }
    }
    json!({ "cases": bugs })
}

fn exit(tried: &[Tried]) -> Exit {
    let all = || tried.iter().flat_map(|one| one.standings.iter().flatten()).map(|one| one.shown);
    if all().any(Shown::is_failure) {
        Exit::New
    } else if all().any(Shown::decides) {
        Exit::Nothing
    } else if all().all(|shown| shown == Shown::Unusable) {
        Exit::Target
    } else {
        Exit::Undecided
    }
}
