//! Walking over syntax trees: the direct children of a node, whole subtrees in order of text, read-only and mutable.
//!
//! Everything that looks for something in a tree (features, measures, facts, rewrites) goes through here, so that a new
//! kind of node is added in one place. Reduction, which edits names and clauses too, has a walk of its own beside it.

use crate::ast::*;

macro_rules! walker {
    ($part:ident, $children:ident, [$($mutable:tt)?], $what:literal) => {
        #[doc = concat!("A node of the tree, ", $what, ".")]
        #[derive(Debug)]
        pub enum $part<'a> {
            /// A query: its children are its single queries.
            Query(&'a $($mutable)? Query),
            /// A single query: its children are its clauses.
            Single(&'a $($mutable)? SingleQuery),
            /// A clause.
            Clause(&'a $($mutable)? Clause),
            /// A pattern: its child is its path.
            Pattern(&'a $($mutable)? Pattern),
            /// A path pattern: its children are its nodes, relationships and quantified paths.
            Path(&'a $($mutable)? PathPattern),
            /// A node pattern.
            Node(&'a $($mutable)? NodePattern),
            /// A relationship pattern.
            Relationship(&'a $($mutable)? RelationshipPattern),
            /// An expression.
            Expression(&'a $($mutable)? Expression),
        }

        #[doc = concat!("Calls `visit` with each direct child of `part`, in the order of the text, ", $what, ".")]
        pub fn $children<'a>(part: $part<'a>, visit: &mut dyn FnMut($part<'a>)) {
            match part {
                $part::Query(query) => {
                    visit($part::Single(&$($mutable)? query.first));
                    for union in &$($mutable)? query.unions {
                        visit($part::Single(&$($mutable)? union.query));
                    }
                }
                $part::Single(single) => {
                    for clause in &$($mutable)? single.clauses {
                        visit($part::Clause(clause));
                    }
                }
                $part::Clause(clause) => walker!(@clause $part, [$($mutable)?], clause, visit),
                $part::Pattern(pattern) => visit($part::Path(&$($mutable)? pattern.path)),
                $part::Path(path) => {
                    visit($part::Node(&$($mutable)? path.start));
                    for segment in &$($mutable)? path.segments {
                        match segment {
                            Segment::Hop { relationship, node } => {
                                visit($part::Relationship(relationship));
                                visit($part::Node(node));
                            }
                            Segment::Quantified { path, predicate, quantifier: _, node } => {
                                visit($part::Path(path));
                                if let Some(predicate) = predicate {
                                    visit($part::Expression(predicate));
                                }
                                visit($part::Node(node));
                            }
                        }
                    }
                }
                $part::Node(NodePattern { variable: _, labels: _, properties, predicate })
                | $part::Relationship(RelationshipPattern {
                    variable: _, types: _, length: _, properties, predicate, direction: _,
                }) => {
                    for expression in properties.into_iter().chain(predicate) {
                        visit($part::Expression(expression));
                    }
                }
                $part::Expression(expression) => walker!(@expression $part, [$($mutable)?], expression, visit),
            }
        }
    };

    (@clause $part:ident, [$($mutable:tt)?], $clause:ident, $visit:ident) => {{
        macro_rules! each {
            ($kind:ident, $items:expr) => {
                for item in $items {
                    $visit($part::$kind(item));
                }
            };
        }
        macro_rules! maybe {
            ($option:expr) => {
                if let Some(expression) = $option {
                    $visit($part::Expression(expression));
                }
            };
        }
        match $clause {
            Clause::Match(Match { optional: _, patterns, predicate }) => {
                each!(Pattern, patterns);
                maybe!(predicate);
            }
            Clause::Unwind(Unwind { list, variable: _ }) => $visit($part::Expression(list)),
            Clause::With(With { projection, predicate }) => {
                walker!(@projection $part, [$($mutable)?], projection, $visit);
                maybe!(predicate);
            }
            Clause::Return(projection) => walker!(@projection $part, [$($mutable)?], projection, $visit),
            Clause::Call(ProcedureCall { optional: _, name: _, arguments, results: _, predicate }) => {
                if let Some(arguments) = arguments {
                    each!(Expression, arguments);
                }
                maybe!(predicate);
            }
            Clause::Subquery(CallSubquery { optional: _, imports: _, query }) => $visit($part::Query(query)),
            Clause::Create(patterns) => each!(Pattern, patterns),
            Clause::Merge(Merge { pattern, actions }) => {
                $visit($part::Pattern(pattern));
                for action in actions {
                    walker!(@set $part, &$($mutable)? action.items, $visit);
                }
            }
            Clause::Set(items) => walker!(@set $part, items, $visit),
            Clause::Remove(items) => {
                for item in items {
                    match item {
                        RemoveItem::Property { target, key: _ } => $visit($part::Expression(target)),
                        RemoveItem::Labels { .. } => {}
                    }
                }
            }
            Clause::Delete(Delete { detach: _, expressions }) => each!(Expression, expressions),
            Clause::Foreach(Foreach { variable: _, list, clauses }) => {
                $visit($part::Expression(list));
                each!(Clause, clauses);
            }
        }
    }};

    (@projection $part:ident, [$($mutable:tt)?], $projection:ident, $visit:ident) => {{
        let Projection { distinct: _, star: _, items, order, skip, limit } = $projection;
        for item in items {
            $visit($part::Expression(&$($mutable)? item.expression));
        }
        for item in order {
            $visit($part::Expression(&$($mutable)? item.expression));
        }
        for expression in skip.into_iter().chain(limit) {
            $visit($part::Expression(expression));
        }
    }};

    (@set $part:ident, $items:expr, $visit:ident) => {
        for item in $items {
            match item {
                SetItem::Property { target, key: _, value } => {
                    $visit($part::Expression(target));
                    $visit($part::Expression(value));
                }
                SetItem::Properties { variable: _, merge: _, value } => $visit($part::Expression(value)),
                SetItem::Labels { .. } => {}
            }
        }
    };

    (@expression $part:ident, [$($mutable:tt)?], $expression:ident, $visit:ident) => {{
        macro_rules! each {
            ($kind:ident, $items:expr) => {
                for item in $items {
                    $visit($part::$kind(item));
                }
            };
        }
        macro_rules! maybe {
            ($option:expr) => {
                if let Some(expression) = $option {
                    $visit($part::Expression(expression));
                }
            };
        }
        match $expression {
            Expression::Literal(_) | Expression::Parameter(_) | Expression::Variable(_) | Expression::CountStar => {}
            Expression::Property(subject, _) | Expression::HasLabels(subject, _) | Expression::Unary(_, subject) => {
                $visit($part::Expression(subject));
            }
            Expression::Index(left, right) | Expression::Binary(_, left, right) => {
                $visit($part::Expression(left));
                $visit($part::Expression(right));
            }
            Expression::Slice(subject, from, to) => {
                $visit($part::Expression(subject));
                each!(Expression, from.into_iter().chain(to));
            }
            Expression::List(items) => each!(Expression, items),
            Expression::Map(entries) => {
                for (_, value) in entries {
                    $visit($part::Expression(value));
                }
            }
            Expression::Comparison(first, links) => {
                $visit($part::Expression(first));
                for (_, operand) in links {
                    $visit($part::Expression(operand));
                }
            }
            Expression::Case(case) => {
                maybe!(&$($mutable)? case.operand);
                for (when, then) in &$($mutable)? case.branches {
                    $visit($part::Expression(when));
                    $visit($part::Expression(then));
                }
                maybe!(&$($mutable)? case.otherwise);
            }
            Expression::Function(call) => each!(Expression, &$($mutable)? call.arguments),
            Expression::ListComprehension(comprehension) => {
                $visit($part::Expression(&$($mutable)? comprehension.list));
                maybe!(&$($mutable)? comprehension.predicate);
                maybe!(&$($mutable)? comprehension.projection);
            }
            Expression::PatternComprehension(comprehension) => {
                $visit($part::Pattern(&$($mutable)? comprehension.pattern));
                maybe!(&$($mutable)? comprehension.predicate);
                $visit($part::Expression(&$($mutable)? comprehension.projection));
            }
            Expression::Quantified(quantified) => {
                $visit($part::Expression(&$($mutable)? quantified.list));
                $visit($part::Expression(&$($mutable)? quantified.predicate));
            }
            Expression::Reduce(reduce) => {
                $visit($part::Expression(&$($mutable)? reduce.initial));
                $visit($part::Expression(&$($mutable)? reduce.list));
                $visit($part::Expression(&$($mutable)? reduce.expression));
            }
            Expression::MapProjection(subject, items) => {
                $visit($part::Expression(subject));
                for item in items {
                    match item {
                        MapProjectionItem::Entry(_, value) => $visit($part::Expression(value)),
                        MapProjectionItem::Property(_) | MapProjectionItem::All | MapProjectionItem::Variable(_) => {}
                    }
                }
            }
            Expression::Pattern(pattern) => $visit($part::Pattern(pattern)),
            Expression::Exists(subquery) | Expression::Count(subquery) => match &$($mutable)? **subquery {
                Subquery::Pattern { patterns, predicate } => {
                    each!(Pattern, patterns);
                    maybe!(predicate);
                }
                Subquery::Query(query) => $visit($part::Query(query)),
            },
            Expression::Collect(query) => $visit($part::Query(query)),
        }
    }};
}

walker!(Part, for_each_child, [], "read-only");
walker!(PartMut, for_each_child_mut, [mut], "mutable");

/// Calls `visit` with `part` and everything below it, each node before its children.
pub fn walk<'a>(part: Part<'a>, visit: &mut dyn FnMut(&Part<'a>)) {
    visit(&part);
    for_each_child(part, &mut |child| walk(child, visit));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::parse::parse;
    use crate::print::print;

    /// The variables of a statement in the order of the walk.
    #[track_caller]
    fn check(text: &str, variables: &str) {
        let mut statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let mut found = Vec::new();
        walk(Part::of(&statement).unwrap(), &mut |part| {
            if let Part::Expression(Expression::Variable(name)) = part {
                found.push(name.to_string());
            }
        });
        assert_eq!(found.join(" "), variables, "{text}");
        // The mutable walk reaches the same places.
        let mut changed = Vec::new();
        for_each_expression_mut(PartMut::of(&mut statement).unwrap(), &mut |expression| {
            if let Expression::Variable(name) = expression {
                changed.push(name.to_string());
                *name = "_".into();
            }
        });
        assert_eq!(changed, found, "{text}");
        assert!(print(&statement, &Dialect::standard()).matches('_').count() >= found.len());
    }

    #[test]
    fn every_expression_is_reached_in_the_order_of_the_text() {
        check(
            "MATCH ({k: a})-[{k: b} WHERE c]->(WHERE d), ((WHERE e)-->() WHERE f)+ (WHERE g) WHERE h RETURN i",
            "a b c d e f g h i",
        );
        check(
            "UNWIND a AS x WITH b AS y ORDER BY c SKIP d LIMIT e WHERE f RETURN *, g UNION RETURN h AS x",
            "a b c d e f g h",
        );
        check("CALL p(a) YIELD x WHERE b CALL { WITH c RETURN d AS y } RETURN e", "a b c d e");
        check(
            "MERGE ({k: a}) ON CREATE SET b.k = c, x = d SET e.k = f, x:A REMOVE g.k DELETE h CREATE ({k: i})",
            "a b c d e f g h i",
        );
        check("FOREACH (x IN a | SET b.k = c)", "a b c");
        check("RETURN a.k, b[c], d[e..f], [g], {k: h}, -i, j + k, l < m < n, o:A", "a b c d e f g h i j k l m n o");
        check(
            "RETURN CASE a WHEN b THEN c ELSE d END, f(e), [x IN f WHERE g | h], [({k: i})-->() WHERE j | k]",
            "a b c d e f g h i j k",
        );
        check("RETURN all(x IN a WHERE b), reduce(s = c, x IN d | e), f {.k, k: g, h}", "a b c d e f g");
        check(
            "RETURN ({k: a})-->(), EXISTS { ({k: b}) WHERE c }, COUNT { RETURN d }, COLLECT { RETURN e }",
            "a b c d e",
        );
    }
}
