//! What a statement comes upon where engines differ: when its filters are looked at in another order, and by identities.

use graphlance_gremlin::table::Trait;
use graphlance_gremlin::token::{T, Token};
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::walk_mut::{PartMut, any_mut};
use graphlance_gremlin::{Argument, Scalar, Statement, Step, StepName};

/// Whether a statement says an identity, or asks an element for its own by a token.
pub(crate) fn names_identities(statement: &Statement) -> bool {
    let mut names = false;
    walk(Part::Statement(statement), &mut |part| {
        names |= match part {
            Part::Step(step, _) => {
                step.name == StepName::HasId
                    || (matches!(step.name, StepName::V | StepName::E) && !step.arguments.is_empty())
            }
            Part::Argument(Argument::Token(Token::T(T::Id)) | Argument::Vertex(_)) => true,
            _ => false,
        };
    });
    names
}

/// Whether a statement compares an identity with what is no integer. A graph may make integers of it (`IdManager.convert`, in
/// TinkerGraph with `vertexIdManager=LONG`), before it looks anything up, or refuse it.
pub(crate) fn converts_identities(statement: &Statement) -> bool {
    let mut converts = false;
    walk(Part::Statement(statement), &mut |part| {
        let Part::Step(step, _) = part else { return };
        let is_id = |argument: &Argument| matches!(argument, Argument::Token(Token::T(T::Id)));
        let names = matches!(step.name, StepName::HasId | StepName::V | StepName::E)
            || step.name == StepName::Has && step.arguments.iter().any(is_id);
        for argument in step.arguments.iter().filter(|_| names) {
            walk(Part::Argument(argument), &mut |part| {
                let scalar = if let Part::Argument(argument) = part { argument.as_scalar() } else { None };
                let is_kept = |scalar: &Scalar| scalar.as_long().is_some() || *scalar == Scalar::Null;
                converts |= scalar.is_some_and(|scalar| !is_kept(scalar));
            });
        }
    });
    converts
}

/// Whether a statement makes what it makes in one order: one step behind the other makes one thing.
pub(crate) fn makes_in_order(statement: &Statement) -> bool {
    let makes = |step: &Step| matches!(step.name, StepName::AddV | StepName::AddE | StepName::Property);
    statement.traversal.steps.iter().all(makes)
}

/// The statement as it is when its filters are asked in another order, which TinkerPop's strategies allow themselves within a
/// run of filters, orders and steps that change nothing, and of `match` (`FilterRankingStrategy` after
/// `IdentityRemovalStrategy`, `InlineFilterStrategy`, `MatchPredicateStrategy`): without each filter of such a run, and with
/// the traversals of `and`, `or` and `match` turned round. What else stands behind a filter is asked only of what it lets
/// through.
pub(crate) fn reordered(statement: &Statement) -> impl Iterator<Item = Statement> + '_ {
    let mut places = 0;
    any_mut(PartMut::Statement(&mut statement.clone()), &mut |part| {
        places += changes_of(part).len();
        false
    });
    (0..places).map(|place| with_change(statement, place))
}

/// The statement as it is when its filters are asked in front of what orders, as `FilterRankingStrategy` has it. None where no
/// filter stands behind an order.
pub(crate) fn filters_first(statement: &Statement) -> Option<Statement> {
    let mut moved = statement.clone();
    let mut moves = false;
    any_mut(PartMut::Statement(&mut moved), &mut |part| {
        let PartMut::Traversal(traversal) = part else { return false };
        let steps = &mut traversal.steps;
        let stands_behind = |steps: &[Step]| {
            let moves = |step: &Step| is_filter(step) && !step.row().is(Trait::Writes);
            steps.windows(2).position(|pair| pair[0].name == StepName::Order && moves(&pair[1]))
        };
        while let Some(place) = stands_behind(steps) {
            steps.swap(place, place + 1);
            moves = true;
        }
        false
    });
    moves.then_some(moved)
}

/// How another order of filters changes a step.
#[derive(Clone, Copy)]
enum Change {
    /// Its traversals are turned round.
    Turned,
    /// It is not asked.
    LeftOut,
}

/// The steps of a chain of which the order of filters says something, each with what that does to it.
fn changes_of(part: &PartMut<'_>) -> Vec<(usize, Change)> {
    let PartMut::Traversal(traversal) = part else { return Vec::new() };
    let steps = &traversal.steps;
    let moves = |step: &Step| is_filter(step) || matches!(step.name, StepName::Order | StepName::Match);
    let is_of_run = |step: &Step| moves(step) || matches!(step.name, StepName::Identity | StepName::Barrier);
    let beside = |place: usize| {
        let before = steps[..place].iter().rev().take_while(|step| is_of_run(step)).any(moves);
        before || steps[place + 1..].iter().take_while(|step| is_of_run(step)).any(moves)
    };
    let changes = |place: usize| {
        let step = &steps[place];
        let turned = has_several(step).then_some((place, Change::Turned));
        let left_out = (is_filter(step) && beside(place)).then_some((place, Change::LeftOut));
        turned.into_iter().chain(left_out)
    };
    (0..steps.len()).flat_map(changes).collect()
}

/// Whether a step is a filter that may change places. `FilterRankingStrategy` gives `range` and its like no rank: what they let
/// through is what comes in first or last, so that nothing moves past them.
fn is_filter(step: &Step) -> bool {
    step.row().is(Trait::Filter) && !step.row().is(Trait::ByOrder)
}

fn has_several(step: &Step) -> bool {
    matches!(step.name, StepName::And | StepName::Or | StepName::Match) && step.arguments.len() > 1
}

fn with_change(statement: &Statement, place: usize) -> Statement {
    let (mut edited, mut left) = (statement.clone(), place);
    any_mut(PartMut::Statement(&mut edited), &mut |part| {
        let changes = changes_of(part);
        let Some((at, change)) = changes.get(left).copied() else {
            left -= changes.len();
            return false;
        };
        if let PartMut::Traversal(traversal) = part {
            let step = &mut traversal.steps[at];
            match change {
                Change::Turned => step.arguments.reverse(),
                Change::LeftOut => {
                    let modulators = std::mem::take(&mut step.modulators);
                    *step = Step { modulators, ..Step::new(StepName::Identity, Vec::new()) };
                }
            }
        }
        true
    });
    edited
}
