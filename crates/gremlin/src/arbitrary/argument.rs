//! Random arguments and predicates.

use smol_str::SmolStr;

use super::Trees;
use super::scalar::{CLASSES, STRINGS, VARIABLES, WORDS};
use crate::ast::{Argument, Strategy};
use crate::constant::Constant;
use crate::predicate::{Link, Predicate, Test, TestName};
use crate::scalar::Scalar;
use crate::table::Parameter;
use crate::token::{Cardinality, Family, GENERIC, Token};

impl Trees<'_> {
    /// Arguments that parameters take.
    pub(super) fn arguments(&mut self, parameters: &[Parameter]) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for parameter in parameters {
            if parameter.is_several() {
                arguments.extend(self.some(|trees| trees.argument(*parameter)));
            } else {
                arguments.push(self.argument(*parameter));
            }
        }
        arguments
    }

    fn argument(&mut self, parameter: Parameter) -> Argument {
        if let Some(family) = parameter.family() {
            return Argument::Token(self.token(family));
        }
        match parameter {
            Parameter::String if self.chance(0.05) => Argument::Variable(self.variable()),
            Parameter::String | Parameter::Key if self.chance(0.9) => Argument::string(self.string()),
            Parameter::Label | Parameter::LabelOrNull if self.chance(0.1) => Argument::Variable(self.variable()),
            Parameter::StringOrNull | Parameter::LabelOrNull | Parameter::Strings if self.chance(0.1) => {
                Argument::Scalar(Scalar::Null)
            }
            Parameter::StringOrNull | Parameter::Label | Parameter::LabelOrNull | Parameter::Strings => {
                Argument::string(self.string())
            }
            Parameter::String => Argument::string(self.string()),
            Parameter::Key => Argument::Constant(self.constant(|constant| constant.value().as_str().is_some())),
            Parameter::Integer => Argument::Scalar(self.integer()),
            Parameter::Number => Argument::Scalar(self.number()),
            Parameter::Boolean => Argument::Scalar(Scalar::Boolean(self.chance(0.5))),
            Parameter::Date if self.chance(0.9) => Argument::Scalar(Scalar::DateTime(self.date())),
            Parameter::Date => Argument::Now,
            Parameter::MapOrNull if self.chance(0.1) => Argument::Scalar(Scalar::Null),
            Parameter::Map | Parameter::MapOrNull => self.map(),
            Parameter::Traversal | Parameter::Traversals => Argument::Traversal(self.traversal()),
            Parameter::Predicate => Argument::Predicate(self.predicate()),
            Parameter::Strategy | Parameter::Strategies => Argument::Strategy(self.strategy()),
            Parameter::Class | Parameter::Classes => {
                Argument::Strategy(Strategy { name: self.class(), configuration: Vec::new() })
            }
            Parameter::Vertex => Argument::Vertex(Box::new((self.any(), Argument::string(self.string())))),
            Parameter::Setting if self.chance(0.3) => Argument::Constant(self.constant(|_| true)),
            _ => self.any(),
        }
    }

    /// What may stand wherever any value may.
    fn any(&mut self) -> Argument {
        if self.fuel == 0 || self.chance(0.6) {
            return Argument::Scalar(self.scalar());
        }
        match self.choose(13) {
            0 => Argument::List(self.some(Trees::any)),
            1 => Argument::Set(self.some(Trees::any)),
            2 => self.map(),
            3 => self.range(),
            4..=6 => {
                let family = GENERIC[self.random.below(GENERIC.len())];
                Argument::Token(self.token(family))
            }
            7 => {
                let cardinality = Cardinality::ALL[self.random.below(3)];
                Argument::WithCardinality(cardinality, Box::new(self.any()))
            }
            8 => Argument::Variable(self.variable()),
            9 => Argument::Terminated(Box::new(self.statement(1.0))),
            10 => Argument::RandomUuid,
            11 => Argument::Now,
            _ => Argument::Traversal(self.traversal()),
        }
    }

    fn range(&mut self) -> Argument {
        let ends = if self.chance(0.5) {
            (Scalar::Integer(self.random.integer(-5, 5) as i32), Scalar::Integer(self.random.integer(-5, 5) as i32))
        } else {
            (Scalar::string("aa"), Scalar::string("ad"))
        };
        Argument::Range(Box::new(ends))
    }

    fn map(&mut self) -> Argument {
        Argument::Map(self.some(|trees| (trees.key(), trees.any())))
    }

    fn key(&mut self) -> Argument {
        match self.random.below(10) {
            0 if self.chance(0.1) => Argument::Scalar(Scalar::Double(f64::NAN)),
            0 => Argument::Scalar(self.number()),
            1 => Argument::Token(self.token(Family::T)),
            2 => Argument::Token(self.token(Family::Direction)),
            3 => Argument::List(self.some(Trees::any)),
            4 => Argument::Set(self.some(Trees::any)),
            5 => self.map(),
            _ => Argument::string(self.string()),
        }
    }

    fn token(&mut self, family: Family) -> Token {
        let members = family.members();
        members[self.random.below(members.len())]
    }

    fn constant(&mut self, wanted: impl Fn(&Constant) -> bool) -> Constant {
        let constants: Vec<Constant> = Constant::all().filter(wanted).collect();
        constants[self.random.below(constants.len())]
    }

    fn strategy(&mut self) -> Strategy {
        let name = self.class();
        Strategy { name, configuration: self.some(|trees| (trees.word(), trees.any())) }
    }

    pub(super) fn predicate(&mut self) -> Predicate {
        let test = if self.fuel > 0 && self.chance(0.15) {
            self.fuel -= 1;
            Test::Not(Box::new(self.predicate()))
        } else {
            let names: Vec<TestName> = TestName::all().collect();
            let name = names[self.choose(names.len())];
            let forms = name.signatures();
            let form = &forms[self.random.below(forms.len())];
            Test::Named { name, arguments: self.arguments(form.parameters) }
        };
        let links = if self.chance(0.2) {
            self.some(|trees| match trees.choose(3) {
                0 => Link::And(trees.predicate()),
                1 => Link::Or(trees.predicate()),
                _ => Link::Negate,
            })
        } else {
            Vec::new()
        };
        Predicate { test, links }
    }

    fn string(&mut self) -> SmolStr {
        // Plain names mostly, so that labels and keys meet each other.
        let pool = if self.chance(0.7) { &STRINGS[..6] } else { STRINGS };
        pool[self.random.below(pool.len())].into()
    }

    fn variable(&mut self) -> SmolStr {
        VARIABLES[self.random.below(VARIABLES.len())].into()
    }

    fn class(&mut self) -> SmolStr {
        CLASSES[self.random.below(CLASSES.len())].into()
    }

    fn word(&mut self) -> SmolStr {
        WORDS[self.random.below(WORDS.len())].into()
    }
}
