//! A hunt that was ended before its budget, as another finds it that goes on from there.

use std::path::Path;

use graphlance_case::Languages;
use graphlance_shrink::{Failure, Family};

use crate::bug_file::{BUG_FILE, BugFile};
use crate::coverage::Coverage;
use crate::event::Event;
use crate::found::Found;
use crate::plans::Plans;
use crate::registry::{Kinship, Registry};
use crate::run_file::{RunFile, RunState};
use crate::store::{Store, StoreError, bug_folders, merged_into, read_found};

/// What an ended hunt left in its output folder.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// What it was told and did.
    pub run: RunFile,
    coverage: Coverage,
    bugs: Vec<Found>,
    /// Other fingerprints of bugs, each with the bug's: of what was merged into them, and those that they were filed with before
    /// they had a cause.
    aliases: Vec<(String, String)>,
    /// The shapes of plans that were met.
    plans: Vec<u64>,
}

impl Earlier {
    /// Reads an output folder. Errors: there is no `run.json` in it, or a file of it is not in the form of this version.
    pub fn read(store: &Store, languages: &Languages) -> Result<Earlier, StoreError> {
        let (mut bugs, mut aliases, mut plans) = (Vec::new(), Vec::new(), Vec::new());
        for path in bug_folders(store.root())? {
            let found = read_found(&path, languages)?;
            let mut others = merged_in(store, &path)?;
            for merged in merged_into(&path)? {
                others.push(read_found(&merged, languages)?.fingerprint);
                others.append(&mut merged_in(store, &merged)?);
            }
            aliases.extend(others.into_iter().map(|other| (other, found.fingerprint.clone())));
            bugs.push(found);
        }
        for entry in store.read_events()? {
            match entry.event {
                Event::NewPlan { plan, .. } => plans.extend(u64::from_str_radix(&plan, 16)),
                Event::FiledAnew { fingerprint, was, .. } => aliases.push((was, fingerprint)),
                _ => {}
            }
        }
        let (run, coverage) = (store.read_json("run.json")?, store.read_json("coverage.json")?);
        Ok(Earlier { run, coverage, bugs, aliases, plans })
    }

    /// The plans that were met.
    pub(super) fn plans(&self) -> Plans {
        Plans::of_earlier(self.plans.iter().copied(), &self.run.plans_by_minute)
    }

    /// What workers go on adding to.
    pub(super) fn state(&self) -> RunState {
        RunState {
            coverage: self.coverage.clone(),
            bugs: self.run.bugs.clone(),
            changes: self.run.adaptation.clone(),
            engine_cpu: self.run.engine_cpu_seconds,
            reached: self.run.reached.clone(),
            shares: self.run.shares.clone(),
            stated: self.run.stated.clone(),
            ..RunState::default()
        }
    }

    /// Files its bugs, so that none is found a second time.
    pub(super) fn file(&self, registry: &mut Registry) {
        for Found { case, evidence, responses, fingerprint, .. } in &self.bugs {
            let failure = Failure { case: case.clone(), evidence: evidence.clone(), responses: responses.clone() };
            let features = crate::triage::features_of(&failure);
            let explained = self.run.bugs.iter().any(|bug| bug.fingerprint == *fingerprint && bug.cause.is_some());
            let kinship = Kinship { explained, ..Kinship::default() };
            registry.open(fingerprint, &Family::of(case, evidence, responses), &features, &kinship);
        }
        let is_bug = |fingerprint: &String| self.bugs.iter().any(|bug| bug.fingerprint == *fingerprint);
        for (fingerprint, bug) in self.aliases.iter().filter(|(_, bug)| is_bug(bug)) {
            registry.add(fingerprint, bug);
        }
    }
}

/// The fingerprints of what a bug's file says was merged into it. A folder of an older release has no such file.
fn merged_in(store: &Store, bug: &Path) -> Result<Vec<String>, StoreError> {
    if !bug.join(BUG_FILE).exists() {
        return Ok(Vec::new());
    }
    let bug: BugFile = store.read_json(&format!("{}/{BUG_FILE}", store.relative(bug)))?;
    Ok(bug.merged.into_iter().map(|one| one.fingerprint).collect())
}
