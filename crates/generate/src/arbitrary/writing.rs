//! Random statements that write: what they leave depends on nothing but the graph, or an evaluator says that it does.

use graphlance_cypher::Statement;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Graph, Name, Random};

use super::pattern::Patterns;
use super::reading::ReadingSizes;

/// A random statement that writes to a graph.
pub fn arbitrary_writing(random: &mut Random, graph: &Graph) -> Statement {
    let sizes = ReadingSizes { patterns: 2, hops: 1, depth: 2, variable_length: 0.0, middle: 0, typed: false };
    let patterns = Patterns::new(random, graph, sizes);
    let mut writing = Writing { patterns, rows: Vec::new() };
    let mut clauses = writing.rows();
    for _ in 0..writing.patterns.random.between(1, 3) {
        clauses.push(writing.clause());
    }
    clauses.extend(writing.ending());
    Statement::Query(SingleQuery { clauses }.into())
}

/// Makes writing clauses over what is bound.
struct Writing<'a> {
    patterns: Patterns<'a>,
    /// Variables of values.
    rows: Vec<Name>,
}

impl Writing<'_> {
    /// What the writing clauses run on: MATCH, UNWIND, both or neither.
    fn rows(&mut self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        if self.patterns.random.chance(0.8) {
            let optional = self.patterns.random.chance(0.1);
            let patterns = self.patterns.clause();
            let predicate = self.patterns.random.chance(0.4).then(|| self.patterns.predicate(1));
            clauses.push(Clause::Match(Match { optional, patterns, predicate, ..Match::default() }));
        }
        if self.patterns.random.chance(0.3) {
            let variable = self.patterns.fresh('u');
            let items = (0..self.patterns.random.below(4)).map(|_| self.constant()).collect();
            clauses.push(Clause::Unwind(Unwind { list: Expression::List(items), variable: variable.clone() }));
            self.rows.push(variable);
        }
        clauses
    }

    fn clause(&mut self) -> Clause {
        match self.patterns.random.below(13) {
            0 | 1 => {
                let node = self.new_node();
                Clause::Create(vec![pattern(node, Vec::new())])
            }
            2 => self.link(),
            3 | 4 => self.merge_node(),
            5 => self.merge_link(),
            6..=8 => {
                let count = self.patterns.random.between(1, 2);
                Clause::Set((0..count).map(|_| self.set_item()).collect())
            }
            9 => Clause::Remove(vec![self.remove_item()]),
            10 | 11 => self.delete(),
            _ => self.each(),
        }
    }

    fn any_node(&mut self) -> Option<Name> {
        self.patterns.random.pick(&self.patterns.nodes).cloned()
    }

    /// A node or relationship that is bound.
    fn element(&mut self) -> Option<Name> {
        if self.patterns.random.chance(0.3)
            && let Some(relationship) = self.patterns.random.pick(&self.patterns.relationships)
        {
            return Some(relationship.clone());
        }
        self.any_node()
    }

    fn constant(&mut self) -> Expression {
        build::constant(&self.patterns.value(None)).unwrap_or_else(build::null)
    }

    /// A value for a property: a constant, what a row holds, or what an element has.
    fn value(&mut self) -> Expression {
        match self.patterns.random.below(6) {
            0 if !self.rows.is_empty() => {
                self.patterns.random.pick(&self.rows).cloned().map_or_else(build::null, build::variable)
            }
            1 | 2 => self.patterns.operand(1),
            3 => {
                let left = self.patterns.operand(0);
                build::binary(BinaryOperator::Add, left, build::integer(self.patterns.random.integer(0, 2)))
            }
            4 if self.patterns.random.chance(0.3) => build::null(),
            _ => self.constant(),
        }
    }

    fn key(&mut self) -> Name {
        match self.patterns.key(None) {
            Some(key) if self.patterns.random.chance(0.9) => key,
            _ => "fresh".into(),
        }
    }

    fn map(&mut self, most: usize) -> Expression {
        let mut entries: Vec<(Name, Expression)> = Vec::new();
        for _ in 0..self.patterns.random.below(most + 1) {
            let key = self.key();
            if entries.iter().all(|(known, _)| *known != key) {
                entries.push((key, self.value()));
            }
        }
        Expression::Map(entries)
    }

    fn labels(&mut self, most: usize) -> Vec<Name> {
        let count = self.patterns.random.between(1, most);
        self.patterns.random.sample(&self.patterns.graph.schema.labels, count)
    }

    /// A new node with labels and properties, which is bound from now on.
    fn new_node(&mut self) -> NodePattern {
        let labels = LabelExpression::all_of(self.labels(2));
        let map = self.map(2);
        let properties = (map != Expression::Map(Vec::new())).then_some(map);
        let variable = self.patterns.fresh('w');
        self.patterns.nodes.push(variable.clone());
        NodePattern { variable: Some(variable), labels, properties, predicate: None }
    }

    fn relationship(&mut self, direction: Direction) -> Option<RelationshipPattern> {
        let kind = self.patterns.random.pick(&self.patterns.graph.schema.types).cloned()?;
        let map = if self.patterns.random.chance(0.4) { self.map(1) } else { Expression::Map(Vec::new()) };
        let properties = (map != Expression::Map(Vec::new())).then_some(map);
        let variable = self.patterns.fresh('q');
        let types = LabelExpression::any_of([kind]);
        Some(RelationshipPattern {
            variable: Some(variable),
            types,
            length: None,
            properties,
            predicate: None,
            direction,
        })
    }

    /// `CREATE (a)-[:T {..}]->(b)` between what is bound and what is new.
    fn link(&mut self) -> Clause {
        let direction = if self.patterns.random.chance(0.7) { Direction::Right } else { Direction::Left };
        let from = self.any_node();
        let to = self.any_node().filter(|_| self.patterns.random.chance(0.6));
        let Some(relationship) = self.relationship(direction) else {
            return Clause::Create(vec![pattern(self.new_node(), Vec::new())]);
        };
        let from = from.map_or_else(|| self.new_node(), NodePattern::variable);
        let to = to.map_or_else(|| self.new_node(), NodePattern::variable);
        self.patterns.relationships.extend(relationship.variable.clone());
        Clause::Create(vec![pattern(from, vec![Segment::Hop { relationship, node: to }])])
    }

    fn actions(&mut self, variable: &Name) -> Vec<MergeAction> {
        let mut actions = Vec::new();
        for on_create in [true, false] {
            if self.patterns.random.chance(0.4) {
                let (key, value) = (self.key(), self.value());
                let item = SetItem::Property { target: build::variable(variable.clone()), key, value };
                actions.push(MergeAction { on_create, items: vec![item] });
            }
        }
        actions
    }

    fn merge_node(&mut self) -> Clause {
        let node = self.new_node();
        let actions = node.variable.clone().map(|variable| self.actions(&variable)).unwrap_or_default();
        Clause::Merge(Merge { pattern: pattern(node, Vec::new()), actions })
    }

    fn merge_link(&mut self) -> Clause {
        let directions = [Direction::Right, Direction::Left, Direction::Either];
        let direction = directions[self.patterns.random.below(3)];
        let (Some(from), Some(to), Some(relationship)) =
            (self.any_node(), self.any_node(), self.relationship(direction))
        else {
            return self.merge_node();
        };
        let actions = relationship.variable.clone().map(|variable| self.actions(&variable)).unwrap_or_default();
        self.patterns.relationships.extend(relationship.variable.clone());
        let segments = vec![Segment::Hop { relationship, node: NodePattern::variable(to) }];
        Clause::Merge(Merge { pattern: pattern(NodePattern::variable(from), segments), actions })
    }

    fn set_item(&mut self) -> SetItem {
        let Some(variable) = self.element() else { return self.set_on_new() };
        match self.patterns.random.below(6) {
            0 => SetItem::Properties { variable, merge: false, value: self.map(3) },
            1 => SetItem::Properties { variable, merge: true, value: self.map(3) },
            2 => match self.any_node() {
                Some(variable) => SetItem::Labels { variable, labels: self.labels(2) },
                None => self.set_on_new(),
            },
            _ => {
                let (key, value) = (self.key(), self.value());
                SetItem::Property { target: build::variable(variable), key, value }
            }
        }
    }

    /// Of a variable that nothing binds: an error that must come before anything is written.
    fn set_on_new(&mut self) -> SetItem {
        let (variable, key, value) = (self.patterns.fresh('z'), self.key(), self.constant());
        SetItem::Property { target: build::variable(variable), key, value }
    }

    fn remove_item(&mut self) -> RemoveItem {
        if self.patterns.random.chance(0.4)
            && let Some(variable) = self.any_node()
        {
            return RemoveItem::Labels { variable, labels: self.labels(2) };
        }
        let variable = self.element().unwrap_or_else(|| self.patterns.fresh('z'));
        RemoveItem::Property { target: build::variable(variable), key: self.key() }
    }

    fn delete(&mut self) -> Clause {
        let relationship = self.patterns.random.pick(&self.patterns.relationships).cloned();
        let relationship = relationship.filter(|_| self.patterns.random.chance(0.5));
        let Some(variable) = relationship.or_else(|| self.any_node()) else { return self.merge_node() };
        let detach = self.patterns.random.chance(0.7);
        Clause::Delete(Delete { detach, nodetach: false, expressions: vec![build::variable(variable)] })
    }

    /// `FOREACH (v IN [..] | clause)`
    fn each(&mut self) -> Clause {
        let variable = self.patterns.fresh('v');
        let items = (0..self.patterns.random.below(3)).map(|_| self.constant()).collect();
        let bound = (self.patterns.nodes.len(), self.patterns.relationships.len(), self.rows.len());
        self.rows.push(variable.clone());
        let clause = match self.patterns.random.below(4) {
            0 => {
                let node = self.new_node();
                Clause::Create(vec![pattern(node, Vec::new())])
            }
            1 => self.merge_node(),
            _ => Clause::Set(vec![self.set_item()]),
        };
        self.patterns.nodes.truncate(bound.0);
        self.patterns.relationships.truncate(bound.1);
        self.rows.truncate(bound.2);
        Clause::Foreach(Foreach { variable, list: Expression::List(items), clauses: vec![clause] })
    }

    /// Nothing, or a RETURN of what was written.
    fn ending(&mut self) -> Option<Clause> {
        let expression = match self.patterns.random.below(5) {
            0 | 1 => return None,
            2 => Expression::CountStar,
            3 => build::variable(self.element()?),
            _ => {
                let variable = self.element()?;
                build::property(variable, self.key())
            }
        };
        let items = vec![ProjectionItem { expression, alias: Some("x".into()) }];
        Some(Clause::Return(Projection { items, ..Projection::default() }))
    }
}

fn pattern(start: NodePattern, segments: Vec<Segment>) -> Pattern {
    PathPattern { start, segments }.into()
}
