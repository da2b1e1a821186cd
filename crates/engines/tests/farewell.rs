//! What is left when graphlance ends while a thread that nobody waits for is still at work. In a program of its own: nothing
//! can be started behind the end.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use graphlance_engines::launcher::folder::PrivateFolder;
use graphlance_engines::process::{Capture, Process};

/// A process that leaves its group, as engines with helpers of their own do.
fn command(folder: &PrivateFolder) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "setsid sleep 1000 & exec sleep 1000"]).stdin(Stdio::null());
    folder.house(&mut command);
    command
}

/// The living processes that belong to a folder.
fn processes_of(root: &str) -> Vec<PathBuf> {
    let entry = format!("GRAPHLANCE_FOLDER={root}");
    let is_ours = |path: &PathBuf| {
        let environment = std::fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|one| one == entry.as_bytes())
    };
    std::fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path()).filter(is_ours).collect()
}

#[test]
fn nothing_is_left_of_a_thread_that_nobody_waits_for() {
    let (started, is_started) = channel();
    // It holds its folder and starts processes until the test's process ends.
    std::thread::spawn(move || {
        let folder = PrivateFolder::new().expect("a folder");
        let root = folder.path().parent().expect("a root").to_owned();
        let mut living = Vec::new();
        loop {
            living.extend(Process::spawn(command(&folder), None, Capture::Both));
            let _ = started.send(root.clone());
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    let roots: Vec<PathBuf> = (0..3).map(|_| is_started.recv().expect("a process is started")).collect();
    let root = &roots[0];
    assert!(root.exists() && !processes_of(&root.to_string_lossy()).is_empty());

    graphlance_engines::leave_nothing();

    assert!(!root.exists());
    assert_eq!(processes_of(&root.to_string_lossy()), Vec::<PathBuf>::new());
    assert!(PrivateFolder::new().is_err());
}
