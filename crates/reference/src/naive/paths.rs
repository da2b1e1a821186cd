//! Path patterns: nodes, relationships, variable length, quantified paths.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{Length, NodePattern, PathPattern, Quantifier, RelationshipPattern, Segment};
use graphlance_graph::{Name, Relationship, Value};

use super::conditions::Wanted;
use super::matching::Partial;
use super::scope::of_path;
use super::table::Record;
use super::{Engine, Slip};
use crate::Failure;

type Partials<'q> = Result<Vec<Partial<'q>>, Failure>;
/// A match with the relationships of a variable-length one so far.
type Walk<'q> = (Partial<'q>, Vec<Arc<Relationship>>);
/// A match with what the variables of a quantified path were in each repetition.
type Repetition<'q> = (Partial<'q>, BTreeMap<Name, Vec<Value>>);

impl<'q> Engine<'_> {
    /// Every way in which a path pattern matches from where each match stands; one that has no node yet begins anywhere.
    pub(super) fn path(&self, path: &'q PathPattern, partials: Vec<Partial<'q>>) -> Partials<'q> {
        let mut partials = self.node(&path.start, partials)?;
        for segment in &path.segments {
            partials = match segment {
                Segment::Hop { relationship, node } => {
                    let hops = match relationship.length {
                        None => self.hop(relationship, partials)?,
                        Some(length) => self.hops(relationship, length, partials)?,
                    };
                    self.node(node, hops)?
                }
                Segment::Quantified { path, predicate, quantifier, node } => {
                    self.repeated(path, predicate.as_ref(), *quantifier, node, partials)?
                }
            };
        }
        Ok(partials)
    }

    /// One relationship.
    fn hop(&self, pattern: &'q RelationshipPattern, partials: Vec<Partial<'q>>) -> Partials<'q> {
        let properties = pattern.properties.as_ref().map(Wanted::new);
        let predicate: Vec<_> = pattern.predicate.iter().map(Wanted::new).collect();
        let mut found = Vec::new();
        for partial in partials {
            let bound = Self::bound_to(&partial, pattern.variable.as_ref());
            for (relationship, node) in self.steps(&partial, pattern)? {
                let value = Value::Relationship(relationship.clone());
                if self.is_spent(&partial, &[], &relationship) || !self.is(bound, &value)? {
                    continue;
                }
                let mut next = self.stepped(&partial, &relationship, &node)?;
                next.conditions.extend(properties.iter().map(|wanted| wanted.has(&value)));
                next.conditions.extend(predicate.iter().map(Wanted::holds));
                if let Some(name) = &pattern.variable {
                    next.record.insert(name.clone(), value);
                }
                found.push(next);
            }
            self.bound(found.len())?;
        }
        self.prune(found)
    }

    /// `*min..max` relationships: each hop is of the type and has the properties. The variable is the list of them; bound
    /// to a list before, it must be that one.
    fn hops(&self, pattern: &'q RelationshipPattern, length: Length, partials: Vec<Partial<'q>>) -> Partials<'q> {
        let least = length.min.unwrap_or(1);
        let properties = pattern.properties.as_ref().map(Wanted::new);
        let predicate: Vec<_> = pattern.predicate.iter().map(Wanted::new).collect();
        let mut found = Vec::new();
        for partial in partials {
            let bound = Self::bound_to(&partial, pattern.variable.as_ref()).cloned();
            let mut walks: Vec<Walk<'q>> = vec![(partial, Vec::new())];
            for hops in 0u32.. {
                let forgotten = hops == 0 && self.slips(Slip::ZeroHopsForgotten);
                if hops >= least && !forgotten {
                    for (walk, walked) in &walks {
                        if Self::is_walk(bound.as_ref(), walked)? {
                            found.push(Self::bind_walk(walk, pattern.variable.as_ref(), walked));
                        }
                    }
                }
                let most = length.max.map(|max| max - u32::from(max > 1 && self.slips(Slip::UpperBoundMissed)));
                if walks.is_empty() || most.is_some_and(|most| hops >= most) {
                    break;
                }
                let mut longer = Vec::new();
                for (walk, walked) in &walks {
                    for (relationship, node) in self.steps(walk, pattern)? {
                        if self.is_spent(walk, walked, &relationship) {
                            continue;
                        }
                        let mut next = self.stepped(walk, &relationship, &node)?;
                        let value = Value::Relationship(relationship.clone());
                        next.conditions.extend(properties.iter().map(|wanted| wanted.has(&value)));
                        let one: Record = pattern.variable.iter().map(|name| (name.clone(), value.clone())).collect();
                        next.conditions.extend(predicate.iter().map(|wanted| {
                            let mut condition = wanted.holds();
                            condition.keep(&one);
                            condition
                        }));
                        longer.push((next, [walked.as_slice(), &[relationship]].concat()));
                    }
                    self.bound(longer.len())?;
                }
                walks = self.prune_walks(longer)?;
                self.bound(found.len() + walks.len())?;
            }
        }
        self.prune(found)
    }

    fn prune_walks(&self, walks: Vec<Walk<'q>>) -> Result<Vec<Walk<'q>>, Failure> {
        let mut kept = Vec::new();
        for (walk, walked) in walks {
            kept.extend(self.prune(vec![walk])?.into_iter().map(|walk| (walk, walked.clone())));
        }
        Ok(kept)
    }

    /// Whether a list that is bound already holds exactly these relationships.
    fn is_walk(bound: Option<&Value>, walked: &[Arc<Relationship>]) -> Result<bool, Failure> {
        let Some(bound) = bound else { return Ok(true) };
        let items = match bound {
            Value::Null => return Ok(false),
            Value::List(items) => items,
            other => {
                return Err(Failure::argument_type(format!("a {} is no list of relationships", other.type_name())));
            }
        };
        let same = |item: &Value, walked: &Relationship| match item {
            Value::Relationship(bound) => bound.key == walked.key,
            _ => false,
        };
        Ok(items.len() == walked.len() && items.iter().zip(walked).all(|(item, walked)| same(item, walked)))
    }

    fn bind_walk(walk: &Partial<'q>, variable: Option<&Name>, walked: &[Arc<Relationship>]) -> Partial<'q> {
        let mut bound = walk.clone();
        if let Some(name) = variable {
            let list = walked.iter().cloned().map(Value::Relationship).collect();
            bound.record.entry(name.clone()).or_insert_with(|| Value::list(list));
        }
        bound
    }

    /// A quantified path and the node after it. Within one repetition the variables of the path are single elements, after
    /// it they are lists of what they were.
    fn repeated(
        &self,
        path: &'q PathPattern,
        predicate: Option<&'q Expression>,
        quantifier: Quantifier,
        node: &'q NodePattern,
        partials: Vec<Partial<'q>>,
    ) -> Partials<'q> {
        let names: Vec<Name> = of_path(path).into_iter().collect();
        let least = if self.slips(Slip::LowerBoundIgnored) { 0 } else { quantifier.min };
        let mut found = Vec::new();
        for partial in partials {
            let groups: BTreeMap<Name, Vec<Value>> = names.iter().map(|name| (name.clone(), Vec::new())).collect();
            let mut walks = vec![(partial, groups)];
            for times in 0u32.. {
                if times >= least {
                    found.extend(walks.iter().map(|(walk, groups)| self.bind_groups(walk, groups)));
                }
                if walks.is_empty() || quantifier.max.is_some_and(|most| times >= most) {
                    break;
                }
                let mut longer = Vec::new();
                for (walk, groups) in &walks {
                    longer.extend(self.once(path, predicate, walk, groups)?);
                    self.bound(longer.len())?;
                }
                walks = longer;
                self.bound(found.len() + walks.len())?;
            }
        }
        self.node(node, self.prune(found)?)
    }

    /// One repetition more.
    fn once(
        &self,
        path: &'q PathPattern,
        predicate: Option<&'q Expression>,
        walk: &Partial<'q>,
        groups: &BTreeMap<Name, Vec<Value>>,
    ) -> Result<Vec<Repetition<'q>>, Failure> {
        let mut inner = walk.clone();
        let outer = std::mem::take(&mut inner.conditions);
        inner.conditions = predicate.map(Wanted::conjuncts).unwrap_or_default().iter().map(Wanted::holds).collect();
        inner.record.retain(|name, _| !groups.contains_key(name));
        let mut found = Vec::new();
        for mut repeated in self.path(path, vec![inner])? {
            let mut groups = groups.clone();
            let mut locals = Record::new();
            for (name, values) in &mut groups {
                let value = repeated.record.remove(name).unwrap_or(Value::Null);
                locals.insert(name.clone(), value.clone());
                values.push(value);
            }
            repeated.conditions.iter_mut().for_each(|condition| condition.keep(&locals));
            repeated.conditions.extend(outer.iter().cloned());
            found.push((repeated, groups));
        }
        Ok(found)
    }

    fn bind_groups(&self, walk: &Partial<'q>, groups: &BTreeMap<Name, Vec<Value>>) -> Partial<'q> {
        let mut bound = walk.clone();
        for (name, values) in groups {
            let kept = if self.slips(Slip::LastOfGroupOnly) { values.len().saturating_sub(1) } else { 0 };
            bound.record.insert(name.clone(), Value::list(values[kept..].to_vec()));
        }
        bound
    }
}
