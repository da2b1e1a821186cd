//! The verbs about targets themselves: which there are, how they are, what they can say.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Leave to use a server that graphlance did not start.
#[derive(Clone, Copy, Debug, Args)]
pub struct Leave {
    /// The server was not started by graphlance: it is written to, and queries may crash it
    ///
    /// A running server (falkordb://, bolt://, arcadedb://, postgres://) is used only with this. graphlance works in graphs
    /// or databases of its own there, over bolt:// in the empty database that the target names, which is emptied again. Its
    /// queries may crash the server, hang it or use up its memory, with everything else that is on it.
    #[arg(long)]
    pub use_database: bool,
}

/// A help text with all kinds of targets behind it.
pub fn any_target_with(first: &str) -> String {
    format!("{first}\n\n{}", graphlance_engines::targets::kinds())
}

/// Arguments of `engines`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n\
    \x20 graphlance engines\n\
    \x20 graphlance engines install neo4j@5.26.30\n\n\
    Each engine is a TOML file; your own go into ~/.config/graphlance/engines, or the folder GRAPHLANCE_LAUNCHERS\n\
    (docs/drivers.md).")]
pub struct Engines {
    /// What to do [default: list]
    #[command(subcommand)]
    pub action: Option<EnginesAction>,
}

/// What to do with engines.
#[derive(Debug, Subcommand)]
pub enum EnginesAction {
    /// The engines with their versions and what is installed of them.
    List,
    /// Install a version.
    Install {
        /// NAME, or NAME@VERSION.
        engine: String,
    },
}

/// Arguments of `doctor`.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Connects, asks for the version, empties, loads, reads back, sends every kind of value there and back, lets a query run\n\
    into its deadline, and times a trivial one: all that a hunt does, in the places where a hunt would work. Each check that fails comes with advice.\n\n\
    Exits with 0 when the target can be hunted, with 4 when not."
)]
pub struct Doctor {
    /// The target
    #[arg(long_help = any_target_with("The target"))]
    pub target: String,
    /// The dialect in place of the target's own: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub dialect: Option<String>,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Makes, checks, sends and judges cases as a hunt does, but replays and reduces nothing. A row per target: time to load a\n\
    graph, time of a query as seen from here, checks per second, CPU time of graphlance per check and as a part of all."
)]
pub struct Bench {
    /// The targets
    #[arg(required = true, long_help = any_target_with("The targets"))]
    pub targets: Vec<String>,
    /// Seconds for each target and oracle
    #[arg(long, default_value_t = 20.0)]
    pub seconds: f64,
    /// The oracles that make cases, with commas between them
    #[arg(long, value_name = "NAME,..", default_value = "gqs", value_delimiter = ',')]
    pub oracle: Vec<String>,
    /// Sizes and techniques: quick, default, gqs, gamera, dinkel, deep, wide, huge, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub profile: String,
    /// The dialect in place of the targets' own: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub dialect: Option<String>,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
}

/// Arguments of `known`.
#[derive(Debug, Args)]
pub struct Known {
    /// What to do.
    #[command(subcommand)]
    pub action: KnownAction,
}

/// What to do with known bugs.
#[derive(Debug, Subcommand)]
pub enum KnownAction {
    /// One line per bug.
    List {
        /// A file of your own, beside those that come with graphlance.
        #[arg(long, value_name = "FILE")]
        file: Vec<PathBuf>,
    },
    /// Run each bug's statements on its engine: fixed, still there, changed? Exits with 2 when one is still there.
    Recheck {
        /// A file of your own, beside those that come with graphlance.
        #[arg(long, value_name = "FILE")]
        file: Vec<PathBuf>,
        /// The target in place of the engine's default version.
        #[arg(long, long_help = any_target_with("The target in place of the engine's default version"))]
        target: Option<String>,
        /// Only bugs whose id contains this text.
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
        /// Leave to use a server that graphlance did not start.
        #[command(flatten)]
        leave: Leave,
    },
}

/// Arguments of `probe`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n\
    \x20 graphlance probe neo4j@5.26.30\n\
    \x20 graphlance probe falkordb --out engines/falkordb/dialects/falkordb.toml\n\n\
    Asks a few hundred tiny statements, one about each feature, each function with each kind of argument, each kind of\n\
    value, and compares the answers with the reference's. What the engine lacks is listed with its message. Another answer\n\
    is only ever suspected: it is avoided in hunts, or switched in the reference where a known deviation explains it, and\n\
    stays listed as a possible bug until somebody finds a source for it. Where no dialect is known it begins with openCypher\n\
    as the standard has it.\n\n\
    Exits with 0 when nothing is suspected, with 2 otherwise.")]
pub struct Probe {
    /// The target
    #[arg(long_help = any_target_with("The target"))]
    pub target: String,
    /// The dialect to begin with: how statements are printed, limits, documented deviations [default: the target's own]
    #[arg(long, value_name = "NAME|FILE")]
    pub dialect: Option<String>,
    /// Where the dialect is written [default: ENGINE-VERSION.toml]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
}
