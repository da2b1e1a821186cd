//! One statement: its parts neutralised one by one, and the questions about its rows.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use graphlance_case::language::{Compared, Effort, Neutralisation, Question, Reading};
use graphlance_case::{Answer, Case, Dialect, Evaluator, Languages, NoAnswer, Statement};
use graphlance_graph::compare::tells_apart;
use graphlance_graph::graph_compare::same_graph;
use graphlance_graph::{CompareOptions, Graph, Returns};

/// Whether something matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It does.
    Live,
    /// It does not.
    Dead,
    /// The reference cannot tell.
    Undecided,
}

impl Life {
    /// Live when it holds.
    pub fn of(holds: bool) -> Life {
        if holds { Life::Live } else { Life::Dead }
    }
}

/// What was found of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Probed {
    /// Its answer.
    pub returns: Returns,
    /// Its parts, by their kinds.
    pub parts: Vec<(&'static str, Life)>,
    /// What holds of its rows, by the question.
    pub questions: Vec<(&'static str, Life)>,
    /// Numbers that its rows come to, by the question.
    pub numbers: Vec<(&'static str, u64)>,
}

/// Neutralises the parts of statements in a dialect.
pub struct Prober {
    neutralisations: Vec<Neutralisation>,
    questions: Vec<Question>,
    evaluator: Arc<dyn Evaluator>,
}

impl Prober {
    /// For statements of a dialect.
    pub fn new(dialect: &Dialect, languages: &Languages) -> Prober {
        Prober {
            neutralisations: dialect.language().neutralisations(),
            questions: dialect.language().questions(),
            evaluator: languages.evaluator(dialect, Effort::Small),
        }
    }

    /// The kinds of parts.
    pub fn neutralisations(&self) -> &[Neutralisation] {
        &self.neutralisations
    }

    /// The kinds of questions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The graph on which a step runs; none when the reference cannot tell.
    pub fn state_before<'c>(&self, case: &'c Case, step: usize) -> Option<Cow<'c, Graph>> {
        case.state_before(step, self.evaluator.as_ref()).ok()
    }

    /// Probes a statement on a graph; none when the reference does not know its answer.
    pub fn probe(&self, graph: &Graph, statement: &Statement) -> Option<Probed> {
        let mut answers = Answers { graph, evaluator: self.evaluator.as_ref(), known: HashMap::new() };
        let whole = answers.of(statement.clone()).answer()?;
        let mut probed =
            Probed { returns: whole.returns.clone(), parts: Vec::new(), questions: Vec::new(), numbers: Vec::new() };
        for neutralisation in &self.neutralisations {
            for neutral in (neutralisation.make)(statement) {
                let life = life(graph, &whole, &answers.of(neutral), neutralisation.compared);
                probed.parts.push((neutralisation.name, life));
            }
        }
        for question in &self.questions {
            for asked in (question.ask)(statement) {
                let answer = answers.of(asked).answer();
                let rows = answer.as_ref().map(|answer| answer.returns.rows.as_slice());
                match question.reading {
                    Reading::Holds(holds) => {
                        let life = rows.and_then(holds).map_or(Life::Undecided, Life::of);
                        probed.questions.push((question.name, life));
                    }
                    Reading::Number(number) => {
                        probed.numbers.extend(rows.and_then(number).map(|number| (question.name, number)));
                    }
                }
            }
        }
        Some(probed)
    }
}

/// Whether a part of a statement on a graph matters, by the answers with and without it. Without it, the columns must be the same.
fn life(graph: &Graph, whole: &Answer, without: &Outcome, compared: Compared) -> Life {
    let names = |answer: &Answer| answer.returns.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    let left = |answer: &'_ Answer| answer.graph.clone().unwrap_or_else(|| graph.clone());
    let without = match without {
        Outcome::Answer(without) if names(whole) == names(without) => without,
        // A statement that writes leaves nothing then.
        Outcome::Raises if whole.graph.is_some() => return Life::Live,
        Outcome::Answer(_) | Outcome::Raises | Outcome::Unknown => return Life::Undecided,
    };
    let order_counts = compared == Compared::Sequence;
    if tells_apart(&whole.returns, &without.returns, order_counts) {
        return Life::Live;
    }
    let writes = whole.graph.is_some() || without.graph.is_some();
    Life::of(writes && same_graph(&left(whole), &left(without), &CompareOptions::default()).is_err())
}

/// What comes of a statement.
#[derive(Clone)]
enum Outcome {
    Answer(Arc<Answer>),
    /// It is a statement, and must raise an error.
    Raises,
    /// It is none, or the reference does not know its answer.
    Unknown,
}

impl Outcome {
    fn answer(self) -> Option<Arc<Answer>> {
        match self {
            Outcome::Answer(answer) => Some(answer),
            Outcome::Raises | Outcome::Unknown => None,
        }
    }
}

/// What comes of statements on a graph. Many a part is neutralised to the same statement as another.
struct Answers<'a> {
    graph: &'a Graph,
    evaluator: &'a dyn Evaluator,
    known: HashMap<Statement, Outcome>,
}

impl Answers<'_> {
    fn of(&mut self, statement: Statement) -> Outcome {
        if let Some(known) = self.known.get(&statement) {
            return known.clone();
        }
        let outcome = match self.evaluator.evaluate(self.graph, &statement) {
            Ok(answer) => Outcome::Answer(Arc::new(answer)),
            Err(NoAnswer::Raised(_)) if self.evaluator.is_valid(&statement) => Outcome::Raises,
            Err(_) => Outcome::Unknown,
        };
        self.known.insert(statement, outcome.clone());
        outcome
    }
}
