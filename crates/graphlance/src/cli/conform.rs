//! The verb that compares targets with a suite or with the reference.

use std::path::PathBuf;

use clap::Args;

use super::targets::{Leave, any_target_with};

/// Arguments of `conform`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n\
    \x20 git clone https://github.com/opencypher/openCypher\n\
    \x20 graphlance conform reference --suite openCypher/tck\n\
    \x20 graphlance conform falkordb --suite openCypher/tck --json\n\
    \x20 graphlance conform reference --language gremlin --suite gremlin.jsonl\n\
    \x20 graphlance conform tinkergraph --suite gremlin.jsonl --failures\n\
    \x20 graphlance conform grafeo --baseline failing.txt --junit tck.xml\n\
    \x20 graphlance conform neo4j --random 20000 --seed 1 --out audit.out\n\
    \x20 graphlance conform neo4j --random 20000 --seed 1 --out audit.out --resume\n\n\
    The suite is a folder with feature files, or a file of scenarios, outline rows expanded, with a JSON object on each\n\
    line: path, name, row, tags, and steps with the text t, a query as doc and a table. For engines, scenarios that demand\n\
    an error ask only that one is raised; parameters are written into the query; procedures of the suite's own are\n\
    skipped. An engine without a dialect is asked the suite as openCypher has it. Of Gremlin, scenarios are skipped that the\n\
    version of TinkerPop in the dialect cannot say, to which it has another answer, or that need graphs with something that\n\
    the engine's do not have; the reference is asked as of the version that --dialect names, such as tinkerpop3.7.\n\n\
    Exits with 0 when nothing fails that the baseline does not list, with 2 otherwise.\n\n\
    With --random the reference says of each random statement what it must do: give these rows, raise an error, leave this\n\
    graph, or nothing, where the language leaves it open. What the target does otherwise is run again, reduced and grouped as\n\
    in a hunt, and listed with what the reference says; it is either's fault until a source decides. Ctrl-C ends it in good\n\
    order, and --resume goes on from there. Exits as a hunt does: 0 for no difference, 2 for new ones, 3 for known ones.")]
pub struct Conform {
    /// The target, or `reference`
    #[arg(default_value = "reference", long_help = any_target_with("The target, or `reference`"))]
    pub target: String,
    /// The language: of Cypher the openCypher TCK, of Gremlin the feature suite of Apache TinkerPop [default: that of the target;
    /// cypher for the reference]
    #[arg(long, value_name = "LANGUAGE", conflicts_with = "random")]
    pub language: Option<SuiteLanguage>,
    /// The scenarios: a folder with feature files, or a file of JSON lines [default: cypher-public.jsonl or gremlin-public.jsonl in
    /// the folder GRAPHLANCE_CONFORMANCE]
    #[arg(long, value_name = "FOLDER|FILE", conflicts_with = "random")]
    pub suite: Option<PathBuf>,
    /// The dialect in place of the target's own: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub dialect: Option<String>,
    /// Only scenarios whose id contains this text
    #[arg(long, value_name = "TEXT", conflicts_with = "random")]
    pub only: Option<String>,
    /// Random statements in the place of a suite.
    #[command(flatten)]
    pub random: Random,
    /// Ids of scenarios that are known to fail, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    pub baseline: Option<PathBuf>,
    /// Write the results in JUnit's form to this file
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    pub junit: Option<PathBuf>,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    pub json: bool,
    /// Print why each scenario failed
    #[arg(long, conflicts_with = "random")]
    pub failures: bool,
    /// Seconds that a query may take
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    pub deadline: f64,
    /// Leave to use a server that graphlance did not start.
    #[command(flatten)]
    pub leave: Leave,
}

/// The language of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SuiteLanguage {
    /// The openCypher TCK.
    Cypher,
    /// The feature suite of Apache TinkerPop.
    Gremlin,
}

/// Arguments of `conform --random`.
#[derive(Debug, Args)]
pub struct Random {
    /// How many random statements are compared with the reference
    #[arg(long, value_name = "N")]
    pub random: Option<u64>,
    /// Seed of the random statements
    #[arg(long, default_value_t = 1, requires = "random")]
    pub seed: u64,
    /// Only statements of this kind: reads, synthesis, writes, expressions, temporal, skeletons, sequences [default: all]
    #[arg(long, value_name = "KIND", requires = "random")]
    pub kind: Vec<String>,
    /// The output folder of random statements; an older one is kept under a new name [default: conform.out]
    #[arg(long, value_name = "DIR", requires = "random")]
    pub out: Option<PathBuf>,
    /// Go on with the run that the output folder holds
    #[arg(long, requires = "random")]
    pub resume: bool,
    /// Count the differences of this output folder as known
    #[arg(long, value_name = "DIR", requires = "random")]
    pub known: Vec<PathBuf>,
    /// Workers, each with a database of its own
    #[arg(long, default_value_t = 1, requires = "random")]
    pub workers: usize,
}
