//! `life.json`: what people and replays have said of a bug since it was found.

use std::path::Path;

use graphlance_report::BugLife;
use serde::{Deserialize, Serialize};

use crate::standing::State;
use crate::store::{StoreError, reading, write_json};

/// The version of the JSON form of [`LifeFile`].
pub const LIFE_VERSION: u32 = 1;

/// The file's name in a bug's folder.
const LIFE: &str = "life.json";

/// `life.json`. A bug without one is new.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LifeFile {
    /// [`LIFE_VERSION`].
    pub version: u32,
    /// Where the bug stands.
    pub state: BugLife,
    /// Where it is discussed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub link: String,
    /// What is to be known of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What replays saw, a line whenever that or the engine's version was another one than before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Seen>,
}

/// What a replay saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The engine with its version.
    pub engine: String,
    /// In a word or two: `right`, `fails`, `flaky`, ..
    pub outcome: String,
}

impl Default for LifeFile {
    fn default() -> LifeFile {
        LifeFile {
            version: LIFE_VERSION,
            state: BugLife::New,
            link: String::new(),
            note: String::new(),
            seen: Vec::new(),
        }
    }
}

impl LifeFile {
    /// Reads that of a bug's folder; the default where there is none. Errors name the file and what is wrong in it.
    pub fn read(folder: &Path) -> Result<LifeFile, StoreError> {
        let path = folder.join(LIFE);
        if !path.exists() {
            return Ok(LifeFile::default());
        }
        let text = reading::text(&path)?;
        let form = |message: String| StoreError::Form { path: path.clone(), message };
        let life: LifeFile = serde_json::from_str(&text).map_err(|error| form(error.to_string()))?;
        if life.version != LIFE_VERSION {
            return Err(form(format!("it has version {}; this graphlance reads version {LIFE_VERSION}", life.version)));
        }
        Ok(life)
    }

    /// Writes that of a bug's folder.
    pub fn write(&self, folder: &Path) -> Result<(), StoreError> {
        write_json(&folder.join(LIFE), self)
    }

    /// Where the bug stands after a replay; none where the replay decided nothing. What was fixed and fails again, be it only
    /// sometimes, has regressed; of what fails sometimes, a replay that always fails or never does says nothing new.
    pub fn after(&self, outcome: State) -> Option<BugLife> {
        match (outcome, self.state) {
            (State::Refused | State::Unusable, _) => None,
            (State::Right, BugLife::Flaky) => Some(BugLife::Flaky),
            (State::Right, _) => Some(BugLife::Fixed),
            (State::SameWrong | State::OtherWrong | State::Flaky, BugLife::Fixed | BugLife::Regressed) => {
                Some(BugLife::Regressed)
            }
            (State::Flaky, _) => Some(BugLife::Flaky),
            (State::SameWrong | State::OtherWrong, before) => Some(before),
        }
    }

    /// With what a replay saw on an engine.
    pub fn with(&self, outcome: State, engine: &str) -> LifeFile {
        let mut life = self.clone();
        let Some(state) = self.after(outcome) else { return life };
        life.state = state;
        let seen = Seen { engine: engine.to_owned(), outcome: outcome.name().to_owned() };
        if life.seen.last() != Some(&seen) {
            life.seen.push(seen);
        }
        life
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(state: BugLife, outcome: State, wanted: Option<BugLife>) {
        assert_eq!(LifeFile { state, ..LifeFile::default() }.after(outcome), wanted, "{state}, {outcome:?}");
    }

    #[test]
    fn a_bug_lives() {
        check(BugLife::New, State::SameWrong, Some(BugLife::New));
        check(BugLife::New, State::Right, Some(BugLife::Fixed));
        check(BugLife::Known, State::OtherWrong, Some(BugLife::Known));
        check(BugLife::Known, State::Right, Some(BugLife::Fixed));
        check(BugLife::Known, State::Flaky, Some(BugLife::Flaky));
        check(BugLife::Fixed, State::Right, Some(BugLife::Fixed));
        check(BugLife::Fixed, State::SameWrong, Some(BugLife::Regressed));
        check(BugLife::Fixed, State::Flaky, Some(BugLife::Regressed));
        check(BugLife::Regressed, State::SameWrong, Some(BugLife::Regressed));
        check(BugLife::Flaky, State::Right, Some(BugLife::Flaky));
        check(BugLife::Flaky, State::SameWrong, Some(BugLife::Flaky));
        check(BugLife::Known, State::Refused, None);
        check(BugLife::Known, State::Unusable, None);
    }

    #[test]
    fn what_replays_saw_is_kept_once() {
        let place = tempfile::tempdir().expect("a folder");
        assert_eq!(LifeFile::read(place.path()).expect("the default"), LifeFile::default());
        let known = LifeFile { state: BugLife::Known, link: "https://example.org/7".to_owned(), ..LifeFile::default() };
        let twice = known.with(State::SameWrong, "a 1").with(State::SameWrong, "a 1").with(State::Right, "a 2");
        twice.write(place.path()).expect("a file");
        let read = LifeFile::read(place.path()).expect("what was written");
        let seen: Vec<(&str, &str)> = read.seen.iter().map(|one| (&*one.engine, &*one.outcome)).collect();
        assert_eq!((read.state, seen), (BugLife::Fixed, vec![("a 1", "fails"), ("a 2", "right")]));
        std::fs::write(place.path().join(LIFE), "{\"version\": 1, \"state\": \"dead\"}").expect("a file");
        let error = LifeFile::read(place.path()).expect_err("no state").to_string();
        assert!(error.contains("life.json") && error.contains("dead"), "{error}");
    }
}
