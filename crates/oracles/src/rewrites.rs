//! Rewrites of statements: each says what it does to the rows and to the graph, under which preconditions, and at which places of
//! a statement it can be applied. The reference checks every rewrite on random statements; see the tests of this crate.

mod bodies;
mod call_nothing;
mod carry_all;
mod carry_named;
mod case_on_null;
mod count_as_sum;
mod create_then_delete;
mod de_morgan;
mod delete_deleted;
mod detach_delete;
mod direction_by_union;
mod distinct_as_groups;
mod double_negation;
mod drop_conjunct;
mod drop_direction;
mod drop_labels;
mod drop_map;
mod drop_name;
mod drop_order;
mod drop_types;
mod emission;
mod emit_matches;
mod emit_patterns;
mod exclusive_or;
mod exists_as_count;
mod family;
mod filter_after_with;
mod filter_as_labels;
mod filter_as_map;
mod foreach_in_call;
mod foreach_nothing;
mod front_by_ids;
mod front_by_list;
mod give_direction;
mod give_label;
mod give_type;
mod handed;
mod hint_index;
mod hint_join;
mod hint_scan;
mod in_as_or;
mod join_paths;
mod labels_as_filter;
mod literal_as_parameter;
mod map_as_filter;
mod match_again;
mod match_again_optionally;
mod match_in_call;
mod merge_matched;
mod negate_equality;
mod negate_null_test;
mod neutral_logic;
mod neutral_operand;
mod optional_nothing;
mod order_between;
mod partition_by_union;
mod partition_by_unwind;
mod partition_groups;
mod partition_rows;
mod parts;
mod pattern_by_ids;
mod place;
mod precondition;
mod predicate_as_case;
mod predicate_by_subquery;
mod predicate_over_one;
mod prepend_hop;
mod project_predicate;
mod property_by_subscript;
mod remove_twice;
mod repeat_node;
mod repeat_predicate;
mod return_in_two;
mod reverse_pattern;
mod set_nothing;
mod split_length;
mod split_match;
mod split_path;
mod split_set;
mod swap_conjuncts;
mod swap_patterns;
mod tautology;
mod through_list;
mod top_of_parts;
mod top_of_top;
mod turn_comparison;
mod types_as_filter;
mod unroll_length;
mod unwind_of_one;
mod widen_length;

use std::collections::BTreeMap;

use graphlance_case::Applied;
use graphlance_cypher::facts::query_writes;
use graphlance_cypher::walk::{Part, any};
use graphlance_cypher::{Clause, Dialect, Query};
use graphlance_graph::{Graph, Random};

use bodies::{Body, bodies, put_back};

pub use crate::base::is_settled;
pub use emit_matches::EMIT_MATCHES;
pub use emit_patterns::EMIT_PATTERNS;
pub use partition_groups::{PARTITION_GROUPS, merges};
pub use partition_rows::PARTITION_ROWS;
pub(crate) use place::scopes_of;
pub use precondition::Precondition;
pub use project_predicate::PROJECT_PREDICATE;
pub use top_of_parts::TOP_OF_PARTS;

/// A rewrite of a statement.
pub struct Rewrite {
    /// Its name, in lineages and reports.
    pub name: &'static str,
    /// Its user page: what it does, why the rows stay, when that would be unsound, an example.
    pub page: &'static str,
    /// What the results have to do with the statement.
    pub effect: Effect,
    /// What must hold of the statement at the place.
    pub needs: &'static [Precondition],
    /// The places where it can be applied.
    pub sites: fn(&Query) -> Vec<Site>,
    /// Applies it at one of these places; none when that place has nothing to rewrite after all.
    pub apply: fn(&Query, Site, Ground<'_>) -> Option<Vec<Query>>,
}

/// What the results of a rewrite have to do with the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// There is one result and it has the same rows, as a bag. Of a statement that writes it leaves the same graph as well.
    SameRows,
    /// There is one result, which may write where the statement did not; it has the same rows, and leaves the same graph.
    SameState,
    /// The rows of the first result are those of the statement and of all other results, put together, as a bag.
    Parts,
    /// The same with groups, which are merged (see [`merges`]).
    Groups,
    /// There is one result, with one column more: those of its rows in which that is true, without it, are the rows of the
    /// statement.
    Held,
    /// There is one result; each of its rows is one of the statement's, as a bag.
    Fewer,
    /// The same, but that a row may come more often than in the statement.
    FewerKinds,
    /// There is one result; each of the statement's rows is one of its own, as a bag.
    More,
}

/// A place in the first part of a query, or of what is rewritten as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The clause.
    pub clause: usize,
    /// The pattern, item or conjunct in it.
    pub item: usize,
}

/// What a statement is for.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The graph that it reads.
    pub graph: &'a Graph,
    /// The dialect that it is asked in.
    pub dialect: &'a Dialect,
}

/// The graph as statements that write must take it: such a statement may have given a property a value of another type than the
/// schema says.
pub fn without_types(graph: &Graph) -> Graph {
    let mut graph = graph.clone();
    graph.schema.keys.clear();
    graph
}

/// Rewrites for oracles of which each takes a few of them. From those of [`ALL`] that keep the rows draws `equivalence`.
pub const OF_RELATIONS: &[&Rewrite] = &[
    &drop_conjunct::DROP_CONJUNCT,
    &drop_direction::DROP_DIRECTION,
    &drop_labels::DROP_LABELS,
    &drop_map::DROP_MAP,
    &drop_types::DROP_TYPES,
    &emit_matches::EMIT_MATCHES,
    &emit_patterns::EMIT_PATTERNS,
    &give_direction::GIVE_DIRECTION,
    &give_label::GIVE_LABEL,
    &give_type::GIVE_TYPE,
    &prepend_hop::PREPEND_HOP,
    &project_predicate::PROJECT_PREDICATE,
    &widen_length::WIDEN_LENGTH,
];

/// Rewrites that come last, since no other applies to what they make: planner hints.
pub const HINTS: &[&Rewrite] = &[&hint_index::HINT_INDEX, &hint_join::HINT_JOIN, &hint_scan::HINT_SCAN];

/// Rewrites that take a statement apart: what stands in front of a cut is evaluated by the reference, and the identities of its
/// elements are handed on. `disassembly` draws these.
pub const BY_IDS: &[&Rewrite] =
    &[&front_by_ids::FRONT_BY_IDS, &front_by_list::FRONT_BY_LIST, &pattern_by_ids::PATTERN_BY_IDS];

/// Every rewrite.
pub fn every() -> impl Iterator<Item = &'static Rewrite> {
    ALL.iter().chain(HINTS).chain(OF_RELATIONS).chain(BY_IDS).copied()
}

/// The rewrites for statements of all oracles.
pub const ALL: &[&Rewrite] = &[
    &call_nothing::CALL_NOTHING,
    &carry_all::CARRY_ALL,
    &carry_named::CARRY_NAMED,
    &case_on_null::CASE_ON_NULL,
    &count_as_sum::COUNT_AS_SUM,
    &create_then_delete::CREATE_THEN_DELETE,
    &de_morgan::DE_MORGAN,
    &delete_deleted::DELETE_DELETED,
    &detach_delete::DETACH_DELETE,
    &direction_by_union::DIRECTION_BY_UNION,
    &distinct_as_groups::DISTINCT_AS_GROUPS,
    &double_negation::DOUBLE_NEGATION,
    &drop_name::DROP_NAME,
    &drop_order::DROP_ORDER,
    &exclusive_or::EXCLUSIVE_OR,
    &exists_as_count::EXISTS_AS_COUNT,
    &filter_after_with::FILTER_AFTER_WITH,
    &filter_as_labels::FILTER_AS_LABELS,
    &filter_as_map::FILTER_AS_MAP,
    &foreach_in_call::FOREACH_IN_CALL,
    &foreach_nothing::FOREACH_NOTHING,
    &in_as_or::IN_AS_OR,
    &join_paths::JOIN_PATHS,
    &labels_as_filter::LABELS_AS_FILTER,
    &literal_as_parameter::LITERAL_AS_PARAMETER,
    &map_as_filter::MAP_AS_FILTER,
    &match_again::MATCH_AGAIN,
    &match_again_optionally::MATCH_AGAIN_OPTIONALLY,
    &match_in_call::MATCH_IN_CALL,
    &merge_matched::MERGE_MATCHED,
    &negate_equality::NEGATE_EQUALITY,
    &negate_null_test::NEGATE_NULL_TEST,
    &neutral_logic::NEUTRAL_LOGIC,
    &neutral_operand::NEUTRAL_OPERAND,
    &optional_nothing::OPTIONAL_NOTHING,
    &order_between::ORDER_BETWEEN,
    &partition_by_union::PARTITION_BY_UNION,
    &partition_by_unwind::PARTITION_BY_UNWIND,
    &partition_groups::PARTITION_GROUPS,
    &partition_rows::PARTITION_ROWS,
    &predicate_as_case::PREDICATE_AS_CASE,
    &predicate_by_subquery::PREDICATE_BY_SUBQUERY,
    &predicate_over_one::PREDICATE_OVER_ONE,
    &property_by_subscript::PROPERTY_BY_SUBSCRIPT,
    &remove_twice::REMOVE_TWICE,
    &repeat_node::REPEAT_NODE,
    &repeat_predicate::REPEAT_PREDICATE,
    &return_in_two::RETURN_IN_TWO,
    &reverse_pattern::REVERSE_PATTERN,
    &set_nothing::SET_NOTHING,
    &split_length::SPLIT_LENGTH,
    &split_match::SPLIT_MATCH,
    &split_path::SPLIT_PATH,
    &split_set::SPLIT_SET,
    &swap_conjuncts::SWAP_CONJUNCTS,
    &swap_patterns::SWAP_PATTERNS,
    &tautology::TAUTOLOGY,
    &through_list::THROUGH_LIST,
    &top_of_parts::TOP_OF_PARTS,
    &top_of_top::TOP_OF_TOP,
    &turn_comparison::TURN_COMPARISON,
    &types_as_filter::TYPES_AS_FILTER,
    &unroll_length::UNROLL_LENGTH,
    &unwind_of_one::UNWIND_OF_ONE,
];

impl Rewrite {
    /// The rewrite of this name.
    pub fn named(name: &str) -> Option<&'static Rewrite> {
        every().find(|rewrite| rewrite.name == name)
    }

    /// The places at which every precondition holds.
    pub fn sound_sites(&self, query: &Query, ground: Ground<'_>) -> Vec<Site> {
        self.sites_under(self.needs, query, ground)
    }

    /// The places at which these preconditions hold, for tests that leave one out.
    pub fn sites_under(&self, needs: &[Precondition], query: &Query, ground: Ground<'_>) -> Vec<Site> {
        // Queries in the place of clauses stand alone.
        if query.parts().any(|part| part.clauses.iter().any(|clause| matches!(clause, Clause::Composed(_)))) {
            return Vec::new();
        }
        if query.parts().any(|part| any(Part::Single(part), &mut |part| is_in_mode(part))) {
            return Vec::new();
        }
        let (of_places, of_clauses): (Vec<Precondition>, Vec<Precondition>) =
            needs.iter().partition(|need| need.is_of_place());
        let all_hold = |needs: &[Precondition], site| needs.iter().all(|need| need.holds(query, site, ground));
        let mut clauses: BTreeMap<usize, bool> = BTreeMap::new();
        let mut sites = (self.sites)(query);
        sites.retain(|site| {
            *clauses.entry(site.clause).or_insert_with(|| all_hold(&of_clauses, *site)) && all_hold(&of_places, *site)
        });
        sites
    }

    /// How many sound places there are, with those in parts of the query which are queries of their own.
    pub fn places(&self, query: &Query, ground: Ground<'_>) -> usize {
        let inner = self.bodies(query).iter().map(|body| self.places(&body.query, ground)).sum::<usize>();
        self.sound_sites(query, ground).len() + inner
    }

    /// Applies the rewrite at a random sound place; none when there is none.
    pub fn derive(&self, query: &Query, ground: Ground<'_>, random: &mut Random) -> Option<(Vec<Query>, Applied)> {
        let of = self.places(query, ground);
        let place = random.below(of.max(1));
        let made = self.made_at(query, place, ground)?;
        Some((made, Applied { rewrite: self.name.into(), place: place as isize, of }))
    }

    /// Applies the rewrite at the place that a lineage says; none when its preconditions do not hold there. Gives the place
    /// as it is counted from the first.
    pub fn derive_at(&self, query: &Query, applied: &Applied, ground: Ground<'_>) -> Option<(Vec<Query>, Applied)> {
        let of = self.places(query, ground);
        let place = if applied.place < 0 { applied.place + of as isize } else { applied.place };
        let made = self.made_at(query, usize::try_from(place).ok()?, ground)?;
        Some((made, Applied { place, of, ..applied.clone() }))
    }

    /// What it makes at a place, counted from the first.
    fn made_at(&self, query: &Query, place: usize, ground: Ground<'_>) -> Option<Vec<Query>> {
        let sites = self.sound_sites(query, ground);
        if let Some(site) = sites.get(place) {
            return (self.apply)(query, *site, ground);
        }
        let mut place = place - sites.len();
        for body in self.bodies(query) {
            let inside = self.places(&body.query, ground);
            if place < inside {
                let [made] = <[Query; 1]>::try_from(self.made_at(&body.query, place, ground)?).ok()?;
                return Some(vec![put_back(query, &body, made)?]);
            }
            place -= inside;
        }
        None
    }

    /// The parts of a query in which the rewrite may be applied as well. Of other effects than the same rows the whole has another
    /// one than its part, and a part of a query that writes may read another graph than the whole begins with.
    fn bodies(&self, query: &Query) -> Vec<Body> {
        let changed = self.needs.contains(&Precondition::GraphUnchanged) && query_writes(query);
        match self.effect {
            Effect::SameRows | Effect::SameState if !changed => bodies(query),
            _ => Vec::new(),
        }
    }
}

/// Whether a pattern is in a path mode, which all patterns of its MATCH must share, or a hint names an element of one: neither is
/// what it was once patterns move.
fn is_in_mode(part: &Part<'_>) -> bool {
    match part {
        Part::Pattern(pattern) => pattern.mode.is_some(),
        Part::Clause(Clause::Match(clause)) => !clause.hints.is_empty(),
        _ => false,
    }
}
