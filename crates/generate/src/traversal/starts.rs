//! How a statement begins.

use graphlance_gremlin::token::Operator;
use graphlance_gremlin::{Argument, Scalar, Step, StepName};

use super::build::{bare, int, modulator, nest, step};
use super::grower::Grower;
use super::literals;

/// Configures the source and draws the first step. None where nothing came of it.
pub(super) fn begin(grower: &mut Grower<'_>) -> Option<()> {
    configure(grower);
    for _ in 0..6 {
        let made = first(grower)?;
        if grower.append(made) {
            return Some(());
        }
    }
    None
}

fn configure(grower: &mut Grower<'_>) {
    if grower.random.chance(0.08) {
        let initial = match grower.random.below(4) {
            0 => Argument::Scalar(Scalar::Double(1.5)),
            1 => Argument::Scalar(Scalar::Long(2)),
            _ => int(grower.random.below(3)),
        };
        let mut arguments = vec![initial];
        if grower.random.chance(0.3) {
            arguments.push(Operator::Sum.into());
        }
        grower.source.push(modulator(StepName::WithSack, arguments));
    }
    if grower.random.chance(0.03) {
        grower.source.push(modulator(StepName::WithPath, []));
    }
}

fn first(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let version = grower.config.version();
    Some(match grower.random.below(20) {
        0..=11 => vec![bare(StepName::V)],
        12..=14 => vec![bare(StepName::E)],
        15..=16 if grower.config.identities => vec![by_identity(grower)?],
        17 => {
            let amount = grower.random.between(1, 4);
            vec![step(StepName::Inject, (0..amount).map(|_| Argument::Scalar(literals::any(grower.random, version))))]
        }
        18 => {
            let ways = (0..2).map(|_| nest(vec![way(grower)]));
            let ways: Vec<Argument> = ways.collect();
            vec![step(StepName::Union, ways)]
        }
        _ => vec![bare(StepName::V)],
    })
}

fn way(grower: &mut Grower<'_>) -> Step {
    let by_identity = if grower.config.identities && grower.random.chance(0.5) { by_identity(grower) } else { None };
    by_identity.unwrap_or_else(|| bare(StepName::V))
}

/// `V(..)` or `E(..)` with identities, of which one may stand there twice.
pub(super) fn by_identity(grower: &mut Grower<'_>) -> Option<Step> {
    let vertices = grower.random.chance(0.7) || grower.world.edge_ids.is_empty();
    let (name, ids) =
        if vertices { (StepName::V, &grower.world.vertex_ids) } else { (StepName::E, &grower.world.edge_ids) };
    let mut ids = grower.random.sample(ids, 4);
    ids.truncate(grower.random.between(1, 4));
    if grower.random.chance(0.2) {
        ids.extend(ids.first().cloned());
    }
    (!ids.is_empty()).then(|| step(name, ids.into_iter().map(Argument::Scalar)))
}
