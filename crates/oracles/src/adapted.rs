//! What a case takes from the hunt's adaptation state and from the target's switches.

use graphlance_cypher::Dialect;
use graphlance_cypher::dialect::PlanSwitch;
use graphlance_generate::{Adaptation, Vocabulary};
use graphlance_graph::{Name, Random};

use crate::RoundContext;

/// The stream of randomness within a round that plan switches take.
const PLAN: u64 = 4;

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
