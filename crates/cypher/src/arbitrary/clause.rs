//! Statements, queries and clauses.

use graphlance_graph::IndexKind;

use super::Trees;
use crate::ast::*;

impl Trees<'_> {
    pub(super) fn statement(&mut self) -> Statement {
        if self.chance(0.05) {
            return Statement::Schema(self.schema_command());
        }
        let mut query = self.query();
        if self.chance(0.05) {
            query.parameters = self.some(|trees| (trees.name(), trees.parameter()));
        }
        Statement::Query(query)
    }

    fn schema_command(&mut self) -> SchemaCommand {
        if self.chance(0.2) {
            let (constraint, if_exists) = (self.chance(0.5), self.chance(0.5));
            return SchemaCommand::DropNamed { constraint, name: self.name(), if_exists };
        }
        let kinds = [IndexKind::Range, IndexKind::Text, IndexKind::Unique];
        let definition = IndexDefinition {
            name: if self.chance(0.5) { Some(self.name()) } else { None },
            kind: self.random.pick(&kinds).copied().unwrap_or(IndexKind::Range),
            if_exists: self.chance(0.5),
            on_nodes: self.chance(0.5),
            label: self.name(),
            keys: self.some(Self::name),
        };
        if self.chance(0.5) { SchemaCommand::Create(definition) } else { SchemaCommand::Drop(definition) }
    }

    pub(super) fn query(&mut self) -> Query {
        if self.fuel > 0 && self.chance(0.06) {
            return self.composed().into();
        }
        self.united()
    }

    /// A query that is no chain and no condition.
    fn united(&mut self) -> Query {
        let first = self.single_query();
        let mut unions = Vec::new();
        while self.fuel > 0 && self.chance(0.1) {
            unions.push(Union { all: self.chance(0.5), query: self.single_query() });
        }
        Query { parameters: Vec::new(), first, unions }
    }

    fn single_query(&mut self) -> SingleQuery {
        if self.fuel > 0 && self.chance(0.03) {
            return SingleQuery { clauses: vec![Clause::Composed(Box::new(Composed::Braces(self.query())))] };
        }
        let mut clauses = self.some(Self::clause);
        if self.chance(0.1) && may_stand_before_page(clauses.last()) {
            clauses.push(Clause::Page(self.page_of_some_sort()));
        }
        SingleQuery { clauses }
    }

    fn composed(&mut self) -> Composed {
        if self.chance(0.5) {
            let mut queries = self.some(Self::link);
            queries.push(self.link());
            return Composed::Sequence(queries);
        }
        let branches = self.some(|trees| (trees.expression(), trees.single_query().into()));
        Composed::Conditional(Conditional { branches, otherwise: self.maybe(0.5, Self::single_query).map(Query::from) })
    }

    /// A query of a chain.
    fn link(&mut self) -> Query {
        if self.chance(0.2) {
            let branches = self.some(|trees| (trees.expression(), trees.single_query().into()));
            return Composed::Conditional(Conditional { branches, otherwise: None }).into();
        }
        self.united()
    }

    fn page_of_some_sort(&mut self) -> Page {
        let Projection { order, skip, limit, .. } = self.projection();
        let none = order.is_empty() && skip.is_none();
        Page { order, skip, limit: if none { Some(self.expression()) } else { limit } }
    }

    fn clause(&mut self) -> Clause {
        match self.choose(20) {
            0..=2 => Clause::Match(Match {
                optional: self.chance(0.3),
                mode: self.match_mode(),
                patterns: self.some(Self::pattern),
                hints: if self.chance(0.1) { self.some(Self::hint) } else { Vec::new() },
                predicate: self.maybe(0.5, Self::expression),
            }),
            3 => Clause::Unwind(Unwind { list: self.expression(), variable: self.name() }),
            4 | 5 => {
                let projection = self.projection();
                Clause::With(With { projection, predicate: self.maybe(0.3, Self::expression) })
            }
            6 | 7 => Clause::Return(self.projection()),
            8 => self.call(),
            9 => Clause::Subquery(CallSubquery {
                optional: self.chance(0.2),
                imports: match self.choose(3) {
                    0 => Imports::Body,
                    1 => Imports::All,
                    _ => Imports::Names(self.any(Self::name)),
                },
                query: self.query(),
                transactions: self.maybe(0.1, Self::transactions),
            }),
            10 => Clause::Create(self.some(Self::pattern)),
            11 => {
                let pattern = self.pattern();
                let actions =
                    self.any(|trees| MergeAction { on_create: trees.chance(0.5), items: trees.some(Self::set_item) });
                Clause::Merge(Merge { pattern, actions })
            }
            12 => Clause::Set(self.some(Self::set_item)),
            13 => Clause::Remove(self.some(Self::remove_item)),
            14 => {
                let detach = self.chance(0.5);
                let nodetach = !detach && self.chance(0.3);
                Clause::Delete(Delete { detach, nodetach, expressions: self.some(Self::expression) })
            }
            15 => match self.choose(2) {
                0 => Clause::Finish,
                _ => Clause::For(Unwind { list: self.expression(), variable: self.name() }),
            },
            16 => Clause::Filter(self.expression()),
            17 => Clause::Let(self.some(|trees| (trees.name(), trees.expression()))),
            18 => Clause::Insert(self.some(Self::pattern)),
            _ => Clause::Foreach(Foreach {
                variable: self.name(),
                list: self.expression(),
                clauses: self.some(Self::clause),
            }),
        }
    }

    fn match_mode(&mut self) -> Option<MatchMode> {
        match self.random.below(20) {
            0 => Some(MatchMode::DifferentRelationships),
            1 => Some(MatchMode::RepeatableElements),
            _ => None,
        }
    }

    fn hint(&mut self) -> Hint {
        let of = |trees: &mut Self| Hinted { variable: trees.name(), label: trees.name() };
        match self.choose(4) {
            0 => Hint::Scan(of(self)),
            1 => Hint::Join(self.some(Self::name)),
            _ => {
                let kinds = [None, Some(HintedIndex::Range), Some(HintedIndex::Text), Some(HintedIndex::Point)];
                let kind = self.random.pick(&kinds).copied().flatten();
                Hint::Index { kind, seek: self.chance(0.3), of: of(self), keys: self.some(Self::name) }
            }
        }
    }

    fn projection(&mut self) -> Projection {
        let star = self.chance(0.2);
        let item =
            |trees: &mut Self| ProjectionItem { expression: trees.expression(), alias: trees.maybe(0.5, Self::name) };
        Projection {
            distinct: self.chance(0.2),
            star,
            items: if star && self.chance(0.5) { Vec::new() } else { self.some(item) },
            group: self.maybe(0.1, Self::group_by),
            order: self
                .maybe(0.3, |trees| {
                    trees.some(|trees| SortItem { expression: trees.expression(), descending: trees.chance(0.5) })
                })
                .unwrap_or_default(),
            skip: self.maybe(0.1, Self::expression),
            limit: self.maybe(0.1, Self::expression),
        }
    }

    fn group_by(&mut self) -> GroupBy {
        if self.chance(0.3) { GroupBy::All } else { GroupBy::Keys(self.any(Self::expression)) }
    }

    fn transactions(&mut self) -> Transactions {
        let after = |trees: &mut Self| match trees.choose(3) {
            0 => AfterError::Continue,
            1 => AfterError::Break,
            _ => AfterError::Fail,
        };
        Transactions {
            concurrency: match self.choose(3) {
                0 => None,
                1 => Some(Concurrency::Some),
                _ => Some(Concurrency::Of(self.expression())),
            },
            rows: self.maybe(0.5, Self::expression),
            on_error: match self.choose(3) {
                0 => None,
                1 => Some(OnError::Then(after(self))),
                _ => Some(OnError::Retry { seconds: self.maybe(0.5, Self::expression), then: self.maybe(0.5, after) }),
            },
            status: self.maybe(0.5, Self::name),
        }
    }

    fn call(&mut self) -> Clause {
        let results = match self.choose(3) {
            0 => Yield::Absent,
            1 => Yield::Star,
            _ => Yield::Items(
                self.some(|trees| YieldItem { field: trees.name(), variable: trees.maybe(0.5, Self::name) }),
            ),
        };
        let predicate = if results == Yield::Absent { None } else { self.maybe(0.3, Self::expression) };
        let names = ["db.labels", "p", "a.match.`", "count"];
        Clause::Call(ProcedureCall {
            optional: self.chance(0.2),
            name: self.random.pick(&names).copied().unwrap_or("p").into(),
            arguments: if self.chance(0.7) { Some(self.any(Self::expression)) } else { None },
            results,
            predicate,
        })
    }

    fn set_item(&mut self) -> SetItem {
        match self.choose(5) {
            3 => {
                SetItem::DynamicProperty { target: self.expression(), key: self.expression(), value: self.expression() }
            }
            4 => SetItem::DynamicLabels { variable: self.name(), labels: self.written_labels() },
            0 => SetItem::Property { target: self.expression(), key: self.name(), value: self.expression() },
            1 => SetItem::Properties { variable: self.name(), merge: self.chance(0.5), value: self.expression() },
            _ => SetItem::Labels { variable: self.name(), labels: self.some(Self::name) },
        }
    }

    /// Labels of which one is computed.
    fn written_labels(&mut self) -> Vec<WrittenLabel> {
        let mut labels = self.any(|trees| WrittenLabel::Name(trees.name()));
        labels.push(WrittenLabel::Dynamic(self.expression()));
        labels
    }

    fn remove_item(&mut self) -> RemoveItem {
        if self.chance(0.2) {
            RemoveItem::DynamicProperty { target: self.expression(), key: self.expression() }
        } else if self.chance(0.2) {
            RemoveItem::DynamicLabels { variable: self.name(), labels: self.written_labels() }
        } else if self.chance(0.5) {
            RemoveItem::Property { target: self.expression(), key: self.name() }
        } else {
            RemoveItem::Labels { variable: self.name(), labels: self.some(Self::name) }
        }
    }
}

/// Behind a projection, ORDER BY is part of it.
fn may_stand_before_page(clause: Option<&Clause>) -> bool {
    match clause {
        Some(Clause::With(with)) => with.predicate.is_some(),
        Some(Clause::Return(_)) | None => false,
        Some(_) => true,
    }
}
