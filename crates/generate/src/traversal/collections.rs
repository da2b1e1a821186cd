//! Steps over lists, sets, maps and paths.

use graphlance_gremlin::token::{Column, Order};
use graphlance_gremlin::{Argument, Scalar, Step, StepName};
use graphlance_machine::Value;

use super::build::{bare, by, int, modulated, step, text};
use super::grower::Grower;
use super::literals;
use super::objects::{Class, class_of_all, inner};
use super::streams::local as scope;

/// `unfold()`
pub(super) fn unfold(_: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![bare(StepName::Unfold)])
}

/// `count(local)`, `limit(local, 2)`
pub(super) fn local(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let within = class_of_all(&inner(&grower.objects));
    let amount = int(grower.random.between(0, 3));
    let statistics = [StepName::Sum, StepName::Mean, StepName::Min, StepName::Max];
    Some(vec![match grower.random.below(12) {
        0..=2 => step(StepName::Count, [scope()]),
        3..=4 if within == Class::Number => step(*grower.random.pick(&statistics)?, [scope()]),
        3..=4 => step(StepName::Dedup, [scope()]),
        5..=6 => {
            let order = step(StepName::Order, [scope()]);
            if grower.random.chance(0.5) { order } else { modulated(order, [by([Argument::from(Order::Desc)])]) }
        }
        7 => step(StepName::Limit, [scope(), amount]),
        8 => step(StepName::Tail, [scope(), amount]),
        9 => step(StepName::Skip, [scope(), amount]),
        10 => {
            let low = grower.random.below(3);
            step(StepName::Range, [scope(), int(low), int(low + grower.random.below(4))])
        }
        _ => bare(StepName::Reverse),
    }])
}

/// `combine([1, 2])`, `conjoin(';')`
pub(super) fn combined(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let within = inner(&grower.objects);
    if class_of_all(&within) == Class::Text && grower.random.chance(0.4) {
        return Some(vec![step(StepName::Conjoin, [Argument::string(";")])]);
    }
    let names = [
        StepName::Combine,
        StepName::Difference,
        StepName::Disjunct,
        StepName::Intersect,
        StepName::Merge,
        StepName::Product,
    ];
    let amount = grower.random.below(3);
    let mut items: Vec<Argument> =
        grower.random.sample(&within, amount).iter().map(literals::literal).collect::<Option<_>>()?;
    if grower.random.chance(0.4) {
        items.push(Argument::Scalar(literals::number(grower.random)));
    }
    Some(vec![step(*grower.random.pick(&names)?, [Argument::List(items)])])
}

/// `select(keys)`, `select('p1')`, `order(local).by(values)`
pub(super) fn of_map(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let column = *grower.random.pick(Column::ALL)?;
    if grower.class() == Class::Entry || grower.random.chance(0.35) {
        return Some(vec![step(StepName::Select, [Argument::from(column)])]);
    }
    let keys: Vec<Value> = grower
        .objects
        .iter()
        .take(5)
        .filter_map(|object| match object {
            Value::Map(mapping) => Some(mapping.entries.keys().cloned().collect::<Vec<_>>()),
            _ => None,
        })
        .flatten()
        .collect();
    let texts: Vec<Argument> =
        keys.iter().filter_map(|key| key.as_str().map(|key| text(&key.into()))).filter(|_| true).collect();
    Some(vec![match grower.random.below(5) {
        0 => step(StepName::Count, [scope()]),
        1 => modulated(step(StepName::Order, [scope()]), [by([Argument::from(column)])]),
        2 => {
            let limit = Argument::Scalar(Scalar::Integer(1));
            let order = modulated(step(StepName::Order, [scope()]), [by([Argument::from(Column::Keys)])]);
            return Some(vec![order, step(StepName::Limit, [scope(), limit])]);
        }
        _ => {
            let amount = grower.random.between(1, 2);
            let mut drawn = grower.random.sample(&texts, amount);
            drawn.dedup();
            if drawn.is_empty() {
                return None;
            }
            step(StepName::Select, drawn)
        }
    }])
}
