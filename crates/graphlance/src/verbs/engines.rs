//! `graphlance engines`: the engines that graphlance can install and start.

use std::io::Write;

use graphlance_engines::launcher::install::NO_HOME;
use graphlance_engines::launcher::{Installation, Launcher, Places, docker};
use graphlance_engines::targets::{self, TargetOptions};

use crate::cli::{Engines, EnginesAction};
use crate::exit::{Exit, Problem};
use crate::terminal;

/// Lists or installs.
pub fn run(arguments: &Engines) -> Result<Exit, Problem> {
    let launchers = targets::launchers()?;
    let places = targets::places(&TargetOptions::default())?;
    match &arguments.action {
        None | Some(EnginesAction::List) => list(&launchers, &places),
        Some(EnginesAction::Install { engine }) => install(&launchers, &places, engine),
    }
}

fn list(launchers: &[Launcher], places: &Places) -> Result<Exit, Problem> {
    let mut out = terminal::out();
    for launcher in launchers {
        let languages = launcher.languages.join(", ");
        writeln!(out, "{:<12} {} ({languages}): {}", launcher.name, launcher.product, launcher.description)?;
        if !launcher.is_started_here() {
            writeln!(out, "    not started by graphlance; its servers are reached by their addresses")?;
        }
        for version in launcher.ordered_versions() {
            let default = if version == launcher.default { ", the default" } else { "" };
            writeln!(out, "    {:<12} {}{default}", version, state(launcher, places, version))?;
        }
        if launcher.other_versions.is_some() {
            writeln!(out, "    and others, by {}@VERSION", launcher.name)?;
        }
    }
    match &places.engines {
        Some(folder) => writeln!(out, "\ninstalled in {}", folder.display())?,
        None => writeln!(out, "\nnothing can be installed: {NO_HOME}")?,
    }
    for form in targets::forms(&targets::engines(&TargetOptions::default())?) {
        writeln!(out, "not installed here: {form}")?;
    }
    Ok(Exit::Nothing)
}

fn state(launcher: &Launcher, places: &Places, version: &str) -> &'static str {
    let launcher = launcher.at(version);
    match (&launcher.start, &launcher.install) {
        (None, _) if docker::find().is_none() => "in a container only; there is no docker here",
        (None, _) => "in a container",
        (Some(_), None) => "built in",
        (Some(_), Some(_)) if places.has(&launcher, version) => "installed",
        (Some(_), Some(_)) => "can be installed",
    }
}

fn install(launchers: &[Launcher], places: &Places, engine: &str) -> Result<Exit, Problem> {
    let (name, wanted) = match engine.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (engine, None),
    };
    let known = || launchers.iter().map(|launcher| launcher.name.as_str()).collect::<Vec<_>>().join(", ");
    let launcher = launchers.iter().find(|launcher| launcher.name == name);
    let launcher = launcher.ok_or_else(|| Problem::usage(format!("no engine `{name}`; known are {}", known())))?;
    let version = wanted.unwrap_or(&launcher.default);
    let release = launcher.require(version).map_err(Problem::usage)?;
    places.remove_leftovers();
    let place = match places.install(&launcher.at(version), version, &release)? {
        Installation::Native(folder) => folder.display().to_string(),
        Installation::Docker(_) => "an image of the container tool".to_owned(),
        Installation::BuiltIn | Installation::Build { .. } => "this program itself".to_owned(),
    };
    writeln!(terminal::out(), "{} {version}: {place}", launcher.product)?;
    Ok(Exit::Nothing)
}
