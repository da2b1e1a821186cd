use std::sync::Arc;

use graphlance_case::Opinion;
use graphlance_case::language::{Gremlin, Language};
use graphlance_generate::Profile;
use graphlance_gremlin::{parse, print};
use graphlance_machine::{Options, PropertyGraph, evaluate};

use super::*;

fn context(round: u64) -> RoundContext {
    let profile = Arc::new(Profile::built_in("default").expect("a built-in profile"));
    RoundContext { round, ..RoundContext::new(5, Gremlin.standard(), profile) }
}

/// How many cases are made in all.
fn amount() -> usize {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(600)
}

#[test]
fn the_reference_confirms_each_case() {
    let languages = crate::languages();
    let evaluator = languages.evaluator(&Gremlin.standard(), Effort::Usual);
    let deriver = deriver();
    let (mut cases, mut names) = (0, std::collections::BTreeMap::new());
    for round in 0.. {
        if cases >= amount() {
            break;
        }
        let context = context(round);
        let mut made = Disassembly.round(&context);
        while let Some(case) = made.next_case(&Adaptation::default()) {
            cases += 1;
            let texts: Vec<String> =
                case.steps.iter().filter_map(|step| Some(step.statement()?.print(&context.dialect))).collect();
            let own = |step: usize| case.statement(step).cloned().ok_or_else(|| "no statement".to_owned());
            assert_eq!(case.claim.opinion(&case, &own, &*evaluator), Opinion::Confirmed, "{texts:#?}");
            assert!(case.follows(&*deriver, &context.dialect), "{texts:#?}");
            *names.entry(case.lineage.rewrite_names()[0].clone()).or_insert(0) += 1;
        }
    }
    assert_eq!(names.len(), STRATEGIES.len(), "{names:?}");
}

/// A statement that one condition alone forbids to cut at some place, and that gives something else when it is cut there all the
/// same.
#[track_caller]
fn check(off: &str, strategy: &str, text: &str) {
    let context = context(1);
    let graph = Arc::clone(&Traversals::new(&context).ground.graph);
    let strategy = STRATEGIES.iter().find(|known| known.name == strategy).expect("a strategy");
    let statement = parse(text).expect("a statement");
    let sound = strategy.places_without(&statement, None);
    let world = PropertyGraph::of(&graph).expect("different keys").expect("known values");
    let given = |statement: &GremlinStatement| {
        let answer = evaluate(statement, &world, &Options::default());
        let mut forms: Vec<String> = match &answer {
            Ok(answer) => answer.values.iter().map(|value| format!("{value:?}")).collect(),
            Err(failure) => vec![failure.to_string()],
        };
        forms.sort_unstable();
        forms
    };
    let differs =
        strategy.places_without(&statement, Some(off)).into_iter().filter(|cut| !sound.contains(cut)).any(|cut| {
            strategy
                .apart(&statement, cut, &graph, &context.dialect)
                .is_some_and(|apart| given(&apart) != given(&statement) && print(&apart) != text)
        });
    assert!(differs, "{text} gives the same without {off}");
}

#[test]
fn each_condition_is_needed() {
    check("no_paths", "parameter_passing", "g.V().out().path()");
    check("no_labels", "parameter_passing", "g.V().as('a').where(eq('a'))");
    check("no_notes", "parameter_passing", "g.V().aggregate('x').has('k0').cap('x')");
    check("plain_source", "parameter_passing", "g.withSack(1).V().sack(sum).by(constant(1)).both().sack()");
    check(
        "no_order",
        "parameter_passing",
        "g.V().order().by('id', desc).both().order().by('id', desc).identity().limit(1)",
    );
    check("no_writes", "barrier", "g.V().addV('x').V().count()");
}
