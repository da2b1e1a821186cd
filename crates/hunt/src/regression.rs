//! Bugs of any age as a suite of tests: does each still fail?

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::Languages;
use graphlance_engines::{Target, TargetError};
use graphlance_report::BugLife;

use crate::clock::Clock;
use crate::found::Found;
use crate::guarded::dialect_of;
use crate::life::LifeFile;
use crate::session::{Deadlines, Session};
use crate::standing::{Standing, State, standing_on};
use crate::store::{StoreError, bug_folders, read_found};

/// A bug of a suite.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its folder, or its case file.
    pub path: PathBuf,
    /// Its case.
    pub found: Found,
    /// What was said of it before.
    pub life: LifeFile,
}

impl Member {
    /// The name of its folder, or of its file.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// What became of a bug of a suite.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// How it stands on the target.
    pub standing: Standing,
    /// Where that puts it in its life; none where nothing was decided.
    pub life: Option<BugLife>,
    /// How long it took.
    pub time: Duration,
}

/// The paths of the bugs that a path means: a bug's folder or case file itself, the bugs of an output folder, or the folders
/// of bugs in any other. Errors: the path cannot be read.
pub fn bugs_in(path: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let is_bug = |path: &Path| path.join("case.json").exists();
    if path.is_file() || is_bug(path) {
        return Ok(vec![path.to_owned()]);
    }
    if path.join("bugs").is_dir() {
        return bug_folders(path);
    }
    let read = |why| StoreError::Read { path: path.to_owned(), why };
    let mut bugs = Vec::new();
    for entry in std::fs::read_dir(path).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if is_bug(&path) {
            bugs.push(path);
        }
    }
    bugs.sort();
    Ok(bugs)
}

/// Reads a bug of a suite. Errors name the file and what is wrong in it.
pub fn read_member(path: &Path, languages: &Languages) -> Result<Member, StoreError> {
    let life = if path.is_dir() { LifeFile::read(path)? } else { LifeFile::default() };
    Ok(Member { path: path.to_owned(), found: read_found(path, languages)?, life })
}

/// Runs bugs one after the other on fresh databases of one target, each so many times, and tells of each as it ends. Errors: the
/// clock ran out. A target that cannot be used leaves all undecided.
pub fn replay_on(
    members: &[Member],
    target: &Arc<dyn Target>,
    times: u32,
    deadlines: Deadlines,
    clock: &Clock,
    languages: &Languages,
    told: &mut dyn FnMut(&Member, Replayed),
) -> Result<(), TargetError> {
    let mut session: Option<Session> = None;
    for member in members {
        clock.check()?;
        let begun = Instant::now();
        let standing = match open(&mut session, target, deadlines, clock, languages) {
            Ok(session) => standing_on(&member.found.case, &member.found.responses, session, times)?,
            Err(TargetError::Stopped) => return Err(TargetError::Stopped),
            Err(error) => unusable(target.name(), &error),
        };
        let life = member.life.after(standing.state);
        if session.as_ref().is_some_and(Session::is_dead) {
            session = None;
        }
        told(member, Replayed { standing, life, time: begun.elapsed() });
    }
    Ok(())
}

/// The session, opened where there is none.
fn open<'s>(
    session: &'s mut Option<Session>,
    target: &Arc<dyn Target>,
    deadlines: Deadlines,
    clock: &Clock,
    languages: &Languages,
) -> Result<&'s mut Session, TargetError> {
    let opened = match session.take() {
        Some(open) => open,
        None => Session::open_in(target, dialect_of(target, clock)?, 0, deadlines, clock, languages)?,
    };
    Ok(session.insert(opened))
}

fn unusable(target: &str, error: &TargetError) -> Standing {
    let detail = error.to_string().lines().next().unwrap_or_default().to_owned();
    Standing { target: target.to_owned(), engine: String::new(), state: State::Unusable, detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_means_a_bug_or_all_bugs_below_it() {
        let place = tempfile::tempdir().expect("a folder");
        let make = |name: &str| {
            let folder = place.path().join(name);
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(folder.join("case.json"), "{}").expect("a file");
        };
        for name in ["out/bugs/b", "out/bugs/a", "kept/y", "kept/x"] {
            make(name);
        }
        std::fs::create_dir_all(place.path().join("kept/no bug")).expect("a folder");
        let names = |path: &str| -> Vec<String> {
            let found = bugs_in(&place.path().join(path)).expect("it can be read");
            found.iter().map(|one| one.strip_prefix(place.path()).unwrap_or(one).display().to_string()).collect()
        };
        assert_eq!(names("out"), ["out/bugs/a", "out/bugs/b"]);
        assert_eq!(names("kept"), ["kept/x", "kept/y"]);
        assert_eq!(names("kept/x"), ["kept/x"]);
        assert_eq!(names("kept/x/case.json"), ["kept/x/case.json"]);
        assert!(bugs_in(&place.path().join("nowhere")).is_err());
    }
}
