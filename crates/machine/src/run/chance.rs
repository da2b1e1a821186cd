//! What the language leaves open, decided: in the first arrangement everything stays as it arises, in the second each order
//! that is open is reversed, in the others it is drawn.

use graphlance_graph::Random;
use graphlance_gremlin::scalar::{DateTime, Uuid};

/// One arrangement of what is open.
#[derive(Debug)]
pub(crate) struct Chance {
    arrangement: u64,
    random: Random,
    chose: bool,
    tied: bool,
}

impl Chance {
    /// The arrangement of a number.
    pub fn new(arrangement: u64) -> Chance {
        Chance { arrangement, random: Random::derive(0, &[arrangement]), chose: false, tied: false }
    }

    /// Puts what has no order of its own into that of the arrangement.
    pub fn arrange<T>(&mut self, items: &mut [T]) {
        match self.arrangement {
            0 => {}
            1 => items.reverse(),
            _ => self.shuffle(items),
        }
    }

    /// Notes that an order that is open, or a draw, chose among objects.
    pub fn choose(&mut self) {
        self.chose = true;
    }

    /// Notes that nothing that was chosen since then shows: `chose` says whether anything had been before.
    pub fn forget_choices_since(&mut self, chose: bool) {
        self.chose = chose;
    }

    /// Whether an order that is open chose among objects.
    pub fn chose(&self) -> bool {
        self.chose
    }

    /// Puts what ties into an order. What comes in is reversed already where every open order is.
    pub fn arrange_ties<T>(&mut self, items: &mut [T]) {
        if self.arrangement > 1 {
            self.shuffle(items);
        }
    }

    /// Notes that objects that are not the same tied in an order.
    pub fn tie(&mut self) {
        self.tied = true;
    }

    /// Whether objects that are not the same tied in an order.
    pub fn tied(&self) -> bool {
        self.tied
    }

    /// Whether everything stays as it arises.
    pub fn is_first(&self) -> bool {
        self.arrangement == 0
    }

    /// Whether what was removed since it was looked at is missed.
    pub fn misses(&self) -> bool {
        self.arrangement == 1 || self.arrangement > 1 && self.arrangement.is_multiple_of(2)
    }

    /// Whether equal traversers are made one wherever that may be.
    pub fn lumps(&self) -> bool {
        self.arrangement > 1
    }

    /// Whether equal traversers are never made one.
    pub fn keeps_apart(&self) -> bool {
        self.arrangement == 1
    }

    /// Whether equal traversers are made one behind each step that may give several of them.
    pub fn bulks_early(&self) -> bool {
        self.arrangement == 2
    }

    /// From which number on a graph makes identities.
    pub fn first_identity(&self) -> i64 {
        i64::try_from(self.arrangement).unwrap_or(0).saturating_mul(1_000_003)
    }

    /// Any order, in the first arrangement, too.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.random.below(last + 1));
        }
    }

    /// An index below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    /// True with a probability.
    pub fn toss(&mut self, probability: f64) -> bool {
        self.random.chance(probability)
    }

    /// A number of `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        self.random.unit()
    }

    /// Any identifier.
    pub fn uuid(&mut self) -> Uuid {
        Uuid::from_u64_pair(self.random.word(), self.random.word())
    }

    /// The time at which the traversal runs, which nobody knows.
    pub fn now(&self) -> DateTime {
        DateTime { day: 20_000_i64.saturating_add(i64::try_from(self.arrangement).unwrap_or(0)), nanos: 0, offset: 0 }
    }
}
