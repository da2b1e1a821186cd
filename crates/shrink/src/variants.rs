//! Variants of a case: cases that differ from it in one thing. How a target answers them shows how far a failure reaches, and puts
//! an explanation of it to the test.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use graphlance_case::language::Bench;
use graphlance_case::{Case, Load, Statement};
use graphlance_graph::{Graph, Name, Node, Relationship, Returns, Value};

use crate::values::replace_everywhere;
use crate::weight::hash_of;

/// What a variant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// A value that the statement writes, or the graph holds.
    Value,
    /// One operator, function, direction or clause of a statement.
    Statement,
    /// An element of the graph, or what it has.
    Graph,
    /// A part of a statement is left out, as a reduction does.
    Part,
    /// It is no variant: it is an example of a rule that may explain the failure.
    Example,
}

impl Change {
    /// Those of which variants are made, in the order in which they take turns.
    pub const ALL: &'static [Change] = &[Change::Statement, Change::Value, Change::Graph, Change::Part];

    /// Its name in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Change::Value => "another value",
            Change::Statement => "another operator, function or clause",
            Change::Graph => "another graph",
            Change::Part => "a part left out",
            Change::Example => "an example of a rule",
        }
    }
}

/// Elements of the graphs that variants of a case have to themselves, in all: a case that was not reduced has thousands of
/// variants, and a large graph.
const MOST_COPIED: usize = 50_000;

/// The variants of a case, kinds of changes by turns, so that the first few have something of each; so many at most, and of a large
/// graph few with another one. Claims are those of the case: what a variant must answer is stated anew.
pub fn variants(case: &Case, most: usize) -> Vec<(Change, Case)> {
    // Each is made when it is its turn.
    let mut queues: Vec<(Change, Box<dyn Iterator<Item = Case> + '_>)> =
        Change::ALL.iter().map(|change| (*change, of_kind(case, *change))).collect();
    let mut found: Vec<(Change, Case)> = Vec::new();
    // Comparing graphs is work: only those with the same hash are compared.
    let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    let graph = hash_of(&*case.graph);
    let mut copied = 0;
    loop {
        let mut any = false;
        for (change, queue) in &mut queues {
            if copied >= MOST_COPIED && matches!(change, Change::Value | Change::Graph) {
                continue;
            }
            let Some(variant) = queue.next() else { continue };
            any = true;
            copied += copied_elements(&variant, case);
            if found.len() >= most {
                return found;
            }
            let same = by_hash.entry(key(&variant, case, graph)).or_default();
            if variant != *case && same.iter().all(|other| found[*other].1 != variant) {
                same.push(found.len());
                found.push((*change, variant));
            }
        }
        if !any {
            return found;
        }
    }
}

/// How many elements the graph has that a variant has to itself.
fn copied_elements(variant: &Case, case: &Case) -> usize {
    match Arc::ptr_eq(&variant.graph, &case.graph) {
        true => 0,
        false => variant.graph.node_count() + variant.graph.relationship_count(),
    }
}

/// A hash of what variants of a case differ in; `graph`: that of the case's graph, which most of them share.
fn key(variant: &Case, case: &Case, graph: u64) -> u64 {
    let graph = if Arc::ptr_eq(&variant.graph, &case.graph) { graph } else { hash_of(&*variant.graph) };
    let statements: Vec<&Statement> = variant.statements().collect();
    hash_of(&(graph, variant.load.script(), statements))
}

fn of_kind(case: &Case, change: Change) -> Box<dyn Iterator<Item = Case> + '_> {
    match change {
        Change::Example => Box::new(std::iter::empty()),
        Change::Value => Box::new(of_values(case)),
        Change::Statement => Box::new(of_statements(case, |statement| statement.relatives()).into_iter()),
        Change::Graph => Box::new(of_graph(case)),
        Change::Part => Box::new(of_statements(case, smaller).into_iter()),
    }
}

/// The case with other statements in the place of each.
fn of_statements(case: &Case, others: impl Fn(&Statement) -> Vec<Statement>) -> Vec<Case> {
    let mut found = Vec::new();
    for (at, step) in case.steps.iter().enumerate() {
        let Some(statement) = step.statement().filter(|_| !case.lineage.derives(at)) else { continue };
        for other in others(statement) {
            let mut variant = case.clone();
            if let Some(place) = variant.steps[at].statement_mut() {
                *place = other;
                found.push(variant);
            }
        }
    }
    found
}

/// What the passes of a reduction would try on a statement, none of which it makes its own.
fn smaller(statement: &Statement) -> Vec<Statement> {
    let bench = Notes { statement, tried: RefCell::default() };
    let mut notes = bench;
    for pass in statement.language().passes() {
        (pass.run)(&mut notes);
    }
    notes.tried.into_inner()
}

/// Attempts that are noted at most of one statement.
const MOST_TRIED: usize = 60;

struct Notes<'s> {
    statement: &'s Statement,
    tried: RefCell<Vec<Statement>>,
}

impl Bench for Notes<'_> {
    fn statement(&self) -> Option<&Statement> {
        Some(self.statement)
    }

    fn attempt(&mut self, edited: Statement) -> bool {
        let mut tried = self.tried.borrow_mut();
        if !tried.contains(&edited) {
            tried.push(edited);
        }
        false
    }

    fn is_over(&self) -> bool {
        self.tried.borrow().len() >= MOST_TRIED
    }

    fn returns(&self, _: Statement) -> Option<Returns> {
        None
    }
}

/// Another value everywhere in the place of each: others of its kind, then, where a statement writes it, of other kinds.
fn of_values(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let written: Vec<Value> = case.statements().flat_map(|statement| statement.literals()).collect();
    let mut values = written.clone();
    let nodes = case.graph.nodes().flat_map(|node| node.properties.values());
    values.extend(nodes.chain(case.graph.relationships().flat_map(|each| each.properties.values())).cloned());
    let mut seen: Vec<Value> = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    let pairs = seen.into_iter().flat_map(move |value| {
        let others = if written.contains(&value) { of_other_kinds(&value) } else { Vec::new() };
        of_its_kind(&value).into_iter().chain(others).map(move |other| (value.clone(), other))
    });
    pairs.filter_map(|(value, other)| {
        let mut variant = case.clone();
        replace_everywhere(&mut variant, &value, &other).then_some(variant)
    })
}

fn of_its_kind(value: &Value) -> Vec<Value> {
    match value {
        Value::Boolean(holds) => vec![Value::Boolean(!holds)],
        Value::Integer(number) => {
            let others = [0, 1, -1, 2, 7, 1 << 40, number.saturating_add(1), number.saturating_neg()];
            others.iter().filter(|other| *other != number).map(|other| Value::Integer(*other)).collect()
        }
        Value::Float(number) => {
            let others = [0.0, 1.0, -1.5, 2.5, 1e10, -number];
            others.iter().filter(|other| *other != number).map(|other| Value::Float(*other)).collect()
        }
        Value::String(text) => {
            let others = [String::new(), "a".to_owned(), "Ab".to_owned(), format!("{text} "), format!("z{text}")];
            others.into_iter().filter(|other| other != text.as_str()).map(Value::string).collect()
        }
        Value::List(items) if !items.is_empty() => {
            vec![Value::list(Vec::new()), Value::list(items[1..].to_vec())]
        }
        _ => Vec::new(),
    }
}

fn of_other_kinds(value: &Value) -> Vec<Value> {
    let kinds = [Value::Integer(3), Value::Float(0.5), Value::string("b"), Value::Boolean(true), Value::Null];
    kinds.into_iter().filter(|other| std::mem::discriminant(other) != std::mem::discriminant(value)).collect()
}

/// The graph with an element, a label or a property less, or with one more relationship or node, some with another label. Not where
/// a script makes it.
fn of_graph(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let changes = if case.load == Load::Create { changes_of(&case.graph) } else { Vec::new() };
    changes.into_iter().filter_map(|change| {
        let mut variant = case.clone();
        change(Arc::make_mut(&mut variant.graph)).then_some(variant)
    })
}

/// A change of a graph; false where it cannot be made.
type GraphChange<'g> = Box<dyn Fn(&mut Graph) -> bool + 'g>;

fn changes_of(graph: &Graph) -> Vec<GraphChange<'_>> {
    let mut changes: Vec<GraphChange<'_>> = Vec::new();
    for relationship in graph.relationships() {
        changes.extend(changes_of_relationship(relationship));
    }
    for node in graph.nodes() {
        changes.extend(changes_of_node(node, &graph.schema.labels));
    }
    if graph.node_count() == 0 {
        changes.push(Box::new(|graph| {
            graph.add_node([], Default::default());
            true
        }));
    }
    if !graph.schema.indexes.is_empty() {
        changes.push(Box::new(|graph| {
            graph.schema.indexes.clear();
            true
        }));
    }
    changes
}

fn changes_of_relationship(relationship: &Relationship) -> Vec<GraphChange<'_>> {
    let (start, end) = (relationship.start, relationship.end);
    let added = move |graph: &mut Graph, start, end| {
        graph.add_relationship(start, relationship.kind.clone(), end, relationship.properties.clone()).is_ok()
    };
    let mut changes: Vec<GraphChange<'_>> = vec![Box::new(move |graph| added(graph, start, end))];
    if start != end {
        changes.push(Box::new(move |graph| added(graph, start, start)));
    }
    changes.push(Box::new(move |graph| {
        graph.remove_relationship(relationship.key);
        added(graph, end, start)
    }));
    changes.push(Box::new(|graph| {
        graph.remove_relationship(relationship.key);
        true
    }));
    changes
}

fn changes_of_node<'g>(node: &'g Node, labels: &'g [Name]) -> Vec<GraphChange<'g>> {
    let mut changes: Vec<GraphChange<'g>> = vec![Box::new(|graph| {
        graph.add_node(node.labels.iter().cloned(), node.properties.clone());
        true
    })];
    // What is done by another label than the right one does not show where all nodes have the same.
    for label in labels.iter().filter(|label| !node.labels.contains(*label)) {
        changes.push(Box::new(|graph| {
            graph.add_node([label.clone()], node.properties.clone());
            true
        }));
    }
    for label in &node.labels {
        changes.push(Box::new(move |graph| {
            graph.edit_node(node.key, |node| node.labels.retain(|other| other != label));
            true
        }));
    }
    for key in node.properties.keys() {
        changes.push(Box::new(move |graph| {
            graph.edit_node(node.key, |node| drop(node.properties.remove(key)));
            true
        }));
    }
    changes.push(Box::new(|graph| {
        graph.remove_node(node.key);
        true
    }));
    changes
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, Lineage, Step};

    use super::*;

    #[test]
    fn a_graph_has_a_node_of_another_label_more_and_a_relationship_from_a_node_to_itself() {
        let mut graph = Graph::new();
        let [start, end] = ["A", "B"].map(|label| graph.add_node([label.into()], Default::default()));
        graph.add_relationship(start, "T".into(), end, Default::default()).expect("a relationship");
        graph.schema.labels = vec!["A".into(), "B".into(), "C".into()];
        let case = Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default());
        let found: Vec<Case> = of_graph(&case).collect();
        let labelled = |variant: &Case, label: &str| {
            let of_label = variant.graph.nodes().filter(|node| node.labels.contains(label));
            of_label.count()
        };
        assert!(found.iter().any(|variant| labelled(variant, "A") == 1 && labelled(variant, "C") == 1));
        let loops = |variant: &Case| variant.graph.relationships().filter(|one| one.start == one.end).count();
        assert!(found.iter().any(|variant| loops(variant) == 1 && variant.graph.relationship_count() == 2));
    }

    #[test]
    fn of_a_large_graph_few_variants_have_a_graph_of_their_own() {
        let mut graph = Graph::new();
        for number in 0..1_000 {
            graph.add_node(["A".into()], [("k".into(), number.into())].into());
        }
        let case = Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default());
        let statement = Cypher.parse("MATCH (n:A) WHERE n.k + -5 = 1 RETURN n.k + 2 AS x").expect("a statement");
        let case = Case { steps: vec![Step::run(statement)], ..case };
        let found = variants(&case, usize::MAX);
        let copied: usize = found.iter().map(|(_, variant)| copied_elements(variant, &case)).sum();
        assert!((MOST_COPIED / 2..MOST_COPIED + 2_500).contains(&copied), "{copied}");
        for change in Change::ALL {
            assert!(found.iter().filter(|(of, _)| of == change).count() >= 4, "{change:?}");
        }
        let shared =
            |(change, variant): &&(Change, Case)| *change == Change::Value && Arc::ptr_eq(&variant.graph, &case.graph);
        assert!(found.iter().filter(shared).count() >= 4, "a value that no element has leaves the graph as it is");
    }

    #[test]
    fn there_are_many_of_each_kind_and_all_differ() {
        let mut graph = Graph::new();
        let node = graph.add_node(["A".into()], [("k".into(), 1.into())].into());
        graph.add_relationship(node, "T".into(), node, Default::default()).expect("a relationship");
        let case = Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default());
        let statement = Cypher.parse("MATCH (n:A)-->(m) WHERE n.k = 1 RETURN n.k + 2 AS x").expect("a statement");
        let case = Case { steps: vec![Step::run(statement)], ..case };
        let found = variants(&case, usize::MAX);
        for change in Change::ALL {
            let count = found.iter().filter(|(of, _)| of == change).count();
            assert!(count >= 4, "{change:?}: {count}");
        }
        assert!(found.iter().all(|(_, variant)| *variant != case));
        let differ =
            |(place, (_, variant)): (usize, &(Change, Case))| found[..place].iter().all(|(_, other)| other != variant);
        assert!(found.iter().enumerate().all(differ));
        let mut stored =
            found.iter().flat_map(|(_, variant)| variant.graph.nodes()).flat_map(|node| node.properties.values());
        assert!(!stored.any(Value::is_null), "a property that is null is none");
        let without = |(_, variant): &(Change, Case)| variant.graph.nodes().all(|node| node.properties.is_empty());
        assert!(found.iter().any(without));
        assert_eq!(variants(&case, 5), found[..5]);
        let first: Vec<Change> = found.iter().take(4).map(|(change, _)| *change).collect();
        assert_eq!(first, Change::ALL);
    }
}
