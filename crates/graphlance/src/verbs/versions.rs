//! `graphlance versions`: since when does a found case fail?

use std::io::Write;
use std::path::{Path, PathBuf};

use graphlance_engines::launcher::Launcher;
use graphlance_engines::naming::shown;
use graphlance_engines::targets;
use graphlance_hunt::session::Deadlines;
use graphlance_hunt::standing::{Standing, State, since_when, standing, table};
use graphlance_hunt::store::{read_found, reading, write_text};
use graphlance_hunt::{Clock, Found};
use graphlance_oracles::languages;
use graphlance_report::quote;

use crate::cli::Versions;
use crate::exit::{Exit, Problem};
use crate::{inputs, numbers, signals, terminal};

/// The heading under which the table stands in a report.
const HEADING: &str = "## Since when";

/// Runs the case on every version, prints the table, and adds it to the report.
pub fn run(arguments: &Versions) -> Result<Exit, Problem> {
    let found = read_found(&arguments.path, &languages())?;
    let launcher = launcher_of(arguments, &found)?;
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let times = numbers::times(arguments.times)?;
    let deadlines = Deadlines::of_query(query);
    let clock = Clock::new(&signals::listen()?, query);
    let try_on = |name: &str| -> Result<Standing, Problem> {
        eprintln!("{} ..", quote::line(name));
        let target = inputs::target(name, None, arguments.leave)?;
        Ok(standing(&found, &target.into(), times, deadlines, &clock, &languages())?)
    };
    let versions = launcher.ordered_versions().into_iter().map(|version| format!("{}@{version}", launcher.name));
    let own = versions.map(|name| try_on(&name)).collect::<Result<Vec<_>, _>>()?;
    let others = arguments.also.iter().map(|name| try_on(name)).collect::<Result<Vec<_>, _>>()?;
    let text = format!("{}\n\n{}", since_when(&own), table(&[own.as_slice(), &others].concat()));
    writeln!(terminal::out(), "{}\n\n{text}", found.title)?;
    if let Some(report) = report_beside(&arguments.path) {
        add_to_report(&report, &text)?;
    }
    let newest = own.iter().rev().find(|one| one.state != State::Unusable);
    let fails = newest.is_some_and(|one| matches!(one.state, State::SameWrong | State::OtherWrong | State::Flaky));
    let right = newest.is_some_and(|one| one.state == State::Right);
    Ok(match (fails, right) {
        (true, _) => Exit::New,
        (false, true) => Exit::Nothing,
        (false, false) => Exit::Undecided,
    })
}

/// The engine whose versions are tried: the one that the command line names, else the one whose name the found target begins
/// with. Nothing else of a found target is used, for the file may come from anybody.
fn launcher_of(arguments: &Versions, found: &Found) -> Result<Launcher, Problem> {
    let target = arguments.target.as_ref().unwrap_or(&found.target);
    let name = target.split(['@', ':']).next().unwrap_or_default();
    let all = targets::launchers()?;
    let known = all.iter().map(|launcher| launcher.name.as_str()).collect::<Vec<_>>().join(", ");
    all.into_iter().find(|launcher| launcher.name == name).ok_or_else(|| {
        let (path, target) = (arguments.path.display(), shown(target));
        Problem::usage(format!(
            "{path}: the target `{target}` is no engine that graphlance installs, so that there are no versions to try; name \
             one with --target ENGINE: {known}"
        ))
    })
}

fn report_beside(path: &Path) -> Option<PathBuf> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    Some(folder.join("report.md")).filter(|report| report.is_file())
}

/// Puts the table at the end of a report, in place of an earlier one.
fn add_to_report(report: &Path, text: &str) -> Result<(), Problem> {
    let before = reading::text(report)?;
    let kept = before.split(HEADING).next().unwrap_or_default().trim_end();
    Ok(write_text(report, &format!("{kept}\n\n{HEADING}\n\n{text}"))?)
}
