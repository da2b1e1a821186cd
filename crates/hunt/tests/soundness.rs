//! Soundness of what is made: the reference confirms every claim, claims do not depend on the reference, and everything
//! that can be made is made. `GRAPHLANCE_CASES` sets the number of cases of each run.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use graphlance_case::Dialect;
use graphlance_case::Opinion;
use graphlance_case::language::{Cypher, Language};
use graphlance_cypher::functions::{Scalar, TABLE};
use graphlance_generate::Profile;
use graphlance_hunt::arbiter::opinion;
use graphlance_hunt::production::{Production, Statistics};
use graphlance_oracles::{
    Aggregation, Emission, Equivalence, Gamera, Gqs, Mutation, Norec, Oracle, Partition, Refinement, Walk,
};
use graphlance_reference::languages;
use graphlance_reference::{Fault, Options};

/// Cases of a run, unless the environment says otherwise: enough for the rarest function.
const CASES: u64 = 6_000;
/// Cases within which each fault makes the reference deny a claim.
const FAULTY_CASES: u64 = 600;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

fn production(profile: &str, seed: u64, count: u64) -> Production<'static> {
    let profile = Profile::built_in(profile).expect("a built-in profile");
    Production::new(&Gqs, seed, dialect("opencypher9"), profile, count)
}

fn dialect(name: &str) -> Dialect {
    Cypher.dialect(name).expect("a built-in dialect")
}

/// The same cases serve several tests.
fn gqs() -> &'static Statistics {
    static MADE: OnceLock<Statistics> = OnceLock::new();
    MADE.get_or_init(|| Statistics::of(production("gqs", 1, cases()), &languages()))
}

#[track_caller]
fn check_confirmed(made: &Statistics, cases: u64) {
    assert_eq!(made.denials, Vec::<String>::new());
    assert_eq!((made.cases, made.confirmed, made.parsed_back), (cases, cases, cases));
}

/// Cases of a profile on GQS under several dialects, each of which the reference confirms; `seed`: that of the first.
#[track_caller]
fn check_confirms_claims(profile: &Profile, seed: u64) {
    for (name, seed) in ["opencypher9", "falkordb", "grafeo"].into_iter().zip(seed..) {
        let cases = cases() / 3;
        let production = Production::new(&Gqs, seed, dialect(name), profile.clone(), cases);
        check_confirmed(&Statistics::of(production, &languages()), cases);
    }
}

#[test]
fn the_reference_confirms_every_claim_of_the_papers_sizes() {
    check_confirmed(gqs(), cases());
}

#[test]
fn the_reference_confirms_every_claim_of_the_default_sizes() {
    check_confirms_claims(&Profile::built_in("default").expect("a built-in profile"), 2);
}

/// A profile that makes temporal values and points.
fn special() -> Profile {
    let mut profile = Profile::built_in("default").expect("a built-in profile");
    (profile.graph.temporal, profile.graph.points) = (0.4, 0.2);
    profile
}

#[test]
fn the_reference_confirms_every_claim_about_temporal_values_and_points() {
    check_confirms_claims(&special(), 12);
    for (seed, name) in [(12, "opencypher9"), (13, "falkordb"), (14, "grafeo")] {
        let texts = Production::new(&Gqs, seed, dialect(name), special(), 1_500);
        let dialect = dialect(name);
        let texts: Vec<String> = texts.filter_map(|case| Some(case.claimed_statement()?.print(&dialect))).collect();
        for kind in &dialect.values().temporal {
            let call = format!("{}('", Scalar::constructor(*kind).name());
            assert!(texts.iter().any(|text| text.contains(&call)), "{name}: no statement has {call}..");
        }
        for part in [".year", ".hour"] {
            assert!(texts.iter().any(|text| text.contains(part)), "{name}: no statement has {part}");
        }
        assert_eq!(texts.iter().any(|text| text.contains("point({x")), dialect.values().points, "{name}");
    }
}

/// Cases of oracles under several dialects, none of which the reference denies; `seed`: that of the first.
#[track_caller]
fn check_confirms(oracles: &[&dyn Oracle], seed: u64, count: u64) {
    for (oracle, seed) in oracles.iter().zip(seed..) {
        for name in ["opencypher9", "falkordb", "neo4j"] {
            let profile = Profile::built_in("default").expect("a built-in profile");
            let made = Statistics::of(Production::new(*oracle, seed, dialect(name), profile, count), &languages());
            assert_eq!(made.denials, Vec::<String>::new(), "{} {name}", oracle.name());
            assert_eq!((made.cases, made.parsed_back), (count, count), "{} {name}", oracle.name());
            // An order that the language leaves open somewhere in a statement leaves its answer open.
            assert!(made.unconfirmed * 50 <= made.cases, "{} {name}: {} undecided", oracle.name(), made.unconfirmed);
        }
    }
}

#[test]
fn the_reference_confirms_rewrites_and_walks() {
    check_confirms(&[&Partition, &Equivalence, &Walk], 6, cases() / 16);
}

#[test]
fn the_reference_confirms_relations_of_predicates_and_mutants() {
    check_confirms(&[&Norec, &Mutation], 9, cases() / 16);
}

#[test]
fn the_reference_confirms_relations_of_patterns() {
    check_confirms(&[&Emission], 11, cases() / 16);
}

#[test]
fn the_reference_confirms_groups_and_first_rows_of_parts() {
    check_confirms(&[&Aggregation], 14, cases() / 16);
}

#[test]
fn the_reference_confirms_relations_of_graphs() {
    check_confirms(&[&Gamera, &Refinement], 12, cases() / 16);
}

#[test]
fn the_sizes_reach_the_papers_averages() {
    // GQS, Table 4: the averages of its queries.
    let wanted = [("patterns", 8.14), ("expression depth", 7.82), ("clauses", 6.50), ("references", 56.0)];
    let means: BTreeMap<&str, f64> = gqs().means.named().into_iter().collect();
    for (what, wanted) in wanted {
        assert!(means[what] >= wanted, "{what}: {}, wanted {wanted}", means[what]);
    }
    assert!(gqs().non_empty * 100 >= gqs().cases * 95, "non-empty {}", gqs().non_empty);
}

#[test]
fn every_function_of_the_table_is_made() {
    let coverage = &gqs().coverage;
    let usable = TABLE.iter().filter(|function| function.is_made());
    let missing: Vec<&str> =
        usable.map(|f| f.name).filter(|name| coverage.functions[name.to_ascii_lowercase().as_str()] == 0).collect();
    assert!(missing.is_empty(), "never made: {missing:?}");
}

/// Operations (Table 1 of the paper), mutations, replacements, accepted depths and clauses.
const TECHNIQUES: &[&str] = &[
    "operation.introduce_element",
    "operation.access_property",
    "operation.remove_element",
    "operation.create_alias",
    "operation.remove_alias",
    "operation.expand_list",
    "operation.truncate_list",
    "pattern.concatenation",
    "pattern.branching",
    "pattern.crossing",
    "pattern.direction_dropped",
    "pattern.from_other_end",
    "pattern.optional_extension",
    "nested_access.depth_1",
    "nested_access.depth_2",
    "nested_access.depth_3",
    "nested_access.depth_4",
    "nested_access.depth_5",
    "nested_access.depth_6",
    "nested_access.depth_7",
    "nested_access.depth_8",
    "clause.match",
    "clause.optional_match",
    "clause.where",
    "clause.unwind",
    "clause.with",
    "clause.with_where",
    "clause.return",
    "clause.order_by",
    "clause.skip",
    "clause.limit",
    "clause.distinct",
    "clause.union",
    "clause.union_all",
    "clause.call_procedure",
    "clause.aggregation",
    "clause.star",
    "beyond.optional_match_without_match",
    "beyond.false_where",
    "beyond.variable_length",
    "beyond.exists_subquery",
    "beyond.count_subquery",
    "beyond.call_subquery",
    "beyond.pattern_predicate",
];

#[test]
fn every_technique_is_used() {
    let coverage = &gqs().coverage;
    let missing: Vec<&&str> = TECHNIQUES.iter().filter(|name| !coverage.techniques.contains_key(**name)).collect();
    assert!(missing.is_empty(), "never used: {missing:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let again = || Statistics::of(production("default", 7, 400), &languages()).hash;
    assert_eq!(again(), again());
    assert_ne!(again(), Statistics::of(production("default", 8, 400), &languages()).hash);
}

#[test]
fn no_fault_of_the_reference_changes_a_case_and_each_makes_it_deny_some() {
    let plain = Statistics::of(production("default", 5, FAULTY_CASES), &languages()).hash;
    let mut denials: BTreeMap<Fault, u64> = BTreeMap::new();
    for fault in Fault::PLANTED.iter().copied() {
        let made = Statistics::of(production("default", 5, FAULTY_CASES).with_fault(fault), &languages()).hash;
        assert_eq!(made, plain, "{fault:?} changes the cases");
        let dialect = dialect("opencypher9");
        let faulty = Options { departures: fault.into(), ..Options::default() };
        let denied = production("default", 5, FAULTY_CASES).filter(|case| {
            let Some(statement) = case.claimed_statement() else { return false };
            matches!(opinion(case, &statement.print(&dialect), &dialect, &faulty), Opinion::Denied(_))
        });
        denials.insert(fault, denied.count() as u64);
    }
    println!("{denials:?}");
    assert!(denials.values().all(|denied| *denied > 0), "{denials:?}");
}
