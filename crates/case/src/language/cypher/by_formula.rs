//! The texts of Cypher that load a graph by its formula: a number for each element, and arithmetic for the rest.

use graphlance_cypher::{Dialect, parse, print};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::random_graph::Formula;
use graphlance_graph::random_graph::formula::{Places, Term};

/// Elements of one statement.
const BATCH: i64 = 10_000;

/// The statements that create all nodes, label by label, then all relationships, whose ends are found by label and `id`.
pub(super) fn texts(formula: &Formula, dialect: &Dialect) -> Vec<String> {
    let properties = properties(formula);
    let mut texts = Vec::new();
    for (label, places) in formula.node_series() {
        let place = place(&places);
        let created = format!("WITH {place} AS i CREATE (:{label} {properties})");
        texts.extend(batches(formula.nodes_of_label()).map(|numbers| format!("{numbers} {created}")));
    }
    for series in formula.relationship_series() {
        let [start, end] = [series.start.at(0), series.end.at(0)].map(Formula::label);
        let row = series.row.map(|row| format!(" WHERE (s + 1) % {row} <> 0")).unwrap_or_default();
        let [from, to, id] = [&series.start, &series.end, &series.id].map(place);
        let found = format!("MATCH (a:{start} {{{ID}: s}}), (b:{end} {{{ID}: e}})");
        let created = format!("CREATE (a)-[:{} {properties}]->(b)", series.kind);
        let rest = format!("WITH {from} AS s, {to} AS e, {id} AS i{row} {found} {created}");
        texts.extend(batches(series.count).map(|numbers| format!("{numbers} {rest}")));
    }
    texts.iter().map(|text| printed(text, dialect)).collect()
}

/// `UNWIND range(0, 9999) AS q`, and so on.
fn batches(count: i64) -> impl Iterator<Item = String> {
    let starts = (0..count).step_by(BATCH as usize);
    starts.map(move |from| format!("UNWIND range({from}, {}) AS q", (from + BATCH).min(count) - 1))
}

/// A place as a function of the number `q`.
fn place(places: &Places) -> String {
    let Places { stride, first, modulus, offset } = places;
    let linear = format!("{stride} * q + {}", first + if modulus.is_none() { *offset } else { 0 });
    match modulus {
        Some(modulus) => format!("({linear}) % {modulus} + {offset}"),
        None => linear,
    }
}

/// The map of properties of the element whose `id` is `i`.
fn properties(formula: &Formula) -> String {
    let terms = formula.terms();
    let entries = terms.iter().map(|(name, term)| format!("{name}: {}", value(term)));
    format!("{{{ID}: i, {}}}", entries.collect::<Vec<_>>().join(", "))
}

fn value(term: &Term) -> String {
    let Term { factor, summand, modulus, sparse } = term;
    let value = format!("(i * {factor} + {summand}) % {modulus}");
    match sparse {
        true => format!("CASE WHEN i % {} = {} THEN null ELSE {value} END", Term::OF, Term::ABSENT),
        false => value,
    }
}

/// A text as the dialect has it.
fn printed(text: &str, dialect: &Dialect) -> String {
    let statement = parse(text);
    debug_assert!(statement.is_ok(), "{text}: {:?}", statement.as_ref().err());
    statement.map_or_else(|_| text.to_owned(), |statement| print(&statement, dialect))
}
