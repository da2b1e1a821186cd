//! Index and constraint commands.

use graphlance_graph::{Index, IndexKind, Name, Schema};

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

impl SchemaCommand {
    /// Does to a schema what the command says. A schema knows no names of indexes, so that dropping by name does nothing.
    pub fn apply(&self, schema: &mut Schema) {
        let of = |definition: &IndexDefinition| Index {
            kind: definition.kind,
            on_nodes: definition.on_nodes,
            name: definition.label.clone(),
            keys: definition.keys.clone(),
        };
        match self {
            SchemaCommand::Create(definition) => {
                let index = of(definition);
                if !schema.indexes.contains(&index) {
                    schema.indexes.push(index);
                }
            }
            SchemaCommand::Drop(definition) => {
                let index = of(definition);
                schema.indexes.retain(|other| *other != index);
            }
            SchemaCommand::DropNamed { .. } => {}
        }
    }
}
