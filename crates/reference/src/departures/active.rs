//! The wrong rules under which an evaluation runs.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use graphlance_cypher::ast::{Clause, ComparisonOperator, Expression, Query};
use graphlance_cypher::walk::{PartMut, for_each_child_mut, walk_mut};
use graphlance_graph::arrangement::{arranged, keys};
use graphlance_graph::{Graph, Index, Name, Returns, Value};

use super::refusals::HIDING;
use super::returned::NUMBERED;
use super::scans::{self, ReadsSide, served, with_filters_in_match};
use super::trees::{matching, with_column_names};
use super::{Computed, Effect, OfOperands, WrongRule, catalogue};
use crate::Fault;

/// How the name of a parameter begins that is no parameter, in front of that of the rule that puts it in place of an expression.
const POISON: &str = "poison of ";

/// The words with which a query ends that comes upon this parameter; none of one that is a parameter.
pub(crate) fn poisoned(parameter: &str) -> Option<&'static [&'static str]> {
    match WrongRule::find(parameter.strip_prefix(POISON)?)?.effect {
        Effect::Poisoned(_, words) => Some(words),
        _ => None,
    }
}

impl WrongRule {
    /// Whether an answer may come of it: an error of this text, or rows where there is none.
    pub(crate) fn may_give(&self, error: Option<&str>) -> bool {
        match (self.effect, error) {
            (Effect::Refused(_, words) | Effect::Poisoned(_, words), Some(error)) => {
                words.iter().chain([&HIDING]).any(|word| error.contains(word))
            }
            (Effect::Refused(..), None) => false,
            (_, error) => error.is_none(),
        }
    }
}

/// A set of wrong rules. Of none, which is the default, an evaluation asks once and goes on as the language has it.
#[derive(Clone, Debug, Default)]
pub struct Departures(Option<Arc<Active>>);

/// The effects of a set of wrong rules, where an evaluation looks for them.
#[derive(Debug, Default)]
struct Active {
    rules: Vec<&'static WrongRule>,
    faults: Vec<Fault>,
}

impl Departures {
    /// These wrong rules together.
    pub fn of(rules: impl IntoIterator<Item = &'static WrongRule>) -> Departures {
        Departures::default().and(rules)
    }

    /// These and others, in the order of the catalogue, whoever names them: one reads what the other has left of a statement.
    pub fn and(&self, others: impl IntoIterator<Item = &'static WrongRule>) -> Departures {
        let mut rules = self.rules().to_vec();
        rules.extend(others);
        if rules.len() > 1 {
            rules.sort_by_cached_key(|rule| catalogue().position(|other| std::ptr::eq(other, *rule)));
        }
        if rules.is_empty() {
            return Departures::default();
        }
        let faults = rules.iter().filter_map(|rule| match rule.effect {
            Effect::Fault(fault) => Some(fault),
            _ => None,
        });
        Departures(Some(Arc::new(Active { faults: faults.collect(), rules })))
    }

    /// The wrong rules.
    pub fn rules(&self) -> &[&'static WrongRule] {
        self.0.as_ref().map_or(&[], |active| &active.rules)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether this fault is among them.
    pub fn has(&self, fault: Fault) -> bool {
        self.0.as_ref().is_some_and(|active| active.faults.contains(&fault))
    }

    /// Whether a value is computed otherwise for some operands.
    pub(crate) fn compute(&self, what: Computed) -> bool {
        self.values(what).next().is_some()
    }

    /// What comes out of operands instead of what the language has; none where the right rule holds.
    pub(crate) fn value(&self, what: Computed, operands: &[Value]) -> Option<Value> {
        self.values(what).find_map(|gives| gives(operands))
    }

    fn values(&self, what: Computed) -> impl Iterator<Item = OfOperands> {
        self.rules().iter().filter_map(move |rule| match rule.effect {
            Effect::Value(of, gives) if of.covers(what) => Some(gives),
            Effect::Values(each) | Effect::ValuesAndTree(each, _) => {
                each.iter().find(|(of, _)| of.covers(what)).map(|(_, gives)| *gives)
            }
            _ => None,
        })
    }

    /// What a comparison of two values comes to where that is not what the language has.
    pub(crate) fn comparison(&self, operator: ComparisonOperator, a: &Value, b: &Value) -> Option<Option<bool>> {
        self.rules().iter().find_map(|rule| match rule.effect {
            Effect::Compare(compare) => compare(operator, a, b),
            Effect::Order(order) => order(a, b).and_then(|order| by_order(operator, order)).map(Some),
            Effect::Value(of, gives) if of == Computed::Compare(operator) => {
                gives(&[a.clone(), b.clone()]).map(|value| match value {
                    Value::Boolean(holds) => Some(holds),
                    _ => None,
                })
            }
            _ => None,
        })
    }

    /// The order of two values where it is another than the language's. It need not be one: of three values each may be less than
    /// the next, and the last less than the first.
    pub(crate) fn order(&self, a: &Value, b: &Value) -> Option<Ordering> {
        if let (Value::Integer(a), Value::Integer(b), true) = (a, b, self.has(Fault::IntegersComparedByDifference)) {
            return Some(a.wrapping_sub(*b).cmp(&0));
        }
        self.rules().iter().find_map(|rule| match rule.effect {
            Effect::Sort(order) | Effect::Order(order) => order(a, b),
            _ => None,
        })
    }

    /// What comes back of a value; none where it is itself.
    pub(crate) fn returned(&self, value: &Value) -> Option<Value> {
        self.rules().iter().find_map(|rule| match rule.effect {
            Effect::Returned(of) | Effect::ReturnedAndTree(of, _) => of(value),
            _ => None,
        })
    }

    /// A graph whose elements have their keys from 0 on, without gaps, where a rule tells their numbers.
    pub(crate) fn counted<'g>(&self, graph: &'g Graph) -> Cow<'g, Graph> {
        let has_gaps = graph.next_node_key().0 as usize > graph.node_count()
            || graph.next_relationship_key().0 as usize > graph.relationship_count();
        if !has_gaps || !self.rules().iter().any(|rule| NUMBERED.contains(&rule.name)) {
            return Cow::Borrowed(graph);
        }
        let (nodes, relationships) = keys(graph);
        arranged(graph, &nodes, &relationships).map_or(Cow::Borrowed(graph), Cow::Owned)
    }

    /// An answer as it comes back.
    pub(crate) fn answered(&self, mut returns: Returns) -> Returns {
        for rule in self.rules() {
            if let Effect::Answered(change, _) = rule.effect {
                change(&mut returns);
            }
        }
        returns
    }

    /// Words of which the error has one with which a query is refused; none where it is executed.
    pub(crate) fn refuse(&self, query: &Query) -> Option<&'static [&'static str]> {
        self.rules().iter().find_map(|rule| match rule.effect {
            Effect::Refused(is_refused, words) if is_refused(query) => Some(words),
            _ => None,
        })
    }

    /// A graph each of whose elements comes back.
    pub(crate) fn read_back(&self, graph: Graph) -> Graph {
        if !self.rules().iter().any(|rule| matches!(rule.effect, Effect::Returned(_))) {
            return graph;
        }
        let mut read = graph.clone();
        for node in graph.nodes() {
            if let Some(Value::Node(back)) = self.returned(&Value::Node(Arc::clone(node))) {
                read.edit_node(node.key, |node| node.properties = back.properties.clone());
            }
        }
        for relationship in graph.relationships() {
            if let Some(Value::Relationship(back)) = self.returned(&Value::Relationship(Arc::clone(relationship))) {
                read.edit_relationship(relationship.key, |it| it.properties = back.properties.clone());
            }
        }
        read
    }

    /// What the sides of comparisons are read as that an index serves, one after the other as they stand in the catalogue: what
    /// is held comes before how it is compared.
    fn held(&self) -> Vec<ReadsSide> {
        let own = |rule: &&WrongRule| self.rules().iter().any(|own| own.name == rule.name);
        let reads = scans::RULES.iter().filter(own).filter_map(|rule| match rule.effect {
            Effect::Held(reads) => Some(reads),
            _ => None,
        });
        reads.collect()
    }

    /// A query as it is read where there are these indexes. Its columns keep their names.
    pub(crate) fn read<'q>(&self, query: &'q Query, indexes: &[Index]) -> Cow<'q, Query> {
        let is_scan = |rule: &&WrongRule| matches!(rule.effect, Effect::Scan(_) | Effect::Held(_));
        let is_read = |effect| {
            matches!(
                effect,
                Effect::Tree(_)
                    | Effect::ValuesAndTree(..)
                    | Effect::ReturnedAndTree(..)
                    | Effect::Answered(..)
                    | Effect::Pattern(_)
                    | Effect::Poisoned(..)
            )
        };
        let reads = |rule: &&WrongRule| is_scan(rule) || is_read(rule.effect);
        if !self.rules().iter().any(reads) {
            return Cow::Borrowed(query);
        }
        let mut query = query.clone();
        with_column_names(&mut query);
        if !indexes.is_empty() && self.rules().iter().any(is_scan) {
            walk_mut(PartMut::Query(&mut query), &mut |part| with_filters_in_match(part));
        }
        let held = self.held();
        if !held.is_empty() {
            walk_mut(PartMut::Query(&mut query), &mut |part| {
                matching(part).into_iter().for_each(|clause| served(clause, indexes, &held));
            });
        }
        for rule in self.rules() {
            match rule.effect {
                Effect::Tree(read)
                | Effect::ValuesAndTree(_, read)
                | Effect::ReturnedAndTree(_, read)
                | Effect::Answered(_, read) => walk_mut(PartMut::Query(&mut query), &mut |part| read(part)),
                Effect::Poisoned(put, _) => {
                    let poison = Expression::Parameter(Name::from(format!("{POISON}{}", rule.name)));
                    walk_mut(PartMut::Query(&mut query), &mut |part| put(part, &poison));
                }
                Effect::Pattern(read) => walk_matched(PartMut::Query(&mut query), read),
                Effect::Scan(read) => walk_mut(PartMut::Query(&mut query), &mut |part| {
                    matching(part).into_iter().for_each(|clause| read(clause, indexes));
                }),
                _ => {}
            }
        }
        Cow::Owned(query)
    }
}

/// Whether an order is one that a comparison asks for; none where it asks whether two values are equal.
fn by_order(operator: ComparisonOperator, order: Ordering) -> Option<bool> {
    match operator {
        ComparisonOperator::Less => Some(order.is_lt()),
        ComparisonOperator::LessOrEqual => Some(order.is_le()),
        ComparisonOperator::Greater => Some(order.is_gt()),
        ComparisonOperator::GreaterOrEqual => Some(order.is_ge()),
        ComparisonOperator::Equal | ComparisonOperator::NotEqual => None,
    }
}

/// Calls `read` with `part` and everything below it, but for the patterns that are written.
fn walk_matched(mut part: PartMut<'_>, read: fn(&mut PartMut<'_>)) {
    if matches!(part, PartMut::Clause(Clause::Create(_) | Clause::Insert(_) | Clause::Merge(_))) {
        return;
    }
    read(&mut part);
    for_each_child_mut(part, &mut |child| walk_matched(child, read));
}

/// A fault that is planted, or none.
impl From<Option<Fault>> for Departures {
    fn from(fault: Option<Fault>) -> Departures {
        Departures::of(fault.map(Fault::rule))
    }
}

impl From<Fault> for Departures {
    fn from(fault: Fault) -> Departures {
        Departures::of([fault.rule()])
    }
}
