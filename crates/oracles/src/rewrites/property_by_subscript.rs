//! A property read by its name as a string.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::walk::{Part, walk};
use graphlance_graph::Name;

use super::place::{predicate_of, replace_within, within_wheres};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// `n.k` is `n['k']`: null where the element does not have it.
///
/// `MATCH (n) WHERE n.k = 1 RETURN n.j AS x` has the rows of `MATCH (n) WHERE n['k'] = 1 RETURN n.j AS x`, and of
/// `MATCH (n) WHERE properties(n).k = 1 RETURN n.j AS x`.
///
/// It would be unsound for a component of a temporal value, which has no subscripts: only variables of elements are read so.
pub const PROPERTY_BY_SUBSCRIPT: Rewrite = Rewrite {
    name: "property_by_subscript",
    page: "n.k is n['k'], and properties(n).k.",
    effect: Effect::SameRows,
    needs: &[Precondition::OfElements],
    sites: |query| within_wheres(query, is_property, 2),
    apply,
};

fn is_property(expression: &Expression) -> bool {
    matches!(expression, Expression::Property(subject, _) if matches!(&**subject, Expression::Variable(_)))
}

/// The variable that is read at a place.
pub(super) fn read_at(query: &Query, site: Site) -> Option<Name> {
    let predicate = predicate_of(query.first.clauses.get(site.clause)?)?;
    let mut found = Vec::new();
    walk(Part::Expression(predicate), &mut |part| {
        if let Part::Expression(Expression::Property(subject, _)) = part
            && let Expression::Variable(name) = &**subject
        {
            found.push(name.clone());
        }
    });
    found.get(site.item / 2).cloned()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    replace_within(query, site.clause, site.item / 2, is_property, |expression| {
        let Expression::Property(subject, key) = expression else { return None };
        Some(match site.item % 2 {
            0 => Expression::Index(subject.clone(), Box::new(build::string(key))),
            _ => {
                let all =
                    build::call(graphlance_cypher::functions::Scalar::Properties.name(), vec![(**subject).clone()]);
                Expression::Property(Box::new(all), key.clone())
            }
        })
    })
}
