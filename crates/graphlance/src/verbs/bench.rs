//! `graphlance bench`: how fast targets are hunted.

use std::io::Write;
use std::sync::Arc;

use graphlance_engines::Target;
use graphlance_hunt::bench::{Measurements, bench};
use graphlance_hunt::{Clock, Deadlines};
use graphlance_oracles::languages;

use crate::cli::Bench;
use crate::exit::{Exit, Problem};
use crate::{inputs, numbers, signals, terminal};

/// Measures one target after the other and prints a row for each.
pub fn run(arguments: &Bench) -> Result<Exit, Problem> {
    let profile = inputs::profile(&arguments.profile)?;
    let oracles: Vec<_> = arguments.oracle.iter().map(|name| inputs::oracle(name)).collect::<Result<_, _>>()?;
    let budget = numbers::seconds("seconds", arguments.seconds)?;
    let clock = Clock::new(&signals::listen()?, Deadlines::default().query);
    let mut out = terminal::out();
    writeln!(out, "{}", Measurements::HEAD)?;
    for name in &arguments.targets {
        let target: Arc<dyn Target> =
            inputs::target(name, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?.into();
        for oracle in &oracles {
            let found = bench(&target, *oracle, &profile, arguments.seed, budget, &clock, &languages())?;
            if found.queries.is_empty() {
                let error = anyhow::anyhow!("{name}: no query was answered: {}", found.unloaded());
                return Err(Problem { exit: Exit::Target, error });
            }
            writeln!(out, "{}", found.row())?;
            if found.refused > 0 {
                writeln!(out, "{} of {} queries ended in an error", found.refused, found.queries.len())?;
            }
        }
    }
    Ok(Exit::Nothing)
}
