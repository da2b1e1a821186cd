//! `graphlance hunt`: the main job.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Target, TargetError};
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::store::{read_known_fingerprints, write_text};
use graphlance_hunt::{
    Budget, Clock, Deadlines, HuntError, HuntFailure, Oracles, Progress, Restart, Store, dialect_of, hunt,
};
use graphlance_oracles::languages;
use graphlance_reference::Fault;
use graphlance_report::quote;
use graphlance_shrink::Limits;
use serde::Deserialize;

use crate::cli::{Hunt, Leave};
use crate::console::{self, Console};
use crate::exit::{Exit, Problem};
use crate::verbs::bugs;
use crate::verbs::probe::{self, Learned};
use crate::verbs::resume;
use crate::{inputs, numbers, signals};

/// The settings of a hunt that a `--config` file may hold, under the names of the flags.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    target: Option<String>,
    seed: Option<u64>,
    budget: Option<String>,
    groups: Option<usize>,
    profile: Option<String>,
    dialect: Option<String>,
    no_adapt: bool,
    workers: Option<usize>,
    in_flight: Option<usize>,
    restart: Option<String>,
    out: Option<PathBuf>,
    resume: bool,
    known: Vec<PathBuf>,
    known_bugs: Vec<PathBuf>,
    deadline: Option<f64>,
    load_deadline: Option<f64>,
    target_latency: Option<f64>,
    with: Names,
    oracle: Names,
    without: Names,
    use_database: bool,
    self_check: bool,
}

/// Names in a list, or in one text with commas between them as on the command line.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Written")]
struct Names(Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    List(Vec<String>),
}

impl From<Written> for Names {
    fn from(written: Written) -> Names {
        Names(match written {
            Written::Text(text) => text.split(',').map(|name| name.trim().to_owned()).collect(),
            Written::List(names) => names,
        })
    }
}

/// Hunts until the budget is spent.
pub fn run(arguments: Hunt) -> Result<Exit, Problem> {
    let settings = read_settings(arguments.config.as_deref())?;
    let oracles = inputs::oracles(
        if arguments.oracle.is_empty() { &settings.oracle.0 } else { &arguments.oracle },
        if arguments.without.is_empty() { &settings.without.0 } else { &arguments.without },
    )?;
    let mut config = config(&arguments, &settings)?;
    let unread = read_known(arguments.known.iter().chain(&settings.known), &mut config)?;
    let dialect = arguments.dialect.as_deref().or(settings.dialect.as_deref()).map(inputs::dialect).transpose()?;
    let leave = Leave { use_database: arguments.leave.use_database || settings.use_database };
    let target_in = |dialect| match (&arguments.target, &settings.target, &arguments.config) {
        (None, Some(name), Some(file)) => inputs::target_of_file(name, file, dialect),
        (Some(name), ..) => inputs::target(name, dialect, leave),
        (None, ..) => inputs::target(&inputs::default_target()?, dialect, leave),
    };
    let mut target: Arc<dyn Target> = target_in(dialect)?.into();
    let with = if arguments.with.is_empty() { &settings.with.0 } else { &arguments.with };
    config.with = others(with, target.as_ref(), leave)?;
    if arguments.self_check || settings.self_check {
        self_check(oracles.clone())?;
    }
    // Before an older output folder is moved aside for nothing.
    let stop = signals::listen()?;
    let resumed = arguments.resume || settings.resume;
    let (dialect, learned) = match dialect_of(&target, &Clock::new(&stop, config.deadlines.query)) {
        Ok(dialect) => (Some(dialect), None),
        Err(TargetError::NoDialect(why)) if resumed => {
            return Err(Problem::usage(format!("{why}; the hunt wrote the one it learned into its folder: --dialect")));
        }
        Err(TargetError::NoDialect(_)) => (None, Some(probed(&target, &stop)?)),
        Err(error) => return Err(error.into()),
    };
    let out = arguments.out.or(settings.out).unwrap_or_else(|| PathBuf::from("graphlance.out"));
    let store = match &dialect {
        Some(dialect) if resumed => resume::reopen(&out, target.as_ref(), dialect, oracles.clone(), &mut config)?,
        _ => Store::create(&out)?,
    };
    if let Some(Learned { dialect, probing, .. }) = learned {
        let path = out.join(inputs::LEARNED);
        write_text(&path, &probe::text_of(&dialect, &probing.identity)?)?;
        eprintln!("{} was learned and is written to {}", dialect.name(), path.display());
        target = target_in(Some(dialect))?.into();
    }
    let console = Console::new(config.workers, &out);
    let progress = Progress::start();
    let ended = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| show(&console, &progress, &ended));
        // However the hunt ends: the line above it waits for this.
        let _ended = Ended(&ended);
        hunt(&target, oracles, &config, &store, &console, &progress, &stop)
    });
    console.end();
    let (summary, failure) = match result {
        Ok(summary) => (summary, None),
        Err(HuntFailure { error, summary }) => (*summary, Some(error)),
    };
    console.print(&console::summary(&summary, config.workers));
    if let Some(next) = bugs::write_page(&out) {
        console.print(&next);
    }
    end(&summary, failure, unread)
}

/// The end of a hunt that read all but `unread` of the files it was given.
pub(super) fn end(summary: &Summary, failure: Option<HuntError>, unread: u64) -> Result<Exit, Problem> {
    let exit = exit_of(summary);
    match failure {
        Some(error) => ended_early(error, exit),
        None => match summary.nothing_checked() {
            Some(why) if exit == Exit::Nothing || exit == Exit::KnownOrFlaky && !has_doubtful(summary) => {
                Err(Problem { exit: Exit::Target, error: anyhow::anyhow!(why) })
            }
            _ if exit == Exit::Nothing && unread > 0 => Ok(Exit::Usage),
            _ => Ok(exit),
        },
    }
}

/// The other targets that are asked. Errors: there is none of a name, or it is the one that is hunted.
fn others(names: &[String], hunted: &dyn Target, leave: Leave) -> Result<Vec<Arc<dyn Target>>, Problem> {
    let other = |name: &String| {
        let target: Arc<dyn Target> = inputs::target(name, None, leave)?.into();
        if target.name() == hunted.name() {
            return Err(Problem::usage(format!("--with {name}: this is the target that is hunted")));
        }
        Ok(target)
    };
    names.iter().map(other).collect()
}

/// What a target can say for which there is no dialect.
fn probed(target: &Arc<dyn Target>, stop: &Arc<AtomicBool>) -> Result<Learned, Problem> {
    eprintln!("there is no dialect of {}: it is probed first", quote::line(target.name()));
    probe::learn(target, stop)
}

/// Shows where the hunt stands until it has ended.
pub(super) fn show(console: &Console, progress: &Progress, ended: &AtomicBool) {
    let mut shown = Instant::now();
    while !ended.load(Ordering::Relaxed) {
        if shown.elapsed() >= console.interval() {
            console.show(progress);
            shown = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Sets a flag when it is dropped.
pub(super) struct Ended<'a>(pub &'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The end of a hunt before its budget. A defect of graphlance is told above all, then bugs that were filed, whatever
/// happened after them.
fn ended_early(error: HuntError, exit: Exit) -> Result<Exit, Problem> {
    let problem = Problem::from(error);
    let exit = if exit == Exit::New && problem.exit != Exit::Internal { Exit::New } else { problem.exit };
    Err(Problem { exit, ..problem })
}

/// Whether something was found that is known, flaky or nobody's.
fn has_doubtful(Summary { counts, .. }: &Summary) -> bool {
    counts.known_hits > 0 || counts.flaky > 0 || counts.differences > 0
}

fn exit_of(summary: &Summary) -> Exit {
    let counts = &summary.counts;
    if counts.denied > 0 {
        Exit::Internal
    } else if counts.new_bugs > 0 || counts.unreduced > 0 {
        Exit::New
    } else if has_doubtful(summary) || summary.not_looked_into() > 0 {
        Exit::KnownOrFlaky
    } else if summary.interrupted {
        Exit::Interrupted
    } else {
        Exit::Nothing
    }
}

fn read_settings(path: Option<&Path>) -> Result<Settings, Problem> {
    let Some(path) = path else { return Ok(Settings::default()) };
    let text = inputs::read(path)?;
    toml::from_str(&text).map_err(|error| {
        let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
        let line = 1 + before.matches('\n').count();
        Problem::usage(format!("{}: line {line}: {}", path.display(), without_texts(error.message())))
    })
}

/// A parser's message without the texts that it repeats from the file: one may be an address with a password in it.
fn without_texts(message: &str) -> String {
    let mut parts = message.split('"');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    // What lies between the first quote and the last may hold quotes itself.
    if let Some(last) = parts.next_back() {
        plain.push_str("\"..\"");
        plain.push_str(last);
    }
    plain
}

fn config(arguments: &Hunt, settings: &Settings) -> Result<Config, Problem> {
    let profile = arguments.profile.as_deref().or(settings.profile.as_deref()).unwrap_or("default");
    let mut config = Config::new(inputs::profile(profile)?);
    let parse_budget = |text: &str| text.parse::<Budget>().map_err(Problem::usage);
    let parse_restart = |text: &str| text.parse::<Restart>().map_err(Problem::usage);
    if let Some(seed) = arguments.seed.or(settings.seed) {
        config.seed = seed;
    }
    match (arguments.budget, &settings.budget) {
        (Some(budget), _) => config.budget = budget,
        (None, Some(text)) => config.budget = parse_budget(text)?,
        (None, None) => {}
    }
    match (arguments.restart, &settings.restart) {
        (Some(restart), _) => config.restart = restart,
        (None, Some(text)) => config.restart = parse_restart(text)?,
        (None, None) => {}
    }
    if let Some(groups) = arguments.groups.or(settings.groups) {
        let groups = numbers::between("groups", groups, 1..=1_000_000)?;
        Arc::make_mut(&mut config.profile).round.groups = [groups; 2];
    }
    config.limits = Limits::within(config.budget.time());
    config.adapt = !(arguments.no_adapt || settings.no_adapt);
    config.workers = numbers::between("workers", arguments.workers.or(settings.workers).unwrap_or(1), 1..=256)?;
    let in_flight = arguments.in_flight.or(settings.in_flight).unwrap_or(config.in_flight);
    config.in_flight = numbers::between("in-flight", in_flight, 1..=1024)?;
    if let Some(deadline) = arguments.deadline.or(settings.deadline) {
        config.deadlines = Deadlines::of_query(numbers::seconds("deadline", deadline)?);
    }
    if let Some(deadline) = arguments.load_deadline.or(settings.load_deadline) {
        config.deadlines.load = numbers::seconds("load-deadline", deadline)?;
    }
    if let Some(latency) = arguments.target_latency.or(settings.target_latency) {
        config.target_latency = numbers::milliseconds("target-latency", latency)?;
    }
    let files: Vec<PathBuf> = arguments.known_bugs.iter().chain(&settings.known_bugs).cloned().collect();
    config.known_bugs = inputs::known_bugs(&files)?;
    Ok(config)
}

/// Reads the bugs of earlier hunts. Cases that cannot be read are told and counted; the rest goes on.
pub(super) fn read_known<'a>(folders: impl Iterator<Item = &'a PathBuf>, config: &mut Config) -> Result<u64, Problem> {
    let mut unread = 0;
    for folder in folders {
        let known = read_known_fingerprints(folder, &languages())?;
        config.known.extend(known.fingerprints);
        config.fixed.extend(known.fixed);
        for error in known.unreadable {
            unread += 1;
            eprintln!("graphlance: not known, for it cannot be read: {}", quote::line(&error.to_string()));
        }
    }
    Ok(unread)
}

/// Hunts the reference with a planted fault; a build that does not find it must not be believed when it finds nothing.
fn self_check(oracles: Oracles<'_>) -> Result<(), Problem> {
    let begun = Instant::now();
    let target: Arc<dyn Target> =
        Arc::new(ReferenceTarget::new(inputs::first_language().standard(), Some(Fault::OptionalMatchLosesRow)));
    let config = Config {
        budget: Budget::Queries(20_000),
        adapt: false,
        stop_at_first: true,
        ..Config::new(inputs::profile("quick")?)
    };
    let place = tempfile::tempdir()?;
    let store = Store::create(place.path())?;
    let progress = Progress::start();
    let ended = hunt(&target, oracles, &config, &store, &Silent, &progress, &Arc::default());
    let summary = ended.map_err(|failure| Problem::from(failure.error))?;
    if summary.counts.new_bugs == 0 {
        return Err(Problem::internal(format!(
            "self-check failed: a planted fault was not found in {} checks; do not trust this build",
            summary.counts.checks
        )));
    }
    eprintln!(
        "self-check: a planted fault was found after {} checks in {:.1} s",
        summary.counts.checks,
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[track_caller]
    fn check(text: &str, line: u32) {
        let place = tempfile::tempdir().expect("a folder");
        let file = place.path().join("hunt.toml");
        std::fs::write(&file, text).expect("a file");
        let error = read_settings(Some(&file)).err().map(|problem| format!("{:#}", problem.error)).unwrap_or_default();
        assert!(error.contains(&format!("hunt.toml: line {line}: ")), "{text}: {error}");
        assert!(!error.contains("hunter2"), "{text}: {error}");
    }

    #[test]
    fn a_broken_file_is_not_repeated_with_the_password_in_it() {
        check("seed = 1\ntarget = bolt://me:hunter2@host", 2);
        check("target = \"bolt://me:hunter2@host\" seed = 1", 1);
        check("target = \"bolt://me:hunter2@host", 1);
        check("seed = 1\nworkers = \"bolt://me:hunter2\\\"@host\"", 2);
        check("target: bolt://me:hunter2@host", 1);
        check("targett = \"bolt://me:hunter2@host\"", 1);
        check("target = [\"bolt://me:hunter2@host\"]", 1);
        check("\n\ntarget = \"a\"\ntarget = \"hunter2\"", 4);
    }

    #[test]
    fn every_flag_is_a_key_of_a_config_file() {
        let command = crate::cli::Cli::command();
        let hunt = command.find_subcommand("hunt").expect("the verb");
        let flags: Vec<&str> = hunt
            .get_arguments()
            .map(|flag| flag.get_long().unwrap_or("target"))
            .filter(|flag| *flag != "config")
            .collect();
        assert!(flags.len() > 15, "{flags:?}");
        for flag in flags {
            let error =
                toml::from_str::<Settings>(&format!("{flag} = 2020-01-01")).err().map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|error| !error.contains("unknown field")), "{flag}: {error:?}");
        }
    }
}
