//! Index and constraint commands in the target's form.

use graphlance_graph::{IndexKind, Name};

use super::{Out, Printer};
use crate::ast::{IndexDefinition, SchemaCommand};
use crate::dialect::{IndexForm, IndexNames};

impl<O: Out> Printer<'_, O> {
    pub(super) fn schema_command(&mut self, command: &SchemaCommand) {
        match command {
            SchemaCommand::Create(definition) => {
                self.push("CREATE ");
                self.definition(definition, true);
            }
            SchemaCommand::Drop(definition) if self.dialect.printing.index_names == IndexNames::Required => {
                let name = definition.name.clone().unwrap_or_else(|| definition.index().usual_name());
                self.drop_named(definition.kind == IndexKind::Unique, &name, definition.if_exists);
            }
            SchemaCommand::Drop(definition) => {
                self.push("DROP ");
                self.definition(definition, false);
            }
            SchemaCommand::DropNamed { constraint, name, if_exists } => self.drop_named(*constraint, name, *if_exists),
        }
    }

    fn drop_named(&mut self, constraint: bool, name: &Name, if_exists: bool) {
        self.push(if constraint { "DROP CONSTRAINT " } else { "DROP INDEX " });
        self.name(name);
        self.push(if if_exists { " IF EXISTS" } else { "" });
    }

    fn definition(&mut self, definition: &IndexDefinition, create: bool) {
        let printing = &self.dialect.printing;
        match definition.kind {
            IndexKind::Range => self.push("INDEX "),
            IndexKind::Text => {
                self.push(&printing.text_index);
                self.push(" INDEX ");
            }
            IndexKind::Unique => self.push("CONSTRAINT "),
        }
        self.index_name(definition);
        if definition.if_exists {
            self.push(if create { "IF NOT EXISTS " } else { "IF EXISTS " });
        }
        if printing.index_form == IndexForm::OnLabel && definition.kind == IndexKind::Range && definition.on_nodes {
            self.push("ON :");
            self.name(&definition.label);
            self.out.push('(');
            self.joined(&definition.keys, ", ", |printer, key| printer.name(key));
            return self.out.push(')');
        }
        self.push("FOR ");
        self.element_of_index(definition);
        let unique = definition.kind == IndexKind::Unique;
        self.push(if unique { " REQUIRE " } else { " ON " });
        let parentheses = !unique || definition.keys.len() != 1;
        self.push(if parentheses { "(" } else { "" });
        self.joined(&definition.keys, ", ", |printer, key| {
            printer.push("e.");
            printer.name(key);
        });
        self.push(if parentheses { ")" } else { "" });
        self.push(if unique { " IS UNIQUE" } else { "" });
    }

    fn index_name(&mut self, definition: &IndexDefinition) {
        match (&definition.name, self.dialect.printing.index_names) {
            (_, IndexNames::Never) | (None, IndexNames::Optional) => return,
            (Some(name), _) => self.name(name),
            (None, IndexNames::Required) => self.name(&definition.index().usual_name()),
        }
        self.out.push(' ');
    }

    fn element_of_index(&mut self, definition: &IndexDefinition) {
        self.push(if definition.on_nodes { "(e:" } else { "()-[e:" });
        self.name(&definition.label);
        self.push(if definition.on_nodes { ")" } else { "]-()" });
    }
}
