//! One statement of the case under reduction, for the passes of its language.

use std::sync::Arc;

use graphlance_case::{Case, Load, Step};
use graphlance_cypher::Statement;
use graphlance_cypher::edit::{Bench, PASSES, Stage};
use graphlance_engines::TargetError;
use graphlance_graph::Returns;

use super::Reducer;

/// Where a statement of a case stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The step of this number runs it.
    Step(usize),
    /// The script that loads the graph has it under this number.
    Load(usize),
}

impl Place {
    /// The statement at this place.
    pub(super) fn of(self, case: &Case) -> Option<&Statement> {
        match (self, &case.load) {
            (Place::Step(step), _) => case.statement(step)?.tree(),
            (Place::Load(number), Load::Script(script)) => script.get(number)?.tree(),
            (Place::Load(_), Load::Create) => None,
        }
    }

    fn edit(self, case: &mut Case, edit: &mut dyn FnMut(&mut Statement) -> bool) -> bool {
        match (self, &mut case.load) {
            (Place::Step(step), _) => match case.steps.get_mut(step) {
                Some(Step::Run(statement)) => statement.edit(edit),
                _ => false,
            },
            (Place::Load(number), Load::Script(script)) => {
                Arc::make_mut(script).get_mut(number).is_some_and(|statement| statement.edit(edit))
            }
            (Place::Load(_), Load::Create) => false,
        }
    }
}

/// The places of the statements that steps run.
pub(super) fn steps(case: &Case) -> Vec<Place> {
    (0..case.steps.len()).map(Place::Step).filter(|place| place.of(case).is_some()).collect()
}

/// The places of the statements that load the graph.
pub(super) fn loading(case: &Case) -> Vec<Place> {
    match &case.load {
        Load::Create => Vec::new(),
        Load::Script(script) => (0..script.len()).map(Place::Load).collect(),
    }
}

/// Runs the passes of a stage, each over all statements of the stage.
pub(super) fn run_passes(reducer: &mut Reducer<'_>, stage: Stage) -> Result<(), TargetError> {
    for pass in PASSES.iter().filter(|pass| pass.stage == stage) {
        let places = if stage == Stage::Loading { loading } else { steps };
        for place in places(reducer.case()) {
            on_statement(reducer, place, pass.run)?;
        }
    }
    Ok(())
}

/// Runs a pass over the statement at a place.
pub(super) fn on_statement(
    reducer: &mut Reducer<'_>,
    place: Place,
    pass: impl FnOnce(&mut dyn Bench),
) -> Result<(), TargetError> {
    let mut bench = OnStatement { reducer, place, error: None };
    pass(&mut bench);
    bench.error.map_or(Ok(()), Err)
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

    fn attempt(&mut self, edit: &mut dyn FnMut(&mut Statement) -> bool) -> bool {
        if self.error.is_some() {
            return false;
        }
        let place = self.place;
        match self.reducer.attempt(|case| place.edit(case, edit)) {
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

    fn returns(&self, other: &Statement) -> Option<Returns> {
        self.reducer.trial.evaluate(&self.reducer.case().graph, &other.clone().into())
    }
}
