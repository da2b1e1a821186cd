//! Pattern comprehensions of a relationship that is bound.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{
    Clause, ComparisonOperator, Expression, Match, Pattern, PatternComprehension, Query, SingleQuery, Subquery,
    UnaryOperator, With,
};
use graphlance_cypher::build::{compare, variable};
use graphlance_cypher::names::{Names, pattern_variables};
use graphlance_cypher::walk::{NameKind, Part, PartMut, any, for_each_child, for_each_name_mut, walk, walk_mut};
use graphlance_graph::Name;

use super::clauses::{conjunction, conjuncts};
use super::trees::{hops, null};
use super::{Effect, WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "comprehension-binds-relationship-anew",
        "a pattern comprehension takes a relationship that is bound for a new one",
        |part| {
            let PartMut::Single(single) = part else { return };
            let bound = matched(single);
            walk_mut(PartMut::Single(single), &mut |part| {
                if let PartMut::Expression(Expression::PatternComprehension(comprehension)) = part {
                    rename(comprehension, &bound);
                }
            });
        },
    ),
    tree(
        "subquery-of-several-patterns-binds-anew",
        "in a COUNT { } or EXISTS { } of several patterns one that shares a variable with a pattern in front of it knows no other variable from \
         outside, unless EXISTS { } is a condition by itself",
        |part| {
            let PartMut::Single(single) = part else { return };
            let mut bound = BTreeSet::new();
            for pattern in patterns(single) {
                pattern_variables(pattern, &mut |name| {
                    bound.insert(name.clone());
                });
            }
            let alone = without_exists(single);
            walk_mut(PartMut::Single(single), &mut |part| {
                if let PartMut::Expression(Expression::Count(it) | Expression::Exists(it)) = part {
                    bind_anew(it, &bound);
                }
            });
            for (at, condition) in alone {
                if let Some(predicate) = predicate_of(&mut single.clauses[at]) {
                    *predicate = conjunction(predicate.take().into_iter().chain([condition]).collect());
                }
            }
        },
    ),
    tree(
        "subquery-in-comprehension-knows-nothing-outside",
        "a pattern, EXISTS { } or COUNT { } within a pattern comprehension takes a variable from outside that the comprehension's own pattern \
         does not have for a new one, and for null in a condition",
        |part| {
            let PartMut::Single(single) = part else { return };
            let mut outside = BTreeSet::new();
            for clause in &single.clauses {
                outside.extend(Names::after([], std::slice::from_ref(clause)).iter().map(Name::from));
            }
            walk_mut(PartMut::Single(single), &mut |part| {
                if let PartMut::Expression(Expression::PatternComprehension(comprehension)) = part {
                    forget_outside(comprehension, &outside);
                }
            });
        },
    ),
    WrongRule::new(
        "relationship-behind-comprehension-of-it-unknown",
        "a relationship is not known behind a pattern comprehension that it stands in",
        Effect::Refused(
            |query: &Query| {
                any(Part::Query(query), &mut |part| matches!(part, Part::Single(single) if reads_behind(single)))
            },
            &["no such column: _pc_e"],
        ),
    ),
];

/// The variables of the relationships that are matched.
fn matched(single: &SingleQuery) -> BTreeSet<Name> {
    patterns(single).flat_map(|pattern| relationships(Part::Pattern(pattern))).collect()
}

fn patterns(single: &SingleQuery) -> impl Iterator<Item = &Pattern> {
    let matches = single.clauses.iter().filter_map(|clause| match clause {
        Clause::Match(matched) => Some(&matched.patterns),
        _ => None,
    });
    matches.flatten()
}

/// The variables of the relationships of a part.
pub(super) fn relationships(part: Part<'_>) -> Vec<Name> {
    let mut names = Vec::new();
    walk(part, &mut |part| {
        if let Part::Relationship(relationship) = part {
            names.extend(relationship.variable.clone());
        }
    });
    names
}

/// Gives relationships of a pattern comprehension that are bound names of their own.
fn rename(comprehension: &mut PatternComprehension, bound: &BTreeSet<Name>) {
    let own = relationships(Part::Pattern(&comprehension.pattern));
    let again: Vec<Name> = own.into_iter().filter(|name| bound.contains(name)).collect();
    let PatternComprehension { pattern, predicate, projection } = comprehension;
    let parts = [PartMut::Pattern(pattern), PartMut::Expression(projection)];
    for part in parts.into_iter().chain(predicate.iter_mut().map(PartMut::Expression)) {
        for_each_name_mut(part, &mut |name, kind| {
            if kind == NameKind::Variable && again.contains(name) {
                // No variable can be called so.
                *name = Name::from(format!("  {name}"));
            }
        });
    }
}

/// Has the subqueries of a pattern comprehension know nothing from outside but what its own pattern has.
fn forget_outside(comprehension: &mut PatternComprehension, outside: &BTreeSet<Name>) {
    let PatternComprehension { pattern, predicate, projection } = comprehension;
    let mut unknown = outside.clone();
    pattern_variables(pattern, &mut |name| {
        unknown.remove(name);
    });
    for expression in predicate.iter_mut().chain([projection]) {
        walk_mut(PartMut::Expression(expression), &mut |part| {
            if let PartMut::Expression(it) = part
                && matches!(&**it, Expression::Pattern(_) | Expression::Exists(_) | Expression::Count(_))
            {
                walk_mut(PartMut::Expression(it), &mut |part| forget(part, &unknown));
            }
        });
    }
}

/// Takes variables for new ones where they are matched, and for null where they are read.
fn forget(part: &mut PartMut<'_>, unknown: &BTreeSet<Name>) {
    let variable = match part {
        PartMut::Node(node) => &mut node.variable,
        PartMut::Relationship(relationship) => &mut relationship.variable,
        PartMut::Expression(expression) => {
            if matches!(&**expression, Expression::Variable(name) if unknown.contains(name)) {
                **expression = null();
            }
            return;
        }
        _ => return,
    };
    if let Some(name) = variable.as_mut().filter(|name| unknown.contains(*name)) {
        // No variable can be called so.
        *name = Name::from(format!("  {name}"));
    }
}

/// Gives what is bound outside names of its own, in patterns that share a variable with one in front of them: but for those that
/// stand there. A relationship of such a name may be one of the patterns in front, which differ from the one outside instead.
fn bind_anew(subquery: &mut Subquery, bound: &BTreeSet<Name>) {
    let Subquery::Pattern { patterns, predicate } = subquery else { return };
    let mut before: BTreeSet<Name> = BTreeSet::new();
    let mut clauses: Vec<Match> = Vec::new();
    for mut pattern in std::mem::take(patterns) {
        let mut own = BTreeSet::new();
        pattern_variables(&pattern, &mut |name| {
            own.insert(name.clone());
        });
        let anew: Vec<Name> =
            own.iter().filter(|name| bound.contains(*name) && !before.contains(*name)).cloned().collect();
        let shares = !own.is_disjoint(&before);
        let outer: Vec<Name> =
            relationships(Part::Pattern(&pattern)).into_iter().filter(|name| shares && anew.contains(name)).collect();
        if shares {
            for_each_name_mut(PartMut::Pattern(&mut pattern), &mut |name, kind| {
                if kind == NameKind::Variable && anew.contains(name) {
                    // No variable can be called so.
                    *name = Name::from(format!("  {name}"));
                }
            });
        }
        match clauses.last_mut() {
            Some(last) if outer.is_empty() => last.patterns.push(pattern),
            last => {
                last.into_iter().for_each(|last| keep_from(last, &outer));
                clauses.push(Match { patterns: vec![pattern], ..Match::default() });
            }
        }
        before.extend(own);
    }
    if let [one] = clauses.as_mut_slice() {
        *patterns = std::mem::take(&mut one.patterns);
        return;
    }
    if let Some(last) = clauses.last_mut() {
        last.predicate = predicate.take();
    }
    let body = SingleQuery { clauses: clauses.into_iter().map(Clause::Match).collect() };
    *subquery = Subquery::Query(body.into());
}

/// Has the relationships of a MATCH differ from some outside.
fn keep_from(clause: &mut Match, outer: &[Name]) {
    let mut apart: Vec<Expression> = clause.predicate.take().into_iter().collect();
    for (at, relationship) in clause.patterns.iter_mut().flat_map(hops).enumerate() {
        let name = relationship.variable.get_or_insert_with(|| Name::from(format!("  own {at}"))).clone();
        let differs =
            |other: &Name| compare(ComparisonOperator::NotEqual, variable(name.clone()), variable(other.clone()));
        apart.extend(outer.iter().map(differs));
    }
    clause.predicate = conjunction(apart);
}

/// Takes out of the conditions of clauses what is an EXISTS { } or its negation, each with the place of its clause.
fn without_exists(single: &mut SingleQuery) -> Vec<(usize, Expression)> {
    let is_exists = |condition: &Expression| match condition {
        Expression::Unary(UnaryOperator::Not, inner) => matches!(**inner, Expression::Exists(_)),
        other => matches!(other, Expression::Exists(_)),
    };
    let mut taken = Vec::new();
    for (at, clause) in single.clauses.iter_mut().enumerate() {
        let Some(predicate) = predicate_of(clause) else { continue };
        let conditions = predicate.take().map(conjuncts).unwrap_or_default();
        let (exists, others): (Vec<_>, Vec<_>) = conditions.into_iter().partition(is_exists);
        *predicate = conjunction(others);
        taken.extend(exists.into_iter().map(|condition| (at, condition)));
    }
    taken
}

pub(super) fn predicate_of(clause: &mut Clause) -> Option<&mut Option<Expression>> {
    match clause {
        Clause::Match(clause) => Some(&mut clause.predicate),
        Clause::With(with) => Some(&mut with.predicate),
        _ => None,
    }
}

/// Whether a relationship is read behind a pattern comprehension that it stands in. What a WITH hands on is another one, but in
/// its WHERE.
fn reads_behind(single: &SingleQuery) -> bool {
    let bound = matched(single);
    let mut lost = BTreeSet::new();
    single.clauses.iter().any(|clause| match clause {
        Clause::With(With { projection, predicate }) => {
            let reads =
                projection.items.iter().any(|item| reads_lost(Part::Expression(&item.expression), &bound, &mut lost));
            lost.clear();
            reads || predicate.iter().any(|it| reads_lost(Part::Expression(it), &bound, &mut lost))
        }
        clause => reads_lost(Part::Clause(clause), &bound, &mut lost),
    })
}

fn reads_lost(part: Part<'_>, bound: &BTreeSet<Name>, lost: &mut BTreeSet<Name>) -> bool {
    match part {
        Part::Expression(Expression::Variable(name)) => lost.contains(name),
        Part::Expression(Expression::PatternComprehension(comprehension)) => {
            lost.extend(
                relationships(Part::Pattern(&comprehension.pattern)).into_iter().filter(|it| bound.contains(it)),
            );
            false
        }
        part => {
            let mut reads = false;
            for_each_child(part, &mut |child| reads = reads || reads_lost(child, bound, lost));
            reads
        }
    }
}
