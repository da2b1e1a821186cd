//! NEXT, conditional queries, queries in braces.

use graphlance_cypher::Name;
use graphlance_cypher::ast::{Clause, Composed, Conditional, Query, Yield};
use graphlance_graph::Latitude;

use super::Compiler;
use super::query::syntax;
use crate::Failure;
use crate::plan::{BranchPlan, ClausePlan};
use crate::term::Slot;

impl Compiler<'_> {
    /// Compiles a composed query. Its columns are the scope afterwards.
    pub(super) fn composed(&mut self, composed: &Composed) -> Result<(ClausePlan, Vec<(Name, Slot)>), Failure> {
        let (plan, columns) = match composed {
            Composed::Braces(query) => {
                let plan = self.inner(query)?;
                let columns = plan.outputs.clone();
                (ClausePlan::Sequence(vec![plan]), columns)
            }
            Composed::Sequence(queries) => {
                let mut plans = Vec::with_capacity(queries.len());
                for query in queries {
                    let plan = self.inner(query)?;
                    self.set_scope(&plan.outputs);
                    plans.push(plan);
                }
                let columns = plans.last().map(|plan| plan.outputs.clone()).unwrap_or_default();
                (ClausePlan::Sequence(plans), columns)
            }
            Composed::Conditional(conditional) => self.conditional(conditional)?,
        };
        self.set_scope(&columns);
        Ok((plan, columns))
    }

    fn inner(&mut self, query: &Query) -> Result<crate::plan::QueryPlan, Failure> {
        for part in query.parts() {
            if let [Clause::Call(call)] = part.clauses.as_slice()
                && !matches!(call.results, Yield::Items(_))
            {
                return Err(Failure::Unknown("a procedure without YIELD as a part of a composed query".into()));
            }
        }
        self.query(query)
    }

    /// What is visible behind a query: what stays imported, and its columns.
    fn set_scope(&mut self, columns: &[(Name, Slot)]) {
        self.scope = self.imported.clone();
        self.scope.extend(columns.iter().cloned());
    }

    fn conditional(&mut self, conditional: &Conditional) -> Result<(ClausePlan, Vec<(Name, Slot)>), Failure> {
        let mut branches = Vec::with_capacity(conditional.branches.len() + 1);
        let mut columns: Option<Vec<(Name, Slot)>> = None;
        let conditions = conditional.branches.iter().map(|(condition, query)| (Some(condition), query));
        for (condition, query) in conditions.chain(conditional.otherwise.iter().map(|query| (None, query))) {
            let condition = condition.map(|condition| self.expression(condition)).transpose()?;
            let plan = self.inner(query)?;
            if columns.is_none() {
                columns = Some(plan.outputs.iter().map(|(name, _)| (name.clone(), self.fresh())).collect());
            }
            let mut copies = Vec::new();
            for (name, to) in columns.iter().flatten() {
                let Some((_, from)) = plan.outputs.iter().find(|(found, _)| found == name) else {
                    return Err(syntax("DifferentColumnsInUnion", "the branches of a query have different columns"));
                };
                let latitude = self.latitude_of_slot(*from);
                if latitude != Latitude::Exact {
                    self.latitudes.push((*to, latitude));
                }
                copies.push((*from, *to));
            }
            branches.push(BranchPlan { condition, query: plan, copies });
        }
        Ok((ClausePlan::Conditional(branches), columns.unwrap_or_default()))
    }
}
