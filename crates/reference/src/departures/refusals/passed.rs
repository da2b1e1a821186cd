//! Paths that are passed over.

use graphlance_cypher::ast::{
    CallSubquery, Clause, ComparisonOperator, Expression, Imports, Match, Merge, NodePattern, PathPattern, Pattern,
    Projection, ProjectionItem, Query, RelationshipPattern, Segment, SingleQuery, Subquery, TypeName, Union, Unwind,
    With,
};
use graphlance_cypher::build::{all, boolean, call, compare, integer, not, null, variable};
use graphlance_cypher::names::{Names, column_name};
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Name;

use super::apart::{cut, name_nodes};
use crate::departures::trees::{self, is_of_type, names_variable};

/// What a column of the rows is.
#[derive(Clone, PartialEq)]
enum Column {
    Node(Name),
    /// What the first UNWIND gives, nothing else in front: an INTEGER is taken for the number of a node.
    Unwound(Name),
    Other,
}

impl Column {
    fn node(&self) -> Option<&Name> {
        match self {
            Column::Node(name) => Some(name),
            Column::Unwound(_) | Column::Other => None,
        }
    }
}

/// A MATCH whose last pattern may be passed over.
struct Passed<'a> {
    matched: &'a Match,
    /// The patterns in front of it.
    others: &'a [Pattern],
    start: &'a NodePattern,
    /// Its relationships, two at least, each with the node that it leads to.
    hops: Vec<(&'a RelationshipPattern, &'a NodePattern)>,
    /// Where the second relationship is sought from.
    second: Column,
    /// The names in front of the MATCH.
    known: Vec<Name>,
}

/// Takes a path of several relationships, the first of which finds nothing in any row, for one of the others alone, from the second
/// column of the row; and puts poison in the place of what is no node there, and of what the path would bind at its end.
pub(super) fn pass_over(part: &mut PartMut<'_>, poison: &Expression) {
    match part {
        PartMut::Single(single) => pass_over_first(single, (&[], &[]), poison),
        PartMut::Clause(Clause::Subquery(CallSubquery { imports: Imports::Names(names), query, .. }))
            if query.unions.is_empty() && !names.is_empty() =>
        {
            pass_over_first(&mut query.first, (&names.clone(), &names.clone()), poison);
        }
        PartMut::Clause(Clause::Subquery(CallSubquery { imports: Imports::Body, query, .. })) => {
            let Some(Clause::With(with)) = query.first.clauses.first().filter(|_| query.unions.is_empty()) else {
                return;
            };
            let handed: Vec<Name> = with.projection.items.iter().filter_map(column_name).cloned().collect();
            pass_over_first(&mut query.first, (&[], &handed), poison);
        }
        _ => {}
    }
}

/// The same of clauses that begin with some nodes as columns; other names may be known from outside as well.
fn pass_over_first(single: &mut SingleQuery, (begin, imported): (&[Name], &[Name]), poison: &Expression) {
    let returns_all = |clause: &Clause| match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => projection.star,
        _ => false,
    };
    if single.clauses.iter().any(returns_all) {
        return;
    }
    let mut named = single.clauses.clone();
    name_nodes(&mut named);
    let named: Vec<Clause> = named.into_iter().enumerate().flat_map(|(at, clause)| cut(at, clause)).collect();
    let mut columns: Option<Vec<Column>> = Some(begin.iter().cloned().map(Column::Node).collect());
    let (mut known, mut nodes) = (begin.to_vec(), begin.to_vec());
    for at in 0..named.len() {
        if let Some(guard) = columns.as_ref().and_then(|columns| guard(&named[at], columns, &known, poison)) {
            single.clauses = named;
            single.clauses.insert(at, guard);
            return;
        }
        if let Some(passed) = columns.as_ref().and_then(|columns| passed(&named[at], columns, &known)) {
            let behind = &named[at + 1..];
            let mut clauses = named[..at].to_vec();
            clauses.extend([passed.count(&named[..at], imported), passed.either(behind, poison)]);
            clauses.extend_from_slice(behind);
            single.clauses = clauses;
            return;
        }
        columns = go_on(&named[at], columns, &mut known, &mut nodes);
    }
}

/// The columns behind a clause; none where they are not known, as behind an UNWIND or CALL { } until the next WITH.
fn go_on(
    clause: &Clause,
    columns: Option<Vec<Column>>,
    known: &mut Vec<Name>,
    nodes: &mut Vec<Name>,
) -> Option<Vec<Column>> {
    match clause {
        Clause::Match(matched) => {
            nodes.extend(matched.patterns.iter().flat_map(nodes_of));
            let bound = columns
                .filter(|columns| !matches!(columns.as_slice(), [Column::Unwound(_)]))
                .and_then(|columns| matched.patterns.iter().try_fold(columns, |columns, it| bind(it, columns, known)));
            *known = after(known, clause);
            bound
        }
        Clause::With(With { projection, .. }) => {
            let column = |item: &ProjectionItem| match (&item.expression, &item.alias) {
                (Expression::Variable(name), alias) if nodes.contains(name) => {
                    Column::Node(alias.as_ref().unwrap_or(name).clone())
                }
                _ => Column::Other,
            };
            let handed: Vec<Column> = projection.items.iter().map(column).collect();
            *known = Names::after([], std::slice::from_ref(clause)).iter().map(Name::from).collect();
            *nodes = handed.iter().filter_map(Column::node).cloned().collect();
            Some(handed)
        }
        Clause::Unwind(unwind) => {
            // Those that this rule has made are none of the statement's.
            let is_first = known.is_empty() && unwind.variable != ONCE;
            *known = after(known, clause);
            match columns.as_deref() {
                Some([]) if is_first => Some(vec![Column::Unwound(unwind.variable.clone())]),
                Some([Column::Unwound(_)]) => columns,
                _ => None,
            }
        }
        _ => {
            *known = after(known, clause);
            None
        }
    }
}

fn after(known: &[Name], clause: &Clause) -> Vec<Name> {
    let names = Names::after(known.iter().map(Name::as_str), std::slice::from_ref(clause));
    names.iter().map(Name::from).collect()
}

/// The variables of the nodes of a pattern.
fn nodes_of(pattern: &Pattern) -> Vec<Name> {
    let mut nodes: Vec<Name> = pattern.path.start.variable.iter().cloned().collect();
    nodes.extend(pattern.path.segments.iter().filter_map(|segment| match segment {
        Segment::Hop { node, .. } => node.variable.clone(),
        Segment::Quantified { .. } => None,
    }));
    nodes
}

fn bind(pattern: &Pattern, mut columns: Vec<Column>, known: &mut Vec<Name>) -> Option<Vec<Column>> {
    let mut add = |node: &NodePattern, columns: &mut Vec<Column>| {
        let name = node.variable.clone()?;
        let is_new = !known.contains(&name);
        if is_new {
            known.push(name.clone());
            columns.push(Column::Node(name));
        }
        Some(is_new)
    };
    add(&pattern.path.start, &mut columns)?;
    for segment in &pattern.path.segments {
        let Segment::Hop { relationship, node } = segment else { return None };
        columns.push(Column::Other);
        (relationship.length.is_none() && pattern.variable.is_none()).then_some(())?;
        if !add(node, &mut columns)? {
            // A known end is a column again.
            columns.push(Column::Node(node.variable.clone()?));
        }
    }
    known.extend(pattern.path.segments.iter().filter_map(|segment| match segment {
        Segment::Hop { relationship, .. } => relationship.variable.clone(),
        Segment::Quantified { .. } => None,
    }));
    Some(columns)
}

fn passed<'a>(clause: &'a Clause, columns: &[Column], known: &[Name]) -> Option<Passed<'a>> {
    let Clause::Match(matched) = clause else { return None };
    let (last, others) = matched.patterns.split_last()?;
    let PathPattern { start, segments } = &last.path;
    let hop = |segment: &'a Segment| match segment {
        Segment::Hop { relationship, node } => Some((relationship, node)),
        Segment::Quantified { .. } => None,
    };
    let hops: Vec<(&RelationshipPattern, &NodePattern)> = segments.iter().map(hop).collect::<Option<_>>()?;
    let [.., (last_hop, end)] = hops.as_slice() else { return None };
    let mut bound = known.to_vec();
    // What is unwound in front of the first node stands behind it.
    let (unwound, columns) = match columns {
        [unwound @ Column::Unwound(_)] => (Some(unwound.clone()), &[][..]),
        columns => (None, columns),
    };
    let mut columns = others.iter().try_fold(columns.to_vec(), |columns, it| bind(it, columns, &mut bound))?;
    let begins = start.variable.clone()?;
    if !bound.contains(&begins) {
        columns.push(Column::Node(begins.clone()));
        bound.push(begins);
    }
    let is_plain = |it: &RelationshipPattern| it.length.is_none() && it.properties.is_none() && it.predicate.is_none();
    let is_bare = |it: &NodePattern| it.labels.is_none() && it.properties.is_none() && it.predicate.is_none();
    let is_new = |it: &NodePattern| it.variable.as_ref().is_some_and(|name| !bound.contains(name));
    let mut own: Vec<&Option<Name>> = hops.iter().map(|(_, node)| &node.variable).collect();
    let count = own.len();
    own.sort();
    own.dedup();
    let new = own.len() == count && count > 1 && hops.iter().all(|(_, node)| is_bare(node) && is_new(node));
    let ends = [&last_hop.variable, &end.variable];
    let reads_end = |predicate: &Expression| {
        names_variable(Part::Expression(predicate), &|name| ends.iter().any(|end| end.as_ref() == Some(name)))
    };
    let plain = hops.iter().all(|(it, _)| is_plain(it)) && last.variable.is_none() && !matched.optional;
    let second = unwound.or_else(|| columns.get(1).cloned())?;
    (plain && new && !matched.predicate.as_ref().is_some_and(reads_end)).then(|| Passed {
        matched,
        others,
        start,
        hops,
        second,
        known: known.to_vec(),
    })
}

/// Poison in front of a MERGE of a path for the rows that have no first relationship, where the second is found from the second
/// column of the row.
fn guard(clause: &Clause, columns: &[Column], known: &[Name], poison: &Expression) -> Option<Clause> {
    let Clause::Merge(Merge { pattern, .. }) = clause else { return None };
    let PathPattern { start, segments } = &pattern.path;
    let [first, second, ..] = segments.as_slice() else { return None };
    let begin = start.variable.as_ref().filter(|name| known.contains(name))?;
    let is_lost = not(is_found(begin, first, known)?);
    let lost = match columns.get(1)? {
        Column::Node(name) => all([is_lost, is_found(name, second, known)?])?,
        Column::Unwound(_) | Column::Other => is_lost,
    };
    let projection = Projection { star: true, ..Projection::default() };
    let predicate = Some(trees::when(lost, poison.clone(), boolean(true)));
    Some(Clause::With(With { projection, predicate }))
}

/// Whether a relationship with its end, which must be new, is found from a node.
fn is_found(from: &Name, segment: &Segment, known: &[Name]) -> Option<Expression> {
    let Segment::Hop { relationship, node } = segment else { return None };
    let is_new = node.variable.as_ref().is_none_or(|name| !known.contains(name));
    let start = NodePattern { variable: Some(from.clone()), ..NodePattern::default() };
    let pattern = path(start, Some((relationship.clone(), node.clone())));
    is_new.then(|| Expression::Exists(Box::new(Subquery::Pattern { patterns: vec![pattern], predicate: None })))
}

const FOUND: Name = Name::new_static("  found");
const ONCE: Name = Name::new_static("  once");

impl Passed<'_> {
    /// How often the first relationship is found in all rows, as a CALL { } that does all that stands in front again.
    fn count(&self, before: &[Clause], imported: &[Name]) -> Clause {
        let mut patterns = self.others.to_vec();
        let (relationship, node) = self.hops[0];
        patterns.push(path(self.start.clone(), Some((relationship.clone(), node.clone()))));
        let found = ProjectionItem { expression: call("count", vec![integer(1)]), alias: Some(FOUND) };
        let mut clauses = before.to_vec();
        clauses.push(Clause::Match(Match { patterns, predicate: None, ..self.matched.clone() }));
        clauses.push(Clause::Return(Projection { items: vec![found], ..Projection::default() }));
        let body = SingleQuery { clauses };
        Clause::Subquery(CallSubquery::new(Imports::Names(imported.to_vec()), body.into()))
    }

    /// The MATCH where its first relationship is found anywhere, else what is passed over to.
    fn either(&self, behind: &[Clause], poison: &Expression) -> Clause {
        let clause = Clause::Match(self.matched.clone());
        let names = Names::after(self.known.iter().map(Name::as_str), std::slice::from_ref(&clause));
        let new: Vec<Name> = names.iter().map(Name::from).filter(|name| !self.known.contains(name)).collect();
        let given = |expression: &dyn Fn(&Name) -> Expression| {
            let item = |name: &Name| ProjectionItem { expression: expression(name), alias: Some(name.clone()) };
            Clause::Return(Projection { items: new.iter().map(item).collect(), ..Projection::default() })
        };
        let is_found = compare(ComparisonOperator::Greater, variable(FOUND), integer(0));
        let matched =
            SingleQuery { clauses: vec![when(is_found), clause.clone(), given(&|name| variable(name.clone()))] };
        let is_lost = |name: &Name| {
            let Some((relationship, node)) = self.hops.last() else { return false };
            [&relationship.variable, &node.variable].contains(&&Some(name.clone()))
        };
        let is_read = |name: &Name| behind.iter().any(|clause| names_variable(Part::Clause(clause), &|it| it == name));
        let instead = |name: &Name| match (is_lost(name), &self.second) {
            (true, _) if is_read(name) => poison.clone(),
            (true, _) => null(),
            (false, Column::Other) if !self.is_bound_without(name) => null(),
            (false, _) => variable(name.clone()),
        };
        let mut clauses = vec![when(compare(ComparisonOperator::Equal, variable(FOUND), integer(0)))];
        clauses.extend(self.passed_to(poison));
        clauses.push(given(&instead));
        let unions = vec![Union { all: true, query: SingleQuery { clauses } }];
        Clause::Subquery(CallSubquery::new(Imports::All, Query { unions, ..matched.into() }))
    }

    /// Whether a variable is bound by what stands in front of the path, or by its start.
    fn is_bound_without(&self, name: &Name) -> bool {
        let of_others = |pattern: &Pattern| {
            any(Part::Pattern(pattern), &mut |part| match part {
                Part::Node(NodePattern { variable, .. }) | Part::Relationship(RelationshipPattern { variable, .. }) => {
                    variable.as_ref() == Some(name)
                }
                _ => false,
            })
        };
        self.start.variable.as_ref() == Some(name) || self.others.iter().any(of_others)
    }

    /// The other patterns with the start of the path, and the second relationship from the second column.
    fn passed_to(&self, poison: &Expression) -> Vec<Clause> {
        let mut patterns = self.others.to_vec();
        patterns.push(path(self.start.clone(), None));
        let others = Match { patterns, predicate: None, ..self.matched.clone() };
        let from = match &self.second {
            Column::Node(from) => from.clone(),
            Column::Unwound(number) => return self.sought_by_number(number, others, poison),
            Column::Other => return vec![Clause::Match(Match { predicate: Some(poison.clone()), ..others })],
        };
        vec![Clause::Match(others), self.rest_from(NodePattern::variable(from), None)]
    }

    /// The same where the second relationship is sought from the node that has a number, of which poison comes if it is none.
    fn sought_by_number(&self, number: &Name, others: Match, poison: &Expression) -> Vec<Clause> {
        let is_number = is_of_type(variable(number.clone()), TypeName::Integer);
        let predicate = Some(trees::when(is_number, boolean(true), poison.clone()));
        let others = Match { predicate, ..others };
        let from = Name::new_static("  numbered");
        let id = call("id", vec![variable(from.clone())]);
        let is_it = compare(ComparisonOperator::Equal, id, variable(number.clone()));
        vec![Clause::Match(others), self.rest_from(NodePattern::variable(from), Some(is_it))]
    }

    /// The relationships behind the first, from a node.
    fn rest_from(&self, start: NodePattern, predicate: Option<Expression>) -> Clause {
        let hops = self.hops.iter().zip(&self.hops[1..]).map(|((first, node), (next, _))| Segment::Hop {
            relationship: RelationshipPattern { variable: first.variable.clone(), ..(*next).clone() },
            node: (*node).clone(),
        });
        let path = PathPattern { start, segments: hops.collect() };
        let predicate = all(predicate.into_iter().chain(self.matched.predicate.clone()));
        Clause::Match(Match { patterns: vec![path.into()], predicate, ..self.matched.clone() })
    }
}

fn path(start: NodePattern, hop: Option<(RelationshipPattern, NodePattern)>) -> Pattern {
    let segments = hop.map(|(relationship, node)| Segment::Hop { relationship, node });
    PathPattern { start, segments: segments.into_iter().collect() }.into()
}

/// One row where a condition holds.
pub(super) fn when(condition: Expression) -> Clause {
    let list = trees::when(condition, Expression::List(vec![integer(1)]), Expression::List(Vec::new()));
    Clause::Unwind(Unwind { list, variable: ONCE })
}
