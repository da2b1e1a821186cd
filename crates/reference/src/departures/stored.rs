//! What a clause that writes leaves out because it does not compute it.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{
    Clause, Expression, Pattern, Segment, SetItem, SingleType, TypeName, UnaryOperator, ValueType,
};
use graphlance_cypher::functions::find;
use graphlance_cypher::walk::{Part, PartMut, any, walk_mut};
use graphlance_graph::Name;

use super::trees::{by_type, clauses, names_variable, null};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "create-leaves-calls-out",
        "CREATE takes a property of what is no variable for null, a function of what is matched, and behind a WITH a condition on its values",
        |part| each_written(part, &mut |written, before| each_map(written.created, &mut |value| before.forget(value))),
    ),
    tree(
        "create-computes-no-items",
        "a list that CREATE stores has null for each item that is no literal and no function",
        |part| {
            each_written(part, &mut |written, before| {
                each_map(written.created, &mut |value| items(value, &|item| before.has_item(item)));
            });
        },
    ),
    tree("merge-leaves-computed-out", "MERGE leaves out of its map what it does not compute", |part| {
        each_written(part, &mut |written, before| {
            each_map(written.merged, &mut |value| {
                items(value, &|item| before.is_behind && !is_condition(item));
            });
            drop_entries(written.merged, &|value| before.merges(value));
        });
    }),
    tree(
        "set-of-called-list-keeps",
        "SET of a property to a MAP that a function gives, or with no WITH, UNWIND or MERGE before it to a LIST, keeps what is there",
        |part| {
            each_set(part, &mut |items, before| {
                for item in items {
                    if let SetItem::Property { target, key, value } = item
                        && is_call(value)
                        && !reads_property(value)
                    {
                        let kept = Expression::Property(Box::new(target.clone()), key.clone());
                        let any = ValueType { alternatives: vec![SingleType { name: TypeName::Any, not_null: false }] };
                        let list = (TypeName::List(Box::new(any)), kept.clone());
                        let kinds =
                            std::iter::once((TypeName::Map, kept)).chain((!before.is_computed()).then_some(list));
                        *value = by_type(value, kinds.collect());
                    }
                }
            });
        },
    ),
    tree("set-of-element-ignored", "SET of the properties of another node or relationship sets nothing", |part| {
        let Some(clauses) = clauses(part) else { return };
        let mut before = Before { elements: imported(clauses), ..Before::default() };
        for clause in clauses {
            // What a MERGE merges is bound in its own actions.
            before.pass(clause);
            before.forget_copies(clause);
        }
    }),
    tree(
        "set-of-map-computes-nothing",
        "with no WITH, UNWIND or MERGE before it SET of a map leaves out of it what is no literal, and behind one its conditions",
        |part| {
            each_set(part, &mut |items, before| {
                for item in items {
                    if let SetItem::Properties { value: Expression::Map(entries), .. } = item {
                        before.set(entries);
                    }
                }
            });
        },
    ),
];

/// The variables that the first clause of a subquery hands on from outside.
fn imported(clauses: &[Clause]) -> BTreeSet<Name> {
    let Some(Clause::With(with)) = clauses.first() else { return BTreeSet::new() };
    let names = with.projection.items.iter().filter_map(|item| match &item.expression {
        Expression::Variable(name) => Some(name.clone()),
        _ => None,
    });
    names.collect()
}

/// The patterns of one clause that writes.
pub(super) struct Written<'a> {
    pub created: &'a mut [Pattern],
    pub merged: &'a mut [Pattern],
}

/// What stands in front of a clause in its part of a statement.
#[derive(Clone, Default)]
pub(super) struct Before {
    /// Variables of nodes and relationships.
    elements: BTreeSet<Name>,
    /// Variables of values that a WITH hands on.
    values: BTreeSet<Name>,
    is_matched: bool,
    has_with: bool,
    has_unwind: bool,
    has_merge: bool,
    /// Behind a clause that is no UNWIND.
    is_behind: bool,
}

impl Before {
    /// Takes what CREATE does not compute for null.
    fn forget(&self, value: &mut Expression) {
        let is_first = !self.has_with && !self.has_unwind && !self.has_merge;
        let of_elements = |expression: &Expression| {
            is_first
                && is_call(expression)
                && names_variable(Part::Expression(expression), &|name| self.elements.contains(name))
        };
        let is_lost = match &*value {
            Expression::Property(subject, _) => !matches!(**subject, Expression::Variable(_)),
            Expression::List(items) => items.iter().any(of_elements),
            other => of_elements(other),
        };
        if is_lost || names_variable(Part::Expression(value), &|name| self.values.contains(name)) && asks(value) {
            *value = null();
        }
    }

    /// Drops what sets the properties of a node or relationship, by its name.
    fn forget_copies(&self, clause: &mut Clause) {
        let is_element =
            |value: &Expression| matches!(value, Expression::Variable(name) if self.elements.contains(name));
        let is_copy = |item: &SetItem| matches!(item, SetItem::Properties { value, .. } if is_element(value));
        match clause {
            Clause::Set(items) => items.retain(|item| !is_copy(item)),
            Clause::Merge(merge) => {
                merge.actions.iter_mut().for_each(|action| action.items.retain(|item| !is_copy(item)));
            }
            Clause::Foreach(foreach) => foreach.clauses.iter_mut().for_each(|clause| self.forget_copies(clause)),
            _ => {}
        }
    }

    /// Whether CREATE stores an item of a list.
    fn has_item(&self, item: &Expression) -> bool {
        let is_carried = self.has_with || self.is_matched && self.has_unwind;
        is_call(item) || is_carried && !asks(item) && !reads_property(item)
    }

    /// Whether rows are computed before SET, which computes with them then.
    fn is_computed(&self) -> bool {
        self.has_with || self.has_unwind || self.has_merge
    }

    /// Leaves of the entries of a map those that SET takes.
    fn set(&self, entries: &mut Vec<(Name, Expression)>) {
        if self.is_computed() {
            entries.retain(|(_, value)| !asks(value));
            entries.iter_mut().for_each(|(_, value)| items(value, &|item| !reads_property(item)));
        } else {
            entries.retain(|(_, value)| is_written_out(value));
            entries.iter_mut().for_each(|(_, value)| items(value, &|_| false));
        }
    }

    /// Whether MERGE takes an entry of its map.
    fn merges(&self, value: &Expression) -> bool {
        if self.is_behind {
            return !asks(value);
        }
        is_written_out(value)
            || matches!(value, Expression::Variable(_))
            || matches!(value, Expression::Property(subject, _) if matches!(**subject, Expression::Variable(_)))
    }

    fn pass(&mut self, clause: &Clause) {
        self.is_behind |= !matches!(clause, Clause::Unwind(_));
        match clause {
            Clause::Match(it) => {
                self.is_matched = true;
                self.elements.extend(it.patterns.iter().flat_map(variables));
            }
            Clause::Create(patterns) => self.elements.extend(patterns.iter().flat_map(variables)),
            Clause::With(with) => {
                let items = with.projection.items.iter();
                let handed_on = |name: &Name| self.elements.contains(name);
                let is_value = |it: &Expression| !matches!(it, Expression::Variable(name) if handed_on(name));
                let (values, elements): (Vec<_>, Vec<_>) = items.partition(|item| is_value(&item.expression));
                self.values = values.into_iter().filter_map(|item| item.alias.clone()).collect();
                let renamed: Vec<Name> = elements.into_iter().filter_map(|item| item.alias.clone()).collect();
                self.elements.extend(renamed);
                self.has_with = true;
            }
            Clause::Unwind(unwind) => {
                self.has_unwind = true;
                self.values.extend(self.has_with.then(|| unwind.variable.clone()));
            }
            Clause::Merge(merge) => {
                self.has_merge = true;
                self.elements.extend(variables(&merge.pattern));
            }
            _ => {}
        }
    }
}

/// Calls for each CREATE and MERGE of a single query, with what stands in front of it.
pub(super) fn each_written(part: &mut PartMut<'_>, change: &mut dyn FnMut(Written<'_>, &Before)) {
    if let Some(clauses) = clauses(part) {
        let mut before = Before::default();
        for clause in clauses {
            written(clause, &before, change);
            before.pass(clause);
        }
    }
}

fn written(clause: &mut Clause, before: &Before, change: &mut dyn FnMut(Written<'_>, &Before)) {
    match clause {
        Clause::Create(patterns) => {
            // What a CREATE makes is bound in the whole of it.
            let mut with_own = before.clone();
            with_own.elements.extend(patterns.iter().flat_map(variables));
            change(Written { created: patterns, merged: &mut [] }, &with_own);
        }
        Clause::Merge(merge) => {
            change(Written { created: &mut [], merged: std::slice::from_mut(&mut merge.pattern) }, before);
        }
        Clause::Foreach(foreach) => {
            let inside = Before { is_behind: false, ..before.clone() };
            foreach.clauses.iter_mut().for_each(|clause| written(clause, &inside, change));
        }
        _ => {}
    }
}

/// Calls for the items of each SET of a single query, with what stands in front of it: nothing for those within FOREACH and MERGE.
fn each_set(part: &mut PartMut<'_>, change: &mut dyn FnMut(&mut [SetItem], &Before)) {
    if let Some(clauses) = clauses(part) {
        let mut before = Before::default();
        for clause in clauses {
            set_items(clause, &before, change);
            before.pass(clause);
        }
    }
}

fn set_items(clause: &mut Clause, before: &Before, change: &mut dyn FnMut(&mut [SetItem], &Before)) {
    let nothing = Before::default();
    match clause {
        Clause::Set(items) => change(items, before),
        Clause::Merge(merge) => merge.actions.iter_mut().for_each(|action| change(&mut action.items, &nothing)),
        Clause::Foreach(foreach) => foreach.clauses.iter_mut().for_each(|clause| set_items(clause, &nothing, change)),
        _ => {}
    }
}

/// Calls with each value in the maps of some patterns.
pub(super) fn each_map(patterns: &mut [Pattern], change: &mut dyn FnMut(&mut Expression)) {
    maps(patterns, &mut |entries| entries.iter_mut().for_each(|(_, value)| change(value)));
}

/// Drops the entries of the maps of some patterns whose values are not kept.
pub(super) fn drop_entries(patterns: &mut [Pattern], is_kept: &dyn Fn(&Expression) -> bool) {
    maps(patterns, &mut |entries| entries.retain(|(_, value)| is_kept(value)));
}

type Entries = Vec<(Name, Expression)>;

fn maps(patterns: &mut [Pattern], change: &mut dyn FnMut(&mut Entries)) {
    for pattern in patterns {
        walk_mut(PartMut::Pattern(pattern), &mut |part| {
            let properties = match part {
                PartMut::Node(node) => &mut node.properties,
                PartMut::Relationship(relationship) => &mut relationship.properties,
                _ => return,
            };
            if let Some(Expression::Map(entries)) = properties {
                change(entries);
            }
        });
    }
}

pub(super) fn reads_property(value: &Expression) -> bool {
    any(Part::Expression(value), &mut |part| matches!(part, Part::Expression(it) if is_property(it)))
}

/// Takes the items of a list, and the values of a map, for null that are not kept; so inside of these.
fn items(value: &mut Expression, is_kept: &dyn Fn(&Expression) -> bool) {
    let inside: Vec<&mut Expression> = match value {
        Expression::List(items) => items.iter_mut().collect(),
        Expression::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
        _ => return,
    };
    for item in inside {
        if is_written_out(item) {
            items(item, is_kept);
        } else if !is_kept(item) {
            *item = null();
        }
    }
}

/// Whether a value is a literal, or a list or map that is written out.
pub(super) fn is_written_out(value: &Expression) -> bool {
    match value {
        Expression::Literal(_) | Expression::Parameter(_) | Expression::List(_) | Expression::Map(_) => true,
        Expression::Unary(UnaryOperator::Minus | UnaryOperator::Plus, operand) => {
            matches!(**operand, Expression::Literal(_))
        }
        _ => false,
    }
}

/// Whether it asks or goes through a list, where other expressions compute of their operands alone.
fn is_condition(expression: &Expression) -> bool {
    match expression {
        Expression::Unary(operator, _) => !matches!(operator, UnaryOperator::Minus | UnaryOperator::Plus),
        Expression::Property(subject, _) => !matches!(**subject, Expression::Variable(_)),
        Expression::Case(_) | Expression::ListComprehension(_) | Expression::Quantified(_) | Expression::Reduce(_) => {
            true
        }
        _ => false,
    }
}

/// Whether a condition stands anywhere in a value.
fn asks(value: &Expression) -> bool {
    any(Part::Expression(value), &mut |part| matches!(part, Part::Expression(it) if is_condition(it)))
}

fn is_property(expression: &Expression) -> bool {
    matches!(expression, Expression::Property(..))
}

/// Whether it is a call of a function of values; exists() asks like a condition.
pub(super) fn is_call(expression: &Expression) -> bool {
    let is_of_values = |name: &str| !name.eq_ignore_ascii_case("exists") && find(name).is_some();
    matches!(expression, Expression::Function(call) if is_of_values(&call.name))
}

/// The variables of a pattern.
fn variables(pattern: &Pattern) -> Vec<Name> {
    let path = &pattern.path;
    let hops = path.segments.iter().filter_map(|segment| match segment {
        Segment::Hop { relationship, node } => Some([&relationship.variable, &node.variable]),
        Segment::Quantified { .. } => None,
    });
    let all = [&pattern.variable, &path.start.variable].into_iter().chain(hops.flatten());
    all.filter_map(Clone::clone).collect()
}
