//! MERGE: for each row the matches of the whole pattern, or else the pattern created.

use graphlance_cypher::ast::{Direction, Merge, MergeAction, NodePattern, Pattern, RelationshipPattern, Segment};
use graphlance_graph::Value;

use super::table::{Record, Scope, Table};
use super::{Engine, Slip};
use crate::{ErrorKind, Failure};

impl Engine<'_> {
    pub(super) fn merge(&self, merge: &Merge, mut table: Table) -> Result<Table, Failure> {
        let undirected = self.slips(Slip::MergeIgnoresDirection).then(|| without_directions(&merge.pattern));
        let patterns = std::slice::from_ref(undirected.as_ref().unwrap_or(&merge.pattern));
        let mut results = Vec::new();
        // For the slip: what each row would match before the clause.
        let mut early = Vec::new();
        if self.slips(Slip::MergeIgnoresOwnRows) {
            for record in &table.records {
                early.push(self.matches(patterns, None, record)?);
            }
        }
        for (row, record) in table.records.iter().enumerate() {
            self.refuse_null(merge, record)?;
            let mut found = match early.get(row) {
                Some(found) => found.clone(),
                None if self.slips(Slip::MergeNeverMatches) => Vec::new(),
                None => self.matches(patterns, None, record)?,
            };
            let creates = found.is_empty();
            if creates {
                let mut created = record.clone();
                self.create(&merge.pattern, &mut created)?;
                found.push(created);
            } else if self.slips(Slip::MergeFirstMatch) {
                found.truncate(1);
            }
            self.arrange(&mut found);
            for record in &found {
                for action in merge.actions.iter().filter(|action| self.is_due(action, creates)) {
                    self.set(&action.items, record)?;
                }
            }
            if !creates && self.slips(Slip::MergeKeepsOneRow) && !results.is_empty() {
                found.clear();
            }
            results.extend(found);
            if self.slips(Slip::MergeFirstRowOnly) {
                let (first, own) = (results.clone(), record.clone());
                let others = table.records[row + 1..].iter();
                results.extend(others.flat_map(|other| first.iter().map(|found| self.with_found(found, &own, other))));
                break;
            }
            self.bound(results.len())?;
        }
        table.records = results;
        Ok(table)
    }

    /// Whether an action is executed where the pattern was created, or found.
    fn is_due(&self, action: &MergeAction, creates: bool) -> bool {
        match (action.on_create, creates) {
            (true, true) => !self.slips(Slip::OnCreateIgnored),
            (false, false) => !self.slips(Slip::OnMatchIgnored),
            (false, true) => self.slips(Slip::OnMatchAlways),
            (true, false) => false,
        }
    }

    /// For a slip: another row with what one row found.
    fn with_found(&self, found: &Record, own: &Record, other: &Record) -> Record {
        let new = found.iter().filter(|(name, _)| !own.contains_key(*name));
        other.iter().chain(new).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// A property that is null matches nothing and cannot be created (TCK, Merge1 and Merge5).
    fn refuse_null(&self, merge: &Merge, record: &Record) -> Result<(), Failure> {
        let path = &merge.pattern.path;
        let is_new = |node: &&NodePattern| node.variable.as_ref().is_none_or(|name| !record.contains_key(name));
        let mut nodes = vec![&path.start];
        let mut relationships: Vec<&RelationshipPattern> = Vec::new();
        for segment in &path.segments {
            if let Segment::Hop { relationship, node } = segment {
                relationships.push(relationship);
                nodes.push(node);
            }
        }
        let maps = nodes.into_iter().filter(is_new).map(|node| &node.properties);
        for map in maps.chain(relationships.into_iter().map(|relationship| &relationship.properties)).flatten() {
            if let Value::Map(entries) = self.evaluate(map, Scope::of(record))?
                && entries.values().any(Value::is_null)
            {
                let message = "MERGE with a property that is null";
                return Err(Failure::runtime(ErrorKind::SemanticError, "MergeReadOwnWrites", message));
            }
        }
        Ok(())
    }
}

/// For a slip: a pattern whose relationships have no direction.
fn without_directions(pattern: &Pattern) -> Pattern {
    let mut pattern = pattern.clone();
    for segment in &mut pattern.path.segments {
        if let Segment::Hop { relationship, .. } = segment {
            relationship.direction = Direction::Either;
        }
    }
    pattern
}
