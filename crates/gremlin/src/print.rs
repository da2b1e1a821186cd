//! The printers: gremlin-lang, as the grammar of 3.8 has it, and gremlin-groovy, as the script engine of a server runs it.
//!
//! Printing is total: every tree has a text, and a tree in the normal form that [`crate::ast`] documents has one that parses back
//! to the same tree. The text is canonical: every anonymous traversal begins with `__`, every token and predicate with its class,
//! every number but an int says its type.
//!
//! In groovy every literal has its type, too, nulls among them, so that no overload of a step is another than the one that is
//! meant. What the classes of literals are depends on the version: a date is an instant before 3.8.

mod argument;
mod groovy;
mod literal;

use crate::ast::{Argument, Modulator, Statement, Step, Traversal};
use crate::scalar::Scalar;
use crate::table::{Parameter, Place};
use crate::version::Version;

/// The text of a statement, on one line.
pub fn print(statement: &Statement) -> String {
    let mut printer = Printer { out: String::with_capacity(256), form: Form::Lang };
    printer.statement(statement);
    printer.out
}

/// The text of a statement for the groovy script engine of a version, on one line.
pub fn print_groovy(statement: &Statement, version: Version) -> String {
    let mut printer = Printer { out: String::with_capacity(256), form: Form::Groovy(version) };
    printer.statement(statement);
    printer.out
}

/// The text of a statement for an engine of little grammar, on one line: numbers say nothing of their types, and tokens nothing of
/// their classes.
pub fn print_plain(statement: &Statement) -> String {
    let mut printer = Printer { out: String::with_capacity(256), form: Form::Plain };
    printer.statement(statement);
    printer.out
}

/// The text of an anonymous traversal.
pub fn print_traversal(traversal: &Traversal) -> String {
    let mut printer = Printer { out: String::with_capacity(128), form: Form::Lang };
    printer.anonymous(traversal);
    printer.out
}

/// The text of an argument.
pub fn print_argument(argument: &Argument) -> String {
    let mut printer = Printer { out: String::new(), form: Form::Lang };
    printer.taken_as(argument, None);
    printer.out
}

/// The text of a scalar.
pub fn print_scalar(scalar: &Scalar) -> String {
    let mut printer = Printer { out: String::new(), form: Form::Lang };
    printer.scalar(scalar);
    printer.out
}

/// The language that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Lang,
    Groovy(Version),
    Plain,
}

impl Form {
    fn is_groovy(self) -> bool {
        matches!(self, Form::Groovy(_))
    }
}

/// The text so far, and its language.
struct Printer {
    out: String,
    form: Form,
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
        self.modulators(&statement.source, Place::Source);
        self.chain(&statement.traversal, Place::Start);
        self.modulators(statement.terminal.as_slice(), Place::Terminal);
    }

    fn anonymous(&mut self, traversal: &Traversal) {
        self.push("__");
        self.chain(traversal, Place::Step);
    }

    fn chain(&mut self, traversal: &Traversal, first: Place) {
        self.modulators(&traversal.start, Place::Modulator);
        for (index, step) in traversal.steps.iter().enumerate() {
            self.step(step, if index == 0 { first } else { Place::Step });
        }
    }

    fn step(&mut self, step: &Step, place: Place) {
        self.modulators(&step.before, Place::Modulator);
        let form = step.signature(place);
        self.call(step.name.text(), &step.arguments, |index| form?.parameter(index));
        self.modulators(&step.modulators, Place::Modulator);
    }

    fn modulators(&mut self, modulators: &[Modulator], place: Place) {
        for modulator in modulators {
            let form = modulator.signature(place);
            self.call(modulator.name.text(), &modulator.arguments, |index| form?.parameter(index));
        }
    }

    /// A name with its arguments, of which it takes each as some parameter.
    fn call(&mut self, name: &str, arguments: &[Argument], taken: impl Fn(usize) -> Option<Parameter>) {
        self.push(".");
        self.push(name);
        self.push("(");
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.taken_as(argument, taken(index));
        }
        self.push(")");
    }

    /// An argument that a step takes as some parameter.
    fn taken_as(&mut self, argument: &Argument, parameter: Option<Parameter>) {
        match self.form {
            Form::Lang | Form::Plain => self.argument(argument),
            Form::Groovy(_) => self.overloaded(argument, parameter),
        }
    }
}

#[cfg(test)]
mod tests;
