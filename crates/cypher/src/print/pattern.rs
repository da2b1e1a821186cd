//! Patterns and label expressions.

use super::{Out, Printer};
use crate::ast::*;

impl<O: Out> Printer<'_, O> {
    pub(super) fn patterns(&mut self, patterns: &[Pattern]) {
        self.joined(patterns, ", ", |printer, pattern| printer.pattern(pattern));
    }

    /// A pattern of MATCH, CREATE or MERGE.
    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        if let Some(variable) = &pattern.variable {
            self.name(variable);
            self.push(" = ");
        }
        if matches!(pattern.selector, PathSelector::ShortestPath | PathSelector::AllShortestPaths) {
            return self.shortest_path(pattern);
        }
        self.selector(pattern.selector, pattern.mode);
        let Some(enclosed) = &pattern.enclosed else { return self.path(&pattern.path) };
        self.out.push('(');
        if let Some(variable) = &enclosed.variable {
            self.name(variable);
            self.push(" = ");
        }
        self.path_with_start(&pattern.path);
        self.optional_where(enclosed.predicate.as_ref());
        self.out.push(')');
    }

    fn selector(&mut self, selector: PathSelector, mode: Option<PathMode>) {
        let (words, count, end) = match selector {
            PathSelector::All | PathSelector::ShortestPath | PathSelector::AllShortestPaths => ("", None, ""),
            PathSelector::Shortest(count) => ("SHORTEST ", Some(count), ""),
            PathSelector::AllShortest => ("ALL SHORTEST ", None, ""),
            PathSelector::Any => ("ANY ", None, ""),
            PathSelector::AnyPaths(count) => ("ANY ", Some(count), "PATHS "),
            PathSelector::ShortestGroups(count) => ("SHORTEST ", Some(count), "GROUPS "),
        };
        self.push(words);
        if let Some(count) = count {
            self.count(count);
            self.out.push(' ');
        }
        match mode {
            None => {}
            Some(PathMode::Walk) => self.push("WALK "),
            Some(PathMode::Trail) => self.push("TRAIL "),
            Some(PathMode::Acyclic) => self.push("ACYCLIC "),
        }
        self.push(end);
    }

    /// A pattern as an expression.
    pub(super) fn pattern_expression(&mut self, pattern: &Pattern) {
        match pattern.selector {
            PathSelector::ShortestPath | PathSelector::AllShortestPaths => self.shortest_path(pattern),
            _ => self.path_with_start(&pattern.path),
        }
    }

    fn shortest_path(&mut self, pattern: &Pattern) {
        let all = pattern.selector == PathSelector::AllShortestPaths;
        self.push(if all { "allShortestPaths(" } else { "shortestPath(" });
        self.path(&pattern.path);
        self.out.push(')');
    }

    /// A path; an empty node before a quantified path is left out.
    fn path(&mut self, path: &PathPattern) {
        let quantified_first = matches!(path.segments.first(), Some(Segment::Quantified { .. }));
        if quantified_first && path.start == NodePattern::default() {
            self.segments(&path.segments, false);
        } else {
            self.path_with_start(path);
        }
    }

    /// A path with its first node, even an empty one: an expression is a path only if it starts with a node.
    pub(super) fn path_with_start(&mut self, path: &PathPattern) {
        self.node(&path.start);
        self.segments(&path.segments, true);
    }

    fn segments(&mut self, segments: &[Segment], mut spaced: bool) {
        let mut rest = segments;
        while let Some((segment, next)) = rest.split_first() {
            match segment {
                Segment::Hop { relationship, node } => {
                    self.relationship(relationship);
                    self.node(node);
                }
                Segment::Quantified { path, predicate, quantifier, node } => {
                    self.push(if spaced { " (" } else { "(" });
                    self.path(path);
                    self.optional_where(predicate.as_ref());
                    self.out.push(')');
                    self.quantifier(*quantifier);
                    if *node != NodePattern::default() || matches!(next.first(), Some(Segment::Hop { .. })) {
                        self.out.push(' ');
                        self.node(node);
                    }
                }
            }
            spaced = true;
            rest = next;
        }
    }

    fn quantifier(&mut self, quantifier: Quantifier) {
        match (quantifier.min, quantifier.max) {
            (0, None) => self.out.push('*'),
            (1, None) => self.out.push('+'),
            (min, max) => {
                self.out.push('{');
                self.count(min);
                if max != Some(min) {
                    self.out.push(',');
                    if let Some(max) = max {
                        self.count(max);
                    }
                }
                self.out.push('}');
            }
        }
    }

    fn node(&mut self, node: &NodePattern) {
        self.out.push('(');
        if let Some(variable) = &node.variable {
            self.name(variable);
        }
        if let Some(labels) = &node.labels {
            self.out.push(':');
            self.labels(labels);
        }
        let bare = node.variable.is_none() && node.labels.is_none();
        self.properties_and_predicate(bare, node.properties.as_ref(), node.predicate.as_ref());
        self.out.push(')');
    }

    fn properties_and_predicate(
        &mut self,
        mut bare: bool,
        properties: Option<&Expression>,
        predicate: Option<&Expression>,
    ) {
        if let Some(properties) = properties {
            if !bare {
                self.out.push(' ');
            }
            self.expression(properties);
            bare = false;
        }
        if let Some(predicate) = predicate {
            self.push(if bare { "WHERE " } else { " WHERE " });
            self.expression(predicate);
        }
    }

    fn relationship(&mut self, relationship: &RelationshipPattern) {
        self.push(if relationship.direction == Direction::Left { "<-" } else { "-" });
        let RelationshipPattern { variable, types, length, properties, predicate, direction } = relationship;
        let bare = variable.is_none() && types.is_none() && length.is_none();
        if !(bare && properties.is_none() && predicate.is_none()) {
            self.out.push('[');
            if let Some(variable) = variable {
                self.name(variable);
            }
            if let Some(types) = types {
                self.out.push(':');
                self.labels(types);
            }
            if let Some(length) = length {
                self.length(*length);
            }
            self.properties_and_predicate(bare, properties.as_ref(), predicate.as_ref());
            self.out.push(']');
        }
        self.push(if *direction == Direction::Right { "->" } else { "-" });
    }

    fn length(&mut self, length: Length) {
        self.out.push('*');
        if let Some(min) = length.min {
            self.count(min);
        }
        if length.min.is_some() && length.min == length.max {
            return;
        }
        if length.min.is_some() || length.max.is_some() {
            self.push("..");
        }
        if let Some(max) = length.max {
            self.count(max);
        }
    }

    /// A label expression behind its colon in a pattern.
    pub(super) fn labels(&mut self, labels: &LabelExpression) {
        match labels {
            LabelExpression::Or(left, right) => {
                self.labels(left);
                self.out.push('|');
                self.label_operand(right, 2);
            }
            LabelExpression::And(left, right) => {
                self.label_operand(left, 2);
                self.out.push('&');
                self.label_operand(right, 3);
            }
            LabelExpression::Not(inner) => {
                self.out.push('!');
                self.label_operand(inner, 3);
            }
            LabelExpression::Wildcard => self.out.push('%'),
            LabelExpression::Name(name) => self.name(name),
            LabelExpression::Dynamic(dynamic) => {
                self.push(if dynamic.any { "$any(" } else { "$(" });
                self.expression(&dynamic.names);
                self.out.push(')');
            }
            LabelExpression::Colons(names) => self.joined(names, ":", |printer, name| printer.name(name)),
        }
    }

    /// A label expression behind the colon of a predicate: a bar could be that of a comprehension there.
    pub(super) fn label_predicate(&mut self, labels: &LabelExpression) {
        let least = if matches!(labels, LabelExpression::Or(..)) { 2 } else { 0 };
        self.label_operand(labels, least);
    }

    /// `|` is level 1, `&` 2, `!` 3.
    fn label_operand(&mut self, labels: &LabelExpression, least: u8) {
        let level = match labels {
            LabelExpression::Or(..) => 1,
            LabelExpression::And(..) => 2,
            _ => 3,
        };
        if level < least {
            self.out.push('(');
            self.labels(labels);
            self.out.push(')');
        } else {
            self.labels(labels);
        }
    }
}
