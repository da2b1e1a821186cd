//! `graphlance conform`: the openCypher TCK, or the feature suite of TinkerPop, on a target or on the reference of its language;
//! random statements are in `differential`.

use std::io::Write;
use std::path::PathBuf;

use graphlance_case::language::{Gremlin, Language};
use graphlance_conform::{Conformance, OnReference, Suite, Unusable, gremlin_version, run as run_suite};
use graphlance_conform::{run_gremlin, run_gremlin_on};
use graphlance_engines::Target;
use graphlance_hunt::Clock;
use graphlance_hunt::OnTarget;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_hunt::store::write_text;
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
    let baseline = arguments.baseline.as_deref().map(inputs::read).transpose()?.unwrap_or_default();
    let (conformance, name) = match &*arguments.target {
        "reference" => on_reference(arguments)?,
        _ => on_target(arguments)?,
    };
    report(arguments, &conformance, &baseline, &name)
}

/// Runs the suite on the reference of a language: what came of it, and its name.
fn on_reference(arguments: &Conform) -> Result<(Conformance, String), Problem> {
    let language = arguments.language.unwrap_or(SuiteLanguage::Cypher);
    let suite = read(arguments, language)?;
    let bar = progress(&suite)?;
    let after_each = |done| bar.set_position(done as u64);
    let came = match language {
        SuiteLanguage::Cypher => {
            let conformance = run_suite(&suite, &mut OnReference::default(), after_each).map_err(unusable)?;
            (conformance, "reference".to_owned())
        }
        SuiteLanguage::Gremlin => {
            let named = inputs::dialect_of(&arguments.dialect)?;
            let dialect = named.unwrap_or_else(|| Gremlin.standard());
            let version = gremlin_version(&dialect).map_err(|error| Problem::usage(error.to_string()))?;
            (run_gremlin(&suite, version, after_each), format!("reference of Gremlin {version}"))
        }
    };
    bar.finish_and_clear();
    Ok(came)
}

/// Runs the suite of a target's language on the target: what came of it, and what exactly answered.
fn on_target(arguments: &Conform) -> Result<(Conformance, String), Problem> {
    let target = inputs::target(&arguments.target, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
    let language = language_of(arguments, target.as_ref())?;
    let suite = read(arguments, language)?;
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let clock = Clock::new(&signals::listen()?, query);
    let (mut session, _) = Session::open_in_any(&target.into(), 0, Deadlines::of_query(query), &clock, &languages())?;
    let identity = session.identity().clone();
    let dialect = session.dialect().clone();
    let bar = progress(&suite)?;
    let after_each = |done| bar.set_position(done as u64);
    let subject = &mut OnTarget::new(&mut session);
    let conformance = match language {
        SuiteLanguage::Cypher => run_suite(&suite, subject, after_each),
        SuiteLanguage::Gremlin => run_gremlin_on(&suite, subject, &dialect, after_each),
    };
    bar.finish_and_clear();
    // Whatever the end was called: it was asked for.
    clock.check()?;
    let name = format!("{} {} {}", identity.engine, identity.version, identity.build).trim_end().to_owned();
    Ok((conformance.map_err(unusable)?, name))
}

/// The language of a target. Errors: the command line names another.
fn language_of(arguments: &Conform, target: &dyn Target) -> Result<SuiteLanguage, Problem> {
    let spoken = match target.standard().language().name() {
        "gremlin" => SuiteLanguage::Gremlin,
        _ => SuiteLanguage::Cypher,
    };
    match arguments.language {
        Some(named) if named != spoken => {
            let word = match spoken {
                SuiteLanguage::Cypher => "cypher",
                SuiteLanguage::Gremlin => "gremlin",
            };
            Err(Problem::usage(format!("{} speaks {word}: leave --language off", arguments.target)))
        }
        _ => Ok(spoken),
    }
}

fn unusable(error: Unusable) -> Problem {
    Problem { exit: Exit::Target, error: anyhow::anyhow!(error.0) }
}

/// The scenarios that are asked for.
fn read(arguments: &Conform, language: SuiteLanguage) -> Result<Suite, Problem> {
    let path = suite_path(arguments, language)?;
    let mut suite = Suite::read(&path).map_err(|error| Problem::usage(error.to_string()))?;
    if let Some(part) = &arguments.only {
        suite.scenarios.retain(|scenario| scenario.id().contains(part));
        if suite.scenarios.is_empty() {
            return Err(Problem::usage(format!("no scenario has `{part}` in its id")));
        }
    }
    Ok(suite)
}

fn suite_path(arguments: &Conform, language: SuiteLanguage) -> Result<PathBuf, Problem> {
    if let Some(path) = &arguments.suite {
        return Ok(path.clone());
    }
    match std::env::var_os("GRAPHLANCE_CONFORMANCE").filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(PathBuf::from(folder).join(match language {
            SuiteLanguage::Cypher => "cypher-public.jsonl",
            SuiteLanguage::Gremlin => "gremlin-public.jsonl",
        })),
        None => Err(Problem::usage(
            "no suite: name a folder of feature files with --suite, such as openCypher/tck of \
             https://github.com/opencypher/openCypher, or a file of scenarios as JSON lines, \
             or in GRAPHLANCE_CONFORMANCE the folder of such files",
        )),
    }
}

fn progress(suite: &Suite) -> Result<ProgressBar, Problem> {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} scenarios, {elapsed}")
        .map_err(|error| Problem::internal(error.to_string()))?;
    Ok(ProgressBar::new(suite.scenarios.len() as u64).with_style(style))
}

fn report(arguments: &Conform, conformance: &Conformance, baseline: &str, name: &str) -> Result<Exit, Problem> {
    if let Some(path) = &arguments.junit {
        write_text(path, &conformance.junit(name).map_err(Problem::internal)?)?;
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
