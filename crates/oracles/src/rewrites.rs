//! Rewrites of read statements: each says what it does to the rows, under which preconditions, and at which places of a
//! statement it can be applied. The reference checks every rewrite on random statements; see the tests of this crate.

mod carry_all;
mod de_morgan;
mod distinct_as_groups;
mod drop_order;
mod filter_after_with;
mod labels_as_filter;
mod map_as_filter;
mod partition_groups;
mod partition_rows;
mod precondition;
mod reverse_pattern;
mod split_match;
mod swap_conjuncts;

use graphlance_case::Applied;
use graphlance_cypher::{Dialect, Query};
use graphlance_graph::{Graph, Random};

pub use partition_groups::{PARTITION_GROUPS, merges};
pub use partition_rows::PARTITION_ROWS;
pub use precondition::Precondition;

/// A rewrite of a statement that reads.
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
    /// There is one result and it has the same rows, as a bag.
    SameRows,
    /// The rows of the first result are those of the statement and of all other results, put together, as a bag.
    Parts,
    /// The same with groups, which are merged (see [`merges`]).
    Groups,
}

/// A place in the first part of a query.
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

/// Every rewrite.
pub const ALL: &[&Rewrite] = &[
    &carry_all::CARRY_ALL,
    &de_morgan::DE_MORGAN,
    &distinct_as_groups::DISTINCT_AS_GROUPS,
    &drop_order::DROP_ORDER,
    &filter_after_with::FILTER_AFTER_WITH,
    &labels_as_filter::LABELS_AS_FILTER,
    &map_as_filter::MAP_AS_FILTER,
    &partition_groups::PARTITION_GROUPS,
    &partition_rows::PARTITION_ROWS,
    &reverse_pattern::REVERSE_PATTERN,
    &split_match::SPLIT_MATCH,
    &swap_conjuncts::SWAP_CONJUNCTS,
];

impl Rewrite {
    /// The rewrite of this name.
    pub fn named(name: &str) -> Option<&'static Rewrite> {
        ALL.iter().copied().find(|rewrite| rewrite.name == name)
    }

    /// The places at which every precondition holds.
    pub fn sound_sites(&self, query: &Query, ground: Ground<'_>) -> Vec<Site> {
        self.sites_under(self.needs, query, ground)
    }

    /// The places at which these preconditions hold, for tests that leave one out.
    pub fn sites_under(&self, needs: &[Precondition], query: &Query, ground: Ground<'_>) -> Vec<Site> {
        let mut sites = (self.sites)(query);
        sites.retain(|site| needs.iter().all(|need| need.holds(query, *site, ground)));
        sites
    }

    /// Applies the rewrite at a random sound place; none when there is none.
    pub fn derive(&self, query: &Query, ground: Ground<'_>, random: &mut Random) -> Option<(Vec<Query>, Applied)> {
        let of = self.sound_sites(query, ground).len();
        let place = random.below(of.max(1)) as isize;
        self.derive_at(query, &Applied { rewrite: self.name.into(), place, of }, ground)
    }

    /// Applies the rewrite at the place that a lineage says; none when its preconditions do not hold there. Gives the place
    /// as it is counted from the first.
    pub fn derive_at(&self, query: &Query, applied: &Applied, ground: Ground<'_>) -> Option<(Vec<Query>, Applied)> {
        let sites = self.sound_sites(query, ground);
        let of = sites.len();
        let place = if applied.place < 0 { applied.place + of as isize } else { applied.place };
        let site = *sites.get(usize::try_from(place).ok()?)?;
        Some(((self.apply)(query, site, ground)?, Applied { place, of, ..applied.clone() }))
    }
}
