//! DELETE: what is deleted while it has relationships must lose them by the end of the statement.

use graphlance_graph::{Graph, Value};

use super::{Rows, Runner};
use crate::operators::wrong_type;
use crate::plan::ClausePlan;
use crate::term::Term;
use crate::{ErrorKind, Failure, Fault};

impl Runner<'_> {
    pub(super) fn delete(&mut self, detach: bool, terms: &[Term], rows: &mut Rows) -> Result<(), Failure> {
        let (mut nodes, mut relationships) = (Vec::new(), Vec::new());
        for frame in &mut rows.frames {
            for term in terms {
                match self.evaluate(term, frame)? {
                    Value::Null if !self.departs(Fault::WritingToNullFails) => {}
                    Value::Node(node) => nodes.push(node.key),
                    Value::Relationship(relationship) => relationships.push(relationship.key),
                    Value::Path(path) => {
                        nodes.extend(path.nodes.iter().map(|node| node.key));
                        relationships.extend(path.relationships.iter().map(|relationship| relationship.key));
                    }
                    other => return Err(wrong_type("a node, relationship or path", &other)),
                }
            }
        }
        if detach && self.refuses() && nodes.iter().any(|key| self.held.contains(key)) {
            return Err(Failure::Unspecified("DETACH DELETE of what a clause before it deleted".into()));
        }
        let graph: &mut Graph = self.graph.to_mut();
        for key in relationships {
            graph.remove_relationship(key);
        }
        let attached = |graph: &Graph, key| graph.outgoing(key).len() + graph.incoming(key).len() > 0;
        for key in nodes {
            if detach || !attached(graph, key) {
                graph.remove_node(key);
            } else if !self.held.contains(&key) {
                self.held.push(key);
            }
        }
        // What earlier clauses wanted gone may have lost its relationships by now.
        self.held.retain(|key| {
            let stays = graph.node(*key).is_some() && attached(graph, *key);
            if !stays {
                graph.remove_node(*key);
            }
            stays
        });
        Ok(())
    }

    /// Raises the error of nodes deleted with relationships left, when no later DELETE can take those away. `later` are
    /// the clauses from here on, none of a part of the statement that does not know what follows it.
    ///
    /// Errors: beside that one [`Failure::Unknown`] for a clause between such deletions.
    pub(super) fn settle_deletions(&self, later: Option<&[ClausePlan]>) -> Result<(), Failure> {
        if self.held.is_empty() || later.is_some_and(|later| matches!(later.first(), Some(ClausePlan::Delete { .. }))) {
            return Ok(());
        }
        let deletes = |clause: &ClausePlan| {
            matches!(clause, ClausePlan::Delete { .. } | ClausePlan::Foreach { .. } | ClausePlan::Subquery(_))
        };
        if later.is_none_or(|later| later.iter().any(deletes)) {
            return Err(between_deletes());
        }
        let message = "a node that still has relationships cannot be deleted";
        Err(Failure::runtime(ErrorKind::ConstraintVerificationFailed, "DeleteConnectedNode", message))
    }
}

/// Nobody says what a statement sees between.
pub(super) fn between_deletes() -> Failure {
    Failure::Unknown("a clause after the deletion of a node that still has relationships".into())
}
