//! Random statements of every generator, of which the reference is asked what they must do. Where no other target is asked this is
//! no oracle of a hunt: where it finds a difference, the reference is as much under suspicion as the target
//! (`graphlance conform --random`). Where others are, they answer what the reference cannot tell.

use std::sync::Arc;

use graphlance_case::{Act, Answers, Case, Claim, Dialect, Evaluator, Load, Stated, Statement, Step};
use graphlance_cypher::Statement as Cypher;
use graphlance_cypher::dialect::SUSPECTED;
use graphlance_cypher::features::features_of;
use graphlance_cypher::measure::measure;
use graphlance_cypher::{parse, print};
use graphlance_generate::arbitrary::{
    ReadingSizes, arbitrary_calls, arbitrary_moments, arbitrary_reading, arbitrary_writing,
};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Random};
use graphlance_reference::{Failure, Options, evaluate};

use crate::atomicity::TYPED;
use crate::gqs::Gqs;
use crate::ground::{Making, RoundGround, unconstrained};
use crate::oracle::not_cypher;
use crate::reference::Reference;
use crate::stateful::Stateful;
use crate::traversals::{Held, TraversalRound, is_gremlin, neither};
use crate::{Oracle, Round, RoundContext};

/// The user page of the oracle.
const PAGE: &str = include_str!("differential.md");

/// What statements of Gremlin are called in lineages.
const TRAVERSALS: &str = "traversals";
/// Statements on one graph.
const CASES: u64 = 40;
/// Attempts at a statement that the dialect can say.
const ATTEMPTS: u64 = 20;
/// A statement with more rows says no more than one with these.
const MOST_ROWS: usize = 300;
/// The stream of randomness that cases take.
const CASE: u64 = 5;

macro_rules! kinds {
    ($($kind:ident = $name:literal, $doc:literal;)*) => {
        /// What kind of statements: each has a generator of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum StatementKind { $(#[doc = $doc] $kind,)* }

        impl StatementKind {
            /// Every kind.
            pub const ALL: &'static [StatementKind] = &[$(StatementKind::$kind,)*];

            /// Its name on the command line and in lineages.
            pub fn name(self) -> &'static str {
                match self { $(StatementKind::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    Reads = "reads", "MATCH, OPTIONAL MATCH, UNWIND, WITH and RETURN over random patterns and predicates.";
    Synthesis = "synthesis", "The statements of the oracle `gqs`.";
    Writes = "writes", "CREATE, MERGE, SET, REMOVE, DELETE and FOREACH; the graph is compared afterwards.";
    Expressions = "expressions", "Every function and operator, ill-typed arguments included.";
    Temporal = "temporal", "Temporal values: their making, their parts, their arithmetic.";
    Skeletons = "skeletons", "The statements of the oracle `reference`: joins, groups, sorts, cuts and subqueries.";
    Sequences = "sequences", "Those of the oracle `stateful`: statements that write, each on the graph that the last one left.";
}

impl StatementKind {
    /// The kind of this name.
    pub fn find(name: &str) -> Option<StatementKind> {
        StatementKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Compares the reference with a target on random statements of some kinds, in turn round by round.
#[derive(Clone, Debug)]
pub struct Differential {
    /// The kinds; all when there are none.
    pub kinds: Vec<StatementKind>,
}

impl Oracle for Differential {
    fn name(&self) -> &'static str {
        "differential"
    }

    fn summary(&self) -> &'static str {
        "random statements of every generator do what the reference says"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        match is_gremlin(dialect) {
            true => (!self.kinds.is_empty()).then_some("kinds are those of Cypher, which the target does not speak"),
            false => not_cypher(dialect).or_else(|| self.kinds_for(dialect).is_empty().then_some(TYPED)),
        }
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(TraversalRound::new(TRAVERSALS, Held::Reference, context));
        }
        let kinds = self.kinds_for(&context.dialect);
        match kinds[(context.round % kinds.len() as u64) as usize] {
            StatementKind::Sequences => Box::new(Sequences(Stateful.round(context))),
            kind => Box::new(DifferentialRound::new(kind, context)),
        }
    }
}

impl Differential {
    /// The kinds that a target can be asked: sequences make elements that no table was declared for.
    fn kinds_for(&self, dialect: &Dialect) -> Vec<StatementKind> {
        let kinds = if self.kinds.is_empty() { StatementKind::ALL } else { &self.kinds };
        let can_be = |kind: &StatementKind| *kind != StatementKind::Sequences || !dialect.has_tables();
        kinds.iter().copied().filter(can_be).collect()
    }
}

/// A round of the oracle `stateful`, whose cases are called by their kind.
struct Sequences(Box<dyn Round>);

impl Round for Sequences {
    fn graph(&self) -> &Arc<Graph> {
        self.0.graph()
    }

    fn load(&self) -> &Load {
        self.0.load()
    }

    fn case_count(&self) -> u64 {
        self.0.case_count()
    }

    fn next_case(&mut self, adaptation: &Adaptation) -> Option<Case> {
        let mut case = self.0.next_case(adaptation)?;
        case.lineage.oracle = StatementKind::Sequences.name().into();
        Some(case)
    }
}

/// The oracle of hunts that ask several targets: statements that read, those of which the reference knows nothing included.
pub struct Disagreement;

/// Of these kinds.
const COMPARED: &[StatementKind] = &[StatementKind::Reads, StatementKind::Expressions, StatementKind::Temporal];

impl Oracle for Disagreement {
    fn name(&self) -> &'static str {
        "differential"
    }

    fn summary(&self) -> &'static str {
        "statements that several targets (--with) must answer alike, those included of which the reference knows nothing"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        neither(dialect).or_else(|| dialect.has_tables().then_some(TYPED))
    }

    fn compares_targets(&self) -> bool {
        true
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(TraversalRound::new(self.name(), Held::Targets, context));
        }
        let kind = COMPARED[(context.round % COMPARED.len() as u64) as usize];
        Box::new(DifferentialRound { lets_off: true, ..DifferentialRound::new(kind, context) })
    }
}

/// The profile of such runs: small graphs, with temporal values and points where the target stores them.
pub fn profile() -> Profile {
    let mut profile =
        Profile::built_in("quick").unwrap_or_else(|| unreachable!("a profile that comes with graphlance"));
    profile.graph.temporal = 0.15;
    profile.graph.points = 0.05;
    profile.graph.script_load = 0.0;
    profile
}

struct DifferentialRound {
    kind: StatementKind,
    ground: RoundGround,
    options: Options,
    /// Where the statements are those of another oracle, on the same graph.
    others: Option<Box<dyn Round>>,
    /// Whether a target is let off for what its parser does not take.
    lets_off: bool,
}

impl DifferentialRound {
    fn new(kind: StatementKind, context: &RoundContext) -> DifferentialRound {
        let mut ground = RoundGround::new(context);
        if kind == StatementKind::Writes {
            ground.graph = unconstrained(ground.graph);
        }
        // Never with a planted fault: it must not choose the cases.
        let options = Options { deviations: ground.dialect.deviations.clone(), ..Options::default() };
        let others = match kind {
            StatementKind::Synthesis => Some(Gqs.round(context)),
            StatementKind::Skeletons => Some(Reference.round(context)),
            _ => None,
        };
        DifferentialRound { kind, ground, options, others, lets_off: false }
    }

    fn random_statement(&self, random: &mut Random) -> Cypher {
        match self.kind {
            StatementKind::Reads | StatementKind::Synthesis | StatementKind::Skeletons | StatementKind::Sequences => {
                let sizes = ReadingSizes { variable_length: 0.2, ..ReadingSizes::default() };
                arbitrary_reading(random, &self.ground.graph, sizes).statement()
            }
            StatementKind::Writes => arbitrary_writing(random, &self.ground.graph),
            StatementKind::Expressions => arbitrary_calls(random, &self.ground.graph),
            StatementKind::Temporal => arbitrary_moments(random),
        }
    }

    /// A statement of the round's kind that the target's dialect can say; one that is only suspected to be wrong is asked.
    fn attempt(&self, index: u64, attempt: u64, adaptation: &Adaptation) -> Option<Case> {
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let statement = self.random_statement(&mut random);
        can_be_said(&statement, &self.ground.dialect).then(|| self.case(index, statement.into(), adaptation))
    }

    fn case(&self, index: u64, statement: Statement, adaptation: &Adaptation) -> Case {
        let lineage = self.ground.lineage(self.kind.name(), index, adaptation.hash());
        let mut steps = vec![Step::run(statement.clone())];
        if statement.writes() {
            steps.push(Act::Snapshot.into());
        }
        let mut case = self.ground.case(Claim::Survives, lineage, steps);
        let answers = Answers::of(&case, 0, &self.options);
        case.claim = Claim::Answers(Answers { may_lack: self.lets_off, ..answers });
        case
    }

    /// Whether the reference has no budget for a statement.
    fn runs_out(&self, graph: &Graph, statement: &Statement) -> bool {
        let runs_out = |statement| matches!(evaluate(graph, statement, &self.options), Err(Failure::OutOfBudget(_)));
        statement.tree().is_some_and(runs_out)
    }

    /// The next case of the other oracle, with what the reference says of it in the place of its claim. What leads there, such as a
    /// new index, is left out: it changes no answer.
    fn others_case(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let made = self.others.as_mut()?.next_case(adaptation)?;
        let case = self.case(index, made.claimed_statement()?.clone(), adaptation);
        Some(Case { plan: made.plan, ..case })
    }
}

/// Whether the dialect has every feature and function of a statement, and its text means it: of some functions the grammar
/// takes words alone.
fn can_be_said(statement: &Cypher, dialect: &graphlance_cypher::Dialect) -> bool {
    let suspected = |reason: &String| reason.starts_with(SUSPECTED);
    let lacks = &dialect.unsupported;
    let has = |feature| lacks.get(&feature).is_none_or(suspected);
    let has_function = |name: &graphlance_graph::Name| {
        dialect.unsupported_functions.get(name.to_ascii_lowercase().as_str()).is_none_or(suspected)
    };
    let means_itself = || parse(&print(statement, dialect)).is_ok_and(|parsed| parsed == *statement);
    features_of(statement).into_iter().all(has)
        && measure(statement).functions.iter().all(has_function)
        && means_itself()
}

impl Making for DifferentialRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        self.others.as_ref().map_or(CASES, |round| round.case_count().min(CASES))
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        // Engines may evaluate an expression on elements that the right order never meets, and look at types before they run.
        let raises_nowhere = |case: &Case| {
            let evaluator: &dyn Evaluator = &self.options;
            let careful =
                |one: &Statement| evaluator.raises_nowhere(&case.graph, one) && !evaluator.may_be_refused(one);
            !self.lets_off || case.statements().all(careful)
        };
        let small = |case: &Case| match case.claim.stated() {
            Some(Stated::Rows(returns)) => returns.rows.len() <= MOST_ROWS && raises_nowhere(case),
            // Errors on purpose are made with care elsewhere: nothing of an arbitrary statement need be computed at all.
            Some(Stated::Error(_)) => !self.lets_off,
            // What takes the reference too long may take a target as long.
            Some(Stated::Nothing(_)) => !case.statements().any(|statement| self.runs_out(&case.graph, statement)),
            _ => true,
        };
        match self.others {
            Some(_) => self.others_case(index, adaptation),
            None => (0..ATTEMPTS).find_map(|attempt| self.attempt(index, attempt, adaptation).filter(small)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use graphlance_case::language::{Cypher, Language};

    use super::*;

    #[test]
    fn each_kind_makes_statements_of_which_most_have_an_answer_and_some_an_error() {
        for kind in StatementKind::ALL {
            let context = RoundContext::new(7, Cypher.standard(), Arc::new(profile()));
            let oracle = Differential { kinds: vec![*kind] };
            let mut stated: BTreeMap<&str, usize> = BTreeMap::new();
            for round in 0..5 {
                let mut round = oracle.round(&RoundContext { round, ..context.clone() });
                while let Some(case) = round.next_case(&Adaptation::default()) {
                    let word = match case.claim.stated() {
                        Some(Stated::Rows(_)) => "rows",
                        Some(Stated::Error(_)) => "error",
                        _ => "nothing",
                    };
                    *stated.entry(word).or_default() += 1;
                    // What reads behind writes says nothing of the graph.
                    if *kind != StatementKind::Sequences {
                        assert_eq!(case.claim.graph(&case, &[]).is_some(), word != "nothing" && case.spends_graph());
                    }
                    assert_eq!(case.lineage.oracle, kind.name());
                }
            }
            let count = |word| stated.get(word).copied().unwrap_or_default();
            assert!(count("rows") * 3 > stated.values().sum::<usize>(), "{}: {stated:?}", kind.name());
            let raising = matches!(kind, StatementKind::Expressions | StatementKind::Temporal | StatementKind::Writes);
            assert!(!raising || count("error") > 5, "{}: {stated:?}", kind.name());
        }
    }

    #[test]
    fn of_skeletons_the_statement_is_asked_and_not_what_leads_there() {
        let context = RoundContext::new(7, Cypher.standard(), Arc::new(profile()));
        let oracle = Differential { kinds: vec![StatementKind::Skeletons] };
        let mut led = 0;
        for round in 0..30 {
            let context = RoundContext { round, ..context.clone() };
            let (mut others, mut asked) = (Reference.round(&context), oracle.round(&context));
            while let Some(case) = asked.next_case(&Adaptation::default()) {
                let Some(made) = others.next_case(&Adaptation::default()) else { break };
                assert_eq!(case.statement(0), made.claimed_statement());
                led += usize::from(made.steps.len() > 1);
            }
        }
        assert!(led > 0);
    }
}
