//! Filters.

use graphlance_gremlin::token::T;
use graphlance_gremlin::{Argument, Predicate, Scalar, Step, StepName, TestName, Version};
use graphlance_machine::Value;

use super::build::{bare, by, modulated, nest, step, test, text};
use super::grower::Grower;
use super::literals;
use super::objects::{Class, inner};

/// `has('k0', gt(1))`
pub(super) fn has(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let vertices = grower.class() == Class::Vertex;
    let key = grower.key()?;
    let values = grower.world.values(vertices).get(&key)?.clone();
    if grower.random.chance(0.06) && grower.config.version() <= Version::V37 {
        // Only up to 3.7 a traversal may stand there.
        let objects = std::mem::replace(&mut grower.objects, values.clone());
        let condition = nested_condition(grower);
        grower.objects = objects;
        return Some(vec![step(StepName::Has, [text(&key), nest(condition?)])]);
    }
    let tested = if grower.random.chance(0.35) {
        let value = grower.random.pick(&values)?.as_scalar()?.clone();
        let value = if grower.random.chance(0.2) { literals::near(grower.random, &value) } else { value };
        Argument::Scalar(value)
    } else {
        Argument::from(grower.predicate(&values)?)
    };
    if grower.random.chance(0.25) {
        let labels = if vertices { &grower.world.vertex_labels } else { &grower.world.edge_labels };
        let label = grower.random.pick(labels)?.clone();
        return Some(vec![step(StepName::Has, [text(&label), text(&key), tested])]);
    }
    Some(vec![step(StepName::Has, [text(&key), tested])])
}

/// A chain that is a condition on values.
fn nested_condition(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let values = grower.objects.clone();
    Some(vec![step(StepName::Is, [Argument::from(grower.predicate(&values)?)])])
}

/// `hasLabel('L0', 'L1')`
pub(super) fn has_label(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let vertices = grower.class() == Class::Vertex;
    let labels = if vertices { &grower.world.vertex_labels } else { &grower.world.edge_labels };
    let amount = grower.random.between(1, 3);
    let drawn = grower.random.sample(labels, amount);
    let first = drawn.first()?.clone();
    // Two in a row, of which one label is in both.
    if grower.random.chance(0.2) {
        let mut others = grower.random.sample(labels, amount);
        others.push(first);
        return Some([drawn, others].map(|labels| step(StepName::HasLabel, labels.iter().map(text))).into());
    }
    Some(vec![match grower.random.below(10) {
        0 => step(StepName::HasLabel, [test(TestName::Neq, [text(&first)])]),
        1 => step(StepName::HasLabel, [test(TestName::Within, drawn.iter().map(text))]),
        2 => step(StepName::Has, [Argument::from(T::Label), text(&first)]),
        _ => step(StepName::HasLabel, drawn.iter().map(text)),
    }])
}

/// `has('k0')`, `hasNot('k0')`
pub(super) fn has_key(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let key = if grower.random.chance(0.8) {
        grower.key()?
    } else {
        let vertices = grower.class() == Class::Vertex;
        let keys: Vec<_> = grower.world.values(vertices).keys().cloned().collect();
        grower.random.pick(&keys)?.clone()
    };
    let name = if grower.random.chance(0.6) { StepName::Has } else { StepName::HasNot };
    Some(vec![step(name, [text(&key)])])
}

/// `hasId(1L)`
pub(super) fn has_id(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if !grower.config.identities {
        return None;
    }
    let mut ids: Vec<Scalar> = Vec::new();
    for _ in 0..grower.random.between(1, 3) {
        let object = grower.random.pick(&grower.objects)?;
        ids.extend(grower.graph.id(object).cloned());
    }
    let arguments = ids.into_iter().map(Argument::Scalar);
    Some(vec![match grower.random.below(5) {
        0 => step(StepName::HasId, [test(TestName::Within, arguments)]),
        1 => step(StepName::HasId, [test(TestName::Gt, arguments.take(1))]),
        2 => step(StepName::Has, std::iter::once(Argument::from(T::Id)).chain(arguments.take(1))),
        _ => step(StepName::HasId, arguments),
    }])
}

/// `is(gt(1))`
pub(super) fn is(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let objects = grower.objects.clone();
    if grower.random.chance(0.2) {
        return is_equal(grower);
    }
    Some(vec![step(StepName::Is, [Argument::from(grower.predicate(&objects)?)])])
}

/// `is(1)`
pub(super) fn is_equal(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let object = grower.random.pick(&grower.objects)?.clone();
    let literal = match object.as_scalar() {
        Some(scalar) => Argument::Scalar(literals::near(grower.random, scalar)),
        None => literals::literal(&object)?,
    };
    let negated = grower.random.chance(0.3);
    let argument = if negated { Argument::from(Predicate::new(TestName::Neq, vec![literal])) } else { literal };
    Some(vec![step(StepName::Is, [argument])])
}

/// `hasKey('k0')`, `hasValue(1)`
pub(super) fn of_property(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let pairs: Vec<(Value, Value)> = grower
        .objects
        .iter()
        .filter_map(|object| match object {
            Value::VertexProperty(key) => {
                let property = grower.graph.vertex_property(*key);
                Some((Value::string(property.key.clone()), property.value.clone()))
            }
            Value::Property(property) => Some((Value::string(property.key.clone()), property.value.clone())),
            _ => None,
        })
        .collect();
    let keys: Vec<Value> = pairs.iter().map(|pair| pair.0.clone()).collect();
    let values: Vec<Value> = pairs.into_iter().map(|pair| pair.1).collect();
    let (name, from) = if grower.random.chance(0.5) { (StepName::HasKey, keys) } else { (StepName::HasValue, values) };
    if grower.random.chance(0.4) {
        return Some(vec![step(name, [Argument::from(grower.predicate(&from)?)])]);
    }
    let amount = grower.random.between(1, 2);
    let drawn = grower.random.sample(&from, amount);
    let literals: Vec<Argument> = drawn.iter().filter_map(literals::literal).collect();
    (!literals.is_empty()).then(|| vec![step(name, literals)])
}

impl Grower<'_> {
    /// A chain that is asked whether anything comes out of it.
    pub fn condition(&mut self) -> Option<Vec<Step>> {
        if self.random.chance(0.3) {
            let (mut steps, counted) = self.inside(|grower| {
                grower.extend();
                grower.append(vec![bare(StepName::Count)]);
            })?;
            if steps.last().is_some_and(|last| last.name == StepName::Count) {
                steps.push(step(StepName::Is, [Argument::from(self.predicate(&counted)?)]));
                return Some(steps);
            }
            return Some(steps);
        }
        self.nested([1, 2])
    }
}

/// `where(out('T0').count().is(gt(1)))`
pub(super) fn condition(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let several = |grower: &mut Grower<'_>| {
        let amount = grower.random.between(1, 3);
        (0..amount).map(|_| grower.condition().map(nest)).collect::<Option<Vec<Argument>>>()
    };
    Some(vec![match grower.random.below(10) {
        0..=1 => step(StepName::And, several(grower)?),
        2..=3 => step(StepName::Or, several(grower)?),
        4..=5 => step(StepName::Not, [nest(grower.condition()?)]),
        6..=7 => step(StepName::Filter, [nest(grower.condition()?)]),
        _ => step(StepName::Where, [nest(grower.condition()?)]),
    }])
}

/// `all(gt(1))`
pub(super) fn quantified(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let name = *grower.random.pick(&[StepName::Any, StepName::All, StepName::None])?;
    let values = inner(&grower.objects);
    Some(vec![step(name, [Argument::from(grower.predicate(&values)?)])])
}

/// `dedup().by('k0')`
pub(super) fn dedup(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let dedup = bare(StepName::Dedup);
    if grower.random.chance(0.75) {
        return Some(vec![dedup]);
    }
    // Which of several stays is open, but not how many.
    let by = grower.by()?;
    Some(vec![modulated(dedup, [by]), bare(StepName::Count)])
}

/// `simplePath()`
pub(super) fn path(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let name = if grower.random.chance(0.7) { StepName::SimplePath } else { StepName::CyclicPath };
    let mut made = bare(name);
    let labels = grower.labels();
    if grower.random.chance(0.2)
        && let Some(label) = grower.random.pick(&labels)
    {
        made = made.with(StepName::From, vec![text(label)]);
    }
    if grower.random.chance(0.15) {
        made = modulated(made, [by([Argument::from(T::Label)])]);
    }
    Some(vec![made])
}
