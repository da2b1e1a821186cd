//! What the language leaves open, so that two right answers to one statement may differ.

use super::{Count, Order, Stream};
use crate::ast::{Argument, Step};
use crate::table::{StepName, Trait};
use crate::token::{self, Scope, Token};
use crate::walk::Part;

/// A reason for which an answer is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Openness {
    /// It draws at random, or reads the clock.
    Random,
    /// It is one of a service, of files or of a graph computer.
    Outside,
    /// A step lets objects through by the order in which they come, which is open.
    Order,
    /// A step lets objects through by their order, of which some may be equal in it.
    Ties,
    /// A list has objects in an order that is open.
    Lists,
    /// Of objects with one key any may be the one that stays.
    Representative,
}

/// What a part leaves open wherever it stands.
pub(super) fn of_part(part: Part<'_>) -> Option<Openness> {
    match part {
        Part::Step(step, _) if step.row().is(Trait::Outside) => Some(Openness::Outside),
        Part::Step(step, _) if step.row().is(Trait::Random) => Some(Openness::Random),
        Part::Argument(Argument::Token(Token::Order(token::Order::Shuffle)) | Argument::RandomUuid | Argument::Now) => {
            Some(Openness::Random)
        }
        _ => None,
    }
}

/// What a step leaves open for what goes in.
pub(super) fn of_step(step: &Step, input: &Stream) -> Option<Openness> {
    if input.count != Count::Many || input.order == Order::Known || step.scope() == Scope::Local {
        return None;
    }
    let by_order = if input.order == Order::Sorted { Openness::Ties } else { Openness::Order };
    match step.name {
        StepName::Dedup if step.modulators_named(StepName::By).next().is_some() => Some(Openness::Representative),
        StepName::Fold | StepName::Aggregate | StepName::Store | StepName::Group if input.order == Order::Open => {
            Some(Openness::Lists)
        }
        _ if step.row().is(Trait::ByOrder) => Some(by_order),
        _ => None,
    }
}
