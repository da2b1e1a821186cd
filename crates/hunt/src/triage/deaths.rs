//! Deaths of the target, each of which costs a restart.

use std::collections::BTreeSet;

use graphlance_shrink::Family;

/// What deaths were looked into.
#[derive(Default)]
pub(super) struct Deaths {
    /// Those that were replayed.
    replayed: BTreeSet<Family>,
    /// Those that there were experiments on: each variant that shows one costs a restart.
    varied: BTreeSet<Family>,
}

impl Deaths {
    /// Whether the replay of a failure may wait: not that of a death that is like none before, but of each that is like one. Those
    /// of a target that dies often would take all the time.
    pub(super) fn may_wait(&mut self, family: &Family) -> bool {
        !family.is_costly() || !self.replayed.insert(family.clone())
    }

    /// Whether variants of a failure may be asked: of deaths that are alike those of the first.
    pub(super) fn may_be_varied(&mut self, family: &Family) -> bool {
        !family.is_costly() || self.varied.insert(family.clone())
    }
}

#[cfg(test)]
mod tests {
    use graphlance_case::FailureClass;

    use super::*;

    #[test]
    fn the_first_of_deaths_that_are_alike_is_looked_into_at_once() {
        let death = |how: &str| Family::Text(FailureClass::Crash, how.to_owned());
        let mut deaths = Deaths::default();
        let mut waits = |family: &Family| deaths.may_wait(family);
        assert_eq!(
            [death("a"), death("a"), death("b"), death("a")].each_ref().map(&mut waits),
            [false, true, false, true]
        );
        assert!(waits(&Family::WrongAnswer));
        let mut varied = |family: &Family| deaths.may_be_varied(family);
        assert_eq!([death("a"), death("a"), death("b")].each_ref().map(&mut varied), [true, false, true]);
        assert!(varied(&Family::WrongAnswer) && varied(&Family::WrongAnswer));
    }
}
