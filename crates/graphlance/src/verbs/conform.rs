//! `graphlance conform`: the openCypher TCK on a target, or on the reference; the feature suite of TinkerPop on the reference of
//! Gremlin; random statements are in `differential`.

use std::io::Write;
use std::path::PathBuf;

use graphlance_conform::{Conformance, OnReference, Subject, Suite, Unusable, run as run_suite, run_gremlin};
use graphlance_hunt::Clock;
use graphlance_hunt::OnTarget;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_oracles::languages;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Conform, SuiteLanguage};
use crate::exit::{Exit, Problem};
use crate::verbs::differential;
use crate::{inputs, numbers, signals, terminal};

/// Runs the suite, or random statements, and prints what came of it.
pub fn run(arguments: &Conform) -> Result<Exit, Problem> {
    if let Some(statements) = arguments.random.random {
        return differential::run(arguments, statements);
    }
    let mut suite = Suite::read(&suite_path(arguments)?).map_err(|error| Problem::usage(error.to_string()))?;
    if let Some(part) = &arguments.only {
        suite.scenarios.retain(|scenario| scenario.id().contains(part));
        if suite.scenarios.is_empty() {
            return Err(Problem::usage(format!("no scenario has `{part}` in its id")));
        }
    }
    let baseline = arguments.baseline.as_deref().map(inputs::read).transpose()?.unwrap_or_default();
    let is_reference = arguments.target == "reference";
    let (conformance, name) = if arguments.language == SuiteLanguage::Gremlin {
        if !is_reference {
            return Err(Problem::usage("the suite of Gremlin runs on the reference alone: leave the target off"));
        }
        let bar = progress(&suite)?;
        let conformance = run_gremlin(&suite, |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        (conformance, "reference of Gremlin 3.8".to_owned())
    } else if is_reference {
        (conformance(&suite, &mut OnReference::default())?, "reference".to_owned())
    } else {
        let target = inputs::target(&arguments.target, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
        let query = numbers::seconds("deadline", arguments.deadline)?;
        let clock = Clock::new(&signals::listen()?, query);
        let (mut session, _) =
            Session::open_in_any(&target.into(), 0, Deadlines::of_query(query), &clock, &languages())?;
        let identity = session.identity().clone();
        let conformance = conformance(&suite, &mut OnTarget::new(&mut session));
        // Whatever the end was called: it was asked for.
        clock.check()?;
        let conformance = conformance?;
        (conformance, format!("{} {} {}", identity.engine, identity.version, identity.build).trim_end().to_owned())
    };
    report(arguments, &conformance, &baseline, &name)
}

fn suite_path(arguments: &Conform) -> Result<PathBuf, Problem> {
    if let Some(path) = &arguments.suite {
        return Ok(path.clone());
    }
    match std::env::var_os("GRAPHLANCE_CONFORMANCE").filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(PathBuf::from(folder).join(match arguments.language {
            SuiteLanguage::Cypher => "cypher-public.jsonl",
            SuiteLanguage::Gremlin => "gremlin-public.jsonl",
        })),
        None => Err(Problem::usage(
            "no suite: name the file of scenarios with --suite, or the folder it is in with GRAPHLANCE_CONFORMANCE",
        )),
    }
}

/// Runs with a progress bar on a terminal.
fn conformance(suite: &Suite, subject: &mut dyn Subject) -> Result<Conformance, Problem> {
    let bar = progress(suite)?;
    let outcome = run_suite(suite, subject, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    outcome.map_err(|Unusable(why)| Problem { exit: Exit::Target, error: anyhow::anyhow!(why) })
}

fn progress(suite: &Suite) -> Result<ProgressBar, Problem> {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} scenarios, {elapsed}")
        .map_err(|error| Problem::internal(error.to_string()))?;
    Ok(ProgressBar::new(suite.scenarios.len() as u64).with_style(style))
}

fn report(arguments: &Conform, conformance: &Conformance, baseline: &str, name: &str) -> Result<Exit, Problem> {
    if let Some(path) = &arguments.junit {
        std::fs::write(path, conformance.junit(name))
            .map_err(|error| Problem::usage(format!("{}: {error}", path.display())))?;
    }
    let new = conformance.not_in(baseline);
    let mut out = terminal::out();
    if arguments.json {
        writeln!(out, "{}", conformance.json())?;
    } else {
        writeln!(out, "{name}\n\n{}", conformance.tables())?;
        if arguments.failures {
            for (id, why) in conformance.failed() {
                writeln!(out, "failed {id}\n    {}", why.replace('\n', "\n    "))?;
            }
        }
        if arguments.baseline.is_some() {
            for (id, why) in &new {
                writeln!(out, "not in the baseline: {id}\n    {}", why.replace('\n', "\n    "))?;
            }
            for id in conformance.passing_of(baseline) {
                writeln!(out, "in the baseline, but passes: {id}")?;
            }
        }
    }
    Ok(match (new.is_empty(), conformance.is_decided()) {
        (false, _) => Exit::New,
        (true, true) => Exit::Nothing,
        (true, false) => Exit::Undecided,
    })
}
