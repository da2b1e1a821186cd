//! The target `grafeo`.

use std::path::PathBuf;

use graphlance_cypher::Dialect;

use crate::driver::{Driver, Target, TargetError};
use crate::worker::{WorkerCommand, WorkerDriver};

/// grafeo in child processes.
#[derive(Debug)]
pub struct GrafeoTarget {
    dialect: Dialect,
    command: WorkerCommand,
}

impl GrafeoTarget {
    /// Workers started as `program worker grafeo`, each with at most `memory` bytes of address space.
    pub fn new(dialect: Dialect, program: PathBuf, memory: Option<u64>) -> GrafeoTarget {
        let arguments = ["worker", "grafeo"].map(str::to_owned).to_vec();
        GrafeoTarget { dialect, command: WorkerCommand { program, arguments, memory } }
    }
}

impl Target for GrafeoTarget {
    fn name(&self) -> &str {
        "grafeo"
    }

    fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    fn open(&self, _worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        Ok(Box::new(WorkerDriver::open(self.command.clone())?))
    }
}
