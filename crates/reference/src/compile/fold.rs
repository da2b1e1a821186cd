//! Constant folding: what depends on no variable is computed once.

use graphlance_graph::{Graph, Value};

use crate::Options;
use crate::run::Runner;
use crate::term::{FunctionTerm, Term};

/// The term, or the constant that it always gives. A term that raises an error stays: it may never be evaluated.
pub(super) fn folded(mut term: Term, graph: &Graph, options: &Options) -> Term {
    if let Term::Case { operand: None, branches, .. } = &mut term {
        branches.retain(|(when, _)| !matches!(when, Term::Constant(Value::Null | Value::Boolean(false))));
        if let Some((Term::Constant(Value::Boolean(true)), then)) = branches.first_mut() {
            return std::mem::replace(then, Term::Constant(Value::Null));
        }
    }
    let computes = match &term {
        Term::Unary(..)
        | Term::Binary(..)
        | Term::Comparison(..)
        | Term::Index(..)
        | Term::Slice(..)
        | Term::Matches(..)
        | Term::Case { .. } => true,
        Term::Function(call) => is_pure(call),
        _ => false,
    };
    if !computes {
        return term;
    }
    let mut constant = true;
    term.for_each_child(&mut |child| constant = constant && matches!(child, Term::Constant(_)));
    if !constant {
        return term;
    }
    match Runner::new(graph, options, 0, false).evaluate(&term, &mut Vec::new()) {
        Ok(value) => Term::Constant(value),
        Err(_) => term,
    }
}

/// Not a clock, a random number, or a list in no known order.
fn is_pure(call: &FunctionTerm) -> bool {
    let unordered = ["keys", "labels"].iter().any(|name| call.name.eq_ignore_ascii_case(name));
    !call.arguments.is_empty() && !unordered && !call.name.contains('.')
}
