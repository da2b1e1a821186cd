//! Random syntax trees of every shape, for tests: they mean nothing, but each is in the normal form of [`crate::ast`], so
//! printing and parsing it must give it back. Every step, every form of it and every token is made.

mod argument;
mod mutation;
mod scalar;

use graphlance_graph::Random;

pub use mutation::mutated;

use crate::ast::{Modulator, Statement, Step, Traversal};
use crate::table::{Place, Signature, StepName, Trait};

/// A random statement of about `size` steps and arguments.
pub fn statement(random: &mut Random, size: usize) -> Statement {
    Trees { random, fuel: size }.statement(0.1)
}

/// A random anonymous traversal of about `size` steps and arguments.
pub fn traversal(random: &mut Random, size: usize) -> Traversal {
    Trees { random, fuel: size }.traversal()
}

/// A random scalar of any type.
pub fn scalar(random: &mut Random) -> crate::Scalar {
    Trees { random, fuel: 1 }.scalar()
}

/// A generator of trees with the steps and arguments it may still make.
struct Trees<'r> {
    random: &'r mut Random,
    fuel: usize,
}

impl Trees<'_> {
    /// One of `0..bound`, and a thing less to make.
    fn choose(&mut self, bound: usize) -> usize {
        self.fuel = self.fuel.saturating_sub(1);
        self.random.below(bound)
    }

    fn chance(&mut self, p: f64) -> bool {
        self.random.chance(p)
    }

    /// None to three things, more than none only while there is fuel.
    fn some<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut things = Vec::new();
        while things.len() < 3 && self.fuel > 0 && self.chance(0.5) {
            things.push(make(self));
        }
        things
    }

    fn statement(&mut self, terminated: f64) -> Statement {
        let source = if self.chance(0.15) { self.some(|trees| trees.modulator_at(Place::Source)) } else { Vec::new() };
        let first = self.step(Place::Start, false);
        let mut traversal = Traversal::new(vec![first]);
        self.go_on(&mut traversal);
        let terminal = self.chance(terminated).then(|| self.modulator_at(Place::Terminal));
        Statement { source, traversal, terminal }
    }

    fn traversal(&mut self) -> Traversal {
        let mut traversal = Traversal::default();
        if self.chance(0.1) {
            traversal.start.push(self.modulator(StepName::As));
        }
        let first = self.step(Place::Step, true);
        traversal.steps.push(first);
        self.go_on(&mut traversal);
        traversal
    }

    /// More steps while there is fuel.
    fn go_on(&mut self, traversal: &mut Traversal) {
        while self.fuel > 0 && traversal.steps.len() < 12 && self.chance(0.75) {
            let behind_repeat = traversal.steps.last().is_some_and(|step| step.name == StepName::Repeat);
            let step = self.step(Place::Step, !behind_repeat);
            traversal.steps.push(step);
        }
    }

    /// A step. `free`: whether rounds may stand in front of it, which would otherwise belong to the `repeat` there.
    fn step(&mut self, place: Place, free: bool) -> Step {
        let name = self.name_at(place);
        let mut step = Step::new(name, self.arguments_at(name, place));
        if name == StepName::Repeat && free && self.chance(0.4) {
            let rounds = self.rounds();
            step.before.push(self.modulator(rounds));
        }
        let row = name.row();
        for modulator in [StepName::By, StepName::From, StepName::To, StepName::Option, StepName::With] {
            if row.takes(modulator) {
                let several = self.some(|trees| trees.modulator(modulator));
                step.modulators.extend(several);
            }
        }
        if row.is(Trait::Rounds) {
            let several = self.some(|trees| {
                let name = trees.rounds();
                trees.modulator(name)
            });
            step.modulators.extend(several);
        }
        if self.chance(0.15) {
            step.modulators.push(self.modulator(StepName::As));
        }
        if self.chance(0.02) {
            step.modulators.push(self.modulator(StepName::By));
        }
        step
    }

    fn rounds(&mut self) -> StepName {
        [StepName::Until, StepName::Emit, StepName::Times][self.random.below(3)]
    }

    /// A step that has a form at a place; cheap ones once there is no fuel left.
    fn name_at(&mut self, place: Place) -> StepName {
        if self.fuel == 0 && place == Place::Step {
            return [StepName::Out, StepName::Identity, StepName::Count][self.random.below(3)];
        }
        let names: Vec<StepName> = StepName::all().filter(|name| name.stands(place)).collect();
        let index = self.choose(names.len());
        names.get(index).copied().unwrap_or(StepName::V)
    }

    fn modulator_at(&mut self, place: Place) -> Modulator {
        let name = self.name_at(place);
        Modulator::new(name, self.arguments_at(name, place))
    }

    fn modulator(&mut self, name: StepName) -> Modulator {
        Modulator::new(name, self.arguments_at(name, Place::Modulator))
    }

    /// Arguments of one of the forms of a step.
    fn arguments_at(&mut self, name: StepName, place: Place) -> Vec<crate::Argument> {
        let mut forms: Vec<&Signature> = name.row().at(place).collect();
        if self.fuel == 0 {
            forms.sort_by_key(|form| form.parameters.len());
            forms.truncate(1);
        }
        let index = self.choose(forms.len());
        forms.get(index).map(|form| self.arguments(form.parameters)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
