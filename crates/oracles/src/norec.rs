//! The oracle of predicates that filter, beside the same as values, and of what one predicate reads, updates and deletes.

mod access;

use graphlance_case::Dialect;
use graphlance_cypher::Query;
use graphlance_graph::Random;

use crate::partition::divided;
use crate::rewrites::{Ground, PROJECT_PREDICATE};
use crate::rewriting::{Group, RewritingRound};
use crate::traversal_relations::RelationRound;
use crate::traversals::{is_gremlin, neither};
use crate::{Oracle, Round, RoundContext};

/// Predicates that filter, or do not.
pub struct Norec;

/// The user page of the oracle.
const PAGE: &str = include_str!("norec.md");

/// One round of so many is of what a predicate reads, updates and deletes, where the target takes that.
const ACCESSES: u64 = 3;

impl Oracle for Norec {
    fn name(&self) -> &'static str {
        "norec"
    }

    fn summary(&self) -> &'static str {
        "a WHERE passes the rows on which its predicate, as a value, is true; what it reads, updates and deletes is the same"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        neither(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(RelationRound::new(self.name(), context, None));
        }
        let accesses = context.round % ACCESSES == ACCESSES - 1 && context.cypher().tables.is_none();
        match accesses {
            true => Box::new(access::AccessRound::new(self.name(), context)),
            false => Box::new(RewritingRound::new(self.name(), group, context)),
        }
    }
}

/// Adds a random predicate to a statement, and gives its value back in place of filtering by it.
fn group(whole: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    divided(whole, &PROJECT_PREDICATE, ground, random)
}
