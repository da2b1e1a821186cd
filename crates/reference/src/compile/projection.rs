//! WITH and RETURN.

use graphlance_cypher::ast::{Expression, GroupBy, Projection, ProjectionItem};
use graphlance_cypher::facts::grouping_keys;
use graphlance_cypher::print::print_expression;
use graphlance_cypher::walk::{Part, for_each_child};
use graphlance_cypher::{Dialect, Name};

use super::Compiler;
use crate::plan::ProjectPlan;
use crate::term::{Slot, Term};
use crate::{CypherError, ErrorKind, Failure, Phase, shared};

/// The keys of a GROUP BY.
#[derive(Default)]
struct Keys {
    /// Where they are.
    slots: Vec<Slot>,
    /// What is computed for them.
    computed: Vec<(Slot, Term)>,
    /// Those that are variables, also by the name of an item.
    variables: Vec<(Name, Slot)>,
    /// Those of them that GROUP BY names itself, which stay in scope.
    written: Vec<(Name, Slot)>,
    /// The others.
    expressions: Vec<(Expression, Slot)>,
}

impl Compiler<'_> {
    /// Compiles the body of WITH or RETURN. Its columns are the scope afterwards.
    pub(super) fn projection(
        &mut self,
        projection: &Projection,
        predicate: Option<&Expression>,
        last: bool,
    ) -> Result<(ProjectPlan, Vec<(Name, Slot)>), Failure> {
        let deepest = projection.items.iter().map(|item| nesting(&item.expression)).max().unwrap_or(0);
        self.nesting += deepest;
        if self.nesting > shared::NESTING {
            return Err(Failure::OutOfBudget("depth"));
        }
        let old_scope = self.scope.clone();
        let mut columns = if projection.star { self.star(last) } else { Vec::new() };
        let named = self.named_keys(projection)?;
        let mut plan = match &named {
            Some(keys) => self.items_of_groups(keys, projection, &mut columns)?,
            None => self.items(&projection.items, &mut columns, projection.group.is_some())?,
        };
        self.refuse_repeated_columns(&columns)?;
        if plan.grouped || projection.distinct {
            self.scope = self.imported.clone();
            self.ungrouped = plan.grouped.then_some(old_scope);
            let items = projection.items.iter().zip(columns.iter().skip(columns.len() - projection.items.len()));
            self.substitutions = items.map(|(item, (_, slot))| (item.expression.clone(), *slot)).collect();
            if let Some(keys) = named.filter(|_| !projection.distinct) {
                self.scope.extend(keys.written);
                self.substitutions.extend(keys.expressions);
            }
        }
        self.scope.extend(columns.iter().cloned());
        if plan.grouped {
            self.collecting = Some(std::mem::take(&mut plan.aggregates));
        }
        let order = projection.order.iter().map(|item| Ok((self.expression(&item.expression)?, item.descending)));
        let order = order.collect::<Result<Vec<_>, Failure>>();
        if let Some(aggregates) = self.collecting.take() {
            plan.aggregates = aggregates;
        }
        let predicate = predicate.map(|predicate| self.expression(predicate)).transpose();
        self.substitutions.clear();
        self.ungrouped = None;
        let behind = order.and_then(|order| Ok((order, predicate?)));
        (plan.order, plan.predicate) = behind.map_err(|failure| match failure {
            // DISTINCT leaves the columns alone; engines know the keys all the same.
            Failure::Raised(_) if projection.distinct && matches!(projection.group, Some(GroupBy::Keys(_))) => {
                Failure::Unspecified("what is not returned, behind DISTINCT with GROUP BY".into())
            }
            other => other,
        })?;
        plan.skip = projection.skip.as_ref().map(|skip| self.constant(skip)).transpose()?;
        plan.limit = projection.limit.as_ref().map(|limit| self.constant(limit)).transpose()?;
        plan.distinct = projection.distinct;
        plan.last = last;
        plan.outputs = columns.iter().map(|(_, slot)| *slot).collect();
        self.scope = self.imported.clone();
        self.scope.retain(|(name, _)| columns.iter().all(|(column, _)| column != name));
        self.scope.extend(columns.iter().cloned());
        Ok((plan, columns))
    }

    /// All variables in scope by name; RETURN gives none back that were imported.
    fn star(&mut self, last: bool) -> Vec<(Name, Slot)> {
        let mut columns = self.scope.clone();
        columns.retain(|(name, _)| !last || self.imported.iter().all(|(imported, _)| imported != name));
        columns.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.used.extend(columns.iter().map(|(_, slot)| *slot));
        columns
    }

    /// The keys of a GROUP BY.
    fn named_keys(&mut self, projection: &Projection) -> Result<Option<Keys>, Failure> {
        let Some(expressions) = grouping_keys(projection) else { return Ok(None) };
        let Some(GroupBy::Keys(written)) = &projection.group else { return Ok(None) };
        let mut keys = Keys::default();
        for (expression, written) in expressions.into_iter().zip(written) {
            let term = self.expression(expression)?;
            let slot = match term {
                Term::Slot(slot) => slot,
                term => {
                    let slot = self.fresh();
                    self.note_latitude(slot, &term);
                    keys.computed.push((slot, term));
                    slot
                }
            };
            keys.slots.push(slot);
            match expression {
                Expression::Variable(name) => {
                    keys.variables.push((name.clone(), slot));
                    keys.written.extend(std::ptr::eq(expression, written).then(|| (name.clone(), slot)));
                }
                _ => keys.expressions.push((expression.clone(), slot)),
            }
        }
        Ok(Some(keys))
    }

    /// The items of a projection with GROUP BY: what is made of its keys and of aggregates.
    fn items_of_groups(
        &mut self,
        keys: &Keys,
        projection: &Projection,
        columns: &mut Vec<(Name, Slot)>,
    ) -> Result<ProjectPlan, Failure> {
        let scope = std::mem::replace(&mut self.scope, self.imported.clone());
        self.scope.extend(keys.variables.iter().cloned());
        let ungrouped = self.ungrouped.replace(scope.clone());
        let substitutions = std::mem::replace(&mut self.substitutions, keys.expressions.clone());
        let outer = self.collecting.replace(Vec::new());
        let mut plan = ProjectPlan::empty();
        let mut compile = || -> Result<(), Failure> {
            for item in &projection.items {
                let slot = match self.expression(&item.expression)? {
                    Term::Slot(slot) if keys.slots.contains(&slot) => slot,
                    term => {
                        let slot = self.fresh();
                        self.note_latitude(slot, &term);
                        plan.items.push((slot, term));
                        slot
                    }
                };
                columns.push((column_name(item), slot));
            }
            Ok(())
        };
        let compiled = compile();
        plan.aggregates = std::mem::replace(&mut self.collecting, outer).unwrap_or_default();
        self.substitutions = substitutions;
        self.ungrouped = ungrouped;
        self.scope = scope;
        compiled?;
        plan.grouped = true;
        plan.keys.clone_from(&keys.slots);
        plan.key_items.clone_from(&keys.computed);
        Ok(plan)
    }

    fn items(
        &mut self,
        items: &[ProjectionItem],
        columns: &mut Vec<(Name, Slot)>,
        grouped: bool,
    ) -> Result<ProjectPlan, Failure> {
        let mut plan = ProjectPlan::empty();
        let mut aggregated = Vec::new();
        plan.keys = columns.iter().map(|(_, slot)| *slot).collect();
        let outer = self.collecting.replace(Vec::new());
        for item in items {
            let name = column_name(item);
            let before = self.collecting.as_ref().map_or(0, Vec::len);
            let term = self.expression(&item.expression)?;
            let is_aggregated = self.collecting.as_ref().map_or(0, Vec::len) > before;
            let slot = match term {
                Term::Slot(slot) if !is_aggregated => {
                    plan.keys.push(slot);
                    slot
                }
                term => {
                    let slot = self.fresh();
                    self.note_latitude(slot, &term);
                    if is_aggregated {
                        aggregated.push((slot, term));
                    } else {
                        plan.keys.push(slot);
                        plan.key_items.push((slot, term));
                    }
                    slot
                }
            };
            columns.push((name, slot));
        }
        plan.aggregates = std::mem::replace(&mut self.collecting, outer).unwrap_or_default();
        plan.grouped = grouped || !plan.aggregates.is_empty();
        if plan.grouped {
            plan.items = aggregated;
        } else {
            plan.items = std::mem::take(&mut plan.key_items);
            plan.keys.clear();
        }
        Ok(plan)
    }

    fn refuse_repeated_columns(&self, columns: &[(Name, Slot)]) -> Result<(), Failure> {
        for (index, (name, _)) in columns.iter().enumerate() {
            if columns[..index].iter().any(|(other, _)| other == name) {
                let message = format!("two columns are called `{name}`");
                let kind = ErrorKind::SyntaxError;
                return Err(CypherError::new(kind, Phase::CompileTime, "ColumnNameConflict", message).into());
            }
        }
        Ok(())
    }

    /// An expression without variables.
    fn constant(&mut self, expression: &Expression) -> Result<Term, Failure> {
        let scope = std::mem::take(&mut self.scope);
        let bindings = self.bindings.take();
        let term = self.expression(expression);
        self.scope = scope;
        self.bindings = bindings;
        term.map_err(|failure| match failure {
            Failure::Raised(error) if error.detail == "UndefinedVariable" => {
                let message = "SKIP and LIMIT take no variables";
                CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "NonConstantExpression", message).into()
            }
            other => other,
        })
    }
}

/// How many lists and maps an expression may put around a value.
fn nesting(expression: &Expression) -> usize {
    let mut deepest = 0;
    for_each_child(Part::Expression(expression), &mut |child| {
        if let Part::Expression(child) = child {
            deepest = deepest.max(nesting(child));
        }
    });
    let own = matches!(
        expression,
        Expression::List(_)
            | Expression::Map(_)
            | Expression::MapProjection(..)
            | Expression::ListComprehension(_)
            | Expression::PatternComprehension(_)
            | Expression::Function(_)
            | Expression::Collect(_)
    );
    deepest + usize::from(own)
}

/// The name of a projected column: its alias, its variable, or the text of its expression.
pub fn column_name(item: &ProjectionItem) -> Name {
    match (&item.alias, &item.expression) {
        (Some(alias), _) => alias.clone(),
        (None, Expression::Variable(name)) => name.clone(),
        (None, expression) => print_expression(expression, &Dialect::standard()).into(),
    }
}
