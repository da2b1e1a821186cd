//! DELETE, and what is left of deleted elements at the end of the statement.

use std::sync::Arc;

use graphlance_cypher::ast::{Clause, Delete};
use graphlance_graph::{Name, Path, Value};

use super::table::{Scope, Table};
use super::{Engine, Slip};
use crate::{ErrorKind, Failure, OpenAnswers};

impl Engine<'_> {
    /// Deletes what the expressions name, for all rows. A node that keeps relationships is held for a DELETE to come.
    pub(super) fn delete(&self, delete: &Delete, table: Table) -> Result<Table, Failure> {
        let (mut nodes, mut relationships) = (Vec::new(), Vec::new());
        let most = if self.slips(Slip::DeleteFirstRowOnly) { 1 } else { table.records.len() };
        for record in table.records.iter().take(most) {
            for expression in &delete.expressions {
                match self.evaluate(expression, Scope::of(record))? {
                    Value::Null => {}
                    Value::Node(node) => nodes.push(node.key),
                    Value::Relationship(relationship) => relationships.push(relationship.key),
                    Value::Path(path) => {
                        nodes.extend(path.nodes.iter().map(|node| node.key));
                        relationships.extend(path.relationships.iter().map(|relationship| relationship.key));
                    }
                    other => return Err(Failure::argument_type(format!("DELETE of a {}", other.type_name()))),
                }
            }
        }
        let detach = delete.detach || self.options.deviations.delete_detaches && !delete.nodetach;
        let mut graph = self.graph.borrow_mut();
        for key in relationships {
            graph.remove_relationship(key);
        }
        let mut held = self.held.borrow_mut();
        for key in nodes {
            if !detach {
                held.push(key);
                continue;
            }
            let attached = [graph.outgoing(key), graph.incoming(key)].concat();
            for relationship in attached {
                graph.remove_relationship(relationship);
            }
            if !self.slips(Slip::DetachLeavesNode) {
                graph.remove_node(key);
            }
        }
        let is_attached = |graph: &graphlance_graph::Graph, key| {
            graph.relationships().any(|relationship| relationship.start == key || relationship.end == key)
        };
        held.retain(|key| {
            let stays = is_attached(&graph, *key);
            if !stays {
                graph.remove_node(*key);
            }
            stays
        });
        Ok(table)
    }

    /// A node that was deleted must have lost its relationships when the statement ends (TCK, Delete). What a clause sees
    /// of it in between is said nowhere. `later` are the clauses from here on, where they are known.
    pub(super) fn settle_deletions(&self, later: Option<&[Clause]>) -> Result<(), Failure> {
        if self.held.borrow().is_empty() {
            return Ok(());
        }
        let deletes = |clause: &Clause| {
            matches!(clause, Clause::Delete(_) | Clause::Foreach(_) | Clause::Subquery(_) | Clause::Composed(_))
        };
        if later.is_none_or(|later| later.iter().any(deletes)) {
            return Err(between_deletions());
        }
        let message = "a node that still has relationships cannot be deleted";
        Err(Failure::runtime(ErrorKind::ConstraintVerificationFailed, "DeleteConnectedNode", message))
    }

    /// A value as it is at the end of the statement. What was deleted by then has no state that the language knows.
    pub(super) fn final_value(&self, value: &Value) -> Result<Value, Failure> {
        if !self.writing {
            return Ok(value.clone());
        }
        let gone = || match self.options.open {
            OpenAnswers::Refuse => Err(Failure::Unspecified("a deleted element is returned".into())),
            OpenAnswers::Choose => Ok(()),
        };
        let graph = self.graph.borrow();
        Ok(match value {
            Value::Node(node) => match graph.node(node.key) {
                Some(node) => Value::Node(node.clone()),
                None => gone().map(|()| value.clone())?,
            },
            Value::Relationship(relationship) => match graph.relationship(relationship.key) {
                Some(relationship) => Value::Relationship(relationship.clone()),
                None => gone().map(|()| value.clone())?,
            },
            Value::List(items) => {
                Value::list(items.iter().map(|item| self.final_value(item)).collect::<Result<_, Failure>>()?)
            }
            Value::Map(entries) => {
                let entry = |(key, value): (&Name, &Value)| Ok((key.clone(), self.final_value(value)?));
                Value::map(entries.iter().map(entry).collect::<Result<_, Failure>>()?)
            }
            Value::Path(path) => {
                let mut path = Path::clone(path);
                for node in &mut path.nodes {
                    match graph.node(node.key) {
                        Some(now) => *node = now.clone(),
                        None => gone()?,
                    }
                }
                for relationship in &mut path.relationships {
                    match graph.relationship(relationship.key) {
                        Some(now) => *relationship = now.clone(),
                        None => gone()?,
                    }
                }
                Value::Path(Arc::new(path))
            }
            other => other.clone(),
        })
    }
}

pub(super) fn between_deletions() -> Failure {
    Failure::Unknown("a clause after the deletion of a node that still has relationships".into())
}
