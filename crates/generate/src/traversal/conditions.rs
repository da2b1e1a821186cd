//! Filters of elements by themselves, for relations between the answers to several traversals.

use graphlance_graph::Random;
use graphlance_gremlin::facts::{Facts, facts_of};
use graphlance_gremlin::{Step, StepName};

use super::build::{bare, nest, step};
use super::filters::{condition, has, has_key, has_label};
use super::grower::Grower;
use super::{Config, World};

/// What a filter of elements is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filtered {
    /// Whether edges go in, or vertices.
    pub edges: bool,
    /// Whether it looks at the label and the properties of the element alone, or also at what is around it.
    pub own: bool,
}

/// A step that lets an element through or does not, by that element alone: it reads no path, no label and nothing that was noted
/// aside, and leaves nothing open. None where none could be drawn.
pub fn element_filter(random: &mut Random, config: &Config, world: &World, filtered: Filtered) -> Option<Step> {
    let mut grower = Grower::new(random, config, world);
    let mut begins = vec![bare(StepName::V)];
    if filtered.edges {
        begins.push(bare(StepName::OutE));
    }
    if !grower.append(begins) {
        return None;
    }
    let drawn = match grower.random.below(if filtered.own { 6 } else { 10 }) {
        0..=3 => has(&mut grower),
        4 => has_label(&mut grower),
        5 => has_key(&mut grower),
        _ => condition(&mut grower),
    }?;
    let filter = match <[Step; 1]>::try_from(drawn) {
        Ok([filter]) => filter,
        Err(several) => step(StepName::Filter, [nest(several)]),
    };
    let begun = grower.steps.iter().cloned().chain([filter.clone()]).collect::<Vec<_>>();
    looks_at_one(&facts_of(&grower.statement(&begun))).then_some(filter)
}

fn looks_at_one(facts: &Facts) -> bool {
    let aside = [&facts.labels, &facts.noted, &facts.read];
    !facts.reads_path
        && !facts.writes
        && !facts.sack
        && facts.open.is_empty()
        && aside.iter().all(|names| names.is_empty())
}
