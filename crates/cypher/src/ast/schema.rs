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
    /// The command that creates an index without a name of its own.
    pub fn create(index: &Index) -> SchemaCommand {
        SchemaCommand::Create(index.into())
    }

    /// The command that drops it again; where indexes are dropped by name the printer writes that by which it was created.
    pub fn drop(index: &Index) -> SchemaCommand {
        SchemaCommand::Drop(index.into())
    }

    /// Whether it does something to a schema, or says that it need not. What comes of it otherwise, an error or nothing, is
    /// for the engine to say.
    pub fn fits(&self, schema: &Schema) -> bool {
        match self {
            SchemaCommand::Create(definition) => {
                let index = definition.index();
                definition.if_exists || !schema.indexes.iter().any(|other| excludes(other, &index))
            }
            SchemaCommand::Drop(definition) => definition.if_exists || schema.indexes.contains(&definition.index()),
            SchemaCommand::DropNamed { constraint, name, if_exists } => {
                *if_exists || schema.indexes.iter().any(|index| is_named(index, *constraint, name))
            }
        }
    }

    /// Does to a schema what the command says. A schema knows no names of indexes: by name those are dropped that have their usual
    /// one, [`Index::usual_name`].
    pub fn apply(&self, schema: &mut Schema) {
        match self {
            SchemaCommand::Create(definition) => {
                let index = definition.index();
                if !schema.indexes.contains(&index) {
                    schema.indexes.push(index);
                }
            }
            SchemaCommand::Drop(definition) => {
                let index = definition.index();
                schema.indexes.retain(|other| *other != index);
            }
            SchemaCommand::DropNamed { constraint, name, .. } => {
                schema.indexes.retain(|other| !is_named(other, *constraint, name));
            }
        }
    }
}

/// Whether an index may be refused beside another one: one that is the same, or either is that of a uniqueness constraint.
fn excludes(one: &Index, other: &Index) -> bool {
    let same = one.on_nodes == other.on_nodes && one.name == other.name && one.keys == other.keys;
    same && (one.kind == other.kind || [one.kind, other.kind].contains(&IndexKind::Unique))
}

fn is_named(index: &Index, constraint: bool, name: &Name) -> bool {
    (index.kind == IndexKind::Unique) == constraint && index.usual_name() == *name
}

impl IndexDefinition {
    /// What it makes.
    pub fn index(&self) -> Index {
        let IndexDefinition { kind, on_nodes, .. } = *self;
        Index { kind, on_nodes, name: self.label.clone(), keys: self.keys.clone() }
    }
}

impl From<&Index> for IndexDefinition {
    /// Without a name of its own.
    fn from(index: &Index) -> IndexDefinition {
        let (label, keys) = (index.name.clone(), index.keys.clone());
        IndexDefinition { name: None, kind: index.kind, if_exists: false, on_nodes: index.on_nodes, label, keys }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Statement, parse};

    #[track_caller]
    fn command(text: &str) -> SchemaCommand {
        let Ok(Statement::Schema(command)) = parse(text) else { panic!("{text} is no command") };
        command
    }

    /// Runs commands on a schema without indexes; the usual names of those that it has then.
    #[track_caller]
    fn check(commands: &[&str], left: &[&str]) {
        let mut schema = Schema::default();
        for text in commands {
            command(text).apply(&mut schema);
        }
        let names: Vec<Name> = schema.indexes.iter().map(Index::usual_name).collect();
        assert_eq!(names, left, "{commands:?}");
    }

    #[test]
    fn a_command_fits_where_it_has_something_to_do_or_says_that_it_need_not() {
        let schema = |text: &str| {
            let mut schema = Schema::default();
            command("CREATE INDEX FOR (n:L) ON (n.k)").apply(&mut schema);
            command(text).fits(&schema)
        };
        for (text, fits) in [
            ("CREATE INDEX FOR (n:L) ON (n.k)", false),
            ("CREATE INDEX x IF NOT EXISTS FOR (n:L) ON (n.k)", true),
            ("CREATE INDEX FOR (n:L) ON (n.j)", true),
            ("CREATE TEXT INDEX FOR (n:L) ON (n.k)", true),
            ("CREATE CONSTRAINT FOR (n:L) REQUIRE n.k IS UNIQUE", false),
            ("CREATE CONSTRAINT FOR (n:L) REQUIRE n.j IS UNIQUE", true),
            ("DROP INDEX FOR (n:L) ON (n.k)", true),
            ("DROP INDEX FOR ()-[n:L]-() ON (n.k)", false),
            ("DROP INDEX range_L_k", true),
            ("DROP INDEX range_L_j", false),
            ("DROP INDEX range_L_j IF EXISTS", true),
            ("DROP CONSTRAINT range_L_k", false),
        ] {
            assert_eq!(schema(text), fits, "{text}");
        }
    }

    #[test]
    fn an_index_is_dropped_by_what_it_indexes_or_by_its_usual_name() {
        const BOTH: [&str; 2] = ["CREATE INDEX FOR (n:L) ON (n.k, n.j)", "CREATE INDEX FOR ()-[r:L]-() ON (r.k)"];
        check(&BOTH, &["range_L_k_j", "range_of_L_k"]);
        check(&[BOTH[0], BOTH[1], "DROP INDEX FOR ()-[r:L]-() ON (r.k)"], &["range_L_k_j"]);
        check(&[BOTH[0], BOTH[1], "DROP INDEX range_L_k_j"], &["range_of_L_k"]);
        check(&[BOTH[0], "DROP INDEX range_L_k IF EXISTS"], &["range_L_k_j"]);
    }

    #[test]
    fn a_constraint_is_dropped_as_one() {
        const CREATE: &str = "CREATE CONSTRAINT FOR (n:L) REQUIRE n.k IS UNIQUE";
        check(&[CREATE, "DROP INDEX unique_L_k"], &["unique_L_k"]);
        check(&[CREATE, "DROP CONSTRAINT unique_L_k"], &[]);
    }
}
