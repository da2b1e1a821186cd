//! Arguments and predicates.

use super::{Form, Printer, groovy};
use crate::ast::{Argument, Strategy};
use crate::predicate::{Link, Predicate, Test};
use crate::token::Token;

impl Printer {
    pub(super) fn argument(&mut self, argument: &Argument) {
        match argument {
            argument if self.groovy(argument) => {}
            Argument::Scalar(scalar) => self.scalar(scalar),
            Argument::List(items) => {
                self.push("[");
                self.joined(items, Printer::argument);
                self.push("]");
            }
            Argument::Set(items) => {
                self.push("{");
                self.joined(items, Printer::argument);
                self.push("}");
            }
            Argument::Map(entries) => self.map(entries),
            Argument::Range(ends) => {
                self.scalar(&ends.0);
                self.push("..");
                self.scalar(&ends.1);
            }
            Argument::Token(token) => self.token(*token),
            Argument::WithCardinality(cardinality, value) => {
                self.token(Token::Cardinality(*cardinality));
                self.push("(");
                self.argument(value);
                self.push(")");
            }
            Argument::Predicate(predicate) => self.predicate(predicate),
            Argument::Traversal(traversal) => self.anonymous(traversal),
            Argument::Terminated(statement) => self.statement(statement),
            Argument::Variable(name) => self.push(name),
            Argument::Constant(constant) => {
                self.push(constant.class());
                self.push(".");
                self.push(constant.name());
            }
            Argument::Strategy(strategy) => self.strategy(strategy),
            Argument::Vertex(vertex) => {
                self.push("new Vertex(");
                self.argument(&vertex.0);
                self.push(", ");
                self.argument(&vertex.1);
                self.push(")");
            }
            Argument::RandomUuid => self.push("UUID()"),
            Argument::Now => self.push("datetime()"),
        }
    }

    fn map(&mut self, entries: &[(Argument, Argument)]) {
        if entries.is_empty() {
            return self.push("[:]");
        }
        self.push("[");
        self.joined(entries, |printer, (key, value)| {
            let enclosed = match key {
                Argument::Scalar(scalar) => printer.form.is_groovy() && scalar.as_str().is_none(),
                _ => true,
            };
            printer.push(if enclosed { "(" } else { "" });
            printer.argument(key);
            printer.push(if enclosed { "): " } else { ": " });
            printer.argument(value);
        });
        self.push("]");
    }

    pub(super) fn token(&mut self, token: Token) {
        if self.form != Form::Plain {
            self.push(self.class(token.family()));
            self.push(".");
        }
        self.push(token.text());
    }

    fn strategy(&mut self, strategy: &Strategy) {
        if strategy.configuration.is_empty() {
            return self.push(&strategy.name);
        }
        self.push("new ");
        match self.form {
            Form::Lang | Form::Plain => self.push(&strategy.name),
            Form::Groovy(_) => self.push(&groovy::class(strategy)),
        }
        self.push("(");
        self.joined(&strategy.configuration, |printer, (key, value)| {
            printer.push(key);
            printer.push(": ");
            printer.argument(value);
        });
        self.push(")");
    }

    pub(super) fn predicate(&mut self, predicate: &Predicate) {
        match &predicate.test {
            Test::Named { name, arguments } => {
                self.push(name.class());
                let form = name.signature(arguments);
                self.call(name.text(), arguments, |index| form?.parameter(index));
            }
            Test::Not(inner) => {
                self.push("P.not(");
                self.predicate(inner);
                self.push(")");
            }
        }
        for link in &predicate.links {
            match link {
                Link::And(other) => self.link(".and(", other),
                Link::Or(other) => self.link(".or(", other),
                Link::Negate => self.push(".negate()"),
            }
        }
    }

    fn link(&mut self, word: &str, predicate: &Predicate) {
        self.push(word);
        self.predicate(predicate);
        self.push(")");
    }
}
