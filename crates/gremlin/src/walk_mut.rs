//! The parts of a statement, to be changed, in the order of [`crate::walk`].

use crate::ast::{Argument, Modulator, Statement, Step, Traversal};
use crate::predicate::{Link, Predicate, Test};

/// A part of a statement that may be changed.
#[derive(Debug)]
pub enum PartMut<'a> {
    /// A statement: the whole, or one that is asked for its results as a value.
    Statement(&'a mut Statement),
    /// A chain of steps.
    Traversal(&'a mut Traversal),
    /// A step.
    Step(&'a mut Step),
    /// A modulator.
    Modulator(&'a mut Modulator),
    /// An argument, or what stands in a collection.
    Argument(&'a mut Argument),
    /// A predicate.
    Predicate(&'a mut Predicate),
}

/// Calls `visit` with a part and with each below it until `visit` says that it is done; whether it did.
pub fn any_mut(mut part: PartMut<'_>, visit: &mut dyn FnMut(&mut PartMut<'_>) -> bool) -> bool {
    visit(&mut part) || any_child(part, &mut |child| any_mut(child, visit))
}

/// Calls `visit` with each part below a part, and with the part itself behind them.
pub fn inside_out(mut part: PartMut<'_>, visit: &mut dyn FnMut(&mut PartMut<'_>)) {
    any_child(part.again(), &mut |child| {
        inside_out(child, visit);
        false
    });
    visit(&mut part);
}

impl PartMut<'_> {
    /// The same part, borrowed for a shorter time.
    fn again(&mut self) -> PartMut<'_> {
        match self {
            PartMut::Statement(statement) => PartMut::Statement(statement),
            PartMut::Traversal(traversal) => PartMut::Traversal(traversal),
            PartMut::Step(step) => PartMut::Step(step),
            PartMut::Modulator(modulator) => PartMut::Modulator(modulator),
            PartMut::Argument(argument) => PartMut::Argument(argument),
            PartMut::Predicate(predicate) => PartMut::Predicate(predicate),
        }
    }
}

type Visit<'v> = &'v mut dyn FnMut(PartMut<'_>) -> bool;

fn any_child(part: PartMut<'_>, visit: Visit<'_>) -> bool {
    match part {
        PartMut::Statement(statement) => {
            modulators(&mut statement.source, visit)
                || visit(PartMut::Traversal(&mut statement.traversal))
                || modulators(statement.terminal.as_mut_slice(), visit)
        }
        PartMut::Traversal(traversal) => {
            modulators(&mut traversal.start, visit) || traversal.steps.iter_mut().any(|step| visit(PartMut::Step(step)))
        }
        PartMut::Step(step) => {
            modulators(&mut step.before, visit)
                || arguments(&mut step.arguments, visit)
                || modulators(&mut step.modulators, visit)
        }
        PartMut::Modulator(modulator) => arguments(&mut modulator.arguments, visit),
        PartMut::Argument(argument) => below(argument, visit),
        PartMut::Predicate(predicate) => {
            let first = match &mut predicate.test {
                Test::Named { arguments: values, .. } => arguments(values, visit),
                Test::Not(inner) => visit(PartMut::Predicate(inner)),
            };
            first
                || predicate.links.iter_mut().any(|link| match link {
                    Link::And(other) | Link::Or(other) => visit(PartMut::Predicate(other)),
                    Link::Negate => false,
                })
        }
    }
}

fn modulators(modulators: &mut [Modulator], visit: Visit<'_>) -> bool {
    modulators.iter_mut().any(|modulator| visit(PartMut::Modulator(modulator)))
}

fn arguments(arguments: &mut [Argument], visit: Visit<'_>) -> bool {
    arguments.iter_mut().any(|argument| visit(PartMut::Argument(argument)))
}

fn below(argument: &mut Argument, visit: Visit<'_>) -> bool {
    match argument {
        Argument::List(items) | Argument::Set(items) => arguments(items, visit),
        Argument::Map(entries) => {
            entries.iter_mut().any(|(key, value)| visit(PartMut::Argument(key)) || visit(PartMut::Argument(value)))
        }
        Argument::WithCardinality(_, value) => visit(PartMut::Argument(value)),
        Argument::Predicate(predicate) => visit(PartMut::Predicate(predicate)),
        Argument::Traversal(traversal) => visit(PartMut::Traversal(traversal)),
        Argument::Terminated(statement) => visit(PartMut::Statement(statement)),
        Argument::Strategy(strategy) => {
            strategy.configuration.iter_mut().any(|entry| visit(PartMut::Argument(&mut entry.1)))
        }
        Argument::Vertex(vertex) => visit(PartMut::Argument(&mut vertex.0)) || visit(PartMut::Argument(&mut vertex.1)),
        Argument::Scalar(_)
        | Argument::Range(_)
        | Argument::Token(_)
        | Argument::Variable(_)
        | Argument::Constant(_)
        | Argument::RandomUuid
        | Argument::Now => false,
    }
}
