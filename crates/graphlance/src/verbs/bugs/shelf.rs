//! The bugs of an output folder, with what is known of each.

use std::path::{Path, PathBuf};

use graphlance_hunt::Found;
use graphlance_hunt::life::LifeFile;
use graphlance_hunt::regression::bugs_in;
use graphlance_hunt::run_file::{BugEntry, BugState, RunFile};
use graphlance_hunt::store::{is_output_folder, merged_into, read_found, read_run, reading};
use graphlance_oracles::languages;
use graphlance_report::{BugLife, Listed, quote};

use crate::exit::Problem;

/// The bugs of an output folder, or of any folder with folders of bugs.
pub struct Shelf {
    /// What the hunt was told and did, where there was one.
    pub run: Option<RunFile>,
    /// Its bugs, by name.
    pub bugs: Vec<Bug>,
    /// How many cannot be read; each was told on standard error.
    pub unreadable: u64,
}

/// A bug with what is known of it.
pub struct Bug {
    /// Its folder.
    pub path: PathBuf,
    /// The folder's name.
    pub name: String,
    /// Its reduced case.
    pub found: Found,
    /// What was said of it.
    pub life: LifeFile,
    /// Its report; empty where there is none.
    pub report: String,
    /// How many bugs were merged into it.
    pub merged: usize,
    /// What the hunt counted of it.
    entry: Option<BugEntry>,
}

impl Shelf {
    /// Reads the bugs of a folder, those of these names alone where any is named. Errors: it is no folder of bugs, or has none of a
    /// name.
    pub fn read(folder: &Path, names: &[PathBuf]) -> Result<Shelf, Problem> {
        let run = match read_run(folder) {
            Ok(run) => run,
            Err(error) => {
                eprintln!("graphlance: without what the hunt was told: {}", quote::line(&error.to_string()));
                None
            }
        };
        let paths = match names {
            [] => bugs_below(folder)?,
            names => names.iter().map(|name| folder_of(name, folder)).collect::<Result<_, _>>()?,
        };
        let mut shelf = Shelf { run, bugs: Vec::new(), unreadable: 0 };
        for path in paths {
            match Bug::read(path, shelf.run.as_ref()) {
                Ok(bug) => shelf.bugs.push(bug),
                Err(problem) => {
                    shelf.unreadable += 1;
                    eprintln!("graphlance: {}", quote::line(&problem.error.to_string()));
                }
            }
        }
        Ok(shelf)
    }
}

impl Bug {
    fn read(path: PathBuf, run: Option<&RunFile>) -> Result<Bug, Problem> {
        let found = read_found(&path, &languages())?;
        let entry = run.and_then(|run| run.bugs.iter().find(|entry| entry.fingerprint == found.fingerprint)).cloned();
        let report = path.join("report.md");
        Ok(Bug {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            life: LifeFile::read(&path)?,
            report: if report.is_file() { reading::text(&report)? } else { String::new() },
            merged: merged_into(&path)?.len(),
            path,
            found,
            entry,
        })
    }

    /// Where it stands: what was said of it since, else what the hunt knew.
    pub fn state(&self) -> BugLife {
        match (self.life.state, self.entry.as_ref().map(|entry| entry.state)) {
            (BugLife::New, Some(BugState::Known)) => BugLife::Known,
            (BugLife::New, Some(BugState::Regressed)) => BugLife::Regressed,
            (state, _) => state,
        }
    }

    /// How many findings are this bug; at least the one that stands here.
    pub fn count(&self) -> u64 {
        self.entry.as_ref().map_or(1, |entry| entry.count + entry.likely)
    }

    /// What explains it.
    pub fn cause(&self) -> Option<&str> {
        self.entry.as_ref()?.cause.as_deref()
    }

    /// As lists of bugs show it.
    pub fn listed(&self) -> Listed<'_> {
        Listed {
            name: &self.name,
            title: &self.found.title,
            life: self.state(),
            link: &self.life.link,
            class: self.found.evidence.class,
            summary: &self.found.evidence.summary,
            engine: &self.found.engine,
            fingerprint: &self.found.fingerprint,
            cause: self.cause(),
            count: self.count(),
            text: &self.found.text,
            graph: &self.found.case.graph,
            report: &self.report,
        }
    }
}

/// The folder of a bug: the path itself, or the folder of this name in an output folder. Errors: there is none.
pub fn folder_of(bug: &Path, out: &Path) -> Result<PathBuf, Problem> {
    let candidates = [bug.to_owned(), out.join("bugs").join(bug), out.join(bug)];
    let found = candidates.into_iter().find(|path| path.join("case.json").exists());
    found.ok_or_else(|| {
        let (bug, out) = (bug.display(), out.display());
        Problem::usage(format!("{bug}: there is no bug of this name in {out}; `graphlance bugs list {out}` names them"))
    })
}

/// The folders of the bugs below a folder. Errors: it is no folder of bugs.
fn bugs_below(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let bugs = if folder.is_dir() { bugs_in(folder)? } else { Vec::new() };
    if bugs.is_empty() && !is_output_folder(folder) && !folder.join("bugs").is_dir() {
        return Err(Problem::usage(format!(
            "{}: this is no output folder and has no folders of bugs; make one with `graphlance hunt`",
            folder.display()
        )));
    }
    Ok(bugs)
}
