//! CALL of procedures that list what the graph has.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::query::Skeleton;
use super::table::{Table, Variable};
use crate::expression::Shape;

impl<'a> Skeleton<'a, '_> {
    /// `CALL db.labels() YIELD label AS u WHERE u IN ['A', 'B']`. A database may still list names that only deleted elements
    /// had, so that the predicate takes some that are in use.
    pub(super) fn procedure_clause(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        if !self.context.vocabulary.has(Feature::CallProcedure) {
            return None;
        }
        let known = [("db.labels", "label"), ("db.relationshipTypes", "relationshipType")];
        let (procedure, field) = known[self.random.below(known.len())];
        let mut used: Vec<Name> = match procedure {
            "db.labels" => self.context.graph.nodes().flat_map(|node| node.labels.iter().cloned()).collect(),
            _ => self.context.graph.relationships().map(|relationship| relationship.kind.clone()).collect(),
        };
        used.sort_unstable();
        used.dedup();
        if used.is_empty() || !self.context.dialect.procedures.contains(procedure) {
            return None;
        }
        let variable = self.fresh('u');
        let count = self.random.between(1, used.len().min(3));
        let names = self.random.sample(&used, count).iter().map(|name| build::string(name)).collect();
        let predicate = build::binary(BinaryOperator::In, build::variable(variable.clone()), Expression::List(names));
        let clause = Clause::Call(ProcedureCall {
            optional: false,
            name: procedure.into(),
            arguments: Some(Vec::new()),
            results: Yield::Items(vec![YieldItem { field: field.into(), variable: Some(variable.clone()) }]),
            predicate: Some(predicate),
        });
        let growth = self.after(table, std::slice::from_ref(&clause))?;
        self.made.push(clause);
        self.techniques.count("clause.call_procedure");
        let shape = Shape::String { longest: 40, ascii: true, plain: false };
        Some(Table::new(growth, table.variables_and([Variable { name: variable, shape }])))
    }
}
