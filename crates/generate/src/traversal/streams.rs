//! Steps over a stream as a whole.

use graphlance_gremlin::token::{Operator, Scope};
use graphlance_gremlin::{Argument, Scalar, Step, StepName};

use super::build::{bare, int, modulated, nest, step};
use super::grower::Grower;
use super::objects::Class;
use super::{filters, literals};

/// `order().by('k0', desc)`
pub(super) fn order(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let bys = grower.ordering()?;
    Some(vec![modulated(bare(StepName::Order), bys)])
}

/// `order().by('id').limit(2)`, or `limit(2).count()`, of which nobody needs to know which they are.
pub(super) fn part(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let objects = grower.objects.len();
    let bound = |grower: &mut Grower<'_>| int(grower.random.between(0, objects.min(6) + 1));
    let cut = match grower.random.below(8) {
        0..=2 => step(StepName::Limit, [bound(grower)]),
        3 => step(StepName::Skip, [bound(grower)]),
        4..=5 => {
            let low = grower.random.below(objects.min(4) + 1);
            let high = low + grower.random.between(0, 4);
            let high = if grower.random.chance(0.15) { Argument::Scalar(Scalar::Integer(-1)) } else { int(high) };
            step(StepName::Range, [int(low), high])
        }
        6 => bare(StepName::Tail),
        _ => step(StepName::Tail, [bound(grower)]),
    };
    if grower.random.chance(0.2) {
        return Some(vec![cut, bare(StepName::Count)]);
    }
    if grower.random.chance(0.25) {
        return Some(vec![cut]);
    }
    let bys = grower.ordering()?;
    let made = vec![modulated(bare(StepName::Order), bys), cut];
    Some(if grower.random.chance(0.3) { filtered(grower, made) } else { made })
}

/// A filter behind steps, for what comes out of them: in front of them it would keep others.
fn filtered(grower: &mut Grower<'_>, mut made: Vec<Step>) -> Vec<Step> {
    if let Some(left) = grower.try_out(&made).filter(|left| left.len() > 1) {
        let objects = std::mem::replace(&mut grower.objects, left);
        let filter = if matches!(grower.class(), Class::Vertex | Class::Edge) {
            filters::has(grower)
        } else {
            filters::is(grower)
        };
        grower.objects = objects;
        made.extend(filter.into_iter().flatten());
    }
    made
}

/// `count()`
pub(super) fn count(_: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![bare(StepName::Count)])
}

/// `sum()`
pub(super) fn statistic(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let name = *grower.random.pick(&[StepName::Sum, StepName::Mean, StepName::Min, StepName::Max])?;
    Some(vec![bare(name)])
}

/// `max()`
pub(super) fn extreme(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![bare(if grower.random.chance(0.5) { StepName::Min } else { StepName::Max })])
}

/// `fold()`, or one with a seed.
pub(super) fn fold(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.class() == Class::Number && grower.random.chance(0.35) {
        let seed = Argument::Scalar(literals::number(grower.random));
        let operators = [Operator::Sum, Operator::Mult, Operator::Min, Operator::Max];
        let operator = *grower.random.pick(&operators)?;
        return Some(vec![step(StepName::Fold, [seed, operator.into()])]);
    }
    if grower.class() == Class::List && grower.random.chance(0.3) {
        return Some(vec![step(StepName::Fold, [Argument::List(Vec::new()), Operator::AddAll.into()])]);
    }
    Some(vec![bare(StepName::Fold)])
}

/// `group().by('k0').by(count())`
pub(super) fn group(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let mut made = bare(StepName::Group);
    let bys = grower.group_bys()?;
    made.modulators.extend(bys);
    Some(vec![made])
}

impl Grower<'_> {
    /// What `group` groups by, and what it keeps of each group.
    pub fn group_bys(&mut self) -> Option<Vec<graphlance_gremlin::Modulator>> {
        let mut bys = Vec::new();
        bys.extend(if self.random.chance(0.9) { Some(self.by()?) } else { None });
        if !bys.is_empty() && self.random.chance(0.8) {
            bys.push(self.group_values()?);
        }
        Some(bys)
    }

    fn group_values(&mut self) -> Option<graphlance_gremlin::Modulator> {
        use super::build::by;
        if self.random.chance(0.3) {
            return self.by();
        }
        let (mut steps, given) = match self.inside(|grower| {
            if grower.random.chance(0.6) {
                grower.extend();
            }
        }) {
            Some(inside) => inside,
            None => (Vec::new(), self.objects.clone()),
        };
        let numbers = super::objects::class_of_all(&given) == Class::Number;
        let last = match self.random.below(5) {
            0 if numbers => StepName::Sum,
            1 if numbers => StepName::Max,
            2 if numbers => StepName::Mean,
            3 => StepName::Fold,
            _ => StepName::Count,
        };
        steps.push(bare(last));
        Some(by([nest(steps)]))
    }
}

/// `groupCount().by('k0')`
pub(super) fn group_count(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let made = bare(StepName::GroupCount);
    if grower.random.chance(0.25) {
        return Some(vec![made]);
    }
    let by = grower.by()?;
    Some(vec![modulated(made, [by])])
}

/// `barrier()`
pub(super) fn barrier(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![match grower.random.below(3) {
        0 => step(StepName::Barrier, [int(grower.random.between(1, 5))]),
        _ => bare(StepName::Barrier),
    }])
}

/// Whether a step works inside of each object.
pub(super) fn local() -> Argument {
    Argument::from(Scope::Local)
}
