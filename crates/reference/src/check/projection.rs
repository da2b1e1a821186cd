//! WITH and RETURN: columns, the scope of ORDER BY and WHERE, grouping.

use graphlance_cypher::ast::{Expression, GroupBy, Literal, Projection};
use graphlance_cypher::facts::grouping_keys;
use graphlance_graph::Name;

use super::composition::mentions_name;
use super::parts::{contains_aggregate, for_each_child, is_aggregate};
use super::{Aggregation, Checker, Scope, Type, already_bound, syntax, undefined};
use crate::CypherError;
use crate::compile::column_name;

impl Checker {
    pub(super) fn projection(
        &mut self,
        projection: &Projection,
        predicate: Option<&Expression>,
        with: bool,
    ) -> Result<(), CypherError> {
        let own = |(name, _): &&(Name, Type)| !self.imported.iter().any(|(known, _)| known == name);
        if projection.star && !with && self.scope.iter().find(own).is_none() {
            return Err(syntax("NoVariablesInScope", "RETURN * with no variable in scope"));
        }
        let mut columns = if projection.star { self.scope.clone() } else { Scope::new() };
        let mut grouped = projection.group.is_some();
        for item in &projection.items {
            let expression = &item.expression;
            let kind = self.with_aggregation(Aggregation::Allowed, |checker| checker.value(expression))?;
            grouped |= contains_aggregate(expression);
            let name = column_name(item);
            if columns.iter().any(|(known, _)| *known == name) {
                return Err(syntax("ColumnNameConflict", format!("two columns are called `{name}`")));
            }
            let renames = !matches!(expression, Expression::Variable(variable) if *variable == name);
            if with && renames && self.imported.iter().any(|(known, _)| *known == name) {
                return Err(already_bound(&name));
            }
            columns.push((name, kind));
        }
        let named = self.named_keys(projection, &columns)?;
        let keys: Vec<&Expression> =
            named.clone().unwrap_or_else(|| projection.items.iter().map(|item| &item.expression).collect());
        if let Some(keys) = &named {
            self.grouped_by_keys(projection, keys)?;
        } else if grouped {
            let star = if projection.star { self.scope.clone() } else { Scope::new() };
            keys.iter().try_for_each(|key| grouped_by(key, &keys, &star, &mut Vec::new()))?;
        }
        if grouped || projection.distinct {
            let before = std::mem::replace(&mut self.scope, self.imported.clone());
            let is_key = |name: &Name| named.iter().flatten().any(|key| is_variable(key, name));
            self.scope.extend(before.into_iter().filter(|(name, _)| is_key(name)));
        }
        self.scope.extend(columns.iter().cloned());
        for item in &projection.order {
            self.order_item(&item.expression, &keys, grouped, grouped || projection.distinct)?;
        }
        match predicate {
            Some(predicate) if grouped || projection.distinct => self.projected(predicate, &keys)?,
            Some(predicate) => self.predicate(predicate)?,
            None => {}
        }
        let nameless = projection
            .items
            .iter()
            .any(|item| item.alias.is_none() && !matches!(item.expression, Expression::Variable(_)));
        if with && nameless {
            return Err(syntax("NoExpressionAlias", "an expression in WITH needs a name"));
        }
        for count in [&projection.skip, &projection.limit].into_iter().flatten() {
            self.count(count)?;
        }
        self.scope = self.imported.clone();
        self.scope.retain(|(name, _)| columns.iter().all(|(column, _)| column != name));
        self.scope.extend(columns);
        Ok(())
    }

    /// Checks GROUP BY and gives its keys.
    fn named_keys<'p>(
        &mut self,
        projection: &'p Projection,
        columns: &Scope,
    ) -> Result<Option<Vec<&'p Expression>>, CypherError> {
        let Some(GroupBy::Keys(keys)) = &projection.group else { return Ok(None) };
        let resolved = grouping_keys(projection).unwrap_or_default();
        for (key, expression) in keys.iter().zip(&resolved) {
            let names_item = !std::ptr::eq(key, *expression);
            if names_item && contains_aggregate(expression) {
                return Err(syntax("InvalidAggregation", "GROUP BY a column that aggregates"));
            }
            if !names_item {
                self.value(key)?;
            }
            let is_computed = !matches!(key, Expression::Variable(_));
            if let Some((name, _)) = columns.iter().find(|(name, _)| is_computed && mentions_name(key, name)) {
                // As Neo4j has it: 42001.
                let message = format!("a computed key of GROUP BY that mentions the column `{name}`");
                return Err(syntax("InvalidClauseComposition", message));
            }
        }
        Ok(Some(resolved))
    }

    /// With GROUP BY each item is a key, or made of constants, aggregates, and keys that are variables or properties.
    fn grouped_by_keys(&self, projection: &Projection, keys: &[&Expression]) -> Result<(), CypherError> {
        let is_key = |name: &Name| keys.iter().any(|key| is_variable(key, name));
        if projection.star
            && let Some((name, _)) = self.scope.iter().find(|(name, _)| !is_key(name))
        {
            return Err(ambiguous(name));
        }
        let known = |(name, _): &&(Name, Type)| is_key(name) || self.is_imported(name);
        let known: Scope = self.scope.iter().filter(known).cloned().collect();
        for item in projection.items.iter().filter(|item| !keys.contains(&&item.expression)) {
            grouped_by(&item.expression, keys, &known, &mut Vec::new())?;
            let lost = self.scope.iter().find(|(name, _)| {
                !is_key(name) && !self.is_imported(name) && inner_queries_mention(&item.expression, name)
            });
            if let Some((name, _)) = lost {
                return Err(ambiguous(name));
            }
        }
        Ok(())
    }

    fn order_item(
        &mut self,
        expression: &Expression,
        keys: &[&Expression],
        grouped: bool,
        restricted: bool,
    ) -> Result<(), CypherError> {
        if !restricted {
            return self.value(expression).map(drop);
        }
        if grouped && contains_aggregate(expression) {
            let columns = self.scope.clone();
            let known = |name: &Name| {
                let groups = |key: &&Expression| !contains_aggregate(key) && mentions_name(key, name);
                columns.iter().any(|(column, _)| column == name) || keys.iter().any(groups)
            };
            if let Some(name) = unknown_beside_aggregates(expression, &known) {
                return Err(undefined(&name));
            }
            grouped_by(expression, keys, &columns, &mut Vec::new())?;
            return self.with_aggregation(Aggregation::Allowed, |checker| checker.projected(expression, keys));
        }
        self.projected(expression, keys)
    }

    /// Checks an expression whose parts may be expressions that were projected.
    fn projected(&mut self, expression: &Expression, keys: &[&Expression]) -> Result<(), CypherError> {
        if keys.contains(&expression) {
            return Ok(());
        }
        let compound = matches!(
            expression,
            Expression::Unary(..)
                | Expression::Binary(..)
                | Expression::Comparison(..)
                | Expression::Function(_)
                | Expression::List(_)
                | Expression::Map(_)
                | Expression::Property(..)
                | Expression::Index(..)
                | Expression::Case(_)
                | Expression::ExtendedCase(_)
                | Expression::Is(..)
        );
        if !compound {
            return self.condition(expression).map(drop);
        }
        let mut result = Ok(());
        for_each_child(expression, &mut |child| {
            if result.is_ok() {
                result = self.projected(child, keys);
            }
        });
        result
    }

    /// The type of an expression without variables.
    pub(super) fn constant(&mut self, expression: &Expression) -> Result<Type, CypherError> {
        let (scope, imported) = (std::mem::take(&mut self.scope), std::mem::take(&mut self.imported));
        let kind = self.value(expression);
        self.scope = scope;
        self.imported = imported;
        kind.map_err(|error| match error.detail.as_str() {
            "UndefinedVariable" => syntax("NonConstantExpression", "SKIP and LIMIT take no variables"),
            _ => error,
        })
    }

    /// SKIP and LIMIT.
    fn count(&mut self, expression: &Expression) -> Result<(), CypherError> {
        match (expression, self.constant(expression)?) {
            (Expression::Literal(Literal::Integer(count)), _) if *count < 0 => {
                Err(syntax("NegativeIntegerArgument", format!("SKIP or LIMIT of {count}")))
            }
            (_, Type::Integer | Type::Any) => Ok(()),
            (_, other) => Err(super::wrong_type("an integer", &other)),
        }
    }
}

/// In an item with an aggregate, what stands outside the aggregates must be a projected variable or property, a
/// constant or a parameter (CIP2021-07-07).
fn grouped_by(
    expression: &Expression,
    keys: &[&Expression],
    star: &Scope,
    local: &mut Vec<Name>,
) -> Result<(), CypherError> {
    if !contains_aggregate(expression) && local.is_empty() && keys.contains(&expression) {
        let leaf = matches!(expression, Expression::Variable(_) | Expression::Property(..));
        if leaf || keys.iter().filter(|key| **key == expression).any(|key| std::ptr::eq(*key, expression)) {
            return Ok(());
        }
    }
    match expression {
        Expression::CountStar => return Ok(()),
        Expression::Function(call) if is_aggregate(&call.name) => return Ok(()),
        Expression::Variable(name) => {
            let known = local.contains(name) || star.iter().any(|(known, _)| known == name);
            return if known { Ok(()) } else { Err(ambiguous(name)) };
        }
        _ => {}
    }
    let mark = local.len();
    match expression {
        Expression::ListComprehension(it) => local.push(it.variable.clone()),
        Expression::Quantified(it) => local.push(it.variable.clone()),
        Expression::Reduce(it) => local.extend([it.variable.clone(), it.accumulator.clone()]),
        _ => {}
    }
    let mut result = Ok(());
    for_each_child(expression, &mut |child| {
        if result.is_ok() {
            result = grouped_by(child, keys, star, local);
        }
    });
    local.truncate(mark);
    result
}

/// A variable outside the aggregates of an expression that is not known.
fn unknown_beside_aggregates(expression: &Expression, known: &dyn Fn(&Name) -> bool) -> Option<Name> {
    let own: Vec<&Name> = match expression {
        Expression::CountStar => return None,
        Expression::Function(call) if is_aggregate(&call.name) => return None,
        Expression::Variable(name) => return (!known(name)).then(|| name.clone()),
        Expression::ListComprehension(it) => vec![&it.variable],
        Expression::Quantified(it) => vec![&it.variable],
        Expression::Reduce(it) => vec![&it.variable, &it.accumulator],
        _ => Vec::new(),
    };
    let known = |name: &Name| own.contains(&name) || known(name);
    let mut found = None;
    for_each_child(expression, &mut |child| found = found.take().or_else(|| unknown_beside_aggregates(child, &known)));
    found
}

fn is_variable(expression: &Expression, name: &Name) -> bool {
    matches!(expression, Expression::Variable(variable) if variable == name)
}

/// Whether a pattern or subquery of an expression, aggregates aside, mentions a variable of this name.
fn inner_queries_mention(expression: &Expression, name: &Name) -> bool {
    match expression {
        Expression::Function(call) if is_aggregate(&call.name) => return false,
        Expression::PatternComprehension(_)
        | Expression::Pattern(_)
        | Expression::Exists(_)
        | Expression::Count(_)
        | Expression::Collect(_) => return mentions_name(expression, name),
        _ => {}
    }
    let mut found = false;
    for_each_child(expression, &mut |child| found = found || inner_queries_mention(child, name));
    found
}

fn ambiguous(name: &Name) -> CypherError {
    let message = format!("`{name}` stands beside an aggregate function without being a grouping key");
    syntax("AmbiguousAggregationExpression", message)
}
