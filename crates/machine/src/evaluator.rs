//! The evaluator as judges of claims ask it.

mod imports;

use std::sync::Arc;

use graphlance_case::language::{Effort, Evaluators, RESULT};
use graphlance_case::{Answer, Departure, Dialect, Evaluator, NoAnswer, Statement};
use graphlance_graph::{Column, Graph, Latitude, Order, Returns, Row};
use graphlance_gremlin::dialect::{Deviations, Identities};
use graphlance_gremlin::edit::is_normal;
use graphlance_gremlin::facts::facts_of;
use graphlance_gremlin::{Dialect as GremlinDialect, Statement as GremlinStatement, cell};

use imports::Imports;

use crate::graph::import::Numbering;
use crate::quirk::Sort;
use crate::{Budget, Failure, Options, Promise, Quirk, Value, care, evaluate, evaluate_in, export};

/// Makes the evaluators of Gremlin.
pub fn evaluators() -> Arc<dyn Evaluators> {
    Arc::new(Machine)
}

/// How far a sum may lie from another one of the same numbers in another order: a thousand-millionth.
const SUM_ULPS: u32 = 1 << 22;

/// The values of an answer, those within others with them, beyond which nobody is asked for it: with their types, keys and
/// identities they are more than is taken of one answer.
const MOST_CELLS: u64 = 10_000;

/// Why there is no answer where identities decide it.
const OF_TARGET: &str = "it depends on the identities that the target makes";

/// The reference for Gremlin.
struct Machine;

impl Evaluators for Machine {
    fn evaluator(&self, dialect: &Dialect, effort: Effort) -> Arc<dyn Evaluator> {
        let dialect = dialect.shared().unwrap_or_else(|| Arc::new(GremlinDialect::standard()));
        let budget = match effort {
            Effort::Usual | Effort::Thorough => Budget::default(),
            Effort::Small => Budget { work: 500_000, rows: 50_000, held: 100_000, ..Budget::default() },
        };
        Arc::new(MachineEvaluator::new(dialect, budget))
    }
}

/// The evaluator under the deviations of a dialect.
pub struct MachineEvaluator {
    dialect: Arc<GremlinDialect>,
    options: Options,
    imports: Imports,
}

impl MachineEvaluator {
    /// The evaluator of a dialect with these limits.
    pub fn new(dialect: Arc<GremlinDialect>, budget: Budget) -> MachineEvaluator {
        let options = Options { budget, ..Options::of(&dialect) };
        MachineEvaluator { dialect, options, imports: Imports::default() }
    }

    /// The same with one more way to depart from the language.
    pub fn with_quirk(mut self, quirk: Quirk) -> MachineEvaluator {
        self.options.quirks = self.options.quirks.with(quirk);
        self
    }

    /// One of the answers that there may be, as an engine gives it; identities are the keys of elements.
    pub fn one_answer(&self, graph: &Graph, statement: &Statement) -> Result<(Vec<Row>, Option<Graph>), NoAnswer> {
        let tree: &GremlinStatement = statement.tree().ok_or_else(|| undecided("the statement is none of Gremlin"))?;
        let imported = self.imports.numbered(graph, Numbering::Keys)?;
        let (values, after) = evaluate_in(0, tree, &imported, &self.options).map_err(no_answer)?;
        let results: Option<Vec<_>> = values.iter().map(|value| export::result(value, &after)).collect();
        let results = results.ok_or_else(|| undecided("what comes out has no form in which it is sent"))?;
        let left = facts_of(tree).writes.then(|| export::graph(&after, graph, care::makes_in_order(tree))).flatten();
        Ok((results.iter().map(|result| vec![cell::cell(result)]).collect(), left))
    }

    fn raises(&self, graph: &Graph, statement: &GremlinStatement) -> bool {
        matches!(self.evaluate(graph, &Statement::from(statement.clone())), Err(NoAnswer::Raised(_)))
    }

    /// The answer on a graph whose elements are numbered in one way.
    fn answer(&self, graph: &Graph, statement: &GremlinStatement, numbering: Numbering) -> Result<Answer, NoAnswer> {
        let imported = self.imports.numbered(graph, numbering)?;
        let answer = evaluate(statement, &imported, &self.options).map_err(|failure| match failure {
            // What a wrong rule comes upon is an error where the language knows of none.
            Failure::Raised(error) if self.options.quirks.has_defect() => NoAnswer::Raised(error.to_string()),
            Failure::Raised(_) if !self.dialect.deviations.raises => {
                undecided("what has an answer in place of an error")
            }
            // No document says that what was done before an error is undone.
            Failure::Raised(_) if facts_of(statement).writes => undecided("what is left behind by an error"),
            other => no_answer(other),
        })?;
        let results: Option<Vec<_>> = answer.values.iter().map(|value| export::result(value, &answer.graph)).collect();
        let results = results.ok_or_else(|| undecided("what comes out has no form in which it is sent"))?;
        let made = |value: &Value| export::is_later(value, &imported);
        if !self.dialect.deviations.lasting_identities && answer.values.iter().any(|it| export::in_path(it, &made)) {
            return Err(undecided("what a new element of a path is"));
        }
        let element = |value: &Value| matches!(value, Value::Vertex(_) | Value::Edge(_));
        let reads = !self.dialect.deviations.live_elements && answer.writes;
        if reads && answer.values.iter().any(|it| element(it) || export::holds_within(it, &element)) {
            return Err(undecided("whether an element shows what was written behind the step that read it"));
        }
        if results.iter().map(cell::count).fold(0, u64::saturating_add) > MOST_CELLS {
            return Err(undecided("an answer larger than is taken"));
        }
        if answer.inexact && results.iter().any(export::has_float) {
            return Err(undecided("the last digits of a sum of floats"));
        }
        let rows: Vec<Row> = results.iter().map(|result| vec![cell::cell(result)]).collect();
        let returns = Returns {
            columns: vec![Column {
                name: RESULT.into(),
                latitude: if answer.inexact { Latitude::Ulps(SUM_ULPS) } else { Latitude::Exact },
                unordered_lists: matches!(answer.promise, Promise::BagOfBags(_)),
            }],
            order: match answer.promise {
                Promise::Sequence => Order::Sorted { ties: vec![1; rows.len()] },
                Promise::Bag(_) | Promise::BagOfBags(_) => Order::Bag,
            },
            rows,
            any: None,
        };
        let left = || {
            export::graph(&answer.graph, graph, care::makes_in_order(statement))
                .ok_or_else(|| undecided("the graph that is left has no form"))
        };
        let left = answer.writes.then(left).transpose()?;
        let answer = Answer { returns, graph: left };
        let moved = answer.graph.as_ref().and_then(|_| care::filters_first(statement));
        if let Some(moved) = moved
            && !self.answer(graph, &moved, numbering).is_ok_and(|other| same(&answer, &other))
        {
            return Err(undecided("whether a filter behind an order is asked before something is written"));
        }
        Ok(answer)
    }
}

impl Evaluator for MachineEvaluator {
    /// Where the target makes the identities of elements itself, be it only those of elements that earlier statements made, the
    /// answer must be the same whatever they are.
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let statement: &GremlinStatement =
            statement.tree().ok_or_else(|| undecided("the statement is none of Gremlin"))?;
        if care::converts_identities(statement) {
            return Err(undecided("what is no integer as an identity"));
        }
        let numberings = match (self.dialect.deviations.identities, graph.made_by_statements()) {
            (Identities::Longs, None) => return self.answer(graph, statement, Numbering::Keys),
            // TinkerGraph counts: what is made later has a greater one.
            (Identities::Longs, Some(made)) if made.in_order => [Numbering::MadeBehind, Numbering::MadeInFront],
            (Identities::Longs, Some(_)) => [Numbering::MadeBehind, Numbering::MadeTurned],
            (Identities::Own, _) => [Numbering::Shifted, Numbering::Turned],
        };
        if care::names_identities(statement) {
            return Err(undecided(OF_TARGET));
        }
        if self.options.quirks.shows_numbers() {
            return self.answer(graph, statement, Numbering::Counted);
        }
        let [first, other] = numberings.map(|numbering| self.answer(graph, statement, numbering));
        match (&first, &other) {
            (Ok(one), Ok(other)) if same(one, other) => first,
            (Err(NoAnswer::Raised(_)), Err(NoAnswer::Raised(_))) => first,
            (Err(NoAnswer::Undecided(_)), _) => first,
            (_, Err(NoAnswer::Undecided(_))) => other,
            _ => Err(undecided(OF_TARGET)),
        }
    }

    fn is_valid(&self, statement: &Statement) -> bool {
        statement.tree().is_some_and(|statement| is_normal(statement) && self.dialect.can_say(statement))
    }

    fn raises_nowhere(&self, graph: &Graph, statement: &Statement) -> bool {
        let statement = statement.tree();
        statement.is_some_and(|it| !self.raises(graph, it) && !care::reordered(it).any(|it| self.raises(graph, &it)))
    }

    /// Whichever filters are asked first.
    fn raises_surely(&self, graph: &Graph, statement: &Statement) -> bool {
        let statement = statement.tree();
        statement.is_some_and(|it| self.raises(graph, it) && care::reordered(it).all(|it| self.raises(graph, &it)))
    }

    /// Deviations that the dialect does not know of before wrong rules, and those that are made up at the end; what TinkerPop's
    /// machine does only where the target is said to have a machine of its own.
    fn departures(&self) -> Vec<Departure> {
        let sources = &self.dialect.deviations.sources;
        let open = Deviations::SETTINGS.iter().filter(|setting| !sources.contains_key(setting.field));
        let settings = open.map(|setting| Departure {
            name: format!("{} = {}", setting.field, setting.value),
            sentence: setting.sentence,
            root: None,
        });
        let rules = Quirk::ALL.iter().filter(|quirk| !self.options.quirks.has(**quirk));
        let (made_up, met): (Vec<&Quirk>, Vec<&Quirk>) = rules.partition(|quirk| quirk.sort() == Sort::Fault);
        let rules = met.into_iter().chain(made_up).map(|quirk| Departure {
            name: quirk.name().to_owned(),
            sentence: quirk.sentence(),
            root: None,
        });
        settings.chain(rules).collect()
    }

    fn departing(&self, names: &[&str]) -> Option<Arc<dyn Evaluator>> {
        let mut dialect = GremlinDialect::clone(&self.dialect);
        let mut rules = Vec::new();
        for name in names {
            match name.split_once(" = ") {
                Some((field, value)) => dialect.deviations.set(field, value).then_some(())?,
                None => rules.push(Quirk::find(name)?),
            }
        }
        let of_dialect = Options::of(&self.dialect).quirks;
        let is_kept = |quirk: &Quirk| self.options.quirks.has(*quirk) && !of_dialect.has(*quirk);
        let kept = Quirk::ALL.iter().copied().filter(is_kept);
        let departing = MachineEvaluator::new(Arc::new(dialect), self.options.budget);
        Some(Arc::new(kept.chain(rules).fold(departing, MachineEvaluator::with_quirk)))
    }

    fn is_touched(&self, statement: &Statement, departure: &str) -> bool {
        match (statement.tree::<GremlinStatement>(), Quirk::find(departure)) {
            (Some(statement), Some(quirk)) => quirk.touches(statement),
            _ => true,
        }
    }
}

/// Whether two answers are the same, the order of what has none aside.
fn same(one: &Answer, other: &Answer) -> bool {
    let sample = |answer: &Answer| graphlance_case::sample(&answer.returns);
    let options = graphlance_graph::CompareOptions { negative_zero: true, ..Default::default() };
    let rows = one.returns.order == other.returns.order
        && graphlance_graph::compare(&one.returns, &sample(other), &options).is_ok();
    rows && match (&one.graph, &other.graph) {
        (Some(one), Some(other)) => graphlance_graph::same_graph(one, other, &options).is_ok(),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn undecided(why: impl Into<String>) -> NoAnswer {
    NoAnswer::Undecided(why.into())
}

fn no_answer(failure: Failure) -> NoAnswer {
    match failure {
        Failure::Raised(error) => NoAnswer::Raised(error.to_string()),
        other => NoAnswer::Undecided(other.to_string()),
    }
}

#[cfg(test)]
mod tests;
