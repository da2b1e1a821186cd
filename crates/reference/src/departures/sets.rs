//! What SET and its like read.

use graphlance_cypher::ast::{Clause, Expression, Projection, ProjectionItem, SetItem, TypeName, With};
use graphlance_cypher::build;
use graphlance_cypher::walk::Part;
use graphlance_graph::Name;

use super::comprehended::relationships;
use super::refusals::null_paths;
use super::trees::{by_type, clauses, is_null, is_of_type, is_one_of, null, when};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "sets-read-before-all",
        "what a SET computes is computed before the properties and labels of SETs right in front of it are set, but behind those of them that \
         set all properties",
        |part| clauses(part).into_iter().for_each(read_before_all),
    ),
    tree(
        "path-in-what-is-set-is-null",
        "the variable of a path that a MATCH bound is null where CREATE, SET and the actions of MERGE set something, if RETURN has a column of \
         that name or sorts by it",
        null_paths,
    ),
    tree(
        "relationship-keeps-value-of-later-type",
        "a property of a relationship that is set to a value of another type keeps the old one beside it, and of the two has the one whose type is \
         the later of STRING, INTEGER, FLOAT, BOOLEAN and LIST",
        |part| clauses(part).into_iter().for_each(keep_later_types),
    ),
];

/// The types of values, each seen in the place of those in front of it.
const SEEN: &[TypeName] = &[TypeName::String, TypeName::Integer, TypeName::Float, TypeName::Boolean];

/// Has what is set of matched relationships be what was there, where that has a type that is seen in its place.
fn keep_later_types(clauses: &mut Vec<Clause>) {
    let mut bound = Vec::new();
    for clause in clauses {
        match clause {
            Clause::Match(matched) => {
                matched.patterns.iter().for_each(|it| bound.extend(relationships(Part::Pattern(it))))
            }
            Clause::Set(items) => items.iter_mut().for_each(|item| keep_later_type(item, &bound)),
            _ => {}
        }
    }
}

fn keep_later_type(item: &mut SetItem, bound: &[Name]) {
    let SetItem::Property { target, key, value } = item else { return };
    if !is_one_of(target, bound) {
        return;
    }
    let old = Expression::Property(Box::new(target.clone()), key.clone());
    let new = std::mem::replace(value, null());
    let kept = |earlier: usize| by_type(&new, SEEN[..earlier].iter().map(|name| (name.clone(), old.clone())).collect());
    // Of a list the types of its values do not matter.
    let mut seen = when(is_of_type(old.clone(), TypeName::String), new.clone(), kept(SEEN.len()));
    for later in (1..SEEN.len()).rev() {
        seen = when(is_of_type(old.clone(), SEEN[later].clone()), kept(later), seen);
    }
    *value = when(is_null(old), new.clone(), seen);
}

fn read_before_all(clauses: &mut Vec<Clause>) {
    let star = clauses.iter().any(|clause| match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => projection.star,
        _ => false,
    });
    if star {
        return;
    }
    let mut made: Vec<Clause> = Vec::with_capacity(clauses.len());
    // Where in what is made the values of the SETs at hand are computed.
    let mut begin = None;
    let mut count = 0;
    for mut clause in std::mem::take(clauses) {
        let Clause::Set(items) = &mut clause else {
            begin = None;
            made.push(clause);
            continue;
        };
        let takes_all = items.iter().any(|item| matches!(item, SetItem::Properties { .. }));
        let at = *begin.get_or_insert(made.len());
        let mut columns = Vec::new();
        if at < made.len() {
            for value in items.iter_mut().filter_map(value_of) {
                count += 1;
                columns.push(column(value, count));
            }
        }
        made.push(clause);
        if !columns.is_empty() {
            let projection = Projection { star: true, items: columns, ..Projection::default() };
            made.insert(at, Clause::With(With { projection, predicate: None }));
            begin = Some(at + 1);
        }
        if takes_all {
            begin = Some(made.len());
        }
    }
    *clauses = made;
}

/// What an item computes, if that may depend on what is set.
fn value_of(item: &mut SetItem) -> Option<&mut Expression> {
    use Expression::{Literal, Parameter, Variable};
    match item {
        SetItem::Property { value, .. } | SetItem::DynamicProperty { value, .. } => {
            (!matches!(value, Literal(_) | Parameter(_) | Variable(_))).then_some(value)
        }
        SetItem::Properties { value, .. } => (!matches!(value, Literal(_) | Parameter(_))).then_some(value),
        SetItem::Labels { .. } | SetItem::DynamicLabels { .. } => None,
    }
}

/// A column that holds what is computed; its place there takes the column's name, which no variable can have.
fn column(value: &mut Expression, count: usize) -> ProjectionItem {
    let name = Name::new(format!("  set {count}"));
    let computed = std::mem::replace(value, Expression::Variable(name.clone()));
    // Of an element the properties are meant, as they are now.
    let expression = match computed {
        Expression::Variable(_) => build::call("properties", vec![computed]),
        computed => computed,
    };
    ProjectionItem { expression, alias: Some(name) }
}
