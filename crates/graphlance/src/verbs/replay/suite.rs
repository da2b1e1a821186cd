//! `graphlance replay DIR..`: a folder of bugs as a suite of tests.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use graphlance_engines::Target;
use graphlance_hunt::Clock;
use graphlance_hunt::regression::{Member, Replayed, bugs_in, read_member, replay_on};
use graphlance_hunt::session::Deadlines;
use graphlance_hunt::standing::State;
use graphlance_hunt::store::{reading, write_text};
use graphlance_oracles::languages;
use graphlance_report::junit::{BugOutcome, Suite};
use graphlance_report::{BugLife, junit, quote};

use crate::cli::Replay;
use crate::exit::{Exit, Problem};
use crate::{inputs, numbers, signals, terminal};

/// Whether these are several bugs, or what is asked of them is asked of suites.
pub fn is_meant(arguments: &Replay) -> Result<bool, Problem> {
    if arguments.junit.is_some() || arguments.record || arguments.paths.len() > 1 {
        return Ok(true);
    }
    let Some(path) = arguments.paths.first().filter(|path| path.is_dir()) else { return Ok(false) };
    Ok(bugs_in(path)? != [path.clone()])
}

/// Runs all bugs on their targets, or on those that are named, and says where each stands.
pub fn run(arguments: &Replay) -> Result<Exit, Problem> {
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let times = numbers::times(arguments.times)?;
    let clock = Clock::new(&signals::listen()?, query);
    let members = members(&arguments.paths)?;
    let (mut suites, mut lives, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for (target, members) in by_target(members, arguments)? {
        let mut suite = Suite { name: target.name().to_owned(), facts: Vec::new(), tests: Vec::new() };
        let mut trouble = None;
        let mut told = |member: &Member, replayed: Replayed| {
            states.push(replayed.standing.state);
            lives.extend(replayed.life);
            if trouble.is_none() {
                trouble = tell(member, &replayed).and_then(|()| record(member, &replayed, arguments)).err();
            }
            suite.tests.push(outcome(member, replayed).test(&suite.name));
        };
        replay_on(&members, &target, times, Deadlines::of_query(query), &clock, &languages(), &mut told)?;
        if let Some(problem) = trouble {
            return Err(problem);
        }
        suites.push(suite);
    }
    if let Some(path) = &arguments.junit {
        write_text(path, &junit(&suites).map_err(Problem::internal)?)?;
    }
    writeln!(terminal::lasting_out(), "{}", counted(&lives, states.len()))?;
    Ok(exit(&lives, &states))
}

/// The bugs of all paths. Errors: a path has none, or a case cannot be read, for a suite of which a part is missing tells nothing.
fn members(paths: &[PathBuf]) -> Result<Vec<Member>, Problem> {
    let mut members = Vec::new();
    for path in paths {
        let bugs = bugs_in(path)?;
        if bugs.is_empty() {
            return Err(Problem::usage(format!("{}: there are no bugs in this folder", path.display())));
        }
        for bug in bugs {
            members.push(read_member(&bug, &languages())?);
        }
    }
    Ok(members)
}

type OnTarget = (Arc<dyn Target>, Vec<Member>);

/// The bugs by the targets that they are run on: those that are named, or each its own.
fn by_target(members: Vec<Member>, arguments: &Replay) -> Result<Vec<OnTarget>, Problem> {
    let dialect = || inputs::dialect_of(&arguments.dialect);
    if !arguments.target.is_empty() {
        let named = |name: &String| Ok((inputs::target(name, dialect()?, arguments.leave)?.into(), members.clone()));
        return arguments.target.iter().map(named).collect();
    }
    let mut groups: BTreeMap<String, Vec<Member>> = BTreeMap::new();
    for member in members {
        groups.entry(member.found.target.clone()).or_default().push(member);
    }
    let own = |members: Vec<Member>| {
        let first = &members[0];
        let target = inputs::target_of_case(None, &first.found, &first.path, dialect()?, arguments.leave)?;
        Ok((target.into(), members))
    };
    groups.into_values().map(own).collect()
}

fn tell(member: &Member, replayed: &Replayed) -> Result<(), Problem> {
    let Replayed { standing, life, .. } = replayed;
    let said = life.map_or("not decided", BugLife::name);
    let detail = if standing.detail.is_empty() { String::new() } else { format!(": {}", standing.detail) };
    let engine = if standing.engine.is_empty() { &standing.target } else { &standing.engine };
    writeln!(terminal::lasting_out(), "{said:<12} {} on {engine}: {}{detail}", member.name(), standing.state.name())?;
    Ok(())
}

/// Writes where a bug stands now into its folder, when that is wanted.
fn record(member: &Member, replayed: &Replayed, arguments: &Replay) -> Result<(), Problem> {
    let life = member.life.with(replayed.standing.state, &replayed.standing.engine);
    if arguments.record && member.path.is_dir() && life != member.life {
        life.write(&member.path)?;
    }
    Ok(())
}

fn outcome(member: &Member, replayed: Replayed) -> BugOutcome {
    let Replayed { standing, life, time } = replayed;
    let message = [standing.detail.as_str(), &member.life.link].join(" ").trim().to_owned();
    BugOutcome {
        name: member.name(),
        title: member.found.title.clone(),
        life,
        kind: if life.is_none() { message.clone() } else { member.found.evidence.class.name().to_owned() },
        message,
        text: report_of(&member.path).unwrap_or_else(|| member.found.text.clone()),
        time: Some(time),
    }
}

/// The report of a bug that has one.
fn report_of(path: &Path) -> Option<String> {
    let report = path.join("report.md");
    match reading::text(&report) {
        Ok(text) => Some(text),
        Err(error) => {
            if report.exists() {
                eprintln!("graphlance: {}", quote::line(&error.to_string()));
            }
            None
        }
    }
}

fn counted(lives: &[BugLife], all: usize) -> String {
    let of = |life: &BugLife| match lives.iter().filter(|one| *one == life).count() {
        0 => None,
        count => Some(format!("{count} {life}")),
    };
    let undecided = Some(all - lives.len()).filter(|count| *count > 0).map(|count| format!("{count} not decided"));
    let counts: Vec<String> = BugLife::ALL.iter().filter_map(of).chain(undecided).collect();
    format!("{all} replayed: {}", counts.join(", "))
}

fn exit(lives: &[BugLife], states: &[State]) -> Exit {
    if lives.iter().any(|life| life.alarms()) {
        Exit::New
    } else if lives.iter().any(|life| *life != BugLife::Fixed) {
        Exit::KnownOrFlaky
    } else if !lives.is_empty() {
        Exit::Nothing
    } else if states.iter().all(|state| *state == State::Unusable) {
        Exit::Target
    } else {
        Exit::Undecided
    }
}
