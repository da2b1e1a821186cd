//! Candidates tried on a target: checked and answered by the reference first, then run and judged.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::language::{Effort, FeatureSet};
use graphlance_case::{Case, Claim, Deriver, Dialect, Evaluator, Languages, Load, Response, Statement, Verdict, judge};
use graphlance_engines::TargetError;
use graphlance_graph::schema::Schema;
use graphlance_graph::{Graph, IndexKind, Name, Returns, Value};

use crate::load::settled;
use crate::{Failure, Family, Outcome, Trial};

/// A candidate that expects more rows is no simpler, whatever its text.
const MOST_ROWS: usize = 500;

/// Runs cases on one target. Errors of its functions: the target is not usable any more.
pub trait CaseRunner {
    /// The dialect in which statements are sent.
    fn dialect(&self) -> &Dialect;

    /// The languages with their evaluators.
    fn languages(&self) -> &Languages;

    /// Empties the database and loads a graph; what came in place of an answer, if that failed.
    fn prepare(&mut self, graph: &Graph, load: &Load) -> Result<Option<Response>, TargetError>;

    /// Runs the steps of a case whose graph is loaded, up to one that kills the target.
    fn run_steps(&mut self, case: &Case) -> Result<Vec<Response>, TargetError>;

    /// Runs a whole case on an empty database and judges it.
    fn run_case(&mut self, case: &Case) -> Result<(Vec<Response>, Verdict), TargetError>;

    /// Whether the engine died or hung and has not been started anew yet.
    fn is_dead(&self) -> bool;
}

/// A script, the schema with its constraints, and the graph that it leaves; none where it settles on none.
type Scripted = (Arc<Vec<Statement>>, Schema, Option<Arc<Graph>>);

/// Tries candidates on a target.
pub struct OnTarget<'a> {
    runner: &'a mut dyn CaseRunner,
    family: Family,
    /// Whether the failure is of the steps that the claim is about, and not of one in front of them.
    is_of_claimed: bool,
    evaluator: Arc<dyn Evaluator>,
    /// Makes derived statements again; none where each statement is for itself.
    deriver: Option<Arc<dyn Deriver>>,
    /// What the database holds, as long as that is the same for whoever asks next.
    loaded: Option<(Arc<Graph>, Load)>,
    /// The last script, with the constraints under which it ran and the graph that it leaves.
    scripted: RefCell<Option<Scripted>>,
    /// What the statements of the failure are made of.
    made_of: FeatureSet,
    /// Whether the statements show values of wrong types: then so may those of a candidate.
    shows_wrong_type: bool,
    /// Whether the failure may need what the engine remembers of earlier steps: then each candidate begins anew.
    remembers: bool,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> OnTarget<'a> {
    /// Trials that look for failures like this one. `stop` is asked before each run; once it says true nothing is run.
    pub fn new(runner: &'a mut dyn CaseRunner, failure: &Failure, stop: &'a dyn Fn() -> bool) -> OnTarget<'a> {
        let evaluator = runner.languages().evaluator(runner.dialect(), Effort::Small);
        OnTarget::against(runner, failure, evaluator, stop)
    }

    /// The same where another evaluator than the reference says what must come.
    pub fn against(
        runner: &'a mut dyn CaseRunner,
        failure: &Failure,
        evaluator: Arc<dyn Evaluator>,
        stop: &'a dyn Fn() -> bool,
    ) -> OnTarget<'a> {
        let remembers = failure.case.steps.len() > 1;
        let deriver = runner.languages().deriver(runner.dialect());
        // A lineage that does not fit its statements binds nothing.
        let deriver = deriver.filter(|deriver| failure.case.follows(deriver.as_ref(), runner.dialect()));
        let shows_wrong_type = failure.case.statements().any(|statement| evaluator.may_be_refused(statement));
        let family = failure.family();
        let mut made_of = FeatureSet::default();
        failure.case.statements().for_each(|statement| made_of.merge(statement.feature_set()));
        OnTarget {
            runner,
            made_of,
            family,
            is_of_claimed: is_of_claimed(failure),
            evaluator,
            deriver,
            loaded: None,
            scripted: RefCell::default(),
            shows_wrong_type,
            remembers,
            stop,
        }
    }

    /// Whether the target has all that a statement is made of, as far as those of the failure have none of it.
    fn has_what_makes(&self, statement: &Statement) -> bool {
        let (made_of, dialect) = (statement.feature_set(), self.runner.dialect());
        let FeatureSet { features, functions, .. } = made_of;
        self.made_of.contains(made_of)
            || features.keys().all(|name| self.made_of.features.contains_key(name) || dialect.has(name))
                && functions.iter().all(|name| self.made_of.functions.contains(name) || dialect.has_function(name))
    }

    /// The candidate with the claim that the reference makes for it; none when there is none.
    fn claimed(&self, candidate: &Case) -> Option<Case> {
        let mut case = with_named_columns(candidate.clone());
        if let Load::Script(script) = &case.load {
            case.graph = self.scripted(script, &case.graph.schema)?;
        }
        let dialect = self.runner.dialect();
        let typed = dialect.has_tables();
        let evaluator = &self.evaluator;
        let typed_alike = |statement: &Statement| self.shows_wrong_type || !evaluator.may_be_refused(statement);
        let plain = |statement: &Statement| {
            let valid = if case.claim.judges_errors() { reads_back(statement) } else { evaluator.is_valid(statement) };
            valid && evaluator.is_plain(&case.graph, statement) && typed_alike(statement)
        };
        let sound = case.transactions().is_ok()
            && case.statements().all(plain)
            && case.statements().all(|statement| self.has_what_makes(statement))
            && keys_are_unique(&case.graph, typed)
            && keeps_labels(&case, dialect.values().node_labels[0])
            && (!typed || case.statements().all(|statement| statement.is_well_typed()));
        if !sound {
            return None;
        }
        let large = |claim: &Claim| claim.table().is_some_and(|(_, returns)| returns.rows.len() > MOST_ROWS);
        case.claim = match case.claim.stated_anew(&case, evaluator.as_ref(), self.deriver.is_some()) {
            Ok(claim) if large(&claim) => return None,
            Ok(claim) => claim,
            Err(_) if !self.family.is_costly() => return None,
            Err(_) => Claim::Survives,
        };
        let open = dialect.matches_unreferenced_once() && multiplicity_is_open(&case);
        (!open).then_some(case)
    }

    /// The graph that a script leaves, as [`settled`] has it. Most candidates share their script with the one before.
    fn scripted(&self, script: &Arc<Vec<Statement>>, schema: &Schema) -> Option<Arc<Graph>> {
        let mut last = self.scripted.borrow_mut();
        if let Some((same, constraints, graph)) = last.as_ref()
            && Arc::ptr_eq(same, script)
            && constraints == schema
        {
            return graph.clone();
        }
        let graph = settled(script, schema, self.evaluator.as_ref()).map(Arc::new);
        *last = Some((Arc::clone(script), schema.clone(), graph.clone()));
        graph
    }

    /// Loads the candidate's graph unless it is loaded already and nothing has been written since.
    fn load(&mut self, case: &Case) -> Result<bool, TargetError> {
        let same = self.loaded.as_ref().is_some_and(|(graph, load)| {
            (Arc::ptr_eq(graph, &case.graph) || **graph == *case.graph) && *load == case.load
        });
        let loaded = self.loaded.take();
        if !same && self.runner.prepare(&case.graph, &case.load)?.is_some() {
            return Ok(false);
        }
        // What writes leaves another graph behind.
        if !case.spends_graph() && !self.remembers {
            self.loaded = loaded.filter(|_| same).or_else(|| Some((Arc::clone(&case.graph), case.load.clone())));
        }
        Ok(true)
    }
}

/// A case with what a target answered to it.
pub struct Asked {
    /// The case, with the claim that the reference makes for it.
    pub case: Case,
    /// The answers.
    pub responses: Vec<Response>,
    /// Whether they are right.
    pub verdict: Verdict,
}

impl OnTarget<'_> {
    /// Asks a case under the claim that the reference makes for it; none where there is no such claim, where it cannot be
    /// loaded, or once nothing is asked any more.
    pub fn ask(&mut self, candidate: &Case) -> Result<Option<Asked>, TargetError> {
        if (self.stop)() {
            return Ok(None);
        }
        let Some(case) = self.claimed(candidate) else { return Ok(None) };
        self.run(case)
    }

    /// Runs a case. None where it was not loaded, or failed by an error that may be due.
    fn run(&mut self, case: Case) -> Result<Option<Asked>, TargetError> {
        let (responses, verdict) = if case.claim.is_about_loading() {
            self.loaded = None;
            self.runner.run_case(&case)?
        } else if self.load(&case)? {
            let responses = self.runner.run_steps(&case)?;
            let verdict = judge(&case, &responses, self.runner.dialect());
            (responses, verdict)
        } else {
            return Ok(None);
        };
        if self.runner.is_dead() {
            self.loaded = None;
        }
        let Verdict::Fail(evidence) = verdict else { return Ok(Some(Asked { case, responses, verdict })) };
        let failure = Failure { case, evidence, responses };
        if failure.may_be_due(self.evaluator.as_ref()) {
            return Ok(None);
        }
        let Failure { case, evidence, responses } = failure;
        Ok(Some(Asked { case, responses, verdict: Verdict::Fail(evidence) }))
    }
}

/// The case with a name for each column that has none.
fn with_named_columns(mut case: Case) -> Case {
    for step in &mut case.steps {
        if let Some(statement) = step.statement_mut()
            && let Some(named) = statement.with_named_columns()
        {
            *statement = named;
        }
    }
    case
}

impl Trial for OnTarget<'_> {
    /// Where an edit took a place away before the one of a rewrite, that is found again from the other end.
    fn derived(&self, candidate: Case) -> Vec<Case> {
        if candidate.lineage.derivations.is_empty() {
            return vec![candidate];
        }
        let Some(deriver) = self.deriver.as_deref() else { return Vec::new() };
        let candidate = with_named_columns(candidate);
        let mut from_last = candidate.clone();
        for derivation in &mut from_last.lineage.derivations {
            derivation.rewrites.iter_mut().for_each(|applied| *applied = applied.from_last());
        }
        let again = |case: Case| case.derived_again(deriver, self.runner.dialect());
        let mut made: Vec<Case> = again(candidate).into_iter().chain(again(from_last)).collect();
        made.dedup();
        made
    }

    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
        if (self.stop)() {
            return Ok(Outcome::Stopped);
        }
        let Some(case) = self.claimed(candidate) else { return Ok(Outcome::Rejected) };
        let Some(Asked { case, responses, verdict }) = self.run(case)? else { return Ok(Outcome::Gone) };
        let Verdict::Fail(evidence) = verdict else { return Ok(Outcome::Gone) };
        let same = Family::of(&case, &evidence, &responses) == self.family;
        let failure = Box::new(Failure { case, evidence, responses });
        Ok(if same && (is_of_claimed(&failure) || !self.is_of_claimed) {
            Outcome::Same(failure)
        } else {
            Outcome::Other(failure)
        })
    }

    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
        self.evaluator.evaluate(graph, statement).ok().map(|answer| answer.returns)
    }

    fn after_script(&self, script: &[Statement]) -> Option<Graph> {
        settled(script, &Schema::default(), self.evaluator.as_ref())
    }

    fn graph_before(&self, case: &Case, step: usize) -> Option<Graph> {
        case.state_before(step, self.evaluator.as_ref()).ok().map(std::borrow::Cow::into_owned)
    }
}

/// Whether a failure is of the steps that its claim is about.
fn is_of_claimed(Failure { case, evidence, .. }: &Failure) -> bool {
    case.claim.steps(case).iter().min().is_none_or(|first| evidence.step >= *first)
}

/// Whether a statement has a text of its own; it may be one that must raise an error.
fn reads_back(statement: &Statement) -> bool {
    statement.language().parse(&statement.text()).is_ok_and(|again| again == *statement)
}

/// Whether no two elements share the values of a uniqueness constraint, or, in typed tables, of the primary key `id`.
pub(crate) fn keys_are_unique(graph: &Graph, typed: bool) -> bool {
    let id = [Name::from("id")];
    let labels: BTreeSet<&Name> = graph.nodes().flat_map(|node| &node.labels).collect();
    let primary = labels.iter().filter(|_| typed).map(|label| (true, *label, id.as_slice()));
    let unique = graph.schema.indexes.iter().filter(|index| index.kind == IndexKind::Unique);
    primary.chain(unique.map(|index| (index.on_nodes, &index.name, index.keys.as_slice()))).all(
        |(on_nodes, name, keys)| {
            let nodes =
                graph.nodes().filter(|node| on_nodes && node.labels.contains(name)).map(|node| &node.properties);
            let relationships = graph.relationships().filter(|each| !on_nodes && each.kind == *name);
            let mut seen: Vec<Vec<&Value>> = Vec::new();
            nodes.chain(relationships.map(|each| &each.properties)).all(|properties| {
                let values: Option<Vec<&Value>> = keys.iter().map(|key| properties.get(key)).collect();
                // An element that lacks a key is under no constraint.
                values.is_none_or(|values| {
                    let fresh = !seen.contains(&values);
                    seen.push(values);
                    fresh
                })
            })
        },
    )
}

/// Whether the number of rows may depend on relationships that a pattern names and nothing refers to, which some engines leave
/// open ([`graphlance_case::language::DialectData::matches_unreferenced_once`]).
fn multiplicity_is_open(case: &Case) -> bool {
    let Some(rows) = case.claim.counted_rows() else { return false };
    case.statements().any(|statement| statement.counts_what_is_unreferenced(rows))
}

/// Whether each node has as many labels as the target asks for, in the graph and wherever a statement makes a node: one
/// without a label would end up in a table of the target's choice.
fn keeps_labels(case: &Case, least: usize) -> bool {
    let mut statements = case.statements().chain(case.load.script());
    least == 0
        || case.graph.nodes().all(|node| node.labels.len() >= least)
            && statements.all(|statement| statement.makes_labelled(least))
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Answers, Evidence, FailureClass, Lineage, Stated};
    use graphlance_graph::{Index, Properties};

    use super::*;

    #[test]
    fn keys_stay_unique_where_the_target_asks_for_it() {
        let mut graph = Graph::new();
        let id = |number: i64| Properties::from([("id".into(), Value::Integer(number))]);
        graph.add_node(["A".into()], id(1));
        graph.add_node(["B".into()], id(1));
        assert!(keys_are_unique(&graph, true));
        graph.add_node(["A".into()], id(1));
        assert!(keys_are_unique(&graph, false) && !keys_are_unique(&graph, true));
        let unique = Index { kind: IndexKind::Unique, on_nodes: true, name: "A".into(), keys: vec!["id".into()] };
        graph.schema.indexes.push(unique);
        assert!(!keys_are_unique(&graph, false));
    }

    #[test]
    fn what_fails_in_front_of_the_claimed_step_is_another_failure() {
        let of = |step: usize| {
            let claim = Claim::Answers(Answers::of_step(1, Stated::Nothing(String::new())));
            let case = Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default());
            let class = FailureClass::UnexpectedError;
            let evidence = Evidence { class, step, summary: String::new(), difference: None };
            is_of_claimed(&Failure { case, evidence, responses: Vec::new() })
        };
        assert!(!of(0));
        assert!(of(1) && of(2));
    }
}
