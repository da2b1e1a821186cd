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
    /// The natural one but for one row.
    Exchanged(Exchange),
    /// The natural one, within a FOREACH whose clauses are each executed for all items: these keep their order.
    Together,
}

/// A batch of rows, by its number, for which a clause writes, and those of them that come first or last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exchange {
    /// The number of the batch in the order of execution.
    pub batch: u64,
    /// The row that is moved.
    pub row: usize,
    /// Others that are moved with it, a bit for each of the first 64.
    pub others: u64,
    /// Behind all others, and not before them.
    pub last: bool,
}

impl Exchange {
    /// Of one row.
    pub fn of(batch: u64, row: usize, last: bool) -> Exchange {
        Exchange { batch, row, others: 0, last }
    }

    fn moves(self, row: usize) -> bool {
        row == self.row || row < 64 && self.others >> row & 1 == 1
    }
}

impl Schedule {
    /// The first so many schedules beside the natural one.
    pub fn others(count: u32) -> impl Iterator<Item = Schedule> {
        (0..u64::from(count)).map(|number| if number == 0 { Schedule::Reversed } else { Schedule::Drawn(number) })
    }

    /// The places `0..length` of a batch of rows, by its number, in the order in which they are to be gone through.
    pub fn places(self, length: usize, batch: u64) -> Vec<usize> {
        let mut places: Vec<usize> = (0..length).collect();
        match self {
            // Those that are moved, like the others, stay in their order.
            Schedule::Exchanged(exchange) if exchange.batch == batch => {
                places.sort_by_key(|row| exchange.moves(*row) == exchange.last);
            }
            _ => self.arrange(&mut places, batch),
        }
        places
    }

    /// Puts items into the order in which they are to be gone through; `draw` numbers the draws of an execution.
    pub fn arrange<T>(self, items: &mut [T], draw: u64) {
        match self {
            Schedule::Natural | Schedule::Exchanged(_) | Schedule::Together => {}
            Schedule::Reversed => items.reverse(),
            Schedule::Drawn(seed) => Random::derive(seed, &[draw]).shuffle(items),
        }
    }

    /// Whether the second of two equal values stands for them, given that it is the greater one in a strict order.
    pub fn prefers_greater(self, draw: u64) -> Option<bool> {
        match self {
            Schedule::Natural | Schedule::Exchanged(_) | Schedule::Together => None,
            Schedule::Reversed => Some(true),
            // The first drawn one is the opposite of the reversed one: what the two agree on depends on no choice.
            Schedule::Drawn(1) => Some(false),
            Schedule::Drawn(seed) => Some(Random::derive(seed, &[draw]).chance(0.5)),
        }
    }

    /// Whether operands are looked at from the right, and an error that a condition raises early counts.
    pub fn is_eager(self) -> bool {
        matches!(self, Schedule::Reversed | Schedule::Drawn(_))
    }

    /// Whether SET computes what it writes for all rows before it writes anything. CIP2015-10-27 has a clause see its own
    /// changes; ISO 39075 has no order among several values that are written to one property: an error, or an arbitrary one
    /// of them (IA017 and UV009 of its lists of what is the implementation's).
    pub fn sets_at_once(self) -> bool {
        self == Schedule::Drawn(1)
    }

    /// Whether MERGE executes its actions when it has found or made its pattern for all rows, and FOREACH each of its clauses
    /// for all items before the next one: no document says that a row sees what the actions of the row before it wrote, nor an
    /// item what the clauses wrote for the item before it.
    pub fn runs_clauses_at_once(self) -> bool {
        matches!(self, Schedule::Drawn(1) | Schedule::Together)
    }

    /// Whether SET writes an item for all rows before the next item, as several clauses of an item each would.
    pub fn sets_by_item(self) -> bool {
        self == Schedule::Drawn(2)
    }

    /// Whether the right operand comes first.
    pub fn looks_right_first(self, draw: u64) -> bool {
        match self {
            Schedule::Natural | Schedule::Exchanged(_) | Schedule::Together => false,
            Schedule::Reversed => true,
            Schedule::Drawn(seed) => Random::derive(seed, &[draw]).chance(0.5),
        }
    }

    /// A factor on the expected rows of one way to go on with a pattern, so that another way may be taken.
    pub fn preference(self, choice: u64) -> f64 {
        match self {
            Schedule::Natural | Schedule::Exchanged(_) | Schedule::Together => 1.0,
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
        let exchanged = |last| Schedule::Exchanged(Exchange::of(2, 1, last));
        assert_eq!(exchanged(true).places(3, 2), [0, 2, 1]);
        assert_eq!(exchanged(false).places(3, 2), [1, 0, 2]);
        assert_eq!(exchanged(true).places(3, 1), [0, 1, 2]);
        let several = |last| Schedule::Exchanged(Exchange { batch: 2, row: 1, others: 0b1000, last });
        assert_eq!(several(true).places(5, 2), [0, 2, 4, 1, 3]);
        assert_eq!(several(false).places(5, 2), [1, 3, 0, 2, 4]);
    }

    #[test]
    fn two_schedules_prefer_opposite_values() {
        let preferred: Vec<Option<bool>> = Schedule::others(2).map(|schedule| schedule.prefers_greater(0)).collect();
        assert_eq!(preferred, [Some(true), Some(false)]);
    }
}
