//! Index and constraint commands.

use graphlance_graph::{IndexKind, Name};

/// An index or constraint command, in the words of no particular engine; the printer writes the target's form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SchemaCommand {
    /// `CREATE INDEX ..` or `CREATE CONSTRAINT .. IS UNIQUE`
    Create(IndexDefinition),
    /// `DROP INDEX ..` or `DROP CONSTRAINT ..`
    Drop(IndexDefinition),
    /// `DROP INDEX name` / `DROP CONSTRAINT name`
    DropNamed {
        /// True for a constraint.
        constraint: bool,
        /// Its name.
        name: Name,
        /// IF EXISTS.
        if_exists: bool,
    },
}

/// What is indexed and how.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexDefinition {
    /// The index's own name.
    pub name: Option<Name>,
    /// Range, text, or a uniqueness constraint.
    pub kind: IndexKind,
    /// IF NOT EXISTS (of CREATE) or IF EXISTS (of DROP).
    pub if_exists: bool,
    /// True for nodes of a label, false for relationships of a type.
    pub on_nodes: bool,
    /// The label or type.
    pub label: Name,
    /// The property keys.
    pub keys: Vec<Name>,
}
