//! The targets by name.

use std::path::PathBuf;

use graphlance_case::Dialect;

use crate::bolt::{BoltTarget, Ways};
use crate::driver::{Target, TargetError};
use crate::falkordb::{self, FalkorTarget};
use crate::gremlin::{self, GremlinTarget};
use crate::launcher::{Engines, LaunchedTarget, Launcher, Places, Protocol, folder};
use crate::naming::shown;
use crate::reference;
use crate::worker::WorkerTarget;

/// What may be named as a target beside the launchers, with what it means.
pub const TARGETS: &[(&str, &str)] = &[
    ("falkordb://[user@]host[:port]", "a running FalkorDB, in graphs of its own"),
    ("bolt://[user@]host[:port][/database]", "a running Neo4j or other server that speaks Bolt; its database is empty"),
    (
        "postgres://[user@]host[:port][/database][?graph=name]",
        "a running PostgreSQL with Apache AGE, in graphs of its own",
    ),
    (
        "gremlin://host[:port][/source]",
        "a running Gremlin Server, or what else speaks its protocol; its graph is empty",
    ),
    ("exec:PROGRAM ARGUMENTS", "an engine behind a worker program of yours (docs/drivers.md); give it a --dialect"),
];

/// All kinds of targets, for a command line's help: the names of launchers, then [`TARGETS`].
pub fn kinds() -> String {
    // A broken file among the user's is told by whatever uses it, not by the help.
    let all = engines(&TargetOptions::default()).or_else(|_| Engines::with(None).map_err(TargetError::from));
    let started = all.iter().flat_map(Engines::iter).filter(|launcher| launcher.is_started_here());
    let names: Vec<&str> = started.map(|launcher| launcher.name.as_str()).collect();
    let installed = "installed and started by graphlance, in the default version or another (`graphlance engines`)";
    let mut lines = vec![
        format!("{}: {installed}", names.join(", ")),
        "NAME@VERSION, NAME@/path/to/build: the same in another version, or a build of yours".to_owned(),
    ];
    lines.extend(forms(&all.unwrap_or_default()));
    lines.push("A running server needs --use-database; its password comes from GRAPHLANCE_PASSWORD".to_owned());
    lines.join("\n")
}

/// The forms of [`TARGETS`], and of the engines whose running servers have a form of their own, each with what it means.
pub fn forms(engines: &Engines) -> Vec<String> {
    let http = |engine: &Launcher| {
        let help = Ways::of(engine).ok()?.http?.help;
        Some(format!("{}://[user@]host[:port][?http=port]: {help}", engine.name))
    };
    let fixed = TARGETS.iter().chain([&reference::FORM]).map(|(name, what)| format!("{name}: {what}"));
    fixed.chain(engines.iter().filter_map(http)).collect()
}

/// How targets are made.
#[derive(Clone, Debug, Default)]
pub struct TargetOptions {
    /// The dialect to use in place of the target's own, which is that of the engine and version that answer.
    pub dialect: Option<Dialect>,
    /// Where engines of the user's are; else `GRAPHLANCE_LAUNCHERS`, else `~/.config/graphlance/engines`.
    pub launchers: Option<PathBuf>,
    /// Where engines are installed; else `GRAPHLANCE_ENGINES`, else `~/.cache/graphlance/engines`.
    pub engines: Option<PathBuf>,
    /// The program that is the worker process of an embedded engine; else `GRAPHLANCE_WORKER_EXE`, else this program.
    pub worker: Option<PathBuf>,
    /// Most bytes of address space of an engine process of ours; else [`DEFAULT_MEMORY`].
    pub memory: Option<u64>,
    /// Whether a server that graphlance did not start may be written to, and may be crashed.
    pub use_database: bool,
}

/// The address space that an engine process may have: 4 GiB.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

/// The target of this name. Nothing is installed, started or contacted before [`Target::open`] or [`Target::dialect`].
/// Errors: the name is unknown, has no good address in it, or is a server's that may not be used.
pub fn resolve(name: &str, options: &TargetOptions) -> Result<Box<dyn Target>, TargetError> {
    if let Some(target) = reference::of_name(name, options.dialect.clone())? {
        return Ok(Box::new(target));
    }
    let (dialect, engines) = (options.dialect.clone(), engines(options)?);
    if let Some(line) = name.strip_prefix("exec:") {
        return Ok(Box::new(WorkerTarget::of_command_line(line, dialect)?.among(&engines)));
    }
    let target: Box<dyn Target> = match name.split_once("://") {
        Some((falkordb::SCHEME, address)) => Box::new(FalkorTarget::at(dialect, address)?.among(&engines)),
        Some(("bolt", address)) => Box::new(BoltTarget::at(dialect, address)?.among(&engines)),
        Some((gremlin::SCHEME, address)) => Box::new(GremlinTarget::at(dialect, address)?.among(&engines)),
        #[cfg(feature = "age")]
        Some(("postgres", address)) => Box::new(crate::age::AgeTarget::at(dialect, address)?.among(&engines)),
        Some((scheme, address)) => match engines.named(scheme).filter(|engine| engine.protocol == Protocol::Bolt) {
            Some(engine) => Box::new(BoltTarget::of_engine(engine, dialect, address)?.among(&engines)),
            None => return Err(unknown(name, &engines)),
        },
        None => return launched(name, options, &engines),
    };
    if options.use_database { Ok(target) } else { Err(not_ours(name)) }
}

fn launched(name: &str, options: &TargetOptions, engines: &Engines) -> Result<Box<dyn Target>, TargetError> {
    let (product, wanted) = match name.split_once('@') {
        Some((product, wanted)) => (product, Some(wanted)),
        None => (name, None),
    };
    let Some(launcher) = engines.named(product) else { return Err(unknown(name, engines)) };
    let memory = Some(options.memory.unwrap_or(DEFAULT_MEMORY));
    let dialect = options.dialect.clone();
    let target = LaunchedTarget::new(launcher.clone(), wanted, places(options)?, memory, dialect)?;
    Ok(Box::new(target.among(engines)))
}

/// Why a server that graphlance did not start is left alone.
fn not_ours(name: &str) -> TargetError {
    TargetError::Unknown(format!(
        "{} is a server that graphlance did not start. It would be written to, and queries that look for bugs may crash \
         it, hang it or use up its memory, with everything else that is on it. If it is there for that, say so with \
         --use-database",
        shown(name)
    ))
}

/// All launchers, the user's among them.
pub fn launchers() -> Result<Vec<Launcher>, TargetError> {
    Ok(engines(&TargetOptions::default())?.iter().cloned().collect())
}

/// All engines, the user's among them. Errors name the file that is broken.
pub fn engines(options: &TargetOptions) -> Result<Engines, TargetError> {
    Ok(Engines::with(launchers_folder(options).as_deref())?)
}

/// Where engines are installed and what is needed for that.
pub fn places(options: &TargetOptions) -> Result<Places, TargetError> {
    Ok(Places {
        engines: engines_folder(options)?,
        launchers: launchers_folder(options),
        program: worker_program(options)?,
    })
}

/// Removes what a killed graphlance left behind: private folders, processes, containers and half installations. Once in the
/// life of a process; what cannot be removed is left to the next.
pub fn remove_leftovers() {
    folder::remove_leftovers();
    if let Ok(places) = places(&TargetOptions::default()) {
        places.remove_leftovers();
    }
}

fn unknown(name: &str, engines: &Engines) -> TargetError {
    let of_launcher = |launcher: &Launcher| {
        let versions = launcher.ordered_versions().join(", ");
        match launcher.is_started_here() {
            true => format!("  {}[@version]: {}; {versions}", launcher.name, launcher.description),
            false => format!("  {}: {}; not started by graphlance", launcher.name, launcher.description),
        }
    };
    let others = forms(engines).into_iter().map(|form| format!("  {form}"));
    let known: Vec<String> = engines.iter().map(of_launcher).chain(others).collect();
    TargetError::Unknown(format!("unknown target `{}`; known are\n{}", shown(name), known.join("\n")))
}

/// The password of the environment, if there is one.
pub(crate) fn password() -> Option<String> {
    std::env::var("GRAPHLANCE_PASSWORD").ok().filter(|password| !password.is_empty())
}

/// `GRAPHLANCE_LAUNCHERS`, else `~/.config/graphlance/engines` if it can be read: HOME may be another user's, or no folder.
fn launchers_folder(options: &TargetOptions) -> Option<PathBuf> {
    options.launchers.clone().or_else(|| set("GRAPHLANCE_LAUNCHERS")).or_else(|| {
        let config = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))?;
        Some(config.join("graphlance").join("engines")).filter(|folder| std::fs::read_dir(folder).is_ok())
    })
}

fn set(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn worker_program(options: &TargetOptions) -> Result<PathBuf, TargetError> {
    if let Some(program) = &options.worker {
        return Ok(program.clone());
    }
    match std::env::var_os("GRAPHLANCE_WORKER_EXE") {
        Some(program) if !program.is_empty() => Ok(program.into()),
        _ => std::env::current_exe()
            .map_err(|error| TargetError::Start(format!("cannot tell which program this is: {error}"))),
    }
}

/// None: nobody says where, and there is no HOME.
fn engines_folder(options: &TargetOptions) -> Result<Option<PathBuf>, TargetError> {
    let folder = options.engines.clone().or_else(|| set("GRAPHLANCE_ENGINES")).or_else(|| {
        let cache = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
        Some(cache.join("graphlance").join("engines"))
    });
    let absolute = |folder: PathBuf| {
        std::path::absolute(&folder).map_err(|error| TargetError::Start(format!("{}: {error}", folder.display())))
    };
    folder.map(absolute).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(name: &str, part: &str) {
        let options = TargetOptions { use_database: true, ..TargetOptions::default() };
        let error = resolve(name, &options).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(part), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }

    #[test]
    fn an_unknown_target_lists_the_known_ones() {
        check_error("neo5j", "falkordb://[user@]host[:port]");
        check_error("neo5j", "neo4j[@version]: community edition");
        check_error("falkordb@1.2.3", "known are 4.14.2, ");
        check_error("falkordb@./no-such-module.so", "there is no build");
        check_error("kuzu@0.11.3 six", "has no version `0.11.3 six`");
        check_error("kuzu@--index-url=x", "has no version");
        check_error("mysql://localhost:1", "unknown target");
        check_error("exec:", "names no program");
        check_error("reference:none", "known are ");
        check_error("reference:tail_is_limit,none", "`none` is no fault of Gremlin");
        check_error("referenced", "unknown target");
        check_error("exec:'./open", "names no program");
    }

    #[test]
    fn bad_addresses_say_why() {
        check_error("falkordb://localhost:x", "no host:port");
        check_error("arcadedb://localhost?http=x", "no port of HTTP");
        check_error("postgres://localhost/db?graph=a;b", "no name of a graph");
        check_error("falkordb://localhost?x=1", "no parameters");
    }

    #[test]
    fn a_password_in_a_name_is_refused_and_not_repeated() {
        for scheme in ["falkordb", "bolt", "arcadedb", "postgres"] {
            for rest in
                ["u:hunter2@h", "u:hunter2@h:1/db", "h?password=hunter2", "h?http=1&Password=hunter2", "h?hunter2"]
            {
                check_error(&format!("{scheme}://{rest}"), "GRAPHLANCE_PASSWORD");
            }
        }
        for name in ["mysql://u:hunter2@h", "Bolt://u:hunter2@h", "bolt:u:hunter2@h", "neo4j+s://h?password=hunter2"] {
            check_error(name, "unknown target");
        }
    }

    #[test]
    fn a_server_of_others_needs_leave_and_says_what_may_happen_to_it() {
        for scheme in ["falkordb", "bolt", "arcadedb", "postgres"] {
            let name = format!("{scheme}://user@localhost:1");
            let error = resolve(&name, &TargetOptions::default()).err().map(|error| error.to_string());
            let error = error.unwrap_or_default();
            assert!(
                ["--use-database", "written to", "crash", &name].iter().all(|part| error.contains(part)),
                "{error}"
            );
        }
        assert!(resolve("exec:./x", &TargetOptions::default()).is_ok());
    }

    #[test]
    fn help_names_all_kinds() {
        let kinds = kinds();
        for part in [
            "age, arcadedb, arcadedb-gremlin, falkordb, grafeo",
            "@/path/to/build",
            "bolt://",
            "exec:",
            "--use-database",
        ] {
            assert!(kinds.contains(part), "{kinds}");
        }
    }

    #[test]
    fn names_lead_back_to_the_target() {
        let options = TargetOptions { use_database: true, ..TargetOptions::default() };
        for name in [
            "grafeo",
            "falkordb",
            "falkordb@4.14.2",
            "neo4j@5.18.1",
            "neo4j@5.99.0",
            "falkordb://me@localhost:6379",
            "bolt://neo4j@localhost:7687/neo4j",
            "arcadedb://localhost?http=2481",
            "postgres://postgres@localhost:5432/postgres?graph=mine",
            "exec:./worker --flag 'a b'",
            "reference",
            "reference:distinct-drops-nulls",
            "reference:tail_is_limit,gt_is_gte",
        ] {
            let target = resolve(name, &options).map(|target| target.name().to_owned());
            assert_eq!(target.ok().as_deref(), Some(name));
        }
    }

    #[test]
    fn an_engine_without_a_dialect_is_refused_before_it_is_installed() {
        let target = resolve("memgraph", &TargetOptions::default());
        let error = target.and_then(|target| target.dialect()).err().map(|error| error.to_string());
        let error = error.unwrap_or_default();
        assert!(error.contains("`graphlance probe memgraph`") && error.contains("--dialect"), "{error}");
    }
}
