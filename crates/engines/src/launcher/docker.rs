//! Engines in containers, for systems on which they cannot be installed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::file::Docker;

/// The container tool, if it is there and its daemon answers.
pub fn find() -> Option<PathBuf> {
    quiet(Command::new("docker").arg("version"))
        .status()
        .ok()
        .filter(|status| status.success())
        .map(|_| PathBuf::from("docker"))
}

/// Removes a container that a killed graphlance left running; a name that graphlance does not give is left alone.
pub fn remove(name: &str) {
    let ours = |name: &str| name.chars().all(|character| character.is_ascii_alphanumeric() || character == '-');
    if name.starts_with("graphlance-") && ours(name) {
        // When it is gone already there is nothing to do, and nobody to tell.
        let _ = quiet(Command::new("docker").args(["rm", "--force", name])).status();
    }
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

/// A container that is removed when this is dropped: killing the client that started it is not enough.
#[derive(Debug)]
pub struct Container {
    docker: PathBuf,
    name: String,
}

impl Container {
    /// A container that has not been started, under a name that nobody else uses.
    pub fn new(docker: PathBuf, name: String) -> Container {
        Container { docker, name }
    }

    /// The command that runs it in the foreground, its ports as `ports` of the loopback interface. `fill` replaces the
    /// places in texts.
    pub fn run(
        &self,
        how: &Docker,
        ports: &BTreeMap<String, u16>,
        memory: Option<u64>,
        fill: impl Fn(&str) -> String,
    ) -> Command {
        let mut command = Command::new(&self.docker);
        command.args(["run", "--rm", "--name", &self.name]);
        for (name, inside) in &how.ports {
            if let Some(outside) = ports.get(name) {
                command.arg("--publish").arg(format!("127.0.0.1:{outside}:{inside}"));
            }
        }
        if let Some(bytes) = memory {
            command.arg("--memory").arg(bytes.to_string());
        }
        for (name, value) in &how.environment {
            command.arg("--env").arg(format!("{name}={}", fill(value)));
        }
        command.arg(fill(&how.image)).args(how.arguments.iter().map(|argument| fill(argument)));
        command
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        // When it is gone already there is nothing to do, and nobody to tell.
        let _ = quiet(Command::new(&self.docker).args(["rm", "--force", &self.name])).status();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_is_run_with_its_ports_and_arguments() {
        let how = Docker {
            image: "x/y:v{version}".to_owned(),
            ports: [("bolt".to_owned(), 7687)].into(),
            environment: [("ARGS".to_owned(), "--save ''".to_owned())].into(),
            arguments: vec!["--log".to_owned()],
        };
        let ports = [("bolt".to_owned(), 6500)].into();
        let command =
            Container::new("docker".into(), "graphlance-x".to_owned())
                .run(&how, &ports, Some(1024), |text| text.replace("{version}", "1"));
        let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        let text = words.join(" ");
        assert!(text.starts_with("run --rm --name graphlance-x "), "{text}");
        assert!(
            text.ends_with("--publish 127.0.0.1:6500:7687 --memory 1024 --env ARGS=--save '' x/y:v1 --log"),
            "{text}"
        );
    }
}
