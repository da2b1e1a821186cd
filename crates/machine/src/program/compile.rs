//! From the syntax tree to a program.

mod connect;
mod elements;
mod groups;
mod matching;
mod steps;
mod streams;
mod texts;
mod value;

use graphlance_gremlin::token::{Operator, Order, Token};
use graphlance_gremlin::{Argument, Modulator, Name, Statement, Step, StepName, Traversal};

use super::{By, Chain, ChainId, FOR_FIRST, FOR_ONE, How, Kind, Once, Op, OpId, Operand, Program, Sack};
use crate::PropertyGraph;
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::options::Options;
use crate::quirk::Quirk;
use crate::rules::Rules;
use crate::run::Chance;
use crate::value::Value;

/// Makes programs.
pub(crate) struct Compiler<'a> {
    pub program: Program,
    pub rules: Rules,
    pub options: &'a Options,
    pub graph: &'a mut PropertyGraph,
    pub chance: &'a mut Chance,
    /// The chains that were made for the step at hand.
    made: Vec<ChainId>,
    /// How many bodies of `repeat` are around.
    in_repeat: usize,
    /// How many chains are around the step at hand, that of the statement with them.
    nesting: usize,
}

/// Strategies that change how a traversal is computed and not what comes of it.
const OPTIMIZATIONS: &[&str] = &[
    "AdjacentToIncidentStrategy",
    "ByModulatorOptimizationStrategy",
    "ConnectiveStrategy",
    "CountStrategy",
    "EarlyLimitStrategy",
    "FilterRankingStrategy",
    "GraphFilterStrategy",
    "HaltedTraverserStrategy",
    "IdentityRemovalStrategy",
    "IncidentToAdjacentStrategy",
    "InlineFilterStrategy",
    "LazyBarrierStrategy",
    "MatchAlgorithmStrategy",
    "MatchPredicateStrategy",
    "MessagePassingReductionStrategy",
    "OptionsStrategy",
    "OrderLimitStrategy",
    "PathProcessorStrategy",
    "PathRetractionStrategy",
    "ProfileStrategy",
    "ReferenceElementStrategy",
    "RepeatUnrollStrategy",
    "ElementIdStrategy",
    "SeedStrategy",
    "StandardVerificationStrategy",
    "LambdaRestrictionStrategy",
    "ComputerFinalizationStrategy",
    "ComputerVerificationStrategy",
    "VertexProgramStrategy",
];

/// The program of a statement.
pub(crate) fn compile(
    statement: &Statement,
    options: &Options,
    rules: Rules,
    graph: &mut PropertyGraph,
    chance: &mut Chance,
) -> Result<Program, Failure> {
    program_of(None, statement, options, rules, graph, chance)
}

/// The program of a statement whose first step is given objects.
pub(crate) fn compile_behind(
    given: &[Value],
    statement: &Statement,
    options: &Options,
    rules: Rules,
    graph: &mut PropertyGraph,
    chance: &mut Chance,
) -> Result<Program, Failure> {
    program_of(Some(given), statement, options, rules, graph, chance)
}

fn program_of(
    given: Option<&[Value]>,
    statement: &Statement,
    options: &Options,
    rules: Rules,
    graph: &mut PropertyGraph,
    chance: &mut Chance,
) -> Result<Program, Failure> {
    let rewritten = super::wrong::rewritten(statement, options);
    let statement = rewritten.as_ref().unwrap_or(statement);
    let (program, made) = (Program::default(), Vec::new());
    let mut compiler = Compiler { program, rules, options, graph, chance, made, in_repeat: 0, nesting: 0 };
    for (key, value) in &compiler.options.side_effects {
        compiler.program.source.side_effects.push((key.clone(), value.clone(), None));
    }
    for modulator in &statement.source {
        compiler.configure(modulator)?;
    }
    let root = match given {
        None => compiler.chain(&statement.traversal, true)?,
        Some(given) => compiler.chain_behind(given, &statement.traversal)?,
    };
    compiler.program.root = root;
    let ops = &compiler.program.ops;
    let notes = |op: &Op| op.kind.waits() || op.name.row().is(graphlance_gremlin::table::Trait::SideEffect);
    compiler.program.shows_bulks = ops.iter().any(|op| op.chain != root && notes(op));
    compiler.program.readers = compiler.program.readers_of_labels();
    let ops = &compiler.program.ops;
    compiler.program.compares = ops.iter().any(|op| op.kind.compares());
    compiler.program.lists_open = compiler.program.makes_open_lists();
    if compiler.program.orders_by_what_changes() {
        return Err(Failure::Unspecified(
            "whether order() asks for its keys before or behind what is written or noted".to_owned(),
        ));
    }
    if compiler.program.notes_before_a_cut() {
        return Err(Failure::Unspecified("how many objects a branch notes or writes in front of a limit".to_owned()));
    }
    if compiler.program.notes_two_kinds() {
        return Err(Failure::Unspecified(
            "what stands under a key under which a map and a collection are noted".to_owned(),
        ));
    }
    let ops = &compiler.program.ops;
    if ops.iter().any(|op| matches!(op.kind, Kind::Match(_)))
        && ops.iter().any(|op| matches!(op.kind, Kind::Path { .. } | Kind::PathFilter { .. } | Kind::Tree { .. }))
    {
        return Err(unknown("what a match leaves in a path"));
    }
    Ok(compiler.program)
}

impl Compiler<'_> {
    fn configure(&mut self, modulator: &Modulator) -> Result<(), Failure> {
        let arguments = &modulator.arguments;
        match (modulator.name, arguments.as_slice()) {
            (StepName::WithBulk, [bulk]) => {
                self.program.source.without_bulk = self.value(bulk)? == Value::from(false);
            }
            (StepName::WithPath, _) => self.program.tracks_paths = true,
            (StepName::WithSack, [initial, rest @ ..]) => {
                let merge = rest.first().map(|operator| self.operator(operator)).transpose()?;
                self.program.source.sack = Some(Sack { initial: self.value(initial)?, merge });
            }
            (StepName::WithSideEffect, [key, value, rest @ ..]) => {
                let (key, value) = (self.name(key)?, self.value(value)?);
                let reducer = rest.first().map(|operator| self.operator(operator)).transpose()?;
                self.program.source.side_effects.push((key, value, reducer));
            }
            // None of them is there anyway.
            (StepName::WithoutStrategies, _) => {}
            (StepName::WithStrategies, strategies) => {
                for strategy in strategies {
                    self.strategy(strategy)?;
                }
            }
            (StepName::With, _) => {}
            (name, _) => return Err(unknown(format!("a source with {}", name.text()))),
        }
        Ok(())
    }

    fn strategy(&mut self, argument: &Argument) -> Result<(), Failure> {
        match argument {
            Argument::Strategy(strategy) if OPTIMIZATIONS.contains(&strategy.name.as_str()) => Ok(()),
            Argument::Strategy(strategy) => Err(unknown(format!("the strategy {}", strategy.name))),
            _ => Err(unknown("a strategy that is none")),
        }
    }

    /// Makes a chain of a traversal: that of the statement, or an anonymous one.
    pub fn chain(&mut self, traversal: &Traversal, is_root: bool) -> Result<ChainId, Failure> {
        let traversal = connect::connect(traversal, is_root);
        let chain = self.new_chain();
        self.nesting += 1;
        let filled = self.fill(chain, &traversal, is_root);
        self.nesting -= 1;
        filled.map(|()| chain)
    }

    /// Makes a chain of a traversal into which objects go.
    fn chain_behind(&mut self, given: &[Value], traversal: &Traversal) -> Result<ChainId, Failure> {
        let traversal = connect::connect(traversal, false);
        let chain = self.new_chain();
        self.push(chain, StepName::Identity, Kind::Given(given.to_vec()), Vec::new())?;
        self.nesting += 1;
        let filled = self.fill(chain, &traversal, false);
        self.nesting -= 1;
        filled.map(|()| chain)
    }

    /// An empty chain.
    pub fn new_chain(&mut self) -> ChainId {
        self.program.chains.push(Chain::default());
        self.program.chains.len() - 1
    }

    /// Appends the steps of a traversal to a chain.
    pub fn fill(&mut self, chain: ChainId, traversal: &Traversal, is_root: bool) -> Result<(), Failure> {
        if !traversal.start.is_empty() || traversal.steps.is_empty() {
            let labels: Vec<Name> = graphlance_gremlin::ast::labels(&traversal.start).cloned().collect();
            self.push(chain, StepName::Identity, Kind::Start, labels)?;
        }
        let mut index = 0;
        while let Some(step) = traversal.steps.get(index) {
            let following = traversal.steps.get(index + 1..).unwrap_or_default();
            let used = self.step(chain, step, following, is_root && index == 0)?;
            index += 1 + used;
        }
        Ok(())
    }

    /// Appends a step, and gives how many of the following ones are part of it.
    fn step(&mut self, chain: ChainId, step: &Step, following: &[Step], first: bool) -> Result<usize, Failure> {
        for modulator in step.before.iter().chain(&step.modulators) {
            if !step.row().takes(modulator.name) {
                let (step, modulator) = (step.name.text(), modulator.name.text());
                return Err(raise(ErrorKind::Verification, format!("{step}() takes no {modulator}()")));
            }
        }
        self.track(step.name);
        let around = std::mem::take(&mut self.made);
        let (kind, used) = self.kind(step, following, first)?;
        if kind.noted().is_some_and(|key| key.is_empty()) {
            return Err(raise(ErrorKind::Argument, "what is noted aside stands under a key"));
        }
        let is_once = self.options.quirks.has(Quirk::LaterElementsOnce);
        let of_rule = |label: &&Name| is_once && (*label == FOR_FIRST || *label == FOR_ONE);
        let once = step.labels().filter(of_rule).count();
        let mut labels: Vec<Name> = step.labels().filter(|label| !of_rule(label)).cloned().collect();
        for folded in &following[..used.min(following.len())] {
            labels.extend(folded.labels().cloned());
        }
        // What strategies do that make a traversal faster: equal traversers become one behind such a step (`LazyBarrierStrategy`),
        // or behind one that reads labels (`PathRetractionStrategy`); where sacks are merged by it, no document says behind which.
        let makes_one = matches!(kind, Kind::AddVertex { .. } | Kind::AddEdge { .. });
        let merges = self.program.source.sack.as_ref().is_some_and(|sack| sack.merge.is_some());
        let several = merges || kind.is_flat() || kind.is_branch() || kind.looks_back();
        let bulks = self.chance.bulks_early() && several && !makes_one && self.nesting == 1;
        let id = self.push(chain, step.name, kind, labels)?;
        self.program.ops[id].once = match once {
            0 => None,
            1 => Some(Once::ForEqual),
            _ => Some(Once::ForOne),
        };
        if bulks {
            self.push(chain, StepName::Barrier, Kind::Wait { size: None, written: false }, Vec::new())?;
        }
        self.made = around;
        Ok(used)
    }

    /// Notes what the traversers of the program must keep for a step.
    fn track(&mut self, name: StepName) {
        use graphlance_gremlin::table::Trait;
        let row = name.row();
        self.program.tracks_paths |= row.is(Trait::ReadsPath);
        self.program.tracks_labels |= row.is(Trait::ReadsLabels);
        self.program.writes |= row.is(Trait::Writes);
    }

    /// Appends an operation. The chains made since the last one are its children.
    pub fn push(&mut self, chain: ChainId, name: StepName, kind: Kind, labels: Vec<Name>) -> Result<OpId, Failure> {
        let id = self.program.ops.len();
        if id >= self.options.budget.steps {
            return Err(Failure::OutOfBudget("steps of the traversal"));
        }
        let children = std::mem::take(&mut self.made);
        for child in &children {
            self.program.chains[*child].parent = Some(id);
        }
        let previous = self.program.last(chain);
        self.program.ops.push(Op { name, kind, labels, previous, chain, children, once: None });
        self.program.chains[chain].ops.push(id);
        Ok(id)
    }

    /// A nested traversal as a child of the step at hand.
    pub fn child(&mut self, traversal: &Traversal) -> Result<ChainId, Failure> {
        let around = std::mem::take(&mut self.made);
        let chain = self.chain(traversal, false)?;
        self.made = around;
        self.made.push(chain);
        Ok(chain)
    }

    /// The nested traversals among arguments.
    pub fn children(&mut self, arguments: &[Argument]) -> Result<Vec<ChainId>, Failure> {
        arguments.iter().map(|argument| self.child(traversal_of(argument)?)).collect()
    }

    /// An argument that is known, or that a traversal gives.
    pub fn operand(&mut self, argument: &Argument) -> Result<Operand, Failure> {
        match argument {
            Argument::Traversal(traversal) => self.child(traversal).map(Operand::Chain),
            other => self.value(other).map(Operand::Value),
        }
    }

    /// The modulators `by(..)` of a step.
    pub fn bys(&mut self, step: &Step) -> Result<Vec<By>, Failure> {
        step.modulators_named(StepName::By).map(|modulator| self.by(modulator)).collect()
    }

    /// The modulator `by(..)` of a step that uses one. Of several the last counts where they are no error.
    pub fn one_by(&mut self, step: &Step) -> Result<Option<By>, Failure> {
        let mut bys = self.bys(step)?;
        if bys.len() > 1 && self.rules.one_by {
            return Err(raise(ErrorKind::Verification, format!("{}() takes one by()", step.name.text())));
        }
        Ok(bys.pop())
    }

    fn by(&mut self, modulator: &Modulator) -> Result<By, Failure> {
        let mut order = None;
        let mut how = How::Itself;
        for argument in &modulator.arguments {
            match argument {
                Argument::Token(Token::Order(given)) => order = Some(*given),
                Argument::Token(Token::T(token)) => how = How::Token(*token),
                Argument::Token(Token::Column(column)) => how = How::Column(*column),
                Argument::Traversal(traversal) => how = How::Chain(self.child(traversal)?),
                other => how = How::Key(self.name(other)?),
            }
        }
        Ok(By { how, order })
    }

    /// The labels of the modulators `from("a")` and `to("a")`.
    pub fn ends(&mut self, step: &Step) -> Result<(Option<Name>, Option<Name>), Failure> {
        let mut label = |name: StepName| {
            let given = step.modulators_named(name).last().and_then(|modulator| modulator.arguments.first());
            given.map(|argument| self.name(argument)).transpose()
        };
        Ok((label(StepName::From)?, label(StepName::To)?))
    }

    pub fn operator(&mut self, argument: &Argument) -> Result<Operator, Failure> {
        match argument {
            Argument::Token(Token::Operator(operator)) => Ok(*operator),
            _ => Err(unknown("an operator that is a variable")),
        }
    }
}

/// The traversal that an argument is.
pub(super) fn traversal_of(argument: &Argument) -> Result<&Traversal, Failure> {
    argument.as_traversal().ok_or_else(|| unknown("a traversal that is a variable"))
}

/// The order of a `by(..)` of `order`.
pub(crate) fn ordering(by: &By) -> Order {
    by.order.unwrap_or(Order::Asc)
}
