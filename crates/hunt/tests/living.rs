//! How much of the statements of the oracle `reference` matters to their answers. Prints the table; `GRAPHLANCE_CASES` sets how many
//! statements are measured.

use graphlance_case::language::{Cypher, Language};
use graphlance_generate::Profile;
use graphlance_hunt::liveness::Liveness;
use graphlance_hunt::production::Production;
use graphlance_oracles::{Reference, Stateful};
use graphlance_reference::languages;

/// Statements measured where the environment does not say how many. Those of a family are alike, so that a share of few families
/// says little.
const STATEMENTS: u64 = 3_000;

/// The least shares of parts and questions, in hundredths: of what there is of a kind, so much matters.
const LEAST: &[(&str, f64)] = &[
    ("MATCH after the first that makes more rows", 25.0),
    ("ORDER BY at a cut, turned", 50.0),
    ("WITH DISTINCT", 40.0),
    ("RETURN DISTINCT", 40.0),
    ("OPTIONAL MATCH null for some rows and not for others", 25.0),
    ("aggregate over varying values", 60.0),
    ("WITH WHERE", 40.0),
    ("MATCH conjunct", 40.0),
    ("direction", 40.0),
    ("UNION, as UNION ALL", 40.0),
];

#[test]
fn most_of_what_a_statement_says_matters_to_its_answer() {
    let count = std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(STATEMENTS);
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    let liveness = Liveness::of(Production::new(&Reference, 1, Cypher.standard(), profile, count), &languages());
    let share = |share: Option<f64>| 100.0 * share.unwrap_or_default();
    let mut found = vec![
        ("more than 10 rows", share(liveness.rows.share_from(11)), 15.0),
        ("2 distinct rows or more", share(liveness.distinct_rows.share_from(2)), 60.0),
        ("order that shows, of ordered answers", share(liveness.ordered.share()), 60.0),
    ];
    found.extend(LEAST.iter().map(|(name, least)| (*name, share(liveness.share(name)), *least)));
    println!("{:<54}{:>8}{:>8}", format!("% of {} statements", liveness.statements), "is", "least");
    for (name, share, least) in &found {
        println!("{name:<54}{share:>8.1}{least:>8.1}");
    }
    let short: Vec<_> = found.iter().filter(|(_, share, least)| share < least).collect();
    assert!(short.is_empty(), "{short:?}");
    assert_eq!(liveness.undecided_statements, 0);
}

/// Of the clauses that write, and of their items, so much matters to the rows or to the graph that is left.
const LEAST_OF_WRITES: &[(&str, f64)] = &[
    ("CREATE", 90.0),
    ("MERGE", 50.0),
    ("SET", 50.0),
    ("one of several items of SET", 50.0),
    ("REMOVE", 40.0),
    ("DELETE", 50.0),
    ("FOREACH", 50.0),
];

#[test]
fn most_of_what_a_statement_writes_matters_to_its_answer_or_to_the_graph() {
    let count = std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000);
    let profile = Profile::built_in("default").unwrap_or_else(|| panic!("the profile `default`"));
    let liveness = Liveness::of(Production::new(&Stateful, 1, Cypher.standard(), profile, count), &languages());
    let share = |name: &str| 100.0 * liveness.share(name).unwrap_or_default();
    for (name, tally) in liveness.parts.iter().filter(|(_, tally)| tally.all > 0) {
        println!("{name:<54}{:>8}{:>8.1}", tally.all, share(name));
    }
    let short: Vec<_> = LEAST_OF_WRITES.iter().filter(|(name, least)| share(name) < *least).collect();
    assert!(short.is_empty(), "{short:?}");
}
