//! Filters of vertices, for relations between the answers to several traversals.

use graphlance_graph::Random;
use graphlance_gremlin::facts::{Facts, facts_of};
use graphlance_gremlin::{Step, StepName};

use super::build::{bare, nest, step};
use super::filters::{condition, has, has_key, has_label};
use super::grower::Grower;
use super::{Config, World};

/// A step that lets a vertex through or does not, by that vertex alone: it reads no path, no label and nothing that was noted
/// aside, and leaves nothing open. `own`: whether it looks at nothing but its label and properties, else also at what is around it.
/// None where none could be drawn.
pub fn vertex_filter(random: &mut Random, config: &Config, world: &World, own: bool) -> Option<Step> {
    let mut grower = Grower::new(random, config, world);
    if !grower.append(vec![bare(StepName::V)]) {
        return None;
    }
    let drawn = match grower.random.below(if own { 6 } else { 10 }) {
        0..=3 => has(&mut grower),
        4 => has_label(&mut grower),
        5 => has_key(&mut grower),
        _ => condition(&mut grower),
    }?;
    let filter = match <[Step; 1]>::try_from(drawn) {
        Ok([filter]) => filter,
        Err(several) => step(StepName::Filter, [nest(several)]),
    };
    let all = [bare(StepName::V), filter.clone()];
    looks_at_one(&facts_of(&grower.statement(&all))).then_some(filter)
}

fn looks_at_one(facts: &Facts) -> bool {
    let aside = [&facts.labels, &facts.noted, &facts.read];
    !facts.reads_path
        && !facts.writes
        && !facts.sack
        && facts.open.is_empty()
        && aside.iter().all(|names| names.is_empty())
}
