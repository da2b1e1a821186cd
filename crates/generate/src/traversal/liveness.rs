//! How much of a traversal matters to its answer.

use graphlance_gremlin::Statement;
use graphlance_machine::{Options, PropertyGraph, Value, evaluate};

/// How much of a traversal matters to its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vitality {
    /// The objects of the answer.
    pub rows: usize,
    /// How many of them are different.
    pub different: usize,
    /// The steps of the outermost chain behind the first.
    pub steps: usize,
    /// Those of them without which the answer is another one, or none.
    pub live: usize,
}

/// Measures a statement: each of its outermost steps but the first is left out in turn.
pub fn liveness(statement: &Statement, graph: &PropertyGraph, options: &Options) -> Vitality {
    let Ok(values) = given(statement, graph, options) else { return Vitality::default() };
    let mut different: Vec<&String> = values.iter().collect();
    different.dedup();
    let steps = statement.traversal.steps.len().saturating_sub(1);
    let matters = |place: usize| {
        let mut without = statement.clone();
        without.traversal.steps.remove(place);
        given(&without, graph, options).as_ref() != Ok(&values)
    };
    let live = (1..=steps).filter(|place| matters(*place)).count();
    Vitality { rows: values.len(), different: different.len(), steps, live }
}

/// The forms of what a statement gives, in an order of their own.
fn given(statement: &Statement, graph: &PropertyGraph, options: &Options) -> Result<Vec<String>, ()> {
    let options = Options { arrangements: 0, ..options.clone() };
    let answer = evaluate(statement, graph, &options).map_err(|_| ())?;
    let mut forms: Vec<String> = answer.values.iter().map(|value: &Value| format!("{value:?}")).collect();
    forms.sort_unstable();
    Ok(forms)
}
