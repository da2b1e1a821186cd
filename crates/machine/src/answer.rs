//! What a traversal must give, and what of it the language leaves open.

use graphlance_gremlin::Statement;

use crate::failure::{Failure, unknown};
use crate::graph::PropertyGraph;
use crate::options::Options;
use crate::program::{Kind, Program, compile};
use crate::rules::Rules;
use crate::run::{self, Chance};
use crate::value::Value;
use crate::widths::floats_meet_decimals;

mod canonical;

use canonical::Precision;

/// What a traversal must give.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The objects that come out.
    pub values: Vec<Value>,
    /// What is promised of their order, and of the order in lists among them.
    pub promise: Promise,
    /// Whether numbers in them may differ in their last digits, since the order of a sum is open.
    pub inexact: bool,
    /// The graph afterwards. Elements among the values are those of this graph.
    pub graph: PropertyGraph,
    /// Whether the traversal has steps that change the graph.
    pub writes: bool,
}

/// What is promised of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The values come in this order.
    Sequence,
    /// The values come in any order, for this reason.
    Bag(&'static str),
    /// The values come in any order, and lists among them have what is in them in any order, for this reason.
    BagOfBags(&'static str),
}

/// So many times as many arrangements of a statement that removes something: what is left depends on what came when, and on what
/// of it is found afterwards.
const MORE_OF_DROPS: u64 = 4;

/// Evaluates a statement on a graph, which stays as it is.
pub fn evaluate(statement: &Statement, graph: &PropertyGraph, options: &Options) -> Result<Answer, Failure> {
    evaluation(Asked { statement, given: None }, graph, options)
}

/// What the steps of a statement make of objects of a graph that came out of another one, in an order that is open: as if they
/// stood behind it and a `barrier()`. They are given objects alone: what steps in front noted aside, labelled or walked over is not
/// there.
pub fn evaluate_behind(
    given: &[Value],
    statement: &Statement,
    graph: &PropertyGraph,
    options: &Options,
) -> Result<Answer, Failure> {
    evaluation(Asked { statement, given: Some(given) }, graph, options)
}

/// One answer that the language admits, by the arrangement of this number of what is open: 0 takes everything as it arises, 1
/// reverses each open order, the others draw it.
pub fn evaluate_in(
    arrangement: u64,
    statement: &Statement,
    graph: &PropertyGraph,
    options: &Options,
) -> Result<(Vec<Value>, PropertyGraph), Failure> {
    one_answer(arrangement, Asked { statement, given: None }, graph, options)
}

/// The same of steps that stand behind another statement.
pub fn evaluate_behind_in(
    arrangement: u64,
    given: &[Value],
    statement: &Statement,
    graph: &PropertyGraph,
    options: &Options,
) -> Result<(Vec<Value>, PropertyGraph), Failure> {
    one_answer(arrangement, Asked { statement, given: Some(given) }, graph, options)
}

/// A statement, and what goes into it where it stands behind another.
#[derive(Clone, Copy)]
struct Asked<'a> {
    statement: &'a Statement,
    given: Option<&'a [Value]>,
}

fn evaluation(asked: Asked<'_>, graph: &PropertyGraph, options: &Options) -> Result<Answer, Failure> {
    let rules = rules(asked.statement, graph, options)?;
    let first = Attempt::begin(0, asked, graph, options, rules)?;
    let facts = facts(&first.program, asked.statement, options);
    let first = first.run(asked.statement, options, rules);
    if let Ok((values, after, noted)) = &first
        && facts.order_free
        && !facts.lists_open
        && !noted.chose
    {
        let promise = if values.len() < 2 { Promise::Sequence } else { Promise::Bag("no step orders what comes out") };
        return Ok(Answer {
            values: values.clone(),
            promise,
            inexact: false,
            graph: after.clone(),
            writes: facts.writes,
        });
    }
    let more = if facts.drops { MORE_OF_DROPS } else { 1 };
    let run_in = |arrangement| {
        let attempt = Attempt::begin(arrangement, asked, graph, options, rules)?;
        attempt.run(asked.statement, options, rules)
    };
    let others = (1..=options.arrangements * more).map(run_in);
    settle(first, others.collect(), graph, facts)
}

fn one_answer(
    arrangement: u64,
    asked: Asked<'_>,
    graph: &PropertyGraph,
    options: &Options,
) -> Result<(Vec<Value>, PropertyGraph), Failure> {
    let rules = rules(asked.statement, graph, options)?;
    let attempt = Attempt::begin(arrangement, asked, graph, options, rules)?;
    attempt.run(asked.statement, options, rules).map(|(values, graph, _)| (values, graph))
}

/// The rules of a version, where all that a statement may come upon is known of it.
fn rules(statement: &Statement, graph: &PropertyGraph, options: &Options) -> Result<Rules, Failure> {
    let rules = Rules::of(options.version);
    if !rules.floats_by_text && floats_meet_decimals(statement, graph) {
        return Err(unknown(format!("a float beside a decimal in {}", options.version)));
    }
    Ok(rules)
}

/// The values, the graph afterwards, and what was noted on the way.
type Outcome = Result<(Vec<Value>, PropertyGraph, Noted), Failure>;

/// What was noted on the way.
#[derive(Clone, Copy, Debug)]
struct Noted {
    /// Whether an order that is open chose among objects.
    chose: bool,
    /// Whether objects tied in an order.
    tied: bool,
}

/// A program that is about to run in one arrangement.
struct Attempt {
    program: Program,
    graph: PropertyGraph,
    chance: Chance,
}

impl Attempt {
    fn begin(
        arrangement: u64,
        asked: Asked<'_>,
        graph: &PropertyGraph,
        options: &Options,
        rules: Rules,
    ) -> Result<Attempt, Failure> {
        let mut graph = graph.clone();
        let mut chance = Chance::new(arrangement);
        graph.start_identities_at(chance.first_identity());
        let program = match asked.given {
            None => compile::compile(asked.statement, options, rules, &mut graph, &mut chance)?,
            Some(given) => compile::compile_behind(given, asked.statement, options, rules, &mut graph, &mut chance)?,
        };
        Ok(Attempt { program, graph, chance })
    }

    fn run(self, statement: &Statement, options: &Options, rules: Rules) -> Outcome {
        let Attempt { program, mut graph, mut chance } = self;
        let values = run::results(&program, statement.terminal.as_ref(), options, rules, &mut graph, &mut chance)?;
        Ok((values, graph, Noted { chose: chance.chose(), tied: chance.tied() }))
    }
}

/// What a program tells of its answer before it runs.
#[derive(Clone, Copy, Debug)]
struct Facts {
    writes: bool,
    /// Whether a step removes something.
    drops: bool,
    /// Whether no step depends on an order.
    order_free: bool,
    /// Whether it makes lists of what has no order, before it orders anything: then no list has an order, however alike several
    /// arrangements of it happen to be.
    lists_open: bool,
    /// Whether it orders its objects and no step behind that makes several of one.
    ordered: bool,
}

fn facts(program: &Program, statement: &Statement, options: &Options) -> Facts {
    // Properties of several elements may be equal: which one is kept shows where its element is asked for.
    let keeps_one = program.ops.iter().any(|op| matches!(op.kind, Kind::Dedup { .. }));
    let asks_owner = program.ops.iter().any(|op| matches!(op.kind, Kind::Element));
    let depends = program.writes || keeps_one && asks_owner;
    let order_free = !depends
        && statement.terminal.is_none()
        && program.ops.iter().all(|op| op.kind.is_order_free() && !program.reduces_bulks(op, options.version));
    let lists_open = program.lists_open;
    let drops = program.ops.iter().any(|op| matches!(op.kind, Kind::Drop));
    Facts { writes: program.writes, drops, order_free, lists_open, ordered: is_ordered(program) }
}

fn is_ordered(program: &Program) -> bool {
    let kinds = program.chains[program.root].ops.iter().map(|op| &program.op(*op).kind);
    let mut behind = kinds.rev().take_while(|kind| !matches!(kind, Kind::Order(_))).collect::<Vec<_>>().into_iter();
    let has_order = program.chains[program.root].ops.iter().any(|op| matches!(program.op(*op).kind, Kind::Order(_)));
    has_order && behind.all(Kind::keeps_order)
}

/// What all arrangements have in common.
fn settle(first: Outcome, others: Vec<Outcome>, before: &PropertyGraph, facts: Facts) -> Result<Answer, Failure> {
    for failure in std::iter::once(&first).chain(&others).filter_map(|outcome| outcome.as_ref().err()) {
        if !matches!(failure, Failure::Raised(_)) {
            return Err(failure.clone());
        }
    }
    let (values, graph, mut noted) = match first {
        Err(failure) => {
            let all = others.iter().all(Result::is_err);
            return Err(if all { failure } else { Failure::Unspecified("whether an error is raised".to_owned()) });
        }
        Ok(outcome) => outcome,
    };
    let mut others_right = Vec::new();
    for outcome in others {
        match outcome {
            Ok((values, graph, other)) => {
                noted = Noted { chose: noted.chose || other.chose, tied: noted.tied || other.tied };
                others_right.push((values, graph));
            }
            Err(_) => return Err(Failure::Unspecified("whether an error is raised".to_owned())),
        }
    }
    if noted.chose {
        return Err(Failure::Unspecified("which objects a step lets through is open".to_owned()));
    }
    let same = |precision: Precision, lists: bool, sequence: bool| {
        let form = |values: &[Value], graph: &PropertyGraph| {
            let mut forms: Vec<u64> =
                values.iter().map(|value| canonical::form(value, graph, before, precision, lists)).collect();
            if !sequence {
                forms.sort_unstable();
            }
            forms
        };
        let mine = form(&values, &graph);
        others_right.iter().all(|(values, graph)| form(values, graph) == mine)
    };
    let mut inexact = false;
    let lists_open = facts.lists_open && values.iter().any(Value::holds_several);
    let promise = if lists_open && same(Precision::Exact, false, false) {
        Promise::BagOfBags("lists are made of what has no order")
    } else if same(Precision::Exact, true, true) && ((facts.ordered && !noted.tied) || values.len() < 2) {
        Promise::Sequence
    } else if same(Precision::Exact, true, false) {
        Promise::Bag(if facts.ordered { "what ties has no order" } else { "no step orders what comes out" })
    } else if same(Precision::Near, true, false) {
        inexact = true;
        Promise::Bag("no step orders what comes out")
    } else if same(Precision::Near, false, false) {
        inexact = !same(Precision::Exact, false, false);
        Promise::BagOfBags("lists are made of what has no order")
    } else {
        return Err(Failure::Unspecified("what comes out depends on an order that is open".to_owned()));
    };
    if facts.writes {
        let state = canonical::state(&graph, before);
        if others_right.iter().any(|(_, other)| canonical::state(other, before) != state) {
            return Err(Failure::Unspecified("the graph afterwards depends on an order that is open".to_owned()));
        }
    }
    Ok(Answer { values, promise, inexact, graph, writes: facts.writes })
}

impl Kind {
    /// Whether what comes out of it as a whole depends on no order: neither which objects nor what is in them.
    fn is_order_free(&self) -> bool {
        use crate::program::{By, How, Reduction};
        let plain = |bys: &[By]| bys.iter().all(|by| !matches!(by.how, How::Chain(_)));
        match self {
            Kind::Start
            | Kind::Identity
            | Kind::Given(_)
            | Kind::Graph { .. }
            | Kind::Adjacent { .. }
            | Kind::EndOf(_)
            | Kind::OtherEnd
            | Kind::Properties { .. }
            | Kind::ElementMap { .. }
            | Kind::Id
            | Kind::Label
            | Kind::Key
            | Kind::Value
            | Kind::Element
            | Kind::Has { .. }
            | Kind::HasKeyOf { .. }
            | Kind::Is(_)
            | Kind::Filter(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::WhereStart(_)
            | Kind::WhereEnd(_)
            | Kind::Quantified { .. }
            | Kind::Discard
            | Kind::Constant(_)
            | Kind::Reduce(Reduction::Count)
            | Kind::Repeat(_)
            | Kind::RepeatEnd
            | Kind::Coalesce(_)
            | Kind::Optional(_)
            | Kind::FlatMap(_)
            | Kind::Loops(_) => true,
            Kind::Dedup { labels, by } => labels.is_empty() && by.is_none(),
            Kind::WhereLabels { bys, .. }
            | Kind::Select { bys, .. }
            | Kind::Project { bys, .. }
            | Kind::Path { bys, .. }
            | Kind::PathFilter { bys, .. } => plain(bys),
            Kind::Branch { options, .. } => !options.is_empty(),
            _ => false,
        }
    }

    /// Whether what comes out of it is in the order in which it goes in.
    pub(crate) fn keeps_order(&self) -> bool {
        match self {
            Kind::Properties { values, keys } => *values && keys.len() == 1,
            Kind::EndOf(direction) => *direction != graphlance_gremlin::token::Direction::Both,
            Kind::Id
            | Kind::Label
            | Kind::Key
            | Kind::Value
            | Kind::Element
            | Kind::ElementMap { .. }
            | Kind::PropertyMap { .. }
            | Kind::OtherEnd
            | Kind::Identity
            | Kind::Has { .. }
            | Kind::HasKeyOf { .. }
            | Kind::Is(_)
            | Kind::Filter(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::WhereLabels { .. }
            | Kind::Quantified { .. }
            | Kind::PathFilter { .. }
            | Kind::Range { .. }
            | Kind::Tail(_)
            | Kind::Dedup { .. }
            | Kind::Select { .. }
            | Kind::SelectColumn(_)
            | Kind::SelectBy { .. }
            | Kind::Project { .. }
            | Kind::Path { .. }
            | Kind::MapTo(_)
            | Kind::Constant(_)
            | Kind::Math { .. }
            | Kind::Text { .. }
            | Kind::Concat(_)
            | Kind::Format { .. } => true,
            Kind::Fold { .. } | Kind::Unfold => true,
            _ => false,
        }
    }
}
