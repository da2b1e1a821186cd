//! What newer standards and manuals have beside the older forms: FILTER, LET, clauses of order and cut, tests of types, CASE with
//! tests, and queries put together by NEXT, WHEN and braces.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Kind;
use graphlance_graph::Value;

use super::query::Skeleton;
use super::table::{Table, Variable};
use super::value::Computed;
use crate::expression::Shape;

/// Share of statements that are put together of several queries, or stand in braces.
const COMPOSED: f64 = 0.08;

impl<'a> Skeleton<'a, '_> {
    /// FILTER, LET, or an order with a cut, each as a clause.
    pub(super) fn modern_clause(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        let forms = [Feature::Filter, Feature::Let, Feature::OrderByClause];
        let forms: Vec<Feature> = forms.into_iter().filter(|form| self.context.vocabulary.has(*form)).collect();
        let (clause, variables, counted) = match self.random.pick(&forms)? {
            Feature::Filter => (Clause::Filter(self.filter(table)?.0), Vec::new(), "clause.filter"),
            Feature::Let => {
                let mut variables = Vec::new();
                let mut items = Vec::new();
                for _ in 0..self.random.between(1, 2) {
                    let Some(computed) = self.computed(table, false) else { continue };
                    let name = self.fresh('a');
                    items.push((name.clone(), computed.expression));
                    variables.push(Variable { name, shape: computed.shape });
                }
                ((!items.is_empty()).then_some(Clause::Let(items))?, variables, "clause.let")
            }
            _ => (Clause::Page(self.page(table)?), Vec::new(), "clause.page"),
        };
        let growth = self.after(table, std::slice::from_ref(&clause))?;
        self.made.push(clause);
        self.techniques.count(counted);
        Some(Table::new(growth, table.variables_and(variables)))
    }

    /// An order with a cut that it decides. None behind a projection, whose own it would be.
    fn page(&mut self, table: &Table<'a>) -> Option<Page> {
        if matches!(self.made.last(), None | Some(Clause::With(_) | Clause::Page(_))) || table.count() < 2 {
            return None;
        }
        let mut projection = Projection { star: true, order: self.sort_keys(table), ..Projection::default() };
        if projection.order.is_empty() {
            return None;
        }
        self.cut(&mut projection, table.count(), 1);
        let Projection { order, skip, limit, .. } = projection;
        Some(Page { order, skip, limit })
    }

    /// `CASE n.k WHEN 1, > 7 THEN 'a' WHEN IS NULL THEN 'b' ELSE 'c' END`
    pub(super) fn tested_cases(&mut self, table: &Table<'a>) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::ExtendedCase) {
            return None;
        }
        let (known, values) = self.column(table, &[Kind::Integer, Kind::String])?;
        let present: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
        let mut value = || self.random.pick(&present).and_then(|value| build::constant(value));
        let (equal, beyond) = (value()?, value()?);
        let operators = [ComparisonOperator::Greater, ComparisonOperator::LessOrEqual, ComparisonOperator::NotEqual];
        let compared = CaseTest::Comparison(*self.random.pick(&operators)?, beyond);
        let first = ExtendedBranch { tests: vec![CaseTest::Value(equal), compared], then: build::integer(1) };
        let second = ExtendedBranch { tests: vec![CaseTest::Null(false)], then: build::integer(2) };
        let mut branches = vec![first, second];
        if self.random.chance(0.4) {
            branches.reverse();
        }
        let otherwise = self.random.chance(0.6).then(|| build::integer(3));
        let case = ExtendedCase { operand: known.expression, branches, otherwise };
        Some(Computed { expression: Expression::ExtendedCase(Box::new(case)), shape: Shape::Integer(0, 3) })
    }

    /// `n.k IS :: INTEGER NOT NULL`, `n.k IS NOT NORMALIZED`
    pub(super) fn type_test(&mut self, table: &Table<'a>) -> Option<Computed> {
        let normalized = self.random.chance(0.4);
        let feature = if normalized { Feature::Normalized } else { Feature::TypePredicate };
        if !self.context.vocabulary.has(feature) {
            return None;
        }
        let negated = self.random.chance(0.3);
        let (expression, wanted) = if normalized {
            let (known, _) = self.column(table, &[Kind::String])?;
            let forms = [NormalForm::Nfc, NormalForm::Nfd, NormalForm::Nfkc, NormalForm::Nfkd];
            (known.expression, Wanted::Normalized(forms[self.random.below(forms.len())]))
        } else {
            let (known, _) = self.column(table, &[Kind::Integer, Kind::String, Kind::Float, Kind::Boolean])?;
            let names = [TypeName::Integer, TypeName::String, TypeName::Float, TypeName::Boolean, TypeName::Null];
            let count = self.random.between(1, 2);
            let drawn = self.random.sample(&names, count);
            let mut alternatives = Vec::new();
            for name in drawn {
                let not_null = name != TypeName::Null && self.random.chance(0.4);
                alternatives.push(SingleType { name, not_null });
            }
            (known.expression, Wanted::Type(ValueType { alternatives }))
        };
        let test = Box::new(IsTest { negated, wanted });
        Some(Computed { expression: Expression::Is(Box::new(expression), test), shape: Shape::Boolean })
    }

    /// The query as a chain of two, as a choice between two, or in braces; none where it stays as it is.
    pub(super) fn composed(&mut self, query: &Query, table: &Table<'a>) -> Option<Query> {
        if !self.random.chance(COMPOSED) || !query.unions.is_empty() {
            return None;
        }
        match self.random.below(5) {
            0 if self.context.vocabulary.has(Feature::QueryBraces) => {
                self.techniques.count("query.braces");
                Some(Composed::Braces(query.clone()).into())
            }
            1 | 2 if self.context.vocabulary.has(Feature::Next) => self.chain(query),
            _ => self.choice(query, table),
        }
    }

    /// The query cut in two at one of its WITH clauses.
    fn chain(&mut self, query: &Query) -> Option<Query> {
        let clauses = &query.first.clauses;
        let cuts = |place: &usize| matches!(&clauses[*place], Clause::With(With { projection, predicate: None }) if !projection.star);
        let places: Vec<usize> = (0..clauses.len()).filter(cuts).collect();
        let place = *self.random.pick(&places)?;
        let Clause::With(With { projection, .. }) = &clauses[place] else { return None };
        let mut first = clauses[..place].to_vec();
        first.push(Clause::Return(projection.clone()));
        let second = SingleQuery { clauses: clauses[place + 1..].to_vec() };
        self.techniques.count("query.next");
        Some(Composed::Sequence(vec![SingleQuery { clauses: first }.into(), second.into()]).into())
    }

    /// `.. RETURN n.k AS a NEXT WHEN a > 3 THEN RETURN a AS c0 ELSE RETURN -a AS c0`
    fn choice(&mut self, query: &Query, table: &Table<'a>) -> Option<Query> {
        let features = [Feature::Next, Feature::ConditionalQuery];
        if features.iter().any(|feature| !self.context.vocabulary.has(*feature)) || table.names().is_empty() {
            return None;
        }
        let named = |name| ProjectionItem { expression: build::variable(name), alias: None };
        let items = table.names().into_iter().map(named).collect();
        let mut clauses = query.first.clauses.clone();
        let last = clauses.last_mut()?;
        *last = Clause::Return(Projection { items, ..Projection::default() });
        let condition = self.filter(table)?.0;
        let mut branch = || -> Option<Query> {
            let item = |expression, name: &str| ProjectionItem { expression, alias: Some(name.into()) };
            let values = [self.computed(table, true)?.expression, self.computed(table, true)?.expression];
            let items = values.into_iter().zip(["c0", "c1"]).map(|(value, name)| item(value, name)).collect();
            let projection = Projection { items, ..Projection::default() };
            Some(SingleQuery { clauses: vec![Clause::Return(projection)] }.into())
        };
        let (then, otherwise) = (branch()?, branch()?);
        let choice = Conditional { branches: vec![(condition, then)], otherwise: Some(otherwise) };
        self.techniques.count("query.when");
        let first = SingleQuery { clauses }.into();
        Some(Composed::Sequence(vec![first, Composed::Conditional(choice).into()]).into())
    }
}
