//! The oracles of a hunt, and which of them makes the next round.

use std::collections::BTreeMap;
use std::time::Duration;

use graphlance_case::Dialect;
use graphlance_generate::Profile;
use graphlance_graph::Random;
use graphlance_oracles::Oracle;
use serde::{Deserialize, Serialize};

/// The stream of randomness that the choice of a round's oracle takes, beside those of the round itself.
const CHOICE: u64 = 7;

/// The oracles of a hunt; at least one.
#[derive(Clone)]
pub struct Oracles<'a> {
    oracles: Vec<&'a dyn Oracle>,
    /// Whether one that a target cannot be asked stays away without a word.
    optional: bool,
}

/// Why an oracle that compares targets stays away.
const ALONE: &str = "it compares the target with others: name one with --with";

impl<'a, O: Oracle> From<&'a O> for Oracles<'a> {
    fn from(oracle: &'a O) -> Oracles<'a> {
        Oracles { oracles: vec![oracle], optional: false }
    }
}

impl<'a> From<&'a dyn Oracle> for Oracles<'a> {
    fn from(oracle: &'a dyn Oracle) -> Oracles<'a> {
        Oracles { oracles: vec![oracle], optional: false }
    }
}

impl<'a> Oracles<'a> {
    /// These oracles; none when there are none. `optional`: those that a target cannot be asked stay away, else that is an error.
    pub fn new(oracles: Vec<&'a dyn Oracle>, optional: bool) -> Option<Oracles<'a>> {
        (!oracles.is_empty()).then_some(Oracles { oracles, optional })
    }

    /// Their names, with commas between them.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.oracles.iter().map(|oracle| oracle.name()).collect();
        names.join(",")
    }

    /// Those whose statements can be asked in a dialect, and that a profile is for. `others`: whether other targets are asked as
    /// well. Errors: the objections, where a wanted oracle has one, or all have.
    pub fn that_fit(self, dialect: &Dialect, profile: &Profile, others: bool) -> Result<Oracles<'a>, String> {
        let alone = |oracle: &&'a dyn Oracle| (oracle.compares_targets() && !others).then_some(ALONE);
        let why = |oracle: &&'a dyn Oracle| {
            let of_dialect = || alone(oracle).or_else(|| oracle.objection(dialect)).map(str::to_owned);
            profile.objection(oracle.name()).or_else(of_dialect)
        };
        let objection = |oracle: &&'a dyn Oracle| Some(format!("{}: {}", oracle.name(), why(oracle)?));
        let objections: Vec<String> = self.oracles.iter().filter_map(objection).collect();
        let unfit = if self.optional { objections.len() == self.oracles.len() } else { !objections.is_empty() };
        if unfit {
            return Err(objections.join("; "));
        }
        let oracles = self.oracles.into_iter().filter(|oracle| why(oracle).is_none()).collect();
        Ok(Oracles { oracles, ..self })
    }

    /// The place of the oracle that makes a round: drawn by the weights, from the seed and the number of the round alone.
    pub(crate) fn choose(&self, seed: u64, round: u64, weights: &[f64]) -> usize {
        if self.oracles.len() == 1 {
            return 0;
        }
        Random::derive(seed, &[round, CHOICE]).weighted(weights).unwrap_or_default()
    }

    /// The place of the oracle of a name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.oracles.iter().position(|oracle| oracle.name() == name)
    }

    /// What an earlier hunt knew of them.
    pub(crate) fn remember(&self, shares: &BTreeMap<String, Share>, worth: &mut Worth) {
        for (name, share) in shares {
            if let Some(place) = self.place(name) {
                worth.remember(place, share);
            }
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.oracles.len()
    }

    /// The oracle at a place.
    pub(crate) fn at(&self, place: usize) -> &'a dyn Oracle {
        self.oracles[place]
    }
}

/// What an oracle had of a hunt, for `run.json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Rounds.
    pub rounds: u64,
    /// Seconds of them, without replays and reductions.
    pub seconds: f64,
    /// Bugs that they found and nobody knew.
    pub bugs: u64,
}

impl Share {
    pub(crate) fn add(&mut self, took: Duration, bugs: u64) {
        self.rounds += 1;
        self.seconds += took.as_secs_f64();
        self.bugs += bugs;
    }
}

/// What each oracle has come to on this target: how much time its rounds took, and how many bugs nobody knew they found. Those that
/// find more in the same time get more of it, and none gets none: what it finds next is not known.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    frozen: bool,
    oracles: Vec<Record>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    rounds: f64,
    seconds: f64,
    found: f64,
}

/// The least share of an oracle, as a part of an even one.
const LEAST_SHARE: f64 = 0.25;
/// Time after which what came before counts half.
const HALF_LIFE: f64 = 300.0;
/// The bugs and the seconds that every oracle is granted before anything is known of what it finds.
const GRANTED: (f64, f64) = (1.0, 10.0);
/// What a round is taken to last, in seconds, until some were made.
const LENGTH: f64 = 1.0;

impl Record {
    /// New bugs a second.
    fn rate(&self) -> f64 {
        (self.found + GRANTED.0) / (self.seconds + GRANTED.1)
    }

    /// Seconds of a round.
    fn length(&self) -> f64 {
        (self.seconds + LENGTH) / (self.rounds + 1.0)
    }
}

impl Worth {
    /// Of so many oracles. `frozen`: all are worth the same for ever.
    pub(crate) fn new(count: usize, frozen: bool) -> Worth {
        Worth { frozen, oracles: vec![Record::default(); count] }
    }

    /// A round of an oracle took this time and found so many new bugs.
    pub(crate) fn earned(&mut self, place: usize, took: Duration, found: u64) {
        if self.frozen {
            return;
        }
        let fading = 0.5_f64.powf(took.as_secs_f64() / HALF_LIFE);
        for record in &mut self.oracles {
            *record = Record {
                rounds: record.rounds * fading,
                seconds: record.seconds * fading,
                found: record.found * fading,
            };
        }
        if let Some(record) = self.oracles.get_mut(place) {
            record.rounds += 1.0;
            record.seconds += took.as_secs_f64();
            record.found += found as f64;
        }
    }

    /// What the oracle had of an earlier hunt. Of its length no more counts than would of a hunt that had gone on.
    fn remember(&mut self, place: usize, share: &Share) {
        if let Some(record) = self.oracles.get_mut(place).filter(|_| !self.frozen) {
            let counted = HALF_LIFE.min(share.seconds) / share.seconds.max(f64::MIN_POSITIVE);
            *record = Record {
                rounds: share.rounds as f64 * counted,
                seconds: share.seconds * counted,
                found: share.bugs as f64 * counted,
            };
        }
    }

    /// The chance of each oracle to make the next round, with any sum. What is shared out is time: rounds that take longer are made
    /// more rarely.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let (sum, count) = (self.oracles.iter().map(Record::rate).sum::<f64>(), self.oracles.len() as f64);
        let share = |record: &Record| LEAST_SHARE / count + (1.0 - LEAST_SHARE) * record.rate() / sum;
        self.oracles.iter().map(|record| share(record) / record.length()).collect()
    }
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};
    use graphlance_oracles::ORACLES;

    use super::*;

    #[test]
    fn the_oracle_of_a_round_follows_from_seed_and_number_and_all_have_their_turn() {
        let oracles = Oracles::new(ORACLES.to_vec(), true).expect("oracles");
        let weights = Worth::new(ORACLES.len(), true).weights();
        let chosen = |seed| (0..200).map(|round| oracles.choose(seed, round, &weights)).collect::<Vec<_>>();
        assert_eq!(chosen(1), chosen(1));
        assert_ne!(chosen(1), chosen(2));
        assert!((0..ORACLES.len()).all(|place| chosen(1).contains(&place)));
    }

    /// Oracles with the seconds of a round and the bugs found in it have so many rounds: the part of the time that each had of
    /// the last half.
    fn shares(oracles: &[(f64, u64)], rounds: u64) -> Vec<f64> {
        let mut worth = Worth::new(oracles.len(), false);
        let mut had = vec![0.0; oracles.len()];
        for round in 0..rounds {
            let place = Random::derive(round, &[]).weighted(&worth.weights()).expect("an oracle");
            let (seconds, bugs) = oracles[place];
            worth.earned(place, Duration::from_secs_f64(seconds), bugs);
            had[place] += if round * 2 < rounds { 0.0 } else { seconds };
        }
        let all: f64 = had.iter().sum();
        had.iter().map(|had| had / all).collect()
    }

    #[test]
    fn oracles_that_find_alike_have_the_same_time_however_long_their_rounds() {
        let shares = shares(&[(0.5, 0), (10.0, 0)], 4_000);
        assert!((0.4..0.6).contains(&shares[0]), "{shares:?}");
    }

    #[test]
    fn time_moves_to_what_finds_and_never_leaves_the_others() {
        let shares = shares(&[(2.0, 0), (2.0, 1), (2.0, 0)], 2_000);
        assert!(shares[1] > 0.6 && shares[0] > 0.05 && shares[2] > 0.05, "{shares:?}");
    }

    #[test]
    fn what_was_found_long_ago_counts_no_more() {
        let mut worth = Worth::new(2, false);
        worth.earned(0, Duration::from_secs(5), 0);
        worth.earned(1, Duration::from_secs(5), 20);
        assert!(worth.weights()[1] > 2.0 * worth.weights()[0]);
        for _ in 0..800 {
            (0..2).for_each(|place| worth.earned(place, Duration::from_secs(5), 0));
        }
        let weights = worth.weights();
        assert!((0.9..1.1).contains(&(weights[1] / weights[0])), "{weights:?}");
    }

    #[test]
    fn worth_that_is_frozen_stays_even() {
        let mut worth = Worth::new(2, true);
        worth.earned(0, Duration::from_secs(1), 9);
        let weights = worth.weights();
        assert_eq!(weights[0], weights[1]);
    }

    #[test]
    fn oracles_that_a_target_cannot_be_asked_stay_away() {
        let oracles = Oracles::new(ORACLES.to_vec(), true).expect("oracles");
        let profile = Profile::built_in("default").expect("a built-in profile");
        let kuzu = Cypher.dialect("kuzu").expect("Kuzu's");
        let fitting = oracles.clone().that_fit(&kuzu, &profile, false).expect("some");
        assert!(fitting.names().contains("gqs") && !fitting.names().contains("atomicity"), "{}", fitting.names());
        let one =
            Oracles::from(&graphlance_oracles::Atomicity).that_fit(&kuzu, &profile, false).err().expect("an objection");
        assert!(one.starts_with("atomicity: "), "{one}");
        let wanted =
            Oracles::new(vec![&graphlance_oracles::Gqs, &graphlance_oracles::Atomicity], false).expect("oracles");
        assert_eq!(wanted.that_fit(&kuzu, &profile, false).err(), Some(one));
        let neo4j = Cypher.dialect("neo4j").expect("Neo4j's");
        let alone = Oracles::from(&graphlance_oracles::Disagreement).that_fit(&neo4j, &profile, false);
        assert_eq!(alone.err(), Some(format!("differential: {ALONE}")));
        assert!(Oracles::from(&graphlance_oracles::Disagreement).that_fit(&neo4j, &profile, true).is_ok());
        let wide = Profile::built_in("wide").expect("a built-in profile");
        assert_eq!(oracles.that_fit(&kuzu, &wide, false).expect("one").names(), "reference");
        let refused =
            Oracles::from(&graphlance_oracles::Gqs).that_fit(&kuzu, &wide, false).err().expect("an objection");
        assert_eq!(refused, "gqs: the profile wide is for the oracle reference");
    }
}
