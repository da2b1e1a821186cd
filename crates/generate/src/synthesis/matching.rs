//! MATCH and OPTIONAL MATCH steps.

use std::collections::BTreeSet;

use graphlance_cypher::ast::*;
use graphlance_cypher::{Feature, build};
use graphlance_graph::{NodeKey, RelationshipKey, Value};

use super::history::{Walk, base_walk, mutate};
use super::pattern::{ClauseNames, PathPlan};
use super::pin::Settled;
use super::plan::Element;
use super::query::Synthesis;
use super::state::Variable;
use crate::expression::{Shape, true_predicate};

/// A MATCH ready to be written, with what it binds.
pub struct MatchPlan {
    /// The clause.
    pub clause: Match,
    /// What it introduces.
    pub names: ClauseNames,
    /// The walks its patterns match.
    walks: Vec<Walk>,
    paths: Vec<PathPlan>,
}

impl Synthesis<'_> {
    /// A step that introduces elements, with the extra clauses around it. None when it cannot be done.
    pub(super) fn match_step(&mut self, elements: &[Element]) -> Option<()> {
        let optional = self.optional_match();
        let mut plan = self.plan_match(elements, optional)?;
        if !optional && self.context.profile.techniques.beyond_paper && self.random.chance(0.006) {
            return self.false_match(plan);
        }
        plan.clause.optional = optional;
        let subquery = self.context.profile.techniques.beyond_paper
            && self.context.vocabulary.chance(self.random, Feature::CallSubquery, 0.05);
        let clause = Clause::Match(std::mem::take(&mut plan.clause));
        let clause = if subquery { self.wrap_in_subquery(clause, &plan.names) } else { clause };
        self.write_match(clause);
        self.bind(&plan);
        self.history.extend(plan.walks);
        Some(())
    }

    /// An OPTIONAL MATCH that matches nothing: its variables are null on every row.
    pub(super) fn null_match(&mut self) -> Option<()> {
        if !self.context.vocabulary.has(Feature::OptionalMatch) || self.state.variables.is_empty() {
            return None;
        }
        let start = self.random_node()?;
        let mut plan = self.plan_match(&[Element::Node(start)], false)?;
        let leaves = self.state.leaves();
        let never = self.false_predicate(&leaves);
        plan.clause.optional = true;
        plan.clause.predicate = build::all(plan.clause.predicate.into_iter().chain([never]));
        self.techniques.count("beyond.optional_match_without_match");
        self.write_match(Clause::Match(plan.clause));
        for (name, value) in &plan.names.introduced {
            let shape = Shape::of(value);
            self.state.bind(Variable::new(name.clone(), shape), &Value::Null);
        }
        for path in plan.paths.iter().filter_map(|path| Some((path.variable.clone()?, path.relationships.len()))) {
            self.state.bind(Variable::new(path.0, Shape::Path(path.1)), &Value::Null);
        }
        Some(())
    }

    /// A MATCH whose WHERE is not true: no row is left.
    fn false_match(&mut self, mut plan: MatchPlan) -> Option<()> {
        let leaves = self.state.leaves();
        let never = self.false_predicate(&leaves);
        plan.clause.predicate = build::all(plan.clause.predicate.take().into_iter().chain([never]));
        self.techniques.count("beyond.false_where");
        self.write_match(Clause::Match(std::mem::take(&mut plan.clause)));
        self.bind(&plan);
        self.state.rows.clear();
        Some(())
    }

    fn optional_match(&mut self) -> bool {
        let wanted = self.context.profile.techniques.optional_match
            && self.context.vocabulary.chance(self.random, Feature::OptionalMatch, 0.3);
        // Some engines refuse an OPTIONAL MATCH as first clause of all; none needs it to be one.
        wanted && !self.clauses.is_empty()
    }

    fn write_match(&mut self, clause: Clause) {
        let plain = !matches!(&clause, Clause::Match(this) if this.optional);
        if plain {
            self.keep_after_optional();
        }
        if let Clause::Match(this) = &clause
            && this.optional
        {
            self.techniques.count("clause.optional_match");
        } else {
            self.techniques.count("clause.match");
        }
        self.clauses.push(clause);
    }

    /// Plans the patterns that introduce elements, and the predicates that make them match nothing else.
    fn plan_match(&mut self, elements: &[Element], optional: bool) -> Option<MatchPlan> {
        let walks = self.walks(elements, optional)?;
        let mut names = ClauseNames::default();
        let paths: Option<Vec<PathPlan>> = walks.iter().map(|walk| self.encode(walk, &mut names)).collect();
        let paths = paths?;
        let introduced: BTreeSet<NodeKey> = names
            .introduced
            .iter()
            .filter_map(|(_, value)| if let Value::Node(node) = value { Some(node.key) } else { None })
            .collect();
        let bound = names.nodes.keys().copied().filter(|key| !introduced.contains(key)).collect();
        let mut settled = Settled::new(bound, self.state.leaves());
        self.pin_patterns(&paths, &mut settled)?;
        self.extra_predicates(&mut settled);
        let mut predicates = std::mem::take(&mut settled.predicates);
        self.random.shuffle(&mut predicates);
        if !predicates.is_empty() {
            self.techniques.count("clause.where");
        }
        let clause = Match {
            patterns: paths.iter().map(PathPlan::to_pattern).collect(),
            predicate: build::all(predicates),
            ..Match::default()
        };
        Some(MatchPlan { clause, names, walks, paths })
    }

    /// The walks of one MATCH: base patterns of the elements, mutated with earlier ones, and further ones.
    fn walks(&mut self, elements: &[Element], optional: bool) -> Option<Vec<Walk>> {
        let mut walks: Vec<Walk> = Vec::new();
        let mut used: Vec<RelationshipKey> = Vec::new();
        for element in elements {
            let covered = match element {
                Element::Node(key) => walks.iter().any(|walk| walk.nodes().any(|node| node == *key)),
                Element::Relationship(key) => used.contains(key),
            };
            if !covered {
                self.add_walk(*element, &mut walks, &mut used)?;
            }
        }
        let [fewest, many] = self.context.size.patterns;
        let wanted = self.random.between(fewest, many).min(self.context.dialect.limits.patterns);
        let several = self.context.vocabulary.has(Feature::MultiplePatterns);
        for _ in 0..wanted {
            if walks.len() >= wanted || !several {
                break;
            }
            let start = self.random_start()?;
            if !self.enumerable(&walks, &[Walk::node(start)]) {
                break;
            }
            self.add_walk(Element::Node(start), &mut walks, &mut used)?;
            if optional {
                self.techniques.count("pattern.optional_extension");
            }
        }
        if !several && walks.len() > 1 {
            return None;
        }
        Some(walks)
    }

    /// Adds a base walk that contains an element, mutated at random with an earlier one.
    fn add_walk(&mut self, element: Element, walks: &mut Vec<Walk>, used: &mut Vec<RelationshipKey>) -> Option<()> {
        let [least, most] = self.context.size.path_length;
        let length = self.random.between(least, most);
        let mut base = base_walk(self.random, self.context.graph, element, length, used)?;
        if !self.enumerable(walks, std::slice::from_ref(&base)) {
            base = base_walk(self.random, self.context.graph, element, 0, used)?;
        }
        let mut added = vec![base];
        if self.context.profile.techniques.pattern_mutation && !self.history.is_empty() && self.random.chance(0.6) {
            for _ in 0..4 {
                let earlier = self.history[self.random.below(self.history.len())].clone();
                if earlier.relationships().any(|key| used.contains(&key)) {
                    continue;
                }
                if let Some((mutation, mutated)) = mutate(self.random, &added[0], &earlier)
                    && (mutated.len() == 1 || self.context.vocabulary.has(Feature::MultiplePatterns))
                    && mutated.iter().all(|walk| walk.hops.len() <= self.context.size.path_length[1] + 2)
                    && self.enumerable(walks, &mutated)
                {
                    self.techniques.count(mutation.name());
                    added = mutated;
                    break;
                }
            }
        }
        used.extend(added.iter().flat_map(Walk::relationships));
        walks.append(&mut added);
        Some(())
    }

    /// Whether the target can enumerate the bindings of these walks: nodes for each start, and for each hop the mean
    /// number of relationships at a node.
    fn enumerable(&self, walks: &[Walk], more: &[Walk]) -> bool {
        let most = self.context.dialect.limits.bindings;
        if most == u64::MAX {
            return true;
        }
        let nodes = self.context.graph.node_count().max(1) as f64;
        let degree = (2.0 * self.context.graph.relationship_count() as f64 / nodes).max(1.0);
        let bindings = walks.iter().chain(more).map(|walk| nodes * degree.powi(walk.hops.len() as i32));
        bindings.product::<f64>() <= most as f64
    }

    /// A node to start a further pattern at: often one in scope.
    fn random_start(&mut self) -> Option<NodeKey> {
        if self.random.chance(0.6)
            && let Some(key) = self.random.pick(&self.state.leaf_nodes())
        {
            return Some(*key);
        }
        self.random_node()
    }

    pub(super) fn random_node(&mut self) -> Option<NodeKey> {
        let count = self.context.graph.node_count();
        self.context.graph.nodes().nth(self.random.below(count)).map(|node| node.key)
    }

    fn extra_predicates(&mut self, settled: &mut Settled) {
        let [fewest, most] = self.context.size.extra_predicates;
        for _ in 0..self.random.between(fewest, most) {
            let predicate = match self.neighbour_predicate(&settled.leaves) {
                Some(predicate) => predicate,
                None => {
                    let depth = self.depth();
                    let predicate = true_predicate(&mut self.expressions(&settled.leaves), depth).expression;
                    if !self.affordable(&predicate) {
                        continue;
                    }
                    predicate
                }
            };
            settled.predicates.push(predicate);
        }
    }

    fn bind(&mut self, plan: &MatchPlan) {
        for (name, value) in &plan.names.introduced {
            self.state.bind(Variable::new(name.clone(), Shape::of(value)), value);
            let element = match value {
                Value::Node(node) => Element::Node(node.key),
                Value::Relationship(relationship) => Element::Relationship(relationship.key),
                _ => continue,
            };
            self.named.entry(element).or_insert_with(|| name.clone());
        }
        for path in &plan.paths {
            let Some(variable) = &path.variable else { continue };
            let nodes = path.nodes.iter().filter_map(|plan| self.context.graph.node(plan.key)).cloned().collect();
            let relationships = path
                .relationships
                .iter()
                .filter_map(|plan| self.context.graph.relationship(plan.key))
                .cloned()
                .collect();
            let value = Value::Path(std::sync::Arc::new(graphlance_graph::Path { nodes, relationships }));
            self.techniques.count("pattern.path_variable");
            self.state.bind(Variable::new(variable.clone(), Shape::of(&value)), &value);
        }
    }
}
