//! `graphlance worker`: the child process around an embedded engine.

use std::process::ExitCode;

use crate::cli::Worker;
use crate::exit::Exit;

/// Serves until the parent closes the pipe.
pub fn run(arguments: &Worker) -> ExitCode {
    match arguments.engine.as_str() {
        "grafeo" => ExitCode::from(u8::try_from(graphlance_engines::grafeo::worker_main()).unwrap_or(1)),
        other => {
            eprintln!("graphlance worker: unknown engine `{}`", graphlance_hunt::quote::line(other));
            Exit::Usage.into()
        }
    }
}
