//! CREATE, SET, REMOVE, FOREACH: row by row, each clause for all rows before the next one begins.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_cypher::Expression;
use graphlance_cypher::ast::*;
use graphlance_graph::{Name, NodeKey, Path, Properties, Value};

use super::deletion::between_deletions;
use super::table::{Record, Scope, Table};
use super::{Engine, Slip};
use crate::{CypherError, ErrorKind, Failure, Phase, functions};

impl Engine<'_> {
    pub(super) fn create_clause(&self, patterns: &[Pattern], mut table: Table) -> Result<Table, Failure> {
        for (row, record) in table.records.iter_mut().enumerate() {
            if row > 0 && self.slips(Slip::CreateForFirstRow) {
                *record = super::query::with_nulls(record.clone(), &super::scope::variables(patterns));
                continue;
            }
            let most = if self.slips(Slip::CreateFirstPatternOnly) { 1 } else { patterns.len() };
            for pattern in patterns.iter().take(most) {
                self.create(pattern, record)?;
            }
            if most < patterns.len() {
                *record = super::query::with_nulls(record.clone(), &super::scope::variables(&patterns[most..]));
            }
        }
        Ok(table)
    }

    /// Creates what a pattern says and binds its variables. What is bound already is taken as it is.
    pub(super) fn create(&self, pattern: &Pattern, record: &mut Record) -> Result<(), Failure> {
        // Properties cannot refer to what the same pattern creates.
        let before = record.clone();
        let mut nodes = vec![self.create_node(&pattern.path.start, &before, record)?];
        for segment in &pattern.path.segments {
            let Segment::Hop { node, .. } = segment else {
                return Err(syntax("CreatingVarLength", "a quantified path pattern cannot be created"));
            };
            nodes.push(self.create_node(node, &before, record)?);
        }
        let mut relationships = Vec::new();
        for (index, segment) in pattern.path.segments.iter().enumerate() {
            let Segment::Hop { relationship, .. } = segment else { continue };
            let [left, right] = [nodes[index], nodes[index + 1]];
            // What has no direction is created from left to right.
            let turned = relationship.direction == Direction::Left && !self.slips(Slip::CreateTurned);
            let ends = if turned { [right, left] } else { [left, right] };
            relationships.push(self.create_relationship(relationship, ends, &before, record)?);
        }
        if let Some(variable) = &pattern.variable {
            let graph = self.graph.borrow();
            let nodes = nodes.iter().filter_map(|key| graph.node(*key).cloned()).collect();
            record.insert(variable.clone(), Value::Path(Arc::new(Path { nodes, relationships })));
        }
        Ok(())
    }

    fn create_node(&self, pattern: &NodePattern, before: &Record, record: &mut Record) -> Result<NodeKey, Failure> {
        self.spend()?;
        if let Some(bound) = pattern.variable.as_ref().and_then(|name| record.get(name)) {
            return match bound {
                Value::Node(node) if self.graph.borrow().node(node.key).is_some() => Ok(node.key),
                Value::Node(_) => Err(functions::deleted()),
                other => Err(Failure::argument_type(format!("a relationship to a {}", other.type_name()))),
            };
        }
        let mut labels = Vec::new();
        if let Some(expression) = &pattern.labels {
            self.conjunction(expression, before, &mut labels)?;
        }
        if self.slips(Slip::CreateFirstLabelOnly) {
            labels.truncate(1);
        }
        let properties = self.new_properties(pattern.properties.as_ref(), before)?;
        let key = self.graph.borrow_mut().add_node(labels, properties);
        self.keep_unique()?;
        if let (Some(name), Some(node)) = (&pattern.variable, self.graph.borrow().node(key)) {
            record.insert(name.clone(), Value::Node(node.clone()));
        }
        Ok(key)
    }

    fn create_relationship(
        &self,
        pattern: &RelationshipPattern,
        [start, end]: [NodeKey; 2],
        before: &Record,
        record: &mut Record,
    ) -> Result<Arc<graphlance_graph::Relationship>, Failure> {
        if pattern.length.is_some() {
            return Err(syntax("CreatingVarLength", "a variable-length relationship cannot be created"));
        }
        if pattern.variable.as_ref().is_some_and(|name| record.contains_key(name)) {
            return Err(syntax("VariableAlreadyBound", "the relationship variable is already bound"));
        }
        let mut kinds = match &pattern.types {
            Some(LabelExpression::Name(kind)) => vec![kind.clone()],
            Some(LabelExpression::Dynamic(part)) => self.created_names(part, before)?,
            _ => Vec::new(),
        };
        kinds.dedup();
        let [kind] = kinds.as_slice() else {
            return Err(syntax("NoSingleRelationshipType", "a relationship is created with exactly one type"));
        };
        let properties = self.new_properties(pattern.properties.as_ref(), before)?;
        let key = self.graph.borrow_mut().add_relationship(start, kind.clone(), end, properties);
        let key = key.map_err(|_| functions::deleted())?;
        self.keep_unique()?;
        let graph = self.graph.borrow();
        let created = graph.relationship(key).ok_or_else(functions::deleted)?;
        if let Some(name) = &pattern.variable {
            record.insert(name.clone(), Value::Relationship(created.clone()));
        }
        Ok(created.clone())
    }

    /// The labels of a conjunction.
    fn conjunction(&self, labels: &LabelExpression, before: &Record, into: &mut Vec<Name>) -> Result<(), Failure> {
        match labels {
            LabelExpression::Name(name) => into.push(name.clone()),
            LabelExpression::Colons(names) => into.extend(names.iter().cloned()),
            LabelExpression::And(left, right) => {
                self.conjunction(left, before, into)?;
                self.conjunction(right, before, into)?;
            }
            LabelExpression::Dynamic(part) => into.extend(self.created_names(part, before)?),
            _ => return Err(syntax("UnexpectedSyntax", "only a conjunction of labels can be created")),
        }
        Ok(())
    }

    /// The properties of a new element; one that would be null is none.
    fn new_properties(&self, map: Option<&Expression>, before: &Record) -> Result<Properties, Failure> {
        let Some(map) = map else { return Ok(Properties::new()) };
        let mut properties = match self.evaluate(map, Scope::of(before))? {
            Value::Null => return Ok(Properties::new()),
            value => self.with_context(|context| functions::entries(&value, context).cloned())?,
        };
        properties.retain(|_, value| !value.is_null());
        properties.values().try_for_each(|value| self.storable(value))?;
        Ok(properties)
    }

    /// What a property can hold: scalars, temporal values, points and lists of one kind of these, without null.
    fn storable(&self, value: &Value) -> Result<(), Failure> {
        let scalar = |value: &Value| {
            !matches!(
                value,
                Value::Null | Value::List(_) | Value::Map(_) | Value::Node(_) | Value::Relationship(_) | Value::Path(_)
            )
        };
        let kind = |value: &Value| match value {
            Value::Temporal(temporal) => format!("{:?}", temporal.kind),
            Value::Point(point) => format!("Point {}", point.srid),
            other => other.type_name().to_owned(),
        };
        let fits = match value {
            Value::List(items) if items.iter().all(scalar) => {
                let mut kinds: Vec<String> = items.iter().map(kind).collect();
                kinds.sort();
                kinds.dedup();
                if kinds == ["Float", "Integer"] {
                    self.leave_open("a property of integers and floats")?;
                    return Ok(());
                }
                kinds.len() < 2
            }
            other => scalar(other),
        };
        if fits {
            return Ok(());
        }
        let message = format!("a property cannot hold this {}", value.type_name());
        Err(Failure::runtime(ErrorKind::TypeError, "InvalidPropertyType", message))
    }

    pub(super) fn set_clause(&self, items: &[SetItem], table: Table) -> Result<Table, Failure> {
        let first = if self.slips(Slip::SetLastRowOnly) { table.records.len().saturating_sub(1) } else { 0 };
        for record in table.records.iter().skip(first) {
            self.set(items, record)?;
        }
        Ok(table)
    }

    /// The items of a SET for one row, one after another.
    pub(super) fn set(&self, items: &[SetItem], record: &Record) -> Result<(), Failure> {
        let most = if self.slips(Slip::SetFirstItemOnly) { 1 } else { items.len() };
        for item in items.iter().take(most) {
            self.spend()?;
            match item {
                SetItem::Property { target, key, value } => {
                    let (target, value) =
                        (self.evaluate(target, Scope::of(record))?, self.evaluate(value, Scope::of(record))?);
                    if target.is_null() {
                        continue;
                    }
                    if !value.is_null() {
                        self.storable(&value)?;
                    } else if self.slips(Slip::SetNullIgnored) {
                        continue;
                    }
                    self.edit(&target, |properties| put(properties, key, value))?;
                }
                SetItem::Properties { variable, merge, value } => {
                    let target = self.evaluate(&Expression::Variable(variable.clone()), Scope::of(record))?;
                    let value = self.evaluate(value, Scope::of(record))?;
                    if target.is_null() {
                        continue;
                    }
                    let entries = match value {
                        Value::Null => {
                            self.leave_open("all properties set to null")?;
                            Properties::new()
                        }
                        value => self.with_context(|context| functions::entries(&value, context).cloned())?,
                    };
                    entries.values().filter(|value| !value.is_null()).try_for_each(|value| self.storable(value))?;
                    let keeps =
                        if *merge { !self.slips(Slip::SetMapAddReplaces) } else { self.slips(Slip::SetMapKeepsOthers) };
                    self.edit(&target, |properties| {
                        properties.retain(|_, _| keeps);
                        entries.into_iter().for_each(|(key, value)| put(properties, &key, value));
                    })?;
                }
                SetItem::DynamicProperty { target, key, value } => {
                    let target = self.evaluate(target, Scope::of(record))?;
                    let key = self.computed_key(key, record)?;
                    let value = self.evaluate(value, Scope::of(record))?;
                    if !target.is_null() {
                        if !value.is_null() {
                            self.storable(&value)?;
                        }
                        self.edit(&target, |properties| put(properties, &key, value))?;
                    }
                }
                SetItem::DynamicLabels { variable, labels } => self.relabel(variable, record, |node| {
                    node.extend(self.written_labels(labels, record)?);
                    Ok(())
                })?,
                SetItem::Labels { variable, labels } => self.relabel(variable, record, |node| {
                    node.retain(|_| !self.slips(Slip::SetLabelReplaces));
                    node.extend(labels.iter().cloned());
                    Ok(())
                })?,
            }
        }
        Ok(())
    }

    pub(super) fn remove_clause(&self, items: &[RemoveItem], table: Table) -> Result<Table, Failure> {
        for record in &table.records {
            for item in items {
                self.spend()?;
                match item {
                    RemoveItem::Property { .. } if self.slips(Slip::RemovePropertyIgnored) => {}
                    RemoveItem::Property { target, key } => {
                        let target = self.evaluate(target, Scope::of(record))?;
                        if !target.is_null() {
                            self.edit(&target, |properties| {
                                properties.remove(key);
                            })?;
                        }
                    }
                    RemoveItem::DynamicProperty { target, key } => {
                        let target = self.evaluate(target, Scope::of(record))?;
                        let key = self.computed_key(key, record)?;
                        if !target.is_null() {
                            self.edit(&target, |properties| put(properties, &key, Value::Null))?;
                        }
                    }
                    RemoveItem::DynamicLabels { variable, labels } => self.relabel(variable, record, |node| {
                        let labels = self.written_labels(labels, record)?;
                        node.retain(|label| !labels.contains(label));
                        Ok(())
                    })?,
                    RemoveItem::Labels { .. } if self.slips(Slip::RemoveLabelIgnored) => {}
                    RemoveItem::Labels { variable, labels } => self.relabel(variable, record, |node| {
                        node.retain(|label| !labels.contains(label));
                        Ok(())
                    })?,
                }
            }
        }
        Ok(table)
    }

    /// Changes the properties of an element. Errors: it was deleted, or is none.
    fn edit(&self, element: &Value, change: impl FnOnce(&mut Properties)) -> Result<(), Failure> {
        let mut graph = self.graph.borrow_mut();
        let found = match element {
            Value::Node(node) => graph.edit_node(node.key, |node| change(&mut node.properties)),
            Value::Relationship(relationship) => {
                graph.edit_relationship(relationship.key, |relationship| change(&mut relationship.properties))
            }
            other => return Err(Failure::argument_type(format!("a {} has no properties to set", other.type_name()))),
        };
        drop(graph);
        if found { self.keep_unique() } else { Err(functions::deleted()) }
    }

    fn relabel(
        &self,
        variable: &Name,
        record: &Record,
        change: impl FnOnce(&mut BTreeSet<Name>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self.evaluate(&Expression::Variable(variable.clone()), Scope::of(record))? {
            Value::Null => Ok(()),
            Value::Node(node) => {
                let now = self.graph.borrow().node(node.key).map(|node| node.labels.clone());
                let mut labels = now.ok_or_else(functions::deleted)?;
                change(&mut labels)?;
                self.graph.borrow_mut().edit_node(node.key, |node| node.labels = labels);
                self.keep_unique()
            }
            other => Err(Failure::argument_type(format!("a {} has no labels to set", other.type_name()))),
        }
    }

    pub(super) fn foreach(&self, foreach: &Foreach, table: Table) -> Result<Table, Failure> {
        for record in &table.records {
            let items = match self.evaluate(&foreach.list, Scope::of(record))? {
                Value::Null => continue,
                Value::List(items) => items,
                other => return Err(Failure::argument_type(format!("FOREACH over a {}", other.type_name()))),
            };
            let nothing = [Value::Null];
            let items =
                if items.is_empty() && self.slips(Slip::ForeachOverNothing) { &nothing[..] } else { &items[..] };
            let most = if self.slips(Slip::ForeachFirstOnly) { 1 } else { items.len() };
            for item in items.iter().take(most) {
                self.spend()?;
                let mut record = record.clone();
                record.insert(foreach.variable.clone(), item.clone());
                let mut inner = Table { records: vec![record], ..Table::default() };
                for clause in &foreach.clauses {
                    if !self.held.borrow().is_empty() && !matches!(clause, Clause::Delete(_)) {
                        return Err(between_deletions());
                    }
                    inner = self.clause_of_loop(clause, inner)?;
                }
            }
        }
        Ok(table)
    }
}

fn put(properties: &mut Properties, key: &Name, value: Value) {
    match value {
        Value::Null => properties.remove(key),
        value => properties.insert(key.clone(), value),
    };
}

pub(super) fn syntax(detail: &str, message: &str) -> Failure {
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, detail, message).into()
}
