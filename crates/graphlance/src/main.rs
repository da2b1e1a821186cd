//! graphlance finds wrong answers of graph databases.

mod cli;
mod console;
mod exit;
mod inputs;
mod numbers;
mod signals;
mod terminal;
mod verbs;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::{Cli, Verb};
use crate::exit::{Exit, Problem};

/// Making and checking cases allocates many small trees.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // A closed pipe is the reader's choice.
            let _ = error.print();
            return if asked { Exit::Nothing } else { Exit::Usage }.into();
        }
    };
    let ended = match cli.verb {
        Verb::Hunt(arguments) => verbs::hunt::run(arguments),
        Verb::Replay(arguments) => verbs::replay::run(&arguments),
        Verb::Reduce(arguments) => verbs::reduce::run(&arguments),
        Verb::Bugs(arguments) => verbs::bugs::run(&arguments),
        Verb::Generate(arguments) => verbs::generate::run(&arguments),
        Verb::Measure(arguments) => verbs::measure::run(&arguments),
        Verb::Oracles(arguments) => verbs::oracles::run(&arguments),
        Verb::Conform(arguments) => verbs::conform::run(&arguments),
        Verb::Versions(arguments) => verbs::versions::run(&arguments),
        Verb::Engines(arguments) => verbs::engines::run(&arguments),
        Verb::Doctor(arguments) => verbs::doctor::run(&arguments),
        Verb::Bench(arguments) => verbs::bench::run(&arguments),
        Verb::Known(arguments) => verbs::known::run(&arguments),
        Verb::Probe(arguments) => verbs::probe::run(&arguments),
        Verb::Worker(arguments) => return verbs::worker::run(&arguments),
    };
    graphlance_engines::leave_nothing();
    match ended {
        Ok(exit) => exit.into(),
        Err(Problem { exit, error }) => {
            console::complain(&error);
            exit.into()
        }
    }
}
