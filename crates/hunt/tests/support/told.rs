//! An oracle for tests: statements that are told, on one small graph.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Case, Claim, Dialect, Lineage, Load, Step};
use graphlance_cypher::parse;
use graphlance_generate::Adaptation;
use graphlance_graph::Graph;
use graphlance_oracles::{Oracle, Round, RoundContext};
use graphlance_reference::{Options, evaluate, languages};

/// Asks these statements, and claims what the reference says.
pub struct Told(pub &'static [&'static str]);

struct ToldRound {
    context: RoundContext,
    graph: Arc<Graph>,
    texts: &'static [&'static str],
    next: usize,
}

impl Oracle for Told {
    fn name(&self) -> &'static str {
        "told"
    }

    fn summary(&self) -> &'static str {
        "statements that are told, whose answers the reference tells"
    }

    fn page(&self) -> &'static str {
        "# told"
    }

    fn objection(&self, _: &Dialect) -> Option<&'static str> {
        None
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let made = parse("CREATE (:A {k: 1}), (:A {k: 2}), (:B), (:B {k: 2})").expect("a statement");
        let made = evaluate(&Graph::new(), &made, &Options::default()).expect("an answer");
        let graph = Arc::new(made.graph.expect("a graph"));
        Box::new(ToldRound { context: context.clone(), graph, texts: self.0, next: 0 })
    }
}

impl Round for ToldRound {
    fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn load(&self) -> &Load {
        &Load::Create
    }

    fn case_count(&self) -> u64 {
        self.texts.len() as u64
    }

    fn next_case(&mut self, _: &Adaptation) -> Option<Case> {
        let (index, text) = (self.next, self.texts.get(self.next)?);
        self.next += 1;
        let statement = Cypher.parse(text).expect("a statement");
        let evaluator = languages().evaluator(&self.context.dialect, Effort::Usual);
        let claim = Claim::returns(0, evaluator.evaluate(&self.graph, &statement).expect("an answer").returns);
        let lineage = Lineage { oracle: "told".into(), index: index as u64, ..Lineage::default() };
        let case = Case::new(&self.context.dialect, Arc::clone(&self.graph), claim, lineage);
        Some(Case { steps: vec![Step::run(statement)], ..case })
    }
}
