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

/// Kills the living processes that have this entry in their environment; how many those were.
#[cfg(target_os = "linux")]
fn kill_marked(entry: &[u8]) -> usize {
    use rustix::process::{Pid, PidfdFlags, Signal};

    let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
    let ids = processes.flatten().filter_map(|process| process.file_name().to_str()?.parse::<i32>().ok());
    let ours = rustix::process::getpid();
    let mut killed = 0;
    for id in ids.filter_map(Pid::from_raw).filter(|id| *id != ours) {
        let has = || {
            let environment = std::fs::read(format!("/proc/{}/environ", id.as_raw_nonzero())).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|one| one == entry)
        };
        // Most are not, and are asked only once.
        if !has() {
            continue;
        }
        // From here on the handle stands for this process, even if its id is given to another.
        let Ok(handle) = rustix::process::pidfd_open(id, PidfdFlags::empty()) else { continue };
        if has() && rustix::process::pidfd_send_signal(&handle, Signal::KILL).is_ok() {
            killed += 1;
        }
    }
    killed
}
