//! `graphlance known`: bugs that engines' developers know.

use std::io::Write;

use graphlance_engines::targets;
use graphlance_hunt::known::{KnownBug, KnownBugs, Recheck, recheck};
use graphlance_hunt::{Clock, Deadlines};
use graphlance_oracles::languages;

use crate::cli::{Known, KnownAction, Leave};
use crate::exit::{Exit, Problem};
use crate::{inputs, signals, terminal};

/// Lists or rechecks.
pub fn run(arguments: &Known) -> Result<Exit, Problem> {
    match &arguments.action {
        KnownAction::List { file } => list(&inputs::known_bugs(file)?),
        KnownAction::Recheck { file, target, only, leave } => {
            recheck_all(&inputs::known_bugs(file)?, target.as_deref(), only.as_deref().unwrap_or_default(), *leave)
        }
    }
}

fn list(known: &KnownBugs) -> Result<Exit, Problem> {
    let mut out = terminal::out();
    for KnownBug { id, engine, link, state, .. } in &known.bugs {
        writeln!(out, "{id:<20} {engine:<12} {state:<12} {link}")?;
    }
    Ok(Exit::Nothing)
}

fn recheck_all(known: &KnownBugs, target: Option<&str>, only: &str, leave: Leave) -> Result<Exit, Problem> {
    let mut out = terminal::out();
    let clock = Clock::new(&signals::listen()?, Deadlines::default().query);
    let (mut there, mut told) = (false, false);
    for bug in known.bugs.iter().filter(|bug| bug.id.contains(only)) {
        let name = target.map_or_else(|| target_of(&bug.engine), |name| Ok(name.to_owned()))?;
        let outcome = recheck(bug, &inputs::target(&name, None, leave)?.into(), &clock, &languages())?;
        there |= matches!(outcome, Recheck::StillThere | Recheck::Changed(_));
        told |= !matches!(outcome, Recheck::Untold(_));
        let said = match outcome {
            Recheck::Fixed => "fixed: the answer is right now".to_owned(),
            Recheck::StillThere => "still there".to_owned(),
            Recheck::Changed(actual) => format!("changed: {actual}"),
            Recheck::Untold(why) => format!("cannot be told: {why}"),
        };
        writeln!(out, "{:<20} {name:<12} {said}", bug.id)?;
    }
    Ok(match (there, told) {
        (true, _) => Exit::New,
        (false, true) => Exit::Nothing,
        (false, false) => Exit::Undecided,
    })
}

/// The launcher's name of an engine.
fn target_of(engine: &str) -> Result<String, Problem> {
    let all = targets::launchers()?;
    let launcher = all.into_iter().find(|launcher| launcher.product == engine);
    launcher.map(|launcher| launcher.name).ok_or_else(|| {
        Problem::usage(format!("graphlance installs no engine `{engine}`; name a running one with --target"))
    })
}
