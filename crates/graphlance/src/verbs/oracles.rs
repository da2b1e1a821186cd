//! `graphlance oracles`: what there is to check answers with.

use std::io::Write;
use std::sync::Arc;

use graphlance_case::Dialect;
use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_generate::Profile;
use graphlance_graph::Name;
use graphlance_oracles::soundness::{Soak, drawing_oracles};
use graphlance_oracles::{ORACLES, Oracle, RoundContext, languages, page_of_rule};

use crate::cli::{Oracles, OraclesAction, OraclesPower, OraclesSoundness};
use crate::exit::{Exit, Problem};
use crate::inputs;
use crate::numbers;
use crate::terminal;
use crate::verbs::power::{Extent, write_json, write_tables};
use crate::verbs::soundness;

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
            let page = match (inputs::oracle(oracle), page_of_rule(oracle)) {
                (Ok(oracle), _) => oracle.page(),
                (Err(_), Some(page)) => page,
                (Err(problem), None) => return Err(problem),
            };
            writeln!(out, "{}", page.trim_end())?;
        }
        OraclesAction::Power(arguments) => power(arguments, &mut out)?,
        OraclesAction::Soundness(arguments) => return soundness(arguments, &mut out),
    }
    Ok(Exit::Nothing)
}

fn power(arguments: &OraclesPower, out: &mut dyn Write) -> Result<(), Problem> {
    let oracles = measured(&arguments.oracles, &Cypher.standard())?;
    let profile = Arc::new(drawing(&arguments.profile, &arguments.only, &oracles, &Cypher.standard())?);
    let extent = Extent {
        first: arguments.seed,
        seeds: numbers::between("seeds", arguments.seeds, 1..=1_000)?,
        cases: numbers::between("cases", arguments.cases, 1..=10_000_000)?,
    };
    let write = if arguments.json { write_json } else { write_tables };
    Ok(write(out, &oracles, &profile, &extent)?)
}

fn soundness(arguments: &OraclesSoundness, out: &mut dyn Write) -> Result<Exit, Problem> {
    let dialect = inputs::dialect(&arguments.dialect)?;
    let oracles = measured(&arguments.oracles, &dialect)?;
    let profile = drawing(&arguments.profile, &arguments.only, &oracles, &dialect)?;
    if let Some(why) = oracles.iter().find_map(|oracle| profile.objection(oracle.name())) {
        return Err(Problem::usage(format!("{why}: name it alone")));
    }
    let cases = numbers::between("cases", arguments.cases, 1..=1_000_000_000)?;
    let workers = numbers::between("workers", arguments.workers, 1..=256)?;
    let asked = match arguments.naive {
        false => languages().evaluator(&dialect, Effort::Usual),
        true => languages()
            .second(&dialect)
            .ok_or_else(|| Problem::usage(format!("there is no second evaluator for {}", dialect.name())))?,
    };
    let progress = soundness::progress(cases.saturating_mul(oracles.len() as u64));
    let soak = Soak {
        context: RoundContext::new(arguments.seed, dialect, Arc::new(profile)),
        cases,
        workers,
        asked: asked.as_ref(),
        after_each: &|| progress.inc(1),
    };
    match soundness::write_table(out, &oracles, &soak)? {
        0 => Ok(Exit::Nothing),
        _ => Ok(Exit::Internal),
    }
}

/// The profile of a name, by which these oracles make cases of some relations and rewrites alone; of all where none is named.
fn drawing(
    profile: &str,
    only: &[String],
    oracles: &[&'static dyn Oracle],
    dialect: &Dialect,
) -> Result<Profile, Problem> {
    let mut profile = inputs::profile(profile)?;
    profile.rewrites.only.extend(only.iter().map(|name| Name::from(name.as_str())));
    inputs::check_drawn(&profile)?;
    let drawing = drawing_oracles(dialect);
    match oracles.iter().find(|oracle| !drawing.contains(&oracle.name())) {
        Some(oracle) if !only.is_empty() => Err(Problem::usage(format!(
            "--only says nothing to {}: ask some of {} by name",
            oracle.name(),
            drawing.join(", ")
        ))),
        _ => Ok(profile),
    }
}

/// The oracles of these names, or all that are asked of one target in this dialect by themselves.
fn measured(names: &[String], dialect: &Dialect) -> Result<Vec<&'static dyn Oracle>, Problem> {
    if names.is_empty() {
        let usual = |oracle: &&'static dyn Oracle| {
            !oracle.waits_to_be_named() && !oracle.compares_targets() && oracle.objection(dialect).is_none()
        };
        return Ok(ORACLES.iter().copied().filter(usual).collect());
    }
    let named = |name: &String| {
        let oracle = inputs::oracle(name)?;
        match oracle.objection(dialect) {
            Some(why) => Err(Problem::usage(format!("{name} cannot be asked in {}: {why}", dialect.name()))),
            None => Ok(oracle),
        }
    };
    names.iter().map(named).collect()
}
