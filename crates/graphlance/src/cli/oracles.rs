//! The arguments of `oracles`.

use clap::{Args, Subcommand};

/// Arguments of `oracles`.
#[derive(Debug, Args)]
pub struct Oracles {
    /// What to do.
    #[command(subcommand)]
    pub action: OraclesAction,
}

/// What to do with oracles.
#[derive(Debug, Subcommand)]
pub enum OraclesAction {
    /// One line per oracle.
    List,
    /// What an oracle checks, why a violation is a bug, when it is unsound; or what a rewrite or relation of a report claims.
    Explain {
        /// Its name, such as gqs, or de_morgan.
        oracle: String,
    },
    /// Measure on the reference how many cases each takes to find wrong rules, planted one at a time.
    Power(OraclesPower),
    /// Ask the reference whether what each claims holds, told apart by relation and rewrite.
    Soundness(OraclesSoundness),
}

/// Arguments of `oracles power`.
#[derive(Debug, Args)]
#[command(
    after_long_help = "A row of the first table is an oracle, a relation or a rewrite: its cases, how many wrong rules\n\
    (docs/departures.md) they find, how many of these nothing else of the same oracle finds, and which is found first.\n\
    The second table has for each wrong rule the number of the case that finds it, the middle one of the seeds.\n\n\
    Examples:\n\
    \x20 graphlance oracles power gamera --cases 2000\n\
    \x20 graphlance oracles power gqs reference partition norec --seeds 3 --json > power.json"
)]
pub struct OraclesPower {
    /// The oracles, by name [default: all that hunts of Cypher use by themselves]
    pub oracles: Vec<String>,
    /// Cases of an oracle and seed
    #[arg(long, default_value_t = 1_000)]
    pub cases: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many seeds
    #[arg(long, default_value_t = 1)]
    pub seeds: u64,
    /// Sizes and techniques: quick, default, gqs, gamera, dinkel, deep, wide, huge, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub profile: String,
    /// Let gamera, refinement, mutation, equivalence and disassembly, or the oracles of relations between traversals of
    /// Gremlin, make cases of this relation or rewrite alone; may be given again
    #[arg(long, value_name = "RELATION|REWRITE")]
    pub only: Vec<String>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `oracles soundness`.
#[derive(Debug, Args)]
#[command(
    after_long_help = "A row is an oracle, a relation or a rewrite: its cases, how many hold, how many of these say nothing (no\n\
    side has a row), of how many the evaluator cannot tell, and how many it denies. One that is denied is a defect of\n\
    graphlance; the first ones are printed behind the table, and the command ends with 70.\n\n\
    Examples:\n\
    \x20 graphlance oracles soundness gamera partition --cases 100000\n\
    \x20 graphlance oracles soundness gamera --only spouses --only connected\n\
    \x20 graphlance oracles soundness mutation --dialect kuzu --seed 7 --workers 2\n\
    \x20 graphlance oracles soundness equivalence --naive --profile quick"
)]
pub struct OraclesSoundness {
    /// The oracles, by name [default: all that hunts in this dialect use by themselves]
    pub oracles: Vec<String>,
    /// Cases of an oracle
    #[arg(long, default_value_t = 10_000)]
    pub cases: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The dialect, with the deviations that its targets have: a name, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "opencypher9")]
    pub dialect: String,
    /// Sizes and techniques: quick, default, gqs, gamera, dinkel, deep, wide, huge, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub profile: String,
    /// Let gamera, refinement, mutation, equivalence and disassembly, or the oracles of relations between traversals of
    /// Gremlin, make cases of this relation or rewrite alone; may be given again
    #[arg(long, value_name = "RELATION|REWRITE")]
    pub only: Vec<String>,
    /// Ask the second evaluator, which is written naively and slow, in place of the reference
    #[arg(long)]
    pub naive: bool,
    /// How many cases are asked at the same time
    #[arg(long, default_value_t = 1)]
    pub workers: u64,
}
