//! grafeo: an embedded engine, run in a child process of the same binary.

#[cfg(feature = "grafeo")]
mod engine;
#[cfg(feature = "grafeo")]
mod values;

/// What it is called.
pub const NAME: &str = "grafeo";

#[cfg(feature = "grafeo")]
/// The worker process: serves grafeo on standard input and output until the input ends. The exit code of the process.
pub fn worker_main() -> i32 {
    let mut requests = std::io::BufReader::with_capacity(1 << 16, std::io::stdin());
    let mut answers = std::io::stdout();
    match crate::worker::serve(&mut engine::GrafeoEngine::new(), &mut requests, &mut answers) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("grafeo worker: {error}");
            1
        }
    }
}

#[cfg(not(feature = "grafeo"))]
/// The worker process of a build without grafeo: says so. The exit code of the process.
pub fn worker_main() -> i32 {
    eprintln!("this build of graphlance has no grafeo in it (feature `grafeo`)");
    1
}
