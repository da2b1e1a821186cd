//! What is directly below each kind of node: one list, from which the read-only and the mutable walk are made.

use super::hints::{hinted, hinted_mut, kinds_of};
use super::parts::{Part, PartMut, Visitor, VisitorMut};
use super::{NameKind, yielded, yielded_mut};
use crate::ast::*;

macro_rules! walker {
    (
        $part:ident, $visitor:ident, $children:ident, $labels:ident, $yielded:ident, $hinted:ident, [$($mutable:tt)?],
        $what:literal
    ) => {
        fn $labels<'a>(labels: &'a $($mutable)? LabelExpression, kind: NameKind, visit: &mut impl $visitor<'a>) {
            match labels {
                LabelExpression::Name(name) => visit.name(name, kind),
                LabelExpression::Wildcard => {}
                LabelExpression::Dynamic(dynamic) => visit.part($part::Expression(&$($mutable)? dynamic.names)),
                LabelExpression::Not(inner) => $labels(inner, kind, visit),
                LabelExpression::And(left, right) | LabelExpression::Or(left, right) => {
                    $labels(left, kind, visit);
                    $labels(right, kind, visit);
                }
                LabelExpression::Colons(names) => names.into_iter().for_each(|name| visit.name(name, kind)),
            }
        }

        #[doc = concat!("Tells of what is directly below `part`, in the order of the text, ", $what, ".")]
        pub(super) fn $children<'a, V: $visitor<'a>>(part: $part<'a>, visit: &mut V) {
            match part {
                $part::Query(query) => {
                    for (_, value) in &$($mutable)? query.parameters {
                        visit.part($part::Expression(value));
                    }
                    visit.part($part::Single(&$($mutable)? query.first));
                    for union in &$($mutable)? query.unions {
                        visit.part($part::Single(&$($mutable)? union.query));
                    }
                }
                $part::Single(single) => {
                    for clause in &$($mutable)? single.clauses {
                        visit.part($part::Clause(clause));
                    }
                }
                $part::Clause(clause) => walker!(@clause $part, $yielded, $hinted, [$($mutable)?], clause, visit),
                $part::Pattern(Pattern { variable, selector: _, mode: _, path, enclosed }) => {
                    walker!(@variable variable, visit);
                    match enclosed {
                        None => visit.part($part::Path(path)),
                        Some(enclosed) => {
                            walker!(@variable &$($mutable)? enclosed.variable, visit);
                            visit.part($part::Path(path));
                            if let Some(predicate) = &$($mutable)? enclosed.predicate {
                                visit.part($part::Expression(predicate));
                            }
                        }
                    }
                }
                $part::Path(path) => {
                    visit.part($part::Node(&$($mutable)? path.start));
                    for segment in &$($mutable)? path.segments {
                        match segment {
                            Segment::Hop { relationship, node } => {
                                visit.part($part::Relationship(relationship));
                                visit.part($part::Node(node));
                            }
                            Segment::Quantified { path, predicate, quantifier: _, node } => {
                                visit.part($part::Path(path));
                                if let Some(predicate) = predicate {
                                    visit.part($part::Expression(predicate));
                                }
                                visit.part($part::Node(node));
                            }
                        }
                    }
                }
                $part::Node(NodePattern { variable, labels, properties, predicate }) => {
                    walker!(@variable variable, visit);
                    if let Some(labels) = labels {
                        $labels(labels, NameKind::Label, visit);
                    }
                    for expression in properties.into_iter().chain(predicate) {
                        visit.part($part::Expression(expression));
                    }
                }
                $part::Relationship(RelationshipPattern {
                    variable, types, length: _, properties, predicate, direction: _,
                }) => {
                    walker!(@variable variable, visit);
                    if let Some(types) = types {
                        $labels(types, NameKind::Type, visit);
                    }
                    for expression in properties.into_iter().chain(predicate) {
                        visit.part($part::Expression(expression));
                    }
                }
                $part::Expression(expression) => {
                    walker!(@expression $part, $labels, [$($mutable)?], expression, visit)
                },
            }
        }
    };

    (@clause $part:ident, $yielded:ident, $hinted:ident, [$($mutable:tt)?], $clause:ident, $visit:ident) => {{
        macro_rules! each {
            ($kind:ident, $items:expr) => {
                for item in $items {
                    $visit.part($part::$kind(item));
                }
            };
        }
        macro_rules! maybe {
            ($option:expr) => {
                if let Some(expression) = $option {
                    $visit.part($part::Expression(expression));
                }
            };
        }
        match $clause {
            Clause::Match(Match { optional: _, mode: _, patterns, hints, predicate }) => {
                let kinds = kinds_of(hints, patterns);
                each!(Pattern, patterns);
                $hinted(hints, &kinds, $visit);
                maybe!(predicate);
            }
            Clause::Unwind(Unwind { list, variable }) => {
                $visit.part($part::Expression(list));
                $visit.name(variable, NameKind::Variable);
            }
            Clause::For(Unwind { list, variable }) => {
                $visit.name(variable, NameKind::Variable);
                $visit.part($part::Expression(list));
            }
            Clause::Filter(predicate) => $visit.part($part::Expression(predicate)),
            Clause::Let(variables) => {
                for (variable, value) in variables {
                    $visit.name(variable, NameKind::Variable);
                    $visit.part($part::Expression(value));
                }
            }
            Clause::Page(Page { order, skip, limit }) => {
                each!(Expression, order.into_iter().map(|item| &$($mutable)? item.expression));
                each!(Expression, skip.into_iter().chain(limit));
            }
            Clause::Finish => {}
            Clause::Composed(composed) => match &$($mutable)? **composed {
                Composed::Sequence(queries) => each!(Query, queries),
                Composed::Conditional(Conditional { branches, otherwise }) => {
                    for (condition, query) in branches {
                        $visit.part($part::Expression(condition));
                        $visit.part($part::Query(query));
                    }
                    if let Some(query) = otherwise {
                        $visit.part($part::Query(query));
                    }
                }
                Composed::Braces(query) => $visit.part($part::Query(query)),
            },
            Clause::With(With { projection, predicate }) => {
                walker!(@projection $part, [$($mutable)?], projection, $visit);
                maybe!(predicate);
            }
            Clause::Return(projection) => walker!(@projection $part, [$($mutable)?], projection, $visit),
            Clause::Call(ProcedureCall { optional: _, name: _, arguments, results, predicate }) => {
                if let Some(arguments) = arguments {
                    each!(Expression, arguments);
                }
                if let Yield::Items(items) = results {
                    for item in items {
                        $yielded(item, $visit);
                    }
                }
                maybe!(predicate);
            }
            Clause::Subquery(CallSubquery { optional: _, imports, query, transactions }) => {
                if let Imports::Names(names) = imports {
                    names.into_iter().for_each(|name| $visit.name(name, NameKind::Variable));
                }
                $visit.part($part::Query(query));
                if let Some(transactions) = transactions {
                    let (expressions, status) = walker!(@within [$($mutable)?], transactions);
                    each!(Expression, expressions);
                    walker!(@variable status, $visit);
                }
            }
            Clause::Create(patterns) | Clause::Insert(patterns) => each!(Pattern, patterns),
            Clause::Merge(Merge { pattern, actions }) => {
                $visit.part($part::Pattern(pattern));
                for action in actions {
                    walker!(@set $part, &$($mutable)? action.items, $visit);
                }
            }
            Clause::Set(items) => walker!(@set $part, items, $visit),
            Clause::Remove(items) => {
                for item in items {
                    match item {
                        RemoveItem::Property { target, key } => {
                            $visit.part($part::Expression(target));
                            $visit.name(key, NameKind::Key);
                        }
                        RemoveItem::Labels { variable, labels } => walker!(@labels variable, labels, $visit),
                        RemoveItem::DynamicProperty { target, key } => each!(Expression, [target, key]),
                        RemoveItem::DynamicLabels { variable, labels } => {
                            walker!(@written $part, variable, labels, $visit);
                        }
                    }
                }
            }
            Clause::Delete(Delete { detach: _, nodetach: _, expressions }) => each!(Expression, expressions),
            Clause::Foreach(Foreach { variable, list, clauses }) => {
                $visit.part($part::Expression(list));
                $visit.name(variable, NameKind::Variable);
                each!(Clause, clauses);
            }
        }
    }};

    (@projection $part:ident, [$($mutable:tt)?], $projection:ident, $visit:ident) => {{
        let Projection { distinct: _, star: _, items, group, order, skip, limit } = $projection;
        for ProjectionItem { expression, alias } in items {
            $visit.part($part::Expression(expression));
            walker!(@variable alias, $visit);
        }
        if let Some(GroupBy::Keys(keys)) = group {
            keys.into_iter().for_each(|key| $visit.part($part::Expression(key)));
        }
        let order = order.into_iter().map(|item| &$($mutable)? item.expression);
        for expression in order.chain(skip).chain(limit) {
            $visit.part($part::Expression(expression));
        }
    }};

    (@set $part:ident, $items:expr, $visit:ident) => {
        for item in $items {
            match item {
                SetItem::Property { target, key, value } => {
                    $visit.part($part::Expression(target));
                    $visit.name(key, NameKind::Key);
                    $visit.part($part::Expression(value));
                }
                SetItem::Properties { variable, merge: _, value } => {
                    $visit.name(variable, NameKind::Variable);
                    $visit.part($part::Expression(value));
                }
                SetItem::Labels { variable, labels } => walker!(@labels variable, labels, $visit),
                SetItem::DynamicProperty { target, key, value } => {
                    for expression in [target, key, value] {
                        $visit.part($part::Expression(expression));
                    }
                }
                SetItem::DynamicLabels { variable, labels } => walker!(@written $part, variable, labels, $visit),
            }
        }
    };

    (@variable $variable:expr, $visit:ident) => {
        if let Some(variable) = $variable {
            $visit.name(variable, NameKind::Variable);
        }
    };

    (@labels $variable:ident, $labels:ident, $visit:ident) => {{
        $visit.name($variable, NameKind::Variable);
        for label in $labels {
            $visit.name(label, NameKind::Label);
        }
    }};

    (@written $part:ident, $variable:ident, $labels:ident, $visit:ident) => {{
        $visit.name($variable, NameKind::Variable);
        for label in $labels {
            match label {
                WrittenLabel::Name(name) => $visit.name(name, NameKind::Label),
                WrittenLabel::Dynamic(names) => $visit.part($part::Expression(names)),
            }
        }
    }};

    (@within [], $transactions:ident) => { $transactions.parts() };
    (@within [mut], $transactions:ident) => { $transactions.parts_mut() };
    (@tested [], $branch:ident) => { $branch.tests.iter().filter_map(CaseTest::value) };
    (@tested [mut], $branch:ident) => { $branch.tests.iter_mut().filter_map(CaseTest::value_mut) };

    (@expression $part:ident, $labels:ident, [$($mutable:tt)?], $expression:ident, $visit:ident) => {{
        macro_rules! each {
            ($kind:ident, $items:expr) => {
                for item in $items {
                    $visit.part($part::$kind(item));
                }
            };
        }
        macro_rules! maybe {
            ($option:expr) => {
                if let Some(expression) = $option {
                    $visit.part($part::Expression(expression));
                }
            };
        }
        match $expression {
            Expression::Literal(_) | Expression::Parameter(_) | Expression::CountStar => {}
            Expression::Variable(name) => $visit.name(name, NameKind::Variable),
            Expression::Property(subject, key) => {
                $visit.part($part::Expression(subject));
                $visit.name(key, NameKind::Key);
            }
            Expression::HasLabels(subject, labels) => {
                $visit.part($part::Expression(subject));
                $labels(labels, NameKind::Label, $visit);
            }
            Expression::Unary(_, subject) | Expression::Is(subject, _) => $visit.part($part::Expression(subject)),
            Expression::Index(left, right) | Expression::Binary(_, left, right) => {
                $visit.part($part::Expression(left));
                $visit.part($part::Expression(right));
            }
            Expression::Slice(subject, from, to) => {
                $visit.part($part::Expression(subject));
                each!(Expression, from.into_iter().chain(to));
            }
            Expression::List(items) => each!(Expression, items),
            Expression::Map(entries) => {
                for (key, value) in entries {
                    $visit.name(key, NameKind::Key);
                    $visit.part($part::Expression(value));
                }
            }
            Expression::Comparison(first, links) => {
                $visit.part($part::Expression(first));
                for (_, operand) in links {
                    $visit.part($part::Expression(operand));
                }
            }
            Expression::Case(case) => {
                maybe!(&$($mutable)? case.operand);
                for (when, then) in &$($mutable)? case.branches {
                    $visit.part($part::Expression(when));
                    $visit.part($part::Expression(then));
                }
                maybe!(&$($mutable)? case.otherwise);
            }
            Expression::ExtendedCase(case) => {
                $visit.part($part::Expression(&$($mutable)? case.operand));
                for branch in &$($mutable)? case.branches {
                    each!(Expression, walker!(@tested [$($mutable)?], branch));
                    $visit.part($part::Expression(&$($mutable)? branch.then));
                }
                maybe!(&$($mutable)? case.otherwise);
            }
            Expression::Function(call) => each!(Expression, &$($mutable)? call.arguments),
            Expression::ListComprehension(comprehension) => {
                $visit.name(&$($mutable)? comprehension.variable, NameKind::Variable);
                $visit.part($part::Expression(&$($mutable)? comprehension.list));
                maybe!(&$($mutable)? comprehension.predicate);
                maybe!(&$($mutable)? comprehension.projection);
            }
            Expression::PatternComprehension(comprehension) => {
                $visit.part($part::Pattern(&$($mutable)? comprehension.pattern));
                maybe!(&$($mutable)? comprehension.predicate);
                $visit.part($part::Expression(&$($mutable)? comprehension.projection));
            }
            Expression::Quantified(quantified) => {
                $visit.name(&$($mutable)? quantified.variable, NameKind::Variable);
                $visit.part($part::Expression(&$($mutable)? quantified.list));
                $visit.part($part::Expression(&$($mutable)? quantified.predicate));
            }
            Expression::Reduce(reduce) => {
                $visit.name(&$($mutable)? reduce.accumulator, NameKind::Variable);
                $visit.part($part::Expression(&$($mutable)? reduce.initial));
                $visit.name(&$($mutable)? reduce.variable, NameKind::Variable);
                $visit.part($part::Expression(&$($mutable)? reduce.list));
                $visit.part($part::Expression(&$($mutable)? reduce.expression));
            }
            Expression::MapProjection(subject, items) => {
                $visit.part($part::Expression(subject));
                for item in items {
                    match item {
                        MapProjectionItem::Property(key) => $visit.name(key, NameKind::Key),
                        MapProjectionItem::All => {}
                        MapProjectionItem::Entry(key, value) => {
                            $visit.name(key, NameKind::Key);
                            $visit.part($part::Expression(value));
                        }
                        MapProjectionItem::Variable(name) => $visit.name(name, NameKind::Variable),
                    }
                }
            }
            Expression::Pattern(pattern) => $visit.part($part::Pattern(pattern)),
            Expression::Exists(subquery) | Expression::Count(subquery) => match &$($mutable)? **subquery {
                Subquery::Pattern { patterns, predicate } => {
                    each!(Pattern, patterns);
                    maybe!(predicate);
                }
                Subquery::Query(query) => $visit.part($part::Query(query)),
            },
            Expression::Collect(query) => $visit.part($part::Query(query)),
        }
    }};
}

walker!(Part, Visitor, children, labels, yielded, hinted, [], "read-only");
walker!(PartMut, VisitorMut, children_mut, labels_mut, yielded_mut, hinted_mut, [mut], "mutable");
