//! The features of clauses.

use super::Collector;
use crate::ast::*;
use crate::features::Feature;

impl<'a> Collector<'a> {
    pub(super) fn composed(&mut self, composed: &'a Composed) {
        let outer = self.scope.clone();
        match composed {
            Composed::Sequence(queries) => {
                self.add(Feature::Next);
                for query in queries {
                    self.query(query);
                    self.scope = self.scope.before_next(query);
                }
            }
            Composed::Conditional(it) => {
                self.add(Feature::ConditionalQuery);
                it.branches.iter().for_each(|(condition, _)| self.expression(condition));
                composed.queries().into_iter().for_each(|query| self.query(query));
            }
            Composed::Braces(query) => {
                self.add(Feature::QueryBraces);
                self.query(query);
            }
        }
        self.scope = outer;
    }

    pub(super) fn clause_itself(&mut self, clause: &Clause) {
        match clause {
            Clause::Match(clause) => {
                self.add(if clause.optional { Feature::OptionalMatch } else { Feature::Match });
                match clause.mode {
                    None => {}
                    Some(MatchMode::DifferentRelationships) => self.add(Feature::DifferentRelationships),
                    Some(MatchMode::RepeatableElements) => self.add(Feature::RepeatableElements),
                }
                self.add_if(!clause.hints.is_empty(), Feature::Hints);
                self.matched(&clause.patterns, clause.predicate.as_ref());
            }
            Clause::Unwind(_) => self.add(Feature::Unwind),
            Clause::With(with) => {
                self.add(Feature::With);
                self.add_if(with.predicate.is_some(), Feature::WithWhere);
                self.projection(&with.projection);
            }
            Clause::Return(projection) => self.projection(projection),
            Clause::Call(_) => self.add(Feature::CallProcedure),
            Clause::For(_) => self.add(Feature::For),
            Clause::Filter(_) => self.add(Feature::Filter),
            Clause::Let(_) => self.add(Feature::Let),
            Clause::Page(_) => self.add(Feature::OrderByClause),
            Clause::Finish => self.add(Feature::Finish),
            Clause::Insert(_) => self.add(Feature::Insert),
            Clause::Composed(_) => {}
            Clause::Subquery(subquery) => {
                let scoped = subquery.imports != Imports::Body;
                self.add(if scoped { Feature::CallSubqueryScope } else { Feature::CallSubquery });
                self.add_if(subquery.transactions.is_some(), Feature::CallInTransactions);
            }
            Clause::Create(_) => self.add(Feature::Create),
            Clause::Merge(merge) => {
                self.add(Feature::Merge);
                self.add_if(!merge.actions.is_empty(), Feature::Set);
                merge.actions.iter().for_each(|action| self.set_items(&action.items));
            }
            Clause::Set(items) => {
                self.add(Feature::Set);
                self.set_items(items);
            }
            Clause::Remove(items) => {
                self.add(Feature::Remove);
                for item in items {
                    self.add_if(matches!(item, RemoveItem::DynamicLabels { .. }), Feature::DynamicLabels);
                    self.add_if(matches!(item, RemoveItem::DynamicProperty { .. }), Feature::DynamicProperties);
                }
            }
            Clause::Delete(delete) => {
                self.add(if delete.detach { Feature::DetachDelete } else { Feature::Delete });
                self.add_if(delete.nodetach, Feature::NodetachDelete);
            }
            Clause::Foreach(_) => self.add(Feature::Foreach),
        }
    }

    pub(super) fn set_items(&mut self, items: &[SetItem]) {
        for item in items {
            self.add_if(matches!(item, SetItem::DynamicLabels { .. }), Feature::DynamicLabels);
            self.add_if(matches!(item, SetItem::DynamicProperty { .. }), Feature::DynamicProperties);
        }
    }

    pub(super) fn matched(&mut self, patterns: &[Pattern], predicate: Option<&Expression>) {
        self.seen.clear();
        self.add_if(patterns.len() > 1, Feature::MultiplePatterns);
        self.add_if(predicate.is_some(), Feature::Where);
    }

    pub(super) fn projection(&mut self, projection: &Projection) {
        self.add_if(projection.distinct, Feature::Distinct);
        self.add_if(projection.star, Feature::Star);
        self.add_if(projection.group.is_some(), Feature::GroupBy);
        self.add_if(!projection.order.is_empty(), Feature::OrderBy);
        self.add_if(projection.skip.is_some(), Feature::Skip);
        self.add_if(projection.limit.is_some(), Feature::Limit);
    }
}
