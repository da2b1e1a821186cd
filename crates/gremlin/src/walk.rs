//! The parts of a statement and those below each, in the order of the text.

use crate::ast::{Argument, Modulator, Statement, Step, Traversal};
use crate::predicate::{Link, Predicate, Test};
use crate::table::Place;

/// A part of a statement.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A statement: the whole, or one that is asked for its results as a value.
    Statement(&'a Statement),
    /// A chain of steps, and where its first step stands.
    Traversal(&'a Traversal, Place),
    /// A step, and where it stands.
    Step(&'a Step, Place),
    /// A modulator, and where it stands.
    Modulator(&'a Modulator, Place),
    /// An argument, or what stands in a collection.
    Argument(&'a Argument),
    /// A predicate.
    Predicate(&'a Predicate),
}

/// Calls `visit` with each part directly below one.
pub fn for_each_child<'a>(part: Part<'a>, visit: &mut dyn FnMut(Part<'a>)) {
    match part {
        Part::Statement(statement) => {
            modulators(&statement.source, Place::Source, visit);
            visit(Part::Traversal(&statement.traversal, Place::Start));
            modulators(statement.terminal.as_slice(), Place::Terminal, visit);
        }
        Part::Traversal(traversal, first) => {
            modulators(&traversal.start, Place::Modulator, visit);
            for (index, step) in traversal.steps.iter().enumerate() {
                visit(Part::Step(step, if index == 0 { first } else { Place::Step }));
            }
        }
        Part::Step(step, _) => {
            modulators(&step.before, Place::Modulator, visit);
            step.arguments.iter().for_each(|argument| visit(Part::Argument(argument)));
            modulators(&step.modulators, Place::Modulator, visit);
        }
        Part::Modulator(modulator, _) => modulator.arguments.iter().for_each(|it| visit(Part::Argument(it))),
        Part::Argument(argument) => below(argument, visit),
        Part::Predicate(predicate) => {
            match &predicate.test {
                Test::Named { arguments, .. } => arguments.iter().for_each(|argument| visit(Part::Argument(argument))),
                Test::Not(inner) => visit(Part::Predicate(inner)),
            }
            for link in &predicate.links {
                match link {
                    Link::And(other) | Link::Or(other) => visit(Part::Predicate(other)),
                    Link::Negate => {}
                }
            }
        }
    }
}

fn modulators<'a>(modulators: &'a [Modulator], place: Place, visit: &mut dyn FnMut(Part<'a>)) {
    modulators.iter().for_each(|modulator| visit(Part::Modulator(modulator, place)));
}

fn below<'a>(argument: &'a Argument, visit: &mut dyn FnMut(Part<'a>)) {
    match argument {
        Argument::List(items) | Argument::Set(items) => items.iter().for_each(|item| visit(Part::Argument(item))),
        Argument::Map(entries) => {
            for (key, value) in entries {
                visit(Part::Argument(key));
                visit(Part::Argument(value));
            }
        }
        Argument::WithCardinality(_, value) => visit(Part::Argument(value)),
        Argument::Predicate(predicate) => visit(Part::Predicate(predicate)),
        Argument::Traversal(traversal) => visit(Part::Traversal(traversal, Place::Step)),
        Argument::Terminated(statement) => visit(Part::Statement(statement)),
        Argument::Strategy(strategy) => strategy.configuration.iter().for_each(|entry| visit(Part::Argument(&entry.1))),
        Argument::Vertex(vertex) => {
            visit(Part::Argument(&vertex.0));
            visit(Part::Argument(&vertex.1));
        }
        Argument::Scalar(_)
        | Argument::Range(_)
        | Argument::Token(_)
        | Argument::Variable(_)
        | Argument::Constant(_)
        | Argument::RandomUuid
        | Argument::Now => {}
    }
}

/// Calls `visit` with a part and with each below it.
pub fn walk<'a>(part: Part<'a>, visit: &mut dyn FnMut(Part<'a>)) {
    visit(part);
    for_each_child(part, &mut |child| walk(child, visit));
}
