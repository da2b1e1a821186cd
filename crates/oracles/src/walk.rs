//! The oracle of walks: one statement on many graphs, each a small change away from the last.

mod passes;
mod walker;

use std::sync::Arc;

use graphlance_case::{Act, Case, Claim, Dialect, Lineage, Step};
use graphlance_cypher::{Feature, Query, Statement as CypherStatement};
use graphlance_generate::load::{random_changes, small_change};
use graphlance_generate::skeleton::Expected;
use graphlance_generate::{Adaptation, Profile, Techniques, parameterised};
use graphlance_graph::{Graph, Random};

use crate::adapted::switches_that_tell_plans;
use crate::atomicity::TYPED;
use crate::ground::{Making, RoundGround};
use crate::indexing::{IndexChange, refreshes};
use crate::oracle::not_cypher;
use crate::reference::{ReferenceRound, claimed_query};
use crate::{Oracle, Round, RoundContext};

use passes::MOST_PASSES;
use walker::Walker;

/// One statement, planned once, on many graphs.
pub struct Walk;

/// The user page of the oracle.
const PAGE: &str = include_str!("walk.md");

/// Statements that begin a walk.
const STATEMENTS: usize = 24;
/// Graphs of a walk, the first included.
const GRAPHS: usize = 40;
/// Where planning takes long most walks are on graphs of the lower half of what the profile has, with few relationships, and their
/// statements are the shorter ones: each size class has so much of its weight for each one in front of it.
const SMALL_WHERE_DEAR: f64 = 0.9;
const SHORTER_WHERE_DEAR: f64 = 0.4;
/// Of a statement that is followed so many mutants join the walk, while fewer than so many statements are on it.
const MUTANTS: usize = 2;
const MOST_STATEMENTS: usize = 36;
/// A walk ends with fewer statements than this.
const FEWEST: usize = 3;
/// The share of changes in plain forms, whose plans an engine keeps.
const PLAIN: f64 = 0.85;
/// Changes that are tried for one that leads to another graph, and indexes for one that is not there.
const ATTEMPTS: u64 = 30;
/// The share of statements some of whose values become parameters, and how many of them at most.
const WITH_PARAMETERS: f64 = 0.75;
const MOST_PARAMETERS: usize = 4;
/// Streams of randomness within a round: changes and parameters; values of these take 10, plan switches 4.
const CHANGE: u64 = 8;
const PARAMETERS: u64 = 9;
const MUTANT: u64 = 11;
const INDEX: u64 = 14;
const SMALL: u64 = 18;

impl Oracle for Walk {
    fn name(&self) -> &'static str {
        "walk"
    }

    fn summary(&self) -> &'static str {
        "statements that read, each asked again after every small change of the graph; the reference tells every answer"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect).or_else(|| dialect.has_tables().then_some(TYPED))
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let dear = context.dialect.planning_is_dear();
        let small = dear && Random::derive(context.seed, &[context.round, SMALL]).chance(SMALL_WHERE_DEAR);
        let base = if small { ReferenceRound::new(&smaller(context)) } else { ReferenceRound::new(context) };
        let graph = Arc::clone(&base.ground().graph);
        Box::new(WalkRound {
            base,
            graph,
            changes: Vec::new(),
            walkers: Vec::new(),
            followed: Vec::new(),
            drawn: 0,
            mutants: 0,
            dear,
            graphs: 0,
            next: 0,
            pass: 0,
            written: 0,
        })
    }
}

/// The same round with a smaller graph and shorter statements.
fn smaller(context: &RoundContext) -> RoundContext {
    let mut profile = Profile::clone(&context.profile);
    let lower = |[least, most]: [usize; 2], share: usize| [least, least + most.saturating_sub(least) / share];
    profile.graph.nodes = lower(profile.graph.nodes, 2);
    profile.graph.relationships = lower(profile.graph.relationships, 4);
    let mut share = 1.0;
    for class in &mut profile.sizes {
        class.weight *= share;
        share *= SHORTER_WHERE_DEAR;
    }
    RoundContext { profile: Arc::new(profile), ..context.clone() }
}

struct WalkRound {
    /// Makes the statements and knows their answers.
    base: ReferenceRound,
    /// Where the walk is.
    graph: Arc<Graph>,
    /// The steps that led there.
    changes: Vec<Step>,
    /// The statements that go on.
    walkers: Vec<Walker>,
    /// Statements to be followed, of which no mutant was made yet.
    followed: Vec<Query>,
    /// Statements and mutants drawn.
    drawn: u64,
    mutants: u64,
    /// Whether the target takes long to plan a text.
    dear: bool,
    /// Graphs reached.
    graphs: usize,
    /// The statement that is asked next on this graph, and the pass in which it is.
    next: usize,
    pass: usize,
    /// Changes drawn.
    written: u64,
}

impl WalkRound {
    /// Statements that are new join the walk, without an answer yet, as long as it has fewer than it begins with.
    fn join(&mut self, adaptation: &Adaptation) {
        let RoundGround { context, dialect, .. } = self.base.ground();
        let (context, dialect) = (context.clone(), Arc::clone(dialect));
        let takes_parameters = dialect.has(Feature::Parameter) && adaptation.weight(Feature::Parameter.name()) > 0.0;
        for _ in self.walkers.len()..STATEMENTS {
            let Some((made, size_class, hash)) = self.base.statement(adaptation) else { break };
            self.drawn += 1;
            // What raises an error on one graph may have nothing to raise it at on another, and is refused there all the same.
            if matches!(made.expected, Expected::Error(_)) {
                continue;
            }
            let mut random = self.base.ground().random(&[PARAMETERS, self.drawn]);
            let plain = takes_parameters && made.query.parameters.is_empty();
            let given = match plain && random.chance(WITH_PARAMETERS) {
                true => parameterised(&made.query, MOST_PARAMETERS, &mut random),
                false => None,
            };
            let query = given.unwrap_or(made.query);
            if self.graphs > 0 && !self.has_rows(&query) {
                continue;
            }
            let switches = switches_that_tell_plans(&context, &dialect, self.drawn);
            self.walkers.push(Walker::new(query, (made.clauses, size_class), hash, switches));
        }
    }

    /// Whether a statement has rows where the walk is.
    fn has_rows(&self, query: &Query) -> bool {
        let returns = self.base.answer(&self.graph, &CypherStatement::Query(query.clone()));
        returns.is_some_and(|returns| !returns.rows.is_empty())
    }

    /// Mutants of the statements that are followed join the walk.
    fn mutate(&mut self, adaptation: &Adaptation) {
        for query in std::mem::take(&mut self.followed) {
            for _ in 0..MUTANTS {
                if self.walkers.len() >= MOST_STATEMENTS {
                    return;
                }
                self.mutants += 1;
                let mut random = self.base.ground().random(&[MUTANT, self.mutants]);
                let Some(mutant) = self.base.mutant(&query, &self.graph, adaptation, &mut random) else { continue };
                let RoundGround { context, dialect, .. } = self.base.ground();
                // Apart from those of statements that join.
                let switches = switches_that_tell_plans(context, dialect, MUTANT << 32 | self.mutants);
                let Some(first) = self.walkers.iter().find(|walker| walker.query == query) else { break };
                let clauses = mutant.parts().map(|part| part.clauses.len()).sum();
                let (size_class, hash) = (first.size_class, first.adaptation.clone());
                self.walkers.push(Walker::new(mutant, (clauses, size_class), hash, switches));
            }
        }
    }

    /// Goes on to the next graph; false where the walk ends.
    fn go_on(&mut self, adaptation: &Adaptation) -> bool {
        self.mutate(adaptation);
        self.walkers.retain(|walker| walker.stays(self.dear));
        self.graphs += 1;
        (self.next, self.pass) = (0, 0);
        let goes_on = self.graphs <= GRAPHS && self.change(adaptation).is_some();
        if goes_on && self.dear {
            self.join(adaptation);
        }
        goes_on && self.walkers.len() >= FEWEST
    }

    /// An index more or one less, that some statement can be answered by where there is such, and statistics up to date: once in a
    /// walk, behind its first steps and before its last, for it makes an engine plan all statements anew: where that takes long,
    /// those go on to which it matters. None on other graphs than one, and where the dialect has neither.
    fn index(&mut self, adaptation: &Adaptation) -> Option<()> {
        let RoundGround { dialect, .. } = self.base.ground();
        let mut random = self.base.ground().random(&[INDEX]);
        if self.graphs != random.between(GRAPHS / 5, GRAPHS * 3 / 4) {
            return None;
        }
        let mut drawn = (0..ATTEMPTS).filter_map(|_| IndexChange::draw(&mut random, &self.graph, dialect, adaptation));
        let first = drawn.next();
        let matters = |change: &IndexChange| self.walkers.iter().any(|walker| change.matters_to(&walker.query));
        let change = match first {
            Some(change) if !matters(&change) => Some(drawn.find(matters).unwrap_or(change)),
            first => first,
        };
        drop(drawn);
        let refreshes = refreshes(&mut random, dialect);
        let before = self.changes.len();
        if let Some(change) = change {
            if self.dear {
                self.walkers.retain(|walker| change.matters_to(&walker.query));
            }
            self.graph = Arc::new(change.graph);
            self.changes.push(Step::run(change.statement.into()));
        }
        self.changes.extend(refreshes.then(|| Act::Refresh.into()));
        (self.changes.len() > before).then_some(())
    }

    /// One small change that leads to another graph.
    fn change(&mut self, adaptation: &Adaptation) -> Option<()> {
        if self.index(adaptation).is_some() {
            return Some(());
        }
        for _ in 0..ATTEMPTS {
            self.written += 1;
            let mut random = self.base.ground().random(&[CHANGE, self.written]);
            let dialect = &self.base.ground().dialect;
            let change = match random.chance(PLAIN) {
                true => small_change(&mut random, &self.graph, dialect),
                false => random_changes(&mut random, &self.graph, dialect, 1).pop(),
            };
            let Some(change) = change else { continue };
            let Some(graph) = self
                .base
                .graph_after(&self.graph, &change)
                .filter(|graph| *graph != *self.graph && self.base.suits(graph))
            else {
                continue;
            };
            self.graph = Arc::new(graph);
            self.changes.push(Step::run(change.into()));
            return Some(());
        }
        None
    }
}

impl Making for WalkRound {
    fn ground(&self) -> &RoundGround {
        self.base.ground()
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        self.base.ground_mut()
    }

    fn cases(&self) -> u64 {
        (MOST_STATEMENTS * GRAPHS * MOST_PASSES) as u64
    }

    fn counted(&self) -> Option<&Techniques> {
        self.base.counted()
    }

    fn follow(&mut self, case: &Case) {
        let Some(query) = claimed_query(case) else { return };
        if let Some(walker) = self.walkers.iter_mut().find(|walker| walker.asks(query) && !walker.followed) {
            walker.followed = true;
            self.followed.push(walker.query.clone());
        }
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        if self.graphs == 0 {
            self.join(adaptation);
            self.graphs = 1;
        }
        while self.graphs <= GRAPHS {
            let changes = self.changes.clone();
            if let Some((walker, statement, returns)) = self.answered() {
                let claim = Claim::returns(changes.len(), returns);
                let (plan, asked) = (walker.switches.clone(), Step::run(statement));
                let (size_class, plan_steps, hash) = (walker.size_class, walker.clauses, walker.adaptation.clone());
                let ground = self.base.ground();
                let lineage = Lineage { size_class, plan_steps, ..ground.lineage(Walk.name(), index, hash) };
                let steps = changes.into_iter().chain([asked]).collect();
                return Some(Case { plan, ..ground.case(claim, lineage, steps) });
            }
            if !self.go_on(adaptation) {
                self.graphs = GRAPHS + 1;
            }
        }
        None
    }
}
