//! Steps that change elements by SET, REMOVE and MERGE, for the better and for the worse.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{Foreach, Merge, RemoveItem, SetItem, Unwind};
use graphlance_cypher::{Clause, Expression, Feature, build};
use graphlance_graph::{Name, Properties, Value};

use super::Script;
use super::model::{ID, NodeState};
use super::pattern::{Found, alone, id_map, literal, matching, node_of_id, set_property, typed};

/// What has to be done to an element.
#[derive(Default)]
struct Change {
    /// Properties to set.
    set: Properties,
    /// Keys to remove.
    unset: Vec<Name>,
    add_labels: Vec<Name>,
    drop_labels: Vec<Name>,
}

impl Change {
    fn of_properties(now: &Properties, wanted: &Properties) -> Change {
        let set = wanted.iter().filter(|(key, value)| now.get(*key) != Some(value));
        Change {
            set: set.map(|(key, value)| (key.clone(), value.clone())).collect(),
            unset: now.keys().filter(|key| !wanted.contains_key(*key)).cloned().collect(),
            ..Change::default()
        }
    }

    fn of_node(now: &NodeState, wanted: &NodeState) -> Change {
        Change {
            add_labels: wanted.labels.difference(&now.labels).cloned().collect(),
            drop_labels: now.labels.difference(&wanted.labels).cloned().collect(),
            ..Change::of_properties(&now.properties, &wanted.properties)
        }
    }

    fn is_nothing(&self) -> bool {
        self.set.is_empty() && self.unset.is_empty() && self.add_labels.is_empty() && self.drop_labels.is_empty()
    }
}

impl Script<'_> {
    /// `MATCH (n {id: 1}) SET .. REMOVE ..` towards the goal.
    pub fn mend_node(&mut self) -> bool {
        let wrong = self.now.wrong_nodes(&self.goal);
        let Some(id) = self.random.pick(&wrong).copied() else { return false };
        let wanted = self.goal.nodes.get(&id).cloned().unwrap_or_default();
        self.change_node(id, wanted)
    }

    /// `MATCH ()-[r {id: 1}]->() SET .. REMOVE ..` towards the goal.
    pub fn mend_relationship(&mut self) -> bool {
        let wrong = self.now.wrong_relationships(&self.goal);
        let Some(id) = self.random.pick(&wrong).copied() else { return false };
        let wanted = self.goal.relationships.get(&id).map(|state| state.properties.clone()).unwrap_or_default();
        self.change_relationship(id, wanted)
    }

    /// Gives a node other labels and properties, to be mended later.
    pub fn spoil_node(&mut self) -> bool {
        let ids: Vec<i64> = self.now.nodes.keys().copied().collect();
        let Some(state) = self.random.pick(&ids).copied().filter(|_| self.detour()) else { return false };
        let now = self.now.nodes.get(&state).cloned().unwrap_or_default();
        let labels = if self.random.chance(0.5) { self.spoiled_labels() } else { now.labels };
        let properties = self.spoiled(&now.properties);
        self.change_node(state, NodeState { labels, properties })
    }

    /// Gives a relationship other properties, to be mended later.
    pub fn spoil_relationship(&mut self) -> bool {
        let ids: Vec<i64> = self.now.relationships.keys().copied().collect();
        let Some(id) = self.random.pick(&ids).copied().filter(|_| self.detour()) else { return false };
        let now = self.now.relationships.get(&id).map(|state| state.properties.clone()).unwrap_or_default();
        let properties = self.spoiled(&now);
        self.change_relationship(id, properties)
    }

    /// `MERGE (n {id: 1}) ON MATCH SET ..` of a node that is there.
    pub fn mend_node_by_merge(&mut self) -> bool {
        let wrong = self.now.wrong_nodes(&self.goal);
        let Some(id) = self.random.pick(&wrong).copied() else { return false };
        let (Some(now), Some(wanted)) = (self.now.nodes.get(&id), self.goal.nodes.get(&id)) else { return false };
        let change = Change::of_node(now, wanted);
        if change.set.is_empty() && change.add_labels.is_empty() || !self.has(&[Feature::Merge, Feature::Set]) {
            return false;
        }
        let node = node_of_id("n", build::integer(id));
        let actions = self.actions("n", &change.set, change.add_labels.clone(), false);
        if let Some(now) = self.now.nodes.get_mut(&id) {
            now.properties.extend(change.set);
            now.labels.extend(change.add_labels);
        }
        self.add(vec![Clause::Merge(Merge { pattern: alone(node).into(), actions })])
    }

    /// `MATCH (a {id: 1}), (b {id: 2}) MERGE (a)-[r:T {id: 3}]->(b) ON MATCH SET ..` of a relationship that is there.
    pub fn mend_relationship_by_merge(&mut self) -> bool {
        let wrong = self.now.wrong_relationships(&self.goal);
        let Some(id) = self.random.pick(&wrong).copied() else { return false };
        let (Some(now), Some(wanted)) = (self.now.relationships.get(&id), self.goal.relationships.get(&id)) else {
            return false;
        };
        let change = Change::of_properties(&now.properties, &wanted.properties);
        if change.set.is_empty() || !self.has(&[Feature::Merge, Feature::Set, Feature::Match]) {
            return false;
        }
        let (start, end, kind) = (now.start, now.end, now.kind.clone());
        let (matched, [a, b]) = self.match_ends(start, end);
        let mut relationship = typed("r", &kind);
        relationship.properties = Some(id_map(build::integer(id)));
        let variable = graphlance_cypher::ast::NodePattern::variable;
        let path = self.turned(variable(a), relationship, variable(b));
        let actions = self.actions("r", &change.set, Vec::new(), false);
        if let Some(now) = self.now.relationships.get_mut(&id) {
            now.properties.extend(change.set);
        }
        self.add(vec![matched, Clause::Merge(Merge { pattern: path.into(), actions })])
    }

    /// `UNWIND [{id: 1, value: 2}, ..] AS row MATCH (n {id: row.id}) SET n.k = row.value`
    pub fn mend_nodes_from_rows(&mut self) -> bool {
        let features = [Feature::Unwind, Feature::MapLiteral, Feature::Match, Feature::InlineProperties, Feature::Set];
        let keys: Vec<Name> = self.schema.keys.iter().map(|key| key.name.clone()).filter(|key| key != ID).collect();
        let Some(key) = self.random.pick(&keys).cloned().filter(|_| self.has(&features)) else { return false };
        let wanted: Vec<(i64, Option<Value>)> = self
            .goal
            .nodes
            .iter()
            .filter(|(id, _)| self.now.nodes.contains_key(id))
            .map(|(id, state)| (*id, state.properties.get(&key).cloned()))
            .filter(|(id, value)| self.now.nodes.get(id).map(|now| now.properties.get(&key)) != Some(value.as_ref()))
            .collect();
        if wanted.is_empty() {
            return false;
        }
        let row = |(id, value): &(i64, Option<Value>)| {
            let value = value.as_ref().map_or_else(build::null, literal);
            Expression::Map(vec![("id".into(), build::integer(*id)), ("value".into(), value)])
        };
        let list = Expression::List(wanted.iter().map(row).collect());
        for (id, value) in wanted {
            let Some(now) = self.now.nodes.get_mut(&id) else { continue };
            match value {
                Some(value) => now.properties.insert(key.clone(), value),
                None => now.properties.remove(&key),
            };
        }
        self.add(vec![
            Clause::Unwind(Unwind { list, variable: "row".into() }),
            matching(vec![alone(node_of_id("n", build::property("row", "id")))], Vec::new()),
            Clause::Set(vec![set_property("n", &key, build::property("row", "value"))]),
        ])
    }

    fn change_node(&mut self, id: i64, wanted: NodeState) -> bool {
        let Some(now) = self.now.nodes.get(&id) else { return false };
        let change = Change::of_node(now, &wanted);
        if change.is_nothing() {
            return false;
        }
        let Found { pattern, predicate } = self.find_node("n", id);
        let mut clauses = vec![matching(vec![alone(pattern)], predicate.into_iter().collect())];
        clauses.extend(self.changes("n", change, &wanted.properties));
        self.now.nodes.insert(id, wanted);
        self.add(clauses)
    }

    fn change_relationship(&mut self, id: i64, wanted: Properties) -> bool {
        let Some(now) = self.now.relationships.get(&id) else { return false };
        let change = Change::of_properties(&now.properties, &wanted);
        if change.is_nothing() {
            return false;
        }
        let Found { pattern, predicate } = self.find_relationship("r", id);
        let mut clauses = vec![matching(vec![pattern], predicate.into_iter().collect())];
        clauses.extend(self.changes("r", change, &wanted));
        if let Some(now) = self.now.relationships.get_mut(&id) {
            now.properties = wanted;
        }
        self.add(clauses)
    }

    /// SET and REMOVE clauses that make a change, in one of several ways and orders.
    fn changes(&mut self, variable: &str, change: Change, wanted: &Properties) -> Vec<Clause> {
        let Change { set, unset, add_labels, drop_labels } = change;
        let mut clauses = match self.random.below(4) {
            0 => vec![self.replace(variable, wanted)],
            1 => vec![self.merge_map(variable, &set, &unset)],
            2 if self.has(&[Feature::Foreach]) => self.in_loops(variable, &set, &unset),
            _ => self.one_by_one(variable, &set, unset),
        };
        clauses.retain(|clause| !matches!(clause, Clause::Set(items) if items.is_empty()));
        if !add_labels.is_empty() {
            clauses.push(Clause::Set(vec![SetItem::Labels { variable: variable.into(), labels: add_labels }]));
        }
        if !drop_labels.is_empty() {
            clauses.push(Clause::Remove(vec![RemoveItem::Labels { variable: variable.into(), labels: drop_labels }]));
        }
        self.random.shuffle(&mut clauses);
        clauses
    }

    /// `SET n = {..}`
    fn replace(&mut self, variable: &str, wanted: &Properties) -> Clause {
        let value = self.map(wanted);
        Clause::Set(vec![SetItem::Properties { variable: variable.into(), merge: false, value }])
    }

    /// `SET n += {key: value, other: null}`
    fn merge_map(&mut self, variable: &str, set: &Properties, unset: &[Name]) -> Clause {
        let mut entries = set.clone();
        entries.extend(unset.iter().map(|key| (key.clone(), Value::Null)));
        if entries.is_empty() {
            return Clause::Set(Vec::new());
        }
        let value = self.map(&entries);
        Clause::Set(vec![SetItem::Properties { variable: variable.into(), merge: true, value }])
    }

    /// `SET n.key = value, ..` and `REMOVE n.key, ..` (or `SET n.key = null`)
    fn one_by_one(&mut self, variable: &str, set: &Properties, unset: Vec<Name>) -> Vec<Clause> {
        let mut items = self.set_items(variable, set, Vec::new());
        let mut removals = Vec::new();
        for key in unset {
            if self.random.chance(0.3) {
                items.push(set_property(variable, &key, build::null()));
            } else {
                removals.push(RemoveItem::Property { target: build::variable(variable), key });
            }
        }
        let mut clauses = vec![Clause::Set(items)];
        if !removals.is_empty() {
            clauses.push(Clause::Remove(removals));
        }
        clauses
    }

    /// `FOREACH (v IN [wrong, right] | SET n.key = v)` per key: the last value stays.
    fn in_loops(&mut self, variable: &str, set: &Properties, unset: &[Name]) -> Vec<Clause> {
        let mut clauses = Vec::new();
        for (key, value) in set {
            let mut values = vec![literal(value)];
            if let Some(wrong) = self.now_other_value(key, value) {
                values.insert(0, literal(&wrong));
            }
            let set = Clause::Set(vec![set_property(variable, key, build::variable("v"))]);
            let list = Expression::List(values);
            clauses.push(Clause::Foreach(Foreach { variable: "v".into(), list, clauses: vec![set] }));
        }
        let removals: BTreeSet<&Name> = unset.iter().collect();
        if !removals.is_empty() {
            let item = |key: &Name| RemoveItem::Property { target: build::variable(variable), key: key.clone() };
            clauses.push(Clause::Remove(removals.into_iter().map(item).collect()));
        }
        clauses
    }

    /// Another value of the kind of a key, by chance.
    fn now_other_value(&mut self, key: &Name, value: &Value) -> Option<Value> {
        let kind = self.schema.keys.iter().find(|known| known.name == *key)?.kind;
        let drawn = graphlance_graph::random_graph::random_value(self.random, kind, 0.0, &self.dialect.values);
        (drawn != *value && self.random.chance(0.7)).then_some(drawn)
    }
}
