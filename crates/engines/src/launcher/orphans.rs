//! Processes that a killed graphlance left behind. What it starts itself dies with it; what those start in turn may not.

use std::path::Path;

/// The variable of the environment that names the folder to which a process belongs. Its children inherit it, in process
/// groups and sessions of their own as well, and no process of anybody else's has it.
pub const VARIABLE: &str = "GRAPHLANCE_FOLDER";

/// A process that is killed may just have started another.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 20;

/// Kills the processes of a folder whose owner is dead. Where the system does not tell the environment of processes there
/// is nothing to go by.
#[cfg(target_os = "linux")]
pub fn kill_all_of(folder: &Path) {
    use std::os::unix::ffi::OsStrExt;

    let mut entry = format!("{VARIABLE}=").into_bytes();
    entry.extend_from_slice(folder.as_os_str().as_bytes());
    for _ in 0..ROUNDS {
        if kill_marked(&entry) == 0 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(not(target_os = "linux"))]
pub fn kill_all_of(_folder: &Path) {}

/// Kills the living processes that have this entry in their environment; how many those were, and those that cannot tell
/// theirs yet.
#[cfg(target_os = "linux")]
fn kill_marked(entry: &[u8]) -> usize {
    use rustix::process::{Pid, PidfdFlags, Signal};

    let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
    let ids = processes.flatten().filter_map(|process| process.file_name().to_str()?.parse::<i32>().ok());
    let ours = rustix::process::getpid();
    let mut seen = 0;
    for id in ids.filter_map(Pid::from_raw).filter(|id| *id != ours) {
        let place = format!("/proc/{}", id.as_raw_nonzero());
        let environment = || std::fs::read(format!("{place}/environ")).ok();
        let has = |environment: &[u8]| environment.split(|byte| *byte == 0).any(|one| one == entry);
        // Most are not, and are asked only once.
        match environment() {
            Some(first) if first.is_empty() && is_starting(&place) => seen += 1,
            Some(first) if has(&first) => {
                // From here on the handle stands for this process, even if its id is given to another.
                let Ok(handle) = rustix::process::pidfd_open(id, PidfdFlags::empty()) else { continue };
                let same = environment().is_some_and(|second| has(&second));
                if same && rustix::process::pidfd_send_signal(&handle, Signal::KILL).is_ok() {
                    seen += 1;
                }
            }
            _ => {}
        }
    }
    seen
}

/// Whether a process has its new program but not yet the environment that goes with it: for a moment after it was started
/// the environment reads as empty. Threads of the kernel and the dead have no program.
#[cfg(target_os = "linux")]
fn is_starting(place: &str) -> bool {
    // Field 50 of `stat` (proc(5)) is where the environment begins. The name, field 2, may hold blanks and parentheses.
    const ENVIRONMENT_AFTER_NAME: usize = 50 - 3;

    let stat = std::fs::read_to_string(format!("{place}/stat")).unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    std::fs::read_link(format!("{place}/exe")).is_ok()
        && after_name.split_whitespace().nth(ENVIRONMENT_AFTER_NAME) == Some("0")
}
