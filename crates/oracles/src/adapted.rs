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
/// How often a switch is set at all, and how often a slow value stays that was drawn for it.
const SET: f64 = 0.3;
pub(crate) const SLOW: f64 = 0.05;
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

/// Switches of the target's plans for a case: each that the dialect has is left out more often than not, and its slow
/// values are seldom.
pub(crate) fn drawn_switches(context: &RoundContext, dialect: &Dialect, index: u64) -> Vec<(Name, Name)> {
    let mut random = Random::derive(context.seed, &[context.round, PLAN, index]);
    let mut draw = |switch: &PlanSwitch| {
        let value = if random.chance(SET) { random.pick(&switch.values)?.clone() } else { return None };
        let stays = !switch.slow.contains(&value) || random.chance(SLOW);
        stays.then(|| (switch.name.clone(), value))
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_generate::Profile;

    use super::*;

    #[test]
    fn slow_values_of_a_switch_are_drawn_seldom_and_the_others_are_not() {
        let switch = PlanSwitch {
            name: "planner".into(),
            values: vec!["idp".into(), "dp".into()],
            slow: vec!["dp".into()],
            quick: Vec::new(),
            tells_plan: false,
        };
        let dialect = Dialect { plans: vec![switch], ..Dialect::standard() };
        let profile = Profile::built_in("default").expect("a built-in profile");
        let context = RoundContext::new(1, dialect.clone().into(), Arc::new(profile));
        let drawn: Vec<Name> =
            (0..10_000).flat_map(|index| drawn_switches(&context, &dialect, index)).map(|(_, value)| value).collect();
        let count = |wanted: &str| drawn.iter().filter(|value| *value == wanted).count();
        // 0.3 / 2 of them all, and a twentieth of as many.
        assert!((1_300..1_700).contains(&count("idp")), "{}", count("idp"));
        assert!((40..120).contains(&count("dp")), "{}", count("dp"));
    }
}
