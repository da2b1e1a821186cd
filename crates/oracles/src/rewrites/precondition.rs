//! What must hold of a statement for a rewrite to be sound, as data that is checked here and nowhere else.

use graphlance_cypher::ast::*;
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_cypher::facts::{
    Scope, collects, groups_rows, may_raise, query_writes, scopes, totally_ordered, updates,
};
use graphlance_cypher::functions::Kind;
use graphlance_cypher::walk::{Part, any};
use graphlance_graph::{Graph, Name, graph_compare};

use super::place::{predicate_of, scopes_of};
use super::{Ground, Site, match_again, merges, neutral_operand, property_by_subscript};
use crate::base::refer_to_all;

/// A precondition of a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// The query has no UNION: what happens to the rows of one part must not depend on those of another.
    OnePart,
    /// From the place on each row is made from one row: no aggregation, no DISTINCT, no SKIP or LIMIT, no subquery or
    /// procedure.
    RowByRow,
    /// From the place on each row is made from one row, but for the last RETURN, whose groups can be merged.
    GroupsMerge,
    /// From the place on each row is made from one row, but for the last RETURN, which cuts rows by an order that says of any two
    /// different rows which comes first.
    TopMerges,
    /// The clause is no OPTIONAL MATCH.
    NotOptional,
    /// No property map or predicate inside a pattern of the clause reads a variable, which another of its patterns may bind.
    PatternsStandAlone,
    /// A relationship is matched once within a MATCH, whichever of its patterns it stands in.
    UniqueRelationships,
    /// Relationships of several patterns of one MATCH are told apart, or those of one pattern are not either.
    ToldApartAcrossPatterns,
    /// Nothing is bound to the whole pattern at the place or to a sequence of its relationships, whose order would show.
    NoSequenceBound,
    /// No conjunct of the clause's WHERE may raise an error, which one evaluated before it could prevent.
    NeverRaises,
    /// The clause has neither SKIP nor LIMIT.
    NoCut,
    /// Nothing later sees in which order rows come: no `collect`, no clause that writes, and no SKIP or LIMIT unless the
    /// clause itself orders its rows totally.
    OrderUnseen,
    /// No clause from the place on gives all variables at once in a RETURN or in groups, where one more or one less would show.
    StarUnseen,
    /// What is read at the place is a variable of a node or a relationship.
    OfElements,
    /// The column at the place is an integer, a string or a list.
    TypedColumn,
    /// The variable at the place cannot be null, and nothing was deleted before it.
    NeverNull,
    /// A relationship that leads from a node to itself is found once by a pattern of either direction.
    LoopsOnce,
    /// Each path that a pattern finds counts, whether or not the statement refers to its relationships.
    EachPathCounts,
    /// The query writes nothing, so that it may be run twice.
    ReadsOnly,
    /// The query writes nothing, so that all of it reads the graph that it begins with.
    GraphUnchanged,
    /// Each node of the graph has an integer `id` that no other node has, and each relationship one that no other relationship has.
    ToldApartByIds,
    /// Each path that a pattern finds counts, or the statement refers to each single relationship as such a dialect needs it.
    RefersToAll,
    /// The WHERE has no pattern as a predicate, which is no value.
    NoPatternPredicate,
    /// Nothing was deleted before the place.
    NothingDeleted,
    /// No item of the SET at the place, or of the SET behind it, reads what another writes, or writes the same key.
    ItemsIndependent,
    /// The ORDER BY of the clause says of any two different rows which comes first.
    TotallyOrdered,
}

impl Precondition {
    /// Whether it may hold at one place of a clause and not at another one.
    pub fn is_of_place(self) -> bool {
        use Precondition::{NeverNull, NoSequenceBound, OfElements, TypedColumn};
        matches!(self, NeverNull | NoSequenceBound | OfElements | TypedColumn)
    }

    /// Whether it holds at a place of a query.
    pub fn holds(self, query: &Query, site: Site, ground: Ground<'_>) -> bool {
        let clauses = &query.first.clauses;
        // Behind the last clause there may be a place, too.
        let Some(clause) = clauses.get(site.clause).or(clauses.last()) else { return false };
        let later = clauses.get(site.clause + 1..).unwrap_or_default();
        match self {
            Precondition::OnePart => query.unions.is_empty(),
            Precondition::RowByRow => later.iter().all(is_row_by_row),
            Precondition::GroupsMerge => {
                let until_return = later.split_last().map_or(later, |(_, before)| before);
                until_return.iter().all(is_row_by_row) && merges(query, ground).is_some()
            }
            Precondition::TopMerges => {
                let Some((Clause::Return(top), between)) = later.split_last() else { return false };
                let scopes = scopes_of(query, ground.graph);
                !top.distinct
                    && !groups_rows(top)
                    && between.iter().all(is_row_by_row)
                    && scopes.get(clauses.len() - 1).is_some_and(|before| totally_ordered(top, before))
            }
            Precondition::NotOptional => !matches!(clause, Clause::Match(Match { optional: true, .. })),
            Precondition::PatternsStandAlone => !reads_inside_patterns(clause),
            Precondition::UniqueRelationships => {
                let repeats = Some(MatchMode::RepeatableElements);
                ground.dialect.deviations.relationship_uniqueness == RelationshipUniqueness::default()
                    && !matches!(clause, Clause::Match(Match { mode, .. }) if *mode == repeats)
            }
            Precondition::ToldApartAcrossPatterns => {
                ground.dialect.deviations.relationship_uniqueness != RelationshipUniqueness::Path
            }
            Precondition::NoSequenceBound => pattern_at(clause, site).is_some_and(binds_no_sequence),
            Precondition::NeverRaises => never_raises(query, site, ground.graph),
            Precondition::NoCut => {
                projection_of(clause).is_none_or(|projection| projection.skip.is_none() && projection.limit.is_none())
            }
            Precondition::OrderUnseen => query.unions.is_empty() && order_unseen(query, site, ground.graph),
            Precondition::StarUnseen => !clauses.iter().skip(site.clause).any(shows_all),
            Precondition::OfElements => property_by_subscript::read_at(query, site).is_some_and(|name| {
                let scopes = scopes_of(query, ground.graph);
                let of = scopes.get(site.clause + 1).and_then(|scope| scope.find(&name));
                of.is_some_and(|of| matches!(of.kind, Kind::Node | Kind::Relationship))
            }),
            Precondition::TypedColumn => {
                let kind = neutral_operand::kind_at(query, site, ground);
                matches!(kind, Some(Kind::Integer | Kind::String | Kind::List))
            }
            Precondition::NeverNull => {
                match_again::binding_at(query, site).is_some_and(|binding| !binding.of.nullable)
                    && nothing_deleted(clauses, site)
            }
            Precondition::ReadsOnly | Precondition::GraphUnchanged => !query_writes(query),
            Precondition::ToldApartByIds => graph_compare::are_told_apart(ground.graph),
            Precondition::RefersToAll => {
                let mut referring = query.clone();
                refer_to_all(&mut referring);
                !ground.dialect.deviations.unreferenced_relationships_once || referring == *query
            }
            Precondition::NoPatternPredicate => predicate_of(clause).is_none_or(|predicate| {
                let pattern = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Pattern(_)));
                !any(Part::Expression(predicate), &mut |part| pattern(part))
            }),
            Precondition::NothingDeleted => nothing_deleted(clauses, site),
            Precondition::LoopsOnce => !ground.dialect.deviations.undirected_self_loop_twice,
            Precondition::EachPathCounts => !ground.dialect.deviations.unreferenced_relationships_once,
            Precondition::ItemsIndependent => {
                let items = clauses.iter().skip(site.clause).map_while(|clause| match clause {
                    Clause::Set(items) => Some(items),
                    _ => None,
                });
                let items: Vec<&SetItem> = items.take(2).flatten().collect();
                let scopes = scopes_of(query, ground.graph);
                scopes.get(site.clause).is_some_and(|scope| are_independent(&items, scope))
            }
            Precondition::TotallyOrdered => projection_of(clause).is_some_and(|projection| {
                let scopes = scopes_of(query, ground.graph);
                scopes.get(site.clause).is_some_and(|before| totally_ordered(projection, before))
            }),
        }
    }
}

/// The projection of a WITH or RETURN.
pub(super) fn projection_of(clause: &Clause) -> Option<&Projection> {
    match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => Some(projection),
        _ => None,
    }
}

fn pattern_at(clause: &Clause, site: Site) -> Option<&Pattern> {
    match clause {
        Clause::Match(Match { patterns, .. }) => patterns.get(site.item),
        _ => None,
    }
}

fn reads_inside_patterns(clause: &Clause) -> bool {
    let Clause::Match(Match { patterns, .. }) = clause else { return false };
    patterns.iter().any(|pattern| {
        any(Part::Pattern(pattern), &mut |part| matches!(part, Part::Expression(Expression::Variable(_))))
    })
}

fn is_row_by_row(clause: &Clause) -> bool {
    match clause {
        Clause::Match(_) | Clause::Unwind(_) => true,
        Clause::With(With { projection, .. }) | Clause::Return(projection) => {
            !projection.distinct && projection.skip.is_none() && projection.limit.is_none() && !groups_rows(projection)
        }
        _ => false,
    }
}

/// Whether items write different keys of values that no graph is read for.
fn are_independent(items: &[&SetItem], scope: &Scope<'_>) -> bool {
    let key = |item: &&SetItem| match item {
        SetItem::Property { target: Expression::Variable(_), key, value } => {
            (!may_read_elements(value, scope)).then(|| key.clone())
        }
        _ => None,
    };
    let keys: Option<Vec<Name>> = items.iter().map(key).collect();
    keys.is_some_and(|keys| keys.iter().enumerate().all(|(place, key)| !keys[..place].contains(key)))
}

/// Whether an expression has a variable that may hold an element, or looks for patterns.
fn may_read_elements(expression: &Expression, scope: &Scope<'_>) -> bool {
    any(Part::Expression(expression), &mut |part| match part {
        Part::Expression(Expression::Variable(name)) => scope
            .find(name)
            .is_none_or(|of| !matches!(of.kind, Kind::Boolean | Kind::Integer | Kind::Float | Kind::String)),
        Part::Expression(_) => false,
        _ => true,
    })
}

/// Whether no clause before a place deletes, nor one within it.
fn nothing_deleted(clauses: &[Clause], site: Site) -> bool {
    let deletes = |part: &Part<'_>| matches!(part, Part::Clause(Clause::Delete(_)));
    !clauses.iter().take(site.clause).any(|clause| any(Part::Clause(clause), &mut |part| deletes(part)))
}

/// Whether a clause, or one within it, gives all variables in a RETURN or as groups.
fn shows_all(clause: &Clause) -> bool {
    let all = |projection: &Projection| projection.star && (projection.distinct || groups_rows(projection));
    any(Part::Clause(clause), &mut |part| match part {
        Part::Clause(Clause::Return(projection)) => projection.star,
        Part::Clause(Clause::With(With { projection, .. })) => all(projection),
        _ => false,
    })
}

fn binds_no_sequence(pattern: &Pattern) -> bool {
    let plain = |segment: &Segment| {
        matches!(segment, Segment::Hop { relationship, .. }
            if relationship.length.is_none() || relationship.variable.is_none())
    };
    pattern.variable.is_none() && pattern.path.segments.iter().all(plain)
}

fn never_raises(query: &Query, site: Site, graph: &Graph) -> bool {
    let outer = Scope::with_schema(&graph.schema);
    let scopes = scopes(query, &outer);
    let after = scopes.first().and_then(|scopes| scopes.get(site.clause + 1));
    let predicate = match query.first.clauses.get(site.clause) {
        Some(Clause::Match(Match { predicate, .. })) | Some(Clause::With(With { predicate, .. })) => predicate.as_ref(),
        _ => None,
    };
    match (predicate, after) {
        (Some(predicate), Some(scope)) => !may_raise(predicate, scope),
        _ => true,
    }
}

fn order_unseen(query: &Query, site: Site, graph: &Graph) -> bool {
    let outer = Scope::with_schema(&graph.schema);
    let scopes = scopes(query, &outer);
    let Some(before) = scopes.first() else { return false };
    let mut later = query.first.clauses.iter().zip(before).skip(site.clause + 1);
    later.all(|(clause, before)| {
        let cuts = |projection: &Projection| projection.skip.is_some() || projection.limit.is_some();
        let settled = projection_of(clause).is_none_or(|it| !cuts(it) || totally_ordered(it, before));

        settled
            && !updates(clause)
            && !collects(Part::Clause(clause))
            && !matches!(clause, Clause::Subquery(_) | Clause::Call(_))
    })
}
