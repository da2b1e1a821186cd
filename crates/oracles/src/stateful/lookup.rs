//! What an index is asked: for a value that an element has, or has no more, once so that the index serves the question and once so
//! that it cannot.

use graphlance_case::{Applied, Case, Claim, Derivation, IndexAgrees, Lineage, Statement, Step};
use graphlance_cypher::ast::*;
use graphlance_cypher::{Statement as CypherStatement, build};
use graphlance_generate::Adaptation;
use graphlance_graph::{Graph, Index, IndexKind, Name, Properties, Random, Returns, Value};
use graphlance_reference::evaluate;

use super::StatefulRound;
use crate::base::{can_be_said, with_references};
use crate::reference::are_settled;
use crate::rewrites::Rewrite;

/// The rewrite that hides a predicate from every index, and in how many ways it does.
const HIDES: &str = "predicate_as_case";
const WAYS: usize = 4;
/// The share of questions for what the last statement left alone.
const UNTOUCHED: f64 = 0.1;
/// Keys that are returned beside those of the index.
const OTHER_KEYS: usize = 2;
/// The variable of the element.
const ELEMENT: &str = "e";

/// A question for an index.
pub(super) struct Lookup {
    /// The statement that the index serves.
    indexed: Query,
    /// The same that it cannot serve, and how it is made of the other.
    scan: Query,
    rewrites: Vec<Applied>,
    returns: Returns,
}

/// An element that an index knows, and the values that it knows it by.
#[derive(Clone, PartialEq)]
struct Entry {
    element: u32,
    values: Vec<Value>,
}

impl StatefulRound {
    /// A question for an index of the graph where the sequence is, for a value that the steps since another graph gave an element
    /// or took from it. None where they did not, most of the time.
    pub(super) fn lookup(&self, since: &Graph, random: &mut Random, adaptation: &Adaptation) -> Option<Lookup> {
        let index = random.pick(&self.graph.schema.indexes)?.clone();
        let (before, after) = (entries(since, &index), entries(&self.graph, &index));
        let gone = before.iter().filter(|entry| !after.contains(entry));
        let come = after.iter().filter(|entry| !before.contains(entry));
        let mut candidates: Vec<&Entry> = gone.chain(come).collect();
        if candidates.is_empty() && random.chance(UNTOUCHED) {
            candidates.extend(&after);
        }
        let entry = *random.pick(&candidates)?;
        let mut predicates = Vec::new();
        for (place, (key, value)) in index.keys.iter().zip(&entry.values).enumerate() {
            // The first keys of a composite index are pinned by values.
            let exact = place + 1 < index.keys.len();
            predicates.push(predicate(random, index.kind, build::property(ELEMENT, key.clone()), value, exact)?);
        }
        let hidden = predicates.len();
        let mut indexed = self.question(&index, build::all(predicates));
        if self.ground.dialect.deviations.unreferenced_relationships_once {
            indexed = with_references(indexed)?;
        }
        let (scan, rewrites) = self.hidden(&indexed, hidden, random)?;
        let ground = self.ground.ground();
        let said = [&indexed, &scan].into_iter().all(|query| can_be_said(query, ground, adaptation));
        let returns = self.rows_of(&indexed).filter(|returns| said && are_settled(returns))?;
        self.rows_of(&scan)?;
        Some(Lookup { indexed, scan, rewrites, returns })
    }

    /// The case of a question for an index behind some steps.
    pub(super) fn looking_up(&self, lookup: Lookup, behind: Vec<Step>, lineage: Lineage) -> Case {
        let (scan, indexed) = (behind.len(), behind.len() + 1);
        let derivation = Derivation { base: indexed, rewrites: lookup.rewrites, derived: vec![scan] };
        let lineage = Lineage { plan_steps: 2, derivations: vec![derivation], ..lineage };
        let claim = Claim::IndexAgrees(IndexAgrees { scan, indexed, returns: lookup.returns });
        let asked =
            [lookup.scan, lookup.indexed].map(|query| Step::run(Statement::from(CypherStatement::Query(query))));
        self.ground.case(claim, lineage, behind.into_iter().chain(asked).collect())
    }

    /// `MATCH (e:L) WHERE .. RETURN e.k AS k1, ..`
    fn question(&self, index: &Index, predicate: Option<Expression>) -> Query {
        let variable = Some(Name::from(ELEMENT));
        let path = match index.on_nodes {
            true => {
                let labels = Some(LabelExpression::Name(index.name.clone()));
                let start = NodePattern { variable, labels, ..NodePattern::default() };
                PathPattern { start, segments: Vec::new() }
            }
            false => {
                let types = LabelExpression::any_of([index.name.clone()]);
                let relationship =
                    RelationshipPattern { variable, types, direction: Direction::Right, ..Default::default() };
                let hop = Segment::Hop { relationship, node: NodePattern::default() };
                PathPattern { start: NodePattern::default(), segments: vec![hop] }
            }
        };
        let matched = Match { patterns: vec![path.into()], predicate, ..Match::default() };
        let keys = self.graph.schema.keys.iter().map(|key| &key.name);
        let others = keys.filter(|key| !index.keys.contains(*key)).take(OTHER_KEYS);
        let item = |(place, key): (usize, &Name)| ProjectionItem {
            expression: build::property(ELEMENT, key.clone()),
            alias: Some(format!("k{}", place + 1).into()),
        };
        let items = index.keys.iter().chain(others).enumerate().map(item).collect();
        let returned = Projection { items, ..Projection::default() };
        SingleQuery { clauses: vec![Clause::Match(matched), Clause::Return(returned)] }.into()
    }

    /// The question with its first predicates, so many, where no index can see them.
    fn hidden(&self, indexed: &Query, predicates: usize, random: &mut Random) -> Option<(Query, Vec<Applied>)> {
        let rewrite = Rewrite::named(HIDES)?;
        let (mut query, mut rewrites) = (indexed.clone(), Vec::new());
        for place in 0..predicates {
            let place = (place * WAYS + random.below(WAYS)) as isize;
            let applied = Applied { rewrite: HIDES.into(), place, of: 0 };
            let (made, applied) = rewrite.derive_at(&query, &applied, self.ground.ground())?;
            query = made.into_iter().next()?;
            rewrites.push(applied);
        }
        Some((query, rewrites))
    }

    fn rows_of(&self, query: &Query) -> Option<Returns> {
        let statement = CypherStatement::Query(query.clone());
        evaluate(&self.graph, &statement, &self.reading).ok().map(|answer| answer.returns)
    }
}

/// The elements of a graph that an index knows.
fn entries(graph: &Graph, index: &Index) -> Vec<Entry> {
    let values = |properties: &Properties| -> Option<Vec<Value>> {
        index.keys.iter().map(|key| properties.get(key).filter(|value| is_sought(value)).cloned()).collect()
    };
    if index.on_nodes {
        let labelled = graph.nodes().filter(|node| node.labels.contains(&index.name));
        let entry = |node: &std::sync::Arc<graphlance_graph::Node>| {
            Some(Entry { element: node.key.0, values: values(&node.properties)? })
        };
        return labelled.filter_map(entry).collect();
    }
    let typed = graph.relationships().filter(|relationship| relationship.kind == index.name);
    typed.filter_map(|one| Some(Entry { element: one.key.0, values: values(&one.properties)? })).collect()
}

/// Whether engines agree on equality and order of a value, and it has a literal everywhere.
fn is_sought(value: &Value) -> bool {
    match value {
        Value::Boolean(_) | Value::Integer(_) | Value::String(_) => true,
        Value::Float(float) => float.is_finite() && *float != 0.0,
        _ => false,
    }
}

/// A predicate that an index serves and that holds of a value.
fn predicate(
    random: &mut Random,
    kind: IndexKind,
    property: Expression,
    value: &Value,
    exact: bool,
) -> Option<Expression> {
    use ComparisonOperator as Op;
    let constant = build::constant(value)?;
    if let (IndexKind::Text, Value::String(text)) = (kind, value) {
        let operator =
            *random.pick(&[BinaryOperator::StartsWith, BinaryOperator::EndsWith, BinaryOperator::Contains])?;
        return (!text.is_empty()).then(|| build::binary(operator, property, constant));
    }
    let is_flag = matches!(value, Value::Boolean(_));
    match if exact { 0 } else { random.below(8) } {
        3 => Some(build::binary(BinaryOperator::In, property, Expression::List(vec![constant]))),
        4 | 5 if !is_flag => {
            let operator = *random.pick(&[Op::GreaterOrEqual, Op::LessOrEqual])?;
            Some(build::compare(operator, property, constant))
        }
        6 => Some(Expression::Unary(UnaryOperator::IsNotNull, Box::new(property))),
        7 => match value {
            Value::String(text) if !text.is_empty() => {
                Some(build::binary(BinaryOperator::StartsWith, property, constant))
            }
            _ => Some(build::compare(Op::Equal, property, constant)),
        },
        _ => Some(build::compare(Op::Equal, property, constant)),
    }
}
