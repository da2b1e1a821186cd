//! `graphlance bugs`: what was found.

mod export;
mod list;
mod shelf;

use std::io::Write;
use std::path::Path;

use graphlance_hunt::life::LifeFile;
use graphlance_hunt::store::{merge, read_found, reading, split, write_text};
use graphlance_oracles::languages;
use graphlance_report::quote;

use crate::cli::{Bugs, BugsAction, Mark, Merge};
use crate::exit::{Exit, Problem};
use crate::terminal;
use shelf::Shelf;

/// Lists, shows, exports, marks, merges or splits.
pub fn run(arguments: &Bugs) -> Result<Exit, Problem> {
    match &arguments.action {
        BugsAction::List(arguments) => list::run(arguments),
        BugsAction::Show { bug, out } => show(bug, out),
        BugsAction::Export(arguments) => export::run(arguments),
        BugsAction::Mark(arguments) => mark(arguments),
        BugsAction::Merge(arguments) => merged(arguments),
        BugsAction::Split { bug, out } => parted(bug, out),
    }
}

/// The page of a whole hunt, in its folder.
const PAGE: &str = "index.html";

/// Writes the page of a hunt into its folder, and says where to read on where there are bugs. What goes wrong is told: the bugs
/// themselves are there.
pub fn write_page(folder: &Path) -> Option<String> {
    let page = folder.join(PAGE);
    let written = Shelf::read(folder, &[]).and_then(|shelf| {
        write_text(&page, &export::html(&shelf, folder))?;
        Ok(shelf.bugs.len())
    });
    let bugs = match written {
        Ok(bugs) => bugs,
        Err(problem) => {
            eprintln!("graphlance: there is no page of the hunt: {}", quote::line(&problem.error.to_string()));
            return None;
        }
    };
    let [page, folder] = [page.as_path(), folder].map(|path| quote::shell_word(&path.display().to_string()));
    (bugs > 0).then(|| format!("the reports on a page: {page}\nthe reports in a list: graphlance bugs list {folder}"))
}

fn show(bug: &Path, folder: &Path) -> Result<Exit, Problem> {
    let path = shelf::folder_of(bug, folder)?;
    let mut out = terminal::out();
    let report = path.join("report.md");
    if report.exists() {
        write!(out, "{}", reading::text(&report)?)?;
    } else {
        let found = read_found(&path, &languages())?;
        writeln!(out, "{}\n\n{}\n\n{}", found.title, found.text, found.evidence.summary)?;
    }
    Ok(Exit::Nothing)
}

fn mark(arguments: &Mark) -> Result<Exit, Problem> {
    let path = shelf::folder_of(&arguments.bug, &arguments.out)?;
    let mut life = LifeFile { state: arguments.state.life(), ..LifeFile::read(&path)? };
    for (given, kept) in [(&arguments.link, &mut life.link), (&arguments.note, &mut life.note)] {
        if let Some(given) = given {
            kept.clone_from(given);
        }
    }
    life.write(&path)?;
    writeln!(terminal::out(), "{} is {}", path.display(), life.state)?;
    Ok(Exit::Nothing)
}

fn merged(arguments: &Merge) -> Result<Exit, Problem> {
    let into = shelf::folder_of(&arguments.into, &arguments.out)?;
    for bug in &arguments.bugs {
        let now = merge(&shelf::folder_of(bug, &arguments.out)?, &into)?;
        writeln!(terminal::out(), "{} is now {}", bug.display(), now.display())?;
    }
    Ok(Exit::Nothing)
}

fn parted(name: &str, folder: &Path) -> Result<Exit, Problem> {
    writeln!(terminal::out(), "{name} is now {}", split(folder, name)?.display())?;
    Ok(Exit::Nothing)
}
