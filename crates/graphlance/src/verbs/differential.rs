//! `graphlance conform --random`: the reference against a target on random statements.

mod listing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use graphlance_engines::Target;
use graphlance_hunt::campaign::{Config, HuntError, HuntFailure, Summary};
use graphlance_hunt::run_file::RunFile;
use graphlance_hunt::{Budget, Clock, Deadlines, Earlier, Progress, Store, dialect_of, hunt};
use graphlance_oracles::{Differential, StatementKind, differential, languages};
use serde::{Deserialize, Serialize};

use crate::cli::Conform;
use crate::console::{self, Console};
use crate::exit::{Exit, Problem};
use crate::verbs::hunt::{Ended, end, read_known, show};
use crate::{inputs, numbers, signals};

/// The output folder, unless another is named.
const OUT: &str = "conform.out";
/// What a run was told, in its output folder.
const TOLD: &str = "conform.json";
/// The most statements of a run.
const MOST: u64 = 1_000_000_000;

/// What must be the same for a run that goes on with an earlier one.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    target: String,
    dialect: String,
    seed: u64,
    kinds: Vec<String>,
}

/// Runs random statements and lists the differences.
pub fn run(arguments: &Conform, statements: u64) -> Result<Exit, Problem> {
    let random = &arguments.random;
    let kinds = kinds(&random.kind)?;
    let oracle = Differential { kinds: kinds.clone() };
    let query = numbers::seconds("deadline", arguments.deadline)?;
    let mut config = Config {
        seed: random.seed,
        budget: Budget::Queries(numbers::between("random", statements, 1..=MOST)?),
        workers: numbers::between("workers", random.workers, 1..=256)?,
        deadlines: Deadlines::of_query(query),
        adapt: false,
        stop_on_denial: false,
        known_bugs: inputs::known_bugs(&[])?,
        ..Config::new(differential::profile())
    };
    let unread = read_known(random.known.iter(), &mut config)?;
    let named = inputs::target(&arguments.target, inputs::dialect_of(&arguments.dialect)?, arguments.leave)?;
    let target: Arc<dyn Target> = named.into();
    // Before an older output folder is moved aside for nothing.
    let stop = signals::listen()?;
    let dialect = dialect_of(&target, &Clock::new(&stop, config.deadlines.query))?;
    let told = Told {
        target: target.name().to_owned(),
        dialect: dialect.name().to_string(),
        seed: random.seed,
        kinds: kinds.iter().map(|kind| kind.name().to_owned()).collect(),
    };
    let out = random.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let store = if random.resume { go_on(&out, &told, &mut config)? } else { Store::create(&out)? };
    store.write_json(TOLD, &told)?;
    let (summary, failure) = compare(&target, &oracle, &config, &store, &stop);
    let run: RunFile = store.read_json("run.json")?;
    listing::print(&run, &summary, &store, arguments.json)?;
    end(&summary, failure, unread)
}

fn kinds(names: &[String]) -> Result<Vec<StatementKind>, Problem> {
    let known = || StatementKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        StatementKind::find(name)
            .ok_or_else(|| Problem::usage(format!("there is no kind of statements `{name}`; there are {}", known())))
    };
    names.iter().map(find).collect()
}

/// The folder of a run that was ended, which must have been told the same.
fn go_on(out: &Path, told: &Told, config: &mut Config) -> Result<Store, Problem> {
    let store = Store::reopen(out)?;
    let earlier: Told = store.read_json(TOLD)?;
    if earlier != *told {
        let message = format!(
            "{}: this run was told something else, and cannot be gone on with: {earlier:?}, not {told:?}",
            out.display()
        );
        return Err(Problem::usage(message));
    }
    config.earlier = Some(Arc::new(Earlier::read(&store, &languages())?));
    Ok(store)
}

/// Runs the campaign under a status line.
fn compare(
    target: &Arc<dyn Target>,
    oracle: &Differential,
    config: &Config,
    store: &Store,
    stop: &Arc<AtomicBool>,
) -> (Summary, Option<HuntError>) {
    let console = Console::new(config.workers, store.root()).calling("DIFFERENCE");
    let (progress, ended) = (Progress::start(), AtomicBool::new(false));
    let result = std::thread::scope(|scope| {
        scope.spawn(|| show(&console, &progress, &ended));
        // However the run ends: the line above it waits for this.
        let _ended = Ended(&ended);
        hunt(target, oracle, config, store, &console, &progress, stop)
    });
    console.end();
    let (summary, failure) = match result {
        Ok(summary) => (summary, None),
        Err(HuntFailure { error, summary }) => (*summary, Some(error)),
    };
    console.print(&console::status(&summary.counts, config.workers));
    (summary, failure)
}
