//! From syntax tree to plan: names become slots, functions implementations.

mod expression;

use graphlance_cypher::ast::Expression;
use graphlance_graph::{Name, Value};

use crate::term::{Slot, Term};
use crate::{CypherError, ErrorKind, Failure, Options, Phase};

/// Looks up a variable that is bound from outside.
pub(crate) type Bindings<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// Compiles one statement or expression.
pub(crate) struct Compiler<'a> {
    options: &'a Options,
    bindings: Option<Bindings<'a>>,
    /// Variables in scope; a later entry hides an earlier one of its name.
    scope: Vec<(Name, Slot)>,
    /// Slots given out so far.
    width: usize,
    depth: usize,
}

impl<'a> Compiler<'a> {
    pub fn new(options: &'a Options) -> Compiler<'a> {
        Compiler { options, bindings: None, scope: Vec::new(), width: 0, depth: 0 }
    }

    /// Compiles an expression whose free variables are bound from outside.
    pub fn with_bindings(options: &'a Options, bindings: Bindings<'a>) -> Compiler<'a> {
        Compiler { bindings: Some(bindings), ..Compiler::new(options) }
    }

    /// Slots given out so far: the width of a frame.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Brings a variable into scope under a new slot.
    pub fn declare(&mut self, name: &Name) -> Slot {
        let slot = self.fresh();
        self.scope.push((name.clone(), slot));
        slot
    }

    /// A slot without a name.
    pub fn fresh(&mut self) -> Slot {
        self.width += 1;
        self.width - 1
    }

    fn find(&self, name: &str) -> Option<Slot> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, slot)| *slot)
    }

    /// Compiles within the depth allowed.
    pub fn expression(&mut self, expression: &Expression) -> Result<Term, Failure> {
        if self.depth >= self.options.budget.depth {
            return Err(Failure::OutOfBudget("depth"));
        }
        self.depth += 1;
        let term = self.term(expression);
        self.depth -= 1;
        term
    }
}

pub(crate) fn undefined(name: &str) -> Failure {
    let message = format!("the variable `{name}` is not defined");
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "UndefinedVariable", message).into()
}
