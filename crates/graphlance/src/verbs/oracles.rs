//! `graphlance oracles`: what there is to check answers with.

use std::io::Write;

use crate::cli::{Oracles, OraclesAction};
use crate::exit::{Exit, Problem};
use crate::inputs;
use crate::terminal;

/// Lists or explains.
pub fn run(arguments: &Oracles) -> Result<Exit, Problem> {
    let mut out = terminal::out();
    match &arguments.action {
        OraclesAction::List => {
            for oracle in graphlance_oracles::ORACLES {
                writeln!(out, "{:<13}{}", oracle.name(), oracle.summary())?;
            }
        }
        OraclesAction::Explain { oracle } => {
            writeln!(out, "{}", inputs::oracle(oracle)?.page().trim_end())?;
        }
    }
    Ok(Exit::Nothing)
}
