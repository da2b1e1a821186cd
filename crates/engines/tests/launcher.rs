//! Launchers: engines that die at their start, are slow, find their port taken; and what is left of them afterwards.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use graphlance_case::Response;
use graphlance_case::language::{Cypher, Language};
use graphlance_engines::launcher::{LaunchedTarget, Launcher, Places};
use graphlance_engines::{Target, TargetError, TargetOptions, resolve};

const DEADLINE: Duration = Duration::from_secs(5);

/// A launcher of one version whose program is a shell script, with further lines of TOML.
fn launcher(folder: &Path, protocol: &str, script: &str, more: &str) -> Launcher {
    let program = folder.join("engine");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("permissions");
    let text = format!(
        "name = 'fake'\nproduct = 'Fake'\ndescription = ''\nlanguages = ['cypher']\nprotocol = '{protocol}'\n\
         default = '1'\nversions = {{ '1' = '1' }}\n[start]\ncommand = ['{}', '{{data}}', '{{port.one}}']\n\
         ports = ['one']\nready_seconds = 1\n{more}",
        program.display()
    );
    Launcher::parse("fake.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn target(launcher: Launcher, wanted: Option<&str>, folder: &Path) -> Result<LaunchedTarget, TargetError> {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_graphlance-fake-worker"));
    let places = Places { engines: Some(folder.join("engines")), launchers: Some(folder.to_owned()), program };
    LaunchedTarget::new(launcher, wanted, places, None, Cypher.standard())
}

#[track_caller]
fn check_start(script: &str, more: &str, parts: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = launcher(folder.path(), "bolt", script, more);
    let opened = target(launcher, None, folder.path()).expect("a target").open(0);
    let error = opened.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
}

#[test]
fn a_server_that_dies_at_its_start_shows_its_log() {
    check_start("echo 'Module refused to load'; exit 1", "", &["Fake died", "exit code 1", "Module refused to load"]);
    check_start("kill -SEGV $$", "", &["signal 11"]);
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let begun = Instant::now();
    check_start("echo 'still thinking'; sleep 100", "", &["does not answer in time", "still thinking"]);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn a_taken_port_is_tried_again_on_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let ports = folder.path().join("ports");
    let script = format!("echo $2 >> {}; echo 'Address already in use'; exit 1", ports.display());
    let launcher = launcher(folder.path(), "bolt", &script, "");
    assert!(target(launcher, None, folder.path()).expect("a target").open(0).is_err());
    let tried = std::fs::read_to_string(ports).expect("the ports that were tried");
    assert_eq!(tried.lines().count(), 3);
}

#[test]
fn files_are_written_into_a_private_folder_that_goes_with_the_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let seen = folder.path().join("seen");
    let script = format!("echo \"$1\" > {0}; cat \"$1/conf/engine.conf\" >> {0}; exit 1", seen.display());
    let files = "[start.files]\n'conf/engine.conf' = 'listen {port.one} version {version}'";
    let launcher = launcher(folder.path(), "bolt", &script, files);
    assert!(target(launcher, None, folder.path()).expect("a target").open(0).is_err());
    let seen = std::fs::read_to_string(seen).expect("what the engine saw");
    let (data, conf) = seen.split_once('\n').expect("two lines");
    assert!(conf.starts_with("listen ") && conf.contains("version 1"), "{conf}");
    assert!(!Path::new(data).exists(), "{data} is left");
}

#[test]
fn a_worker_is_an_engine_like_any_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_graphlance-fake-worker");
    let script = format!("exec {program} fake right");
    let target = target(launcher(folder.path(), "worker", &script, ""), None, folder.path()).expect("a target");
    let mut driver = target.open(0).expect("a worker");
    assert!(matches!(driver.run("RETURN 1", DEADLINE), Response::Table(_)));
}

#[test]
fn a_local_build_takes_the_place_of_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = folder.path().join("my-build");
    std::fs::write(&build, "").expect("a build");
    let more = "build_command = ['/bin/sh', '-c', 'echo build {build}; exit 7']";
    let launcher = launcher(folder.path(), "bolt", "exit 1", more);
    let target = target(launcher, build.to_str(), folder.path()).expect("a target");
    let error = target.open(0).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("exit code 7") && error.contains("my-build"), "{error}");
}

#[test]
fn an_installation_that_fails_says_what_the_script_said() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.sh"), "echo 'no such package' >&2; exit 3").expect("a script");
    let mut launcher = launcher(folder.path(), "bolt", "exit 1", "");
    launcher.install = toml::from_str("script = 'mine.sh'\nneeds = ['luck']").ok();
    let opened = target(launcher, None, folder.path()).expect("a target").open(0);
    let error = opened.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(["no such package", "luck", "Next step"].iter().all(|part| error.contains(part)), "{error}");
}

#[test]
fn a_folder_of_the_users_has_its_script_and_its_programs_beside_it() {
    let place = tempfile::tempdir().expect("a folder");
    let home = place.path().join("launchers/mine");
    std::fs::create_dir_all(&home).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(home.join(name), text).expect("a file");
    write(
        "engine.toml",
        "name = 'mine'\nproduct = 'Mine'\ndescription = ''\nlanguages = ['cypher']\nprotocol = 'worker'\ndefault = '1'\n\
         versions = { '1' = 'release-1' }\n[install]\nscript = 'install.sh'\n[start]\n\
         command = ['sh', '{folder}/serve.sh', '{install}/engine', '{shared}/common.sh']\n",
    );
    // It uses what our scripts share.
    let install = "set -eu\nshared=$GRAPHLANCE_SHARED\n. \"$shared/common.sh\"\nbegin \"$1\"\necho \"$2\" > \"$work/engine\"\nfinish engine\n";
    write("install.sh", install);
    let fake = env!("CARGO_BIN_EXE_graphlance-fake-worker");
    write("serve.sh", &format!("grep -q release-1 \"$1\" && test -f \"$2\" && exec {fake} fake right\n"));
    let options = TargetOptions {
        launchers: Some(place.path().join("launchers")),
        engines: Some(place.path().join("engines")),
        ..TargetOptions::default()
    };
    let target = resolve("mine", &options).unwrap_or_else(|error| panic!("{error}"));
    let mut driver = target.open(0).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(driver.run("RETURN 1", DEADLINE), Response::Table(_)));
    assert!(place.path().join("engines/mine-1/COMPLETE").exists());
}
