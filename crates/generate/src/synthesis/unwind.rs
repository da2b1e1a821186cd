//! UNWIND steps, and procedures whose rows are known.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Kind;
use graphlance_graph::{Name, Value};

use super::query::Synthesis;
use super::state::Variable;
use crate::expression::{Known, Shape};

impl Synthesis<'_> {
    /// L+: `UNWIND list AS variable`. Returns the variable; none when the table would grow too long.
    pub(super) fn unwind_step(&mut self) -> Option<Name> {
        let room = self.context.size.most_rows / self.state.rows.len().max(1);
        if room < 2 || !self.context.profile.techniques.unwind || !self.context.vocabulary.has(Feature::Unwind) {
            return None;
        }
        let mut list = self.list_to_unwind(room.min(4));
        if !self.affordable(&list.expression) {
            list = Known::constant(list.value);
        }
        let Shape::List { item, .. } = &list.shape else { return None };
        let item = (**item).clone();
        let Value::List(values) = &list.value else { return None };
        if values.len() > room {
            return None;
        }
        let name = self.fresh('a');
        self.techniques.count("clause.unwind");
        self.clauses.push(Clause::Unwind(Unwind { list: list.expression, variable: name.clone() }));
        let values = values.clone();
        self.state.expand(Variable::new(name.clone(), item), &values);
        Some(name)
    }

    fn list_to_unwind(&mut self, longest: usize) -> Known {
        let leaves = self.state.leaves();
        let depth = self.depth().min(4);
        let beyond = self.context.profile.techniques.beyond_paper;
        let mut expressions = self.expressions(&leaves);
        let kind = expressions.kind_among(&[Kind::Integer, Kind::String, Kind::Boolean, Kind::Float]);
        if beyond && expressions.random.chance(0.008) {
            return Known::constant(Value::list(Vec::new()));
        }
        if kind == Kind::Integer && expressions.random.chance(0.3) {
            let list = expressions.list(kind, depth);
            if matches!(&list.value, Value::List(items) if !items.is_empty() && items.len() <= longest) {
                return list;
            }
        }
        let count = expressions.random.between(1, longest);
        let items = (0..count)
            .map(|_| {
                if beyond && expressions.random.chance(0.05) {
                    Known::constant(Value::Null)
                } else {
                    expressions.exact(kind, depth)
                }
            })
            .collect();
        crate::expression::list_of(items)
    }

    /// `CALL db.labels() YIELD label AS a`, cut down to one known row by the WITH after it.
    pub(super) fn procedure_step(&mut self) -> Option<()> {
        if !self.context.vocabulary.has(Feature::CallProcedure) {
            return None;
        }
        let graph = self.context.graph;
        let used_labels: std::collections::BTreeSet<&Name> =
            graph.nodes().flat_map(|node| node.labels.iter()).collect();
        let used_types: std::collections::BTreeSet<&Name> = graph.relationships().map(|r| &r.kind).collect();
        let known = [("db.labels", "label", used_labels), ("db.relationshipTypes", "relationshipType", used_types)];
        let known: Vec<_> = known
            .into_iter()
            .filter(|(name, _, used)| self.context.dialect.procedures.contains(*name) && !used.is_empty())
            .collect();
        let (procedure, field, used) = self.random.pick(&known)?.clone();
        let used: Vec<&Name> = used.into_iter().collect();
        let wanted = (*self.random.pick(&used)?).clone();
        let name = self.fresh('a');
        self.keep_after_optional();
        self.techniques.count("clause.call_procedure");
        self.clauses.push(Clause::Call(ProcedureCall {
            optional: false,
            name: procedure.into(),
            arguments: Some(Vec::new()),
            results: Yield::Items(vec![YieldItem { field: field.into(), variable: Some(name.clone()) }]),
            predicate: None,
        }));
        // A database may still list names that only deleted elements had: the filter takes one that is in use.
        let mut items: Vec<Name> = self.state.variables.iter().map(|variable| variable.name.clone()).collect();
        items.push(name.clone());
        let projection = Projection {
            items: items
                .into_iter()
                .map(|name| ProjectionItem { expression: build::variable(name), alias: None })
                .collect(),
            ..Projection::default()
        };
        let predicate =
            build::compare(ComparisonOperator::Equal, build::variable(name.clone()), build::string(&wanted));
        self.techniques.count("clause.with");
        self.clauses.push(Clause::With(With { projection, predicate: Some(predicate) }));
        let shape = Shape::String { longest: 40, ascii: true, plain: false };
        self.state.bind(Variable::new(name, shape), &Value::String(wanted));
        Some(())
    }
}
