//! `graphlance bugs`: what was found.

use std::fs;
use std::io::Write;
use std::path::Path;

use graphlance_hunt::store::{read_found, reading};

use crate::cli::{Bugs, BugsAction};
use crate::exit::{Exit, Problem};
use crate::terminal;

/// Lists or shows.
pub fn run(arguments: &Bugs) -> Result<Exit, Problem> {
    match &arguments.action {
        BugsAction::List { out } => list(out),
        BugsAction::Show { bug, out } => show(bug, out),
    }
}

fn list(folder: &Path) -> Result<Exit, Problem> {
    if !folder.join("run.json").exists() {
        return Err(Problem::usage(format!(
            "{}: this is no output folder; name one with --out, or make one with `graphlance hunt`",
            folder.display()
        )));
    }
    let mut out = terminal::out();
    let bugs = folder.join("bugs");
    let mut names: Vec<String> = match fs::read_dir(&bugs) {
        Ok(entries) => entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.'))
            .collect(),
        Err(_) => Vec::new(),
    };
    names.sort();
    for name in &names {
        let found = read_found(&bugs.join(name))?;
        let size = found.discovery.reduced;
        writeln!(
            out,
            "{name}\n    {}\n    {} nodes, {} clauses, failed {} of {} replays, fingerprint {}",
            found.title, size.nodes, size.clauses, found.replayed[0], found.replayed[1], found.fingerprint
        )?;
    }
    if names.is_empty() {
        writeln!(out, "no bugs")?;
    }
    Ok(Exit::Nothing)
}

fn show(bug: &Path, folder: &Path) -> Result<Exit, Problem> {
    let named = folder.join("bugs").join(bug);
    let path = if bug.join("case.json").exists() { bug } else { &named };
    let mut out = terminal::out();
    let report = path.join("report.md");
    if report.exists() {
        write!(out, "{}", reading::text(&report)?)?;
    } else {
        let found = read_found(path)?;
        writeln!(out, "{}\n\n{}\n\n{}", found.title, found.text, found.evidence.summary)?;
    }
    Ok(Exit::Nothing)
}
