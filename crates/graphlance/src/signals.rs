//! Ctrl-C: the first asks for an end in good order, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::exit::{Exit, Problem};

/// A flag that the first Ctrl-C (or SIGTERM) sets; the second ends the process.
pub fn listen() -> Result<Arc<AtomicBool>, Problem> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // In this order: the first signal finds the flag unset and sets it, the second finds it set.
        signal_hook::flag::register_conditional_shutdown(
            signal,
            i32::from(Exit::Interrupted.code()),
            Arc::clone(&stop),
        )?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}
