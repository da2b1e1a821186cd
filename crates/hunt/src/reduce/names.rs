//! One of the last passes: names a person would choose, and keys without gaps.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::{Case, Load, Step};
use graphlance_cypher::edit::{apply_names, collect_names, collect_schema_names};
use graphlance_engines::TargetError;
use graphlance_graph::{Name, Renaming};

use super::Reducer;

/// Renames everything at once; where that changes the failure, all but `id`, or only variables, then only what the graph
/// holds.
pub(super) fn rename(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
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

/// Every name that a case gives: variables, labels, types, keys.
pub(crate) fn names_of(case: &Case) -> BTreeSet<Name> {
    new_names(case, &[]).into_known()
}

/// New names for those of a case; these keys keep theirs.
fn new_names(case: &Case, kept: &[&str]) -> Renaming {
    let mut names = Renaming::keeping(kept);
    for statement in case.statements().filter_map(|statement| statement.tree()) {
        collect_names(statement, &mut names);
    }
    names.graph(&case.graph);
    if let Load::Script(script) = &case.load {
        // Its statements have variables of their own.
        let trees = script.iter().filter_map(|statement| statement.tree());
        trees.for_each(|statement| collect_schema_names(statement, &mut names));
    }
    names
}

fn apply(names: &Renaming, case: &mut Case, variables: bool, schema: bool) -> bool {
    for step in &mut case.steps {
        if let Step::Run(statement) = step {
            statement.edit(|statement| {
                apply_names(statement, names, variables, schema);
                true
            });
        }
    }
    if let (Load::Script(script), true) = (&mut case.load, schema) {
        Arc::make_mut(script).iter_mut().for_each(|statement| {
            statement.edit(|statement| {
                let mut own = Renaming::default();
                collect_names(statement, &mut own);
                apply_names(statement, &own, variables, false);
                apply_names(statement, names, false, true);
                true
            });
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
