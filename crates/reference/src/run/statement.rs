//! Whole statements: the only place where a writing clause meets the graph.

use graphlance_graph::{Graph, Value};

use super::projection::{After, AnyOf};
use super::{Rows, Runner};
use crate::plan::{ClausePlan, PartPlan, QueryPlan, SubqueryPlan};
use crate::term::Frame;
use crate::uniqueness;
use crate::{Failure, Fault};

/// What is called after each clause of a single query.
pub(crate) type Observer<'o> = &'o mut dyn FnMut(usize, usize, &Rows);

impl Runner<'_> {
    /// Executes a query from the start. The observer gets part, clause and the rows after it.
    pub fn run(&mut self, plan: &QueryPlan, first: Frame, observer: Observer<'_>) -> Result<(Rows, AnyOf), Failure> {
        let alone = plan.parts.len() == 1;
        let (mut results, mut choice) = (Vec::with_capacity(plan.parts.len()), None);
        for (index, part) in plan.parts.iter().enumerate() {
            let rows = Rows { frames: vec![first.clone()], ties: Some(vec![0]), bags: Vec::new() };
            let (rows, any) =
                self.run_part(part, rows, &first, (alone, true), &mut |clause, rows| observer(index, clause, rows))?;
            results.push(rows);
            choice = any;
        }
        self.settle_deletions(Some(&[]))?;
        Ok((self.unite(plan, results)?, choice))
    }

    /// The graph that the statement leaves, which ran on `before`.
    ///
    /// Errors: it breaks a uniqueness constraint, or may have done so on the way.
    pub fn left(self, before: &Graph) -> Result<Graph, Failure> {
        let refuses = self.refuses();
        let std::borrow::Cow::Owned(graph) = self.graph else { return Ok(before.clone()) };
        match self.course.map(|course| uniqueness::settle(before, &course, &graph)) {
            Some(Err(failure @ Failure::Raised(_))) => Err(failure),
            Some(Err(failure)) if refuses => Err(failure),
            _ => Ok(graph),
        }
    }

    fn run_part(
        &mut self,
        part: &PartPlan,
        mut rows: Rows,
        template: &Frame,
        (claims, outermost): (bool, bool),
        observer: &mut dyn FnMut(usize, &Rows),
    ) -> Result<(Rows, AnyOf), Failure> {
        let (mut choice, before) = (None, self.held());
        for (index, clause) in part.clauses.iter().enumerate() {
            if !self.held.is_empty() {
                self.settle_deletions(outermost.then_some(&part.clauses[index..]))?;
            }
            if let ClausePlan::Project(project) = clause {
                let next = part.clauses.get(index + 1);
                let last = project.last && claims && next.is_none();
                let after = if last { After::Answer } else { After::Clause(next) };
                (rows, choice) = self.project(project, rows, template, after)?;
                self.spend_rows(rows.frames.len())?;
            } else {
                rows = self.run_clause(clause, rows, template)?;
            }
            self.hold_only(before, &rows.frames)?;
            observer(index, &rows);
        }
        Ok((rows, choice))
    }

    pub(super) fn run_clause(&mut self, clause: &ClausePlan, rows: Rows, template: &Frame) -> Result<Rows, Failure> {
        match clause {
            ClausePlan::Create(_)
            | ClausePlan::Merge(_)
            | ClausePlan::Set(_)
            | ClausePlan::Remove(_)
            | ClausePlan::Delete { .. }
            | ClausePlan::Foreach { .. } => self.write(clause, rows),
            ClausePlan::Subquery(plan) if self.writing => self.run_subquery(plan, rows),
            ClausePlan::Sequence(plans) if self.writing => self.run_sequence(plans, rows, template),
            ClausePlan::Conditional(branches) if self.writing => self.run_conditional(branches, rows),
            reading => self.read(reading, rows, template),
        }
    }

    /// A subquery that may write, row by row.
    fn run_subquery(&mut self, plan: &SubqueryPlan, rows: Rows) -> Result<Rows, Failure> {
        let mut of_rows = vec![Rows::default(); rows.frames.len()];
        self.doubt(rows.frames.len() > 1);
        let (batch, places) = self.batch(rows.frames.len());
        let writes_once = self.departs(Fault::CallDeletesOnce) && deletes_or_merges(&plan.query);
        for place in places {
            self.enter(batch, place);
            let frame = rows.frames[place].clone();
            if writes_once && place > 0 {
                of_rows[place].frames.extend((!plan.query.returns).then_some(frame));
                self.leave();
                continue;
            }
            let input = Rows::bag(vec![frame.clone()], rows.bags.clone());
            let output = self.run_query(&plan.query, &input, &frame)?;
            self.merge_subquery(plan, frame, output, &mut of_rows[place]);
            self.leave();
        }
        let results = Rows::put_together(of_rows, rows.bags);
        self.spend_rows(results.frames.len())?;
        Ok(results)
    }

    /// Executes a query that may write, inside of another.
    pub(super) fn run_query(&mut self, plan: &QueryPlan, rows: &Rows, template: &Frame) -> Result<Rows, Failure> {
        let mut outputs = Vec::with_capacity(plan.parts.len());
        for part in &plan.parts {
            outputs.push(self.run_part(part, rows.clone(), template, (false, false), &mut |_, _| {})?.0);
        }
        self.unite(plan, outputs)
    }

    /// Whether a value is or holds an element that the statement deleted.
    pub fn holds_deleted(&self, value: &Value) -> bool {
        if !self.writing {
            return false;
        }
        match value {
            Value::Node(node) => self.graph.node(node.key).is_none(),
            Value::Relationship(relationship) => self.graph.relationship(relationship.key).is_none(),
            Value::List(items) => items.iter().any(|item| self.holds_deleted(item)),
            Value::Map(entries) => entries.values().any(|value| self.holds_deleted(value)),
            Value::Path(path) => {
                path.nodes.iter().any(|node| self.graph.node(node.key).is_none())
                    || path.relationships.iter().any(|each| self.graph.relationship(each.key).is_none())
            }
            _ => false,
        }
    }

    /// Elements as they are in the graph now; a deleted one keeps its last state without labels and properties.
    pub fn refreshed(&self, value: &Value) -> Value {
        match value {
            Value::Node(node) => match self.graph.node(node.key) {
                Some(current) => Value::Node(current.clone()),
                None => value.clone(),
            },
            Value::Relationship(relationship) => match self.graph.relationship(relationship.key) {
                Some(current) => Value::Relationship(current.clone()),
                None => value.clone(),
            },
            Value::List(items) => Value::list(items.iter().map(|item| self.refreshed(item)).collect()),
            Value::Map(entries) => {
                Value::map(entries.iter().map(|(key, value)| (key.clone(), self.refreshed(value))).collect())
            }
            Value::Path(path) => {
                let mut path = (**path).clone();
                for node in &mut path.nodes {
                    if let Some(current) = self.graph.node(node.key) {
                        *node = current.clone();
                    }
                }
                for relationship in &mut path.relationships {
                    if let Some(current) = self.graph.relationship(relationship.key) {
                        *relationship = current.clone();
                    }
                }
                Value::Path(path.into())
            }
            other => other.clone(),
        }
    }
}

/// Whether a clause of a query is a DELETE or MERGE, be it in a FOREACH or CALL { }.
fn deletes_or_merges(query: &QueryPlan) -> bool {
    fn does(clause: &ClausePlan) -> bool {
        match clause {
            ClausePlan::Delete { .. } | ClausePlan::Merge(_) => true,
            ClausePlan::Foreach { clauses, .. } => clauses.iter().any(does),
            ClausePlan::Subquery(called) => deletes_or_merges(&called.query),
            _ => false,
        }
    }
    query.parts.iter().flat_map(|part| &part.clauses).any(does)
}
