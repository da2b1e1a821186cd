//! The names behind the numbers: compact results name labels, types and property keys by number.

use graphlance_graph::Name;

/// The kinds of numbered names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Node labels.
    Label,
    /// Relationship types.
    Type,
    /// Property keys.
    Key,
}

impl NameKind {
    /// Each of them.
    pub const ALL: [NameKind; 3] = [NameKind::Label, NameKind::Type, NameKind::Key];

    /// The query that lists the names in the order of their numbers.
    pub fn query(self) -> &'static str {
        match self {
            NameKind::Label => "CALL db.labels()",
            NameKind::Type => "CALL db.relationshipTypes()",
            NameKind::Key => "CALL db.propertyKeys()",
        }
    }
}

/// What is known of a graph's names. Numbers are given out in order and never change while the graph lives.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    labels: Vec<Name>,
    types: Vec<Name>,
    keys: Vec<Name>,
}

impl Listed {
    /// The name of a number; none when it is not known (yet).
    pub fn get(&self, kind: NameKind, number: i64) -> Option<&Name> {
        self.list(kind).get(usize::try_from(number).ok()?)
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        NameKind::ALL.iter().all(|kind| self.list(*kind).is_empty())
    }

    /// Puts fresh names in place of the old ones.
    pub fn set(&mut self, kind: NameKind, names: Vec<Name>) {
        match kind {
            NameKind::Label => self.labels = names,
            NameKind::Type => self.types = names,
            NameKind::Key => self.keys = names,
        }
    }

    fn list(&self, kind: NameKind) -> &[Name] {
        match kind {
            NameKind::Label => &self.labels,
            NameKind::Type => &self.types,
            NameKind::Key => &self.keys,
        }
    }
}
