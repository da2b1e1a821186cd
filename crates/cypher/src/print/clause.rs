//! Queries and clauses.

use graphlance_graph::Name;

use super::{Out, Printer};
use crate::ast::*;

impl<O: Out> Printer<'_, O> {
    /// `CYPHER a = 1 b = 'x' `
    pub(super) fn parameters(&mut self, parameters: &[(Name, Expression)]) {
        if parameters.is_empty() {
            return;
        }
        self.push("CYPHER ");
        self.joined(parameters, " ", |printer, (name, value)| {
            printer.name(name);
            printer.push(" = ");
            printer.expression(value);
        });
        self.push(self.separator);
    }

    pub(super) fn query(&mut self, query: &Query) {
        self.single_query(&query.first);
        for union in &query.unions {
            self.push(self.separator);
            self.push(if union.all { "UNION ALL" } else { "UNION" });
            self.push(self.separator);
            self.single_query(&union.query);
        }
    }

    /// A query in braces, always on one line.
    pub(super) fn inner_query(&mut self, query: &Query) {
        let outer = std::mem::replace(&mut self.separator, " ");
        self.query(query);
        self.separator = outer;
    }

    fn single_query(&mut self, query: &SingleQuery) {
        self.joined(&query.clauses, self.separator, |printer, clause| printer.clause(clause));
    }

    pub(super) fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::Match(clause) => {
                self.push(if clause.optional { "OPTIONAL MATCH " } else { "MATCH " });
                match clause.mode {
                    None => {}
                    Some(MatchMode::DifferentRelationships) => self.push("DIFFERENT RELATIONSHIPS "),
                    Some(MatchMode::RepeatableElements) => self.push("REPEATABLE ELEMENTS "),
                }
                self.patterns(&clause.patterns);
                clause.hints.iter().for_each(|hint| self.hint(hint));
                self.optional_where(clause.predicate.as_ref());
            }
            Clause::For(unwind) => {
                self.push("FOR ");
                self.element(&unwind.variable, &unwind.list);
            }
            Clause::Filter(predicate) => {
                self.push("FILTER ");
                self.expression(predicate);
            }
            Clause::Let(variables) => {
                self.push("LET ");
                self.joined(variables, ", ", |printer, (variable, value)| {
                    printer.name(variable);
                    printer.push(" = ");
                    printer.expression(value);
                });
            }
            Clause::Page(page) => self.page("", &page.order, page.skip.as_ref(), page.limit.as_ref()),
            Clause::Finish => self.push("FINISH"),
            Clause::Composed(composed) => self.composed(composed),
            Clause::Unwind(unwind) => {
                self.push("UNWIND ");
                self.expression(&unwind.list);
                self.push(" AS ");
                self.name(&unwind.variable);
            }
            Clause::With(with) => {
                self.push("WITH ");
                self.projection(&with.projection);
                self.optional_where(with.predicate.as_ref());
            }
            Clause::Return(projection) => {
                self.push("RETURN ");
                self.projection(projection);
            }
            Clause::Call(call) => self.call(call),
            Clause::Subquery(subquery) => self.call_subquery(subquery),
            Clause::Create(patterns) => {
                self.push("CREATE ");
                self.patterns(patterns);
            }
            Clause::Insert(patterns) => {
                self.push("INSERT ");
                self.patterns(patterns);
            }
            Clause::Merge(merge) => self.merge(merge),
            Clause::Set(items) => {
                self.push("SET ");
                self.set_items(items);
            }
            Clause::Remove(items) => {
                self.push("REMOVE ");
                self.joined(items, ", ", |printer, item| printer.remove_item(item));
            }
            Clause::Delete(delete) => {
                let plain = if delete.nodetach { "NODETACH DELETE " } else { "DELETE " };
                self.push(if delete.detach { "DETACH DELETE " } else { plain });
                self.expressions(&delete.expressions);
            }
            Clause::Foreach(foreach) => self.foreach(foreach),
        }
    }

    fn projection(&mut self, projection: &Projection) {
        if projection.distinct {
            self.push("DISTINCT ");
        }
        if projection.star {
            self.push(if projection.items.is_empty() { "*" } else { "*, " });
        }
        self.joined(&projection.items, ", ", |printer, item| {
            printer.expression(&item.expression);
            printer.optional_alias(item.alias.as_deref());
        });
        match &projection.group {
            None => {}
            Some(GroupBy::All) => self.push(" GROUP BY ALL"),
            Some(GroupBy::Keys(keys)) if keys.is_empty() => self.push(" GROUP BY ()"),
            Some(GroupBy::Keys(keys)) => {
                self.push(" GROUP BY ");
                self.expressions(keys);
            }
        }
        self.page(" ", &projection.order, projection.skip.as_ref(), projection.limit.as_ref());
    }

    /// ORDER BY, SKIP and LIMIT; `before` stands in front of the first of them.
    fn page(
        &mut self,
        mut before: &'static str,
        order: &[SortItem],
        skip: Option<&Expression>,
        limit: Option<&Expression>,
    ) {
        if !order.is_empty() {
            self.push(before);
            before = " ";
            self.push("ORDER BY ");
            self.joined(order, ", ", |printer, item| {
                printer.expression(&item.expression);
                if item.descending {
                    printer.push(" DESC");
                }
            });
        }
        for (word, count) in [("SKIP ", skip), ("LIMIT ", limit)] {
            if let Some(count) = count {
                self.push(before);
                before = " ";
                self.push(word);
                self.expression(count);
            }
        }
    }

    fn composed(&mut self, composed: &Composed) {
        match composed {
            Composed::Sequence(queries) => {
                let separator = self.separator;
                for (index, query) in queries.iter().enumerate() {
                    if index > 0 {
                        self.push(separator);
                        self.push("NEXT");
                        self.push(separator);
                    }
                    self.query(query);
                }
            }
            Composed::Conditional(it) => {
                for (index, (condition, query)) in it.branches.iter().enumerate() {
                    self.push(if index > 0 { " WHEN " } else { "WHEN " });
                    self.expression(condition);
                    self.push(" THEN ");
                    self.inner_query(query);
                }
                if let Some(otherwise) = &it.otherwise {
                    self.push(" ELSE ");
                    self.inner_query(otherwise);
                }
            }
            Composed::Braces(query) => {
                self.push("{ ");
                self.inner_query(query);
                self.push(" }");
            }
        }
    }

    fn optional_alias(&mut self, alias: Option<&str>) {
        if let Some(alias) = alias {
            self.push(" AS ");
            self.name(alias);
        }
    }

    fn call(&mut self, call: &ProcedureCall) {
        self.push(if call.optional { "OPTIONAL CALL " } else { "CALL " });
        self.dotted_name(&call.name);
        if let Some(arguments) = &call.arguments {
            self.out.push('(');
            self.expressions(arguments);
            self.out.push(')');
        }
        match &call.results {
            Yield::Absent => {}
            Yield::Star => self.push(" YIELD *"),
            Yield::Items(items) => {
                self.push(" YIELD ");
                self.joined(items, ", ", |printer, item| {
                    printer.name(&item.field);
                    printer.optional_alias(item.variable.as_deref());
                });
            }
        }
        self.optional_where(call.predicate.as_ref());
    }

    fn call_subquery(&mut self, subquery: &CallSubquery) {
        self.push(if subquery.optional { "OPTIONAL CALL " } else { "CALL " });
        match &subquery.imports {
            Imports::Body => {}
            Imports::All => self.push("(*) "),
            Imports::Names(names) => {
                self.out.push('(');
                self.joined(names, ", ", |printer, name| printer.name(name));
                self.push(") ");
            }
        }
        self.push("{ ");
        self.inner_query(&subquery.query);
        self.push(" }");
        if let Some(transactions) = &subquery.transactions {
            self.transactions(transactions);
        }
    }

    fn merge(&mut self, merge: &Merge) {
        self.push("MERGE ");
        self.pattern(&merge.pattern);
        for action in &merge.actions {
            self.push(if action.on_create { " ON CREATE SET " } else { " ON MATCH SET " });
            self.set_items(&action.items);
        }
    }

    fn set_items(&mut self, items: &[SetItem]) {
        self.joined(items, ", ", |printer, item| printer.set_item(item));
    }

    fn set_item(&mut self, item: &SetItem) {
        match item {
            SetItem::Property { target, key, value } => {
                self.property_target(target, key);
                self.push(" = ");
                self.expression(value);
            }
            SetItem::Properties { variable, merge, value } => {
                self.name(variable);
                self.push(if *merge { " += " } else { " = " });
                self.expression(value);
            }
            SetItem::Labels { variable, labels } => self.labelled_variable(variable, labels),
            SetItem::DynamicProperty { target, key, value } => {
                self.dynamic_target(target, key);
                self.push(" = ");
                self.expression(value);
            }
            SetItem::DynamicLabels { variable, labels } => self.computed_labels(variable, labels),
        }
    }

    fn remove_item(&mut self, item: &RemoveItem) {
        match item {
            RemoveItem::Property { target, key } => self.property_target(target, key),
            RemoveItem::Labels { variable, labels } => self.labelled_variable(variable, labels),
            RemoveItem::DynamicProperty { target, key } => self.dynamic_target(target, key),
            RemoveItem::DynamicLabels { variable, labels } => self.computed_labels(variable, labels),
        }
    }

    fn property_target(&mut self, target: &Expression, key: &str) {
        self.target(target);
        self.out.push('.');
        self.name(key);
    }

    /// `target[key]`
    fn dynamic_target(&mut self, target: &Expression, key: &Expression) {
        self.target(target);
        self.out.push('[');
        self.expression(key);
        self.out.push(']');
    }

    fn target(&mut self, target: &Expression) {
        if matches!(target, Expression::Case(_)) {
            self.out.push('(');
            self.expression(target);
            self.out.push(')');
        } else {
            self.subject(target);
        }
    }

    fn computed_labels(&mut self, variable: &str, labels: &[WrittenLabel]) {
        self.name(variable);
        for label in labels {
            match label {
                WrittenLabel::Name(name) => {
                    self.out.push(':');
                    self.name(name);
                }
                WrittenLabel::Dynamic(names) => {
                    self.push(":$(");
                    self.expression(names);
                    self.out.push(')');
                }
            }
        }
    }

    fn labelled_variable(&mut self, variable: &str, labels: &[graphlance_graph::Name]) {
        self.name(variable);
        for label in labels {
            self.out.push(':');
            self.name(label);
        }
    }

    fn foreach(&mut self, foreach: &Foreach) {
        self.push("FOREACH (");
        self.element(&foreach.variable, &foreach.list);
        self.push(" | ");
        self.joined(&foreach.clauses, " ", |printer, clause| printer.clause(clause));
        self.out.push(')');
    }
}
