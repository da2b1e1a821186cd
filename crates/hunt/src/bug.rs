//! The files of a bug's folder.

use std::path::Path;
use std::sync::Arc;

use graphlance_case::language::PlanSwitch;
use graphlance_case::{Case, Evaluator, FailureClass, PartTrace, Verdict};
use graphlance_graph::{Graph, IndexKind};

use crate::arbiter::SecondOpinion;
use crate::bounds;
use crate::bug_file::{BUG_FILE, BUG_VERSION, BugFile};
use crate::experiment::Findings;
use crate::found::{Discovery, Found};
use crate::plan_shape::plan_shape;
use crate::session::Session;
use crate::standing::{self, Standing};
use crate::store::FindingFolder;
use graphlance_report::quote;
use graphlance_report::{self as report, ReportInput};

/// The title and files of a bug.
#[derive(Clone, Debug, PartialEq)]
pub struct BugFiles {
    /// The symptom in one line.
    pub title: String,
    /// The files.
    pub folder: FindingFolder,
}

impl BugFiles {
    /// Writes up a bug: `reduced` and `original` with their titles still empty. Asks the target for its plan and log.
    /// `elsewhere`: how it stands on other targets; `findings`: what experiments showed of it. `root` is the output folder,
    /// for the commands.
    pub fn make(
        mut reduced: Found,
        mut original: Found,
        (elsewhere, findings): (&[Standing], Option<Findings>),
        session: &mut Session,
        root: &Path,
    ) -> BugFiles {
        reduced.engine = bounds::identity(&reduced.engine);
        let expected = reduced.case.claim.table().map(|(_, returns)| returns);
        let rule = findings.as_ref().and_then(|findings| findings.cause.as_ref()).map(|cause| cause.told());
        let title = match &rule {
            Some(rule) => report::of_rule(rule),
            None => report::title(&reduced.case, &reduced.evidence, &reduced.responses, expected),
        };
        let name = free_name(&root.join("bugs"), &report::slug(&title));
        let traces = traces(&reduced.case, session.evaluator().as_ref());
        let plan = explain(&reduced, session);
        let plans = plans(&reduced, session);
        let log = bounds::log_file(session.driver());
        let sizes = sizes(&reduced);
        let cut_short = reduced.discovery.cut_short_note();
        let rewrites = rewrites(&reduced.case, session);
        let accused = accused(&reduced, session);
        let second = reduced.second.as_ref().map(SecondOpinion::sentence);
        let folder = quote::shell_word(&root.join("bugs").join(&name).display().to_string());
        let elsewhere = (!elsewhere.is_empty()).then(|| standing::table(elsewhere));
        let experiments = findings.as_ref().map(Findings::report);
        let input = ReportInput {
            case: &reduced.case,
            dialect: session.dialect(),
            evidence: &reduced.evidence,
            responses: &reduced.responses,
            expected,
            traces: &traces,
            explain: plan.as_deref(),
            plans: &plans,
            identity: &reduced.engine,
            replayed: reduced.replayed,
            second: second.as_deref(),
            fingerprint: &reduced.fingerprint,
            sizes: &sizes,
            cut_short: cut_short.as_deref(),
            elsewhere: elsewhere.as_deref(),
            rule: rule.as_deref(),
            experiments: experiments.as_deref(),
            rewrites: &rewrites,
            accused: accused.as_ref().and_then(|case| case.claim.table()),
            commands: &[
                ("replay", format!("graphlance replay {folder}")),
                ("reduce", format!("graphlance reduce {folder}")),
            ],
        };
        let mut files = report::files(&input);
        for (_, bytes) in files.iter_mut().filter(|(name, _)| name == "report.md") {
            *bytes = bounds::report(&String::from_utf8_lossy(bytes), &reduced.case).into_bytes();
        }
        reduced.title = title.clone();
        original.title = title.clone();
        let shape = plan.as_deref().and_then(|plan| plan_shape(plan, &reduced.text));
        let bug = BugFile {
            version: BUG_VERSION,
            fingerprint: reduced.fingerprint.clone(),
            title: title.clone(),
            plan: shape.map(|shape| format!("{shape:016x}")),
            merged: Vec::new(),
            withdrawn: None,
            findings,
        };
        files.push((BUG_FILE.to_owned(), bug.bytes()));
        files.push(("case.json".to_owned(), bounds::case_file(&reduced)));
        files.push(("original.json".to_owned(), bounds::case_file(&original)));
        if log != b"\n" {
            files.push(("engine.log".to_owned(), log));
        }
        BugFiles { folder: FindingFolder { slug: name, files }, title }
    }
}

/// The name of a folder that does not exist yet, so that the report's commands name the right one.
fn free_name(parent: &Path, slug: &str) -> String {
    let numbered = (2u32..).map(|number| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(numbered).find(|name| !parent.join(name).exists()).unwrap_or_default()
}

/// The rewrites of a case with their sentences.
fn rewrites(case: &Case, session: &Session) -> Vec<(String, &'static str)> {
    let deriver = session.languages().deriver(session.dialect());
    let sentence = |name: &str| deriver.as_ref().and_then(|deriver| deriver.sentence(name)).unwrap_or_default();
    case.lineage.rewrite_names().into_iter().map(|name| (name.to_string(), sentence(name))).collect()
}

/// The case of the wrong answer among several, by the reference; none where the claim says it, or nobody can tell.
fn accused(found: &Found, session: &Session) -> Option<Case> {
    let case = &found.case;
    case.claim.accused(case, &found.responses, session.dialect(), session.evaluator().as_ref()).pop()
}

/// The rows after each clause of the step that failed, by the reference, on the graph that the steps before it leave.
fn traces(case: &Case, evaluator: &dyn Evaluator) -> Vec<PartTrace> {
    let (Some(statement), Some(step)) = (case.claimed_statement(), case.claim.steps(case).last().copied()) else {
        return Vec::new();
    };
    case.state_before(step, evaluator).map_or_else(|_| Vec::new(), |graph| evaluator.trace(&graph, statement))
}

/// The engine's plan, unless the statement kills or hangs it.
fn explain(found: &Found, session: &mut Session) -> Option<String> {
    let deadly = matches!(found.evidence.class, FailureClass::Crash | FailureClass::Hang);
    if deadly || session.is_dead() || found.text.is_empty() {
        return None;
    }
    if found.evidence.class.is_of_right_answers() {
        return both_plans(&found.case, session);
    }
    session.explain(&found.text).map(|plan| bounds::text(&plan))
}

/// The plans of the two statements of which one is slower, or expected to have more rows.
fn both_plans(case: &Case, session: &mut Session) -> Option<String> {
    let dialect = session.dialect().clone();
    let mut told = String::new();
    for step in case.claim.steps(case) {
        let plan = session.explain(&case.sent(case.statement(step)?, &dialect))?;
        told += &format!("statement {}:\n{}\n\n", step + 1, plan.trim_end());
    }
    Some(bounds::text(told.trim_end()))
}

/// Under what the case fails that may change the engine's plan and must not change its answer: as it is, under each value
/// of each switch alone, and without indexes. Nothing where there is neither switch nor index, where each try would
/// cost a restart, and where it is the plan itself that is found fault with.
fn plans(found: &Found, session: &mut Session) -> Vec<(String, bool)> {
    let class = found.evidence.class;
    let costly = matches!(class, FailureClass::Crash | FailureClass::Hang) || class.is_of_right_answers();
    let dialect = session.dialect().clone();
    if costly {
        return Vec::new();
    }
    let plain = Case { plan: Vec::new(), ..found.case.clone() };
    let mut variants: Vec<(String, Case)> = Vec::new();
    for PlanSwitch { name, values, .. } in dialect.plans() {
        variants.extend(values.iter().map(|value| {
            let case = Case { plan: vec![(name.clone(), value.clone())], ..plain.clone() };
            (PlanSwitch::written(name, value), case)
        }));
    }
    variants.extend(without_indexes(&plain).map(|case| ("without indexes".to_owned(), case)));
    if variants.is_empty() {
        return Vec::new();
    }
    variants.insert(0, ("as it is".to_owned(), plain));
    let mut outcomes = Vec::with_capacity(variants.len());
    for (what, case) in variants {
        let Ok((_, verdict)) = session.run_case(&case) else { break };
        outcomes.push((what, matches!(verdict, Verdict::Fail(_))));
    }
    outcomes
}

/// The case without the indexes of its graph; none where it has none. A uniqueness constraint stays where a statement writes, for
/// then it is no mere index: what breaks it must be refused.
fn without_indexes(case: &Case) -> Option<Case> {
    let writes = case.statements().any(|statement| statement.writes());
    let mut graph = Graph::clone(&case.graph);
    graph.schema.indexes.retain(|index| writes && index.kind == IndexKind::Unique);
    let fewer = graph.schema.indexes.len() < case.graph.schema.indexes.len();
    fewer.then(|| Case { graph: Arc::new(graph), ..case.clone() })
}

fn sizes(found: &Found) -> Vec<(&'static str, u64, u64)> {
    let Discovery { reduced, original, .. } = &found.discovery;
    reduced.named().into_iter().zip(original.named()).map(|((name, small), (_, large))| (name, small, large)).collect()
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Effort, Language};
    use graphlance_case::{Claim, Lineage, Step};
    use graphlance_graph::{Index, Returns};

    use super::*;

    /// The kinds of index that stay of these where a statement is asked without indexes.
    #[track_caller]
    fn check(text: &str, kinds: &[IndexKind], left: Option<&[IndexKind]>) {
        let mut graph = Graph::new();
        let index = |kind: &IndexKind| Index { kind: *kind, on_nodes: true, name: "A".into(), keys: vec!["k".into()] };
        graph.schema.indexes = kinds.iter().map(index).collect();
        let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let case = Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default());
        let case = Case { steps: vec![Step::run(statement)], ..case };
        let found = without_indexes(&case)
            .map(|case| case.graph.schema.indexes.iter().map(|index| index.kind).collect::<Vec<_>>());
        assert_eq!(found.as_deref(), left, "{text}");
    }

    #[test]
    fn a_uniqueness_constraint_is_no_mere_index_of_a_statement_that_writes() {
        let [unique, range] = [IndexKind::Unique, IndexKind::Range];
        check("MATCH (a:A) RETURN a.k AS x", &[unique, range], Some(&[]));
        check("CREATE (:A {k: 1})", &[unique, range], Some(&[unique]));
        check("CREATE (:A {k: 1})", &[unique], None);
        check("MATCH (a:A) RETURN a.k AS x", &[], None);
    }
    #[test]
    fn rows_are_traced_on_the_graph_that_the_steps_before_leave() {
        let run = |text: &str| Step::run(Cypher.parse(text).expect("a statement"));
        let claim = Claim::returns(1, Returns::bag(["x".into()], Vec::new()));
        let case = Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default());
        let case = Case { steps: vec![run("CREATE (:A), (:A)"), run("MATCH (n) RETURN 1 AS x")], ..case };
        let languages = graphlance_reference::languages();
        let traces = traces(&case, languages.evaluator(&Cypher.standard(), Effort::Usual).as_ref());
        assert_eq!(traces.first().map(|part| part.rows.len()), Some(2));
    }
}
