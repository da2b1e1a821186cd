//! Queries and reading clauses.

use graphlance_cypher::Name;
use graphlance_cypher::ast::{
    CallSubquery, Clause, Expression, Imports, Match, MatchMode, ProcedureCall, Projection, ProjectionItem, Query,
    SingleQuery, Yield,
};

use super::Compiler;
use super::measured::Mentions;
use super::write::merges_alone;
use crate::check::{imports, is_unclear};
use crate::plan::{ClausePlan, MatchPlan, PartPlan, ProcedurePlan, QueryPlan, SubqueryPlan};
use crate::procedures;
use crate::term::Slot;
use crate::{CypherError, ErrorKind, Failure, OpenAnswers, Phase};

impl Compiler<'_> {
    /// Compiles a query in the current scope, which is unchanged afterwards.
    pub fn query(&mut self, query: &Query) -> Result<QueryPlan, Failure> {
        let scope = self.scope.clone();
        let outer = std::mem::replace(&mut self.mentions, Mentions::of(query));
        let plan = self.query_in(query, |_| scope.clone());
        self.mentions = outer;
        plan
    }

    /// Compiles a query whose parts each begin with a scope of their own.
    fn query_in(
        &mut self,
        query: &Query,
        of: impl Fn(&SingleQuery) -> Vec<(Name, Slot)>,
    ) -> Result<QueryPlan, Failure> {
        let scope = self.scope.clone();
        let mut parts = Vec::with_capacity(1 + query.unions.len());
        for part in query.parts() {
            self.scope = of(part);
            parts.push(self.part(&part.clauses, query.unions.is_empty())?);
        }
        self.scope = scope;
        let distinct = query.unions.iter().any(|union| !union.all);
        if distinct && query.unions.iter().any(|union| union.all) {
            return Err(syntax("InvalidClauseComposition", "UNION and UNION ALL cannot be mixed"));
        }
        let columns = parts.first().map(|part| part.columns.clone()).unwrap_or_default();
        let returns = query.returns() || !columns.is_empty();
        let outputs = if parts.len() == 1 {
            columns
        } else {
            parts.iter_mut().try_for_each(|part| self.in_order(part, &columns))?;
            columns.iter().map(|(name, _)| (name.clone(), self.fresh())).collect()
        };
        for part in &parts {
            for ((_, from), (_, to)) in part.columns.iter().zip(&outputs) {
                let latitude = self.latitude_of_slot(*from);
                if from != to && latitude != graphlance_graph::Latitude::Exact {
                    self.latitudes.push((*to, latitude));
                }
            }
        }
        let latitudes = outputs.iter().map(|(_, slot)| (*slot, self.latitude_of_slot(*slot)));
        let inexact = latitudes.filter(|(_, latitude)| *latitude != graphlance_graph::Latitude::Exact).collect();
        Ok(QueryPlan { parts, distinct, outputs, inexact, returns })
    }

    /// Puts the columns of a part of a UNION in the order of the first part's.
    fn in_order(&self, part: &mut PartPlan, first: &[(Name, Slot)]) -> Result<(), Failure> {
        let names = |columns: &[(Name, Slot)]| columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        if names(&part.columns) == names(first) {
            return Ok(());
        }
        let find = |(name, _): &(Name, Slot)| part.columns.iter().find(|(found, _)| found == name).cloned();
        let ordered: Vec<(Name, Slot)> = first.iter().filter_map(find).collect();
        if ordered.len() != first.len() || ordered.len() != part.columns.len() {
            return Err(syntax("DifferentColumnsInUnion", "the parts of a UNION have different columns"));
        }
        if self.options.open == OpenAnswers::Refuse {
            // The manual demands the same columns; engines take them by name or refuse another order.
            return Err(Failure::Unspecified("a UNION of the same columns in another order".into()));
        }
        part.columns = ordered;
        Ok(())
    }

    /// Compiles clauses that go on in the current scope, which is afterwards that behind them.
    pub fn continued(&mut self, clauses: &[Clause]) -> Result<PartPlan, Failure> {
        self.part(clauses, false)
    }

    fn part(&mut self, clauses: &[Clause], alone: bool) -> Result<PartPlan, Failure> {
        let mut plan = PartPlan { clauses: Vec::new(), columns: Vec::new(), scopes: Vec::new() };
        let (mut matched, mut unwound) = (false, false);
        let standalone = alone && clauses.len() == 1;
        for clause in clauses {
            let compiled = match clause {
                Clause::Return(projection) => {
                    let (mut project, columns) = self.projection(projection, None, true)?;
                    project.after_unwind = unwound;
                    plan.columns = columns;
                    ClausePlan::Project(project)
                }
                Clause::Call(call) => {
                    let (procedure, columns) = self.procedure(call, standalone)?;
                    if standalone {
                        plan.columns = columns;
                    }
                    ClausePlan::Procedure(procedure)
                }
                Clause::Composed(composed) => {
                    let (composed, columns) = self.composed(composed)?;
                    plan.columns = columns;
                    composed
                }
                Clause::Unwind(unwind) | Clause::For(unwind) => {
                    let list = self.expression(&unwind.list)?;
                    let slot = self.declare(&unwind.variable);
                    self.note_latitude(slot, &list);
                    unwound = true;
                    ClausePlan::Unwind { list, slot, after_match: matched }
                }
                other => self.clause(other)?,
            };
            matched |= matches!(clause, Clause::Match(_));
            plan.clauses.push(compiled);
            if self.traced {
                plan.scopes.push(self.scope.clone());
            }
        }
        if let [Clause::Merge(_)]
        | [Clause::Unwind(_), Clause::Merge(_)]
        | [Clause::Unwind(_), Clause::Merge(_), Clause::Return(_)] = clauses
        {
            plan.clauses.iter_mut().for_each(merges_alone);
        }
        Ok(plan)
    }

    /// A clause that may stand anywhere.
    pub(super) fn clause(&mut self, clause: &Clause) -> Result<ClausePlan, Failure> {
        Ok(match clause {
            Clause::Match(clause) => ClausePlan::Match(self.match_clause(clause)?),
            Clause::With(with) => {
                let predicate = with.predicate.as_ref();
                ClausePlan::Project(self.projection(&with.projection, predicate, false)?.0)
            }
            Clause::Subquery(call) => ClausePlan::Subquery(self.subquery(call)?),
            Clause::Filter(predicate) => {
                let all = Projection { star: true, ..Projection::default() };
                ClausePlan::Project(self.projection(&all, Some(predicate), false)?.0)
            }
            Clause::Let(variables) => ClausePlan::Project(self.projection(&assigned(variables), None, false)?.0),
            Clause::Page(page) => ClausePlan::Project(self.projection(&page.as_projection(), None, false)?.0),
            Clause::Finish => ClausePlan::Finish,
            Clause::Return(_) | Clause::Call(_) | Clause::Unwind(_) | Clause::For(_) | Clause::Composed(_) => {
                return Err(syntax("InvalidClauseComposition", "a reading clause where only writing ones may stand"));
            }
            writing => return self.write_clause(writing),
        })
    }

    fn match_clause(&mut self, clause: &Match) -> Result<MatchPlan, Failure> {
        if is_unclear(clause) {
            return Err(Failure::Unknown("a hint that the planner may refuse".into()));
        }
        let repeatable = clause.mode == Some(MatchMode::RepeatableElements);
        let pattern = self.matched(&clause.patterns, clause.predicate.as_ref(), repeatable)?;
        let commas_and_filter = clause.patterns.len() > 1 && clause.predicate.is_some();
        Ok(MatchPlan { optional: clause.optional, pattern, commas_and_filter })
    }

    fn subquery(&mut self, call: &CallSubquery) -> Result<SubqueryPlan, Failure> {
        let scope = self.scope.clone();
        let visible: Vec<(Name, Slot)> = match &call.imports {
            Imports::All => scope.clone(),
            Imports::Names(names) => {
                let find = |name: &Name| scope.iter().find(|(known, _)| known == name).cloned();
                names.iter().map(|name| find(name).ok_or_else(|| super::undefined(name))).collect::<Result<_, _>>()?
            }
            Imports::Body => Vec::new(),
        };
        let before = self.width;
        let imported = std::mem::replace(&mut self.imported, visible.clone());
        let outer = |name: &Name| scope.iter().any(|(known, _)| known == name);
        // Of a body that imports by a leading WITH, only that clause sees the outer scope.
        let plan = self.query_in(&call.query, |part| match call.imports {
            Imports::Body if imports(part, &outer) => scope.clone(),
            _ => visible.clone(),
        });
        self.imported = imported;
        self.scope.clone_from(&scope);
        let mut query = plan?;
        let copies = if call.optional { self.own_outputs(&mut query, before) } else { Vec::new() };
        for (name, slot) in &query.outputs {
            if self.scope.iter().any(|(known, _)| known == name) {
                return Err(syntax("VariableAlreadyBound", &format!("`{name}` is already bound")));
            }
            self.scope.push((name.clone(), *slot));
        }
        // Nothing is known of its value, so that no statement with one is executed.
        if let Some(status) = call.transactions.as_ref().and_then(|transactions| transactions.status.as_ref()) {
            self.declare(status);
        }
        Ok(SubqueryPlan { optional: call.optional, query, copies })
    }

    /// Gives outputs that are variables from outside slots of their own, which may become null. From where to where.
    fn own_outputs(&mut self, query: &mut QueryPlan, before: Slot) -> Vec<(Slot, Slot)> {
        let mut copies = Vec::new();
        for (_, slot) in query.outputs.iter_mut().filter(|(_, slot)| *slot < before) {
            let own = self.fresh();
            let latitude = self.latitude_of_slot(*slot);
            if latitude != graphlance_graph::Latitude::Exact {
                self.latitudes.push((own, latitude));
            }
            copies.push((*slot, own));
            *slot = own;
        }
        copies
    }

    fn procedure(
        &mut self,
        call: &ProcedureCall,
        standalone: bool,
    ) -> Result<(ProcedurePlan, Vec<(Name, Slot)>), Failure> {
        let Some(signature) = procedures::signature(&call.name, self.options) else {
            let message = format!("there is no procedure `{}`", call.name);
            let error = CypherError::new(ErrorKind::ProcedureError, Phase::CompileTime, "ProcedureNotFound", message);
            return Err(error.into());
        };
        let arguments = match &call.arguments {
            Some(arguments) => arguments.iter().map(|argument| self.expression(argument)).collect::<Result<_, _>>()?,
            None => self.implicit_arguments(&signature.inputs, standalone)?,
        };
        for (argument, kind) in arguments.iter().zip(&signature.input_types) {
            if let crate::term::Term::Constant(value) = argument
                && !procedures::accepts(kind, value)
            {
                let message = format!("expected {kind}, found {}", value.type_name());
                return Err(syntax("InvalidArgumentType", &message));
            }
        }
        let mut columns = Vec::new();
        let mut outputs = Vec::new();
        let mut declare = |compiler: &mut Self, index: usize, name: &Name| {
            let slot = compiler.declare(name);
            columns.push((name.clone(), slot));
            outputs.push((index, slot));
        };
        match &call.results {
            Yield::Absent if !standalone => {}
            Yield::Absent | Yield::Star => {
                for (index, name) in signature.outputs.iter().enumerate() {
                    declare(self, index, name);
                }
            }
            Yield::Items(items) => {
                for item in items {
                    let Some(index) = signature.outputs.iter().position(|output| *output == item.field) else {
                        return Err(syntax("UndefinedVariable", &format!("no result field `{}`", item.field)));
                    };
                    declare(self, index, item.variable.as_ref().unwrap_or(&item.field));
                }
            }
        }
        let predicate = call.predicate.as_ref().map(|predicate| self.expression(predicate)).transpose()?;
        let void = signature.outputs.is_empty();
        let name = call.name.clone();
        Ok((ProcedurePlan { optional: call.optional, name, arguments, outputs, void, predicate }, columns))
    }

    fn implicit_arguments(&mut self, inputs: &[Name], standalone: bool) -> Result<Vec<crate::term::Term>, Failure> {
        if !standalone && !inputs.is_empty() {
            return Err(syntax("InvalidArgumentPassingMode", "a CALL inside a query needs its arguments written"));
        }
        let parameter = |name: &Name| {
            self.options.parameters.get(name).cloned().map(crate::term::Term::Constant).ok_or_else(|| {
                let message = format!("the parameter `${name}` is missing");
                CypherError::new(ErrorKind::ParameterMissing, Phase::CompileTime, "MissingParameter", message).into()
            })
        };
        inputs.iter().map(parameter).collect()
    }
}

/// LET as the WITH that does the same.
fn assigned(variables: &[(Name, Expression)]) -> Projection {
    let item =
        |(name, value): &(Name, Expression)| ProjectionItem { expression: value.clone(), alias: Some(name.clone()) };
    Projection { star: true, items: variables.iter().map(item).collect(), ..Projection::default() }
}

pub(super) fn syntax(detail: &str, message: &str) -> Failure {
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, detail, message).into()
}
