//! A language that this room has never heard of: its statements are lists of numbers, and they return their sum. Its cases
//! are reduced by its own edits on an engine that adds wrongly.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use graphlance_case::language::{
    DialectData, Effort, Evaluators, FeatureSet, LoadTexts, Measures, Pass, Stage, SyntaxError, Tree, Weight, Word,
};
use graphlance_case::{
    Answer, Applied, Case, Claim, Derivation, Derived, Deriver, Dialect, Evaluator, Language, Languages, Lineage, Load,
    NoAnswer, Response, SameRows, Statement, Step, Verdict, judge,
};
use graphlance_engines::TargetError;
use graphlance_graph::{Column, Graph, Name, Properties, Returns, Table, Value, ValueDomain};
use graphlance_shrink::{CaseRunner, Failure, Limits, OnTarget, reduce};

#[derive(Clone, Debug, PartialEq, Hash)]
struct Numbers(Vec<i64>);

#[derive(Debug)]
struct Adding;

#[derive(Debug, PartialEq)]
struct AddingDialect(Name, ValueDomain);

impl Language for Adding {
    fn name(&self) -> &'static str {
        "adding"
    }

    fn parse(&self, text: &str) -> Result<Statement, SyntaxError> {
        let numbers: Result<_, _> = text.split(" + ").map(str::parse).collect();
        numbers.map(|numbers| Statement::new(Numbers(numbers))).map_err(|error| SyntaxError(error.to_string()))
    }

    fn standard(&self) -> Dialect {
        Dialect::new(AddingDialect("adding".into(), ValueDomain::default()))
    }

    fn load(&self, _: &Graph, _: &Dialect) -> LoadTexts {
        LoadTexts::default()
    }

    fn passes(&self) -> Vec<Pass> {
        vec![Pass {
            name: "drop_numbers",
            stage: Stage::Large,
            run: Box::new(|bench| {
                let mut place = 0;
                while let Some(numbers) = bench.statement().and_then(|statement| statement.tree::<Numbers>()) {
                    let mut shorter = numbers.clone();
                    if place >= shorter.0.len() {
                        break;
                    }
                    shorter.0.remove(place);
                    let dropped = !shorter.0.is_empty() && bench.attempt(Statement::new(shorter));
                    place += usize::from(!dropped);
                }
            }),
        }]
    }
}

impl DialectData for AddingDialect {
    fn language(&self) -> &'static dyn Language {
        &Adding
    }

    fn same(&self, other: &dyn DialectData) -> bool {
        self.0 == *other.name()
    }

    fn name(&self) -> &Name {
        &self.0
    }

    fn values(&self) -> &ValueDomain {
        &self.1
    }
}

impl Tree for Numbers {
    fn language(&self) -> &'static dyn Language {
        &Adding
    }

    fn same(&self, other: &dyn Tree) -> bool {
        self.text() == other.text()
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn print(&self, _: &Dialect) -> String {
        self.text()
    }

    fn text(&self) -> String {
        self.0.iter().map(i64::to_string).collect::<Vec<_>>().join(" + ")
    }

    fn feature_set(&self) -> FeatureSet {
        FeatureSet::default()
    }

    fn writes(&self) -> bool {
        false
    }

    fn measures(&self) -> Measures {
        Measures::default()
    }

    fn width(&self) -> usize {
        1
    }

    fn skeleton(&self) -> String {
        "sum".to_owned()
    }

    fn caption(&self) -> Vec<Word> {
        Vec::new()
    }

    fn normal_text(&self) -> String {
        self.text()
    }

    fn weight(&self) -> Weight {
        Weight { parts: self.0.len(), ..Weight::default() }
    }
}

fn sum_of(statement: &Statement) -> Option<i64> {
    statement.tree::<Numbers>().map(|numbers| numbers.0.iter().sum())
}

struct Sums;

impl Evaluator for Sums {
    fn evaluate(&self, _: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let sum = sum_of(statement).ok_or_else(|| NoAnswer::Undecided("no sum".to_owned()))?;
        Ok(Answer { returns: Returns::bag(["sum".into()], vec![vec![Value::Integer(sum)]]), graph: None })
    }
}

impl Evaluators for Sums {
    fn evaluator(&self, _: &Dialect, _: Effort) -> Arc<dyn Evaluator> {
        Arc::new(Sums)
    }
}

/// An engine that is unlucky with 13 as long as something is stored.
struct Engine {
    dialect: Dialect,
    languages: Languages,
    /// Only where it comes first.
    first: bool,
}

impl CaseRunner for Engine {
    fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    fn languages(&self) -> &Languages {
        &self.languages
    }

    fn prepare(&mut self, _: &Graph, _: &Load) -> Result<Option<Response>, TargetError> {
        Ok(None)
    }

    fn run_steps(&mut self, case: &Case) -> Result<Vec<Response>, TargetError> {
        let answer = |statement: &Statement| {
            let text = statement.text();
            let thirteen = if self.first { text.starts_with("13 +") } else { text.split(" + ").any(|one| one == "13") };
            let unlucky = case.graph.node_count() > 0 && thirteen;
            let sum = sum_of(statement).unwrap_or_default() + i64::from(unlucky);
            Response::Table(Table { columns: vec!["sum".into()], rows: vec![vec![Value::Integer(sum)]] })
        };
        Ok(case.statements().map(answer).collect())
    }

    fn run_case(&mut self, case: &Case) -> Result<(Vec<Response>, Verdict), TargetError> {
        let responses = self.run_steps(case)?;
        let verdict = judge(case, &responses, &self.dialect);
        Ok((responses, verdict))
    }

    fn is_dead(&self) -> bool {
        false
    }
}

/// Knows that numbers may be added from the last.
struct Turning;

impl Deriver for Turning {
    fn derive(&self, base: &Statement, rewrites: &[Applied], _: &Graph, _: &Dialect) -> Option<Derived> {
        let mut numbers = base.tree::<Numbers>()?.clone();
        rewrites.iter().for_each(|_| numbers.0.reverse());
        Some(Derived { statements: vec![Statement::new(numbers)], rewrites: rewrites.to_vec() })
    }

    fn sentence(&self, _: &str) -> Option<&'static str> {
        Some("Numbers may be added from the last.")
    }
}

#[test]
fn a_pair_of_another_language_is_reduced_though_nothing_evaluates_it() {
    let mut graph = Graph::new();
    for number in 0..9_i64 {
        graph.add_node(["N".into()], Properties::from([("k".into(), number.into())]));
    }
    let step = |text: &str| Step::run(Adding.parse(text).expect("numbers"));
    let claim = SameRows { columns: vec![Column::exact("sum")], left: vec![1], right: vec![2] };
    let turned = || Applied { rewrite: "turned".into(), place: 0, of: 1 };
    let derivation = Derivation { base: 1, rewrites: vec![turned(), turned(), turned()], derived: vec![2] };
    let lineage = Lineage { derivations: vec![derivation], ..Lineage::default() };
    let case = Case::new(&Adding.standard(), Arc::new(graph), Claim::SameRows(claim), lineage);
    let case = Case { steps: vec![step("4"), step("13 + 17 + 30"), step("30 + 17 + 13")], ..case };
    let languages = Languages::none().with(&Adding, Arc::new(Nobody)).deriving(&Adding, Arc::new(Turning));
    let mut engine = Engine { dialect: Adding.standard(), languages, first: true };
    let (responses, verdict) = engine.run_case(&case).expect("it answers");
    let Verdict::Fail(evidence) = verdict else { panic!("{verdict:?}") };
    let failure = Failure { case, evidence, responses };
    let mut trial = OnTarget::new(&mut engine, &failure, &|| false);
    let mut reduced = reduce(failure, &mut trial, Limits::default()).expect("it always answers");
    let smallest = reduced.trail.pop().expect("a case").case;
    assert_eq!(smallest.statements().map(|statement| statement.text()).collect::<Vec<_>>(), ["13 + 30", "30 + 13"]);
    assert_eq!(smallest.graph.node_count(), 1);
    assert_eq!(smallest.lineage.derivations, [Derivation { base: 0, rewrites: vec![turned()], derived: vec![1] }]);
}

/// Evaluates nothing.
struct Nobody;

impl Evaluators for Nobody {
    fn evaluator(&self, _: &Dialect, _: Effort) -> Arc<dyn Evaluator> {
        Arc::new(Nobody)
    }
}

impl Evaluator for Nobody {
    fn evaluate(&self, _: &Graph, _: &Statement) -> Result<Answer, NoAnswer> {
        Err(NoAnswer::Undecided("nobody knows".to_owned()))
    }
}

#[test]
fn a_case_of_another_language_is_reduced_by_its_own_edits() {
    let mut graph = Graph::new();
    for number in 0..9_i64 {
        graph.add_node(["N".into()], Properties::from([("k".into(), number.into())]));
    }
    let step = |text: &str| Step::run(Adding.parse(text).expect("numbers"));
    let claim = Claim::returns(1, Returns::bag(["sum".into()], vec![vec![Value::Integer(60)]]));
    let case = Case::new(&Adding.standard(), Arc::new(graph), claim, Lineage::default());
    let case = Case { steps: vec![step("1 + 2"), step("17 + 13 + 30"), step("4")], ..case };
    let languages = Languages::none().with(&Adding, Arc::new(Sums));
    let mut engine = Engine { dialect: Adding.standard(), languages, first: false };
    let (responses, verdict) = engine.run_case(&case).expect("it answers");
    let Verdict::Fail(evidence) = verdict else { panic!("{verdict:?}") };
    let failure = Failure { case, evidence, responses };
    let mut trial = OnTarget::new(&mut engine, &failure, &|| false);
    let mut reduced = reduce(failure, &mut trial, Limits::default()).expect("it always answers");
    let smallest = reduced.trail.pop().expect("a case").case;
    assert_eq!(smallest.statements().map(|statement| statement.text()).collect::<Vec<_>>(), ["13"]);
    assert_eq!((smallest.graph.node_count(), smallest.language.as_str()), (1, "adding"));
    assert_eq!(smallest.claim, Claim::returns(0, Returns::bag(["sum".into()], vec![vec![Value::Integer(13)]])));
}
