//! The targets by name.

use std::path::PathBuf;

use graphlance_cypher::Dialect;

use crate::driver::{Target, TargetError};
use crate::falkordb::FalkorTarget;
use crate::worker::{WorkerCommand, WorkerTarget};

/// What may be named as a target, with what it means.
pub const TARGETS: &[(&str, &str)] = &[
    ("grafeo", "the embedded engine grafeo, in a child process"),
    ("falkordb", "FalkorDB; installs it and starts a server for each worker"),
    ("falkordb://host:port", "a running FalkorDB; password in GRAPHLANCE_PASSWORD"),
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
}

/// The address space that an engine process may have: 4 GiB.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

/// The target of this name. Nothing is started or contacted before [`Target::open`]. Errors: the name is unknown, or
/// has no good address in it.
pub fn resolve(name: &str, options: &TargetOptions) -> Result<Box<dyn Target>, TargetError> {
    let memory = Some(options.memory.unwrap_or(DEFAULT_MEMORY));
    let dialect = |product: &str| match &options.dialect {
        Some(dialect) => Ok(dialect.clone()),
        None => Dialect::built_in(product)
            .ok_or_else(|| TargetError::Unknown(format!("the built-in dialect {product} cannot be read"))),
    };
    if let Some(line) = name.strip_prefix("exec:") {
        return Ok(Box::new(WorkerTarget::of_command_line(line, dialect("opencypher9")?)?));
    }
    match name.split_once("://") {
        None if name == "grafeo" => {
            let arguments = ["worker", "grafeo"].map(str::to_owned).to_vec();
            let command = WorkerCommand { program: worker_program(options)?, arguments, memory };
            Ok(Box::new(WorkerTarget::new(name, dialect("grafeo")?, command)))
        }
        None if name == "falkordb" => {
            Ok(Box::new(FalkorTarget::own(dialect("falkordb")?, engines_folder(options)?, memory)))
        }
        Some(("falkordb", address)) => {
            Ok(Box::new(FalkorTarget::at(dialect("falkordb")?, address.trim_end_matches('/'))?))
        }
        _ => {
            let known: Vec<String> = TARGETS.iter().map(|(name, what)| format!("  {name}: {what}")).collect();
            Err(TargetError::Unknown(format!("unknown target `{name}`; known are\n{}", known.join("\n"))))
        }
    }
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
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
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
        check_error("neo5j", "falkordb://host:port");
        check_error("mysql://localhost:1", "unknown target");
        check_error("exec:", "names no program");
        check_error("exec:'./open", "names no program");
    }

    #[test]
    fn bad_addresses_say_why() {
        check_error("falkordb://localhost:x", "no host:port");
        check_error("falkordb://user:secret@localhost:1", "GRAPHLANCE_PASSWORD");
    }

    #[test]
    fn names_lead_back_to_the_target() {
        for name in ["grafeo", "falkordb", "falkordb://localhost:6379", "exec:./worker --flag 'a b'"] {
            let target = resolve(name, &TargetOptions::default()).map(|target| target.name().to_owned());
            assert_eq!(target.ok().as_deref(), Some(name));
        }
    }
}
