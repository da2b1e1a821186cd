//! One of the last passes: names a person would choose, and keys without gaps. Also the normal form behind fingerprints.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_case::{Case, Load, Step};
use graphlance_cypher::ast::*;
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, GraphError, Name, Node, NodeKey, Relationship, RelationshipKey};

use super::Reducer;
use super::scope::item_name;
use super::walk::{self, NameKind, Visitor};

/// Renames everything at once; where that changes the failure, all but `id`, or only variables, then only what the graph
/// holds.
pub(super) fn rename(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let names = Names::of(reducer.case(), &[]);
    if reducer.attempt_even(|case| names.apply(case, true, true))? {
        return Ok(());
    }
    // Typed tables have a primary key of this name.
    let names = Names::of(reducer.case(), &["id"]);
    if reducer.attempt_even(|case| names.apply(case, true, true))? {
        return Ok(());
    }
    reducer.attempt_even(|case| names.apply(case, true, false))?;
    reducer.attempt_even(|case| names.apply(case, false, true))?;
    Ok(())
}

/// A statement with names numbered by first use and literals replaced by one of their kind. Two statements of one
/// normal form differ in names and values alone.
pub fn normal_form(statement: &Statement) -> Statement {
    struct Plain;
    impl Visitor for Plain {
        fn clause(&mut self, clause: &mut Clause) {
            if let Clause::Return(projection) = clause {
                projection.items.iter_mut().for_each(|item| item.alias = None);
            }
        }

        fn expression(&mut self, expression: &mut Expression) {
            if let Expression::Literal(literal) = expression {
                *literal = match literal {
                    Literal::Null => Literal::Null,
                    Literal::Boolean(_) => Literal::Boolean(true),
                    Literal::Integer(_) => Literal::Integer(1),
                    Literal::Float(_) => Literal::Float(1.5),
                    Literal::String(_) => Literal::String("a".into()),
                };
            }
        }
    }
    let mut result = statement.clone();
    let mut names = Names::default();
    names.collect(&mut result);
    walk::statement(&mut result, &mut Plain);
    walk::statement(&mut result, &mut Apply { names: &names, variables: true, schema: true });
    result
}

/// Every name that a case gives: variables, labels, types, keys.
pub(crate) fn names_of(case: &Case) -> BTreeSet<Name> {
    let Names { variables, labels, types, keys, .. } = Names::of(case, &[]);
    [variables, labels, types, keys].into_iter().flat_map(BTreeMap::into_keys).collect()
}

/// New names by old ones.
#[derive(Default)]
struct Names {
    variables: BTreeMap<Name, Name>,
    labels: BTreeMap<Name, Name>,
    types: BTreeMap<Name, Name>,
    keys: BTreeMap<Name, Name>,
    /// Keys that keep their names.
    kept: usize,
    nodes: usize,
    relationships: usize,
    paths: usize,
    others: usize,
}

const NODES: &[&str] = &["a", "b", "c", "d", "e"];
const RELATIONSHIPS: &[&str] = &["r", "s", "t"];
const PATHS: &[&str] = &["p", "q"];
const OTHERS: &[&str] = &["x", "y", "z", "u", "v", "w"];
const LABELS: &[&str] = &["A", "B", "C", "D", "E"];
const TYPES: &[&str] = &["T", "U", "V", "W"];
const KEYS: &[&str] = &["k", "l", "m", "n", "o"];

/// The name of this number: one of `names`, then the first of them with a number.
fn numbered(names: &[&str], number: usize) -> Name {
    match names.get(number) {
        Some(name) => (*name).into(),
        None => format!("{}{}", names.first().unwrap_or(&"n"), number - names.len() + 1).into(),
    }
}

impl Names {
    /// New names for those of a case; these keys keep theirs.
    fn of(case: &Case, kept: &[&str]) -> Names {
        let mut names = Names::default();
        names.keys.extend(kept.iter().map(|key| (Name::from(*key), Name::from(*key))));
        names.kept = kept.len();
        for step in &case.steps {
            if let Step::Run(statement) = step {
                names.collect(&mut statement.clone());
            }
        }
        for node in case.graph.nodes() {
            node.labels.iter().for_each(|label| names.label(label));
            node.properties.keys().for_each(|key| names.key(key));
        }
        for each in case.graph.relationships() {
            names.kind(&each.kind);
            each.properties.keys().for_each(|key| names.key(key));
        }
        if let Load::Script(script) = &case.load {
            let mut rest = SchemaOnly(&mut names);
            script.iter().for_each(|statement| walk::statement(&mut statement.clone(), &mut rest));
        }
        names
    }

    fn collect(&mut self, statement: &mut Statement) {
        walk::statement(statement, &mut Elements(self));
        walk::statement(statement, &mut Rest(self));
    }

    fn label(&mut self, name: &Name) {
        let number = self.labels.len();
        self.labels.entry(name.clone()).or_insert_with(|| numbered(LABELS, number));
    }

    fn kind(&mut self, name: &Name) {
        let number = self.types.len();
        self.types.entry(name.clone()).or_insert_with(|| numbered(TYPES, number));
    }

    fn key(&mut self, name: &Name) {
        let number = self.keys.len() - self.kept;
        self.keys.entry(name.clone()).or_insert_with(|| numbered(KEYS, number));
    }

    fn apply(&self, case: &mut Case, variables: bool, schema: bool) -> bool {
        let mut apply = Apply { names: self, variables, schema };
        for step in &mut case.steps {
            if let Step::Run(statement) = step {
                walk::statement(statement, &mut apply);
            }
        }
        if let (Load::Script(script), true) = (&mut case.load, schema) {
            Arc::make_mut(script).iter_mut().for_each(|statement| {
                let mut own = Names::default();
                own.collect(&mut statement.clone());
                walk::statement(statement, &mut Apply { names: &own, variables, schema: false });
                walk::statement(statement, &mut Apply { names: self, variables: false, schema: true });
            });
        }
        if schema {
            match self.renamed(&case.graph) {
                Ok(graph) => case.graph = Arc::new(graph),
                Err(_) => return false,
            }
        }
        true
    }

    /// The graph under the new names, with keys from 0 on and a schema of what is used.
    fn renamed(&self, graph: &Graph) -> Result<Graph, GraphError> {
        let get = |map: &BTreeMap<Name, Name>, name: &Name| map.get(name).unwrap_or(name).clone();
        let mut result = Graph::new();
        let mut keys = BTreeMap::new();
        for (number, node) in graph.nodes().enumerate() {
            keys.insert(node.key, NodeKey(number as u32));
            result.insert_node(Node {
                key: NodeKey(number as u32),
                labels: node.labels.iter().map(|label| get(&self.labels, label)).collect(),
                properties: node.properties.iter().map(|(key, value)| (get(&self.keys, key), value.clone())).collect(),
            })?;
        }
        for (number, each) in graph.relationships().enumerate() {
            result.insert_relationship(Relationship {
                key: RelationshipKey(number as u32),
                start: keys.get(&each.start).copied().unwrap_or(each.start),
                end: keys.get(&each.end).copied().unwrap_or(each.end),
                kind: get(&self.types, &each.kind),
                properties: each.properties.iter().map(|(key, value)| (get(&self.keys, key), value.clone())).collect(),
            })?;
        }
        result.schema = graph.schema.clone();
        let schema = &mut result.schema;
        schema.labels.retain(|label| self.labels.contains_key(label));
        schema.labels.iter_mut().for_each(|label| *label = get(&self.labels, label));
        schema.types.retain(|kind| self.types.contains_key(kind));
        schema.types.iter_mut().for_each(|kind| *kind = get(&self.types, kind));
        schema.keys.retain(|key| self.keys.contains_key(&key.name));
        schema.keys.iter_mut().for_each(|key| key.name = get(&self.keys, &key.name));
        for index in &mut schema.indexes {
            index.name = get(if index.on_nodes { &self.labels } else { &self.types }, &index.name);
            index.keys.iter_mut().for_each(|key| *key = get(&self.keys, key));
        }
        Ok(result)
    }
}

/// Names what nodes, relationships and paths are called.
struct Elements<'a>(&'a mut Names);

impl Visitor for Elements<'_> {
    fn pattern(&mut self, pattern: &mut Pattern) {
        if let Some(name) = &pattern.variable
            && !self.0.variables.contains_key(name)
        {
            self.0.variables.insert(name.clone(), numbered(PATHS, self.0.paths));
            self.0.paths += 1;
        }
    }

    fn node(&mut self, node: &mut NodePattern) {
        if let Some(name) = &node.variable
            && !self.0.variables.contains_key(name)
        {
            self.0.variables.insert(name.clone(), numbered(NODES, self.0.nodes));
            self.0.nodes += 1;
        }
    }

    fn relationship(&mut self, relationship: &mut RelationshipPattern) {
        if let Some(name) = &relationship.variable
            && !self.0.variables.contains_key(name)
        {
            self.0.variables.insert(name.clone(), numbered(RELATIONSHIPS, self.0.relationships));
            self.0.relationships += 1;
        }
    }
}

/// Names labels, types and keys: statements of a script have variables of their own.
struct SchemaOnly<'a>(&'a mut Names);

impl Visitor for SchemaOnly<'_> {
    fn name(&mut self, name: &mut Name, kind: NameKind) {
        match kind {
            NameKind::Variable => {}
            NameKind::Label => self.0.label(name),
            NameKind::Type => self.0.kind(name),
            NameKind::Key => self.0.key(name),
        }
    }
}

/// Names all the rest.
struct Rest<'a>(&'a mut Names);

impl Visitor for Rest<'_> {
    fn name(&mut self, name: &mut Name, kind: NameKind) {
        match kind {
            NameKind::Variable => {
                if !self.0.variables.contains_key(name) {
                    self.0.variables.insert(name.clone(), numbered(OTHERS, self.0.others));
                    self.0.others += 1;
                }
            }
            NameKind::Label => self.0.label(name),
            NameKind::Type => self.0.kind(name),
            NameKind::Key => self.0.key(name),
        }
    }
}

struct Apply<'a> {
    names: &'a Names,
    variables: bool,
    schema: bool,
}

impl Visitor for Apply<'_> {
    fn projection(&mut self, projection: &mut Projection) {
        // A name that says no more than the expression goes.
        for item in &mut projection.items {
            if self.variables && matches!(item.expression, Expression::Variable(_)) && item_name(item) == name_of(item)
            {
                item.alias = None;
            }
        }
    }

    fn name(&mut self, name: &mut Name, kind: NameKind) {
        let (map, wanted) = match kind {
            NameKind::Variable => (&self.names.variables, self.variables),
            NameKind::Label => (&self.names.labels, self.schema),
            NameKind::Type => (&self.names.types, self.schema),
            NameKind::Key => (&self.names.keys, self.schema),
        };
        if let (Some(new), true) = (map.get(name), wanted) {
            *name = new.clone();
        }
    }
}

fn name_of(item: &ProjectionItem) -> Option<Name> {
    match &item.expression {
        Expression::Variable(name) => Some(name.clone()),
        _ => None,
    }
}
