//! One statement of the case under reduction, for the passes of its language.

use std::sync::Arc;

use graphlance_case::language::{Bench, Stage};
use graphlance_case::{Case, Load, Statement, Step};
use graphlance_engines::TargetError;
use graphlance_graph::Returns;

use crate::reducer::Reducer;

/// Where a statement of a case stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The step of this number runs it.
    Step(usize),
    /// The script that loads the graph has it under this number.
    Load(usize),
}

impl Place {
    /// The places of the statements to which the passes of a stage are put. Those that follow from others are none.
    fn all(case: &Case, stage: Stage) -> Vec<Place> {
        match stage {
            Stage::Loading | Stage::LoadedLiterals => (0..case.load.script().len()).map(Place::Load).collect(),
            Stage::Large | Stage::Small | Stage::Literals | Stage::Order => {
                let own = (0..case.steps.len()).filter(|step| !case.lineage.derives(*step));
                own.map(Place::Step).filter(|place| place.of(case).is_some()).collect()
            }
        }
    }

    /// The statement at this place.
    fn of(self, case: &Case) -> Option<&Statement> {
        match self {
            Place::Step(step) => case.statement(step),
            Place::Load(number) => case.load.script().get(number),
        }
    }

    /// Puts another statement there. False when there is none to replace.
    fn put(self, case: &mut Case, edited: Statement) -> bool {
        let slot = match (self, &mut case.load) {
            (Place::Step(step), _) => case.steps.get_mut(step).and_then(Step::statement_mut),
            (Place::Load(number), Load::Script(script)) => Arc::make_mut(script).get_mut(number),
            (Place::Load(_), Load::Create) => None,
        };
        slot.map(|statement| *statement = edited).is_some()
    }
}

/// Runs the passes of a stage, each over all statements of the stage.
pub(crate) fn run_passes(reducer: &mut Reducer<'_>, stage: Stage) -> Result<(), TargetError> {
    let places = Place::all(reducer.case(), stage);
    let Some(first) = places.first().and_then(|place| place.of(reducer.case())) else { return Ok(()) };
    for pass in first.language().passes().iter().filter(|pass| pass.stage == stage) {
        for place in &places {
            let mut bench = OnStatement { reducer, place: *place, error: None };
            (pass.run)(&mut bench);
            bench.error.map_or(Ok(()), Err)?;
        }
    }
    Ok(())
}

struct OnStatement<'r, 'a> {
    reducer: &'r mut Reducer<'a>,
    place: Place,
    /// Why nothing can be tried any more.
    error: Option<TargetError>,
}

impl Bench for OnStatement<'_, '_> {
    fn statement(&self) -> Option<&Statement> {
        self.place.of(self.reducer.case())
    }

    fn attempt(&mut self, edited: Statement) -> bool {
        if self.error.is_some() {
            return false;
        }
        let place = self.place;
        match self.reducer.attempt(|case| place.put(case, edited)) {
            Ok(accepted) => accepted,
            Err(error) => {
                self.error = Some(error);
                false
            }
        }
    }

    fn is_over(&self) -> bool {
        self.error.is_some() || self.reducer.is_over()
    }

    fn returns(&self, other: Statement) -> Option<Returns> {
        self.reducer.trial.evaluate(&self.reducer.case().graph, &other)
    }
}
