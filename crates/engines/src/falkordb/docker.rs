//! FalkorDB in a container, for systems on which it cannot be installed.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The image of the version that is installed elsewhere.
const IMAGE: &str = "falkordb/falkordb-server:v4.18.3";

/// The container tool, if it is there and its daemon answers.
pub fn find() -> Option<PathBuf> {
    let mut command = Command::new("docker");
    command.arg("version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().ok().filter(|status| status.success()).map(|_| PathBuf::from("docker"))
}

/// A container that is removed when this is dropped: killing the client that started it is not enough.
#[derive(Debug)]
pub struct Container {
    docker: PathBuf,
    name: String,
}

impl Container {
    /// A container that has not been started, under a name of its own.
    pub fn new(docker: PathBuf) -> Container {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Container { docker, name: format!("graphlance-{}-{number}", std::process::id()) }
    }

    /// The command that runs it in the foreground, as `port` of the loopback interface.
    pub fn run(&self, port: u16, memory: Option<u64>, redis: &[&str], module: &[&str]) -> Command {
        let mut command = Command::new(&self.docker);
        command.args(["run", "--rm", "--name", &self.name, "--publish", &format!("127.0.0.1:{port}:6379")]);
        if let Some(bytes) = memory {
            command.arg("--memory").arg(bytes.to_string());
        }
        command.arg("--env").arg(format!("REDIS_ARGS={}", redis.join(" ")));
        command.arg("--env").arg(format!("FALKORDB_ARGS={}", module.join(" ")));
        command.arg(IMAGE);
        command
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        let mut command = Command::new(&self.docker);
        command.args(["rm", "--force", &self.name]);
        // When it is gone already there is nothing to do, and nobody to tell.
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_is_run_with_the_servers_arguments() {
        let container = Container::new("docker".into());
        let command = container.run(6500, Some(1024), &["--save", "''"], &["THREAD_COUNT", "1"]);
        let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        let text = words.join(" ");
        assert!(text.starts_with("run --rm --name graphlance-"), "{text}");
        assert!(text.contains("--publish 127.0.0.1:6500:6379 --memory 1024"), "{text}");
        assert!(text.ends_with(&format!("FALKORDB_ARGS=THREAD_COUNT 1 {IMAGE}")), "{text}");
    }
}
