//! The texts of Cypher that load a graph by its formula: a number for each element, and arithmetic for the rest.

use graphlance_cypher::{Dialect, parse, print};
use graphlance_graph::Name;
use graphlance_graph::graph_compare::ID;
use graphlance_graph::random_graph::Formula;
use graphlance_graph::random_graph::formula::{Places, Series, Term};

/// Elements of one statement, and of one that copies rows into a table.
const BATCH: i64 = 10_000;
const COPIED: i64 = 250_000;

/// The statements that create all nodes, label by label, then all relationships, whose ends are found by label and `id`. Typed
/// tables take the rows of a query, where the dialect has a word for that.
pub(super) fn texts(formula: &Formula, dialect: &Dialect) -> Vec<String> {
    match dialect.tables.as_ref().and_then(|tables| tables.copy.as_deref()) {
        Some(word) => copied(formula, word, dialect),
        None => created(formula).iter().map(|text| printed(text, dialect)).collect(),
    }
}

fn created(formula: &Formula) -> Vec<String> {
    let properties = format!("{{{ID}: i, {}}}", entries(formula, |name, value| format!("{name}: {value}")));
    let mut texts = Vec::new();
    for (label, places) in formula.node_series() {
        let created = format!("WITH {} AS i CREATE (:{label} {properties})", place(&places));
        texts.extend(batches(formula.nodes_of_label(), BATCH).map(|numbers| format!("{numbers} {created}")));
    }
    for series in formula.relationship_series() {
        let [start, end] = ends(&series);
        let found = format!("MATCH (a:{start} {{{ID}: s}}), (b:{end} {{{ID}: e}})");
        let rest = format!("{} {found} CREATE (a)-[:{} {properties}]->(b)", wires(&series), series.kind);
        texts.extend(batches(series.count, BATCH).map(|numbers| format!("{numbers} {rest}")));
    }
    texts
}

/// `COPY L0 FROM (UNWIND .. RETURN i AS id, ..)`, and `COPY T0 FROM (.. RETURN s, e, ..) (from='L0', to='L1')`.
fn copied(formula: &Formula, word: &str, dialect: &Dialect) -> Vec<String> {
    let columns = format!("i AS {ID}, {}", entries(formula, |name, value| format!("{value} AS {name}")));
    let query = |text: String| printed(&text, dialect);
    let mut texts = Vec::new();
    for (label, places) in formula.node_series() {
        let rest = format!("WITH {} AS i RETURN {columns}", place(&places));
        let batches = batches(formula.nodes_of_label(), COPIED);
        texts.extend(batches.map(|numbers| format!("{word} {label} FROM ({})", query(format!("{numbers} {rest}")))));
    }
    for series in formula.relationship_series() {
        let [start, end] = ends(&series);
        let rest = format!("{} RETURN s, e, {columns}", wires(&series));
        texts.extend(batches(series.count, COPIED).map(|numbers| {
            let rows = query(format!("{numbers} {rest}"));
            format!("{word} {} FROM ({rows}) (from='{start}', to='{end}')", series.kind)
        }));
    }
    texts
}

/// The labels of the ends of a series.
fn ends(series: &Series) -> [Name; 2] {
    [series.start.at(0), series.end.at(0)].map(Formula::label)
}

/// `WITH .. AS s, .. AS e, .. AS i`: the `id`s of the ends and of the relationship, where there is one.
fn wires(series: &Series) -> String {
    let [from, to, id] = [&series.start, &series.end, &series.id].map(place);
    let row = series.row.map(|row| format!(" WHERE (s + 1) % {row} <> 0")).unwrap_or_default();
    format!("WITH {from} AS s, {to} AS e, {id} AS i{row}")
}

/// `UNWIND range(0, 9999) AS q`, and so on.
fn batches(count: i64, size: i64) -> impl Iterator<Item = String> {
    let starts = (0..count).step_by(size as usize);
    starts.map(move |from| format!("UNWIND range({from}, {}) AS q", (from + size).min(count) - 1))
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

/// The properties beside `id` of the element whose `id` is `i`, as text, with commas between them.
fn entries(formula: &Formula, entry: impl Fn(&Name, String) -> String) -> String {
    let terms = formula.terms();
    terms.iter().map(|(name, term)| entry(name, value(term))).collect::<Vec<_>>().join(", ")
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
