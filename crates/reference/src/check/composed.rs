//! NEXT, conditional queries, queries in braces, and the clauses of ISO 39075 that stand for a WITH.

use graphlance_cypher::Name;
use graphlance_cypher::ast::{Clause, Composed, Expression, LabelExpression, Pattern, Query, Segment};

use super::clause::unite;
use super::{Checker, Scope, already_bound, composition, syntax};
use crate::CypherError;

impl Checker {
    /// Checks a composed query and gives its columns, which are the scope afterwards.
    pub(super) fn composed(&mut self, composed: &Composed) -> Result<Scope, CypherError> {
        let columns = match composed {
            Composed::Braces(query) => self.inner(query)?,
            Composed::Sequence(queries) => {
                let mut columns = Scope::new();
                for (index, query) in queries.iter().enumerate() {
                    columns = self.inner(query)?;
                    if index + 1 < queries.len() {
                        check_names(query)?;
                    }
                    if let Some((name, _)) = columns.iter().find(|(name, _)| self.is_imported(name)) {
                        return Err(already_bound(name));
                    }
                    self.scope = self.imported.clone();
                    self.scope.extend(columns.iter().cloned());
                }
                columns
            }
            Composed::Conditional(conditional) => {
                for (condition, _) in &conditional.branches {
                    self.predicate(condition)?;
                }
                let mut columns: Option<(bool, Scope)> = None;
                for query in composed.queries() {
                    let found = self.inner(query)?;
                    match &mut columns {
                        None => columns = Some((query.returns(), found)),
                        Some((returns, first)) => {
                            if *returns != query.returns() {
                                let message = "the branches of a query all give rows, or none of them does";
                                return Err(syntax("InvalidClauseComposition", message));
                            }
                            unite(first, found)?;
                        }
                    }
                }
                columns.map(|(_, columns)| columns).unwrap_or_default()
            }
        };
        self.scope = self.imported.clone();
        self.scope.extend(columns.iter().cloned());
        Ok(columns)
    }

    fn inner(&mut self, query: &Query) -> Result<Scope, CypherError> {
        composition::check_ends(query, false)?;
        self.query(query)
    }

    pub(super) fn is_imported(&self, name: &Name) -> bool {
        self.imported.iter().any(|(known, _)| known == name)
    }

    /// LET gives new names, and none of its values reads another.
    pub(super) fn assigned(&mut self, variables: &[(Name, Expression)]) -> Result<(), CypherError> {
        let kinds = variables.iter().map(|(_, value)| self.value(value)).collect::<Result<Vec<_>, _>>()?;
        for (place, (name, _)) in variables.iter().enumerate() {
            if self.find(name).is_some() || variables[..place].iter().any(|(other, _)| other == name) {
                return Err(already_bound(name));
            }
        }
        variables.iter().zip(kinds).for_each(|((name, _), kind)| self.declare(name, kind));
        Ok(())
    }

    /// A pattern of INSERT: one of CREATE without a name and without `:A:B` (Cypher manual, "INSERT").
    pub(super) fn inserted(&mut self, pattern: &Pattern) -> Result<(), CypherError> {
        let ends = pattern.path.segments.iter().map(|segment| match segment {
            Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
        });
        let colons = std::iter::once(&pattern.path.start)
            .chain(ends)
            .any(|node| matches!(node.labels, Some(LabelExpression::Colons(_))));
        if colons || pattern.variable.is_some() {
            return Err(syntax("UnexpectedSyntax", "INSERT takes neither a named pattern nor `:A:B`"));
        }
        self.created(pattern, false)
    }
}

/// What goes on behind NEXT has a name.
fn check_names(query: &Query) -> Result<(), CypherError> {
    for part in query.parts() {
        match part.clauses.last() {
            Some(Clause::Return(projection)) => {
                let nameless = |expression: &Expression| !matches!(expression, Expression::Variable(_));
                if projection.items.iter().any(|item| item.alias.is_none() && nameless(&item.expression)) {
                    return Err(syntax("NoExpressionAlias", "an expression in front of NEXT needs a name"));
                }
            }
            Some(Clause::Composed(composed)) => composed.queries().into_iter().try_for_each(check_names)?,
            _ => {}
        }
    }
    Ok(())
}
