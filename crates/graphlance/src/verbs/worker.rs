//! `graphlance worker`: the child process around an embedded engine.

use std::process::ExitCode;

use crate::cli::Worker;
use crate::exit::Exit;

/// Serves until the parent closes the pipe.
pub fn run(arguments: &Worker) -> ExitCode {
    match graphlance_engines::embedded(&arguments.engine) {
        Some(serve) => ExitCode::from(u8::try_from(serve()).unwrap_or(1)),
        None => {
            let engine = graphlance_report::quote::line(&arguments.engine);
            eprintln!("graphlance worker: unknown engine `{engine}`");
            Exit::Usage.into()
        }
    }
}
