//! The command line's shape.

mod bugs;
mod conform;
mod oracles;
mod targets;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use graphlance_hunt::{Budget, Restart};

use crate::exit;

pub use bugs::{Bugs, BugsAction, ExportBugs, ExportFormat, ListBugs, Mark, Merge};
pub use conform::{Conform, SuiteLanguage};
pub use oracles::{Oracles, OraclesAction, OraclesPower, OraclesSoundness};
use targets::any_target_with;
pub use targets::{Bench, Doctor, Engines, EnginesAction, Known, KnownAction, Leave, Probe};

/// Finds wrong answers of graph databases.
///
/// graphlance loads random graphs into a graph database, asks queries whose right answers it knows beforehand, shrinks
/// each wrong answer to a few nodes and clauses, and writes a report that an engine developer can act on.
#[derive(Debug, Parser)]
#[command(version, after_help = AFTER_HELP, after_long_help = after_long_help())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

const AFTER_HELP: &str = "Start with:  graphlance hunt";

fn after_long_help() -> String {
    format!(
        "Examples:\n\
        \x20 graphlance hunt                                   hunt the embedded engine for a minute\n\
        \x20 graphlance hunt falkordb --budget 10m --workers 2 install, start and hunt a FalkorDB\n\
        \x20 graphlance hunt falkordb://localhost:6379 --use-database\n\
        \x20                                                   hunt a running server that may be crashed\n\
        \x20 graphlance replay graphlance.out/bugs/SLUG        does it still fail?\n\
        \x20 graphlance generate --count 3                     queries with their answers, no database needed\n\n{}",
        exit::table()
    )
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Hunt a database for wrong answers.
    Hunt(Hunt),
    /// Run a found case again: does it still fail?
    Replay(Replay),
    /// Shrink a found case further.
    Reduce(Reduce),
    /// List, show, export, mark or merge the bugs in an output folder.
    Bugs(Bugs),
    /// Write queries with their graphs and expected answers.
    Generate(Generate),
    /// Measure the complexity of queries.
    Measure(Measure),
    /// List, explain or measure the oracles.
    Oracles(Oracles),
    /// Compare a target with the openCypher TCK, or with the reference on random statements.
    Conform(Conform),
    /// Run a found case on every version of its engine: since when does it fail?
    Versions(Versions),
    /// List the engines that graphlance installs and starts itself, or install one.
    Engines(Engines),
    /// Examine a target: can it be hunted?
    Doctor(Doctor),
    /// Measure how fast targets are hunted.
    Bench(Bench),
    /// List the bugs that are known, or ask the engines whether they are still there.
    Known(Known),
    /// Learn what an engine can say, and where it differs: writes its dialect file.
    Probe(Probe),
    /// Serve an embedded engine to a parent process.
    #[command(hide = true)]
    Worker(Worker),
}

/// Arguments of `hunt`.
#[derive(Debug, Args)]
#[command(after_long_help = hunt_help())]
pub struct Hunt {
    /// What to hunt: an engine that graphlance installs and starts, a running server, a worker program [default: grafeo]
    #[arg(long_help = any_target_with("What to hunt [default: the engine that is part of graphlance]"))]
    pub target: Option<String>,
    /// Seed of everything random [default: 1]
    #[arg(long)]
    pub seed: Option<u64>,
    /// How long: 60s, 10m, 2h, a number of cases, 5000q, or of rounds, 10r [default: 60s]
    #[arg(long)]
    pub budget: Option<Budget>,
    /// Groups of statements on one graph, of the oracle gamera [default: 240, and 24 that write, or what the profile says]
    #[arg(long, value_name = "N")]
    pub groups: Option<usize>,
    /// Sizes and techniques: quick, default, gqs, gamera, dinkel, deep, wide, huge, or a TOML file [default: default]
    #[arg(long, value_name = "NAME|FILE")]
    pub profile: Option<String>,
    /// The dialect in place of the target's own: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub dialect: Option<String>,
    /// Learn nothing while hunting: the same seed then gives the same cases
    #[arg(long)]
    pub no_adapt: bool,
    /// Workers, each with a database of its own [default: 1]
    #[arg(long)]
    pub workers: Option<usize>,
    /// Statements that a worker has in flight at most, where the protocol takes several; fewer while they are slow [default: 32]
    #[arg(long, value_name = "N")]
    pub in_flight: Option<usize>,
    /// When to start the engine anew: graph, a number of cases, never [default: never]
    #[arg(long)]
    pub restart: Option<Restart>,
    /// The output folder; an older one is kept under a new name [default: graphlance.out]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the hunt in the output folder: with its bugs, its counters and what it learned, from the round where it ended
    ///
    /// Target, seed, profile, dialect and oracles must be the same. A budget of queries or rounds is for both together, one of
    /// time for what follows.
    #[arg(long)]
    pub resume: bool,
    /// Count the bugs of this output folder as known
    #[arg(long, value_name = "DIR")]
    pub known: Vec<PathBuf>,
    /// A file of bugs that are known: counted, not reported; beside those that come with graphlance
    #[arg(long, value_name = "FILE")]
    pub known_bugs: Vec<PathBuf>,
    /// Seconds that a query may take [default: 3]
    #[arg(long, value_name = "SECONDS")]
    pub deadline: Option<f64>,
    /// Seconds that each part of loading may take [default: ten times the query's, 10 to 60]
    #[arg(long, value_name = "SECONDS")]
    pub load_deadline: Option<f64>,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
    /// Milliseconds that a query should take on average; sizes are steered towards it [default: 4]
    #[arg(long, value_name = "MILLISECONDS")]
    pub target_latency: Option<f64>,
    /// Another target that is asked what only reads, and must agree; may be given several times
    ///
    /// The reference says which of them is wrong, and the bug is that target's; what it cannot decide is kept as unconfirmed. Each
    /// report says how the bug stands on the others. See `graphlance oracles explain differential`.
    #[arg(long, value_name = "TARGET")]
    pub with: Vec<String>,
    /// The oracles, with commas between them [default: all that the target can be asked but slow and estimate]
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    pub oracle: Vec<String>,
    /// Oracles to leave out
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    pub without: Vec<String>,
    /// A TOML file with any of these settings; flags win over it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// First prove, on the reference with a planted fault, that this build finds wrong answers
    #[arg(long)]
    pub self_check: bool,
}

fn hunt_help() -> String {
    format!(
        "Rounds of all oracles take turns (`graphlance oracles list`); those that find more in the same time get more of it,\n\
        unless --no-adapt says that nothing is learned.\n\n\
        While it hunts, one line shows checks per second, how many statements the target understood, how many checks\n\
        had rows to compare, bugs (new, known, flaky), deaths of the engine, and the time since the last new bug.\n\
        Ctrl-C ends the hunt within the deadline of a query and two seconds; a second one ends it at once. A budget of time\n\
        begins when the target is ready, and is overrun by 15 seconds at most, for what was found in the end.\n\n\
        Examples:\n\
        \x20 graphlance hunt --budget 60s --seed 7\n\
        \x20 graphlance hunt falkordb --profile gqs --budget 1h --out falkor.out\n\
        \x20 graphlance hunt --no-adapt --budget 5000q --workers 2\n\
        \x20 graphlance hunt neo4j@5.18.1 --with neo4j@5.26.30 --oracle reference,differential\n\n{}",
        exit::table()
    )
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n\
    \x20 graphlance replay graphlance.out/bugs/SLUG\n\
    \x20 graphlance replay known-bugs --target falkordb --junit replay.xml --record\n\
    \x20 graphlance replay corpus --target falkordb@4.14.2 --target falkordb --deadline 5\n\
    \x20 graphlance replay corpus --only mismatch2 --target neo4j --json\n\n\
    A folder of bugs is run as a suite of tests: an output folder, or any folder with folders of bugs. What was fixed and fails \n\
    again, or fails and is not known (`graphlance bugs mark`), ends it with 2; what is known or flaky with 3; what is right with 0.\n\n\
    `corpus` is the bugs that papers published (docs/corpus.md): each is run on every target, and what its statements must\n\
    answer the reference says. A wrong answer, an error and a refusal have a word each. Exits with 2 when a bug shows on a\n\
    target, with 0 when none does and some were decided, with 4 when no target could be used, with 5 when nothing was decided.")]
pub struct Replay {
    /// A bug's folder, or its case.json or original.json; several of these, or folders of bugs; `corpus`, or a file like those of
    /// corpus/
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Of folders of bugs, the results as JUnit
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Of folders of bugs, write into each where the bug stands now: fixed, regressed, flaky
    #[arg(long)]
    pub record: bool,
    /// Of the corpus, only bugs whose name contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Of the corpus, one JSON object in place of the tables
    #[arg(long)]
    pub json: bool,
    /// The target in place of the one it was found on; several give a table of how the case stands on each
    #[arg(long, long_help = any_target_with("The target in place of the one it was found on; several give a table of how \
                                            the case stands on each"))]
    pub target: Vec<String>,
    /// The dialect in place of the target's own: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub dialect: Option<String>,
    /// How often, each time on a fresh database
    #[arg(long, default_value_t = 3)]
    pub times: u32,
    /// Seconds that a query may take
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    pub deadline: f64,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
}

/// Arguments of `versions`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n\
    \x20 graphlance versions graphlance.out/bugs/SLUG\n\
    \x20 graphlance versions graphlance.out/bugs/SLUG --also neo4j --also ladybug\n\n\
    Installs and starts each version that the engine's launcher knows, oldest first, then the other targets, and prints how\n\
    the case stands on each: right, fails (with the accused engine's answer), fails otherwise, lacks it. The table, with the\n\
    first bad and the first good version, is also put at the end of the bug's report.md.\n\n\
    Exits with 0 when the newest version is right, with 2 when it fails.")]
pub struct Versions {
    /// A bug's folder, or its case.json or original.json
    pub path: PathBuf,
    /// The engine whose versions are tried in place of the one it was found on: a name of `graphlance engines`
    #[arg(long, value_name = "ENGINE")]
    pub target: Option<String>,
    /// A further target, of another engine
    #[arg(long, value_name = "TARGET", long_help = any_target_with("A further target, of another engine"))]
    pub also: Vec<String>,
    /// How often on each, each time on a fresh database
    #[arg(long, default_value_t = 2)]
    pub times: u32,
    /// Seconds that a query may take
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    pub deadline: f64,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
}

/// Arguments of `reduce`.
#[derive(Debug, Args)]
pub struct Reduce {
    /// A bug's folder (its original case is reduced anew), or a case file; with --all a hunt's output folder
    pub path: PathBuf,
    /// Reduce everything that the hunt had no time to reduce
    #[arg(long, conflicts_with = "out")]
    pub all: bool,
    /// The target in place of the one it was found on
    #[arg(long, long_help = any_target_with("The target in place of the one it was found on"))]
    pub target: Option<String>,
    /// The dialect in place of the target's own: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub dialect: Option<String>,
    /// How long: seconds (60s), or cases run (20000q)
    #[arg(long, default_value = "60s")]
    pub budget: Budget,
    /// Where to write the reduced case [default: reduced.json beside the case]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Seconds that a query may take
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    pub deadline: f64,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  \
    graphlance generate --count 3\n  \
    graphlance generate --profile gqs --dialect falkordb --count 1000 --json > cases.jsonl\n  \
    graphlance generate --profile gqs --count 100000 --stats --coverage coverage.json")]
pub struct Generate {
    /// The dialect: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "opencypher9")]
    pub dialect: String,
    /// Sizes and techniques: quick, default, gqs, gamera, dinkel, deep, wide, huge, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub profile: String,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many
    #[arg(long, default_value_t = 10)]
    pub count: u64,
    /// The oracle
    #[arg(long, default_value = "gqs")]
    pub oracle: String,
    /// One JSON object a line: graph, load, statement (openCypher), plan (switches), text (as it is sent), claim
    #[arg(long, conflicts_with = "stats")]
    pub json: bool,
    /// Print sizes, rates and checks instead of the queries
    #[arg(long)]
    pub stats: bool,
    /// Print which parts of so many statements matter to their answers: each is neutralised by itself, and the reference
    /// evaluates what is left; with --json as one object
    #[arg(long, value_name = "N", conflicts_with_all = ["stats", "count", "coverage"])]
    pub liveness: Option<u64>,
    /// Print what GDsmith's authors measured, of the oracle `reference` and over so many seeds: valid statements, productions of
    /// the grammar, statements with rows, noticed mutants of a graph, each with and without techniques
    #[arg(long, value_name = "SEEDS", conflicts_with_all = ["stats", "count", "coverage", "liveness", "json"])]
    pub gdsmith: Option<u64>,
    /// Print what Dinkel's authors asked of its parts, of the oracles `stateful` and `equivalence` and over so many seeds: valid
    /// statements, references, statements that do something, planted faults found, each without what is known of the state and
    /// without each family of rewrites
    #[arg(long, value_name = "SEEDS", conflicts_with_all = ["stats", "count", "coverage", "liveness", "json", "gdsmith"])]
    pub dinkel: Option<u64>,
    /// Count what was produced in this file
    #[arg(long, value_name = "FILE")]
    pub coverage: Option<PathBuf>,
}

/// Arguments of `measure`.
#[derive(Debug, Args)]
pub struct Measure {
    /// Files with one query each, or with queries separated by semicolons at line ends; standard input without any
    pub files: Vec<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
    /// The means over all different statements that write, and over all that only read, in place of each one's measures
    #[arg(long)]
    pub means: bool,
}

/// Arguments of `worker`.
#[derive(Debug, Args)]
pub struct Worker {
    /// The embedded engine.
    pub engine: String,
}
