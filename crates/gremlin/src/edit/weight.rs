//! What it means for a statement to be smaller.

use crate::ast::{Argument, Statement};
use crate::print::print_scalar;
use crate::scalar::Scalar;
use crate::walk::{Part, walk};

/// The weight of a statement. Of two the one with fewer steps is lighter, then the one with fewer parts, then the one with
/// plainer values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    /// Steps, nested ones too.
    pub steps: usize,
    /// Other parts of the tree: modulators, arguments, predicates and what joins them.
    pub parts: usize,
    /// How far literals are from the simplest ones.
    pub values: usize,
}

impl Weight {
    /// Weighs a statement.
    pub fn of(statement: &Statement) -> Weight {
        let mut weight = Weight::default();
        walk(Part::Statement(statement), &mut |part| match part {
            Part::Step(..) => weight.steps += 1,
            Part::Modulator(..) => weight.parts += 2,
            Part::Predicate(predicate) => weight.parts += 1 + predicate.links.len(),
            Part::Argument(argument) => {
                weight.parts += 1;
                if let Argument::Scalar(scalar) = argument {
                    weight.values += of_scalar(scalar);
                }
            }
            Part::Statement(_) | Part::Traversal(..) => {}
        });
        weight
    }
}

/// 0 is the plainest literal of all, the integer 1; of two of a type the shorter is lighter, and zero is heavier than one.
fn of_scalar(scalar: &Scalar) -> usize {
    let of_type = match scalar {
        Scalar::Integer(1) => return 0,
        Scalar::Integer(_) => 0,
        Scalar::String(_) => 1,
        Scalar::Boolean(_) | Scalar::Long(_) | Scalar::Double(_) => 2,
        Scalar::Null => 3,
        _ => 4,
    };
    let is_one = scalar.as_double() == Some(1.0) || scalar.as_str() == Some("a");
    of_type * 8 + print_scalar(scalar).chars().count() + usize::from(!is_one)
}
