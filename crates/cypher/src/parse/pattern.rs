//! Patterns and label expressions.

use graphlance_graph::Name;

use super::cursor::{Cursor, Parsed};
use super::error::Obstacle;
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

/// The shape of a relationship's arrow, or of one of its ends.
struct Arrow {
    left: bool,
    right: bool,
}

impl Cursor<'_> {
    /// A pattern of MATCH, CREATE or MERGE: `[variable =] [selector] [mode] path`.
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        let variable = if self.is_variable_at(self.position()) && self.peek(1) == Kind::Equal {
            let variable = self.variable()?;
            self.advance();
            Some(variable)
        } else {
            None
        };
        if matches!(self.kind(), Kind::Word(Keyword::ShortestPath | Keyword::AllShortestPaths)) {
            return self.shortest_path(variable);
        }
        let (selector, mode) = self.selector()?;
        let (path, enclosed) = self.parenthesised_path(selector.is_selective())?;
        Ok(Pattern { variable, selector, mode, path, enclosed: enclosed.map(Box::new) })
    }

    /// Whether a path mode stands here: its word is a name otherwise.
    pub(super) fn is_path_mode(&self) -> bool {
        let word = |word: &&str| self.is_text_at(self.position(), word);
        self.kind() == Kind::Name && ["WALK", "TRAIL", "ACYCLIC"].iter().any(word)
    }

    fn path_mode(&mut self) -> Option<PathMode> {
        let modes = [("WALK", PathMode::Walk), ("TRAIL", PathMode::Trail), ("ACYCLIC", PathMode::Acyclic)];
        if !self.is_path_mode() {
            return None;
        }
        modes.into_iter().find(|(word, _)| self.accept_text(&[word])).map(|(_, mode)| mode)
    }

    /// `SHORTEST 2 ACYCLIC GROUPS` and its like; nothing stands for all paths in no mode.
    fn selector(&mut self) -> Parsed<(PathSelector, Option<PathMode>)> {
        let selector = match self.kind() {
            Kind::Word(Keyword::Shortest) => {
                self.advance();
                let count = self.optional_count()?;
                let mode = self.path_mode();
                self.accept_either("PATH", "PATHS");
                return match (count, self.accept_either("GROUP", "GROUPS")) {
                    (count, true) => Ok((PathSelector::ShortestGroups(count.unwrap_or(1)), mode)),
                    (Some(count), false) => Ok((PathSelector::Shortest(count), mode)),
                    (None, false) => Err(self.unexpected("a number of paths or GROUPS")),
                };
            }
            Kind::Word(Keyword::All) => {
                self.advance();
                if self.accept_word(Keyword::Shortest) { PathSelector::AllShortest } else { PathSelector::All }
            }
            Kind::Word(Keyword::Any) => {
                self.advance();
                match self.optional_count()? {
                    Some(count) => PathSelector::AnyPaths(count),
                    None if self.accept_word(Keyword::Shortest) => PathSelector::Shortest(1),
                    None => PathSelector::Any,
                }
            }
            _ if self.is_path_mode() => PathSelector::All,
            _ => return Ok((PathSelector::All, None)),
        };
        let mode = self.path_mode();
        self.accept_either("PATH", "PATHS");
        Ok((selector, mode))
    }

    fn optional_count(&mut self) -> Parsed<Option<u32>> {
        match self.kind() {
            Kind::Integer => self.count().map(Some),
            // The tree has no parameters there.
            Kind::Dollar => Err(self.unexpected("a number").obstacle(Obstacle::Unsupported)),
            _ => Ok(None),
        }
    }

    pub(super) fn accept_either(&mut self, one: &str, many: &str) -> bool {
        self.accept_text(&[one]) || self.accept_text(&[many])
    }

    /// A path, possibly in parentheses with a condition and, where `named` allows it, a name. Parentheses without both mean
    /// nothing.
    fn parenthesised_path(&mut self, named: bool) -> Parsed<(PathPattern, Option<Enclosed>)> {
        match self.is_parenthesised_path() {
            true => self.inside_parentheses(named),
            false => Ok((self.path()?, None)),
        }
    }

    #[inline(never)]
    fn inside_parentheses(&mut self, named: bool) -> Parsed<(PathPattern, Option<Enclosed>)> {
        self.advance();
        let mut variable = None;
        if self.is_variable_at(self.position()) && self.peek(1) == Kind::Equal {
            if !named {
                return Err(self.unexpected("a path without a name").obstacle(Obstacle::Unsupported));
            }
            variable = Some(self.variable()?);
            self.advance();
        }
        let (path, inner) = self.nested(|cursor| cursor.parenthesised_path(false))?;
        let outer = self.bracketed(|cursor| cursor.optional_where(false))?;
        self.expect(Kind::CloseParen, "WHERE or `)`")?;
        if self.kind() == Kind::OpenParen || self.is_segment_at(self.position()) {
            // ISO 39075 joins such paths; Cypher does not yet.
            return Err(self.unexpected("the end of the path").obstacle(Obstacle::Unsupported));
        }
        let and = |left, right| Expression::Binary(BinaryOperator::And, Box::new(left), Box::new(right));
        let predicate = inner.and_then(|inner| inner.predicate).into_iter().chain(outer).reduce(and);
        let enclosed = Enclosed { variable, predicate };
        Ok((path, (enclosed != Enclosed { variable: None, predicate: None }).then_some(enclosed)))
    }

    /// Whether the parenthesis that is next encloses a path that nothing repeats.
    fn is_parenthesised_path(&self) -> bool {
        let behind = self.partner_at(self.position()) + 1;
        let opens = match self.peek(1) {
            Kind::OpenParen => true,
            // `(p = (a)-->(b))`
            _ => self.is_variable_at(self.position() + 1) && self.peek(2) == Kind::Equal,
        };
        self.kind() == Kind::OpenParen
            && opens
            && !matches!(self.kind_at(behind), Kind::Plus | Kind::Star | Kind::OpenBrace)
    }

    /// `shortestPath(path)` or `allShortestPaths(path)`
    pub(super) fn shortest_path(&mut self, variable: Option<Name>) -> Parsed<Pattern> {
        let selector = match self.kind() {
            Kind::Word(Keyword::ShortestPath) => PathSelector::ShortestPath,
            _ => PathSelector::AllShortestPaths,
        };
        self.advance();
        self.expect(Kind::OpenParen, "`(`")?;
        let path = self.path()?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(Pattern { variable, selector, mode: None, path, enclosed: None })
    }

    /// A node and its segments; a quantified path may come first, with an empty node left out before it.
    pub(super) fn path(&mut self) -> Parsed<PathPattern> {
        let start = if self.is_quantified_path() { NodePattern::default() } else { self.node()? };
        let mut segments = Vec::new();
        loop {
            if self.is_quantified_path() {
                segments.push(self.nested(Cursor::quantified_path)?);
            } else if self.is_segment_at(self.position()) {
                segments.push(self.hop()?);
            } else {
                return Ok(PathPattern { start, segments });
            }
        }
    }

    fn is_quantified_path(&self) -> bool {
        self.kind() == Kind::OpenParen && self.peek(1) == Kind::OpenParen
    }

    #[inline(never)]
    fn quantified_path(&mut self) -> Parsed<Segment> {
        self.advance();
        let path = Box::new(self.path()?);
        let predicate = self.bracketed(|cursor| cursor.optional_where(false))?;
        self.expect(Kind::CloseParen, "`)`")?;
        let quantifier = self.quantifier()?;
        Ok(Segment::Quantified { path, predicate, quantifier, node: self.optional_node()? })
    }

    /// The node behind a quantified path, which may be left out.
    fn optional_node(&mut self) -> Parsed<NodePattern> {
        if self.kind() == Kind::OpenParen && self.peek(1) != Kind::OpenParen {
            self.node()
        } else {
            Ok(NodePattern::default())
        }
    }

    fn quantifier(&mut self) -> Parsed<Quantifier> {
        if self.accept(Kind::Plus) {
            return Ok(Quantifier { min: 1, max: None });
        }
        if self.accept(Kind::Star) {
            return Ok(Quantifier { min: 0, max: None });
        }
        if !self.accept(Kind::OpenBrace) {
            // A path in parentheses among others, which ISO 39075 has.
            let trouble = self.unexpected("a quantifier: `+`, `*` or `{min,max}`");
            return Err(trouble.obstacle(Obstacle::Unsupported));
        }
        let min = if self.kind() == Kind::Comma { 0 } else { self.count()? };
        let max = if !self.accept(Kind::Comma) {
            Some(min)
        } else if self.kind() == Kind::CloseBrace {
            None
        } else {
            Some(self.count()?)
        };
        self.expect(Kind::CloseBrace, "`}`")?;
        Ok(Quantifier { min, max })
    }

    /// `(variable:Label {key: value} WHERE predicate)`
    // Not a part of the frame of what calls it: patterns nest by their predicates, and each level has all of these frames.
    #[inline(never)]
    pub(super) fn node(&mut self) -> Parsed<NodePattern> {
        self.expect(Kind::OpenParen, "a node pattern")?;
        let variable = self.optional_variable();
        let labels = if self.accept_label_mark() { Some(self.label_expression(true)?) } else { None };
        let properties = self.pattern_properties()?;
        let predicate = self.bracketed(|cursor| cursor.optional_where(false))?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(NodePattern { variable, labels, properties, predicate })
    }

    fn pattern_properties(&mut self) -> Parsed<Option<Expression>> {
        match self.kind() {
            Kind::OpenBrace => self.bracketed(Cursor::map).map(Some),
            Kind::Dollar => self.parameter().map(Some),
            _ => Ok(None),
        }
    }

    /// A relationship and the node it leads to. A quantified relationship becomes a quantified path of two empty nodes.
    #[inline(never)]
    fn hop(&mut self) -> Parsed<Segment> {
        let relationship = self.relationship()?;
        if matches!(self.kind(), Kind::Plus | Kind::Star | Kind::OpenBrace) {
            let quantifier = self.quantifier()?;
            let inner = Segment::Hop { relationship, node: NodePattern::default() };
            let path = Box::new(PathPattern { start: NodePattern::default(), segments: vec![inner] });
            return Ok(Segment::Quantified { path, predicate: None, quantifier, node: self.optional_node()? });
        }
        Ok(Segment::Hop { relationship, node: self.node()? })
    }

    fn relationship(&mut self) -> Parsed<RelationshipPattern> {
        let mut arrow = Arrow { left: self.accept(Kind::Less), right: false };
        self.expect(Kind::Minus, "`-`")?;
        let mut pattern = RelationshipPattern::default();
        if self.accept(Kind::OpenBracket) {
            pattern = self.relationship_detail()?;
            let closed = self.expect(Kind::CloseBracket, "`]`");
            closed.map_err(|trouble| trouble.detail("InvalidRelationshipPattern"))?;
        }
        self.expect(Kind::Minus, "`-`")?;
        arrow.right = self.accept(Kind::Greater);
        pattern.direction = match arrow {
            Arrow { left: true, right: false } => Direction::Left,
            Arrow { left: false, right: true } => Direction::Right,
            _ => Direction::Either,
        };
        Ok(pattern)
    }

    fn relationship_detail(&mut self) -> Parsed<RelationshipPattern> {
        let variable = self.optional_variable();
        let types = if self.accept_label_mark() { Some(self.label_expression(true)?) } else { None };
        let length = if self.accept(Kind::Star) { Some(self.length()?) } else { None };
        let properties = self.pattern_properties()?;
        let predicate = self.bracketed(|cursor| cursor.optional_where(false))?;
        Ok(RelationshipPattern { variable, types, length, properties, predicate, direction: Direction::Right })
    }

    /// What stands behind the `*` of a variable-length relationship.
    fn length(&mut self) -> Parsed<Length> {
        let min = if self.kind() == Kind::Integer { Some(self.count()?) } else { None };
        if !self.accept(Kind::DotDot) {
            return Ok(Length { min, max: min });
        }
        let max = if self.kind() == Kind::Integer { Some(self.count()?) } else { None };
        Ok(Length { min, max })
    }

    /// A label expression behind its colon; `bars` says whether a bar at its top level belongs to it.
    pub(super) fn label_expression(&mut self, bars: bool) -> Parsed<LabelExpression> {
        let first = self.label_disjunction(bars)?;
        match first {
            LabelExpression::Name(_) | LabelExpression::Dynamic(_) if self.is_label_at(self.position()) => {
                let mut terms = vec![first];
                while self.accept(Kind::Colon) {
                    terms.push(match self.kind() {
                        Kind::Dollar => self.dynamic_labels()?,
                        _ => LabelExpression::Name(self.name("a label")?),
                    });
                }
                Ok(joined_by_colons(terms))
            }
            other => Ok(other),
        }
    }

    fn label_disjunction(&mut self, bars: bool) -> Parsed<LabelExpression> {
        let mut left = self.label_conjunction()?;
        while bars && self.accept(Kind::Bar) {
            // `:A|:B` is the older way to write `:A|B`.
            self.accept(Kind::Colon);
            let right = self.label_conjunction()?;
            left = LabelExpression::Or(Box::new(left), Box::new(right));
            self.taller()?;
        }
        Ok(left)
    }

    fn label_conjunction(&mut self) -> Parsed<LabelExpression> {
        let mut left = self.label_term()?;
        while self.accept(Kind::Ampersand) {
            let right = self.label_term()?;
            left = LabelExpression::And(Box::new(left), Box::new(right));
            self.taller()?;
        }
        Ok(left)
    }

    fn label_term(&mut self) -> Parsed<LabelExpression> {
        match self.kind() {
            Kind::Percent => {
                self.advance();
                Ok(LabelExpression::Wildcard)
            }
            Kind::Dollar => self.dynamic_labels(),
            Kind::Exclamation => {
                self.advance();
                let inner = self.nested(Cursor::label_term)?;
                Ok(LabelExpression::Not(Box::new(inner)))
            }
            Kind::OpenParen => {
                self.advance();
                let inner = self.nested(|cursor| cursor.label_disjunction(true))?;
                self.expect(Kind::CloseParen, "`)`")?;
                Ok(inner)
            }
            _ => Ok(LabelExpression::Name(self.name("a label or a type")?)),
        }
    }

    /// `$(names)`, `$all(names)`, `$any(names)`
    fn dynamic_labels(&mut self) -> Parsed<LabelExpression> {
        self.advance();
        let any = self.accept_word(Keyword::Any);
        if !any {
            self.accept_word(Keyword::All);
        }
        let names = self.parenthesised_names()?;
        self.taller()?;
        Ok(LabelExpression::Dynamic(Box::new(DynamicLabels { any, names })))
    }

    /// `(names)` behind the `$` of computed labels.
    pub(super) fn parenthesised_names(&mut self) -> Parsed<Expression> {
        self.expect(Kind::OpenParen, "`(`")?;
        let names = self.bracketed(Cursor::expression)?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(names)
    }
}

/// `:A:B` of names alone; with computed labels among them the same as a conjunction.
fn joined_by_colons(terms: Vec<LabelExpression>) -> LabelExpression {
    let names: Option<Vec<Name>> = terms
        .iter()
        .map(|term| match term {
            LabelExpression::Name(name) => Some(name.clone()),
            _ => None,
        })
        .collect();
    let and = |left, right| LabelExpression::And(Box::new(left), Box::new(right));
    match names {
        Some(names) => LabelExpression::Colons(names),
        None => terms.into_iter().reduce(and).unwrap_or(LabelExpression::Wildcard),
    }
}
