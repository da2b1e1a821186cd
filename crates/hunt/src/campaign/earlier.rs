//! A hunt that was ended before its budget, as another finds it that goes on from there.

use graphlance_case::Languages;
use graphlance_shrink::{Failure, Family};

use crate::bug_file::{BUG_FILE, BugFile};
use crate::coverage::Coverage;
use crate::event::{Entry, Event};
use crate::found::Found;
use crate::plans::Plans;
use crate::registry::{Kinship, Registry};
use crate::run_file::{RunFile, RunState};
use crate::store::{Store, StoreError, bug_folders, read_found};

/// What an ended hunt left in its output folder.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// What it was told and did.
    pub run: RunFile,
    coverage: Coverage,
    bugs: Vec<Found>,
    /// The fingerprints of what was merged into bugs, each with the bug's.
    merged: Vec<(String, String)>,
    /// The shapes of plans that were met.
    plans: Vec<u64>,
}

impl Earlier {
    /// Reads an output folder. Errors: there is no `run.json` in it, or a file of it is not in the form of this version.
    pub fn read(store: &Store, languages: &Languages) -> Result<Earlier, StoreError> {
        let bugs =
            bug_folders(store.root())?.iter().map(|path| read_found(path, languages)).collect::<Result<_, _>>()?;
        let mut merged = Vec::new();
        // A folder of an older release has no such file.
        for path in bug_folders(store.root())?.into_iter().filter(|path| path.join(BUG_FILE).exists()) {
            let bug: BugFile = store.read_json(&format!("{}/{BUG_FILE}", store.relative(&path)))?;
            let fingerprints = bug.merged.into_iter().map(|one| one.fingerprint);
            merged.extend(fingerprints.map(|fingerprint| (fingerprint, bug.fingerprint.clone())));
        }
        let (run, coverage) = (store.read_json("run.json")?, store.read_json("coverage.json")?);
        let shape = |entry: Entry| match entry.event {
            Event::NewPlan { plan, .. } => u64::from_str_radix(&plan, 16).ok(),
            _ => None,
        };
        let plans = store.read_events()?.into_iter().filter_map(shape).collect();
        Ok(Earlier { run, coverage, bugs, merged, plans })
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
            registry.file(fingerprint, &Family::of(case, evidence, responses), &features, &kinship);
        }
        self.merged.iter().for_each(|(fingerprint, bug)| registry.add(fingerprint, bug));
    }
}
