//! Which operation a step is.

use graphlance_gremlin::{Step, StepName};

use super::Compiler;
use crate::failure::{Failure, unknown};
use crate::program::Kind;

impl Compiler<'_> {
    /// The operation of a step, and how many of the following steps are part of it.
    pub(super) fn kind(&mut self, step: &Step, following: &[Step], first: bool) -> Result<(Kind, usize), Failure> {
        if matches!(step.name, StepName::AddV | StepName::AddE) {
            return self.making(step, following, first);
        }
        let families = [Self::element_step, Self::filter_step, Self::branch_step, Self::stream_step, Self::value_step];
        for family in families {
            if let Some(kind) = family(self, step, first)? {
                return Ok((kind, 0));
            }
        }
        Err(unknown(format!("the step {}()", step.name.text())))
    }
}
