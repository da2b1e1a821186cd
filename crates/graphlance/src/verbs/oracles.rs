//! `graphlance oracles`: what there is to check answers with.

use std::io::Write;
use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_oracles::{ORACLES, Oracle};

use crate::cli::{Oracles, OraclesAction, OraclesPower};
use crate::exit::{Exit, Problem};
use crate::inputs;
use crate::numbers;
use crate::terminal;
use crate::verbs::power::{Extent, write_json, write_tables};

/// Lists, explains or measures.
pub fn run(arguments: &Oracles) -> Result<Exit, Problem> {
    let mut out = terminal::out();
    match &arguments.action {
        OraclesAction::List => {
            for oracle in ORACLES {
                writeln!(out, "{:<13}{}", oracle.name(), oracle.summary())?;
            }
        }
        OraclesAction::Explain { oracle } => {
            writeln!(out, "{}", inputs::oracle(oracle)?.page().trim_end())?;
        }
        OraclesAction::Power(arguments) => power(arguments, &mut out)?,
    }
    Ok(Exit::Nothing)
}

fn power(arguments: &OraclesPower, out: &mut dyn Write) -> Result<(), Problem> {
    let oracles = measured(&arguments.oracles)?;
    let profile = Arc::new(inputs::profile(&arguments.profile)?);
    let extent = Extent {
        first: arguments.seed,
        seeds: numbers::between("seeds", arguments.seeds, 1..=1_000)?,
        cases: numbers::between("cases", arguments.cases, 1..=10_000_000)?,
    };
    let write = if arguments.json { write_json } else { write_tables };
    Ok(write(out, &oracles, &profile, &extent)?)
}

/// The oracles of these names, or all that are asked of one target in Cypher by themselves.
fn measured(names: &[String]) -> Result<Vec<&'static dyn Oracle>, Problem> {
    let dialect = Cypher.standard();
    if names.is_empty() {
        let usual = |oracle: &&'static dyn Oracle| {
            !oracle.waits_to_be_named() && !oracle.compares_targets() && oracle.objection(&dialect).is_none()
        };
        return Ok(ORACLES.iter().copied().filter(usual).collect());
    }
    let named = |name: &String| {
        let oracle = inputs::oracle(name)?;
        match oracle.objection(&dialect) {
            Some(why) => {
                Err(Problem::usage(format!("the wrong rules are those of Cypher, which {name} cannot ask: {why}")))
            }
            None => Ok(oracle),
        }
    };
    names.iter().map(named).collect()
}
