//! One of the last passes: names a person would choose, and keys without gaps.

use std::sync::Arc;

use graphlance_case::{Case, Load};
use graphlance_engines::TargetError;
use graphlance_graph::Renaming;

use crate::reducer::Reducer;

/// Renames everything at once; where that changes the failure, all but `id`, or only variables, then only what the graph
/// holds.
pub(crate) fn rename(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let names = new_names(reducer.case(), &[]);
    if reducer.attempt_even(|case| apply(&names, case, true, true))? {
        return Ok(());
    }
    // Typed tables have a primary key of this name.
    let names = new_names(reducer.case(), &["id"]);
    if reducer.attempt_even(|case| apply(&names, case, true, true))? {
        return Ok(());
    }
    reducer.attempt_even(|case| apply(&names, case, true, false))?;
    reducer.attempt_even(|case| apply(&names, case, false, true))?;
    Ok(())
}

/// New names for those of a case; these keys keep theirs.
fn new_names(case: &Case, kept: &[&str]) -> Renaming {
    let mut names = Renaming::keeping(kept);
    case.collect_names(&mut names);
    names
}

fn apply(names: &Renaming, case: &mut Case, variables: bool, schema: bool) -> bool {
    for step in &mut case.steps {
        if let Some(statement) = step.statement_mut()
            && let Some(renamed) = statement.renamed(names, variables, schema)
        {
            *statement = renamed;
        }
    }
    if let (Load::Script(script), true) = (&mut case.load, schema) {
        Arc::make_mut(script).iter_mut().for_each(|statement| {
            let mut own = Renaming::default();
            statement.collect_names(&mut own, true);
            if let Some(renamed) = statement.renamed(&own, variables, false) {
                *statement = renamed;
            }
            if let Some(renamed) = statement.renamed(names, false, true) {
                *statement = renamed;
            }
        });
    }
    if schema {
        match names.renamed(&case.graph) {
            Ok(graph) => case.graph = Arc::new(graph),
            Err(_) => return false,
        }
    }
    true
}
