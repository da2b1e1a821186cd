//! The scripts that install engines, run by hand against fakes of python3, curl, gpgv and mvn: what is downloaded is
//! compared with what was recorded or signed, and a folder is whole or not there. No network.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Takes the place of python3 and of the Python of a virtual environment: writes down what pip is told.
const PYTHON: &str = r#"
case "$*" in
  '-m venv '*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
  *'pip check') ;;
  *' pip '*) echo "$*" >> "$LOG"; eval "last=\${$#}"; cat "$last" >> "$LOG"; eval "$PIP" ;;
  '-m zipfile -l '*) echo 'org/neo4j/server/CommunityEntryPoint.class 0' ;;
esac
"#;

/// Takes the place of curl: addresses are files of a folder.
const CURL: &str = r#"
while [ $# -gt 0 ]; do
  case $1 in -o) out=$2; shift ;; http*) url=$1 ;; esac
  shift
done
cp "$MIRROR_FILES/${url#http://mirror/}" "$out" 2>/dev/null || { echo "curl: 404" >&2; exit 22; }
"#;

/// Takes the place of gpgv: the first line of a file says what to think of its signature.
const GPGV: &str = r#"
while [ $# -gt 1 ]; do
  case $1 in --output) out=$2 ;; esac
  shift
done
echo "[GNUPG:] $(head -n 1 "$1") KEY" >&3
tail -n +2 "$1" > "$out"
"#;

/// Takes the place of mvn, which splits its options at spaces.
const MVN: &str = r#"
echo "$*" >> "$LOG"
for word in $MAVEN_OPTS; do
  case $word in -*) ;; *) echo "no option: $word" >&2; exit 1 ;; esac
done
for word in "$@"; do
  case $word in
    -DoutputDirectory=*) echo "$JAR" > "${word#*=}/neo4j-5.0.0.jar" ;;
    -Dmaven.repo.local=*) mkdir "${word#*=}" ;;
  esac
done
"#;

/// A script that unpacks one package of Debian's.
const DEBIAN: &str = r#"
set -eu
shared=$(dirname "$0")
. "$shared/common.sh"
. "$shared/debian.sh"
begin "$1"
debian_index
mkdir "$work/runtime"
unpack libc6 "$work/runtime"
touch "$work/start"
finish start
"#;

/// Folders and programs of one test; HOME is a folder that does not exist.
struct Stage {
    place: tempfile::TempDir,
    environment: Vec<(&'static str, String)>,
}

impl Stage {
    fn new() -> Stage {
        let place = tempfile::tempdir().expect("a folder");
        // Paths with spaces are paths.
        let here = place.path().join("some where");
        for name in ["bin", "mirror", "engines"] {
            std::fs::create_dir_all(here.join(name)).expect("a folder");
        }
        let folders = graphlance_catalog::ENGINES.iter().map(|folder| (folder.name, folder.files));
        for (folder, files) in folders.chain([("shared", graphlance_catalog::SHARED)]) {
            for (name, text) in files {
                let file = here.join("scripts").join(folder).join(name);
                std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
                std::fs::write(file, text).expect("a copy");
            }
        }
        let stage = Stage { place, environment: Vec::new() };
        for (name, text) in [("python3", PYTHON), ("curl", CURL), ("gpgv", GPGV), ("mvn", MVN)] {
            stage.program(name, text);
        }
        stage.program("dpkg-deb", "cp \"$2\" \"$3/unpacked\"");
        stage.program("java", "echo 'openjdk version \"21.0.1\"' >&2");
        std::fs::write(stage.at("scripts/shared/debian-test.sh"), DEBIAN).expect("a script");
        stage
    }

    fn at(&self, path: &str) -> PathBuf {
        self.place.path().join("some where").join(path)
    }

    fn program(&self, name: &str, text: &str) {
        let path = self.at("bin").join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}")).expect("a program");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("permissions");
    }

    fn with(mut self, name: &'static str, value: &str) -> Stage {
        self.environment.push((name, value.to_owned()));
        self
    }

    fn command(&self, script: &str, release: &str) -> Command {
        // What a shell starts in the background ignores SIGINT, and no script can trap what was ignored when it began.
        let mut command = Command::new("/usr/bin/env");
        command.args(["--default-signal=INT", "/bin/sh"]);
        command.arg(self.at("scripts").join(script)).arg(self.at("engines/engine-1")).arg(release);
        command.env_clear().env("PATH", format!("{}:/usr/bin:/bin", self.at("bin").display()));
        command.env("HOME", self.at("no home")).env("LOG", self.at("log")).env("PIP", "true").env("JAR", "jar");
        command.env("DEBIAN_MIRROR", "http://mirror").env("MIRROR_FILES", self.at("mirror"));
        command.env("DEBIAN_KEYRING", self.at("bin/gpgv")).env("PYTHON", self.at("bin/python3"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    fn run(&self, script: &str, release: &str) -> Output {
        self.command(script, release).output().expect("sh starts")
    }

    fn start(&self, script: &str, release: &str) -> Child {
        self.command(script, release).process_group(0).stderr(Stdio::null()).spawn().expect("sh starts")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.at("log")).unwrap_or_default()
    }

    /// What is in the folder of engines beside locks.
    fn left(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.at("engines")).expect("a folder").flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| !name.ends_with(".graphlance-lock")).collect()
    }

    /// Runs a script that must succeed and leave one whole folder.
    #[track_caller]
    fn check_installs(&self, script: &str, release: &str) {
        let output = self.run(script, release);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(self.at("engines/engine-1/COMPLETE").exists());
        assert_eq!(self.left(), ["engine-1"]);
        assert!(!self.at("no home").exists(), "something was written to HOME");
    }

    /// Runs a script that must fail with these words and leave nothing.
    #[track_caller]
    fn check_fails(&self, script: &str, release: &str, parts: &[&str]) {
        let output = self.run(script, release);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && parts.iter().all(|part| said.contains(part)), "{said}");
        assert_eq!(self.left(), [""; 0]);
    }
}

#[test]
fn listed_packages_are_installed_by_their_hashes() {
    let stage = Stage::new();
    stage.check_installs("shared/python.sh", "graphqlite==0.12.0 pysqlite3-binary==0.5.4.post2");
    let log = stage.log();
    assert!(log.contains("--require-hashes --no-deps"), "{log}");
    let hashed = |package: &str| log.lines().any(|line| line.starts_with(package) && line.contains(" --hash=sha256:"));
    assert!(hashed("graphqlite==0.12.0 ") && hashed("pysqlite3-binary==0.5.4.post2 "), "{log}");
}

#[test]
fn packages_that_are_not_listed_are_installed_with_what_they_need() {
    let stage = Stage::new();
    stage.check_installs("shared/python.sh", "kuzu==0.9.0");
    assert!(!stage.log().contains("--require-hashes"), "{}", stage.log());
}

#[test]
fn an_installation_that_fails_leaves_nothing() {
    Stage::new().with("PIP", "false").check_fails("shared/python.sh", "kuzu==0.11.3", &["no Python here can install"]);
    Stage::new().with("PIP", "false").check_fails("falkordb/install.sh", "0.11.0", &[]);
    Stage::new().with("PIP", "false").check_fails("arcadedb/install.sh", "26.10.2.post1", &[]);
}

/// Starts a script whose pip takes its time, and ends it by a signal to its group.
fn end_in_the_middle(stage: &Stage, signal: &str) {
    let mut child = stage.start("shared/python.sh", "kuzu==0.11.3");
    let end = Instant::now() + Duration::from_secs(60);
    while !stage.log().contains("pip install") {
        assert!(Instant::now() < end, "pip is not reached");
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut kill = Command::new("kill");
    assert!(kill.args([signal, "--", &format!("-{}", child.id())]).status().expect("kill starts").success());
    child.wait().expect("its end");
}

#[test]
fn an_interrupted_installation_leaves_nothing() {
    for signal in ["-INT", "-TERM"] {
        let stage = Stage::new().with("PIP", "sleep 100");
        end_in_the_middle(&stage, signal);
        assert_eq!(stage.left(), [""; 0], "{signal}");
    }
}

#[test]
fn a_killed_installation_is_done_again() {
    let stage = Stage::new().with("PIP", "sleep 100");
    end_in_the_middle(&stage, "-KILL");
    assert!(!stage.left().is_empty() && !stage.at("engines/engine-1/COMPLETE").exists());
    let stage = stage.with("PIP", "true");
    stage.check_installs("shared/python.sh", "kuzu==0.11.3");
}

#[test]
fn two_at_a_time_install_once() {
    let stage = Stage::new().with("PIP", "sleep 0.5");
    let mut both = [stage.start("shared/python.sh", "kuzu==0.11.3"), stage.start("shared/python.sh", "kuzu==0.11.3")];
    assert!(both.iter_mut().all(|child| child.wait().expect("its end").success()));
    assert_eq!(stage.log().matches("pip install").count(), 1, "{}", stage.log());
}

#[test]
fn a_folder_that_was_there_is_not_touched() {
    let stage = Stage::new();
    std::fs::create_dir(stage.at("engines/engine-1")).expect("a folder");
    std::fs::write(stage.at("engines/engine-1/mine"), "x").expect("a file");
    let output = stage.run("shared/python.sh", "kuzu==0.11.3");
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("is there already"));
    assert!(stage.at("engines/engine-1/mine").exists());
}

/// Fills the mirror: `signature` is what gpgv says of the release file, the other texts are those of the files, hashed as
/// they are `recorded`.
fn archive(stage: &Stage, signature: &str, package: [&str; 2], index_is_right: bool) {
    let debian = if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };
    let hash = |text: &[u8]| {
        let path = stage.at("hashed");
        std::fs::write(&path, text).expect("a file");
        let output = Command::new("sha256sum").arg(path).output().expect("sha256sum starts");
        String::from_utf8_lossy(&output.stdout)[..64].to_owned()
    };
    let [recorded, sent] = package;
    let write = |name: &str, bytes: &[u8]| {
        let path = stage.at("mirror").join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    };
    let index = format!("Package: libc6\nFilename: pool/libc6.deb\nSHA256: {}\n", hash(recorded.as_bytes()));
    std::fs::write(stage.at("index"), &index).expect("a file");
    let packed = Command::new("xz").args(["-kc"]).arg(stage.at("index")).output().expect("xz starts").stdout;
    let of_index = if index_is_right { hash(&packed) } else { hash(b"another") };
    write(&format!("dists/trixie/main/binary-{debian}/Packages.xz"), &packed);
    let release = format!(
        "Codename: trixie\nMD5Sum:\n x 1 main/binary-{debian}/Packages.xz\nSHA256:\n {of_index} 1 main/binary-{debian}/Packages.xz\n"
    );
    write("dists/trixie/InRelease", format!("{signature}\n{release}").as_bytes());
    write("pool/libc6.deb", sent.as_bytes());
}

#[test]
fn packages_of_debian_are_checked_from_the_signature_down() {
    let stage = Stage::new();
    archive(&stage, "GOODSIG", ["right", "right"], true);
    stage.check_installs("shared/debian-test.sh", "");
}

#[track_caller]
fn check_refused(signature: &str, package: [&str; 2], index_is_right: bool, part: &str) {
    let stage = Stage::new();
    archive(&stage, signature, package, index_is_right);
    stage.check_fails("shared/debian-test.sh", "", &[part]);
}

#[test]
fn what_debian_did_not_sign_is_refused() {
    check_refused("BADSIG", ["right", "right"], true, "is not signed by Debian's archive");
    check_refused("EXPKEYSIG", ["right", "right"], true, "is not signed by Debian's archive");
    check_refused("NO_PUBKEY", ["right", "right"], true, "is not signed by Debian's archive");
    check_refused("GOODSIG", ["right", "right"], false, "is not the one that its release file names");
    check_refused("GOODSIG", ["right", "wrong"], true, "libc6 is not the file that the package index names");
}

#[test]
fn without_keys_or_gpgv_nothing_is_taken() {
    let keyless = Stage::new().with("DEBIAN_KEYRING", "/no/such/file");
    archive(&keyless, "GOODSIG", ["right", "right"], true);
    keyless.check_fails("shared/debian-test.sh", "", &["DEBIAN_KEYRING=/no/such/file cannot be read"]);
    let stage = Stage::new();
    archive(&stage, "GOODSIG", ["right", "right"], true);
    // Only the programs that a script needs before it looks for gpgv.
    std::fs::remove_file(stage.at("bin/gpgv")).expect("it was there");
    for name in ["sh", "uname", "dirname", "basename", "mkdir", "rm", "rmdir", "cat", "flock", "xz", "sha256sum"] {
        let found = ["/bin", "/usr/bin"].iter().map(|folder| Path::new(folder).join(name)).find(|path| path.exists());
        std::os::unix::fs::symlink(found.expect("it is there"), stage.at("bin").join(name)).expect("a link");
    }
    let only = stage.at("bin").display().to_string();
    stage.with("PATH", &only).check_fails(
        "shared/debian-test.sh",
        "",
        &["gpgv is missing", "install the package gpgv"],
    );
}

#[test]
fn jars_are_those_that_were_recorded() {
    let unknown = Stage::new();
    unknown.check_installs("neo4j/install.sh", "5.0.0");
    let log = unknown.log();
    assert!(log.contains(" -C ") && log.contains("-Dmaven.repo.local="), "{log}");
    let said = String::from_utf8_lossy(&unknown.run("neo4j/install.sh", "5.0.0").stderr).into_owned();
    assert_eq!(said, "", "a second run has nothing to do");
    let stage = Stage::new();
    let mut lock = std::fs::read_to_string(stage.at("scripts/shared/jars.lock")).expect("the lock");
    lock.push_str("neo4j 5.0.0 0123\n");
    std::fs::write(stage.at("scripts/shared/jars.lock"), lock).expect("the lock");
    stage.check_fails("neo4j/install.sh", "5.0.0", &["are not those that were recorded", "not 0123"]);
}
