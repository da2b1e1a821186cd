//! What comes of a statement as a whole.

use graphlance_gremlin::{Argument, Modulator, Statement, StepName};

use super::{Chance, Halt, Machine};
use crate::failure::Failure;
use crate::graph::PropertyGraph;
use crate::options::Options;
use crate::program::{Program, compile};
use crate::rules::Rules;
use crate::value::{Value, Values};

/// What comes of a statement, one object after the other. Whether an order that is open chose among objects is told to `chance`.
pub(crate) fn values(
    statement: &Statement,
    options: &Options,
    rules: Rules,
    graph: &mut PropertyGraph,
    chance: &mut Chance,
) -> Result<Vec<Value>, Failure> {
    let program = compile::compile(statement, options, rules, graph, chance)?;
    results(&program, statement.terminal.as_ref(), options, rules, graph, chance)
}

/// The same of a program, and what its statement ends with.
pub(crate) fn results(
    program: &Program,
    terminal: Option<&Modulator>,
    options: &Options,
    rules: Rules,
    graph: &mut PropertyGraph,
    chance: &mut Chance,
) -> Result<Vec<Value>, Failure> {
    let mut machine = Machine::new(program, options, rules, graph, chance);
    let amount = match terminal {
        Some(terminal) if terminal.name == StepName::Next => match terminal.arguments.first() {
            Some(Argument::Scalar(amount)) => amount.as_long().and_then(|it| usize::try_from(it).ok()),
            _ => Some(1),
        },
        Some(terminal) if matches!(terminal.name, StepName::TryNext | StepName::HasNext) => Some(1),
        _ => None,
    };
    let all = machine.all(amount).and_then(|values| machine.finish_unread().map(|()| values));
    let values = all.map_err(|halt| match halt {
        Halt::Failure(failure) => failure,
        Halt::Incomparable => Failure::Unknown("a comparison that nothing asks for".to_owned()),
    })?;
    Ok(match terminal {
        Some(terminal) if terminal.name == StepName::Iterate => Vec::new(),
        Some(terminal) if terminal.name == StepName::ToSet => {
            values.into_iter().collect::<Values>().into_iter().collect()
        }
        Some(terminal) if terminal.name == StepName::HasNext => vec![Value::from(!values.is_empty())],
        _ => values,
    })
}
