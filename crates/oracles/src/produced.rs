//! Cases of an oracle without a target, for measuring.

use graphlance_case::Case;
use graphlance_generate::Adaptation;

use crate::{Oracle, RoundContext};

/// Cases of one round at most: what matters may be rare among graphs, too.
const OF_A_ROUND: usize = 40;

/// Rounds in a row without a case after which an oracle has none.
const MOST_EMPTY_ROUNDS: u32 = 200;

/// The cases of an oracle, some of each round, without end but where rounds have none. The first round is that of the context.
pub fn produced(oracle: &dyn Oracle, mut context: RoundContext) -> impl Iterator<Item = Case> {
    let mut empty = 0;
    let rounds = std::iter::from_fn(move || {
        let mut round = oracle.round(&context);
        context.round = context.round.wrapping_add(1);
        let cases: Vec<Case> =
            std::iter::from_fn(|| round.next_case(&Adaptation::default())).take(OF_A_ROUND).collect();
        empty = if cases.is_empty() { empty + 1 } else { 0 };
        (empty < MOST_EMPTY_ROUNDS).then_some(cases)
    });
    rounds.flatten()
}
