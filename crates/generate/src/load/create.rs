//! Steps that create elements by CREATE and MERGE.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{Foreach, Merge, MergeAction, NodePattern, SetItem, Unwind};
use graphlance_cypher::{Clause, Expression, Feature, Pattern, SingleQuery, Statement, build};
use graphlance_graph::{Graph, Name, Properties, Random, Value};

use super::model::{ID, NodeState, RelationshipState};
use super::pattern::{alone, hop, id_map, literal, matching, node_of_id, typed};
use super::{Script, UNDO};

/// Most elements of one statement.
const BATCH: usize = 20;

/// One CREATE of all nodes and relationships; no statement for an empty graph.
pub(super) fn everything(graph: &Graph) -> Vec<Statement> {
    let mut patterns: Vec<Pattern> = Vec::new();
    let map = |properties: &Properties| {
        let entries: Vec<_> = properties.iter().map(|(key, value)| (key.clone(), literal(value))).collect();
        (!entries.is_empty()).then_some(Expression::Map(entries))
    };
    let name = |key: graphlance_graph::NodeKey| format!("n{}", key.0);
    for node in graph.nodes() {
        let pattern = NodePattern::variable(name(node.key)).with_labels(node.labels.iter().cloned());
        patterns.push(alone(NodePattern { properties: map(&node.properties), ..pattern }).into());
    }
    for relationship in graph.relationships() {
        let mut pattern = typed("", &relationship.kind);
        pattern.variable = None;
        pattern.properties = map(&relationship.properties);
        let ends = [relationship.start, relationship.end].map(|key| NodePattern::variable(name(key)));
        let [start, end] = ends;
        patterns.push(hop(start, pattern, end).into());
    }
    if patterns.is_empty() { Vec::new() } else { vec![SingleQuery { clauses: vec![Clause::Create(patterns)] }.into()] }
}

impl Script<'_> {
    /// `CREATE (:L {..}), (..)`
    pub fn create_nodes(&mut self) -> bool {
        let ids = self.absent_node_batch();
        let mut patterns = Vec::new();
        for (index, id) in ids.iter().enumerate() {
            let state = self.draft_node(*id);
            patterns.push(alone(self.new_node(&format!("n{index}"), &state)).into());
            self.now.nodes.insert(*id, state);
        }
        !patterns.is_empty() && self.add(vec![Clause::Create(patterns)])
    }

    /// `UNWIND [{..}, ..] AS row CREATE (n:L) SET n = row`, or with each property read from the row.
    pub fn create_nodes_from_rows(&mut self) -> bool {
        let ids = self.absent_node_batch();
        if ids.is_empty() || !self.has(&[Feature::Unwind, Feature::MapLiteral]) || !self.has(UNDO) {
            return false;
        }
        let labels = self.shared_labels(&ids);
        let rows: Vec<Properties> = ids.iter().map(|id| self.draft_node(*id).properties).collect();
        for (id, properties) in ids.iter().zip(&rows) {
            self.now.nodes.insert(*id, NodeState { labels: labels.clone(), properties: properties.clone() });
        }
        let node = NodePattern::variable("n").with_labels(labels);
        let list = Expression::List(rows.iter().map(|row| self.map(row)).collect());
        let mut clauses = vec![unwind(list)];
        if self.has(&[Feature::Set]) && self.random.chance(0.5) {
            clauses.push(Clause::Create(vec![alone(node).into()]));
            clauses.push(Clause::Set(vec![SetItem::Properties {
                variable: "n".into(),
                merge: self.random.chance(0.5),
                value: build::variable("row"),
            }]));
        } else {
            let properties = Some(from_row(&rows));
            clauses.push(Clause::Create(vec![alone(NodePattern { properties, ..node }).into()]));
        }
        self.add(clauses)
    }

    /// `FOREACH (i IN [..] | CREATE (:L {id: i}))`; the other properties are set later.
    pub fn create_nodes_in_loop(&mut self) -> bool {
        if !self.has(&[Feature::Foreach]) || !self.has(UNDO) {
            return false;
        }
        let ids = self.absent_node_batch();
        if ids.is_empty() {
            return false;
        }
        let labels = self.shared_labels(&ids);
        for id in &ids {
            let properties = Properties::from([(ID.into(), Value::Integer(*id))]);
            self.now.nodes.insert(*id, NodeState { labels: labels.clone(), properties });
        }
        let node = node_of_id("n", build::variable("i")).with_labels(labels);
        let list = Expression::List(ids.iter().map(|id| build::integer(*id)).collect());
        let create = Clause::Create(vec![alone(node).into()]);
        self.add(vec![Clause::Foreach(Foreach { variable: "i".into(), list, clauses: vec![create] })])
    }

    /// `MERGE (n:L {id: 1}) ON CREATE SET ..` of a node that is not there.
    pub fn merge_new_node(&mut self) -> bool {
        let absent = self.now.absent_nodes(&self.goal);
        let Some(id) = self.random.pick(&absent).copied() else { return false };
        if !self.has(&[Feature::Merge, Feature::Set]) {
            return false;
        }
        let state = self.draft_node(id);
        let labels: Vec<Name> = state.labels.iter().cloned().collect();
        let (in_pattern, later) = split(self.random, labels);
        let node = node_of_id("n", build::integer(id)).with_labels(in_pattern);
        let actions = self.actions("n", &without_id(&state.properties), later, true);
        self.now.nodes.insert(id, state);
        self.add(vec![Clause::Merge(Merge { pattern: alone(node).into(), actions })])
    }

    /// `CREATE (a {..})-[r:T {..}]->(b {..})` of which nothing is there.
    pub fn create_path(&mut self) -> bool {
        let Some((id, state)) = self.absent_path() else { return false };
        let (start, end) = (self.draft_node(state.start), self.draft_node(state.end));
        let (a, b) = (self.new_node("a", &start), self.new_node("b", &end));
        let relationship = self.new_relationship("r", &state);
        let path = self.turned(a, relationship, b);
        self.now.nodes.extend([(state.start, start), (state.end, end)]);
        self.now.relationships.insert(id, state);
        self.add(vec![Clause::Create(vec![path.into()])])
    }

    /// `MERGE (a {id: 1})-[r:T {id: 3}]->(b {id: 2})` of which nothing is there: all of it is created.
    pub fn merge_path(&mut self) -> bool {
        if !self.has(&[Feature::Merge, Feature::Set, Feature::Match]) {
            return false;
        }
        let Some((id, state)) = self.absent_path() else { return false };
        let bare = |id: i64| Properties::from([(ID.into(), Value::Integer(id))]);
        let path = hop(
            node_of_id("a", build::integer(state.start)),
            graphlance_cypher::ast::RelationshipPattern {
                properties: Some(id_map(build::integer(id))),
                ..typed("r", &state.kind)
            },
            node_of_id("b", build::integer(state.end)),
        );
        let actions = self.actions("r", &without_id(&state.properties), Vec::new(), true);
        for end in [state.start, state.end] {
            self.now.nodes.insert(end, NodeState { labels: BTreeSet::new(), properties: bare(end) });
        }
        self.now.relationships.insert(id, state);
        self.add(vec![Clause::Merge(Merge { pattern: path.into(), actions })])
    }

    /// `MATCH (a {id: 1}), (b {id: 2}) CREATE (a)-[:T {..}]->(b)`
    pub fn create_relationship(&mut self) -> bool {
        let Some((id, state)) = self.absent_relationship() else { return false };
        let (matched, [a, b]) = self.match_ends(state.start, state.end);
        let relationship = self.new_relationship("r", &state);
        let path = self.turned(NodePattern::variable(a), relationship, NodePattern::variable(b));
        self.now.relationships.insert(id, state);
        self.add(vec![matched, Clause::Create(vec![path.into()])])
    }

    /// `UNWIND [{..}, ..] AS row MATCH (a {id: row.start}), (b {id: row.end}) CREATE (a)-[r:T {..}]->(b)`
    pub fn create_relationships_from_rows(&mut self) -> bool {
        if !self.has(&[Feature::Unwind, Feature::MapLiteral, Feature::Match, Feature::InlineProperties]) {
            return false;
        }
        let mut ids = self.now.absent_relationships(&self.goal);
        let kind_of = |id: &i64| self.goal.relationships.get(id).map(|state| state.kind.clone());
        let Some(kind) = self.random.pick(&ids).and_then(kind_of) else { return false };
        ids.retain(|id| kind_of(id).as_ref() == Some(&kind));
        ids = batch(self.random, ids);
        let states: Vec<(i64, RelationshipState)> =
            ids.iter().filter_map(|id| Some((*id, self.draft_relationship(*id)?))).collect();
        let mut rows = Vec::new();
        for (_, state) in &states {
            let ends = [("start", state.start), ("end", state.end)];
            let mut entries: Vec<(Name, Expression)> =
                ends.iter().map(|(key, id)| ((*key).into(), build::integer(*id))).collect();
            entries.push(("properties".into(), self.map(&state.properties)));
            rows.push(Expression::Map(entries));
        }
        let end = |variable: &str, key: &str| alone(node_of_id(variable, build::property("row", key)));
        let matched = matching(vec![end("a", "start"), end("b", "end")], Vec::new());
        let mut relationship = typed("r", &kind);
        let mut clauses = vec![unwind(Expression::List(rows)), matched];
        let properties = build::property("row", "properties");
        let by_set = self.has(&[Feature::Set]) && self.random.chance(0.5);
        if !by_set {
            let keys: BTreeSet<Name> = states.iter().flat_map(|(_, state)| state.properties.keys().cloned()).collect();
            let entry = |key: Name| {
                let value = Expression::Property(Box::new(properties.clone()), key.clone());
                (key, value)
            };
            relationship.properties = Some(Expression::Map(keys.into_iter().map(entry).collect()));
        }
        let path = self.turned(NodePattern::variable("a"), relationship, NodePattern::variable("b"));
        clauses.push(Clause::Create(vec![path.into()]));
        if by_set {
            let merge = self.random.chance(0.5);
            clauses.push(Clause::Set(vec![SetItem::Properties { variable: "r".into(), merge, value: properties }]));
        }
        self.now.relationships.extend(states);
        self.add(clauses)
    }

    /// `MATCH (a {id: 1}), (b {id: 2}) MERGE (a)-[r:T {id: 3}]->(b) ON CREATE SET ..`
    pub fn merge_new_relationship(&mut self) -> bool {
        if !self.has(&[Feature::Merge, Feature::Set]) {
            return false;
        }
        let Some((id, state)) = self.absent_relationship() else { return false };
        let (matched, [a, b]) = self.match_ends(state.start, state.end);
        let mut relationship = typed("r", &state.kind);
        relationship.properties = Some(id_map(build::integer(id)));
        let path = self.turned(NodePattern::variable(a), relationship, NodePattern::variable(b));
        let actions = self.actions("r", &without_id(&state.properties), Vec::new(), true);
        self.now.relationships.insert(id, state);
        self.add(vec![matched, Clause::Merge(Merge { pattern: path.into(), actions })])
    }

    /// `MATCH (a {id: 1}) CREATE (a)-[:T {..}]->(b:L {..})`, of which only the first node is there.
    pub fn create_from_node(&mut self) -> bool {
        if !self.has(&[Feature::Match]) {
            return false;
        }
        let half = self.goal.relationships.iter().filter(|(id, state)| {
            !self.now.relationships.contains_key(id)
                && self.now.nodes.contains_key(&state.start) != self.now.nodes.contains_key(&state.end)
        });
        let half: Vec<i64> = half.map(|(id, _)| *id).collect();
        let Some(id) = self.random.pick(&half).copied() else { return false };
        let Some(state) = self.draft_relationship(id) else { return false };
        let from_start = self.now.nodes.contains_key(&state.start);
        let (old, new) = if from_start { (state.start, state.end) } else { (state.end, state.start) };
        let found = self.find_node("a", old);
        let node = self.draft_node(new);
        let created = self.new_node("b", &node);
        let relationship = self.new_relationship("r", &state);
        let bound = NodePattern::variable("a");
        let path = if from_start {
            self.turned(bound, relationship, created)
        } else {
            self.turned(created, relationship, bound)
        };
        self.now.nodes.insert(new, node);
        self.now.relationships.insert(id, state);
        let matched = matching(vec![alone(found.pattern)], found.predicate.into_iter().collect());
        self.add(vec![matched, Clause::Create(vec![path.into()])])
    }

    /// `MATCH` of two end points (once for a self-loop), and their variables.
    pub fn match_ends(&mut self, start: i64, end: i64) -> (Clause, [&'static str; 2]) {
        let first = self.find_node("a", start);
        if start == end {
            return (matching(vec![alone(first.pattern)], first.predicate.into_iter().collect()), ["a", "a"]);
        }
        let second = self.find_node("b", end);
        let predicates = first.predicate.into_iter().chain(second.predicate).collect();
        (matching(vec![alone(first.pattern), alone(second.pattern)], predicates), ["a", "b"])
    }

    /// ON CREATE SET or ON MATCH SET of what is wanted and, by chance, the other one with something else, which must not
    /// happen.
    pub fn actions(
        &mut self,
        variable: &str,
        wanted: &Properties,
        labels: Vec<Name>,
        on_create: bool,
    ) -> Vec<MergeAction> {
        let mut actions = Vec::new();
        let items = self.set_items(variable, wanted, labels);
        if !items.is_empty() {
            actions.push(MergeAction { on_create, items });
        }
        if let Some((key, value)) = self.random_entry().filter(|_| self.random.chance(0.4)) {
            let items = vec![super::pattern::set_property(variable, &key, literal(&value))];
            actions.push(MergeAction { on_create: !on_create, items });
            self.random.shuffle(&mut actions);
        }
        actions
    }

    fn absent_node_batch(&mut self) -> Vec<i64> {
        let absent = self.now.absent_nodes(&self.goal);
        batch(self.random, absent)
    }

    /// The node of the goal, by chance with flaws to be mended later.
    fn draft_node(&mut self, id: i64) -> NodeState {
        let mut state = self.goal.nodes.get(&id).cloned().unwrap_or_default();
        if self.strays() {
            state.properties = self.spoiled(&state.properties);
        }
        if self.strays() {
            state.labels = self.spoiled_labels();
        }
        state
    }

    /// The relationship of the goal, by chance with flaws in its properties.
    fn draft_relationship(&mut self, id: i64) -> Option<RelationshipState> {
        let mut state = self.goal.relationships.get(&id).cloned()?;
        if self.strays() {
            state.properties = self.spoiled(&state.properties);
        }
        Some(state)
    }

    fn absent_relationship(&mut self) -> Option<(i64, RelationshipState)> {
        if !self.has(&[Feature::Match]) {
            return None;
        }
        let absent = self.now.absent_relationships(&self.goal);
        let id = *self.random.pick(&absent)?;
        Some((id, self.draft_relationship(id)?))
    }

    /// A relationship of which neither itself nor one of its two ends is there.
    fn absent_path(&mut self) -> Option<(i64, RelationshipState)> {
        let absent = self.goal.relationships.iter().filter(|(_, state)| {
            let there = |id| self.now.nodes.contains_key(id);
            state.start != state.end && !there(&state.start) && !there(&state.end)
        });
        let absent: Vec<i64> = absent.map(|(id, _)| *id).collect();
        let id = *self.random.pick(&absent)?;
        Some((id, self.draft_relationship(id)?))
    }

    /// Labels for nodes that are created alike: those of one of them. Where that is wrong, a later step mends it.
    fn shared_labels(&mut self, ids: &[i64]) -> BTreeSet<Name> {
        let labels = self.random.pick(ids).and_then(|id| self.goal.nodes.get(id)).map(|state| state.labels.clone());
        labels.unwrap_or_default()
    }
}

/// Some of `ids` in random order, one at least when there is one.
fn batch(random: &mut Random, ids: Vec<i64>) -> Vec<i64> {
    let most = ids.len().div_ceil(3).min(BATCH);
    let count = random.between(1, most.max(1));
    random.sample(&ids, count)
}

fn unwind(list: Expression) -> Clause {
    Clause::Unwind(Unwind { list, variable: "row".into() })
}

/// `{id: row.id, k0: row.k0, ..}` with the keys of all rows; null where a row lacks one, which sets nothing.
fn from_row(rows: &[Properties]) -> Expression {
    let keys: BTreeSet<&Name> = rows.iter().flat_map(Properties::keys).collect();
    Expression::Map(keys.into_iter().map(|key| (key.clone(), build::property("row", key.clone()))).collect())
}

fn without_id(properties: &Properties) -> Properties {
    properties.iter().filter(|(key, _)| *key != ID).map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn split(random: &mut Random, names: Vec<Name>) -> (Vec<Name>, Vec<Name>) {
    names.into_iter().partition(|_| random.chance(0.5))
}
