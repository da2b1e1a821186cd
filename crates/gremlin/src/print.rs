//! The printer of gremlin-lang, as the grammar of 3.8 has it.
//!
//! Printing is total: every tree has a text, and a tree in the normal form that [`crate::ast`] documents has one that parses back
//! to the same tree. The text is canonical: every anonymous traversal begins with `__`, every token and predicate with its class,
//! every number but an int says its type.

mod argument;
mod literal;

use crate::ast::{Modulator, Statement, Step, Traversal};

/// The text of a statement, on one line.
pub fn print(statement: &Statement) -> String {
    let mut printer = Printer { out: String::with_capacity(256) };
    printer.statement(statement);
    printer.out
}

/// The text of an anonymous traversal.
pub fn print_traversal(traversal: &Traversal) -> String {
    let mut printer = Printer { out: String::with_capacity(128) };
    printer.anonymous(traversal);
    printer.out
}

/// The text so far.
struct Printer {
    out: String,
}

impl Printer {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes items with commas between them.
    fn joined<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            write(self, item);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.push("g");
        self.modulators(&statement.source);
        self.chain(&statement.traversal);
        self.modulators(statement.terminal.as_slice());
    }

    fn anonymous(&mut self, traversal: &Traversal) {
        self.push("__");
        self.chain(traversal);
    }

    fn chain(&mut self, traversal: &Traversal) {
        self.modulators(&traversal.start);
        for step in &traversal.steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        self.modulators(&step.before);
        self.call(step.name.text(), &step.arguments);
        self.modulators(&step.modulators);
    }

    fn modulators(&mut self, modulators: &[Modulator]) {
        for modulator in modulators {
            self.call(modulator.name.text(), &modulator.arguments);
        }
    }

    fn call(&mut self, name: &str, arguments: &[crate::Argument]) {
        self.push(".");
        self.push(name);
        self.push("(");
        self.joined(arguments, |printer, argument| printer.argument(argument));
        self.push(")");
    }
}

#[cfg(test)]
mod tests;
