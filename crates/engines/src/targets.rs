//! The targets by name.

use std::path::PathBuf;

use graphlance_cypher::Dialect;

use crate::bolt::BoltTarget;
use crate::driver::{Target, TargetError};
use crate::falkordb::FalkorTarget;
use crate::launcher::{LaunchedTarget, Launcher, Places};
use crate::worker::WorkerTarget;

/// What may be named as a target beside the launchers, with what it means.
pub const TARGETS: &[(&str, &str)] = &[
    ("falkordb://[user@]host[:port]", "a running FalkorDB; password in GRAPHLANCE_PASSWORD"),
    (
        "bolt://[user@]host[:port][/database]",
        "a running Neo4j, Memgraph or other server that speaks Bolt; its database is empty",
    ),
    ("arcadedb://[user@]host[:port][?http=port]", "a running ArcadeDB with the Bolt plugin, in databases of its own"),
    (
        "postgres://[user@]host[:port][/database][?graph=name]",
        "a running PostgreSQL with Apache AGE, in graphs of its own",
    ),
    ("exec:PROGRAM ARGUMENTS", "an engine behind a worker program of yours (docs/drivers.md); give it a --dialect"),
];

/// How targets are made.
#[derive(Clone, Debug, Default)]
pub struct TargetOptions {
    /// The dialect to use in place of the target's own.
    pub dialect: Option<Dialect>,
    /// Where engines are installed; else `GRAPHLANCE_ENGINES`, else `~/.cache/graphlance/engines`.
    pub engines: Option<PathBuf>,
    /// The program that is the worker process of an embedded engine; else `GRAPHLANCE_WORKER_EXE`, else this program.
    pub worker: Option<PathBuf>,
    /// Most bytes of address space of an engine process of ours; else [`DEFAULT_MEMORY`].
    pub memory: Option<u64>,
    /// Whether a database that graphlance did not make may be written to.
    pub use_database: bool,
}

/// The address space that an engine process may have: 4 GiB.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

/// The target of this name. Nothing is installed, started or contacted before [`Target::open`]. Errors: the name is
/// unknown, or has no good address in it.
pub fn resolve(name: &str, options: &TargetOptions) -> Result<Box<dyn Target>, TargetError> {
    let dialect = |engine: &str, version: &str| match &options.dialect {
        Some(dialect) => Ok(dialect.clone()),
        // An engine of the user's, without a dialect of its own, is asked all of the standard.
        None => Ok(Dialect::of_engine(engine, version).unwrap_or_else(Dialect::standard)),
    };
    if let Some(line) = name.strip_prefix("exec:") {
        return Ok(Box::new(WorkerTarget::of_command_line(line, dialect("opencypher9", "")?)?));
    }
    match name.split_once("://") {
        Some(("falkordb", address)) => Ok(Box::new(FalkorTarget::at(dialect("falkordb", "")?, address)?)),
        Some(("bolt", address)) => {
            if !options.use_database {
                return Err(TargetError::Unknown(format!(
                    "{name} is a database that graphlance did not make, and hunting it means writing to it and emptying \
                     it; if it is there for that, say so with --use-database"
                )));
            }
            Ok(Box::new(BoltTarget::at(dialect("neo4j", "")?, address)?))
        }
        Some(("arcadedb", address)) => Ok(Box::new(BoltTarget::arcadedb(dialect("arcadedb", "")?, address)?)),
        #[cfg(feature = "age")]
        Some(("postgres", address)) => Ok(Box::new(crate::age::AgeTarget::at(dialect("age", "")?, address)?)),
        Some(_) => Err(unknown(name, &launchers()?)),
        None => {
            let (product, wanted) = match name.split_once('@') {
                Some((product, wanted)) => (product, Some(wanted)),
                None => (name, None),
            };
            let all = launchers()?;
            let Some(launcher) = all.iter().find(|launcher| launcher.name == product) else {
                return Err(unknown(name, &all));
            };
            let memory = Some(options.memory.unwrap_or(DEFAULT_MEMORY));
            Ok(Box::new(LaunchedTarget::new(launcher.clone(), wanted, places(options)?, memory, dialect)?))
        }
    }
}

/// All launchers, the user's among them.
pub fn launchers() -> Result<Vec<Launcher>, TargetError> {
    Launcher::all(launchers_folder().as_deref()).map_err(|error| TargetError::Unknown(error.to_string()))
}

/// Where engines are installed and what is needed for that.
pub fn places(options: &TargetOptions) -> Result<Places, TargetError> {
    Ok(Places { engines: engines_folder(options)?, launchers: launchers_folder(), program: worker_program(options)? })
}

fn unknown(name: &str, launchers: &[Launcher]) -> TargetError {
    let of_launcher = |launcher: &Launcher| {
        let versions = launcher.ordered_versions().join(", ");
        format!("  {}[@version]: {}; {versions}", launcher.name, launcher.description)
    };
    let others = TARGETS.iter().map(|(name, what)| format!("  {name}: {what}"));
    let known: Vec<String> = launchers.iter().map(of_launcher).chain(others).collect();
    TargetError::Unknown(format!("unknown target `{name}`; known are\n{}", known.join("\n")))
}

/// `[user@]host[:port]` taken apart, the port put in. Errors: a password in it, or it is no address.
pub(crate) fn user_and_host(address: &str, port: u16) -> Result<(Option<String>, String), TargetError> {
    let (user, host) = match address.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, address),
    };
    if user.is_some_and(|user| user.contains(':')) {
        return Err(TargetError::Unknown(
            "a password in the target's name would be printed and stored; put it into GRAPHLANCE_PASSWORD".to_owned(),
        ));
    }
    let default = port.to_string();
    let (name, port) = host.rsplit_once(':').unwrap_or((host, &default));
    if name.is_empty() || port.parse::<u16>().is_err() {
        return Err(TargetError::Unknown(format!("`{host}` is no host:port")));
    }
    Ok((user.map(str::to_owned), format!("{name}:{port}")))
}

/// The password of the environment, if there is one.
pub(crate) fn password() -> Option<String> {
    std::env::var("GRAPHLANCE_PASSWORD").ok().filter(|password| !password.is_empty())
}

/// `GRAPHLANCE_LAUNCHERS`, else `~/.config/graphlance/engines`.
fn launchers_folder() -> Option<PathBuf> {
    set("GRAPHLANCE_LAUNCHERS").or_else(|| {
        let config = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))?;
        Some(config.join("graphlance").join("engines"))
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

fn engines_folder(options: &TargetOptions) -> Result<PathBuf, TargetError> {
    let folder = options.engines.clone().or_else(|| set("GRAPHLANCE_ENGINES")).or_else(|| {
        let cache = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
        Some(cache.join("graphlance").join("engines"))
    });
    let folder = folder.ok_or_else(|| {
        TargetError::Start("there is no HOME to install engines in; set GRAPHLANCE_ENGINES to a folder".to_owned())
    })?;
    std::path::absolute(&folder).map_err(|error| TargetError::Start(format!("{}: {error}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(name: &str, part: &str) {
        let error = resolve(name, &TargetOptions::default()).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn an_unknown_target_lists_the_known_ones() {
        check_error("neo5j", "falkordb://[user@]host[:port]");
        check_error("neo5j", "neo4j[@version]: community edition");
        check_error("falkordb@1.2.3", "known are 4.14.2, ");
        check_error("falkordb@./no-such-module.so", "there is no build");
        check_error("bolt://localhost", "--use-database");
        check_error("mysql://localhost:1", "unknown target");
        check_error("exec:", "names no program");
        check_error("exec:'./open", "names no program");
    }

    #[test]
    fn bad_addresses_say_why() {
        check_error("falkordb://localhost:x", "no host:port");
        check_error("arcadedb://localhost?http=x", "no port of HTTP");
        check_error("postgres://localhost/db?graph=a;b", "no name of a graph");
        check_error("falkordb://user:secret@localhost:1", "GRAPHLANCE_PASSWORD");
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
            "falkordb://localhost:6379",
            "bolt://neo4j@localhost:7687/neo4j",
            "arcadedb://localhost?http=2481",
            "postgres://postgres@localhost:5432/postgres",
            "exec:./worker --flag 'a b'",
        ] {
            let target = resolve(name, &options).map(|target| target.name().to_owned());
            assert_eq!(target.ok().as_deref(), Some(name));
        }
    }
}
