//! The evaluator as judges of claims ask it.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Effort, Evaluators};
use graphlance_case::{Answer, Departure, Dialect, Evaluator, Languages, NoAnswer, PartTrace, Statement};
use graphlance_cypher::ast::{Clause, SingleQuery};
use graphlance_cypher::dialect::Deviations;
use graphlance_cypher::facts::shows_wrong_type;
use graphlance_cypher::{Dialect as CypherDialect, Feature, Statement as CypherStatement};
use graphlance_graph::{Counters, Graph, Latitude};

use crate::departures::{example, hidden_words};
use crate::naive::{self, Naive};
use crate::{
    Budget, Experiments, Failure, OpenAnswers, Options, care, counted, departure, evaluate, explain, raises_surely,
};

/// The languages that come with graphlance, with their evaluators.
pub fn languages() -> Languages {
    Languages::none().with(&Cypher, Arc::new(Reference))
}

/// The reference for Cypher.
struct Reference;

fn deviations(dialect: &Dialect) -> Deviations {
    dialect.data::<CypherDialect>().map(|dialect| dialect.deviations.clone()).unwrap_or_default()
}

/// A target that has no uniqueness constraints is loaded without those of a graph, so that no statement breaks one there.
fn is_unconstrained(dialect: &Dialect) -> bool {
    dialect.data::<CypherDialect>().is_some_and(|dialect| !dialect.has(Feature::UniqueConstraint))
}

impl Evaluators for Reference {
    fn evaluator(&self, dialect: &Dialect, effort: Effort) -> Arc<dyn Evaluator> {
        let deviations = deviations(dialect);
        let budget = match effort {
            Effort::Usual | Effort::Thorough => Budget::default(),
            Effort::Small => Budget { rows: 50_000, work: 1_000_000, ..Budget::default() },
        };
        let experiments = Experiments { early_errors: effort == Effort::Thorough, ..Experiments::default() };
        let unconstrained = is_unconstrained(dialect);
        Arc::new(Options { deviations, unconstrained, budget, experiments, ..Options::default() })
    }

    fn second(&self, dialect: &Dialect) -> Option<Arc<dyn Evaluator>> {
        let unconstrained = is_unconstrained(dialect);
        let options = Options { deviations: deviations(dialect), unconstrained, ..Options::default() };
        Some(Arc::new(Naive { options, ..Naive::default() }))
    }
}

/// The naive evaluator. It says nothing about the last digits of floats, which the order of a sum decides.
impl Evaluator for Naive {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let Some(statement) = statement.tree::<CypherStatement>() else {
            return Err(NoAnswer::Undecided("the statement is none of Cypher".to_owned()));
        };
        let mut answer = Naive::evaluate(self, graph, statement).map_err(no_answer)?;
        answer.returns.columns.iter_mut().for_each(|column| column.latitude = Latitude::Ulps(naive::ULPS));
        Ok(answer)
    }

    fn counters(&self, before: &Graph, statement: &Statement, after: &Graph) -> Counters {
        counted(before, statement, after)
    }
}

fn counted(before: &Graph, statement: &Statement, after: &Graph) -> Counters {
    statement.tree().map(|statement| counted::counters(before, statement, after)).unwrap_or_default()
}

fn no_answer(failure: Failure) -> NoAnswer {
    match failure {
        Failure::Raised(error) => NoAnswer::Raised(error.to_string()),
        Failure::Refused(words) => NoAnswer::Refused(words.iter().map(|word| (*word).to_owned()).collect()),
        other => NoAnswer::Undecided(other.to_string()),
    }
}

/// The reference under these options.
impl Evaluator for Options {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let Some(statement) = statement.tree::<CypherStatement>() else {
            return Err(NoAnswer::Undecided("the statement is none of Cypher".to_owned()));
        };
        evaluate(&self.departures.counted(graph), statement, self).map_err(|failure| {
            match (no_answer(failure), statement) {
                (NoAnswer::Refused(words), CypherStatement::Query(query)) => {
                    NoAnswer::Refused(words.into_iter().chain(hidden_words(query).map(str::to_owned)).collect())
                }
                (other, _) => other,
            }
        })
    }

    fn counters(&self, before: &Graph, statement: &Statement, after: &Graph) -> Counters {
        counted(before, statement, after)
    }

    fn read_back(&self, graph: Graph) -> Graph {
        self.departures.read_back(graph)
    }

    fn trace(&self, graph: &Graph, statement: &Statement) -> Vec<PartTrace> {
        statement.tree().map(|statement| explain(graph, statement, self)).unwrap_or_default()
    }

    fn is_valid(&self, statement: &Statement) -> bool {
        statement.tree().is_some_and(care::is_valid)
    }

    fn is_plain(&self, graph: &Graph, statement: &Statement) -> bool {
        statement.tree().is_some_and(|statement| care::is_plain(graph, statement))
    }

    fn raises_nowhere(&self, graph: &Graph, statement: &Statement) -> bool {
        statement.tree().is_some_and(|statement| care::raises_nowhere(graph, statement, self))
    }

    fn raises_surely(&self, graph: &Graph, statement: &Statement) -> bool {
        matches!(statement.tree(), Some(CypherStatement::Query(query)) if raises_surely(graph, query, self).is_some())
    }

    fn may_be_refused(&self, statement: &Statement) -> bool {
        statement.tree().is_some_and(|statement| shows_wrong_type(statement) || unites_nothing(statement))
    }

    fn departures(&self) -> Vec<Departure> {
        self.single_departures().collect()
    }

    fn departing(&self, names: &[&str]) -> Option<Arc<dyn Evaluator>> {
        departure::departing(self, names)
    }

    fn choosing(&self) -> Option<Arc<dyn Evaluator>> {
        Some(Arc::new(Options { open: OpenAnswers::Choose, ..self.clone() }))
    }

    fn example(&self, name: &str) -> Option<(Graph, Statement)> {
        let (graph, statement) = example(name)?;
        Some((graph, statement.into()))
    }

    fn is_touched(&self, statement: &Statement, name: &str) -> bool {
        statement.tree().is_none_or(|statement| departure::is_touched(statement, name))
    }

    fn may_give(&self, name: &str, error: Option<&str>) -> bool {
        departure::may_give(name, error)
    }
}

/// Whether a part of a UNION returns nothing: the grammar of openCypher 9 has it, and what it says of UNION, that the columns are
/// the same, does not.
fn unites_nothing(statement: &CypherStatement) -> bool {
    let CypherStatement::Query(query) = statement else { return false };
    let returns = |part: &SingleQuery| matches!(part.clauses.last(), Some(Clause::Return(_) | Clause::Composed(_)));
    !query.unions.is_empty() && !query.parts().all(returns)
}

#[cfg(test)]
mod tests {
    use graphlance_case::Language;
    use graphlance_graph::{Index, IndexKind};

    use super::*;

    #[track_caller]
    fn check(effort: Effort, text: &str, decided: bool) {
        let evaluator = languages().evaluator(&Cypher.standard(), effort);
        let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let answer = evaluator.evaluate(&Graph::new(), &statement);
        assert_eq!(answer.is_ok(), decided, "{effort:?} {text}: {answer:?}");
    }

    #[test]
    fn an_error_that_another_order_comes_upon_is_looked_for_where_statements_are_arbitrary() {
        let hidden = "UNWIND [0, 2] AS x WITH x WHERE x <> 0 AND 10 / x > 4 RETURN x";
        check(Effort::Usual, hidden, true);
        check(Effort::Thorough, hidden, false);
        check(Effort::Usual, "UNWIND [1, 1.0] AS x RETURN DISTINCT x", false);
    }

    #[test]
    fn a_constraint_forbids_nothing_where_the_target_has_none() {
        let mut graph = Graph::new();
        graph.add_node(["A".into()], [("k".into(), 1.into())].into());
        let unique = Index { kind: IndexKind::Unique, on_nodes: true, name: "A".into(), keys: vec!["k".into()] };
        graph.schema.indexes.push(unique);
        let statement = Cypher.parse("CREATE (:A {k: 1})").expect("a statement");
        let mut lacking = CypherDialect::standard();
        lacking.unsupported.insert(Feature::UniqueConstraint, "not there".into());
        for (dialect, raises) in [(Cypher.standard(), true), (lacking.into(), false)] {
            let (first, second) = (languages().evaluator(&dialect, Effort::Usual), Reference.second(&dialect));
            let naive = second.expect("the naive evaluator");
            for evaluator in [first, naive] {
                let answer = evaluator.evaluate(&graph, &statement);
                assert_eq!(matches!(answer, Err(NoAnswer::Raised(_))), raises, "{answer:?}");
            }
        }
    }
    #[test]
    fn a_union_of_what_returns_nothing_may_be_refused() {
        let evaluator = languages().evaluator(&Cypher.standard(), Effort::Usual);
        let check = |text: &str, may: bool| {
            let statement = Cypher.parse(text).expect("a statement");
            assert_eq!(evaluator.may_be_refused(&statement), may, "{text}");
        };
        check("CREATE () UNION ALL CREATE ()", true);
        check("RETURN 1 AS x UNION RETURN 2 AS x", false);
        check("CREATE ()", false);
    }
}
