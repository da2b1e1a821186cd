//! From syntax tree to plan: names become slots, functions implementations.

mod composed;
mod edge;
mod expression;
mod filter;
mod fold;
mod latitude;
mod lookup;
mod measured;
mod pattern;
mod planner;
mod projection;
mod query;
mod slots;
mod switch;
mod write;

use graphlance_cypher::ast::Expression;
use graphlance_graph::{Graph, Latitude, Name, Value};

use self::measured::Mentions;
use crate::plan::AggregatePlan;
use crate::schedule::Schedule;
use crate::term::{Frame, Slot, Term};
use crate::{CypherError, ErrorKind, Failure, Options, Phase};

/// Looks up a variable that is bound from outside.
pub(crate) type Bindings<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// Compiles one statement or expression.
pub(crate) struct Compiler<'a> {
    graph: &'a Graph,
    options: &'a Options,
    bindings: Option<Bindings<'a>>,
    /// Slots of variables bound from outside.
    presets: Vec<(Slot, Value)>,
    /// Variables in scope; a later entry hides an earlier one of its name.
    scope: Vec<(Name, Slot)>,
    /// Variables that stay in scope after WITH: those a subquery imports.
    imported: Vec<(Name, Slot)>,
    /// The number of the pattern that is compiled.
    path: u32,
    /// Whether the patterns that are compiled may repeat relationships.
    repeatable: bool,
    /// How often the query says each variable.
    mentions: Mentions,
    /// Aggregates found, where they are allowed.
    collecting: Option<Vec<AggregatePlan>>,
    /// The scope for arguments of aggregates in ORDER BY.
    ungrouped: Option<Vec<(Name, Slot)>>,
    /// Expressions that were projected: their value is in the slot.
    substitutions: Vec<(Expression, Slot)>,
    /// Log of the slots that compiled expressions read.
    used: Vec<Slot>,
    /// How far the value of a slot may differ between engines.
    latitudes: Vec<(Slot, Latitude)>,
    /// Slots given out so far.
    width: usize,
    depth: usize,
    /// How deep the lists and maps are that the projections so far may have put around each other.
    nesting: usize,
    /// Whether plans note the variables in scope after each clause.
    traced: bool,
    /// The order of execution that plans are made for.
    schedule: Schedule,
    /// Whether an expression may raise an error that another order of execution comes upon.
    may_hide_errors: bool,
}

impl<'a> Compiler<'a> {
    pub fn new(graph: &'a Graph, options: &'a Options) -> Compiler<'a> {
        Compiler {
            graph,
            options,
            bindings: None,
            presets: Vec::new(),
            scope: Vec::new(),
            imported: Vec::new(),
            path: 0,
            repeatable: false,
            mentions: Mentions::default(),
            collecting: None,
            ungrouped: None,
            substitutions: Vec::new(),
            used: Vec::new(),
            latitudes: Vec::new(),
            width: 0,
            depth: 0,
            nesting: 0,
            traced: false,
            schedule: Schedule::Natural,
            may_hide_errors: false,
        }
    }

    /// Makes plans note the variables in scope after each clause.
    pub fn traced(mut self) -> Compiler<'a> {
        self.traced = true;
        self
    }

    /// Makes plans for this order of execution.
    pub fn scheduled(self, schedule: Schedule) -> Compiler<'a> {
        Compiler { schedule, ..self }
    }

    /// Whether an expression compiled so far may raise an error that another order of execution comes upon.
    pub fn may_hide_errors(&self) -> bool {
        self.may_hide_errors
    }

    /// Compiles an expression whose free variables are bound from outside.
    pub fn with_bindings(graph: &'a Graph, options: &'a Options, bindings: Bindings<'a>) -> Compiler<'a> {
        Compiler { bindings: Some(bindings), ..Compiler::new(graph, options) }
    }

    /// A frame with the variables bound from outside.
    pub fn frame(&mut self) -> Frame {
        let mut frame = vec![Value::Null; self.width];
        for (slot, value) in self.presets.drain(..) {
            frame[slot] = value;
        }
        frame
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

    /// The variables in scope with their slots.
    pub fn in_scope(&self) -> &[(Name, Slot)] {
        &self.scope
    }

    /// Says how far the value of a slot may differ between engines.
    pub fn set_latitude(&mut self, slot: Slot, latitude: Latitude) {
        if latitude != Latitude::Exact {
            self.latitudes.push((slot, latitude));
        }
    }

    /// A slot without a name.
    pub fn fresh(&mut self) -> Slot {
        self.width += 1;
        self.width - 1
    }

    fn find(&self, name: &str) -> Option<Slot> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, slot)| *slot)
    }

    /// The slot of a variable in scope or bound from outside, noted as used.
    fn resolve(&mut self, name: &Name) -> Option<Slot> {
        let slot = match self.find(name) {
            Some(slot) => slot,
            None => {
                let value = self.bindings.and_then(|bindings| bindings(name))?;
                let slot = self.fresh();
                // Below everything else, so that loop variables still hide it.
                self.scope.insert(0, (name.clone(), slot));
                self.presets.push((slot, value));
                slot
            }
        };
        self.used.push(slot);
        Some(slot)
    }

    /// Compiles within the depth allowed.
    pub fn expression(&mut self, expression: &Expression) -> Result<Term, Failure> {
        if self.depth >= self.options.budget.depth {
            return Err(Failure::OutOfBudget("depth"));
        }
        self.depth += 1;
        let term = self.term(expression);
        self.depth -= 1;
        let term = term?;
        self.may_hide_errors = self.may_hide_errors || term.may_hide_error();
        Ok(fold::folded(term, self.graph, self.options, self.schedule))
    }
}

pub(crate) use expression::float_of;
pub use projection::column_name;

pub(crate) fn undefined(name: &str) -> Failure {
    let message = format!("the variable `{name}` is not defined");
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "UndefinedVariable", message).into()
}
