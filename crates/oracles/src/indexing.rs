//! Indexes that come and go between the statements of a round.

use graphlance_cypher::ast::{Query, SchemaCommand};
use graphlance_cypher::facts::indexes_pinned_in;
use graphlance_cypher::features::features_of;
use graphlance_cypher::walk::Part;
use graphlance_cypher::{Dialect, Feature, Statement};
use graphlance_generate::Adaptation;
use graphlance_graph::schema::PropertyKind;
use graphlance_graph::{Graph, Index, IndexKind, Name, Random, Schema};

/// How often an index is dropped where one can be.
const DROPS: f64 = 0.6;
/// How often one that is made is over relationships.
const ON_RELATIONSHIPS: f64 = 0.25;

/// How often the statistics are brought up to date where an index comes or goes, or could.
const REFRESHES: f64 = 0.5;

/// Whether the target brings its statistics up to date there.
pub(crate) fn refreshes(random: &mut Random, dialect: &Dialect) -> bool {
    dialect.statistics.is_some() && random.chance(REFRESHES)
}

/// An index that comes or goes.
pub(crate) struct IndexChange {
    /// The command.
    pub(crate) statement: Statement,
    /// What it creates or drops.
    pub(crate) index: Index,
    /// Whether it creates it.
    pub(crate) creates: bool,
    /// The graph with its schema as it then is.
    pub(crate) graph: Graph,
}

impl IndexChange {
    /// An index of a graph that is dropped or one more that is created, in what a dialect has and the hunt has not switched off.
    /// None where the draw is no such index.
    pub(crate) fn draw(
        random: &mut Random,
        graph: &Graph,
        dialect: &Dialect,
        adaptation: &Adaptation,
    ) -> Option<IndexChange> {
        let has = |feature: Feature| dialect.has(feature) && adaptation.weight(feature.name()) > 0.0;
        let can = |command: SchemaCommand| {
            let statement = Statement::Schema(command);
            features_of(&statement).into_iter().all(has).then_some(statement)
        };
        let schema = &graph.schema;
        // A constraint is no mere index: statements that write fail by it.
        let ranges = schema.indexes.iter().filter(|index| index.kind == IndexKind::Range);
        let drops = ranges.filter_map(|index| Some((index.clone(), can(SchemaCommand::drop(index))?)));
        let drops: Vec<(Index, Statement)> = drops.collect();
        let dropped = random.chance(DROPS).then(|| random.pick(&drops).cloned()).flatten();
        let creates = dropped.is_none();
        let (index, statement) = match dropped {
            Some(dropped) => dropped,
            None => {
                let index = new_index(random, schema)?;
                let statement = can(SchemaCommand::create(&index))?;
                (index, statement)
            }
        };
        let mut graph = graph.clone();
        match creates {
            true => graph.schema.indexes.push(index.clone()),
            false => graph.schema.indexes.retain(|other| *other != index),
        }
        Some(IndexChange { statement, index, creates, graph })
    }

    /// Whether a query can be answered by it.
    pub(crate) fn matters_to(&self, query: &Query) -> bool {
        let schema = Schema { indexes: vec![self.index.clone()], ..Schema::default() };
        !indexes_pinned_in(Part::Query(query), &schema).is_empty()
    }
}

/// A range index over one key. None where the draw has its keys in common with an index that is there.
fn new_index(random: &mut Random, schema: &Schema) -> Option<Index> {
    let on_nodes = !random.chance(ON_RELATIONSHIPS);
    let name = random.pick(if on_nodes { &schema.labels } else { &schema.types })?.clone();
    let scalar = |kind| !matches!(kind, PropertyKind::List | PropertyKind::Point);
    let keys: Vec<&Name> = schema.keys.iter().filter(|key| scalar(key.kind)).map(|key| &key.name).collect();
    let keys = vec![(*random.pick(&keys)?).clone()];
    let same = |known: &Index| known.on_nodes == on_nodes && known.name == name && known.keys == keys;
    if schema.indexes.iter().any(same) {
        return None;
    }
    Some(Index { kind: IndexKind::Range, on_nodes, name, keys })
}
