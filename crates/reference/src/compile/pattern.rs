//! Patterns: which variables they introduce, what must hold of each element, and in which order to look for them.

use graphlance_cypher::ast::{
    BinaryOperator, ComparisonOperator, Direction, Expression, LabelExpression, NodePattern, PathMode, PathPattern,
    PathSelector, Pattern, Quantifier, RelationshipPattern, Segment,
};

use super::Compiler;
use super::edge::{Edge, EdgeKind};
use super::filter::Filter;
use super::planner::Planner;
use super::slots::{PathSlots, SegmentSlots, path_parts};
use crate::check::refuse_joins_inside;
use crate::plan::{EachHop, Hop, PatternPlan, QuantifiedStep, REPEATABLE, SelectedStep, Selection, ShortestStep};
use crate::term::{DynamicTerm, Slot, Term};
use crate::{Failure, Fault, OpenAnswers};

impl Compiler<'_> {
    /// Compiles the patterns of a MATCH with its WHERE. The variables they introduce stay in scope.
    pub(super) fn patterns(
        &mut self,
        patterns: &[Pattern],
        predicate: Option<&Expression>,
    ) -> Result<PatternPlan, Failure> {
        self.matched(patterns, predicate, false)
    }

    /// The same for patterns that may repeat relationships. Patterns in the conditions do not.
    pub(super) fn matched(
        &mut self,
        patterns: &[Pattern],
        predicate: Option<&Expression>,
        repeatable: bool,
    ) -> Result<PatternPlan, Failure> {
        let outer = std::mem::replace(&mut self.repeatable, repeatable);
        let plan = self.in_mode(patterns, predicate);
        self.repeatable = outer;
        plan
    }

    fn in_mode(&mut self, patterns: &[Pattern], predicate: Option<&Expression>) -> Result<PatternPlan, Failure> {
        let selects = |pattern: &Pattern| pattern.selector.is_selective();
        if !self.repeatable && patterns.len() > 1 && patterns.iter().any(selects) {
            // Neo4j refuses it (42I45). GQL has it, but with a match mode of which the manual says nothing together with it.
            return Err(Failure::Unknown("several patterns of which one has a path selector".into()));
        }
        refuse_joins_inside(patterns)?;
        let before = self.width;
        let bound: Vec<Slot> = self.scope.iter().map(|(_, slot)| *slot).collect();
        let slots: Vec<PathSlots> = patterns.iter().map(|pattern| self.declare_pattern(pattern)).collect();
        let introduces: Vec<Slot> = self.scope.iter().map(|(_, slot)| *slot).filter(|slot| *slot >= before).collect();
        let mut planner = Planner::new(before, bound);
        for (pattern, slots) in patterns.iter().zip(&slots) {
            self.plan_pattern(pattern, slots, &mut planner)?;
        }
        if let Some(predicate) = predicate {
            self.filters(predicate, &mut planner)?;
        }
        let mut plan = self.finish(planner);
        plan.unnamed = (before..self.width).filter(|slot| !introduces.contains(slot)).collect();
        plan.introduces = introduces;
        Ok(plan)
    }

    fn finish(&mut self, planner: Planner) -> PatternPlan {
        self.may_hide_errors = self.may_hide_errors || planner.may_hide_errors();
        planner.finish(self.graph, self.width, self.schedule)
    }

    fn plan_pattern(&mut self, pattern: &Pattern, slots: &PathSlots, planner: &mut Planner) -> Result<(), Failure> {
        if !self.repeatable {
            self.path += 1;
        }
        let parts = path_parts(slots);
        match pattern.selector {
            PathSelector::All => {
                self.plan_path(&pattern.path, slots, planner)?;
                restrict(pattern, slots, planner);
                let condition = pattern.enclosed.as_ref().and_then(|enclosed| enclosed.predicate.as_ref());
                condition.map_or(Ok(()), |condition| self.filters(condition, planner))?;
            }
            PathSelector::ShortestPath | PathSelector::AllShortestPaths => {
                self.plan_shortest(pattern, slots, planner)?;
            }
            PathSelector::Shortest(_)
            | PathSelector::AllShortest
            | PathSelector::Any
            | PathSelector::AnyPaths(_)
            | PathSelector::ShortestGroups(_) => {
                let mut inner = Planner::new(planner.first_new, planner.bound.clone());
                self.plan_path(&pattern.path, slots, &mut inner)?;
                restrict(pattern, slots, &mut inner);
                if let Some(enclosed) = &pattern.enclosed {
                    enclosed.predicate.iter().try_for_each(|predicate| self.filters(predicate, &mut inner))?;
                }
                if let (Some(slot), Some(start)) = (slots.enclosed, slots.nodes.first()) {
                    inner.paths.push((slot, *start, parts.clone()));
                }
                let selection = match pattern.selector {
                    PathSelector::Shortest(count) => Selection::Shortest(count as usize),
                    PathSelector::AnyPaths(count) => Selection::Any(count as usize),
                    // "It returns the same as SHORTEST 1" (Cypher manual, "Shortest paths").
                    PathSelector::Any => Selection::Shortest(1),
                    PathSelector::ShortestGroups(count) => Selection::Groups(count as usize),
                    _ => Selection::Groups(1),
                };
                let (Some(start), Some(end)) = (slots.nodes.first(), slots.nodes.last()) else { return Ok(()) };
                let inner = self.finish(inner);
                let binds = slots.all();
                let (start, end) = (*start, *end);
                let step = SelectedStep { inner, start, end, joined: Vec::new(), hops: parts.clone(), selection };
                planner.edges.push(Edge::selected(step, binds));
            }
        }
        if let (Some(slot), Some(start)) = (slots.path, slots.nodes.first()) {
            planner.paths.push((slot, *start, parts));
        }
        Ok(())
    }

    /// Adds the elements of a path to a planner.
    pub(super) fn plan_path(
        &mut self,
        path: &PathPattern,
        slots: &PathSlots,
        planner: &mut Planner,
    ) -> Result<(), Failure> {
        let mut nodes = slots.nodes.iter().copied();
        let Some(mut left) = nodes.next() else { return Ok(()) };
        self.plan_node(&path.start, left, planner)?;
        for ((segment, segment_slots), right) in path.segments.iter().zip(&slots.segments).zip(nodes) {
            match (segment, segment_slots) {
                (Segment::Hop { relationship, node }, SegmentSlots::Hop { slot, bound }) => {
                    self.plan_node(node, right, planner)?;
                    self.plan_hop(relationship, *slot, *bound, left, right, planner)?;
                }
                (
                    Segment::Quantified { path, predicate, quantifier, node },
                    SegmentSlots::Quantified { inner, scope, groups, trace },
                ) => {
                    self.plan_node(node, right, planner)?;
                    let mark = self.scope.len();
                    // Inside, the names mean single elements; outside, lists of them.
                    self.scope.extend(scope.iter().cloned());
                    let inner_plan = self.quantified_inner(path, inner, predicate.as_ref(), planner);
                    self.scope.truncate(mark);
                    let Quantifier { min, max } = *quantifier;
                    let (first, last) = (inner.nodes[0], inner.nodes[inner.nodes.len() - 1]);
                    let step = QuantifiedStep {
                        from: left,
                        to: crate::plan::NodeTarget { slot: right, bound: false, labels: Vec::new(), lookup: None },
                        min,
                        max: max.unwrap_or(u32::MAX),
                        inner: inner_plan?,
                        first,
                        last,
                        hops: path_parts(inner),
                        groups: groups.clone(),
                        trace: *trace,
                    };
                    planner.edges.push(Edge::quantified(step));
                }
                _ => return Err(Failure::Unknown("a path pattern".into())),
            }
            left = right;
        }
        Ok(())
    }

    fn quantified_inner(
        &mut self,
        path: &PathPattern,
        slots: &PathSlots,
        predicate: Option<&Expression>,
        outer: &Planner,
    ) -> Result<PatternPlan, Failure> {
        let mut bound = outer.bound.clone();
        bound.extend(slots.nodes.first());
        let mut planner = Planner::new(outer.first_new, bound);
        self.plan_path(path, slots, &mut planner)?;
        if let Some(predicate) = predicate {
            self.filters(predicate, &mut planner)?;
        }
        Ok(self.finish(planner))
    }

    fn plan_node(&mut self, node: &NodePattern, slot: Slot, planner: &mut Planner) -> Result<(), Failure> {
        planner.nodes.push(slot);
        if let Some(labels) = &node.labels {
            if labels.is_dynamic() {
                self.dynamic_filter(slot, labels, planner)?;
            } else {
                planner.labels.push((slot, self.weakened(labels)));
            }
        }
        self.element_filters(slot, node.properties.as_ref(), node.predicate.as_ref(), planner)
    }

    /// A condition on the labels or the type of the element in a slot.
    fn dynamic_filter(&mut self, slot: Slot, labels: &LabelExpression, planner: &mut Planner) -> Result<(), Failure> {
        let mark = self.used.len();
        let term = self.dynamic_labels(Term::Slot(slot), labels)?;
        self.used.push(slot);
        planner.filters.push(Filter::new(term, &self.used[mark..]));
        Ok(())
    }

    /// A test for labels of which some are computed.
    pub(super) fn dynamic_labels(&mut self, subject: Term, labels: &LabelExpression) -> Result<Term, Failure> {
        let mut parts = Vec::new();
        labels.dynamic_parts(&mut parts);
        let names = parts.into_iter().map(|part| self.expression(&part.names)).collect::<Result<_, _>>()?;
        Ok(Term::HasDynamicLabels(Box::new(DynamicTerm { subject, labels: labels.clone(), names })))
    }

    fn weakened(&self, labels: &LabelExpression) -> LabelExpression {
        match labels {
            LabelExpression::Colons(names)
                if !names.is_empty() && self.options.departures.has(Fault::SecondLabelIgnored) =>
            {
                LabelExpression::Name(names[0].clone())
            }
            _ => labels.clone(),
        }
    }

    fn element_filters(
        &mut self,
        slot: Slot,
        properties: Option<&Expression>,
        predicate: Option<&Expression>,
        planner: &mut Planner,
    ) -> Result<(), Failure> {
        match properties {
            Some(Expression::Map(entries)) => {
                for (key, value) in entries {
                    let mark = self.used.len();
                    let value = self.expression(value)?;
                    self.used.push(slot);
                    let property = Term::Property(Box::new(Term::Slot(slot)), key.clone());
                    let term = Term::Comparison(Box::new(property), vec![(ComparisonOperator::Equal, value)]);
                    planner.filters.push(Filter::new(term, &self.used[mark..]));
                }
            }
            Some(map) => {
                let mark = self.used.len();
                let map = self.expression(map)?;
                self.used.push(slot);
                let term = Term::PropertiesAgree(slot, Box::new(map));
                planner.filters.push(Filter::new(term, &self.used[mark..]));
            }
            None => {}
        }
        if let Some(predicate) = predicate {
            self.filters(predicate, planner)?;
        }
        Ok(())
    }

    /// Splits a condition into its conjuncts.
    pub(super) fn filters(&mut self, predicate: &Expression, planner: &mut Planner) -> Result<(), Failure> {
        if let Expression::Binary(BinaryOperator::And, left, right) = predicate {
            self.filters(left, planner)?;
            return self.filters(right, planner);
        }
        let mark = self.used.len();
        let term = self.expression(predicate)?;
        planner.filters.push(Filter::new(term, &self.used[mark..]));
        Ok(())
    }

    fn plan_hop(
        &mut self,
        relationship: &RelationshipPattern,
        slot: Slot,
        bound: bool,
        left: Slot,
        right: Slot,
        planner: &mut Planner,
    ) -> Result<(), Failure> {
        let kind = if relationship.length.is_some() {
            let mark = self.used.len();
            let each = self.each_hop(relationship)?;
            let needs = self.used[mark..].to_vec();
            EdgeKind::Variable { slot, bound, each: Box::new(each), needs }
        } else {
            let predicate = relationship.predicate.as_ref();
            self.element_filters(slot, relationship.properties.as_ref(), predicate, planner)?;
            if let Some(types) = relationship.types.as_ref().filter(|types| types.is_dynamic()) {
                self.dynamic_filter(slot, types, planner)?;
            }
            EdgeKind::Single(Hop { slot, bound, types: of_names(relationship), path: self.path_number() })
        };
        planner.edges.push(Edge { left, right, direction: relationship.direction, kind });
        Ok(())
    }

    fn each_hop(&mut self, relationship: &RelationshipPattern) -> Result<EachHop, Failure> {
        let slot = self.fresh();
        let (mut properties, mut property_map) = (Vec::new(), None);
        match &relationship.properties {
            Some(Expression::Map(entries)) => properties = self.entries(entries)?,
            Some(map) => property_map = Some(self.expression(map)?),
            None => {}
        }
        let mark = self.scope.len();
        if let Some(name) = &relationship.variable {
            self.scope.push((name.clone(), slot));
        }
        let predicate = self.each_predicate(relationship, slot);
        self.scope.truncate(mark);
        let (min, max) = match relationship.length {
            None => (1, 1),
            Some(length) => (length.min.unwrap_or(1), length.max.unwrap_or(u32::MAX)),
        };
        let types = of_names(relationship);
        Ok(EachHop { types, properties, property_map, slot, predicate: predicate?, min, max, path: self.path_number() })
    }

    /// What must hold of each relationship of a variable-length pattern: its computed type and its condition.
    fn each_predicate(&mut self, relationship: &RelationshipPattern, slot: Slot) -> Result<Option<Term>, Failure> {
        let predicate = relationship.predicate.as_ref().map(|predicate| self.expression(predicate)).transpose()?;
        let Some(types) = relationship.types.as_ref().filter(|types| types.is_dynamic()) else { return Ok(predicate) };
        let typed = self.dynamic_labels(Term::Slot(slot), types)?;
        Ok(Some(match predicate {
            Some(predicate) => Term::Binary(BinaryOperator::And, Box::new(typed), Box::new(predicate)),
            None => typed,
        }))
    }

    /// The number of the pattern for the rule of uniqueness.
    fn path_number(&self) -> u32 {
        if self.repeatable { REPEATABLE } else { self.path }
    }

    fn plan_shortest(&mut self, pattern: &Pattern, slots: &PathSlots, planner: &mut Planner) -> Result<(), Failure> {
        let ([Segment::Hop { relationship, node }], [left, right], [SegmentSlots::Hop { slot, .. }]) =
            (pattern.path.segments.as_slice(), slots.nodes.as_slice(), slots.segments.as_slice())
        else {
            return Err(Failure::Unknown("shortestPath over other than one relationship pattern".into()));
        };
        self.plan_node(&pattern.path.start, *left, planner)?;
        self.plan_node(node, *right, planner)?;
        let each = self.each_hop(relationship)?;
        let all = pattern.selector == PathSelector::AllShortestPaths;
        if self.options.open == OpenAnswers::Refuse {
            // Engines differ in whether a condition on the path filters the shortest paths or takes part in the search.
            planner.refused.extend([Some(*slot), slots.path].into_iter().flatten());
        }
        let direction: Direction = relationship.direction;
        let any = self.mentions.only_measure(pattern);
        let step = ShortestStep { from: *left, to: *right, direction, slot: *slot, all, any, each };
        planner.edges.push(Edge::shortest(step));
        Ok(())
    }
}

/// The types of a relationship pattern; none where some are computed, which is a condition then.
fn of_names(relationship: &RelationshipPattern) -> Option<LabelExpression> {
    relationship.types.clone().filter(|types| !types.is_dynamic())
}

/// The path mode of a pattern. WALK forbids nothing.
fn restrict(pattern: &Pattern, slots: &PathSlots, planner: &mut Planner) {
    let mode = pattern.mode.filter(|mode| *mode != PathMode::Walk);
    if let (Some(mode), Some(start)) = (mode, slots.nodes.first()) {
        planner.modes.push((mode, *start, path_parts(slots)));
    }
}
