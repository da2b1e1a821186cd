//! What a case takes from the hunt's adaptation state and from the target's switches.

use graphlance_cypher::Dialect;
use graphlance_cypher::dialect::PlanSwitch;
use graphlance_generate::{Adaptation, Vocabulary};
use graphlance_graph::{Name, Random};

use crate::RoundContext;

/// Streams of randomness within a round: plan switches.
const PLAN: u64 = 4;
/// The same for the switch by which a target tells its plan.
const TOLD: u64 = 12;
/// How often a statement that is asked many times goes under that switch.
const TELLS_PLAN: f64 = 0.8;

/// The vocabulary of the latest adaptation state.
#[derive(Default)]
pub(crate) struct AdaptedVocabulary(Option<(Adaptation, String, Vocabulary)>);

impl AdaptedVocabulary {
    /// Prepares the vocabulary of an adaptation state and gives the state's hash.
    pub(crate) fn adapt(&mut self, dialect: &Dialect, adaptation: &Adaptation) -> String {
        if let Some((known, hash, _)) = &self.0
            && known == adaptation
        {
            return hash.clone();
        }
        let hash = adaptation.hash();
        self.0 = Some((adaptation.clone(), hash.clone(), Vocabulary::new(dialect, adaptation)));
        hash
    }

    /// The vocabulary; none before the first state.
    pub(crate) fn get(&self) -> Option<&Vocabulary> {
        self.0.as_ref().map(|(_, _, vocabulary)| vocabulary)
    }
}

/// Switches of the target's plans for a case: each that the dialect has is left out more often than not.
pub(crate) fn drawn_switches(context: &RoundContext, dialect: &Dialect, index: u64) -> Vec<(Name, Name)> {
    let mut random = Random::derive(context.seed, &[context.round, PLAN, index]);
    let mut draw = |switch: &PlanSwitch| {
        let value = if random.chance(0.3) { random.pick(&switch.values).cloned() } else { None };
        value.map(|value| (switch.name.clone(), value))
    };
    dialect.plans.iter().filter_map(&mut draw).collect()
}

/// The same for a statement that is asked many times: more often than others it goes under a switch by which the target tells its
/// plan beside the answer. A text that is planned once pays for that once.
pub(crate) fn switches_that_tell_plans(context: &RoundContext, dialect: &Dialect, index: u64) -> Vec<(Name, Name)> {
    let mut switches = drawn_switches(context, dialect, index);
    let tells = dialect.plans.iter().find(|switch| switch.tells_plan);
    if let Some((switch, value)) = tells.and_then(|switch| Some((switch, switch.values.first()?)))
        && !switches.iter().any(|(name, _)| *name == switch.name)
        && Random::derive(context.seed, &[context.round, TOLD, index]).chance(TELLS_PLAN)
    {
        switches.push((switch.name.clone(), value.clone()));
    }
    switches
}
