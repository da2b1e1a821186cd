//! Which names a clause binds, and which are in scope: the part of scoping that needs no types.

use std::collections::BTreeSet;

use graphlance_graph::Name;

use crate::ast::*;
use crate::walk::{NameKind, Part, for_each_name, walk};

/// Calls `bind` with every variable of a pattern, path variables included.
pub fn pattern_variables<'a>(pattern: &'a Pattern, bind: &mut dyn FnMut(&'a Name)) {
    pattern.variable.iter().for_each(&mut *bind);
    pattern.enclosed.iter().filter_map(|enclosed| enclosed.variable.as_ref()).for_each(&mut *bind);
    path_variables(&pattern.path, bind);
}

fn path_variables<'a>(path: &'a PathPattern, bind: &mut dyn FnMut(&'a Name)) {
    path.start.variable.iter().for_each(&mut *bind);
    for segment in &path.segments {
        match segment {
            Segment::Hop { relationship, node } => {
                relationship.variable.iter().chain(&node.variable).for_each(&mut *bind);
            }
            Segment::Quantified { path, node, .. } => {
                path_variables(path, bind);
                node.variable.iter().for_each(&mut *bind);
            }
        }
    }
}

/// The name of a column: the alias, or the variable that is projected. Another expression without an alias has a column
/// that no clause can refer to.
pub fn column_name(item: &ProjectionItem) -> Option<&Name> {
    match (&item.alias, &item.expression) {
        (Some(alias), _) => Some(alias),
        (None, Expression::Variable(name)) => Some(name),
        _ => None,
    }
}

/// The variables that an expression uses, does not bind itself and that `bound` does not know.
pub fn free_variables(expression: &Expression, bound: &dyn Fn(&str) -> bool) -> BTreeSet<Name> {
    let mut free = BTreeSet::new();
    for_each_name(Part::Expression(expression), &mut |name, kind| {
        if kind == NameKind::Variable && !bound(name) {
            free.insert(name.clone());
        }
    });
    if free.is_empty() {
        return free;
    }
    let mut own = |name: &str| {
        free.remove(name);
    };
    walk(Part::Expression(expression), &mut |part| match part {
        Part::Expression(Expression::ListComprehension(part)) => own(&part.variable),
        Part::Expression(Expression::Quantified(part)) => own(&part.variable),
        Part::Expression(Expression::Reduce(part)) => {
            own(&part.variable);
            own(&part.accumulator);
        }
        Part::Pattern(pattern) => pattern_variables(pattern, &mut |name| own(name)),
        // What RETURN names is of no use inside the subquery that it ends.
        Part::Clause(clause) if !matches!(clause, Clause::Return(_)) => {
            Names::after([], std::slice::from_ref(*clause)).iter().for_each(&mut own);
        }
        _ => {}
    });
    free
}

/// How often a variable occurs in a statement.
pub fn occurrences(statement: &Statement, variable: &str) -> usize {
    let mut count = 0;
    if let Some(root) = Part::of(statement) {
        for_each_name(root, &mut |name, kind| count += usize::from(kind == NameKind::Variable && name == variable));
    }
    count
}

/// Equality of names, quick for the names that generators make: they differ in their last character if at all.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.as_bytes().last() == b.as_bytes().last() && a == b
}

/// The names in scope.
#[derive(Clone, Debug, Default)]
pub struct Names<'a> {
    names: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// The scope after clauses that begin with the names of an outer scope.
    pub fn after(outer: impl IntoIterator<Item = &'a str>, clauses: &'a [Clause]) -> Names<'a> {
        let mut names = Names::default();
        outer.into_iter().for_each(|name| names.bind(name));
        clauses.iter().for_each(|clause| names.pass(clause));
        names
    }

    /// The names, in the order they were bound.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.names.iter().copied()
    }

    /// Whether the name is in scope.
    pub fn contains(&self, name: &str) -> bool {
        self.names.iter().any(|known| same_name(known, name))
    }

    /// Adds a name.
    pub fn bind(&mut self, name: &'a str) {
        if !self.contains(name) {
            self.names.push(name);
        }
    }

    /// Goes from the scope before a clause to the one after it.
    pub fn pass(&mut self, clause: &'a Clause) {
        match clause {
            Clause::Match(clause) => self.bind_patterns(&clause.patterns),
            Clause::Create(patterns) | Clause::Insert(patterns) => self.bind_patterns(patterns),
            Clause::Merge(merge) => pattern_variables(&merge.pattern, &mut |name| self.bind(name)),
            Clause::Unwind(unwind) | Clause::For(unwind) => self.bind(&unwind.variable),
            Clause::Let(variables) => variables.iter().for_each(|(variable, _)| self.bind(variable)),
            Clause::Composed(composed) => *self = self.after_composed(composed),
            Clause::With(With { projection, .. }) | Clause::Return(projection) => self.project(projection),
            Clause::Call(call) => {
                if let Yield::Items(items) = &call.results {
                    for item in items {
                        self.bind(item.variable.as_ref().unwrap_or(&item.field));
                    }
                }
            }
            Clause::Subquery(subquery) => {
                for name in self.returned_by(subquery) {
                    self.bind(name);
                }
                if let Some(status) = subquery.transactions.as_ref().and_then(|it| it.status.as_ref()) {
                    self.bind(status);
                }
            }
            Clause::Set(_)
            | Clause::Remove(_)
            | Clause::Delete(_)
            | Clause::Foreach(_)
            | Clause::Filter(_)
            | Clause::Page(_)
            | Clause::Finish => {}
        }
    }

    fn bind_patterns(&mut self, patterns: &'a [Pattern]) {
        for pattern in patterns {
            pattern_variables(pattern, &mut |name| self.bind(name));
        }
    }

    fn project(&mut self, projection: &'a Projection) {
        if !projection.star {
            self.names.clear();
        }
        for item in &projection.items {
            if let Some(name) = column_name(item) {
                self.bind(name);
            }
        }
    }

    /// The scope in which the body of a `CALL { }` starts.
    pub fn inside(&self, subquery: &'a CallSubquery) -> Names<'a> {
        match &subquery.imports {
            // An importing WITH reads the outer scope; its projection then ends it.
            Imports::Body if matches!(subquery.query.first.clauses.first(), Some(Clause::With(_))) => self.clone(),
            Imports::Body => Names::default(),
            Imports::All => self.clone(),
            Imports::Names(names) => Names { names: names.iter().map(Name::as_str).collect() },
        }
    }

    fn returned_by(&self, subquery: &'a CallSubquery) -> Vec<&'a str> {
        self.inside(subquery).returned_by_query(&subquery.query)
    }

    /// The columns of a query that starts in this scope; none when it gives no rows.
    fn returned_by_query(mut self, query: &'a Query) -> Vec<&'a str> {
        query.first.clauses.iter().for_each(|clause| self.pass(clause));
        if query.returns() { self.names } else { Vec::new() }
    }

    /// The scope in which the query behind this one starts: its columns, and what is visible in all of them.
    pub fn before_next(&self, query: &'a Query) -> Names<'a> {
        let mut next = self.clone();
        self.clone().returned_by_query(query).into_iter().for_each(|name| next.bind(name));
        next
    }

    fn after_composed(&self, composed: &'a Composed) -> Names<'a> {
        let mut before = self.clone();
        if let Composed::Sequence(queries) = composed {
            queries.iter().rev().skip(1).rev().for_each(|query| before = before.before_next(query));
        }
        Names { names: composed.last().map(|last| before.returned_by_query(last)).unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{parse, parse_expression};

    #[track_caller]
    fn check(text: &str, bound: &[&str]) {
        let Ok(Statement::Query(query)) = parse(text) else { panic!("{text}") };
        let Some((_, before)) = query.first.clauses.split_last() else { panic!("{text}") };
        assert_eq!(Names::after([], before).iter().collect::<Vec<_>>(), bound, "{text}");
    }

    #[test]
    fn what_a_subquery_returns_is_bound_after_it() {
        check("MATCH (a) CALL { MATCH (b) RETURN * } RETURN 1", &["a", "b"]);
        check("MATCH (a) CALL { MATCH (b) RETURN b.k AS c } RETURN 1", &["a", "c"]);
        check("MATCH (a) CALL { WITH a MATCH (b) RETURN *, 1 AS c } RETURN 1", &["a", "b", "c"]);
        check("MATCH (a) CALL (a) { CREATE (b) } RETURN 1", &["a"]);
    }

    #[test]
    fn a_column_of_a_subquery_binds_nothing_in_it() {
        let free = |text: &str| {
            let expression = parse_expression(text).unwrap_or_else(|error| panic!("{error}"));
            free_variables(&expression, &|_| false).into_iter().collect::<Vec<Name>>()
        };
        assert_eq!(free("COLLECT { MATCH (b) RETURN a }"), ["a"]);
        assert_eq!(free("EXISTS { MATCH (b) WHERE b.k = a.k }"), ["a"]);
        assert!(free("[x IN [1] | x]").is_empty());
    }
}
