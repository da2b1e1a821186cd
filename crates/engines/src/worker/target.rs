//! Targets whose engine runs in worker processes.

use super::{WorkerCommand, WorkerDriver};
use crate::dialects::DialectChoice;
use crate::driver::{Driver, Target, TargetError};
use crate::launcher::Engines;
use graphlance_case::Dialect;

/// An engine behind the JSON-lines protocol: one process for each worker of a hunt.
#[derive(Debug)]
pub struct WorkerTarget {
    name: String,
    dialect: DialectChoice,
    command: WorkerCommand,
}

impl WorkerTarget {
    /// Processes started by `command`, under the name that reaches them again on the command line.
    pub fn new(name: impl Into<String>, dialect: impl Into<Option<Dialect>>, command: WorkerCommand) -> WorkerTarget {
        WorkerTarget { name: name.into(), dialect: DialectChoice::new(dialect.into()), command }
    }

    /// `program arguments ..`, split as a shell does it. Their memory is not limited: many engines reserve more address
    /// space than they use. Errors: there is no program, or a quote is not closed.
    pub fn of_command_line(line: &str, dialect: impl Into<Option<Dialect>>) -> Result<WorkerTarget, TargetError> {
        let words = shlex::split(line).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            let message = format!("`exec:{line}` names no program; write exec:PROGRAM ARGUMENTS, quoted as in a shell");
            return Err(TargetError::Unknown(message));
        };
        let command = WorkerCommand {
            program: program.into(),
            arguments: arguments.to_vec(),
            memory: None,
            ready: WorkerCommand::READY,
        };
        Ok(WorkerTarget::new(format!("exec:{line}"), dialect, command))
    }

    /// The engines among which one is looked for that has its dialect; without this those that come with graphlance.
    pub fn among(self, engines: &Engines) -> WorkerTarget {
        WorkerTarget { dialect: self.dialect.among(engines), ..self }
    }
}

impl Target for WorkerTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.dialect.make(&self.name, || Ok(self.open(0)?.identity().clone()))
    }

    fn open(&self, _worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        Ok(Box::new(WorkerDriver::open(self.command.clone())?))
    }
}
