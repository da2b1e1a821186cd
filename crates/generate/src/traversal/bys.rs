//! Modulators `by(..)`.

use graphlance_gremlin::token::{Column, Order, T};
use graphlance_gremlin::{Argument, Modulator, Scalar, Step, StepName};

use super::build::{bare, by, modulator, nest, step, text};
use super::grower::Grower;
use super::objects::Class;

impl Grower<'_> {
    /// `by(..)` with one value of each of the objects at hand.
    pub fn by(&mut self) -> Option<Modulator> {
        Some(by(self.by_arguments()?))
    }

    fn by_arguments(&mut self) -> Option<Vec<Argument>> {
        let class = self.class();
        Some(match class {
            Class::Vertex | Class::Edge => match self.random.below(10) {
                0..=4 => vec![text(&self.key()?)],
                5..=6 => vec![Argument::from(self.element_token())],
                7 if self.world.unique.is_some() => vec![text(self.world.unique.as_ref()?)],
                _ => vec![nest(self.one_value()?)],
            },
            Class::Entry => vec![Argument::from(*self.random.pick(Column::ALL)?)],
            Class::Map if self.random.chance(0.4) => vec![Argument::from(*self.random.pick(Column::ALL)?)],
            Class::VertexProperty if self.random.chance(0.5) => {
                vec![Argument::from(*self.random.pick(&[T::Key, T::Value])?)]
            }
            _ if self.random.chance(0.4) => Vec::new(),
            _ => vec![nest(self.one_value()?)],
        })
    }

    /// A chain out of which one object comes at most.
    pub fn one_value(&mut self) -> Option<Vec<Step>> {
        let reduce = *self.random.pick(&[StepName::Count, StepName::Fold])?;
        let class = self.class();
        if matches!(class, Class::Vertex | Class::Edge) && self.random.chance(0.3) {
            let key = text(&self.key()?);
            let values = nest(vec![step(StepName::Values, [key])]);
            let other = nest(vec![step(StepName::Constant, [Argument::Scalar(Scalar::string("z"))])]);
            return Some(match self.random.below(3) {
                0 => vec![step(StepName::Coalesce, [values, other])],
                1 => vec![step(StepName::Values, [text(&self.key()?)])],
                _ => vec![step(StepName::Choose, [values.clone(), values, other])],
            });
        }
        let (mut steps, given) = self.inside(|grower| {
            grower.extend();
        })?;
        let single = given.len() <= 1 || steps.iter().any(|step| matches!(step.name, StepName::Count | StepName::Fold));
        if !single || self.random.chance(0.4) {
            steps.push(bare(reduce));
        }
        Some(steps)
    }

    /// Modulators `by(..)` that order the objects at hand. The last one is by what tells them apart, as often as there is such.
    pub fn ordering(&mut self) -> Option<Vec<Modulator>> {
        let mut bys = Vec::new();
        let total = self.random.chance(0.7);
        let class = self.class();
        let elements = matches!(class, Class::Vertex | Class::Edge);
        if !total || self.random.chance(0.5) {
            for _ in 0..self.random.between(1, 2) {
                // Few labels are many ties, which the next one decides.
                let ties = elements && total && self.random.chance(0.25);
                let mut arguments = if ties { vec![Argument::from(T::Label)] } else { self.by_arguments()? };
                self.direct(&mut arguments);
                bys.push(modulator(StepName::By, arguments));
            }
        }
        if total {
            let mut arguments = match &self.world.unique {
                Some(unique) if elements => vec![text(unique)],
                _ if elements && self.config.identities => vec![Argument::from(T::Id)],
                _ => Vec::new(),
            };
            self.direct(&mut arguments);
            if !arguments.is_empty() || (!bys.is_empty() && !elements) {
                bys.push(modulator(StepName::By, arguments));
            }
        }
        Some(bys)
    }

    fn direct(&mut self, arguments: &mut Vec<Argument>) {
        if self.random.chance(0.5) {
            arguments.push(Argument::from(
                *self.random.pick(&[Order::Asc, Order::Desc, Order::Desc]).unwrap_or(&Order::Asc),
            ));
        }
    }
}
