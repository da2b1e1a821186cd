//! FOREACH and CALL around clauses that write.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::updates;
use graphlance_cypher::walk::{Part, any};
use graphlance_graph::Name;

use super::element::Element;
use super::writer::Writer;

impl Writer<'_, '_, '_> {
    /// Whether another loop or call may stand here.
    pub fn may_nest(&self) -> bool {
        self.depth < self.shares.depth
    }

    /// `FOREACH (v IN [1, 2] | CREATE (:A {k: v}))`
    pub fn foreach(&mut self) -> Option<Clause> {
        let list = self.loop_list()?;
        let variable = self.skeleton.fresh('v');
        let outside = (self.elements.clone(), self.values.clone());
        self.values.push(variable.clone());
        self.depth += 1;
        let mut clauses = Vec::new();
        for _ in 0..1 + self.skeleton.random.weighted(&[0.7, 0.3])? {
            clauses.extend(self.inner_clause());
        }
        self.depth -= 1;
        self.leave(outside);
        (!clauses.is_empty()).then_some(Clause::Foreach(Foreach { variable, list, clauses }))
    }

    /// A list to loop over, of values that a property can hold.
    fn loop_list(&mut self) -> Option<Expression> {
        let key = self.key();
        let count = self.skeleton.random.weighted(&[0.15, 0.3, 0.35, 0.2])?;
        let items: Vec<Expression> = (0..count).map(|_| self.constant(&key)).collect();
        let list = Expression::List(items);
        if self.skeleton.context.vocabulary.has(Feature::Case)
            && self.reads_rows
            && self.chance(0.35)
            && let Some((predicate, _)) = self.skeleton.filter(&self.table)
        {
            // The way to write on some rows only.
            let case = CaseExpression {
                operand: None,
                branches: vec![(predicate, list)],
                otherwise: Some(Expression::List(Vec::new())),
            };
            return Some(Expression::Case(Box::new(case)));
        }
        Some(list)
    }

    fn inner_clause(&mut self) -> Option<Clause> {
        match self.skeleton.random.below(10) {
            0..=2 => self.create(),
            3 | 4 => self.merge(),
            5..=7 => self.set(),
            8 if self.may_nest() => self.foreach(),
            8 => self.remove(),
            _ => self.delete_clause(),
        }
    }

    /// `CALL (a) { CREATE (a)-[:T]->(:B) }`: it makes no rows; or with a RETURN, which makes as many as it returns.
    pub fn call(&mut self) -> Option<Clause> {
        let by_scope = self.skeleton.context.vocabulary.has(Feature::CallSubqueryScope);
        let by_with = self.skeleton.context.vocabulary.has(Feature::CallSubquery);
        if !by_scope && !by_with {
            return None;
        }
        let outside = (self.elements.clone(), self.values.clone());
        let imports = self.imported();
        self.elements.retain(|element| imports.contains(&element.name));
        self.values.retain(|value| imports.contains(value));
        let reads_rows = std::mem::replace(&mut self.reads_rows, false);
        self.depth += 1;
        let mut clauses = Vec::new();
        if self.chance(0.3) {
            clauses.extend(self.rows_of_constants());
        }
        for _ in 0..1 + self.skeleton.random.weighted(&[0.6, 0.4])? {
            clauses.extend(self.inner_clause());
        }
        self.depth -= 1;
        let returned = if self.chance(0.5) { self.returned_value() } else { None };
        self.reads_rows = reads_rows && !deletes(&clauses);
        self.leave(outside);
        if !clauses.iter().any(is_writing) {
            return None;
        }
        if let Some(expression) = returned {
            let name = self.skeleton.fresh('c');
            let item = ProjectionItem { expression, alias: Some(name.clone()) };
            clauses.push(Clause::Return(Projection { items: vec![item], ..Projection::default() }));
            self.returned.push(name);
        }
        let in_parentheses = by_scope && (!by_with || self.chance(0.7));
        let imports = match in_parentheses {
            true => Imports::Names(imports),
            false if imports.is_empty() => Imports::Body,
            false => {
                let item = |name: &Name| ProjectionItem { expression: build::variable(name.clone()), alias: None };
                let projection = Projection { items: imports.iter().map(item).collect(), ..Projection::default() };
                clauses.insert(0, Clause::With(With { projection, predicate: None }));
                Imports::Body
            }
        };
        Some(Clause::Subquery(CallSubquery::new(imports, SingleQuery { clauses }.into())))
    }

    /// Elements and values that a call takes along.
    fn imported(&mut self) -> Vec<Name> {
        let there = self.elements.iter().filter(|element| element.is_there()).map(|element| element.name.clone());
        let all: Vec<Name> = there.chain(self.values.iter().cloned()).collect();
        let count = self.skeleton.random.below(all.len().min(3) + 1);
        self.skeleton.random.sample(&all, count)
    }

    /// `UNWIND [1, 2] AS u`
    pub fn rows_of_constants(&mut self) -> Option<Clause> {
        if !self.skeleton.context.vocabulary.has(Feature::Unwind) {
            return None;
        }
        let key = self.key();
        let count = self.skeleton.random.weighted(&[0.05, 0.25, 0.45, 0.25])?;
        let items = (0..count).map(|_| self.constant(&key)).collect();
        let variable = self.skeleton.fresh('u');
        self.values.push(variable.clone());
        Some(Clause::Unwind(Unwind { list: Expression::List(items), variable }))
    }

    /// What was made inside is out of scope outside; what was deleted stays so.
    fn leave(&mut self, (mut elements, values): (Vec<Element>, Vec<Name>)) {
        for outer in &mut elements {
            if let Some(inner) = self.elements.iter().find(|inner| inner.name == outer.name) {
                outer.state = inner.state;
            }
        }
        (self.elements, self.values) = (elements, values);
    }
}

/// Whether a clause changes the graph, as a call that is made here does.
pub(super) fn is_writing(clause: &Clause) -> bool {
    updates(clause) || matches!(clause, Clause::Subquery(_))
}

/// Whether something is deleted by clauses of a call.
fn deletes(clauses: &[Clause]) -> bool {
    let is_delete = |part: &Part<'_>| matches!(part, Part::Clause(Clause::Delete(_)));
    clauses.iter().any(|clause| any(Part::Clause(clause), &mut |part| is_delete(part)))
}
