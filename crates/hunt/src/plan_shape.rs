//! What a plan is made of: its operators and how they are nested, without the names, values and numbers that stand in it.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

/// A fingerprint of the shape of a plan, as an engine writes it for people. Nothing is known of the engine: an operator is what a
/// line begins with, or a box of a drawing, up to its arguments; how deep it is nested is told by how far it is indented, or by the
/// place of its box; what stands in the statement, too, is no operator but an argument. A plan of one line (a text in another
/// language, say) is all its words. None where nothing is left.
pub fn plan_shape(plan: &str, statement: &str) -> Option<u64> {
    let named: HashSet<String> = words(statement).map(str::to_ascii_lowercase).collect();
    let mut hasher = Xxh3::new();
    let mut operators = 0;
    let lines: Vec<&str> = plan.lines().filter(|line| !line.trim().is_empty()).collect();
    for line in &lines {
        let depth = line.len() - line.trim_start().len();
        let cells: Vec<&str> = match (lines.len(), line.contains('│')) {
            (1, _) => vec![line],
            (_, true) => line.split('│').collect(),
            (_, false) => vec![first_cell(line)],
        };
        for (place, cell) in cells.into_iter().enumerate() {
            let operator = if lines.len() == 1 { cell } else { before_arguments(cell) };
            let mut kept = words(operator).filter(|word| is_operator(word, &named)).peekable();
            if kept.peek().is_some() {
                operators += 1;
                (if line.contains('│') { place } else { depth }).hash(&mut hasher);
                kept.for_each(|word| word.hash(&mut hasher));
            }
        }
    }
    (operators > 0).then(|| hasher.finish())
}

/// What a line says before two blanks or a bar.
fn first_cell(line: &str) -> &str {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "-+*>|├└─┬".contains(c));
    let end = line.find("  ").into_iter().chain(line.find(" |")).min();
    &line[..end.unwrap_or(line.len())]
}

/// What stands before brackets, quotes, colons, and the words behind which PostgreSQL has names.
fn before_arguments(cell: &str) -> &str {
    let signs = cell.find(['(', '[', '{', ':', '"', '\'', '`', '=']);
    let words = [" on ", " using "].into_iter().filter_map(|word| cell.find(word));
    &cell[..signs.into_iter().chain(words).min().unwrap_or(cell.len())]
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// Whether a word is none of the statement's, and no number or made-up name.
fn is_operator(word: &str, named: &HashSet<String>) -> bool {
    !word.contains(|c: char| c.is_ascii_digit()) && !named.contains(&word.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(same: bool, [(one, statement), (other, another)]: [(&str, &str); 2]) {
        let shapes = [plan_shape(one, statement), plan_shape(other, another)];
        assert!(shapes[0].is_some() && shapes[1].is_some(), "{shapes:?}");
        assert_eq!(shapes[0] == shapes[1], same, "{one}\n{other}");
    }

    const FALKORDB: &str = "Results\n    Project\n        Filter\n            All Node Scan | (@anon_0)";

    #[test]
    fn names_and_numbers_make_no_other_plan() {
        let other = FALKORDB.replace("@anon_0", "b");
        check(true, [(FALKORDB, "MATCH () RETURN 1"), (&other, "MATCH (b) RETURN 1")]);
        let neo4j =
            "ProduceResults@neo4j  x\n  Projection@neo4j  a.k + $autoint_0 AS x\n    NodeByLabelScan@neo4j  a:A";
        let other = neo4j.replace("a.k", "c.l").replace("a:A", "c:Limit").replace("AS x", "AS count");
        check(true, [(neo4j, "MATCH (a:A) RETURN a.k + 1 AS x"), (&other, "MATCH (c:Limit) RETURN c.l + 1 AS count")]);
        let postgres =
            "Sort  (cost=1.10..2.20 rows=3 width=32)\n  ->  Seq Scan on \"A\" n  (cost=0.00..8.17 rows=1 width=40)";
        let other = postgres.replace("\"A\" n", "\"B\" m").replace("8.17", "11.5");
        check(true, [(postgres, "MATCH (n:A) RETURN n"), (&other, "MATCH (m:B) RETURN m")]);
    }

    #[test]
    fn operators_and_their_nesting_do() {
        check(false, [(FALKORDB, "RETURN 1"), (&FALKORDB.replace("All Node Scan", "Node By Label Scan"), "RETURN 1")]);
        check(false, [(FALKORDB, "RETURN 1"), (&FALKORDB.replace("            All", "        All"), "RETURN 1")]);
        let boxes = "┌─────────┐\n│ FLATTEN │\n│ Group: 1 │\n└────┬────┘\n│ SCAN_NODE_TABLE │ DUMMY_SCAN │";
        check(false, [(boxes, "RETURN 1"), (&boxes.replace("FLATTEN", "FILTER"), "RETURN 1")]);
        check(true, [(boxes, "RETURN 1"), (&boxes.replace("Group: 1", "Group: 2"), "RETURN 1")]);
        let sql = "SELECT n.id FROM nodes n WHERE n.k = 1";
        check(false, [(sql, "MATCH (n) RETURN n"), (&sql.replace("WHERE", "JOIN"), "MATCH (n) RETURN n")]);
    }

    #[test]
    fn what_holds_no_operator_has_no_shape() {
        assert_eq!(plan_shape("", "RETURN 1"), None);
        assert_eq!(plan_shape("  (1)\n  'x'", "RETURN 1"), None);
        assert_eq!(plan_shape("a\nb", "MATCH (a), (b) RETURN 1"), None);
    }
}
