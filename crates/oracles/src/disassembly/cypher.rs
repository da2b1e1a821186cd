//! Statements of Cypher, taken apart by a rewrite that hands on the elements at a cut.

use graphlance_case::Derivation;
use graphlance_cypher::Query;
use graphlance_generate::Profile;
use graphlance_graph::Random;

use crate::base::is_settled;
use crate::rewrites::{BY_IDS, Effect, Ground, Rewrite};
use crate::rewriting::{Group, Grouping};

/// Places at which a rewrite is tried: at some nothing can be handed on.
const TRIES: usize = 4;

/// What takes a statement apart by the rewrites that a profile draws.
pub(super) fn grouping(profile: &Profile) -> impl Grouping + use<> {
    let drawn: Vec<&Rewrite> = BY_IDS.iter().copied().filter(|one| profile.rewrites.draws(one.name)).collect();
    move |base: &Query, ground: Ground<'_>, random: &mut Random| group(base, ground, drawn.clone(), random)
}

/// The statement, and what the first of some rewrites makes of it that can be applied.
fn group(base: &Query, ground: Ground<'_>, mut drawn: Vec<&Rewrite>, random: &mut Random) -> Option<Group> {
    random.shuffle(&mut drawn);
    let tries = drawn.iter().flat_map(|rewrite| std::iter::repeat_n(rewrite, TRIES));
    let (apart, applied) = tries.into_iter().find_map(|rewrite| {
        let (made, applied) = rewrite.derive(base, ground, random)?;
        let [apart] = <[Query; 1]>::try_from(made).ok()?;
        // Of what a row holds less may be known behind the cut than in front of it.
        is_settled(&apart, ground).then_some((apart, applied))
    })?;
    let derivation = Derivation { base: 0, rewrites: vec![applied], derived: vec![1] };
    let statements = vec![base.clone(), apart];
    Some(Group { statements, derivations: vec![derivation], effect: Effect::SameRows })
}
