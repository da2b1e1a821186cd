//! A second language in a hundred lines: `count A B` counts the nodes that have all these labels.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use graphlance_case::language::{
    Bench, DialectData, Effort, Evaluators, FeatureSet, LoadTexts, Measures, Pass, Role, Stage, SyntaxError, Tree,
    Weight, Word,
};
use graphlance_case::{Answer, Dialect, Evaluator, Language, NoAnswer, Statement};
use graphlance_graph::{Graph, Name, Node, Renaming, Returns, Value, ValueDomain};

/// The language.
pub struct Toy;

/// `count` and the labels behind it.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Count(pub Vec<Name>);

/// Its only dialect.
#[derive(Debug)]
struct Plain(Name, ValueDomain);

impl Language for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn parse(&self, text: &str) -> Result<Statement, SyntaxError> {
        let labels = text.strip_prefix("count").ok_or_else(|| SyntaxError(format!("`{text}` is no count")))?;
        Ok(Statement::new(Count(labels.split_whitespace().map(Name::from).collect())))
    }

    fn standard(&self) -> Dialect {
        Dialect::new(Plain("toy".into(), ValueDomain::default()))
    }

    fn passes(&self) -> Vec<Pass> {
        vec![Pass { name: "drop_label", stage: Stage::Small, run: Box::new(drop_label) }]
    }

    fn load(&self, graph: &Graph, _: &Dialect) -> LoadTexts {
        let labels = |node: &Node| node.labels.iter().map(Name::as_str).collect::<Vec<_>>().join(" ");
        let data = graph.nodes().map(|node| format!("add {}", labels(node))).collect();
        LoadTexts { schema: Vec::new(), data }
    }
}

fn drop_label(bench: &mut dyn Bench) {
    let mut place = 0;
    while let Some(Count(labels)) = bench.statement().and_then(|statement| statement.tree()).cloned() {
        if place >= labels.len() || bench.is_over() {
            break;
        }
        let mut fewer = labels;
        fewer.remove(place);
        place += usize::from(!bench.attempt(Statement::new(Count(fewer))));
    }
}

impl Tree for Count {
    fn language(&self) -> &'static dyn Language {
        &Toy
    }

    fn same(&self, other: &dyn Tree) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn print(&self, _: &Dialect) -> String {
        self.text()
    }

    fn text(&self) -> String {
        std::iter::once("count").chain(self.0.iter().map(Name::as_str)).collect::<Vec<_>>().join(" ")
    }

    fn feature_set(&self) -> FeatureSet {
        let feature = if self.0.len() > 1 { "labels" } else { "label" };
        FeatureSet { features: [(feature.into(), Role::Structure)].into(), ..FeatureSet::default() }
    }

    fn writes(&self) -> bool {
        false
    }

    fn measures(&self) -> Measures {
        Measures { clauses: 1, patterns: self.0.len(), ..Measures::default() }
    }

    fn width(&self) -> usize {
        1
    }

    fn skeleton(&self) -> String {
        "count".to_owned()
    }

    fn caption(&self) -> Vec<Word> {
        vec![Word::Ours(format!("`count` of {} labels", self.0.len()))]
    }

    fn normal_text(&self) -> String {
        format!("count {}", self.0.len())
    }

    fn weight(&self) -> Weight {
        Weight { clauses: 1, parts: self.0.len(), ..Weight::default() }
    }

    fn collect_names(&self, names: &mut Renaming, _: bool) {
        self.0.iter().for_each(|label| names.label(label));
    }

    fn renamed(&self, names: &Renaming, _: bool, schema: bool) -> Option<Statement> {
        let new = |label: &Name| names.of_label(label).unwrap_or(label).clone();
        schema.then(|| Statement::new(Count(self.0.iter().map(new).collect())))
    }
}

impl DialectData for Plain {
    fn language(&self) -> &'static dyn Language {
        &Toy
    }

    fn same(&self, other: &dyn DialectData) -> bool {
        (other as &dyn Any).is::<Plain>()
    }

    fn name(&self) -> &Name {
        &self.0
    }

    fn values(&self) -> &ValueDomain {
        &self.1
    }
}

/// How many nodes have all of the labels, as a table.
pub fn counted(graph: &Graph, labels: &[Name]) -> Returns {
    let has_all = |node: &&Arc<Node>| labels.iter().all(|label| node.labels.contains(label));
    let count = graph.nodes().filter(has_all).count();
    Returns::bag(["count".into()], vec![vec![Value::Integer(count as i64)]])
}

/// Its evaluator.
pub struct Counting;

impl Evaluators for Counting {
    fn evaluator(&self, _: &Dialect, _: Effort) -> Arc<dyn Evaluator> {
        Arc::new(Counting)
    }
}

impl Evaluator for Counting {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let Some(Count(labels)) = statement.tree() else {
            return Err(NoAnswer::Undecided("this is no count".to_owned()));
        };
        Ok(Answer { returns: counted(graph, labels), graph: None })
    }
}
