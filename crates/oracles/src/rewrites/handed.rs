//! What stands in front of a place of a statement, evaluated by the reference, and handed on: each element by its identity, and
//! plain values as they are.

use std::collections::BTreeSet;

use graphlance_cypher::ast::*;
use graphlance_cypher::facts::{Binding, Scope};
use graphlance_cypher::functions::Kind;
use graphlance_cypher::walk::{NameKind, Part, any, for_each_name};
use graphlance_cypher::{Feature, Statement, build};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Column, Latitude, Name, Row, Value};
use graphlance_reference::{Budget, Options, evaluate};

use super::place::{fresh, item, scopes_of, unwind};
use super::{Ground, Precondition, Site};

/// What is needed wherever rows are handed on.
pub(super) const NEEDS: &[Precondition] =
    &[Precondition::GraphUnchanged, Precondition::OrderUnseen, Precondition::ToldApartByIds, Precondition::RefersToAll];

/// Rows that are handed on at most.
const MOST_ROWS: usize = 60;
/// What it may cost to evaluate what stands in front: what takes longer has too many rows.
const BUDGET: Budget = Budget { rows: 5_000, work: 20_000, length: 10_000, depth: 300, memory: 10 << 20 };

/// A way to write what is handed on.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Whether it is the value of a parameter, else a literal list.
    parameter: bool,
    /// Whether each row is a map, else a list.
    maps: bool,
    /// Whether a WHERE finds the elements, else a map in their pattern.
    wheres: bool,
}

impl Form {
    /// How many there are.
    pub(super) const COUNT: usize = 8;

    /// The form of a number.
    pub(super) fn of(number: usize) -> Form {
        Form { parameter: number & 1 == 0, maps: number & 2 != 0, wheres: number & 4 != 0 }
    }
}

/// The places behind which a query can be cut, so many times each: behind each clause but the last, once something was matched.
pub(super) fn cuts(query: &Query, variants: usize) -> Vec<Site> {
    let clauses = &query.first.clauses;
    let matched = clauses.iter().position(|clause| matches!(clause, Clause::Match(_))).unwrap_or(clauses.len());
    let places = matched..clauses.len().saturating_sub(1);
    places.flat_map(|clause| (0..variants).map(move |item| Site { clause, item })).collect()
}

/// The rows that come out of the clauses in front of a place, with the variables that are read behind it.
pub(super) struct Handed {
    variables: Vec<Binding>,
    /// In an order that is not that of their arrival, which nothing may depend on.
    rows: Vec<Row>,
}

impl Handed {
    /// Those in front of a clause. None where they are too many, where the language leaves something of them open, or where
    /// something in them cannot be handed on: an element that may be null, a path, a list, a map.
    pub(super) fn in_front(query: &Query, place: usize, ground: Ground<'_>) -> Option<Handed> {
        let (front, behind) = query.first.clauses.split_at_checked(place)?;
        let variables = read_behind(behind, scopes_of(query, ground.graph).get(place)?);
        let mut items: Vec<ProjectionItem> =
            variables.iter().map(|one| item(build::variable(one.name.clone()), &one.name)).collect();
        if items.is_empty() {
            // Nothing but the number of rows is handed on.
            items.push(item(build::integer(0), &fresh(query)));
        }
        let returns = Clause::Return(Projection { items, ..Projection::default() });
        let clauses = front.iter().cloned().chain([returns]).collect();
        let front = Query { parameters: query.parameters.clone(), ..SingleQuery { clauses }.into() };
        let options = Options { deviations: ground.dialect.deviations.clone(), budget: BUDGET, ..Options::default() };
        let returns = evaluate(ground.graph, &Statement::Query(front), &options).ok()?.returns;
        let exact = |column: &Column| column.latitude == Latitude::Exact && !column.unordered_lists;
        if returns.rows.len() > MOST_ROWS || returns.any.is_some() || !returns.columns.iter().all(exact) {
            return None;
        }
        let handed = |row: Row| -> Option<Row> {
            let kinds = variables.iter().map(|one| one.of.kind).chain([Kind::Integer]);
            row.into_iter().zip(kinds).map(|(value, kind)| handed(value, kind)).collect()
        };
        let mut rows: Vec<Row> = returns.rows.into_iter().map(handed).collect::<Option<_>>()?;
        rows.sort_by_cached_key(|row| format!("{row:?}"));
        (ground.dialect.tables.is_none() || is_typed(&rows)).then_some(Handed { variables, rows })
    }

    /// The query in which an UNWIND of these rows stands in the place of what stands in front.
    pub(super) fn unwound(&self, query: &Query, place: usize, form: Form, ground: Ground<'_>) -> Option<Query> {
        let row = fresh(query);
        let cell = |at: usize, one: &Binding| -> Expression {
            let row = || Box::new(build::variable(row.clone()));
            match (self.variables.len(), form.maps) {
                (1, _) => *row(),
                (_, true) => Expression::Property(row(), one.name.clone()),
                (_, false) => Expression::Index(row(), Box::new(build::integer(at as i64))),
            }
        };
        let mut matches = Vec::new();
        let mut items = Vec::new();
        for (at, one) in self.variables.iter().enumerate() {
            let value = match is_element(one) {
                false => cell(at, one),
                true => {
                    matches.push(found(one, cell(at, one), form, ground));
                    build::variable(one.name.clone())
                }
            };
            items.push(item(value, &one.name));
        }
        let written = self.rows.iter().map(|row| self.written(row, form)).collect::<Option<_>>()?;
        let mut made = query.clone();
        let list = given(&mut made, Expression::List(written), form.parameter, ground)?;
        let mut front = vec![unwind(list, row)];
        front.extend(matches);
        if !items.is_empty() {
            let projection = Projection { items, ..Projection::default() };
            front.push(Clause::With(With { projection, predicate: None }));
        }
        made.first.clauses.splice(..place, front);
        Some(without_unread_parameters(made))
    }

    /// The query in which a MATCH of the elements stands in the place of what stands in front. None where more than one variable is
    /// read, or where an element comes more than once.
    pub(super) fn listed(&self, query: &Query, place: usize, parameter: bool, ground: Ground<'_>) -> Option<Query> {
        let [one] = self.variables.as_slice() else { return None };
        let once = self.rows.windows(2).all(|pair| pair[0] != pair[1]);
        if !is_element(one) || !once {
            return None;
        }
        let written = self.rows.iter().flatten().map(build::constant).collect::<Option<_>>()?;
        let mut made = query.clone();
        let list = given(&mut made, Expression::List(written), parameter, ground)?;
        let wanted = build::binary(BinaryOperator::In, build::property(one.name.clone(), ID), list);
        let front = Match { patterns: vec![pattern(one, None)], predicate: Some(wanted), ..Match::default() };
        made.first.clauses.splice(..place, [Clause::Match(front)]);
        Some(without_unread_parameters(made))
    }

    fn written(&self, row: &Row, form: Form) -> Option<Expression> {
        let cells = row.iter().map(build::constant).collect::<Option<Vec<_>>>()?;
        Some(match <[Expression; 1]>::try_from(cells) {
            Ok([cell]) => cell,
            Err(cells) if form.maps => {
                Expression::Map(self.variables.iter().map(|one| one.name.clone()).zip(cells).collect())
            }
            Err(cells) => Expression::List(cells),
        })
    }
}

/// The variables of a scope that some clauses read, or all where they read all.
fn read_behind(behind: &[Clause], scope: &Scope<'_>) -> Vec<Binding> {
    let mut names: BTreeSet<Name> = BTreeSet::new();
    for clause in behind {
        for_each_name(Part::Clause(clause), &mut |name, kind| {
            if kind == NameKind::Variable {
                names.insert(name.clone());
            }
        });
    }
    let all = behind.iter().any(reads_all);
    scope.bindings().iter().filter(|one| all || names.contains(&one.name)).cloned().collect()
}

fn reads_all(clause: &Clause) -> bool {
    any(Part::Clause(clause), &mut |part| match part {
        Part::Clause(Clause::With(With { projection, .. }) | Clause::Return(projection)) => projection.star,
        Part::Clause(Clause::Subquery(call)) => call.imports == Imports::All,
        _ => false,
    })
}

fn is_element(one: &Binding) -> bool {
    matches!(one.of.kind, Kind::Node | Kind::Relationship)
}

/// What is handed on for a value of a variable of a kind: the identity of an element, or a plain value.
fn handed(value: Value, kind: Kind) -> Option<Value> {
    let plain = match &value {
        Value::Null | Value::Boolean(_) | Value::Integer(_) | Value::String(_) => true,
        Value::Float(float) => float.is_finite(),
        _ => false,
    };
    match (kind, value) {
        (Kind::Node, Value::Node(node)) => node.properties.get(ID).cloned(),
        (Kind::Relationship, Value::Relationship(relationship)) => relationship.properties.get(ID).cloned(),
        (Kind::Node | Kind::Relationship, _) => None,
        (_, value) => plain.then_some(value),
    }
}

/// Whether a list of the values of all rows is of one type, which engines with typed tables want, and not empty.
fn is_typed(rows: &[Row]) -> bool {
    let mut values = rows.iter().flatten();
    let kind = |value: &Value| match value {
        Value::Null => None,
        other => Some(std::mem::discriminant(other)),
    };
    let first = values.next().and_then(kind);
    first.is_some() && values.all(|value| kind(value) == first)
}

/// The pattern of an element alone.
fn pattern(one: &Binding, properties: Option<Expression>) -> Pattern {
    let variable = Some(one.name.clone());
    let path = match one.of.kind {
        Kind::Relationship => {
            // Each relationship leads in one direction, so that it is found once.
            let relationship = RelationshipPattern { variable, properties, ..RelationshipPattern::default() };
            let segments = vec![Segment::Hop { relationship, node: NodePattern::default() }];
            PathPattern { start: NodePattern::default(), segments }
        }
        _ => {
            PathPattern { start: NodePattern { variable, properties, ..NodePattern::default() }, segments: Vec::new() }
        }
    };
    path.into()
}

/// The MATCH of the element of an identity.
fn found(one: &Binding, identity: Expression, form: Form, ground: Ground<'_>) -> Clause {
    // Where only one of several relationships is matched if nothing refers to it, the WHERE does.
    let refers = one.of.kind == Kind::Relationship && ground.dialect.deviations.unreferenced_relationships_once;
    Clause::Match(match form.wheres || refers {
        true => {
            let is_it = build::compare(ComparisonOperator::Equal, build::property(one.name.clone(), ID), identity);
            Match { patterns: vec![pattern(one, None)], predicate: Some(is_it), ..Match::default() }
        }
        false => {
            let map = Expression::Map(vec![(ID.into(), identity)]);
            Match { patterns: vec![pattern(one, Some(map))], ..Match::default() }
        }
    })
}

/// The list itself, or a new parameter with its value; none where the dialect has no parameters.
fn given(query: &mut Query, list: Expression, parameter: bool, ground: Ground<'_>) -> Option<Expression> {
    if !parameter {
        return Some(list);
    }
    if !ground.dialect.has(Feature::Parameter) {
        return None;
    }
    let known = |name: &Name| query.parameters.iter().any(|(known, _)| known == name);
    let name = (1..).map(|number| Name::from(format!("p{number}"))).find(|name| !known(name))?;
    query.parameters.push((name.clone(), list));
    Some(Expression::Parameter(name))
}

/// The query without values for parameters that only what stood in front read.
fn without_unread_parameters(mut query: Query) -> Query {
    let given = std::mem::take(&mut query.parameters);
    let is_read = |name: &Name| {
        let reads = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Parameter(read)) if read == name);
        any(Part::Query(&query), &mut |part| reads(part))
    };
    let kept = given.into_iter().filter(|(name, _)| is_read(name)).collect();
    query.parameters = kept;
    query
}
