//! Paths of which a query sees nothing but their length.

use std::collections::BTreeMap;

use graphlance_cypher::Name;
use graphlance_cypher::ast::{Clause, Expression, FunctionCall, PathSelector, Pattern, Query, Segment};
use graphlance_cypher::walk::{NameKind, Part, for_each_name, walk};

/// How often variables come in a query; empty where nothing asks for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Mentions(BTreeMap<Name, Mention>);

#[derive(Clone, Copy, Debug, Default)]
struct Mention {
    /// In all, where it is bound too.
    times: usize,
    /// As `length(p)`.
    measured: usize,
}

impl Mentions {
    /// Those of a query that looks for a shortest path.
    pub(super) fn of(query: &Query) -> Mentions {
        let mut looked_for = false;
        let mut all = false;
        let mut mentions = Mentions::default();
        walk(Part::Query(query), &mut |part| match part {
            Part::Pattern(pattern) => looked_for |= pattern.selector == PathSelector::ShortestPath,
            Part::Expression(Expression::Function(call)) => {
                if let Some(name) = measured(call) {
                    mentions.0.entry(name.clone()).or_default().measured += 1;
                }
            }
            Part::Clause(Clause::Return(projection)) => all |= projection.star,
            Part::Clause(Clause::With(with)) => all |= with.projection.star,
            _ => {}
        });
        if !looked_for || all {
            return Mentions::default();
        }
        for_each_name(Part::Query(query), &mut |name, kind| {
            if kind == NameKind::Variable {
                mentions.0.entry(name.clone()).or_default().times += 1;
            }
        });
        mentions
    }

    /// Whether all that is seen of the path of a pattern of one relationship pattern is how long it is.
    pub(super) fn only_measure(&self, pattern: &Pattern) -> bool {
        let [Segment::Hop { relationship, .. }] = pattern.path.segments.as_slice() else { return false };
        let of = |name: &Name| self.0.get(name).copied();
        // Without a name a pattern may be an expression, whose value the path is.
        let path = pattern.variable.as_ref().and_then(of).is_some_and(|path| path.times == 1 + path.measured);
        let list = relationship.variable.as_ref().map(|name| of(name).is_some_and(|list| list.times == 1));
        path && list.unwrap_or(true)
    }
}

/// The variable of `length(p)`.
fn measured(call: &FunctionCall) -> Option<&Name> {
    match call.arguments.as_slice() {
        [Expression::Variable(name)] if call.name.eq_ignore_ascii_case("length") => Some(name),
        _ => None,
    }
}
