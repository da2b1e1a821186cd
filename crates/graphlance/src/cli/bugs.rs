//! The arguments of `bugs`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use graphlance_report::BugLife;

/// Arguments of `bugs`.
#[derive(Debug, Args)]
pub struct Bugs {
    /// What to do.
    #[command(subcommand)]
    pub action: BugsAction,
}

/// What to do with bugs.
#[derive(Debug, Subcommand)]
pub enum BugsAction {
    /// List the bugs of a folder with their states.
    List(ListBugs),
    /// A bug's report.
    Show {
        /// The bug: its folder, or the folder's name
        bug: PathBuf,
        /// The output folder
        #[arg(long, value_name = "DIR", default_value = "graphlance.out")]
        out: PathBuf,
    },
    /// Write bugs as a page of HTML, an issue, JUnit, SARIF or a scenario.
    Export(ExportBugs),
    /// Say of a bug that it is known, or fixed, or new after all.
    Mark(Mark),
    /// Say of bugs that they are one: their folders move below another's.
    Merge(Merge),
    /// Take a bug out of the one that it was merged into.
    Split {
        /// The name of its folder
        bug: String,
        /// The output folder
        #[arg(long, value_name = "DIR", default_value = "graphlance.out")]
        out: PathBuf,
    },
}

/// Arguments of `bugs list`.
#[derive(Debug, Args)]
pub struct ListBugs {
    /// The output folder, or any folder of bugs' folders [default: graphlance.out]
    pub dir: Option<PathBuf>,
    /// The same as DIR
    #[arg(long, value_name = "DIR", conflicts_with = "dir")]
    pub out: Option<PathBuf>,
    /// Only those in this state
    #[arg(long, value_enum)]
    pub state: Option<NamedLife>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

impl ListBugs {
    /// The folder whose bugs are listed.
    pub fn folder(&self) -> &Path {
        self.dir.as_deref().or(self.out.as_deref()).unwrap_or(Path::new("graphlance.out"))
    }
}

/// Arguments of `bugs export`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n\
    \x20 graphlance bugs export --format html --to hunt.html        the whole hunt on a page\n\
    \x20 graphlance bugs export SLUG --format github                 a title, an empty line, the body of an issue\n\
    \x20 graphlance bugs export --format junit --to hunt.xml         for continuous integration: what is new or regressed fails\n\
    \x20 graphlance bugs export --format sarif --to hunt.sarif       for a code host's list of findings\n\
    \x20 graphlance bugs export --format feature --to scenarios      a scenario in the form of the openCypher TCK of each")]
pub struct ExportBugs {
    /// The bugs: their folders, or the folders' names [default: all]
    pub bugs: Vec<PathBuf>,
    /// The form
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// The output folder, or any folder of bugs' folders
    #[arg(long, value_name = "DIR", default_value = "graphlance.out")]
    pub out: PathBuf,
    /// A file, or a folder for forms of one file a bug [default: standard output]
    #[arg(long, value_name = "FILE|DIR")]
    pub to: Option<PathBuf>,
}

/// A form of bugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// All on one page that opens without a server
    Html,
    /// An issue: a title, an empty line, a body
    Github,
    /// The report
    Markdown,
    /// Test results: what is new or has regressed fails
    Junit,
    /// Findings of an analyser, SARIF 2.1.0
    Sarif,
    /// A test in the form of the openCypher TCK
    Feature,
}

/// Arguments of `bugs mark`.
#[derive(Debug, Args)]
pub struct Mark {
    /// The bug: its folder, or the folder's name
    pub bug: PathBuf,
    /// Where it stands
    #[arg(value_enum)]
    pub state: NamedLife,
    /// Where it is discussed
    #[arg(long, value_name = "URL")]
    pub link: Option<String>,
    /// What is to be known of it
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// The output folder
    #[arg(long, value_name = "DIR", default_value = "graphlance.out")]
    pub out: PathBuf,
}

/// Arguments of `bugs merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// The bugs: their folders, or the folders' names
    #[arg(required = true)]
    pub bugs: Vec<PathBuf>,
    /// The bug that they are
    #[arg(long, value_name = "BUG")]
    pub into: PathBuf,
    /// The output folder
    #[arg(long, value_name = "DIR", default_value = "graphlance.out")]
    pub out: PathBuf,
}

/// Where a bug stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NamedLife {
    /// Nobody has said anything of it
    New,
    /// The engine's developers know it
    Known,
    /// It does not fail any more
    Fixed,
    /// It was fixed, and fails again
    Regressed,
    /// It fails sometimes
    Flaky,
}

impl NamedLife {
    /// As reports speak of it.
    pub fn life(self) -> BugLife {
        match self {
            NamedLife::New => BugLife::New,
            NamedLife::Known => BugLife::Known,
            NamedLife::Fixed => BugLife::Fixed,
            NamedLife::Regressed => BugLife::Regressed,
            NamedLife::Flaky => BugLife::Flaky,
        }
    }
}
