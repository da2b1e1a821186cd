//! Queries and clauses.

use graphlance_cypher::ast::{
    CallSubquery, Clause, Expression, Imports, Projection, Query, RemoveItem, SetItem, SingleQuery, Yield,
};
use graphlance_graph::Name;

use super::{Checker, Scope, Type, already_bound, composition, syntax, undefined, wrong_type};
use crate::CypherError;

impl Checker {
    /// Checks a query in the current scope, which is unchanged afterwards, and gives its columns.
    pub(super) fn query(&mut self, query: &Query) -> Result<Scope, CypherError> {
        let scope = self.scope.clone();
        self.query_in(query, |_| scope.clone())
    }

    /// Checks a query whose parts each begin with a scope of their own.
    fn query_in(&mut self, query: &Query, of: impl Fn(&SingleQuery) -> Scope) -> Result<Scope, CypherError> {
        let scope = self.scope.clone();
        let mut columns: Option<Scope> = None;
        for part in query.parts() {
            self.scope = of(part);
            let found = self.part(part)?;
            match &mut columns {
                None => columns = Some(found),
                Some(first) => unite(first, found)?,
            }
        }
        self.scope = scope;
        if query.unions.windows(2).any(|pair| pair[0].all != pair[1].all) {
            return Err(syntax("InvalidClauseComposition", "UNION and UNION ALL cannot be mixed"));
        }
        Ok(columns.unwrap_or_default())
    }

    fn part(&mut self, part: &SingleQuery) -> Result<Scope, CypherError> {
        composition::check_order(part)?;
        if let [Clause::Composed(composed)] = part.clauses.as_slice() {
            return self.composed(composed);
        }
        for clause in &part.clauses {
            self.clause(clause, part.clauses.len() == 1)?;
        }
        Ok(match part.clauses.last() {
            Some(Clause::Return(projection)) => self.columns(projection),
            _ => Scope::new(),
        })
    }

    /// The columns of RETURN: all that is in scope after it, what stays imported aside.
    fn columns(&self, projection: &Projection) -> Scope {
        let imported = |name: &Name| self.imported.iter().any(|(known, _)| known == name);
        let count = projection.items.len();
        if projection.star {
            return self.scope.iter().filter(|(name, _)| !imported(name)).cloned().collect();
        }
        self.scope.iter().skip(self.scope.len().saturating_sub(count)).cloned().collect()
    }

    fn clause(&mut self, clause: &Clause, alone: bool) -> Result<(), CypherError> {
        match clause {
            Clause::Match(clause) => {
                self.matched(clause)?;
                self.hints(clause)?;
                clause.predicate.iter().try_for_each(|predicate| self.predicate(predicate))
            }
            Clause::Composed(_) => Err(syntax("InvalidClauseComposition", "a composed query among clauses")),
            Clause::Filter(predicate) => {
                let all = Projection { star: true, ..Projection::default() };
                self.projection(&all, Some(predicate), true)
            }
            Clause::Let(variables) => self.assigned(variables),
            Clause::Page(page) => self.projection(&page.as_projection(), None, true),
            Clause::Finish => Ok(()),
            Clause::Insert(patterns) => patterns.iter().try_for_each(|pattern| self.inserted(pattern)),
            Clause::Unwind(unwind) | Clause::For(unwind) => {
                let element = match self.value(&unwind.list)? {
                    Type::List(element) => *element,
                    _ => Type::Any,
                };
                if self.find(&unwind.variable).is_some() {
                    return Err(already_bound(&unwind.variable));
                }
                self.declare(&unwind.variable, element);
                Ok(())
            }
            Clause::With(with) => self.projection(&with.projection, with.predicate.as_ref(), true),
            Clause::Return(projection) => self.projection(projection, None, false),
            Clause::Call(call) => {
                call.arguments.iter().flatten().try_for_each(|argument| self.value(argument).map(drop))?;
                match &call.results {
                    Yield::Star if !alone => {
                        return Err(syntax("UnexpectedSyntax", "YIELD * inside a query"));
                    }
                    Yield::Items(items) => {
                        for item in items {
                            let name = item.variable.as_ref().unwrap_or(&item.field);
                            if self.find(name).is_some() {
                                return Err(already_bound(name));
                            }
                            self.declare(name, Type::Any);
                        }
                    }
                    Yield::Absent | Yield::Star => {}
                }
                call.predicate.iter().try_for_each(|predicate| self.predicate(predicate))
            }
            Clause::Subquery(call) => self.call_subquery(call),
            Clause::Create(patterns) => patterns.iter().try_for_each(|pattern| self.created(pattern, false)),
            Clause::Merge(merge) => {
                self.created(&merge.pattern, true)?;
                let items = merge.actions.iter().flat_map(|action| &action.items);
                items.into_iter().try_for_each(|item| self.set_item(item))
            }
            Clause::Set(items) => items.iter().try_for_each(|item| self.set_item(item)),
            Clause::Remove(items) => items.iter().try_for_each(|item| match item {
                RemoveItem::Property { target, .. } => self.value(target).map(drop),
                RemoveItem::Labels { variable, .. } => self.known(variable),
                RemoveItem::DynamicProperty { target, key } => {
                    self.value(target)?;
                    self.computed_key(key)
                }
                RemoveItem::DynamicLabels { variable, labels } => {
                    self.known(variable)?;
                    self.written_labels(labels)
                }
            }),
            Clause::Delete(delete) => delete.expressions.iter().try_for_each(|expression| self.deleted(expression)),
            Clause::Foreach(foreach) => {
                self.value(&foreach.list)?;
                let mark = self.scope.len();
                self.declare(&foreach.variable, Type::Any);
                foreach.clauses.iter().try_for_each(|clause| self.clause(clause, false))?;
                self.scope.truncate(mark);
                Ok(())
            }
        }
    }

    fn call_subquery(&mut self, call: &CallSubquery) -> Result<(), CypherError> {
        let scope = self.scope.clone();
        let visible: Scope = match &call.imports {
            Imports::All => scope.clone(),
            Imports::Names(names) => {
                let find = |name: &Name| {
                    let kind = self.find(name).ok_or_else(|| undefined(name))?;
                    Ok((name.clone(), kind.clone()))
                };
                names.iter().map(find).collect::<Result<_, CypherError>>()?
            }
            Imports::Body => Scope::new(),
        };
        composition::check_ends(&call.query, false)?;
        if call.imports == Imports::Body {
            composition::check_plain(&call.query)?;
        }
        let outer = |name: &Name| scope.iter().any(|(known, _)| known == name);
        if call.imports == Imports::Body {
            call.query.parts().try_for_each(|part| composition::check_import(part, &outer))?;
        }
        let imported = std::mem::replace(&mut self.imported, visible.clone());
        let columns = self.query_in(&call.query, |part| match call.imports {
            Imports::Body if composition::imports(part, &outer) => scope.clone(),
            _ => visible.clone(),
        });
        self.imported = imported;
        self.scope = scope.clone();
        for (name, kind) in columns? {
            if self.find(&name).is_some() {
                return Err(already_bound(&name));
            }
            self.declare(&name, kind);
        }
        call.transactions.iter().try_for_each(|transactions| self.transactions(transactions))
    }

    fn set_item(&mut self, item: &SetItem) -> Result<(), CypherError> {
        match item {
            SetItem::Property { target, value, .. } => {
                self.value(target)?;
                self.value(value).map(drop)
            }
            SetItem::Properties { variable, value, .. } => {
                self.known(variable)?;
                self.value(value).map(drop)
            }
            SetItem::Labels { variable, .. } => self.known(variable),
            SetItem::DynamicProperty { target, key, value } => {
                self.value(target)?;
                self.computed_key(key)?;
                self.value(value).map(drop)
            }
            SetItem::DynamicLabels { variable, labels } => {
                self.known(variable)?;
                self.written_labels(labels)
            }
        }
    }

    fn known(&self, variable: &Name) -> Result<(), CypherError> {
        self.find(variable).map(drop).ok_or_else(|| undefined(variable))
    }

    fn deleted(&mut self, expression: &Expression) -> Result<(), CypherError> {
        if let Expression::HasLabels(..) = expression {
            return Err(syntax("InvalidDelete", "DELETE takes no labels"));
        }
        match self.value(expression)? {
            Type::Any | Type::Node | Type::Relationship | Type::Path => Ok(()),
            other => Err(wrong_type("a node, relationship or path", &other)),
        }
    }
}

pub(super) fn unite(first: &mut Scope, other: Scope) -> Result<(), CypherError> {
    // Whether their order matters is open: the compiler says so.
    let differ = || syntax("DifferentColumnsInUnion", "the parts of a UNION have different columns");
    if first.len() != other.len() {
        return Err(differ());
    }
    for (name, a) in first.iter_mut() {
        let (_, b) = other.iter().find(|(found, _)| found == name).ok_or_else(differ)?;
        *a = std::mem::replace(a, Type::Any).or(b.clone());
    }
    Ok(())
}
