//! Passes over the way the graph is loaded, and what a loading script must keep.
//!
//! The graph of a case with a script is what the script leaves: an edit of the script changes it, and the reference says
//! how. That must not depend on the order of rows, break a uniqueness constraint on the way, or be an error before it runs.

use std::sync::Arc;

use graphlance_case::language::Stage;
use graphlance_case::{Case, Evaluator, Load, Statement};
use graphlance_engines::TargetError;
use graphlance_graph::arrangement::mirrored;
use graphlance_graph::graph_compare::same_graph;
use graphlance_graph::schema::Schema;
use graphlance_graph::{CompareOptions, Graph};

use crate::graph::shrink;
use crate::on_target::keys_are_unique;
use crate::reducer::Reducer;
use crate::statement::run_passes;

/// Loads the graph by one CREATE, or else by fewer and shorter statements.
pub(crate) fn simplify(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    if reducer.case().load == Load::Create
        || reducer.attempt(|case| {
            case.load = Load::Create;
            true
        })?
    {
        return Ok(());
    }
    shrink(reducer, |case| (0..case.load.script().len()).collect(), drop_statements)?;
    begin_with_create(reducer)?;
    run_passes(reducer, Stage::Loading)
}

/// What no statement loads is an empty graph, which needs no script.
fn drop_statements(case: &mut Case, places: &[usize]) {
    let Load::Script(script) = &mut case.load else { return };
    let script = Arc::make_mut(script);
    let mut place = 0;
    script.retain(|_| {
        place += 1;
        !places.contains(&(place - 1))
    });
    if script.is_empty() {
        case.load = Load::Create;
        let mut empty = Graph::new();
        empty.schema = case.graph.schema.clone();
        case.graph = Arc::new(empty);
    }
}

/// Puts one CREATE in place of the statements that the script begins with: of as many as possible.
fn begin_with_create(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let Load::Script(script) = reducer.case().load.clone() else { return Ok(()) };
    let Some(language) = script.first().map(|first| first.language()) else { return Ok(()) };
    for count in (1..script.len()).rev() {
        let Some(graph) = reducer.trial.after_script(&script[..count]) else { continue };
        let Some(create) = language.creation(&graph) else { continue };
        let shorter: Vec<Statement> = std::iter::once(create).chain(script[count..].iter().cloned()).collect();
        let accepted = reducer.attempt(|case| {
            case.load = Load::Script(Arc::new(shorter));
            true
        })?;
        if accepted {
            break;
        }
    }
    Ok(())
}

/// The graph that a script leaves in a database with these constraints; none when the reference has none, when a
/// statement of it is an error before it runs, when a constraint does not hold after each statement, or when the graph
/// depends on the order of rows.
pub(crate) fn settled(script: &[Statement], schema: &Schema, evaluator: &dyn Evaluator) -> Option<Graph> {
    let after = |state: &Graph, statement: &Statement| -> Option<Option<Graph>> {
        Some(evaluator.evaluate(state, statement).ok()?.graph)
    };
    let (mut state, mut other) = (Graph::new(), Graph::new());
    for statement in script {
        if !evaluator.is_valid(statement) {
            return None;
        }
        state = after(&state, statement)?.unwrap_or(state);
        let turned = mirrored(&other).ok()?;
        let other_order = statement.with_rows_turned();
        other = after(&turned, other_order.as_ref().unwrap_or(statement))?.unwrap_or(turned);
        state.schema = schema.clone();
        if same_graph(&state, &other, &CompareOptions::default()).is_err() || !keys_are_unique(&state, false) {
            return None;
        }
        state.schema = Schema::default();
    }
    state.schema = schema.clone();
    Some(state)
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, Lineage};
    use graphlance_generate::Profile;
    use graphlance_graph::{Index, IndexKind};
    use graphlance_oracles::{Gqs, Oracle, RoundContext};
    use graphlance_reference::Options;

    use super::*;

    #[track_caller]
    fn check(texts: &[&str], settles: bool) {
        let script: Vec<Statement> =
            texts.iter().map(|text| Cypher.parse(text).unwrap_or_else(|error| panic!("{error}"))).collect();
        let unique = Index { kind: IndexKind::Unique, on_nodes: true, name: "U".into(), keys: vec!["id".into()] };
        let schema = Schema { indexes: vec![unique], ..Schema::default() };
        assert_eq!(settled(&script, &schema, &Options::default()).is_some(), settles, "{texts:#?}");
    }

    #[test]
    fn a_script_whose_graph_depends_on_the_order_of_rows_is_none() {
        let nodes = "CREATE (:A {id: 1, k: 1}), (:A {id: 2, k: 2}), (:B)";
        check(&[nodes, "MATCH (a:A {id: 1}), (b:B) SET b.k = a.k"], true);
        check(&[nodes, "MATCH (a:A), (b:B) SET b.k = a.k"], false);
        check(&[nodes, "UNWIND [1, 2] AS i MATCH (b:B) SET b.k = i"], false);
        check(&[nodes, "UNWIND [1, 2] AS i MATCH (a:A {id: i}) SET a.k = i + 1"], true);
        check(&[nodes, "FOREACH (i IN [1, 2] | CREATE (:C {k: i}))"], true);
    }

    #[test]
    fn a_script_that_breaks_a_constraint_or_the_language_is_none() {
        check(&["CREATE (:U {id: 1}), (:U {id: 2})"], true);
        check(&["CREATE (:U {id: 1}), (:U {id: 1})", "MATCH (u:U) DELETE u"], false);
        check(&["CREATE (:U {id: 1})", "SET u.k = 1"], false);
    }

    #[test]
    fn a_graph_that_nothing_loads_is_empty_and_needs_no_script() {
        let script =
            ["CREATE (:A)", "CREATE (:B)"].map(|text| Cypher.parse(text).unwrap_or_else(|error| panic!("{error}")));
        let mut graph = settled(&script, &Schema::default(), &Options::default()).expect("a graph");
        graph.schema.labels = vec!["A".into(), "B".into()];
        let case = Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default());
        let mut case = Case { load: Load::Script(Arc::new(script.to_vec())), ..case };
        drop_statements(&mut case, &[1]);
        assert_eq!(case.load, Load::Script(Arc::new(script[..1].to_vec())));
        drop_statements(&mut case, &[0]);
        assert_eq!((&case.load, case.graph.node_count()), (&Load::Create, 0));
        assert_eq!(case.graph.schema.labels, ["A", "B"]);
    }

    #[test]
    fn generated_scripts_settle_on_their_graph() {
        let mut profile = Profile::built_in("quick").expect("a built-in profile");
        profile.graph.script_load = 1.0;
        let context = RoundContext::new(1, Cypher.standard(), Arc::new(profile));
        for number in 0..200 {
            let round = Gqs.round(&RoundContext { round: number, ..context.clone() });
            let (graph, script) = (round.graph(), round.load().script());
            assert!(!script.is_empty(), "round {number}");
            let left = settled(script, &graph.schema, &Options::default());
            let left = left.unwrap_or_else(|| panic!("round {number}: {script:#?}"));
            same_graph(graph, &left, &CompareOptions::default())
                .unwrap_or_else(|error| panic!("round {number}: {error}"));
        }
    }
}
