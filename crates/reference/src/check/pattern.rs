//! Patterns.

use graphlance_cypher::ast::{
    Direction, Enclosed, Expression, LabelExpression, NodePattern, PathPattern, PathSelector, Pattern, Quantifier,
    RelationshipPattern, Segment,
};
use graphlance_graph::Name;

use super::modes::check_path_modes;
use super::{Checker, Scope, Type, already_bound, syntax, undefined};
use crate::CypherError;

impl Checker {
    /// Declares the variables of patterns to match, then checks what the patterns demand.
    pub(super) fn patterns(&mut self, patterns: &[Pattern]) -> Result<(), CypherError> {
        check_path_modes(patterns)?;
        let before = self.scope.len();
        for pattern in patterns {
            let mark = self.scope.len();
            self.declare_path(&pattern.path, before)?;
            if matches!(pattern.selector, PathSelector::ShortestPath | PathSelector::AllShortestPaths) {
                self.list_relationships(mark);
            }
            let enclosed = pattern.enclosed.as_ref().and_then(|enclosed| enclosed.variable.as_ref());
            for variable in pattern.variable.iter().chain(enclosed) {
                if self.find(variable).is_some() {
                    return Err(already_bound(variable));
                }
                self.declare(variable, Type::Path);
            }
        }
        // Patterns inside of conditions are none of this MATCH.
        self.repeatable = false;
        for pattern in patterns {
            self.conditions(&pattern.path)?;
            check_count(pattern.selector)?;
            if let Some(enclosed) = &pattern.enclosed {
                self.path_condition(pattern, enclosed, before)?;
            }
        }
        Ok(())
    }

    /// The relationships that a shortest path has declared are lists, with and without a length.
    fn list_relationships(&mut self, mark: usize) {
        let declared = self.scope.iter_mut().skip(mark).filter(|(_, kind)| *kind == Type::Relationship);
        declared.for_each(|(_, kind)| *kind = Type::List(Box::new(Type::Relationship)));
    }

    /// The condition on a path in parentheses sees what earlier clauses bound, and the variables of the path itself.
    fn path_condition(&mut self, pattern: &Pattern, enclosed: &Enclosed, before: usize) -> Result<(), CypherError> {
        let outer = self.scope.clone();
        self.scope.truncate(before);
        let result = self.declare_path(&pattern.path, before).and_then(|()| {
            enclosed.variable.iter().for_each(|variable| self.declare(variable, Type::Path));
            enclosed.predicate.iter().try_for_each(|predicate| self.predicate(predicate))
        });
        self.scope = outer;
        result
    }

    /// A pattern as predicate introduces no variables.
    pub(super) fn pattern_predicate(&mut self, pattern: &Pattern) -> Result<(), CypherError> {
        let before = self.scope.len();
        self.patterns(std::slice::from_ref(pattern))?;
        let introduced = self.scope.get(before).map(|(name, _)| name.clone());
        self.scope.truncate(before);
        introduced.map_or(Ok(()), |name| Err(undefined(&name)))
    }

    fn declare_path(&mut self, path: &PathPattern, before: usize) -> Result<(), CypherError> {
        self.declare_node(&path.start)?;
        for segment in &path.segments {
            match segment {
                Segment::Hop { relationship, node } => {
                    self.declare_relationship(relationship, before)?;
                    self.declare_node(node)?;
                }
                Segment::Quantified { path, node, .. } => {
                    let mark = self.scope.len();
                    // Inside stands one element, outside the list of them: no name is both (Cypher manual, "Quantified
                    // path patterns, rules").
                    if let Some(name) = variables(path).iter().find(|name| self.find(name).is_some()) {
                        return Err(already_bound(name));
                    }
                    self.declare_path(path, mark)?;
                    let inner: Scope = self.scope.split_off(mark);
                    for (name, kind) in inner {
                        self.declare(&name, Type::List(Box::new(kind)));
                    }
                    self.declare_node(node)?;
                }
            }
        }
        Ok(())
    }

    fn declare_node(&mut self, node: &NodePattern) -> Result<(), CypherError> {
        let Some(variable) = &node.variable else { return Ok(()) };
        match self.find(variable) {
            None => self.declare(variable, Type::Node),
            Some(Type::Node | Type::Any) => {}
            Some(other) => return Err(conflict(variable, "node", other)),
        }
        Ok(())
    }

    fn declare_relationship(&mut self, relationship: &RelationshipPattern, before: usize) -> Result<(), CypherError> {
        let Some(variable) = &relationship.variable else { return Ok(()) };
        let many = relationship.length.is_some();
        match self.find(variable) {
            None if many => self.declare(variable, Type::List(Box::new(Type::Relationship))),
            None => self.declare(variable, Type::Relationship),
            Some(kind) => {
                let fits = match kind {
                    Type::Any => true,
                    Type::Relationship => !many,
                    Type::List(element) => many && matches!(**element, Type::Any | Type::Relationship),
                    _ => false,
                };
                if !fits {
                    return Err(conflict(variable, "relationship", kind));
                }
                if !self.repeatable && self.scope.iter().skip(before).any(|(name, _)| name == variable) {
                    let message = format!("the relationship `{variable}` cannot be used twice in one pattern");
                    return Err(syntax("RelationshipUniquenessViolation", message));
                }
            }
        }
        Ok(())
    }

    fn conditions(&mut self, path: &PathPattern) -> Result<(), CypherError> {
        self.node_conditions(&path.start)?;
        for segment in &path.segments {
            match segment {
                Segment::Hop { relationship, node } => {
                    self.relationship_conditions(relationship)?;
                    self.node_conditions(node)?;
                }
                Segment::Quantified { path, predicate, quantifier, node } => {
                    repeatable(path, *quantifier)?;
                    let mark = self.scope.len();
                    // Inside, the names mean single elements.
                    for name in variables(path) {
                        self.declare(&name, Type::Any);
                    }
                    self.conditions(path)?;
                    predicate.iter().try_for_each(|predicate| self.predicate(predicate))?;
                    self.scope.truncate(mark);
                    self.node_conditions(node)?;
                }
            }
        }
        Ok(())
    }

    fn node_conditions(&mut self, node: &NodePattern) -> Result<(), CypherError> {
        node.labels.iter().try_for_each(|labels| self.computed_labels(labels))?;
        self.properties(node.properties.as_ref(), false)?;
        node.predicate.iter().try_for_each(|predicate| self.predicate(predicate))
    }

    fn relationship_conditions(&mut self, relationship: &RelationshipPattern) -> Result<(), CypherError> {
        relationship.types.iter().try_for_each(|types| self.computed_labels(types))?;
        self.properties(relationship.properties.as_ref(), false)?;
        let Some(predicate) = &relationship.predicate else { return Ok(()) };
        let mark = self.scope.len();
        if let Some(variable) = &relationship.variable {
            // With a length, the condition is on each relationship.
            self.declare(variable, Type::Relationship);
        }
        let result = self.predicate(predicate);
        self.scope.truncate(mark);
        result
    }

    fn properties(&mut self, properties: Option<&Expression>, parameter_allowed: bool) -> Result<(), CypherError> {
        match properties {
            None => Ok(()),
            Some(Expression::Parameter(_)) if !parameter_allowed => {
                Err(syntax("InvalidParameterUse", "a parameter cannot stand for the properties of a pattern"))
            }
            Some(map) => self.value(map).map(drop),
        }
    }

    /// A pattern to create or merge.
    pub(super) fn created(&mut self, pattern: &Pattern, merged: bool) -> Result<(), CypherError> {
        if pattern.mode.is_some() {
            return Err(syntax("UnexpectedSyntax", "a path mode in a pattern that is created"));
        }
        let mut new = Scope::new();
        let alone = pattern.path.segments.is_empty();
        self.created_node(&pattern.path.start, alone, merged, &mut new)?;
        for segment in &pattern.path.segments {
            let Segment::Hop { relationship, node } = segment else {
                return Err(syntax("CreatingVarLength", "a quantified path pattern cannot be created"));
            };
            self.created_relationship(relationship, merged, &mut new)?;
            self.created_node(node, false, merged, &mut new)?;
        }
        self.scope.extend(new);
        if let Some(variable) = &pattern.variable {
            if self.find(variable).is_some() {
                return Err(already_bound(variable));
            }
            self.declare(variable, Type::Path);
        }
        Ok(())
    }

    fn created_node(
        &mut self,
        node: &NodePattern,
        alone: bool,
        merged: bool,
        new: &mut Scope,
    ) -> Result<(), CypherError> {
        if let Some(labels) = &node.labels {
            self.computed_labels(labels)?;
            no_choice(labels)?;
        }
        self.properties(node.properties.as_ref(), !merged)?;
        let Some(variable) = &node.variable else { return Ok(()) };
        let known = self.find(variable).or_else(|| kind_in(new, variable)).cloned();
        match known {
            None => {
                new.push((variable.clone(), Type::Node));
                Ok(())
            }
            Some(Type::Node | Type::Any) => {
                let bare = node.labels.is_none() && node.properties.is_none();
                if alone || !bare { Err(already_bound(variable)) } else { Ok(()) }
            }
            Some(other) => Err(conflict(variable, "node", &other)),
        }
    }

    fn created_relationship(
        &mut self,
        relationship: &RelationshipPattern,
        merged: bool,
        new: &mut Scope,
    ) -> Result<(), CypherError> {
        if let Some(variable) = &relationship.variable {
            if self.find(variable).is_some() || kind_in(new, variable).is_some() {
                return Err(already_bound(variable));
            }
            new.push((variable.clone(), Type::Relationship));
        }
        if relationship.length.is_some() {
            return Err(syntax("CreatingVarLength", "a variable-length relationship cannot be created"));
        }
        if let Some(types) = &relationship.types {
            self.computed_labels(types)?;
            no_choice(types)?;
        }
        if !matches!(relationship.types, Some(LabelExpression::Name(_) | LabelExpression::Dynamic(_))) {
            return Err(syntax("NoSingleRelationshipType", "a relationship is created with exactly one type"));
        }
        if relationship.direction == Direction::Either && !merged {
            return Err(syntax("RequiresDirectedRelationship", "a relationship is created with a direction"));
        }
        self.properties(relationship.properties.as_ref(), !merged)
    }
}

/// What is created has all its labels.
fn no_choice(labels: &LabelExpression) -> Result<(), CypherError> {
    let mut parts = Vec::new();
    labels.dynamic_parts(&mut parts);
    if parts.into_iter().any(|part| part.any) {
        return Err(syntax("UnexpectedSyntax", "what is created has all its labels, not any of them"));
    }
    Ok(())
}

fn kind_in<'s>(scope: &'s Scope, variable: &Name) -> Option<&'s Type> {
    scope.iter().find(|(name, _)| name == variable).map(|(_, kind)| kind)
}

fn conflict(variable: &Name, wanted: &str, actual: &Type) -> CypherError {
    syntax("VariableTypeConflict", format!("`{variable}` is used as a {wanted}, but it is a {actual:?}"))
}

/// What is repeated must go on: GQL and the Cypher manual ("Quantified path patterns, rules") demand a relationship in it,
/// and forbid another repetition inside.
fn repeatable(path: &PathPattern, quantifier: Quantifier) -> Result<(), CypherError> {
    // GQL, "graph pattern quantifier": the upper bound is at least 1, and not below the lower one.
    if let Some(max) = quantifier.max
        && (max == 0 || max < quantifier.min)
    {
        let message = format!("a quantifier of {} to {max}", quantifier.min);
        return Err(syntax("UnexpectedSyntax", message));
    }
    let hop = |segment: &Segment| matches!(segment, Segment::Hop { relationship, .. } if relationship.length.is_none());
    if path.segments.is_empty() || !path.segments.iter().all(hop) {
        let message = "a quantified path pattern needs relationships, none of them of variable length".to_owned();
        return Err(syntax("UnexpectedSyntax", message));
    }
    Ok(())
}

/// A selector takes at least one path or group (Cypher manual, "Shortest paths").
fn check_count(selector: PathSelector) -> Result<(), CypherError> {
    match selector {
        PathSelector::Shortest(0) | PathSelector::AnyPaths(0) | PathSelector::ShortestGroups(0) => {
            Err(syntax("UnexpectedSyntax", "a path selector of no paths"))
        }
        _ => Ok(()),
    }
}

fn variables(path: &PathPattern) -> Vec<Name> {
    let mut names: Vec<Name> = path.start.variable.iter().cloned().collect();
    for segment in &path.segments {
        match segment {
            Segment::Hop { relationship, node } => {
                names.extend(relationship.variable.iter().chain(&node.variable).cloned());
            }
            Segment::Quantified { path, node, .. } => {
                names.extend(variables(path));
                names.extend(node.variable.iter().cloned());
            }
        }
    }
    names
}
