//! Growth of a traversal, step by step.

use graphlance_graph::Random;
use graphlance_gremlin::facts::facts_of;
use graphlance_gremlin::table::Trait;
use graphlance_gremlin::{Modulator, Name, Statement, Step, StepName};
use graphlance_machine::{Answer, Failure, Options, PropertyGraph, Value, evaluate, evaluate_in};

use super::build::{bare, modulator, nest, step, text};
use super::objects::{Class, class_of_all};
use super::productions::{PRODUCTIONS, Production};
use super::{Config, World, starts};

/// How often another step is drawn where one will not do.
const DRAWS: usize = 9;

/// How often a traversal out of which one thing comes ends in another way.
const AGAIN: f64 = 0.3;

/// The most objects that are looked at.
const LOOKED_AT: usize = 60;

/// A traversal with what it must give.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The statement, in its normal form.
    pub statement: Statement,
    /// Its answer, or why there is none: mostly an error that must be raised.
    pub outcome: Result<Answer, Failure>,
}

/// A traversal that reads. None where nothing could be drawn, or where the language leaves the answer open after all.
pub fn traversal(random: &mut Random, config: &Config, world: &World) -> Option<Grown> {
    family(random, config, world, 1).pop()
}

/// So many traversals at most that begin alike and end each in its own way, which costs less than each by itself: what is in front
/// of the last steps is grown once.
pub fn family(random: &mut Random, config: &Config, world: &World, amount: usize) -> Vec<Grown> {
    let mut grower = Grower::new(random, config, world);
    if starts::begin(&mut grower).is_none() {
        return Vec::new();
    }
    let length = grower.random.between(config.length[0], config.length[1]);
    let apart = grower.random.between(1, length.div_ceil(2).max(1));
    grower.grow(length.saturating_sub(apart));
    let alike = grower.state();
    let mut made: Vec<Grown> = Vec::new();
    for _ in 0..amount {
        let mut ending = || {
            grower.grow(apart);
            grower.end();
            let grown = finish(&grower);
            let again = grower.random.chance(AGAIN);
            grower.go_back(alike.clone());
            (grown, again)
        };
        let (mut grown, again) = ending();
        if again && grown.as_ref().is_none_or(Grown::says_one_thing) {
            grown = ending().0.or(grown);
        }
        made.extend(grown.filter(|new| made.iter().all(|old| old.statement != new.statement)));
    }
    made
}

impl Grown {
    /// Whether all that comes out is the same.
    fn says_one_thing(&self) -> bool {
        let values = self.outcome.as_ref().map_or(&[] as &[Value], |answer| &answer.values);
        self.outcome.is_ok() && values.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// The statement with its answer.
pub(super) fn finish(grower: &Grower<'_>) -> Option<Grown> {
    let statement = grower.statement(&grower.steps);
    let (config, world) = (grower.config, grower.world);
    if !config.says(&statement) || !graphlance_gremlin::edit::is_normal(&statement) {
        return None;
    }
    let outcome = evaluate(&statement, &world.graph, &config.options);
    let asked = match &outcome {
        Ok(_) | Err(Failure::Raised(_)) => true,
        Err(Failure::Unknown(_)) => config.beyond,
        Err(Failure::OutOfBudget(_) | Failure::Unspecified(_)) => false,
    };
    asked.then_some(Grown { statement, outcome })
}

/// How far a traversal has grown.
#[derive(Clone)]
struct State {
    source: Vec<Modulator>,
    steps: Vec<Step>,
    objects: Vec<Value>,
    graph: PropertyGraph,
    is_over: bool,
    names: usize,
}

/// A traversal that grows.
pub(super) struct Grower<'a> {
    pub random: &'a mut Random,
    pub config: &'a Config,
    pub world: &'a World,
    /// What the source is configured with.
    pub source: Vec<Modulator>,
    /// The chains around the one that grows, the outermost first, each as far as it is.
    around: Vec<Vec<Step>>,
    /// The chain that grows.
    pub steps: Vec<Step>,
    /// What comes out of it.
    pub objects: Vec<Value>,
    /// The graph that these are of: another than at the beginning where the chain writes.
    pub graph: PropertyGraph,
    /// Whether the chain is in the body of a `repeat`.
    pub in_repeat: bool,
    /// Whether nothing can follow: an error was raised on purpose.
    pub is_over: bool,
    names: usize,
}

impl<'a> Grower<'a> {
    pub fn new(random: &'a mut Random, config: &'a Config, world: &'a World) -> Grower<'a> {
        Grower {
            random,
            config,
            world,
            source: Vec::new(),
            around: Vec::new(),
            steps: Vec::new(),
            objects: Vec::new(),
            graph: world.graph.clone(),
            in_repeat: false,
            is_over: false,
            names: 0,
        }
    }

    /// Adds so much to the chain, or less where nothing comes out of it any more.
    fn grow(&mut self, amount: usize) {
        for _ in 0..amount {
            if self.is_over || (self.objects.is_empty() && self.random.chance(0.6)) {
                break;
            }
            self.extend();
        }
    }

    fn state(&self) -> State {
        let Grower { source, steps, objects, graph, is_over, names, .. } = self;
        State {
            source: source.clone(),
            steps: steps.clone(),
            objects: objects.clone(),
            graph: graph.clone(),
            is_over: *is_over,
            names: *names,
        }
    }

    fn go_back(&mut self, to: State) {
        let State { source, steps, objects, graph, is_over, names } = to;
        (self.source, self.steps, self.objects, self.graph) = (source, steps, objects, graph);
        (self.is_over, self.names) = (is_over, names);
    }

    /// What all objects at hand are.
    pub fn class(&self) -> Class {
        class_of_all(&self.objects)
    }

    /// How deep the chain is nested.
    pub fn depth(&self) -> usize {
        self.around.len()
    }

    /// A name that nothing has.
    pub fn fresh(&mut self, letter: char) -> Name {
        self.names += 1;
        Name::from(format!("{letter}{}", self.names))
    }

    /// The statement in which the chain at hand is these steps. Chains around one are closed for the objects that go in.
    pub fn statement(&self, steps: &[Step]) -> Statement {
        let mut chains = self.around.iter().map(Vec::as_slice).chain([steps]);
        let mut all: Vec<Step> = chains.next().unwrap_or_default().to_vec();
        for chain in chains.filter(|chain| !chain.is_empty()) {
            if all.is_empty() {
                all.push(step(StepName::Inject, [super::build::int(0)]));
            }
            all.push(step(StepName::FlatMap, [nest(chain.to_vec())]));
        }
        Statement { source: self.source.clone(), ..Statement::new(all) }
    }

    /// What a statement gives, and the graph that it leaves: in few arrangements of what is open, and within another chain in one,
    /// since the whole is looked at behind it.
    fn look(&self, statement: &Statement) -> Result<(Vec<Value>, PropertyGraph), Failure> {
        let options = Options { arrangements: 1, ..self.config.options.clone() };
        match self.around.is_empty() {
            true => {
                evaluate(statement, &self.world.graph, &options).map(|Answer { values, graph, .. }| (values, graph))
            }
            false => evaluate_in(0, statement, &self.world.graph, &options),
        }
    }

    /// Adds something to the chain, if anything will do.
    pub fn extend(&mut self) -> bool {
        for _ in 0..DRAWS {
            let Some(made) = self.draw() else { continue };
            if self.append(made) {
                if self.random.chance(0.12) {
                    self.name_last();
                }
                return true;
            }
        }
        false
    }

    fn draw(&mut self) -> Option<Vec<Step>> {
        let class = self.class();
        let (depth, objects) = (self.around.len(), self.objects.len());
        let weight = |production: &Production| production.weight_for(class, depth, objects);
        let weights: Vec<f64> = PRODUCTIONS.iter().map(weight).collect();
        let production = &PRODUCTIONS[self.random.weighted(&weights)?];
        (production.make)(self)
    }

    /// Appends steps to the chain if they will do.
    pub fn append(&mut self, made: Vec<Step>) -> bool {
        let empty = self.config.empty;
        self.append_with(made, empty)
    }

    /// Appends steps to the chain if they will do; `empty` is the chance with which they will though nothing comes out.
    pub fn append_with(&mut self, made: Vec<Step>, empty: f64) -> bool {
        let mut steps = self.steps.clone();
        let filters = made.len() == 1 && made[0].row().is(Trait::Filter);
        steps.extend(made);
        let statement = self.statement(&steps);
        if !self.config.says(&statement) {
            return false;
        }
        match self.look(&statement) {
            Ok((objects, graph)) => {
                if objects.is_empty() && !self.random.chance(empty) {
                    return false;
                }
                let idle = filters && objects.len() == self.objects.len();
                if idle && !self.random.chance(self.config.idle) {
                    return false;
                }
                (self.objects, self.graph) = (objects, graph);
                self.objects.truncate(LOOKED_AT);
            }
            Err(Failure::Raised(_)) if self.around.is_empty() && self.random.chance(self.config.errors) => {
                self.is_over = true;
            }
            Err(Failure::Unknown(_)) if self.around.is_empty() && self.config.beyond => self.is_over = true,
            Err(_) => return false,
        }
        self.steps = steps;
        true
    }

    /// Appends steps and gives what comes out, for callers that want to look further. The chain stays as it was.
    pub fn try_out(&self, made: &[Step]) -> Option<Vec<Value>> {
        let steps: Vec<Step> = self.steps.iter().chain(made).cloned().collect();
        self.look(&self.statement(&steps)).ok().map(|(values, _)| values)
    }

    /// Gives the last step a label.
    pub fn name_last(&mut self) -> Option<Name> {
        let last = self.steps.last()?;
        // A step that something belongs to in the text keeps it: `repeat` its modulators.
        if let Some(label) = last.labels().next() {
            return Some(label.clone());
        }
        let label = self.fresh('a');
        let last = self.steps.last_mut()?;
        last.modulators.push(modulator(StepName::As, [text(&label)]));
        Some(label)
    }

    /// Grows a chain for the objects at hand, of so many draws, and gives it. None where nothing could be drawn.
    pub fn nested(&mut self, length: [usize; 2]) -> Option<Vec<Step>> {
        self.inside(|grower| {
            for _ in 0..grower.random.between(length[0], length[1]) {
                grower.extend();
            }
        })
        .map(|(steps, _)| steps)
    }

    /// Grows a chain for the objects at hand, and gives it with what comes out. None where nothing was drawn.
    pub fn inside(&mut self, grow: impl FnOnce(&mut Grower<'a>)) -> Option<(Vec<Step>, Vec<Value>)> {
        if self.around.len() >= self.config.depth || self.objects.is_empty() {
            return None;
        }
        let objects = self.objects.clone();
        self.around.push(std::mem::take(&mut self.steps));
        grow(self);
        let steps = std::mem::replace(&mut self.steps, self.around.pop().unwrap_or_default());
        let given = std::mem::replace(&mut self.objects, objects);
        (!steps.is_empty()).then_some((steps, given))
    }

    /// The labels that steps in front gave.
    pub fn labels(&self) -> Vec<Name> {
        facts_of(&self.statement(&self.steps)).labels.into_iter().collect()
    }

    /// The keys under which steps in front noted something aside.
    pub fn noted(&self) -> Vec<Name> {
        facts_of(&self.statement(&self.steps)).noted.into_iter().collect()
    }

    /// Ends the chain so that its answer tells much: what is noted aside is mostly asked for.
    fn end(&mut self) {
        let noted = self.noted();
        if !self.is_over
            && self.random.chance(0.4)
            && let Some(key) = self.random.pick(&noted).cloned()
        {
            self.append(vec![step(StepName::Cap, [text(&key)])]);
        }
        if self.steps.is_empty() {
            self.append(vec![bare(StepName::V)]);
        }
    }
}
