//! What writes to nodes and relationships.

use graphlance_cypher::ast::{
    BinaryOperator, Clause, Expression, Merge, MergeAction, PathPattern, ProjectionItem, SetItem, SortItem, TypeName,
    UnaryOperator, With,
};
use graphlance_cypher::names::{column_name, free_variables, pattern_variables};
use graphlance_cypher::walk::{Part, PartMut, any, for_each_expression_mut, walk, walk_mut};
use graphlance_graph::Name;

use super::is_null;
use crate::departures::trees::{is_of_type, is_one_of, null, when};

/// Puts poison in the place of maps that are computed.
pub(super) fn poison_maps(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Clause(clause) = part else { return };
    for item in items(clause) {
        if let SetItem::Properties { value, .. } = item
            && !matches!(value, Expression::Map(_) | Expression::Variable(_) | Expression::Parameter(_))
        {
            *value = poison.clone();
        }
    }
}

/// Puts poison in the place of values of properties that are computed in ways that SET does not know. Beside a WITH, UNWIND or
/// MERGE a property of null as it is written is known, but in a MERGE with nothing but UNWINDs beside it.
pub(super) fn poison_values(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    let folds = |it: &Clause| matches!(it, Clause::With(_) | Clause::Unwind(_) | Clause::Merge(_));
    let is_merge = |clauses: &[Clause]| match clauses {
        [unwinds @ .., Clause::Merge(_)] => unwinds.iter().all(|it| matches!(it, Clause::Unwind(_))),
        _ => false,
    };
    let folded = single.clauses.iter().any(folds) && !is_merge(&single.clauses);
    let is_unknown = |value: &Expression| is_unknown(value) && !(folded && is_of_null(value));
    single.clauses.iter_mut().for_each(|clause| poison_set(clause, &is_unknown, poison));
}

/// Puts poison in the place of values that a clause sets properties to.
fn poison_set(clause: &mut Clause, is_bad: &dyn Fn(&Expression) -> bool, poison: &Expression) {
    if let Clause::Foreach(foreach) = clause {
        foreach.clauses.iter_mut().for_each(|clause| poison_set(clause, is_bad, poison));
    }
    for item in items(clause) {
        if let SetItem::Property { value, .. } = item
            && is_bad(value)
        {
            *value = poison.clone();
        }
    }
}

fn is_of_null(value: &Expression) -> bool {
    matches!(value, Expression::Property(of, _) if is_null(of))
}

fn is_unknown(value: &Expression) -> bool {
    match value {
        Expression::Case(_)
        | Expression::ListComprehension(_)
        | Expression::PatternComprehension(_)
        | Expression::Quantified(_)
        | Expression::Reduce(_)
        | Expression::Exists(_)
        | Expression::HasLabels(..) => true,
        Expression::Property(of, _) => !matches!(**of, Expression::Variable(_)),
        Expression::Unary(UnaryOperator::Minus, of) => matches!(**of, Expression::Property(..)),
        _ => false,
    }
}

/// Puts poison in the place of each function whose value a SET takes and that is asked of something computed of a node, a
/// relationship or a path, or of one itself.
pub(super) fn poison_calls(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    let mut elements: Vec<Name> = Vec::new();
    for clause in &single.clauses {
        walk(Part::Clause(clause), &mut |part| {
            if let Part::Pattern(pattern) = part {
                pattern_variables(pattern, &mut |name| elements.push(name.clone()));
            }
        });
    }
    let reads = |it: &Expression| free_variables(it, &|_| false).iter().any(|name| elements.contains(name));
    let is_plain =
        |it: &Expression| matches!(it, Expression::Property(of, _) if matches!(**of, Expression::Variable(_)));
    let is_computed = |it: &Expression| match it {
        Expression::Unary(UnaryOperator::Minus, of) => !is_plain(of) && reads(of),
        other => !is_plain(other) && reads(other),
    };
    let is_bad =
        |value: &Expression| matches!(value, Expression::Function(call) if call.arguments.iter().any(is_computed));
    single.clauses.iter_mut().for_each(|clause| poison_set(clause, &is_bad, poison));
}

/// What a SET, or the actions of a MERGE, set.
fn items(clause: &mut Clause) -> Vec<&mut SetItem> {
    match clause {
        Clause::Set(items) => items.iter_mut().collect(),
        Clause::Merge(merge) => merge.actions.iter_mut().flat_map(|it| &mut it.items).collect(),
        _ => Vec::new(),
    }
}

/// Puts in front of each MERGE of a path that a query begins with, UNWINDs aside, one of its first node: where an action sets
/// another element of the path, poison is set as soon as the first node is found, or made.
pub(super) fn poison_actions(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    let at = single.clauses.iter().take_while(|it| matches!(it, Clause::Unwind(_))).count();
    let Some(Clause::Merge(merge)) = single.clauses.get(at) else { return };
    let start = &merge.pattern.path.start;
    let set = |item: &SetItem| match item {
        SetItem::Property { target: Expression::Variable(name), .. } => Some(name.clone()),
        SetItem::Properties { variable, .. } | SetItem::Labels { variable, .. } => Some(variable.clone()),
        _ => None,
    };
    let is_other = |item: &SetItem| set(item).is_some_and(|name| start.variable.as_ref() != Some(&name));
    let bad =
        |on_create: bool| merge.actions.iter().any(|it| it.on_create == on_create && it.items.iter().any(is_other));
    if merge.pattern.path.segments.is_empty() || !(bad(true) || bad(false)) {
        return;
    }
    let mut first = start.clone();
    let variable = first.variable.get_or_insert_with(|| Name::from("the first node")).clone();
    let item = SetItem::Properties { variable, merge: true, value: poison.clone() };
    let action = |on_create| MergeAction { on_create, items: vec![item.clone()] };
    let actions = [true, false].into_iter().filter(|on_create| bad(*on_create)).map(action).collect();
    let path = PathPattern { start: first, segments: Vec::new() };
    single.clauses.insert(at, Clause::Merge(Merge { pattern: path.into(), actions }));
}

/// Puts poison in the place of sums one side of which is the variable of what a MATCH binds.
pub(super) fn poison_sums(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    let mut matched: Vec<Name> = Vec::new();
    for clause in &single.clauses {
        if let Clause::Match(clause) = clause {
            clause.patterns.iter().for_each(|it| pattern_variables(it, &mut |name| matched.push(name.clone())));
        }
    }
    let is_element = |it: &Expression| matches!(it, Expression::Variable(name) if matched.contains(name));
    walk_mut(PartMut::Single(single), &mut |part| {
        if let PartMut::Expression(expression) = part
            && let Expression::Binary(BinaryOperator::Add, left, right) = &**expression
            && (is_element(left) || is_element(right))
        {
            **expression = poison.clone();
        }
    });
}

/// Puts poison in the place of operands of STARTS WITH, ENDS WITH and CONTAINS that are neither strings nor null.
pub(super) fn poison_other_texts(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Expression(expression) = part else { return };
    if let Expression::Binary(operator, left, right) = &mut **expression
        && matches!(operator, BinaryOperator::StartsWith | BinaryOperator::EndsWith | BinaryOperator::Contains)
    {
        for operand in [left, right] {
            let text = (**operand).clone();
            **operand = when(is_of_type(text.clone(), TypeName::String), text, poison.clone());
        }
    }
}

/// Whether a MERGE reads the variable of a path of a MATCH in front of it, no WITH in between.
pub(super) fn merges_path(clause: &Clause, before: &[Clause]) -> bool {
    let Clause::Merge(merge) = clause else { return false };
    let paths = paths_before(before);
    any(Part::Pattern(&merge.pattern), &mut |part| matches!(part, Part::Expression(it) if is_one_of(it, &paths)))
}

/// Puts poison in the place of such a variable where CREATE, SET or an action of MERGE computes with it, unless RETURN gives it.
pub(super) fn poison_paths(part: &mut PartMut<'_>, poison: &Expression) {
    read_paths(part, false, poison);
}

/// Puts null in the place of such a variable where RETURN gives it.
pub(in crate::departures) fn null_paths(part: &mut PartMut<'_>) {
    read_paths(part, true, &null());
}

/// Puts something in the place of the variables of paths where they are set; of those that RETURN gives, no WITH in between, or of
/// the others.
fn read_paths(part: &mut PartMut<'_>, given: bool, put: &Expression) {
    let PartMut::Single(single) = part else { return };
    for at in 0..single.clauses.len() {
        let (before, behind) = single.clauses.split_at_mut(at);
        let Some((clause, rest)) = behind.split_first_mut() else { return };
        let mut paths = paths_before(before);
        paths.retain(|path| is_given(path, rest) == given);
        let mut put = |expression: &mut Expression| {
            if is_one_of(expression, &paths) {
                *expression = put.clone();
            }
        };
        if matches!(clause, Clause::Create(_)) {
            for_each_expression_mut(PartMut::Clause(clause), &mut put);
            continue;
        }
        let values = items(clause).into_iter().filter_map(value_of);
        values.for_each(|value| for_each_expression_mut(PartMut::Expression(value), &mut put));
    }
}

/// Whether a RETURN has a column with a name, or sorts by it.
fn is_given(name: &Name, rest: &[Clause]) -> bool {
    let Some((Clause::Return(projection), between)) = rest.split_last() else { return false };
    let is_column = |item: &ProjectionItem| column_name(item) == Some(name);
    let is_key = |item: &SortItem| is_one_of(&item.expression, std::slice::from_ref(name));
    !between.iter().any(|clause| matches!(clause, Clause::With(_)))
        && (projection.star || projection.items.iter().any(is_column) || projection.order.iter().any(is_key))
}

/// The variables of the paths that MATCHes bound since the last WITH.
fn paths_before(before: &[Clause]) -> Vec<Name> {
    let since = before.iter().rposition(|it| matches!(it, Clause::With(_))).map_or(0, |at| at + 1);
    let matched = before[since..].iter().filter_map(|it| match it {
        Clause::Match(it) => Some(&it.patterns),
        _ => None,
    });
    matched.flatten().filter_map(|pattern| pattern.variable.clone()).collect()
}

fn value_of(item: &mut SetItem) -> Option<&mut Expression> {
    match item {
        SetItem::Property { value, .. }
        | SetItem::Properties { value, .. }
        | SetItem::DynamicProperty { value, .. } => Some(value),
        SetItem::Labels { .. } | SetItem::DynamicLabels { .. } => None,
    }
}

/// Puts poison in the place of what a MERGE computes of elements from outside of its pattern.
pub(super) fn poison_merged(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    let mut elements: Vec<Name> = Vec::new();
    for clause in &mut single.clauses {
        match clause {
            Clause::Match(it) => it.patterns.iter().for_each(|pattern| {
                pattern_variables(pattern, &mut |name| elements.push(name.clone()));
            }),
            Clause::With(With { projection, .. }) if !projection.star => {
                let mut kept = Vec::new();
                for item in &projection.items {
                    if let Expression::Variable(name) = &item.expression
                        && elements.contains(name)
                    {
                        kept.push(item.alias.clone().unwrap_or_else(|| name.clone()));
                    }
                }
                elements = kept;
            }
            Clause::Merge(merge) => poison_map(merge, &elements, poison),
            _ => {}
        }
    }
}

fn poison_map(merge: &mut Merge, elements: &[Name], poison: &Expression) {
    let mut own: Vec<Name> = Vec::new();
    pattern_variables(&merge.pattern, &mut |name| own.push(name.clone()));
    let is_outer = |name: &Name| elements.contains(name) && !own.contains(name);
    for_each_expression_mut(PartMut::Pattern(&mut merge.pattern), &mut |expression| {
        if let Expression::Map(entries) = expression {
            for (_, value) in entries {
                if is_untranslated(value, &is_outer) {
                    *value = poison.clone();
                }
            }
        }
    });
}

/// Whether an expression has something in it that is not translated, and in that a variable that is so.
fn is_untranslated(expression: &Expression, is_outer: &dyn Fn(&Name) -> bool) -> bool {
    any(Part::Expression(expression), &mut |part| {
        let Part::Expression(it) = part else { return false };
        let untranslated = matches!(
            it,
            Expression::List(_)
                | Expression::Map(_)
                | Expression::Case(_)
                | Expression::Index(..)
                | Expression::Slice(..)
                | Expression::ListComprehension(_)
                | Expression::Unary(UnaryOperator::IsNull | UnaryOperator::IsNotNull, _)
        );
        untranslated && free_variables(it, &|_| false).iter().any(is_outer)
    })
}
