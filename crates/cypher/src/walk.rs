//! Walking over syntax trees: the direct children of a node, whole subtrees in order of text, and the names in them,
//! read-only and mutable.
//!
//! Everything that looks for something in a tree or changes it goes through here, so that a new kind of node is added in
//! one place.

use graphlance_graph::Name;

use crate::ast::{Expression, Statement, YieldItem};

mod children;
mod hints;
mod parts;

use children::{children, children_mut};
pub use parts::{Part, PartMut};
use parts::{Visitor, VisitorMut};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A variable or a column.
    Variable,
    /// A label of nodes.
    Label,
    /// A type of relationships.
    Type,
    /// A key of properties or maps.
    Key,
}

/// Calls `visit` with each direct child of `part`, in the order of the text.
pub fn for_each_child<'a>(part: Part<'a>, visit: &mut dyn FnMut(Part<'a>)) {
    children(part, &mut PartsOnly(visit));
}

/// Calls `visit` with each direct child of `part`, in the order of the text, for it to change.
pub fn for_each_child_mut<'a>(part: PartMut<'a>, visit: &mut dyn FnMut(PartMut<'a>)) {
    children_mut(part, &mut PartsOnly(visit));
}

/// Calls `visit` with `part` and everything below it, each node before its children.
pub fn walk<'a>(part: Part<'a>, visit: &mut dyn FnMut(&Part<'a>)) {
    visit(&part);
    for_each_child(part, &mut |child| walk(child, visit));
}

/// Calls `visit` with `part` and everything below it, each node before its children. What `visit` puts in the place of a
/// node is walked as well.
pub fn walk_mut(mut part: PartMut<'_>, visit: &mut dyn FnMut(&mut PartMut<'_>)) {
    visit(&mut part);
    for_each_child_mut(part, &mut |child| walk_mut(child, visit));
}

/// Calls `visit` with each name at or below `part`, in the order of the text.
pub fn for_each_name(part: Part<'_>, visit: &mut dyn FnMut(&Name, NameKind)) {
    children(part, &mut NamesOnly(visit));
}

/// Calls `visit` with each name at or below `part`, in the order of the text, for it to change.
pub fn for_each_name_mut(part: PartMut<'_>, visit: &mut dyn FnMut(&mut Name, NameKind)) {
    children_mut(part, &mut NamesOnly(visit));
}

/// Calls `visit` with each expression at or below `part`, an expression before those inside it. What `visit` puts in
/// its place is walked as well.
pub fn for_each_expression_mut(part: PartMut<'_>, visit: &mut dyn FnMut(&mut Expression)) {
    match part {
        PartMut::Expression(expression) => {
            visit(expression);
            for_each_child_mut(PartMut::Expression(expression), &mut |child| for_each_expression_mut(child, visit));
        }
        other => for_each_child_mut(other, &mut |child| for_each_expression_mut(child, visit)),
    }
}

/// Whether `test` holds for some node at or below `part`.
pub fn any<'a>(part: Part<'a>, test: &mut dyn FnMut(&Part<'a>) -> bool) -> bool {
    if test(&part) {
        return true;
    }
    let mut found = false;
    for_each_child(part, &mut |child| found = found || any(child, test));
    found
}

/// Goes on until `done` says so of some node at or below `part`, which it may have changed; whether it did.
pub fn any_mut(mut part: PartMut<'_>, done: &mut dyn FnMut(&mut PartMut<'_>) -> bool) -> bool {
    if done(&mut part) {
        return true;
    }
    let mut found = false;
    for_each_child_mut(part, &mut |child| found = found || any_mut(child, done));
    found
}

impl<'a> Part<'a> {
    /// The root of a statement; none for a schema command, which has no parts.
    pub fn of(statement: &'a Statement) -> Option<Part<'a>> {
        match statement {
            Statement::Query(query) => Some(Part::Query(query)),
            Statement::Schema(_) => None,
        }
    }
}

impl<'a> PartMut<'a> {
    /// The root of a statement; none for a schema command, which has no parts.
    pub fn of(statement: &'a mut Statement) -> Option<PartMut<'a>> {
        match statement {
            Statement::Query(query) => Some(PartMut::Query(query)),
            Statement::Schema(_) => None,
        }
    }
}

/// A visitor that wants parts alone.
struct PartsOnly<'v, F: ?Sized>(&'v mut F);

impl<'a, F: FnMut(Part<'a>) + ?Sized> Visitor<'a> for PartsOnly<'_, F> {
    fn part(&mut self, part: Part<'a>) {
        (self.0)(part);
    }

    fn name(&mut self, _: &Name, _: NameKind) {}
}

impl<'a, F: FnMut(PartMut<'a>) + ?Sized> VisitorMut<'a> for PartsOnly<'_, F> {
    fn part(&mut self, part: PartMut<'a>) {
        (self.0)(part);
    }

    fn name(&mut self, _: &mut Name, _: NameKind) {}
}

/// A visitor that wants the names alone, of the whole tree.
struct NamesOnly<'v, F: ?Sized>(&'v mut F);

impl<'a, F: FnMut(&Name, NameKind) + ?Sized> Visitor<'a> for NamesOnly<'_, F> {
    fn part(&mut self, part: Part<'a>) {
        children(part, self);
    }

    fn name(&mut self, name: &Name, kind: NameKind) {
        (self.0)(name, kind);
    }
}

impl<'a, F: FnMut(&mut Name, NameKind) + ?Sized> VisitorMut<'a> for NamesOnly<'_, F> {
    fn part(&mut self, part: PartMut<'a>) {
        children_mut(part, self);
    }

    fn name(&mut self, name: &mut Name, kind: NameKind) {
        (self.0)(name, kind);
    }
}

/// Without AS the field's own name is the variable.
fn yielded<'a>(item: &'a YieldItem, visit: &mut impl Visitor<'a>) {
    visit.name(item.variable.as_ref().unwrap_or(&item.field), NameKind::Variable);
}

/// A variable that is called like its field needs no AS; another does.
fn yielded_mut<'a>(item: &'a mut YieldItem, visit: &mut impl VisitorMut<'a>) {
    let before = item.variable.as_ref().unwrap_or(&item.field);
    let mut name = before.clone();
    visit.name(&mut name, NameKind::Variable);
    if name != *before {
        item.variable = (name != item.field).then_some(name);
    }
}

#[cfg(test)]
mod tests;
