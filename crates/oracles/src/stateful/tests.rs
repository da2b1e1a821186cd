use graphlance_case::language::{Effort, Gremlin, Language};
use graphlance_case::{Boundary, Evaluator};
use graphlance_cypher::Statement as Tree;
use graphlance_cypher::facts::pinned_indexes;
use graphlance_generate::Profile;
use graphlance_graph::{Count, MadeByStatements};

use super::*;

fn context(dialect: &str, round: u64) -> RoundContext {
    let dialect = graphlance_cypher::Dialect::built_in(dialect).expect("a built-in dialect");
    let profile = Profile::built_in("quick").expect("a built-in profile");
    RoundContext { round, ..RoundContext::new(5, dialect.into(), Arc::new(profile)) }
}

/// The cases of a round; behind a case for which `abandons` says so nothing goes on.
fn cases(context: &RoundContext, abandons: impl Fn(&Case) -> bool) -> Vec<Case> {
    let mut round = Stateful.round(context);
    let mut cases = Vec::new();
    while let Some(case) = round.next_case(&Adaptation::default()) {
        if abandons(&case) {
            round.abandon(&case);
        }
        cases.push(case);
    }
    cases
}

#[test]
fn behind_an_abandoned_sequence_the_next_one_is_the_same() {
    let mut left_out = 0;
    for round in 0..4 {
        let context = context("neo4j", round);
        let all = cases(&context, |_| false);
        for abandoned in all.iter().step_by(9) {
            let index = abandoned.lineage.index;
            let some = cases(&context, |case| case.lineage.index == index);
            let kept = |case: &&Case| some.iter().any(|other| other.lineage.index == case.lineage.index);
            let wanted: Vec<&Case> = all.iter().filter(kept).collect();
            assert!(wanted.iter().copied().eq(some.iter()), "round {round}, abandoned at {index}");
            // What is left out stands together, directly behind the case.
            let out: Vec<u64> = all.iter().filter(|case| !kept(case)).map(|case| case.lineage.index).collect();
            let first_kept = some.iter().map(|case| case.lineage.index).find(|kept| *kept > index);
            assert!(
                out.iter().all(|out| *out > index && first_kept.is_none_or(|kept| *out < kept)),
                "{index}: {out:?}"
            );
            left_out += out.len();
        }
    }
    assert!(left_out > 50, "{left_out}");
}

#[test]
fn an_index_serves_one_of_two_questions_and_both_have_the_same_rows() {
    let deriver = crate::languages();
    for dialect in ["falkordb", "neo4j"] {
        let (mut empty, mut undone, mut count) = (0, 0, 0);
        for round in 0..50 {
            let context = context(dialect, round);
            for case in cases(&context, |_| false) {
                let Claim::IndexAgrees(claim) = &case.claim else { continue };
                let pinned = |step: usize| {
                    let statement: &Tree = case.statement(step).and_then(|statement| statement.tree()).expect("a tree");
                    pinned_indexes(statement, &case.graph.schema).len()
                };
                assert!(pinned(claim.indexed) > 0 && pinned(claim.scan) == 0, "{:?}", case.steps);
                // With more work, of what leads there more is found open.
                let deviations = context.cypher().deviations.clone();
                let options = Options { deviations, budget: attempt_budget(), ..Options::default() };
                assert_eq!(case.claim.restated(&case, &options).as_ref(), Ok(&case.claim));
                let deriver = deriver.deriver(&context.dialect).expect("rewrites");
                assert!(case.follows(deriver.as_ref(), &context.dialect), "{:?}", case.lineage.derivations);
                empty += usize::from(claim.returns.rows.is_empty());
                undone += usize::from(case.steps.iter().any(|step| step.act.undoes()));
                count += 1;
            }
        }
        assert!(count > 60 && empty > 5 && count - empty > 20, "{dialect}: {count} {empty}");
        assert!(undone > 0, "{dialect}: {count} {undone}");
    }
}

#[test]
fn what_a_statement_changed_is_asked_for_where_the_dialect_says_what_is_counted() {
    for (dialect, tells) in [("falkordb", true), ("neo4j", true), ("opencypher9", false)] {
        let (mut told, mut wrote) = (0, 0);
        for case in (0..6).flat_map(|round| cases(&context(dialect, round), |_| false)) {
            let Claim::Answers(answers) = &case.claim else { continue };
            let changes = case.claimed_statement().is_some_and(|statement| statement.writes());
            let changes = changes && matches!(answers.stated, Stated::Rows(_));
            assert_eq!(answers.counters.is_some(), tells && changes, "{dialect}: {:?}", case.steps.last());
            assert_eq!(case.steps.contains(&Act::Counters.into()), tells && changes);
            let Some(counters) = &answers.counters else { continue };
            told += usize::from(counters.iter().any(|(_, number)| number > 0));
            wrote += usize::from(counters.of(Count::NodesCreated) > 0);
        }
        assert_eq!((told > 20, wrote > 5), (tells, tells), "{dialect}: {told} {wrote}");
    }
}

/// Cases of a dialect of Gremlin, with the evaluator that has to agree with them.
fn of_traversals(dialect: &str) -> (Vec<Case>, Arc<dyn Evaluator>) {
    let dialect = Gremlin.dialect(dialect).expect("a dialect");
    let profile = Arc::new(Profile::built_in("quick").expect("a built-in profile"));
    let of = |round| RoundContext { round, ..RoundContext::new(5, dialect.clone(), Arc::clone(&profile)) };
    let cases = (0..6).flat_map(|round| cases(&of(round), |_| false)).collect();
    (cases, graphlance_machine::evaluators().evaluator(&dialect, Effort::Usual))
}

#[test]
fn sequences_of_traversals_go_on_from_what_was_written_and_the_reference_says_the_same_of_each() {
    for dialect in ["tinkerpop3.8", "janusgraph", "sqlg"] {
        let (cases, evaluator) = of_traversals(dialect);
        let (mut behind, mut committed, mut undone, mut asked) = (0, 0, 0, 0);
        for case in &cases {
            assert_eq!(case.claim.restated(case, &*evaluator).as_ref(), Ok(&case.claim), "{dialect}: {:?}", case.steps);
            let has = |boundary: Boundary| usize::from(case.steps.contains(&boundary.into()));
            behind += usize::from(case.approach() > 2);
            committed += has(Boundary::Commit);
            undone += has(Boundary::RollBack);
            asked += usize::from(matches!(case.claim, Claim::Returns(_)));
        }
        let told = format!("{dialect}: {} {behind} {committed} {undone} {asked}", cases.len());
        assert!(cases.len() > 200 && behind > 75 && committed > 2 && undone > 2 && asked > 25, "{told}");
    }
}

#[test]
fn behind_elements_that_traversals_made_nothing_depends_on_identities() {
    let (cases, evaluator) = of_traversals("tinkerpop3.8");
    let mut made = 0;
    for case in cases {
        let step = case.claim.steps(&case)[0];
        let state = case.state_before(step, &*evaluator).expect("a graph");
        let is_made = |from: MadeByStatements| state.nodes().any(|node| node.key.0 >= from.first_node);
        if !state.made_by_statements().is_some_and(is_made) {
            continue;
        }
        made += 1;
        for asked in ["g.V().id()", "g.V(0L).count()", "g.V().order().by(T.id).limit(1).values(\"id\")"] {
            let statement = Gremlin.parse(asked).expect("a statement");
            assert!(evaluator.evaluate(&state, &statement).is_err(), "{asked}");
        }
        assert!(evaluator.evaluate(&state, &Gremlin.parse("g.V().count()").expect("a statement")).is_ok());
    }
    assert!(made > 40, "{made}");
}
