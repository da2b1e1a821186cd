//! MATCH and OPTIONAL MATCH that change the number of rows.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::walk::{Part, any};
use graphlance_graph::Name;

use super::pattern::IDLE;
use super::query::Skeleton;
use super::table::Table;
use crate::adaptation::Reliance;
use crate::expression::Shape;

/// Share of the MATCHes that have a WHERE.
const FILTERED: f64 = 0.6;

/// How often a later MATCH is one that an index can answer, beside how often a first one is.
const PINNED_LATER: f64 = 1.0 / 3.0;

impl<'a> Skeleton<'a, '_> {
    /// A MATCH, with a WHERE that keeps some rows and drops others.
    pub(super) fn match_clause(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        let later = if table.names().is_empty() { 1.0 } else { PINNED_LATER };
        if self.random.chance(self.context.shares.pins * later)
            && let Some(next) = self.pinned_match(table)
        {
            return Some(next);
        }
        let mode = self.match_mode();
        let (patterns, matched) = self.matched_in(table, 0.75, mode)?;
        let later = !table.names().is_empty();
        let feedback = self.context.shares.feedback;
        if feedback && later && matched.count() <= table.count() && self.random.chance(0.6) {
            return None;
        }
        let place = self.made.len();
        self.made.push(Clause::Match(Match { mode, patterns, ..Match::default() }));
        self.techniques.count("clause.match");
        let share = if matched.count() > 1 { FILTERED } else { FILTERED / 4.0 };
        if !self.random.chance(share) || !self.context.vocabulary.has(Feature::Where) {
            return Some(matched);
        }
        let Some((predicate, filtered)) = self.filter(&matched) else { return Some(matched) };
        let Clause::Match(this) = &self.made[place] else { return Some(matched) };
        if mixes_with(&this.patterns, &predicate) {
            return Some(matched);
        }
        let selects = this.patterns.iter().any(|pattern| pattern.selector != PathSelector::All);
        let whole = Clause::Match(Match { predicate: Some(predicate), ..this.clone() });
        // Of the shortest paths it is open whether a condition on them takes part in finding them.
        if selects && self.after(table, std::slice::from_ref(&whole)).is_none() {
            return Some(matched);
        }
        self.made[place] = whole;
        Some(filtered)
    }

    /// Drops the directions without which patterns match the same; the table of what they match then.
    fn turn_idle_hops(
        &mut self,
        table: &Table<'a>,
        (patterns, mode): (&mut Vec<Pattern>, Option<MatchMode>),
        mut matched: Table<'a>,
    ) -> Table<'a> {
        // Shortest paths without a direction may be others, and as many.
        if patterns.iter().any(|pattern| pattern.selector != PathSelector::All)
            || !self.context.vocabulary.has(Feature::Undirected)
            || !self.context.vocabulary.relies_on(Reliance::SelfLoopOnce)
        {
            return matched;
        }
        let places: Vec<(usize, usize)> = (0..patterns.len())
            .flat_map(|pattern| (0..patterns[pattern].path.segments.len()).map(move |segment| (pattern, segment)))
            .collect();
        for (pattern, segment) in places {
            let Segment::Hop { relationship, .. } = &mut patterns[pattern].path.segments[segment] else { continue };
            let direction = relationship.direction;
            if direction == Direction::Either || self.random.chance(IDLE / 2.0) {
                continue;
            }
            relationship.direction = Direction::Either;
            let mut clause = Match { mode, patterns: std::mem::take(patterns), ..Match::default() };
            let growth = self.after(table, &[Clause::Match(clause.clone())]);
            let idle = growth.filter(|growth| growth.rows().len() == matched.count());
            std::mem::swap(patterns, &mut clause.patterns);
            let Segment::Hop { relationship, .. } = &mut patterns[pattern].path.segments[segment] else { continue };
            match idle {
                Some(growth) => matched = Table::new(growth, matched.variables_and([])),
                None => relationship.direction = direction,
            }
        }
        matched
    }

    /// Patterns that match on some row, and the table with what they match.
    pub(super) fn matched(&mut self, table: &Table<'a>, from_bound: f64) -> Option<(Vec<Pattern>, Table<'a>)> {
        self.matched_in(table, from_bound, None)
    }

    /// DIFFERENT RELATIONSHIPS or REPEATABLE ELEMENTS, seldom.
    fn match_mode(&mut self) -> Option<MatchMode> {
        if self.chance(Feature::DifferentRelationships, 0.01) {
            return Some(MatchMode::DifferentRelationships);
        }
        self.chance(Feature::RepeatableElements, 0.02).then_some(MatchMode::RepeatableElements)
    }

    fn matched_in(
        &mut self,
        table: &Table<'a>,
        from_bound: f64,
        mode: Option<MatchMode>,
    ) -> Option<(Vec<Pattern>, Table<'a>)> {
        let row = self.row(table);
        let mut walking = self.walking(table, row);
        let most = if self.context.vocabulary.has(Feature::MultiplePatterns) {
            self.context.dialect.limits.patterns.min(3)
        } else {
            1
        };
        let count = (1 + self.random.geometric(0.25, 2)).min(most.max(1));
        let mut patterns = Vec::new();
        for _ in 0..count {
            patterns.extend(self.pattern(&mut walking, from_bound));
        }
        if patterns.len() > 1 || mode.is_some() {
            // No document says whether a shortest path may pass a relationship of another pattern.
            patterns.iter_mut().for_each(|pattern| pattern.selector = PathSelector::All);
        }
        let clause = Clause::Match(Match { mode, patterns, ..Match::default() });
        let Clause::Match(Match { patterns, .. }) = &clause else { return None };
        if patterns.is_empty() || mixes_repetitions(patterns) {
            return None;
        }
        let growth = self.after(table, std::slice::from_ref(&clause))?;
        let matched = Table::new(growth, table.variables_and(walking.introduced));
        if matched.count() == 0 && self.context.shares.feedback || matched.count() > self.most_rows() {
            return None;
        }
        let Clause::Match(Match { mut patterns, .. }) = clause else { return None };
        let matched = self.turn_idle_hops(table, (&mut patterns, mode), matched);
        Some((patterns, matched))
    }

    /// An OPTIONAL MATCH that finds something for some rows and nothing for others, where that can be had.
    pub(super) fn optional_match(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        if !self.context.vocabulary.has(Feature::OptionalMatch) {
            return None;
        }
        let (patterns, matched) = self.matched(table, 0.97)?;
        let mut clause = Match { optional: true, patterns, predicate: None, ..Match::default() };
        let mut next = self.optionally(table, &matched, &clause)?;
        let filters = !has_both(table, &next) || self.random.chance(0.4);
        if filters
            && self.context.vocabulary.has(Feature::Where)
            && let Some((predicate, _)) = self.filter(&matched)
            && !mixes_with(&clause.patterns, &predicate)
        {
            clause.predicate = Some(predicate);
            next = self.optionally(table, &matched, &clause)?;
        }
        if self.context.shares.feedback && !has_both(table, &next) && self.random.chance(0.93) {
            return None;
        }
        self.made.push(Clause::Match(clause));
        self.techniques.count("clause.optional_match");
        Some(next)
    }

    /// The table after an OPTIONAL MATCH of what a MATCH finds.
    fn optionally(&self, table: &Table<'a>, matched: &Table<'a>, clause: &Match) -> Option<Table<'a>> {
        let growth = self.after(table, &[Clause::Match(clause.clone())])?;
        Some(Table::new(growth, matched.variables_and([])))
    }

    /// `EXISTS { }`, `COUNT { }` or a pattern as a predicate, about a node in scope; what the row has is not known.
    pub(super) fn about_neighbours(&mut self, table: &Table<'a>) -> Option<(Expression, bool)> {
        let nodes = table.with_shape(|shape| *shape == Shape::Node);
        if nodes.is_empty() {
            return None;
        }
        let forms = [Feature::ExistsSubquery, Feature::CountSubquery, Feature::PatternPredicate];
        let forms: Vec<Feature> = forms.into_iter().filter(|form| self.context.vocabulary.has(*form)).collect();
        let form = *self.random.pick(&forms)?;
        let (patterns, matched) = self.matched(table, 1.0)?;
        if form == Feature::PatternPredicate {
            let mut pattern = patterns.into_iter().next()?;
            pattern.variable = None;
            return anonymous(&mut pattern, table).then(|| (Expression::Pattern(Box::new(pattern)), true));
        }
        let with_filter = self.random.chance(0.5) && self.context.vocabulary.has(Feature::Where);
        let predicate = if with_filter { self.filter(&matched).map(|(predicate, _)| predicate) } else { None };
        let predicate = predicate.filter(|predicate| !mixes_with(&patterns, predicate));
        if form == Feature::CountSubquery
            && self.random.chance(0.4)
            && let Some((name, _)) = self.introduced_node(&patterns[0], table)
        {
            return self.count_of_values(patterns, predicate, name);
        }
        if form == Feature::ExistsSubquery
            && self.random.chance(0.2)
            && let Some((name, _)) = self.introduced_node(&patterns[0], table)
        {
            let (key, _) = self.random.pick(self.context.shapes.node_keys())?.clone();
            let query = matched_values(patterns, predicate, false, build::property(name, key));
            return Some((Expression::Exists(Box::new(Subquery::Query(query))), true));
        }
        let subquery = Box::new(Subquery::Pattern { patterns, predicate });
        Some(match form {
            Feature::CountSubquery => (Expression::Count(subquery), false),
            _ => (Expression::Exists(subquery), true),
        })
    }

    /// `COUNT { MATCH .. RETURN node.key }`, whose rows may be equal.
    fn count_of_values(
        &mut self,
        patterns: Vec<Pattern>,
        predicate: Option<Expression>,
        node: Name,
    ) -> Option<(Expression, bool)> {
        let (key, _) = self.random.pick(self.context.shapes.node_keys())?.clone();
        let distinct = self.chance(Feature::Distinct, 0.3);
        let query = matched_values(patterns, predicate, distinct, build::property(node, key));
        Some((Expression::Count(Box::new(Subquery::Query(query))), false))
    }

    /// `[pattern | node.key]`, in no order, and what its items may be; empty for some rows.
    pub(super) fn neighbours_values(&mut self, table: &Table<'a>) -> Option<(Expression, Shape)> {
        if !self.context.vocabulary.has(Feature::PatternComprehension) {
            return None;
        }
        let (patterns, matched) = self.matched(table, 1.0)?;
        let filters = patterns.len() == 1 && self.random.chance(0.25) && self.context.vocabulary.has(Feature::Where);
        let predicate = filters.then(|| self.filter(&matched)).flatten().map(|(predicate, _)| predicate);
        // A pattern in an expression has no quantified path (GQL has none there).
        let is_hop = |segment: &Segment| matches!(segment, Segment::Hop { .. });
        let is_simple =
            |pattern: &Pattern| !pattern.path.segments.is_empty() && pattern.path.segments.iter().all(is_hop);
        let mut pattern = patterns.into_iter().next().filter(is_simple)?;
        pattern.selector = PathSelector::All;
        pattern.enclosed = None;
        let (name, _) = self.introduced_node(&pattern, table)?;
        let (key, shape) = self.random.pick(self.context.shapes.node_keys())?.clone();
        let comprehension = PatternComprehension { pattern, predicate, projection: build::property(name, key) };
        Some((Expression::PatternComprehension(Box::new(comprehension)), shape))
    }

    /// A node variable of a pattern that is not in scope.
    fn introduced_node(&self, pattern: &Pattern, table: &Table<'a>) -> Option<(Name, usize)> {
        let mut seen = std::iter::once(&pattern.path.start).chain(pattern.path.segments.iter().map(end)).enumerate();
        seen.find_map(|(place, node)| {
            let name = node.variable.clone().filter(|name| table.growth.place(name).is_none())?;
            Some((name, place))
        })
    }
}

/// `MATCH patterns WHERE predicate RETURN value AS v`
fn matched_values(patterns: Vec<Pattern>, predicate: Option<Expression>, distinct: bool, value: Expression) -> Query {
    let item = ProjectionItem { expression: value, alias: Some("v".into()) };
    let last = Clause::Return(Projection { distinct, items: vec![item], ..Projection::default() });
    let first = Clause::Match(Match { patterns, predicate, ..Match::default() });
    SingleQuery { clauses: vec![first, last] }.into()
}

/// Whether an OPTIONAL MATCH found something for some rows of a table and nothing for others.
fn has_both(before: &Table<'_>, after: &Table<'_>) -> bool {
    let names = after.names();
    let introduced = names.iter().find(|name| before.growth.place(name).is_none());
    let is_null = |row: usize| introduced.is_some_and(|name| after.value(row, name).is_null());
    let nulls = (0..after.count()).filter(|row| is_null(*row)).count();
    nulls > 0 && nulls < after.count()
}

/// The node at the end of a step.
fn end(segment: &Segment) -> &NodePattern {
    let (Segment::Hop { node, .. } | Segment::Quantified { node, .. }) = segment;
    node
}

/// Takes the variables out that a pattern as predicate may not introduce; false where nothing of it is bound.
fn anonymous(pattern: &mut Pattern, table: &Table<'_>) -> bool {
    let mut bound = false;
    let mut clear = |node: &mut NodePattern| {
        let known = node.variable.as_ref().is_some_and(|name| table.growth.place(name).is_some());
        bound |= known;
        if !known {
            node.variable = None;
            node.predicate = None;
        }
    };
    clear(&mut pattern.path.start);
    for segment in &mut pattern.path.segments {
        match segment {
            Segment::Hop { relationship, node } => {
                relationship.variable = None;
                relationship.predicate = None;
                clear(node);
            }
            Segment::Quantified { .. } => return false,
        }
    }
    let plain = pattern.selector == PathSelector::All && pattern.enclosed.is_none();
    bound && !pattern.path.segments.is_empty() && plain
}

/// Whether patterns have both relationships of variable length and quantified paths, which one MATCH may not have together.
fn mixes_repetitions(patterns: &[Pattern]) -> bool {
    patterns.iter().any(is_quantified) && patterns.iter().any(is_long)
}

/// The same of patterns and a condition on what they match.
fn mixes_with(patterns: &[Pattern], predicate: &Expression) -> bool {
    let long = |part: &Part<'_>| matches!(part, Part::Pattern(pattern) if is_long(pattern));
    patterns.iter().any(is_quantified) && any(Part::Expression(predicate), &mut |part| long(part))
}

fn is_quantified(pattern: &Pattern) -> bool {
    pattern.path.segments.iter().any(|segment| matches!(segment, Segment::Quantified { .. }))
}

fn is_long(pattern: &Pattern) -> bool {
    let has_length =
        |segment: &Segment| matches!(segment, Segment::Hop { relationship, .. } if relationship.length.is_some());
    pattern.path.segments.iter().any(has_length)
}
