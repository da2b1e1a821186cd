//! What the rewrites share: places within the WHEREs and projections of a query, and names that it does not have.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::{Scope, groups_rows, scopes, updates};
use graphlance_cypher::walk::{NameKind, Part, PartMut, any_mut, for_each_name, walk};
use graphlance_graph::{Graph, Name};

use super::{Ground, Site};

/// The WHERE of a MATCH or WITH.
pub(super) fn predicate_of(clause: &Clause) -> Option<&Expression> {
    match clause {
        Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => predicate.as_ref(),
        _ => None,
    }
}

/// The same, to be changed.
pub(super) fn predicate_mut(clause: &mut Clause) -> Option<&mut Option<Expression>> {
    match clause {
        Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => Some(predicate),
        _ => None,
    }
}

/// The parts of nested conjunctions, in order.
pub(super) fn conjuncts(predicate: &Expression) -> Vec<&Expression> {
    match predicate {
        Expression::Binary(BinaryOperator::And, left, right) => {
            conjuncts(left).into_iter().chain(conjuncts(right)).collect()
        }
        other => vec![other],
    }
}

/// Every conjunct of every WHERE, so many times each: the item is the place among the conjuncts times the number of variants, plus
/// the variant.
pub(super) fn all_conjuncts(query: &Query, variants: usize) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let count = predicate_of(each).map_or(0, |predicate| conjuncts(predicate).len());
        sites.extend((0..count * variants).map(|item| Site { clause, item }));
    }
    sites
}

/// The query with another expression, or none, in the place of a conjunct.
pub(super) fn with_conjunct(
    query: &Query,
    clause: usize,
    place: usize,
    make: impl FnOnce(Expression) -> Option<Option<Expression>>,
) -> Option<Query> {
    let mut query = query.clone();
    let predicate = predicate_mut(query.first.clauses.get_mut(clause)?)?;
    let whole = predicate.take()?;
    let mut parts: Vec<Expression> = conjuncts(&whole).into_iter().cloned().collect();
    let old = parts.get(place)?.clone();
    parts.splice(place..=place, make(old)?);
    *predicate = build::all(parts);
    Some(query)
}

/// The places of the WHEREs at which there is such an expression, at any depth.
pub(super) fn within_wheres(query: &Query, is_one: fn(&Expression) -> bool, variants: usize) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Some(predicate) = predicate_of(each) else { continue };
        let mut count = 0;
        walk(Part::Expression(predicate), &mut |part| {
            count += usize::from(matches!(part, Part::Expression(expression) if is_one(expression)));
        });
        sites.extend((0..count * variants).map(|item| Site { clause, item }));
    }
    sites
}

/// The query with another expression at such a place.
pub(super) fn replace_within(
    query: &Query,
    clause: usize,
    place: usize,
    is_one: fn(&Expression) -> bool,
    make: impl Fn(&Expression) -> Option<Expression>,
) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let predicate = predicate_mut(query.first.clauses.get_mut(clause)?)?.as_mut()?;
    let mut left = place;
    let mut done = false;
    any_mut(PartMut::Expression(predicate), &mut |part| {
        let PartMut::Expression(expression) = part else { return false };
        if !is_one(expression) {
            return false;
        }
        if left > 0 {
            left -= 1;
            return false;
        }
        if let Some(made) = make(expression) {
            **expression = made;
            done = true;
        }
        true
    });
    done.then(|| vec![query])
}

/// The items of projections that make each row from one row, so many times each. An item whose expression ORDER BY repeats is
/// none of them, and neither is one without a name.
pub(super) fn plain_items(query: &Query, variants: usize) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Some(projection) = super::precondition::projection_of(each) else { continue };
        let groups = projection.distinct || groups_rows(projection);
        let by_name = |key: &SortItem| {
            matches!(&key.expression, Expression::Variable(name)
                if projection.items.iter().any(|item| item.alias.as_ref() == Some(name)))
        };
        if groups || !projection.order.iter().all(by_name) {
            continue;
        }
        let named = projection.items.iter().enumerate().filter(|(_, item)| item.alias.is_some());
        sites.extend(named.flat_map(|(place, _)| {
            (0..variants).map(move |variant| Site { clause, item: place * variants + variant })
        }));
    }
    sites
}

/// The query with another expression in an item of a projection.
pub(super) fn with_item(
    query: &Query,
    clause: usize,
    place: usize,
    make: impl FnOnce(Expression) -> Option<Expression>,
) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let projection = match query.first.clauses.get_mut(clause)? {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => projection,
        _ => return None,
    };
    let item = projection.items.get_mut(place)?;
    item.expression = make(item.expression.clone())?;
    Some(vec![query])
}

/// A variable that a query does not have.
pub(super) fn fresh(query: &Query) -> Name {
    fresh_names(query, 1).remove(0)
}

/// So many of them.
pub(super) fn fresh_names(query: &Query, count: usize) -> Vec<Name> {
    let mut known = std::collections::BTreeSet::new();
    for_each_name(Part::Query(query), &mut |name, kind| {
        if kind == NameKind::Variable {
            known.insert(name.clone());
        }
    });
    let names = (0..).map(|number| Name::from(format!("z{number}")));
    names.filter(|name| !known.contains(name)).take(count).collect()
}

/// The scopes before each clause and behind the last, with what the graph's schema says of its properties.
pub(crate) fn scopes_of<'a>(query: &Query, graph: &'a Graph) -> Vec<Scope<'a>> {
    let outer = Scope::with_schema(&graph.schema);
    scopes(query, &outer).into_iter().next().unwrap_or_default()
}

/// The query with a clause more.
pub(super) fn with_clause(query: &Query, place: usize, clause: Clause) -> Vec<Query> {
    let mut query = query.clone();
    query.first.clauses.insert(place.min(query.first.clauses.len()), clause);
    vec![query]
}

/// `UNWIND list AS variable`
pub(super) fn unwind(list: Expression, variable: Name) -> Clause {
    Clause::Unwind(Unwind { list, variable })
}

/// `expression AS name`
pub(super) fn item(expression: Expression, alias: &Name) -> ProjectionItem {
    ProjectionItem { expression, alias: Some(alias.clone()) }
}

/// `CASE WHEN condition THEN value .. ELSE otherwise END`
pub(super) fn case(branches: Vec<(Expression, Expression)>, otherwise: Option<Expression>) -> Expression {
    Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise }))
}

/// `expression IS NULL`
pub(super) fn is_null(expression: Expression) -> Expression {
    Expression::Unary(UnaryOperator::IsNull, Box::new(expression))
}

/// `expression IS NOT NULL`
pub(super) fn is_not_null(expression: Expression) -> Expression {
    Expression::Unary(UnaryOperator::IsNotNull, Box::new(expression))
}

/// The named nodes of the patterns of a MATCH, outside of quantified paths, in the order of the text.
pub(super) fn named_nodes(clause: &Match) -> Vec<Name> {
    let mut names = Vec::new();
    for pattern in clause.patterns.iter().filter(|pattern| pattern.selector == PathSelector::All) {
        for node in super::map_as_filter::nodes(&mut pattern.clone()) {
            names.extend(node.variable.iter().filter(|name| !names.contains(*name)).cloned().collect::<Vec<_>>());
        }
    }
    names
}

/// The labels that the patterns of a MATCH name of a node.
pub(super) fn labels_of(clause: &Match, node: &Name) -> Vec<Name> {
    let mut labels = Vec::new();
    for pattern in &clause.patterns {
        for of in super::map_as_filter::nodes(&mut pattern.clone()).filter(|of| of.variable.as_ref() == Some(node)) {
            match &of.labels {
                Some(LabelExpression::Name(label)) => labels.push(label.clone()),
                Some(LabelExpression::Colons(several)) => labels.extend(several.iter().cloned()),
                _ => {}
            }
        }
    }
    labels
}

/// Each named node of each MATCH that may have a hint.
pub(super) fn places_of_hints(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        if let Clause::Match(each) = each
            && each.patterns.iter().all(|pattern| pattern.selector == PathSelector::All)
        {
            sites.extend((0..named_nodes(each).len()).map(|item| Site { clause, item }));
        }
    }
    sites
}

/// The query with a hint that `make` gives for the node at a place; none where it is bound already.
pub(super) fn hinted(
    query: &Query,
    site: Site,
    ground: Ground<'_>,
    make: impl FnOnce(&Match, &Name) -> Option<Hint>,
) -> Option<Vec<Query>> {
    let scopes = scopes_of(query, ground.graph);
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let name = named_nodes(clause).into_iter().nth(site.item)?;
    if scopes.get(site.clause)?.find(&name).is_some() {
        return None;
    }
    let hint = make(clause, &name)?;
    clause.hints.push(hint);
    Some(vec![query])
}

/// The places of a query, so many times each, where a clause that writes may stand: before one that writes, a WITH or the
/// RETURN, and at the end of a query without RETURN.
pub(super) fn writing_places(query: &Query, variants: usize) -> Vec<Site> {
    let clauses = &query.first.clauses;
    let may_follow = |clause: &Clause| updates(clause) || matches!(clause, Clause::With(_) | Clause::Return(_));
    let fits = |place: &usize| match clauses.get(*place) {
        Some(clause) => may_follow(clause),
        None => clauses.last().is_some_and(updates),
    };
    let places = (0..=clauses.len()).filter(fits);
    places.flat_map(|clause| (0..variants).map(move |item| Site { clause, item })).collect()
}
