//! How complex a statement is.

use std::collections::BTreeSet;

use graphlance_graph::Name;

use crate::ast::*;
use crate::dialect::Dialect;
use crate::functions::Aggregate;
use crate::names::Names;
use crate::print::length;
use crate::walk::{Part, for_each_child};

/// The measures of a statement, taken on its syntax tree.
///
/// The rules, with which any two generators can be compared:
///
/// * **patterns**: comma-separated patterns of MATCH, CREATE and MERGE, those inside subqueries included. Patterns in
///   expressions are none.
/// * **relationship patterns**: `-[..]-` anywhere, in expressions too; one in a quantified path counts once.
/// * **expression depth**: how deep operators and calls are nested in one another. Literals, parameters, variables and
///   property accesses add nothing (`n.k` has depth 0, `f(n.k)` 1, `f(n.k) = 1` 2); AND directly inside AND adds
///   nothing either. Every other kind of expression adds 1 to the deepest part of it, patterns and subqueries included.
/// * **clauses**: clauses anywhere, those inside subqueries and FOREACH included, and one for each UNION. WHERE,
///   GROUP BY, ORDER BY, SKIP, LIMIT, ON CREATE, ON MATCH and IN TRANSACTIONS are parts of their clauses.
///   `EXISTS { MATCH .. }` has one.
/// * **references**: uses of a variable that an earlier clause bound, each occurrence: in expressions, patterns, SET,
///   REMOVE, imports of CALL. A clause around a subquery or FOREACH is earlier than those inside. Not the use of what the
///   same clause binds (WHERE of the MATCH that binds it, ORDER BY of the RETURN that names it), nor that of a
///   variable of a comprehension, quantifier or reduce.
/// * **characters**: Unicode scalar values of the text.
/// * **functions**: the distinct functions called, aggregates included, in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Patterns of MATCH, CREATE and MERGE.
    pub patterns: usize,
    /// Relationship patterns.
    pub relationship_patterns: usize,
    /// The deepest nesting of an expression.
    pub expression_depth: usize,
    /// Clauses.
    pub clauses: usize,
    /// Uses of a variable that an earlier clause bound.
    pub references: usize,
    /// Characters of the text.
    pub characters: usize,
    /// The distinct functions, in lower case.
    pub functions: BTreeSet<Name>,
}

/// The measures of a statement; its text is that of the standard dialect.
pub fn measure(statement: &Statement) -> Measures {
    counted(statement, length(statement, &Dialect::standard()).characters)
}

/// The measures of a statement whose text is at hand.
pub fn measure_printed(statement: &Statement, text: &str) -> Measures {
    counted(statement, text.chars().count())
}

fn counted(statement: &Statement, characters: usize) -> Measures {
    let mut counter = Counter::default();
    let expression_depth = match statement {
        Statement::Query(query) => counter.query(query),
        Statement::Schema(_) => 0,
    };
    Measures { expression_depth, characters, ..counter.measures }
}

#[derive(Default)]
struct Counter<'a> {
    measures: Measures,
    /// What earlier clauses bound.
    scope: Names<'a>,
    /// Variables of comprehensions and their like around the current expression.
    local: Vec<&'a Name>,
}

impl<'a> Counter<'a> {
    fn use_of(&mut self, name: &Name) {
        if self.scope.contains(name) && !self.local.contains(&name) {
            self.measures.references += 1;
        }
    }

    fn call_of(&mut self, name: &str) {
        let lower = name.bytes().any(|byte| byte.is_ascii_uppercase());
        let name = if lower { name.to_ascii_lowercase().into() } else { Name::new(name) };
        self.measures.functions.insert(name);
    }

    /// Each part starts in the scope around the query. Gives the depth of its expressions.
    fn query(&mut self, query: &'a Query) -> usize {
        self.measures.clauses += query.unions.len();
        let mut deepest = 0;
        for part in query.parts() {
            let outer = self.scope.clone();
            deepest = deepest.max(self.clauses(&part.clauses));
            self.scope = outer;
        }
        deepest
    }

    fn clauses(&mut self, clauses: &'a [Clause]) -> usize {
        let mut deepest = 0;
        for clause in clauses {
            deepest = deepest.max(self.clause(clause));
            self.scope.pass(clause);
        }
        deepest
    }

    fn clause(&mut self, clause: &'a Clause) -> usize {
        self.measures.clauses += 1;
        match clause {
            Clause::Match(Match { patterns, .. }) | Clause::Create(patterns) | Clause::Insert(patterns) => {
                self.measures.patterns += patterns.len();
            }
            Clause::Merge(merge) => {
                self.measures.patterns += 1;
                merge.actions.iter().flat_map(|action| &action.items).for_each(|item| self.set_item(item));
            }
            Clause::Set(items) => items.iter().for_each(|item| self.set_item(item)),
            Clause::Remove(items) => {
                for item in items {
                    if let RemoveItem::Labels { variable, .. } | RemoveItem::DynamicLabels { variable, .. } = item {
                        self.use_of(variable);
                    }
                }
            }
            Clause::Subquery(subquery) => return self.call_subquery(subquery),
            Clause::Composed(composed) => return self.composed(composed),
            Clause::Foreach(foreach) => return self.foreach(foreach),
            _ => {}
        }
        self.children(Part::Clause(clause))
    }

    fn set_item(&mut self, item: &SetItem) {
        match item {
            SetItem::Properties { variable, .. }
            | SetItem::Labels { variable, .. }
            | SetItem::DynamicLabels { variable, .. } => self.use_of(variable),
            SetItem::Property { .. } | SetItem::DynamicProperty { .. } => {}
        }
    }

    fn call_subquery(&mut self, subquery: &'a CallSubquery) -> usize {
        if let Imports::Names(names) = &subquery.imports {
            names.iter().for_each(|name| self.use_of(name));
        }
        let inside = self.scope.inside(subquery);
        let outer = std::mem::replace(&mut self.scope, inside);
        let mut depth = self.query(&subquery.query);
        self.scope = outer;
        for expression in subquery.transactions.iter().flat_map(|transactions| transactions.parts().0) {
            depth = depth.max(self.expression(expression));
        }
        depth
    }

    /// NEXT counts as UNION does, WHEN and braces as a clause.
    fn composed(&mut self, composed: &'a Composed) -> usize {
        let outer = self.scope.clone();
        let mut deepest = 0;
        if let Composed::Sequence(queries) = composed {
            self.measures.clauses += queries.len().saturating_sub(2);
            for query in queries {
                deepest = deepest.max(self.query(query));
                self.scope = self.scope.before_next(query);
            }
        } else {
            if let Composed::Conditional(it) = composed {
                let conditions = it.branches.iter().map(|(condition, _)| self.expression(condition));
                deepest = conditions.max().unwrap_or(0);
            }
            for query in composed.queries() {
                deepest = deepest.max(self.query(query));
            }
        }
        self.scope = outer;
        deepest
    }

    fn foreach(&mut self, foreach: &'a Foreach) -> usize {
        let depth = self.expression(&foreach.list);
        let outer = self.scope.clone();
        self.scope.bind(&foreach.variable);
        let inside = self.clauses(&foreach.clauses);
        self.scope = outer;
        depth.max(inside)
    }

    /// Counts below a part; gives the depth of its deepest expression.
    fn children(&mut self, part: Part<'a>) -> usize {
        let mut deepest = 0;
        for_each_child(part, &mut |child| deepest = deepest.max(self.part(child)));
        deepest
    }

    fn part(&mut self, part: Part<'a>) -> usize {
        match &part {
            Part::Expression(expression) => return self.expression(expression),
            Part::Query(query) => return self.query(query),
            Part::Clause(clause) => return self.clause(clause),
            Part::Pattern(pattern) => pattern.variable.iter().for_each(|name| self.use_of(name)),
            Part::Node(node) => node.variable.iter().for_each(|name| self.use_of(name)),
            Part::Relationship(relationship) => {
                self.measures.relationship_patterns += 1;
                relationship.variable.iter().for_each(|name| self.use_of(name));
            }
            Part::Single(_) | Part::Path(_) => {}
        }
        self.children(part)
    }

    fn expression(&mut self, expression: &'a Expression) -> usize {
        match expression {
            Expression::Literal(_) | Expression::Parameter(_) => return 0,
            Expression::Variable(name) => {
                self.use_of(name);
                return 0;
            }
            Expression::Property(subject, _) => return self.expression(subject),
            Expression::Binary(BinaryOperator::And, left, right) => {
                let left = self.conjunct(left);
                return left.max(self.conjunct(right)) + 1;
            }
            Expression::CountStar => self.call_of(Aggregate::Count.function().name),
            Expression::Function(call) => self.call_of(&call.name),
            Expression::MapProjection(_, items) => {
                for item in items {
                    if let MapProjectionItem::Variable(name) = item {
                        self.use_of(name);
                    }
                }
            }
            Expression::Exists(subquery) | Expression::Count(subquery) => {
                if let Subquery::Pattern { patterns, .. } = &**subquery {
                    self.measures.clauses += 1;
                    self.measures.patterns += patterns.len();
                }
            }
            Expression::ListComprehension(comprehension) => {
                let ListComprehension { variable, list, predicate, projection } = &**comprehension;
                return self.local_scope(&[list], &[variable], predicate.iter().chain(projection));
            }
            Expression::Quantified(quantified) => {
                let QuantifiedPredicate { variable, list, predicate, .. } = &**quantified;
                return self.local_scope(&[list], &[variable], [predicate]);
            }
            Expression::Reduce(reduce) => {
                let Reduce { accumulator, initial, variable, list, expression } = &**reduce;
                return self.local_scope(&[initial, list], &[accumulator, variable], [expression]);
            }
            _ => {}
        }
        self.children(Part::Expression(expression)) + 1
    }

    /// The depth of an operand of AND; another AND adds none of its own.
    fn conjunct(&mut self, operand: &'a Expression) -> usize {
        let depth = self.expression(operand);
        if matches!(operand, Expression::Binary(BinaryOperator::And, ..)) { depth - 1 } else { depth }
    }

    /// Expressions outside and inside the scope of local variables.
    fn local_scope(
        &mut self,
        outside: &[&'a Expression],
        variables: &[&'a Name],
        inside: impl IntoIterator<Item = &'a Expression>,
    ) -> usize {
        let mut deepest = 0;
        for expression in outside {
            deepest = deepest.max(self.expression(expression));
        }
        let outer = self.local.len();
        self.local.extend_from_slice(variables);
        for expression in inside {
            deepest = deepest.max(self.expression(expression));
        }
        self.local.truncate(outer);
        deepest + 1
    }
}

#[cfg(test)]
mod tests;
