//! CREATE, SET, REMOVE, DELETE and FOREACH.

use graphlance_cypher::ast::{
    CallSubquery, Clause, Expression, Imports, Pattern, Projection, ProjectionItem, RemoveItem, Segment, SetItem,
    SingleQuery, Unwind, With,
};
use graphlance_cypher::facts::aggregating;
use graphlance_cypher::names::{Names, column_name};
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Name;

use super::trees::{clauses, hops, null, turn_round, written};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "one-write-behind-match",
        "of several REMOVEs or DELETEs behind MATCH alone the first is done, no REMOVE beside a DELETE, no DELETE beside a SET, no CREATE and SET beside \
         a REMOVE, and nothing else beside a CREATE where something is returned",
        |part| clauses(part).into_iter().for_each(write_once),
    ),
    tree(
        "set-behind-unwind-and-create-ignored",
        "a SET behind one UNWIND, with which the query begins, and one CREATE is not done where something is returned and nothing else matched or \
         written",
        |part| clauses(part).into_iter().for_each(leave_sets_out),
    ),
    tree(
        "remove-of-first-match-alone",
        "of several MATCHes with REMOVEs alone behind them the first of these is done of each row of the first MATCH, and of nothing else",
        |part| clauses(part).into_iter().for_each(remove_of_first),
    ),
    tree("set-to-itself-clears", "SET of all properties of what has them to itself takes them away", |part| {
        let PartMut::Clause(Clause::Set(items)) = part else { return };
        for item in items {
            if let SetItem::Properties { variable, merge: false, value } = item
                && matches!(value, Expression::Variable(name) if name == variable)
            {
                *value = Expression::Map(Vec::new());
            }
        }
    }),
    tree("writes-row-by-row", "clauses that write, one behind the other, are executed together for each row", |part| {
        clauses(part).into_iter().for_each(write_row_by_row);
    }),
    tree(
        "unwind-writes-row-by-row",
        "behind an UNWIND what writes, and all that follows, is executed for each row",
        |part| {
            clauses(part).into_iter().for_each(|clauses| behind_unwind(clauses, false));
        },
    ),
    tree(
        "unwind-matches-row-by-row",
        "behind an UNWIND what is matched by a condition or a map or handed on by a WITH, what writes, and all that follows, is executed for each row",
        |part| {
            clauses(part).into_iter().for_each(|clauses| behind_unwind(clauses, true));
        },
    ),
    tree("create-left-as-right", "CREATE turns a relationship round that points to the left", |part| {
        if let PartMut::Clause(Clause::Create(patterns) | Clause::Insert(patterns)) = part {
            patterns.iter_mut().for_each(turn_round);
        }
    }),
    tree("set-of-label-ignored", "SET of a label is ignored", |part| {
        if let PartMut::Clause(Clause::Set(items)) = part {
            items.retain(|item| !sets_labels(item));
        }
    }),
    tree("set-of-second-label-ignored", "SET of several labels sets the first alone", |part| {
        if let PartMut::Clause(Clause::Set(items)) = part {
            for item in items {
                if let SetItem::Labels { labels, .. } = item {
                    labels.truncate(1);
                }
            }
        }
    }),
    tree("set-of-map-keeps-others", "SET of all properties keeps those that the map does not name", |part| {
        set_of_properties(part, |merge| *merge = true);
    }),
    tree("set-of-map-takes-others", "SET += takes away the properties that the map does not name", |part| {
        set_of_properties(part, |merge| *merge = false);
    }),
    tree("set-first-item-only", "of several items of a SET the first alone is done", |part| {
        if let PartMut::Clause(Clause::Set(items)) = part {
            items.truncate(1);
        }
    }),
    tree("set-last-item-only", "of several items of a SET the last alone is done", |part| {
        if let PartMut::Clause(Clause::Set(items)) = part {
            let last = items.len().saturating_sub(1);
            items.drain(..last);
        }
    }),
    tree("remove-first-item-only", "of several items of a REMOVE the first alone is done", |part| {
        if let PartMut::Clause(Clause::Remove(items)) = part {
            items.truncate(1);
        }
    }),
    tree("remove-ignored", "REMOVE removes nothing", |part| {
        without(part, |clause| matches!(clause, Clause::Remove(_)));
    }),
    tree("sets-by-variable", "the items of SETs one behind the other are done variable by variable", |part| {
        clauses(part).into_iter().for_each(set_by_variable);
    }),
    tree("set-ignored", "SET sets nothing", |part| without(part, |clause| matches!(clause, Clause::Set(_)))),
    tree("delete-ignored", "DELETE deletes nothing", |part| {
        without(part, |clause| matches!(clause, Clause::Delete(_)));
    }),
    tree("delete-first-only", "of several things that a DELETE names the first alone is deleted", |part| {
        if let PartMut::Clause(Clause::Delete(delete)) = part {
            delete.expressions.truncate(1);
        }
    }),
    tree("delete-empties-only", "DELETE takes the properties of an element and leaves it", |part| {
        if let PartMut::Clause(clause) = part
            && let Clause::Delete(delete) = &**clause
            && let Some(items) = delete.expressions.iter().map(emptied).collect()
        {
            **clause = Clause::Set(items);
        }
    }),
    tree("foreach-ignored", "FOREACH does nothing", |part| {
        without(part, |clause| matches!(clause, Clause::Foreach(_)));
    }),
    tree("limit-0-keeps-writes", "LIMIT 0 keeps writes from being done", |part| {
        let Some(clauses) = clauses(part) else { return };
        if let Some(Clause::Return(projection)) = clauses.last()
            && projection.limit.as_ref().and_then(written) == Some(0)
        {
            // No variable can be called this.
            let nothing = Unwind { list: Expression::List(Vec::new()), variable: Name::new_static("  nothing") };
            clauses.insert(0, Clause::Unwind(nothing));
        }
    }),
    tree("create-of-properties-ignored", "the properties of a relationship in CREATE are dropped", |part| {
        if let PartMut::Clause(Clause::Create(patterns)) = part {
            for relationship in patterns.iter_mut().flat_map(hops) {
                relationship.properties = None;
            }
        }
    }),
    tree("create-of-second-label-ignored", "CREATE of a node with several labels makes the first alone", |part| {
        if let PartMut::Clause(Clause::Create(patterns)) = part {
            patterns.iter_mut().for_each(first_labels);
        }
    }),
];

/// Leaves all MATCHes out but the first, and of the REMOVEs behind them what is not of the first or not of that MATCH.
fn remove_of_first(clauses: &mut Vec<Clause>) {
    let matches = clauses.iter().take_while(|it| matches!(it, Clause::Match(_))).count();
    let is_remove = |clause: &Clause| matches!(clause, Clause::Remove(_));
    let (true, true) = (matches > 1 && clauses.len() > matches, clauses[matches..].iter().all(is_remove)) else {
        return;
    };
    let known = Names::after([], &clauses[..1]);
    let Clause::Remove(items) = &clauses[matches] else { return };
    let is_known = |item: &&RemoveItem| match item {
        RemoveItem::Property { target: Expression::Variable(name), .. } => known.contains(name),
        RemoveItem::Labels { variable, .. } => known.contains(variable),
        _ => false,
    };
    let items: Vec<RemoveItem> = items.iter().filter(is_known).cloned().collect();
    clauses.truncate(1);
    clauses.push(Clause::Remove(items));
}

/// Puts clauses that write one behind the other into a subquery, which is executed for each row. Behind nothing there is one row.
fn write_row_by_row(clauses: &mut Vec<Clause>) {
    let writes =
        |clause: &Clause| matches!(clause, Clause::Set(_) | Clause::Remove(_) | Clause::Delete(_) | Clause::Foreach(_));
    let mut at = 1;
    while at < clauses.len() {
        let count = clauses[at..].iter().take_while(|clause| writes(clause)).count();
        if count > 1 {
            let first = SingleQuery { clauses: clauses.drain(at..at + count).collect() };
            clauses.insert(at, Clause::Subquery(CallSubquery::new(Imports::All, first.into())));
        }
        at += 1;
    }
}

/// Puts the clauses that write, and WITHs that hand on row by row between them, into a subquery, where an UNWIND stands before
/// them; `with_reads`: so with the MATCHes and WITHs in front of these, of which one filters or computes.
fn behind_unwind(clauses: &mut Vec<Clause>, with_reads: bool) {
    let Some(write) = clauses.iter().position(is_write) else { return };
    let at = if with_reads { reading_from(clauses, write) } else { Some(write) };
    let Some(at) = at.filter(|at| clauses[..*at].iter().any(|clause| matches!(clause, Clause::Unwind(_)))) else {
        return;
    };
    let known = Names::after([], &clauses[..at]);
    let is_part = |clause: &&Clause| is_write(clause) || hands_on(clause, &known) || with_reads && matches(clause);
    let end = at + clauses[at..].iter().take_while(is_part).count();
    let after = Names::after(known.iter(), &clauses[at..end]);
    let made: Vec<Name> = after.iter().filter(|name| !known.contains(name)).map(Name::from).collect();
    let mut rest = clauses.split_off(end);
    let mut body = clauses.split_off(at);
    if !rest.is_empty() {
        let item = |name: Name| ProjectionItem { expression: Expression::Variable(name.clone()), alias: Some(name) };
        let mut items: Vec<ProjectionItem> = made.into_iter().map(item).collect();
        if items.is_empty() {
            // No variable can be called this.
            items.push(ProjectionItem { expression: null(), alias: Some(Name::new_static("  nothing")) });
        }
        body.push(Clause::Return(Projection { items, ..Projection::default() }));
    }
    clauses.push(Clause::Subquery(CallSubquery::new(Imports::All, SingleQuery { clauses: body }.into())));
    clauses.append(&mut rest);
}

/// From where on the clauses in front of one that writes are MATCHes, and WITHs that hand on row by row; none where each row in
/// front of that one is what it is whatever was written before.
fn reading_from(clauses: &[Clause], write: usize) -> Option<usize> {
    let reads = |clause: &&Clause| matches(clause) || matches!(clause, Clause::With(_));
    let most = clauses[..write].iter().rev().take_while(reads).count();
    let is_first = |at: &usize| {
        let known = Names::after([], &clauses[..*at]);
        clauses[*at..write].iter().all(|clause| matches(clause) || hands_on(clause, &known))
    };
    let at = (write - most..write).find(is_first)?;
    clauses[at..write].iter().any(|clause| filters(clause) || matches!(clause, Clause::With(_))).then_some(at)
}

fn matches(clause: &Clause) -> bool {
    matches!(clause, Clause::Match(it) if !it.optional)
}

/// Whether a clause is a MATCH with a condition or a map.
fn filters(clause: &Clause) -> bool {
    let has_map = |pattern: &Pattern| {
        any(Part::Pattern(pattern), &mut |part| match part {
            Part::Node(node) => node.properties.is_some(),
            Part::Relationship(relationship) => relationship.properties.is_some(),
            _ => false,
        })
    };
    matches!(clause, Clause::Match(it) if !it.optional && (it.predicate.is_some() || it.patterns.iter().any(has_map)))
}

/// Whether a clause is a WITH that needs no row but the one at hand, and gives no other meaning to a name that is known in front.
fn hands_on(clause: &Clause, known: &Names<'_>) -> bool {
    let Clause::With(With { projection, .. }) = clause else { return false };
    let Projection { distinct, group, order, skip, limit, items, .. } = projection;
    let keeps = |item: &ProjectionItem| match column_name(item) {
        Some(name) if known.contains(name) => item.expression == Expression::Variable(name.clone()),
        _ => true,
    };
    let counts = || items.iter().any(|item| aggregating(&item.expression));
    !distinct
        && group.is_none()
        && order.is_empty()
        && skip.is_none()
        && limit.is_none()
        && items.iter().all(keeps)
        && !counts()
}

fn is_write(clause: &Clause) -> bool {
    let creates = matches!(clause, Clause::Create(_) | Clause::Insert(_) | Clause::Merge(_));
    creates || matches!(clause, Clause::Set(_) | Clause::Remove(_) | Clause::Delete(_) | Clause::Foreach(_))
}

/// Puts the items of SETs one behind the other into a SET for each variable, in the order of the names of these. SETs of one
/// variable stay as they are.
fn set_by_variable(clauses: &mut Vec<Clause>) {
    let mut made = Vec::with_capacity(clauses.len());
    let mut run: Vec<Vec<SetItem>> = Vec::new();
    for clause in std::mem::take(clauses) {
        match clause {
            Clause::Set(items) if items.iter().all(|item| target(item).is_some()) => run.push(items),
            other => {
                made.extend(by_variable(std::mem::take(&mut run)).into_iter().map(Clause::Set));
                made.push(other);
            }
        }
    }
    made.extend(by_variable(run).into_iter().map(Clause::Set));
    *clauses = made;
}

fn by_variable(run: Vec<Vec<SetItem>>) -> Vec<Vec<SetItem>> {
    let mut items = run.concat();
    // In the order in which they are written where they have the same variable.
    items.sort_by(|one, other| target(one).cmp(&target(other)));
    let parts: Vec<_> = items.chunk_by(|one, other| target(one) == target(other)).map(<[_]>::to_vec).collect();
    if parts.len() > 1 { parts } else { run }
}

/// The variable of what an item is set on; none where that is another expression.
fn target(item: &SetItem) -> Option<&Name> {
    match item {
        SetItem::Property { target: Expression::Variable(name), .. }
        | SetItem::DynamicProperty { target: Expression::Variable(name), .. }
        | SetItem::Properties { variable: name, .. }
        | SetItem::Labels { variable: name, .. }
        | SetItem::DynamicLabels { variable: name, .. } => Some(name),
        SetItem::Property { .. } | SetItem::DynamicProperty { .. } => None,
    }
}

fn without(part: &mut PartMut<'_>, dropped: impl Fn(&Clause) -> bool) {
    clauses(part).into_iter().for_each(|clauses| clauses.retain(|clause| !dropped(clause)));
}

/// `variable = {}`
fn emptied(expression: &Expression) -> Option<SetItem> {
    let Expression::Variable(variable) = expression else { return None };
    Some(SetItem::Properties { variable: variable.clone(), merge: false, value: Expression::Map(Vec::new()) })
}

fn sets_labels(item: &SetItem) -> bool {
    matches!(item, SetItem::Labels { .. } | SetItem::DynamicLabels { .. })
}

fn set_of_properties(part: &mut PartMut<'_>, change: impl Fn(&mut bool)) {
    if let PartMut::Clause(Clause::Set(items)) = part {
        for item in items {
            if let SetItem::Properties { merge, .. } = item {
                change(merge);
            }
        }
    }
}

fn first_labels(pattern: &mut Pattern) {
    use graphlance_cypher::ast::LabelExpression as Labels;
    let nodes = pattern.path.segments.iter_mut().map(|segment| match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    });
    for node in std::iter::once(&mut pattern.path.start).chain(nodes) {
        if let Some(Labels::Colons(names)) = &mut node.labels {
            names.truncate(1);
        }
        if let Some(Labels::Colons(names)) = &node.labels
            && let [name] = names.as_slice()
        {
            node.labels = Some(Labels::Name(name.clone()));
        }
    }
}

/// Leaves out the SETs behind an UNWIND and a CREATE.
fn leave_sets_out(clauses: &mut Vec<Clause>) {
    let [Clause::Unwind(_), rest @ .., Clause::Return(_)] = clauses.as_slice() else { return };
    let is_of = |clause: &Clause| matches!(clause, Clause::Create(_) | Clause::Set(_) | Clause::With(_));
    if rest.iter().all(is_of) && rest.iter().filter(|it| matches!(it, Clause::Create(_))).count() == 1 {
        clauses.retain(|clause| !matches!(clause, Clause::Set(_)));
    }
}

/// Leaves out what is not done of the clauses that write, where MATCHes stand in front of them and at most a RETURN behind.
fn write_once(clauses: &mut Vec<Clause>) {
    let matched = clauses.iter().take_while(|it| matches!(it, Clause::Match(_))).count();
    let has = |test: fn(&Clause) -> bool| clauses.iter().any(test);
    let is_write =
        |it: &Clause| matches!(it, Clause::Set(_) | Clause::Remove(_) | Clause::Delete(_) | Clause::Create(_));
    let (sets, deletes) = (has(|it| matches!(it, Clause::Set(_))), has(|it| matches!(it, Clause::Delete(_))));
    let (creates, removes) = (has(|it| matches!(it, Clause::Create(_))), has(|it| matches!(it, Clause::Remove(_))));
    let returns = has(|it| matches!(it, Clause::Return(_)));
    let known = clauses[matched..].iter().all(|it| is_write(it) || matches!(it, Clause::Return(_)));
    if matched == 0 || !known {
        return;
    }
    let (mut removed, mut deleted) = (false, false);
    clauses.retain(|clause| match clause {
        // With a RETURN a CREATE is done alone; without, it and all else are not done beside a REMOVE, or these beside a DELETE.
        Clause::Set(_) | Clause::Delete(_) | Clause::Remove(_) if creates && returns => false,
        Clause::Remove(_) if creates => !deletes && !std::mem::replace(&mut removed, true),
        Clause::Set(_) if creates => !removes,
        Clause::Create(_) if !returns => !removes || deletes,
        Clause::Delete(_) if creates => true,
        Clause::Remove(_) => sets || !deletes && !std::mem::replace(&mut removed, true),
        Clause::Delete(_) => !sets && !std::mem::replace(&mut deleted, true),
        _ => true,
    });
}
