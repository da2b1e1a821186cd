//! Steps over texts, numbers and dates.

use graphlance_gremlin::token::{Dt, GType};
use graphlance_gremlin::{Argument, Name, Scalar, Step, StepName};
use graphlance_machine::Value;

use super::build::{bare, by, int, modulated, nest, step};
use super::grower::Grower;
use super::literals;
use super::objects::Class;

/// `math('_ * 2')`
pub(super) fn math(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.random.chance(0.2) {
        let types = [GType::Int, GType::Long, GType::Double, GType::Float, GType::BigInt, GType::BigDecimal];
        return Some(vec![step(StepName::AsNumber, [Argument::from(*grower.random.pick(&types)?)])]);
    }
    let expressions =
        ["_ + 1", "_ * 2", "_ - 3", "_ / 4", "_ % 3", "abs(_)", "(_ + 1) * (_ - 1)", "floor(_ / 2)", "signum(_)", "-_"];
    Some(vec![step(StepName::Math, [Argument::string(*grower.random.pick(&expressions)?)])])
}

/// `toUpper()`, `substring(1)`
pub(super) fn text(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let sample = grower.random.pick(&grower.objects)?.as_str().unwrap_or_default().to_owned();
    let letters: Vec<char> = sample.chars().collect();
    let part = |grower: &mut Grower<'_>| {
        let start = grower.random.below(letters.len().max(1));
        Argument::string(
            letters.get(start..(start + 1).min(letters.len())).unwrap_or_default().iter().collect::<String>(),
        )
    };
    let plain =
        [StepName::Length, StepName::ToUpper, StepName::ToLower, StepName::Trim, StepName::LTrim, StepName::RTrim];
    Some(vec![match grower.random.below(12) {
        0..=4 => bare(*grower.random.pick(&plain)?),
        5 => bare(StepName::Reverse),
        6 => step(StepName::Concat, [Argument::string("x"), Argument::string("")]),
        7 => {
            let (from, to) = (part(grower), Argument::string("zz"));
            step(StepName::Replace, [from, to])
        }
        8 => step(StepName::Split, [part(grower)]),
        9 => step(StepName::Substring, [Argument::Scalar(Scalar::Integer(grower.random.integer(-3, 4) as i32))]),
        10 => {
            let low = grower.random.below(3);
            step(StepName::Substring, [int(low), int(low + grower.random.below(4))])
        }
        _ => {
            let value = grower.nested([1, 1])?;
            let folded = vec![step(StepName::Concat, [nest(value)])];
            return Some(folded);
        }
    }])
}

/// `dateAdd(DT.day, 2)`
pub(super) fn date(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.random.chance(0.4) {
        let other = grower.random.pick(&grower.objects)?.clone();
        return Some(vec![step(StepName::DateDiff, [literals::literal(&other)?])]);
    }
    let unit = *grower.random.pick(Dt::ALL)?;
    let amount = Argument::Scalar(Scalar::Integer(grower.random.integer(-40, 40) as i32));
    Some(vec![step(StepName::DateAdd, [Argument::from(unit), amount])])
}

/// `asString()`
pub(super) fn convert(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    Some(vec![match (grower.class(), grower.random.below(4)) {
        (Class::Text | Class::Boolean | Class::Number, 0) => bare(StepName::AsBool),
        (Class::Text, 1) => bare(StepName::AsNumber),
        (Class::Date, 1) => bare(StepName::AsDate),
        _ => bare(StepName::AsString),
    }])
}

/// `format('%{k0} of %{_}').by(label)`
pub(super) fn format(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let key: Name = grower.key()?;
    if grower.random.chance(0.5) {
        return Some(vec![step(StepName::Format, [Argument::string(format!("<%{{{key}}}>"))])]);
    }
    let by = by([nest(vec![bare(StepName::Label)])]);
    Some(vec![modulated(step(StepName::Format, [Argument::string(format!("%{{{key}}} of %{{_}}"))]), [by])])
}

/// `constant(1)`
pub(super) fn constant(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let scalar = Some(literals::any(grower.random, grower.config.version())).filter(|it| *it != Scalar::Null)?;
    Some(vec![step(StepName::Constant, [Argument::Scalar(scalar)])])
}

/// `inject(1)` behind others.
pub(super) fn inject(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let like: Vec<Value> = grower.random.sample(&grower.objects, 2);
    let mut arguments: Vec<Argument> = like.iter().filter_map(literals::literal).collect();
    if arguments.is_empty() {
        arguments.push(Argument::Scalar(literals::number(grower.random)));
    }
    Some(vec![step(StepName::Inject, arguments)])
}
