//! The variables in scope and their types.

use graphlance_graph::{Name, Schema};

use super::infer::infer;
use super::types::Type;
use crate::ast::*;
use crate::functions::Kind;
use crate::names::{column_name, same_name};

/// A variable in scope.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub of: Type,
}

/// The variables in scope at a point of a query, in the order they were bound.
#[derive(Clone, Debug, Default)]
pub struct Scope<'a> {
    bindings: Vec<Binding>,
    schema: Option<&'a Schema>,
}

/// The scopes of each single query of a query: one before each clause and one after the last, for a query that starts
/// in the scope `outer`.
pub fn scopes<'a>(query: &Query, outer: &Scope<'a>) -> Vec<Vec<Scope<'a>>> {
    query
        .parts()
        .map(|part| {
            let mut all = vec![outer.clone()];
            let mut scope = outer.clone();
            for clause in &part.clauses {
                scope.pass(clause);
                all.push(scope.clone());
            }
            all
        })
        .collect()
}

impl<'a> Scope<'a> {
    /// An empty scope that knows the types of the schema's property keys.
    pub fn with_schema(schema: &'a Schema) -> Scope<'a> {
        Scope { bindings: Vec::new(), schema: Some(schema) }
    }

    /// The variables.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The type of a variable; none if it is not in scope.
    pub fn find(&self, name: &str) -> Option<Type> {
        self.bindings.iter().rev().find(|binding| same_name(&binding.name, name)).map(|binding| binding.of)
    }

    /// The schema, if known.
    pub fn schema(&self) -> Option<&'a Schema> {
        self.schema
    }

    /// Adds a variable; hides one of the same name.
    pub fn bind(&mut self, name: &Name, of: Type) {
        self.bindings.retain(|binding| !same_name(&binding.name, name));
        self.bindings.push(Binding { name: name.clone(), of });
    }

    /// The scope with one more variable.
    pub fn and(&self, name: &Name, of: Type) -> Scope<'a> {
        let mut inner = self.clone();
        inner.bind(name, of);
        inner
    }

    /// The scope with the variables of a pattern, as in a pattern comprehension or a subquery.
    pub fn and_patterns(&self, patterns: &[Pattern]) -> Scope<'a> {
        let mut inner = self.clone();
        patterns.iter().for_each(|pattern| inner.pattern(pattern, false));
        inner
    }

    /// Goes from the scope before a clause to the one after it.
    pub fn pass(&mut self, clause: &Clause) {
        match clause {
            Clause::Match(clause) => {
                clause.patterns.iter().for_each(|pattern| self.pattern(pattern, clause.optional));
            }
            Clause::Create(patterns) | Clause::Insert(patterns) => {
                patterns.iter().for_each(|pattern| self.pattern(pattern, false))
            }
            Clause::Merge(merge) => self.pattern(&merge.pattern, false),
            Clause::Unwind(unwind) | Clause::For(unwind) => {
                let element = infer(&unwind.list, self).of_element();
                self.bind(&unwind.variable, element);
            }
            Clause::With(With { projection, .. }) | Clause::Return(projection) => self.project(projection),
            Clause::Call(call) => {
                if let Yield::Items(items) = &call.results {
                    for item in items {
                        self.bind(item.variable.as_ref().unwrap_or(&item.field), Type::UNKNOWN);
                    }
                }
            }
            Clause::Subquery(subquery) => {
                for binding in self.returned_by(subquery) {
                    let lost =
                        subquery.transactions.as_ref().is_some_and(|transactions| transactions.on_error.is_some());
                    self.bind(&binding.name, binding.of.or_null(subquery.optional || lost));
                }
                if let Some(status) = subquery.transactions.as_ref().and_then(|it| it.status.as_ref()) {
                    self.bind(status, Type::of(Kind::Map));
                }
            }
            Clause::Let(variables) => {
                let types: Vec<Type> = variables.iter().map(|(_, value)| infer(value, self)).collect();
                variables.iter().zip(types).for_each(|((variable, _), of)| self.bind(variable, of));
            }
            Clause::Composed(composed) => self.bindings = self.after_composed(composed),
            Clause::Set(_)
            | Clause::Remove(_)
            | Clause::Delete(_)
            | Clause::Foreach(_)
            | Clause::Filter(_)
            | Clause::Page(_)
            | Clause::Finish => {}
        }
    }

    /// The scope in which the body of a `CALL { }` starts.
    pub fn inside(&self, subquery: &CallSubquery) -> Scope<'a> {
        let mut inner = self.clone();
        match &subquery.imports {
            Imports::Body if matches!(subquery.query.first.clauses.first(), Some(Clause::With(_))) => {}
            Imports::Body => inner.bindings.clear(),
            Imports::All => {}
            Imports::Names(names) => inner.bindings.retain(|binding| names.contains(&binding.name)),
        }
        inner
    }

    /// What the body of a `CALL { }` adds; the types of its UNION's parts are joined.
    fn returned_by(&self, subquery: &CallSubquery) -> Vec<Binding> {
        self.inside(subquery).columns(&subquery.query)
    }

    fn after_composed(&self, composed: &Composed) -> Vec<Binding> {
        let mut before = self.clone();
        if let Composed::Sequence(queries) = composed {
            for query in queries.iter().rev().skip(1).rev() {
                before = before.before_next(query);
            }
        }
        let others = composed.queries();
        let columns = composed.last().map(|last| before.columns(last)).unwrap_or_default();
        match composed {
            Composed::Conditional(_) => joined(columns, others.into_iter().map(|query| before.columns(query))),
            _ => columns,
        }
    }

    /// The scope in which the query behind this one starts: its columns, and what is visible in all of them.
    pub fn before_next(&self, query: &Query) -> Scope<'a> {
        let mut next = self.clone();
        self.columns(query).iter().for_each(|binding| next.bind(&binding.name, binding.of));
        next
    }

    /// The columns of a query that starts in this scope; none when it gives no rows. The types of its UNION's parts are
    /// joined.
    fn columns(&self, query: &Query) -> Vec<Binding> {
        let parts = scopes(query, self);
        let returns = query.returns();
        let mut last = parts.into_iter().filter_map(|mut scopes| scopes.pop());
        let Some(first) = last.next().filter(|_| returns) else { return Vec::new() };
        joined(first.bindings, last.map(|part| part.bindings))
    }

    fn project(&mut self, projection: &Projection) {
        let columns: Vec<(Name, Type)> = projection
            .items
            .iter()
            .filter_map(|item| Some((column_name(item)?.clone(), infer(&item.expression, self))))
            .collect();
        if !projection.star {
            self.bindings.clear();
        }
        for (name, of) in columns {
            self.bind(&name, of);
        }
    }

    /// Binds what is not bound yet.
    fn fresh(&mut self, name: Option<&Name>, of: Type) {
        if let Some(name) = name
            && self.find(name).is_none()
        {
            self.bindings.push(Binding { name: name.clone(), of });
        }
    }

    fn pattern(&mut self, pattern: &Pattern, optional: bool) {
        let path = Type::of(Kind::Path).or_null(optional);
        self.path(&pattern.path, &|of: Type| of.or_null(optional));
        self.fresh(pattern.variable.as_ref(), path);
        self.fresh(pattern.enclosed.as_ref().and_then(|enclosed| enclosed.variable.as_ref()), path);
    }

    /// `as_bound` turns the type of one element into that of the variable.
    fn path(&mut self, path: &PathPattern, as_bound: &dyn Fn(Type) -> Type) {
        let node = as_bound(Type::of(Kind::Node));
        self.fresh(path.start.variable.as_ref(), node);
        for segment in &path.segments {
            match segment {
                Segment::Hop { relationship, node: to } => {
                    let one = Type::of(Kind::Relationship);
                    let of = if relationship.length.is_some() { Type::list_of(one) } else { one };
                    self.fresh(relationship.variable.as_ref(), as_bound(of));
                    self.fresh(to.variable.as_ref(), node);
                }
                Segment::Quantified { path, node: to, .. } => {
                    self.path(path, &|of| as_bound(Type::list_of(of)));
                    self.fresh(to.variable.as_ref(), node);
                }
            }
        }
    }
}

/// The columns with their types joined with those of the same names elsewhere.
fn joined(mut columns: Vec<Binding>, others: impl Iterator<Item = Vec<Binding>>) -> Vec<Binding> {
    for part in others {
        for column in &mut columns {
            let other = part.iter().find(|binding| same_name(&binding.name, &column.name));
            column.of = column.of.union(other.map_or(Type::UNKNOWN, |binding| binding.of));
        }
    }
    columns
}
