//! `graphlance bugs`: what was found.

use std::io::Write;
use std::path::Path;

use graphlance_hunt::store::{bug_folders, is_output_folder, read_found, reading};
use graphlance_oracles::languages;
use graphlance_report::quote;

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
    if !folder.join("bugs").is_dir() && !is_output_folder(folder) {
        return Err(Problem::usage(format!(
            "{}: this is no output folder; name one with --out, or make one with `graphlance hunt`",
            folder.display()
        )));
    }
    let mut out = terminal::out();
    let bugs = bug_folders(folder)?;
    let mut unreadable = 0;
    for path in &bugs {
        let found = match read_found(path, &languages()) {
            Ok(found) => found,
            Err(error) => {
                unreadable += 1;
                eprintln!("graphlance: {}", quote::line(&error.to_string()));
                continue;
            }
        };
        let size = found.discovery.reduced;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let replays = match found.replayed {
            [0, 0] => "not replayed".to_owned(),
            [failed, of] => format!("failed {failed} of {of} replays"),
        };
        writeln!(
            out,
            "{name}\n    {}\n    {} nodes, {} clauses, {replays}, fingerprint {}",
            found.title, size.nodes, size.clauses, found.fingerprint
        )?;
    }
    if bugs.is_empty() {
        writeln!(out, "no bugs")?;
    }
    Ok(if unreadable > 0 { Exit::Usage } else { Exit::Nothing })
}

fn show(bug: &Path, folder: &Path) -> Result<Exit, Problem> {
    let named = folder.join("bugs").join(bug);
    let path = if bug.join("case.json").exists() { bug } else { &named };
    let mut out = terminal::out();
    let report = path.join("report.md");
    if report.exists() {
        write!(out, "{}", reading::text(&report)?)?;
    } else {
        let found = read_found(path, &languages())?;
        writeln!(out, "{}\n\n{}\n\n{}", found.title, found.text, found.evidence.summary)?;
    }
    Ok(Exit::Nothing)
}
