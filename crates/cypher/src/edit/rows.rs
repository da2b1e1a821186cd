//! What a statement says about the number and the order of rows.

use std::collections::BTreeMap;

use graphlance_graph::Name;

use crate::ast::*;
use crate::walk::{Part, PartMut, walk, walk_mut};

/// Puts the rows of a statement in the opposite order: those of UNWIND, where the list is written out. A FOREACH has
/// none.
pub fn turn_rows(statement: &mut Statement) {
    let Some(root) = PartMut::of(statement) else { return };
    walk_mut(root, &mut |part| {
        if let PartMut::Clause(Clause::Unwind(Unwind { list: Expression::List(items), .. })) = part {
            items.reverse();
        }
    });
}

/// Whether a pattern that is matched has a relationship without a variable, or one whose variable occurs nowhere else. One of
/// variable length is none, and nodes are not looked at: where each relationship is taken by itself, so are the nodes beside it.
pub fn names_in_vain(statement: &Statement) -> bool {
    let mut written: Vec<Option<Name>> = Vec::new();
    let mut uses: BTreeMap<Name, usize> = BTreeMap::new();
    // What is created, and what gives no rows, is no matter of how many there are.
    let mut others: Vec<*const Pattern> = Vec::new();
    let Some(part) = Part::of(statement) else { return false };
    walk(part, &mut |part| match part {
        Part::Clause(Clause::Create(patterns) | Clause::Insert(patterns)) => {
            others.extend(patterns.iter().map(std::ptr::from_ref));
        }
        Part::Expression(Expression::PatternComprehension(it)) => others.push(&raw const it.pattern),
        Part::Expression(Expression::Pattern(pattern)) => others.push(&raw const **pattern),
        Part::Expression(Expression::Exists(it)) => {
            if let Subquery::Pattern { patterns, .. } = &**it {
                others.extend(patterns.iter().map(std::ptr::from_ref));
            }
        }
        Part::Expression(Expression::Variable(name)) => *uses.entry(name.clone()).or_default() += 1,
        Part::Pattern(pattern) if !others.contains(&std::ptr::from_ref(pattern)) => {
            for segment in &pattern.path.segments {
                if let Segment::Hop { relationship, .. } = segment {
                    written.extend(relationship.is_one().then(|| relationship.variable.clone()));
                }
            }
        }
        _ => {}
    });
    for name in written.iter().flatten() {
        *uses.entry(name.clone()).or_default() += 1;
    }
    written.iter().any(|name| name.as_ref().is_none_or(|name| uses.get(name).is_none_or(|count| *count < 2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse, print};

    #[track_caller]
    fn check(text: &str, in_vain: bool) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(names_in_vain(&statement), in_vain, "{text}");
    }

    #[test]
    fn relationships_that_nothing_refers_to_are_noticed() {
        check("MATCH (a)-[r]->(b) RETURN a, r, b", false);
        check("MATCH (a)-[r]->(b) RETURN a, b", true);
        check("MATCH (a)-[]->(b) RETURN a, b", true);
        check("MATCH (a)-[*1..1]->(b) RETURN a, b", true);
        check("MATCH (a)-[*1..2]->(b) RETURN a, b", false);
        check("MATCH (a)-[rs*2]->() RETURN a, rs", false);
        check("MATCH (a)-[r]->()-[s]->(b) WHERE r.k = s.k RETURN 1", false);
        check("MATCH (a) RETURN 1 AS x", false);
        check("MATCH (a) CREATE (a)-[:T]->(), (a)-[r:T]->()", false);
        check("MATCH (a)-[r]->() CREATE (a)-[:T]->()", true);
        check("MERGE (a)-[r:T]->() ON MATCH SET a.k = a.k + 1", true);
        check("MERGE (a)-[r:T]->() ON MATCH SET a.k = a.k + 1, r.k = 1", false);
        check("MATCH (a) RETURN size([(a)-[r]->(b) | 1])", false);
        check("MATCH (a) WHERE (a)-->() RETURN 1", false);
        check("MATCH (a) WHERE EXISTS { (a)-->() } RETURN 1", false);
        check("MATCH (a)-->() RETURN [(a)-->() | 1]", true);
    }

    #[test]
    fn rows_of_a_written_list_are_turned() {
        let mut statement = parse("UNWIND [1, [2, 3]] AS x UNWIND x AS y RETURN [x, y]").expect("a statement");
        turn_rows(&mut statement);
        let text = print(&statement, &Dialect::standard());
        assert_eq!(text, "UNWIND [[2, 3], 1] AS x UNWIND x AS y RETURN [x, y]");
    }
}
