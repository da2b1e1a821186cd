//! Several patterns or predicates in one statement.

use super::{Asked, Asking, GraphRelation};

/// A node meets several predicates when it meets each of them (Gamera, *Fusion*).
pub(super) const PREDICATES_AND: GraphRelation = GraphRelation {
    name: "predicates_and",
    page: "The nodes that meet several predicates are those that meet each of them.",
    needs: &[],
    writes: false,
    anchored: false,
    make: |asking| predicates(asking, true),
};

/// It meets one of several when it meets any.
pub(super) const PREDICATES_OR: GraphRelation = GraphRelation {
    name: "predicates_or",
    page: "The nodes that meet one of several predicates are those that meet any of them, put together.",
    needs: &[],
    writes: false,
    anchored: false,
    make: |asking| predicates(asking, false),
};

/// A node stands at the end of several patterns when it stands at the end of each.
pub(super) const PATTERNS_AND: GraphRelation = GraphRelation {
    name: "patterns_and",
    page: "The nodes at the end of several patterns, each in a clause of its own, are those at the end of each of them.",
    needs: &[],
    writes: false,
    anchored: true,
    make: patterns_and,
};

/// UNION has the rows of each of its parts.
pub(super) const PATTERNS_OR: GraphRelation = GraphRelation {
    name: "patterns_or",
    page: "A UNION of patterns finds the nodes that any of them finds.",
    needs: &[],
    writes: false,
    anchored: true,
    make: patterns_or,
};

/// Patterns or predicates of one statement.
const FUSED: [usize; 2] = [2, 3];

fn predicates(asking: &mut Asking<'_>, all: bool) -> Option<Asked> {
    let label = asking.label();
    let count = asking.random.between(FUSED[0], FUSED[1]);
    let predicates: Vec<String> = (0..count).map(|_| format!("({})", asking.predicate("n"))).collect();
    let ask = |predicate: &str| format!("MATCH (n{label}) WHERE {predicate} RETURN DISTINCT n.id AS id");
    let at_once = ask(&predicates.join(if all { " AND " } else { " OR " }));
    Some(Asked::fused(predicates.iter().map(|predicate| ask(predicate)).collect(), at_once, all))
}

/// Patterns with a node `n`, which begin at nodes of their own: the children of a node, its parents, those that lead to what it
/// leads to, and what is some relationships away.
fn patterns(asking: &mut Asking<'_>) -> Option<Vec<String>> {
    let count = asking.random.between(FUSED[0], FUSED[1]);
    // The last one begins at no node that it names.
    let shapes = if asking.graph.formula().is_some() { 4 } else { 5 };
    let pattern = |number: usize, asking: &mut Asking<'_>| {
        let (a, types) = (asking.node()?, asking.types());
        let longest = asking.longest();
        Some(match asking.random.below(shapes) {
            0 => format!("(a{number} {{id: {a}}})-[r{number}{types}]->(n)"),
            1 => format!("(n)-[r{number}{types}]->(a{number} {{id: {a}}})"),
            2 => format!("(a{number} {{id: {a}}})-[r{number}{types}]->(x{number})<-[s{number}{types}]-(n)"),
            3 => format!("(a{number} {{id: {a}}})-[r{number}{types}*1..{longest}]->(n)"),
            _ => format!("(n{})-[r{number}{types}]-(a{number})", asking.label()),
        })
    };
    (0..count).map(|number| pattern(number, asking)).collect()
}

fn ask(pattern: &str) -> String {
    format!("MATCH {pattern} RETURN DISTINCT n.id AS id")
}

fn patterns_and(asking: &mut Asking<'_>) -> Option<Asked> {
    let patterns = patterns(asking)?;
    let at_once = ask(&patterns.join(" MATCH "));
    Some(Asked::fused(patterns.iter().map(|pattern| ask(pattern)).collect(), at_once, true))
}

fn patterns_or(asking: &mut Asking<'_>) -> Option<Asked> {
    let alone: Vec<String> = patterns(asking)?.iter().map(|pattern| ask(pattern)).collect();
    let parts: Vec<String> = alone.iter().map(|text| text.replacen("RETURN DISTINCT", "RETURN", 1)).collect();
    let at_once = parts.join(" UNION ");
    Some(Asked::fused(alone, at_once, false))
}
