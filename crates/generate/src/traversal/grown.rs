//! Whole traversals.

use graphlance_graph::Random;
use graphlance_gremlin::Statement;
use graphlance_machine::{Answer, Failure, evaluate};

use super::grower::Grower;
use super::{Config, World, starts};

/// How often a traversal out of which one thing comes ends in another way.
const AGAIN: f64 = 0.3;

/// A traversal with what it must give.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The statement, in its normal form.
    pub statement: Statement,
    /// Its answer, or why there is none: mostly an error that must be raised.
    pub outcome: Result<Answer, Failure>,
}

/// A traversal that reads. None where nothing could be drawn, or where the language leaves the answer open after all.
pub fn traversal(random: &mut Random, config: &Config, world: &World) -> Option<Grown> {
    let statement = family(random, config, world, 1).pop()?;
    with_answer(statement, config, world)
}

/// So many traversals at most that begin alike and end each in its own way, which costs less than each by itself: what is in front
/// of the last steps is grown once. What they give as a whole is for the caller to ask.
pub fn family(random: &mut Random, config: &Config, world: &World, amount: usize) -> Vec<Statement> {
    let mut grower = Grower::new(random, config, world);
    if starts::begin(&mut grower).is_none() {
        return Vec::new();
    }
    let length = grower.random.between(config.length[0], config.length[1]);
    let apart = grower.random.between(1, length.div_ceil(2).max(1));
    grower.grow(length.saturating_sub(apart));
    let alike = grower.state();
    let mut made: Vec<Statement> = Vec::new();
    for _ in 0..amount {
        let mut ending = || {
            grower.grow(apart);
            grower.end();
            let grown = grower.made();
            let again = grower.random.chance(AGAIN) && grower.says_one_thing();
            grower.go_back(alike.clone());
            (grown, again)
        };
        let (mut grown, again) = ending();
        if again {
            grown = ending().0.or(grown);
        }
        made.extend(grown.filter(|new| !made.contains(new)));
    }
    made
}

/// What was grown, with its answer.
pub(super) fn finish(grower: &Grower<'_>) -> Option<Grown> {
    with_answer(grower.made()?, grower.config, grower.world)
}

/// A statement with its answer, if it is one that is asked.
fn with_answer(statement: Statement, config: &Config, world: &World) -> Option<Grown> {
    let outcome = evaluate(&statement, &world.graph, &config.options);
    let asked = match &outcome {
        Ok(_) | Err(Failure::Raised(_)) => true,
        Err(Failure::Unknown(_)) => config.beyond,
        Err(Failure::OutOfBudget(_) | Failure::Unspecified(_)) => false,
    };
    asked.then_some(Grown { statement, outcome })
}
