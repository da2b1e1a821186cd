//! Constant folding: what depends on no variable is computed once.

use graphlance_cypher::ast::BinaryOperator;
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Graph, Latitude, Value};

use crate::Options;
use crate::run::Runner;
use crate::schedule::Schedule;
use crate::term::{FunctionTerm, Term};

/// The term, or the constant that it always gives. A term that raises an error stays: it may never be evaluated.
pub(super) fn folded(mut term: Term, graph: &Graph, options: &Options, schedule: Schedule) -> Term {
    // What a wrong rule makes of a constant is seen where it is computed.
    if !options.departures.is_empty() {
        return term;
    }
    if let Term::Case { operand: None, branches, .. } = &mut term {
        branches.retain(|(when, _)| !matches!(when, Term::Constant(Value::Null | Value::Boolean(false))));
        if let Some((Term::Constant(Value::Boolean(true)), then)) = branches.first_mut() {
            return std::mem::replace(then, Term::Constant(Value::Null));
        }
    }
    let term = without_list(term);
    let computes = match &term {
        // A constant would be exact.
        Term::Binary(BinaryOperator::Power, ..) => false,
        Term::Unary(..)
        | Term::Binary(..)
        | Term::Comparison(..)
        | Term::Index(..)
        | Term::Slice(..)
        | Term::Matches(..)
        | Term::Is(..)
        | Term::Case { .. } => true,
        Term::Function(call) => is_pure(call),
        _ => false,
    };
    if !computes {
        return term;
    }
    let mut constant = true;
    let of_lists = matches!(term, Term::Function(_));
    term.for_each_child(&mut |child| constant = constant && is_constant(child, of_lists));
    if !constant {
        return term;
    }
    match Runner::new(graph, options, 0, false).scheduled(schedule).evaluate(&term, &mut Vec::new()) {
        Ok(value) => Term::Constant(value),
        Err(_) => term,
    }
}

/// Whether a term is a constant, or a list or map of such: the arguments of `date({year: 2020})`.
fn is_constant(term: &Term, of_lists: bool) -> bool {
    match term {
        Term::Constant(_) => true,
        Term::List(items) => of_lists && items.iter().all(|item| is_constant(item, true)),
        Term::Map(entries) => of_lists && entries.iter().all(|(_, value)| is_constant(value, true)),
        _ => false,
    }
}

/// Spares the making of a list or a map of which only a part is needed.
fn without_list(term: Term) -> Term {
    match term {
        Term::Function(mut call) if call.arguments.len() == 1 => match (call.scalar, call.arguments.pop()) {
            (Scalar::Head, Some(Term::List(items))) => Term::Pick(items, 0),
            (Scalar::Last, Some(Term::List(items))) => {
                let at = items.len().saturating_sub(1);
                Term::Pick(items, at)
            }
            (_, argument) => {
                call.arguments.extend(argument);
                Term::Function(call)
            }
        },
        Term::Index(subject, at) => match (*subject, *at) {
            (Term::List(items), Term::Constant(Value::Integer(at))) => {
                let length = items.len();
                let from_end = |back: i64| length.checked_sub(back.unsigned_abs() as usize);
                let at = if at < 0 { from_end(at) } else { usize::try_from(at).ok() };
                // Beyond the end, as below the beginning, there is null.
                Term::Pick(items, at.unwrap_or(length))
            }
            (subject, at) => Term::Index(Box::new(subject), Box::new(at)),
        },
        Term::Binary(BinaryOperator::In, item, list) => match *list {
            Term::List(items) => Term::InItems(item, items),
            list => Term::Binary(BinaryOperator::In, item, Box::new(list)),
        },
        Term::Property(subject, key) => match *subject {
            Term::Function(mut call) if call.scalar == Scalar::Properties => match call.arguments.pop() {
                Some(subject) => Term::EntryOf(Box::new(subject), key),
                None => Term::Property(Box::new(Term::Function(call)), key),
            },
            subject => Term::Property(Box::new(subject), key),
        },
        term => term,
    }
}

/// Not a clock, a random number, or a list in no known order.
fn is_pure(call: &FunctionTerm) -> bool {
    let function = call.scalar.function();
    // A constant does not say any more how far engines may differ in it.
    let exact = function.latitude == Latitude::Exact;
    exact && !call.arguments.is_empty() && !function.unordered && function.is_deterministic(call.arguments.len())
}
