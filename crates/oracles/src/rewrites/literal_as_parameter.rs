//! Literals as parameters.

use graphlance_cypher::ast::*;
use graphlance_cypher::walk::{Part, any};

use super::{Effect, Ground, Rewrite, Site};

/// A parameter stands for its value: literals may be given in front of the statement.
///
/// `MATCH (n) WHERE n.k = 1 RETURN n.k AS x` has the rows of `CYPHER p1 = 1 MATCH (n) WHERE n.k = $p1 RETURN n.k AS x`.
pub const LITERAL_AS_PARAMETER: Rewrite = Rewrite {
    name: "literal_as_parameter",
    page: "A parameter stands for its value: literals may be given in front of the statement.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// Choices of literals, and how many of them at most.
const CHOICES: usize = 6;

fn sites(query: &Query) -> Vec<Site> {
    let written = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Literal(_)));
    match any(Part::Query(query), &mut |part| written(part)) {
        true => (0..CHOICES).map(|item| Site { clause: 0, item }).collect(),
        false => Vec::new(),
    }
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut choice = graphlance_graph::Random::derive(site.item as u64, &[]);
    Some(vec![graphlance_generate::parameterised(query, 1 + site.item % 3, &mut choice)?])
}
