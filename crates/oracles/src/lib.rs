//! The oracles: they make cases, and never talk to a driver.

mod adapted;
pub mod aggregation;
pub mod atomicity;
mod base;
mod deriving;
pub mod differential;
pub mod dinkel;
pub mod disassembly;
pub mod emission;
pub mod equivalence;
pub mod estimate;
pub mod gamera;
pub mod gqs;
mod ground;
mod growth;
mod indexing;
pub mod mutation;
pub mod norec;
pub mod oracle;
pub mod partition;
pub mod planted;
pub mod power;
mod produced;
pub mod reference;
pub mod refinement;
pub mod relations;
pub mod rewrites;
mod rewriting;
pub mod slow;
pub mod smith;
pub mod soundness;
pub mod stateful;
pub mod traversal_relations;
mod traversals;
mod twins;
pub mod walk;

pub use aggregation::Aggregation;
pub use atomicity::Atomicity;
pub use deriving::languages;
pub use differential::{Differential, Disagreement, StatementKind};
pub use disassembly::Disassembly;
pub use emission::Emission;
pub use equivalence::Equivalence;
pub use estimate::Estimate;
pub use gamera::Gamera;
pub use gqs::Gqs;
pub use mutation::Mutation;
pub use norec::Norec;
pub use oracle::{Oracle, Round, RoundContext};
pub use partition::Partition;
pub use reference::Reference;
pub use refinement::Refinement;
pub use slow::Slow;
pub use stateful::Stateful;
pub use walk::Walk;

/// The page of a rewrite or relation, by the name that it has in reports; none where none is called so.
pub fn page_of_rule(name: &str) -> Option<&'static str> {
    let rewrites = rewrites::every().map(|rewrite| (rewrite.name, rewrite.page));
    let relations = relations::RELATIONS.iter().map(|relation| (relation.name, relation.page));
    let of_traversals = traversal_relations::TRAVERSAL_RELATIONS.iter().map(|relation| (relation.name, relation.page));
    let staying = refinement::staying::KINDS.iter().map(|kind| (kind.name, kind.page));
    let mut all = rewrites.chain(relations).chain(of_traversals).chain(staying);
    all.find(|(known, _)| *known == name).map(|(_, page)| page)
}

/// The oracles, in the order they are listed.
pub const ORACLES: &[&dyn Oracle] = &[
    &Gqs,
    &Reference,
    &Walk,
    &Stateful,
    &Partition,
    &Aggregation,
    &Equivalence,
    &Norec,
    &Emission,
    &Mutation,
    &Refinement,
    &Gamera,
    &Atomicity,
    &Slow,
    &Estimate,
    &Disassembly,
    &Disagreement,
];
