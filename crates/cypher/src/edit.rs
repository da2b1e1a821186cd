//! Edits that make a statement smaller, and what a reduction asks of a statement: its weight, its names, its usual order.
//!
//! Nothing here knows why a statement must get smaller: a [`Bench`] says whether an edited one will do.

mod clauses;
mod conditions;
pub(crate) mod conjuncts;
mod constants;
mod expressions;
pub(crate) mod nth;
mod order;
mod parameters;
mod parts;
pub(crate) mod patterns;
mod projections;
mod prune;
mod rename;
mod rows;
mod scratch;
mod typed;
mod values;
mod weight;

use graphlance_graph::Returns;

use crate::ast::Statement;

pub use parameters::without_parameters;
pub(crate) use prune::repair;
pub use rename::{apply_names, collect_names, collect_schema_names, name_columns, normal_form};
pub use rows::{names_in_vain, turn_rows};
pub use typed::{is_well_typed, labels_what_it_makes};
pub use values::{literals, replace_literal};
pub use weight::Weight;

/// A statement under reduction.
pub trait Bench {
    /// The statement as it is now; none when there is none any more.
    fn statement(&self) -> Option<&Statement>;

    /// Tries another statement in its place. True when that will do and is lighter; it is then the statement.
    fn attempt(&mut self, edited: Statement) -> bool;

    /// Whether no attempt can succeed any more. Asked while something is left to try.
    fn is_over(&self) -> bool;

    /// What another statement must return on the graph on which this one runs; none when nobody knows.
    fn returns(&self, other: Statement) -> Option<Returns>;
}

/// When a pass is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// On statements that load the graph, before all others: values stay of their kind, so that each key keeps its type.
    Loading,
    /// On statements that are run, before elements of the graph are dropped: large cuts.
    Large,
    /// On statements that are run, after elements of the graph are dropped.
    Small,
    /// Once, on statements that are run: literals.
    Literals,
    /// Once, on statements that load the graph: literals, which stay of their kind.
    LoadedLiterals,
    /// Last, on statements that are run: the usual order of what has none.
    Order,
}

/// A pass over a statement: it tries edits of one sort, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// When it is run.
    pub stage: Stage,
    /// The pass.
    pub run: fn(&mut dyn Bench),
}

/// The passes in the order they are run: large cuts first. Those of the first three stages are run again and again until
/// none helps.
pub const PASSES: &[Pass] = &[
    Pass { name: "drop_clauses", stage: Stage::Loading, run: clauses::drop_clauses },
    Pass { name: "drop_conjuncts", stage: Stage::Loading, run: expressions::drop_conjuncts },
    Pass { name: "drop_patterns", stage: Stage::Loading, run: patterns::drop_patterns },
    Pass { name: "drop_items", stage: Stage::Loading, run: parts::drop_items },
    Pass { name: "shorten_patterns", stage: Stage::Loading, run: parts::shorten_patterns },
    Pass { name: "simplify_nodes", stage: Stage::Loading, run: parts::simplify_nodes },
    Pass { name: "simplify_relationships", stage: Stage::Loading, run: parts::simplify_relationships },
    Pass { name: "drop_entries", stage: Stage::Loading, run: parts::drop_entries },
    Pass { name: "inline", stage: Stage::Loading, run: projections::inline },
    Pass { name: "drop_unions", stage: Stage::Large, run: clauses::drop_unions },
    Pass { name: "shorten_pipeline", stage: Stage::Large, run: clauses::shorten_pipeline },
    Pass { name: "drop_clauses", stage: Stage::Large, run: clauses::drop_clauses },
    Pass { name: "write_parameters", stage: Stage::Large, run: parameters::write_out },
    Pass { name: "drop_conjuncts", stage: Stage::Small, run: expressions::drop_conjuncts },
    Pass { name: "replace_by_constants", stage: Stage::Small, run: constants::replace_by_constants },
    Pass { name: "inline", stage: Stage::Small, run: projections::inline },
    Pass { name: "drop_columns", stage: Stage::Small, run: projections::drop_columns },
    Pass { name: "drop_items", stage: Stage::Small, run: parts::drop_items },
    Pass { name: "drop_patterns", stage: Stage::Small, run: patterns::drop_patterns },
    Pass { name: "simplify_patterns", stage: Stage::Small, run: patterns::simplify_patterns },
    Pass { name: "simplify_expressions", stage: Stage::Small, run: expressions::simplify },
    Pass { name: "return_conditions", stage: Stage::Small, run: conditions::return_conditions },
    Pass { name: "simplify_clauses", stage: Stage::Small, run: clauses::simplify_clauses },
    Pass { name: "simplify_literals", stage: Stage::Literals, run: values::simplify_literals },
    Pass { name: "simplify_literals", stage: Stage::LoadedLiterals, run: values::simplify_literals_of_their_kind },
    Pass { name: "sort", stage: Stage::Order, run: order::sort },
];

#[cfg(test)]
mod tests;
