//! What a statement comes upon where engines differ: when its filters are looked at in another order, and by identities.

use graphlance_gremlin::table::Trait;
use graphlance_gremlin::token::{T, Token};
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::walk_mut::{PartMut, any_mut};
use graphlance_gremlin::{Argument, Statement, Step, StepName};

/// Whether a statement says an identity, or asks an element for its own by a token.
pub(crate) fn names_identities(statement: &Statement) -> bool {
    let mut names = false;
    walk(Part::Statement(statement), &mut |part| {
        names |= match part {
            Part::Step(step, _) => {
                step.name == StepName::HasId
                    || (matches!(step.name, StepName::V | StepName::E) && !step.arguments.is_empty())
            }
            Part::Argument(Argument::Token(Token::T(T::Id)) | Argument::Vertex(_)) => true,
            _ => false,
        };
    });
    names
}

/// The statement without one of its filters each: an engine may look at what stands behind one before it.
pub(crate) fn unfiltered(statement: &Statement) -> impl Iterator<Item = Statement> + '_ {
    let mut filters = 0;
    any_mut(PartMut::Statement(&mut statement.clone()), &mut |part| {
        if let PartMut::Traversal(traversal) = part {
            filters += traversal.steps.iter().filter(|step| step.row().is(Trait::Filter)).count();
        }
        false
    });
    (0..filters).map(|filter| without(statement, filter))
}

fn without(statement: &Statement, filter: usize) -> Statement {
    let (mut edited, mut left) = (statement.clone(), filter);
    any_mut(PartMut::Statement(&mut edited), &mut |part| {
        let PartMut::Traversal(traversal) = part else { return false };
        let filters: Vec<usize> =
            (0..traversal.steps.len()).filter(|place| traversal.steps[*place].row().is(Trait::Filter)).collect();
        match filters.get(left) {
            Some(place) => {
                traversal.steps[*place] = Step {
                    name: StepName::Identity,
                    arguments: Vec::new(),
                    before: Vec::new(),
                    modulators: std::mem::take(&mut traversal.steps[*place].modulators),
                };
                true
            }
            None => {
                left -= filters.len();
                false
            }
        }
    });
    edited
}
