//! The oracle of partitions.

use graphlance_case::{Applied, Derivation, Dialect};
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::{Scope, scopes};
use graphlance_cypher::functions::Kind;
use graphlance_generate::arbitrary::{ReadingSizes, Variables, arbitrary_predicate};
use graphlance_graph::{Name, Random};

use crate::base::sizes;
use crate::rewrites::{Ground, PARTITION_ROWS, Rewrite};
use crate::rewriting::{Group, RewritingRound};
use crate::traversal_relations::RelationRound;
use crate::traversals::{is_gremlin, neither};
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
        neither(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(RelationRound::new(self.name(), context, None));
        }
        Box::new(RewritingRound::new("partition", group, context))
    }
}

/// Depth of the predicate at most.
const DEPTH: usize = 3;
/// The share of predicates that stand behind a `WITH *`.
const CARRIED: f64 = 0.3;

fn group(whole: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    divided(whole, &PARTITION_ROWS, ground, random)
}

/// Adds a random predicate to the statement, and divides its rows by it with one of the rewrites that do so.
pub(crate) fn divided(whole: &Query, rewrite: &Rewrite, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let (base, clause) = with_predicate(whole, ground, random)?;
    let sites = rewrite.sound_sites(&base, ground);
    let of = sites.len();
    // The predicate is the last conjunct of its clause.
    let place = sites.iter().rposition(|site| site.clause == clause)? as isize;
    let applied = Applied { rewrite: rewrite.name.into(), place, of };
    let (derived, applied) = rewrite.derive_at(&base, &applied, ground)?;
    let mut statements = derived;
    statements.insert(1, base);
    let derived = (0..statements.len()).filter(|step| *step != 1).collect();
    Some(Group {
        statements,
        derivations: vec![Derivation { base: 1, rewrites: vec![applied], derived }],
        effect: rewrite.effect,
    })
}

/// The query with one more conjunct in the WHERE of a MATCH, or in that of a `WITH *` after it; and the place of this clause.
pub(crate) fn with_predicate(query: &Query, ground: Ground<'_>, random: &mut Random) -> Option<(Query, usize)> {
    let matches = query.first.clauses.iter().enumerate().filter(|(_, clause)| matches!(clause, Clause::Match(_)));
    let places: Vec<usize> = matches.map(|(place, _)| place).collect();
    let place = *random.pick(&places)?;
    let outer = Scope::with_schema(&ground.graph.schema);
    let scopes = scopes(query, &outer);
    let scope = scopes.first()?.get(place + 1)?;
    let of_kind = |kind| -> Vec<Name> {
        scope.bindings().iter().filter(|binding| binding.of.kind == kind).map(|binding| binding.name.clone()).collect()
    };
    let sizes = ReadingSizes { depth: random.below(DEPTH + 1), ..sizes(ground) };
    let variables = Variables { nodes: of_kind(Kind::Node), relationships: of_kind(Kind::Relationship) };
    let predicate = arbitrary_predicate(random, ground.graph, variables, sizes);
    let mut query = query.clone();
    if random.chance(CARRIED) && !scope.bindings().is_empty() {
        let projection = Projection { star: true, ..Projection::default() };
        let filter = With { projection, predicate: Some(predicate) };
        query.first.clauses.insert(place + 1, Clause::With(filter));
        return Some((query, place + 1));
    }
    let Clause::Match(clause) = query.first.clauses.get_mut(place)? else { return None };
    clause.predicate = build::all(clause.predicate.take().into_iter().chain([predicate]));
    Some((query, place))
}
