//! Passes over the way the graph is loaded, and what a loading script must keep.
//!
//! The graph of a case with a script is what the script leaves: an edit of the script changes it, and the reference says
//! how. That must not depend on the order of rows, break a uniqueness constraint on the way, or be an error before it runs.

use std::sync::Arc;

use graphlance_case::{Case, Evaluator, Load};
use graphlance_cypher::ast::*;
use graphlance_cypher::{Dialect, Statement, parse};
use graphlance_engines::{TargetError, load};
use graphlance_graph::graph_compare::same_graph;
use graphlance_graph::schema::Schema;
use graphlance_graph::{CompareOptions, Graph};

use super::arrange::mirrored;
use super::clauses::drop_clauses_of;
use super::expressions::{drop_conjuncts_of, drop_part, fold, remove};
use super::graph::shrink;
use super::nth::{Edit, OwnedEdit, each_part_of};
use super::patterns::{cut_back, cut_front, drop_patterns_of, fewer_names, keep_first_node};
use super::projections::inline_of;
use super::sound::says_what_it_seems;
use super::target::keys_are_unique;
use super::walk::{self, Visitor};
use super::{Place, Reducer};

/// Loads the graph by one CREATE, or else by fewer and shorter statements.
pub(super) fn simplify(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    if reducer.case().load == Load::Create
        || reducer.attempt(|case| {
            case.load = Load::Create;
            true
        })?
    {
        return Ok(());
    }
    shrink(reducer, script_places, drop_statements)?;
    begin_with_create(reducer)?;
    let places = |reducer: &Reducer<'_>| reducer.loading_statements();
    let all = places(reducer);
    drop_clauses_of(reducer, all)?;
    let all = places(reducer);
    drop_conjuncts_of(reducer, all)?;
    let all = places(reducer);
    drop_patterns_of(reducer, all)?;
    drop_parts(reducer)?;
    for place in places(reducer) {
        inline_of(reducer, place)?;
    }
    Ok(())
}

fn script_places(case: &Case) -> Vec<usize> {
    match &case.load {
        Load::Create => Vec::new(),
        Load::Script(script) => (0..script.len()).collect(),
    }
}

fn drop_statements(case: &mut Case, places: &[usize]) {
    let Load::Script(script) = &mut case.load else { return };
    let mut place = 0;
    Arc::make_mut(script).retain(|_| {
        place += 1;
        !places.contains(&(place - 1))
    });
}

/// Puts one CREATE in place of the statements that the script begins with: of as many as possible.
fn begin_with_create(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let Load::Script(script) = reducer.case().load.clone() else { return Ok(()) };
    for count in (1..script.len()).rev() {
        let Some(graph) = reducer.trial.after_script(&script[..count]) else { continue };
        let Some(create) = creation_of(&graph) else { continue };
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

/// The one statement that creates a graph; none for an empty one.
fn creation_of(graph: &Graph) -> Option<Statement> {
    match load::statements(graph, &Dialect::standard()).data.as_slice() {
        [text] => parse(text).ok(),
        _ => None,
    }
}

/// Drops parts of loading statements: items of SET, REMOVE, DELETE and MERGE, of lists and maps; labels, properties and
/// ends of patterns. Values stay of their kind, so that each key keeps its type.
fn drop_parts(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let of_clauses = (0..6).map(|which| -> OwnedEdit {
        Box::new(move |statement, index| walk::nth_clause(statement, index, |clause| drop_item(clause, which)))
    });
    let of_expressions = (0..8).map(|which| -> OwnedEdit {
        Box::new(move |statement, index| {
            walk::nth_expression(statement, index, |slot| {
                matches!(slot, Expression::List(_) | Expression::Map(_)) && drop_part(slot, which)
            })
        })
    });
    let clauses: Vec<OwnedEdit> = of_clauses.collect();
    let expressions: Vec<OwnedEdit> = of_expressions.collect();
    let patterns: [Edit<'_>; 3] = [
        &|statement, index| walk::nth_pattern(statement, index, keep_first_node),
        &|statement, index| walk::nth_pattern(statement, index, cut_front),
        &|statement, index| walk::nth_pattern(statement, index, cut_back),
    ];
    let nodes: [Edit<'_>; 4] = [
        &|statement, index| walk::nth_node(statement, index, |node| node.labels.take().is_some()),
        &|statement, index| walk::nth_node(statement, index, |node| fewer_names(&mut node.labels, 0)),
        &|statement, index| walk::nth_node(statement, index, |node| fewer_names(&mut node.labels, 1)),
        &|statement, index| walk::nth_node(statement, index, |node| node.properties.take().is_some()),
    ];
    let relationships: [Edit<'_>; 1] =
        [&|statement, index| walk::nth_relationship(statement, index, |hop| hop.properties.take().is_some())];
    let clauses: Vec<Edit<'_>> = clauses.iter().map(|edit| edit.as_ref() as Edit<'_>).collect();
    let expressions: Vec<Edit<'_>> = expressions.iter().map(|edit| edit.as_ref() as Edit<'_>).collect();
    for edits in [&clauses, patterns.as_slice(), &nodes, &relationships, &expressions] {
        let places: Vec<Place> = reducer.loading_statements();
        each_part_of(reducer, places, edits)?;
    }
    Ok(())
}

/// Drops one item of a clause that keeps another.
fn drop_item(clause: &mut Clause, which: usize) -> bool {
    match clause {
        Clause::Set(items) => drop_set_item(items, which, 1),
        Clause::Remove(items) => {
            if let Some(RemoveItem::Labels { labels, .. }) = items.get_mut(which)
                && labels.len() > 1
            {
                return labels.pop().is_some();
            }
            items.len() > 1 && remove(items, which)
        }
        Clause::Delete(part) => match part.expressions.len() {
            0 | 1 => which == 0 && std::mem::take(&mut part.detach),
            _ => remove(&mut part.expressions, which),
        },
        Clause::Merge(part) => {
            let mut left = which;
            for action in &mut part.actions {
                if left < action.items.len() {
                    let dropped = drop_set_item(&mut action.items, left, 0);
                    part.actions.retain(|action| !action.items.is_empty());
                    return dropped;
                }
                left -= action.items.len();
            }
            false
        }
        Clause::Foreach(part) => part.clauses.len() > 1 && remove(&mut part.clauses, which),
        _ => false,
    }
}

fn drop_set_item(items: &mut Vec<SetItem>, which: usize, least: usize) -> bool {
    if let Some(SetItem::Labels { labels, .. }) = items.get_mut(which)
        && labels.len() > 1
    {
        return labels.pop().is_some();
    }
    items.len() > least && remove(items, which)
}

/// The graph that a script leaves in a database with these constraints; none when the reference has none, when a
/// statement of it is an error before it runs, when a constraint does not hold after each statement, or when the graph
/// depends on the order of rows.
pub(super) fn settled(script: &[Statement], schema: &Schema, evaluator: &dyn Evaluator) -> Option<Graph> {
    let after = |state: &Graph, statement: &Statement| -> Option<Option<Graph>> {
        Some(evaluator.evaluate(state, statement).ok()?.graph)
    };
    let (mut state, mut other) = (Graph::new(), Graph::new());
    for statement in script {
        if !says_what_it_seems(statement) {
            return None;
        }
        state = after(&state, statement)?.unwrap_or(state);
        let turned = mirrored(&other).ok()?;
        other = after(&turned, &with_rows_turned(statement))?.unwrap_or(turned);
        state.schema = schema.clone();
        if same_graph(&state, &other, &CompareOptions::default()).is_err() || !keys_are_unique(&state, false) {
            return None;
        }
        state.schema = Schema::default();
    }
    state.schema = schema.clone();
    Some(state)
}

/// The statement with its rows in the opposite order: those of UNWIND, where the list is written out. A FOREACH has one.
fn with_rows_turned(statement: &Statement) -> Statement {
    struct Turn;
    impl Visitor for Turn {
        fn clause(&mut self, clause: &mut Clause) {
            if let Clause::Unwind(Unwind { list: Expression::List(items), .. }) = clause {
                items.reverse();
            }
        }
    }
    let mut turned = statement.clone();
    walk::statement(&mut turned, &mut Turn);
    turned
}

/// Writes out what `{k: 1}.k` is, which inlining leaves behind.
pub(super) fn fold_entries(statement: &mut Statement) {
    struct Fold;
    impl Visitor for Fold {
        fn expression(&mut self, expression: &mut Expression) {
            fold(expression);
        }
    }
    walk::statement(statement, &mut Fold);
}

#[cfg(test)]
mod tests {
    use graphlance_generate::load::random_script;
    use graphlance_graph::random_graph::{GraphSizes, random_graph};
    use graphlance_graph::{Index, IndexKind, IndexSupport, Random, ValueDomain};
    use graphlance_reference::Options;

    use super::*;

    #[track_caller]
    fn check(texts: &[&str], settles: bool) {
        let script: Vec<Statement> =
            texts.iter().map(|text| parse(text).unwrap_or_else(|error| panic!("{error}"))).collect();
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
    fn generated_scripts_settle_on_their_graph() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let sizes = GraphSizes::default();
            let graph = random_graph(&mut random, &sizes, &ValueDomain::default(), &IndexSupport::default());
            let script = random_script(&mut random, &graph, &Dialect::standard());
            let left = settled(&script, &graph.schema, &Options::default());
            let left = left.unwrap_or_else(|| panic!("seed {seed}: {script:#?}"));
            same_graph(&graph, &left, &CompareOptions::default())
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
    }

    #[test]
    fn items_go_one_by_one() {
        let check = |text: &str, which: usize, expected: Option<&str>| {
            let mut statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
            let dropped = walk::nth_clause(&mut statement, 1, |clause| drop_item(clause, which)) == Some(true);
            let text = graphlance_cypher::print(&statement, &Dialect::standard());
            assert_eq!(dropped.then_some(text.as_str()), expected, "{which}");
        };
        check("MATCH (a) SET a.k = 1, a:A:B", 0, Some("MATCH (a) SET a:A:B"));
        check("MATCH (a) SET a.k = 1, a:A:B", 1, Some("MATCH (a) SET a.k = 1, a:A"));
        check("MATCH (a) SET a.k = 1", 0, None);
        check("MATCH (a) REMOVE a.k, a.l", 1, Some("MATCH (a) REMOVE a.k"));
        check("MATCH (a) DETACH DELETE a", 0, Some("MATCH (a) DELETE a"));
        let merge = "MATCH (a) MERGE (b {id: 1}) ON CREATE SET b.k = 1 ON MATCH SET b.k = 2";
        check(merge, 0, Some("MATCH (a) MERGE (b {id: 1}) ON MATCH SET b.k = 2"));
        check(merge, 1, Some("MATCH (a) MERGE (b {id: 1}) ON CREATE SET b.k = 1"));
        check(merge, 2, None);
    }
}
