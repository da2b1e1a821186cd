//! Steps from elements on.

use graphlance_gremlin::token::{Direction, T};
use graphlance_gremlin::{Argument, Constant, Name, Step, StepName};

use super::build::{bare, by, modulated, modulator, nest, step, text};
use super::grower::Grower;
use super::starts;

impl Grower<'_> {
    /// Some of the labels of edges, or none, which stands for all.
    pub fn edge_labels(&mut self) -> Vec<Argument> {
        if self.random.chance(0.45) {
            return Vec::new();
        }
        let amount = self.random.between(1, 2);
        self.random.sample(&self.world.edge_labels, amount).iter().map(text).collect()
    }

    /// A key that some of the elements at hand have, if they are elements.
    pub fn key(&mut self) -> Option<Name> {
        let keys = self.keys(1);
        keys.into_iter().next()
    }

    /// Keys of the elements at hand, at most so many.
    pub fn keys(&mut self, amount: usize) -> Vec<Name> {
        let mut keys: Vec<Name> = Vec::new();
        let sample = self.random.sample(&self.objects, 6);
        for object in &sample {
            for (key, ..) in self.graph.properties(object) {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        self.random.sample(&keys, amount)
    }
}

/// `out('T0')`
pub(super) fn neighbours(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let labels = grower.edge_labels();
    if grower.random.chance(0.05) {
        let direction = *grower.random.pick(Direction::ALL)?;
        return Some(vec![step(StepName::To, std::iter::once(direction.into()).chain(labels))]);
    }
    let name = *grower.random.pick(&[StepName::Out, StepName::In, StepName::Both])?;
    Some(vec![step(name, labels)])
}

/// `outE('T0')`
pub(super) fn edges(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let labels = grower.edge_labels();
    if grower.random.chance(0.05) {
        let direction = *grower.random.pick(Direction::ALL)?;
        return Some(vec![step(StepName::ToE, std::iter::once(direction.into()).chain(labels))]);
    }
    let name = *grower.random.pick(&[StepName::OutE, StepName::InE, StepName::BothE])?;
    Some(vec![step(name, labels)])
}

/// `inV()`
pub(super) fn ends(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(match grower.random.below(10) {
        0..=2 => vec![bare(StepName::OutV)],
        3..=5 => vec![bare(StepName::InV)],
        6..=7 => vec![bare(StepName::BothV)],
        8 => vec![bare(StepName::OtherV)],
        _ => vec![step(StepName::ToV, [Argument::from(*grower.random.pick(Direction::ALL)?)])],
    })
}

/// `values('k0')`
pub(super) fn values(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let amount = if grower.random.chance(0.85) { 1 } else { grower.random.below(3) };
    let keys = grower.keys(amount);
    Some(vec![step(StepName::Values, keys.iter().map(text))])
}

/// `properties('k0')`
pub(super) fn properties(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let amount = grower.random.below(3);
    let keys = grower.keys(amount);
    Some(vec![step(StepName::Properties, keys.iter().map(text))])
}

/// `valueMap('k0').by(unfold())`
pub(super) fn maps(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let amount = grower.random.below(4);
    let keys = grower.keys(amount);
    let keys = keys.iter().map(text);
    let tokens = grower.config.identities && grower.random.chance(0.2);
    Some(vec![match grower.random.below(8) {
        0..=2 if tokens => modulated(
            step(StepName::ValueMap, keys),
            [modulator(StepName::With, [Argument::Constant(tokens_option()?)])],
        ),
        0..=3 => step(StepName::ValueMap, keys),
        4..=5 => modulated(step(StepName::ValueMap, keys), [by([nest(vec![bare(StepName::Unfold)])])]),
        6 if grower.config.identities => step(StepName::ElementMap, keys),
        _ => step(StepName::PropertyMap, keys),
    }])
}

fn tokens_option() -> Option<Constant> {
    Constant::find("WithOptions", "tokens")
}

/// `id()`, `label()`
pub(super) fn token(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let id = grower.config.identities && grower.random.chance(0.5);
    Some(vec![bare(if id { StepName::Id } else { StepName::Label })])
}

/// `value()`
pub(super) fn of_property(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let name = *grower.random.pick(&[StepName::Value, StepName::Value, StepName::Key, StepName::Element])?;
    Some(vec![bare(name)])
}

/// `V(1L)` in the middle of a traversal, mostly narrowed at once.
pub(super) fn anew(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.objects.len() > 12 {
        return None;
    }
    let by_identity = grower.config.identities && grower.random.chance(0.5);
    let first = if by_identity { starts::by_identity(grower)? } else { bare(StepName::V) };
    let mut steps = vec![first];
    if grower.random.chance(0.6) {
        let label = grower.random.pick(&grower.world.vertex_labels)?.clone();
        steps.push(step(StepName::HasLabel, [text(&label)]));
    }
    Some(steps)
}

impl Grower<'_> {
    /// `T.label` or `T.id`, where identities are known.
    pub fn element_token(&mut self) -> T {
        if self.config.identities && self.random.chance(0.3) { T::Id } else { T::Label }
    }
}
