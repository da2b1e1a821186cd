//! `graphlance bugs export`: bugs in the form that another program or a code host wants.

use std::fs;
use std::io::Write;
use std::path::Path;

use graphlance_hunt::progress::Counts;
use graphlance_hunt::run_file::RunFile;
use graphlance_hunt::store::{reading, write_text};
use graphlance_report::junit::{BugOutcome, Suite};
use graphlance_report::{Listed, Page, issue, junit, page, sarif};

use super::shelf::{Bug, Shelf};
use crate::cli::{ExportBugs, ExportFormat};
use crate::exit::{Exit, Problem};
use crate::terminal;

/// Writes bugs to a file, a folder or standard output.
pub fn run(arguments: &ExportBugs) -> Result<Exit, Problem> {
    let shelf = Shelf::read(&arguments.out, &arguments.bugs)?;
    let text = match arguments.format {
        ExportFormat::Html => html(&shelf, &arguments.out),
        ExportFormat::Junit => junit(&[suite(&shelf, &arguments.out)]).map_err(Problem::internal)?,
        ExportFormat::Sarif => {
            let listed: Vec<Listed> = shelf.bugs.iter().map(Bug::listed).collect();
            format!("{:#}\n", sarif(&listed, &arguments.out.join("bugs").display().to_string()))
        }
        ExportFormat::Github | ExportFormat::Markdown | ExportFormat::Feature => {
            one_by_one(&shelf, arguments)?;
            return Ok(exit(&shelf));
        }
    };
    put(&text, arguments.to.as_deref())?;
    Ok(exit(&shelf))
}

/// The page of a whole hunt.
pub fn html(shelf: &Shelf, folder: &Path) -> String {
    let listed: Vec<Listed> = shelf.bugs.iter().map(Bug::listed).collect();
    let facts = shelf.run.as_ref().map(facts).unwrap_or_default();
    let note = shelf.run.as_ref().map(|run| format!("Oracles: {}.", run.oracle.replace(',', ", "))).unwrap_or_default();
    page(&Page { heading: &heading(shelf, folder), facts: &facts, note: &note, bugs: &listed })
}

fn exit(shelf: &Shelf) -> Exit {
    if shelf.unreadable > 0 { Exit::Usage } else { Exit::Nothing }
}

/// A document for each bug: one goes where a file goes, several into a folder.
fn one_by_one(shelf: &Shelf, arguments: &ExportBugs) -> Result<(), Problem> {
    let of = |bug: &Bug| match arguments.format {
        ExportFormat::Github => Ok(issue(&bug.listed())),
        ExportFormat::Feature => scenario(bug),
        _ => Ok(bug.report.clone()),
    };
    let ending = if arguments.format == ExportFormat::Feature { "feature" } else { "md" };
    match (shelf.bugs.as_slice(), arguments.to.as_deref()) {
        ([bug], to) if to.is_none_or(|to| !to.is_dir()) => put(&of(bug)?, to),
        (bugs, Some(folder)) => {
            fs::create_dir_all(folder)?;
            for bug in bugs {
                write_text(&folder.join(format!("{}.{ending}", bug.name)), &of(bug)?)?;
            }
            Ok(())
        }
        ([], None) => Ok(()),
        (_, None) => Err(Problem::usage("there are several bugs: name one, or a folder for a file of each: --to DIR")),
    }
}

fn scenario(bug: &Bug) -> Result<String, Problem> {
    let path = bug.path.join("scenario.feature");
    if !path.is_file() {
        return Err(Problem::usage(format!("{}: this bug has no scenario", bug.path.display())));
    }
    Ok(reading::text(&path)?)
}

fn put(text: &str, to: Option<&Path>) -> Result<(), Problem> {
    match to {
        Some(path) => Ok(write_text(path, text)?),
        None => Ok(write!(terminal::out(), "{text}")?),
    }
}

fn heading(shelf: &Shelf, folder: &Path) -> String {
    match &shelf.run {
        Some(run) => format!("{} {}", run.engine.engine, run.engine.version).trim().to_owned(),
        None => folder.display().to_string(),
    }
}

/// What is to be known of a hunt.
fn facts(run: &RunFile) -> Vec<(String, String)> {
    let Counts { checks, cases, invalid, non_empty, findings, elapsed_ms, .. } = run.counts;
    let share = |part: u64, of: u64| format!("{:.1} %", 100.0 * part as f64 / (of as f64).max(1.0));
    let seconds = elapsed_ms as f64 / 1000.0;
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let mut facts = vec![
        fact("checks", checks.to_string()),
        fact("checks a second", format!("{:.0}", checks as f64 / seconds.max(0.001))),
        fact("understood", share(cases.saturating_sub(invalid), cases)),
        fact("with rows", share(non_empty, checks)),
        fact("findings", findings.to_string()),
        fact("time", format!("{seconds:.0} s")),
        fact("seed", run.seed.to_string()),
        fact("graphlance", run.graphlance.clone()),
    ];
    if run.running {
        facts.insert(0, fact("state", "still running, or killed".to_owned()));
    }
    facts
}

fn suite(shelf: &Shelf, folder: &Path) -> Suite {
    let outcome = |bug: &Bug| BugOutcome {
        name: bug.name.clone(),
        title: bug.found.title.clone(),
        life: Some(bug.state()),
        kind: bug.found.evidence.class.name().to_owned(),
        message: [&bug.found.evidence.summary, &bug.life.link].map(String::as_str).join(" ").trim().to_owned(),
        text: bug.report.clone(),
        time: None,
    };
    let facts = shelf.run.as_ref().map(facts).unwrap_or_default();
    let name = heading(shelf, folder);
    let tests = shelf.bugs.iter().map(|bug| outcome(bug).test(&name)).collect();
    Suite { name, facts, tests }
}
