//! The orders in which a statement may be executed.

use graphlance_graph::Random;

/// One of the orders that the language allows: of the rows that a clause writes for, of what is gathered into a list, of
/// the conditions of a pattern and the operands of AND and OR, and which of several equal values stands for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Schedule {
    /// Elements by key, rows as they come, operands from the left, the first of equal values, all items of a SET from
    /// the values before it.
    #[default]
    Natural,
    /// Whatever has an order the other way round, the greatest of equal values, the items of a SET one after the other.
    Reversed,
    /// Drawn at random, by this seed.
    Drawn(u64),
}

impl Schedule {
    /// The first so many schedules beside the natural one.
    pub fn others(count: u32) -> impl Iterator<Item = Schedule> {
        (0..u64::from(count)).map(|number| if number == 0 { Schedule::Reversed } else { Schedule::Drawn(number) })
    }

    /// The places `0..length` in the order in which they are to be gone through; `draw` numbers the draws of an
    /// execution.
    pub fn places(self, length: usize, draw: u64) -> Vec<usize> {
        let mut places: Vec<usize> = (0..length).collect();
        self.arrange(&mut places, draw);
        places
    }

    /// Puts items into the order in which they are to be gone through.
    pub fn arrange<T>(self, items: &mut [T], draw: u64) {
        match self {
            Schedule::Natural => {}
            Schedule::Reversed => items.reverse(),
            Schedule::Drawn(seed) => Random::derive(seed, &[draw]).shuffle(items),
        }
    }

    /// Whether the second of two equal values stands for them, given that it is the greater one in a strict order.
    pub fn prefers_greater(self, draw: u64) -> Option<bool> {
        match self {
            Schedule::Natural => None,
            Schedule::Reversed => Some(true),
            // The first drawn one is the opposite of the reversed one: what the two agree on depends on no choice.
            Schedule::Drawn(1) => Some(false),
            Schedule::Drawn(seed) => Some(Random::derive(seed, &[draw]).chance(0.5)),
        }
    }

    /// Whether operands are looked at from the right, and an error that a condition raises early counts.
    pub fn is_eager(self) -> bool {
        self != Schedule::Natural
    }

    /// Whether the right operand comes first.
    pub fn looks_right_first(self, draw: u64) -> bool {
        match self {
            Schedule::Natural => false,
            Schedule::Reversed => true,
            Schedule::Drawn(seed) => Random::derive(seed, &[draw]).chance(0.5),
        }
    }

    /// A factor on the expected rows of one way to go on with a pattern, so that another way may be taken.
    pub fn preference(self, choice: u64) -> f64 {
        match self {
            Schedule::Natural => 1.0,
            _ => {
                let seed = if let Schedule::Drawn(seed) = self { seed } else { 0 };
                0.1 + 10.0 * Random::derive(seed, &[choice]).unit()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_schedule_goes_through_all_places_once() {
        for schedule in [Schedule::Natural].into_iter().chain(Schedule::others(5)) {
            let mut places = schedule.places(7, 3);
            places.sort_unstable();
            assert_eq!(places, (0..7).collect::<Vec<_>>(), "{schedule:?}");
        }
        assert_eq!(Schedule::Reversed.places(3, 0), [2, 1, 0]);
    }

    #[test]
    fn two_schedules_prefer_opposite_values() {
        let preferred: Vec<Option<bool>> = Schedule::others(2).map(|schedule| schedule.prefers_greater(0)).collect();
        assert_eq!(preferred, [Some(true), Some(false)]);
    }
}
