//! What a hunt learns while it runs: weights of features in bugs found, features refused, sizes by latency.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use graphlance_case::Statement;
use graphlance_case::language::{FeatureSet, Role};
use graphlance_generate::Adaptation;
use graphlance_generate::adaptation::Reliance;
use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

/// A feature or function in a reduced bug is made this much rarer.
const LOWERED: f64 = 0.25;
/// But never rarer than this.
const LEAST_WEIGHT: f64 = 1.0 / 64.0;
/// A feature is switched off after so many refusals without a single acceptance.
const REFUSALS: u64 = 10;
/// Latencies are looked at every so many checks, or after so much time spent on waiting.
const STEERING_INTERVAL: u64 = 50;
const STEERING_WAIT: Duration = Duration::from_secs(2);
/// A size class counts from so many checks on.
const ENOUGH_CHECKS: f64 = 4.0;
/// Beyond so many, older checks begin to count less.
const MANY_CHECKS: f64 = 32.0;
/// A size class is never made rarer than this, compared with the most frequent one.
const LEAST_SIZE: f64 = 1.0 / 32.0;
/// A change of the adaptation state, as recorded in `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Seconds since the hunt began.
    pub at_seconds: f64,
    /// Why.
    pub reason: String,
    /// The hash that names the new state in cases.
    pub hash: String,
    /// The new state.
    pub state: Adaptation,
}

/// The adaptation state of a hunt with what it is learned from.
#[derive(Debug)]
pub struct Learning {
    current: Arc<Adaptation>,
    frozen: bool,
    steering: Option<Duration>,
    classes: usize,
    accepted: FeatureSet,
    refused_features: BTreeMap<Name, u64>,
    refused_functions: BTreeMap<Name, u64>,
    latencies: BTreeMap<u8, Latency>,
    checks: u64,
    /// Checks and time since sizes were last steered.
    unsteered: (u64, Duration),
}

/// What checks of a size class took; the past counts ever less, because engines warm up.
#[derive(Clone, Copy, Debug, Default)]
struct Latency {
    checks: f64,
    micros: f64,
}

impl Learning {
    /// Starts with small sizes, of `classes` classes, until it is known what they take. `frozen`: nothing is ever learned.
    /// `target_latency`: what a query should take on average; none switches steering off.
    pub fn new(frozen: bool, target_latency: Option<Duration>, classes: usize) -> Learning {
        let steered = !frozen && target_latency.is_some();
        let size_weights =
            if steered { size_weights(Duration::ZERO, &BTreeMap::new(), classes) } else { BTreeMap::new() };
        Learning {
            current: Arc::new(Adaptation { size_weights, ..Adaptation::default() }),
            classes,
            frozen,
            steering: target_latency,
            accepted: FeatureSet::default(),
            refused_features: BTreeMap::new(),
            refused_functions: BTreeMap::new(),
            latencies: BTreeMap::new(),
            checks: 0,
            unsteered: (0, Duration::ZERO),
        }
    }

    /// Begins with what an earlier hunt learned last.
    pub(crate) fn go_on(&mut self, last: Option<&Change>) {
        if let Some(Change { state, .. }) = last.filter(|_| !self.frozen) {
            self.current = Arc::new(state.clone());
        }
    }

    /// The state under which the next case is made.
    pub fn current(&self) -> Arc<Adaptation> {
        Arc::clone(&self.current)
    }

    /// Features and functions that are switched off, with how to name them to people.
    pub fn switched_off(&self) -> Vec<String> {
        let functions = self.current.functions_switched_off.iter().map(|function| format!("{function}()"));
        self.current.switched_off.iter().map(Name::to_string).chain(functions).collect()
    }

    /// A bug was found: makes what is particular to its reduced statement rarer.
    ///
    /// `reliance`: what it shows that further cases should not rely on.
    pub fn bug_found(&mut self, reduced: &FeatureSet, reliance: Option<Reliance>) -> Option<String> {
        self.change(|state| {
            state.avoided.extend(reliance);
            // Without those that frame others there are no queries.
            for (feature, _) in reduced.features.iter().filter(|(_, role)| **role != Role::Frame) {
                lower(state.feature_weights.entry(feature.clone()).or_insert(1.0));
            }
            for function in &reduced.functions {
                lower(state.function_weights.entry(function.clone()).or_insert(1.0));
            }
        })
        .then(|| format!("bug found: {reduced}"))
    }

    /// The target's parser refused a statement: switches off the feature or function most often refused and never
    /// accepted, once there is enough evidence.
    pub fn refused(&mut self, statement: &Statement) -> Option<String> {
        if self.frozen {
            return None;
        }
        let uses = statement.feature_set();
        for feature in uses.features.keys() {
            *self.refused_features.entry(feature.clone()).or_default() += 1;
        }
        for function in &uses.functions {
            *self.refused_functions.entry(function.clone()).or_default() += 1;
        }
        let feature = most_refused(&self.refused_features, |name| self.accepted.features.contains_key(name));
        let function = most_refused(&self.refused_functions, |name| self.accepted.functions.contains(name));
        match (feature, function) {
            (None, None) => None,
            (Some((feature, count)), other) if other.as_ref().is_none_or(|(_, most)| count >= *most) => {
                self.refused_features.remove(&feature);
                let reason = format!("refused {count} times, never accepted: {feature}");
                self.change(|state| {
                    state.switched_off.insert(feature);
                })
                .then_some(reason)
            }
            (_, Some((function, count))) => {
                self.refused_functions.remove(&function);
                let reason = format!("refused {count} times, never accepted: {function}()");
                self.change(|state| {
                    state.functions_switched_off.insert(function);
                })
                .then_some(reason)
            }
            (Some(_), None) => None,
        }
    }

    /// A query of a size class was answered in this time.
    pub fn answered(&mut self, statement: &Statement, size_class: u8, latency: Duration) -> Option<String> {
        if self.frozen {
            return None;
        }
        // Acceptance is only asked about features under suspicion; collecting it for every statement would cost more
        // than it tells.
        if !self.refused_features.is_empty() || !self.refused_functions.is_empty() || self.checks.is_multiple_of(64) {
            self.accepted.merge(statement.feature_set());
        }
        self.checks += 1;
        let seen = self.latencies.entry(size_class).or_default();
        seen.checks += 1.0;
        seen.micros += latency.as_micros() as f64;
        self.unsteered = (self.unsteered.0 + 1, self.unsteered.1 + latency);
        let due = self.unsteered.0 >= STEERING_INTERVAL || self.unsteered.1 >= STEERING_WAIT;
        let target = self.steering.filter(|_| due)?;
        self.unsteered = (0, Duration::ZERO);
        let weights = size_weights(target, &self.latencies, self.classes);
        for seen in self.latencies.values_mut().filter(|seen| seen.checks > MANY_CHECKS) {
            *seen = Latency { checks: seen.checks * 0.9, micros: seen.micros * 0.9 };
        }
        self.change(|state| state.size_weights = weights).then(|| "sizes steered by latency".to_owned())
    }

    /// Applies an edit unless the state is frozen; true when it changed something.
    fn change(&mut self, edit: impl FnOnce(&mut Adaptation)) -> bool {
        if self.frozen {
            return false;
        }
        let mut next = Adaptation::clone(&self.current);
        edit(&mut next);
        let changed = next != *self.current;
        if changed {
            self.current = Arc::new(next);
        }
        changed
    }
}

fn lower(weight: &mut f64) {
    *weight = (*weight * LOWERED).max(LEAST_WEIGHT);
}

fn most_refused(refused: &BTreeMap<Name, u64>, accepted: impl Fn(&Name) -> bool) -> Option<(Name, u64)> {
    refused
        .iter()
        .filter(|(key, count)| **count >= REFUSALS && !accepted(key))
        .max_by_key(|(_, count)| **count)
        .map(|(key, count)| (key.clone(), *count))
}

/// Powers of two near target / mean latency: rough, so that noise does not change the state all the time. Where even the
/// smallest sizes take longer than the target, they are the measure. A class of which too little is known is taken for
/// four times as slow as the one below it.
fn size_weights(target: Duration, latencies: &BTreeMap<u8, Latency>, classes: usize) -> BTreeMap<u8, f64> {
    let measured = |class: &u8| latencies.get(class).filter(|seen| seen.checks >= ENOUGH_CHECKS);
    let mut ratios: Vec<f64> = Vec::with_capacity(classes);
    for class in (0..=u8::MAX).take(classes) {
        let guess = ratios.last().map_or(1.0, |below| below / 4.0);
        let ratio = measured(&class).map(|seen| target.as_micros() as f64 * seen.checks / seen.micros.max(1.0));
        ratios.push(ratio.unwrap_or(guess));
    }
    let best = ratios.iter().copied().fold(0.0, f64::max).clamp(f64::MIN_POSITIVE, 1.0);
    let weight = |ratio: f64| (ratio / best).log2().round().exp2().clamp(LEAST_SIZE, 1.0);
    (0..).zip(ratios).map(|(class, ratio)| (class, weight(ratio))).filter(|(_, weight)| *weight < 1.0).collect()
}
