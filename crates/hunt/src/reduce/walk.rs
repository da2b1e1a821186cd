//! Walks over all parts of a statement, for the passes to edit.

use graphlance_cypher::ast::*;
use graphlance_graph::Name;

/// What a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    Variable,
    Label,
    Type,
    Key,
}

/// Hooks called before the children of each part. A hook may replace the part: its new children are then visited.
pub(super) trait Visitor {
    fn query(&mut self, _: &mut Query) {}
    fn single(&mut self, _: &mut SingleQuery) {}
    fn clause(&mut self, _: &mut Clause) {}
    fn projection(&mut self, _: &mut Projection) {}
    fn pattern(&mut self, _: &mut Pattern) {}
    fn path(&mut self, _: &mut PathPattern) {}
    fn node(&mut self, _: &mut NodePattern) {}
    fn relationship(&mut self, _: &mut RelationshipPattern) {}
    fn expression(&mut self, _: &mut Expression) {}
    fn name(&mut self, _: &mut Name, _: NameKind) {}
}

/// Visits a statement in the order it is written.
pub(super) fn statement<V: Visitor>(statement: &mut Statement, visitor: &mut V) {
    if let Statement::Query(body) = statement {
        query(body, visitor);
    }
}

pub(super) fn query<V: Visitor>(body: &mut Query, visitor: &mut V) {
    visitor.query(body);
    single(&mut body.first, visitor);
    for union in &mut body.unions {
        single(&mut union.query, visitor);
    }
}

fn single<V: Visitor>(part: &mut SingleQuery, visitor: &mut V) {
    visitor.single(part);
    for each in &mut part.clauses {
        clause(each, visitor);
    }
}

pub(super) fn clause<V: Visitor>(each: &mut Clause, visitor: &mut V) {
    visitor.clause(each);
    match each {
        Clause::Match(part) => {
            patterns(&mut part.patterns, visitor);
            optional(part.predicate.as_mut(), visitor);
        }
        Clause::Unwind(part) => {
            expression(&mut part.list, visitor);
            visitor.name(&mut part.variable, NameKind::Variable);
        }
        Clause::With(part) => {
            projection(&mut part.projection, visitor);
            optional(part.predicate.as_mut(), visitor);
        }
        Clause::Return(part) => projection(part, visitor),
        Clause::Call(part) => call(part, visitor),
        Clause::Subquery(part) => {
            if let Imports::Names(names) = &mut part.imports {
                names.iter_mut().for_each(|name| visitor.name(name, NameKind::Variable));
            }
            query(&mut part.query, visitor);
        }
        Clause::Create(created) => patterns(created, visitor),
        Clause::Merge(part) => {
            pattern(&mut part.pattern, visitor);
            for action in &mut part.actions {
                action.items.iter_mut().for_each(|item| set_item(item, visitor));
            }
        }
        Clause::Set(items) => items.iter_mut().for_each(|item| set_item(item, visitor)),
        Clause::Remove(items) => items.iter_mut().for_each(|item| remove_item(item, visitor)),
        Clause::Delete(part) => part.expressions.iter_mut().for_each(|each| expression(each, visitor)),
        Clause::Foreach(part) => {
            expression(&mut part.list, visitor);
            visitor.name(&mut part.variable, NameKind::Variable);
            part.clauses.iter_mut().for_each(|each| clause(each, visitor));
        }
    }
}

fn call<V: Visitor>(part: &mut ProcedureCall, visitor: &mut V) {
    part.arguments.iter_mut().flatten().for_each(|argument| expression(argument, visitor));
    if let Yield::Items(items) = &mut part.results {
        for item in items {
            // Without AS the field's own name is the variable: a renaming must write it out.
            let mut name = item.variable.clone().unwrap_or_else(|| item.field.clone());
            visitor.name(&mut name, NameKind::Variable);
            item.variable = (name != item.field).then_some(name);
        }
    }
    optional(part.predicate.as_mut(), visitor);
}

pub(super) fn projection<V: Visitor>(part: &mut Projection, visitor: &mut V) {
    visitor.projection(part);
    for item in &mut part.items {
        expression(&mut item.expression, visitor);
        if let Some(alias) = &mut item.alias {
            visitor.name(alias, NameKind::Variable);
        }
    }
    part.order.iter_mut().for_each(|item| expression(&mut item.expression, visitor));
    optional(part.skip.as_mut(), visitor);
    optional(part.limit.as_mut(), visitor);
}

fn set_item<V: Visitor>(item: &mut SetItem, visitor: &mut V) {
    match item {
        SetItem::Property { target, key, value } => {
            expression(target, visitor);
            visitor.name(key, NameKind::Key);
            expression(value, visitor);
        }
        SetItem::Properties { variable, value, .. } => {
            visitor.name(variable, NameKind::Variable);
            expression(value, visitor);
        }
        SetItem::Labels { variable, labels } => {
            visitor.name(variable, NameKind::Variable);
            labels.iter_mut().for_each(|label| visitor.name(label, NameKind::Label));
        }
    }
}

fn remove_item<V: Visitor>(item: &mut RemoveItem, visitor: &mut V) {
    match item {
        RemoveItem::Property { target, key } => {
            expression(target, visitor);
            visitor.name(key, NameKind::Key);
        }
        RemoveItem::Labels { variable, labels } => {
            visitor.name(variable, NameKind::Variable);
            labels.iter_mut().for_each(|label| visitor.name(label, NameKind::Label));
        }
    }
}

fn patterns<V: Visitor>(all: &mut [Pattern], visitor: &mut V) {
    all.iter_mut().for_each(|each| pattern(each, visitor));
}

pub(super) fn pattern<V: Visitor>(each: &mut Pattern, visitor: &mut V) {
    visitor.pattern(each);
    if let Some(variable) = &mut each.variable {
        visitor.name(variable, NameKind::Variable);
    }
    path(&mut each.path, visitor);
}

fn path<V: Visitor>(each: &mut PathPattern, visitor: &mut V) {
    visitor.path(each);
    node(&mut each.start, visitor);
    for segment in &mut each.segments {
        match segment {
            Segment::Hop { relationship: hop, node: end } => {
                relationship(hop, visitor);
                node(end, visitor);
            }
            Segment::Quantified { path: inner, predicate, node: end, .. } => {
                path(inner, visitor);
                optional(predicate.as_mut(), visitor);
                node(end, visitor);
            }
        }
    }
}

fn node<V: Visitor>(each: &mut NodePattern, visitor: &mut V) {
    visitor.node(each);
    if let Some(variable) = &mut each.variable {
        visitor.name(variable, NameKind::Variable);
    }
    if let Some(labels) = &mut each.labels {
        label_expression(labels, NameKind::Label, visitor);
    }
    optional(each.properties.as_mut(), visitor);
    optional(each.predicate.as_mut(), visitor);
}

fn relationship<V: Visitor>(each: &mut RelationshipPattern, visitor: &mut V) {
    visitor.relationship(each);
    if let Some(variable) = &mut each.variable {
        visitor.name(variable, NameKind::Variable);
    }
    if let Some(types) = &mut each.types {
        label_expression(types, NameKind::Type, visitor);
    }
    optional(each.properties.as_mut(), visitor);
    optional(each.predicate.as_mut(), visitor);
}

fn label_expression<V: Visitor>(labels: &mut LabelExpression, kind: NameKind, visitor: &mut V) {
    match labels {
        LabelExpression::Name(name) => visitor.name(name, kind),
        LabelExpression::Wildcard => {}
        LabelExpression::Not(inner) => label_expression(inner, kind, visitor),
        LabelExpression::And(left, right) | LabelExpression::Or(left, right) => {
            label_expression(left, kind, visitor);
            label_expression(right, kind, visitor);
        }
        LabelExpression::Colons(names) => names.iter_mut().for_each(|name| visitor.name(name, kind)),
    }
}

fn optional<V: Visitor>(each: Option<&mut Expression>, visitor: &mut V) {
    if let Some(each) = each {
        expression(each, visitor);
    }
}

/// Visits an expression and all below it.
pub(super) fn expression<V: Visitor>(each: &mut Expression, visitor: &mut V) {
    visitor.expression(each);
    match each {
        Expression::Literal(_) | Expression::Parameter(_) | Expression::CountStar => {}
        Expression::Variable(name) => visitor.name(name, NameKind::Variable),
        Expression::Property(subject, key) => {
            expression(subject, visitor);
            visitor.name(key, NameKind::Key);
        }
        Expression::Index(subject, index) => {
            expression(subject, visitor);
            expression(index, visitor);
        }
        Expression::Slice(subject, from, to) => {
            expression(subject, visitor);
            optional(from.as_deref_mut(), visitor);
            optional(to.as_deref_mut(), visitor);
        }
        Expression::List(items) => items.iter_mut().for_each(|item| expression(item, visitor)),
        Expression::Map(entries) => {
            for (key, value) in entries {
                visitor.name(key, NameKind::Key);
                expression(value, visitor);
            }
        }
        Expression::Unary(_, inner) => expression(inner, visitor),
        Expression::Binary(_, left, right) => {
            expression(left, visitor);
            expression(right, visitor);
        }
        Expression::Comparison(first, links) => {
            expression(first, visitor);
            links.iter_mut().for_each(|(_, operand)| expression(operand, visitor));
        }
        Expression::HasLabels(subject, labels) => {
            expression(subject, visitor);
            label_expression(labels, NameKind::Label, visitor);
        }
        Expression::Case(case) => {
            optional(case.operand.as_mut(), visitor);
            for (when, then) in &mut case.branches {
                expression(when, visitor);
                expression(then, visitor);
            }
            optional(case.otherwise.as_mut(), visitor);
        }
        Expression::Function(call) => call.arguments.iter_mut().for_each(|argument| expression(argument, visitor)),
        Expression::ListComprehension(_)
        | Expression::PatternComprehension(_)
        | Expression::Quantified(_)
        | Expression::Reduce(_) => binding(each, visitor),
        Expression::MapProjection(subject, items) => {
            expression(subject, visitor);
            items.iter_mut().for_each(|item| map_projection_item(item, visitor));
        }
        Expression::Pattern(inner) => pattern(inner, visitor),
        Expression::Exists(body) | Expression::Count(body) => match body.as_mut() {
            Subquery::Pattern { patterns: inner, predicate } => {
                patterns(inner, visitor);
                optional(predicate.as_mut(), visitor);
            }
            Subquery::Query(inner) => query(inner, visitor),
        },
        Expression::Collect(inner) => query(inner, visitor),
    }
}

/// The expressions that bind a variable of their own.
fn binding<V: Visitor>(each: &mut Expression, visitor: &mut V) {
    match each {
        Expression::ListComprehension(part) => {
            visitor.name(&mut part.variable, NameKind::Variable);
            expression(&mut part.list, visitor);
            optional(part.predicate.as_mut(), visitor);
            optional(part.projection.as_mut(), visitor);
        }
        Expression::PatternComprehension(part) => {
            pattern(&mut part.pattern, visitor);
            optional(part.predicate.as_mut(), visitor);
            expression(&mut part.projection, visitor);
        }
        Expression::Quantified(part) => {
            visitor.name(&mut part.variable, NameKind::Variable);
            expression(&mut part.list, visitor);
            expression(&mut part.predicate, visitor);
        }
        Expression::Reduce(part) => {
            visitor.name(&mut part.accumulator, NameKind::Variable);
            expression(&mut part.initial, visitor);
            visitor.name(&mut part.variable, NameKind::Variable);
            expression(&mut part.list, visitor);
            expression(&mut part.expression, visitor);
        }
        _ => {}
    }
}

fn map_projection_item<V: Visitor>(item: &mut MapProjectionItem, visitor: &mut V) {
    match item {
        MapProjectionItem::Property(key) => visitor.name(key, NameKind::Key),
        MapProjectionItem::All => {}
        MapProjectionItem::Entry(key, value) => {
            visitor.name(key, NameKind::Key);
            expression(value, visitor);
        }
        MapProjectionItem::Variable(name) => visitor.name(name, NameKind::Variable),
    }
}

/// Calls `edit` on the `index`-th part of one sort, counted in the order of the walk; parts below an edited one are not
/// counted. None when there are fewer parts.
macro_rules! nth {
    ($function:ident, $hook:ident, $part:ty) => {
        pub(super) fn $function(
            whole: &mut Statement,
            index: usize,
            edit: impl FnOnce(&mut $part) -> bool,
        ) -> Option<bool> {
            struct Nth<F> {
                left: usize,
                edit: Option<F>,
                changed: Option<bool>,
            }
            impl<F: FnOnce(&mut $part) -> bool> Visitor for Nth<F> {
                fn $hook(&mut self, part: &mut $part) {
                    if self.changed.is_some() {
                        return;
                    }
                    if self.left > 0 {
                        self.left -= 1;
                    } else if let Some(edit) = self.edit.take() {
                        self.changed = Some(edit(part));
                    }
                }
            }
            let mut visitor = Nth { left: index, edit: Some(edit), changed: None };
            statement(whole, &mut visitor);
            visitor.changed
        }
    };
}

nth!(nth_expression, expression, Expression);
nth!(nth_single, single, SingleQuery);
nth!(nth_query, query, Query);
nth!(nth_clause, clause, Clause);
nth!(nth_projection, projection, Projection);
nth!(nth_pattern, pattern, Pattern);
nth!(nth_node, node, NodePattern);
nth!(nth_relationship, relationship, RelationshipPattern);
