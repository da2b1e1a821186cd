//! Growth of a traversal, step by step.

use std::collections::BTreeSet;

use graphlance_graph::Random;
use graphlance_gremlin::facts::facts_of;
use graphlance_gremlin::table::Trait;
use graphlance_gremlin::{Modulator, Name, Statement, Step, StepName};
use graphlance_machine::{
    Answer, Failure, Options, Promise, PropertyGraph, Value, evaluate, evaluate_behind, evaluate_behind_in, evaluate_in,
};

use super::build::{bare, modulator, nest, step, text};
use super::objects::{Class, class_of_all};
use super::productions::{PRODUCTIONS, Production};
use super::{Config, World};

/// How often another step is drawn where one will not do.
const DRAWS: usize = 9;

/// How far a traversal has grown.
#[derive(Clone)]
pub(super) struct State {
    source: Vec<Modulator>,
    steps: Vec<Step>,
    objects: Vec<Value>,
    graph: PropertyGraph,
    is_plain: bool,
    is_over: bool,
    given: BTreeSet<Name>,
    names: usize,
}

/// What comes out of a chain.
struct Seen {
    objects: Vec<Value>,
    graph: PropertyGraph,
    is_plain: bool,
}

/// A chain around the one that grows, as far as it is.
struct Around {
    steps: Vec<Step>,
    /// What goes into the chain within it.
    objects: Vec<Value>,
    graph: PropertyGraph,
    is_plain: bool,
}

/// A traversal that grows.
pub(super) struct Grower<'a> {
    pub random: &'a mut Random,
    pub config: &'a Config,
    pub world: &'a World,
    /// What the source is configured with.
    pub source: Vec<Modulator>,
    /// The chains around the one that grows, the outermost first.
    around: Vec<Around>,
    /// The chain that grows.
    pub steps: Vec<Step>,
    /// What comes out of it.
    pub objects: Vec<Value>,
    /// The graph that these are of: another than at the beginning where the chain writes.
    pub graph: PropertyGraph,
    /// Whether these objects are all that the next steps see of what stands in front of them, but for the names in `given`.
    is_plain: bool,
    /// The names that steps gave: labels, and keys of what is noted aside.
    given: BTreeSet<Name>,
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
            is_plain: false,
            given: BTreeSet::new(),
            in_repeat: false,
            is_over: false,
            names: 0,
        }
    }

    /// Adds so much to the chain, or less where nothing comes out of it any more.
    pub(super) fn grow(&mut self, amount: usize) {
        for _ in 0..amount {
            if self.is_over || (self.objects.is_empty() && self.random.chance(0.6)) {
                break;
            }
            self.extend();
        }
    }

    pub(super) fn state(&self) -> State {
        let Grower { source, steps, objects, graph, is_plain, is_over, given, names, .. } = self;
        State {
            source: source.clone(),
            steps: steps.clone(),
            objects: objects.clone(),
            graph: graph.clone(),
            is_plain: *is_plain,
            is_over: *is_over,
            given: given.clone(),
            names: *names,
        }
    }

    pub(super) fn go_back(&mut self, to: State) {
        let State { source, steps, objects, graph, is_plain, is_over, given, names } = to;
        (self.source, self.steps, self.objects, self.graph) = (source, steps, objects, graph);
        (self.is_plain, self.is_over, self.given, self.names) = (is_plain, is_over, given, names);
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
        let mut chains = self.around.iter().map(|around| &*around.steps).chain([steps]);
        let mut all: Vec<Step> = chains.next().unwrap_or_default().to_vec();
        for chain in chains.filter(|chain| !chain.is_empty()) {
            if all.is_empty() {
                all.push(step(StepName::Inject, [super::build::int(0)]));
            }
            all.push(step(StepName::FlatMap, [nest(chain.to_vec())]));
        }
        Statement { source: self.source.clone(), ..Statement::new(all) }
    }

    /// What has grown, if it can be asked.
    pub(super) fn made(&self) -> Option<Statement> {
        let statement = self.statement(&self.steps);
        (self.config.says(&statement) && graphlance_gremlin::edit::is_normal(&statement)).then_some(statement)
    }

    /// Whether all that comes out is the same.
    pub(super) fn says_one_thing(&self) -> bool {
        !self.is_over && self.objects.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// What the chain gives with some steps more, in few arrangements of what is open, and within another chain in one: the whole
    /// is looked at in the end. What stands in front of steps that see nothing of it but its objects is not run again.
    fn look(&self, made: &[Step]) -> Result<Seen, Failure> {
        let options = Options { arrangements: 1, ..self.config.options.clone() };
        let Some(around) = self.around.last() else {
            let answer = if self.is_plain && self.stands_alone(made) {
                evaluate_behind(&self.objects, &Statement::new(made.to_vec()), &self.graph, &options)
            } else {
                evaluate(&self.statement(&self.with(made)), &self.world.graph, &options)
            }?;
            let Answer { values, promise, inexact, graph, writes } = answer;
            let is_one = values.len() < 2 || matches!(promise, Promise::Bag(_));
            let is_plain = is_one && !inexact && !writes && self.source.is_empty();
            return Ok(Seen { objects: values, graph, is_plain });
        };
        let steps = self.with(made);
        let writes = steps.iter().any(|step| step.row().is(Trait::Writes));
        let (objects, graph) = if around.is_plain && self.stands_alone(&steps) {
            let nested = Statement::new(vec![step(StepName::FlatMap, [nest(steps)])]);
            evaluate_behind_in(0, &around.objects, &nested, &around.graph, &options)
        } else {
            evaluate_in(0, &self.statement(&steps), &self.world.graph, &options)
        }?;
        Ok(Seen { objects, graph, is_plain: around.is_plain && !writes })
    }

    /// The chain at hand with some steps more.
    fn with(&self, made: &[Step]) -> Vec<Step> {
        self.steps.iter().chain(made).cloned().collect()
    }

    /// Whether a target can say steps behind those that are there.
    fn can_follow(&self, steps: &[Step]) -> bool {
        let begins = self.around.is_empty() && self.steps.is_empty();
        let front = (!begins).then(|| bare(StepName::V));
        self.config.says(&Statement::new(front.into_iter().chain(steps.iter().cloned()).collect()))
    }

    /// Whether steps read nothing of what stands in front of them but its objects.
    fn stands_alone(&self, steps: &[Step]) -> bool {
        let facts = facts_of(&Statement::new(steps.to_vec()));
        !facts.reads_path && !facts.sack && facts.read.is_disjoint(&self.given)
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
        let filters = made.len() == 1 && made[0].row().is(Trait::Filter);
        if !self.can_follow(&made) {
            return false;
        }
        match self.look(&made) {
            Ok(seen) => {
                if seen.objects.is_empty() && !self.random.chance(empty) {
                    return false;
                }
                let idle = filters && seen.objects.len() == self.objects.len();
                if idle && !self.random.chance(self.config.idle) {
                    return false;
                }
                (self.objects, self.graph, self.is_plain) = (seen.objects, seen.graph, seen.is_plain);
            }
            Err(Failure::Raised(_)) if self.around.is_empty() && self.random.chance(self.config.errors) => {
                self.is_over = true;
            }
            Err(Failure::Unknown(_)) if self.around.is_empty() && self.config.beyond => self.is_over = true,
            Err(_) => return false,
        }
        let facts = facts_of(&Statement::new(made.clone()));
        self.given.extend(facts.labels.into_iter().chain(facts.noted));
        self.steps.extend(made);
        true
    }

    /// Appends steps and gives what comes out, for callers that want to look further. The chain stays as it was.
    pub fn try_out(&self, made: &[Step]) -> Option<Vec<Value>> {
        self.look(made).ok().map(|seen| seen.objects)
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
        self.given.insert(label.clone());
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
        self.around.push(Around {
            steps: std::mem::take(&mut self.steps),
            objects: self.objects.clone(),
            graph: self.graph.clone(),
            is_plain: self.is_plain,
        });
        grow(self);
        let around = self.around.pop()?;
        let steps = std::mem::replace(&mut self.steps, around.steps);
        let given = std::mem::replace(&mut self.objects, around.objects);
        (self.graph, self.is_plain) = (around.graph, around.is_plain);
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
    pub(super) fn end(&mut self) {
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
