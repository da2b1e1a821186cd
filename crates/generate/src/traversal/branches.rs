//! Steps whose traversals part.

use graphlance_gremlin::token::{Pick, T};
use graphlance_gremlin::{Argument, Step, StepName};

use super::build::{bare, modulator, nest, step};
use super::grower::Grower;
use super::literals;
use super::objects::Class;

/// `union(out(), in())`
pub(super) fn union(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let mut ways = Vec::new();
    for _ in 0..grower.random.between(2, 3) {
        ways.push(nest(grower.way()?));
    }
    if grower.random.chance(0.15) {
        ways.push(nest(vec![bare(StepName::Identity)]));
    }
    Some(vec![step(StepName::Union, ways)])
}

impl Grower<'_> {
    /// A chain of a way among several.
    pub fn way(&mut self) -> Option<Vec<Step>> {
        if self.random.chance(0.08) {
            let constant = literals::number(self.random);
            return Some(vec![step(StepName::Constant, [Argument::Scalar(constant)])]);
        }
        self.nested([1, 2])
    }
}

/// `coalesce(out('T0'), values('k0'))`
pub(super) fn coalesce(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let amount = grower.random.between(1, 3);
    let ways = (0..amount).map(|_| grower.way().map(nest)).collect::<Option<Vec<_>>>()?;
    Some(vec![step(StepName::Coalesce, ways)])
}

/// `choose(has('k0'), out(), in())`
pub(super) fn choose(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let asked = if grower.random.chance(0.25) {
        let objects = grower.objects.clone();
        match grower.predicate(&objects) {
            Some(predicate) => Argument::from(predicate),
            None => nest(grower.condition()?),
        }
    } else {
        nest(grower.condition()?)
    };
    let mut arguments = vec![asked, nest(grower.way()?)];
    if grower.random.chance(0.7) {
        arguments.push(nest(grower.way()?));
    }
    Some(vec![step(StepName::Choose, arguments)])
}

/// `choose(values('k0')).option(1, out()).option(none, in())`
pub(super) fn choose_option(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let name = if grower.random.chance(0.8) { StepName::Choose } else { StepName::Branch };
    let (argument, values) = match grower.class() {
        Class::Vertex | Class::Edge if name == StepName::Choose && grower.random.chance(0.3) => {
            let graph = &grower.graph;
            let labels = grower.objects.iter().filter_map(|object| graph.label(object));
            let labels = labels.map(|label| graphlance_machine::Value::string(label.clone())).collect::<Vec<_>>();
            (Argument::from(T::Label), labels)
        }
        _ => {
            let asked = grower.one_value()?;
            let values = grower.try_out(&[step(StepName::FlatMap, [nest(asked.clone())])])?;
            (nest(asked), values)
        }
    };
    let mut made = step(name, [argument]);
    for _ in 0..grower.random.between(1, 3) {
        let value = grower.random.pick(&values)?.clone();
        let key = if grower.random.chance(0.3) {
            Argument::from(grower.predicate(&values)?)
        } else {
            literals::literal(&value)?
        };
        made.modulators.push(modulator(StepName::Option, [key, nest(grower.way()?)]));
    }
    if grower.random.chance(0.45) {
        made.modulators.push(modulator(StepName::Option, [Argument::from(Pick::None), nest(grower.way()?)]));
    }
    if grower.random.chance(0.15) {
        made.modulators.push(modulator(StepName::Option, [Argument::from(Pick::Unproductive), nest(grower.way()?)]));
    }
    Some(vec![made])
}

/// `optional(out('T0'))`
pub(super) fn optional(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![step(StepName::Optional, [nest(grower.way()?)])])
}

/// `local(out().count())`
pub(super) fn local(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![step(StepName::Local, [nest(grower.nested([1, 3])?)])])
}

/// `map(out().count())`, `flatMap(out())`
pub(super) fn map(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.random.chance(0.5) {
        return Some(vec![step(StepName::FlatMap, [nest(grower.nested([1, 2])?)])]);
    }
    Some(vec![step(StepName::Map, [nest(grower.one_value()?)])])
}

/// `identity()`
pub(super) fn identity(_: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![bare(StepName::Identity)])
}
