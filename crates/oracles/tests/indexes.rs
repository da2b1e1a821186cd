//! Indexes that come and go between the cases of a round: that they do, on what is there to be dropped or not there yet, and that
//! a case with such a step holds alone.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Act, Case, Dialect, Response, Verdict, judge, sample};
use graphlance_cypher::Statement;
use graphlance_cypher::ast::SchemaCommand;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, IndexKind, Table};
use graphlance_oracles::{Oracle, Reference, RoundContext, Walk};
use graphlance_reference::{Experiments, Options, evaluate, languages};

/// What an oracle did to the indexes of its rounds.
#[derive(Debug, Default)]
struct Changes {
    created: usize,
    dropped: usize,
    /// Cases behind refreshed statistics.
    refreshed: usize,
    /// Claimed statements that are asked both before the change of their round and behind it.
    on_both_sides: usize,
}

/// The command among the steps of a case; at most one may be.
#[track_caller]
fn command(case: &Case) -> Option<SchemaCommand> {
    let commands = case.statements().filter_map(|statement| match statement.tree::<Statement>()? {
        Statement::Schema(command) => Some(command.clone()),
        Statement::Query(_) => None,
    });
    let commands: Vec<SchemaCommand> = commands.collect();
    assert!(commands.len() <= 1, "{commands:?}");
    commands.into_iter().next()
}

/// Whether a command is right on a graph: one of its range indexes is dropped, or one created that it has not.
fn is_right(command: &SchemaCommand, graph: &Graph) -> bool {
    let (index, drops) = match command {
        SchemaCommand::Create(definition) => (definition.index(), false),
        SchemaCommand::Drop(definition) => (definition.index(), true),
        SchemaCommand::DropNamed { .. } => return false,
    };
    index.kind == IndexKind::Range && graph.schema.indexes.contains(&index) == drops
}

/// Writes a case down, reads it again, runs its texts in a dialect one after the other on the graph alone and judges the answers.
#[track_caller]
fn replays(case: &Case, dialect: &Dialect) {
    let text = serde_json::to_string(case).expect("a case as JSON");
    let read: Case<String> = serde_json::from_str(&text).expect("a case");
    let case = read.parsed(&languages()).expect("statements");
    let data: &graphlance_cypher::Dialect = dialect.data().expect("a dialect of Cypher");
    let experiments = Experiments { early_errors: false, ..Experiments::default() };
    let options = Options { deviations: data.deviations.clone(), experiments, ..Options::default() };
    let mut graph = Graph::clone(&case.graph);
    let mut responses = Vec::new();
    for step in &case.steps {
        let Some(statement) = step.statement() else {
            // The statistics are refreshed, or the graph is read.
            responses.push(Response::Table(Table::default()));
            continue;
        };
        let text = statement.print(dialect);
        let statement = Cypher.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let tree = statement.tree::<Statement>().expect("a statement of Cypher");
        responses.push(match evaluate(&graph, tree, &options) {
            Ok(answer) => {
                graph = answer.graph.unwrap_or(graph);
                Response::Table(sample(&answer.returns))
            }
            Err(_) => Response::Table(Table { columns: Vec::new(), rows: Vec::new() }),
        });
    }
    if let Some(command) = command(&case) {
        let held = |graph: &Graph| graph.schema.indexes.len();
        let after = held(&case.graph) + usize::from(matches!(command, SchemaCommand::Create(_))) * 2;
        assert_eq!(held(&graph) + 1, after, "{command:?} did nothing in {}", dialect.name());
    }
    if case.claim.table().is_some() {
        assert!(
            matches!(judge(&case, &responses, dialect), Verdict::Pass { .. }),
            "{:?} {:?}",
            case.dialect,
            case.lineage
        );
    }
}

/// What an oracle does in some rounds in a dialect. Every so many cases replay, and the first behind a change.
#[track_caller]
fn changes(oracle: &dyn Oracle, dialect: &str, rounds: u64) -> Changes {
    let dialect: Dialect = graphlance_cypher::Dialect::built_in(dialect).expect("a built-in dialect").into();
    let profile = Arc::new(Profile::built_in("default").expect("a built-in profile"));
    let mut context = RoundContext::new(7, dialect.clone(), profile);
    let mut changes = Changes::default();
    for round in 0..rounds {
        context.round = round;
        let (mut made, mut before, mut both) = (oracle.round(&context), BTreeSet::new(), BTreeSet::new());
        let (mut changed, mut count) = (None, 0);
        while let Some(case) = made.next_case(&Adaptation::default()) {
            let asked = case.claimed_statement().map(|statement| statement.text()).unwrap_or_default();
            let now = command(&case);
            changes.refreshed += usize::from(case.steps.iter().any(|step| matches!(step.act, Act::Refresh)));
            match (&now, &changed) {
                (Some(command), None) => {
                    assert!(is_right(command, &case.graph), "{command:?} on {:?}", case.graph.schema.indexes);
                    let creates = matches!(command, SchemaCommand::Create(_));
                    changes.created += usize::from(creates);
                    changes.dropped += usize::from(!creates);
                    replays(&case, &dialect);
                }
                // What was created stays, and what was dropped stays away.
                (now, Some(changed)) => assert_eq!(now.as_ref(), Some(changed)),
                (None, None) => {}
            }
            changed = now;
            if changed.is_none() {
                before.insert(asked);
            } else if before.contains(&asked) {
                both.insert(asked);
            }
            count += 1;
            if count % 97 == 0 {
                replays(&case, &dialect);
            }
        }
        changes.on_both_sides += both.len();
    }
    changes
}

#[test]
fn walks_create_indexes_and_drop_those_that_they_began_with() {
    for dialect in ["opencypher9", "neo4j", "falkordb"] {
        let changes = changes(&Walk, dialect, 24);
        assert!(changes.created >= 2 && changes.dropped >= 2 && changes.on_both_sides >= 30, "{dialect}: {changes:?}");
        assert_eq!(changes.refreshed > 0, dialect == "neo4j", "{dialect}: {changes:?}");
    }
}

#[test]
fn rounds_of_reference_ask_again_behind_an_index_that_came_or_went() {
    for dialect in ["opencypher9", "neo4j", "falkordb"] {
        let changes = changes(&Reference, dialect, 24);
        assert!(changes.created >= 2 && changes.dropped >= 2 && changes.on_both_sides >= 40, "{dialect}: {changes:?}");
        assert_eq!(changes.refreshed > 0, dialect == "neo4j", "{dialect}: {changes:?}");
    }
}

#[test]
fn where_indexes_cannot_be_dropped_none_is() {
    let changes = changes(&Reference, "kuzu", 6);
    assert_eq!((changes.created, changes.dropped), (0, 0));
}
