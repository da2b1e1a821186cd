//! Statements made of others that gave rows, by a change of their structure (GDsmith, 3.3): a RETURN becomes a WITH and further
//! clauses follow, a WITH becomes the RETURN, conditions are dropped.

use graphlance_cypher::Statement;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::walk::{PartMut, for_each_expression_mut};
use graphlance_graph::Name;
use graphlance_reference::{Budget, Options, evaluate};

use super::made::{Expected, Made};
use super::query::{Beginning, Family, Skeleton};
use super::table::{Table, Variable};

/// Clauses of a statement that is kept, so that it is neither trivial nor slow.
const CLAUSES: std::ops::RangeInclusive<usize> = 2..=8;

/// A statement that gave rows.
pub(super) struct Kept<'a> {
    /// The clauses before its RETURN.
    clauses: Vec<Clause>,
    /// The table before its RETURN.
    before: Table<'a>,
    last: Projection,
    /// What its columns may be.
    columns: Vec<Variable>,
}

impl<'a> Kept<'a> {
    /// The statement; none where it gave no rows, or is of too few clauses or too many.
    pub fn new(clauses: &[Clause], before: &Table<'a>, last: &Projection, returned: &Table<'a>) -> Option<Kept<'a>> {
        let column = |name: Name| Variable { shape: returned.shape(&name).clone(), name };
        let columns = returned.names().into_iter().map(column).collect();
        let keeps = returned.count() > 0 && CLAUSES.contains(&(clauses.len() + 1));
        keeps.then(|| Kept { clauses: clauses.to_vec(), before: before.clone(), last: last.clone(), columns })
    }
}

impl<'a> Skeleton<'a, '_> {
    /// A mutant of a statement of the pool; none as a rule, or where none can be had.
    pub(super) fn mutant(&mut self, family: &mut Family<'a>) -> Option<Made> {
        let shares = self.context.shares;
        if family.pool.is_empty() || !self.random.chance(shares.mutations) {
            return None;
        }
        let sorts = [(shares.delay_return, 0), (shares.advance_return, 1), (shares.remove_condition, 2)];
        let sorts: Vec<usize> = sorts.into_iter().filter(|(on, _)| *on).map(|(_, sort)| sort).collect();
        let place = self.random.below(family.pool.len());
        match self.random.pick(&sorts)? {
            0 => self.delay_return(family, place),
            1 => self.advance_return(&family.pool[place]),
            _ => self.remove_condition(&family.pool[place]),
        }
    }

    /// The statement with a WITH in the place of its RETURN, a clause more, and another RETURN.
    fn delay_return(&mut self, family: &mut Family<'a>, place: usize) -> Option<Made> {
        let Kept { clauses, before, last, columns } = &family.pool[place];
        let (mut projection, mut variables) = (last.clone(), columns.clone());
        for (item, variable) in projection.items.iter_mut().zip(&mut variables) {
            // The columns of the next RETURN have the names of these.
            let (old, new) = (variable.name.clone(), self.fresh('a'));
            for key in &mut projection.order {
                for_each_expression_mut(PartMut::Expression(&mut key.expression), &mut |expression| {
                    if matches!(expression, Expression::Variable(name) if *name == old) {
                        *expression = build::variable(new.clone());
                    }
                });
            }
            item.alias = Some(new.clone());
            variable.name = new;
        }
        let table = self.projected(before, &projection, &variables)?;
        let mut clauses = clauses.clone();
        clauses.push(Clause::With(With { projection, predicate: None }));
        family.beginnings.push(Beginning { clauses, table, techniques: Default::default() });
        let begun = family.beginnings.len() - 1;
        self.lengthen(family, begun, false);
        let made = self.statement(family, family.beginnings.len() - 1);
        family.beginnings.truncate(begun);
        let mut made = made?;
        made.techniques.count("mutation.delay_return");
        Some(made)
    }

    /// The statement up to one of its WITHs, which becomes the RETURN without its WHERE.
    fn advance_return(&mut self, kept: &Kept<'a>) -> Option<Made> {
        let ends = |clause: &Clause| matches!(clause, Clause::With(with) if !with.projection.star);
        let places: Vec<usize> = (1..kept.clauses.len()).filter(|place| ends(&kept.clauses[*place])).collect();
        let place = *self.random.pick(&places)?;
        let Clause::With(With { projection, .. }) = &kept.clauses[place] else { return None };
        let mut clauses = kept.clauses[..place].to_vec();
        clauses.push(Clause::Return(projection.clone()));
        self.changed(clauses, "mutation.advance_return")
    }

    /// The statement without some of its conditions.
    fn remove_condition(&mut self, kept: &Kept<'a>) -> Option<Made> {
        let mut clauses = kept.clauses.clone();
        let mut removed = false;
        for clause in &mut clauses {
            let (Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. })) = clause else {
                continue;
            };
            if predicate.is_some() && self.random.chance(0.6) {
                *predicate = None;
                removed = true;
            }
        }
        clauses.push(Clause::Return(kept.last.clone()));
        if removed { self.changed(clauses, "mutation.remove_condition") } else { None }
    }

    /// A statement of other clauses, with what it returns.
    fn changed(&mut self, clauses: Vec<Clause>, counted: &'static str) -> Option<Made> {
        let count = clauses.len();
        let statement = Statement::from(SingleQuery { clauses });
        // Without conditions there may be many rows.
        let budget = Budget { rows: 10 * self.context.attempts.budget.rows, ..self.context.attempts.budget };
        let options = Options { budget, ..self.context.options.clone() };
        let returns = evaluate(self.context.graph, &statement, &options).ok()?.returns;
        let Statement::Query(query) = statement else { return None };
        let mut techniques = crate::techniques::Techniques::default();
        techniques.count(counted);
        let few = returns.rows.len() <= 2 * self.most_rows();
        few.then_some(Made { query, expected: Expected::Rows(returns), clauses: count, techniques })
    }
}
