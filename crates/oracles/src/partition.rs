//! The oracle of partitions.

use graphlance_case::Dialect;
use graphlance_cypher::Query;
use graphlance_graph::Name;

use crate::oracle::not_cypher;
use crate::rewrites::{Effect, Material, Rewrite};
use crate::rewriting::{RewritingRound, TYPED};
use crate::{Oracle, Round, RoundContext};

/// Ternary logic partitioning over rows.
pub struct Partition;

/// The user page of the oracle.
const PAGE: &str = include_str!("partition.md");

impl Oracle for Partition {
    fn name(&self) -> &'static str {
        "partition"
    }

    fn summary(&self) -> &'static str {
        "rows divided by a predicate that is true, false or null are, put together, all rows"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect).or_else(|| dialect.has_tables().then_some(TYPED))
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(RewritingRound::new("partition", derive, context))
    }
}

fn derive(base: &Query, material: &mut Material<'_>) -> Option<(Vec<Query>, Vec<Name>)> {
    let rewrite = crate::rewrites::ALL.iter().find(|rewrite| rewrite.effect == Effect::Parts)?;
    Some((Rewrite::derive(rewrite, base, material)?, vec![rewrite.name.into()]))
}
