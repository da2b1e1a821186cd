//! Steps that delete elements, and those that create elements to be deleted.

use graphlance_cypher::ast::{BinaryOperator, Delete, NodePattern, Unwind};
use graphlance_cypher::{Clause, Expression, Feature, build};
use graphlance_graph::{Properties, Value};

use super::Script;
use super::model::{ID, NodeState, RelationshipState};
use super::pattern::{Found, alone, matching, node_of_id};

impl Script<'_> {
    /// `MATCH (n {id: 1}) DETACH DELETE n`, or DELETE of a node without relationships.
    pub fn delete_superfluous_node(&mut self) -> bool {
        let ids = self.now.superfluous_nodes(&self.goal);
        self.random.pick(&ids).copied().is_some_and(|id| self.delete_node(id))
    }

    /// `MATCH (n) WHERE n.id IN [..] DETACH DELETE n`, or the ids from UNWIND.
    pub fn delete_superfluous_nodes(&mut self) -> bool {
        let mut ids = self.now.superfluous_nodes(&self.goal);
        if ids.len() < 2 {
            return false;
        }
        self.random.shuffle(&mut ids);
        let list = Expression::List(ids.iter().map(|id| build::integer(*id)).collect());
        let by_unwind = self.has(&[Feature::Unwind, Feature::InlineProperties]) && self.random.chance(0.5);
        let mut clauses = if by_unwind {
            let matched = matching(vec![alone(node_of_id("n", build::variable("i")))], Vec::new());
            vec![Clause::Unwind(Unwind { list, variable: "i".into() }), matched]
        } else {
            let predicate = build::binary(BinaryOperator::In, build::property("n", ID), list);
            vec![matching(vec![alone(NodePattern::variable("n"))], vec![predicate])]
        };
        clauses.push(delete("n", true));
        ids.iter().for_each(|id| self.now.detach_delete(*id));
        self.add(clauses)
    }

    /// `MATCH ()-[r {id: 1}]->() DELETE r`
    pub fn delete_superfluous_relationship(&mut self) -> bool {
        let ids = self.now.superfluous_relationships(&self.goal);
        self.random.pick(&ids).copied().is_some_and(|id| self.delete_relationship(id))
    }

    /// Deletes a node that has to be created again.
    pub fn delete_wanted_node(&mut self) -> bool {
        let ids: Vec<i64> = self.now.nodes.keys().copied().collect();
        self.random.pick(&ids).copied().filter(|_| self.detour()).is_some_and(|id| self.delete_node(id))
    }

    /// Deletes a relationship that has to be created again.
    pub fn delete_wanted_relationship(&mut self) -> bool {
        let ids: Vec<i64> = self.now.relationships.keys().copied().collect();
        self.random.pick(&ids).copied().filter(|_| self.detour()).is_some_and(|id| self.delete_relationship(id))
    }

    /// Creates a node that has to be deleted.
    pub fn create_superfluous_node(&mut self) -> bool {
        if !self.detour() {
            return false;
        }
        let id = self.fresh_id();
        let properties = self.spoiled(&Properties::from([(ID.into(), Value::Integer(id))]));
        let state = NodeState { labels: self.spoiled_labels(), properties };
        let node = self.new_node("n", &state);
        self.now.nodes.insert(id, state);
        self.add(vec![Clause::Create(vec![alone(node).into()])])
    }

    /// Creates a relationship that has to be deleted.
    pub fn create_superfluous_relationship(&mut self) -> bool {
        let nodes: Vec<i64> = self.now.nodes.keys().copied().collect();
        let ends = (self.random.pick(&nodes).copied(), self.random.pick(&nodes).copied());
        let kind = self.random.pick(&self.schema.types).cloned();
        let ((Some(start), Some(end)), Some(kind)) = (ends, kind) else { return false };
        if !self.detour() {
            return false;
        }
        let id = self.fresh_id();
        let properties = self.spoiled(&Properties::from([(ID.into(), Value::Integer(id))]));
        let state = RelationshipState { start, kind, end, properties };
        let (matched, [a, b]) = self.match_ends(start, end);
        let relationship = self.new_relationship("r", &state);
        let path = self.turned(NodePattern::variable(a), relationship, NodePattern::variable(b));
        self.now.relationships.insert(id, state);
        self.add(vec![matched, Clause::Create(vec![path.into()])])
    }

    fn delete_node(&mut self, id: i64) -> bool {
        let detach = self.now.is_attached(id) || self.random.chance(0.3);
        let Found { pattern, predicate } = self.find_node("n", id);
        self.now.detach_delete(id);
        self.add(vec![matching(vec![alone(pattern)], predicate.into_iter().collect()), delete("n", detach)])
    }

    fn delete_relationship(&mut self, id: i64) -> bool {
        let Found { pattern, predicate } = self.find_relationship("r", id);
        self.now.relationships.remove(&id);
        self.add(vec![matching(vec![pattern], predicate.into_iter().collect()), delete("r", false)])
    }
}

fn delete(variable: &str, detach: bool) -> Clause {
    Clause::Delete(Delete { detach, nodetach: false, expressions: vec![build::variable(variable)] })
}
